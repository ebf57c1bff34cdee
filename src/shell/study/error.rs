//! Errors of a sweep as a whole.

use crate::case::{CaseError, InputError};
use crate::output::OutputError;

/// Why a sweep cannot be done; failures of single runs are recorded in its table instead.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum SweepError {
    /// The plan or its base case is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Plan(#[from] CaseError),
    /// The directory or an option does not fit.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Refused(#[from] InputError),
    /// A file cannot be written or read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Output(#[from] OutputError),
    /// Slurm refused the job, or is not there.
    #[error("the job array was not submitted: {said}")]
    #[diagnostic(help("{help}"))]
    Slurm {
        /// The words of Slurm.
        said: String,
        /// Advice.
        help: String,
    },
}
