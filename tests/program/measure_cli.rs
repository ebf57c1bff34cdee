//! `wetbounce measure`: what a record says by itself.

use crate::program::{answer, messages, note, refused, remarks, unwrapped, wetbounce, words};
use std::fs;
use wetbounce::remark::RemarkKind;

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
    assert!(code == 0 && err.is_empty(), "{said}{err}");
    note(words(&said));
    let json = answer(path, &[&["measure", "one.csv", "--format", "json"], &diameter[..]].concat());
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
        assert!((found - truth).abs() < 4.0 * sigma && sigma < 0.025 * truth, "{name}: {found} ± {sigma}, {truth}");
    }
    fs::write(path.join("two.csv"), thrown(7.0, 1.5e-3)).unwrap();
    let centre = ["--set", "position=centre", "--out", "both"];
    answer(path, &[&["measure", "one.csv", "two.csv", "-q"], &diameter[..], &centre].concat());
    let csv = fs::read_to_string(path.join("both/measured.csv")).unwrap();
    assert!(csv.starts_with("bounce,quantity,value,standard_error,scatter,drops,outliers\n"), "{csv}");
    let latex = fs::read_to_string(path.join("both/measured.tex")).unwrap();
    assert!(latex.contains(r"V_\mathrm{in}") && latex.contains(r"\pm") && path.join("both/measured.json").exists());
    for number in [1, 2] {
        let figure = fs::read_to_string(path.join(format!("both/plots/measured-{number}.svg"))).unwrap();
        for name in ["motion that was read", "contact", "apex", "Measured − motion (µm)"] {
            assert!(figure.contains(name), "{name}");
        }
    }
    let said = answer(path, &["measure", "one.csv"]);
    note(words(&said));
    messages!();
}

/// Pictures of a sphere that bounces at 0.5 m/s times `faster`, and with 0.6 of its speed each time, every millisecond
/// from `begin` to `end` \[ms\]; the contacts of one that is not faster are at 40, 101 and 138 ms.
fn bounced(faster: f64, begin: u32, end: u32) -> String {
    let gap = |time: f64| {
        let (mut since, mut speed) = (time - 0.04, 0.3 * faster);
        if since < 0.0 {
            return -0.5 * faster * since;
        }
        while since > 2.0 * speed / 9.81 {
            since -= 2.0 * speed / 9.81;
            speed *= 0.6;
        }
        speed * since - 0.5 * 9.81 * since * since
    };
    let row = |k: u32| format!("{k},{}\n", 1e3 * gap(1e-3 * f64::from(k)) + 0.02 * f64::from(7 * k).sin());
    format!("t (ms),h (mm)\n{}", (begin..end).map(row).collect::<String>())
}

#[test]
fn the_bounces_of_a_drop_whose_record_begins_late_are_not_averaged_with_earlier_ones() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    for (name, faster, begin, end) in [("whole", 1.0, 0, 125), ("late", 0.98, 60, 122), ("last", 1.0, 112, 154)] {
        fs::write(path.join(format!("{name}.csv")), bounced(faster, begin, end)).unwrap();
    }
    let args = ["measure", "late.csv", "whole.csv", "last.csv", "--set", "sphere.diameter=\"3 mm\""];
    let (code, json, err) = wetbounce(path, &[&args[..], &["--format", "json"]].concat());
    assert_eq!(code, 0, "{err}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = json["quantities"].as_array().unwrap();
    let speeds: Vec<_> = rows.iter().filter(|row| row["quantity"] == "speed_in_m_s").collect();
    for (row, (bounce, drops, truth)) in speeds.iter().zip([(1, 1, 0.5), (2, 2, 0.297)]) {
        assert!(row["bounce"] == bounce && row["drops"] == drops, "{speeds:?}");
        let (speed, sigma) = (row["value"].as_f64().unwrap(), row["standard_error"].as_f64().unwrap());
        assert!((speed - truth).abs() < 4.0 * sigma && sigma < 0.1 * truth, "{speeds:?}");
    }
    assert_eq!(speeds.len(), 2, "{speeds:?}");
    assert!(json["not_paired"][0] == "3" && remarks(&json).has("unpaired-drop") && !err.is_empty(), "{json} {err}");
}

