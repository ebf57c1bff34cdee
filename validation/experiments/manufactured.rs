//! Manufactured solution: an exact flow with a body force that makes it one, on moving axial faces.
//!
//! Unit cylinder, free-slip side, no-slip bottom, either top. With the stream function `ψ = F(r) G(z) T(t)`,
//!
//! ```text
//! u = −(F/r) G' T,    w = (F'/r) G T,    p = P(r) Q(z) S(t),
//! F = r²(1 − r²)³,  T = 1 + ½ sin 4t,  P = 1 + r² − r⁴,  Q = 1 + z − 2z³,  S = cos 3t
//! G = 16 z²(1 − z)²   (no-slip top),    G = 12z² − 20z³ + 8z⁴   (free-slip top)
//! ```
//!
//! the velocity is solenoidal and meets every boundary condition. The axial faces swing,
//! `z(ζ, t) = ζ + 0.08 sin 2πζ + 0.06 sin πζ sin 5t`, and the radial ones are unequally spaced.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use super::polynomial::Polynomial;
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::explicit::Explicit;
use wetbounce_physics::flow::fields::{ModeFields, Parts};
use wetbounce_physics::flow::level::FlowState;
use wetbounce_physics::flow::level::{Bdf2, Frame};
use wetbounce_physics::flow::solver::{ModeSolver, Spectrum};
use wetbounce_physics::flow::stokes::Ends;
use wetbounce_physics::grid::{AxialGrid, RadialGrid};

/// A run of the manufactured flow from `t = 0` to [`Manufactured::END`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manufactured {
    /// Cells in each direction.
    pub cells: usize,
    /// Steps; their lengths alternate 1.2 : 0.8.
    pub steps: usize,
    /// Whether the top is no-slip.
    pub top_no_slip: bool,
    /// Kinematic viscosity in units of radius × speed.
    pub kinematic_viscosity: f64,
}

/// The fields at the end of a run, on the grid there.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Radial grid.
    pub radial: RadialGrid,
    /// Axial grid at the end.
    pub axial: AxialGrid,
    /// Computed velocity and pressure; the pressure has mean zero.
    pub fields: ModeFields,
    /// Exact velocity and pressure; the pressure has mean zero.
    pub exact: ModeFields,
}

/// Root mean squares over the volume.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Norms {
    /// Of the velocity.
    pub velocity: f64,
    /// Of the pressure.
    pub pressure: f64,
}

/// The exact flow.
struct ExactFlow {
    over_r: Polynomial,
    slope_over_r: Polynomial,
    axial: [Polynomial; 4],
    pressure: [Polynomial; 2],
    kinematic_viscosity: f64,
}

/// Value and rate of `T`, value of `S`.
fn amplitudes(time: f64) -> (f64, f64, f64) {
    (1.0 + 0.5 * (4.0 * time).sin(), 2.0 * (4.0 * time).cos(), (3.0 * time).cos())
}

impl ExactFlow {
    fn new(top_no_slip: bool, kinematic_viscosity: f64) -> Self {
        let g = if top_no_slip { vec![0.0, 0.0, 16.0, -32.0, 16.0] } else { vec![0.0, 0.0, 12.0, -20.0, 8.0] };
        let g = Polynomial(g);
        let (g1, g2, g3) = (g.derivative(), g.derivative().derivative(), g.derivative().derivative().derivative());
        Self {
            over_r: Polynomial(vec![0.0, 1.0, 0.0, -3.0, 0.0, 3.0, 0.0, -1.0]),
            slope_over_r: Polynomial(vec![2.0, 0.0, -12.0, 0.0, 18.0, 0.0, -8.0]),
            axial: [g, g1, g2, g3],
            pressure: [Polynomial(vec![1.0, 0.0, 1.0, 0.0, -1.0]), Polynomial(vec![1.0, 1.0, 0.0, -2.0])],
            kinematic_viscosity,
        }
    }

    /// Body force on the radial velocity: `∂u/∂t + u ∂u/∂r + w ∂u/∂z + ∂p/∂r − ν(∇²u − u/r²)`.
    fn radial_force(&self, r: f64, z: f64, time: f64) -> f64 {
        let (t, rate, s) = amplitudes(time);
        let [g, g1, g2, g3] = [0, 1, 2, 3].map(|n| self.axial[n].at(z));
        let (a, a1, b) = (self.over_r.at(r), self.over_r.derivative().at(r), self.slope_over_r.at(r));
        let convection = t * t * (a * g1 * a1 * g1 - b * g * a * g2);
        let laplacian = -t * (self.over_r.laplacian(1).at(r) * g1 + a * g3);
        let [p, q] = &self.pressure;
        -a * g1 * rate + convection + s * p.derivative().at(r) * q.at(z) - self.kinematic_viscosity * laplacian
    }

