//! `wetbounce plot` through the binary: what it draws, where, and what it refuses.

use crate::program::{answer, messages, note, refused, shipped, unwrapped, wetbounce, words};
use std::fs;
use std::path::Path;

/// A run directory as `run` leaves it, with a made-up bounce.
fn run_directory(root: &Path, name: &str) {
    let case = shipped("gondret-st152.toml");
    let resolved = answer(root, &["check", "--resolved", &case]);
    let directory = root.join(name);
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("case.toml"), resolved).unwrap();
    let mut text = "time_s,gap_m,velocity_m_s,submerged_weight_N,film_N\n".to_owned();
    for step in 0..200 {
        let time = 5e-4 * f64::from(step);
        let (gap, velocity) = if step < 100 { (6e-3 - 0.12 * time, -0.12) } else { (0.1 * (time - 0.05), 0.1) };
        text += &format!("{time},{},{velocity},-1e-3,{}\n", gap.max(1e-7), -velocity * 1e-3);
    }
    fs::write(directory.join("trajectory.csv"), text).unwrap();
}

fn svg(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{}", path.display());
    text
}

#[test]
fn one_run_gives_trajectory_phase_and_forces_in_its_own_directory() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "st152");
    assert_eq!(wetbounce(root.path(), &["plot", "st152", "-q"]), (0, String::new(), String::new()));
    let (code, out, err) = wetbounce(root.path(), &["plot", "st152"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for name in ["trajectory", "phase", "forces"] {
        assert!(out.contains(&format!("drew st152/plots/{name}.svg\n")), "{out}");
        svg(&root.path().join(format!("st152/plots/{name}.svg")));
    }
}

#[test]
fn several_runs_and_measured_points_go_into_one_trajectory() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "steel");
    run_directory(root.path(), "glass.2");
    fs::write(root.path().join("camera.csv"), "# by hand\ntime_ms,gap_over_d\n10,1.5\n20,1.2\n30,\n").unwrap();
    let args = ["plot", "steel", "glass.2/trajectory.csv", "--reference", "camera.csv", "--clock", "contact"];
    let (code, out, err) = wetbounce(root.path(), &args);
    assert_eq!((code, err.as_str()), (0, ""));
    let figure = svg(&root.path().join("plots/trajectory.svg"));
    assert!(["steel", "glass.2", "camera"].iter().all(|name| figure.contains(name)), "every origin is named");
    assert!(out.contains("plots/forces-glass.2.svg"), "{out}");
    note(words(&out));
    let alone = ["plot", "steel", "--out", "alone"];
    assert_eq!(wetbounce(root.path(), &alone).0, 0);
    assert_ne!(figure, svg(&root.path().join("alone/trajectory.svg")));
    messages!();
}

#[test]
fn measured_velocities_go_into_the_panel_of_the_velocity_with_a_time_or_as_levels() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "steel");
    let draw = |name: &str, text: &str| {
        fs::write(root.path().join(name), text).unwrap();
        let (code, _, err) = wetbounce(root.path(), &["plot", "steel", "--reference", name]);
        assert_eq!((code, err.as_str()), (0, ""));
        svg(&root.path().join("steel/plots/trajectory.svg"))
    };
    let peak = draw("fastest.csv", "# of the camera\nvelocity_m_s\n-0.13\n");
    assert!(peak.contains("fastest"), "the level is named");
    let points = draw("tracked.csv", "time_ms,velocity_m_s\n10,-0.11\n20,-0.12\n");
    assert!(points.contains("tracked") && points != peak);
}

