//! A law from outside the crate, as `examples/own_law.rs` has it.

use crate::own_law::{CASE, Kelvin, dry, in_liquid};
use wetbounce::case::Case;

fn case(overrides: &[&str]) -> Case {
    let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
    Case::parse(CASE, "own.toml", &overrides).unwrap()
}

#[test]
fn a_spring_beside_a_dashpot_from_outside_the_crate_has_its_restitution_dry_at_every_speed() {
    let pair = case(&[]).pair().unwrap();
    for restitution in [0.3, 0.8, 1.0] {
        for speed in [0.01, 1.0] {
            let found = dry(Kelvin { stiffness: 1e6, restitution }, pair, speed);
            assert!((found - restitution).abs() < 1e-8, "{restitution} {found}");
        }
    }
}

#[test]
fn in_liquid_a_law_from_outside_the_crate_loses_what_it_loses_dry_and_what_the_liquid_takes() {
    let rebound = |restitution| {
        let [before, after] = in_liquid(Kelvin { stiffness: 1e6, restitution }, case(&[]));
        after / before
    };
    let (elastic, damped) = (rebound(1.0), rebound(0.8));
    assert!(elastic > 0.9 && elastic < 1.0, "{elastic}");
    assert!((damped / elastic / 0.8 - 1.0).abs() < 0.05, "{damped} {elastic}");
}
