//! How long to run, and under what gravity.

use super::keys;
use super::section::Section;
use std::ops::Bound::{Excluded, Included};
use wetbounce_physics::body::release::Start;
use wetbounce_physics::keys::within;
use wetbounce_physics::quantity::{ACCELERATION, LENGTH, NUMBER, TIME};
use wetbounce_physics::table;

table! {
    /// The run: it ends at the first of its limits.
    pub struct Run {
        /// Simulated time \[s\]. Default: no limit.
        time: Option<f64> = None, optional(&TIME, within(1e-9..=1e9));
        /// Way of a held sphere, or of a falling one at the speed expected \[m\]. Default, unless a time is given: 30 D, or 60 D below Re 10; with
        /// azimuthal modes 100 D, of a fall 150 D.
        travel: Option<f64> = None, optional(&LENGTH, within(1e-9..=1e6));
        /// Periods of an oscillating sphere. Default 10, unless a time is given.
        periods: Option<f64> = None, optional(&NUMBER, within(0.1..=1e6));
        /// In open liquid: stop when the work against the liquid over 5 D (or over a period) has changed by less than this share
        /// from one to the next. Default: no such end.
        steady: Option<f64> = None, optional(&NUMBER, (Excluded(0.0), Included(0.1)));
        /// Bounces, counted at their apex. Default 3.
        bounces: u32 = 3, count(1..=1_000_000);
        /// Stop when the sphere rests on the wall. Default true.
        until_rest: bool = true, flag();
        /// Strength of gravity [m/s²]; its direction is that of `wall.position`. Default 9.81.
        gravity: f64 = 9.81, quantity(&ACCELERATION, within(0.0..=1e5));
        /// Threads; 0 takes all cores. The results do not depend on it. Default 0.
        threads: usize = 0, count(0..=1024);
        /// Steps, a guard against endless runs. Default 1 000 000.
        steps_max: u64 = 1_000_000, count(1..=1_000_000_000_000);
    }
}

impl Run {
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
