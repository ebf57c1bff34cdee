//! Bounces by the times of their sounds alone. A flight of the time `T` between two sounds begins and ends with the
//! speed `g T/2` and rises to `g T²/8`.
//!
//! A missing sound makes one interval of two flights, `T(1 + e)`. A sound that is of no contact divides a flight. A
//! `History` states for each sound whether it is of a contact, and for each interval how many flights it holds. Its
//! likelihood follows from one restitution `e` with a spread, and from the error of a time. The likeliest history gives
//! the values. An interval on which a possible history differs from it is not read.

use crate::bounce::measured_bounce::{CERTAIN, MeasuredBounce, MeasuredValue};
use crate::bounce::pictures::MEDIAN_DEVIATION;
use crate::record::Record;
use crate::statistics::quantile;
use wetbounce_physics::liquid::FarDrag;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Kinematic viscosity of air at 20 °C [m²/s].
const AIR_VISCOSITY: f64 = 1.5e-5;
/// Density of air over that of water.
const AIR_DENSITY: f64 = 1.2e-3;
/// Largest drag coefficient of a sphere at Reynolds numbers from 1000 to the drag crisis (Clift, Grace & Weber 1978).
const DRAG_COEFFICIENT: f64 = 0.5;
/// Most digits after the point of a time in seconds.
const MOST_DIGITS: i32 = 9;
/// Restitutions that are tried, even between 0 and 1: half of their distance, 0.4 %, is below the smallest spread.
const RESTITUTION_COUNT: i32 = 120;
/// Spreads of the restitutions of one sphere, over them: from one that hardly changes with the speed to a sphere that
/// is not round.
const SPREADS: [f64; 4] = [0.01, 0.03, 0.1, 0.2];
/// Errors of the times \[s\] where the record does not state its own: from those of a sound card to those of a film.
const TIME_ERRORS: [f64; 5] = [1e-5, 1e-4, 3e-4, 1e-3, 3e-3];
/// Most flights in an interval, and most intervals of a flight.
const MOST_MERGED: usize = 3;
/// Loss of the logarithm of the likelihood for a sound that is missing or is of no contact: one in a hundred, `ln 100`.
const FAULT_LOSS: f64 = 4.6;
/// Largest loss of a possible history against the likeliest: odds of one in twenty, `ln 20`.
const POSSIBLE_LOSS: f64 = 3.0;

/// The standard error of the last digit of these times \[s\].
fn rounding(times: &[f64]) -> f64 {
    let is_whole = |digits: &i32| {
        let scale = 10f64.powi(*digits);
        times.iter().all(|time| (time * scale - (time * scale).round()).abs() < 1e-3)
    };
    10f64.powi(-(0..MOST_DIGITS).find(is_whole).unwrap_or(MOST_DIGITS)) / 12f64.sqrt()
}

/// The interval from one sound of a contact to the next in a history.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Interval {
    /// The sounds at which it begins and ends.
    sounds: [usize; 2],
    /// Flights that it holds.
    flights: usize,
}

impl Interval {
    /// Sounds that are of no contact, or missing.
    fn faults(self) -> f64 {
        (self.sounds[1] - self.sounds[0] - 1 + self.flights - 1) as f64
    }

    /// Its first flight and its last one \[s\], of a sphere with this restitution.
    fn ends(self, times: &[f64], restitution: f64) -> [f64; 2] {
        let whole = times[self.sounds[1]] - times[self.sounds[0]];
        let first = whole / (0..self.flights).map(|k| restitution.powi(k as i32)).sum::<f64>();
        [first, first * restitution.powi(self.flights as i32 - 1)]
    }
}

/// Parameters of the likelihood of a history.
#[derive(Debug, Clone, Copy)]
struct Scales {
    restitution: f64,
    spread: f64,
    time: f64,
}

/// Contacts and flights that explain all sounds, and the loss of the logarithm of the likelihood.
struct History {
    intervals: Vec<Interval>,
    loss: f64,
}

