//! The output of a verb on the terminal.

use super::CliError;
use std::cell::RefCell;
use std::io::Write;

thread_local! {
    /// The output on this thread, where a program that calls a verb wants to have it.
    static HEARD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Writes a result to the standard output, or to the program that [`hears`](hear) it.
///
/// # Errors
/// The output cannot be written to; a reader that went away counts as done (see [`CliError::exit_code`]).
pub fn say(text: &str) -> Result<(), CliError> {
    let heard = HEARD.with_borrow_mut(|heard| heard.as_mut().map(|heard| heard.push_str(text)));
    if heard.is_some() {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(CliError::Output)
}

/// [`say`]s a result, unless the user wants it `quiet`.
pub(super) fn say_unless(quiet: bool, text: &str) -> Result<(), CliError> {
    if quiet { Ok(()) } else { say(text) }
}

/// Does something, and returns its output on this thread as well, instead of writing it to the standard output.
pub fn hear<T>(act: impl FnOnce() -> T) -> (T, String) {
    HEARD.set(Some(String::new()));
    let done = act();
    (done, HEARD.take().unwrap_or_default())
}
