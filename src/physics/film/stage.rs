//! One stage of a time step: a trial film, its residual, its rates, and the powers that the ledger adds up.

use super::compression::Compressed;
use super::flux::{Channel, FaceFlux, Side};
use super::matching::{Outer, Tail};
use super::solver::FilmSetup;
use super::state::{FilmState, Powers};

/// One implicit stage: duration, surroundings, and the scales that make its rows comparable.
#[derive(Debug, Clone, Copy)]
pub(super) struct StageProblem<'a> {
    pub film: &'a FilmSetup,
    pub(super) outer: &'a Outer,
    pub(super) duration: f64,
    /// Speed scale [m/s].
    pub speed: f64,
    /// Pressure scale \[Pa\].
    pub pressure: f64,
}

impl StageProblem<'_> {
    /// `ω = τ/(τ_s + τ)`: share of the total pressure that the elastic part of the solids takes up within the stage
    /// (1 for solids that do not relax).
    pub(super) fn elastic_share(&self) -> f64 {
        self.duration / (self.film.properties.relaxation_time + self.duration)
    }
}

/// The start of a stage: the known part of each differential quantity.
#[derive(Debug, Clone, Default)]
pub(super) struct Base {
    pub gap: f64,
    pub speed: f64,
    pub(super) content: Vec<f64>,
    pub elastic: Vec<f64>,
}

/// Rates of change of the differential quantities.
#[derive(Debug, Clone, Default)]
pub(super) struct Rates {
    pub gap: f64,
    pub speed: f64,
    pub(super) content: Vec<f64>,
    pub elastic: Vec<f64>,
    pub(super) powers: Powers,
}

/// A trial film and all that follows from its unknowns: total pressures, thicknesses and speed.
#[derive(Debug, Clone, Default)]
pub(super) struct Trial {
    /// Film plus asperity pressure per ring \[Pa\]: unknowns.
    pub total: Vec<f64>,
    /// Speed at which sphere and wall part [m/s]: unknown.
    pub speed: f64,
    /// The sphere's own [m/s].
    pub(super) own_speed: f64,
    /// Speed at which the wall recedes [m/s], and its derivative by the force [m/(N s)].
    pub(super) receding: [f64; 2],
    pub gap: f64,
    /// Film thickness per ring \[m\]: unknown.
    pub(super) thickness: Vec<f64>,
    /// Error of the thickness in the elastic relation \[m\].
    pub(super) defect: Vec<f64>,
    pub elastic: Vec<f64>,
    pub pressure: Vec<f64>,
    /// The liquid under its pressure, per ring.
    pub liquid: Vec<Compressed>,
    /// By which factor heat has raised the fluidity, per ring.
    pub(super) thinner: Vec<f64>,
    /// `dp_a/dh` per ring [Pa/m].
    pub(super) stiffness: Vec<f64>,
    /// Faces `1 … N`.
    pub(super) fluxes: Vec<FaceFlux>,
    /// Liquid that enters from outside [m³/s], per ring.
    inflow: Vec<f64>,
    pub(super) tail: Tail,
    /// Force of film, tail and asperities \[N\].
    pub force: f64,
    /// Acceleration of the sphere [m/s²], and its derivatives with respect to `h₀` and `V`.
    pub(super) acceleration: [f64; 3],
    /// Its derivative with respect to the sphere's own speed [1/s], part of the last.
    pub(super) damping: f64,
}

impl Base {
    pub(super) fn new(rings: usize) -> Self {
        Self { content: vec![0.0; rings], elastic: vec![0.0; rings], ..Self::default() }
    }

    /// `state + Σ duration · rates`, of a sphere that has its `own_speed` [m/s].
    pub(super) fn set(&mut self, (state, own_speed): (&FilmState, f64), steps: &[(f64, &Rates)]) {
        self.gap = state.gap;
        self.speed = own_speed;
        self.content.copy_from_slice(&state.content);
        self.elastic.copy_from_slice(&state.elastic_pressure);
        for (duration, rates) in steps {
            self.gap += duration * rates.gap;
            self.speed += duration * rates.speed;
            add_scaled(&mut self.content, *duration, &rates.content);
            add_scaled(&mut self.elastic, *duration, &rates.elastic);
        }
    }
}

