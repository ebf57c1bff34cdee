//! Cases at the edges of what can be asked for: sane results, or a typed error with readable files.

use crate::program::{messages, note, remarks, wetbounce, words};
use crate::reading::case_of;
use std::path::Path;
use wetbounce::case::Case;
use wetbounce::contact::hertz::ElasticImpact;
use wetbounce::model::Failure;
use wetbounce::output::summary::{Status, Summary};
use wetbounce::output::trajectory::Trajectory;
use wetbounce::remark::{RemarkKind, Remarks};
use wetbounce::report::escape;
use wetbounce::run::{RunFailure, RunOptions, Simulation, execute};

/// A steel-like sphere driven at 0.3 m/s towards a wall, on a coarse grid; `sphere` and what else differs are added.
const COARSE: &str = r#"
sphere.diameter = "3 mm"
wall.material = "glass"
resolution = { cells_per_diameter = 8, cells_across_film = 4, smallest_gap = "0.02 D", radial_growth = 1.2, axial_growth = 1.2, steps_per_contact = 60 }
run = { bounces = 1, threads = 1, steps_max = 20000 }
output = { report = false, plots = false, vorticity_pictures = [] }
film.band = "off"
"#;
/// The way of the sphere and the vessel around it.
const ROOM: &str = "container = { radius = \"3 D\", height = \"9 D\" }\n";
const FALL: &str = "release = { gap = \"1.5 D\", speed = \"0.3 m/s\", run_up = \"3 D\" }\n";
const STEEL: &str = "sphere.material = \"steel\"\n";
const OIL: &str = "liquid = { density = \"950 kg/m3\", viscosity = \"10 mPa s\" }\n";

/// A case in its own directory, run to its end.
struct Ran {
    case: Case,
    outcome: Result<Summary, RunFailure>,
    directory: tempfile::TempDir,
}

fn run(parts: &[&str]) -> Ran {
    run_with(parts, &[])
}

fn run_with(parts: &[&str], overrides: &[&str]) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    let case = case_of(&(COARSE.to_owned() + &parts.concat()), overrides);
    let options = RunOptions { out: directory.path().to_path_buf(), fresh: true, quiet: true };
    let outcome = execute(&case, &options).map(|done| done.summary);
    Ran { case, outcome, directory }
}

fn trajectory(directory: &Path) -> Trajectory {
    Trajectory::read(&directory.join("trajectory.csv")).unwrap()
}

/// Hertz' largest indentation at the highest speed, with the sphere's mass and that of the liquid it takes along \[m\].
fn indentation(case: &Case, speed: f64) -> f64 {
    let displaced = case.problem.sphere.mass() * case.problem.liquid.density / case.problem.sphere.density;
    let stiffness = 4.0 / 3.0 * case.problem.effective_modulus() * case.problem.sphere.radius().sqrt();
    ElasticImpact { stiffness, mass: case.problem.sphere.mass() + displaced, speed }.max_overlap()
}

/// What holds for every run whatever it is of: it ends as it should, numbers are finite, mass is kept, energy is only
/// lost (to a tenth of all that was moved and turned into heat), and the solids are not pressed together beyond Hertz'
/// measure.
fn assert_sane(ran: &Ran) -> &Summary {
    let summary = ran.outcome.as_ref().unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(summary.status, Status::Finished);
    let motion = trajectory(ran.directory.path());
    assert!(motion.clone().into_columns().flat_map(|(_, column)| column).all(|value| value.is_finite()));
    assert!(summary.mass_error < 1e-12, "{}", summary.mass_error);
    let energy = |name: &str| summary.extra[name];
    let moved = energy("energy_scale_J")
        + energy("energy_dissipated_viscous_J")
        + energy("energy_dissipated_film_J")
        + energy("energy_dissipated_contact_J");
    let error = summary.energy_error * energy("energy_scale_J") / moved;
    assert!(error < 0.1, "the energy budget misses {error} of what was moved");
    for bounce in &summary.bounces {
        assert!(bounce.restitution_contact.is_none_or(|e| (0.0..=1.0).contains(&e)), "{bounce:?}");
        assert!(
            bounce
                .apex_gap_m
                .is_none_or(|apex| apex < ran.case.problem.start.gap + ran.case.problem.start.start.run_up())
        );
    }
    let deepest = motion.gap.iter().copied().fold(f64::INFINITY, f64::min);
    let allowed = 1.05 * indentation(&ran.case, summary.peak_speed_m_s);
    assert!(deepest > -allowed, "pressed in by {deepest} m, Hertz allows {allowed} m");
    summary
}

