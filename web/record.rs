//! A record that was dropped on the page: read by itself, and set beside a motion.

use crate::motion::Motion;
use crate::text::{CaseText, Problem};
use serde::Serialize;
use std::path::Path;
use wetbounce_case::{Files, InputError, Measurement, NoFiles};
use wetbounce_physics::remark::Remarks;
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops;
use wetbounce_records::bounce::measured_bounce::MeasuredBounce;
use wetbounce_records::bounce::pairing::paired;
use wetbounce_records::comparison::alignment::align;
use wetbounce_records::comparison::computed::Computed;
use wetbounce_records::comparison::measurement::{self, Comparison};
use wetbounce_records::record::{Column, LeftOut, Record};
use wetbounce_records::stated::Reader;
use wetbounce_records::tables;

/// A file that was dropped on the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Dropped {
    name: String,
    text: String,
}

impl Dropped {
    /// The file `name` with these bytes; `None` without a name.
    pub fn of(name: &str, bytes: Vec<u8>) -> Option<Self> {
        (!name.is_empty()).then(|| Self { name: name.to_owned(), text: tables::decoded(bytes) })
    }

    fn is_at(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == self.name.as_str())
    }
}

impl Files for Dropped {
    fn text(&self, path: &Path) -> Result<String, InputError> {
        if self.is_at(path) { Ok(self.text.clone()) } else { NoFiles.text(path) }
    }

    fn has(&self, path: &Path) -> bool {
        self.is_at(path)
    }
}

/// What a record shows, beside a motion.
#[derive(Serialize)]
pub struct RecordAnswer {
    /// Its name.
    name: String,
    /// What each of its drops shows by itself.
    drops: Vec<DropAnswer>,
    /// The columns that were read.
    columns: Vec<Column>,
    /// Rows that were left out, and why.
    left_out: Vec<LeftOut>,
    /// Reasons to doubt it.
    #[serde(flatten)]
    remarks: Remarks,
    /// Beside the motion; `None` where they cannot be set beside each other.
    comparison: Option<Comparison>,
    /// Why not.
    not_compared: Option<String>,
    /// The drops, with their times on the clock of the motion.
    #[serde(skip)]
    pub shown: Vec<Record>,
}

/// What a drop shows.
#[derive(Serialize)]
struct DropAnswer {
    drop: String,
    bounces: Vec<MeasuredBounce>,
    medium_reason: String,
    unread: Vec<String>,
}

impl RecordAnswer {
    /// The record that the case names, beside a motion; `None` where it names none.
    ///
    /// # Errors
    /// It was not dropped on the page, or cannot be read.
    pub fn of(case: &CaseText<'_>, motion: &Motion) -> Result<Option<Self>, Vec<Problem>> {
        let Some(measurement) = &motion.case.measurement else { return Ok(None) };
        let Some((path, file)) =
            measurement.file.first().zip(case.file.as_ref()).filter(|(path, file)| file.is_at(path))
        else {
            return Ok(None);
        };
        let lengths = motion.case.lengths();
        let read = tables::read_text(path, &file.text, &measurement.layout(), Some(lengths));
        let drops = read.map_err(|error| vec![error.into()])?;
        Ok(Some(Self::beside(motion, measurement, drops)))
    }

    fn beside(motion: &Motion, measurement: &Measurement, drops: Vec<Record>) -> Self {
        let setting = motion.case.reading();
        let readings = drops::of_all(&drops, setting);
        let mut bounces: Vec<Vec<MeasuredBounce>> = readings.iter().map(|reading| reading.bounces.clone()).collect();
        paired(&mut bounces);
        let computed = Computed { motion: &motion.moments, bounces: &motion.bounces, lengths: motion.case.lengths() };
        let aligned = align(&drops, &readings, measurement.origin(), &computed);
        let compared = aligned.as_ref().map_err(|error| *error);
        let compared =
            compared.and_then(|aligned| measurement::compare(aligned, &readings, &computed, &measurement.called()));
        let shown = aligned.map_or_else(|_| Vec::new(), |aligned| aligned.drops);
        let left_out = drops::left_out(&drops, &readings);
        let remarks = doubts(&drops, &readings, &bounces, setting, Reader::BesideRun).into_iter().collect();
        let columns = drops.first().map_or_else(Vec::new, |drop| drop.columns.clone());
        let (comparison, not_compared) = match compared {
            Ok(comparison) => (Some(comparison), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let answers = drops.into_iter().zip(bounces).zip(readings).map(|((drop, bounces), reading)| DropAnswer {
            drop: drop.drop,
            bounces,
            medium_reason: reading.medium_reason,
            unread: reading.unread,
        });
        let drops = answers.collect();
        Self { name: measurement.called(), drops, columns, left_out, remarks, comparison, not_compared, shown }
    }
}
