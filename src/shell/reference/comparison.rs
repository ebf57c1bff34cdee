//! Values of another program beside a reference: how far they are off, from where on, and what may be the cause.
//!
//! The table has the reference's own column names, or it is a motion with those of `trajectory.csv`. Every other table
//! is refused with the header that is needed.

use super::motion::{self, Motion};
use super::motion_values::{self, Values};
use super::settings::Settings;
use super::{Coordinate, NoValue, Reference};
use crate::analysis::deviation::{Compared, OffBelow, SHARES, common_factor, likely_cause, off_below};
use crate::case::InputError;
use crate::output::table::Table;
use crate::report::signed_share;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};
use wetbounce_figures::style::{SeriesStyle, size};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point};
use wetbounce_physics::quantity::NUMBER;

/// The axis and the quantity of references that are forces over gaps.
pub const GAP: &str = "gap_over_d";
pub const FORCE: &str = "force_over_stokes";
/// Rows of the table that a terminal is shown.
const SHOWN: usize = 16;

/// A value that was compared.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    /// The quantity.
    quantity: String,
    /// Names and coordinates of the axes.
    place: Vec<(String, Coordinate)>,
    value: Compared,
    /// Whether both differ by more than the validation uncertainty, and theirs lies outside of the band.
    apart: bool,
    band: Option<[f64; 2]>,
    line: usize,
}

/// Values of another program beside those of a reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    reference: String,
    title: String,
    source: String,
    file: PathBuf,
    /// Names and units of the columns that were read.
    columns: Vec<(String, String)>,
    rows: Vec<Row>,
    /// Rows that the reference has no value for: their line, and why.
    outside: Vec<(usize, String)>,
    /// Rows that are left out: the line of the first, how many, and why.
    left_out: Vec<(usize, usize, String)>,
    said: Vec<String>,
    /// Standard uncertainty of theirs over them; 0 where it is not given.
    uncertainty: f64,
    /// The axis over which values are off from somewhere on, where there is one.
    over: Option<String>,
    off: Vec<OffBelow>,
    cause: Option<String>,
}

/// The table in a file, of which a comparison takes these columns once each.
///
/// # Errors
/// It cannot be read, or a column stands in it twice; `needed` says which header it must have.
pub fn table(file: &Path, needed: &str) -> Result<Table, InputError> {
    let refused = |why: String| InputError::new(why).help(needed.to_owned());
    let table = Table::read(file).map_err(|error| refused(error.to_string()))?;
    let columns = table.columns();
    match (1..columns.len()).find(|at| columns[..*at].contains(&columns[*at])) {
        Some(at) => Err(refused(format!("`{}` has the column `{}` twice", file.display(), columns[at]))),
        None => Ok(table),
    }
}

/// Whether two digits of per cent show nothing of a share that is not zero.
fn is_tiny(share: f64) -> bool {
    share != 0.0 && share.abs() < 5e-5
}

impl Comparison {
    /// Compares the table in a file with a reference, under settings `key=value`.
    ///
    /// # Errors
    /// The table has not the columns of the reference, a setting is wrong, or the reference has no value at any of its
    /// rows.
    pub fn of(reference: &Reference, file: &Path, settings: &[String]) -> Result<Self, InputError> {
        let needed = header(reference);
        let table = table(file, &needed)?;
        let trajectory = reference.statement.trajectory.as_ref();
        let has_values = reference.quantities().any(|of| table.has(&of.name));
        let is_motion = !has_values && trajectory.is_some() && Motion::is_in(&table);
        if !(has_values || is_motion) {
            let (file, names) = (file.display(), table.columns().join(","));
            let message = format!("`{file}` has no quantity of `{}`; its columns are {names}", reference.name());
            return Err(InputError::new(message).help(needed));
        }
        let settings = Settings::of(settings, reference, is_motion, &needed)?;
        let mut found = Self {
            reference: reference.name().into(),
            title: reference.statement.title.clone(),
            source: reference.statement.source.trim().into(),
            file: file.to_path_buf(),
            columns: Vec::new(),
            rows: Vec::new(),
            outside: Vec::new(),
            left_out: Vec::new(),
            said: Vec::new(),
            uncertainty: settings.uncertainty,
            over: None,
            off: Vec::new(),
            cause: None,
        };
        let values = match trajectory {
            Some(trajectory) if is_motion => {
                let refused = |why| InputError::new(format!("`{}`: {why}", file.display())).help(needed);
                let motion = Motion::of(&table).map_err(refused)?;
                found.columns =
                    motion::COLUMNS.iter().filter(|name| table.has(name)).map(|name| named(name, "SI")).collect();
                let out = motion.left_out.map(|(rows, line)| (line, rows, "a cell holds no finite number".into()));
                found.left_out.extend(out);
                motion_values::values(reference, (trajectory, file), motion, settings, &mut found.said)?
            }
            _ => found.values(reference, &table, &settings, needed)?,
        };
        found.compare(reference, values)?;
        Ok(found)
    }