impl Scales {
    /// The loss of an interval that follows this one.
    fn loss(&self, times: &[f64], before: Interval, after: Interval) -> f64 {
        let ([_, last], [first, _]) = (before.ends(times, self.restitution), after.ends(times, self.restitution));
        let ratio = first / last;
        let of_times = error_of_ratio(last, ratio, self.time);
        let error = self.spread.hypot(of_times / ratio);
        let off = (ratio / self.restitution).ln() / error;
        // No flight is longer than the one before it.
        let gains = if ratio > 1.0 + CERTAIN * of_times { 2.0 * FAULT_LOSS } else { 0.0 };
        0.5 * off * off + error.ln() + FAULT_LOSS * after.faults() + gains
    }

    /// The likeliest history, by dynamic programming from the last sound back.
    fn history(&self, times: &[f64]) -> History {
        let last = times.len() - 1;
        // Of each possible interval the least loss from it on, and the interval after it.
        let mut best: Vec<(Interval, f64, Option<usize>)> = Vec::new();
        for begin in (0..last).rev() {
            for end in begin + 1..=last.min(begin + MOST_MERGED) {
                // An interval holds several flights, or several make one: both at once are not taken apart.
                for flights in 1..=if end == begin + 1 { MOST_MERGED } else { 1 } {
                    let own = Interval { sounds: [begin, end], flights };
                    let after = best.iter().enumerate().filter(|(_, (next, ..))| next.sounds[0] == end);
                    let ways = after.map(|(at, (next, loss, _))| (Some(at), loss + self.loss(times, own, *next)));
                    // Sounds after the last contact are faults as well.
                    let stops = (None, FAULT_LOSS * (last - end) as f64);
                    let ways = ways.chain((last - end < MOST_MERGED).then_some(stops));
                    if let Some((next, loss)) = ways.min_by(|a, b| a.1.total_cmp(&b.1)) {
                        best.push((own, loss, next));
                    }
                }
            }
        }
        let first = |interval: &Interval| FAULT_LOSS * (interval.sounds[0] as f64 + interval.faults());
        let begins = best.iter().enumerate().filter(|(_, (interval, ..))| interval.sounds[0] < MOST_MERGED);
        let start = begins.min_by(|a, b| (a.1.1 + first(&a.1.0)).total_cmp(&(b.1.1 + first(&b.1.0))));
        let (mut at, mut intervals) = (start.map(|(at, _)| at), Vec::new());
        let loss = start.map_or(f64::INFINITY, |(_, (interval, loss, _))| loss + first(interval));
        while let Some(place) = at {
            intervals.push(best[place].0);
            at = best[place].2;
        }
        History { intervals, loss }
    }
}

/// The possible histories of these sounds, likeliest first.
fn histories(times: &[f64], stated_error: f64) -> Vec<History> {
    let least = rounding(times);
    let errors: Vec<f64> = match stated_error > 0.0 {
        true => vec![stated_error],
        false => std::iter::once(least).chain(TIME_ERRORS.into_iter().filter(|error| *error > 2.0 * least)).collect(),
    };
    let mut all: Vec<History> = Vec::new();
    for time in errors {
        for spread in SPREADS {
            for k in 1..=RESTITUTION_COUNT {
                let restitution = (f64::from(k) - 0.5) / f64::from(RESTITUTION_COUNT);
                all.push(Scales { restitution, spread, time }.history(times));
            }
        }
    }
    all.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    let most = all.first().map_or(0.0, |best| best.loss) + POSSIBLE_LOSS;
    all.retain(|history| history.loss <= most);
    all
}

