//! Columns of a table of another program, by names and units that are asked for.

use crate::record::LeftOut;
use crate::sheet::Sheet;
use crate::table::Refused;
use crate::units::{Heading, one, parted, words};

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

/// How much of the unit asked for one of another unit is; `None` where that is another kind.
fn factor(unit: &str, wanted: &Wanted) -> Option<f64> {
    if wanted.unit == "1" || unit.is_empty() {
        return Some(1.0);
    }
    let ((times, own), (_, asked)) = (one(unit)?, one(&wanted.unit)?);
    let same = own.dimension == asked.dimension && own.diameters == asked.diameters && own.degrees == asked.degrees;
    same.then(|| times * own.value / asked.value)
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
        return Ok(Some((at, factor(&columns[at].unit, wanted).ok_or_else(unit)?)));
    }
    let asked = parted(&wanted.name).find(|(_, unit)| factor(unit, wanted).is_some_and(|factor| factor == 1.0));
    let asked = words(asked.map_or(&wanted.name, |(stem, _)| stem));
    let place = |(at, heading): (usize, &Heading)| {
        // The unit beside the name, or at its end.
        let beside = (!heading.unit.is_empty()).then(|| (heading.name.as_str(), heading.unit.clone()));
        let mut ways = beside.into_iter().chain(parted(&heading.name));
        ways.find_map(|(stem, unit)| Some((at, factor(&unit, wanted).filter(|_| words(stem) == asked)?)))
    };
    Ok(columns.iter().enumerate().find_map(place).filter(|_| wanted.unit != "1"))
}

/// The columns in a text.
///
/// # Errors
/// It holds no table, or a column that was named is not there or has a unit of another kind.
pub fn parse(text: &str, wanted: &[Wanted]) -> Result<Columns, Refused> {
    let of_words = wanted.iter().filter(|wanted| wanted.unit == "word").count();
    let sheet = Sheet::with_words(text, of_words).map_err(|problem| ("table", problem))?;
    let places = wanted.iter().map(|wanted| place(&sheet, wanted)).collect::<Result<Vec<_>, _>>();
    let places = places.map_err(|problem| ("header", problem))?;
    let is_word = |at: usize| wanted[at].unit == "word";
    let asked: Vec<usize> =
        (0..wanted.len()).filter(|at| !is_word(*at)).filter_map(|at| places[at].map(|place| place.0)).collect();
    let mut numbers = sheet.numbers(&asked);
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
                true => Cells::Words(sheet.texts(place, &numbers.lines).into_iter().map(str::to_owned).collect()),
                false => {
                    Cells::Numbers(columns.next().unwrap_or_default().into_iter().map(|value| factor * value).collect())
                }
            },
        )));
    }
    Ok(Columns { cells, lines: numbers.lines, left_out: numbers.left_out, names: sheet.names() })
}