#[test]
fn a_sweep_gives_its_restitution_curve_or_any_two_columns() {
    let root = tempfile::tempdir().unwrap();
    let sweep = root.path().join("stokes");
    fs::create_dir(&sweep).unwrap();
    let header = "name,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d,status,wall_s,series";
    let rows = "a,30,27,28.7,8.3,0.45,0.97,0.2,finished,4,steel\nb,164,152,161,8.3,0.83,0.97,2.5,finished,5,steel\n\
                c,164,50,61,2.3,0.5,0.9,0.3,finished,5,glass\nd,300,300,310,8.3,,0.97,,failed,1,steel\n";
    fs::write(sweep.join("sweep.csv"), format!("{header}\n{rows}")).unwrap();
    let drew = "drew stokes/plots/restitution.svg\ndrew stokes/plots/apex.svg\n";
    assert_eq!(wetbounce(root.path(), &["plot", "stokes"]).1, drew);
    let figure = svg(&sweep.join("plots/restitution.svg"));
    assert!(figure.contains("steel") && figure.contains("glass") && figure.contains("exp(−35/St*)"));
    answer(root.path(), &["plot", "stokes", "--x", "stokes_modified", "--out", "modified"]);
    assert_ne!(figure, svg(&root.path().join("modified/restitution.svg")), "another Stokes number, another curve");
    let args = ["plot", "stokes", "--x", "stokes", "--y", "apex_gap_over_d", "--group", "series", "--log", "x"];
    let (code, out, err) = wetbounce(root.path(), &args);
    assert_eq!((code, err.as_str()), (0, ""));
    let path = out.trim().strip_prefix("drew ").unwrap();
    assert!(svg(&root.path().join(path)).contains("series glass"), "{out}");
    let data = fs::read_to_string(root.path().join(path).with_extension("csv")).unwrap();
    assert!(data.starts_with("series,stokes,apex_gap_over_d\nsteel,27,0.2\n"), "{data}");
    let (code, _, err) = wetbounce(root.path(), &["plot", "stokes", "--group", "status", "--out", "by-status"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(svg(&root.path().join("by-status/restitution.svg")).contains("finished"));
    let data = fs::read_to_string(root.path().join("by-status/restitution.csv")).unwrap();
    assert!(data.contains("finished,a,27,28.7,0.46") && data.contains("Gondret"), "{data}");
    fs::write(sweep.join("sweep.csv"), format!("{header}\na,30,27,28.7,8.3,,0.97,,waiting,,steel\n")).unwrap();
    refused(root.path(), &["plot", "stokes"]);
    messages!();
}

#[test]
fn every_curve_has_the_correlations_of_its_own_density_ratio_and_thresholds_are_lines() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("sweep")).unwrap();
    let header = "name,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d,series,approach_speed_is";
    let row = |name: &str, stokes: f64, ratio: f64, series: &str| {
        let (reynolds, modified) = (9.0 * stokes / ratio, stokes * (1.0 + 0.5 / ratio));
        format!("{name},{reynolds},{stokes},{modified},{ratio},0.7,0.97,1,{series},prescribed\n")
    };
    let draw = |rows: String, more: &[&str]| {
        fs::write(root.path().join("sweep/sweep.csv"), format!("{header}\n{rows}")).unwrap();
        let (code, _, err) = wetbounce(root.path(), &[&["plot", "sweep"], more].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        let plots = root.path().join("sweep/plots");
        (svg(&plots.join("restitution.svg")), fs::read_to_string(plots.join("restitution.csv")).unwrap())
    };
    let steel = || row("a", 50.0, 8.0, "steel") + &row("b", 100.0, 8.0, "steel");
    let glass = || row("c", 50.0, 2.5, "glass") + &row("d", 100.0, 2.5, "glass");
    let (both, data) = draw(steel() + &glass(), &[]);
    assert!(both.contains("exp(−35/St*), by curve") && !both.contains("scatter of experiments"));
    for modified in [50.0 * (1.0 + 0.5 / 8.0), 50.0 * (1.0 + 0.5 / 2.5)] {
        let expected = (-35.0_f64 / modified).exp();
        assert!(data.lines().any(|line| line == format!("exp(-35/St*),,50,{modified},{expected}")), "{data}");
    }
    assert!(data.contains("threshold: no rebound below (Joseph et al. 2001),,10,,\n"), "{data}");
    let (alone, _) = draw(steel(), &[]);
    assert!(alone.contains("scatter of experiments") && !alone.contains("by curve"));
    for text in ["no rebound below St 10", "dry value above St 500", "prescribed"] {
        assert!(both.contains(text) && alone.contains(text), "{text}");
    }
    let (over_modified, _) = draw(steel() + &glass(), &["--x", "stokes_modified"]);
    let lines = ["1 − 10/St, by curve", "scatter of experiments"];
    assert!(lines.iter().all(|text| over_modified.contains(text)) && !over_modified.contains("exp(−35/St*), by"));
}

#[test]
fn any_table_is_drawn_column_against_column() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("film scan.csv"), "gap_m,force_N\n1e-5,2\n1e-4,0.2\n").unwrap();
    let args = ["plot", "film scan.csv", "--x", "gap_m", "--y", "force_N", "--log", "xy", "--out", "figures"];
    assert_eq!(wetbounce(root.path(), &args).1, "drew figures/film-scan-force_N-over-gap_m.svg\n");
    assert!(svg(&root.path().join("figures/film-scan-force_N-over-gap_m.svg")).contains("force"));
    run_directory(root.path(), "st152");
    let args = ["plot", "st152", "--x", "time_s", "--y", "film_N"];
    assert_eq!(wetbounce(root.path(), &args).1, "drew plots/st152-film_N-over-time_s.svg\n");
}

