//! The interface of all runs, whatever moves the sphere: the flow, theory, or a film alone. [`execute`](super::execute()) knows no more of it.

use super::failure::RunFailure;
use super::figures;
use super::simulation::Simulation;
use crate::analysis::bounce_log::BounceLog;
use crate::case::Case;
use crate::numerics::hermite::Moment;
use crate::output::OutputError;
use crate::output::summary::{Ending, Summary};
use crate::plot::trajectory::PlottedRun;
use std::path::Path;

/// A sphere in motion.
pub trait Motion {
    /// Goes on by a step; whether there was one to take.
    ///
    /// # Errors
    /// A motion that cannot go on; it then stays where it was, or at the first bad step.
    fn advance(&mut self) -> Result<bool, RunFailure>;

    /// Time, gap and velocity now.
    fn moment(&self) -> Moment;

    /// Whether the sphere is still on the way to its start, of which nothing is recorded.
    fn in_run_up(&self) -> bool;

    /// Why the motion is over, if it is.
    fn ending(&self) -> Option<Ending>;

    /// The columns of the trajectory besides time, gap and velocity.
    fn columns(&self) -> Vec<String>;

    /// The values of these columns now.
    fn values(&self) -> Vec<f64>;

    /// Steps so far.
    fn steps(&self) -> u64;

    /// Collisions so far.
    fn bounces(&self) -> &BounceLog;

    /// Adds the part that only this kind of motion has to the summary of a run, in which steps, time and bounces are there.
    fn results(&self, summary: Summary) -> Summary;

    /// Begins anew, prepared for a longer time, where the motion came to no end in the one that it was prepared for; whether it does.
    ///
    /// # Errors
    /// A parameter refused.
    fn begin_anew(&mut self) -> Result<bool, RunFailure> {
        Ok(false)
    }

    /// The flow, for observers that show it.
    fn flow(&self) -> Option<&Simulation> {
        None
    }

    /// The flow, for checkpoints and branches of it; a motion without one is over before the first were due.
    fn flow_mut(&mut self) -> Option<&mut Simulation> {
        None
    }

    /// Writes the tables that this kind of motion alone has into `directory`.
    ///
    /// # Errors
    /// A file that cannot be written.
    fn write_tables(&self, _directory: &Path) -> Result<(), OutputError> {
        Ok(())
    }

    /// Draws the figures of the motion, which is `run`.
    ///
    /// # Errors
    /// A file that cannot be written.
    fn draw(&self, directory: &Path, case: &Case, run: &PlottedRun) -> Result<(), OutputError> {
        figures::draw(directory, case, run)
    }
}
