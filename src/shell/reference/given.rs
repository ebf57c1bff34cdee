//! What is given of another program: settings of the command line, and rows of values.

use super::{Coordinate, Reference};
use crate::case::Theirs;

/// What the command line says of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// How it is read, and what makes it dimensionless.
    pub(super) theirs: Theirs,
    /// Diameter of a second sphere \[m\].
    pub(super) second: Option<f64>,
    /// Coordinates that all rows have.
    pub(super) fixed: Vec<(String, Coordinate)>,
    /// Columns of axes and quantities.
    pub(super) called: Vec<(String, String)>,
}

impl Said {
    /// That of settings `key=value`: keys of [`Theirs`], and names of axes and quantities of the reference, whose value is a column in quotes or a coordinate.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn of(settings: &[String], reference: &Reference) -> Result<Self, crate::case::CaseError> {
        let mut said = Self::default();
        let mut others = Vec::new();
        for setting in settings {
            let (key, value) =
                setting.split_once('=').map_or((setting.as_str(), ""), |(key, value)| (key.trim(), value.trim()));
            let axis = reference.axes().find(|axis| axis.name == key);
            let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            match (axis, quoted) {
                (Some(axis), quoted) if axis.is_word() => {
                    said.fixed.push((axis.name.clone(), Coordinate::Word(quoted.unwrap_or(value).to_owned())));
                }
                (Some(axis), None) if value.parse::<f64>().is_ok() => {
                    said.fixed.push((axis.name.clone(), Coordinate::Number(value.parse().unwrap_or(f64::NAN))));
                }
                (Some(_), _) => said.called.push((key.to_owned(), quoted.unwrap_or(value).to_owned())),
                (None, _) if reference.quantities().any(|quantity| quantity.name == key) => {
                    said.called.push((key.to_owned(), quoted.unwrap_or(value).to_owned()));
                }
                _ => others.push(setting.clone()),
            }
        }
        (said.theirs, said.second) = Theirs::alone(&others, reference.statement.trajectory.is_none())?;
        Ok(said)
    }
}

/// A row of theirs before it is compared.
pub(super) struct Given {
    /// Its line in the file, from one.
    pub(super) line: usize,
    /// Coordinates of axes.
    pub(super) place: Vec<(String, Coordinate)>,
    /// Values by quantity.
    pub(super) values: Vec<(String, f64)>,
    /// Their standard uncertainty over them.
    pub(super) uncertainty: f64,
    /// A part of it in their unit.
    pub(super) sigma: f64,
}