#[test]
fn several_drops_in_a_table_without_their_names_few_pictures_and_a_rebound_that_few_drops_show_are_said() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    let [whole, fall] = [125, 42].map(|end| bounced(1.0, 0, end));
    let slower = bounced(0.99, 0, 42);
    let later =
        |row: &str| row.split_once(',').map(|(time, gap)| format!("{},{gap}\n", 5000 + time.parse::<u32>().unwrap()));
    let twice = whole.clone() + &whole.lines().skip(1).filter_map(later).collect::<String>();
    let low: String = whole.lines().take(1).chain(whole.lines().skip(37)).map(|line| format!("{line}\n")).collect();
    for (name, text) in [("twice", &twice), ("whole", &whole), ("fall", &fall), ("slower", &slower), ("low", &low)] {
        fs::write(path.join(format!("{name}.csv")), text).unwrap();
    }
    let doubts = |files: &[&str]| {
        let args = [&["measure"], files, &["--set", "sphere.diameter=\"3 mm\"", "--out", "m"]].concat();
        let said = answer(path, &args);
        let json: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path.join("m/measured.json")).unwrap()).unwrap();
        let remarks = remarks(&json);
        assert!(remarks.0.iter().all(|remark| said.contains(&remark.text)), "{said}");
        assert_eq!(json["doubts"], serde_json::json!(remarks.texts(RemarkKind::Doubt)));
        remarks
    };
    assert!(doubts(&["whole.csv"]).0.is_empty());
    for (files, name, numbers) in [
        (&["twice.csv"][..], "jumping-times", ["4.876 s", "0.124 s"]),
        (&["low.csv"], "few-pictures", ["bounce 1", "5 pictures"]),
        (&["whole.csv", "fall.csv", "slower.csv"], "few-rebounds", ["bounce 1", "1 of 3"]),
    ] {
        let found = doubts(files);
        let text = &found.get(name).unwrap_or_else(|| panic!("{found:?}")).text;
        assert!(numbers.iter().all(|number| text.contains(number)), "{text}");
    }
}

/// Two drops with the same errors would halve the variance.
#[test]
fn a_record_that_is_given_twice_by_its_path_or_as_a_copy_is_no_second_drop() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    for (name, late) in [("one.csv", 0.0), ("copy.csv", 0.0), ("two.csv", 7.0)] {
        fs::write(path.join(name), thrown(late, 0.0)).unwrap();
    }
    let diameter = ["--set", "sphere.diameter=3 mm"];
    answer(path, &[&["measure", "one.csv", "two.csv", "-q"], &diameter[..]].concat());
    for (files, last) in [
        (&["one.csv", "one.csv"][..], "one.csv"),
        (&["one.csv", "./one.csv"], "./one.csv"),
        (&["one.csv", "two.csv", "copy.csv"], "copy.csv"),
    ] {
        let (code, said, err) = wetbounce(path, &[&["measure"], files, &diameter].concat());
        assert!(code == 2 && said.is_empty(), "{said}{err}");
        let err = unwrapped(&err);
        assert!([last, "one.csv", "once"].iter().all(|word| err.contains(word)), "{err}");
    }
    messages!();
}

