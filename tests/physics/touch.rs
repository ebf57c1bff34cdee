//! Where in its step the solids touch: the film's force ends there at once.

use crate::coarse_rebound;

/// Restitution of the contact, with the cut-off.
fn restitution(steps_per_contact: u32) -> f64 {
    let case = coarse_rebound::case(&[&format!("resolution.steps_per_contact={steps_per_contact}")]);
    let simulation = coarse_rebound::bounce(case, 0.003, |_, _, _| {});
    simulation.state.bounces.bounces()[0].restitution_contact.unwrap()
}

#[test]
fn the_rebound_does_not_depend_on_where_in_its_step_the_sphere_touches() {
    let all = [56, 58, 60, 62, 64, 66].map(restitution);
    let (least, most) = all.iter().fold((f64::MAX, 0.0_f64), |(low, high), e| (low.min(*e), high.max(*e)));
    assert!(most / least < 1.0 + 5e-4, "{all:?} {}", most / least - 1.0);
    let fine = restitution(480);
    assert!((all[2] / fine - 1.0).abs() < 1.5e-3, "60 steps per contact give {}, 480 give {fine}", all[2]);
}