impl Rates {
    pub(super) fn new(rings: usize) -> Self {
        Self { content: vec![0.0; rings], elastic: vec![0.0; rings], ..Self::default() }
    }
}

/// `x += a y`.
pub(super) fn add_scaled(x: &mut [f64], a: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += a * y);
}

impl Trial {
    pub(super) fn new(rings: usize) -> Self {
        let zeros = || vec![0.0; rings];
        Self {
            total: zeros(),
            thickness: zeros(),
            defect: zeros(),
            elastic: zeros(),
            pressure: zeros(),
            liquid: vec![Compressed::default(); rings],
            thinner: vec![1.0; rings],
            stiffness: zeros(),
            fluxes: vec![FaceFlux::default(); rings],
            inflow: zeros(),
            ..Self::default()
        }
    }

    /// First guess from two earlier films, `self = last + reach (last − first)`; thickness by ratios, so that it
    /// stays positive.
    pub(super) fn guess(&mut self, last: &Trial, first: &Trial, reach: f64) {
        self.speed = last.speed + reach * (last.speed - first.speed);
        for i in 0..self.total.len() {
            self.total[i] = last.total[i] + reach * (last.total[i] - first.total[i]);
            self.thickness[i] = last.thickness[i] * (last.thickness[i] / first.thickness[i]).powf(reach);
        }
    }

    /// Takes over a state; afterwards all but `elastic` and `thickness`, which the state knows, is evaluated.
    pub(super) fn take(&mut self, film: &FilmSetup, state: &FilmState, outer: &Outer) {
        self.speed = state.speed;
        self.gap = state.gap;
        self.thickness.copy_from_slice(&state.thickness);
        self.elastic.copy_from_slice(&state.elastic_pressure);
        self.pressure.copy_from_slice(&state.pressure);
        self.set_thinner(film, state);
        self.set_inflow(film, state.time);
        for i in 0..self.total.len() {
            let solid = film.properties.roughness.at(self.thickness[i], film.properties.modulus);
            self.total[i] = self.pressure[i] + solid.pressure;
            self.stiffness[i] = solid.slope;
        }
        self.flow(film, outer);
    }

    /// Takes the temperature of a state.
    pub(super) fn set_thinner(&mut self, film: &FilmSetup, state: &FilmState) {
        if let (Some(heating), Some(warmth)) = (&film.properties.heating, &state.warmth) {
            self.thinner.iter_mut().enumerate().for_each(|(i, thinner)| *thinner = warmth.thinner(heating, i));
        }
    }

    /// Takes the liquid that enters at a time \[s\].
    pub(super) fn set_inflow(&mut self, film: &FilmSetup, time: f64) {
        if let Some(inflow) = film.inflow {
            let rings = film.grid.faces.windows(2);
            self.inflow.iter_mut().zip(rings).for_each(|(here, ring)| *here = inflow(ring[0], ring[1], time));
        }
    }

    /// Evaluates the film from the unknowns `total`, `thickness` and `speed` at the end of an implicit stage: `h₀`,
    /// `p_e`, the defect of `h = h₀ + r²/2a + G p_e`, `p`, fluxes, force and acceleration.
    pub(super) fn evaluate(&mut self, problem: &StageProblem, base: &Base) {
        let film = problem.film;
        let share = problem.elastic_share();
        self.gap = base.gap + problem.duration * self.speed;
        for i in 0..self.total.len() {
            self.elastic[i] = share * self.total[i] + (1.0 - share) * base.elastic[i];
        }
        for i in 0..self.total.len() {
            let deflection = dot(film.influence_row(i), &self.elastic);
            self.defect[i] = self.gap + film.parabola[i] + deflection - self.thickness[i];
            let solid = film.properties.roughness.at(self.thickness[i], film.properties.modulus);
            self.pressure[i] = self.total[i] - solid.pressure;
            self.stiffness[i] = solid.slope;
        }
        self.flow(film, problem.outer);
    }

