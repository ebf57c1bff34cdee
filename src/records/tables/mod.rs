//! Tables of records, as cameras, trackers, sensors and spreadsheets write them: one rule, and what is not in it is
//! refused with the keys that would read it.
//!
//! 1. Lines that begin with `#`, `%` or `//` are comments. The text is UTF-8, UTF-16 with its mark, or Latin-1.
//! 2. Cells are divided by tabs, semicolons, bars, commas or blanks: by the sign that divides most lines into rows of
//!    one length.
//! 3. A row has numbers, missing values (empty, `-`, `nan`, `n/a`, …) and words, of these fewer than of the others.
//!    Numbers have a decimal point or, in the whole table, a comma, and nothing between thousands. Times may be codes:
//!    `[h:]mm:ss.xx`.
//! 4. Above the rows stand titles, one line of names, and one of units perhaps; names without such a line may stand in
//!    the last comment. Other lines among the rows are left out by name; a line of names below an empty one ends the
//!    table.
//! 5. A unit stands in brackets or after `/` behind the name, at its end (`time_ms`, `velocity_m_s`, `gap_over_d`),
//!    below it, or in the key that names the column.
//! 6. A key names a column by its name or number. Without a key the column is the one that the list of `columns.rs`
//!    of names has, or else the only one with a unit of its kind. Two such columns are refused.
//! 7. Drops stand in files of their own, or have a column `drop`, `particle` or `track`, or an empty line between them.

mod cells;
mod units;
mod sheet;
mod columns;

use crate::record::{Column, Direction, Followed, Layout, LeftOut, Lengths, Record, Restatement, Rows};
use columns::{Chosen, QUANTITIES, Quantity, asked, is_known};
use sheet::{Numbers, Sheet};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use units::Meaning;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::quantity::{Kind, LENGTH, TIME};

/// One row in so many may go back in time before the rows are taken to have no order.
const FEW_BACK: usize = 8;
/// Drops that messages name.
const FEW_NAMES: usize = 8;
/// Largest value of a quantity, in SI units: a larger one is no measurement.
const LARGEST: f64 = 1e12;
/// Largest file of a record \[bytes\].
const LARGEST_FILE: u64 = 256 << 20;

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file.
    #[error("{}: {source}", path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// What it holds.
    #[error("{}, {place}: {problem}", path.display())]
    Content {
        /// Its path.
        path: PathBuf,
        /// Where.
        place: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
}

impl TableError {
    /// What to do.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::File { .. } => NAME_THE_COLUMNS,
            Self::Content { advice, .. } => advice,
        }
    }
}

/// What to do about most tables that cannot be read.
const NAME_THE_COLUMNS: &str = "name the columns with their units, such as time_ms, gap_mm, gap_over_d, velocity_m_s, t (ms), h [mm]; or name them by \
         [measurement]: time, gap, velocity, such as time = \"1 [s]\"; pixels need scale, such as \"0.021 mm\", frames frame_rate, such as \"1000 Hz\"; \
         the guide to measurements has three lines of pandas for all other tables";

/// What is wrong at a place of a file.
pub fn wrong(path: &Path, place: &str, problem: String) -> TableError {
    TableError::Content { path: path.to_path_buf(), place: place.into(), problem, advice: NAME_THE_COLUMNS }
}

/// The text of a file that may be a table, in whichever encoding.
///
/// # Errors
/// The file cannot be read, or is too large for a table.
pub fn text_of(path: &Path) -> Result<String, TableError> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| std::io::Read::read_to_end(&mut std::io::Read::take(file, LARGEST_FILE + 1), &mut bytes))
        .map_err(|source| TableError::File { path: path.to_path_buf(), source })?;
    if bytes.len() as u64 > LARGEST_FILE {
        let problem = format!("more than {} MB, too large for a table; divide it", LARGEST_FILE >> 20);
        return Err(wrong(path, "file", problem));
    }
    Ok(decoded(bytes))
}

/// The text of a file: UTF-8, UTF-16 with its mark, else Latin-1. Its lines may end as on any system.
pub fn decoded(bytes: Vec<u8>) -> String {
    let wide = |order: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    let text = match bytes[..] {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|wrong| wrong.as_bytes().iter().map(|byte| char::from(*byte)).collect()),
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if text.contains('\n') { text } else { text.replace('\r', "\n") }
}

