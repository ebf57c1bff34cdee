//! Where the sphere starts, and how.

use super::motion_table;
use super::section::Section;
use crate::body::release::{LateralStart, RAMP, RUN_UP, Release, Start};
use crate::keywords;
use crate::quantity::{DEGREES, LENGTH, SPEED, SPIN, TIME};

/// Difference from the terminal speed expected up to which an approach is taken for a free fall; the standard drag curve and
/// the properties of liquids are hardly known better.
const TERMINAL: f64 = 0.05;
/// Gap in diameters at which a sphere is let go that is driven at its terminal speed.
const FALL: f64 = 3.0;
/// Gap in diameters below which a prescribed approach leads through the film, at whatever speed.
const THROUGH_FILM: f64 = 0.1;

/// Whether an approach at `speed` \[m/s\] is taken for a fall at the speed `terminal` \[m/s\] expected.
pub(super) fn is_terminal(speed: f64, terminal: f64) -> bool {
    (terminal / speed - 1.0).abs() <= TERMINAL
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
    }
}

/// Reads what is not along the wall's normal.
fn read_lateral(section: &Section<'_>, prescribed: bool) -> LateralStart {
    let mut lateral =
        LateralStart { spin: section.quantity("spin", &SPIN).within(-1e7..=1e7).or(0.0), ..Default::default() };
    if prescribed {
        lateral.angle = section.quantity("angle", &DEGREES).within(-80.0..=80.0).or(0.0);
        section.belongs("perturbation", "kind = \"rest\"; a prescribed approach has an angle");
    } else {
        lateral.perturbation = section.number("perturbation").within(-0.5..=0.5).or(0.0);
        section.belongs("angle", "kind = \"prescribed\"");
    }
    lateral
}

impl Release {
    /// Settles the default run-up: 10 D, or what a container of the given height leaves above the start less 2 D.
    pub(super) fn settle_run_up(&mut self, height: Option<f64>, diameter: f64) {
        let room = height.map_or(f64::INFINITY, |height| (height - self.gap - 3.0 * diameter).max(0.0));
        if let Start::Prescribed { run_up, .. } = &mut self.start
            && run_up.is_nan()
        {
            *run_up = room.min(RUN_UP * diameter);
        }
    }

    /// Settles the gap of release. A sphere that is driven at about its `terminal` speed \[m/s\] falls freely over the last 3 D, or
    /// from its start if that is lower, as it does in an experiment: the run-up has made its wake, and to hold its speed against
    /// the wall would be another motion. Any other is held until 0.5 D, or half the way. A gap below 0.1 D prescribes the
    /// approach through the film, and stands whatever the speed.
    pub(super) fn settle_free_gap(&mut self, terminal: f64, diameter: f64) {
        let fall = (0.99 * self.gap).min(FALL * diameter);
        let straight = self.lateral.angle == 0.0 && self.lateral.spin == 0.0;
        let Start::Prescribed { speed, free_gap, .. } = &mut self.start else { return };
        let falls = is_terminal(*speed, terminal);
        if free_gap.is_nan() {
            *free_gap = if falls { fall } else { (0.5 * self.gap).min(0.5 * diameter) };
        } else if falls && straight && *free_gap >= THROUGH_FILM * diameter {
            *free_gap = free_gap.max(fall);
        }
    }

    pub(super) fn read(section: Section<'_>, diameter: f64) -> Self {
        let gap = section
            .quantity("gap", &LENGTH)
            .within(1e-9..=1e3)
            .required("write for example gap = \"7 D\" in [release]: the distance from the wall to the sphere");
        let tabled = ["times", "velocities", "file"].iter().any(|key| section.place(key).is_some());
        let default = match () {
            () if section.place("speed").is_some() => Kind::Prescribed,
            () if tabled => Kind::Table,
            () => Kind::Rest,
        };
        let kind = section.word("kind").or(default);
        if kind != Kind::Table {
            for key in ["times", "velocities", "file"] {
                section.belongs(key, "kind = \"table\"");
            }
        }
        let start = match kind {
            Kind::Table => {
                for key in ["speed", "free_gap", "ramp", "run_up"] {
                    section.belongs(
                        key,
                        "kind = \"prescribed\"; a table has its own speeds, and the sphere is free after its last row",
                    );
                }
                motion_table::read(&section, gap).map_or(Start::Rest, Start::Table)
            }
            Kind::Rest => {
                for key in ["speed", "free_gap", "ramp", "run_up"] {
                    section.belongs(key, "kind = \"prescribed\"; a sphere released from rest finds its own speed");
                }
                Start::Rest
            }
            Kind::Prescribed => {
                let speed = section
                    .quantity("speed", &SPEED)
                    .check("must be above 0: the approach speed is positive towards the wall", |speed| *speed > 0.0)
                    .within(1e-9..=1e3)
                    .required("kind = \"prescribed\" needs it, for example speed = \"0.585 m/s\", towards the wall");
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
        };
        let lateral = read_lateral(&section, kind == Kind::Prescribed);
        section.hint("height", "the start is given by the gap between wall and sphere: gap = \"7 D\"");
        section.finish();
        Self { gap, start, lateral }
    }
}
