//! Films judged by the six numbers of the two best documented bounces: the first apex at St 27 and its time, and four
//! apexes at St 152.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use crate::run::quantities as q;
use crate::study::RunResult;
use crate::study::workers::run_alone;
use serde::Deserialize;
use std::path::Path;
use wetbounce_figures::xy::{self, XyOptions};
use wetbounce_figures::{Figure, Scale};

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

/// One of the six numbers, as measured.
#[derive(Debug, Clone, PartialEq)]
pub struct BounceNumber {
    /// Its key.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its value in that unit.
    pub value: f64,
    /// The error of its reading.
    pub error: f64,
}

/// Key, name, bounce and quantity of the six numbers, the latter two as in the reference `gondret`.
const NUMBERS: [[&str; 4]; 6] = [
    ["apex_st27", "apex at St 27", "st27", "apex 1"],
    ["apex_time_st27", "its time", "st27", "apex time 1"],
    ["apex_1_st152", "apex 1 at St 152", "st152", "apex 1"],
    ["apex_2_st152", "apex 2", "st152", "apex 2"],
    ["apex_3_st152", "apex 3", "st152", "apex 3"],
    ["apex_4_st152", "apex 4", "st152", "apex 4"],
];

/// The table of the reference `gondret`.
const GONDRET: &str = include_str!("../references/gondret.csv");

/// The six numbers as measured, from the reference `gondret`.
///
/// # Panics
/// If the table has no such row.
pub fn readings() -> [BounceNumber; 6] {
    let table = Table::parse(Path::new("gondret.csv"), GONDRET).expect("the table of a reference");
    let words = |column| table.text(column).expect("a column of the table");
    let numbers = |column| table.numbers(column).expect("a column of the table");
    let (bounces, quantities, units) = (words("bounce"), words("quantity"), words("unit"));
    let (values, errors) = (numbers("measured"), numbers("uncertainty"));
    NUMBERS.map(|[key, name, bounce, quantity]| {
        let row = (0..bounces.len()).find(|row| bounces[*row] == bounce && quantities[*row] == quantity);
        let row = row.expect("a row of the table");
        let unit = if units[row] == "ms" { "ms" } else { "D" };
        BounceNumber { key, name, unit, value: values[row], error: errors[row] }
    })
}

/// A film on walls of several thicknesses: a line of the map.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapLine {
    /// Its name.
    pub name: String,
    /// Overrides of both cases.
    pub set: Vec<String>,
    /// Thicknesses of the wall \[mm\], infinite where it is thick.
    pub thicknesses: Vec<f64>,
}

/// Films to be judged.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SixNumbers {
    /// The films.
    #[serde(default)]
    pub films: Vec<NamedFilm>,
    /// Lines of a map over the thickness of the wall, which is written as `map.csv`, and as `map-NAME.svg` for each
    /// number.
    #[serde(default)]
    pub map: Vec<MapLine>,
}

impl Experiment for SixNumbers {
    /// Runs both cases with every film, and reports the six numbers, and how many of them lie within the errors of
    /// their readings.
    fn measure(&self, directory: &Path) -> Results {
        let readings = readings();
        let mut measured = Vec::new();
        for film in &self.films {
            let found = self.numbers(film, directory)?;
            for (reading, value) in readings.iter().zip(found) {
                measured.push(Measured::new(reading.key, reading.unit, value).at(&[&film.name]));
            }
            measured.push(Measured::number("held", held(&readings, &found) as f64).at(&[&film.name]));
        }
        let mut rows = Vec::new();
        for line in &self.map {
            let mut most = 0;
            for thickness in &line.thicknesses {
                let on_plate = thickness.is_finite().then(|| format!("wall.thickness={thickness} mm"));
                let name = format!("{} on {thickness} mm", line.name);
                let film = NamedFilm { name, set: line.set.iter().cloned().chain(on_plate).collect() };
                let found = self.numbers(&film, directory)?;
                most = most.max(held(&readings, &found));
                rows.push((line.name.as_str(), *thickness, found));
            }
            measured.push(Measured::number("most_held", most as f64).at(&[&line.name]));
        }
        if !rows.is_empty() {
            let failed = |error: OutputError| ExperimentFailure::Case(error.to_string());
            atomic::write(&directory.join("map.csv"), table(&readings, &rows).to_csv()).map_err(failed)?;
            for (at, reading) in readings.iter().enumerate() {
                let file = format!("map-{}.svg", reading.name.replace(' ', "-"));
                atomic::write(&directory.join(file), self.figure(&readings, &rows, at).svg()).map_err(failed)?;
            }
        }
        Ok(measured)
    }
}