#[test]
fn at_reynolds_0_01_the_sphere_comes_to_the_wall_and_does_not_bounce() {
    let liquid = "groups = { reynolds = 0.01, density_ratio = 8 }\nliquid.density = \"1000 kg/m3\"\n";
    let ran = run_with(&[liquid, ROOM, FALL], &["run.steps_max=200000"]);
    let summary = assert_sane(&ran);
    assert!(summary.bounces.iter().all(|bounce| bounce.rebound_speed_m_s.is_none_or(|speed| speed == 0.0)));
}

#[test]
fn a_sphere_driven_ten_thousand_times_faster_than_it_falls_sinks_to_rest_in_steps_of_its_own_speed() {
    let ran = run(&[
        "sphere.density = \"8000 kg/m3\"\nliquid = { density = \"950 kg/m3\", viscosity = \"1000 Pa s\" }\n",
        ROOM,
        FALL,
    ]);
    let summary = assert_sane(&ran);
    assert!(summary.steps < 5000, "{} steps", summary.steps);
    assert_eq!(summary.stop_reason, "at rest on the wall");
}

#[test]
fn at_reynolds_3000_a_heavy_sphere_bounces_almost_as_if_dry() {
    let ran = run(&["groups = { reynolds = 3000, density_ratio = 8 }\nliquid.density = \"1000 kg/m3\"\n", ROOM, FALL]);
    let apparent = assert_sane(&ran).bounces[0].restitution.unwrap();
    assert!((0.85..=0.97).contains(&apparent), "{apparent}");
}

#[test]
fn a_sphere_hardly_heavier_than_the_liquid_is_stopped_by_the_film() {
    let ran =
        run(&["groups = { reynolds = 100, density_ratio = 1.001 }\nliquid.density = \"1000 kg/m3\"\n", ROOM, FALL]);
    let summary = assert_sane(&ran);
    let impact = summary.bounces.first().map_or(0.0, |bounce| bounce.impact_speed_m_s);
    assert!(impact < 0.5 * 0.3, "St is 11, the film takes most of the speed: {impact}");
}

#[test]
fn a_sphere_twenty_times_as_heavy_as_the_liquid_bounces_higher_than_one_of_steel() {
    let higher = |ratio: f64| {
        let groups =
            format!("groups = {{ reynolds = 100, density_ratio = {ratio} }}\nliquid.density = \"1000 kg/m3\"\n");
        let ran = run(&[&groups, ROOM, FALL]);
        assert_sane(&ran).bounces[0].restitution.unwrap()
    };
    assert!(higher(20.0) > higher(8.0));
}

#[test]
fn in_a_gas_nine_hundred_times_lighter_the_bounce_is_the_dry_one() {
    let ran = run(&[STEEL, "liquid = { density = \"8.67 kg/m3\", viscosity = \"18 uPa s\" }\n", ROOM, FALL]);
    let bounce = &assert_sane(&ran).bounces[0];
    let dry = ran.case.problem.dry_restitution().unwrap();
    assert!((bounce.restitution_contact.unwrap() / dry - 1.0).abs() < 0.01, "{bounce:?}, dry {dry}");
}

