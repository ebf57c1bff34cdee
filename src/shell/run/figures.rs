//! The figures of a run, in `plots/` of its directory.

use super::coefficients;
use super::files::PLOTS;
use crate::body::snapshot::Snapshot;
use crate::case::{Case, VorticityUnit};
use crate::output::OutputError;
use crate::plot::trajectory::PlottedRun;
use crate::plot::{Figure, forces, path, phase, trajectory, vorticity};
use std::path::Path;

/// Draws the vorticity around the sphere, with the time in the file's name.
pub(super) fn draw_vorticity(directory: &Path, case: &Case, snapshot: &Snapshot) -> Result<(), OutputError> {
    let plots = directory.join(PLOTS);
    let name = format!("vorticity-{:.3}ms.svg", 1e3 * snapshot.time);
    let speed = Some(case.problem().approach_speed().abs());
    let speed = speed.filter(|speed| *speed > 0.0 && case.output.vorticity_unit == VorticityUnit::SpeedOverDiameter);
    vorticity::figure(snapshot, &vorticity::VorticityOptions { speed, ..Default::default() }).write(&plots.join(name))
}

/// What a run of `case` shows for itself, by name: `forces` against gap, or the `coefficients` of a sphere without a wall over time; and
/// the `path` of one that is free sideways.
pub fn of_one(case: &Case, run: &PlottedRun) -> Vec<(&'static str, Figure)> {
    let PlottedRun { trajectory: motion, diameter, bounces, .. } = *run;
    let wall = case.problem().surroundings.has_gap();
    let forces = match wall {
        true => ("forces", forces::figure(motion, diameter, forces::first_collision(motion, bounces))),
        false => ("coefficients", coefficients::figure(case, motion)),
    };
    let path = path::figure(run, wall).filter(|_| wall || case.release.falls());
    std::iter::once(forces).chain(path.map(|figure| ("path", figure))).collect()
}

/// Draws the figures of a run: its [own](of_one), and with a wall gap and speed against time, and speed against gap.
pub(super) fn draw(directory: &Path, case: &Case, run: &PlottedRun) -> Result<(), OutputError> {
    let open = !case.problem().surroundings.has_gap();
    if run.trajectory.len() < if open { 3 } else { 2 } {
        return Ok(());
    }
    let plots = directory.join(PLOTS);
    let mut figures = of_one(case, run);
    if !open {
        figures.push(("trajectory", trajectory::figure(&[*run], &[], trajectory::Clock::Release)));
        figures.push(("phase", phase::figure(&[*run])));
    }
    figures.iter().try_for_each(|(name, figure)| figure.write(&plots.join(format!("{name}.svg"))))
}
