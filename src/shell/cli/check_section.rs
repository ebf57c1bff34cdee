//! The sections of the text of `check`: rows of a name and a value under a title.

use std::fmt::Write;

/// A row: its name and its value.
pub(super) type Row = (&'static str, String);

/// Adds `rows` to `text` under a `title`.
pub(super) fn section(text: &mut String, title: &str, rows: &[(&str, String)]) {
    let _ = writeln!(text, "\n{title}");
    for (name, value) in rows {
        let _ = writeln!(text, "  {name:<22} {value}");
    }
}