#[test]
fn a_run_whose_energy_balance_is_violated_fails_with_time_cause_and_advice() {
    let case = case_of(&(COARSE.to_owned() + STEEL + OIL + ROOM + FALL), &[]);
    let mut simulation = Simulation::new(case.problem).unwrap();
    while simulation.in_run_up() {
        simulation.advance().unwrap();
    }
    simulation.advance().unwrap();
    simulation.balanced().unwrap();
    simulation.state.coupled.ledger.driven += 0.2 * simulation.state.coupled.ledger.energy_scale();
    let failure = simulation.advance().expect_err("a fifth of the energy came from nowhere");
    let Failure::EnergyBalance { time, error, .. } = failure else { panic!("{failure}") };
    assert!(time > 0.0 && (0.15..0.25).contains(&error), "{error}");
    note(words(&format!("{failure}\nhelp: {}", failure.advice())));
    messages!();
}

#[test]
fn the_energy_scale_of_a_run_is_that_of_its_impact_and_of_a_creeping_sphere_the_work_put_in() {
    let impact = run(&[STEEL, "liquid = { density = \"950 kg/m3\", viscosity = \"50 mPa s\" }\n", ROOM, FALL]);
    let summary = assert_sane(&impact);
    let displaced =
        impact.case.problem.sphere.mass() * impact.case.problem.liquid.density / impact.case.problem.sphere.density;
    let kinetic = 0.5 * (impact.case.problem.sphere.mass() + 0.5 * displaced) * summary.peak_speed_m_s.powi(2);
    assert!(
        (summary.extra["energy_scale_J"] / kinetic - 1.0).abs() < 1e-9,
        "{} {kinetic}",
        summary.extra["energy_scale_J"]
    );
    assert!(summary.energy_error < 0.01, "{}", summary.energy_error);

    let oil = "liquid = { density = \"950 kg/m3\", viscosity = \"10 Pa s\" }\n";
    let slow = "release = { gap = \"1.5 D\", speed = \"5 mm/s\", run_up = \"3 D\" }\n";
    let creeping = run_with(&[STEEL, oil, ROOM, slow], &["run.time=0.5 s"]);
    let summary = assert_sane(&creeping);
    let lost = summary.extra["energy_dissipated_viscous_J"] + summary.extra["energy_dissipated_film_J"];
    assert!((summary.extra["energy_scale_J"] / lost - 1.0).abs() < 0.02, "{} {lost}", summary.extra["energy_scale_J"]);
}

/// A contact is small against a sphere up to an overlap of a tenth of the radius; beyond the radius no law holds.
#[test]
fn a_sphere_that_goes_too_deep_is_told_so_alike_by_every_command() {
    let directory = tempfile::tempdir().unwrap();
    let text = COARSE.to_owned() + STEEL + OIL + ROOM + FALL;
    std::fs::write(directory.path().join("soft.toml"), text).unwrap();
    let dry = STEEL.to_owned() + "sphere.diameter = \"3 mm\"\nwall.material = \"glass\"\nimpact.speed = \"0.3 m/s\"\n";
    std::fs::write(directory.path().join("dry.toml"), dry).unwrap();
    let said_by = |args: &[&str]| {
        let out = format!("{}-{}", args[0], args[3].replace(['"', ' '], ""));
        let (code, said, error) = wetbounce(directory.path(), &[args, &["--out", &out]].concat());
        let summary = std::fs::read_to_string(directory.path().join(out).join("summary.json")).unwrap_or_default();
        (code, said + &error, summary)
    };
    for command in ["run", "theory", "film", "impact"] {
        let case = if command == "impact" { "dry.toml" } else { "soft.toml" };
        let soft = "sphere.young=\"30 kPa\"";
        let from: &[&str] = if command == "film" { &["--gap", "0.1 D"] } else { &[] };
        let (code, said, summary) = said_by(&[&[command, case, "--set", soft], from].concat());
        assert_eq!(code, 0, "{command}: {said}");
        let overlap = remarks(&serde_json::from_str(&summary).unwrap()).get("deep-overlap").unwrap().text.clone();
        assert!(said.contains(&overlap) && overlap.contains("0.1 radii"), "{command}: {said}");
        let softer = "sphere.young=\"1 kPa\"";
        let from: &[&str] = if command == "film" { &["--gap", "0.5 D"] } else { &[] };
        let (code, said, _) = said_by(&[&[command, case, "--set", softer], from].concat());
        assert_eq!(code, 3, "{said}");
    }
    messages!();
}

