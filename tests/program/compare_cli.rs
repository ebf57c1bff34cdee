//! `wetbounce compare` and `[measurement]`: a run beside the user's own record.

use crate::program::{answer, messages, note, refused, remarks, shipped, unwrapped, wetbounce, words};
use std::fs;
use wetbounce::output::summary::Summary;
use wetbounce::output::table::Table;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::records::statistics::Random;

/// A run by theory in `place/run`, and a record of it in `place/record.csv`: every tenth of its pictures, on another
/// clock.
fn recorded(place: &std::path::Path) -> Summary {
    let twice = ["--set", "run.bounces=2", "-q"];
    let theory = ["theory", &shipped("first-bounce.toml"), "--out", "run"];
    answer(place, &[&theory[..], &twice].concat());
    let summary = Summary::read(&place.join("run/summary.json")).unwrap();
    let motion = Trajectory::read(&place.join("run/trajectory.csv")).unwrap();
    let contact = summary.bounces[0].contact_time_s;
    let mut text = String::from("# pictures\nt (ms),h [mm]\n");
    let (mut next, every) = (0.0, 5e-4);
    for moment in motion.moments().filter(|moment| moment.time < 0.08) {
        if moment.time >= next {
            text += &format!("{},{}\n", 1e3 * (moment.time - contact), 1e3 * (moment.gap + 2e-5));
            next += every;
        }
    }
    fs::write(place.join("record.csv"), text).unwrap();
    summary
}

#[test]
fn a_record_of_a_run_is_compared_on_its_clock_with_residuals_apex_and_restitution() {
    let place = tempfile::tempdir().unwrap();
    recorded(place.path());
    let sets = ["--set", "gap_uncertainty=\"20 um\"", "--out", "out"];
    for clock in ["contact", "fitted"] {
        let stated = ["--set", &format!("clock={clock}"), "--set", "gap_offset=0 mm"];
        let args = [&["compare", "run", "record.csv"][..], &stated].concat();
        let (code, said, err) = wetbounce(place.path(), &[&args[..], &sets].concat());
        assert!(code == 0 && said.contains("apex, bounce 1:"), "{said}{err}");
        note(words(&said));
        let found: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(place.path().join("out/comparison.json")).unwrap()).unwrap();
        if clock == "contact" {
            assert!((found["gap"]["mean"].as_f64().unwrap() + 2e-5).abs() < 1e-7, "{found}");
            assert!((found["gap"]["reduced_chi_squared"].as_f64().unwrap() - 1.0).abs() < 0.01, "{found}");
        }
        let pair = &found["restitution"];
        let difference = pair["measured"].as_f64().unwrap() - pair["computed"].as_f64().unwrap();
        assert!(difference.abs() < 0.01 && pair["read_off"] == true, "{found}");
    }
    let table = Table::read(&place.path().join("out/comparison.csv")).unwrap();
    assert_eq!(table.columns(), ["time_s", "gap_measured_m", "gap_computed_m"]);
    assert!(place.path().join("out/plots/measurement.svg").exists());
    assert!(!place.path().join("run/comparison.csv").exists(), "the run is left as it was");
    messages!();
}

/// Rows of pixels, counted downwards from anywhere, of pictures from anywhere on: nobody has said where the wall is.
#[test]
fn a_raw_record_of_a_camera_is_set_beside_its_run_by_the_contact_that_it_shows() {
    let place = tempfile::tempdir().unwrap();
    recorded(place.path());
    let plain = Table::read(&place.path().join("record.csv")).unwrap();
    let (times, gaps) = (plain.numbers("t (ms)").unwrap(), plain.numbers("h [mm]").unwrap());
    let mut random = Random(3);
    let rows = times.iter().zip(&gaps).map(|(time, gap)| {
        let pixel = (31.7 - gap + 0.015 * random.normal()) / 0.05;
        format!("{},{pixel:.3}\n", time + 41.3)
    });
    fs::write(place.path().join("raw.csv"), format!("time_ms,Y\n{}", rows.collect::<String>())).unwrap();
    let keys = ["scale=\"0.05 mm\"", "direction=down", "position=centre", "gap_uncertainty=\"15 um\""];
    let keys: Vec<&str> = keys.iter().flat_map(|key| ["--set", *key]).collect();
    let said = answer(place.path(), &[&["compare", "run", "raw.csv", "--out", "out"], &keys[..]].concat());
    let text = fs::read_to_string(place.path().join("out/comparison.json")).unwrap();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!((0.5..1.5).contains(&found["gap"]["reduced_chi_squared"].as_f64().unwrap()), "{said}");
    let at = &found["alignments"][0];
    let [wall, error] = ["wall_m", "wall_sigma_m"].map(|name| at[name].as_f64().unwrap());
    // The wall of the record: 31.7 mm down, less the radius, and less 20 µm that the record is off.
    assert!((wall + 31.7e-3 + 1.5e-3 - 2e-5).abs() < 4.0 * error && error < 1e-5, "{found}");
    messages!();
}

