//! Reads records of a measured motion: one reader for all commands.
//!
//! A column's unit is part of its name: `time_ms`, `gap_mm`, `velocity_m_s`, `gap_over_d`, or `t (ms)`, `h [mm]`; or the key that
//! names the column has it, `measurement.time = "1 [s]"`. Lengths in pixels need `measurement.scale`.

use super::OutputError;
use super::sheet::{Sheet, decoded, is_missing};
use crate::analysis::record::{Record, Uncertainty};
use crate::case::{Followed, Lengths, Measurement, Rows};
use crate::quantity::{Kind, LENGTH, Quantity, SPEED, TIME};
use std::path::Path;

/// Names of columns: their beginnings, and whole names.
const TIMES: (&[&str], &[&str]) = (&["time"], &["t"]);
const GAPS: (&[&str], &[&str]) =
    (&["gap", "height", "centre", "center", "top", "position", "distance"], &["h", "y", "z"]);
const VELOCITIES: (&[&str], &[&str]) = (&["velocity"], &["v"]);
const DROPS: (&[&str], &[&str]) = (&["drop"], &[]);
/// Names of a length in pixels.
const PIXELS: [&str; 4] = ["px", "pixel", "pixels", "pix"];

/// Reads the record that `measurement` describes, one for each drop; `lengths` are those of the spheres, if they are known.
///
/// # Errors
/// A file cannot be read, a column is missing or has no unit, or the times of a drop do not increase.
pub fn read(measurement: &Measurement, lengths: Option<Lengths>) -> Result<Vec<Record>, OutputError> {
    let drops = read_untimed(measurement, lengths)?;
    match drops.iter().find(|drop| drop.time.is_empty()) {
        Some(drop) => Err(wrong(&drop.file, "time", "there is no column of times, or it is empty".into())),
        None => Ok(drops),
    }
}

/// As [`read`]; velocities may come without times.
///
/// # Errors
/// As [`read`].
pub fn read_untimed(measurement: &Measurement, lengths: Option<Lengths>) -> Result<Vec<Record>, OutputError> {
    let files = measurement.file.iter().map(|path| {
        let bytes = std::fs::read(path).map_err(OutputError::io("read", path))?;
        parse(measurement, lengths, path, &decoded(bytes))
    });
    let mut drops: Vec<Record> = files.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let several = drops.len() > 1;
    for (number, drop) in drops.iter_mut().enumerate() {
        if several && drop.drop.is_empty() {
            drop.drop = (number + 1).to_string();
        }
    }
    Ok(drops)
}

/// The drops in the `text` of a file.
///
/// # Errors
/// As [`read`].
pub(super) fn parse(
    measurement: &Measurement,
    lengths: Option<Lengths>,
    path: &Path,
    text: &str,
) -> Result<Vec<Record>, OutputError> {
    let diameter = lengths.map(|lengths| lengths.diameter);
    let sheet = Sheet::of(text, is_unit).map_err(|problem| wrong(path, "table", problem))?;
    let find = |asked: &Option<String>, words, kind| {
        let found = column(&sheet, asked.as_deref(), words).map_err(|problem| wrong(path, "header", problem))?;
        found
            .map(|found| found.with_unit(kind, diameter, measurement.scale))
            .transpose()
            .map_err(|problem| wrong(path, "header", problem))
    };
    let found = [
        find(&measurement.time, TIMES, &TIME)?,
        find(&measurement.gap, GAPS, &LENGTH)?,
        find(&measurement.velocity, VELOCITIES, &SPEED)?,
    ];
    let label = column(&sheet, measurement.drop.as_deref(), DROPS).map_err(|problem| wrong(path, "header", problem))?;
    let position = match (measurement.position, &found[1]) {
        (Some(position), _) => position,
        (None, Some((_, _, name))) if name.starts_with("cent") => Followed::Centre,
        (None, Some((_, _, name))) if name.starts_with("top") => Followed::Top,
        _ => Followed::Gap,
    };
    let height = match (position, lengths) {
        (position, Some(lengths)) => position.height(lengths),
        (Followed::Gap, None) => 0.0,
        _ => {
            return Err(wrong(
                path,
                "header",
                "the diameter of the sphere is needed to make gaps of these heights".into(),
            ));
        }
    };
    let asked: Vec<usize> = found.iter().flatten().map(|(at, ..)| *at).collect();
    let (columns, labels) = sheet
        .numbers(&asked, label.as_ref().map(|label| label.at))
        .map_err(|bad| wrong(path, &format!("line {}", bad.line), bad.problem))?;
    let mut columns = columns.into_iter();
    let mut next = |which: usize, offset: f64| match &found[which] {
        None => Vec::new(),
        Some((_, scale, _)) => {
            columns.next().unwrap_or_default().into_iter().map(|value| value * scale + offset).collect::<Vec<f64>>()
        }
    };
    let whole = Record {
        file: path.to_path_buf(),
        time: next(0, 0.0),
        gap: next(1, measurement.gap_offset - height),
        velocity: next(2, 0.0),
        since_contact: found[0].as_ref().is_some_and(|(_, _, name)| name.contains("contact")),
        apexes: measurement.rows == Rows::Apexes,
        restitution: measurement.restitution,
        uncertainty: Uncertainty {
            gap: measurement.gap_uncertainty,
            velocity: measurement.velocity_uncertainty,
            time: measurement.time_uncertainty,
            restitution: measurement.restitution_uncertainty,
        },
        ..Record::default()
    };
    if whole.gap.is_empty() && whole.velocity.is_empty() {
        let names = sheet.columns().join(", ");
        return Err(wrong(
            path,
            "header",
            format!("there is neither a column of gaps nor one of velocities among: {names}"),
        ));
    }
    drops(whole, &labels).into_iter().map(|drop| checked(path, drop)).collect()
}

