//! Free fall of a sphere with its wake in three dimensions: straight, oblique, oscillating, irregular.

use super::bodies::floating;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::fall::{FallingMotion, FreeFall as MeanPath};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::model::Simulation;
use wetbounce_physics::problem::{Problem, Symmetry};

/// A sphere that is released from rest and pushed sideways for a short time. Diameter and `√(|ρ_p/ρ − 1| g D)` are 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeFall {
    /// Galileo number `√(|ρ_p/ρ − 1| g D³)/ν`.
    pub galileo: f64,
    /// Density ratio `ρ_p/ρ`.
    pub density_ratio: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Highest azimuthal wavenumber.
    pub azimuthal_modes: u32,
    /// Time at the end.
    pub time: f64,
    /// Whether there is no plane of symmetry: a second push follows the first one at a right angle.
    #[serde(default)]
    pub without_plane: bool,
}

impl Experiment for FreeFall {
    /// Means over the last third of the time, and how steady it is.
    ///
    /// # Errors
    /// As [`Self::fall`].
    fn measure(&self, _: &Path) -> Results {
        let path = self.fall()?;
        let [x, y] = path.lateral;
        let (speed, lateral) = ("√(|ρ_p/ρ − 1| g D)", x.hypot(y));
        let mut measured = vec![
            Measured::new("speed", speed, path.speed),
            Measured::number("reynolds", self.galileo * path.speed.hypot(lateral)),
            Measured::new("lateral_speed", speed, lateral),
            Measured::new("angle", "°", path.angle),
            Measured::new("spin", "√(|ρ_p/ρ − 1| g/D)", path.spin.abs()),
            Measured::new("lateral_change", speed, path.lateral_change.abs()),
            Measured::new("lateral_amplitude", speed, path.lateral_amplitude),
        ];
        measured.extend(path.frequency.map(|frequency| Measured::new("frequency", "√(|ρ_p/ρ − 1| g/D)", frequency)));
        if self.without_plane {
            measured.push(Measured::new("horizontal_speed", speed, path.lateral_size));
            measured.push(Measured::new("turn", "°", path.turn));
        }
        Ok(measured)
    }
}

impl FreeFall {
    /// The fall.
    pub fn problem(&self) -> Problem {
        let excess = self.density_ratio - 1.0;
        let gravity = 1.0 / excess.abs();
        let drive = excess.abs() * gravity;
        let mut problem = floating(drive.sqrt() / self.galileo);
        problem.sphere.density = self.density_ratio;
        problem.gravity = gravity.copysign(excess);
        (problem.start.start, problem.start.perturbation) = (Start::Falling, 0.1);
        problem.until.time = Some(self.time);
        problem.resolution.cells_per_diameter = self.cells_per_diameter;
        problem.resolution.azimuthal_modes = self.azimuthal_modes;
        problem.resolution.symmetry = if self.without_plane { Symmetry::None } else { Symmetry::Plane };
        problem.settled()
    }

    /// The path over the last third of the time.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn fall(&self) -> Result<MeanPath, ExperimentFailure> {
        let mut simulation = Simulation::new(self.problem())?;
        let [mut time, mut axial, mut x, mut y, mut spin] = [(); 5].map(|()| vec![0.0]);
        while simulation.stop().is_none() {
            simulation.advance()?;
            let (moment, along) = (simulation.moment(), simulation.lateral_motion().unwrap_or_default());
            time.push(moment.time);
            axial.push(moment.velocity);
            x.push(along.velocity);
            spin.push(along.spin);
            y.push(simulation.state.coupled.body.along(1).velocity);
        }
        MeanPath::of(&FallingMotion { time: &time, axial: &axial, lateral: [&x, &y], spin: &spin })
            .ok_or_else(|| ExperimentFailure::Case("the run is too short for means".to_owned()))
    }
}
