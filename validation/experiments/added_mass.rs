//! Inertia of the liquid around an accelerating sphere.
//!
//! One backward-Euler step `Δt` from rest is the Laplace transform of the motion at `1/Δt`, without any error in time.
//! In an unbounded liquid the force on the liquid (that inside of the sphere included) per acceleration is then exactly
//! (Stokes 1851, with `λ = √(νΔt)/a` the thickness of the layer of vorticity over the radius)
//!
//! ```text
//! F Δt/(m_l V) = 1 + ½ + 9/2 λ + 9/2 λ²      inside, added mass, history, drag
//! ```
//!
//! so the added mass is the limit for `λ → 0`. Below one cell no-slip markers drag a layer of the kernel's width along,
//! and the computed liquid is too heavy; a run gives the excess back ([`UnresolvedLayer`], [`LiquidInertia::worst`]).
//!
//! *Held or moving.* The computed liquid fills the sphere and moves with it. A sphere that accelerates through liquid
//! at rest feels `m_l dV/dt − f`, with `f` the force on the markers; one that is held while liquid accelerates past it,
//! in which the liquid inside stays at rest, feels `−f`. Both must give the same added mass: [`held_or_moving`]
//! compares `f` in both descriptions, [`LiquidInertia::measure`] the momentum of the liquid inside with `m_l V`.

use super::bodies::{unit_sphere, vessel};
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use ndarray::Array2;
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::body::dof::{Dof, NORMAL, along_normal};
use wetbounce_physics::flow::immersed::ImmersedFlow;
use wetbounce_physics::flow::level::Bdf2;
use wetbounce_physics::flow::level::Frame;
use wetbounce_physics::flow::level::{NewSpeed, NextLevel};
use wetbounce_physics::grid::{AxialGrid, RadialGrid};
use wetbounce_physics::model::measured_grid::measure_grid;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::motion::unresolved_layer::UnresolvedLayer;
use wetbounce_physics::problem::Problem;

const DIAMETER: f64 = 1.0;
const RADIUS: f64 = 0.5 * DIAMETER;
const VOLUME: f64 = PI / 6.0;

/// A sphere of diameter 1 that starts impulsively, in a container of 10 D radius and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiquidInertia {
    /// Gap over diameter.
    pub gap_over_d: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Size of a cell over its neighbour's, out of the film.
    pub film_growth: f64,
}

/// What a step of given layer thickness shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inertia {
    /// `F Δt/(m_l V) − 1`: everything but the liquid inside, as a multiple of `m_l`.
    pub coefficient: f64,
    /// Momentum of the liquid inside of the sphere over `m_l V`.
    pub inside: f64,
    /// The same as `coefficient`, less the part that the layer below the grid gives back ([`UnresolvedLayer`]).
    pub corrected: f64,
}

/// Added mass and history coefficients, extrapolated to vanishing layers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThinLayer {
    /// Added mass over displaced mass, `C_M`.
    pub added_mass: f64,
    /// Basset's force over the one in an unbounded liquid.
    pub history: f64,
}

impl LiquidInertia {
    /// With the growth out of the film that a case has by default.
    pub fn new(gap_over_d: f64, cells_per_diameter: u32) -> Self {
        Self { gap_over_d, cells_per_diameter, film_growth: 1.08 }
    }

    /// The problem whose grid the sphere starts in.
    pub fn problem(&self) -> Problem {
        let mut problem = unit_sphere();
        problem.vessel = vessel(&problem, 10.0, 10.0 + self.gap_over_d);
        problem.start.gap = self.gap_over_d;
        let resolution = &mut problem.resolution;
        (resolution.cells_per_diameter, resolution.film_growth) = (self.cells_per_diameter, self.film_growth);
        resolution.smallest_gap = 0.02;
        problem.settled()
    }

    fn flow(&self) -> Result<(ImmersedFlow, UnresolvedLayer), Failure> {
        let problem = self.problem();
        let (mut setup, mut flow) = (build::coupled(&problem)?, build::flow(&problem)?);
        measure_grid(&problem, &mut setup, &mut flow)?;
        Ok((flow, setup.layers.normal))
    }

