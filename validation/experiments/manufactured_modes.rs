//! Manufactured solution in three dimensions, on moving axial faces.
//!
//! Unit cylinder, free-slip side and top, no-slip bottom. The azimuthal modes 0, 1 and 2 of the velocity are a gradient
//! and a curl in every horizontal plane, closed by continuity:
//!
//! ```text
//! (U, V) = (χ', −mχ/r) A'(z) T(t) + (mψ/r, −ψ') B(z) S(t),    W = −∇²χ A(z) T(t),    P = χ Q(z) S(t)
//! 100χ_0 = 12r² − 9r⁴ + 2r⁶,   50χ_m = r^m (c₀ + c₁r² + r⁴),   2ψ_m = r^m (1 + d₁r² + d₂r⁴)
//! A = 4(3z² − 5z³ + 2z⁴),   B = 2z − z²,   Q = 1 + z − 2z³,   T = 1 + ½ sin 4t,   S = cos 3t
//! ```
//!
//! with coefficients that make `U`, the shear stress and the vertical vorticity vanish at the side. The velocity is
//! solenoidal; a body force makes it a solution.

use super::experiment::Experiment;
use super::manufactured::{Manufactured, Norms};
use super::measured::{Measured, Results};
use super::polynomial::Polynomial;
use ndarray::Array2;
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::flow::explicit::Explicit;
use wetbounce_physics::flow::fields::ModeFields;
use wetbounce_physics::flow::fields::Parts;
use wetbounce_physics::flow::level::Bdf2;
use wetbounce_physics::flow::level::FlowState;
use wetbounce_physics::flow::level::Frame;
use wetbounce_physics::flow::planes::Planes;
use wetbounce_physics::flow::solver::{ModeSolver, Spectrum};
use wetbounce_physics::flow::stokes::Ends;
use wetbounce_physics::grid::{AxialGrid, RadialGrid};

/// Highest azimuthal wavenumber.
const HIGHEST: usize = 2;

/// A function of z and its first three derivatives.
type Along = [Polynomial; 4];

fn with_derivatives(p: Polynomial) -> Along {
    let (p1, p2) = (p.derivative(), p.derivative().derivative());
    let p3 = p2.derivative();
    [p, p1, p2, p3]
}

fn scaled(coefficients: &[f64], factor: f64) -> Polynomial {
    Polynomial(coefficients.iter().map(|c| factor * c).collect())
}

/// `∇²` of the function of r in mode m.
fn laplacian(p: &Polynomial, m: usize) -> Polynomial {
    p.laplacian(m as i32)
}

/// The factors of `A'` (`A` in the axial velocity) and of `B` in the three components of a mode.
struct Shape {
    potential: [Polynomial; 3],
    stream: [Polynomial; 3],
}

impl Shape {
    fn new(m: usize, chi: &Polynomial, psi: &Polynomial) -> Self {
        let over_r = |p: &Polynomial| Polynomial(p.0.iter().skip(1).copied().collect());
        Self {
            potential: [chi.derivative(), scaled(&over_r(chi).0, -(m as f64)), scaled(&laplacian(chi, m).0, -1.0)],
            stream: [scaled(&over_r(psi).0, m as f64), scaled(&psi.derivative().0, -1.0), Polynomial(vec![0.0])],
        }
    }

    /// Amplitudes at `r` of the components, with factors `[A', A', A]` of the potential's and `B` of the stream
    /// function's.
    fn at(&self, r: f64, potential: [f64; 3], stream: f64) -> [f64; 3] {
        std::array::from_fn(|c| self.potential[c].at(r) * potential[c] + self.stream[c].at(r) * stream)
    }

    fn slope(&self) -> Self {
        let slopes = |shapes: &[Polynomial; 3]| [0, 1, 2].map(|c| shapes[c].derivative());
        Self { potential: slopes(&self.potential), stream: slopes(&self.stream) }
    }
}

/// One mode of the exact flow.
struct ExactMode {
    m: usize,
    velocity: Shape,
    slope: Shape,
    laplacian: Shape,
    pressure: [Polynomial; 2],
}

/// The exact flow.
struct ExactFlow {
    modes: Vec<ExactMode>,
    a: Along,
    b: Along,
    q: Along,
    kinematic_viscosity: f64,
    planes: Planes,
}

