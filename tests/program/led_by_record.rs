//! A sphere that is led along a record of its motion.

use crate::program::{messages, unwrapped, wetbounce};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use wetbounce::numerics::hermite::{Hermite, Moment};
use wetbounce::output::table::Table;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::records::statistics::Random;

/// What a command that ends well prints.
fn done(directory: &Path, args: &[&str]) -> String {
    let (code, text, message) = wetbounce(directory, args);
    assert_eq!(code, 0, "{message}");
    unwrapped(&(text + &message))
}

/// Pictures of a motion at this rate \[Hz\], each off by so much \[m\].
fn pictures(moments: &[Moment], rate: f64, noise: f64) -> String {
    let (mut random, mut text, mut at) = (Random(5), "time_s,gap_m\n".to_owned(), 1);
    let last = moments[moments.len() - 1].time;
    for picture in 0..(last * rate) as usize {
        let time = (picture as f64 + 0.3) / rate;
        while moments[at].time < time {
            at += 1;
        }
        writeln!(text, "{time:?},{:?}", Hermite::new(moments[at - 1], moments[at]).gap(time) + noise * random.normal())
            .unwrap();
    }
    text
}

fn between(times: &[f64], values: &[f64], time: f64) -> f64 {
    let after = times.partition_point(|at| *at < time).clamp(1, times.len() - 1);
    let share = (time - times[after - 1]) / (times[after] - times[after - 1]);
    values[after - 1] + share * (values[after] - values[after - 1])
}

#[test]
fn the_force_on_a_sphere_comes_back_from_pictures_of_its_motion_within_the_band_of_their_noise() {
    // From rest, or driven and let go at 3 or 0.5 D: there the force changes in an instant.
    let released: [&[&str]; 2] = [&["--set", "release.kind=rest"], &[]];
    for (name, released) in
        ["gondret-st27", "gondret-st152", "gondret-st742"].into_iter().flat_map(|name| released.map(|how| (name, how)))
    {
        let place = tempfile::tempdir().unwrap();
        let case = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cases/{name}.toml"));
        let case = case.to_str().unwrap();
        done(place.path(), &[&["theory", case, "--out", "free", "--set", "run.bounces=1"][..], released].concat());
        let free = Trajectory::read(&place.path().join("free/trajectory.csv")).unwrap();
        let parts = ["drag_N", "added_mass_N", "history_N"].map(|part| free.column(part).unwrap());
        let force: Vec<f64> = (0..free.len()).map(|row| parts.iter().map(|part| part[row]).sum()).collect();
        let moments: Vec<Moment> = free.moments().collect();
        fs::write(place.path().join("record.csv"), pictures(&moments, 1000.0, 1e-5)).unwrap();
        let said =
            done(place.path(), &["theory", case, "--out", "led", "--forces", "--set", "release.motion=record.csv"]);
        assert_eq!(said.contains("the liquid is taken to be at rest before"), !released.is_empty(), "{said}");
        assert_eq!(said.contains("is taken to have moved with it for"), released.is_empty(), "{said}");
        let led = Table::read(&place.path().join("led/forces.csv")).unwrap();
        let column = |name: &str| led.numbers(name).unwrap();
        let (gap, time, total, sigma) =
            (column("gap_over_d"), column("time_s"), column("total_N"), column("total_sigma_N"));
        // The first picture is 0.3 ms after the start; the free motion has its time from there.
        let off: Vec<f64> = (0..gap.len())
            .filter(|row| (0.05..3.0).contains(&gap[*row]))
            .map(|row| (total[row] - between(&free.time, &force, time[row] + 3e-4)).abs() / sigma[row])
            .collect();
        let inside = off.iter().filter(|off| **off < 2.0).count() as f64 / off.len() as f64;
        assert!(inside > 0.9 && off.len() > 500, "{name} {released:?}: {inside} of {}", off.len());
    }
}

