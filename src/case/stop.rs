//! How long to run, and under what gravity.

use super::section::Section;
use crate::quantity::{ACCELERATION, TIME, written};
use serde::Serialize;

/// The run: it ends at the first of its limits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// Simulated time, s. Default: no limit.
    #[serde(serialize_with = "written::optional_time", skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
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
    pub(super) fn read(section: Section<'_>) -> Self {
        let run = Self {
            time: section.quantity("time", &TIME).within(1e-9..=1e9).optional(),
            bounces: section.count("bounces").within(1..=1_000_000).or(3) as u32,
            until_rest: section.flag("until_rest").or(true),
            gravity: section.quantity("gravity", &ACCELERATION).within(0.0..=1e5).or(9.81),
            threads: section.count("threads").within(0..=1024).or(0) as usize,
            steps_max: section.count("steps_max").within(1..=1_000_000_000_000).or(1_000_000),
        };
        section.finish();
        run
    }
}