#[test]
fn a_figure_for_a_paper_has_the_names_the_title_and_the_letters_that_are_asked_for() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "st152");
    let draw = |more: &[&str], name: &str| {
        let (code, _, err) = wetbounce(root.path(), &[&["plot", "st152", "--out", "f"], more].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        svg(&root.path().join(format!("f/{name}.svg")))
    };
    let (plain, named) = (draw(&[], "trajectory"), draw(&["--label", "st152=Steel, 3 mm"], "trajectory"));
    assert!(plain.contains(">st152<") && !named.contains(">st152<") && named.contains(">Steel, 3 mm<"));
    let title = draw(&["--title", "A first bounce"], "trajectory");
    assert!(title.contains(">A first bounce<") && title.starts_with("<svg width=\"86mm\""), "as wide, and higher");
    let axis = ["--only", "trajectory", "--label", "gap_over_d=Height ~{z}/~{D}", "--label", "Velocity V (m/s)=Speed"];
    let axis = draw(&axis, "trajectory");
    assert!(axis.contains(">Height<") && axis.contains(">Speed<") && !axis.contains(">Gap<"));
    let large = draw(&["--font-size", "16", "--width", "172"], "trajectory");
    let view = |svg: &str| svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!((view(&large), &large[..18]), (view(&plain), "<svg width=\"172mm\""), "twice as large, all of it");
    let forces = ["--x", "time_s", "--y", "submerged_weight_N,film_N,gap_m", "--label", "film_N=squeezed liquid"];
    let forces = draw(&forces, "st152-submerged_weight_N-film_N-gap_m-over-time_s");
    for text in [">Force<", ">submerged weight<", ">squeezed liquid<", ">Gap<"] {
        assert!(forces.contains(text), "{text}");
    }
    for args in [
        &["--label", "st27=another"][..],
        &["--label", "st152"],
        &["--font-size", "1"],
        &["--x", "time_s", "--y", "film_N,drag_N"],
    ] {
        refused(root.path(), &[&["plot", "st152", "--out", "none"], args].concat());
    }
    messages!();
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_reason() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("table.csv"), "a,b\n1,2\n").unwrap();
    fs::write(root.path().join("odd.csv"), "a,b\n1,2,3\n").unwrap();
    fs::write(root.path().join("empty.csv"), "").unwrap();
    fs::write(root.path().join("untimed.csv"), "gap_mm\n1\n").unwrap();
    fs::create_dir(root.path().join("nothing")).unwrap();
    fs::create_dir(root.path().join("lost")).unwrap();
    fs::write(root.path().join("lost/trajectory.csv"), "time_s,gap_m,velocity_m_s\n0,1,0\n1,1,0\n").unwrap();
    run_directory(root.path(), "st152");
    fs::create_dir(root.path().join("sweep")).unwrap();
    let header = "name,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d";
    fs::write(root.path().join("sweep/sweep.csv"), format!("{header}\na,30,27,28.7,8.3,0.45,0.97,0.2\n")).unwrap();
    for args in [
        &["plot", "nowhere"][..],
        &["plot", "nothing"],
        &["plot", "lost"],
        &["plot", "table.csv"],
        &["plot", "table.csv", "--x", "a", "--y", "c"],
        &["plot", "odd.csv", "--x", "a", "--y", "b"],
        &["plot", "empty.csv", "--x", "a", "--y", "b"],
        &["plot", "sweep", "--group", "liquid"],
        &["plot", "table.csv", "--reference", "table.csv", "--x", "a", "--y", "b"],
        &["plot", "st152", "--reference", "table.csv"],
        &["plot", "st152", "--reference", "untimed.csv"],
        &["plot", "st152", "--reference", "missing.csv"],
        &["plot"],
    ] {
        refused(root.path(), args);
    }
    messages!();
}