    /// Body force on the axial velocity: `∂w/∂t + u ∂w/∂r + w ∂w/∂z + ∂p/∂z − ν∇²w`.
    fn axial_force(&self, r: f64, z: f64, time: f64) -> f64 {
        let (t, rate, s) = amplitudes(time);
        let [g, g1, g2] = [0, 1, 2].map(|n| self.axial[n].at(z));
        let (a, b, b1) = (self.over_r.at(r), self.slope_over_r.at(r), self.slope_over_r.derivative().at(r));
        let convection = t * t * (b * g * b * g1 - a * g1 * b1 * g);
        let laplacian = t * (self.slope_over_r.laplacian(0).at(r) * g + b * g2);
        let [p, q] = &self.pressure;
        b * g * rate + convection + s * p.at(r) * q.derivative().at(z) - self.kinematic_viscosity * laplacian
    }

    fn add_force(&self, radial: &RadialGrid, axial: &AxialGrid, time: f64, rate: &mut ModeFields) {
        for j in 0..axial.len() {
            for i in 0..radial.len() {
                rate.u[(j, i)] += self.radial_force(radial.faces[i], axial.centres[j], time);
                rate.w[(j, i)] += self.axial_force(radial.centres[i], axial.faces[j], time);
            }
        }
    }

    /// Means of the velocity over the cells' faces, which are discretely solenoidal, and the pressure in the centres.
    fn sample(&self, radial: &RadialGrid, axial: &AxialGrid, time: f64) -> ModeFields {
        let (t, _, s) = amplitudes(time);
        let stream = |i: usize, j: usize| {
            let r = radial.faces[i];
            r * self.over_r.at(r) * self.axial[0].at(axial.faces[j]) * t
        };
        let mut fields = ModeFields::zeros(axial.len(), radial.len());
        for j in 0..axial.len() {
            for i in 0..radial.len() {
                if i > 0 {
                    fields.u[(j, i)] = -(stream(i, j + 1) - stream(i, j)) / (radial.faces[i] * axial.widths[j]);
                }
                if j > 0 {
                    fields.w[(j, i)] = (stream(i + 1, j) - stream(i, j)) / radial.cell_area(i);
                }
                fields.p[(j, i)] = s * self.pressure[0].at(radial.centres[i]) * self.pressure[1].at(axial.centres[j]);
            }
        }
        fields
    }
}

impl Manufactured {
    /// Time at the end.
    pub const END: f64 = 0.5;

    pub(super) fn axial_grid(&self, time: f64) -> AxialGrid {
        let place = |x: f64| x + 0.08 * (2.0 * PI * x).sin() + 0.06 * (PI * x).sin() * (5.0 * time).sin();
        let mut faces: Vec<f64> = (0..=self.cells).map(|j| place(j as f64 / self.cells as f64)).collect();
        (faces[0], faces[self.cells]) = (0.0, 1.0);
        AxialGrid::from_faces(faces)
    }

    pub(super) fn radial_grid(&self) -> RadialGrid {
        let place = |x: f64| x + 0.05 * (2.0 * PI * x).sin();
        let mut faces: Vec<f64> = (0..=self.cells).map(|i| place(i as f64 / self.cells as f64)).collect();
        (faces[0], faces[self.cells]) = (0.0, 1.0);
        RadialGrid::from_faces(faces)
    }

    pub(super) fn time(&self, level: usize) -> f64 {
        let mean = Self::END / self.steps as f64;
        mean * (level as f64 + if level % 2 == 1 { 0.2 } else { 0.0 })
    }

    /// Runs to the end.
    ///
    /// # Panics
    /// If the number of steps is odd: the alternating lengths would not end at [`Self::END`].
    pub fn run(&self) -> Outcome {
        assert!(self.steps.is_multiple_of(2), "an even number of steps");
        let n = self.cells;
        let exact = ExactFlow::new(self.top_no_slip, self.kinematic_viscosity);
        let radial = self.radial_grid();
        let ends = Ends { bottom_no_slip: true, top_no_slip: self.top_no_slip };
        let mut solver = ModeSolver::new(&radial, 0, n, self.kinematic_viscosity, ends);
        let mut state = FlowState::at_rest(&radial, Parts::symmetric(0), self.axial_grid(0.0));
        state.now = vec![exact.sample(&radial, &state.grid_now, 0.0)];
        let mut explicit = Explicit::new(&radial, n, Parts::symmetric(0));
        let (mut rate, mut spectrum) = (vec![ModeFields::zeros(n, n)], Spectrum::zeros(n, n));
        let mut scratch = solver.scratch();
        for level in 1..=self.steps {
            let (time, dt) = (self.time(level), self.time(level) - self.time(level - 1));
            let mut grid = self.axial_grid(time);
            let bdf = Bdf2::new(dt, state.dt_before);
            explicit.right_hand_side(&state, &grid, &Frame::default(), &bdf, &mut rate);
            exact.add_force(&radial, &grid, time, &mut rate[0]);
            solver.factor(&grid, bdf.c0);
            let new = &mut rate[0];
            solver.to_spectrum(new, &mut scratch, &mut spectrum);
            solver.solve(&mut spectrum);
            solver.to_fields(&mut spectrum, &mut scratch, new);
            new.p = solver.pressure(&spectrum.gradient.p);
            state.accept(&mut rate, &mut grid, dt);
        }
        let mut sampled = exact.sample(&radial, &state.grid_now, Self::END);
        let mut fields = state.now.swap_remove(0);
        for fields in [&mut sampled, &mut fields] {
            remove_mean_pressure(&radial, &state.grid_now, fields);
        }
        Outcome { radial, axial: state.grid_now, fields, exact: sampled }
    }
}

