//! How a verb can fail, and the exit code that says so.

use crate::case::{CaseError, InputError};
use miette::Diagnostic;

/// Failure of a verb.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum CliError {
    /// A case file or an override is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Case(#[from] CaseError),
    /// Something else the user gave is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Input(#[from] InputError),
    /// The run failed; the error says when, why, and what to try.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Failed(Box<dyn Diagnostic + Send + Sync>),
    /// The standard output cannot be written to.
    #[error("the output cannot be written: {0}")]
    Output(std::io::Error),
}

impl CliError {
    /// 2 for wrong input, 3 for a failed run; 0 when the reader of our output went away, which is no failure.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Case(_) | Self::Input(_) => 2,
            Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => 0,
            Self::Failed(_) | Self::Output(_) => 3,
        }
    }

    /// The error with its place, its causes and its advice, as it is shown.
    pub fn text(self) -> String {
        format!("{:?}", miette::Report::new(self))
    }

    /// Shows the error on the standard error, unless it is none to the user. Lines are broken for terminals alone.
    pub fn show(self) {
        use std::io::{IsTerminal, Write};
        if self.exit_code() != 0 {
            if !std::io::stderr().is_terminal() {
                let _the_first_form_stays = miette::set_hook(Box::new(|_| {
                    Box::new(miette::MietteHandlerOpts::new().wrap_lines(false).build())
                }));
            }
            let _ = writeln!(std::io::stderr(), "{}", self.text());
        }
    }
}
