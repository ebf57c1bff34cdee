//! Values of a reference at a place.

use super::reference_table::Reference;
use super::statement::Column;
use crate::output::table::Table;

/// Where a value is asked for: a number or a word of an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Coordinate {
    /// A number in the unit of the axis.
    Number(f64),
    /// A word.
    Word(String),
}

impl From<f64> for Coordinate {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Coordinate {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

/// A value of a reference, in the unit of its column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value {
    /// The value.
    pub value: f64,
    /// Its numerical uncertainty, with that of the interpolation between rows.
    pub uncertainty: f64,
    /// The band that unstated inputs leave open, where the reference has one.
    pub band: Option<[f64; 2]>,
    /// Whether it lies between the rows of a table.
    pub interpolated: bool,
}

/// Why a reference has no value at a place.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoValue {
    /// No such quantity.
    #[error("the reference `{reference}` has no quantity `{asked}`; it has {known}")]
    Quantity {
        /// The reference.
        reference: String,
        /// What was asked for.
        asked: String,
        /// Those that there are.
        known: String,
    },
    /// An axis without a coordinate, or one that there is not.
    #[error("the reference `{reference}` needs one coordinate for each of its axes: {axes}")]
    Axis {
        /// The reference.
        reference: String,
        /// Its axes.
        axes: String,
    },
    /// Outside of the range, or in a gap of the table.
    #[error("the reference `{reference}` has no value of `{quantity}` at {place}; {range}")]
    Range {
        /// The reference.
        reference: String,
        /// The quantity.
        quantity: String,
        /// Where it was asked for.
        place: String,
        /// Where there are values.
        range: String,
    },
}

/// So many values of an axis of a table are listed; of more, the lowest and the highest.
const LISTED: usize = 6;
/// Coordinates that differ by less than this, relatively, are the same.
const SAME: f64 = 1e-9;

impl Reference {
    /// The value of a `quantity` at a place: a coordinate for each axis. An axis on which all rows have one value may
    /// be left out. A formula is evaluated there; between the rows of a table the value is interpolated along one axis
    /// of numbers, by the cubic through four rows around the place. It stays between its neighbours where the four rise
    /// or fall.
    ///
    /// # Errors
    /// No such quantity or axis, or no value there.
    pub fn value(&self, quantity: &str, at: &[(&str, Coordinate)]) -> Result<Value, NoValue> {
        if !self.quantities().any(|column| column.name == quantity) {
            let known = self.quantities().map(|column| column.name.clone()).collect::<Vec<_>>().join(", ");
            return Err(NoValue::Quantity { reference: self.name().into(), asked: quantity.into(), known });
        }
        let place = self.place(at)?;
        let columns = [
            vec![quantity.to_owned(), self.statement.uncertainty_of(quantity)],
            self.statement.band_of(quantity).to_vec(),
        ]
        .concat();
        let outside = |range: String| NoValue::Range {
            reference: self.name().into(),
            quantity: quantity.into(),
            place: shown(&place),
            range,
        };
        let (cells, spread) = match self.formula {
            Some(formula) => {
                let number = |(_, at): &(String, Coordinate)| match at {
                    Coordinate::Number(at) => Some(*at),
                    Coordinate::Word(_) => None,
                };
                let numbers: Option<Vec<f64>> = place.iter().map(number).collect();
                let row = numbers.and_then(|numbers| self.statement.row(formula, &numbers));
                let row = row.ok_or_else(|| outside(format!("its rows reach from {}", self.extent())))?;
                let cell =
                    |name: &String| self.statement.columns.iter().position(|c| c.name == *name).map(|at| row[at]);
                (columns.iter().map(cell).collect::<Vec<_>>(), None)
            }
            None => {
                let rows = self.rows_at(&place, quantity).map_err(outside)?;
                let cell = |name: &String| self.table().has(name).then(|| rows.value(self.table(), name));
                let mut cells: Vec<Option<f64>> = columns.iter().map(cell).collect();
                cells[1] = self.table().has(&columns[1]).then(|| rows.largest(self.table(), &columns[1]));
                (cells, rows.spread(self.table(), quantity))
            }
        };
        let [value, uncertainty, low, high] = cells[..] else { unreachable!("four columns were asked for") };
        let band = low.zip(high).map(|(low, high)| [low, high]).filter(|band| band.iter().all(|end| end.is_finite()));
        Ok(Value {
            value: value.unwrap_or(f64::NAN),
            uncertainty: uncertainty.unwrap_or(f64::NAN) + spread.unwrap_or(0.0),
            band,
            interpolated: spread.is_some(),
        })
    }

