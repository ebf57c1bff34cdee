//! The reader of cases: what it accepts, what it refuses, and that nothing makes it panic.

use super::*;

const ST152: &str = r#"
[sphere]
diameter = "3 mm"
material = "steel"
[liquid]
density = "935 kg/m3"
viscosity = "10 mPa s"
[release]
gap = "7 D"
speed = "0.585 m/s"
"#;

fn case(text: &str) -> Case {
    Case::parse(text, "st152.toml", &[]).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

fn with(overrides: &[&str]) -> Result<Case, CaseError> {
    let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
    Case::parse(ST152, "st152.toml", &overrides)
}

/// The only problem of a case: its message, what it underlines, what it advises.
fn problem(text: &str, overrides: &[&str]) -> (String, Vec<(String, String)>, String) {
    let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
    let error = Case::parse(text, "st152.toml", &overrides).expect_err("this case is wrong");
    let [only] = error.problems() else { panic!("{:?}", miette::Report::new(error)) };
    (only.message().into(), only.underlined(), only.advice().unwrap_or_default().into())
}

fn close(found: f64, expected: f64, relative: f64) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{found} is not {expected}");
}

#[test]
fn a_short_case_gets_the_defaults_of_the_contract() {
    let case = case(ST152);
    assert_eq!(case.name, "st152");
    assert_eq!(case.sphere.diameter, 3e-3);
    assert_eq!(case.sphere.density, 7800.0);
    assert_eq!(case.sphere.elastic, Elastic { young: 200e9, poisson: 0.3 });
    assert_eq!(case.wall.elastic, Elastic { young: 60e9, poisson: 0.23 });
    assert_eq!(case.liquid.viscosity, 0.01);
    close(case.release.gap, 0.021, 1e-15);
    close(case.container.radius, 0.024, 1e-15);
    close(case.container.height, 0.042, 1e-15);
    let Start::Prescribed { speed, free_gap, .. } = case.release.start else {
        panic!("a speed prescribes the approach")
    };
    assert_eq!(speed, 0.585);
    close(free_gap, 0.0015, 1e-15);
    assert_eq!(case.contact.restitution, 0.97);
    assert_eq!(case.resolution.smallest_gap, 0.002);
    assert_eq!(case.blend.gap, 0.2);
    assert_eq!(case.output.directory, Path::new("runs/st152"));
}

#[test]
fn what_is_written_reads_back_as_the_identical_case() {
    for overrides in [
        &[][..],
        &["sphere.diameter=0.1234567890123456789 mm", "film.model=ehd", "film.piezoviscosity=15 1/GPa"],
        &["hydrodynamics=theory", "run.time=0.1 s", "output.fields=0.3333333333333333"],
        &["output.vorticity_pictures=[\"0.5 D\", \"33.3333333 ms\"]", "title=A \"quoted\" title"],
    ] {
        let case = with(overrides).expect("a right case");
        let text = case.to_toml();
        let again = Case::parse(&text, "case.toml", &[]).expect("a written case is right");
        assert_eq!(again, case);
        assert_eq!(again.to_toml(), text);
    }
}

#[test]
fn gondret_152_has_the_published_groups() {
    let groups = case(ST152).groups();
    close(groups.reynolds, 164.0, 0.002);
    close(groups.stokes, 152.0, 0.002);
    close(groups.density_ratio, 8.342, 1e-4);
    close(groups.stokes_modified, groups.stokes + groups.reynolds / 18.0, 1e-14);
}
