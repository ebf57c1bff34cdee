//! The dry-impact cases that come with the program, each run through the binary.

use crate::program::{answer, messages, note, refused, remarks, shipped, unwrapped, wetbounce, words};
use serde_json::Value;
use std::path::PathBuf;
use wetbounce::output::trajectory::Trajectory;

fn case(name: &str) -> String {
    shipped(&format!("impact/{name}.toml"))
}

/// A finished run in a directory of its own.
struct Run {
    directory: tempfile::TempDir,
}

impl Run {
    fn of(name: &str, settings: &[&str]) -> Self {
        Self::ended(name, settings, 0)
    }

    /// A run that ends with this exit code.
    fn ended(name: &str, settings: &[&str], expected: i32) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = case(name);
        let mut args = vec!["impact", &file, "--out", "out"];
        settings.iter().for_each(|setting| args.extend(["--set", setting]));
        let (code, out, err) = wetbounce(directory.path(), &args);
        assert_eq!(code, expected, "{name} {settings:?}: {out}{err}");
        Self { directory }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.directory.path().join("out").join(file)
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    fn summary(&self) -> Value {
        serde_json::from_str(&self.text("summary.json")).unwrap()
    }

    /// Rows of a table as numbers by column; words are NaN.
    fn table(&self, file: &str) -> Table {
        let mut reader = csv::Reader::from_path(self.path(file)).unwrap();
        let header = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let number = |text: &str| text.parse().unwrap_or(f64::NAN);
        let rows = reader.records().map(|row| row.unwrap().iter().map(number).collect()).collect();
        Table { header, rows }
    }
}

