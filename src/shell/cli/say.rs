//! What a verb says on the terminal.

use super::CliError;
use std::io::Write;

/// Writes a result to the standard output.
///
/// # Errors
/// The output cannot be written to; a reader that went away counts as done (see [`CliError::exit_code`]).
pub fn say(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(CliError::Output)
}
