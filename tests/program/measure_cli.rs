//! `wetbounce measure`: what a record says by itself.

use crate::program::{unwrapped, wetbounce};
use std::fs;

/// A record of a fall: contact at 40 ms with 0.5 m/s, and a rebound with 0.8 of it, a picture every 0.5 ms.
fn thrown(late: f64, zero: f64) -> String {
    let gap = |time: f64| match time - 0.04 {
        after if after > 0.0 => 0.4 * after - 0.5 * 9.81 * after * after,
        before => -0.5 * before,
    };
    let row = |k: u32| {
        let time = 5e-4 * f64::from(k);
        let off = 2e-5 * f64::from(k).sin();
        format!("{},{}\n", 1e3 * (time + late), 1e3 * (gap(time) + zero + off))
    };
    format!("t (ms),h (mm)\n{}", (0..220).map(row).collect::<String>())
}

#[test]
fn a_record_is_read_without_a_case_as_table_csv_json_and_latex() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    fs::write(path.join("one.csv"), thrown(0.0, 0.0)).unwrap();
    let diameter = ["--set", "sphere.diameter=\"3 mm\""];
    let (code, said, err) = wetbounce(path, &[&["measure", "one.csv"], &diameter[..]].concat());
    assert!(code == 0 && said.contains("speed in") && said.contains("±") && err.is_empty(), "{said}{err}");
    let (code, json, err) = wetbounce(path, &[&["measure", "one.csv", "--format", "json"], &diameter[..]].concat());
    assert_eq!(code, 0, "{err}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let value = |name: &str| {
        let row = json["quantities"].as_array().unwrap().iter().find(|row| row["quantity"] == name).unwrap();
        (row["value"].as_f64().unwrap(), row["standard_error"].as_f64().unwrap())
    };
    let out = 0.4 - 9.81 * 0.1 * 3e-3 / 0.5;
    for (name, truth) in [
        ("speed_in_m_s", 0.5),
        ("speed_out_m_s", out),
        ("restitution", out / 0.5),
        ("apex_gap_m", 0.4 * 0.4 / 2.0 / 9.81),
        ("apex_time_s", 0.4 / 9.81),
        ("contact_time_s", 0.04),
    ] {
        let (found, sigma) = value(name);
        assert!((found - truth).abs() < 4.0 * sigma && sigma < 0.02 * truth, "{name}: {found} ± {sigma}, {truth}");
    }
    fs::write(path.join("two.csv"), thrown(7.0, 1.5e-3)).unwrap();
    let centre = ["--set", "position=centre", "--out", "both"];
    let (code, _, err) = wetbounce(path, &[&["measure", "one.csv", "two.csv", "-q"], &diameter[..], &centre].concat());
    assert_eq!(code, 0, "{err}");
    let csv = fs::read_to_string(path.join("both/measured.csv")).unwrap();
    assert!(csv.starts_with("bounce,quantity,value,standard_error,scatter,drops,outliers\n"), "{csv}");
    let latex = fs::read_to_string(path.join("both/measured.tex")).unwrap();
    assert!(latex.contains(r"V_\mathrm{in}") && latex.contains(r"\pm") && path.join("both/measured.json").exists());
    let (code, said, _) = wetbounce(path, &["measure", "one.csv"]);
    assert!(code == 0 && said.contains("without --set sphere.diameter"), "{said}");
}

#[test]
fn a_record_that_shows_nothing_and_a_hostile_one_are_answered() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    let flat: String = (0..50).map(|k| format!("{k},1\n")).collect();
    let fall: String = (0..50).map(|k| format!("{k},{}\n", 60 - k)).collect();
    let wild: String = (0..3000).map(|k| format!("{k},{}\n", if k % 2 == 0 { "1e300" } else { "-1e300" })).collect();
    let zigzag: String = (0..4000).map(|k| format!("{k},{}\n", (k * 7919 % 13) * 1000)).collect();
    for (rows, expected) in [(flat, 2), ("1,1\n2,0\n3,1\n".into(), 2), ("0,5\n".into(), 2), (fall, 0)] {
        fs::write(path.join("r.csv"), format!("time_ms,gap_mm\n{rows}")).unwrap();
        let (code, said, err) = wetbounce(path, &["measure", "r.csv", "--set", "sphere.diameter=\"3 mm\""]);
        assert!(code == expected, "{code} {said}{err}");
        assert!(code == 2 || said.contains("no rebound is seen"), "{said}");
    }
    for rows in [wild, zigzag] {
        fs::write(path.join("r.csv"), format!("time_ms,gap_mm\n{rows}")).unwrap();
        let (code, _, err) = wetbounce(path, &["measure", "r.csv", "--set", "sphere.diameter=\"3 mm\""]);
        assert!([0, 2].contains(&code) && !err.contains("panicked"), "{code} {err}");
    }
    for (args, reason) in [
        (&["measure", "none.csv"][..], "none.csv"),
        (&["measure", "r.csv", "--set", "positon=top"], "positon"),
        (&["measure", "r.csv", "--set", "sphere.diameter=3"], "diameter"),
        (&["measure", "r.csv", "--set", "gap_offset=\"1 D\""], "D"),
    ] {
        let (code, _, err) = wetbounce(path, args);
        assert!(code == 2 && unwrapped(&err).contains(reason), "{args:?}: {code} {err}");
    }
}
