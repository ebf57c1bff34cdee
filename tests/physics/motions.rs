//! Motions other than a fall onto a floor: a lid, a ceiling, a release upwards, a motion from a table.

use crate::reading::case_of;
use wetbounce::case;
use wetbounce::case::Case;
use wetbounce::model::Ending;
use wetbounce::motion::coupled::CoupledState;
use wetbounce::run::Simulation;

const CASE: &str = r#"
[sphere]
diameter = "3 mm"
material = "steel"

[liquid]
density = "935 kg/m3"
viscosity = "20 mPa s"

[container]
radius = "2.5 D"

[release]
gap = "1 D"

[resolution]
cells_per_diameter = 8
cells_across_film = 5
smallest_gap = "0.01 D"
radial_growth = 1.15
axial_growth = 1.15
steps_per_contact = 40

[run]
bounces = 1
"#;

fn case(overrides: &[&str]) -> Case {
    case_of(CASE, overrides)
}

/// Runs to the end; the energies must balance.
fn run(case: Case) -> (Simulation, Ending) {
    let mut simulation = Simulation::new(case.problem).unwrap();
    loop {
        if let Some(ending) = simulation.stop() {
            let error = simulation.state.coupled.ledger.relative_error();
            assert!(error < 0.02, "energy {error:e}");
            return (simulation, ending);
        }
        simulation.advance().unwrap();
    }
}

/// Boussinesq: upside down, with weight and buoyancy exchanged, nothing else changes.
#[test]
fn a_light_sphere_rises_against_a_lid_and_bounces_off_it_as_its_mirror_image_falls_onto_a_floor() {
    let light = ["sphere.density=500 kg/m3", "liquid.viscosity=2 mPa s", "release.gap=2 D"];
    let (lid, ending) = run(case(&[&light[..], &["wall.position=above"]].concat()));
    assert_eq!(ending, Ending::Bounces);
    let bounce = lid.state.bounces.bounces()[0].clone();
    assert!(bounce.impact_speed_m_s > 0.01 && bounce.apex_gap_m.is_some_and(|apex| apex > 0.0), "{bounce:?}");
    let mut mirrored = Simulation::new(case(&[&light[..], &["run.time=10 s"]].concat()).problem).unwrap();
    mirrored.setup.sphere.submerged_weight *= -1.0;
    mirrored.state.coupled = CoupledState::start(&mirrored.setup);
    while mirrored.stop().is_none() {
        mirrored.advance().unwrap();
    }
    let same = mirrored.state.bounces.bounces()[0].impact_speed_m_s / bounce.impact_speed_m_s - 1.0;
    assert!(same.abs() < 0.01, "{same:e}");
}

#[test]
fn a_sphere_driven_against_a_ceiling_bounces_and_falls_away_until_the_container_ends() {
    let drive = ["wall.position=above", "release.speed=0.5 m/s", "release.free_gap=0.3 D", "release.run_up=1 D"];
    let (ceiling, ending) = run(case(&[&drive[..], &["run.time=1 s"]].concat()));
    assert_eq!(ending, Ending::FarEnd);
    let floor = run(case(&drive[1..])).0;
    let [up, down] = [&ceiling, &floor].map(|simulation| simulation.state.bounces.bounces()[0].clone());
    assert!(up.apex_gap_m.is_none() && down.apex_gap_m.is_some());
    let g = 9.81 * (7800.0 - 935.0) / (7800.0 + 0.5 * 935.0);
    let slower = down.impact_speed_m_s.powi(2) - up.impact_speed_m_s.powi(2);
    let by_weight = 2.0 * 2.0 * g * 0.3 * 0.003;
    assert!(
        (slower / by_weight - 1.0).abs() < 0.3,
        "over the free way weight helps one and hinders the other: {up:?} {down:?}"
    );
}

#[test]
fn a_sphere_released_upwards_rises_falls_back_and_bounces() {
    let throw =
        ["release.times=[\"0 s\", \"3 ms\", \"6 ms\"]", "release.velocities=[\"0 m/s\", \"0.2 m/s\", \"0.2 m/s\"]"];
    let mut simulation = Simulation::new(case(&throw).problem).unwrap();
    let (mut highest, mut at_release) = (0.0_f64, 0.0);
    while simulation.stop().is_none() {
        let led = simulation.state.coupled.body.prescribed;
        simulation.advance().unwrap();
        let moment = simulation.moment();
        highest = highest.max(moment.gap);
        if led && !simulation.state.coupled.body.prescribed {
            assert!((moment.time - 6e-3).abs() < 1e-12, "let go at {} s", moment.time);
            at_release = moment.gap;
        }
    }
    assert!((at_release - (0.003 + 0.2 * 4.5e-3)).abs() < 1e-12, "the way of the table: {at_release}");
    let g = 9.81 * (7800.0 - 935.0) / (7800.0 + 0.5 * 935.0);
    let rise = (highest - at_release) / (0.2 * 0.2 / (2.0 * g));
    assert!((0.7..1.0).contains(&rise), "a throw that drag shortens: {rise}");
    assert_eq!(simulation.stop(), Some(Ending::Bounces));
}