    /// Fluxes, tail, force and acceleration from thickness, pressure, gap and speed.
    fn flow(&mut self, film: &FilmSetup, outer: &Outer) {
        let law = film.properties.pressure_viscosity;
        let viscosity = film.properties.viscosity;
        self.tail = film.tail(self.gap, self.speed);
        let liquid = film.properties.compressibility;
        self.liquid.iter_mut().zip(&self.pressure).for_each(|(liquid_here, p)| *liquid_here = liquid.at(*p));
        let channel = Channel { thinning: film.properties.shear_thinning, roughness: film.properties.roughness };
        let side = |thickness: f64, pressure: f64, liquid: Compressed, thinner: f64| {
            let (fluidity, slope) = law.fluidity(viscosity, pressure);
            Side { thickness, pressure, fluidity: [thinner * fluidity, thinner * slope], liquid }
        };
        let ring = |i: usize| side(self.thickness[i], self.pressure[i], self.liquid[i], self.thinner[i]);
        let mut inner = ring(0);
        for i in 0..film.faces.len() {
            let outer = match i + 1 < film.faces.len() {
                true => ring(i + 1),
                false => {
                    let edge = self.tail.pressure[0];
                    Side { fluidity: [1.0 / viscosity, 0.0], ..side(self.tail.thickness, edge, liquid.at(edge), 1.0) }
                }
            };
            self.fluxes[i] = film.faces[i].flux(inner, outer, channel);
            inner = outer;
        }
        self.force = film.grid.integral(&self.total) + self.tail.force[0];
        self.receding = film.properties.wall.rate(self.force);
        self.own_speed = self.speed - self.receding[0];
        let (resolved, by_gap, by_speed) = outer.resolved(&film.properties, self.gap, self.own_speed);
        self.acceleration = [
            (outer.force - outer.damping * self.own_speed + self.force + resolved) / outer.inertia,
            (self.tail.force[1] + by_gap) / outer.inertia,
            (self.tail.force[2] + by_speed - outer.damping) / outer.inertia,
        ];
        self.damping = (by_speed - outer.damping) / outer.inertia;
    }

    /// Outward flux less inward flux of ring `i` and less what enters it, m³/s.
    pub(super) fn divergence(&self, i: usize) -> f64 {
        self.fluxes[i].flux - if i > 0 { self.fluxes[i - 1].flux } else { 0.0 } - self.inflow[i]
    }

    /// Rates of change and powers of this film.
    pub(super) fn rates(&self, film: &FilmSetup, into: &mut Rates) {
        let rings = self.total.len();
        let relaxation = film.properties.relaxation_time;
        into.gap = self.speed;
        into.speed = self.acceleration[0];
        for i in 0..rings {
            into.content[i] = -self.divergence(i) / film.grid.areas[i];
            into.elastic[i] = if relaxation > 0.0 { (self.total[i] - self.elastic[i]) / relaxation } else { 0.0 };
        }
        let mut solid = 0.0;
        if relaxation > 0.0 {
            for i in 0..rings {
                let receding = dot(film.influence_row(i), &into.elastic);
                solid += film.grid.areas[i] * relaxation * into.elastic[i] * receding;
            }
        }
        let viscous = self.fluxes.iter().map(|flux| flux.heat).sum();
        let efflux = self.fluxes[rings - 1].flux;
        let tail = self.tail.pressure[0] * efflux - self.tail.force[0] * self.speed;
        let plate = self.force * self.receding[0];
        into.powers = [self.force * self.speed, viscous, tail, solid, efflux, self.force, plate];
    }
}

/// Scalar product with four running sums, in fixed order.
pub(super) fn dot(x: &[f64], y: &[f64]) -> f64 {
    let (mut sums, whole) = ([0.0; 4], x.len() / 4 * 4);
    for (x, y) in x[..whole].chunks_exact(4).zip(y[..whole].chunks_exact(4)) {
        (0..4).for_each(|k| sums[k] += x[k] * y[k]);
    }
    let rest: f64 = x[whole..].iter().zip(&y[whole..]).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}