#[test]
fn what_makes_a_run_doubtful_is_in_its_summary_and_report() {
    let water = "sphere.density = \"2.5 g/cm3\"\nliquid = { density = \"1000 kg/m3\", viscosity = \"1 mPa s\" }\n";
    let ran = run_with(
        &[water, ROOM, FALL],
        &["output.report=true", "run.time=1 ms", "container.side=free-slip", "release.run_up=0 D"],
    );
    let remarks = &ran.outcome.as_ref().unwrap().remarks;
    let report = std::fs::read_to_string(ran.directory.path().join("report.html")).unwrap();
    for name in ["axisymmetric-wake", "unresolved-layer", "short-approach", "side-near"] {
        let remark = remarks.get(name).unwrap_or_else(|| panic!("{name}: {remarks:?}"));
        assert!(report.contains(&escape(&remark.text)), "{name} is not in the report");
    }
    let warnings: Remarks = remarks.of(RemarkKind::Warning).cloned().collect();
    assert_eq!(warnings, ran.case.warnings(), "the energy balance holds");
}

/// In a gas nothing takes the energy that the sphere has where it is let go, so that it rises above its start.
#[test]
fn a_sphere_let_go_in_a_gas_close_to_its_start_rebounds_above_it() {
    let gas = "liquid = { density = \"8.67 kg/m3\", viscosity = \"18 uPa s\" }\n";
    let release =
        "release = { gap = \"1.5 D\", speed = \"0.3 m/s\", run_up = \"0 D\", ramp = \"0 s\", free_gap = \"1.4 D\" }\n";
    let ran = run(&[STEEL, gas, ROOM, release]);
    let summary = ran.outcome.as_ref().unwrap_or_else(|failure| panic!("{failure}"));
    let apex = summary.bounces[0].apex_gap_m.unwrap() / ran.case.problem.sphere.diameter;
    let dry = 0.97_f64.powi(2) * (1.4 + 0.3_f64.powi(2) / (2.0 * 9.81) / ran.case.problem.sphere.diameter);
    assert!((0.95 * dry..dry).contains(&apex), "{apex}, in vacuum {dry}");
}

#[test]
fn a_sphere_released_a_millionth_of_its_diameter_above_the_wall_comes_to_rest_there() {
    let release = "release = { gap = \"1e-6 D\", kind = \"rest\" }\n";
    let ran = run(&[STEEL, OIL, ROOM, release]);
    let summary = assert_sane(&ran);
    let motion = trajectory(ran.directory.path());
    let highest = motion.gap.iter().copied().fold(0.0, f64::max);
    assert!(highest < 2.0 * ran.case.problem.start.gap, "{highest}");
    assert!(summary.peak_speed_m_s < 1e-3, "{}", summary.peak_speed_m_s);
}

#[test]
fn in_a_tube_a_fifth_wider_than_the_sphere_it_falls_far_slower_than_in_the_open() {
    let tube = "container = { radius = \"0.61 D\", height = \"5 D\", side = \"no-slip\" }\n";
    let release = "release = { gap = \"0.5 D\", kind = \"rest\" }\n";
    let liquid = "liquid = { density = \"950 kg/m3\", viscosity = \"1 Pa s\" }\n";
    let fine = ["resolution.cells_per_diameter=40", "run.time=40 ms"];
    let ran = run_with(&[STEEL, liquid, tube, release], &fine);
    let summary = assert_sane(&ran);
    let open = ran.case.problem.terminal_speed();
    assert!(summary.peak_speed_m_s < 0.1 * open, "{} of {open} m/s", summary.peak_speed_m_s);
}