/// Reads the record in these files, one for each drop; `lengths` are those of the spheres, if they are known.
///
/// # Errors
/// A file cannot be read or comes twice, a column is missing or has no unit, or times of a drop come twice.
pub fn read(files: &[PathBuf], layout: &Layout, lengths: Option<Lengths>) -> Result<Vec<Record>, TableError> {
    timed(read_untimed(files, layout, lengths)?)
}

/// As [`read`], of one file whose `text` is at hand.
///
/// # Errors
/// As [`read`].
pub fn read_text(
    path: &Path,
    text: &str,
    layout: &Layout,
    lengths: Option<Lengths>,
) -> Result<Vec<Record>, TableError> {
    timed(labelled(parse(layout, lengths, path, text)?))
}

/// The drops, if all of them have times.
fn timed(drops: Vec<Record>) -> Result<Vec<Record>, TableError> {
    match drops.iter().find(|drop| drop.time.is_empty()) {
        Some(drop) => Err(wrong(
            &drop.file,
            "time",
            "there is no column of times, or it is empty; pictures at equal times need measurement.frame_rate".into(),
        )),
        None => Ok(drops),
    }
}

/// As [`read`]; velocities may come without times.
///
/// # Errors
/// As [`read`].
pub fn read_untimed(files: &[PathBuf], layout: &Layout, lengths: Option<Lengths>) -> Result<Vec<Record>, TableError> {
    let texts = files.iter().map(|path| text_of(path)).collect::<Result<Vec<_>, _>>()?;
    let mut first = HashMap::new();
    for (path, text) in files.iter().zip(&texts) {
        if let Some(first) = first.insert(text, path) {
            let (path, place) = (path.clone(), "contents".into());
            let problem = format!("the same as those of {}", first.display());
            let advice = "give each record once: drops with the same errors are no repetition";
            return Err(TableError::Content { path, place, problem, advice });
        }
    }
    let drops = files.iter().zip(&texts).map(|(path, text)| parse(layout, lengths, path, text));
    Ok(labelled(drops.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()))
}

/// The drops with their labels: none of a drop that is the only one, a number of one without a label.
fn labelled(mut drops: Vec<Record>) -> Vec<Record> {
    let several = drops.len() > 1;
    for (number, drop) in drops.iter_mut().enumerate() {
        if !several {
            drop.drop.clear();
        } else if drop.drop.is_empty() {
            drop.drop = (number + 1).to_string();
        }
        drop.left_out.iter_mut().for_each(|out| out.drop.clone_from(&drop.drop));
    }
    drops
}

/// The drops in the `text` of a file.
///
/// # Errors
/// As [`read`].
pub fn parse(layout: &Layout, lengths: Option<Lengths>, path: &Path, text: &str) -> Result<Vec<Record>, TableError> {
    let sheet =
        Sheet::of(text, &|name| is_known(name, &asked(layout))).map_err(|problem| wrong(path, "table", problem))?;
    let (whole, label) = whole(layout, lengths, &sheet).map_err(|problem| wrong(path, "header", problem))?;
    let whole = Record { file: path.to_path_buf(), ..whole };
    let drops = match label.filter(|_| !whole.lines.is_empty()) {
        Some(at) => by_label(&whole, &sheet, at),
        None => blocks(whole, &sheet.empty),
    };
    let drops = of_one(drops, layout).map_err(|problem| wrong(path, "measurement.drop", problem))?;
    let of = |drop| {
        let mut drop = checked(path, drop)?;
        let rate = layout.frame_rate.filter(|_| !drop.counts_frames);
        drop.twice.extend(rate.and_then(|rate| Restatement::of_times(&drop.time, rate)));
        Ok(drop)
    };
    drops.into_iter().map(of).collect()
}

