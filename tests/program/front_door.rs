//! A problem that a program makes by itself is that of the case which says the same.

use crate::program::shipped;
use std::path::Path;
use wetbounce::case::Case;
use wetbounce::problem::{Liquid, Problem, Sphere, Wall};

#[test]
fn the_example_of_the_physics_is_the_shipped_case_with_one_bounce() {
    let path = shipped("gondret-st152.toml");
    let case = Case::load(Path::new(&path), &["run.bounces=1".into()]).unwrap();
    let mut problem = Problem::falling_on_wall(Sphere::steel(3e-3), Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.until.bounces = 1;
    assert_eq!(problem.arriving(0.585), case.problem());
}
