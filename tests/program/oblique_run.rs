//! Oblique impacts from the command line: what comes out, and what is refused.

use crate::paraview::read_structured;
use crate::program::{answer, messages, note, shipped, unwrapped, wetbounce, words};
use crate::warm_film::WARM;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::{ACROSS_COLUMNS, LATERAL_COLUMNS, Trajectory};
use wetbounce::output::vtk::read_series;

/// Settings of a coarse grid.
pub const COARSE_GRID: [&str; 6] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "resolution.radial_growth=1.2",
    "resolution.axial_growth=1.2",
    "resolution.steps_per_contact=60",
];
/// With it: those of a collision in a second.
const SHORT: [&str; 7] = [
    "resolution.azimuthal_modes=1",
    "film.band=off",
    "container.radius=3 D",
    "release.gap=0.5 D",
    "release.free_gap=0.4 D",
    "release.run_up=0.5 D",
    "run.time=8 ms",
];

fn run(case: &str, more: &[&str]) -> (tempfile::TempDir, i32, String) {
    let place = tempfile::tempdir().unwrap();
    let path = shipped(case);
    let mut args = vec!["run", &path, "--quiet", "--out", "out"];
    COARSE_GRID.iter().chain(&SHORT).chain(more).for_each(|setting| args.extend(["--set", setting]));
    let (code, _, err) = wetbounce(place.path(), &args);
    (place, code, unwrapped(&err))
}