/// A mode's amplitudes at a point: velocity, its derivatives in r and z, and all of the body force that is linear.
struct Point {
    velocity: [f64; 3],
    in_r: [f64; 3],
    in_z: [f64; 3],
    linear: [f64; 3],
}

fn mode_functions(m: usize) -> [Polynomial; 2] {
    if m == 0 {
        return [scaled(&[0.0, 0.0, 12.0, 0.0, -9.0, 0.0, 2.0], 0.01), Polynomial(vec![0.0, 0.0])];
    }
    let x = m as f64;
    let c1 = -2.0 * (x + 2.0).powi(2) / (x * (x + 1.0));
    let d1 = -2.0 * (x + 2.0) / (x + 3.0);
    let power = |coefficients: [f64; 3]| {
        let mut p = vec![0.0; m + 5];
        (p[m], p[m + 2], p[m + 4]) = (coefficients[0], coefficients[1], coefficients[2]);
        p
    };
    let chi = power([-((x + 2.0) * c1 + x + 4.0) / x, c1, 1.0]);
    [scaled(&chi, 0.02), scaled(&power([1.0, d1, -1.0 - d1]), 0.5)]
}

impl ExactFlow {
    fn new(kinematic_viscosity: f64) -> Self {
        let mode = |m: usize| {
            let [chi, psi] = mode_functions(m);
            let velocity = Shape::new(m, &chi, &psi);
            ExactMode {
                m,
                slope: velocity.slope(),
                laplacian: Shape::new(m, &laplacian(&chi, m), &laplacian(&psi, m)),
                pressure: [chi.derivative(), chi],
                velocity,
            }
        };
        Self {
            modes: (0..=HIGHEST).map(mode).collect(),
            a: with_derivatives(Polynomial(vec![0.0, 0.0, 12.0, -20.0, 8.0])),
            b: with_derivatives(Polynomial(vec![0.0, 2.0, -1.0])),
            q: with_derivatives(Polynomial(vec![1.0, 1.0, 0.0, -2.0])),
            kinematic_viscosity,
            planes: Planes::new(Parts::symmetric(2 * HIGHEST)),
        }
    }

    /// `[T, T', S, S']`.
    fn in_time(t: f64) -> [f64; 4] {
        [1.0 + 0.5 * (4.0 * t).sin(), 2.0 * (4.0 * t).cos(), (3.0 * t).cos(), -3.0 * (3.0 * t).sin()]
    }

    fn point(&self, mode: &ExactMode, r: f64, z: f64, time: f64) -> Point {
        let [t, t1, s, s1] = Self::in_time(time);
        let [a, a1, a2, a3] = [0, 1, 2, 3].map(|n| self.a[n].at(z));
        let [b, b1, b2] = [0, 1, 2].map(|n| self.b[n].at(z));
        let scaled = |factor: f64, values: [f64; 3]| values.map(|x| factor * x);
        let rate = mode.velocity.at(r, scaled(t1, [a1, a1, a]), s1 * b);
        let bent = mode.velocity.at(r, scaled(t, [a3, a3, a2]), s * b2);
        let spread = mode.laplacian.at(r, scaled(t, [a1, a1, a]), s * b);
        let (q, q1, chi) = (self.q[0].at(z), self.q[1].at(z), mode.pressure[1].at(r));
        let gradient = [mode.pressure[0].at(r) * q, -(mode.m as f64) * chi / r * q, chi * q1];
        Point {
            velocity: mode.velocity.at(r, scaled(t, [a1, a1, a]), s * b),
            in_r: mode.slope.at(r, scaled(t, [a1, a1, a]), s * b),
            in_z: mode.velocity.at(r, scaled(t, [a2, a2, a1]), s * b1),
            linear: std::array::from_fn(|c| {
                rate[c] + s * gradient[c] - self.kinematic_viscosity * (bent[c] + spread[c])
            }),
        }
    }