/// All rows of a table as one record, and the column that tells drops apart, if there is one.
fn whole(layout: &Layout, lengths: Option<Lengths>, sheet: &Sheet) -> Result<(Record, Option<usize>), String> {
    let mut chosen = Chosen::of(layout, sheet, lengths.map(|lengths| lengths.diameter))?;
    let sounds = layout.rows == Rows::Sounds;
    if sounds {
        chosen.found[1..].fill_with(|| None);
    }
    let Chosen { found, label } = &chosen;
    if sounds && chosen.time().is_none() {
        let example = "name it with its unit, as in measurement.time = \"1 [s]\"";
        return Err(format!("there is no column of times among: {}; {example}", sheet.names()));
    }
    if found[1..3].iter().all(Option::is_none) && !sounds {
        return Err(format!(
            "there is neither a column of gaps nor one of velocities among: {}; measurement.gap names one, with its unit: \"3 [mm]\"",
            sheet.names()
        ));
    }
    let offset = layout.gap_offset.unwrap_or(0.0) - height_at_contact(&chosen, layout, lengths)?;
    let places: Vec<usize> = chosen.columns().map(|column| column.at).collect();
    let Numbers { lines, columns, are_codes, left_out } = sheet.numbers(&places)?;
    let mut left_out = [sheet.left_out.clone(), left_out].concat();
    let (mut values, mut read): ([Vec<f64>; 6], Vec<Column>) = Default::default();
    let mut columns = columns.into_iter().zip(&are_codes);
    for (values, (column, quantity)) in values.iter_mut().zip(found.iter().zip(&QUANTITIES)) {
        let Some(column) = column else { continue };
        let (mut own, is_code) = columns.next().unwrap_or((Vec::new(), &false));
        if quantity.kind.dimension == LENGTH.dimension {
            left_out.extend(without_mark(&mut own, &column.heading.name, &lines));
        }
        let (by, unit) = match quantity.name {
            "time" => scale_of_time(column, (&own, *is_code), layout.frame_rate)?,
            "gap" => scale_of_length(column, layout.scale, sign(&chosen, layout))?,
            // A scale that turns the heights turns no positions along the wall.
            "x" => scale_of_length(column, layout.scale.map(f64::abs), 1.0)?,
            "velocity" => scale(column, quantity.kind, 1.0)?,
            _ => scale(column, quantity.kind, layout.turning.sign())?,
        };
        read.push(Column { quantity: quantity.name.into(), column: column.heading.name.clone(), unit });
        *values = own.into_iter().map(|value| value * by).collect();
        left_out.extend(without_excess(values, column, quantity, &lines));
    }
    let [mut time, gap, velocity, x, angle, spin] = values;
    if let (None, Some(rate)) = (chosen.time(), layout.frame_rate) {
        time = (0..lines.len()).map(|row| row as f64 / rate).collect();
        read.insert(
            0,
            Column { quantity: "time".into(), column: "rows".into(), unit: format!("frames of 1/{rate} s") },
        );
    }
    left_out.extend(taken_for_seconds(&read, lines.first().copied().unwrap_or(1)));
    let by_unit = chosen.gap().and_then(|gap| if let Meaning::Si(by) = gap.meaning { Some(by) } else { None });
    let counts = |unit: &str| unit.starts_with("frames");
    let record = Record {
        counts_frames: read.first().is_none_or(|first| first.quantity != "time" || counts(&first.unit)),
        time,
        gap: gap.into_iter().map(|height| height + offset).collect(),
        velocity,
        x,
        angle,
        spin,
        lines,
        since_contact: chosen.time().is_some_and(|time| time.heading.name.to_lowercase().contains("contact")),
        apexes: layout.rows == Rows::Apexes,
        sounds,
        restitution: layout.restitution,
        uncertainty: layout.uncertainty,
        stated: layout.stated.clone(),
        twice: layout
            .scale
            .zip(by_unit)
            .map(|(scale, by_unit)| Restatement::of_height(scale, by_unit))
            .into_iter()
            .collect(),
        columns: read,
        scale_uncertainty: layout.scale_uncertainty,
        scale_unsure: layout.scale.is_some() && layout.scale_uncertainty == 0.0,
        has_zero: layout.gap_offset.is_some()
            || sign(&chosen, layout) > 0.0 && layout.scale.is_none_or(|scale| scale > 0.0),
        left_out,
        ..Record::default()
    };
    Ok((record, *label))
}

/// What is said of times without a unit, in the first row.
fn taken_for_seconds(read: &[Column], first: usize) -> Option<LeftOut> {
    let name = &read.iter().find(|column| column.unit == SECONDS)?.column;
    let why = format!(
        "no row is left out, but the column `{name}` says no unit, and is taken to be in seconds; measurement.time = \
         \"{name} [ms]\" says another"
    );
    Some(LeftOut::of(first, 0, why))
}