#[test]
fn a_picture_that_is_off_is_left_out_and_named_with_its_line_and_the_columns_that_were_read_are_said() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    let measured = |off: f64| {
        let row = |k: i32| {
            let time = 2.0 * f64::from(k) + 0.4;
            let gap = if time > 0.0 { 0.4 * time - 4.905e-3 * time * time } else { -0.5 * time };
            let off = if k == 0 { off } else { 0.0 };
            format!("{time},{}\n", gap + off + 0.014 * (1.3 * f64::from(k * k)).sin())
        };
        fs::write(path.join("r.csv"), format!("t (ms),h (mm)\n{}", (-10..40).map(row).collect::<String>())).unwrap();
        let diameter = "sphere.diameter=\"3 mm\"";
        let said = answer(path, &["measure", "r.csv", "--set", diameter, "--out", "m"]);
        let json: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path.join("m/measured.json")).unwrap()).unwrap();
        (unwrapped(&said), json)
    };
    let (said, json) = measured(0.0);
    assert!(json["left_out"].as_array().unwrap().is_empty(), "{said}");
    note(words(&said));
    assert!(json["columns"][0]["column"] == "t" && json["columns"][1]["unit"] == "mm", "{json}");
    let (said, json) = measured(0.8);
    let (line, rows) = (&json["left_out"][0]["line"], &json["left_out"][0]["rows"]);
    let lines = line.as_u64().unwrap()..line.as_u64().unwrap() + rows.as_u64().unwrap();
    assert!(lines.contains(&12) && lines.end - lines.start < 5, "{said}");
    note(words(&said));
    let restitution = &json["drops"][0]["bounces"][0]["restitution"];
    let (e, sigma) = (restitution["value"].as_f64().unwrap(), restitution["sigma"].as_f64().unwrap());
    assert!((e - 0.79).abs() < 3.0 * sigma && sigma < 0.1, "{restitution}");
    messages!();
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
        note(words(&said));
    }
    for rows in [wild, zigzag] {
        fs::write(path.join("r.csv"), format!("time_ms,gap_mm\n{rows}")).unwrap();
        let (code, _, err) = wetbounce(path, &["measure", "r.csv", "--set", "sphere.diameter=\"3 mm\""]);
        assert!([0, 2].contains(&code) && !err.contains("panicked"), "{code} {err}");
    }
    for args in [
        &["measure", "none.csv"][..],
        &["measure", "r.csv", "--set", "positon=top"],
        &["measure", "r.csv", "--set", "sphere.diameter=3"],
        &["measure", "r.csv", "--set", "gap_offset=\"1 D\""],
    ] {
        refused(path, args);
    }
    messages!();
}

#[test]
fn tables_replace_those_of_an_earlier_call_and_no_file_of_the_users_own() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    fs::write(path.join("one.csv"), thrown(0.0, 0.0)).unwrap();
    let measure = |record: &str| wetbounce(path, &["measure", record, "--set", "sphere.diameter=3 mm", "--out", "."]);
    for _ in 0..2 {
        let (code, _, err) = measure("one.csv");
        assert_eq!(code, 0, "{err}");
    }
    for own in ["measured.csv", "measured.json", "measured.tex"] {
        fs::write(path.join(own), thrown(0.0, 0.0)).unwrap();
        let (code, _, err) = measure(own);
        assert_eq!(code, 2, "{err}");
        assert_eq!(fs::read_to_string(path.join(own)).unwrap(), thrown(0.0, 0.0), "{own}");
        fs::remove_file(path.join(own)).unwrap();
    }
    messages!();
}