const CASE: &str = r#"
    sphere = { diameter = "3 mm", material = "steel" }
    liquid = { density = "935 kg/m3", viscosity = "10 mPa s" }
    wall = { material = "glass" }
    release = { motion = "record.csv" }
"#;

/// A fall from 6 mm at 0.5 m/s to a contact at 12 ms, and a rebound, with so many pictures a second.
fn bounce(rate: f64) -> Vec<(f64, f64)> {
    let gap = |t: f64| if t < 0.012 { 0.5 * (0.012 - t) } else { 0.4 * (t - 0.012) - 4.5 * (t - 0.012).powi(2) };
    (0..(0.08 * rate) as usize).map(|k| (k as f64 + 0.4) / rate).map(|t| (t, gap(t))).collect()
}

fn written(rows: &[(f64, f64)]) -> String {
    rows.iter().fold("time_s,gap_m\n".to_owned(), |text, (time, gap)| text + &format!("{time:?},{gap:?}\n"))
}

#[test]
fn records_that_show_no_motion_are_refused_with_what_would_help() {
    let place = tempfile::tempdir().unwrap();
    let refused = |case: &str, record: &str| {
        fs::write(place.path().join("case.toml"), case).unwrap();
        fs::write(place.path().join("record.csv"), record).unwrap();
        let (code, _, message) = wetbounce(place.path(), &["theory", "case.toml", "--forces", "--out", "out"]);
        assert_eq!(code, 2, "{message}");
        unwrapped(&message)
    };
    assert!(refused(CASE, &written(&bounce(2000.0)[..4])).contains("4 pictures"));
    let (mut random, mut lost) = (Random(5), bounce(500.0));
    lost.retain(|(time, _)| !(0.016..0.07).contains(time));
    lost.iter_mut().for_each(|(_, gap)| *gap += 1e-4 * random.normal());
    assert!(refused(CASE, &written(&lost)).contains("velocity is uncertain"));
    assert!(
        refused(&CASE.replace("motion =", "gap = \"3 D\", motion ="), &written(&bounce(2000.0)))
            .contains("release.gap")
    );
    assert!(refused(CASE, "time_s,velocity_m_s\n0,1\n1,1\n").contains("gaps"));
    assert!(refused(&CASE.replace("record.csv", "none.csv"), "").contains("none.csv"));
    let two = bounce(2000.0).iter().fold("drop,time_s,gap_m\n".to_owned(), |text, (time, gap)| {
        text + &format!("1,{time:?},{gap:?}\n2,{time:?},{gap:?}\n")
    });
    assert!(refused(CASE, &two).contains("2 drops"));
    messages!();
}

#[test]
fn a_hundred_thousand_pictures_lead_a_sphere_as_a_thousand_do_and_so_does_a_polynomial() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("case.toml"), CASE).unwrap();
    let forces = |rate: f64, set: &[&str]| {
        fs::write(place.path().join("record.csv"), written(&bounce(rate))).unwrap();
        let args = [&["theory", "case.toml", "--forces", "--out", "out"][..], set].concat();
        done(place.path(), &args);
        let table = Table::read(&place.path().join("out/forces.csv")).unwrap();
        let (time, total) = (table.numbers("time_s").unwrap(), table.numbers("total_N").unwrap());
        [4e-3, 30e-3].map(|at| between(&time, &total, at - 0.4 / rate))
    };
    let few = forces(12_500.0, &[]);
    for (other, within) in
        [(forces(1_250_000.0, &[]), 0.01), (forces(12_500.0, &["--set", "release.motion_fit=polynomial 6"]), 0.05)]
    {
        for (other, few) in other.iter().zip(few) {
            assert!((other / few - 1.0).abs() < within, "{other} {few}");
        }
    }
}

