//! Two equal spheres led in line through liquid at rest, the second in the wake of the first.

use super::drag::TowedSphere;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::stream::StreamScale;
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::dof::NORMAL;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::model::Simulation;
use wetbounce_physics::problem::{Liquid, Preset, Problem, Second, Sphere, Surroundings};

/// Drag of both of two spheres in line in a stream, over that of a single one.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairDrafting {
    /// `Re = U D/ν`.
    pub reynolds: Vec<f64>,
    /// Gaps between the surfaces, in diameters.
    pub gaps: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// The way that they are led, in diameters, besides the distance of their centres, which the wake has to cross.
    pub way: f64,
    /// Cells per diameter of a second grid, for the last Reynolds number and the first gap.
    pub finer: u32,
    /// Radius of a second container, in diameters, for the first Reynolds number and the last gap.
    pub wider: f64,
}

/// Drags over that of a single sphere on the same cells.
struct InLine {
    /// Of the leading sphere and of the following one.
    drags: [f64; 2],
    /// How far the following one's lies from that at four fifths of the way, relatively.
    drift: f64,
}

impl PairDrafting {
    /// Two spheres of unit diameter without weight that are led downwards with unit speed, at a Reynolds number and a
    /// gap (in diameters), on a grid in a container with this radius (in diameters).
    pub fn problem((reynolds, gap): (f64, f64), (cells, radius): (u32, f64)) -> Problem {
        let sphere = Sphere { diameter: 1.0, density: 2.0, elastic: Preset::Steel.elastic() };
        let second = Second { sphere, fixed: false, velocity: -1.0 };
        let mut problem = Problem::open(sphere, Liquid::newtonian(1.0, 1.0 / reynolds), Surroundings::Pair(second));
        problem.gravity = 0.0;
        problem.start.gap = gap;
        problem.start.start = Start::Prescribed { speed: 1.0, free_gap: 0.1, ramp: f64::NAN, run_up: f64::NAN };
        problem.vessel.radius = radius;
        problem.resolution.cells_per_diameter = cells;
        problem.until.time = Some(1e3);
        problem.settled()
    }

    /// Leads them, on a grid in a container with this radius (in diameters), beside a drag coefficient of a `single`
    /// one.
    fn led(&self, at: (f64, f64), grid: (u32, f64), single: f64) -> Result<InLine, ExperimentFailure> {
        let problem = Self::problem(at, grid);
        let (single, end) = (StreamScale::of(&problem).force() * single, self.way + 1.0 + at.1);
        let mut simulation = Simulation::new(problem)?;
        let (mut drags, mut before) = ([f64::NAN; 2], f64::NAN);
        while simulation.moment().time < end {
            simulation.advance()?;
            let body = &simulation.state.coupled.body;
            drags = [&body.counterpart.loads, &body.loads].map(|loads| loads.liquid(NORMAL) / single);
            if simulation.moment().time < 0.8 * end {
                before = drags[1];
            }
        }
        Ok(InLine { drags, drift: (drags[1] / before - 1.0).abs() })
    }
}

/// Radius of the container, in diameters.
const RADIUS: f64 = 20.0;

impl Experiment for PairDrafting {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        let (mut drift, mut finer, mut wider) = (0.0_f64, f64::NAN, f64::NAN);
        for (i, &reynolds) in self.reynolds.iter().enumerate() {
            let single = |cells: u32| TowedSphere::standard(reynolds, cells).drag().map_err(ExperimentFailure::from);
            let (cells, alone) = (self.cells_per_diameter, single(self.cells_per_diameter)?);
            for (j, &gap) in self.gaps.iter().enumerate() {
                let at = (reynolds, gap);
                let found = self.led(at, (cells, RADIUS), alone)?;
                drift = drift.max(found.drift);
                for (which, drag) in ["leading", "following"].into_iter().zip(found.drags) {
                    measured.push(Measured::number("drag", drag).at(&[&which, &reynolds, &gap]));
                }
                let change = |other: &InLine| (other.drags[1] / found.drags[1] - 1.0).abs();
                if (i + 1, j) == (self.reynolds.len(), 0) {
                    finer = change(&self.led(at, (self.finer, RADIUS), single(self.finer)?)?);
                }
                if (i, j + 1) == (0, self.gaps.len()) {
                    wider = change(&self.led(at, (cells, self.wider), alone)?);
                }
            }
        }
        for (on, change) in [("last_fifth", drift), ("finer_cells", finer), ("wider_container", wider)] {
            measured.push(Measured::number("change", change).at(&[&on]));
        }
        Ok(measured)
    }
}