    /// The rows of a table with the columns of a reference.
    fn values(
        &mut self,
        reference: &Reference,
        table: &Table,
        settings: &Settings,
        needed: String,
    ) -> Result<Vec<Values>, InputError> {
        let refused = |why: String| InputError::new(why).help(needed.clone());
        let numbers = |name: &str| table.numbers(name).map_err(|error| refused(error.to_string()));
        let (mut axes, mut quantities) = (Vec::new(), Vec::new());
        for axis in reference.axes() {
            let (name, at) = (&axis.name, settings.coordinate(&axis.name));
            let cells: Vec<Coordinate> = match (table.has(name), at) {
                (true, Some(_)) => {
                    return Err(refused(format!("`{name}` stands in `{}` and in --set", self.file.display())));
                }
                (true, None) if axis.is_word() => {
                    table.text(name).unwrap_or_default().into_iter().map(Into::into).collect()
                }
                (true, None) => numbers(name)?.into_iter().map(Into::into).collect(),
                (false, Some(at)) => vec![at.clone(); table.rows().len()],
                (false, None) if reference.only(name).is_some() => continue,
                (false, None) => {
                    let message = format!(
                        "`{}` depends on {name} ({}), which `{}` does not have",
                        self.reference,
                        axis.meaning,
                        self.file.display()
                    );
                    return Err(
                        InputError::new(message).help(format!("{needed}; or give it for all rows with --set {name}=…"))
                    );
                }
            };
            if table.has(name) {
                self.columns.push(named(name, &axis.unit));
            }
            axes.push((name.clone(), cells));
        }
        for quantity in reference.quantities().filter(|quantity| table.has(&quantity.name)) {
            self.columns.push(named(&quantity.name, &quantity.unit));
            quantities.push((quantity.name.clone(), numbers(&quantity.name)?));
        }
        let mut all = Vec::new();
        for (row, line) in table.lines().iter().enumerate() {
            let place: Vec<_> = axes.iter().map(|(name, cells)| (name.clone(), cells[row].clone())).collect();
            let has_place = place.iter().all(|(_, at)| !matches!(at, Coordinate::Number(at) if !at.is_finite()));
            let finite = quantities.iter().filter(|(_, values)| values[row].is_finite());
            let values: Vec<(String, f64)> = finite.map(|(name, values)| (name.clone(), values[row])).collect();
            if values.is_empty() || !has_place {
                self.left_out.push((*line, 1, "a coordinate, or every value, is missing in this row".into()));
            } else {
                all.push(Values { line: *line, place, values, sigma: 0.0 });
            }
        }
        Ok(all)
    }