#[test]
fn a_case_with_a_measurement_says_in_summary_and_report_how_far_it_is_from_it() {
    let place = tempfile::tempdir().unwrap();
    recorded(place.path());
    let case = fs::read_to_string(shipped("first-bounce.toml")).unwrap();
    let measurement = "\n[measurement]\nfile = \"record.csv\"\ngap_uncertainty = \"20 um\"\nrestitution = 0.8\n";
    fs::create_dir(place.path().join("cases")).unwrap();
    fs::rename(place.path().join("record.csv"), place.path().join("cases/record.csv")).unwrap();
    let twice = case.replace("bounces = 1", "bounces = 2");
    fs::write(place.path().join("cases/mine.toml"), twice + measurement).unwrap();
    let args = ["theory", "cases/mine.toml", "--out", "run"];
    let said = answer(place.path(), &args);
    note(words(&said));
    let summary = Summary::read(&place.path().join("run/summary.json")).unwrap();
    let found = summary.measurement.expect("the case has a measurement");
    assert_eq!(found.restitution.unwrap().measured, 0.8);
    let (code, again, err) = wetbounce(place.path(), &args);
    assert!(code == 0 && again == said, "{again}{err}");
    answer(place.path(), &[&args[..3], &["fresh"]].concat());
    let report = fs::read_to_string(place.path().join("fresh/report.html")).unwrap();
    let beside = report.split("id=\"beside-the-measurement\"").nth(1).expect("a section of it");
    let beside = beside.split("</section>").next().unwrap();
    for heading in ["Computed", "Range", "Measured", "Difference"] {
        assert!(beside.contains(&format!("<th scope=\"col\">{heading}</th>")), "{heading}");
    }
    assert!(beside.contains("<th scope=\"row\">Apex, bounce 1</th>") && beside.contains("<td>0.8 (given"), "{beside}");
    assert!(!beside.contains("measured (given"), "values are in the table");
    messages!();
}

#[test]
fn a_record_that_cannot_be_used_is_named_with_what_to_write() {
    let place = tempfile::tempdir().unwrap();
    recorded(place.path());
    fs::write(place.path().join("bare.csv"), "t,h\n0,1\n1,2\n").unwrap();
    fs::write(place.path().join("back.csv"), "time_s,gap_m\n0,1\n0,2\n").unwrap();
    for data in ["missing.csv", "bare.csv", "back.csv"] {
        refused(place.path(), &["compare", "run", data]);
    }
    refused(place.path(), &["compare", "run"]);
    let args = ["theory", &shipped("first-bounce.toml"), "--set", "measurement.file=missing.csv", "--out", "new"];
    let (code, _, err) = wetbounce(place.path(), &args);
    assert!(code == 2 && unwrapped(&err).contains("missing.csv") && !place.path().join("new").exists(), "{err}");
    let args = ["theory", &shipped("first-bounce.toml"), "--set", "measurement.clock=contact", "--out", "new"];
    refused(place.path(), &args);
    messages!();
}