    /// Amplitudes of component `c` of the body force in every mode.
    fn force(&self, c: usize, r: f64, z: f64, time: f64) -> Vec<f64> {
        let points: Vec<Point> = self.modes.iter().map(|mode| self.point(mode, r, z, time)).collect();
        let mut force: Vec<f64> = points.iter().map(|point| point.linear[c]).collect();
        let planes = &self.planes;
        for n in 0..planes.count {
            let tables = [&planes.cosines, &planes.sines, &planes.cosines].map(|t| &t[n * planes.modes..]);
            let sum = |of: fn(&Point) -> &[f64; 3], c: usize| -> f64 {
                points.iter().zip(tables[c]).map(|(point, factor)| of(point)[c] * factor).sum()
            };
            // ∂/∂φ of cos mφ and sin mφ.
            let turned = |c: usize| -> f64 {
                let (table, sign) = if c == 1 { (tables[0], 1.0) } else { (tables[1], -1.0) };
                let terms = points.iter().zip(table).enumerate();
                terms.map(|(m, (point, factor))| sign * m as f64 * point.velocity[c] * factor).sum()
            };
            let [u, v, w] = [0, 1, 2].map(|c| sum(|point| &point.velocity, c));
            let metric = [-v * v / r, u * v / r, 0.0];
            let value =
                u * sum(|point| &point.in_r, c) + v / r * turned(c) + w * sum(|point| &point.in_z, c) + metric[c];
            let weights = if c == 1 { &planes.to_sines } else { &planes.to_cosines };
            force.iter_mut().zip(&weights[n * planes.modes..]).for_each(|(force, weight)| *force += weight * value);
        }
        force
    }

    fn add_force(&self, radial: &RadialGrid, axial: &AxialGrid, time: f64, rate: &mut [ModeFields]) {
        for j in 0..axial.len() {
            for i in 0..radial.len() {
                let (r, z) = (radial.centres[i], axial.centres[j]);
                let [u, v, w] = [
                    if i > 0 { self.force(0, radial.faces[i], z, time) } else { vec![0.0; HIGHEST + 1] },
                    self.force(1, r, z, time),
                    self.force(2, r, axial.faces[j], time),
                ];
                for (m, rate) in rate.iter_mut().enumerate() {
                    rate.u[(j, i)] += u[m];
                    rate.v[(j, i)] += v[m];
                    rate.w[(j, i)] += w[m];
                }
            }
        }
    }

    fn sample(&self, radial: &RadialGrid, axial: &AxialGrid, time: f64) -> Vec<ModeFields> {
        let [_, _, s, _] = Self::in_time(time);
        let sample = |mode: &ExactMode| {
            let mut fields = ModeFields::zeros(axial.len(), radial.len());
            for j in 0..axial.len() {
                for i in 0..radial.len() {
                    let (r, z) = (radial.centres[i], axial.centres[j]);
                    let at = (j, i);
                    if i > 0 {
                        fields.u[at] = self.point(mode, radial.faces[i], z, time).velocity[0];
                    }
                    fields.v[at] = self.point(mode, r, z, time).velocity[1];
                    if j > 0 {
                        fields.w[at] = self.point(mode, r, axial.faces[j], time).velocity[2];
                    }
                    fields.p[at] = s * mode.pressure[1].at(r) * self.q[0].at(z);
                }
                if mode.m == 1 {
                    fields.u[(j, 0)] = fields.u[(j, 1)];
                }
            }
            fields
        };
        self.modes.iter().map(sample).collect()
    }
}

/// A run of the manufactured flow, as [`Manufactured`], with its own boundaries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ManufacturedModes {
    /// Cells in each direction.
    pub cells: usize,
    /// Steps, an even number.
    pub steps: usize,
    /// Kinematic viscosity in units of radius × speed.
    pub kinematic_viscosity: f64,
}

