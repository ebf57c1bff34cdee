//! Bounces by the times of their sounds alone: the flight between two of them takes `T`, so it begins and ends at `g T/2` and rises to `g T²/8`.

use crate::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use crate::bounce::pictures::MEDIAN;
use crate::record::Record;
use crate::statistics::quantile;
use wetbounce_physics::liquid::FarDrag;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Kinematic viscosity of air at 20 °C [m²/s], and its density over that of water.
const AIR: (f64, f64) = (1.5e-5, 1.2e-3);
/// No sphere has a larger drag coefficient above a Reynolds number of 1000 and below the drag crisis (Clift, Grace & Weber 1978).
const BLUNT: f64 = 0.5;

/// Standard errors that make sure.
const SURELY: f64 = 3.0;
/// Fewest restitutions whose median says what the others should be.
const ALIKE: usize = 3;
/// Most digits after the point of a time in seconds.
const DIGITS: i32 = 9;

/// The standard error of a time \[s\]: as the record says, else what the restitutions scatter by if they are alike, and at least that of the last digit of the times.
fn error_of_time(drop: &Record) -> f64 {
    let times = &drop.time;
    if drop.uncertainty.time > 0.0 {
        return drop.uncertainty.time;
    }
    let is_whole = |digits: &i32| {
        let scale = 10f64.powi(*digits);
        times.iter().all(|time| (time * scale - (time * scale).round()).abs() < 1e-3)
    };
    let digits = (0..DIGITS).find(is_whole).unwrap_or(DIGITS);
    // The logarithm of the ratio of two restitutions that follow each other, over what an error of one makes of it in four times.
    let change = |four: &[f64]| {
        let [a, b, c] = [0, 1, 2].map(|at: usize| 1.0 / (four[at + 1] - four[at]));
        let error = (a * a + (a + 2.0 * b).powi(2) + (2.0 * b + c).powi(2) + c * c).sqrt();
        (b * b / (a * c)).ln().abs() / error
    };
    let mut changes: Vec<f64> = times.windows(4).map(change).filter(|change| change.is_finite()).collect();
    let scatter = if changes.is_empty() { 0.0 } else { quantile(&mut changes, 0.5) / MEDIAN };
    scatter.max(10f64.powi(-digits) / 12f64.sqrt())
}

/// Whether the intervals between these times are flights, and why those are not that differ in length from what the median of the restitutions makes of the one before by half of
/// what a flight more does, in the logarithm. Where a sound is missed, two flights are one; where one is heard twice, a flight is short, and the next one begins too late.
fn flights(times: &[f64], error: f64) -> Vec<Result<f64, String>> {
    let intervals: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let ratios: Vec<f64> = intervals.windows(2).map(|pair| pair[1] / pair[0]).collect();
    let mut lossy: Vec<f64> = ratios.iter().copied().filter(|ratio| *ratio < 1.0).collect();
    let is_longer = |at: usize| {
        ratios.get(at).is_some_and(|ratio| *ratio > 1.0 + SURELY * error_of_ratio(intervals[at], *ratio, error))
    };
    if lossy.len() < ALIKE {
        let flight = |at: usize| match is_longer(at) || at > 0 && is_longer(at - 1) {
            true => Err(format!(
                "no flight between the sounds at {:.4} s and {:.4} s: no flight is longer than the one before it, so a sound is missing, or one is none of a contact",
                times[at],
                times[at + 1]
            )),
            false => Ok(intervals[at]),
        };
        return (0..intervals.len()).map(flight).collect();
    }
    let usual = quantile(&mut lossy, 0.5);
    let last = intervals.len() - 1;
    // 1 of an interval that is too long beside the one before it, −1 of one too short; of the first there is none.
    let mut signs: Vec<f64> = ratios
        .iter()
        .enumerate()
        .map(|(at, ratio)| {
            let (off, sure) = ((ratio / usual).ln(), SURELY * error_of_ratio(intervals[at], *ratio, error) / ratio);
            if off.abs() > (0.5 * (1.0 + usual).ln()).max(sure) { off.signum() } else { 0.0 }
        })
        .collect();
    signs.insert(0, 0.0);
    let mut odd = vec![0.0; last + 1];
    for at in 1..last {
        if signs[at] * signs[at + 1] < 0.0 && odd[at - 1] == 0.0 {
            odd[at] = signs[at];
        }
    }
    // At both ends there is one neighbour, which may be the odd one.
    if signs[1] != 0.0 && odd[1] == 0.0 {
        odd[0] = -signs[1];
    }
    if signs[last] != 0.0 && odd[last - 1] == 0.0 {
        odd[last] = signs[last];
    }
    let flight = |at: usize| {
        let (from, to) = (times[at], times[at + 1]);
        match () {
            () if odd[at] > 0.0 => Err(format!(
                "no flight between the sounds at {from:.4} s and {to:.4} s: it is too long beside the others, with restitutions of about {usual:.2}: a sound between them is missing"
            )),
            () if odd[at] < 0.0 => Err(format!(
                "no flight between the sounds at {from:.4} s and {to:.4} s: it is too short beside the others, with restitutions of about {usual:.2}: one of them is heard twice, or is \
                 none of a contact: leave its row out"
            )),
            () if at > 0 && odd[at - 1] < 0.0 => Err(format!(
                "no flight between the sounds at {from:.4} s and {to:.4} s: one of the two sounds before it is none of a contact"
            )),
            () => Ok(intervals[at]),
        }
    };
    (0..=last).map(flight).collect()
}