#[test]
fn a_blended_run_along_a_record_feels_the_weighted_mean_of_theory_and_flow() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("case.toml"), CASE).unwrap();
    fs::write(place.path().join("record.csv"), written(&bounce(2000.0))).unwrap();
    let coarse = ["--set", "resolution.cells_per_diameter=12"];
    let run = |out: &str, hydrodynamics: &str| {
        let set = format!("hydrodynamics={hydrodynamics}");
        done(place.path(), &[&["run", "case.toml", "--out", out, "--set", &set][..], &coarse].concat());
    };
    run("flow", "resolved");
    run("blended", "blended");
    let compare = ["theory", "case.toml", "--forces", "--compare", "flow", "--compare", "blended", "--out", "both"];
    done(place.path(), &[&compare[..], &coarse].concat());
    let table = Table::read(&place.path().join("both/comparison.csv")).unwrap();
    let column = |name: &str| table.numbers(name).unwrap();
    let (gap, mean, felt, flow) = (column("gap_over_d"), column("flow_blend_N"), column("blended_N"), column("flow_N"));
    // Nearer to the wall the force turns within a step or two of the run.
    let far: Vec<usize> = (0..gap.len()).filter(|row| gap[*row] > 0.01).collect();
    let largest = far.iter().map(|row| mean[*row]).fold(0.0, |most: f64, force| most.max(force.abs()));
    let apart = |one: &[f64]| {
        far.iter().map(|row| (one[*row] - mean[*row]).abs() / largest).fold(0.0, |most: f64, apart| most.max(apart))
    };
    assert!(apart(&felt) < 5e-3, "{}", apart(&felt));
    assert!(apart(&flow) > 5e-3, "{}", apart(&flow));
}

#[test]
fn a_refusal_names_the_hole_between_the_pictures() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("case.toml"), CASE).unwrap();
    let mut refused = 0;
    let holes = [(0.003, 0.009), (0.008, 0.0119), (0.0121, 0.03), (0.014, 0.05), (0.016, 0.07), (0.02, 0.06)];
    for ((from, to), noise) in holes.into_iter().flat_map(|hole| [5e-5, 1e-4].map(|noise| (hole, noise))) {
        let (mut random, mut rows) = (Random(5), bounce(1000.0));
        rows.retain(|(time, _)| !(from..to).contains(time));
        rows.iter_mut().for_each(|(_, gap)| *gap += noise * random.normal());
        fs::write(place.path().join("record.csv"), written(&rows)).unwrap();
        let (code, _, message) = wetbounce(place.path(), &["theory", "case.toml", "--forces", "--out", "out"]);
        let message = unwrapped(&message);
        let last = rows.iter().rfind(|row| row.0 < from).unwrap().0;
        if code != 0 && message.contains("there is a hole") {
            assert!(message.contains(&format!("between the pictures at {last:.6} s")), "{from} to {to}: {message}");
            refused += 1;
        }
    }
    assert!(refused >= 2, "{refused}");
}

#[test]
fn the_film_alone_is_entered_at_the_speed_of_the_record_at_its_gap() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("case.toml"), CASE).unwrap();
    let slowing = |t: f64| 0.5 * (0.012 - t) + 10.0 * (0.012 - t).powi(2);
    let rows: Vec<(f64, f64)> =
        bounce(20_000.0).into_iter().map(|(t, gap)| (t, if t < 0.012 { slowing(t) } else { gap })).collect();
    fs::write(place.path().join("record.csv"), written(&rows)).unwrap();
    done(place.path(), &["film", "case.toml", "--gap", "0.1 D", "--out", "film"]);
    let film = Table::read(&place.path().join("film/trajectory.csv")).unwrap();
    // 0.3 mm are 0.6 ms before the contact.
    let speed = -film.numbers("velocity_m_s").unwrap()[0];
    assert!((speed / 0.512 - 1.0).abs() < 5e-3, "{speed}");
    let (code, _, message) = wetbounce(place.path(), &["film", "case.toml", "--gap", "1 nm", "--out", "other"]);
    let message = unwrapped(&message);
    assert!(code == 2 && message.contains("--gap 1") && message.contains("the record"), "{message}");
    messages!();
}
