//! A sphere that moves along a wall, or spins beside it, in creeping flow.

use super::bodies::{unit_sphere, vessel};
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::fields::Parts;
use wetbounce_physics::flow::immersed::ImmersedFlow;
use wetbounce_physics::flow::setup::{AzimuthalSetup, ImmersedSetup};
use wetbounce_physics::flow::setup::{MarkedSphere, MarkerSpec};
use wetbounce_physics::flow::stokes::Ends;
use wetbounce_physics::grid::RadialGrid;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::problem::Problem;

/// Steady Stokes flow in azimuthal mode 1, as in [`super::approach`]: one step so long that inertia vanishes, on the
/// grid that a case with the default resolution would have, in a container of 40 D.
#[derive(Debug, Clone, PartialEq)]
pub struct WallParallel {
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Smallest gap of the grid, in diameters.
    pub smallest_gap: f64,
}

/// Force and torque at one gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParallelDrag {
    /// Gap over radius.
    pub gap_over_a: f64,
    /// Drag of translation over `6πμaU`.
    pub translation_force: f64,
    /// Torque of translation over `8πμa²U`.
    pub translation_torque: f64,
    /// Force of rotation over `6πμa²Ω`; 4/3 of the torque of translation (Lorentz' reciprocal theorem).
    pub rotation_force: f64,
    /// Torque of rotation over `8πμa³Ω`.
    pub rotation_torque: f64,
}

impl WallParallel {
    /// The problem whose grid follows gaps up to `largest` (over the radius).
    pub fn problem(&self, largest: f64) -> Problem {
        let mut problem = unit_sphere();
        problem.vessel = vessel(&problem, 40.0, 40.0);
        problem.start.gap = 0.5 * largest;
        problem.resolution.cells_per_diameter = self.cells_per_diameter;
        problem.resolution.smallest_gap = self.smallest_gap;
        problem.settled()
    }

    /// Force and torque at gaps over radius, none below the smallest gap.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn drag(&self, gaps_over_a: &[f64]) -> Result<Vec<ParallelDrag>, Failure> {
        let problem = self.problem(gaps_over_a.iter().copied().fold(0.0, f64::max));
        let markers = MarkerSpec::standard(1.0 / f64::from(self.cells_per_diameter)).in_three_dimensions();
        let space = build::domain(&problem);
        let setup = ImmersedSetup {
            radial: RadialGrid::graded(&space.radial(&problem.resolution)),
            spheres: vec![MarkedSphere { diameter: 1.0, markers }],
            kinematic_viscosity: 1.0,
            ends: Ends { bottom_no_slip: true, top_no_slip: false },
            side_no_slip: false,
            tolerance: 1e-7,
            azimuthal: Some(AzimuthalSetup {
                parts: Parts::symmetric(1),
                markers,
                tolerance: 1e-7,
                unit_tolerance: 1e-8,
            }),
        };
        let mut flow = ImmersedFlow::new(setup, space.map(&problem.resolution));
        gaps_over_a.iter().map(|&gap_over_a| drag_at(&mut flow, gap_over_a)).collect()
    }
}

fn drag_at(flow: &mut ImmersedFlow, gap_over_a: f64) -> Result<ParallelDrag, Failure> {
    const FOREVER: f64 = 1e12;
    let (a, gap) = (0.5_f64, 0.5 * gap_over_a);
    let failed = |cause| Failure::NoSlip { time: 0.0, gap, cause };
    let force = flow.azimuthal(|flow| flow.lateral_from_rest(gap, FOREVER)).map_err(failed)?.planar(0).per_speed;
    Ok(ParallelDrag {
        gap_over_a,
        translation_force: force[(0, 0)] / (6.0 * PI * a),
        translation_torque: force[(1, 0)] / (8.0 * PI * a * a),
        rotation_force: force[(0, 1)] / (6.0 * PI * a * a),
        rotation_torque: force[(1, 1)] / (8.0 * PI * a.powi(3)),
    })
}

/// Stokes drag and torque of a sphere that moves along a wall or spins beside it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlongWall {
    /// Gaps over diameter.
    pub gaps: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Smallest gap of the grid over diameter.
    pub smallest_gap: f64,
}

impl Experiment for AlongWall {
    fn measure(&self, _: &Path) -> Results {
        let Self { gaps, cells_per_diameter, smallest_gap } = self;
        let wall = WallParallel { cells_per_diameter: *cells_per_diameter, smallest_gap: *smallest_gap };
        let drag = wall.drag(&gaps.iter().map(|gap| 2.0 * gap).collect::<Vec<_>>())?;
        let mut measured = Vec::new();
        for (d, gap) in drag.iter().zip(gaps) {
            let mut add = |key: &str, value| measured.push(Measured::number(key, value).at(&[gap]));
            add("translation_drag", d.translation_force);
            add("translation_torque", d.translation_torque);
            add("rotation_torque", d.rotation_torque);
        }
        let asymmetry = |d: &ParallelDrag| (d.rotation_force / (4.0 / 3.0 * d.translation_torque) - 1.0).abs();
        let worst = drag.iter().map(asymmetry).fold(0.0, f64::max);
        measured.push(Measured::number("reciprocity_error", worst));
        Ok(measured)
    }
}