    /// The inertia with a layer of `layer` radii.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn measure(&self, layer: f64) -> Result<Inertia, Failure> {
        let (mut flow, unresolved) = self.flow()?;
        Self::step(&mut flow, &unresolved, self.gap_over_d, layer)
    }

    fn step(flow: &mut ImmersedFlow, unresolved: &UnresolvedLayer, gap: f64, layer: f64) -> Result<Inertia, Failure> {
        let mut state = flow.at_rest(gap);
        let dt = layer * layer * RADIUS * RADIUS;
        let failed = |cause| Failure::NoSlip { time: 0.0, gap, cause };
        let response = flow.respond(&mut state, NextLevel::new(dt, gap, NewSpeed::any())).map_err(failed)?;
        let force = response.force().scalar(NORMAL);
        response.finish(&[along_normal(1.0), Dof::zeros()]);
        let coefficient = force.per_speed * dt / VOLUME - 1.0;
        let inside = momentum_inside(&flow.setup.radial, &state.flow.grid_now, gap + RADIUS, &state.flow.now[0].w);
        let excess = unresolved.grid_error(1.0 / dt) / VOLUME;
        Ok(Inertia { coefficient, inside: inside / VOLUME, corrected: coefficient - excess })
    }

    /// The largest departure of the corrected inertia from the exact one in unbounded liquid, in multiples of `m_l`,
    /// for layers of 0.03 to 2 cells.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn worst(&self) -> Result<f64, Failure> {
        let (mut flow, unresolved) = self.flow()?;
        let mut worst = 0.0_f64;
        for cells in [0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.0] {
            let layer = 2.0 * cells / f64::from(self.cells_per_diameter);
            let found = Self::step(&mut flow, &unresolved, self.gap_over_d, layer)?.corrected;
            worst = worst.max((found - 0.5 - 4.5 * layer * (1.0 + layer)).abs());
        }
        Ok(worst)
    }

    /// Fits `C_M + 9/2 B λ + c λ²` through three layers of 0.03, 0.045 and 0.0675 radii.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn extrapolate(&self) -> Result<ThinLayer, Failure> {
        let layers = [0.03, 0.045, 0.0675];
        let (mut flow, unresolved) = self.flow()?;
        let mut values = [0.0; 3];
        for (value, layer) in values.iter_mut().zip(layers) {
            *value = Self::step(&mut flow, &unresolved, self.gap_over_d, layer)?.coefficient;
        }
        let slope = |i: usize, j: usize| (values[j] - values[i]) / (layers[j] - layers[i]);
        let curvature = (slope(1, 2) - slope(0, 1)) / (layers[2] - layers[0]);
        let linear = slope(0, 1) - curvature * (layers[0] + layers[1]);
        let added_mass = values[0] - layers[0] * (linear + curvature * layers[0]);
        Ok(ThinLayer { added_mass, history: linear / 4.5 })
    }
}

/// `∫ w dV` over the sphere with its centre at height `centre`; cells cut by its surface count with the part inside.
fn momentum_inside(radial: &RadialGrid, axial: &AxialGrid, centre: f64, w: &Array2<f64>) -> f64 {
    const PARTS: usize = 10;
    let mut sum = 0.0;
    for j in 1..axial.len() {
        let (low, height) = (axial.centres[j - 1], axial.spacing[j]);
        for i in 0..radial.len() {
            let (inner, width) = (radial.faces[i], radial.widths[i]);
            let mut inside = 0.0;
            for part in 0..PARTS * PARTS {
                let r = inner + width * ((part / PARTS) as f64 + 0.5) / PARTS as f64;
                let z = low + height * ((part % PARTS) as f64 + 0.5) / PARTS as f64 - centre;
                if r * r + z * z < RADIUS * RADIUS {
                    inside += r;
                }
            }
            sum += 2.0 * PI * inside * width * height / (PARTS * PARTS) as f64 * w[(j, i)];
        }
    }
    sum
}

