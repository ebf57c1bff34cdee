//! Films judged by the five numbers of the two best documented bounces: the first apex at St 27 and its time, and three apexes at St 152.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::run::quantities as q;
use crate::study::RunResult;
use crate::study::workers::run_alone;
use serde::Deserialize;
use std::path::Path;

/// A film, with its contact and its wall.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFilm {
    /// Its name.
    pub name: String,
    /// Overrides `table.key=value` of both cases.
    #[serde(default)]
    pub set: Vec<String>,
}

/// One of the five numbers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// What it is.
    pub name: String,
    /// Its value, in diameters or milliseconds.
    pub value: f64,
    /// The error of its reading.
    pub error: f64,
}

/// Films and readings, the latter in the order of [`NUMBERS`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiveNumbers {
    /// The films.
    pub films: Vec<NamedFilm>,
    /// The five numbers.
    pub readings: Vec<Reading>,
}

/// Units of the five numbers.
pub const NUMBERS: [&str; 5] = ["D", "ms", "D", "D", "D"];

impl Experiment for FiveNumbers {
    /// Runs both cases with every film, and reports the five numbers, and how many of them lie within the errors of their readings.
    fn measure(&self, directory: &Path) -> Results {
        if self.readings.len() != NUMBERS.len() {
            return Err(ExperimentFailure::Case(format!("{} readings are five numbers", self.readings.len())));
        }
        let mut measured = Vec::new();
        for film in &self.films {
            let place = |case: &str| directory.join(film.name.replace([' ', ',', '.'], "-")).join(case);
            let run = |case: &str| -> Result<RunResult, ExperimentFailure> {
                let common = ["film.band=off", "output.plots=false", "output.report=false"].map(str::to_owned);
                let set = [&common[..], &film.set].concat();
                let case_run = CaseRun { case: case.into(), text: None, set, reference_speed: None };
                Ok(run_alone(case_run.case()?, &place(case))?)
            };
            let (slow, fast) = (run("gondret-st27")?, run("gondret-st152")?);
            let apex = |number| fast.shown(&q::APEX, number);
            let found = [slow.shown(&q::APEX, 0), slow.shown(&q::APEX_TIME, 0), apex(0), apex(1), apex(2)];
            let mut within = 0;
            for ((reading, unit), value) in self.readings.iter().zip(NUMBERS).zip(found) {
                let value = value.unwrap_or(f64::NAN);
                within += usize::from((value - reading.value).abs() <= reading.error);
                measured.push(Measured::new(format!("{}, {}", reading.name, film.name), unit, value));
            }
            measured.push(Measured::new(format!("of five, {}", film.name), "1", within as f64));
        }
        Ok(measured)
    }
}
