//! A run beside the user's record: the comparison, its table and its figure.

use super::failure::RunFailure;
use super::files::{FIGURE, TABLE};
use super::occupant::Refused;
use crate::analysis::measurement::{self, Comparison, Computed, Record, RecordClock};
use crate::analysis::restitution::Bounce;
use crate::case::{Case, Measurement};
use crate::numerics::hermite::Moment;
use crate::output::table::Table;
use crate::output::{OutputError, atomic, record};
use crate::plot::measurement::figure;
use std::path::Path;

/// The record of a case, if it has one.
///
/// # Errors
/// The record cannot be read.
pub(super) fn record_of(case: &Case) -> Result<Option<Record>, Refused> {
    let read = |measurement: &Measurement| record::read(measurement, case.sphere.diameter);
    case.measurement.as_ref().map(read).transpose().map_err(|error| Refused {
        directory: case.measurement.as_ref().map(|m| m.file.clone()).unwrap_or_default(),
        why: format!("the record of [measurement] cannot be used: {error}"),
        advice: error.advice().into(),
    })
}

/// Compares a motion with the record of `measurement`, writes table and figure into `directory`, and returns what was found.
///
/// # Errors
/// The record cannot be read or compared, or a file cannot be written.
pub fn compare(
    measurement: &Measurement,
    motion: &[Moment],
    bounces: &[Bounce],
    diameter: f64,
    directory: &Path,
) -> Result<Comparison, OutputError> {
    let record = record::read(measurement, diameter)?;
    let computed = Computed { motion, bounces, diameter };
    let clock = RecordClock { start: measurement.clock, offset: measurement.offset };
    let file = measurement.file.display().to_string();
    let found = measurement::compare(&record, clock, &computed, &file).map_err(|error| OutputError::Format {
        path: measurement.file.clone(),
        place: "clock".into(),
        problem: error.to_string(),
        advice: "set measurement.clock to \"contact\", \"release\" or \"fitted\", and measurement.offset".into(),
    })?;
    table(&record, &computed, found.shift_s).write(&directory.join(TABLE))?;
    let plots = directory.join("plots");
    atomic::make_directory(&plots)?;
    figure(&record, &computed, found.shift_s).write(&plots.join(FIGURE))?;
    Ok(found)
}

/// As [`compare`], for the trajectory of a case that may have no record.
///
/// # Errors
/// As [`compare`].
pub(super) fn compare_run(
    case: &Case,
    motion: &[Moment],
    bounces: &[Bounce],
    directory: &Path,
) -> Result<Option<Comparison>, RunFailure> {
    let Some(measurement) = &case.measurement else { return Ok(None) };
    Ok(Some(compare(measurement, motion, bounces, case.sphere.diameter, directory)?))
}

/// Time of the run, measured and computed values; empty cells where the run has no such time.
fn table(record: &Record, computed: &Computed, shift: f64) -> Table {
    let mut columns = vec!["time_s"];
    if !record.gap.is_empty() {
        columns.extend(["gap_measured_m", "gap_computed_m"]);
    }
    if !record.velocity.is_empty() {
        columns.extend(["velocity_measured_m_s", "velocity_computed_m_s"]);
    }
    let mut table = Table::new(columns);
    for (row, time) in record.time.iter().map(|time| time + shift).enumerate() {
        let at = computed.at(time);
        let mut cells = vec![time.to_string()];
        let value = |computed: Option<f64>| computed.map_or(String::new(), |value| value.to_string());
        if let Some(gap) = record.gap.get(row) {
            cells.extend([gap.to_string(), value(at.map(|at| at.gap))]);
        }
        if let Some(velocity) = record.velocity.get(row) {
            cells.extend([velocity.to_string(), value(at.map(|at| at.velocity))]);
        }
        table.push(cells);
    }
    table
}

/// A comparison in sentences.
pub fn in_words(found: &Comparison, diameter: f64) -> Vec<String> {
    let mut lines = vec![format!(
        "compared with {}: clock from {}, time of the run = time of the record + {:.4} ms",
        found.file,
        found.clock,
        1e3 * found.shift_s
    )];
    let gap = if found.apex_time.is_some() { "height of the apexes" } else { "gap" };
    for (what, residuals, unit, scale) in [
        (gap, found.gap, "D", 1.0 / diameter),
        ("time of the apexes", found.apex_time, "ms", 1e3),
        ("velocity", found.velocity, "m/s", 1.0),
    ] {
        let Some(residuals) = residuals else { continue };
        let chi = residuals
            .reduced_chi_squared
            .map_or(String::from("no uncertainty given"), |chi| format!("reduced chi² {chi:.2}"));
        let out = match residuals.left_out {
            0 => String::new(),
            left_out => format!(", {left_out} outside of the run"),
        };
        lines.push(format!(
            "{what}: rms {:.4} {unit}, mean {:+.4} {unit}, largest {:.4} {unit}, {chi} ({} points{out})",
            scale * residuals.rms,
            scale * residuals.mean,
            scale * residuals.largest,
            residuals.points
        ));
    }
    for apex in &found.apexes {
        lines.push(format!(
            "apex {}: {:.4} D computed, {:.4} D measured ({:+.1} %); {:.2} ms after contact, {:.2} ms measured",
            apex.bounce,
            apex.computed_m / diameter,
            apex.measured_m / diameter,
            100.0 * (apex.computed_m / apex.measured_m - 1.0),
            1e3 * apex.computed_s,
            1e3 * apex.measured_s
        ));
    }
    if let Some(pair) = &found.restitution {
        let how = if pair.read_off { "both read off at the record's times" } else { "given" };
        let deviations =
            pair.deviations.map_or(String::new(), |deviations| format!(", {deviations:+.1} uncertainties"));
        lines.push(format!(
            "restitution: {:.4} computed, {:.4} measured ({how}{deviations})",
            pair.computed, pair.measured
        ));
    }
    lines
}
