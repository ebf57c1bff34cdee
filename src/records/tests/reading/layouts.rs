//! One record, spoilt in one way each: it says the same, or why it does not.
//!
//! `good.csv`: D 3 mm, V_in 0.586 m/s, V_out/V_in 0.759, apex 6.75 mm, with 30 µm of noise, a picture each millisecond.
//! `soft-pad.csv`: D 25 mm, 0.612 at the crossings of zero, apex 75.0 mm. `shadow.csv`: D 16 mm, 0.498 and 0.493,
//! pictures within 0.35 D of the floor spoilt.

use std::path::Path;
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops::of;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::bounce::values::Evaluation;
use wetbounce_records::record::{Direction, Followed, Layout, LeftOut, Lengths, Medium, Record, Rows, Setting};
use wetbounce_records::stated::Reader;
use wetbounce_records::statistics::Random;
use wetbounce_records::tables::parse;

const D: f64 = 3e-3;

fn numbers(text: &str) -> Vec<(f64, f64)> {
    let row = |line: &str| line.split_once(',').map(|(t, h)| (t.parse().unwrap(), h.trim().parse().unwrap()));
    text.lines().skip(1).filter_map(row).collect()
}

fn good() -> Vec<(f64, f64)> {
    numbers(include_str!("records/good.csv"))
}

fn records(text: &str, layout: &Layout, diameter: f64) -> Vec<Record> {
    parse(layout, Some(Lengths::at_wall(diameter)), Path::new("r.csv"), text)
        .unwrap_or_else(|error| panic!("{error}\n{}", &text[..text.len().min(300)]))
}

fn first(text: &str, layout: &Layout) -> (MeasuredBounce, Vec<LeftOut>) {
    let [record] = &records(text, layout, D)[..] else { panic!("one drop") };
    let reading = of(record, Setting::of(Some(Lengths::at_wall(D))));
    let left_out = record.left_out.iter().chain(&reading.left_out).cloned().collect();
    (*reading.bounces.first().unwrap_or_else(|| panic!("{:?}", reading.unread)), left_out)
}

/// That a value is the true one within three of its errors, and that these are not more than this share of it.
fn is(value: Option<MeasuredValue>, truth: f64, share: f64) {
    let value = value.expect("it is read");
    assert!((value.value - truth).abs() < 3.0 * value.sigma && value.sigma < share * truth, "{value:?}, {truth}");
}

fn is_good(bounce: &MeasuredBounce) {
    is(bounce.speed_in_m_s, 0.586, 0.01);
    is(bounce.restitution, 0.759, 0.06);
    is(bounce.apex_gap_m, 6.75e-3, 0.01);
}

fn table(rows: &[(f64, f64)]) -> String {
    "time_ms,gap_mm\n".to_owned() + &rows.iter().map(|(t, h)| format!("{t},{h}\n")).collect::<String>()
}

#[test]
fn one_bad_picture_is_left_out_and_named_and_moves_nothing() {
    is_good(&first(&table(&good()), &Layout::default()).0);
    for (row, by) in [(5, 1.0), (20, 5.0), (20, 1.0), (21, 0.3), (60, -0.5), (12, 0.6)] {
        let mut spoilt = good();
        spoilt[row].1 += by;
        let (bounce, left_out) = first(&table(&spoilt), &Layout::default());
        is_good(&bounce);
        let lines = |out: &LeftOut| (out.line..out.line + out.rows.max(1)).contains(&(row + 2));
        assert!(left_out.iter().any(lines), "{row}: {left_out:?}");
    }
    let mut lost = good();
    lost[35..40].iter_mut().for_each(|point| point.1 = 0.0);
    let (bounce, left_out) = first(&table(&lost), &Layout::default());
    is_good(&bounce);
    assert!(left_out.iter().any(|out| (out.line, out.rows) == (37, 5)), "{left_out:?}");
}

#[test]
fn rows_out_of_order_and_few_pictures_say_the_same_within_their_errors() {
    let backwards: Vec<(f64, f64)> = good().into_iter().rev().collect();
    is_good(&first(&table(&backwards), &Layout::default()).0);
    let mut shuffled = good();
    let mut random = Random(5);
    (1..shuffled.len()).rev().for_each(|k| shuffled.swap(k, random.below(k + 1)));
    is_good(&first(&table(&shuffled), &Layout::default()).0);
    let few: Vec<(f64, f64)> = good().into_iter().step_by(3).collect();
    let (bounce, _) = first(&table(&few), &Layout::default());
    is(bounce.speed_in_m_s, 0.586, 0.03);
    is(bounce.restitution, 0.759, 0.3);
}