    /// Takes the reference's value at each row.
    fn compare(&mut self, reference: &Reference, values: Vec<Values>) -> Result<(), InputError> {
        for Values { line, place, values, sigma } in values {
            let at: Vec<(&str, Coordinate)> = place.iter().map(|(name, at)| (name.as_str(), at.clone())).collect();
            for (quantity, theirs) in values {
                match reference.value(&quantity, &at) {
                    Ok(value) => {
                        let own = (self.uncertainty * theirs.abs()).hypot(sigma);
                        let in_band = value.band.is_some_and(|[low, high]| (low..=high).contains(&theirs));
                        let compared = Compared {
                            at: first_number(&place),
                            theirs,
                            reference: value.value,
                            own_uncertainty: own / value.value.abs(),
                            uncertainty: (value.uncertainty / value.value).abs(),
                        };
                        self.rows.push(Row {
                            quantity,
                            place: place.clone(),
                            value: compared,
                            apart: !in_band && (theirs - value.value).abs() > (2.0 * own).hypot(value.uncertainty),
                            band: value.band,
                            line,
                        });
                    }
                    Err(refused @ NoValue::Range { .. }) => self.outside.push((line, refused.to_string())),
                    Err(refused) => {
                        return Err(InputError::new(refused.to_string())
                            .help("see `wetbounce reference NAME` for its axes and quantities"));
                    }
                }
            }
        }
        if self.rows.is_empty() {
            let why = self
                .outside
                .first()
                .map_or_else(|| "it has no rows".into(), |(line, why)| format!("line {line}: {why}"));
            return Err(InputError::new(format!(
                "no row of `{}` can be compared with `{}`: {why}",
                self.file.display(),
                self.reference
            ))
            .help("a reference is not carried on beyond its range"));
        }
        let varies = |name: &str| self.rows.iter().any(|row| coordinate(row, name) != coordinate(&self.rows[0], name));
        let axes: Vec<&super::Column> = reference.axes().filter(|axis| varies(&axis.name)).collect();
        let first = self.rows[0].quantity.clone();
        if let [axis] = axes[..]
            && !axis.is_word()
        {
            let name = axis.name.clone();
            self.rows.iter_mut().for_each(|row| {
                if let Some(Coordinate::Number(at)) = coordinate(row, &name).cloned() {
                    row.value.at = at;
                }
            });
            self.rows.sort_by(|a, b| {
                (a.quantity != first).cmp(&(b.quantity != first)).then(a.value.at.total_cmp(&b.value.at))
            });
            let values: Vec<Compared> = self.of_first().filter(|value| value.reference != 0.0).copied().collect();
            self.off = SHARES.iter().map(|share| off_below(&values, *share)).collect();
            let rest: Vec<(String, Coordinate)> =
                self.rows[0].place.iter().filter(|(key, _)| *key != name).cloned().collect();
            let at = |x: f64| {
                let mut at: Vec<(&str, Coordinate)> = vec![(name.as_str(), x.into())];
                at.extend(rest.iter().map(|(key, at)| (key.as_str(), at.clone())));
                reference.value(&first, &at).ok().map(|value| value.value)
            };
            let pairs: Vec<(f64, f64)> = values.iter().map(|value| (value.at, value.theirs)).collect();
            self.cause = match name == GAP {
                true => likely_cause(&pairs, at),
                false => common_factor(
                    &pairs,
                    at,
                    "the diameter (the radius for it makes 2, in an area 4), the speed, the density, and the unit",
                ),
            };
            self.over = Some(name);
        }
        Ok(())
    }

    fn of_first(&self) -> impl Iterator<Item = &Compared> {
        let first = &self.rows[0].quantity;
        self.rows.iter().filter(move |row| row.quantity == *first).map(|row| &row.value)
    }

    fn largest(&self) -> &Row {
        // Where the reference is zero there is no share of it.
        let by = |row: &&Row| if row.value.reference == 0.0 { -1.0 } else { row.value.relative().abs() };
        self.rows.iter().max_by(|a, b| by(a).total_cmp(&by(b))).unwrap_or(&self.rows[0])
    }

    /// The verdict.
    pub fn verdict(&self) -> String {
        let (name, file) = (&self.reference, self.file.display());
        if let Some(cause) = &self.cause {
            return format!("{file} is no solution of `{name}` as it was read. {cause}");
        }
        let largest = self.largest();
        let most = match largest.value.reference == 0.0 {
            true => NUMBER.brief(largest.value.theirs),
            false => share(largest.value.relative().abs()),
        };
        let place = match self.over.is_none() && self.rows.iter().any(|row| row.quantity != largest.quantity) {
            true => format!("{} at {}", largest.quantity, shown(&largest.place)),
            false => shown(&largest.place),
        };
        let apart = self.rows.iter().filter(|row| row.apart).count();
        let of = if self.rows.iter().any(|row| row.value.own_uncertainty > 0.0) {
            "the validation uncertainty"
        } else {
            "the uncertainty of the reference (that of yours is not known)"
        };
        let known = match (apart, self.rows.len()) {
            (0, 1) => format!("it agrees within {of}"),
            (1, 1) => format!("it differs by more than {of}"),
            (0, count) => format!("all {count} values agree within {of}"),
            (apart, count) => format!("{apart} of {count} values differ by more than {of}"),
        };
        match (&self.over, &self.off[..]) {
            (Some(over), [one, five, twenty]) => {
                let below = |off: &OffBelow| {
                    let back = if off.within > 0 {
                        format!(" ({} of {} values below are within)", off.within, off.of)
                    } else {
                        String::new()
                    };
                    off.below.map_or("nowhere".into(), |below| format!("below {over} = {}{back}", NUMBER.brief(below)))
                };
                format!(
                    "{file} is off from `{name}` by more than 1 % {}, by more than 5 % {}, by more than 20 % {}; at most by {most}, at {place}; {known}.",
                    below(one),
                    below(five),
                    below(twenty)
                )
            }
            _ => format!("{file} is off from `{name}` by at most {most}, at {place}; {known}."),
        }
    }