struct Table {
    header: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Table {
    fn column(&self, name: &str) -> Vec<f64> {
        let at = self.header.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"));
        self.rows.iter().map(|row| row[at]).collect()
    }

    fn vector(&self, names: [&str; 3], row: usize) -> nalgebra::Vector3<f64> {
        names.map(|name| self.column(name)[row]).into()
    }
}

fn number(summary: &Value, key: &str) -> f64 {
    summary[key].as_f64().unwrap_or_else(|| panic!("{key} in {summary}"))
}

fn close(value: f64, expected: f64, tolerance: f64) {
    assert!((value / expected - 1.0).abs() < tolerance, "{value:e} for {expected:e}");
}

#[test]
fn every_shipped_impact_runs_balances_its_energy_and_is_repeated_by_its_resolved_case() {
    let folder = shipped("impact");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        count += 1;
        let name = path.file_stem().unwrap().to_str().unwrap();
        let run = Run::of(name, &[]);
        let summary = run.summary();
        assert_eq!(summary["status"], "finished", "{name}");
        assert!(number(&summary, "energy_error") < 1e-3, "{name}");
        let table = if run.path("series.csv").exists() { "series.csv" } else { "trajectory.csv" };
        if table == "trajectory.csv" {
            Trajectory::read(&run.path(table)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(run.text("plots/force-overlap.svg").starts_with("<svg"), "{name}");
        }
        answer(run.directory.path(), &["impact", "out/case.toml", "--out", "again"]);
        let again = std::fs::read_to_string(run.directory.path().join("again").join(table)).unwrap();
        assert!(again == run.text(table), "{name}: the resolved case gives the same bits");
    }
    assert!(count >= 11);
}

#[test]
fn the_elastic_impact_is_that_of_hertz() {
    let run = Run::of("hertz-elastic", &[]);
    let summary = run.summary();
    close(number(&summary, "contact_duration_s"), 7.598289406726855e-5, 1e-8);
    close(number(&summary, "max_overlap_m"), 7.744728845464902e-6, 1e-8);
    close(number(&summary, "max_force_N"), 121.2092286703113, 1e-8);
    close(number(&summary, "restitution"), 1.0, 1e-9);
    assert!(number(&summary["check"], "restitution_difference").abs() < 1e-8);
    // Johnson, Contact Mechanics (1985), equations 4.22 and 4.24: radius and largest pressure by force and stiffness.
    let (radius, stiffness) =
        (6.35e-3_f64, 1.0 / ((1.0 - 0.27_f64.powi(2)) / 190e9 + (1.0 - 0.25_f64.powi(2)) / 66.9e9));
    let rows = run.table("trajectory.csv");
    let [forces, radii, pressures] =
        ["normal_force_N", "contact_radius_m", "pressure_max_Pa"].map(|column| rows.column(column));
    for ((force, contact), pressure) in forces.into_iter().zip(radii).zip(pressures).filter(|row| row.0.0 > 1.0) {
        close(contact, (0.75 * force * radius / stiffness).cbrt(), 1e-6);
        close(pressure, (6.0 * force * (stiffness / radius).powi(2)).cbrt() / std::f64::consts::PI, 1e-6);
    }
    let bounce = &summary["bounces"][0];
    assert_eq!(number(bounce, "min_gap_m"), -number(&summary, "max_overlap_m"));
    assert!(number(bounce, "contact_time_s") == 0.0 && bounce["apex_gap_m"].is_null());
}

#[test]
fn damped_impacts_return_the_restitution_they_are_given_and_more_if_attraction_is_cut() {
    for (name, e) in [("hertz-e097", 0.97), ("hertz-e08", 0.8), ("hertz-e05", 0.5)] {
        let series = Run::of(name, &[]).table("series.csv");
        assert_eq!(series.column("speed_m_s"), [0.03, 0.3, 3.0]);
        series.column("restitution").iter().for_each(|found| close(*found, e, 1e-6));
    }
    for (e, cut) in [(0.5, 0.550283), (0.7, 0.718201), (0.2, 0.324863)] {
        let set = format!("contact.restitution={e}");
        let run = Run::of("hertz-e05", &[&set, "contact.no_attraction=true", "impact.speed=0.3 m/s"]);
        close(number(&run.summary(), "restitution"), cut, 2e-6);
    }
}

#[test]
fn given_stiffness_and_damping_return_the_restitution_of_a_quadrature() {
    close(number(&Run::of("hertz-stiffness", &[]).summary(), "restitution"), 0.100274, 5e-6);
    close(number(&Run::of("hertz-stiffness-limit-force", &[]).summary(), "restitution"), 0.215727, 5e-6);
}

#[test]
fn verlet_steps_of_discrete_element_programs_converge_to_the_same_restitution() {
    let error = |steps: u32| {
        let set = format!("integration.steps_per_contact={steps}");
        let run = Run::of("hertz-e05", &["integration.method=verlet", "impact.speed=1 m/s", &set]);
        (number(&run.summary(), "restitution") - 0.5).abs()
    };
    assert!(error(100) < 1e-3 && error(4000) < 0.1 * error(100));
}

#[test]
fn an_adhesive_plastic_contact_loses_the_area_of_its_loop_or_sticks() {
    let run = Run::of("luding-rebounding", &[]);
    let summary = run.summary();
    let (k1, k2_hat, kc): (f64, f64, f64) = (0.5e6, 1e6, 0.2e6);
    let deepest = number(&summary, "max_overlap_m");
    let limit = k2_hat / (k2_hat - k1) * 0.005 * 5e-3;
    let k2 = k1 + (k2_hat - k1) * (deepest / limit).min(1.0);
    let empty = deepest * (1.0 - k1 / k2);
    let strongest = empty * k2 / (k2 + kc);
    close(number(&summary["energy"], "dissipated_J"), 0.5 * (k1 * deepest + kc * strongest) * empty, 1e-9);
    let forces = run.table("trajectory.csv").column("normal_force_N");
    close(forces.into_iter().fold(0.0, f64::min), -kc * strongest, 1e-3);
    let sticking = Run::of("luding-sticking", &[]).summary();
    assert_eq!(sticking["stop_reason"], "sticking");
    assert!(number(&sticking["energy"], "after_J") < 1e-3 * number(&sticking["energy"], "before_J"));
}

#[test]
fn oblique_impacts_slide_by_friction_at_large_angles_whatever_the_spring() {
    for spring in ["force", "displacement", "rescaled"] {
        // Attraction presses nothing: without it, the impulse that rubs is the whole normal one. Damping lets the
        // contact stick for an instant at first, which is a millionth of the speed.
        let series =
            Run::of("oblique-alumina-glass", &[&format!("contact.tangential={spring}"), "contact.no_attraction=true"])
                .table("series.csv");
        let (angle, after) = (series.column("angle_deg"), series.column("tangential_after_m_s"));
        let (spin, deepest) = (series.column("spin1_y_rad_s"), series.column("max_overlap_m"));
        assert_eq!(angle.len(), 17);
        let (mu, speed, radius) = (0.092, 3.9, 2.5e-3);
        for row in (0..17).filter(|row| angle[*row] >= 40.0) {
            let (sin, cos) = angle[row].to_radians().sin_cos();
            let e = series.column("restitution")[row];
            let kick = mu * (1.0 + e) * speed * cos;
            close(after[row], speed * sin - kick, 1e-5);
            close(spin[row], 2.5 * kick / radius, 1.1 * deepest[row] / radius);
        }
        series.column("energy_error").iter().for_each(|error| assert!(error.abs() < 1e-3));
    }
}

#[test]
fn a_spinning_sphere_hops_on_and_rolls_on() {
    let run = Run::of("spinning-sphere", &["contact.lever=radius"]);
    assert_eq!(run.summary()["stop_reason"], "uniform-motion");
    let rows = run.table("trajectory.csv");
    let last = |column: &str| *rows.column(column).last().unwrap();
    // Friction keeps the angular momentum about the wall; a sphere that rolls has 2/7 of its spin left.
    let (radius, start) = (5e-3, 200.0);
    close(0.4 * radius * last("spin1_y_rad_s") + last("u1_m_s"), 0.4 * radius * start, 1e-9);
    close(last("spin1_y_rad_s"), start * 2.0 / 7.0, 1e-3);
    close(last("u1_m_s"), last("spin1_y_rad_s") * radius, 1e-3);
    let bounces = run.summary()["bounces"].as_array().unwrap().clone();
    for pair in bounces.windows(2).take(5) {
        let middle = 0.5 * (number(&pair[1], "contact_time_s") + number(&pair[0], "apex_time_s"));
        assert!(middle > number(&pair[0], "apex_time_s"));
        close(number(&pair[0], "apex_gap_m"), number(&pair[1], "impact_speed_m_s").powi(2) / (2.0 * 9.81), 1e-9);
    }
}

#[test]
fn two_free_spheres_keep_their_momentum_and_with_a_common_contact_point_their_angular_momentum() {
    let rows = Run::of("unequal-spheres", &["contact.rolling_friction=0"]).table("trajectory.csv");
    let mass = |radius: f64, density: f64| 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * density;
    let (m1, m2) = (mass(3e-3, 2500.0), mass(5e-3, 1120.0));
    let [i1, i2] = [0.4 * m1 * 9e-6, 0.4 * m2 * 25e-6];
    let totals = |row: usize| {
        let x1 = rows.vector(["x1_m", "y1_m", "z1_m"], row);
        let x2 = rows.vector(["x2_m", "y2_m", "z2_m"], row);
        let v1 = rows.vector(["u1_m_s", "v1_m_s", "w1_m_s"], row);
        let v2 = rows.vector(["u2_m_s", "v2_m_s", "w2_m_s"], row);
        let s1 = rows.vector(["spin1_x_rad_s", "spin1_y_rad_s", "spin1_z_rad_s"], row);
        let s2 = rows.vector(["spin2_x_rad_s", "spin2_y_rad_s", "spin2_z_rad_s"], row);
        (m1 * v1 + m2 * v2, m1 * x1.cross(&v1) + m2 * x2.cross(&v2) + i1 * s1 + i2 * s2)
    };
    let (before, after) = (totals(0), totals(rows.rows.len() - 1));
    assert!((after.0 - before.0).norm() < 1e-12 * before.0.norm());
    assert!((after.1 - before.1).norm() < 1e-9 * before.1.norm(), "{} {}", before.1, after.1);
}

#[test]
fn the_dry_impact_of_an_immersed_case_has_its_speed_its_solids_and_its_law() {
    let directory = tempfile::tempdir().unwrap();
    let file = shipped("gondret-st152.toml");
    let run = |more: &[&str]| {
        let args: Vec<&str> = ["impact", &file, "--out", "out", "--fresh"].iter().chain(more).copied().collect();
        answer(directory.path(), &args);
        serde_json::from_str::<Value>(&std::fs::read_to_string(directory.path().join("out/summary.json")).unwrap())
            .unwrap()
    };
    let summary = run(&[]);
    assert_eq!(number(&summary, "impact_speed_m_s"), 0.585);
    close(number(&summary, "restitution"), 0.97, 1e-6);
    let faster = run(&["--speed", "1 m/s", "--set", "contact.law=woo-hertz"]);
    assert_eq!((number(&faster, "impact_speed_m_s"), faster["law"].as_str()), (1.0, Some("woo-hertz")));
    assert!(number(&faster, "restitution") > 0.9701, "without attraction");
    let deeper = number(&faster, "max_overlap_m") / number(&summary, "max_overlap_m");
    close(deeper, (1.0f64 / 0.585).powf(0.8), 1e-6);
}

#[test]
fn the_dry_case_of_an_immersed_one_is_without_its_surfaces_and_slopes_and_is_read_again() {
    let directory = tempfile::tempdir().unwrap();
    let sets = ["wall.surface=ground", "wall.position=above", "sphere.roughness=1 um", "sphere.density=1 kg/m3"];
    let pair = ["sphere.roughness=1 um", "second.velocity=1 mm/s"];
    for (name, sets) in [("inclined-wall", &sets[..]), ("pair-approach", &pair)] {
        let (file, out) = (shipped(&format!("{name}.toml")), format!("{name}-dry"));
        let args: Vec<&str> =
            ["impact", &file, "--out", &out].into_iter().chain(sets.iter().flat_map(|set| ["--set", set])).collect();
        answer(directory.path(), &args);
        answer(directory.path(), &["impact", &format!("{out}/case.toml"), "--out", "again"]);
        let [one, two] =
            [&out, "again"].map(|at| std::fs::read(directory.path().join(at).join("trajectory.csv")).unwrap());
        assert!(one == two, "{name}");
        std::fs::remove_dir_all(directory.path().join("again")).unwrap();
    }
}

#[test]
fn a_series_gives_the_same_bits_on_one_thread_or_two() {
    let settings = |threads| ["impact.speed=[\"0.1 m/s\", \"1 m/s\"]", threads];
    let one = Run::of("oblique-alumina-glass", &settings("run.threads=1"));
    let two = Run::of("oblique-alumina-glass", &settings("run.threads=2"));
    assert_eq!(one.text("series.csv"), two.text("series.csv"));
    assert_eq!(one.text("runs/v1-a45/trajectory.csv"), two.text("runs/v1-a45/trajectory.csv"));
    let member: Value = serde_json::from_str(&one.text("runs/v1-a45/summary.json")).unwrap();
    assert_eq!(member["case"], "oblique-alumina-glass-v1-a45");
    for figure in ["restitution", "maw", "angles"] {
        assert!(one.path(&format!("plots/{figure}.svg")).exists());
    }
    let bare = Run::of("oblique-alumina-glass", &["output.members=false", "output.plots=false"]);
    assert!(!bare.path("runs").exists() && !bare.path("plots").exists() && bare.path("series.csv").exists());
}

#[test]
fn a_sphere_that_the_law_cannot_stop_is_a_failed_run_with_advice() {
    let directory = tempfile::tempdir().unwrap();
    let file = case("hertz-elastic");
    let set = ["--set", "contact.law=li", "--set", "contact.threshold=1 nm", "--set", "integration.check=false"];
    let args: Vec<&str> = ["impact", &file, "--out", "out"].iter().chain(&set).copied().collect();
    refused(directory.path(), &args);
    let set = ["--set", "contact.law=li", "--set", "contact.threshold=1e-5 D", "--set", "integration.check=false"];
    let args: Vec<&str> = ["impact", &file, "--out", "out"].iter().chain(&set).copied().collect();
    let (code, _, err) = wetbounce(directory.path(), &args);
    assert_eq!(code, 3, "{err}");
    let summary = std::fs::read_to_string(directory.path().join("out/summary.json")).unwrap();
    assert!(summary.contains("\"status\": \"failed\""), "{summary}");
    messages!();
}

#[test]
fn wrong_impact_cases_exit_with_2_and_underline_the_place() {
    let directory = tempfile::tempdir().unwrap();
    for (name, set) in [
        ("hertz-elastic", "contact.restitution=0"),
        ("hertz-elastic", "contact.restitution=1.1"),
        ("hertz-elastic", "sphere.poisson=0.5"),
        ("hertz-elastic", "impact.speed=-1 m/s"),
        ("hertz-elastic", "impact.speed=[\"1 m/s\", \"1 m/s\"]"),
        ("hertz-elastic", "impact.speed=[]"),
        ("hertz-elastic", "impact.speed=1 kg"),
        ("hertz-elastic", "impact.angle=90 deg"),
        ("hertz-elastic", "impact.angle=2 rad"),
        ("hertz-elastic", "impact.spin=[\"1 rad/s\", \"2 rad/s\"]"),
        ("hertz-elastic", "impact.sped=1"),
        ("hertz-elastic", "contact.k_n=1 GPa"),
        ("hertz-elastic", "contact.tangential=forse"),
        ("hertz-elastic", "contact.law=hertz/stiffness"),
        ("hertz-elastic", "integration.method=euler"),
        ("hertz-elastic", "integration.steps_per_contact=4"),
        ("hertz-elastic", "run.until_rest=true"),
        ("hertz-elastic", "run.rest_speed=1 mm/s"),
        ("hertz-elastic", "output.members=false"),
        ("hertz-elastic", "resolution.cells_per_diameter=24"),
        ("hertz-elastic", "impact.gap=1 mm"),
        ("hertz-stiffness", "contact.k_n=-1 GPa"),
        ("hertz-stiffness", "contact.friction=0.1"),
        ("luding-rebounding", "contact.loading_ratio=1.2"),
        ("luding-rebounding", "contact.dynamic_ratio=1.2"),
        ("unequal-spheres", "contact.law=li"),
        ("unequal-spheres", "wall.material=steel"),
        ("unequal-spheres", "second.diameter=0"),
        ("hertz-elastic", "wall.inclination=20 deg"),
        ("hertz-elastic", "wall.position=above"),
        ("hertz-elastic", "wall.roughness=1 um"),
        ("hertz-elastic", "wall.surface=ground"),
        ("hertz-elastic", "impact.speed=1e-200 m/s"),
        ("hertz-elastic", "impact.second_spin=10 rad/s"),
        ("hertz-elastic", "impact.second_velocity=1 m/s"),
        ("luding-rebounding", "contact.adhesion_ratio=1e76"),
    ] {
        let file = case(name);
        let args = ["impact", file.as_str(), "--out", "out", "--set", set];
        // `li` knows no friction: those keys are reported beside the reason.
        let (code, out, err) = wetbounce(directory.path(), &args);
        assert_eq!((code, out.as_str()), (2, ""), "{set}: {err}");
    }
    assert!(!directory.path().join("out").exists());
    for args in [
        &["impact", "missing.toml"][..],
        &["impact", &case("hertz-elastic"), "--speed", "fast"],
        &["impact", &case("hertz-elastic"), "--speed", "-1 m/s"],
    ] {
        refused(directory.path(), args);
    }
    messages!();
}

/// Exit code and message of an impact with settings.
fn outcome_of(name: &str, settings: &[&str]) -> (i32, String) {
    let directory = tempfile::tempdir().unwrap();
    let file = case(name);
    let mut args = vec!["impact", &file, "--out", "out"];
    settings.iter().for_each(|setting| args.extend(["--set", setting]));
    let (code, out, err) = wetbounce(directory.path(), &args);
    (code, unwrapped(&format!("{out}{err}")))
}

#[test]
fn an_impact_whose_numbers_mean_nothing_fails_with_the_reason() {
    for (name, settings) in [
        ("hertz-elastic", &["impact.speed=10000 m/s"][..]),
        ("hertz-elastic", &["integration.steps_per_contact=5"]),
        ("hertz-stiffness", &["contact.gamma_n=1e12 1/(m s)", "output.every=1000"]),
    ] {
        let (code, message) = outcome_of(name, settings);
        assert_eq!(code, 3, "{message}");
    }
    let run = Run::ended("hertz-elastic", &["integration.steps_per_contact=5"], 3);
    assert_eq!(run.summary()["status"], "failed");
    assert!(run.summary()["energy_error"].as_f64().unwrap() > 0.01 && run.summary()["bounces"][0].is_object());
    assert!(run.table("trajectory.csv").rows.len() > 5, "what was computed is there to be read");
    let (_, message) = outcome_of("hertz-stiffness", &["contact.gamma_n=1e12 1/(m s)"]);
    assert!(!message.contains("at t = 0 s"), "{message}");
    note(words(&message));
    messages!();
}

#[test]
fn a_contact_that_has_not_ended_has_no_restitution() {
    for (name, settings, ending) in [
        ("hertz-elastic", &["run.time=70 us"][..], "time-reached"),
        ("hertz-elastic", &["run.longest_contact=1"], "in-contact"),
        ("luding-sticking", &[], "sticking"),
    ] {
        let run = Run::of(name, settings);
        let summary = run.summary();
        assert_eq!(summary["stop_reason"], ending);
        assert!(summary["restitution"].is_null() && summary["bounces"][0]["restitution"].is_null());
        let (_, message) = outcome_of(name, settings);
        note(words(&message));
    }
    let endless = Run::of("hertz-elastic", &["run.longest_contact=1"]);
    assert!(remarks(&endless.summary()).has("unended-contact"));
    messages!();
}

#[test]
fn a_sphere_set_down_at_rest_rests_and_has_no_restitution() {
    let settings =
        ["impact.speed=0 m/s", "impact.spin=0 rad/s", "impact.gap=0 mm", "run.until_rest=false", "run.bounces=1"];
    let summary = Run::of("spinning-sphere", &settings).summary();
    assert_eq!(summary["stop_reason"], "resting");
    assert!(summary["restitution"].is_null());
}

#[test]
fn friction_that_sticks_and_slips_within_a_step_is_said_to_be_low() {
    let settings = ["impact.angle=60 deg", "contact.dynamic_ratio=0.7", "integration.steps_per_contact=12"];
    let run = Run::of("luding-rebounding", &settings);
    let found = remarks(&run.summary());
    assert!(found.get("unresolved-friction").unwrap().text.contains("18 %"), "{found:?}");
    let equal = ["impact.angle=60 deg", "contact.dynamic_ratio=1", "integration.steps_per_contact=400"];
    assert!(!remarks(&Run::of("luding-rebounding", &equal).summary()).has("unresolved-friction"));
}

#[test]
fn a_dry_impact_is_doubted_for_plastics_and_for_what_yields_as_one_in_liquid_is() {
    let said = |name: &str, speed: &str| remarks(&Run::of(name, &[&format!("impact.speed=\"{speed}\"")]).summary());
    // The pressure goes with the speed's power 2/5: it is below the limit at a fifth of the speed.
    let dent = said("unequal-spheres", "1 m/s").get("dent").unwrap().to_string();
    assert!(dent.contains("nylon") && dent.contains("85 MPa"), "{dent}");
    assert!(!said("unequal-spheres", "0.2 m/s").has("dent"));
    let light = remarks(&Run::of("../light-sphere", &[]).summary());
    assert!(light.has("plastic-solid") && light.get("default-restitution").unwrap().text.contains("0.97"), "{light:?}");
}

#[test]
fn gravity_on_a_sphere_held_fast_a_mirror_and_an_empty_file_are_refused_at_their_place() {
    let (code, message) = outcome_of("hertz-elastic", &["wall.kind=mirror"]);
    assert_eq!(code, 2, "{message}");
    let (code, message) = outcome_of("unequal-spheres", &["second.fixed=true", "run.gravity=9.81 m/s2"]);
    assert_eq!(code, 2, "{message}");
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("empty.toml"), "# nothing\n").unwrap();
    refused(directory.path(), &["impact", "empty.toml"]);
    messages!();
}

#[test]
fn a_law_that_loses_nothing_says_that_the_dry_restitution_is_1_whatever_the_file_says() {
    let directory = tempfile::tempdir().unwrap();
    let said = |law: &str| {
        let args =
            ["impact", &case("hertz-e08"), "--fresh", "--out", "out", "--set", law, "--set", "integration.check=false"];
        let said = answer(directory.path(), &args);
        let summary = std::fs::read_to_string(directory.path().join("out/summary.json")).unwrap();
        (said, remarks(&serde_json::from_str(&summary).unwrap()).has("lossless-law"))
    };
    for law in ["contact.law=musen-hertz", "contact.law=li"] {
        let (said, lossless) = said(law);
        assert!(said.contains("1.0000 to 1.0000") && lossless, "{said}");
    }
    assert!(!said("contact.law=hertz").1);
}