    /// The number of a column, such as an input, in the first row at these coordinates of axes; `None` where there is
    /// none.
    pub fn input(&self, column: &str, at: &[(String, Coordinate)]) -> Option<f64> {
        let is_there = |row: usize| {
            at.iter().all(|(axis, at)| {
                let cell = self.table().text(axis).ok().and_then(|cells| cells.get(row).copied().map(str::to_owned));
                match at {
                    Coordinate::Word(word) => cell.is_some_and(|cell| cell.eq_ignore_ascii_case(word)),
                    Coordinate::Number(at) => cell.and_then(|cell| cell.parse::<f64>().ok()) == Some(*at),
                }
            })
        };
        let cells = self.table().numbers(column).ok()?;
        (0..cells.len()).find(|row| is_there(*row)).map(|row| cells[row])
    }

    /// A coordinate for each axis, in their order.
    fn place(&self, at: &[(&str, Coordinate)]) -> Result<Vec<(String, Coordinate)>, NoValue> {
        let axes = || self.axes().map(|axis| format!("{} [{}]", axis.name, axis.unit)).collect::<Vec<_>>().join(", ");
        let refused = || NoValue::Axis { reference: self.name().into(), axes: axes() };
        if at.iter().any(|(name, _)| !self.axes().any(|axis| axis.name == *name)) {
            return Err(refused());
        }
        let coordinate = |axis: &Column| {
            let given = at.iter().find(|(name, _)| *name == axis.name).map(|(_, at)| at.clone());
            let only = || {
                let first = self.only(&axis.name)?;
                Some(if axis.is_word() { first.into() } else { Coordinate::Number(first.parse().unwrap_or(f64::NAN)) })
            };
            Some((axis.name.clone(), given.or_else(only)?))
        };
        self.axes().map(coordinate).collect::<Option<Vec<_>>>().ok_or_else(refused)
    }

