//! The observers of a run, which write on the way, each a file of its own.
//!
//! | observer | what it leaves |
//! |---|---|
//! | [`trajectory`] | `trajectory.csv`, or its rows in memory |
//! | [`fields`] | fields for ParaView |
//! | [`pictures`] | pictures of the vorticity |
//! | [`animation`] | the frames of the report's animation |
//! | [`progress`] | lines on the terminal |
//!
//! Two more wrap or follow them: checkpoints ([`Saver`](super::checkpoint::Saver)), and the branches of the film's band
//! ([`film_band`](super::film_band)). A new observer is a file here and an entry of `Observers` in
//! [`execute`](super::execute()), whose one list is shown every step, written and read.

pub(super) mod animation;
pub(super) mod fields;
pub(super) mod pictures;
pub(super) mod progress;
pub(super) mod trajectory;

use crate::output::OutputError;
use crate::run::RunFailure;
use wetbounce_physics::model::Failure;

/// A file that cannot be written, as the loop hands it on.
fn failed(error: OutputError) -> Failure {
    RunFailure::Output(error).into()
}
