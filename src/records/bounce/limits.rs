//! What no sphere that meets a wall does, whatever the experiment: one limit for each quantity that is read.

use super::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_physics::quantity::{DEGREES, Kind, LENGTH, NUMBER, SPEED, SPIN};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Standard errors that make sure.
const SURELY: f64 = 3.0;
/// The least height of the highest flight that a microphone hears \[m\]: below it two sounds are 3 ms apart.
const LOWEST: f64 = 1e-5;

const UNITS: &str = "is the unit of a column, measurement.scale or measurement.frame_rate another one?";
const ALONG: &str = "is the unit of the positions along the wall, or measurement.scale, another one?";

/// The largest magnitude of a quantity of a bounce.
struct Limit {
    words: &'static str,
    of: fn(&MeasuredBounce) -> Option<MeasuredValue>,
    kind: &'static Kind,
    most: f64,
    cause: &'static str,
}

/// A fall of 500 m ends with 99 m/s, and the highest drop tower has 146 m. Friction of rubber on glass reaches 2. At
/// 89° from the normal a sphere comes 57 times as fast along the wall as towards it. With 1e5 rad/s a sphere of 2 mm
/// goes at 100 m/s where it is widest.
static LIMITS: [Limit; 9] = [
    Limit { words: "the speed before contact", of: |one| one.speed_in_m_s, kind: &SPEED, most: 100.0, cause: UNITS },
    Limit { words: "the speed after contact", of: |one| one.speed_out_m_s, kind: &SPEED, most: 100.0, cause: UNITS },
    Limit { words: "the apex", of: |one| one.apex_gap_m, kind: &LENGTH, most: 500.0, cause: UNITS },
    Limit {
        words: "the speed along the wall before contact",
        of: |one| one.along.lateral_speed_before_m_s,
        kind: &SPEED,
        most: 100.0,
        cause: ALONG,
    },
    Limit {
        words: "the speed along the wall after contact",
        of: |one| one.along.lateral_speed_after_m_s,
        kind: &SPEED,
        most: 100.0,
        cause: ALONG,
    },
    Limit { words: "the impact angle", of: |one| one.along.impact_angle_deg, kind: &DEGREES, most: 89.0, cause: ALONG },
    Limit {
        words: "the friction coefficient",
        of: |one| one.along.friction_if_sliding,
        kind: &NUMBER,
        most: 2.0,
        cause: ALONG,
    },
    Limit {
        words: "the spin before contact",
        of: |one| one.along.spin_before_rad_s,
        kind: &SPIN,
        most: 1e5,
        cause: "is the unit of the angles or spins another one?",
    },
    Limit {
        words: "the spin after contact",
        of: |one| one.along.spin_after_rad_s,
        kind: &SPIN,
        most: 1e5,
        cause: "is the unit of the angles or spins another one?",
    },
];

/// The limits that bounces are beyond, each with the first of them, and whether sounds are of flights that nobody
/// hears.
pub(super) fn beyond<'b>(bounces: impl Iterator<Item = &'b MeasuredBounce> + Clone, are_sounds: bool) -> Vec<Remark> {
    let first = |limit: &Limit| {
        let far = |value: MeasuredValue| value.value.abs() - SURELY * value.sigma > limit.most;
        let (number, value) = bounces
            .clone()
            .find_map(|bounce| Some((bounce.number, (limit.of)(bounce).filter(|value| far(*value))?)))?;
        Some(remark!(
            Doubt,
            "beyond-limit",
            "bounce {number}: {} is {}, and none of a sphere that meets a wall is above {}: {}",
            limit.words,
            limit.kind.brief(value.value),
            limit.kind.brief(limit.most),
            limit.cause
        ))
    };
    let highest = bounces.clone().filter_map(|bounce| bounce.apex_gap_m).map(|apex| apex.value).fold(0.0, f64::max);
    let unheard = (are_sounds && highest > 0.0 && highest < LOWEST).then(|| {
        remark!(
            Doubt,
            "unheard-flight",
            "the highest flight between two sounds rises by {}, which nobody hears: is the unit of the times another one?",
            LENGTH.brief(highest)
        )
    });
    LIMITS.iter().filter_map(first).chain(unheard).collect()
}
