//! What a run will take.

use std::fmt;
use std::time::Duration;

/// Size and duration expected of a run, as `check` prints them.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Cells in r and z.
    pub cells: [usize; 2],
    /// Time steps.
    pub steps: u64,
    /// Wall-clock time on this machine.
    pub wall: Duration,
    /// Memory, bytes.
    pub memory: u64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [radial, axial] = self.cells;
        writeln!(out, "  cells                  {radial} x {axial} = {}", radial * axial)?;
        writeln!(out, "  steps                  about {}", self.steps)?;
        writeln!(out, "  wall-clock time        about {:.3} s", self.wall.as_secs_f64())?;
        writeln!(out, "  memory                 about {:.1} MB", self.memory as f64 / 1e6)
    }
}