/// Gap over diameter at which a sphere begins to accelerate.
const GAP: f64 = 8.0;

/// A sphere far from all walls of a container of 8 D radius.
pub fn accelerated(cells_per_diameter: u32, reynolds: f64) -> Problem {
    let mut problem = unit_sphere();
    problem.vessel = vessel(&problem, 8.0, 17.0);
    problem.start.gap = GAP;
    problem.liquid.viscosity = 1.0 / reynolds;
    problem.resolution.cells_per_diameter = cells_per_diameter;
    problem.resolution.smallest_gap = 0.5;
    problem.settled()
}

/// The force on the markers of a sphere at constant acceleration, over `m_l` times the acceleration, after it has moved
/// `travel` diameters: first where the sphere moves through the grid's container, then where it is held and the liquid
/// streams past. The Reynolds number at the end is `reynolds`.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn held_or_moving(cells_per_diameter: u32, reynolds: f64, travel: f64) -> Result<[f64; 2], Failure> {
    let problem = accelerated(cells_per_diameter, reynolds);
    let duration = 2.0 * travel;
    let acceleration = -1.0 / duration;
    let steps = (8.0 * travel * f64::from(cells_per_diameter)) as usize;
    let mut forces = [0.0; 2];
    for (held, force) in forces.iter_mut().enumerate() {
        let mut flow = build::flow(&problem)?;
        let mut state = flow.at_rest(GAP);
        let place = |step: f64| 0.5 * acceleration * (step * duration / steps as f64).powi(2);
        for step in 1..=steps {
            let dt = duration / steps as f64;
            let [new, now, old] = [0.0, 1.0, 2.0].map(|back| place((step as f64 - back).max(0.0)));
            let bdf = Bdf2::new(dt, state.flow.dt_before);
            let (gap, frame) = if held == 1 { (GAP, bdf.rate(new, now, old)) } else { (GAP + new, 0.0) };
            let speed = acceleration * step as f64 * dt;
            let frame = Frame::axial(frame);
            let level = NextLevel { frame, ..NextLevel::new(dt, gap, NewSpeed::known(speed)) };
            let response = flow.respond(&mut state, level).map_err(|cause| Failure::NoSlip {
                time: step as f64 * dt,
                gap,
                cause,
            })?;
            let on_liquid = response.force().scalar(NORMAL);
            response.finish(&[along_normal(speed), Dof::zeros()]);
            *force = on_liquid.at_rest / (VOLUME * acceleration);
        }
    }
    Ok(forces)
}

/// Added mass and history force from impulsive starts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddedMass {
    /// Gaps over diameter.
    pub gaps: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

impl Experiment for AddedMass {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &gap_over_d in &self.gaps {
            let layer = LiquidInertia::new(gap_over_d, self.cells_per_diameter).extrapolate()?;
            measured.push(Measured::new("added_mass", "m_l", layer.added_mass).at(&[&gap_over_d]));
            measured.push(Measured::number("history_factor", layer.history).at(&[&gap_over_d]));
        }
        let inside = LiquidInertia::new(10.0, 24).measure(0.1)?.inside;
        measured.push(Measured::new("momentum_inside", "m_l V", inside));
        let worst = LiquidInertia::new(10.0, 24).worst()?;
        measured.push(Measured::new("inertia_error", "m_l", worst));
        for film_growth in [1.08, 1.04, 1.02] {
            let near = LiquidInertia { film_growth, ..LiquidInertia::new(0.05, 24) }.measure(0.0025)?.corrected;
            measured.push(Measured::new("inertia_near_wall", "m_l", near).at(&[&film_growth]));
        }
        Ok(measured)
    }
}

/// The same acceleration of sphere or of liquid.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOrMoving {
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

impl Experiment for HeldOrMoving {
    fn measure(&self, _: &Path) -> Results {
        let [moving, held] = held_or_moving(self.cells_per_diameter, 50.0, 1.0)?;
        Ok(vec![Measured::number("held_over_moving", held / moving)])
    }
}
