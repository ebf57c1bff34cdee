//! Which force takes how much of the kinetic energy in the first landing of finished runs, in % of that of the
//! approach.
//!
//! `cargo run --release --example landing_budget -- RUN DIRECTORY…`

use std::path::PathBuf;
use wetbounce::case;
use wetbounce::model::bounce::{Bounce, apparent};
use wetbounce::numerics::hermite::lerp;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for run in std::env::args().skip(1).map(PathBuf::from) {
        let case = case::load(&run.join("case.toml"), &[])?;
        let trajectory = without_film(Trajectory::read(&run.join("trajectory.csv"))?);
        let summary = Summary::read(&run.join("summary.json"))?;
        let bounce = summary.bounces.first();
        let stages =
            bounce.and_then(|b| landing(&trajectory, b, case.problem.sphere.mass(), case.problem.sphere.diameter));
        let Some(stages) = stages else {
            println!("{}: no rebound\n", run.display());
            continue;
        };
        println!("{}: St = {:.1}", run.display(), case.problem.groups().stokes);
        let names: Vec<&str> = trajectory.forces().map(|(name, _)| name).collect();
        println!("  {:9} {:>8}   {}", "", "kinetic", names.join("   "));
        for (name, stage) in STAGES.iter().zip(&stages) {
            let cells = stage.work.iter().zip(&names).map(|(work, name)| format!("{:>1$.2}", 100.0 * work, name.len()));
            println!("  {name:9} {:8.2}   {}", 100.0 * stage.kinetic, cells.collect::<Vec<_>>().join("   "));
        }
        let left: f64 = 1.0 + stages.iter().map(|stage| stage.kinetic).sum::<f64>();
        println!("  left {:.2} %: apparent restitution {:.4}\n", 100.0 * left, left.sqrt());
    }
    Ok(())
}

/// The film's force is part of the liquid's: here it is taken out of that, so that the forces add up.
fn without_film(mut trajectory: Trajectory) -> Trajectory {
    if let (Some(liquid), Some(film)) = (trajectory.column("liquid_N"), trajectory.column("film_N")) {
        let flow: Vec<f64> = liquid.iter().zip(film).map(|(liquid, film)| liquid - film).collect();
        if let Some(column) = trajectory.columns.iter_mut().find(|(name, _)| name == "liquid_N") {
            *column = ("flow_N".into(), flow);
        }
    }
    trajectory
}

/// Stages of a landing, in order: see [`landing`].
const STAGES: [&str; 3] = ["approach", "contact", "rebound"];

/// One stage of a landing.
#[derive(Debug, Clone, PartialEq)]
struct Stage {
    /// Change of the kinetic energy `½ m V²` of the sphere over that of the approach, `½ m V_in²`.
    kinetic: f64,
    /// Work of each force on the sphere, in the order of the trajectory's columns, over the same energy. The sum is
    /// [`Stage::kinetic`] up to the error of the trajectory's rows.
    work: Vec<f64>,
}

/// The three stages between the two speeds of the apparent restitution ([`apparent`]): from the last moment at which
/// the sphere has `V_in` to the touch, to the end of the contact, to the moment at which `V_out` is taken.
///
/// ```text
/// ½ m (V₂² − V₁²) = Σ_k ∫ F_k V dt
/// ```
///
/// Forces and speed are linear between rows. `mass` in kg, `diameter` in m; `None` if the bounce or the trajectory has
/// no apparent restitution.
fn landing(trajectory: &Trajectory, bounce: &Bounce, mass: f64, diameter: f64) -> Option<[Stage; 3]> {
    let motion: Vec<_> = trajectory.moments().collect();
    let end = bounce.separation_time_s?;
    let read = apparent(&motion, (bounce.contact_time_s, end), diameter)?;
    let speed = -read.approach.velocity;
    let begun =
        motion.iter().rposition(|at| at.time <= bounce.contact_time_s && -at.velocity >= (1.0 - 1e-6) * speed)?;
    let times = [motion[begun].time, bounce.contact_time_s, end, read.rebound?.time];
    let scale = 0.5 * mass * speed * speed;
    let stage = |from: f64, to: f64| {
        let kinetic = 0.5 * mass * (velocity(trajectory, to).powi(2) - velocity(trajectory, from).powi(2)) / scale;
        let work = trajectory.forces().map(|(_, force)| work(trajectory, force, from, to) / scale).collect();
        Stage { kinetic, work }
    };
    Some([stage(times[0], times[1]), stage(times[1], times[2]), stage(times[2], times[3])])
}

