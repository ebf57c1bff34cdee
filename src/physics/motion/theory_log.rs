//! The log of a motion from theory: its events, its bounces, and its rows until they are taken.

use super::theory_force::Balance;
use super::theory_parallel::{Along, AlongWall};
use super::theory_sideways::{SidewaysFall, SurfaceMotion};
use super::theory_trajectory::{Event, MotionForces, MotionPoint, MotionRow, TheoryBounce};
use std::ops::Range;

/// The motion so far: its events, and the last row, which the next replaces if it has the same time.
#[derive(Default)]
pub(super) struct MotionLog {
    /// The events and their times.
    pub events: Vec<Event>,
    /// The bounces, in order.
    pub bounces: Vec<TheoryBounce>,
    /// Rows so far.
    pub rows: u64,
    /// The motion along the wall, which follows the rows.
    pub sideways: Option<SidewaysFall>,
    along: AlongWall,
    last: Option<MotionRow>,
    /// The row that is final and was not taken yet.
    ready: Option<MotionRow>,
    /// The events at it.
    happened: Range<usize>,
}

impl MotionLog {
    /// An empty log, with a motion along the wall that follows the rows, if there is one.
    pub(super) fn new(sideways: Option<SidewaysFall>) -> Self {
        Self { sideways, ..Self::default() }
    }

    /// Adds a row; one at the time of the last one replaces it.
    pub(super) fn push(&mut self, time: f64, state: MotionPoint, balance: &Balance, integral: f64, driving: f64) {
        if self.last.is_none_or(|last| last.time != time) {
            self.hand_over();
            self.rows += 1;
        }
        let forces = MotionForces {
            weight: balance.weight,
            buoyancy: balance.buoyancy,
            drag: balance.drag,
            added_mass: balance.gradient - balance.added_mass * state.acceleration,
            history: -balance.history_scale * integral,
            solid: balance.solid,
            driving,
        };
        self.last = Some(MotionRow { time, state, forces });
    }

    /// The last row.
    pub(super) fn last(&self) -> Option<&MotionRow> {
        self.last.as_ref()
    }

    /// The last row is final; the motion along the wall goes on to it.
    pub(super) fn hand_over(&mut self) {
        let Some(row) = self.last.take() else { return };
        self.happened = self.happened.end..self.events.len();
        if let Some(sideways) = &mut self.sideways {
            sideways.follow(&row);
            sideways.take(&row, &self.events[self.happened.clone()]);
            let (SurfaceMotion { lateral, spin }, rate) = (sideways.motion, sideways.rate.lateral);
            self.along = AlongWall { time: row.time, speed: lateral, rate, spin };
        }
        self.ready = Some(row);
    }

    /// The row that is ready, once.
    pub(super) fn take_ready(&mut self) -> Option<MotionRow> {
        self.ready.take()
    }

    /// The event at the row taken last.
    pub(super) fn happened(&self) -> &[Event] {
        &self.events[self.happened.clone()]
    }

    /// The motion along the wall at `time` \[s\], as far as it is known.
    pub(super) fn along(&self, time: f64) -> Along {
        self.along.at(time)
    }
}