#[test]
fn one_record_is_the_same_to_compare_plot_and_validate_however_it_is_written() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    recorded(path);
    let plain = Table::read(&path.join("record.csv")).unwrap();
    let (times, gaps) = (plain.numbers("t (ms)").unwrap(), plain.numbers("h [mm]").unwrap());
    let write = |name: &str, header: &str, row: &dyn Fn(f64, f64) -> String| {
        let rows: String = times.iter().zip(&gaps).map(|(time, gap)| row(*time, *gap) + "\n").collect();
        fs::write(path.join(name), format!("{header}\n{rows}")).unwrap();
    };
    let comma = |value: f64| value.to_string().replace('.', ",");
    write("excel.csv", "\u{feff}t (ms);h [mm]", &|t, h| format!("{};{}", comma(t), comma(h)));
    write("titled.csv", "Drop 5\nt\th\n[ms]\t[mm]", &|t, h| format!("{t}\t{h}"));
    write("gaps.csv", "% camera 3\ntime_ms,gap_mm,note", &|t, h| format!("{t},{h},-\n{},NaN,\n{},-", t + 0.1, t + 0.2));
    write("pixels.txt", "frame_ms   y", &|t, h| format!("{t}   {}", 512.0 - (h + 1.5) / 0.021));
    let compare = |file: &str, sets: &[&str]| {
        answer(path, &[&["compare", "run", file, "--out", "out", "-q", "--set", "clock=contact"], sets].concat());
        let found: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path.join("out/comparison.json")).unwrap()).unwrap();
        let [apex, sigma] = ["measured_m", "sigma_m"].map(|name| found["apexes"][0][name].as_f64().unwrap());
        (found["gap"]["rms"].as_f64().unwrap(), apex, sigma)
    };
    let zero = ["--set", "gap_offset=0 mm"];
    let truth = compare("record.csv", &zero);
    let pixels = ["time=frame_ms", "scale=\"-0.021 mm\"", "gap_offset=\"10.752 mm\"", "position=centre"];
    let pixels: Vec<&str> = pixels.iter().flat_map(|set| ["--set", *set]).collect();
    for (file, sets) in [("excel.csv", &zero[..]), ("titled.csv", &zero), ("gaps.csv", &zero), ("pixels.txt", &pixels)]
    {
        let found = compare(file, sets);
        // Weights hang on the noise, here that of round-off: apexes are alike within a hundredth of their error.
        let apart = (found.1 - truth.1).abs() / truth.2;
        assert!((found.0 - truth.0).abs() < 1e-9 && apart < 1e-2, "{file}: {found:?} {truth:?}");
    }
    for file in ["excel.csv", "titled.csv", "gaps.csv"] {
        let args =
            ["plot", "run", "--reference", file, "--clock", "contact", "--only", "trajectory", "--out", "figures"];
        let (code, _, err) = wetbounce(path, &args);
        assert_eq!((code, err.as_str()), (0, ""), "{file}");
    }
    let twice = format!(
        "{}{}",
        "drop,t (ms),h [mm]\n",
        [1, 2]
            .map(|drop| {
                times
                    .iter()
                    .zip(&gaps)
                    .map(|(t, h)| format!("{drop},{},{h}\n", t + f64::from(drop)))
                    .collect::<String>()
            })
            .concat()
    );
    fs::write(path.join("twice.csv"), twice).unwrap();
    let found = compare("twice.csv", &["--set", "clock=fitted"]);
    assert!((found.1 - truth.1).abs() < 1e-6, "{found:?} {truth:?}");
    let (code, said, err) = wetbounce(
        path,
        &["compare", "run", "twice.csv", "--set", "clock=fitted", "--set", "name=Steel", "--out", "out"],
    );
    assert!(code == 0 && said.contains("Steel") && said.contains("2 drops"), "{said}{err}");
    let figure = fs::read_to_string(path.join("out/plots/measurement.svg")).unwrap();
    assert!(figure.contains("Steel"), "the experiment is named");
}

