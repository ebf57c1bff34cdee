//! Records of bounces in vacuum, whose parabolas are exact, with pictures that are of no fall and no flight.

use std::path::PathBuf;
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops::of;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::bounce::values::Evaluation;
use wetbounce_records::record::{Lengths, Record, Setting};
use wetbounce_records::stated::Reader;
use wetbounce_records::statistics::Random;

const G: f64 = 9.81;

/// A drop: diameter, height and restitution, pictures a second, noise \[m\]; how long it is held before and rests after
/// \[s\].
struct Drop {
    diameter: f64,
    height: f64,
    e: f64,
    contacts: i32,
    rate: f64,
    noise: f64,
    held: f64,
    rests: f64,
}

const PLAIN: Drop =
    Drop { diameter: 16e-3, height: 0.41, e: 0.55, contacts: 4, rate: 240.0, noise: 1e-4, held: 0.0, rests: 0.0 };

impl Drop {
    fn speed(&self) -> f64 {
        (2.0 * G * self.height).sqrt()
    }

    /// The gap at a time from the release, and whether the sphere is in flight.
    fn gap(&self, time: f64) -> f64 {
        let (mut begin, mut speed) = (self.speed() / G, self.speed());
        if time < begin {
            return self.height - 0.5 * G * time.max(0.0).powi(2);
        }
        for _ in 0..self.contacts {
            speed *= self.e;
            if time < begin + 2.0 * speed / G {
                return speed * (time - begin) - 0.5 * G * (time - begin).powi(2);
            }
            begin += 2.0 * speed / G;
        }
        0.0
    }

    fn end(&self) -> f64 {
        let flights: f64 = (1..=self.contacts).map(|k| self.e.powi(k)).sum();
        (1.0 + 2.0 * flights) * self.speed() / G
    }

    /// Pictures of it, each moved by what `also` makes of its time from the release.
    fn pictures(&self, seed: u64, also: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let mut random = Random(seed);
        let count = ((self.held + self.end() + self.rests) * self.rate) as i32;
        let mut picture = |k: i32| {
            let time = (f64::from(k) + 0.3) / self.rate;
            (time, self.gap(time - self.held) + also(time - self.held) + self.noise * random.normal())
        };
        (0..count).map(&mut picture).collect()
    }

    /// What is read in these pictures, and the doubts.
    fn read(&self, pictures: &[(f64, f64)]) -> (Evaluation, Vec<String>) {
        let (time, gap) = pictures.iter().copied().unzip();
        let record = Record { file: PathBuf::from("r.csv"), time, gap, has_zero: true, ..Record::default() };
        let setting = Setting::of(Some(Lengths::at_wall(self.diameter)));
        let reading = of(&record, setting);
        let bounces = [reading.bounces.clone()];
        let names = doubts(&[record], std::slice::from_ref(&reading), &bounces, setting, Reader::Alone);
        (reading, names.into_iter().map(|doubt| doubt.name).collect())
    }

    /// That the first bounces are those of these parabolas, within four errors, which are not above this share of the
    /// restitution.
    fn holds(&self, reading: &Evaluation, share: f64, what: &str) {
        assert!(reading.is_dry, "{what}: {}", reading.medium_reason);
        for (k, bounce) in reading.bounces.iter().enumerate().take(2) {
            let speed = self.speed() * self.e.powi(k as i32);
            let e = self.e - G * 0.1 * self.diameter / speed.powi(2);
            let near = |value: Option<MeasuredValue>, truth: f64| {
                let value = value.unwrap_or_else(|| panic!("{what}: {:?}", reading.unread));
                assert!((value.value - truth).abs() < 4.0 * value.sigma, "{what}, bounce {}: {value:?} {truth}", k + 1);
                assert!(value.sigma < share * truth, "{what}, bounce {}: {value:?}", k + 1);
            };
            near(bounce.speed_in_m_s, speed);
            near(bounce.restitution, e);
            near(bounce.restitution_contact, self.e);
        }
        assert!(reading.bounces.len() >= 2, "{what}");
    }
}

