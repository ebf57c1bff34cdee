//! What a case says is obeyed, or refused: no key is overruled without a word.

use crate::case_read::{ST152, case, close, problem, with};
use crate::program::{answer, messages, shipped};
use nalgebra::{DMatrix, DVector};
use wetbounce::case::{Case, OutputMoment};
use wetbounce::output::summary::Summary;

#[test]
fn a_gap_of_release_is_obeyed_and_a_sphere_held_against_the_wall_is_warned_of() {
    let held = |case: &Case| case.warnings().has("held-to-the-wall");
    for (diameters, falls) in [(0.25, false), (1.0, false), (2.9, false), (3.0, true), (5.0, true)] {
        let case = with(&[&format!("release.free_gap={diameters} D")]).unwrap();
        close(case.problem.start.free_gap(), diameters * 3e-3, 1e-15);
        assert_eq!((case.problem.is_a_fall(), held(&case)), (falls, !falls), "{diameters} D");
        assert_eq!(Case::parse(&case.to_toml(), "case.toml", &[]).unwrap(), case);
    }
    let low = with(&["release.gap=2 D"]).unwrap();
    close(low.problem.start.free_gap(), 0.99 * 6e-3, 1e-15);
    assert!(!low.problem.is_a_fall() && held(&low), "a low start hides nothing");
    let said = low.warnings().get("held-to-the-wall").unwrap().text.clone();
    assert!(said.contains("release.gap") && !said.contains("release.free_gap"), "{said}");
    let mirrored = with(&["wall.kind=mirror"]).unwrap();
    assert!(!held(&mirrored), "two that come to each other do not fall");
    let fast = with(&["release.speed=0.9 m/s", "release.free_gap=1 D"]).unwrap();
    close(fast.problem.start.free_gap(), 3e-3, 1e-15);
    assert!(!held(&fast), "it is not at its terminal speed");
}

#[test]
fn a_speed_that_is_not_reached_and_a_surface_that_is_faster_than_the_way_are_doubted() {
    let text = |set: &[&str], name: &str| with(set).unwrap().warnings().get(name).map(|remark| remark.text.clone());
    let slow = text(&["release.ramp=1 s"], "speed-not-built-up").unwrap();
    assert!(slow.contains("release.speed") && slow.contains("0.585 m/s"), "{slow}");
    assert_eq!(text(&[], "speed-not-built-up"), None);
    let spinning = ["resolution.azimuthal_modes=1", "release.spin=20000 rad/s"];
    assert!(text(&spinning, "unresolved-layer").is_some(), "30 m/s at its equator");
    assert_eq!(text(&spinning[..1], "unresolved-layer"), None);
}

/// A fall over 6 mm in so many pictures, 0.5 ms apart, whose gaps are off by so much \[m\].
fn fall(pictures: u32, off: f64) -> String {
    let gap = |t: f64| 6e-3 - 0.1 * t - 4.0 * t * t + off;
    let rows = (0..pictures).map(|picture| 5e-4 * f64::from(picture));
    rows.fold("time_s,gap_m\n".to_owned(), |text, time| text + &format!("{time:?},{:?}\n", gap(time)))
}

#[test]
fn a_run_ends_with_its_record_and_a_record_below_the_wall_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("case.toml");
    let led = ST152.replace("gap = \"7 D\"\nspeed = \"0.585 m/s\"", "motion = \"record.csv\"");
    std::fs::write(&file, led).unwrap();
    let read = |record: String, set: &[&str]| {
        std::fs::write(place.path().join("record.csv"), record).unwrap();
        let set: Vec<String> = set.iter().map(|set| set.to_string()).collect();
        wetbounce::case::load(&file, &set)
    };
    let end = |set: &[&str]| read(fall(50, 0.0), set).unwrap().problem.until.time.unwrap();
    close(end(&[]), 24.5e-3, 1e-9);
    close(end(&["run.time=1 s"]), 24.5e-3, 1e-9);
    close(end(&["run.time=5 ms"]), 5e-3, 1e-12);
    // A soft contact goes 0.033 D below the wall; where the sphere is held off it, it is not led into it.
    let soft = read(fall(58, 0.0), &[]).unwrap().problem.start;
    assert!(soft.validate().is_ok(), "{:?}", soft.validate());
    for (record, depth) in [(fall(80, 0.0), "4.19"), (fall(80, -7e-3), "11.19")] {
        let error = read(record, &[]).unwrap_err();
        let said = error.problems()[0].message().to_string();
        assert!(["record.csv", "the wall", depth].iter().all(|word| said.contains(word)), "{said}");
        assert!(error.problems()[0].advice().unwrap().contains("measurement.gap_offset"));
    }
}