#[test]
fn a_record_that_cannot_be_right_is_told_with_the_likely_cause_and_a_good_one_is_not() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    recorded(path);
    let plain = Table::read(&path.join("record.csv")).unwrap();
    let (times, gaps) = (plain.numbers("t (ms)").unwrap(), plain.numbers("h [mm]").unwrap());
    let said = |header: &str, of: &dyn Fn(f64, f64) -> (f64, f64), sets: &[&str]| {
        let row = |(time, gap): (&f64, &f64)| {
            let (time, gap) = of(*time, *gap);
            format!("{time},{gap}\n")
        };
        let rows: String = times.iter().zip(&gaps).map(row).collect();
        fs::write(path.join("odd.csv"), format!("{header}\n{rows}")).unwrap();
        let args = ["compare", "run", "odd.csv", "--out", "out", "--set", "gap_uncertainty=\"50 um\""];
        answer(path, &[&args[..], sets].concat())
    };
    let good = said("t (ms),h [mm]", &|t, h| (t, h), &[]);
    note(words(&good));
    let noisy = said("t (ms),h [mm]", &|t, h| (t, h + 0.05 * (2.0 + 1e3 * t).sin()), &["--set", "clock=fitted"]);
    note(words(&noisy));
    let few = "t (ms),h [mm]\n-15.2,7.5\n36.5,6.47\n";
    fs::write(path.join("few.csv"), few).unwrap();
    let few = answer(path, &["compare", "run", "few.csv", "--out", "out"]);
    note(words(&few));
    let stated = ["--set", "clock=contact", "--set", "gap_offset=0 mm"];
    let lower = said("t (ms),h [mm]", &|t, h| (t, 0.97 * h), &stated);
    note(words(&lower));
    let cause =
        lower.split("heights of the record ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let percent: f64 = cause.parse().unwrap_or_else(|_| panic!("{lower}"));
    assert!((percent - 3.0).abs() < 0.3, "{lower}");
    note(words(&lower));
    for (header, of, sets, cause) in [
        ("t (ms),h [mm]", &(|t, h| (t, h + 1.5)) as &dyn Fn(f64, f64) -> (f64, f64), &[][..], "gap-at-contact"),
        ("t (ms),h [mm]", &|t, h| (t, h + 3.0), &[], "gap-at-contact"),
        ("t (ms),h [mm]", &|t, h| (t, h - 0.6), &["--set", "gap_offset=0 mm"], "other-motion"),
        ("t (ms),h [m]", &|t, h| (t, h), &[], "extent-of-gaps"),
        ("t (ms),h [mm]", &|t, h| (10.0 * t, h), &[], "other-speed"),
        ("t (ms),h [mm]", &|t, h| (t + 12.0, h), &["--set", "clock=contact"], "clock-not-at-contact"),
        (
            "t (ms),h [mm]",
            &|t, h| (t + 12.0, h + 0.4 * (0.3 * t).sin()),
            &["--set", "clock=contact"],
            "clock-not-at-contact",
        ),
        ("t (ms),h [mm]", &|t, h| (0.6 * t, h), &[], "other-speed"),
        ("t (ms),h [mm]", &|t, h| (t, h + 0.4 * (0.3 * t).sin()), &[], "other-motion"),
    ] {
        let said = said(header, of, sets);
        let found = fs::read_to_string(path.join("out/comparison.json")).unwrap();
        assert!(remarks(&serde_json::from_str(&found).unwrap()).has(cause), "{cause}: {found}");
        note(words(&said));
    }
    messages!();
}

/// A case by theory with its record beside it, `place/mine.toml`, and more lines for its `[measurement]`.
fn with_record(place: &std::path::Path, more: &str) {
    let case = fs::read_to_string(shipped("first-bounce.toml")).unwrap().replace("bounces = 1", "bounces = 2");
    let text = format!("hydrodynamics = \"theory\"\n{case}\n[measurement]\nfile = \"record.csv\"\n{more}");
    fs::write(place.join("mine.toml"), text).unwrap();
}

#[test]
fn a_case_of_the_users_own_is_validated_by_the_uncertainties_of_its_record() {
    let place = tempfile::tempdir().unwrap();
    recorded(place.path());
    let validate = |more: &str| {
        with_record(place.path(), more);
        wetbounce(place.path(), &["validate", "mine.toml", "--out", "v"])
    };
    let sigma = "source = \"me, 2026\"\ngap_uncertainty = \"30 um\"\ntime_uncertainty = \"0.1 ms\"\n";
    let (code, said, err) = validate(sigma);
    assert_eq!(code, 0, "{said}{err}");
    let line = |what: &str| said.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {said}"));
    assert!(line("apex, bounce 1").contains("pass") && line("gap, reduced χ²").contains("pass"), "{said}");
    assert!(line("restitution, read off").contains("pass"), "judged by the error that the record itself gives: {said}");
    let csv = fs::read_to_string(place.path().join("v/validation.csv")).unwrap();
    assert!(csv.contains("me, 2026") && csv.contains("apex time, bounce 1"), "{csv}");
    let report = fs::read_to_string(place.path().join("v/report.html")).unwrap();
    assert!(report.contains("Your cases") && report.contains("The record with its uncertainties"));
    let (code, said, err) = validate("gap_uncertainty = \"5 um\"\ngap_offset = \"0 mm\"\n");
    assert!(code == 3 && err.contains("missed"), "off by 20 um: {said}{err}");
    note(words(&said));
    let (code, said, _) = validate("gap_uncertainty = \"30 um\"\nclock = \"release\"\noffset = \"1000 s\"\n");
    assert!(code == 3, "{said}");
    note(words(&said));
    for args in [
        &["validate", "mine.toml", "--quick"][..],
        &["validate", "mine.toml", "mine.toml"],
        &["validate", &shipped("first-bounce.toml")],
        &["validate", "nowhere.toml"],
    ] {
        refused(place.path(), args);
    }
    messages!();
}

