//! The figures of a run, in `plots/` of its directory.

use super::coefficients;
use crate::analysis::restitution::Bounce;
use crate::case::{Case, Start};
use crate::output::snapshot::Snapshot;
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, atomic};
use crate::plot::{forces, path, phase, trajectory, vorticity};
use std::path::Path;

const PLOTS: &str = "plots";
const PATH: &str = "path.svg";
const MOTION: [&str; 4] = ["trajectory.svg", "phase.svg", "forces.svg", PATH];
const COEFFICIENTS: &str = "coefficients.svg";

/// Draws the vorticity around the sphere, with the time in the file's name.
pub(super) fn draw_vorticity(directory: &Path, snapshot: &Snapshot) -> Result<(), OutputError> {
    let plots = directory.join(PLOTS);
    atomic::make_directory(&plots)?;
    let name = format!("vorticity-{:.3}ms.svg", 1e3 * snapshot.time);
    vorticity::figure(snapshot, &vorticity::Options::default()).write(&plots.join(name))
}

/// Removes the figures that an earlier run left in the directory.
pub(super) fn remove(directory: &Path) -> Result<(), OutputError> {
    let entries = std::fs::read_dir(directory.join(PLOTS)).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let vorticity = name.starts_with("vorticity-") && name.ends_with(".svg");
        if vorticity || name == COEFFICIENTS || MOTION.contains(&&*name) {
            std::fs::remove_file(&path).map_err(OutputError::io("remove", &path))?;
        }
    }
    Ok(())
}

/// Draws the force coefficients of a case in open liquid, and the path of a sphere that falls.
pub(super) fn draw_coefficients(directory: &Path, case: &Case, motion: &Trajectory) -> Result<(), OutputError> {
    if motion.len() < 3 {
        return Ok(());
    }
    let plots = directory.join(PLOTS);
    atomic::make_directory(&plots)?;
    let run = trajectory::Run { name: &case.name, trajectory: motion, diameter: case.sphere.diameter, bounces: &[] };
    let figure = path::figure(&run, false).filter(|_| case.release.start == Start::Falling);
    if let Some(figure) = figure {
        figure.write(&plots.join(PATH))?;
    }
    coefficients::figure(case, motion).write(&plots.join(COEFFICIENTS))
}

/// Draws gap and speed against time, forces against gap, and speed against gap.
pub(super) fn draw_motion(
    directory: &Path,
    name: &str,
    motion: &Trajectory,
    diameter: f64,
    bounces: &[Bounce],
) -> Result<(), OutputError> {
    if motion.len() < 2 {
        return Ok(());
    }
    let plots = directory.join(PLOTS);
    atomic::make_directory(&plots)?;
    let run = trajectory::Run { name, trajectory: motion, diameter, bounces };
    let [over_time, over_gap, of_forces, sideways] = MOTION.map(|name| plots.join(name));
    trajectory::figure(&[run], &[], trajectory::Clock::Release).write(&over_time)?;
    phase::figure(&[run]).write(&over_gap)?;
    if let Some(figure) = path::figure(&run, true) {
        figure.write(&sideways)?;
    }
    forces::figure(motion, diameter, forces::first_collision(motion, bounces)).write(&of_forces)
}
