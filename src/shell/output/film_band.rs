//! `film_band` of a summary: how far the rebound depends on inputs of the film that the case does not state.

use crate::analysis::restitution::Bounce;
use serde::{Deserialize, Serialize};

/// Lowest and highest value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl Interval {
    /// That of these values; `None` where one is not known.
    fn of(values: impl Iterator<Item = Option<f64>>) -> Option<Self> {
        values.map(|value| value.map(|value| Self { low: value, high: value })).reduce(|all, next| {
            let (all, next) = (all?, next?);
            Some(Self { low: all.low.min(next.low), high: all.high.max(next.high) })
        })?
    }

    /// Its width over its middle; 0 of a point at zero.
    pub fn relative_width(&self) -> f64 {
        let middle = 0.5 * (self.high + self.low);
        if middle > 0.0 { (self.high - self.low) / middle } else { 0.0 }
    }
}

/// The band of a bounce.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BounceBand {
    /// Apparent restitution.
    pub restitution: Interval,
    /// Highest gap of the rebound \[m\]; `None` where the run ends before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apex_gap_m: Option<Interval>,
}

/// Inputs of the film that the case does not state and the rebound depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FilmBand {
    /// Apparent restitution of the first bounce.
    pub restitution: Interval,
    /// Of each bounce, as far as it was followed.
    pub bounces: Vec<BounceBand>,
    /// The inputs that are not stated, each with its range.
    pub from: Vec<String>,
    /// Steps that the branches took.
    pub steps: u64,
}

impl FilmBand {
    /// The band of the bounces that all `runs` have.
    pub fn of(runs: &[&[Bounce]], from: Vec<String>, steps: u64) -> Option<Self> {
        let band = |number: usize| {
            let values = |of: fn(&Bounce) -> Option<f64>| Interval::of(runs.iter().map(|run| of(run.get(number)?)));
            let apex = |bounce: &Bounce| if bounce.stays() { Some(0.0) } else { bounce.apex_gap_m };
            let restitution = |bounce: &Bounce| if bounce.stays() { Some(0.0) } else { bounce.restitution };
            Some(BounceBand { restitution: values(restitution)?, apex_gap_m: values(apex) })
        };
        let bounces: Vec<BounceBand> = (0..).map_while(band).collect();
        Some(Self { restitution: bounces.first()?.restitution, bounces, from, steps })
    }
}