/// The table holds the same motion as `kind = "prescribed"` without ramp.
#[test]
fn a_table_of_constant_speed_is_the_prescribed_approach() {
    let driven = ["release.speed=0.3 m/s", "release.ramp=0 s", "release.run_up=0 D", "release.free_gap=0.5 D"];
    let table = ["release.times=[\"0 s\", \"5 ms\"]", "release.velocities=[\"-0.3 m/s\", \"-0.3 m/s\"]"];
    let [driven, table] = [&driven[..], &table].map(|start| {
        let mut simulation = Simulation::new(case(&[start, &["container.height=9 D"]].concat()).problem).unwrap();
        while simulation.moment().time < 4.9e-3 {
            simulation.advance().unwrap();
        }
        simulation.advance().unwrap();
        simulation
    });
    let [one, other] = [&driven, &table].map(|simulation| simulation.moment());
    assert!((one.velocity + 0.3).abs() < 1e-3 && (other.velocity + 0.3).abs() < 1e-3, "{one:?} {other:?}");
    let [one, other] = [&driven, &table].map(|simulation| simulation.state.coupled.ledger.driven);
    assert!((one / other - 1.0).abs() < 0.02, "the same work: {one:e} {other:e}");
}

#[test]
fn a_table_is_read_from_a_file_beside_the_case_and_stands_in_the_resolved_case() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("case.toml");
    std::fs::write(&file, format!("{CASE}\n")).unwrap();
    std::fs::write(directory.path().join("motion.csv"), "# made by hand\ntime_ms,velocity_mm_s\n0,0\n10,-100\n")
        .unwrap();
    let found = case::load(&file, &["release.file=motion.csv".into()]).unwrap();
    let resolved = found.to_toml();
    assert!(resolved.contains("kind = \"table\"") && resolved.contains("times = [\"0 s\", \"10 ms\"]"), "{resolved}");
    assert_eq!(Case::parse(&resolved, "case.toml", &[]).unwrap(), found);
    for (text, said) in [
        ("time_s,speed\n0,0\n1,1\n", ["no column", "velocity_m_s"]),
        ("time_s,velocity_m_s\n0,0\n1,fast\n", ["`fast`", "line 3"]),
        ("time_s,velocity_m_s\n0,0\n1,nan\n", ["`nan`", "line 3"]),
        ("time_s,velocity_m_s\n0,0\n1,-1\n", ["velocities", "wall"]),
        ("time_s,velocity_m_s\n0,0\n0,-1\n", ["times", "increase"]),
        ("time_s,velocity_m_s\n0,0\n1,2000\n", ["velocities", "1000 m/s"]),
    ] {
        std::fs::write(directory.path().join("motion.csv"), text).unwrap();
        let error = case::load(&file, &["release.file=motion.csv".into()]).unwrap_err();
        let message = error.problems()[0].message().to_string();
        assert!(said.iter().all(|word| message.contains(word)), "{said:?}: {message}");
    }
}

