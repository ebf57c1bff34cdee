//! Where in its step the solids touch: the film's force ends there at once.

use wetbounce::case::Case;
use wetbounce::run::Simulation;

/// Restitution of the contact of a steel sphere in oil, driven over half a diameter, on a coarse grid.
fn restitution(steps_per_contact: u32) -> f64 {
    let text = format!(
        r#"
        [sphere]
        diameter = "3 mm"
        material = "steel"
        [liquid]
        density = "935 kg/m3"
        viscosity = "20 mPa s"
        [container]
        height = "4 D"
        radius = "2 D"
        [release]
        gap = "0.5 D"
        speed = "0.5 m/s"
        free_gap = "0.2 D"
        [resolution]
        cells_per_diameter = 8
        cells_across_film = 6
        steps_per_contact = {steps_per_contact}
        [run]
        bounces = 1
    "#
    );
    let mut simulation = Simulation::new(Case::parse(&text, "touch.toml", &[]).unwrap()).unwrap();
    while !(simulation.moment().velocity > 0.0 && simulation.moment().gap > 1e-5) {
        simulation.advance().unwrap();
    }
    simulation.state.bounces.bounces()[0].restitution.unwrap()
}

#[test]
fn the_rebound_does_not_depend_on_where_in_its_step_the_sphere_touches() {
    let all = [56, 58, 60, 62, 64, 66].map(restitution);
    let (least, most) = all.iter().fold((f64::MAX, 0.0_f64), |(low, high), e| (low.min(*e), high.max(*e)));
    assert!(most / least < 1.0 + 5e-4, "{all:?} {}", most / least - 1.0);
    let fine = restitution(480);
    assert!((all[2] / fine - 1.0).abs() < 1.5e-3, "60 steps per contact give {}, 480 give {fine}", all[2]);
}
