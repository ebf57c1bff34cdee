//! Motions by `validation/references/bounces.py`, which shares no code with the program, and by the flow: without
//! noise, and spoilt next to the contact.

use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::bounce::values::{Evaluation, HEIGHT_ERROR, SPEED_ERROR, TIME_ERROR, read};
use wetbounce_records::record::{Lengths, Setting};
use wetbounce_records::statistics::Random;

/// A motion up to its second contact: its diameter, whether it is in a gas, and rows of time, gap and velocity, with
/// two at the time of the contact.
struct Motion {
    diameter: f64,
    is_dry: bool,
    rows: Vec<[f64; 3]>,
    contact: usize,
}

fn motions() -> Vec<Motion> {
    let numbers = |line: &str| line.split(',').map(|one| one.parse().unwrap()).collect::<Vec<f64>>();
    let tables = [
        include_str!("../../../../validation/references/bounces.csv"),
        include_str!("../../../../validation/references/flow-bounces.csv"),
    ];
    let motion = |rows: &[Vec<f64>]| {
        let all: Vec<[f64; 3]> = rows[1..].iter().map(|row| [row[1], row[2], row[3]]).collect();
        let turns: Vec<usize> = (1..all.len()).filter(|at| all[*at][0] == all[at - 1][0]).collect();
        let end = turns.get(1).copied().unwrap_or(all.len());
        Motion { diameter: rows[0][1], is_dry: rows[0][3] == 1.0, rows: all[..end].to_vec(), contact: turns[0] }
    };
    let rows = |table: &str| table.lines().skip(1).map(numbers).collect::<Vec<Vec<f64>>>();
    tables.map(rows).iter().flat_map(|rows| rows.chunk_by(|a, b| a[0] == b[0]).map(motion)).collect()
}

impl Motion {
    /// Gap and velocity at a time, by cubics between the rows.
    fn at(&self, time: f64) -> [f64; 2] {
        let after = self.rows.partition_point(|row| row[0] <= time).clamp(1, self.rows.len() - 1);
        let ([t, h, v], [t2, h2, v2]) = (self.rows[after - 1], self.rows[after]);
        let (span, x) = (t2 - t, (time - t) / (t2 - t));
        let gap = h * (1.0 + 2.0 * x) * (1.0 - x).powi(2)
            + h2 * x * x * (3.0 - 2.0 * x)
            + span * x * (1.0 - x) * (v * (1.0 - x) - v2 * x);
        let slope = 6.0 * x * (1.0 - x) * (h2 - h) / span + v * (1.0 - x) * (1.0 - 3.0 * x) + v2 * x * (3.0 * x - 2.0);
        [gap, slope]
    }

    fn end(&self) -> f64 {
        self.rows[self.rows.len() - 1][0]
    }

    fn time_of_contact(&self) -> f64 {
        self.rows[self.contact][0]
    }

    fn speed_in(&self) -> f64 {
        self.rows[..self.contact].iter().map(|row| -row[2]).fold(0.0, f64::max)
    }

    /// Speed in, speed out, restitution, and height and time of the apex after contact.
    fn truth(&self) -> [f64; 5] {
        let (speed, begin) = (self.speed_in(), self.time_of_contact());
        let out = self.at(begin + 0.1 * self.diameter / speed)[1];
        let (mut low, mut high) = (begin, self.end());
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.at(middle)[1] > 0.0 { low = middle } else { high = middle }
        }
        [speed, out, out / speed, self.at(low)[0] - self.rows[self.contact][1], low - begin]
    }

    /// Pictures, this many in the time of a diameter, of the gaps that `seen` makes of theirs, with noise in diameters.
    fn pictures(&self, every: f64, noise: f64, seed: u64, seen: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let mut random = Random(seed);
        let step = self.diameter / self.speed_in() / every;
        let count = ((self.end() - self.rows[0][0]) / step) as usize;
        let time = |k: usize| self.rows[0][0] + step * (k as f64 + 0.37);
        let mut noisy = |time: f64| (time, seen(self.at(time)[0]) + noise * self.diameter * random.normal());
        (0..count).map(time).map(&mut noisy).collect()
    }

    fn read(&self, pictures: &[(f64, f64)]) -> Evaluation {
        read(pictures, Setting::of(Some(Lengths::at_wall(self.diameter))))
    }
}

fn values(bounce: &MeasuredBounce) -> [Option<MeasuredValue>; 5] {
    [bounce.speed_in_m_s, bounce.speed_out_m_s, bounce.restitution, bounce.apex_gap_m, bounce.apex_time_s]
}