#[test]
fn a_table_is_judged_between_its_rows_and_a_wrong_one_names_the_row() {
    let rows = |times: &str, columns: &str| {
        let text = CASE.replace("gap = \"1 D\"", &format!("gap = \"1 mm\"\ntimes = [{times}]\n{columns}"));
        let error = Case::parse(&text, "case.toml", &[]).unwrap_err();
        let found = &error.problems()[0];
        format!("{} {:?} {}", found.message(), found.underlined(), found.advice().unwrap_or_default())
    };
    let dip = "gaps = [\"1 mm\", \"1 mm\"]\nvelocities = [\"-0.5 m/s\", \"0.5 m/s\"]\naccelerations = [\"0 m/s2\", \"0 m/s2\"]";
    let said = rows("\"0 s\", \"40 ms\"", dip);
    assert!(said.contains("release.gaps") && said.contains("wall"), "{said}");
    let leap = "gaps = [\"1 mm\", \"900 m\", \"1 mm\"]\nvelocities = [\"0 m/s\", \"0 m/s\", \"1 m/s\"]\n\
                accelerations = [\"0 m/s2\", \"0 m/s2\", \"0 m/s2\"]";
    let said = rows("\"0 s\", \"1 s\", \"2 s\"", leap);
    assert!(said.contains("release.velocities") && said.contains("1000 m/s"), "{said}");
    let falling = "velocities = [\"0 m/s\", \"0.1 m/s\", \"0.1 m/s\"]";
    let said = rows("\"0 s\", \"3 ms\", \"2 ms\"", falling);
    assert!(["release.times", "row 3", "2 ms", "row 2", "3 ms"].iter().all(|word| said.contains(word)), "{said}");
    let twice = rows("\"0 s\", \"3 ms\", \"4 ms\"", &format!("{falling}\nfile = \"motion.csv\""));
    assert!(twice.contains("release.file") && twice.contains("once") && !twice.contains("missing"), "{twice}");
}

/// Driven faster than it falls.
#[test]
fn a_driven_sphere_is_let_go_at_the_gap_of_the_case_whatever_the_step() {
    for courant in [0.4, 0.55] {
        let led = ["release.speed=0.5 m/s", "release.gap=0.8 D", "release.free_gap=0.4 D", "release.run_up=0.2 D"];
        let step = format!("resolution.cfl={courant}");
        let mut simulation =
            Simulation::new(case(&[&led[..], &[&step, "container.height=9 D"]].concat()).problem).unwrap();
        while simulation.state.coupled.body.prescribed {
            simulation.advance().unwrap();
        }
        let last = simulation.state.coupled.body;
        assert!((last.gap / 1.2e-3 - 1.0).abs() < 1e-9, "{} m at {courant}", last.gap);
        let next = simulation.advance().unwrap();
        assert!(next.dt < 0.1 * last.dt_before.unwrap(), "the acceleration jumps");
    }
}

/// The first step was up to 17 response times long, and the speed after it up to a quarter off.
#[test]
fn a_sphere_let_go_from_rest_in_a_viscous_liquid_has_the_speed_of_far_shorter_steps_at_every_step() {
    for viscosity in ["0.1 Pa s", "10 Pa s"] {
        for (density, gap) in [("960 kg/m3", "1 D"), ("7800 kg/m3", "0.2 D")] {
            let at_rest = |more: &str| {
                let set = [format!("sphere.density={density}"), format!("liquid.viscosity={viscosity}")];
                let more = [more, &format!("release.gap={gap}"), "run.until_rest=false", "film.band=off"];
                Simulation::new(case(&[&more[..], &set.each_ref().map(String::as_str)].concat()).problem).unwrap()
            };
            let mut coarse = at_rest("resolution.step_factor=1");
            let mut steps = 0;
            while steps < 30 {
                coarse.advance().unwrap();
                steps += 1;
                if ![1, 4, 12, 30].contains(&steps) {
                    continue;
                }
                let mut fine = at_rest("resolution.step_factor=0.03");
                fine.run.end_time = Some(coarse.moment().time);
                while fine.stop().is_none() {
                    fine.advance().unwrap();
                }
                let error = coarse.moment().velocity / fine.moment().velocity - 1.0;
                assert!(error.abs() < 0.006, "{viscosity}, {density}, step {steps}: {error:.4}");
            }
        }
    }
}

/// A sphere of 25 µm is let go under a lid after hours of slow lead, and answers to the honey within nanoseconds: steps
/// of those were lost in the round-off of time.
#[test]
fn a_small_sphere_let_go_after_a_long_slow_lead_goes_on_though_it_answers_within_the_round_off_of_time() {
    let small = ["sphere.diameter=25 um", "sphere.density=210 kg/m3", "liquid.density=1000 kg/m3"];
    let slow = ["liquid.viscosity=23 Pa s", "wall.position=above", "release.speed=1e-8 m/s", "release.kind=prescribed"];
    let set = [&small[..], &slow, &["release.gap=8 D", "release.free_gap=2 D", "film.band=off"]].concat();
    let mut simulation = Simulation::new(case(&set).problem).unwrap();
    let mut free = 0;
    while free < 60 && simulation.stop().is_none() {
        let before = simulation.moment().time;
        simulation.advance().unwrap();
        assert!(simulation.moment().time > before);
        free += i32::from(!simulation.state.coupled.body.prescribed);
    }
}
