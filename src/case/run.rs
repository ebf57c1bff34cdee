//! How a case is run: what does not decide the motion. `[run]` has beside it the end of the run and gravity, which do.

use super::film::BandChoice;
use super::keys;
use super::section::Section;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::keys::within;
use wetbounce_physics::problem::{GRAVITY, Until};
use wetbounce_physics::quantity::ACCELERATION;
use wetbounce_physics::table;

/// How a case is run, whatever its motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// Threads; 0 takes all cores. The results do not depend on it.
    pub threads: usize,
    /// Whether the rebound is given as a band over the inputs of the film that the case leaves open.
    pub band: BandChoice,
}

table! {
    /// `[run]`: it ends at the first of its limits.
    pub(super) struct RunTable {
        /// Its limits.
        until: Until = Until::default(), flat();
        /// Strength of gravity [m/s²]; its direction is that of `wall.position`. Default 9.81.
        gravity: f64 = GRAVITY, quantity(&ACCELERATION, within(0.0..=1e5));
        /// Threads; 0 takes all cores. The results do not depend on it. Default 0.
        threads: usize = 0, count(0..=1024);
    }
}

impl RunTable {
    pub(super) fn read(section: Section<'_>, start: &Start) -> Self {
        let oscillating = start.frequency().is_some();
        if !start.has_wake() {
            section.belongs("travel", "release.kind = \"held\" or \"falling\"");
        }
        if !oscillating {
            section.belongs("periods", "release.kind = \"oscillating\"");
        }
        if !start.is_held() && !oscillating {
            section.belongs("steady", "release.kind = \"held\" or \"oscillating\"");
        }
        let run = keys::read(Self::default(), &section);
        section.finish();
        run
    }
}
