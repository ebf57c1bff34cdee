//! Statements about a record that its reading does not use: keys without a column, keys that the reader does not need,
//! and values that both a key and the table state.

use crate::record::{Record, RestatedQuantity, Restatement};
use crate::statistics::quantile;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::quantity::{FREQUENCY, LENGTH, TIME};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Who reads a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// `measure`: what the record shows by itself.
    Alone,
    /// `compare`, or a run with `[measurement]`: the record beside a computed motion.
    BesideRun,
}

/// What must hold of a record and its reader where some keys of `[measurement]` are used.
struct Use {
    keys: &'static [&'static str],
    is_met: fn(&[Record], Reader) -> bool,
    /// Why the keys are not used where it does not hold.
    why: &'static str,
}

/// Whether a record has one of these quantities.
fn has(drops: &[Record], quantities: &[&str]) -> bool {
    drops.iter().flat_map(|drop| &drop.columns).any(|column| quantities.contains(&column.quantity.as_str()))
}

const OF_RUNS: &str = "`measure` finds noise, clock and restitution in the record; `compare` takes the key";

/// The keys that not every reader of every record uses.
static USES: [Use; 9] = [
    Use {
        keys: &["gap", "position", "direction", "scale", "scale_uncertainty", "gap_offset", "gap_uncertainty"],
        is_met: |drops, _| has(drops, &["gap"]),
        why: "no heights are read in these rows",
    },
    Use {
        keys: &["velocity", "velocity_uncertainty"],
        is_met: |drops, _| has(drops, &["velocity"]),
        why: "no velocities are read in these rows",
    },
    Use {
        keys: &["x"],
        is_met: |drops, _| has(drops, &["x"]),
        why: "no positions along the wall are read in these rows",
    },
    Use {
        keys: &["angle", "spin", "turning"],
        is_met: |drops, _| has(drops, &["angle", "spin"]),
        why: "no angles or spins are read in these rows",
    },
    Use {
        keys: &["x", "angle", "spin", "turning"],
        is_met: |_, reader| reader == Reader::Alone,
        why: "a run is compared along the normal alone; `measure` takes the key",
    },
    Use {
        keys: &["clock", "offset", "gap_uncertainty", "velocity_uncertainty", "restitution", "restitution_uncertainty"],
        is_met: |_, reader| reader == Reader::BesideRun,
        why: OF_RUNS,
    },
    Use {
        keys: &["time_uncertainty"],
        is_met: |drops, reader| reader == Reader::BesideRun || drops.iter().any(|drop| drop.sounds),
        why: OF_RUNS,
    },
    Use {
        keys: &["restitution_uncertainty"],
        is_met: |drops, _| drops.iter().any(|drop| drop.restitution.is_some()),
        why: "measurement.restitution is not given",
    },
    Use {
        keys: &["scale_uncertainty"],
        is_met: |drops, _| !drops.iter().all(|drop| drop.apexes),
        why: "measurement.gap_uncertainty holds all errors of apexes",
    },
];

/// By how much the rates and scales that cameras and tables name are off, over them: 30 pictures a second for 29.97
/// are 0.1 %, and a phone's rate drifts by some more.
const NOMINAL: f64 = 0.01;
/// A step of the time over the usual one that is no missing picture.
const ONE: f64 = 1.5;

impl RestatedQuantity {
    /// Of which column.
    fn quantity(self) -> &'static str {
        match self {
            Self::Step => "time",
            Self::Height => "gap",
        }
    }
}

impl Restatement {
    /// The step of these times \[s\] beside that by a rate \[Hz\]; `None` of a single time. The mean of the steps
    /// that miss no picture is known to the step of rounding, over their number.
    pub(crate) fn of_times(times: &[f64], rate: f64) -> Option<Self> {
        let mut steps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if steps.is_empty() {
            return None;
        }
        let usual = quantile(&mut steps, 0.5);
        steps.retain(|step| *step < ONE * usual);
        let (low, high) = extent(steps.iter().copied());
        let count = steps.len() as f64;
        let mean = steps.iter().sum::<f64>() / count;
        Some(Self {
            of: RestatedQuantity::Step,
            by_key: rate.recip(),
            by_table: mean,
            may_differ: NOMINAL + (high - low) / count / mean,
        })
    }

    /// The length of one of the heights \[m\].
    pub(crate) fn of_height(by_key: f64, by_table: f64) -> Self {
        Self { of: RestatedQuantity::Height, by_key: by_key.abs(), by_table: by_table.abs(), may_differ: NOMINAL }
    }

    fn is_contradiction(&self) -> bool {
        (self.by_key / self.by_table - 1.0).abs() > self.may_differ
    }

    /// Both values, which of them is used, and what to do; of a column of this name.
    fn doubt(&self, column: &str) -> Remark {
        match self.of {
            RestatedQuantity::Step => remark!(
                Doubt,
                "other-frame-rate",
                "measurement.frame_rate is not used: it says {}, {} from picture to picture, and the times of the column `{column}` step by {}: one of them is wrong. If it is the column, \
                 measurement.time = \"{column} [frame]\" reads whole numbers in it as pictures at that rate; if it is the rate, leave it out",
                FREQUENCY.brief(self.by_key.recip()),
                TIME.brief(self.by_key),
                TIME.brief(self.by_table)
            ),
            RestatedQuantity::Height => remark!(
                Doubt,
                "other-scale",
                "the unit of the column `{column}` is not used: by it one of the heights is {}, and measurement.scale says {}. If the scale is right, measurement.gap = \"{column} [px]\" \
                 says that the column has no such unit; if the column is, leave the scale out",
                LENGTH.brief(self.by_table),
                LENGTH.brief(self.by_key)
            ),
        }
    }
}

/// Every statement about these drops that their reader does not use.
pub(crate) fn unused(drops: &[Record], reader: Reader) -> Vec<Remark> {
    let mut stated: Vec<&str> = drops.iter().flat_map(|drop| drop.stated.iter().copied()).collect();
    stated.sort_unstable();
    stated.dedup();
    let not_used = |key: &str| {
        let missed = USES.iter().find(|one| one.keys.contains(&key) && !(one.is_met)(drops, reader))?;
        Some(remark!(Doubt, "unused-key", "measurement.{key} is not used: {}", missed.why))
    };
    let of_twice = |drop: &Record| {
        let twice = drop.twice.iter().find(|twice| twice.is_contradiction())?;
        let column = drop.columns.iter().find(|column| column.quantity == twice.of.quantity())?;
        Some(twice.doubt(&column.column))
    };
    drops.iter().find_map(of_twice).into_iter().chain(stated.into_iter().filter_map(not_used)).collect()
}