/// Of each interval between two sounds its length, or why it is no flight; and the standard error of a time \[s\].
fn flights(times: &[f64], stated_error: f64) -> (Vec<Result<f64, String>>, f64) {
    if times.len() < 3 {
        return (times.windows(2).map(|pair| Ok(pair[1] - pair[0])).collect(), stated_error.max(rounding(times)));
    }
    let all = histories(times, stated_error);
    let [best, ..] = &all[..] else { return (Vec::new(), stated_error) };
    let is_flight = |history: &History, at: usize| {
        history.intervals.iter().any(|one| one.sounds == [at, at + 1] && one.flights == 1)
    };
    let why = |at: usize| {
        let own = best.intervals.iter().find(|one| one.sounds[0] <= at && at < one.sounds[1]);
        let between = format!("no flight between the sounds at {:.4} s and {:.4} s", times[at], times[at + 1]);
        match own {
            Some(one) if one.flights > 1 => format!(
                "{between}: it lasts as long as {} flights of this sphere: {} sound between them is missing",
                one.flights,
                if one.flights == 2 { "a" } else { "more than one" }
            ),
            Some(one) if one.sounds[1] > one.sounds[0] + 1 => format!(
                "{between}: it is too short beside the others: a sound from {:.4} s to {:.4} s is heard twice, or is none of a contact: leave its row out",
                times[one.sounds[0]], times[one.sounds[1]]
            ),
            Some(_) => format!(
                "{between}: perhaps it is one, perhaps a sound is missing or is none of a contact: more sounds, or measurement.time_uncertainty, decide"
            ),
            None => format!(
                "{between}: it is too short beside the others: one of both is heard twice, or is none of a contact: leave its row out"
            ),
        }
    };
    let one = |at: usize| match all.iter().all(|history| is_flight(history, at)) {
        true => Ok(times[at + 1] - times[at]),
        false => Err(why(at)),
    };
    let flights: Vec<Result<f64, String>> = (0..times.len() - 1).map(one).collect();
    let error = if stated_error > 0.0 { stated_error } else { scatter(&flights).max(rounding(times)) };
    (flights, error)
}

/// The standard error of a time \[s\] by which restitutions that follow each other scatter, if they are alike; 0 of
/// fewer than three flights in a row.
fn scatter(flights: &[Result<f64, String>]) -> f64 {
    // The logarithm of the ratio of two restitutions that follow each other, over what an error of one makes of it in
    // four times.
    let change = |three: &[Result<f64, String>]| {
        let [a, b, c] = [0, 1, 2].map(|at: usize| three[at].as_ref().map_or(f64::NAN, |flight| flight.recip()));
        let error = (a * a + (a + 2.0 * b).powi(2) + (2.0 * b + c).powi(2) + c * c).sqrt();
        (b * b / (a * c)).ln().abs() / error
    };
    let mut changes: Vec<f64> = flights.windows(3).map(change).filter(|change| change.is_finite()).collect();
    if changes.is_empty() { 0.0 } else { quantile(&mut changes, 0.5) / MEDIAN_DEVIATION }
}

/// The standard error of a ratio of an interval to the one before it, which lasts so long, with this error of each
/// time: they share one.
fn error_of_ratio(before: f64, ratio: f64, error: f64) -> f64 {
    error / before * (1.0 + (1.0 + ratio).powi(2) + ratio * ratio).sqrt()
}

