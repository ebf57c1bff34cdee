//! The figures of a run, in `plots/` of its directory.

use super::coefficients;
use super::files::PLOTS;
use crate::case::{Case, VorticityUnit};
use crate::output::OutputError;
use crate::output::drawing;
use crate::output::trajectory::{SECOND_COLUMN, Trajectory};
use std::path::Path;
use wetbounce_figures::path::SidewaysMotion;
use wetbounce_figures::trajectory::PlottedRun;
use wetbounce_figures::vorticity::{Ground, VorticityOptions};
use wetbounce_figures::{Figure, forces, path, phase, trajectory, vorticity};
use wetbounce_physics::body::snapshot::Snapshot;
use wetbounce_physics::model::Bounce;
use wetbounce_physics::problem::Problem;

/// Draws the vorticity around the sphere, with the time in the file's name.
pub(super) fn draw_vorticity(directory: &Path, case: &Case, snapshot: &Snapshot) -> Result<(), OutputError> {
    let plots = directory.join(PLOTS);
    let name = format!("vorticity-{:.3}ms.svg", 1e3 * snapshot.time);
    let speed = Some(case.problem.approach_speed().abs());
    let speed = speed.filter(|speed| *speed > 0.0 && case.output.vorticity_unit == VorticityUnit::SpeedOverDiameter);
    let ground = ground(&case.problem);
    let figure = vorticity::figure(snapshot, &VorticityOptions { speed, ground, ..Default::default() });
    drawing::write(&figure, &plots.join(name))
}

/// What the heights of pictures are counted from.
pub(super) fn ground(problem: &Problem) -> Ground {
    match &problem.surroundings {
        surroundings if !surroundings.has_gap() => Ground::Open,
        surroundings if surroundings.is_halved() => Ground::Mirror,
        _ => Ground::Wall,
    }
}

/// A trajectory as figures take it, with its collisions.
pub fn plotted<'a>(name: &'a str, motion: &'a Trajectory, diameter: f64, bounces: &'a [Bounce]) -> PlottedRun<'a> {
    PlottedRun {
        name,
        time: &motion.time,
        gap: &motion.gap,
        velocity: &motion.velocity,
        second: motion.column(SECOND_COLUMN),
        diameter,
        bounces,
    }
}

/// The motion beside the axis, if there is one.
fn sideways(motion: &Trajectory) -> Option<SidewaysMotion<'_>> {
    let across = motion.column("y_m").zip(motion.column("velocity_y_m_s"));
    Some(SidewaysMotion {
        x: motion.column("x_m")?,
        speed: motion.column("velocity_x_m_s")?,
        spin: motion.column("spin_rad_s")?,
        across: across.map(|(y, speed)| [y, speed]),
    })
}

/// What a run of `case` shows for itself, by name: `forces` against gap, or the `coefficients` of a sphere without a
/// wall over time; and the `path` of one that is free sideways.
pub fn of_one(case: &Case, motion: &Trajectory, run: &PlottedRun) -> Vec<(&'static str, Figure)> {
    let wall = case.problem.surroundings.has_gap();
    let acting: Vec<(&str, &[f64])> = motion.forces().collect();
    let forces = match wall {
        true => ("forces", forces::figure(run, &acting, forces::first_collision(run))),
        false => ("coefficients", coefficients::figure(case, motion)),
    };
    let beside = sideways(motion).filter(|_| wall || case.problem.start.falls());
    let path = beside.and_then(|beside| path::figure(run, &beside, wall));
    std::iter::once(forces).chain(path.map(|figure| ("path", figure))).collect()
}

/// Draws the figures of a run: its [own](of_one), and with a wall gap and speed against time, and speed against gap.
pub(super) fn draw(directory: &Path, case: &Case, motion: &Trajectory, bounces: &[Bounce]) -> Result<(), OutputError> {
    let open = !case.problem.surroundings.has_gap();
    if motion.len() < if open { 3 } else { 2 } {
        return Ok(());
    }
    let plots = directory.join(PLOTS);
    let run = plotted(&case.given.name, motion, case.problem.sphere.diameter, bounces);
    let mut figures = of_one(case, motion, &run);
    if !open {
        let runs = [run];
        figures.push(("trajectory", trajectory::figure(&runs, &[], trajectory::Clock::Release, None)));
        figures.push(("phase", phase::figure(&runs)));
    }
    figures.iter().try_for_each(|(name, figure)| drawing::write(figure, &plots.join(format!("{name}.svg"))))
}