/// What one of a column is in SI units, and how that is shown.
type Scale = (f64, String);

/// The unit of times that say none.
const SECONDS: &str = "s, as none is said";

fn scale_of_time(
    column: &columns::Column,
    (values, is_code): (&[f64], bool),
    rate: Option<f64>,
) -> Result<Scale, String> {
    let is_whole = values.iter().all(|value| value.is_nan() || (value - value.round()).abs() < 1e-6);
    let name = &column.heading.name;
    let key = format!(
        "measurement.time = \"{name} [ms]\" says another unit, measurement.frame_rate how many pictures a second"
    );
    match (column.meaning, rate) {
        (Meaning::Si(_), _) => scale(column, &TIME, 1.0),
        _ if is_code => Ok((1.0, "time codes".into())),
        (_, Some(rate)) if is_whole => Ok((rate.recip(), format!("frames of 1/{rate} s"))),
        (_, Some(_)) => Err(format!(
            "the column `{name}` holds no whole frames, and says no unit; name it with one, as in measurement.time = \"{name} [s]\""
        )),
        (Meaning::Frames, None) => {
            Err(format!("the column `{name}` counts frames: how many a second says measurement.frame_rate"))
        }
        (_, None) if is_whole => {
            Err(format!("the column `{name}` does not say its unit, and holds whole numbers: {key}"))
        }
        (_, None) => Ok((1.0, SECONDS.into())),
    }
}

/// What one of a column of lengths is, whose sign is turned where they count downwards.
fn scale_of_length(column: &columns::Column, scale_key: Option<f64>, turned: f64) -> Result<Scale, String> {
    match (scale_key, column.meaning) {
        (Some(0.0), _) => Err("measurement.scale must not be 0".into()),
        (Some(by), _) => Ok((turned * by, format!("{:.6} mm each", 1e3 * turned * by))),
        (None, Meaning::Pixels) => {
            Err(format!("the column `{}` is in pixels: how long one is says measurement.scale", column.heading.shown()))
        }
        (None, _) => {
            let (by, unit) = scale(column, &LENGTH, turned)?;
            Ok((by, unit + if turned < 0.0 { ", counted downwards" } else { "" }))
        }
    }
}

/// What one of a column that has a unit of this kind is, its sign turned.
fn scale(column: &columns::Column, kind: &Kind, turned: f64) -> Result<Scale, String> {
    let heading = &column.heading;
    let one = |by: f64| kind.brief(by).trim_start_matches("1 ").to_owned() + " by its name";
    match column.meaning {
        Meaning::Si(by) if heading.unit.is_empty() => Ok((turned * by, one(by))),
        Meaning::Si(by) => Ok((turned * by, heading.unit.clone())),
        _ if kind.dimension == LENGTH.dimension => Err(format!(
            "the column `{0}` does not say its unit: measurement.scale = \"0.05 mm\" is the length of one of its numbers, or name it with a unit, \"{0} [mm]\"",
            heading.shown()
        )),
        _ => Err(format!(
            "the column `{}` does not say its unit; it should be {} ({})",
            heading.shown(),
            kind.name,
            kind.si
        )),
    }
}

/// Whether one of the words of the column of gaps begins with this.
fn gaps_are_of(chosen: &Chosen, begins: &str) -> bool {
    chosen.gap().is_some_and(|gap| gap.heading.words().iter().any(|word| word.starts_with(begins)))
}

/// The sign that makes gaps of heights: negative where they count downwards.
fn sign(chosen: &Chosen, layout: &Layout) -> f64 {
    let is_depth = gaps_are_of(chosen, "depth") && layout.scale.is_none_or(|scale| scale > 0.0);
    match (layout.direction, is_depth) {
        (Some(Direction::Down), _) | (None, true) => -1.0,
        _ => 1.0,
    }
}