/// Differences to the truth over the errors, of all values that are read, and how many are not.
fn deviations(motion: &Motion, reading: &Evaluation) -> (Vec<f64>, usize) {
    let Some(bounce) = reading.bounces.first() else { return (Vec::new(), 5) };
    let found: Vec<f64> = values(bounce)
        .iter()
        .zip(motion.truth())
        .filter_map(|(value, truth)| value.map(|value| (value.value - truth).abs() / value.sigma))
        .collect();
    let unread = 5 - found.len();
    (found, unread)
}

#[test]
fn series_follows_motions_without_noise() {
    let mut squares = [0.0; 5];
    let all = motions();
    for motion in &all {
        let reading = motion.read(&motion.pictures(30.0, 0.0, 0, |gap| gap));
        let truth = motion.truth();
        let time = motion.diameter / truth[0];
        let scales = [truth[0], truth[1], truth[2], motion.diameter, time];
        for (k, value) in values(&reading.bounces[0]).into_iter().enumerate() {
            squares[k] += ((value.unwrap().value - truth[k]) / scales[k]).powi(2) / all.len() as f64;
        }
    }
    let found = squares.map(f64::sqrt);
    let floors = [SPEED_ERROR, SPEED_ERROR, SPEED_ERROR, HEIGHT_ERROR, TIME_ERROR];
    assert!(found.iter().zip(floors).all(|(found, floor)| *found < 1.5 * floor), "{found:?}");
    let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
    // None is larger than what it stands for by more than a factor of three.
    assert!(
        most(&found[..3]) > SPEED_ERROR / 3.0 && found[3] > HEIGHT_ERROR / 3.0 && found[4] > TIME_ERROR / 3.0,
        "{found:?}"
    );
}

/// One picture is off by 0.3 D: among the first ones, or two pictures from the contact.
#[test]
fn one_bad_picture_at_the_beginning_or_beside_the_contact_misleads_no_value() {
    let (mut far, mut count) = (Vec::new(), 0);
    for (seed, motion) in motions().iter().enumerate().step_by(5) {
        for place in 0..3 {
            let mut pictures = motion.pictures(12.0, 1e-3, seed as u64, |gap| gap);
            let contact = pictures.partition_point(|picture| picture.0 < motion.time_of_contact());
            let row = [1, contact - 3, contact + 2][place];
            pictures[row].1 += 0.3 * motion.diameter;
            let (found, _) = deviations(motion, &motion.read(&pictures));
            count += found.len();
            far.extend(
                found.into_iter().filter(|deviation| *deviation > 4.0).map(|deviation| (seed, place, deviation)),
            );
        }
    }
    assert!(100 * far.len() <= count, "{far:?} of {count}");
}

/// A tracker that takes sphere and shadow for one thing shows its middle: next to the wall it is too low, the more the
/// nearer it is.
#[test]
fn pictures_merged_with_a_shadow_mislead_no_value_however_many_there_are() {
    let merged = |reach: f64| move |gap: f64| if gap < reach { gap - 0.5 * (reach - gap) } else { gap };
    let (mut far, mut count) = (0, 0);
    for (seed, motion) in motions().iter().enumerate().skip(1).step_by(2) {
        let every = [10.0, 40.0, 100.0][seed % 3];
        let pictures = motion.pictures(every, 2e-3, seed as u64, merged(0.15 * motion.diameter));
        let (found, _) = deviations(motion, &motion.read(&pictures));
        count += found.len();
        far += found.iter().filter(|one| **one > 4.0).count();
    }
    assert!(count > 30 && 50 * far <= count, "{far} of {count} are beyond four standard errors");
}

#[test]
fn the_apex_of_a_weak_rebound_in_few_pictures_is_read() {
    let (mut far, mut unread, mut count) = (0, Vec::new(), 0);
    for (seed, motion) in motions().iter().enumerate().step_by(2) {
        let truth = motion.truth();
        // Six pictures up and six down, noise of an eleventh of the apex: three of four are read.
        let every = 6.0 * motion.diameter / truth[0] / truth[4];
        let noise = truth[3] / 11.0 / motion.diameter;
        let end = motion.time_of_contact() + 2.0 * truth[4];
        let mut pictures = motion.pictures(every, noise, seed as u64, |gap| gap);
        pictures.retain(|picture| picture.0 < end);
        if pictures.iter().filter(|picture| picture.0 < motion.time_of_contact()).count() < 8 {
            continue;
        }
        let reading = motion.read(&pictures);
        count += 1;
        match reading.bounces.first().and_then(|bounce| bounce.apex_gap_m) {
            Some(apex) => far += usize::from((apex.value - truth[3]).abs() > 4.0 * apex.sigma),
            None => unread.push(reading.unread),
        }
    }
    assert!(count > 10 && far == 0 && 4 * unread.len() <= count, "{far} far, unread of {count}: {unread:?}");
}