/// The report of a run, and what its player is given.
fn player(out: &std::path::Path) -> (String, serde_json::Value) {
    let report = std::fs::read_to_string(out.join("report.html")).unwrap();
    let data = report.split("id=\"player-data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data = serde_json::from_str(data).unwrap();
    (report, data)
}

#[test]
fn back_spin_turns_the_sphere_round_and_every_file_says_so() {
    let (place, code, err) = run("back-spin.toml", &["output.fields=4 ms"]);
    assert_eq!(code, 0, "{err}");
    let out = place.path().join("out");
    let summary = Summary::read(&out.join("summary.json")).unwrap();
    let oblique = summary.bounces[0].oblique.unwrap();
    assert!(oblique.lateral_speed_before_m_s > 0.0 && oblique.lateral_speed_after_m_s.unwrap() < 0.0, "{oblique:?}");
    assert!(oblique.rebound_angle_deg.unwrap() < 0.0 && oblique.psi_in.unwrap() > 0.0, "{oblique:?}");
    assert!((oblique.impulse_ratio.unwrap() + 0.15).abs() < 1e-3, "it slides throughout: {oblique:?}");
    assert!(summary.extra["energy_dissipated_friction_J"] > 0.0);
    assert!(summary.modelled.iter().any(|modelled| modelled.what == "friction"));
    let (report, _) = player(&out);
    let main = report.split("<details>").next().unwrap();
    for heading in ["Impact angle", "Rebound angle", "Lateral speed before", "Lateral speed after", "Spin after"] {
        assert!(main.contains(&format!("<th scope=\"col\">{heading}</th>")), "{heading}");
    }
    let text = std::fs::read_to_string(out.join("trajectory.csv")).unwrap();
    let header = text.lines().next().unwrap();
    assert!(
        header.starts_with("time_s,gap_m,velocity_m_s,x_m,velocity_x_m_s,spin_rad_s,submerged_weight_N"),
        "{header}"
    );
    assert!(header.ends_with("torque_liquid_N_m,torque_film_N_m,torque_contact_N_m,torque_drive_N_m"), "{header}");
    let trajectory = Trajectory::read(&out.join("trajectory.csv")).unwrap();
    assert!(LATERAL_COLUMNS.iter().all(|name| trajectory.column(name).is_some()));
    assert_eq!(trajectory.forces().count(), 5);
    let friction = trajectory.column("contact_x_N").unwrap();
    assert!(friction.iter().any(|force| *force < 0.0) && friction.iter().all(|force| *force <= 0.0));
    assert!(out.join("plots/path.svg").exists());
    let (report, data) = player(&out);
    assert!(report.contains("plane of symmetry, with x to the right") && report.contains("id=\"path-side\""));
    assert!(!report.contains("id=\"path-above\"") && data["motion"]["x"].as_array().unwrap().len() > 10);
    let moving = data["frames"].as_array().unwrap().last().unwrap();
    assert!(moving["left"].is_string() && moving["left"] != moving["picture"], "both half-planes are shown");
    let series = read_series(&out.join("fields-3d.pvd")).unwrap();
    assert!(series.len() >= 2);
    for (time, file) in series {
        let grid = read_structured(&out.join(file)).unwrap();
        assert_eq!(grid.time, time);
        assert!(grid.cell_data.iter().all(|array| array.values.iter().all(|value| value.is_finite())));
    }
}

#[test]
fn an_elastic_film_rubs_by_its_viscosity_under_pressure_up_to_the_stress_at_which_it_yields() {
    let ratio = |more: &[&str]| {
        let settings: Vec<&str> =
            ["film.model=ehd", "resolution.smallest_gap=0.004 D"].iter().chain(more).copied().collect();
        let (place, code, err) = run("back-spin.toml", &settings);
        assert_eq!(code, 0, "{err}");
        let summary = Summary::read(&place.path().join("out/summary.json")).unwrap();
        assert!(summary.energy_error < 0.01, "{}", summary.energy_error);
        let film = summary.modelled.iter().find(|modelled| modelled.what == "sheared film below the grid").unwrap();
        let warms = more.contains(&WARM[0]);
        note(words(&film.by));
        assert_eq!(summary.modelled.iter().any(|m| m.what == "temperature of the sheared film"), warms);
        assert_eq!(summary.extra.get("film_temperature_rise_max_K").is_some_and(|rise| *rise > 0.5), warms);
        summary.bounces[0].oblique.unwrap().impulse_ratio.unwrap()
    };
    let stiff = ["contact.friction=0", "film.piezoviscosity=15 1/GPa"];
    let yields = ratio(&[&stiff[..], &["film.limiting_stress_coefficient=0.02"]].concat());
    let strong = ratio(&[&stiff[..], &["film.limiting_stress_coefficient=0.1"]].concat());
    let thin = ratio(&["contact.friction=0"]);
    assert!(
        -0.1 < strong && strong < 2.0 * yields && -0.025 < yields && yields < 5.0 * thin && thin < 0.0,
        "{strong} {yields} {thin}"
    );
    let warm = ratio(&[&stiff[..], &["film.limiting_stress_coefficient=0.1"], &WARM].concat());
    assert!(strong < 1.001 * warm && warm < 0.5 * strong, "{warm} {strong}");
    // Asperities that carry all of the load rub as dry solids do.
    let rough = ratio(&["contact.friction=0.15", "film.roughness=2 um"]);
    assert!((rough + 0.15).abs() < 0.01, "{rough}");
    messages!();
}

#[test]
fn without_a_plane_of_symmetry_side_spin_leads_out_of_it_and_every_file_says_so() {
    let spin = r#"release.spin=["300 rad/s","0 rad/s","100 rad/s"]"#;
    let (place, code, err) = run("back-spin.toml", &["output.fields=4 ms", "resolution.symmetry=none", spin]);
    assert_eq!(code, 0, "{err}");
    let out = place.path().join("out");
    let summary = Summary::read(&out.join("summary.json")).unwrap();
    // The top moves along −y, the contact point along y: friction acts along −y.
    assert!(summary.extra["lateral_speed_y_at_the_end_m_s"] < -1e-3, "{:?}", summary.extra);
    assert!(summary.extra["spin_z_at_the_end_rad_s"] > 50.0 && summary.extra["spin_x_at_the_end_rad_s"] < 300.0);
    assert!(summary.remarks.has("flow-of-modes"), "{:?}", summary.remarks);
    assert!(summary.modelled.iter().any(|modelled| modelled.what.starts_with("rotation")));
    let text = std::fs::read_to_string(out.join("trajectory.csv")).unwrap();
    let header = text.lines().next().unwrap();
    let motion = "x_m,velocity_x_m_s,spin_rad_s,y_m,velocity_y_m_s,spin_x_rad_s,spin_z_rad_s,submerged_weight_N";
    assert!(header.starts_with(&format!("time_s,gap_m,velocity_m_s,{motion}")), "{header}");
    assert!(header.ends_with("torque_z_liquid_N_m,torque_z_contact_N_m,torque_z_drive_N_m"), "{header}");
    let trajectory = Trajectory::read(&out.join("trajectory.csv")).unwrap();
    assert!(ACROSS_COLUMNS.iter().all(|name| trajectory.column(name).is_some()));
    assert_eq!(trajectory.forces().count(), 5);
    assert!(trajectory.column("contact_y_N").unwrap().iter().any(|force| *force < 0.0));
    let (report, data) = player(&out);
    assert!(report.contains("plane y = 0") && report.contains("id=\"path-above\""));
    assert_eq!(data["motion"]["y"].as_array().unwrap().len(), data["motion"]["time"].as_array().unwrap().len());
    let (_, file) = read_series(&out.join("fields-3d.pvd")).unwrap().pop().unwrap();
    let grid = read_structured(&out.join(file)).unwrap();
    let least = grid.points.iter().map(|point| point[1]).fold(0.0, f64::min);
    assert!(least < -2.0 * trajectory.gap[0], "the whole circle: {least}");
}

#[test]
fn what_an_oblique_impact_cannot_be_is_refused() {
    for (case, setting) in [
        ("first-bounce.toml", "resolution.symmetry=none"),
        ("back-spin.toml", r#"release.spin=["1 rad/s","2 rad/s","0 rad/s"]"#),
        ("back-spin.toml", r#"release.spin=["1 rad/s","2 rad/s"]"#),
        ("back-spin.toml", "resolution.symmetry=half"),
        ("first-bounce.toml", "contact.friction=0.1"),
        ("first-bounce.toml", "release.angle=20 deg"),
        ("back-spin.toml", "resolution.azimuthal_modes=12"),
        ("back-spin.toml", "wall.inclination=91 deg"),
        ("back-spin.toml", "film.model=ehd"),
        ("back-spin.toml", "film.limiting_stress=1 MPa"),
        ("back-spin.toml", "film.heating=conduction"),
        ("back-spin.toml", "container.radius=1 D"),
        ("back-spin.toml", "contact.friction=-0.1"),
    ] {
        let mut settings = vec![setting];
        if case == "first-bounce.toml" {
            settings.push("resolution.azimuthal_modes=0");
        }
        let (_place, code, err) = run(case, &settings);
        assert_eq!(code, 2, "{err}");
    }
    messages!();
}

#[test]
fn a_sweep_over_the_angle_by_theory_sets_effective_angles_beside_those_of_the_dry_impact() {
    let place = tempfile::tempdir().unwrap();
    let plan = format!(
        "title = \"angles\"\nbase = \"{}\"\n[set]\nhydrodynamics = \"theory\"\noutput.plots = false\noutput.report = false\n\
         [vary]\nrelease.angle = [\"20 deg\", \"45 deg\", \"60 deg\"]\n\
         [measurement]\nsliding_friction = 0.02\nsource = \"Joseph & Hunt 2004\"\n",
        shipped("joseph-hunt-steel.toml")
    );
    std::fs::write(place.path().join("plan.toml"), plan).unwrap();
    answer(place.path(), &["sweep", "plan.toml", "--out", "out", "--quiet"]);
    let rows = crate::small_sweep::table(&place.path().join("out/sweep.csv"), &[]);
    let numbers = |name: &str| -> Vec<f64> {
        crate::small_sweep::column(&rows, name).iter().map(|text| text.parse().unwrap()).collect()
    };
    let (psi_in, psi_out, dry) = (numbers("psi_in"), numbers("psi_out"), numbers("psi_out_dry"));
    for row in 0..3 {
        assert!(
            psi_out[row] < psi_in[row] && (psi_out[row] - dry[row]).abs() < 0.05 * psi_in[row],
            "{psi_out:?} {dry:?}"
        );
        assert!((numbers("impulse_ratio")[row] + 0.02).abs() < 1e-3);
    }
    // κ = 0.86 of steel on Zerodur.
    assert!((numbers("psi_sticks_below")[0] / 0.02 - 1.2).abs() < 0.1, "{:?}", numbers("psi_sticks_below"));
    assert!((numbers("psi_slides_above")[0] / 0.02 - 5.8).abs() < 0.1);
    let drawn = std::fs::read_to_string(place.path().join("out/plots/psi.svg")).unwrap();
    assert!(drawn.contains("slides all through above") && drawn.contains("begins with sticking below"));
    assert!(drawn.contains("slides with the measured 0.02 (Joseph &amp; Hunt 2004)"));
    // The line of what was measured, at the largest angle: that of a run that slides with the same friction.
    let behind = crate::small_sweep::table(&place.path().join("out/plots/psi.csv"), &[]);
    let line: f64 = crate::small_sweep::column(&behind, "psi_out")[4].parse().unwrap();
    assert!((line / psi_out[2] - 1.0).abs() < 0.02, "{line} {psi_out:?}");
    let plain = ["plot", "out", "--only", "psi"];
    let (code, _, err) = wetbounce(place.path(), &plain);
    assert!(code == 0 && std::fs::read_to_string(place.path().join("out/plots/psi.svg")).unwrap() == drawn, "{err}");
    for figure in ["psi", "normal"] {
        assert!(place.path().join(format!("out/plots/{figure}.svg")).exists(), "{figure}");
    }
}
