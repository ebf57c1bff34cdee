//! The run-up that runs of a sweep share.
//!
//! Until its start a sphere is led through the liquid and knows nothing of contact and film. Cases that are equal up to
//! there ([`Problem::of_run_up`]) come to their start in the same state. The first of them keeps it as a checkpoint,
//! and those that begin later start from it; the results of each are the bits that it has by itself.

use super::checkpoint::{self, Checkpoints};
use super::failure::RunFailure;
use super::files::is_checkpoint;
use crate::case::{Case, Hydrodynamics};
use crate::output::summary::fingerprint;
use std::ops::ControlFlow;
use std::path::Path;
use wetbounce_physics::contact::ContactLaw;
use wetbounce_physics::model::{Failure, Model, Observer};
use wetbounce_physics::problem::Problem;

/// The folder of a sweep for the states at the end of run-ups.
pub(crate) const FOLDER: &str = "run-ups";

/// What tells the run-up of a case from others; `None` where it has none that could be shared.
pub(crate) fn identity(case: &Case) -> Option<String> {
    let Problem { start, hydrodynamics, contact, .. } = &case.problem;
    let led = start.start.run_up() > 0.0 && *hydrodynamics == Hydrodynamics::Resolved;
    let kept = led && contact.is_given_by_keys();
    kept.then(|| fingerprint(format!("{} {:?}", checkpoint::VERSION, case.problem.of_run_up())))
}

/// The state of a case at the end of its run-up: an observer that keeps it, unless it is there.
pub(super) struct SharedRunUp(Checkpoints);

impl SharedRunUp {
    /// That of a case among those in `folder`.
    pub(super) fn of(case: &Case, folder: &Path) -> Option<Self> {
        let identity = identity(case)?;
        Some(Self(Checkpoints { folder: folder.join(&identity), identity }))
    }

    /// Puts a model at its first step into the state, if that is there.
    ///
    /// # Errors
    /// The state is there, but damaged.
    pub(super) fn recall(&self, model: &mut dyn Model) -> Result<(), RunFailure> {
        Ok(self.0.read(model, &mut []).map(drop)?)
    }
}

impl Observer for SharedRunUp {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        if model.sample().moment.time == 0.0 && checkpoint::headers(&self.0.folder).is_empty() {
            self.0.write(model, &mut [])?;
        }
        Ok(())
    }

    fn see(&mut self, _: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        Ok(ControlFlow::Continue(()))
    }
}

/// Removes the states in `folder`, which no run needs any more.
pub(crate) fn remove(folder: &Path) {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    for state in entries(folder) {
        for file in entries(&state.path()).filter(|file| is_checkpoint(&file.file_name().to_string_lossy())) {
            let _already_gone = std::fs::remove_file(file.path());
        }
        let _what_is_not_empty_stays = std::fs::remove_dir(state.path());
    }
    let _what_is_not_empty_stays = std::fs::remove_dir(folder);
}
