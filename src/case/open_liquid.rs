//! A sphere that is held in a stream, falls, or is moved to and fro, in liquid without walls: the defaults of
//! such a case, and its limits.

use super::case::Case;
use super::cross_table::CrossTableCheck;
use super::output::OutputMoment;
use super::section::Section;
use super::solids::Position;
use wetbounce_physics::problem::{Hydrodynamics, Side, Top};
use wetbounce_physics::quantity::{LENGTH, TIME};

/// Share of the run after which the flow is drawn.
const DRAWN: f64 = 0.99;
/// Rows of the trajectory per D/U, and per period, from which the coefficients are formed.
const ROWS: f64 = 20.0;

impl Case {
    /// Settles when the vorticity of a case in open liquid is drawn: near its end.
    pub(super) fn settle_pictures(&mut self, root: &Section<'_>) {
        if !self.problem.surroundings.has_gap() && root.place_of("output.vorticity_pictures").is_none() {
            let drawn = self.problem.end_time().map(|end| OutputMoment::Time(DRAWN * end));
            self.output.vorticity_pictures = drawn.into_iter().collect();
        }
    }
}

/// Reports keys that do not go with open liquid.
pub(super) fn check(at: &CrossTableCheck<'_>) {
    let (case, problem) = (at.case, &at.case.problem);
    let kind = "release.kind";
    if problem.hydrodynamics != Hydrodynamics::Resolved {
        at.refuse(
            format!("hydrodynamics = \"{}\" does not know a sphere in open liquid", problem.hydrodynamics),
            "hydrodynamics = \"resolved\"",
            &["hydrodynamics", kind],
        );
    }
    no_wall(at);
    if problem.vessel.top == Top::Closed {
        at.refuse(
            "in open liquid the ends of the grid move along with the sphere and let the liquid slip",
            "leave out container.top",
            &["container.top", kind],
        );
    }
    if case.measurement.is_some() {
        at.refuse(
            "a record of gaps cannot be compared with a sphere in open liquid",
            "leave out [measurement]",
            &["measurement.file", kind],
        );
    }
    let period = problem.start.start.frequency().map(|frequency| 1.0 / frequency);
    let unit = period.unwrap_or(problem.sphere.diameter / problem.approach_speed());
    if let Some(interval) = case.output.trajectory
        && interval > unit / ROWS
    {
        at.refuse(
            "the force coefficients are formed from the trajectory, whose rows are too far apart",
            format!("output.trajectory of at most {}, or none: every step is written", TIME.show(unit / ROWS)),
            &["output.trajectory", kind],
        );
    }
    if problem.vessel.side == Side::Wide {
        at.refuse(
            "in open liquid nothing lies beyond container.radius",
            "container.side = \"free-slip\", with a large container.radius",
            &["container.side", kind],
        );
    }
    let nearest = 2.0 * problem.sphere.diameter;
    // A tube's side is there, and may be near.
    let tube = problem.vessel.side == Side::NoSlip;
    if problem.start.gap < nearest || problem.behind() < nearest || problem.vessel.radius < nearest && !tube {
        at.refuse(
            "the grid ends too near the sphere to stand for open liquid",
            format!(
                "release.gap (ahead of it), container.radius, and what container.height leaves behind it, of at least {}",
                LENGTH.show(nearest)
            ),
            &["release.gap", "container.radius", "container.height"],
        );
    }
}

/// Reports a wall that is not there, and a fall that nothing drives.
fn no_wall(at: &CrossTableCheck<'_>) {
    let (case, problem) = (at.case, &at.case.problem);
    let kind = "release.kind";
    if case.output.vorticity_pictures.iter().any(|moment| matches!(moment, OutputMoment::Gap(_))) {
        at.refuse(
            "in open liquid there is no gap at which to draw the vorticity",
            "times such as output.vorticity_pictures = [\"40 ms\"], or leave it out",
            &["output.vorticity_pictures", kind],
        );
    }
    let falls = problem.start.falls();
    if falls && (problem.sphere.density == problem.liquid.density || problem.gravity == 0.0) {
        at.refuse(
            "nothing moves a sphere that weighs as much as the liquid in its place, or has no weight",
            "sphere.density above or below liquid.density, and run.gravity above 0",
            &["sphere.density", "sphere.density_ratio", "groups.density_ratio", "run.gravity", kind],
        );
    }
    let astray = match case.position() {
        Position::Above => !(falls && problem.comes_to_the_wall()),
        Position::Below => falls && problem.sphere.density < problem.liquid.density,
    };
    for (key, set) in [("wall.inclination", at.wall.wall.inclination != 0.0), ("wall.position", astray)] {
        if set {
            at.refuse(
                format!("`{key}` has no meaning in open liquid: there is no wall"),
                "leave it out, or choose another release.kind",
                &[key, kind],
            );
        }
    }
}