    /// What is said on a terminal.
    pub fn text(&self) -> String {
        let mut text =
            format!("{}: {}\n  {}\n\n", self.reference, self.title, self.source.lines().next().unwrap_or_default());
        let read: Vec<String> = self.columns.iter().map(|(name, unit)| format!("{name} [{unit}]")).collect();
        text += &format!("read: {}\n", read.join(", "));
        self.said.iter().for_each(|said| text += &format!("  {said}\n"));
        self.said_of_rows().iter().for_each(|said| text += &format!("  {said}\n"));
        let varies = |name: &str| self.rows.iter().any(|row| coordinate(row, name) != coordinate(&self.rows[0], name));
        let (differ, common): (Vec<_>, Vec<_>) = self.rows[0].place.iter().cloned().partition(|(name, _)| varies(name));
        if !common.is_empty() && !differ.is_empty() {
            text += &format!("\nat {}:", shown(&common));
        }
        text += &format!("\n{:>40} {:>13} {:>13} {:>10} {:>9}\n", "at", "yours", "reference", "deviation", "U_val");
        let every = self.rows.len().div_ceil(SHOWN);
        for row in self.rows.iter().step_by(every.max(1)) {
            let Compared { theirs, reference, .. } = row.value;
            let of = |place: &[(String, Coordinate)]| {
                place.iter().filter(|(name, _)| differ.is_empty() || varies(name)).cloned().collect::<Vec<_>>()
            };
            let at = if self.rows.iter().all(|other| other.quantity == row.quantity) {
                shown(&of(&row.place))
            } else {
                [row.quantity.clone(), shown(&of(&row.place))]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let (yours, exact) = (NUMBER.brief(theirs), NUMBER.brief(reference));
            // Where the reference is zero there are no shares of it.
            text += &match reference == 0.0 {
                true => {
                    format!("{at:>40} {yours:>13} {exact:>13} {:>11} {:>9}\n", NUMBER.brief(theirs - reference), "-")
                }
                false => {
                    let [off, error] = [row.value.relative(), row.value.validation()];
                    // Two digits of per cent; where they would be zero, a power of ten, as everywhere.
                    let off = signed_share(off);
                    let error = if is_tiny(error) { share(error) } else { format!("{:.2} %", 100.0 * error) };
                    format!("{at:>40} {yours:>13} {exact:>13} {off:>11} {error:>9}\n")
                }
            };
        }
        if every > 1 {
            text += &format!("  (one in {every} of {} rows)\n", self.rows.len());
        }
        text + "\n" + &self.verdict() + "\n"
    }

    fn said_of_rows(&self) -> Vec<String> {
        let mut said = Vec::new();
        let out: usize = self.left_out.iter().map(|(_, rows, _)| rows).sum();
        if let Some((line, _, why)) = self.left_out.first() {
            said.push(match out {
                1 => format!("One row is left out, line {line}: {why}."),
                _ => format!("{out} rows are left out, the first on line {line}: {why}."),
            });
        }
        if let Some((line, why)) = self.outside.first() {
            said.push(match self.outside.len() {
                1 => format!("One value is outside of the reference and is not compared, on line {line}: {why}."),
                count => format!(
                    "{count} values are outside of the reference and are not compared, the first on line {line}: {why}."
                ),
            });
        }
        if self.rows.iter().all(|row| row.value.own_uncertainty == 0.0)
            && !self.said.iter().any(|said| said.starts_with("U_val"))
        {
            said.push("The uncertainty of yours is not known, so U_val holds that of the reference alone; give its standard uncertainty with --set uncertainty=0.01 (a share).".into());
        }
        said
    }

    /// The comparison as JSON.
    pub fn json(&self) -> Json {
        let deviations: Vec<Json> = self.rows.iter().map(Row::json).collect();
        let mut all = Map::new();
        let mut put = |key: &str, value: Json| all.insert(key.to_owned(), value);
        put("reference", self.reference.clone().into());
        put("title", self.title.clone().into());
        put("source", self.source.clone().into());
        put("file", self.file.display().to_string().into());
        put("format", "table".into());
        let column = |(name, unit): &(String, String)| json!({ "quantity": name, "column": name, "unit": unit });
        put("columns", self.columns.iter().map(column).collect());
        put("deviations", deviations.into());
        if let Some(over) = &self.over {
            for off in &self.off {
                put(&format!("off_by_{}_percent_below_{over}", (100.0 * off.share).round()), off.below.into());
            }
        }
        put("largest_relative", finite(self.largest().value.relative()));
        put("values_beyond_validation_uncertainty", self.rows.iter().filter(|row| row.apart).count().into());
        put(
            "outside_of_reference",
            self.outside.iter().map(|(line, why)| json!({ "line": line, "why": why })).collect(),
        );
        let out = |(line, rows, why): &(usize, usize, String)| json!({ "line": line, "rows": rows, "why": why });
        put("left_out", self.left_out.iter().map(out).collect());
        put("said", self.said.iter().cloned().chain(self.said_of_rows()).collect());
        put("off", json_of(&self.off));
        put("likely_cause", self.cause.clone().into());
        put("verdict", self.verdict().into());
        all.into()
    }

    /// The comparison as a table.
    pub fn table(&self) -> Table {
        let axes: Vec<String> = self.rows[0].place.iter().map(|(name, _)| name.clone()).collect();
        let names = axes.iter().cloned().chain(
            [self.rows[0].key(), "yours", "reference", "relative", "own_uncertainty", "reference_uncertainty"]
                .map(String::from),
        );
        let mut table = Table::new(names);
        for row in &self.rows {
            let Compared { theirs, reference, own_uncertainty, uncertainty, .. } = row.value;
            let place = row.place.iter().map(|(_, at)| match at {
                Coordinate::Number(at) => at.to_string(),
                Coordinate::Word(word) => word.clone(),
            });
            let numbers =
                [theirs, reference, row.value.relative(), own_uncertainty, uncertainty].map(|value| value.to_string());
            table.push(place.chain([row.quantity.clone()]).chain(numbers));
        }
        table
    }

    /// Theirs and the reference, and the deviation, over the axis; where there is none the deviations side by side,
    /// each with its validation uncertainty.
    pub fn figure(&self) -> Figure {
        match &self.over {
            Some(over) => self.over_axis(over),
            None => self.side_by_side(),
        }
    }

    /// The deviations of some values, one beside the other.
    fn side_by_side(&self) -> Figure {
        let mut off = Panel::new(Axis::linear("Number of the value"), Axis::linear("Deviation (%)")).with_zero();
        let rows = self.rows.iter().filter(|row| row.value.reference != 0.0).take(SHOWN);
        for (number, row) in rows.enumerate() {
            let (x, style) = ((number + 1) as f64, SeriesStyle::of(number));
            let [deviation, sure] = [row.value.relative(), row.value.validation()].map(|share| 100.0 * share);
            off.add(Mark::Line(vec![(x, deviation - sure), (x, deviation + sure)], style));
            let varies = |name: &str| self.rows.iter().any(|other| coordinate(other, name) != coordinate(row, name));
            let place: Vec<_> = row.place.iter().filter(|(name, _)| varies(name)).cloned().collect();
            let words = [row.quantity.replace('_', " "), shown(&place)];
            let name = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ");
            off.add_named(Mark::Points(vec![(x, deviation)], style), name);
        }
        let (width, height) = size(self.rows.len().min(SHOWN));
        Figure::new(width, height, vec![vec![off]])
    }

    fn over_axis(&self, over: &str) -> Figure {
        let points = |of: &dyn Fn(&Compared) -> f64| {
            self.of_first()
                .map(|value| (value.at, of(value)))
                .filter(|point| point.1.is_finite())
                .collect::<Vec<Point>>()
        };
        let positive = self.of_first().all(|value| value.at > 0.0 && value.theirs > 0.0 && value.reference > 0.0);
        let x = |label: &str| {
            if self.of_first().all(|value| value.at > 0.0) { Axis::log(label) } else { Axis::linear(label) }
        };
        let label = if over == GAP { "Gap ~{h}/~{D}".to_owned() } else { over.replace('_', " ") };
        let quantity = if self.rows[0].quantity == FORCE {
            "Force /(3π~{μUD})".to_owned()
        } else {
            self.rows[0].quantity.replace('_', " ")
        };
        let y = if positive { Axis::log(quantity) } else { Axis::linear(quantity) };
        let mut values = Panel::new(x(&label), y);
        values.add_named(Mark::Line(points(&|value| value.reference), SeriesStyle::of(0)), "reference");
        values.add_named(Mark::Points(points(&|value| value.theirs), SeriesStyle::of(1)), "yours");
        let mut off = Panel::new(x(&label), Axis::linear("Deviation (%)")).with_zero();
        off.add(Mark::Line(points(&|value| 100.0 * value.relative()), SeriesStyle::of(1)));
        off.add(Mark::Points(points(&|value| 100.0 * value.relative()), SeriesStyle::of(1)));
        let (width, height) = size(2);
        Figure::new(width, height, vec![vec![values, off]])
    }
}

impl Row {
    /// Under which key the name of its quantity stands: an axis may be called `quantity` itself.
    fn key(&self) -> &'static str {
        if self.place.iter().any(|(axis, _)| axis == "quantity") { "column" } else { "quantity" }
    }

