//! The error of a run's grid, from one more run on a coarser one.

use super::execute::{RunOptions, execute};
use super::failure::RunFailure;
use crate::case::{BandChoice, Case};
use std::path::Path;
use wetbounce_physics::model::Bounce;
use wetbounce_records::comparison::bands::BounceBand;

/// Fewest cells per diameter of a grid that means anything.
const COARSEST: u32 = 10;

/// Cells per diameter of a coarser grid than the case's, on which a search begins and which shows the grid's error: two
/// thirds; `None` where it would be too coarse to mean anything.
pub fn coarser(case: &Case) -> Option<u32> {
    Some(2 * case.problem.resolution.cells_per_diameter / 3).filter(|coarse| *coarse >= COARSEST)
}

/// Leaves out figures, report and pictures of a run whose numbers alone are asked for.
pub fn for_numbers(case: &mut Case) {
    (case.output.plots, case.output.report) = (false, false);
    case.output.vorticity_pictures.clear();
}

/// The error of the grid of a case that made the bounces `own`, from a run on `coarse` cells per diameter, which stays
/// below `out`.
///
/// # Errors
/// The run fails.
pub fn grid_error(
    case: &Case,
    own: &[Bounce],
    coarse: u32,
    out: &Path,
    quiet: bool,
) -> Result<Vec<BounceBand>, RunFailure> {
    let (cells, out) = (case.problem.resolution.cells_per_diameter, out.join(format!("grid-{coarse}")));
    let mut case = case.clone();
    (case.problem.resolution.cells_per_diameter, case.measurement) = (coarse, None);
    case.run.band = BandChoice::Off;
    for_numbers(&mut case);
    case.output.directory.clone_from(&out);
    let done = execute(&case, &RunOptions { out, fresh: false, quiet })?;
    Ok(BounceBand::of_grid(own, &done.summary.bounces, f64::from(cells) / f64::from(coarse)))
}