/// The height at contact \[m\] of the point that a record follows, by the name of its column of gaps where the layout
/// does not say which.
fn height_at_contact(chosen: &Chosen, layout: &Layout, lengths: Option<Lengths>) -> Result<f64, String> {
    let position = layout.position.unwrap_or(match () {
        () if gaps_are_of(chosen, "cent") => Followed::Centre,
        () if gaps_are_of(chosen, "top") => Followed::Top,
        () => Followed::Gap,
    });
    match (position, lengths) {
        (position, Some(lengths)) => Ok(position.height(lengths)),
        (Followed::Gap, None) => Ok(0.0),
        _ => Err("the diameter of the sphere is needed to make gaps of these heights".into()),
    }
}

/// Makes values that are no measurement missing ones, and says so.
fn without_excess(
    values: &mut [f64],
    column: &columns::Column,
    quantity: &Quantity,
    lines: &[usize],
) -> Option<LeftOut> {
    let rows: Vec<usize> = (0..values.len()).filter(|row| values[*row].abs() > LARGEST).collect();
    rows.iter().for_each(|row| values[*row] = f64::NAN);
    let why = || {
        let name = &column.heading.name;
        format!(
            "a value in the column `{name}`, here and below, is above {LARGEST:e} {}, and none is so large",
            quantity.kind.si
        )
    };
    rows.first().map(|first| LeftOut::of(lines.get(*first).copied().unwrap_or(1), rows.len(), why()))
}

/// Makes marks of missing values in a column of positions missing ones, and says what is taken for one: a value that
/// stands there more than once, at one end, and is farther from all others than these are apart.
fn without_mark(values: &mut [f64], name: &str, lines: &[usize]) -> Option<LeftOut> {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let (lowest, highest) = extent(finite());
    let of = |mark: f64| {
        let (low, high) = extent(finite().filter(|value| *value != mark));
        let rows: Vec<usize> = (0..values.len()).filter(|row| values[*row] == mark).collect();
        let apart = (mark - low).abs().min((mark - high).abs());
        (rows.len() > 1 && high > low && apart > high - low).then_some((mark, rows))
    };
    let (mark, rows) = [lowest, highest].into_iter().find_map(of)?;
    rows.iter().for_each(|row| values[*row] = f64::NAN);
    let why = format!(
        "{mark} in the column `{name}`, here and below, is taken to mark a missing value: it is farther from all others than these are apart"
    );
    Some(LeftOut::of(lines.get(rows[0]).copied().unwrap_or(1), rows.len(), why))
}

/// The drop that is asked for, as in `"TRACK_ID = 3"`, or all.
fn of_one(mut drops: Vec<Record>, layout: &Layout) -> Result<Vec<Record>, String> {
    let Some((column, asked)) = layout.drop.as_deref().and_then(|drop| drop.split_once('=')) else { return Ok(drops) };
    let (column, asked) = (column.trim(), asked.trim());
    let same = |drop: &Record| match (drop.drop.parse::<f64>(), asked.parse::<f64>()) {
        (Ok(own), Ok(asked)) => own == asked,
        _ => drop.drop == asked,
    };
    match drops.iter().position(same) {
        Some(at) => Ok(vec![drops.swap_remove(at)]),
        None => Err(format!(
            "there is no `{asked}` in the column `{column}`, but {}",
            several(drops.iter().map(|drop| drop.drop.as_str()))
        )),
    }
}

/// The first of these names, and how many more there are.
fn several<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let all: Vec<&str> = names.collect();
    let more = all.len().saturating_sub(FEW_NAMES);
    let first = all[..all.len() - more].join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}

/// The blocks of a table as drops: times begin again, wherever they do, after an empty line.
fn blocks(whole: Record, empty: &[usize]) -> Vec<Record> {
    let back: Vec<usize> = (1..whole.time.len()).filter(|row| whole.time[*row] <= whole.time[*row - 1]).collect();
    let before = |line: usize| empty.partition_point(|empty| *empty < line);
    let is_parted = |row: &usize| before(whole.lines[*row]) > before(whole.lines[*row - 1]);
    if back.is_empty() || !back.iter().all(is_parted) {
        return vec![whole];
    }
    let ends = back.iter().copied().chain([whole.time.len()]);
    let begins = [0].into_iter().chain(back.iter().copied());
    let one = |(number, (begin, end)): (usize, (usize, usize))| {
        let rows: Vec<usize> = (begin..end).collect();
        let mut block = Record { drop: (number + 1).to_string(), ..whole.of_rows(&rows) };
        if number > 0 {
            let why =
                "no row is left out, but times begin again after an empty line: what follows is taken for another drop";
            block.left_out = vec![LeftOut::of(whole.lines[begin], 0, why.into())];
        }
        block
    };
    begins.zip(ends).enumerate().map(one).collect()
}