/// The standard error of a ratio of an interval to the one before it, which lasts so long, with this error of each time: they share one.
fn error_of_ratio(before: f64, ratio: f64, error: f64) -> f64 {
    error / before * (1.0 + (1.0 + ratio).powi(2) + ratio * ratio).sqrt()
}

/// The bounces that these sounds are of, under this gravity [m/s²], and why some intervals are no flights. The restitution is the ratio of two intervals, at the contact itself: of the
/// first bounce, before which nothing is heard, there is none.
pub(crate) fn bounces(drop: &Record, gravity: f64) -> (Vec<MeasuredBounce>, Vec<String>) {
    let error = error_of_time(drop);
    let flights = flights(&drop.time, error);
    let value = |value: f64, sigma: f64| Some(MeasuredValue { value, sigma, common: 0.0 });
    let one = |at: usize| {
        let interval = |from: Option<usize>| flights.get(from?)?.as_ref().ok().copied();
        let (before, after) = (interval(at.checked_sub(1)), interval(Some(at)));
        // Two times make an interval.
        let speed = |interval: f64| value(0.5 * gravity * interval, 0.5 * gravity * error * 2f64.sqrt());
        let ratio = |(before, after): (f64, f64)| value(after / before, error_of_ratio(before, after / before, error));
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
    let all = (0..drop.time.len()).map(one).collect();
    (all, flights.into_iter().filter_map(Result::err).collect())
}

/// What the errors of these bounces do not hold: the drag of air, which makes the ratio of two intervals smaller than the restitution, by `(1 + e²)/4 V²/V_t²` of it, to first order
/// in the speed over the terminal one.
pub fn not_in_errors(bounces: &[MeasuredBounce], diameter: Option<f64>, gravity: f64) -> Remark {
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
fn of_air(how_much: &str) -> Remark {
    remark!(
        Assumption,
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
        let found = bounces(&record, g).0;
        assert!(found[0].restitution.is_none() && found[4].speed_out_m_s.is_none());
        for bounce in &found[1..4] {
            let ratio = bounce.restitution.unwrap();
            assert!((ratio.value - e).abs() < 1e-12 && (2e-4..2e-3).contains(&ratio.sigma), "{bounce:?}");
        }
        let apex = found[0].apex_gap_m.unwrap();
        assert!((apex.value - (1.4 * e).powi(2) / 2.0 / g).abs() < 1e-12 && apex.sigma > 0.0);
        assert!(not_in_errors(&found, None, g).name == "air-drag");
    }

    /// Times of sounds of a sphere with this restitution, the first flight of which lasts 0.5 s.
    fn heard(e: f64, count: i32) -> Vec<f64> {
        (0..count).map(|k| 0.1 + 0.5 * (1.0 - e.powi(k)) / (1.0 - e)).collect()
    }

    #[test]
    fn a_sound_that_is_missed_or_heard_twice_spoils_no_restitution() {
        let of = |time: Vec<f64>| {
            let uncertainty = Uncertainty { time: 1e-4, ..Uncertainty::default() };
            bounces(&Record { sounds: true, time, uncertainty, ..Record::default() }, 9.81)
        };
        let read = |bounces: &[MeasuredBounce]| {
            let all: Vec<MeasuredValue> = bounces.iter().filter_map(|bounce| bounce.restitution).collect();
            assert!(all.iter().all(|one| (one.value - 0.8).abs() < 3.0 * one.sigma), "{all:?}");
            all.len()
        };
        let (all, unread) = of(heard(0.8, 9));
        assert!(read(&all) == 7 && unread.is_empty(), "{unread:?}");
        for lost in 1..8 {
            let mut times = heard(0.8, 9);
            times.remove(lost);
            let (all, unread) = of(times);
            let at_end = lost == 1 || lost == 7;
            assert!(read(&all) == if at_end { 5 } else { 4 } && unread.len() == 1, "{lost}: {unread:?}");
        }
        for twice in 0..9 {
            let mut times = heard(0.8, 9);
            times.insert(twice + 1, times[twice] + 5e-3);
            let (all, unread) = of(times);
            assert!(read(&all) >= 5 && !unread.is_empty() && unread[0].contains("too short"), "{twice}: {unread:?}");
        }
        let (all, unread) = of(vec![0.0, 0.5, 1.22, 1.5]);
        assert!(read(&all) == 0 && unread.len() == 2, "{all:?} {unread:?}");
    }

    #[test]
    fn errors_of_sounds_are_those_of_their_scatter_or_their_last_digit() {
        let of =
            |time: Vec<f64>| bounces(&Record { sounds: true, time, ..Record::default() }, 9.81).0[0].contact_time_s;
        let mut random = crate::statistics::Random(3);
        let noisy = heard(0.9, 20).into_iter().map(|time| time + 4e-4 * random.normal()).collect();
        let error = of(noisy).unwrap().sigma;
        assert!((2e-4..8e-4).contains(&error), "{error}");
        let rounded = heard(0.873, 3).into_iter().map(|time| (1e3 * time).round() / 1e3).collect();
        assert!((of(rounded).unwrap().sigma / 2.89e-4 - 1.0).abs() < 0.01);
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
        assert!(not_in_errors(&[bounce], Some(3e-3), 9.81).text.contains("1.11 %"));
    }
}