fn doubted(text: &str, layout: &Layout, diameter: f64) -> String {
    let records = records(text, layout, diameter);
    let setting = Setting::of(Some(Lengths::at_wall(diameter)));
    let readings: Vec<Evaluation> = records.iter().map(|record| of(record, setting)).collect();
    let bounces: Vec<Vec<MeasuredBounce>> = readings.iter().map(|reading| reading.bounces.clone()).collect();
    doubts(&records, &readings, &bounces, setting, Reader::Alone)
        .iter()
        .map(|doubt| format!("{}: {doubt}\n", doubt.name))
        .collect()
}

#[test]
fn a_wrong_unit_clock_or_diameter_is_doubted_and_a_good_record_is_not() {
    let plain = Layout::default();
    assert_eq!(doubted(&table(&good()), &plain, D), "");
    let by = |time: f64, gap: f64| table(&good().into_iter().map(|(t, h)| (time * t, gap * h)).collect::<Vec<_>>());
    for (text, cause) in [
        (by(1e-3, 1.0), "bent-"),
        (by(1.0, 1e3), "bent-"),
        (by(1.0, 0.1), "rebound-through-film"),
        (by(1.0, 1e-3), "rebound-through-film"),
        (by(1.0, 1.0 / 25.4), "rebound-through-film"),
    ] {
        let found = doubted(&text, &plain, D);
        assert!(found.contains(cause), "{cause}: {found}");
    }
    assert!(doubted(&table(&good()), &plain, 10.0 * D).contains("rebound-through-film"));
    let moved = |by: f64| table(&good().into_iter().map(|(t, h)| (t, h + by)).collect::<Vec<_>>());
    assert!(doubted(&moved(1.5), &plain, D).contains("measurement.position = \"centre\""));
    assert!(doubted(&moved(3.0), &plain, D).contains("measurement.position = \"top\""));
    assert!(
        doubted(&table(&good()), &Layout { position: Some(Followed::Centre), ..plain.clone() }, D)
            .contains("gap-at-contact")
    );
    let down = table(&good().into_iter().map(|(t, h)| (t, 30.0 - h)).collect::<Vec<_>>());
    assert!(doubted(&down, &plain, D).contains("no-kink"), "{}", doubted(&down, &plain, D));
    assert_eq!(doubted(&down, &Layout { direction: Some(Direction::Down), ..plain }, D), "");
}

/// What is said of keys that are stated beside a record, whoever reads it.
fn unused(text: &str, layout: &Layout, reader: Reader) -> String {
    let records = records(text, layout, D);
    doubts(&records, &[], &[], Setting::of(Some(Lengths::at_wall(D))), reader)
        .iter()
        .map(|doubt| format!("{}: {doubt}\n", doubt.name))
        .collect()
}

#[test]
fn what_is_stated_and_not_used_is_said_and_what_agrees_is_not() {
    let at = |rate: f64| Layout { frame_rate: Some(rate), ..Layout::default() };
    let slow: String = (0..40).map(|k| format!("{:.3},{}\n", f64::from(k) / 240.0, 40 - k)).collect();
    let slow = "time_s,gap_mm\n".to_owned() + &slow;
    let frames = Layout { time: Some("time_ms [frame]".into()), ..at(240.0) };
    let codes: String = (0..40).map(|k| format!("0:00:00.{:03},{}\n", 4 * k, 40 - k)).collect();
    let codes = "Time,gap_mm\n".to_owned() + &codes;
    for reader in [Reader::Alone, Reader::BesideRun] {
        let said = unused(&table(&good()), &at(240.0), reader);
        assert!(["other-frame-rate", "240 Hz", "4.167 ms", "1 ms"].iter().all(|part| said.contains(part)), "{said}");
        // Times are rounded to 1 ms, a nominal rate is one of 1001 parts in a thousand, every eighth picture of a slow
        // replay is none.
        assert_eq!(unused(&table(&good()), &at(1001.0), reader), "");
        assert_eq!(unused(&slow, &at(240.0), reader), "");
        assert_eq!(unused(&table(&good()), &frames, reader), "");
        assert!(unused(&slow, &at(30.0), reader).contains("30 Hz"));
        assert!(unused(&slow, &at(1920.0), reader).contains("520.8 µs"));
        assert!(unused(&codes, &at(30.0), reader).contains("30 Hz"));
        assert_eq!(unused(&codes, &at(250.0), reader), "");
        let scaled = |scale: f64| Layout { scale: Some(scale), ..Layout::default() };
        let said = unused(&table(&good()), &scaled(1.02e-3), reader);
        assert!(["other-scale", "1 mm", "1.02 mm"].iter().all(|part| said.contains(part)), "{said}");
        assert_eq!(unused(&table(&good()), &scaled(-1e-3), reader), "");
        let pixels = Layout { gap: Some("gap_mm [px]".into()), ..scaled(1.02e-3) };
        assert_eq!(unused(&table(&good()), &pixels, reader), "");
    }
    let sounds = Layout { rows: Rows::Sounds, ..Layout::default() };
    let speeds = "time_ms,velocity_m_s\n0,-1\n1,-1\n2,1\n".to_owned();
    let plain = Layout::default();
    for (text, layout, keys, reader) in [
        (table(&good()), &sounds, "position direction scale gap_offset x angle velocity clock", Reader::Alone),
        (speeds, &plain, "position direction gap_offset gap_uncertainty x turning", Reader::BesideRun),
        (table(&good()), &plain, "velocity x turning clock offset gap_uncertainty time_uncertainty", Reader::Alone),
        (table(&good()), &plain, "velocity x spin velocity_uncertainty restitution_uncertainty", Reader::BesideRun),
    ] {
        for key in keys.split(' ') {
            let stated = vec![key, "file", "time", "drop", "rows", "medium"];
            let said = unused(&text, &Layout { stated, ..layout.clone() }, reader);
            assert!(
                said.starts_with(&format!("unused-key: measurement.{key} ")) && said.lines().count() == 1,
                "{said}"
            );
        }
    }
    let stated = vec!["position", "direction", "scale", "scale_uncertainty", "gap_offset", "gap"];
    assert_eq!(unused(&table(&good()), &Layout { stated, ..plain }, Reader::Alone), "");
}

