//! The Stokes number on the x axis of a sweep's curves.

use super::results::APPROACH_IS;
use crate::output::OutputError;
use crate::output::table::Table;
use crate::run::quantities as q;
use wetbounce_figures::restitution::Stokes;

/// A Stokes number that may stand on the x axis, with its labels without and with the added mass.
type OnAxis = (q::ResultQuantity, [&'static str; 2]);
const BINARY: OnAxis = (
    q::STOKES_BINARY,
    [
        "Binary Stokes number St_{b} = ~{m}*~{V}/6π~{μr}*²; at a wall St",
        "Binary Stokes number with added mass, St_{b} (1 + ~{ρ}_{l}/2~{ρ}_{p}); at a wall St*",
    ],
);
const OWN: OnAxis = (
    q::STOKES,
    [
        "Stokes number St = ~{ρ}_{p}~{UD}/9~{μ}, ~{U} SPEED",
        "Stokes number St* = (~{ρ}_{p} + ~{ρ}_{l}/2)~{UD}/9~{μ}, ~{U} SPEED",
    ],
);

/// The x axis of curves.
pub(super) struct StokesAxis {
    /// The key of its quantity, without the added mass.
    pub(super) key: &'static str,
    pub label: String,
}

impl StokesAxis {
    /// The binary Stokes number where the table has it.
    pub fn of(table: &Table, stokes: Stokes) -> Result<Self, OutputError> {
        Ok(Self::with(if table.has(BINARY.0.key) { BINARY } else { OWN }, stokes, &speed(table)?))
    }

    fn with((of, labels): OnAxis, stokes: Stokes, speed: &str) -> Self {
        Self { key: of.key, label: labels[stokes as usize].replace("SPEED", speed) }
    }

    /// That of the sphere itself, made with the speed of approach.
    pub(super) fn own() -> Self {
        Self::with(OWN, Stokes::Plain, APPROACH)
    }
}

/// The words for the speed of a Stokes number where the runs do not have the same.
const APPROACH: &str = "of approach";

/// Which speed the Stokes numbers are made with, for the label of their axis.
fn speed(table: &Table) -> Result<String, OutputError> {
    let mut words = if table.has(APPROACH_IS) { table.text(APPROACH_IS)? } else { Vec::new() };
    words.retain(|word| !word.is_empty());
    words.dedup();
    let [one] = words[..] else { return Ok(APPROACH.to_owned()) };
    // A label has no room for how the speed was chosen.
    Ok(one.split(',').next().unwrap_or(one).to_owned())
}