/// The rows of each label by themselves.
fn drops(whole: Record, labels: &[&str]) -> Vec<Record> {
    let mut names: Vec<&str> = Vec::new();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (row, label) in labels.iter().enumerate() {
        let last = names.len().checked_sub(1).filter(|last| names[*last] == *label);
        let known = last.or_else(|| names.iter().position(|name| name == label));
        match known {
            Some(at) => rows[at].push(row),
            None => {
                names.push(label);
                rows.push(vec![row]);
            }
        }
    }
    if names.is_empty() {
        return vec![whole];
    }
    let pick = |values: &[f64], rows: &[usize]| rows.iter().filter_map(|row| values.get(*row).copied()).collect();
    let one = |(name, rows): (&str, Vec<usize>)| Record {
        drop: name.to_owned(),
        time: pick(&whole.time, &rows),
        gap: pick(&whole.gap, &rows),
        velocity: pick(&whole.velocity, &rows),
        file: whole.file.clone(),
        ..whole
    };
    names.into_iter().zip(rows).map(one).collect()
}

/// The drop without the rows that hold nothing.
fn checked(path: &Path, mut record: Record) -> Result<Record, OutputError> {
    let all = record.gap.len().max(record.velocity.len());
    let untimed = record.time.is_empty();
    let finite = |values: &[f64], row: usize| values.get(row).is_some_and(|value| value.is_finite());
    let holds = |row: usize| {
        (untimed || finite(&record.time, row)) && (finite(&record.gap, row) || finite(&record.velocity, row))
    };
    let rows: Vec<bool> = (0..all).map(holds).collect();
    for values in [&mut record.time, &mut record.gap, &mut record.velocity] {
        let mut row = rows.iter();
        values.retain(|_| *row.next().unwrap_or(&false));
    }
    record.missing = rows.iter().filter(|row| !**row).count();
    if rows.len() == record.missing {
        return Err(wrong(path, "table", "no row holds a time and a gap or a velocity".into()));
    }
    if record.apexes && record.gap.is_empty() {
        return Err(wrong(path, "gap", "rows that are apexes need a column of gaps".into()));
    }
    if let Some(row) = (1..record.time.len()).find(|&row| record.time[row] <= record.time[row - 1]) {
        let problem = format!(
            "the times do not increase: {} s is followed by {} s; several drops in one file need a column `drop`",
            record.time[row - 1],
            record.time[row]
        );
        return Err(wrong(path, &format!("row {}", row + 1), problem));
    }
    Ok(record)
}