impl ManufacturedModes {
    /// Runs to the end; the distance from the exact fields, the pressure's of modes 1 and 2.
    pub fn run(&self) -> Norms {
        let n = self.cells;
        let plan = Manufactured {
            cells: n,
            steps: self.steps,
            top_no_slip: false,
            kinematic_viscosity: self.kinematic_viscosity,
        };
        let exact = ExactFlow::new(self.kinematic_viscosity);
        let radial = plan.radial_grid();
        let ends = Ends { bottom_no_slip: true, top_no_slip: false };
        let mut solvers: Vec<_> =
            (0..=HIGHEST).map(|m| ModeSolver::new(&radial, m, n, self.kinematic_viscosity, ends)).collect();
        let mut state = FlowState::at_rest(&radial, Parts::symmetric(HIGHEST), plan.axial_grid(0.0));
        state.now = exact.sample(&radial, &state.grid_now, 0.0);
        let mut explicit = Explicit::new(&radial, n, Parts::symmetric(HIGHEST));
        let mut rate = vec![ModeFields::zeros(n, n); HIGHEST + 1];
        let (mut spectrum, mut scratch) = (Spectrum::zeros(n, n), solvers[0].scratch());
        for level in 1..=self.steps {
            let (time, dt) = (plan.time(level), plan.time(level) - plan.time(level - 1));
            let grid = plan.axial_grid(time);
            let bdf = Bdf2::new(dt, state.dt_before);
            explicit.right_hand_side(&state, &grid, &Frame::default(), &bdf, &mut rate);
            exact.add_force(&radial, &grid, time, &mut rate);
            state.old.clone_from(&state.now);
            for ((solver, rate), new) in solvers.iter_mut().zip(&mut rate).zip(&mut state.now) {
                solver.factor(&grid, bdf.c0);
                solver.to_spectrum(rate, &mut scratch, &mut spectrum);
                solver.solve(&mut spectrum);
                solver.to_fields(&mut spectrum, &mut scratch, new);
                new.p = solver.pressure(&spectrum.gradient.p);
            }
            state.grid_old = std::mem::replace(&mut state.grid_now, grid);
            state.dt_before = Some(dt);
        }
        let sampled = exact.sample(&radial, &state.grid_now, Manufactured::END);
        distance(&radial, &state.grid_now, &state.now, &sampled)
    }

    /// The orders of velocity and pressure between two grids, with steps so short that time adds nothing.
    pub fn orders_in_space(&self, coarse: usize, fine: usize) -> [f64; 2] {
        let [a, b] = [coarse, fine].map(|cells| Self { cells, steps: 2 * (cells * cells / 8), ..*self }.run());
        let order = |a: f64, b: f64| (a / b).ln() / (fine as f64 / coarse as f64).ln();
        [order(a.velocity, b.velocity), order(a.pressure, b.pressure)]
    }
}

/// Root mean squares over the volume.
fn distance(radial: &RadialGrid, axial: &AxialGrid, a: &[ModeFields], b: &[ModeFields]) -> Norms {
    let (mut velocity, mut pressure, mut volume) = (0.0, 0.0, 0.0);
    for (m, (a, b)) in a.iter().zip(b).enumerate() {
        let share = if m == 0 { 1.0 } else { 0.5 };
        for j in 0..axial.len() {
            for i in 0..radial.len() {
                let square = |a: &Array2<f64>, b: &Array2<f64>| (a[(j, i)] - b[(j, i)]).powi(2);
                let cell = share * radial.cell_area(i) * axial.widths[j];
                let face = share * radial.face_area(i) * axial.widths[j];
                velocity += face * square(&a.u, &b.u) + cell * (square(&a.v, &b.v) + square(&a.w, &b.w));
                if m > 0 {
                    pressure += cell * square(&a.p, &b.p);
                } else {
                    volume += cell;
                }
            }
        }
    }
    Norms { velocity: f64::sqrt(velocity / volume), pressure: f64::sqrt(pressure / volume) }
}

/// Order of accuracy in three dimensions: the least over two viscosities.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrdersOfModes {
    /// Cells in each direction, two numbers.
    pub cells: [usize; 2],
}

impl Experiment for OrdersOfModes {
    fn measure(&self, _: &Path) -> Results {
        let [coarse, fine] = self.cells;
        let orders = [1.0, 0.01].map(|kinematic_viscosity| {
            ManufacturedModes { cells: coarse, steps: 2, kinematic_viscosity }.orders_in_space(coarse, fine)
        });
        let least = |part: usize| orders[0][part].min(orders[1][part]);
        let names = ["velocity", "pressure"];
        Ok(names.iter().enumerate().map(|(part, name)| Measured::number("order", least(part)).at(&[name])).collect())
    }
}