#[test]
fn no_result_jumps_where_an_approach_ceases_to_be_a_fall() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("case.toml"), ST152).unwrap();
    let terminal = case(ST152).problem.terminal_speed();
    for off in [-0.05, 0.05] {
        let speed = format!("release.speed={} m/s", terminal / (1.0 + off));
        let apex = |step: i32| {
            let viscosity = format!("liquid.viscosity={} mPa s", 10.0 + 0.5 / 3.0 * f64::from(step));
            let sets = ["--set", &speed, "--set", &viscosity, "--set", "run.bounces=1"];
            answer(place.path(), &[&["theory", "case.toml", "--out", "run", "--fresh", "-q"], &sets[..]].concat());
            Summary::read(&place.path().join("run/summary.json")).unwrap().bounces[0].apex_gap_m.unwrap()
        };
        let apexes: Vec<f64> = (-3..=3).map(apex).collect();
        let design = DMatrix::from_fn(7, 3, |row, power| (row as f64 - 3.0).powi(power as i32));
        let values = DVector::from_vec(apexes);
        let fit = &design * design.clone().svd(true, true).solve(&values, 1e-12).unwrap();
        let worst = (fit - &values).amax() / values[3];
        assert!(worst < 1e-3, "at {off} off the terminal speed: {worst}, {values}");
    }
}

#[test]
fn a_fall_that_is_a_little_aside_is_let_go_where_a_straight_one_is() {
    let free_gap = |set: &str| {
        let modes = "resolution.azimuthal_modes=2";
        let case = Case::parse(ST152, "st152.toml", &[set.into(), modes.into()]).unwrap();
        case.problem.start.free_gap() / case.problem.sphere.diameter
    };
    for key in ["release.angle", "wall.inclination"] {
        let at = |degrees: f64| free_gap(&format!("{key}={degrees} deg"));
        close(at(0.0), 3.0, 1e-12);
        close(at(0.1), 3.0, 1e-12);
        close(at(30.0), 0.5, 1e-12);
        let all: Vec<f64> = (0..=100).map(|step| at(0.1 * f64::from(step))).collect();
        assert!(all.windows(2).all(|pair| (0.0..0.1).contains(&(pair[0] - pair[1]))), "{key}: {all:?}");
    }
}

#[test]
fn a_wall_may_stand_upright_and_not_hang_over() {
    let inclined = |angle: &str| {
        let set = [format!("wall.inclination={angle}"), "resolution.azimuthal_modes=2".into()];
        Case::parse(ST152, "st152.toml", &set)
    };
    for angle in ["89.9 deg", "90 deg"] {
        let problem = inclined(angle).unwrap().problem;
        assert!(problem.resolution.azimuthal_modes == 2 && problem.surroundings.inclination() > 89.0, "{angle}");
    }
    assert!(inclined("91 deg").is_err());
}

#[test]
fn what_is_said_of_a_sphere_in_open_liquid_is_obeyed_or_refused() {
    let rising = "sphere = { diameter = \"3 mm\", density = \"500 kg/m3\" }\n\
                  liquid = { name = \"water\" }\nrelease = { kind = \"falling\" }\n";
    let pictures = |set: &[&str]| {
        let set: Vec<String> = set.iter().map(|set| set.to_string()).collect();
        Case::parse(rising, "rising.toml", &set).unwrap().output.vorticity_pictures
    };
    assert!(matches!(pictures(&[])[..], [OutputMoment::Time(_)]));
    assert_eq!(pictures(&["output.vorticity_pictures=[]"]), []);
    assert_eq!(pictures(&["output.vorticity_pictures=[\"20 ms\"]"]), [OutputMoment::Time(0.02)]);
    problem(rising, &["output.vorticity_pictures=[\"1 D\", \"20 ms\"]"]);
    problem(rising, &["wall.position=below"]);
    assert!(Case::parse(rising, "rising.toml", &["wall.position=above".into()]).is_ok());
    messages!();
}

#[test]
fn a_name_on_the_command_line_takes_the_place_of_the_values_of_the_file() {
    let named = ST152.replace("density = \"935 kg/m3\"\nviscosity = \"10 mPa s\"", "name = \"water\"");
    let resolved = case(&named).to_toml();
    let read = |set: &[&str]| {
        let set: Vec<String> = set.iter().map(|set| set.to_string()).collect();
        Case::parse(&resolved, "case.toml", &set).unwrap()
    };
    let other = read(&["liquid.name=air", "sphere.material=glass", "wall.material=acrylic"]);
    close(other.problem.liquid.density, 1.204, 2e-3);
    assert_eq!((other.problem.sphere.density, other.problem.sphere.elastic.young_modulus), (2500.0, 60e9));
    assert_eq!(other.problem.surroundings.wall().unwrap().elastic.young_modulus, 3e9);
    close(read(&["liquid.viscosity=2 mPa s", "liquid.name=water"]).problem.liquid.viscosity, 2e-3, 1e-12);
    problem(&resolved, &["liquid.temperature=30 degC"]);
    let pair = case(&std::fs::read_to_string(shipped("pair-collision.toml")).unwrap()).to_toml();
    let second = Case::parse(&pair, "case.toml", &["second.material=glass".into()]).unwrap();
    let second = second.problem.surroundings.second().unwrap().sphere;
    assert_eq!((second.density, second.elastic.young_modulus), (2500.0, 60e9));
    let solid = ST152.replace(
        "material = \"steel\"",
        "material = \"steel\"\ndensity = \"2500 kg/m3\"\nyoung = \"60 GPa\"\npoisson = 0.23",
    );
    problem(&solid, &[]);
    assert!(with(&["sphere.density=7780 kg/m3", "wall.young=63 GPa"]).is_ok(), "some properties may be others");
    messages!();
}