fn wrong(path: &Path, place: &str, problem: String) -> OutputError {
    OutputError::Format {
        path: path.to_path_buf(),
        place: place.into(),
        problem,
        advice: "name the columns with their units, such as time_ms, gap_mm, gap_over_d, velocity_m_s, t (ms), h [mm]; or name \
                 them by [measurement]: time, gap, velocity, such as time = \"1 [s]\"; pixels need scale, such as \"0.021 mm\""
            .into(),
    }
}

/// A column that was found, with its unit as far as it is known.
struct Column {
    at: usize,
    /// Its name in the file.
    name: String,
    /// The unit in the brackets of the key that asked for it.
    unit: Option<String>,
}

/// The column that a key asks for, by its name or number, with a unit in brackets or without; else the first one called by these
/// beginnings or whole names.
fn column(sheet: &Sheet, asked: Option<&str>, words: (&[&str], &[&str])) -> Result<Option<Column>, String> {
    let found =
        |at: usize, unit: Option<&str>| Column { at, name: sheet.columns()[at].clone(), unit: unit.map(str::to_owned) };
    let Some(asked) = asked else {
        let first = |calls: &dyn Fn(&String) -> bool| sheet.columns().iter().position(calls);
        let of_long = words.0.iter().find_map(|word| first(&|name| name.trim().to_lowercase().starts_with(word)));
        let of_short = |word: &&str| first(&|name| stem(name) == **word);
        return Ok(of_long.or_else(|| words.1.iter().find_map(of_short)).map(|at| found(at, None)));
    };
    let place = |name: &str| {
        let same = sheet.columns().iter().position(|column| column.trim().eq_ignore_ascii_case(name.trim()));
        same.or_else(|| {
            name.trim()
                .parse()
                .ok()
                .and_then(|number: usize| number.checked_sub(1))
                .filter(|at| *at < sheet.columns().len())
        })
    };
    let bracketed = asked.split_once(['(', '[']).map(|(name, rest)| (name, rest.trim_end_matches([')', ']'])));
    let with_unit = || bracketed.and_then(|(name, unit)| Some(found(place(name)?, Some(unit))));
    match place(asked).map(|at| found(at, None)).or_else(with_unit) {
        Some(found) => Ok(Some(found)),
        None => Err(format!("there is no column `{asked}`; there are: {}", sheet.columns().join(", "))),
    }
}

impl Column {
    /// Its place, the SI value of its unit, and its name in small letters.
    fn with_unit(
        self,
        kind: &'static Kind,
        diameter: Option<f64>,
        pixel: Option<f64>,
    ) -> Result<(usize, f64, String), String> {
        let name = match &self.unit {
            Some(unit) => format!("{} [{unit}]", stem(&self.name)),
            None => self.name.clone(),
        };
        let lower = self.name.trim().to_lowercase();
        let unit = unit_of(&name, kind, diameter);
        let length = kind.dimension == LENGTH.dimension;
        match (unit, pixel) {
            (Ok(_), Some(_)) if length => {
                Err(format!("the column `{name}` has a unit of its own, so measurement.scale is not needed"))
            }
            (Err(_), Some(0.0)) if length => Err("measurement.scale must not be 0".into()),
            (Err(_), Some(pixel)) if length => Ok((self.at, pixel, lower)),
            (Ok(scale), _) => Ok((self.at, scale, lower)),
            (Err(problem), _) => Err(problem),
        }
    }
}

/// The name of a column, its unit aside.
fn stem(column: &str) -> String {
    let name = column.trim().to_lowercase();
    name.split(['_', ' ', '(', '[', '/']).next().unwrap_or_default().to_owned()
}

/// Whether a cell below a header is a unit.
fn is_unit(cell: &str) -> bool {
    PIXELS.contains(&cell) || is_missing(cell) || Quantity::parse(&format!("1 {cell}")).is_ok()
}