    fn json(&self) -> Json {
        let mut all = Map::new();
        for (name, at) in &self.place {
            let at = match at {
                Coordinate::Number(at) => finite(*at),
                Coordinate::Word(word) => word.clone().into(),
            };
            all.insert(name.clone(), at);
        }
        let Compared { theirs, reference, own_uncertainty, uncertainty, .. } = self.value;
        let mut put = |key: &str, value: Json| all.insert(key.to_owned(), value);
        put(self.key(), self.quantity.clone().into());
        put(&self.quantity, finite(theirs));
        put("reference", finite(reference));
        put("relative", finite(self.value.relative()));
        put("own_uncertainty", finite(own_uncertainty));
        put("reference_uncertainty", finite(uncertainty));
        put("validation_uncertainty", finite(self.value.validation()));
        put("beyond_validation_uncertainty", self.apart.into());
        if let Some([low, high]) = self.band {
            put("band", json!([low, high]));
        }
        put("line", self.line.into());
        all.into()
    }
}

/// The name and the unit of a column.
fn named(name: &str, unit: &str) -> (String, String) {
    (name.to_owned(), unit.to_owned())
}

/// Which header a table for a reference must have.
pub fn header(reference: &Reference) -> String {
    let axes: Vec<&str> =
        reference.axes().filter(|axis| reference.only(&axis.name).is_none()).map(|axis| axis.name.as_str()).collect();
    let quantities: Vec<&str> = reference.quantities().map(|of| of.name.as_str()).collect();
    let first = quantities.first().copied().unwrap_or_default();
    let header = axes.iter().copied().chain([first]).collect::<Vec<_>>().join(",");
    let mut text = format!("write a CSV with the header `{header}`");
    if quantities.len() > 1 {
        text += &format!(" (or {} at its end)", quantities[1..].join(", "));
    }
    if let Some(trajectory) = &reference.statement.trajectory {
        let more: String = trajectory.needs().iter().map(|name| format!(",{name}")).collect();
        text += &format!(
            "; or a motion in SI units with the header `{},{},{}{more}`, one of gap and velocity at least",
            motion::TIME,
            motion::GAP,
            motion::VELOCITY
        );
    }
    text + &format!(
        "; `wetbounce.others` (Python) makes it from files of LAMMPS, LIGGGHTS, Yade, OpenFOAM and ParaView; `wetbounce reference {}` says more",
        reference.name()
    )
}

/// A share in per cent, below 0.01 % as a power of ten.
fn share(value: f64) -> String {
    let per_cent = 100.0 * value;
    if value > 0.0 && per_cent < 0.01 { format!("{per_cent:.0e} %") } else { format!("{} %", NUMBER.brief(per_cent)) }
}

fn json_of(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}

fn finite(value: f64) -> Json {
    if value.is_finite() { value.into() } else { Json::Null }
}

fn coordinate<'r>(row: &'r Row, name: &str) -> Option<&'r Coordinate> {
    row.place.iter().find(|(key, _)| key == name).map(|(_, at)| at)
}

fn first_number(place: &[(String, Coordinate)]) -> f64 {
    place.iter().find_map(|(_, at)| if let Coordinate::Number(at) = at { Some(*at) } else { None }).unwrap_or(f64::NAN)
}

fn shown(place: &[(String, Coordinate)]) -> String {
    let one = |(name, at): &(String, Coordinate)| match at {
        Coordinate::Number(at) => format!("{name} = {}", NUMBER.brief(*at)),
        Coordinate::Word(word) => format!("{name} = {word}"),
    };
    place.iter().map(one).collect::<Vec<_>>().join(", ")
}