#[test]
fn a_path_that_is_given_twice_and_a_table_without_points_are_refused_and_nothing_is_drawn() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "st152");
    fs::write(root.path().join("table.csv"), "a,b\n1,2\n3,4\n").unwrap();
    fs::write(root.path().join("heading.csv"), "a,b\n").unwrap();
    fs::write(root.path().join("gaps.csv"), "a,b\n1,\n,2\n").unwrap();
    for (paths, why) in [
        (&["st152", "st152"][..], "`st152` is given twice"),
        (&["st152", "./st152/"][..], "is given twice"),
        (&["table.csv", "table.csv"][..], "`table.csv` is given twice"),
        (&["heading.csv"][..], "no row with numbers in a and b"),
        (&["gaps.csv"][..], "no row with numbers in a and b"),
    ] {
        let columns: &[&str] = if paths[0] == "st152" { &[] } else { &["--x", "a", "--y", "b"] };
        let (code, _, message) = wetbounce(root.path(), &[&["plot", "--out", "out"][..], paths, columns].concat());
        let message = unwrapped(&message);
        assert!(code == 2 && message.contains(why), "{paths:?}: {code} {message}");
        assert!(!root.path().join("out").exists(), "{paths:?}");
    }
}

#[test]
fn data_whose_figures_would_have_one_name_are_refused_and_nothing_is_drawn() {
    let root = tempfile::tempdir().unwrap();
    for name in ["a b", "a-b"] {
        fs::write(root.path().join(format!("{name}.csv")), "a,b\n1,2\n3,4\n").unwrap();
        run_directory(root.path(), name);
    }
    for args in [
        &["a b.csv", "a-b.csv", "--x", "a", "--y", "b"][..],
        &["a b", "a-b", "--only", "forces"],
        &["a b", "a-b", "--animation", "gif"],
    ] {
        refused(root.path(), &[&["plot", "--out", "out"][..], args].concat());
        assert!(!root.path().join("out").exists(), "{args:?}");
    }
    answer(root.path(), &["plot", "--out", "out", "a b", "a-b", "--only", "trajectory"]);
    messages!();
}

#[test]
fn a_table_of_the_name_of_the_data_behind_a_figure_is_not_written_over() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("mine.csv"), "stokes,apex\n1,2\n3,4\n").unwrap();
    let args = ["plot", "mine.csv", "--x", "stokes", "--y", "apex", "--out", "out"];
    assert_eq!((wetbounce(root.path(), &args).0, wetbounce(root.path(), &args).0), (0, 0));
    let kept = root.path().join("out/mine-apex-over-stokes.csv");
    fs::write(&kept, "my notes\n").unwrap();
    refused(root.path(), &args);
    assert_eq!(fs::read_to_string(&kept).unwrap(), "my notes\n");
    messages!();
}