fn velocity(trajectory: &Trajectory, time: f64) -> f64 {
    let after = trajectory.time.partition_point(|at| *at < time).clamp(1, trajectory.len() - 1);
    let [t0, t1] = [trajectory.time[after - 1], trajectory.time[after]];
    lerp(trajectory.velocity[after - 1], trajectory.velocity[after], (time - t0) / (t1 - t0))
}

/// `∫ F V dt`, exact for forces and speeds that are linear between rows.
fn work(trajectory: &Trajectory, force: &[f64], from: f64, to: f64) -> f64 {
    let mut sum = 0.0;
    for row in 1..trajectory.len() {
        let [t0, t1] = [trajectory.time[row - 1], trajectory.time[row]];
        let (begin, end) = (t0.max(from), t1.min(to));
        if end <= begin {
            continue;
        }
        let at = |column: &[f64], time: f64| lerp(column[row - 1], column[row], (time - t0) / (t1 - t0));
        let [f0, f1] = [begin, end].map(|time| at(force, time));
        let [v0, v1] = [begin, end].map(|time| at(&trajectory.velocity, time));
        sum += (end - begin) * (2.0 * f0 * v0 + f0 * v1 + f1 * v0 + 2.0 * f1 * v1) / 6.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce::model::bounce_log::BounceLog;

    const G: f64 = 9.81;
    const D: f64 = 3e-3;
    const MASS: f64 = 2e-4;

    /// A fall in vacuum from 2 D with a contact that turns the speed within 20 us, at constant force.
    fn fall(e: f64) -> (Trajectory, Bounce) {
        let impact = (2.0 * G * 2.0 * D).sqrt();
        let (touch, contact) = (impact / G, 2e-5);
        let push = (1.0 + e) * impact / contact;
        let mut trajectory = Trajectory {
            columns: ["submerged_weight_N", "contact_N"].map(|name| (name.to_owned(), Vec::new())).to_vec(),
            ..Trajectory::default()
        };
        let mut add = |time: f64, gap: f64, velocity: f64, contact: f64| {
            trajectory.time.push(time);
            trajectory.gap.push(gap);
            trajectory.velocity.push(velocity);
            trajectory.columns[0].1.push(-MASS * G);
            trajectory.columns[1].1.push(contact);
        };
        for step in 0..1000 {
            let time = touch * f64::from(step) / 1000.0;
            add(time, 2.0 * D - 0.5 * G * time * time, -G * time, 0.0);
        }
        for step in 0..=20 {
            let time = contact * f64::from(step) / 20.0;
            add(touch + time + f64::from(step.min(1)) * 1e-12, 0.0, -impact + push * time, MASS * (push + G));
        }
        for step in 1..1000 {
            let time = 1e-5 * f64::from(step);
            add(touch + contact + 1e-9 + time, e * impact * time - 0.5 * G * time * time, e * impact - G * time, 0.0);
        }
        let mut log = BounceLog::new(D, 0.0);
        log.touch(trajectory.moment(1000));
        log.separate(trajectory.moment(1020));
        (trajectory, log.bounces()[0].clone())
    }

    #[test]
    fn in_vacuum_the_contact_takes_what_the_restitution_says_and_gravity_the_rest() {
        let e = 0.8;
        let (trajectory, bounce) = fall(e);
        let [approach, contact, rebound] = landing(&trajectory, &bounce, MASS, D).unwrap();
        assert!(approach.work[1].abs() < 2e-3 && (approach.kinetic - approach.work[0]).abs() < 2e-3, "{approach:?}");
        assert!((contact.kinetic - (e * e - 1.0)).abs() < 1e-9, "{contact:?}");
        assert!((contact.work[0] + contact.work[1] - contact.kinetic).abs() < 2e-3, "{contact:?}");
        let impact = (2.0 * G * 2.0 * D).sqrt();
        let later = e - G * (0.1 * D / impact) / impact;
        assert!((rebound.kinetic - (later * later - e * e)).abs() < 2e-3, "{rebound:?}");
    }

    #[test]
    fn a_bounce_without_an_end_has_no_budget() {
        let (trajectory, mut bounce) = fall(0.8);
        bounce.separation_time_s = None;
        assert_eq!(landing(&trajectory, &bounce, MASS, D), None);
    }
}
