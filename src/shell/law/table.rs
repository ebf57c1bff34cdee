//! The table alone, for codes of one's own.

use super::curve::short;
use super::davis::davis;
use super::host::{Host, HostLines, RestitutionLaw, Writes};

pub(super) const HOST: Host = Host {
    word: "table",
    about: "the table with Davis' form, as CSV",
    extension: "csv",
    once: "whatever else your code takes at a contact: damping, lubrication, a dry restitution",
    writes: Writes::Restitution(write),
};

fn write(RestitutionLaw { davis: form, stokes, restitution, .. }: &RestitutionLaw) -> HostLines {
    let by_form = davis(form.largest, form.critical, *stokes);
    let said = format!(
        "At St {} e = {} between the bounces, {} by Davis.",
        short(*stokes),
        short(*restitution),
        short(by_form)
    );
    HostLines { columns: Vec::new(), said: vec![said], lines: String::new() }
}
