//! Columns of a table of another program, by names and units that are asked for.

use crate::record::LeftOut;
use crate::sheet::Sheet;
use crate::table::{TableError, text_of, wrong};
use crate::units::Heading;
use std::path::Path;
use wetbounce_physics::quantity::Quantity;

/// A column that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Its name, with its unit at the end perhaps: `time_s`.
    pub name: String,
    /// Its unit; `1` of pure numbers, `word` of words.
    pub unit: String,
    /// Name or number of the column that has it, where it was said.
    pub called: Option<String>,
}

/// Cells of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Cells {
    /// Numbers in the unit asked for, NaN where one is missing.
    Numbers(Vec<f64>),
    /// Words.
    Words(Vec<String>),
}

/// Columns that were found, each with what it is called there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Columns {
    /// In the order asked for; `None` where the table has no such column.
    pub cells: Vec<Option<(String, Cells)>>,
    /// Lines of the rows, from one.
    pub lines: Vec<usize>,
    /// Rows that were left out, and why.
    pub left_out: Vec<LeftOut>,
    /// Names of all columns of the table.
    pub names: String,
}

/// A name in small letters, without its unit at the end.
fn stem(name: &str, unit: &str) -> String {
    let lower = name.trim().to_lowercase();
    let unit = unit.to_lowercase().replace('/', "_").replace([' ', '^'], "_");
    lower.strip_suffix(&unit).map_or(lower.clone(), |rest| rest.trim_end_matches('_').to_owned())
}

/// How much of the unit asked for one of a column is; `None` where its own unit is another kind.
fn factor(heading: &Heading, wanted: &Wanted) -> Option<f64> {
    let of = |unit: &str| Quantity::parse(&format!("1 {unit}")).ok();
    if wanted.unit == "1" || heading.unit.is_empty() {
        return Some(1.0);
    }
    let (own, asked) = (of(&heading.unit)?, of(&wanted.unit)?);
    let same = own.dimension == asked.dimension && own.diameters == asked.diameters && own.degrees == asked.degrees;
    same.then(|| own.value / asked.value)
}

/// The place of a wanted column and its factor: the one it is said to be called, else that of its name, else that of its name with another unit.
fn place(sheet: &Sheet, wanted: &Wanted) -> Result<Option<(usize, f64)>, String> {
    let columns = sheet.columns();
    let named = |name: &str| {
        columns.iter().position(|heading| heading.names().any(|own| own.trim().eq_ignore_ascii_case(name)))
    };
    let by_name = match &wanted.called {
        None => named(&wanted.name),
        Some(called) => {
            let number = || called.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < columns.len());
            let missing = || format!("there is no column `{called}`; there are: {}", sheet.names());
            Some(named(called).or_else(number).ok_or_else(missing)?)
        }
    };
    if let Some(at) = by_name {
        let unit =
            || format!("the column `{}` is not in a unit of `{}` ({})", columns[at].shown(), wanted.name, wanted.unit);
        return Ok(Some((at, factor(&columns[at], wanted).ok_or_else(unit)?)));
    }
    let asked = stem(&wanted.name, &wanted.unit);
    for (at, heading) in columns.iter().enumerate() {
        // The unit beside the name, or the last part of it.
        let beside = (!heading.unit.is_empty()).then(|| heading.clone());
        let within = || {
            let ends = heading.name.match_indices('_').map(|(at, _)| at);
            let split = |at: usize| Heading {
                name: heading.name[..at].to_owned(),
                unit: heading.name[at + 1..].replace("_s", "/s"),
                ..Heading::default()
            };
            ends.map(split)
                .find(|heading| heading.name.eq_ignore_ascii_case(&asked) && factor(heading, wanted).is_some())
        };
        if let Some(found) = beside.filter(|found| found.name.trim().eq_ignore_ascii_case(&asked)).or_else(within)
            && wanted.unit != "1"
            && let Some(factor) = factor(&found, wanted)
        {
            return Ok(Some((at, factor)));
        }
    }
    Ok(None)
}

/// Reads the columns of a file.
///
/// # Errors
/// The file cannot be read or holds no table, or a column that was named is not there or has a unit of another kind.
pub fn read(path: &Path, wanted: &[Wanted]) -> Result<Columns, TableError> {
    let text = text_of(path)?;
    let of_words = wanted.iter().filter(|wanted| wanted.unit == "word").count();
    let sheet = Sheet::with_words(&text, of_words).map_err(|problem| wrong(path, "table", problem))?;
    let places = wanted.iter().map(|wanted| place(&sheet, wanted)).collect::<Result<Vec<_>, _>>();
    let places = places.map_err(|problem| wrong(path, "header", problem))?;
    let is_word = |at: usize| wanted[at].unit == "word";
    let asked: Vec<usize> =
        (0..wanted.len()).filter(|at| !is_word(*at)).filter_map(|at| places[at].map(|place| place.0)).collect();
    let mut numbers = sheet.numbers(&asked, None);
    let mut columns = std::mem::take(&mut numbers.columns).into_iter();
    let mut cells = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Some((place, factor)) = *place else {
            cells.push(None);
            continue;
        };
        let name = sheet.columns()[place].shown();
        cells.push(Some((
            name,
            match is_word(at) {
                true => Cells::Words(
                    sheet.numbers(&asked, Some(place)).labels.iter().map(|label| (*label).to_owned()).collect(),
                ),
                false => {
                    Cells::Numbers(columns.next().unwrap_or_default().into_iter().map(|value| factor * value).collect())
                }
            },
        )));
    }
    let left_out = numbers.left_out.into_iter();
    let left_out =
        left_out.map(|(line, rows, why)| LeftOut { drop: String::new(), line, rows, time_s: None, why }).collect();
    Ok(Columns { cells, lines: numbers.lines, left_out, names: sheet.names() })
}
