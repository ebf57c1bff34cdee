//! Forces on two spheres that move along their line of centres in creeping flow.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::immersed::ImmersedFlow;
use wetbounce_physics::flow::level::NewSpeed;
use wetbounce_physics::flow::stokes::Ends;
use wetbounce_physics::liquid::{CutoffLaw, FilmCounterpart, FilmCutoff, ImmersedSphere};
use wetbounce_physics::model::Failure;
use wetbounce_physics::model::domain::Domain;
use wetbounce_physics::motion::subgrid_film::ResolvedFilm;
use wetbounce_physics::motion::subgrid_film::{FilmBelowGrid, SubgridFilm};
use wetbounce_physics::problem::{Floor, Resolution};

/// Distance of the sides and ends of the grid, in diameters of the wider sphere: they change the forces by 0.1 % at
/// most.
const ROOM: f64 = 2000.0;
/// The largest cell, in the same unit.
const LARGEST_CELL: f64 = 250.0;

/// Two spheres in unbounded liquid in steady Stokes flow: the first, of unit diameter, moves towards the second, which
/// is held. The grid is that of the default resolution in a vast room. The film is completed as in a run: the exact
/// lubrication less the part that the grid resolves, measured on the grid itself.
pub struct Pair {
    flow: ImmersedFlow,
    radii: [f64; 2],
    resolved: ResolvedFilm,
    below: SubgridFilm,
}

impl Pair {
    /// Spheres whose radii have the `ratio` a₂/a₁, which come no farther apart than `largest_gap` (in diameters of the
    /// first).
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn new(ratio: f64, largest_gap: f64, resolution: &Resolution) -> Result<Self, Failure> {
        let resolution = Resolution { largest_cell: LARGEST_CELL, ..resolution.clone() };
        let widest = ratio.max(1.0);
        let pair = Domain {
            floor: Floor::Middle,
            diameters: vec![1.0, ratio],
            ends: Ends { bottom_no_slip: false, top_no_slip: false },
            side_no_slip: false,
            largest_gap: largest_gap.max(2.0 * widest),
            radius: ROOM * widest,
            fine: ROOM * widest,
            heights: vec![ROOM * widest; 2],
            kinematic_viscosity: 1.0,
            tolerance: 1e-9,
        };
        let (mut flow, smallest_gap) = (pair.solver(&resolution), pair.smallest_gap(&resolution));
        let (sphere, counterpart) = FilmCounterpart::sphere(ImmersedSphere::new(0.5, 1.0, 1.0, 1.0)?, 0.5 * ratio);
        let resolved = ResolvedFilm::measure(&mut flow, (&sphere, counterpart), smallest_gap, pair.largest_gap)
            .map_err(|(gap, cause)| Failure::NoSlip { time: 0.0, gap, cause })?;
        let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, 1.0, 0.0)?;
        let below = SubgridFilm { sphere, counterpart, smallest_gap, cutoff, cavitation: None };
        Ok(Self { flow, radii: [0.5, 0.5 * ratio], resolved, below })
    }

    /// `X₁₁` and `X₁₂` at `gap`: the forces on the first and on the second over `6πμaU`, each with its own radius,
    /// against the motion.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn forces(&mut self, gap: f64) -> Result<[f64; 2], Failure> {
        let speeds = [NewSpeed::any(), NewSpeed::known(0.0)];
        let forces = self
            .flow
            .creeping_forces(self.flow.resolved_gap(gap), speeds)
            .map_err(|cause| Failure::NoSlip { time: 0.0, gap, cause })?;
        let film = self.below.force(gap, -1.0, false) - self.resolved.force(gap).per_speed;
        let [on_first, on_second]: [f64; 2] = forces.per_speed.column(0).into_owned().into();
        let [first, second] = self.radii.map(|radius| 6.0 * PI * radius);
        Ok([(on_first + film) / first, (on_second - film) / second])
    }
}

/// Forces on two spheres in creeping flow at several gaps and ratios of their radii.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResistance {
    /// Radius of the second sphere over that of the first.
    pub ratios: Vec<f64>,
    /// Gaps over the diameter of the first.
    pub gaps: Vec<f64>,
}

impl Experiment for PairResistance {
    fn measure(&self, _: &Path) -> Results {
        let largest = self.gaps.iter().copied().fold(0.0, f64::max);
        let mut results = Vec::new();
        for &ratio in &self.ratios {
            let mut pair = Pair::new(ratio, largest, &Resolution::default())?;
            for &gap in &self.gaps {
                let [own, mutual] = pair.forces(gap)?;
                results.push(Measured::number("force_on_moving", own).at(&[&ratio, &gap]));
                results.push(Measured::number("force_on_held", -ratio * mutual).at(&[&ratio, &gap]));
                if ratio == 1.0 {
                    results.push(Measured::number("drag_alike", own + mutual).at(&[&gap]));
                }
            }
        }
        Ok(results)
    }
}
