//! Impacts from flight to rest: bounces under gravity.

use nalgebra::Vector3;
use wetbounce::contact::{
    Bodies, Control, Hertz, HertzStiffness, Impact, ImpactEnding, Law, Material, MusenHertz, Pair,
};

const STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };

fn dropped(law: Law, height: f64) -> Impact {
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [STEEL, Material::default()]).unwrap();
    let bodies = Bodies {
        position: [Vector3::new(0.0, 0.0, 3e-3 + height), Vector3::zeros()],
        velocity: [Vector3::zeros(); 2],
        spin: [Vector3::zeros(); 2],
    };
    let mut impact = Impact::new(pair, law, bodies).unwrap();
    impact.gravity = Vector3::new(0.0, 0.0, -9.81);
    impact.control = Control { max_contacts: 100_000, record_every: 0, steps_per_contact: 100, ..Control::default() };
    impact
}

fn damped(restitution: f64) -> Law {
    Law::Hertz(Hertz { restitution, no_attraction: false, ..Hertz::default() })
}

#[test]
fn a_dropped_sphere_bounces_to_rest_at_its_static_overlap() {
    for law in [damped(0.5), damped(0.9), Law::HertzStiffness(HertzStiffness { gamma_n: 1e8, ..Default::default() })] {
        let impact = dropped(law, 0.01);
        let outcome = impact.run().unwrap();
        assert_eq!(outcome.ending, ImpactEnding::Resting);
        let stiffness = match law {
            Law::HertzStiffness(law) => law.k_n * 3e-3f64.sqrt(),
            _ => 4.0 / 3.0 * impact.pair.effective_modulus() * 3e-3f64.sqrt(),
        };
        let overlap = (8.8e-4 * 9.81 / stiffness).powf(2.0 / 3.0);
        let sunk = 3e-3 - outcome.bodies.position[0].z;
        assert!((sunk / overlap - 1.0).abs() < 0.02, "{sunk:e} {overlap:e}");
        let energy = 8.8e-4 * 9.81 * 0.01;
        assert!((outcome.dissipated.total() / energy - 1.0).abs() < 1e-4);
    }
}

#[test]
fn heights_of_successive_bounces_fall_by_the_square_of_restitution() {
    let outcome = dropped(damped(0.7), 0.05).run().unwrap();
    let [first, second, third] = [0, 1, 2].map(|i| outcome.bounces[i]);
    assert!((first.impact_speed_m_s - (2.0 * 9.81 * 0.05f64).sqrt()).abs() < 1e-12);
    for (one, next) in [(first, second), (second, third)] {
        assert!((next.impact_speed_m_s / one.rebound_speed_m_s - 1.0).abs() < 1e-12);
        assert!((one.restitution - 0.7).abs() < 1e-4, "the weight acts during the contact");
        let flight = 2.0 * one.rebound_speed_m_s / 9.81;
        assert!((next.contact_time_s - one.contact_time_s - one.contact_duration_s - flight).abs() < 1e-12);
    }
}

#[test]
fn a_sphere_set_down_without_speed_sinks_to_twice_the_static_overlap_and_settles() {
    let outcome = dropped(damped(0.8), 0.0).run().unwrap();
    assert_eq!(outcome.ending, ImpactEnding::Resting);
    let impact = dropped(damped(0.8), 0.0);
    let stiffness = 4.0 / 3.0 * impact.pair.effective_modulus() * 3e-3f64.sqrt();
    let overlap = (8.8e-4 * 9.81 / stiffness).powf(2.0 / 3.0);
    let deepest = outcome.bounces[0].max_overlap_m;
    assert!(deepest > 1.5 * overlap && deepest < 2.5f64.powf(2.0 / 3.0) * overlap, "{}", deepest / overlap);
}

#[test]
fn an_elastic_sphere_bounces_without_end() {
    let mut impact = dropped(damped(1.0), 0.01);
    impact.control.max_contacts = 200;
    let outcome = impact.run().unwrap();
    assert_eq!(outcome.ending, ImpactEnding::ContactsReached);
    let speed = (2.0 * 9.81 * 0.01f64).sqrt();
    assert!((outcome.bounces[199].rebound_speed_m_s / speed - 1.0).abs() < 1e-5);
    impact.control.max_contacts = 100_000;
    impact.control.max_time = 1.0;
    let outcome = impact.run().unwrap();
    assert_eq!((outcome.ending, outcome.time), (ImpactEnding::TimeReached, 1.0));
}

#[test]
fn recording_changes_nothing() {
    let law = Law::Hertz(Hertz { restitution: 0.8, friction: 0.2, ..Hertz::default() });
    let mut impact = dropped(law, 0.01);
    impact.control.max_contacts = 3;
    let silent = impact.run().unwrap();
    impact.control.record_every = 1;
    let recorded = impact.run().unwrap();
    assert_eq!(silent.bounces, recorded.bounces);
    assert!(recorded.samples.windows(2).all(|w| w[1].time > w[0].time));
}

#[test]
fn energy_in_the_rows_is_that_of_the_start_at_all_times() {
    let law = Law::MusenHertz(MusenHertz { friction: 0.3, ..MusenHertz::default() });
    let pair = dropped(law, 0.0).pair;
    let outcome = Impact::on_plane(pair, law, 1.0, 35.0).unwrap().run().unwrap();
    let start = outcome.samples[0].kinetic;
    for row in &outcome.samples {
        let sum = row.kinetic + row.elastic + row.dissipated;
        assert!((sum / start - 1.0).abs() < 1e-4, "{} {sum:e}", row.time);
    }
}

#[test]
fn bodies_that_miss_each_other_are_said_to_miss() {
    let law = Law::Hertz(Hertz::default());
    let mut impact = Impact::spheres([1e-3; 2], [2500.0; 2], [Material::default(); 2], law, 1.0, 0.0).unwrap();
    impact.bodies.position[0] = Vector3::new(2.1e-3, 0.0, 5e-3);
    assert_eq!(impact.run().unwrap().ending, ImpactEnding::Missed);
    impact.bodies.position[0] = Vector3::new(1.9e-3, 0.0, 5e-3);
    let outcome = impact.run().unwrap();
    assert_eq!(outcome.ending, ImpactEnding::Separated);
    let depth = 5e-3 - (4e-6f64 - 1.9e-3 * 1.9e-3).sqrt();
    assert!((outcome.bounces[0].contact_time_s / depth - 1.0).abs() < 1e-12);
}

#[test]
fn bodies_that_overlap_at_the_start_are_refused() {
    let mut impact = dropped(damped(0.5), 0.0);
    impact.bodies.position[0].z = 2e-3;
    let error = impact.run().unwrap_err().to_string();
    assert!(error.contains("position") && error.contains("overlap"), "{error}");
}
