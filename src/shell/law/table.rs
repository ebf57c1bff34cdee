//! The table alone, for codes of one's own.

use super::host::{Host, HostLines};

pub(super) const HOST: Host = Host {
    word: "table",
    about: "the table with Davis' form, as CSV",
    extension: "csv",
    once: "whatever else your code takes at a contact: damping, lubrication, a dry restitution",
    write: |_| HostLines { columns: Vec::new(), said: Vec::new(), lines: String::new() },
};
