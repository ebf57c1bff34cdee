//! Where the sphere starts, and how.

use super::section::Section;
use crate::keywords;
use crate::quantity::{LENGTH, SPEED, TIME, written};
use serde::Serialize;

/// The start of the motion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Release {
    /// Distance between the wall and the sphere's lowest point, m. Required.
    #[serde(serialize_with = "written::length")]
    pub gap: f64,
    /// From rest, or at a prescribed speed.
    #[serde(flatten)]
    pub start: Start,
}

/// How the sphere starts; default `prescribed` if a speed is given, else `rest`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Start {
    /// Released from rest in liquid at rest.
    Rest,
    /// Driven towards the wall, `V(t) = −speed (1 − e^{−t/ramp})` from the start of its run-up, until the gap is `free_gap`; free from there on.
    Prescribed {
        /// Approach speed, m/s, positive towards the wall.
        #[serde(serialize_with = "written::speed")]
        speed: f64,
        /// Gap at which the sphere is let go, m. Default 0.5 D, or half the release gap if that is less.
        #[serde(serialize_with = "written::length")]
        free_gap: f64,
        /// Time in which the speed builds up, s; 0 starts at full speed. Default 0.6 D/speed.
        #[serde(serialize_with = "written::time")]
        ramp: f64,
        /// Distance the sphere has already travelled when the case begins (t = 0), m, so that its wake is there; it is
        /// computed, but not recorded. 0 starts in liquid at rest. Default 10 D, or what the container leaves.
        #[serde(serialize_with = "written::length")]
        run_up: f64,
    },
}

impl Start {
    /// The prescribed approach speed, m/s, positive towards the wall.
    pub fn speed(&self) -> Option<f64> {
        match self {
            Self::Rest => None,
            Self::Prescribed { speed, .. } => Some(*speed),
        }
    }

    /// Distance travelled before the case begins, m.
    pub fn run_up(&self) -> f64 {
        match self {
            Self::Rest => 0.0,
            Self::Prescribed { run_up, .. } => *run_up,
        }
    }
}

/// Longest ramp, s.
const LONGEST_RAMP: f64 = 1e6;

keywords! {
    /// The word that tells the two starts apart.
    Kind {
        /// See [`Start::Rest`].
        Rest = "rest",
        /// See [`Start::Prescribed`].
        Prescribed = "prescribed",
    }
}

impl Release {
    /// Settles the default run-up: 10 D, or what a container of the given height leaves above the start less 2 D.
    pub(super) fn settle_run_up(&mut self, height: Option<f64>, diameter: f64) {
        let room = height.map_or(f64::INFINITY, |height| (height - self.gap - 3.0 * diameter).max(0.0));
        if let Start::Prescribed { run_up, .. } = &mut self.start
            && run_up.is_nan()
        {
            *run_up = room.min(10.0 * diameter);
        }
    }

    pub(super) fn read(section: Section<'_>, diameter: f64) -> Self {
        let gap = section
            .quantity("gap", &LENGTH)
            .within(1e-9..=1e3)
            .required("write for example gap = \"7 D\" in [release]: the distance from the wall to the sphere");
        let default = if section.place("speed").is_some() { Kind::Prescribed } else { Kind::Rest };
        let start = match section.word("kind").or(default) {
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
                        .or((0.5 * diameter).min(0.5 * gap)),
                    ramp: section
                        .quantity("ramp", &TIME)
                        .within(0.0..=LONGEST_RAMP)
                        .or((0.6 * diameter / speed).min(LONGEST_RAMP)),
                    run_up: section.quantity("run_up", &LENGTH).within(0.0..=1e3).optional().unwrap_or(f64::NAN),
                }
            }
        };
        section.hint("height", "the start is given by the gap between wall and sphere: gap = \"7 D\"");
        section.finish();
        Self { gap, start }
    }
}