/// A film of the map, its wall's thickness \[mm\], and its six numbers.
type MapRow<'a> = (&'a str, f64, [f64; 6]);

/// How far the numbers are off their readings, in errors of these.
fn off(readings: &[BounceNumber; 6], found: &[f64; 6]) -> [f64; 6] {
    std::array::from_fn(|at| (found[at] - readings[at].value) / readings[at].error)
}

/// How many of the numbers lie within the errors of their readings.
fn held(readings: &[BounceNumber; 6], found: &[f64; 6]) -> usize {
    off(readings, found).iter().filter(|off| off.abs() <= 1.0).count()
}

/// Film, thickness, the six numbers, and how many of them are held.
fn table(readings: &[BounceNumber; 6], rows: &[MapRow]) -> Table {
    let numbers = readings.iter().map(|reading| format!("{} [{}]", reading.name, reading.unit));
    let names: Vec<String> =
        ["film", "thickness [mm]"].map(str::to_owned).into_iter().chain(numbers).chain(["held".to_owned()]).collect();
    let mut table = Table::new(names.iter().map(String::as_str));
    for (name, thickness, found) in rows {
        let cells = [(*name).to_owned(), thickness.to_string()].into_iter();
        let held = std::iter::once(held(readings, found).to_string());
        table.push(cells.chain(found.iter().map(|value| format!("{value:.4}"))).chain(held));
    }
    table
}

impl SixNumbers {
    /// The six numbers of a film, NaN where there is none.
    fn numbers(&self, film: &NamedFilm, directory: &Path) -> Result<[f64; 6], ExperimentFailure> {
        let place = |case: &str| directory.join(film.name.replace([' ', ',', '.', '/'], "-")).join(case);
        let run = |case: &str, bounces: u32| -> Result<RunResult, ExperimentFailure> {
            let bounces = format!("run.bounces={bounces}");
            let common = ["film.band=off", "output.plots=false", "output.report=false", &bounces].map(str::to_owned);
            Ok(run_alone(CaseRun::shipped(case, common.iter().chain(&film.set)).case()?, &place(case))?)
        };
        let (slow, fast) = (run("gondret-st27", 1)?, run("gondret-st152", 4)?);
        let apex = |number| fast.shown(&q::APEX, number);
        let found = [slow.shown(&q::APEX, 0), slow.shown(&q::APEX_TIME, 0), apex(0), apex(1), apex(2), apex(3)];
        Ok(found.map(|value| value.unwrap_or(f64::NAN)))
    }

    /// How far the number at this place is off its reading, in errors of the reading, over one over the thickness of
    /// the wall.
    fn figure(&self, readings: &[BounceNumber; 6], rows: &[MapRow], at: usize) -> Figure {
        let series = |line: &'_ MapLine| {
            let of_line = rows.iter().filter(|(name, ..)| *name == line.name);
            of_line.map(|(_, thickness, found)| (1.0 / thickness, off(readings, found)[at])).collect()
        };
        let options = XyOptions {
            x: "One over the thickness of the wall (1/mm)",
            group: Some(""),
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
            joined: true,
        };
        let deviation = format!("{} − reading (errors)", readings[at].name);
        let series = self.map.iter().map(|line| (line.name.as_str(), series(line))).collect();
        xy::figure(vec![(&deviation, series)], &options)
    }
}