/// A ball of rubber in air, in a contact of several pictures: half an oscillation, below the zero of the record.
#[test]
fn a_contact_that_lasts_begins_at_the_zero_of_the_record_or_where_pictures_part_from_the_flight() {
    let (g, drop, e, lasts, d): (f64, f64, f64, f64, f64) = (9.81, 0.2, 0.8, 6e-3, 0.02);
    let (speed, fall) = ((2.0 * g * drop).sqrt(), (2.0 * drop / g).sqrt());
    let gap = |time: f64| match time - fall {
        u if u < 0.0 => drop - 0.5 * g * time * time,
        u if u < lasts => {
            let x = u / lasts;
            -lasts / std::f64::consts::PI * speed * (1.0 - x + e * x) * (std::f64::consts::PI * x).sin()
        }
        u => e * speed * (u - lasts) - 0.5 * g * (u - lasts).powi(2),
    };
    for (seed, off) in [0.0, 3e-4].into_iter().enumerate() {
        let mut random = Random(seed as u64);
        let mut picture = |k: u32| (f64::from(k) * 1e-3, gap(f64::from(k) * 1e-3) + off + 3e-5 * random.normal());
        let pictures: Vec<(f64, f64)> = (0..500).map(&mut picture).collect();
        let reading = read(&pictures, Setting { has_zero: off == 0.0, ..Setting::of(Some(Lengths::at_wall(d))) });
        let bounce = &reading.bounces[0];
        let out = e * speed - g * 0.1 * d / speed;
        let truth = [speed, out, out / speed, (e * speed).powi(2) / (2.0 * g), lasts + e * speed / g];
        for (value, truth) in values(bounce).into_iter().zip(truth) {
            let value = value.unwrap();
            assert!((value.value - truth).abs() < 4.0 * value.sigma, "{value:?} {truth}");
            assert!(value.sigma < 0.02 * truth, "{value:?} {truth}");
        }
    }
}

/// Every motion is read as what it is, in a gas or not.
#[test]
fn flights_with_all_of_gravity_are_read_as_in_a_gas_and_no_others() {
    let some = |(seed, motion): &(usize, Motion)| motion.is_dry || seed % 6 == 0;
    for (seed, motion) in motions().into_iter().enumerate().filter(some) {
        let reading = motion.read(&motion.pictures(20.0, 1e-3, seed as u64, |gap| gap));
        assert_eq!(reading.is_dry, motion.is_dry, "motion {seed}: {:?}", reading.bounces.first());
    }
}

/// A sphere of 7.848 mm that the film stops, by the integrator of `bounces.py` (Re 1.4, St 0.31): gaps \[mm\], a
/// picture each 25.361857 ms.
const STOPPED: [f64; 28] = [
    39.483269, 37.743986, 36.005003, 34.266244, 32.527700, 30.789386, 29.051336, 27.313595, 25.576229, 23.839327,
    22.103010, 20.367442, 18.632858, 16.899590, 15.168129, 13.439222, 11.714052, 9.994578, 8.284254, 6.589606,
    4.924156, 3.319222, 1.856194, 0.742497, 0.211506, 0.032015, -0.041608, -0.076904,
];

#[test]
fn the_highest_speed_of_an_approach_that_ends_in_the_film_is_read() {
    let picture = |(k, gap): (usize, &f64)| (0.025_361_857 * k as f64, 1e-3 * gap);
    let pictures: Vec<(f64, f64)> = STOPPED.iter().enumerate().map(picture).collect();
    let reading = read(&pictures, Setting::of(Some(Lengths::at_wall(7.848e-3))));
    let [bounce] = &reading.bounces[..] else { panic!("{:?}", reading.unread) };
    let found = bounce.speed_in_m_s.unwrap();
    assert!((found.value / 0.06858 - 1.0).abs() < 0.002 && found.sigma < 0.005 * found.value, "{found:?}");
    assert_eq!(bounce.restitution, None);
}
