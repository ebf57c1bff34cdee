//! Reads a record of a measured motion: a table whose columns carry their units.
//!
//! A column's unit is part of its name: `time_ms`, `gap_mm`, `velocity_m_s`, `gap_over_d`, or `t (ms)`, `h [mm]`.

use super::table::Table;
use super::{OutputError, error};
use crate::analysis::measurement::{Record, Uncertainty};
use crate::case::{Measurement, Rows};
use crate::quantity::{Kind, LENGTH, Quantity, SPEED, TIME};
use std::path::Path;

/// Reads the record that `measurement` describes; gaps in diameters are multiplied by `diameter` \[m\].
///
/// # Errors
/// The file cannot be read, a column is missing or has no unit, or the times do not increase.
pub fn read(measurement: &Measurement, diameter: f64) -> Result<Record, OutputError> {
    let path = &measurement.file;
    let table = Table::read(path)?;
    let find = |asked: &Option<String>, words: [&str; 2], kind: &'static Kind| -> Result<Vec<f64>, OutputError> {
        let name = match asked {
            Some(name) => name,
            None => match table.columns().iter().find(|column| is_called(column, words)) {
                Some(column) => column,
                None => return Ok(Vec::new()),
            },
        };
        let values = table.numbers(name)?;
        let scale = unit_of(name, kind, diameter).map_err(|problem| format(path, name, problem))?;
        Ok(values.into_iter().map(|value| value * scale).collect())
    };
    let record = Record {
        time: find(&measurement.time, ["time", "t"], &TIME)?,
        gap: find(&measurement.gap, ["gap", "h"], &LENGTH)?,
        velocity: find(&measurement.velocity, ["velocity", "v"], &SPEED)?,
        apexes: measurement.rows == Rows::Apexes,
        restitution: measurement.restitution,
        uncertainty: Uncertainty {
            gap: measurement.gap_uncertainty,
            velocity: measurement.velocity_uncertainty,
            time: measurement.time_uncertainty,
            restitution: measurement.restitution_uncertainty,
        },
    };
    checked(path, record)
}

fn checked(path: &Path, record: Record) -> Result<Record, OutputError> {
    if record.time.is_empty() {
        return Err(format(path, "time", "there is no column of times, or it is empty".into()));
    }
    if record.gap.is_empty() && record.velocity.is_empty() {
        return Err(format(path, "gap", "there is neither a column of gaps nor one of velocities".into()));
    }
    if record.apexes && record.gap.is_empty() {
        return Err(format(path, "gap", "rows that are apexes need a column of gaps".into()));
    }
    if let Some(row) = (1..record.time.len()).find(|&row| record.time[row] <= record.time[row - 1]) {
        return Err(format(path, &format!("row {}", row + 1), "the times do not increase".into()));
    }
    let odd = [&record.time, &record.gap, &record.velocity].into_iter().flatten().any(|value| !value.is_finite());
    if odd {
        return Err(format(path, "values", "a number is not finite".into()));
    }
    Ok(record)
}

fn format(path: &Path, place: &str, problem: String) -> OutputError {
    error::OutputError::Format {
        path: path.to_path_buf(),
        place: place.into(),
        problem,
        advice:
            "name the columns with their units, such as time_ms, gap_mm, gap_over_d, velocity_m_s, t (ms), h [mm]; or \
                 name them in [measurement]: time, gap, velocity"
                .into(),
    }
}

/// Whether a column is called by one of the words, its unit aside.
fn is_called(column: &str, [long, short]: [&str; 2]) -> bool {
    let name = column.trim().to_lowercase();
    name.starts_with(long) || name.split(['_', ' ', '(', '[']).next() == Some(short)
}

/// The SI value of the unit in a column's name: what brackets hold, or what follows an underscore.
fn unit_of(column: &str, kind: &'static Kind, diameter: f64) -> Result<f64, String> {
    if column.to_lowercase().ends_with("_over_d") && kind.dimension == LENGTH.dimension {
        return Ok(diameter);
    }
    let bracketed = column.split_once(['(', '[']).and_then(|(_, rest)| rest.split([')', ']']).next());
    let underscored = || column.match_indices('_').map(|(place, _)| column[place + 1..].replace("_s", "/s"));
    let candidates: Vec<String> = bracketed.map(str::to_owned).into_iter().chain(underscored()).collect();
    let quantity = |unit: &String| Quantity::parse(&format!("1 {unit}")).ok();
    let fitting = candidates.iter().filter_map(quantity).find(|found| found.dimension == kind.dimension);
    match fitting.and_then(|found| found.si(Some(diameter)).ok()) {
        Some(scale) => Ok(scale),
        None => Err(format!("the column `{column}` does not say its unit; it should be {} ({})", kind.name, kind.si)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_says_its_unit_in_brackets_or_after_an_underscore() {
        for (column, kind, scale) in [
            ("time_ms", &TIME, 1e-3),
            ("t (s)", &TIME, 1.0),
            ("h [um]", &LENGTH, 1e-6),
            ("gap_over_d", &LENGTH, 3e-3),
            ("h/D (D)", &LENGTH, 3e-3),
            ("velocity_m_s", &SPEED, 1.0),
            ("v_mm_s", &SPEED, 1e-3),
            ("v (cm/s)", &SPEED, 1e-2),
        ] {
            let found = unit_of(column, kind, 3e-3).unwrap();
            assert!((found / scale - 1.0).abs() < 1e-15, "{column}: {found}");
        }
        for (column, kind) in [("t", &TIME), ("gap", &LENGTH), ("gap_ms", &LENGTH), ("v_mm", &SPEED)] {
            assert!(unit_of(column, kind, 3e-3).is_err(), "{column}");
        }
    }
}
