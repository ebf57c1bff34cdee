//! Lines on standard error that tell what the solver does.

use log::{LevelFilter, Log, Metadata, Record};
use std::io::Write;

/// The variable that asks for lines where the command line does not.
const VARIABLE: &str = "WETBOUNCE_LOG";

struct Lines;

impl Log for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("wetbounce")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let _closed_is_fine = writeln!(std::io::stderr(), "{}", record.args());
        }
    }

    fn flush(&self) {}
}

/// Begins to tell, as much as `verbose` or the environment asks for.
pub(super) fn begin(verbose: u8) {
    let asked = || std::env::var(VARIABLE).ok()?.parse().ok();
    let level = match verbose {
        0 => asked().unwrap_or(LevelFilter::Off),
        1 => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    };
    let _told_already = log::set_logger(&Lines);
    log::set_max_level(level);
}