#[test]
fn pictures_within_a_contact_that_lasts_are_left_out_and_both_speeds_are_those_at_its_level() {
    let [record] = &records(include_str!("records/soft-pad.csv"), &Layout::default(), 25e-3)[..] else {
        panic!("one drop")
    };
    let reading = of(record, Setting::of(Some(Lengths::at_wall(25e-3))));
    let bounce = &reading.bounces[0];
    is(bounce.restitution, 0.612 - 9.81 * 0.1 * 25e-3 / 1.98 / 1.98, 0.02);
    // Known to three digits.
    assert!((bounce.apex_gap_m.unwrap().value - 0.0750).abs() < 1e-4, "{bounce:?}");
    assert!(reading.left_out.iter().any(|out| out.why.contains("lasts")), "{:?}", reading.left_out);
}

#[test]
fn a_sphere_that_merges_with_its_shadow_is_read_from_the_other_pictures() {
    let layout =
        Layout { scale: Some(-0.8e-3), gap: Some("y_px".into()), gap_offset: Some(0.512), ..Layout::default() };
    let [record] = &records(include_str!("records/shadow.csv"), &layout, 16e-3)[..] else { panic!("one drop") };
    let reading = of(record, Setting::of(Some(Lengths::at_wall(16e-3))));
    for (bounce, truth) in reading.bounces.iter().zip([0.498, 0.493]) {
        is(bounce.restitution, truth, 0.04);
    }
    assert!(reading.left_out.len() >= 2, "{:?}", reading.left_out);
}

#[test]
fn the_time_of_contact_of_a_record_whose_zero_is_not_known_is_that_of_one_with_a_zero() {
    let points: Vec<(f64, f64)> = good().into_iter().map(|(t, h)| (1e-3 * t, 1e-3 * h)).collect();
    let read = |has_zero| {
        let setting = Setting { has_zero, ..Setting::of(Some(Lengths::at_wall(D))) };
        wetbounce_records::bounce::values::read(&points, setting).bounces[0].contact_time_s.unwrap()
    };
    let [with, without] = [read(true), read(false)];
    assert!(
        (with.value - without.value).abs() < with.sigma && without.sigma > 0.5 * with.sigma,
        "{with:?} {without:?}"
    );
}

#[test]
fn dry_bounces_are_read_without_a_bias() {
    let (g, height, e, d) = (9.81, 0.05, 0.95, 3e-3);
    let mut off = [0.0; 2];
    for draw in 0..8 {
        let mut random = Random(draw);
        let late = 5e-4 * random.share();
        let point = |k: i32| {
            let time = 5e-4 * f64::from(k) + late;
            let (fall, speed) = (f64::sqrt(2.0 * height / g), f64::sqrt(2.0 * g * height) * e);
            let after = time - fall;
            let gap =
                if after < 0.0 { height - 0.5 * g * time * time } else { speed * after - 0.5 * g * after * after };
            (time, gap + 1e-5 * random.normal())
        };
        let points: Vec<(f64, f64)> = (0..560).map(point).collect();
        let medium = (draw % 2 == 0).then_some(Medium::Gas);
        let reading = wetbounce_records::bounce::values::read(
            &points,
            Setting { medium, ..Setting::of(Some(Lengths::at_wall(d))) },
        );
        let speed = f64::sqrt(2.0 * g * height);
        let bounce = &reading.bounces[0];
        assert!(reading.is_dry);
        is(bounce.speed_in_m_s, speed, 0.01);
        off[0] += (bounce.speed_in_m_s.unwrap().value / speed - 1.0) / 8.0;
        off[1] += (bounce.restitution.unwrap().value / (e - g * 0.1 * d / speed / speed) - 1.0) / 8.0;
    }
    assert!(off[0].abs() < 2e-3 && off[1].abs() < 3e-3, "{off:?}");
}
