//! What an entry states of a reference.

use super::formula::Formula;
use super::trajectory::Trajectory;
use crate::output::table::Table;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Where the values of a reference are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// An exact solution.
    Exact,
    /// Computed values whose numerical uncertainty is known.
    Converged,
    /// Experiments.
    Measured,
}

impl fmt::Display for Basis {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Exact => "exact",
            Self::Converged => "converged",
            Self::Measured => "measured",
        })
    }
}

/// A column: name, unit (`1` without one, `word` for text) and meaning.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "[String; 3]")]
pub struct Column {
    /// Its name in `reference.csv`.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// What it is.
    pub meaning: String,
}

impl From<[String; 3]> for Column {
    fn from([name, unit, meaning]: [String; 3]) -> Self {
        Self { name, unit, meaning }
    }
}

impl Column {
    /// Whether its cells are words.
    pub fn is_word(&self) -> bool {
        self.unit == "word"
    }
}

/// The figure: columns of its axes, which of the two are logarithmic, the axis whose values part the rows into curves,
/// and columns that are drawn together.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Column and label of the x axis.
    pub x: [String; 2],
    /// Column and label of the y axis.
    pub y: [String; 2],
    /// The axes that are logarithmic, `x` and `y`.
    #[serde(default)]
    pub log: Vec<String>,
    /// The axis of the curves, if there are several, and how the legend calls it; empty where the words of the axis say
    /// enough.
    pub curves: Option<[String; 2]>,
    /// Columns over the same axis with their names in the legend, that of y among them; empty where y is alone.
    #[serde(default)]
    pub series: Vec<[String; 2]>,
    /// Only rows with this word in this column.
    pub only: Option<[String; 2]>,
}

/// The part `[reference]` of an entry. Texts are in Markdown.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The name under which it is given away; that of its formula or of its table.
    pub name: String,
    /// The problem in a line.
    pub title: String,
    /// Where the values are from.
    pub basis: Basis,
    /// The problem in SI units.
    pub problem: String,
    /// The problem in numbers without dimension.
    pub dimensionless: String,
    /// What to run.
    pub run: String,
    /// What to write down.
    pub write_down: String,
    /// Which resolution is fair.
    pub resolution: String,
    /// How the uncertainties were had.
    pub uncertainty: String,
    /// Which inputs the source leaves open, and what they move; where there are such inputs.
    pub band: Option<String>,
    /// The command that writes the values again, or holds this program against them.
    pub command: String,
    /// Source of the values.
    pub source: String,
    /// The columns of the values, in order.
    pub columns: Vec<Column>,
    /// Which of them are axes.
    axes: Vec<String>,
    /// Which of them are inputs that belong to a row, and no values.
    #[serde(default)]
    inputs: Vec<String>,
    /// The rows of a formula: the values of each axis; every combination is a row.
    #[serde(default)]
    points: BTreeMap<String, Vec<f64>>,
    /// How a motion gives its values, where one does.
    pub trajectory: Option<Trajectory>,
    /// The figure.
    pub figure: Drawn,
}

/// How the names of columns end that belong to another one.
const PARTS: [&str; 3] = ["_uncertainty", "_low", "_high"];
/// The uncertainty of the first quantity.
const FIRST: &str = "uncertainty";

impl Statement {
    pub(super) fn axes(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| self.axes.contains(&column.name))
    }

    pub(super) fn quantities(&self) -> impl Iterator<Item = &Column> {
        let part = |name: &str| name == FIRST || PARTS.iter().any(|part| name.ends_with(part));
        let given = move |name: &String| self.axes.contains(name) || self.inputs.contains(name);
        let value = move |column: &&Column| !given(&column.name) && !column.is_word();
        self.columns.iter().filter(value).filter(move |column| !part(&column.name))
    }

    /// The column of the uncertainty of a quantity.
    pub(super) fn uncertainty_of(&self, quantity: &str) -> String {
        match self.quantities().next() {
            Some(first) if first.name == quantity => FIRST.to_owned(),
            _ => format!("{quantity}{}", PARTS[0]),
        }
    }

    /// The columns of the band of a quantity.
    pub(super) fn band_of(&self, quantity: &str) -> [String; 2] {
        [1, 2].map(|part| format!("{quantity}{}", PARTS[part]))
    }

    /// The row of a formula at the values `at` of the axes, in their order.
    pub(super) fn row(&self, formula: &Formula, at: &[f64]) -> Option<Vec<f64>> {
        let (mut axes, found) = (at.iter(), (formula.at)(at)?);
        let mut found = found.into_iter();
        let is_axis = |column: &&Column| self.axes.contains(&column.name);
        self.columns.iter().map(|column| if is_axis(&column) { axes.next().copied() } else { found.next() }).collect()
    }

    /// A table with the columns stated.
    pub(super) fn read(&self, text: &str) -> Result<Table, String> {
        let table = Table::parse(Path::new(&format!("{}.csv", self.name)), text).map_err(|error| error.to_string())?;
        let stated: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        if table.columns() == stated {
            return Ok(table);
        }
        Err(format!(
            "the reference `{}` states the columns {stated:?}, and its table has {:?}",
            self.name,
            table.columns()
        ))
    }

    /// All rows of a formula: every combination of the points of its axes at which it holds. The first axis changes
    /// fastest.
    pub(super) fn rows_of(&self, formula: &Formula) -> Table {
        let mut places = vec![Vec::new()];
        for axis in self.axes().collect::<Vec<_>>().into_iter().rev() {
            let list = self.points.get(&axis.name).map_or(&[][..], Vec::as_slice);
            let with = |place: &Vec<f64>| list.iter().map(|at| [&[*at], &place[..]].concat()).collect::<Vec<_>>();
            places = places.iter().flat_map(with).collect();
        }
        let mut table = Table::new(self.columns.iter().map(|column| column.name.as_str()));
        for row in places.iter().filter_map(|place| self.row(formula, place)) {
            table.push(row.into_iter().map(shortest));
        }
        table
    }
}

/// The shortest text that reads back to the same bits, with a power of ten where the number is very small or large.
fn shortest(value: f64) -> String {
    if value != 0.0 && !(1e-4..1e7).contains(&value.abs()) { format!("{value:e}") } else { format!("{value}") }
}
