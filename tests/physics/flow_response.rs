//! The liquid's answer to a step is as good as the sphere's speed needs.

use wetbounce::motion::immersed::{NewSpeed, NextLevel};
use wetbounce::run::build;
use wetbounce::validate::scene::{Scene, UNIT_SPHERE};

#[test]
fn the_response_per_unit_speed_is_refined_as_far_as_a_speed_needs_and_no_further() {
    let mut scene = Scene::new(UNIT_SPHERE);
    scene.set("resolution.cells_per_diameter", 8);
    let mut flow = build::flow(&scene.case()).unwrap();
    let mut state = flow.at_rest(1.0);
    let speed = NewSpeed::Sought { expected: 0.0, scatter: 0.0 };
    let mut response = flow.respond(&mut state, NextLevel::new(0.01, 1.0, speed)).unwrap();
    let coarse = response.force();
    assert!(response.allows(0.0) && !response.allows(1.0));
    response.refine(1.0).unwrap();
    let fine = response.force();
    assert!(response.allows(1.0) && (coarse.per_speed / fine.per_speed - 1.0).abs() < 1e-2);
    response.refine(1e12).unwrap();
    assert!(response.allows(1e12), "it does not get any better");
}
