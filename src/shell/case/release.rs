//! Where the sphere starts, and how.

use super::impact_parts::read_spin;
use super::motion_table;
use super::section::{SAME, Section};
use crate::body::release::{LateralStart, RAMP, RUN_UP, Release, Start};
use crate::keywords;
use crate::quantity::{DEGREES, FREQUENCY, LENGTH, SPEED, TIME};

/// Difference from the terminal speed expected up to which an approach is taken for a free fall; the standard drag curve and
/// the properties of liquids are hardly known better.
const TERMINAL: f64 = 0.05;
/// That from which on it is taken for a drive; between the two it is let go at a gap between those of both, so that no result jumps.
const DRIVEN: f64 = 0.15;
/// Gap in diameters at which a sphere is let go that is driven at its terminal speed.
pub(super) const FALL: f64 = 3.0;

/// Whether an approach at `speed` \[m/s\] is taken for a fall at the speed `terminal` \[m/s\] expected.
pub(super) fn is_terminal(speed: f64, terminal: f64) -> bool {
    share_of_fall(speed, terminal) == 1.0
}

/// How much of a fall an approach at `speed` \[m/s\] is, from 1 near the speed `terminal` \[m/s\] expected to 0 far from it.
fn share_of_fall(speed: f64, terminal: f64) -> f64 {
    let off = (((terminal / speed - 1.0).abs() - TERMINAL) / (DRIVEN - TERMINAL)).clamp(0.0, 1.0);
    1.0 - off * off * (3.0 - 2.0 * off)
}

/// Longest ramp \[s\].
const LONGEST_RAMP: f64 = 1e6;

keywords! {
    /// The word that tells the starts apart.
    Kind {
        /// See [`Start::Rest`].
        Rest = "rest",
        /// See [`Start::Prescribed`].
        Prescribed = "prescribed",
        /// See [`Start::Table`].
        Table = "table",
        /// See [`Start::Held`].
        Held = "held",
        /// See [`Start::Falling`].
        Falling = "falling",
        /// See [`Start::Oscillating`].
        Oscillating = "oscillating",
    }
}

impl Kind {
    /// Whether there is no wall.
    fn in_open_liquid(self) -> bool {
        matches!(self, Self::Held | Self::Falling | Self::Oscillating)
    }
}

/// Reads the motion along the wall.
fn read_lateral(section: &Section<'_>, kind: Kind) -> LateralStart {
    let mut lateral = LateralStart { spin: read_spin(section, "spin", 1e7), ..Default::default() };
    match kind {
        Kind::Prescribed => lateral.angle = section.quantity("angle", &DEGREES).within(-80.0..=80.0).or(0.0),
        Kind::Oscillating => lateral.angle = section.quantity("angle", &DEGREES).within(-90.0..=90.0).or(0.0),
        Kind::Held => section.belongs("angle", "kind = \"oscillating\"; a stream comes along the axis"),
        _ => section.belongs("angle", "kind = \"prescribed\""),
    }
    match kind {
        Kind::Prescribed => {
            section.belongs("perturbation", "kind = \"rest\"; a prescribed approach has an angle");
        }
        Kind::Oscillating => section.belongs("perturbation", "kind = \"rest\", \"held\" or \"falling\""),
        _ => lateral.perturbation = section.number("perturbation").within(-0.5..=0.5).or(0.0),
    }
    lateral
}

/// Reads the speed of a kind that needs one; `along` says of what.
fn read_speed(section: &Section<'_>, kind: &str, along: &str) -> f64 {
    let written = section
        .quantity("speed", &SPEED)
        .check(format!("must be above 0: {along}"), |speed| *speed > 0.0)
        .within(1e-9..=1e3)
        .required(&format!("kind = \"{kind}\" needs it, for example speed = \"0.585 m/s\": {along}"));
    section.imposed_speed().unwrap_or(written)
}

/// Reads the start of a sphere that is led towards the wall from `gap` \[m\].
fn read_prescribed(section: &Section<'_>, gap: f64, diameter: f64) -> Start {
    let speed = read_speed(section, "prescribed", "the approach speed is positive towards the wall");
    Start::Prescribed {
        speed,
        free_gap: section
            .quantity("free_gap", &LENGTH)
            .within(0.0..=1e3)
            .check("must be less than release.gap", |free_gap| gap.is_nan() || *free_gap < gap)
            .optional()
            .unwrap_or(f64::NAN),
        ramp: section
            .quantity("ramp", &TIME)
            .within(0.0..=LONGEST_RAMP)
            .or((RAMP * diameter / speed).min(LONGEST_RAMP)),
        run_up: section.quantity("run_up", &LENGTH).within(0.0..=1e3).optional().unwrap_or(f64::NAN),
    }
}