#[test]
fn two_sweeps_or_tables_drawn_at_once_do_not_overwrite_each_other() {
    let root = tempfile::tempdir().unwrap();
    let header = "name,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d";
    for (place, restitution) in [("steel", 0.45), ("glass", 0.44)] {
        let sweep = root.path().join(place).join("curve");
        fs::create_dir_all(&sweep).unwrap();
        fs::write(sweep.join("sweep.csv"), format!("{header}\na,30,27,28.7,8.3,{restitution},0.97,0.2\n")).unwrap();
    }
    for more in [&[][..], &["--x", "stokes", "--y", "apex_gap_over_d"]] {
        let (code, out, err) =
            wetbounce(root.path(), &[&["plot", "steel/curve", "glass/curve", "--out", "figures"], more].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        let drawn: std::collections::BTreeSet<&str> = out.lines().collect();
        assert_eq!(drawn.len(), out.lines().count(), "{out}");
        note(words(&out));
    }
    for place in ["steel", "glass"] {
        fs::write(root.path().join(place).join("film.csv"), "a,b\n1,2\n").unwrap();
    }
    let args = ["plot", "steel/film.csv", "glass/film.csv", "--x", "a", "--y", "b"];
    let (_, out, _) = wetbounce(root.path(), &args);
    note(words(&out));
    messages!();
}

#[test]
fn a_dry_impact_is_told_from_a_run() {
    let root = tempfile::tempdir().unwrap();
    let case = shipped("gondret-st152.toml");
    assert_eq!(wetbounce(root.path(), &["impact", &case, "--out", "dry"]).0, 0);
    refused(root.path(), &["plot", "dry"]);
    assert_eq!(wetbounce(root.path(), &["plot", "dry", "--x", "time_s", "--y", "gap_m"]).0, 0);
    messages!();
}

#[cfg(target_os = "linux")]
#[test]
fn a_figure_that_cannot_be_written_is_a_failure_and_no_wrong_input() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "st152");
    let (code, _, err) = wetbounce(root.path(), &["plot", "st152", "--out", "/proc/none"]);
    assert_eq!(code, 3, "{err}");
    messages!();
}

#[test]
fn runs_that_combine_reynolds_and_stokes_numbers_give_a_map_as_well() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("sweep")).unwrap();
    let header = "name,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d";
    let mut text = format!("{header}\n");
    for (reynolds, stokes) in [(30, 27), (30, 80), (100, 27), (100, 80)] {
        text += &format!("a,{reynolds},{stokes},{stokes},8,0.{stokes},0.97,0.2\n");
    }
    fs::write(root.path().join("sweep/sweep.csv"), &text).unwrap();
    assert!(wetbounce(root.path(), &["plot", "sweep"]).1.ends_with("drew sweep/plots/map.svg\n"));
    svg(&root.path().join("sweep/plots/map.svg"));
    let data = fs::read_to_string(root.path().join("sweep/plots/map.csv")).unwrap();
    assert!(
        data.starts_with("reynolds,stokes,restitution_over_dry\n30,27,0.278") && data.lines().count() == 5,
        "{data}"
    );
    fs::write(root.path().join("sweep/sweep.csv"), text.replace("a,100,80,", "a,90,70,")).unwrap();
    assert!(!wetbounce(root.path(), &["plot", "sweep"]).1.contains("map"), "a curve is no map");
}

#[cfg(not(feature = "export"))]
#[test]
fn what_this_build_does_not_write_is_refused_with_the_remedy_and_nothing_is_written() {
    let root = tempfile::tempdir().unwrap();
    run_directory(root.path(), "st152");
    let not_built = |args: &[&str]| {
        let (code, _, err) = wetbounce(root.path(), &[&["plot", "st152", "--out", "figures"], args].concat());
        assert_eq!(code, 2, "{err}");
        assert_eq!(fs::read_dir(root.path().join("figures")).map_or(0, Iterator::count), 0);
        unwrapped(&err)
    };
    assert!(not_built(&["--format", "svg,pdf"]).contains("trajectory.pdf"));
    assert!(not_built(&["--format", "png"]).contains("PNG"));
    let player = r#"<script type="application/json" id="player-data">{"columns":1,"end":"","frames":[],"halfWidth":1,"head":"","height":1,"limit":1,"right":"","rows":1}</script>"#;
    fs::write(root.path().join("st152/report.html"), player).unwrap();
    refused(root.path(), &["plot", "st152", "--animation", "gif"]);
    messages!();
}