impl Manufactured {
    /// The least orders of velocity and pressure between successive grids, `cells` coarse to fine, with steps so short
    /// (in proportion to the square of the cell) that time adds nothing.
    pub fn orders_in_space(&self, cells: &[usize]) -> [f64; 2] {
        let error = |&cells: &usize| Self { cells, steps: 2 * (cells * cells / 16), ..*self }.run().error();
        let sizes = cells.iter().map(|&cells| 1.0 / cells as f64);
        least_orders(&sizes.zip(cells.iter().map(error)).collect::<Vec<_>>())
    }

    /// The same between successive numbers of `steps`, few to many, on one grid: from the distances between the runs'
    /// fields, in which the error in space cancels.
    pub fn orders_in_time(&self, steps: &[usize]) -> [f64; 2] {
        let runs: Vec<Outcome> = steps.iter().map(|&steps| Self { cells: 24, steps, ..*self }.run()).collect();
        let distances = runs.windows(2).map(|pair| pair[0].distance(&pair[1].fields));
        let sizes = steps.iter().map(|&steps| 1.0 / steps as f64);
        least_orders(&sizes.zip(distances).collect::<Vec<_>>())
    }
}

/// The least of the orders between neighbours, of velocity and pressure.
fn least_orders(errors: &[(f64, Norms)]) -> [f64; 2] {
    let least = |norm: fn(&Norms) -> f64| {
        let order = |pair: &[(f64, Norms)]| {
            let ((coarse, before), (fine, after)) = (&pair[0], &pair[1]);
            (norm(before) / norm(after)).ln() / (coarse / fine).ln()
        };
        errors.windows(2).map(order).fold(f64::INFINITY, f64::min)
    };
    [least(|norms| norms.velocity), least(|norms| norms.pressure)]
}

impl Outcome {
    /// Distance of the computed fields from the exact ones.
    pub fn error(&self) -> Norms {
        self.distance(&self.exact)
    }

    /// Distance of the computed fields from others on the same grid.
    pub fn distance(&self, other: &ModeFields) -> Norms {
        let (mut velocity, mut pressure, mut volume) = (0.0, 0.0, 0.0);
        for j in 0..self.axial.len() {
            for i in 0..self.radial.len() {
                let square = |a: f64, b: f64| (a - b) * (a - b);
                let cell = self.radial.cell_area(i) * self.axial.widths[j];
                let at = (j, i);
                if i > 0 {
                    let weight = self.radial.face_area(i) * self.axial.widths[j];
                    velocity += weight * square(self.fields.u[at], other.u[at]);
                }
                if j > 0 {
                    let weight = self.radial.cell_area(i) * self.axial.spacing[j];
                    velocity += weight * square(self.fields.w[at], other.w[at]);
                }
                pressure += cell * square(self.fields.p[at], other.p[at]);
                volume += cell;
            }
        }
        Norms { velocity: f64::sqrt(velocity / volume), pressure: f64::sqrt(pressure / volume) }
    }
}

fn remove_mean_pressure(radial: &RadialGrid, axial: &AxialGrid, fields: &mut ModeFields) {
    let mut sum = 0.0;
    for ((j, i), p) in fields.p.indexed_iter() {
        sum += radial.cell_area(i) * axial.widths[j] * p;
    }
    fields.p -= sum / (0.5 * radial.radius().powi(2) * axial.height());
}

/// Order of accuracy against a manufactured solution: the least between successive refinements, over both tops and two
/// viscosities.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// Cells in each direction, coarse to fine.
    pub cells: Vec<usize>,
    /// Steps, few to many.
    pub steps: Vec<usize>,
}

impl Experiment for Orders {
    fn measure(&self, _: &Path) -> Results {
        let mut least = [f64::INFINITY; 4];
        for (top_no_slip, kinematic_viscosity) in [(true, 1.0), (false, 1.0), (true, 0.01), (false, 0.01)] {
            let flow = Manufactured { cells: 16, steps: 2, top_no_slip, kinematic_viscosity };
            let [space, time] = [flow.orders_in_space(&self.cells), flow.orders_in_time(&self.steps)];
            for (least, found) in least.iter_mut().zip([space[0], space[1], time[0], time[1]]) {
                *least = least.min(found);
            }
        }
        let of = [("velocity", "space"), ("pressure", "space"), ("velocity", "time"), ("pressure", "time")];
        Ok(of.iter().zip(least).map(|((of, with), order)| Measured::number("order", order).at(&[of, with])).collect())
    }
}
