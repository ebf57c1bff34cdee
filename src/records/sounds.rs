//! Bounces by the times of their sounds alone: the flight between two of them takes `T`, so it begins and ends at `g T/2` and rises to `g T²/8`.

use crate::measured::{MeasuredBounce, MeasuredValue};
use crate::pictures::step;
use crate::record::Record;
use wetbounce_physics::liquid::FarDrag;
use wetbounce_physics::remark;

/// Kinematic viscosity of air at 20 °C [m²/s], and its density over that of water.
const AIR: (f64, f64) = (1.5e-5, 1.2e-3);
/// No sphere has a larger drag coefficient above a Reynolds number of 1000 and below the drag crisis (Clift, Grace & Weber 1978).
const BLUNT: f64 = 0.5;

/// The standard error of a time \[s\]: as the record says, else that of the step to which its times are rounded.
fn error_of_time(drop: &Record) -> f64 {
    let times: Vec<(f64, f64)> = drop.time.iter().map(|time| (0.0, *time)).collect();
    if drop.uncertainty.time > 0.0 { drop.uncertainty.time } else { step(&times) / 12f64.sqrt() }
}

/// The bounces that these sounds are of, under this gravity [m/s²]. The restitution is the ratio of two intervals, at the contact itself: of the first bounce, before which nothing is
/// heard, there is none.
pub(crate) fn bounces(drop: &Record, gravity: f64) -> Vec<MeasuredBounce> {
    let error = error_of_time(drop);
    let value = |value: f64, sigma: f64| Some(MeasuredValue { value, sigma, common: 0.0 });
    let one = |at: usize| {
        let interval = |from: Option<usize>| Some(drop.time.get(from? + 1)? - drop.time.get(from?)?);
        let (before, after) = (interval(at.checked_sub(1)), interval(Some(at)));
        // Two times make an interval.
        let speed = |interval: f64| value(0.5 * gravity * interval, 0.5 * gravity * error * 2f64.sqrt());
        let ratio = |(before, after): (f64, f64)| {
            let e = after / before;
            value(e, error / before * (1.0 + (1.0 + e).powi(2) + e * e).sqrt())
        };
        MeasuredBounce {
            number: at + 1,
            contact_time_s: value(drop.time[at], error),
            speed_in_m_s: before.and_then(speed),
            speed_out_m_s: after.and_then(speed),
            restitution: before.zip(after).and_then(ratio),
            apex_gap_m: after.and_then(|interval| {
                value(gravity * interval * interval / 8.0, 0.25 * gravity * interval * error * 2f64.sqrt())
            }),
            apex_time_s: after.and_then(|interval| value(0.5 * interval, 0.5 * error * 2f64.sqrt())),
            ..MeasuredBounce::default()
        }
    };
    (0..drop.time.len()).map(one).collect()
}

/// What the errors of these bounces do not hold: the drag of air, which makes the ratio of two intervals smaller than the restitution, by `(1 + e²)/4 V²/V_t²` of it, to first order
/// in the speed over the terminal one.
pub fn not_in_errors(bounces: &[MeasuredBounce], diameter: Option<f64>, gravity: f64) -> String {
    let fastest = bounces
        .iter()
        .filter_map(|bounce| Some((bounce.speed_in_m_s?.value, bounce.restitution?.value)))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let Some(((speed, e), diameter)) = fastest.zip(diameter) else {
        return of_air("");
    };
    let reynolds = speed * diameter / AIR.0;
    let drag = (24.0 / reynolds * FarDrag::SchillerNaumann.factor(reynolds)).max(BLUNT);
    let terminal = 4.0 / 3.0 * gravity * diameter / (AIR.1 * drag);
    let share = 0.25 * (1.0 + e * e) * speed * speed / terminal;
    of_air(&format!(
        ": by at most {:.2} % of it for a sphere as dense as water, in inverse proportion to the density",
        100.0 * share
    ))
}

/// The remark on the drag of air, with `how_much` it is where that is known.
fn of_air(how_much: &str) -> String {
    remark!(
        "air-drag",
        "the drag of air, which makes each restitution too small by (1 + e²)/4 of the square of the speed over the terminal one{how_much}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Uncertainty;

    #[test]
    fn sounds_of_a_sphere_say_its_restitution_and_heights() {
        let (g, e, mut speed, mut time) = (9.81, 0.9, 1.4, 0.3);
        let mut record = Record { sounds: true, ..Record::default() };
        for _ in 0..5 {
            record.time.push(time);
            speed *= e;
            time += 2.0 * speed / g;
        }
        record.uncertainty = Uncertainty { time: 1e-4, ..Uncertainty::default() };
        let found = bounces(&record, g);
        assert!(found[0].restitution.is_none() && found[4].speed_out_m_s.is_none());
        for bounce in &found[1..4] {
            let ratio = bounce.restitution.unwrap();
            assert!((ratio.value - e).abs() < 1e-12 && (2e-4..2e-3).contains(&ratio.sigma), "{bounce:?}");
        }
        let apex = found[0].apex_gap_m.unwrap();
        assert!((apex.value - (1.4 * e).powi(2) / 2.0 / g).abs() < 1e-12 && apex.sigma > 0.0);
        assert!(not_in_errors(&found, None, g).len() > 50);
    }

    #[test]
    fn drag_of_air_shortens_the_second_of_two_flights_by_what_is_said() {
        // Exact flights with quadratic drag, in terminal speeds: up `atan s`, down `asinh s`; it lands with `s/√(1 + s²)`.
        let (e, s) = (0.9, 0.2_f64);
        let (flight, landing) = (|s: f64| s.atan() + s.asinh(), s / (1.0 + s * s).sqrt());
        let seen = flight(e * landing) / flight(s);
        assert!(((e / seen - 1.0) / (0.25 * (1.0 + e * e) * s * s) - 1.0).abs() < 0.1);
        let value = |value| Some(MeasuredValue { value, sigma: 0.0, common: 0.0 });
        let bounce = MeasuredBounce { speed_in_m_s: value(1.0), restitution: value(e), ..MeasuredBounce::default() };
        // Re 200, drag coefficient 0.806 (Schiller & Naumann 1935), so a terminal speed of 6.37 m/s.
        assert!(not_in_errors(&[bounce], Some(3e-3), 9.81).contains("at most 1.11 %"));
    }
}