/// The rows by themselves that share the text in a column, in the order in which the texts come.
fn by_label(whole: &Record, sheet: &Sheet, column: usize) -> Vec<Record> {
    let mut rows = HashMap::<&str, Vec<usize>>::new();
    let mut texts: Vec<&str> = Vec::new();
    let own = sheet.rows.iter().filter(|(line, _)| whole.lines.binary_search(line).is_ok());
    for (row, (_, cells)) in own.enumerate() {
        let of_text = rows.entry(cells[column]).or_default();
        if of_text.is_empty() {
            texts.push(cells[column]);
        }
        of_text.push(row);
    }
    let label = Column {
        quantity: "drop".into(),
        column: sheet.columns[column].name.clone(),
        unit: several(texts.iter().copied()),
    };
    let one = |text: &&str| {
        let mut drop = Record { drop: (*text).to_owned(), ..whole.of_rows(&rows[text]) };
        drop.columns.push(label.clone());
        drop
    };
    texts.iter().map(one).collect()
}

/// The drop without rows that are the same as the one before them.
fn without_twins(record: Record) -> Record {
    let same = |row: usize| {
        let mut values = record.values().into_iter().filter(|values| !values.is_empty());
        row > 0
            && values.all(|values| values[row] == values[row - 1] || values[row].is_nan() && values[row - 1].is_nan())
    };
    let (rows, twins): (Vec<usize>, Vec<usize>) = (0..record.time.len()).partition(|row| !same(*row));
    let Some(first) = twins.first() else { return record };
    let mut whole = record.of_rows(&rows);
    let line = record.lines.get(*first).copied().unwrap_or(1);
    whole.left_out.push(LeftOut::of(line, twins.len(), "the same row as the one before it, here and below".into()));
    whole
}

/// The drop without the rows that hold nothing, its rows in the order of time.
fn checked(path: &Path, mut record: Record) -> Result<Record, TableError> {
    let all = if record.sounds { record.time.len() } else { record.gap.len().max(record.velocity.len()) };
    let untimed = record.time.is_empty();
    let finite = |values: &[f64], row: usize| values.get(row).is_some_and(|value| value.is_finite());
    let holds = |row: &usize| {
        (untimed || finite(&record.time, *row))
            && (record.sounds || finite(&record.gap, *row) || finite(&record.velocity, *row))
    };
    let mut rows: Vec<usize> = (0..all).filter(holds).collect();
    record.missing = all - rows.len();
    if rows.is_empty() {
        return Err(wrong(path, "table", "no row holds a time and a gap or a velocity, or, of sounds, a time".into()));
    }
    if record.apexes && record.gap.is_empty() {
        return Err(wrong(path, "gap", "rows that are apexes need a column of gaps".into()));
    }
    let time = |row: usize| record.time.get(row).copied().unwrap_or(0.0);
    let back = rows.windows(2).filter(|pair| time(pair[1]) < time(pair[0])).count();
    // Rows without an order are put in order; of drops one after the other few go back in time.
    if !untimed && back > rows.len() / FEW_BACK {
        rows.sort_by(|a, b| time(*a).total_cmp(&time(*b)));
        let all = rows.len();
        let why = format!("no row is left out, but they were put in the order of time: {back} of {all} went back");
        record.left_out.push(LeftOut::of(record.lines.first().copied().unwrap_or(1), 0, why));
    }
    let record = without_twins(record.of_rows(&rows));
    if let Some(row) = (1..record.time.len()).find(|&row| record.time[row] <= record.time[row - 1]) {
        let problem = format!(
            "the times do not increase: {} s is followed by {} s; several drops in one file need a column `drop`, which measurement.drop may name, or an empty line between them; for times that are rounded to the same number leave \
             the column out and give measurement.frame_rate",
            record.time[row - 1],
            record.time[row]
        );
        return Err(wrong(path, &format!("line {}", record.lines[row]), problem));
    }
    Ok(record)
}