#[test]
fn a_tube_with_no_room_for_four_cells_beside_the_sphere_is_refused_before_it_is_built() {
    let tube = "container = { radius = \"0.51 D\", height = \"5 D\", side = \"no-slip\" }\n";
    let ran = run(&[STEEL, OIL, tube, "release = { gap = \"0.5 D\", kind = \"rest\" }\n"]);
    let Err(RunFailure::Model(Failure::Parameter(refused))) = &ran.outcome else {
        panic!("{:?}", ran.outcome.map(|s| s.stop_reason))
    };
    assert_eq!(refused.key, "container.radius");
}

#[test]
fn a_soft_sphere_of_one_megapascal_is_pressed_in_as_far_as_hertz_says() {
    let soft = "sphere.density = \"8000 kg/m3\"\nsphere.young = \"1 MPa\"\nsphere.poisson = 0.45\n";
    let ran = run(&[soft, OIL, ROOM, FALL]);
    let summary = assert_sane(&ran);
    let bounce = &summary.bounces[0];
    let hertz = indentation(&ran.case, bounce.impact_speed_m_s);
    assert!((0.5..1.05).contains(&(-bounce.min_gap_m / hertz)), "{} of {hertz}", bounce.min_gap_m);
}

#[test]
fn a_record_of_a_dry_impact_that_memory_could_not_hold_stops_it_with_3() {
    let place = tempfile::tempdir().unwrap();
    let text = "sphere = { diameter = \"10 mm\", density = \"7800 kg/m3\" }\nwall.material = \"glass\"\nimpact.gap = \"10 mm\"\n\
                contact.restitution = 1.0\nrun = { gravity = '9.81 m/s2', bounces = 1000000, until_rest = true }\n\
                output = { rows_per_flight = 1000000, plots = false }\n";
    std::fs::write(place.path().join("dry.toml"), text).unwrap();
    let (code, _, message) = wetbounce(place.path(), &["impact", "dry.toml"]);
    assert_eq!(code, 3, "{message}");
    assert!(message.contains("2000000") && message.contains("output.rows_per_flight"), "{message}");
}

#[test]
fn a_sphere_let_go_within_the_elastic_film_sinks_before_it_rests() {
    let ran = run(&[STEEL, OIL, ROOM, "release.gap = \"100 nm\"\nfilm.model = \"ehd\"\n"]);
    let summary = assert_sane(&ran);
    assert_eq!(summary.stop_reason, "at rest on the wall");
    let lowest = summary.bounces[0].min_gap_m;
    assert!(lowest < 0.5 * ran.case.problem.start.gap, "it stays {lowest} m above the wall");
}

#[test]
fn a_sphere_that_still_rises_from_its_last_contact_does_not_rest_yet() {
    let ran = run_with(&[STEEL, OIL, ROOM, FALL], &["run.bounces=9"]);
    let summary = assert_sane(&ran);
    assert_eq!(summary.stop_reason, "at rest on the wall");
    let (last, before) = summary.bounces.split_last().unwrap();
    assert!(before.iter().chain(last.separation_time_s.map(|_| last)).all(|bounce| bounce.apex_gap_m.is_some()));
    let speeds: Vec<f64> = summary.bounces.iter().map(|bounce| bounce.impact_speed_m_s).collect();
    assert!(speeds.len() > 2 && speeds.windows(2).all(|pair| pair[1] < pair[0]), "{speeds:?}");
}

#[test]
fn a_sphere_rougher_than_the_smallest_gap_of_the_grid_bounces_as_often_as_its_losses_let_it_and_rests() {
    let ran = run_with(&[STEEL, OIL, ROOM, FALL], &["film.roughness=0.05 D", "run.bounces=1000000"]);
    let summary = assert_sane(&ran);
    let stays = ["at rest on the wall", "settling on its film, without touching the wall"];
    assert!(stays.contains(&summary.stop_reason.as_str()), "{}", summary.stop_reason);
    assert!(summary.energy_error < 5e-3, "{}", summary.energy_error);
    let speeds: Vec<f64> = summary.bounces.iter().map(|bounce| bounce.impact_speed_m_s).collect();
    assert!(speeds.len() > 5 && speeds.windows(2).all(|pair| pair[1] < pair[0]), "{speeds:?}");
}