#[test]
fn a_record_of_apexes_is_compared_in_heights_and_times() {
    let place = tempfile::tempdir().unwrap();
    let summary = recorded(place.path());
    let row = |number: usize| {
        let bounce = &summary.bounces[number];
        let time = bounce.apex_time_s.unwrap() - summary.bounces[0].contact_time_s;
        format!("{},{}\n", 1e3 * time + 0.5, 1e3 * bounce.apex_gap_m.unwrap() - 0.02)
    };
    fs::write(place.path().join("record.csv"), format!("time_ms,gap_mm\n{}{}", row(0), row(1))).unwrap();
    let sigma = "gap_uncertainty = \"20 um\"\ntime_uncertainty = \"0.2 ms\"\n";
    with_record(place.path(), &format!("rows = \"apexes\"\n{sigma}"));
    let (code, said, err) = wetbounce(place.path(), &["validate", "mine.toml", "--out", "v"]);
    assert!(code == 3 && said.contains("apex, bounce 2"), "{said}{err}");
    let summary = Summary::read(&place.path().join("v/runs/mine/summary.json")).unwrap();
    let found = summary.measurement.unwrap();
    let (heights, times) = (found.gap.unwrap(), found.apex_time.unwrap());
    assert!(
        (heights.mean - 2e-5).abs() < 1e-9 && (heights.reduced_chi_squared.unwrap() - 1.0).abs() < 1e-3,
        "{heights:?}"
    );
    assert!((times.mean + 5e-4).abs() < 1e-7 && (times.reduced_chi_squared.unwrap() - 6.25).abs() < 0.01, "{times:?}");
    let verdict = |what: &str| {
        let line = said.lines().find(|line| line.contains(what)).unwrap();
        line.split_whitespace().last().unwrap().to_owned()
    };
    assert_eq!((verdict("apex, bounce 1").as_str(), verdict("apex time, bounce 1").as_str()), ("pass", "MISS"));
}

/// Gaps and speeds of one column are held against those of the other.
#[test]
fn velocities_that_are_not_how_the_gaps_change_are_doubted() {
    let place = tempfile::tempdir().unwrap();
    let rows = |factor: f64| -> String {
        let row = |k: i32| {
            let (time, speed) = (1e-3 * f64::from(k), if k < 20 { -0.5 } else { 0.4 });
            format!("{time},{},{}\n", (speed * (time - 0.0195)).abs(), factor * speed)
        };
        "time_s,gap_m,velocity_m_s\n".to_owned() + &(0..40).map(row).collect::<String>()
    };
    for (factor, doubt) in [(1e3, Some("scaled-velocities")), (-1.0, Some("reversed-velocities")), (1.0, None)] {
        std::fs::write(place.path().join("record.csv"), rows(factor)).unwrap();
        let args = ["measure", "record.csv", "--set", "sphere.diameter=3 mm", "--format", "json"];
        let out = answer(place.path(), &args);
        let found = remarks(&serde_json::from_str(&out).unwrap());
        for name in ["scaled-velocities", "reversed-velocities"] {
            assert_eq!(found.has(name), doubt == Some(name), "{factor}: {found:?}");
        }
    }
}

#[test]
fn a_column_is_named_by_its_number_on_the_command_line() {
    let place = tempfile::tempdir().unwrap();
    let row = |k: i32| format!("{},{}\n", 1e-3 * f64::from(k), 450.0 * (1e-3 * f64::from(k) - 0.0195).abs() + 1.5);
    let text = "t (s),y (mm)\n".to_owned() + &(0..40).map(row).collect::<String>();
    std::fs::write(place.path().join("record.csv"), text).unwrap();
    let measure = |[time, gap]: [&str; 2]| {
        let keys = ["--set", time, "--set", gap, "--set", "position=centre", "--set", "sphere.diameter=3 mm"];
        answer(place.path(), &[&["measure", "record.csv"][..], &keys].concat())
    };
    assert_eq!(measure(["time=1", "gap=2"]), measure(["time=t (s)", "gap=y (mm)"]));
}
