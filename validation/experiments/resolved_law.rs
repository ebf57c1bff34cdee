//! The law for codes that resolve the flow: bounces on a grid whose film below a few cells is left out, and given back
//! by it.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::independence::Variant;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::law::FilmLaw;
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use std::sync::Arc;
use wetbounce_physics::flow::level::NewSpeed;
use wetbounce_physics::liquid::{CavitationLimit, FilmCutoff, ImmersedSphere};
use wetbounce_physics::model::{Failure, Simulation, build};
use wetbounce_physics::modelled::Modelled;
use wetbounce_physics::motion::near_wall::NearWall;
use wetbounce_physics::motion::subgrid_film::{FilmBelowGrid, ResolvedFilm};
use wetbounce_physics::problem::Problem;
use wetbounce_physics::problem::scales::smallest_gap;

/// Bounces on coarse grids.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResolvedLaw {
    /// The bounces.
    pub cases: Vec<Variant>,
    /// Cells across the sphere.
    pub cells: Vec<u32>,
    /// Cells below which the film is left out.
    pub left_out: Vec<u32>,
}

/// Gaps of the table of forces, and the smallest and largest of them over the diameter.
const GAPS: usize = 28;
const LEAST: f64 = 5e-4;
const MOST: f64 = 1.0;
/// Cells across the smallest film of a grid that leaves the film below out: it has none to spare.
const FEWEST_CELLS: u32 = 2;

impl Experiment for ResolvedLaw {
    /// The rebound, the speed 0.1 D/V after contact over that of the approach: of the whole run; and that of the run
    /// that leaves the film out, and of the one that is given it back, over it.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for variant in &self.cases {
            for cells in &self.cells {
                let problem = self.problem(variant, &[format!("resolution.cells_per_diameter={cells}")])?;
                let whole = rebound(Simulation::new(problem)?)?;
                measured.push(Measured::number("rebound", whole).at(&[&variant.name, cells]));
                for left_out in &self.left_out {
                    let film = f64::from(*left_out) / f64::from(*cells);
                    let problem = self.problem(
                        variant,
                        &[
                            format!("resolution.cells_per_diameter={cells}"),
                            format!("resolution.cells_across_film={FEWEST_CELLS}"),
                            format!("resolution.smallest_gap=\"{} D\"", 0.5 * film),
                        ],
                    )?;
                    let law = FilmLaw::of(&theirs(&problem)?, 0.0)
                        .map_err(|refused| ExperimentFailure::Case(refused.to_string()))?;
                    let law = Arc::new(law);
                    for (key, law) in [("without_film", None), ("with_law", Some(law))] {
                        let found = rebound(coarse(&problem, law)?)?;
                        measured.push(Measured::number(key, found / whole).at(&[&variant.name, cells, left_out]));
                    }
                }
            }
        }
        Ok(measured)
    }
}

impl ResolvedLaw {
    fn problem(&self, variant: &Variant, set: &[String]) -> Result<Problem, ExperimentFailure> {
        let case = variant.case.as_deref().unwrap_or_default();
        let set = [&variant.set[..], set, &["run.bounces=1".to_owned()]].concat();
        Ok(CaseRun::shipped(case, set).case()?.problem)
    }
}

/// Gaps over the diameter, and the force over Stokes' drag that the grid of a problem gives in creeping flow, at gaps
/// that it follows and below.
fn theirs(problem: &Problem) -> Result<Vec<(f64, f64)>, Failure> {
    let mut flow = build::flow(problem)?;
    let diameter = problem.sphere.diameter;
    let stokes = 6.0 * PI * problem.liquid.kinematic_viscosity() * problem.sphere.radius();
    let (smallest, mut rows) = (smallest_gap(problem), Vec::new());
    for k in 0..GAPS {
        let gap_over_d = LEAST * (MOST / LEAST).powf(k as f64 / (GAPS - 1) as f64);
        let gap = smallest.resolved(gap_over_d * diameter);
        let forces = flow
            .creeping_forces(gap, [NewSpeed::any(), NewSpeed::known(0.0)])
            .map_err(|cause| Failure::NoSlip { time: 0.0, gap, cause })?;
        rows.push((gap_over_d, forces.per_speed[(0, 0)] / stokes));
    }
    Ok(rows)
}

/// A run whose grid has its own film only, and the law, if there is one; with the contact and the end of the film that
/// the problem has.
fn coarse(problem: &Problem, law: Option<Arc<FilmLaw>>) -> Result<Simulation, ExperimentFailure> {
    let mut simulation = Simulation::new(problem.clone())?;
    let cutoff =
        problem.film_cutoff()?.ok_or_else(|| ExperimentFailure::Case("the film of the case has no cut-off".into()))?;
    let film = LawOfFilm { sphere: problem.immersed(), cutoff, cavitation: problem.film.cavitation_limit()?, law };
    simulation.setup.resolved_film = ResolvedFilm::exact();
    simulation.setup.wall.normal = NearWall::CutOff { film: Box::new(film), contact: problem.normal_contact()? };
    Ok(simulation)
}

/// Runs to the first apex: the rebound, 0 without one.
fn rebound(mut simulation: Simulation) -> Result<f64, ExperimentFailure> {
    while simulation.stop().is_none() {
        simulation.advance()?;
    }
    let first = simulation.state.bounces.bounces().first();
    Ok(first.and_then(|first| first.restitution).unwrap_or(0.0))
}

/// The film of a law, as its lines have it.
struct LawOfFilm {
    sphere: ImmersedSphere,
    cutoff: FilmCutoff,
    cavitation: Option<CavitationLimit>,
    law: Option<Arc<FilmLaw>>,
}

impl FilmBelowGrid for LawOfFilm {
    fn describe(&self, _: f64) -> Vec<Modelled> {
        Vec::new()
    }

    fn cutoff_gap(&self, velocity: f64) -> f64 {
        self.cutoff.length(&self.sphere, velocity.abs())
    }

    fn is_torn(&self, gap: f64, velocity: f64, before: bool) -> bool {
        self.cavitation.is_some_and(|limit| limit.ruptures(&self.sphere, gap, velocity, before))
    }

    fn force(&self, gap: f64, velocity: f64, torn: bool) -> f64 {
        let Some(law) = &self.law else { return 0.0 };
        let (sphere, stokes) = (&self.sphere, self.sphere.stokes_coefficient() * velocity);
        let mut force = -stokes * law.missing(gap / (2.0 * sphere.radius));
        if let Some(limit) =
            self.cavitation.filter(|limit| limit.limits(torn) && gap < limit.closing_gap(sphere, velocity))
        {
            force += stokes * sphere.radius / gap - limit.suction(sphere, gap, velocity);
        }
        force
    }

    fn force_in_contact(&self, _: f64, _: f64, _: f64) -> f64 {
        0.0
    }
}