/// The bounces that these sounds are of, under this gravity [m/s²], and why some intervals are no flights. The
/// restitution is the ratio of two intervals, at the contact itself: of the first bounce, before which nothing is
/// heard, there is none.
pub(crate) fn bounces(drop: &Record, gravity: f64) -> (Vec<MeasuredBounce>, Vec<String>) {
    let (flights, error) = flights(&drop.time, drop.uncertainty.time);
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
            restitution_contact: before.zip(after).and_then(ratio),
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

/// The remark on the drag of air, which the errors do not include. Drag makes the ratio of two intervals smaller than
/// the restitution by `(1 + e²)/4 V²/V_t²` of it, to first order in the square of the speed over the terminal speed.
pub fn not_in_errors(bounces: &[MeasuredBounce], diameter: Option<f64>, gravity: f64) -> Remark {
    let fastest = bounces
        .iter()
        .filter_map(|bounce| Some((bounce.speed_in_m_s?.value, bounce.restitution?.value)))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let Some(((speed, e), diameter)) = fastest.zip(diameter) else {
        return of_air("");
    };
    let reynolds = speed * diameter / AIR_VISCOSITY;
    let drag = (24.0 / reynolds * FarDrag::SchillerNaumann.factor(reynolds)).max(DRAG_COEFFICIENT);
    let terminal = 4.0 / 3.0 * gravity * diameter / (AIR_DENSITY * drag);
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

    /// Ten ways to spoil sounds, beside none: each with three restitutions, two lengths and two errors of the times,
    /// which nobody states.
    #[test]
    fn spoilt_sounds_give_no_wrong_restitution_and_others_are_read() {
        let mut random = crate::statistics::Random(77);
        let (mut wrong, mut read, mut asked) = (Vec::new(), 0, 0);
        for e in [0.3, 0.6, 0.8] {
            for (count, noise) in [(6, 0.0), (6, 1e-4), (9, 0.0), (9, 1e-4)] {
                for way in 0..11 {
                    let clean = heard(e, count);
                    let last = clean.len() - 1;
                    // What is shorter than a hundred errors is no flight that a microphone shows.
                    let mut times: Vec<f64> = clean.iter().map(|time| time + noise * random.normal()).collect();
                    let keep = 1 + (1..=last).take_while(|at| clean[*at] - clean[at - 1] > 100.0 * noise).count();
                    times.truncate(keep);
                    let n = times.len();
                    if n < 5 {
                        continue;
                    }
                    match way {
                        0 => {}
                        1 => drop(times.remove(1)),
                        2 => drop(times.remove(2)),
                        3 => drop(times.remove(n / 2)),
                        4 => drop(times.remove(n - 2)),
                        5 => drop([times.remove(n - 2), times.remove(1)]),
                        6 => drop([times.remove(3), times.remove(2)]),
                        7 => times.insert(2, times[1] + 0.3 * (times[2] - times[1])),
                        8 => times.insert(1, times[0] + 2e-3),
                        9 => times.push(times[n - 1] + 1.0),
                        _ => times.insert(0, times[0] - 0.8),
                    }
                    let (all, unread) = bounces(&Record { sounds: true, time: times, ..Record::default() }, 9.81);
                    let found: Vec<MeasuredValue> = all.iter().filter_map(|bounce| bounce.restitution).collect();
                    // One restitution alone, and a ratio above 1, are said by a doubt.
                    for one in found.iter().filter(|one| found.len() > 1 && one.value <= 1.0) {
                        if (one.value - e).abs() > 0.1 * e {
                            wrong.push((e, count, noise, way, *one, unread.clone()));
                        }
                    }
                    if way == 0 {
                        asked += n - 2;
                        read += all.iter().filter(|bounce| bounce.restitution.is_some()).count();
                    }
                }
            }
        }
        assert!(
            wrong.is_empty() && 20 * read >= 19 * asked,
            "{} wrong, {read} of {asked} read: {wrong:#?}",
            wrong.len()
        );
    }

    /// The restitution of a soft sphere grows by a fifth as it slows down.
    #[test]
    fn restitutions_that_change_from_bounce_to_bounce_are_all_read() {
        let (mut times, mut interval) = (vec![0.0, 0.6], 0.6);
        for k in 0..8 {
            interval *= 0.7 * (1.0 + 0.025 * f64::from(k));
            times.push(times[times.len() - 1] + interval);
        }
        let (all, unread) = bounces(&Record { sounds: true, time: times, ..Record::default() }, 9.81);
        assert!(unread.is_empty() && all.iter().filter(|one| one.restitution.is_some()).count() == 8, "{unread:?}");
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
        // Exact flights with quadratic drag, in terminal speeds: up `atan s`, down `asinh s`; it lands with `s/√(1 +
        // s²)`.
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
