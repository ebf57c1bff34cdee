//! The elastic film beneath the flow: whether the gap at which the grid hands over to it matters.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::body::dof::NORMAL;
use wetbounce_physics::model::{Failure, Simulation};
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::problem::Problem;

/// A case with the elastic film for several smallest gaps of the grid.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// Name of a shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// `h_g/D`.
    pub smallest_gaps: Vec<f64>,
}

impl Experiment for HandOver {
    /// The first apex for every smallest gap and its spread; the force that the film adds in the step in which it takes
    /// over and in the last before it lets go, over that of the grid; and for every smallest gap how far the force of a
    /// step near it lies from the line through its neighbours.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    fn measure(&self, _: &Path) -> Results {
        let (mut measured, mut jump) = (Vec::new(), 0.0_f64);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for gap in &self.smallest_gaps {
            let smallest = format!("resolution.smallest_gap=\"{gap} D\"");
            let problem = CaseRun::shipped(&self.case, self.set.iter().chain([&smallest])).case()?.problem;
            let Bounce { apex, jumps, forces, .. } = bounce(&problem)?;
            jump = jumps.into_iter().fold(jump, f64::max);
            let near = (0.5 * gap)..(3.0 * gap);
            let kinks = forces.windows(3).filter(|three| near.contains(&three[1].gap)).map(off_the_line);
            let kink = kinks.fold(0.0, f64::max);
            measured.push(Measured::number("kink", kink).at(&[gap]));
            (least, most) = (least.min(apex), most.max(apex));
            measured.push(Measured::new("apex", "D", apex).at(&[gap]));
        }
        measured.push(Measured::number("spread", most / least - 1.0));
        measured.push(Measured::number("jump", jump));
        Ok(measured)
    }
}

/// A bounce, seen from where the film takes over and lets go.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounce {
    /// The first apex over the diameter.
    pub apex: f64,
    /// Restitution of the first contact.
    pub restitution: f64,
    /// Error of the energy balance over its scale.
    pub energy_error: f64,
    /// The film's force over the grid's in the step in which it takes over and in the last before it lets go.
    pub jumps: Vec<f64>,
    /// Every step's force.
    pub forces: Vec<Force>,
}

/// Force of flow and film after a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Force {
    /// Gap over the diameter.
    pub gap: f64,
    /// Velocity of the sphere [m/s], positive away from the wall.
    pub velocity: f64,
    /// The force over `6πμa²V/h`: −1 for Reynolds' force.
    pub scaled: f64,
}

/// How far the middle one of three forces lies from the line through the others over the logarithm of the gap, over
/// itself; 0 at a reversal.
fn off_the_line(three: &[Force]) -> f64 {
    let [before, here, after] = three else { return 0.0 };
    if before.velocity * after.velocity <= 0.0 {
        return 0.0;
    }
    let way = (here.gap / before.gap).ln() / (after.gap / before.gap).ln();
    let line = before.scaled + way * (after.scaled - before.scaled);
    (here.scaled / line - 1.0).abs()
}

/// Follows a problem.
///
/// # Errors
/// The run fails.
pub fn bounce(problem: &Problem) -> Result<Bounce, Failure> {
    let lubrication = 6.0 * PI * problem.liquid.viscosity * problem.sphere.radius().powi(2);
    let mut simulation = Simulation::new(problem.clone())?;
    let (mut engaged, mut jumps, mut forces) = (false, Vec::new(), Vec::new());
    while simulation.stop().is_none() {
        let report = simulation.advance()?;
        if engaged != simulation.state.coupled.wall.normal.film.engaged.is_some() {
            engaged = !engaged;
            jumps.push((report.loads.film[NORMAL] / report.loads.hydrodynamic[NORMAL]).abs());
        }
        let Moment { gap, velocity, .. } = simulation.moment();
        let scaled = report.loads.liquid(NORMAL) * gap / (lubrication * velocity);
        forces.push(Force { gap: gap / problem.sphere.diameter, velocity, scaled });
    }
    let first = simulation.state.bounces.bounces().first();
    let apex = first.and_then(|bounce| bounce.apex_gap_m).unwrap_or(f64::NAN) / problem.sphere.diameter;
    let restitution = first.and_then(|bounce| bounce.restitution_contact).unwrap_or(f64::NAN);
    let energy_error = simulation.state.coupled.ledger.relative_error();
    Ok(Bounce { apex, restitution, energy_error, jumps, forces })
}
