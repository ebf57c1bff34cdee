//! What follows from the groups of a plan: the case has them, and what cannot follow is refused.

use crate::program::{messages, note};
use wetbounce::case::plan_groups::{Approach, PlanGroups};
use wetbounce::case::section::PlanValues;
use wetbounce::case::{Case, Start};

fn case() -> Case {
    let text = "sphere = { diameter = \"6 mm\", material = \"steel\" }\n\
                liquid = { density = \"965 kg/m3\", viscosity = \"100 mPa s\" }\n\
                release = { gap = \"7 D\", speed = \"0.5 m/s\" }";
    Case::parse(text, "case.toml", &[]).unwrap()
}

fn with(case: &Case, followed: PlanValues) -> Case {
    let mut case = case.clone();
    (case.problem.liquid.viscosity, case.problem.sphere.density) = (followed.viscosity, followed.density);
    if let (Some(new), Start::Prescribed { speed, .. }) = (followed.speed, &mut case.problem.start.start) {
        *speed = new;
    }
    case
}

#[test]
fn the_case_that_follows_has_the_groups_it_was_given() {
    let base = case();
    for approach in [Approach::Prescribed, Approach::Terminal] {
        for (reynolds, stokes, density_ratio) in [
            (Some(30.0), Some(27.0), None),
            (Some(30.0), None, None),
            (None, Some(27.0), None),
            (None, Some(27.0), Some(3.0)),
            (Some(164.0), None, Some(2.5)),
            (None, None, Some(2.5)),
        ] {
            let given = PlanGroups { reynolds, stokes, density_ratio, ..PlanGroups::default() };
            let groups = with(&base, given.values(&base, approach).unwrap()).problem.groups();
            for (wanted, found) in
                [(reynolds, groups.reynolds), (stokes, groups.stokes), (density_ratio, groups.density_ratio)]
            {
                assert!(wanted.is_none_or(|wanted| (found / wanted - 1.0).abs() < 1e-12), "{given:?} {groups:?}");
            }
        }
    }
}

#[test]
fn at_terminal_approach_the_speed_is_the_terminal_speed_of_the_case_that_follows() {
    let base = case();
    for stokes in [0.01, 1.0, 27.0, 152.0, 1000.0] {
        let given = PlanGroups { stokes: Some(stokes), ..PlanGroups::default() };
        let follows = with(&base, given.values(&base, Approach::Terminal).unwrap());
        let speed = follows.problem.start.start.speed().unwrap();
        assert!((follows.problem.terminal_speed() / speed - 1.0).abs() < 1e-9, "St {stokes}");
    }
    let given = PlanGroups::default().values(&base, Approach::Terminal).unwrap();
    assert_eq!(given.speed, Some(base.problem.terminal_speed()));
}

#[test]
fn a_sphere_that_does_not_fall_or_has_no_speed_is_refused() {
    let mut rest = case();
    rest.problem.start.start = Start::Rest;
    let stokes = PlanGroups { stokes: Some(10.0), ..PlanGroups::default() };
    note(stokes.values(&rest, Approach::Prescribed).unwrap_err().0);
    note(stokes.values(&rest, Approach::Terminal).unwrap_err().0);
    let light = PlanGroups { density_ratio: Some(0.9), ..stokes };
    note(light.values(&case(), Approach::Terminal).unwrap_err().0);
    let all = PlanGroups { reynolds: Some(1.0), ..light };
    note(all.values(&case(), Approach::Prescribed).unwrap_err().0);
    messages!();
}
