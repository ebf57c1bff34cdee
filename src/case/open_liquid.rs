//! A sphere that is held in a stream, falls, or is moved to and fro, in liquid without walls: the defaults of
//! such a case, and its limits.

use super::cross_table::CrossTableCheck;
use super::section::{Section, settle};
use super::{Case, Hydrodynamics, OutputMoment, Position, Side, Top};
use wetbounce_physics::problem::doubts::{AXISYMMETRIC_RE, WAKE_CELLS};
use wetbounce_physics::problem::resolution::CELLS;
use wetbounce_physics::quantity::{LENGTH, TIME};

/// Reynolds number below which the liquid is disturbed farther away than the wake is wide: the Oseen length is `D/Re`.
const CREEPING: f64 = 10.0;
/// Share of the run after which the flow is drawn.
const DRAWN: f64 = 0.99;
/// Rows of the trajectory per D/U, and per period, from which the coefficients are formed.
const ROWS: f64 = 20.0;

/// The grid around the sphere: radius, and lengths ahead of the sphere and behind it, in diameters.
struct Room {
    radius: f64,
    ahead: f64,
    behind: f64,
}

impl Room {
    /// The defaults: without azimuthal modes so large that doubling it changes a drag by 0.2 % at most.
    fn of(case: &Case, reynolds: f64) -> Self {
        let (radius, ahead, behind) = match (case.release.start.frequency(), case.resolution.azimuthal_modes) {
            (Some(_), 0) => (20.0, 20.0, 20.0),
            (Some(_), _) => (8.0, 7.5, 7.5),
            (_, 0) if reynolds < CREEPING => (60.0, 60.0, 90.0),
            (_, 0) => (20.0, 20.0, 30.0),
            _ => (12.0, 6.5, 13.5),
        };
        Self { radius, ahead, behind }
    }
}

impl Case {
    /// When a run ends at the latest \[s\]: at `run.time`, or when it has gone its way at `speed` [m/s], or its periods.
    pub(super) fn end_time(&self, speed: f64) -> Option<f64> {
        let way = |travel: f64| travel / speed;
        let periods = |periods: f64| Some(periods / self.release.start.frequency()?);
        let ends = [self.run.time, self.run.travel.map(way), self.run.periods.and_then(periods)];
        ends.into_iter().flatten().reduce(f64::min)
    }

    /// Settles the defaults of a case in open liquid: room, growth of the cells, end, pictures.
    pub(super) fn settle_open_liquid(&mut self, root: &Section<'_>) {
        if !self.release.in_open_liquid() {
            return;
        }
        let (diameter, modes) = (self.sphere.diameter, self.resolution.azimuthal_modes);
        let given = |key| root.place_of(key).is_some();
        if self.release.falls() && self.sphere.density < self.liquid.density && !given("wall.position") {
            self.wall.position = Position::Above;
        }
        let reynolds = self.problem().groups().reynolds;
        let oscillates = self.release.start.frequency().is_some();
        let room = Room::of(self, reynolds);
        settle(&mut self.release.gap, room.ahead * diameter);
        settle(&mut self.container.radius, room.radius * diameter);
        settle(&mut self.container.height, self.release.gap + (1.0 + room.behind) * diameter);
        if self.resolution.cells_per_diameter == 0 {
            let leaves_axis = !oscillates && modes > 0 && reynolds > AXISYMMETRIC_RE;
            self.resolution.cells_per_diameter = if leaves_axis { WAKE_CELLS } else { CELLS };
        }
        // Finer grids grow less, so that the wake is refined, too.
        let finer = f64::from(CELLS) / f64::from(self.resolution.cells_per_diameter);
        let beside = if reynolds < CREEPING { 0.06 } else { 0.03 };
        let [in_r, in_z] = if modes > 0 { [0.08, 0.05] } else { [beside * finer, 0.06 * finer] };
        settle(&mut self.resolution.radial_growth, 1.0 + in_r);
        settle(&mut self.resolution.axial_growth, 1.0 + in_z);
        settle(&mut self.resolution.largest_cell, 2.0);
        if self.problem().until.time.is_none() {
            let travel = match modes {
                0 if reynolds < CREEPING => 60.0,
                0 => 30.0,
                _ if self.release.falls() => 150.0,
                _ => 100.0,
            };
            self.run.travel = (!oscillates).then_some(travel * diameter);
            self.run.periods = oscillates.then_some(10.0);
        }
        if !given("output.vorticity_pictures") {
            self.output.vorticity_pictures =
                self.problem().until.time.map(|end| OutputMoment::Time(DRAWN * end)).into_iter().collect();
        }
    }
}

/// Reports keys that do not go with open liquid.
pub(super) fn check(at: &CrossTableCheck<'_>) {
    let case = at.case;
    let kind = "release.kind";
    if case.hydrodynamics != Hydrodynamics::Resolved {
        at.refuse(
            format!("hydrodynamics = \"{}\" does not know a sphere in open liquid", case.hydrodynamics),
            "hydrodynamics = \"resolved\"",
            &["hydrodynamics", kind],
        );
    }
    no_wall(at);
    if case.container.top == Top::Closed {
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
    let period = case.release.start.frequency().map(|frequency| 1.0 / frequency);
    let unit = period.unwrap_or(case.sphere.diameter / case.problem().approach_speed());
    if let Some(interval) = case.output.trajectory
        && interval > unit / ROWS
    {
        at.refuse(
            "the force coefficients are formed from the trajectory, whose rows are too far apart",
            format!("output.trajectory of at most {}, or none: every step is written", TIME.show(unit / ROWS)),
            &["output.trajectory", kind],
        );
    }
    if case.container.side == Side::Wide {
        at.refuse(
            "in open liquid nothing lies beyond container.radius",
            "container.side = \"free-slip\", with a large container.radius",
            &["container.side", kind],
        );
    }
    let nearest = 2.0 * case.sphere.diameter;
    // A tube's side is there, and may be near.
    let tube = case.container.side == Side::NoSlip;
    if case.release.gap < nearest || case.problem().behind() < nearest || case.container.radius < nearest && !tube {
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
    let case = at.case;
    let kind = "release.kind";
    if case.output.vorticity_pictures.iter().any(|moment| matches!(moment, OutputMoment::Gap(_))) {
        at.refuse(
            "in open liquid there is no gap at which to draw the vorticity",
            "times such as output.vorticity_pictures = [\"40 ms\"], or leave it out",
            &["output.vorticity_pictures", kind],
        );
    }
    let falls = case.release.falls();
    if falls && (case.sphere.density == case.liquid.density || case.run.gravity == 0.0) {
        at.refuse(
            "nothing moves a sphere that weighs as much as the liquid in its place, or has no weight",
            "sphere.density above or below liquid.density, and run.gravity above 0",
            &["sphere.density", "sphere.density_ratio", "groups.density_ratio", "run.gravity", kind],
        );
    }
    let astray = match case.wall.position {
        Position::Above => !(falls && case.problem().comes_to_the_wall()),
        Position::Below => falls && case.sphere.density < case.liquid.density,
    };
    for (key, set) in [("wall.inclination", case.wall.inclination != 0.0), ("wall.position", astray)] {
        if set {
            at.refuse(
                format!("`{key}` has no meaning in open liquid: there is no wall"),
                "leave it out, or choose another release.kind",
                &[key, kind],
            );
        }
    }
}