/// The SI value of the unit in a column's name: the text in brackets, or after an underscore.
fn unit_of(column: &str, kind: &'static Kind, diameter: Option<f64>) -> Result<f64, String> {
    let lower = column.trim().to_lowercase();
    if (lower.ends_with("_over_d") || lower.ends_with("/d")) && kind.dimension == LENGTH.dimension {
        return diameter.ok_or_else(|| format!("the column `{column}` needs the diameter of the sphere"));
    }
    let bracketed = column.split_once(['(', '[']).and_then(|(_, rest)| rest.split([')', ']']).next());
    let underscored = || column.match_indices('_').map(|(place, _)| column[place + 1..].replace("_s", "/s"));
    let candidates: Vec<String> = bracketed.map(str::to_owned).into_iter().chain(underscored()).collect();
    let quantity = |unit: &String| Quantity::parse(&format!("1 {unit}")).ok();
    let fitting = candidates.iter().filter_map(quantity).find(|found| found.dimension == kind.dimension);
    match fitting.and_then(|found| found.si(diameter).ok()) {
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
            ("h/D", &LENGTH, 3e-3),
            ("velocity_m_s", &SPEED, 1.0),
            ("v_mm_s", &SPEED, 1e-3),
            ("v (cm/s)", &SPEED, 1e-2),
        ] {
            let found = unit_of(column, kind, Some(3e-3)).unwrap();
            assert!((found / scale - 1.0).abs() < 1e-15, "{column}: {found}");
        }
        for (column, kind) in [("t", &TIME), ("gap", &LENGTH), ("gap_ms", &LENGTH), ("v_mm", &SPEED)] {
            assert!(unit_of(column, kind, Some(3e-3)).is_err(), "{column}");
        }
    }

    fn of(text: &str, keys: Measurement) -> Result<Vec<Record>, String> {
        parse(&keys, Some(Lengths::at_wall(3e-3)), Path::new("r.csv"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn pixels_of_the_centre_or_the_top_become_gaps() {
        let plain = of("t (s),gap_mm\n0,3\n1,6\n", Measurement::default()).unwrap();
        let pixels = Measurement { scale: Some(-1e-5), gap_offset: 1e-2, ..Measurement::default() };
        for (text, keys) in [
            ("t (s),centre_mm\n0,4.5\n1,7.5\n", Measurement::default()),
            ("t (s),top_mm\n0,6\n1,9\n", Measurement::default()),
            ("t (s),y_mm\n0,4.5\n1,7.5\n", Measurement { position: Some(Followed::Centre), ..Measurement::default() }),
            ("t (s),gap_px\n0,700\n1,400\n", pixels.clone()),
            ("t,y\ns,px\n0,700\n1,400\n", pixels.clone()),
            ("0,700\n1,400\n", Measurement { time: Some("1 [s]".into()), gap: Some("2".into()), ..pixels.clone() }),
            (
                "0 1\n1 2\n",
                Measurement { time: Some("1 [s]".into()), gap: Some("2 (D)".into()), ..Measurement::default() },
            ),
        ] {
            let [found] = &of(text, keys).unwrap()[..] else { panic!("one drop") };
            let same = found.gap.iter().zip(&plain[0].gap).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(same && found.time == plain[0].time, "{text}: {found:?}");
        }
        let (keys, text) = (Measurement::default(), "t (s),centre_mm\n0,5.5\n1,8.5\n");
        let beside = parse(&keys, Some(Lengths::between([3e-3, 2e-3])), Path::new("r.csv"), text).unwrap();
        let same = beside[0].gap.iter().zip(&plain[0].gap).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(same, "the distance of two centres: {beside:?}");
        assert!(of("t (s),gap_px\n0,700\n", Measurement::default()).unwrap_err().contains("unit"));
        assert!(of("t (s),gap_mm\n0,700\n", pixels).unwrap_err().contains("unit of its own"));
        assert!(of("0,1\n", Measurement::default()).unwrap_err().contains("neither"));
    }

    #[test]
    fn a_column_of_drops_makes_a_record_of_each_and_rows_without_values_are_left_out_and_counted() {
        let found =
            of("drop,t_s,gap_mm,velocity_m_s\nA,0,1,\nA,1,-,-\nB,0,2,\nA,2,-,3\n", Measurement::default()).unwrap();
        assert_eq!(found.iter().map(|drop| drop.drop.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!((found[0].time.as_slice(), found[0].missing, found[1].missing), (&[0.0, 2.0][..], 1, 0));
        assert!(found[0].gap[1].is_nan() && found[0].velocity[1] == 3.0);
        assert!(of("t_s,gap_mm\n0,1\n1,2\n0,3\n", Measurement::default()).unwrap_err().contains("column `drop`"));
    }
}