/// Its name, the drop, its pictures, and words that name what is left out.
type Attack<'a> = (&'a str, &'a Drop, Vec<(f64, f64)>, &'a [&'a str]);

fn says(reading: &Evaluation, word: &str) -> bool {
    reading.left_out.iter().any(|out| out.why.contains(word))
}

#[test]
fn pictures_before_the_release_at_rest_and_repeated_ones_change_no_value_and_are_named() {
    let share = 0.012;
    let (plain, doubts) = PLAIN.read(&PLAIN.pictures(1, |_| 0.0));
    PLAIN.holds(&plain, share, "plain");
    assert!(plain.left_out.is_empty() && doubts.is_empty(), "{:?} {doubts:?}", plain.left_out);
    let held = Drop { held: 0.35, ..PLAIN };
    let lying = Drop { rests: 0.6, ..PLAIN };
    let both = Drop { held: 0.2, rests: 0.4, ..PLAIN };
    let tremble = |t: f64| if t < 0.0 { 6e-4 * (7.0 * t).sin() } else { 0.0 };
    let lifted = |t: f64| if t < -0.2 { 0.9 * (t + 0.2) } else { 0.0 };
    let wanders = |t: f64| if t > PLAIN.end() { 1.2e-3 * (4.0 * (t - PLAIN.end())).sin() } else { 0.0 };
    let rolls = |t: f64| if t > PLAIN.end() { 8e-3 * (t - PLAIN.end()) } else { 0.0 };
    let origin = |_: f64| -PLAIN.height;
    let attacks: [Attack; 8] = [
        ("held", &held, held.pictures(2, |_| 0.0), &["held"]),
        ("held by a hand that trembles", &held, held.pictures(3, tremble), &["held"]),
        ("lifted, then held", &held, held.pictures(4, lifted), &["held"]),
        ("at rest", &lying, lying.pictures(5, |_| 0.0), &["rests"]),
        ("at rest, wandering", &lying, lying.pictures(6, wanders), &["rests"]),
        ("at rest, rolling up", &lying, lying.pictures(7, rolls), &["rests"]),
        ("held and at rest", &both, both.pictures(8, |_| 0.0), &["held", "rests"]),
        ("held, zero at the release", &held, held.pictures(9, origin), &["held"]),
    ];
    for (what, drop, pictures, words) in attacks {
        let (reading, doubts) = drop.read(&pictures);
        drop.holds(&reading, share, what);
        assert!(words.iter().all(|word| says(&reading, word)), "{what}: {:?}", reading.left_out);
        assert!(doubts.is_empty(), "{what}: {doubts:?}");
    }
    // Each picture twice, whole pixels, and one of five twice.
    let pixels = |(time, gap): (f64, f64)| (time, (gap / 5e-4).round() * 5e-4);
    let few = PLAIN.pictures(10, |_| 0.0).into_iter().map(pixels).collect::<Vec<_>>();
    for (what, every) in [("twice", 1), ("one of four twice", 4)] {
        let step = 1.0 / PLAIN.rate / if every == 1 { 2.0 } else { 1.25 };
        let again = few.iter().enumerate().flat_map(|(k, point)| {
            let copies = if (k + 1) % every == 0 { 2 } else { 1 };
            std::iter::repeat_n(point.1, copies)
        });
        let pictures: Vec<(f64, f64)> = again.enumerate().map(|(k, gap)| (step * k as f64, gap)).collect();
        let (reading, _) = PLAIN.read(&pictures);
        assert!(says(&reading, "repeat the one before"), "{what}: {:?}", reading.left_out);
        PLAIN.holds(&reading, if every == 1 { share } else { 0.06 }, what);
    }
}

/// The last flight that pictures show is as high as half a diameter: it is a flight, and nothing is below the level at
/// rest.
#[test]
fn a_flight_before_the_rest_is_no_contact_that_lasts() {
    for seed in 0..4 {
        let drop = Drop { height: 0.46, e: 0.5, contacts: 5, rate: 200.0, noise: 1.5e-4, rests: 0.2, ..PLAIN };
        let (reading, _) = drop.read(&drop.pictures(20 + seed, |_| 0.0));
        let third = |of: fn(&MeasuredBounce) -> Option<MeasuredValue>| of(&reading.bounces[2]).unwrap();
        let speed = 0.25 * drop.speed();
        assert!((third(|bounce| bounce.speed_in_m_s).value / speed - 1.0).abs() < 0.03, "{:?}", reading.bounces[2]);
        assert!((third(|bounce| bounce.restitution_contact).value - 0.5).abs() < 0.03, "{:?}", reading.bounces[2]);
        assert!(third(|bounce| bounce.contact_gap_m).value.abs() < 1e-3, "{:?}", reading.bounces[2]);
    }
}

/// With the zero anywhere, the same record says the same of everything but the gap at contact.
#[test]
fn a_shift_of_the_zero_moves_the_gap_at_contact_and_nothing_else() {
    let pictures = PLAIN.pictures(30, |_| 0.0);
    for off in [-0.41, 0.2, -2.0] {
        let moved: Vec<(f64, f64)> = pictures.iter().map(|(time, gap)| (*time, gap + off)).collect();
        let (reading, doubts) = PLAIN.read(&moved);
        PLAIN.holds(&reading, 0.012, &format!("{off} m"));
        let gap = reading.bounces[0].contact_gap_m.unwrap();
        assert!((gap.value - off).abs() < 4.0 * gap.sigma && gap.sigma < 3e-4, "{gap:?}");
        assert!(doubts.is_empty(), "{doubts:?}");
    }
}

/// A slow dry bounce, whose weight changes its speed by more than a tenth before it is read: no value, and the
/// restitution of the contact.
#[test]
fn slow_dry_bounces_have_the_restitution_of_the_contact_alone() {
    let drop = Drop { e: 0.5, contacts: 4, rate: 1000.0, noise: 3e-5, height: 0.46, ..PLAIN };
    let (reading, _) = drop.read(&drop.pictures(40, |_| 0.0));
    let slow = reading.bounces.iter().find(|bounce| bounce.number == 4).unwrap();
    assert!(slow.speed_out_m_s.is_none() && slow.restitution.is_none(), "{slow:?}");
    assert!((slow.restitution_contact.unwrap().value - 0.5).abs() < 0.03, "{slow:?}");
    assert!(reading.unread.iter().any(|why| why.contains("g' D > V_in²")), "{:?}", reading.unread);
}
