//! Drag of a sphere held in a uniform stream.

use super::bodies::floating;
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use crate::analysis::convergence::power_law;
use crate::analysis::stream::StreamScale;
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::dof::NORMAL;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::model::{Failure, Simulation};
use wetbounce_physics::problem::Problem;

/// A sphere held in a stream of unit speed, with the defaults of a problem: a domain so large and a way so long that
/// neither doubling changes the drag by more than 0.2 %. The blockage falls like the square of the radius at high
/// Reynolds numbers and like its inverse at low ones, where the Oseen length `D/Re` rules. Where there is a wake, cells
/// grow in r by half of a case's default beside a wall: the shear layer beside the sphere asks for it (0.6 % of the
/// drag at Re 200 and 24 cells per diameter).
#[derive(Debug, Clone, PartialEq)]
pub struct TowedSphere(Problem);

impl TowedSphere {
    /// At a Reynolds number, on a grid.
    pub fn standard(reynolds: f64, cells_per_diameter: u32) -> Self {
        let mut problem = floating(1.0 / reynolds);
        problem.start.start = Start::Held { speed: 1.0 };
        problem.resolution.cells_per_diameter = cells_per_diameter;
        Self(problem.settled())
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.0
    }

    /// The same with everything twice as large as `self` and the way twice as long.
    pub fn doubled(mut self) -> Self {
        let Problem { start, vessel, until, sphere, .. } = &mut self.0;
        vessel.radius *= 2.0;
        vessel.height = 2.0 * vessel.height - sphere.diameter;
        start.gap *= 2.0;
        until.time = until.time.map(|time| 2.0 * time);
        self
    }

    /// The same with the growth that a problem has by default beside a wall.
    pub fn with_default_growth(mut self) -> Self {
        (self.0.resolution.radial_growth, self.0.resolution.axial_growth) = (1.06, 1.06);
        self
    }

    /// Tows the sphere; its drag coefficient at the end, `F/(½ρU² πD²/4)`.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn drag(&self) -> Result<f64, Failure> {
        let (force, mut drag) = (StreamScale::of(&self.0).force(), f64::NAN);
        let mut simulation = Simulation::new(self.0.clone())?;
        while simulation.stop().is_none() {
            drag = simulation.advance()?.loads.hydrodynamic[NORMAL] / force;
        }
        Ok(drag)
    }
}

/// Drag of a sphere in a stream at one Reynolds number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drag {
    /// `Re = U D/ν`.
    pub reynolds: f64,
    /// Cells per diameter, coarse to fine; an order is found from three or more.
    pub cells_per_diameter: Vec<u32>,
    /// The grid on which the domain is doubled.
    pub doubled: Option<u32>,
}

impl Experiment for Drag {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        let (mut sizes, mut values) = (Vec::new(), Vec::new());
        for &cells in &self.cells_per_diameter {
            let towed = TowedSphere::standard(self.reynolds, cells);
            let drag = towed.drag()?;
            measured.push(Measured::number("drag", drag).at(&[&cells]));
            if self.doubled == Some(cells) {
                let change = (towed.clone().doubled().drag()? / drag - 1.0).abs();
                measured.push(Measured::number("change_on_doubling", change));
            }
            if cells == 24 {
                let coarse = towed.with_default_growth().drag()?;
                measured.push(Measured::number("drag_on_default_growth", coarse));
            }
            sizes.push(1.0 / f64::from(cells));
            values.push(drag);
        }
        if let [.., before, last] = values[..] {
            measured.push(Measured::number("change_on_refinement", (last / before - 1.0).abs()));
        }
        if let Some(fit) = power_law(&values, &sizes) {
            measured.push(Measured::number("order", fit.order));
            measured.push(Measured::number("drag_extrapolated", fit.limit));
        }
        Ok(measured)
    }
}