/// Leaves the keys of other kinds to these.
fn leave_to_others(section: &Section<'_>, kind: Kind) {
    let prescribed = match kind {
        Kind::Prescribed => None,
        Kind::Table => {
            Some("kind = \"prescribed\"; a table has its own speeds, and the sphere is free after its last row")
        }
        Kind::Rest | Kind::Falling => Some("kind = \"prescribed\"; a sphere released from rest finds its own speed"),
        Kind::Held | Kind::Oscillating => Some("kind = \"prescribed\"; in open liquid the sphere is never let go"),
    };
    let speed = (!matches!(kind, Kind::Held | Kind::Oscillating)).then_some("speed");
    for key in speed.into_iter().chain(["free_gap", "ramp", "run_up"]) {
        prescribed.iter().for_each(|to| section.belongs(key, to));
    }
    if kind != Kind::Table {
        ["times", "velocities", "file"].into_iter().for_each(|key| section.belongs(key, "kind = \"table\""));
    }
    if kind != Kind::Oscillating {
        section.belongs("frequency", "kind = \"oscillating\"");
    }
}

/// Settles the default run-up: 12 D, or the room of a container of the given height above the start less 2 D.
pub(super) fn settle_run_up(release: &mut Release, height: Option<f64>, diameter: f64) {
    let room = height.map_or(f64::INFINITY, |height| (height - release.gap - 3.0 * diameter).max(0.0));
    if let Start::Prescribed { run_up, .. } = &mut release.start
        && run_up.is_nan()
    {
        *run_up = room.min(RUN_UP * diameter);
    }
}

/// Settles the gap of release where the case leaves it open. A sphere that falls at the speed `terminal` \[m/s\] is free over the last
/// 3 D, or from its start if that is lower, as in an experiment: the run-up has made its wake, and to hold its speed against the wall would
/// be another motion. Any other, and one that cannot fall (`None`), is held until 0.5 D, or half the way.
pub(super) fn settle_free_gap(release: &mut Release, terminal: Option<f64>, diameter: f64) {
    let (fall, led) = (free_gap_of_fall(release.gap, diameter), (0.5 * release.gap).min(0.5 * diameter));
    if let Start::Prescribed { speed, free_gap, .. } = &mut release.start
        && free_gap.is_nan()
    {
        let share = terminal.map_or(0.0, |terminal| share_of_fall(*speed, terminal));
        *free_gap = share * fall + (1.0 - share) * led;
    }
}

/// The gap from which a sphere is free that stands for a falling one and starts at `gap` \[m\].
fn free_gap_of_fall(gap: f64, diameter: f64) -> f64 {
    (0.99 * gap).min(FALL * diameter)
}

/// Whether the sphere is led straight along the wall's normal.
pub(super) fn is_straight(release: &Release) -> bool {
    release.lateral.angle == 0.0 && release.lateral.spin == [0.0; 3]
}

/// Whether the case holds the sphere on where one that falls is free.
pub(super) fn is_held_on(release: &Release, diameter: f64) -> bool {
    let Start::Prescribed { free_gap, .. } = release.start else { return false };
    free_gap < free_gap_of_fall(release.gap, diameter) * (1.0 - SAME)
}

/// Reads the table `[release]`.
pub(super) fn read(section: Section<'_>, diameter: f64) -> Release {
    let tabled = ["times", "velocities", "file"].iter().any(|key| section.place(key).is_some());
    let default = match () {
        () if section.place("speed").is_some() => Kind::Prescribed,
        () if tabled => Kind::Table,
        () => Kind::Rest,
    };
    let kind = section.word("kind").or(default);
    let gap = section.quantity("gap", &LENGTH).within(1e-9..=1e3);
    let gap = if kind.in_open_liquid() {
        gap.optional().unwrap_or(f64::NAN)
    } else {
        gap.required("write for example gap = \"7 D\" in [release]: the distance from the wall to the sphere")
    };
    leave_to_others(&section, kind);
    let start = match kind {
        Kind::Table => motion_table::read(&section, gap).map_or(Start::Rest, Start::Table),
        Kind::Rest => Start::Rest,
        Kind::Falling => Start::Falling,
        Kind::Prescribed => read_prescribed(&section, gap, diameter),
        Kind::Held => Start::Held { speed: read_speed(&section, "held", "the speed of the stream") },
        Kind::Oscillating => Start::Oscillating {
            speed: read_speed(&section, "oscillating", "the largest speed of the oscillation"),
            frequency: section
                .quantity("frequency", &FREQUENCY)
                .within(1e-6..=1e7)
                .required("kind = \"oscillating\" needs it, for example frequency = \"50 Hz\""),
        },
    };
    let lateral = read_lateral(&section, kind);
    section.hint("height", "the start is given by the gap between wall and sphere: gap = \"7 D\"");
    section.finish();
    Release { gap, start, lateral }
}