    /// The values of every axis, or the first and the last of many.
    fn extent(&self) -> String {
        let of = |axis: &Column| {
            let cells = self.table().text(&axis.name).unwrap_or_default();
            if axis.is_word() {
                let mut words: Vec<&str> = Vec::new();
                cells.iter().for_each(|cell| {
                    if !words.contains(cell) {
                        words.push(cell);
                    }
                });
                return format!("{}: {}", axis.name, words.join(", "));
            }
            let mut numbers: Vec<f64> = cells.iter().filter_map(|cell| cell.parse::<f64>().ok()).collect();
            numbers.sort_by(f64::total_cmp);
            numbers.dedup();
            match numbers[..] {
                [low, .., high] if self.is_formula() || numbers.len() > LISTED => {
                    format!("{} {low} to {high}", axis.name)
                }
                _ => format!("{} {}", axis.name, numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")),
            }
        };
        self.axes().map(of).collect::<Vec<_>>().join("; ")
    }

    /// The rows of the table that a value at a place is taken from.
    fn rows_at(&self, place: &[(String, Coordinate)], quantity: &str) -> Result<Rows, String> {
        let nothing = || format!("its rows have {}", self.extent());
        let known = self.table().numbers(quantity).map_err(|error| error.to_string())?;
        let mut rows: Vec<usize> = (0..known.len()).filter(|row| known[*row].is_finite()).collect();
        let mut between = None;
        for (axis, at) in place {
            let cells = self.table().text(axis).map_err(|error| error.to_string())?;
            let number = |row: usize| cells[row].parse::<f64>().unwrap_or(f64::NAN);
            let same = |row: &usize| match at {
                Coordinate::Word(word) => cells[*row].eq_ignore_ascii_case(word),
                Coordinate::Number(at) => (number(*row) - at).abs() <= SAME * at.abs(),
            };
            if rows.iter().any(same) {
                rows.retain(same);
            } else {
                match (at, between) {
                    (Coordinate::Number(at), None) => between = Some((axis.clone(), *at)),
                    _ => return Err(nothing()),
                }
            }
        }
        let Some((axis, at)) = between else {
            return rows.first().map(|row| Rows { weights: vec![(*row, 1.0, 1.0)], next: None }).ok_or_else(nothing);
        };
        let numbers = self.table().numbers(&axis).map_err(|error| error.to_string())?;
        rows.sort_by(|one, other| numbers[*one].total_cmp(&numbers[*other]));
        Rows::between(&rows, &numbers, at).ok_or_else(nothing)
    }
}

/// Rows with their weights in a value: by the cubic, and by the quadratic through the three nearest of them.
struct Rows {
    weights: Vec<(usize, f64, f64)>,
    /// The two rows next to the place, where it lies between rows.
    next: Option<[usize; 2]>,
}

impl Rows {
    /// The rows around `at`, in the order of the axis `numbers`; `None` outside of them, or where there are several at
    /// one place.
    fn between(rows: &[usize], numbers: &[f64], at: f64) -> Option<Self> {
        let x: Vec<f64> = rows.iter().map(|row| numbers[*row]).collect();
        let rising = x.windows(2).all(|pair| pair[1] > pair[0]);
        if !rising || x.len() < 4 || at < x[0] || at > x[x.len() - 1] {
            return None;
        }
        let scale = |x: f64| if numbers.iter().all(|x| *x > 0.0) { x.ln() } else { x };
        let above = x.partition_point(|x| *x < at);
        let first = above.saturating_sub(2).min(x.len() - 4);
        let nodes: Vec<f64> = x[first..first + 4].iter().map(|x| scale(*x)).collect();
        let at = scale(at);
        let furthest = if (at - nodes[0]).abs() > (at - nodes[3]).abs() { 0 } else { 3 };
        let weight = |own: usize, left_out: Option<usize>| {
            if Some(own) == left_out {
                return 0.0;
            }
            let others = (0..4).filter(|other| *other != own && Some(*other) != left_out);
            others.map(|other| (at - nodes[other]) / (nodes[own] - nodes[other])).product()
        };
        let weights = (0..4).map(|own| (rows[first + own], weight(own, None), weight(own, Some(furthest)))).collect();
        Some(Self { weights, next: Some([rows[above - 1], rows[above]]) })
    }

    /// The value of a column there. Where the rows rise or fall throughout, it does not leave the range of the two rows
    /// next to it.
    fn value(&self, table: &Table, column: &str) -> f64 {
        let cells = table.numbers(column).unwrap_or_default();
        let value: f64 = self.weights.iter().map(|(row, weight, _)| weight * cells[*row]).sum();
        let taken: Vec<f64> = self.weights.iter().map(|(row, ..)| cells[*row]).collect();
        let monotone = taken.is_sorted() || taken.is_sorted_by(|one, other| one >= other);
        match self.next.filter(|_| monotone) {
            Some([below, above]) => value.clamp(cells[below].min(cells[above]), cells[below].max(cells[above])),
            None => value,
        }
    }

    /// The largest of a column in the rows that take part.
    fn largest(&self, table: &Table, column: &str) -> f64 {
        let cells = table.numbers(column).unwrap_or_default();
        self.weights.iter().map(|(row, ..)| cells[*row]).fold(f64::NEG_INFINITY, f64::max)
    }

    /// How far cubic and quadratic are apart; `None` in a row.
    fn spread(&self, table: &Table, column: &str) -> Option<f64> {
        let cells = table.numbers(column).unwrap_or_default();
        let apart: f64 = self.weights.iter().map(|(row, cubic, quadratic)| (cubic - quadratic) * cells[*row]).sum();
        self.next.map(|_| apart.abs())
    }
}

fn shown(place: &[(String, Coordinate)]) -> String {
    let one = |(axis, at): &(String, Coordinate)| match at {
        Coordinate::Number(at) => format!("{axis} {at}"),
        Coordinate::Word(word) => format!("{axis} {word}"),
    };
    place.iter().map(one).collect::<Vec<_>>().join(", ")
}
