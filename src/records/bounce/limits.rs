//! What no sphere that meets a wall does, whatever the experiment: one limit for each quantity that is read.

use super::measured_bounce::{CERTAIN, MeasuredBounce, MeasuredValue};
use wetbounce_physics::quantity::{DEGREES, Kind, LENGTH, NUMBER, SPEED, SPIN};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Least height of a flight between two sounds \[m\]: they are 3 ms apart, and a microphone shows no shorter one.
const LEAST_HEARD_HEIGHT: f64 = 1e-5;

const UNIT: &str = "is the unit of a column, measurement.scale or measurement.frame_rate another one?";
const ANGLE: &str = "is the unit of the angles or spins another one?";
const LATERAL: &str = "is the unit of the positions along the wall, or measurement.scale, another one?";

/// The largest magnitude of a quantity of a bounce.
struct Limit {
    words: &'static str,
    of: fn(&MeasuredBounce) -> Option<MeasuredValue>,
    kind: &'static Kind,
    most: f64,
    cause: &'static str,
}

const fn limit(
    words: &'static str,
    of: fn(&MeasuredBounce) -> Option<MeasuredValue>,
    kind: &'static Kind,
    most: f64,
    cause: &'static str,
) -> Limit {
    Limit { words, of, kind, most, cause }
}

/// A fall of 500 m ends with 99 m/s, and the highest drop tower has 146 m. Friction of rubber on glass reaches 2. At
/// 89° from the normal a sphere comes 57 times as fast along the wall as towards it. With 1e5 rad/s a sphere of 2 mm
/// goes at 100 m/s where it is widest.
static LIMITS: [Limit; 9] = [
    limit("the speed before contact", |one| one.speed_in_m_s, &SPEED, 100.0, UNIT),
    limit("the speed after contact", |one| one.speed_out_m_s, &SPEED, 100.0, UNIT),
    limit("the apex", |one| one.apex_gap_m, &LENGTH, 500.0, UNIT),
    limit("the speed along the wall before contact", |one| one.along.lateral_speed_before_m_s, &SPEED, 100.0, LATERAL),
    limit("the speed along the wall after contact", |one| one.along.lateral_speed_after_m_s, &SPEED, 100.0, LATERAL),
    limit("the impact angle", |one| one.along.impact_angle_deg, &DEGREES, 89.0, LATERAL),
    limit("the friction coefficient", |one| one.along.friction_if_sliding, &NUMBER, 2.0, LATERAL),
    limit("the spin before contact", |one| one.along.spin_before_rad_s, &SPIN, 1e5, ANGLE),
    limit("the spin after contact", |one| one.along.spin_after_rad_s, &SPIN, 1e5, ANGLE),
];

/// The limits that bounces are beyond, each with the first of them, and whether sounds are of flights that nobody
/// hears.
pub(super) fn beyond<'b>(bounces: impl Iterator<Item = &'b MeasuredBounce> + Clone, are_sounds: bool) -> Vec<Remark> {
    let first = |limit: &Limit| {
        let far = |value: MeasuredValue| value.value.abs() - CERTAIN * value.sigma > limit.most;
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
    let unheard = (are_sounds && highest > 0.0 && highest < LEAST_HEARD_HEIGHT).then(|| {
        remark!(
            Doubt,
            "unheard-flight",
            "the highest flight between two sounds rises by {}, which nobody hears: is the unit of the times another one?",
            LENGTH.brief(highest)
        )
    });
    LIMITS.iter().filter_map(first).chain(unheard).collect()
}
