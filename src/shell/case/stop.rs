//! How long to run, and under what gravity.

use super::section::Section;
use crate::body::release::Start;
use crate::quantity::{ACCELERATION, LENGTH, TIME, written};
use serde::Serialize;
use std::ops::Bound::{Excluded, Included};

/// The run: it ends at the first of its limits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// Simulated time, s. Default: no limit.
    #[serde(serialize_with = "written::optional_time", skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Way of a held sphere, or of a falling one at the speed expected, m. Default, unless a time is given: 30 D, or 60 D below Re 10; with
    /// azimuthal modes 100 D, of a fall 150 D.
    #[serde(serialize_with = "written::optional_length", skip_serializing_if = "Option::is_none")]
    pub travel: Option<f64>,
    /// Periods of an oscillating sphere. Default 10, unless a time is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periods: Option<f64>,
    /// In open liquid: stop when the work against the liquid over 5 D (or over a period) has changed by less than this share
    /// from one to the next. Default: no such end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steady: Option<f64>,
    /// Bounces, counted at their apex. Default 3.
    pub bounces: u32,
    /// Stop when the sphere rests on the wall. Default true.
    pub until_rest: bool,
    /// Strength of gravity, m/s²; its direction is that of `wall.position`. Default 9.81.
    #[serde(serialize_with = "written::acceleration")]
    pub gravity: f64,
    /// Threads; 0 takes all cores. The results do not depend on it. Default 0.
    pub threads: usize,
    /// Steps, a guard against endless runs. Default 1 000 000.
    pub steps_max: u64,
}

impl Run {
    /// The strength of gravity [m/s²].
    pub(super) fn read_gravity(section: &Section<'_>) -> f64 {
        section.quantity("gravity", &ACCELERATION).within(0.0..=1e5).or(9.81)
    }

    pub(super) fn read(section: Section<'_>, start: &Start) -> Self {
        let (held, oscillating) = (matches!(start, Start::Held { .. }), matches!(start, Start::Oscillating { .. }));
        let travels = held || matches!(start, Start::Falling);
        if !travels {
            section.belongs("travel", "release.kind = \"held\" or \"falling\"");
        }
        if !oscillating {
            section.belongs("periods", "release.kind = \"oscillating\"");
        }
        if !held && !oscillating {
            section.belongs("steady", "release.kind = \"held\" or \"oscillating\"");
        }
        let run = Self {
            time: section.quantity("time", &TIME).within(1e-9..=1e9).optional(),
            travel: travels.then(|| section.quantity("travel", &LENGTH).within(1e-9..=1e6).optional()).flatten(),
            periods: oscillating.then(|| section.number("periods").within(0.1..=1e6).optional()).flatten(),
            steady: (held || oscillating)
                .then(|| section.number("steady").within((Excluded(0.0), Included(0.1))).optional())
                .flatten(),
            bounces: section.count("bounces").within(1..=1_000_000).or(3) as u32,
            until_rest: section.flag("until_rest").or(true),
            gravity: Self::read_gravity(&section),
            threads: section.count("threads").within(0..=1024).or(0) as usize,
            steps_max: section.count("steps_max").within(1..=1_000_000_000_000).or(1_000_000),
        };
        section.finish();
        run
    }
}