#[test]
fn an_oblique_bounce_has_lateral_speeds_and_friction_where_the_column_is_named() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    // 0.4 m/s along the wall before contact, 0.31 after it: 0.09 of the normal 0.5 and 0.4 together.
    let x = |time: f64| if time < 0.04 { 0.4 * time } else { 0.4 * 0.04 + 0.31 * (time - 0.04) };
    let plain = thrown(0.0, 0.0);
    let rows = plain.lines().skip(1).enumerate().map(|(k, row)| {
        let time = 5e-4 * k as f64;
        format!("{row},{}\n", 1e3 * x(time) + 0.02 * (1.7 * k as f64).cos())
    });
    fs::write(path.join("oblique.csv"), format!("t (ms),h (mm),x\n{}", rows.collect::<String>())).unwrap();
    refused(path, &["measure", "oblique.csv", "--set", "x=x"]);
    let x = ["--set", "x=x [mm]", "--set", "sphere.diameter=3 mm"];
    let json = answer(path, &[&["measure", "oblique.csv", "--format", "json"], &x[..]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let bounce = &json["drops"][0]["bounces"][0];
    for (name, truth) in [
        ("lateral_speed_before_m_s", 0.4),
        ("lateral_speed_after_m_s", 0.31),
        ("lateral_speed_ratio", 0.31 / 0.4),
        ("impulse_ratio", -0.1),
        ("friction_if_sliding", 0.1),
    ] {
        let (found, sigma) = (bounce[name]["value"].as_f64().unwrap(), bounce[name]["sigma"].as_f64().unwrap());
        assert!((found - truth).abs() < 4.0 * sigma && sigma < 0.03, "{name}: {found} ± {sigma}, {truth}");
    }
    let (_, said, _) = wetbounce(path, &[&["measure", "oblique.csv"], &x[..]].concat());
    note(words(&said));
    let (_, said, _) = wetbounce(path, &["measure", "oblique.csv"]);
    note(words(&said));
    messages!();
}

/// An oblique bounce with 0.4 m/s along the wall before contact and 0.31 after it, and a spin of 200 rad/s from there
/// on: positions times `per_mm`, angles that count on.
fn oblique(per_mm: f64) -> String {
    let plain = thrown(0.0, 0.0);
    let rows = plain.lines().skip(1).enumerate().map(|(k, row)| {
        let after = (5e-4 * k as f64 - 0.04).max(0.0);
        let x = 0.4 * (5e-4 * k as f64 - after) + 0.31 * after;
        format!("{row},{},{}\n", per_mm * (1e3 * x + 0.02 * (1.7 * k as f64).cos()), (200.0 * after).to_degrees())
    });
    format!("t (ms),h (mm),x (mm),phi (deg)\n{}", rows.collect::<String>())
}

#[test]
fn angles_that_count_on_past_a_turn_are_read_and_positions_in_another_unit_are_doubted() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    let args = ["--set", "sphere.diameter=3 mm", "--set", "x=x", "--format", "json"];
    fs::write(path.join("r.csv"), oblique(1.0)).unwrap();
    let turned = [&["measure", "r.csv", "--set", "angle=phi"], &args[..]].concat();
    let (code, json, err) = wetbounce(path, &turned);
    assert_eq!(code, 0, "{err}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let spin = &json["drops"][0]["bounces"][0]["spin_after_rad_s"]["value"];
    assert!((spin.as_f64().unwrap() - 200.0).abs() < 2.0, "{json}");
    let has = |json: &serde_json::Value, name: &str| {
        json["remarks"].as_array().unwrap().iter().any(|remark| remark["name"] == name)
    };
    assert!(!has(&json, "beyond-limit"), "{json}");
    fs::write(path.join("r.csv"), oblique(1e3)).unwrap();
    let (code, json, err) = wetbounce(path, &[&["measure", "r.csv"], &args[..]].concat());
    assert_eq!(code, 0, "{err}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(has(&json, "beyond-limit") && err.contains("speed along the wall") && err.contains("friction"), "{err}");
}

#[test]
fn sounds_in_another_unit_are_doubted_and_a_speed_of_few_scattered_pictures_is_not_shown() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    fs::write(path.join("s.csv"), "time_s\n0\n163.098879\n293.577982\n397.961264\n481.46789\n1e308\n").unwrap();
    let (code, said, err) = wetbounce(path, &["measure", "s.csv", "--set", "rows=sounds"]);
    let said = unwrapped(&said);
    let json = answer(path, &["measure", "s.csv", "--set", "rows=sounds", "--format", "json"]);
    let found = remarks(&serde_json::from_str(&json).unwrap());
    assert!(found.get("beyond-limit").is_some_and(|remark| remark.text.contains("100 m/s")), "{found:?}");
    assert!(code == 0 && said.contains("above 1e12 s") && !said.contains("inf"), "{said}{err}");
    let rows = "0,9\n1,4.8\n2,3.3\n3,0\n4,2.2\n5,4.5\n6,6.4\n7,8.8\n";
    fs::write(path.join("r.csv"), format!("time_ms,gap_mm\n{rows}")).unwrap();
    let (_, said, err) = wetbounce(path, &["measure", "r.csv", "--set", "sphere.diameter=3 mm"]);
    let said = unwrapped(&format!("{said}{err}"));
    assert!(said.contains("10 % are allowed") && !said.contains("speed in"), "{said}");
}

#[test]
fn a_record_of_velocities_alone_is_refused_for_what_it_is() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("v.csv"), "time_ms,velocity_m_s\n0,-1\n1,-1\n2,0.8\n3,0.8\n").unwrap();
    let (code, _, err) = wetbounce(place.path(), &["measure", "v.csv"]);
    let err = unwrapped(&err);
    assert!(code == 2 && err.contains("velocities alone") && err.contains("measurement.gap"), "{err}");
}

#[test]
fn the_sentence_for_a_paper_has_the_numbers_of_the_record() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("one.csv"), thrown(0.0, 0.0)).unwrap();
    let (code, said, err) = wetbounce(place.path(), &["measure", "one.csv", "--set", "sphere.diameter=3 mm"]);
    let said = unwrapped(&said);
    assert_eq!(code, 0, "{err}");
    for part in [
        "of a sphere of 3 mm",
        "220 pictures at 2000 Hz",
        "V_out the speed at the time 0.1 D/V_in after contact",
        "with standard errors; the noise of a position is",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
