//! One impact of a series: its input, how it ended, and the independent integration beside it.

use crate::contact::smooth::SmoothOutcome;
use crate::contact::{DryOutcome, Impact, ImpactError};
use serde::{Deserialize, Serialize};

/// An impact of a series and its result.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    /// Name of its directory.
    pub name: String,
    /// Speed [m/s].
    pub speed: f64,
    /// Angle from the normal \[deg\].
    pub(super) angle: f64,
    /// The impact.
    pub impact: Impact,
    /// All that was computed.
    pub(super) computed: DryOutcome,
    /// Why it failed, if it did.
    pub(super) failure: Option<ImpactError>,
    /// The first contact by an independent integration.
    pub check: Option<Check>,
}

impl Member {
    /// The outcome, if it has not failed.
    pub(super) fn outcome(&self) -> Option<&DryOutcome> {
        self.failure.is_none().then_some(&self.computed)
    }
}

/// The first contact by Dormand–Prince 8(5,3) in Cartesian coordinates, with time as the variable, and how far it differs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Normal restitution.
    pub restitution: f64,
    /// Contact time \[s\].
    pub(super) contact_duration_s: f64,
    /// Relative difference of the restitution.
    pub restitution_difference: f64,
    /// Relative difference of the contact time.
    duration_difference: f64,
    /// Difference of the first body's velocity after, over the impact speed.
    velocity_difference: f64,
    /// Difference of its spin after times its radius, over the impact speed.
    spin_difference: f64,
    /// Evaluations of the equations.
    pub(super) evaluations: u32,
}

impl Check {
    pub(super) fn of(impact: &Impact, outcome: &DryOutcome, smooth: &SmoothOutcome) -> Option<Self> {
        let bounce = outcome.bounces.first().filter(|bounce| bounce.parted)?;
        let [a, b] = [&smooth.bodies, &outcome.bodies];
        let x = a.position[0] - a.position[1];
        let normal = if impact.pair.is_plane() { impact.plane_normal } else { x.normalize() };
        let speed = bounce.impact_speed_m_s;
        let restitution = (a.velocity[0] - a.velocity[1]).dot(&normal) / speed;
        Some(Self {
            restitution,
            contact_duration_s: smooth.contact_time,
            restitution_difference: bounce.restitution / restitution - 1.0,
            duration_difference: bounce.contact_duration_s / smooth.contact_time - 1.0,
            velocity_difference: (a.velocity[0] - b.velocity[0]).norm() / speed,
            spin_difference: (a.spin[0] - b.spin[0]).norm() * impact.pair.radius[0] / speed,
            evaluations: smooth.evaluations,
        })
    }
}

/// How a member ended, in the word of the summary.
pub(super) fn ending(member: &Member) -> String {
    member.outcome().map_or_else(|| "failed".into(), |outcome| word(&outcome.ending))
}

pub(super) fn word(choice: &impl Serialize) -> String {
    serde_json::to_value(choice).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
