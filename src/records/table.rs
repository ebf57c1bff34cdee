//! Reads records of a measured motion: one reader for all commands.
//!
//! A column's unit is part of its name, `time_ms`, `gap_mm`, `velocity_m_s`, `gap_over_d`, `t (ms)`, `h [mm]`, or stands in a line of units; or the key that
//! names the column has it, `measurement.time = "1 [s]"`. Lengths in pixels need `measurement.scale`, frames `measurement.frame_rate`.

use crate::record::{Column, Direction, Followed, Layout, LeftOut, Lengths, Record, Rows, Twice};
use crate::sheet::{Numbers, Sheet, decoded};
use crate::units::{Heading, Meant, PICTURES, meant, stem, words};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use wetbounce_physics::numerics::extent;
use wetbounce_physics::quantity::{DEGREES, Kind, LENGTH, SPEED, SPIN, TIME};

/// What columns are called: beginnings of their names, the names themselves where these are a letter, the first that a table has is taken.
const TIMES: &[&str] = &["time", "t", "elapsed"];
const GAPS: &[&str] = &["gap", "height", "h", "centre", "center", "top", "depth", "y", "z", "position", "distance"];
const VELOCITIES: &[&str] = &["velocity", "v"];
const DROPS: &[&str] = &["drop", "particle", "track_id", "track"];
/// One row in so many may go back in time before the rows are taken to have no order.
const FEW_BACK: usize = 8;

/// A drop of fewer rows shows nothing: the text in a column that so few rows share is not that of a drop.
const FEWEST_ROWS: usize = 3;

/// A column of heights changes by more than this share of what others do.
const STILL: f64 = 0.1;

/// Drops that messages name.
const FEW_NAMES: usize = 8;

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
    },
}

impl TableError {
    /// What to do.
    pub fn advice(&self) -> &'static str {
        "name the columns with their units, such as time_ms, gap_mm, gap_over_d, velocity_m_s, t (ms), h [mm]; or name them by \
         [measurement]: time, gap, velocity, such as time = \"1 [s]\"; pixels need scale, such as \"0.021 mm\", frames frame_rate, such as \"1000 Hz\""
    }
}

/// Reads the record in these files, one for each drop; `lengths` are those of the spheres, if they are known.
///
/// # Errors
/// A file cannot be read, a column is missing or has no unit, or times of a drop come twice.
pub fn read(files: &[PathBuf], layout: &Layout, lengths: Option<Lengths>) -> Result<Vec<Record>, TableError> {
    let drops = read_untimed(files, layout, lengths)?;
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
    let files = files.iter().map(|path| parse(layout, lengths, path, &text_of(path)?));
    let mut drops: Vec<Record> = files.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let several = drops.len() > 1;
    for (number, drop) in drops.iter_mut().enumerate() {
        if !several {
            drop.drop.clear();
        } else if drop.drop.is_empty() {
            drop.drop = (number + 1).to_string();
        }
        drop.left_out.iter_mut().for_each(|out| out.drop.clone_from(&drop.drop));
    }
    Ok(drops)
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

/// A column that was found, with its unit.
pub(crate) struct Found {
    pub(crate) at: usize,
    pub(crate) heading: Heading,
    pub(crate) meant: Meant,
}

/// A quantity of a record: its name among the columns that were read, its kind, and the key that names its column.
struct Quantity {
    name: &'static str,
    kind: &'static Kind,
    asked: fn(&Layout) -> &Option<String>,
}

/// The quantities of a record, in the order in which their columns are read.
static QUANTITIES: [Quantity; 6] = [
    Quantity { name: "time", kind: &TIME, asked: |layout| &layout.time },
    Quantity { name: "gap", kind: &LENGTH, asked: |layout| &layout.gap },
    Quantity { name: "velocity", kind: &SPEED, asked: |layout| &layout.velocity },
    Quantity { name: "x", kind: &LENGTH, asked: |layout| &layout.x },
    Quantity { name: "angle", kind: &DEGREES, asked: |layout| &layout.angle },
    Quantity { name: "spin", kind: &SPIN, asked: |layout| &layout.spin },
];

/// The columns of a table that are read, and the one whose text tells drops apart.
struct Chosen {
    /// Those of [`QUANTITIES`].
    found: [Option<Found>; 6],
    label: Option<usize>,
}

impl Chosen {
    /// The columns that a layout asks for, or else those whose names and units say what they are; positions along the wall, angles and spins only where they are asked for.
    fn of(layout: &Layout, sheet: &Sheet, diameter: Option<f64>) -> Result<Self, String> {
        let called = |words: &[&str], kind| called(sheet, words, kind, diameter);
        let mut found: [Option<Found>; 6] = Default::default();
        for (found, Quantity { kind, asked, .. }) in found.iter_mut().zip(&QUANTITIES) {
            *found = asked(layout).as_ref().map(|asked| named(sheet, asked, kind, diameter)).transpose()?;
        }
        let [time, gap, velocity, x, angle, spin] = &mut found;
        if angle.is_some() && spin.is_some() {
            return Err("measurement.angle and measurement.spin both say how the sphere turns; name one of them".into());
        }
        if time.is_none() {
            let only = || only(sheet, &TIME, diameter, None).filter(|_| layout.frame_rate.is_none());
            *time = clock(called(TIMES, &TIME), called(PICTURES, &TIME), layout.frame_rate.is_some()).or_else(only);
        }
        // A velocity that nobody asked for is read if its unit is known.
        if velocity.is_none() {
            *velocity = called(VELOCITIES, &SPEED).into_iter().find(|found| matches!(found.meant, Meant::Si(_)));
        }
        if gap.is_none() {
            let is_free = |found: &Found| time.iter().chain(x.iter()).all(|taken| taken.at != found.at);
            let free = called(GAPS, &LENGTH).into_iter().filter(is_free).collect();
            let only = || only(sheet, &LENGTH, diameter, x.iter()).filter(|_| velocity.is_none());
            *gap = moving(sheet, free).or_else(only);
        }
        if let Some(both) = gap.iter().find(|gap| x.as_ref().is_some_and(|x| x.at == gap.at)) {
            return Err(format!(
                "measurement.gap and measurement.x are both the column `{}`; one is the height, the other the position along the wall",
                both.heading.shown()
            ));
        }
        let label = match drop_of(layout) {
            Some((asked, _)) => Some(named(sheet, asked, &TIME, None)?.at),
            None => {
                let is_free = |at: usize| time.iter().chain(gap.iter()).all(|taken| taken.at != at);
                let is = |word: &str, heading: &Heading| is_called(&words(&heading.name), word);
                let named = |word: &&str| (0..).zip(sheet.columns()).find(|(at, one)| is_free(*at) && is(word, one));
                DROPS.iter().find_map(named).map(|(at, _)| at)
            }
        };
        for (found, Quantity { kind, asked, .. }) in found.iter().zip(&QUANTITIES) {
            let has_unit = asked(layout).as_ref().is_some_and(|asked| asked.contains(['(', '[']));
            found.iter().filter(|_| !has_unit).try_for_each(|found| found.check(kind, diameter))?;
        }
        Ok(Self { found, label })
    }

    fn time(&self) -> Option<&Found> {
        self.found[0].as_ref()
    }

    fn gap(&self) -> Option<&Found> {
        self.found[1].as_ref()
    }

    /// The columns with numbers.
    fn columns(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().flatten()
    }

    /// What is to be said of columns with numbers that share their name and unit with another, which is not read, or whose commas may be those of thousands.
    fn remarks(&self, layout: &Layout, sheet: &Sheet) -> Vec<String> {
        let of = |found: &Found| {
            // By its own unit, not the one that a key gives it.
            let own = sheet.columns()[found.at].shown();
            let same = |heading: &Heading| heading.shown().eq_ignore_ascii_case(&own);
            let places: Vec<String> =
                (1..).zip(sheet.columns()).filter(|(_, one)| same(one)).map(|(at, _)| at.to_string()).collect();
            (places.len() > 1).then(|| {
                format!(
                    "no row is left out, but the columns {} are all called `{}`: column {} is read, and [measurement] takes another by its number",
                    places.join(", "),
                    own,
                    found.at + 1
                )
            })
        };
        let taken = self.columns().filter_map(|found| sheet.taken(found.at));
        self.columns().filter_map(of).chain(taken).chain(self.other_tracks(layout, sheet)).collect()
    }

    /// Columns of gaps of further tracks, which nobody asked for: their names differ from that of the gap by a number or a point.
    fn other_tracks(&self, layout: &Layout, sheet: &Sheet) -> Option<String> {
        let gap = self.gap().filter(|_| layout.gap.is_none())?;
        let kin = |heading: &Heading| {
            let digits = |name: &str| {
                name.trim().to_lowercase().chars().filter(|sign| !sign.is_ascii_digit()).collect::<String>()
            };
            digits(&heading.name) == digits(&gap.heading.name) && heading.name != gap.heading.name
        };
        let others: Vec<String> = sheet
            .columns()
            .iter()
            .filter(|heading| kin(heading))
            .map(|heading| format!("`{}`", heading.name))
            .collect();
        (!others.is_empty()).then(|| {
            format!("no row is left out, but {} may be another track than `{}`, which is read: measurement.gap names a column", others.join(", "), gap.heading.name)
        })
    }

    /// What one of a quantity is in SI units, of a column with these values, and how that is shown.
    fn scale(
        &self,
        (found, quantity): (&Found, &Quantity),
        (values, is_code): (&[f64], bool),
        layout: &Layout,
    ) -> Result<Scale, String> {
        match quantity.name {
            "time" => found.scale_of_time(values, is_code, layout.frame_rate),
            "gap" => found.scale_of_length(layout.scale, self.sign(layout)),
            // A scale that turns the heights turns no positions along the wall.
            "x" => found.scale_of_length(layout.scale.map(f64::abs), 1.0),
            "velocity" => found.scale(quantity.kind, 1.0),
            _ => found.scale(quantity.kind, layout.turning.sign()),
        }
    }

    /// The name of the column of gaps in small letters, empty where there is none.
    fn name_of_gap(&self) -> String {
        self.gap().map(|gap| gap.heading.name.trim().to_lowercase()).unwrap_or_default()
    }

    /// The sign that makes gaps of heights: negative where they count downwards.
    fn sign(&self, layout: &Layout) -> f64 {
        let is_depth = self.name_of_gap().starts_with("depth") && layout.scale.is_none_or(|scale| scale > 0.0);
        match (layout.direction, is_depth) {
            (Some(Direction::Down), _) | (None, true) => -1.0,
            _ => 1.0,
        }
    }

    /// The height at contact \[m\] of the point that a record follows, by the name of its column of gaps where the layout does not say which.
    fn height(&self, layout: &Layout, lengths: Option<Lengths>) -> Result<f64, String> {
        let name = self.name_of_gap();
        let position = layout.position.unwrap_or(match () {
            () if name.starts_with("cent") => Followed::Centre,
            () if name.starts_with("top") => Followed::Top,
            () => Followed::Gap,
        });
        match (position, lengths) {
            (position, Some(lengths)) => Ok(position.height(lengths)),
            (Followed::Gap, None) => Ok(0.0),
            _ => Err("the diameter of the sphere is needed to make gaps of these heights".into()),
        }
    }
}

/// The first of these columns that moves: one that changes by less than a tenth of what another with its unit does is the size of a picture, or of the sphere in it.
fn moving(sheet: &Sheet, mut found: Vec<Found>) -> Option<Found> {
    let width = |one: &Found| {
        let (low, high) = extent(sheet.numbers(&[one.at]).columns[0].iter().copied().filter(|value| value.is_finite()));
        high - low
    };
    let widths: Vec<f64> = if found.len() > 1 { found.iter().map(width).collect() } else { vec![0.0; found.len()] };
    let widest = |at: usize| {
        let same = found.iter().zip(&widths).filter(|(one, _)| one.meant == found[at].meant);
        same.map(|(_, width)| *width).fold(0.0, f64::max)
    };
    let moves = (0..found.len()).position(|at| widths[at] > 0.0 && widths[at] > STILL * widest(at)).unwrap_or(0);
    (!found.is_empty()).then(|| found.swap_remove(moves))
}

/// The column of times that nobody asked for: frames where their rate is said, else the first with a unit.
fn clock(times: Vec<Found>, frames: Vec<Found>, has_rate: bool) -> Option<Found> {
    let both: Vec<Found> =
        if has_rate { frames.into_iter().chain(times).collect() } else { times.into_iter().chain(frames).collect() };
    let known = both.iter().position(|one| has_rate || matches!(one.meant, Meant::Si(_)));
    both.into_iter().nth(known.unwrap_or(0))
}

/// What one of a column is in SI units, and how that is shown.
type Scale = (f64, String);

impl Found {
    /// Refuses a unit in the line of units that the column's own name contradicts.
    fn check(&self, kind: &'static Kind, diameter: Option<f64>) -> Result<(), String> {
        let by = |unit: String| meant(&Heading { unit, ..self.heading.clone() }, kind, diameter);
        let by_name = match &self.heading.beside {
            Some(unit) => by(unit.clone()),
            None => by(String::new()),
        };
        let same = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        let agrees = match (by_name, self.meant) {
            (Meant::Si(a), Meant::Si(b)) => same(a, b),
            (Meant::Si(_), Meant::Pixels) | (Meant::Pixels, Meant::Si(_)) => false,
            _ => true,
        };
        match agrees || self.heading.unit.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "the name of the column `{}` contradicts the unit below it, `{}`; mend one of them, or name the column by [measurement] with its unit",
                self.heading.name, self.heading.unit
            )),
        }
    }

    /// The unit that stands at the column, or what its name says one of it is.
    fn unit(&self, by: f64, kind: &Kind) -> String {
        match self.heading.unit.is_empty() {
            false => self.heading.unit.clone(),
            true => {
                let one = kind.brief(by);
                format!("{} by its name", one.strip_prefix("1 ").unwrap_or(&one))
            }
        }
    }

    /// What one of a column of times with these values is, which may be time codes.
    fn scale_of_time(&self, values: &[f64], is_code: bool, rate: Option<f64>) -> Result<Scale, String> {
        let is_whole = |value: &f64| value.is_nan() || (value - value.round()).abs() < 1e-6;
        let name = &self.heading.name;
        match (self.meant, rate) {
            (Meant::Si(_), _) => self.scale(&TIME, 1.0),
            _ if is_code => Ok((1.0, "time codes".into())),
            (_, Some(rate)) if values.iter().all(is_whole) => Ok((rate.recip(), format!("frames of 1/{rate} s"))),
            (_, Some(_)) => Err(format!(
                "the column `{name}` holds no whole frames, and says no unit; name it with one, as in measurement.time = \"{name} [s]\""
            )),
            (Meant::Frames, None) => {
                Err(format!("the column `{name}` counts frames: how many a second says measurement.frame_rate"))
            }
            (_, None) => Err(self.without_unit(&TIME) + "; frames need measurement.frame_rate"),
        }
    }

    /// What one of a column of lengths is, whose sign is turned where they count downwards.
    fn scale_of_length(&self, scale: Option<f64>, turned: f64) -> Result<Scale, String> {
        match (scale, self.meant) {
            (Some(0.0), _) => Err("measurement.scale must not be 0".into()),
            (Some(scale), _) => Ok((turned * scale, format!("{:.6} mm each", 1e3 * turned * scale))),
            (None, Meant::Pixels) => Err(format!(
                "the column `{}` is in pixels: how long one is says measurement.scale",
                self.heading.shown()
            )),
            (None, _) => {
                let (by, unit) = self.scale(&LENGTH, turned)?;
                Ok((by, unit + if turned < 0.0 { ", counted downwards" } else { "" }))
            }
        }
    }

    /// What one of a column that has a unit of this kind is, its sign turned.
    fn scale(&self, kind: &Kind, turned: f64) -> Result<Scale, String> {
        match self.meant {
            Meant::Si(by) => Ok((turned * by, self.unit(by, kind))),
            _ => Err(self.without_unit(kind)),
        }
    }

    /// What is wrong with a column whose unit is not known.
    fn without_unit(&self, kind: &Kind) -> String {
        format!("the column `{}` does not say its unit; it should be {} ({})", self.heading.shown(), kind.name, kind.si)
    }
}

/// The drops in the `text` of a file.
///
/// # Errors
/// As [`read`].
pub fn parse(layout: &Layout, lengths: Option<Lengths>, path: &Path, text: &str) -> Result<Vec<Record>, TableError> {
    let sheet = Sheet::of(text).map_err(|problem| wrong(path, "table", problem))?;
    let (whole, label) = whole(layout, lengths, &sheet).map_err(|problem| wrong(path, "header", problem))?;
    let whole = Record { file: path.to_path_buf(), ..whole };
    let drops = match label {
        Some(at) if !whole.lines.is_empty() => drops(&whole, &sheet, at),
        _ => parting(&sheet, &whole).unwrap_or_else(|| blocks(whole)),
    };
    let chosen = of_one(drops, layout).map_err(|problem| wrong(path, "measurement.drop", problem))?;
    chosen
        .into_iter()
        .map(|drop| {
            let mut drop = checked(path, drop)?;
            let rate = layout.frame_rate.filter(|_| !drop.counts_frames);
            drop.twice.extend(rate.and_then(|rate| Twice::of_times(&drop.time, rate)));
            Ok(drop)
        })
        .collect()
}

/// The column and the drop that `measurement.drop` names, as in `"TRACK_ID = 3"`.
fn drop_of(layout: &Layout) -> Option<(&str, Option<&str>)> {
    let asked = layout.drop.as_ref()?;
    Some(asked.split_once('=').map_or((asked.as_str(), None), |(column, drop)| (column.trim(), Some(drop.trim()))))
}

/// The drops by the first column that parts rows whose times begin again, each with times that increase; `None` where lines without rows part them, or nothing does.
fn parting(sheet: &Sheet, whole: &Record) -> Option<Vec<Record>> {
    let back = begin_again(whole);
    // Also where no times begin again.
    if back.iter().all(|row| whole.lines[*row] > whole.lines[*row - 1] + 1) {
        return None;
    }
    let increases = |rows: &Vec<usize>| rows.windows(2).all(|pair| whole.time[pair[1]] > whole.time[pair[0]]);
    let is_drop = |(name, rows): &(&str, Vec<usize>)| !name.is_empty() && rows.len() >= FEWEST_ROWS && increases(rows);
    let parts = |at: &usize| by_text(whole, sheet, *at).iter().all(is_drop);
    let at = (0..sheet.columns().len()).find(parts)?;
    let mut drops = drops(whole, sheet, at);
    let name = &sheet.columns()[at].name;
    let why =
        format!("no row is left out, but times begin again, and the column `{name}` is taken to tell drops apart");
    drops[0].left_out.push(LeftOut::of(whole.lines[0], 0, why));
    Some(drops)
}

/// The rows whose times do not increase.
fn begin_again(whole: &Record) -> Vec<usize> {
    (1..whole.time.len()).filter(|row| whole.time[*row] <= whole.time[*row - 1]).collect()
}

/// The drop that is asked for, or all.
fn of_one(mut drops: Vec<Record>, layout: &Layout) -> Result<Vec<Record>, String> {
    let Some((column, Some(asked))) = drop_of(layout) else { return Ok(drops) };
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

/// The blocks of a table as drops: times begin again wherever lines without rows stand between.
fn blocks(whole: Record) -> Vec<Record> {
    let back = begin_again(&whole);
    let is_parted = |row: &usize| whole.lines[*row] > whole.lines[*row - 1] + 1;
    if back.is_empty() || !back.iter().all(is_parted) {
        return vec![whole];
    }
    let ends = back.iter().copied().chain([whole.time.len()]);
    let begins = [0].into_iter().chain(back.iter().copied());
    let one = |(number, (begin, end)): (usize, (usize, usize))| {
        let rows: Vec<usize> = (begin..end).collect();
        let mut block = Record { drop: (number + 1).to_string(), ..whole.of_rows(&rows) };
        if number > 0 {
            block.left_out.clear();
        }
        let why = "no row is left out, but times begin again after lines without rows: what follows is taken for another drop";
        block.left_out.extend((number > 0).then(|| LeftOut::of(whole.lines[begin], 0, why.into())));
        block
    };
    begins.zip(ends).enumerate().map(one).collect()
}

/// All rows of a table as one record, and the column that tells drops apart, if there is one.
fn whole(layout: &Layout, lengths: Option<Lengths>, sheet: &Sheet) -> Result<(Record, Option<usize>), String> {
    let mut chosen = Chosen::of(layout, sheet, lengths.map(|lengths| lengths.diameter))?;
    let sounds = layout.rows == Rows::Sounds;
    if sounds {
        chosen.found[1..].fill_with(|| None);
        if chosen.time().is_none() {
            return Err(format!(
                "there is no column of times among: {}; name it with its unit, as in measurement.time = \"1 [s]\"",
                sheet.names()
            ));
        }
    }
    let offset = layout.gap_offset.unwrap_or(0.0) - chosen.height(layout, lengths)?;
    if chosen.found[1..3].iter().all(Option::is_none) && !sounds {
        return Err(format!("there is neither a column of gaps nor one of velocities among: {}", sheet.names()));
    }
    let places: Vec<usize> = chosen.columns().map(|found| found.at).collect();
    let Numbers { lines, columns, are_codes, mut left_out } = sheet.numbers(&places);
    let first = lines.first().copied().unwrap_or(1);
    left_out.extend(chosen.remarks(layout, sheet).into_iter().map(|why| LeftOut::of(first, 0, why)));
    let mut values: [Vec<f64>; 6] = Default::default();
    let mut read = Vec::new();
    let mut columns = columns.into_iter().zip(&are_codes);
    for (values, both) in values.iter_mut().zip(chosen.found.iter().zip(&QUANTITIES)) {
        let (Some(found), quantity) = both else { continue };
        let (mut own, is_code) = columns.next().unwrap_or((Vec::new(), &false));
        if quantity.kind.dimension == LENGTH.dimension {
            left_out.extend(without_mark(&mut own, &found.heading.name, &lines));
        }
        let (by, unit) = chosen.scale((found, quantity), (&own, *is_code), layout)?;
        read.push(Column { quantity: quantity.name.into(), column: found.heading.name.clone(), unit });
        *values = own.into_iter().map(|value| value * by).collect();
    }
    let [mut time, gap, velocity, x, angle, spin] = values;
    if let (None, Some(rate)) = (chosen.time(), layout.frame_rate) {
        time = (0..lines.len()).map(|row| row as f64 / rate).collect();
        let unit = format!("frames of 1/{rate} s");
        read.insert(0, Column { quantity: "time".into(), column: "rows".into(), unit });
    }
    let is_code = are_codes.first().is_some_and(|is_code| *is_code);
    let has_unit = |found: &Found| matches!(found.meant, Meant::Si(_));
    let by_unit = chosen.gap().and_then(|gap| if let Meant::Si(by) = gap.meant { Some(by) } else { None });
    let twice = layout.scale.zip(by_unit).map(|(scale, by_unit)| Twice::of_height(scale, by_unit));
    let record = Record {
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
        twice: twice.into_iter().collect(),
        counts_frames: chosen.time().is_none_or(|time| !has_unit(time) && !is_code),
        columns: read,
        scale_uncertainty: layout.scale_uncertainty,
        scale_unsure: layout.scale.is_some() && layout.scale_uncertainty == 0.0,
        has_zero: layout.gap_offset.is_some()
            || chosen.sign(layout) > 0.0 && layout.scale.is_none_or(|scale| scale > 0.0),
        left_out,
        ..Record::default()
    };
    Ok((record, chosen.label))
}

/// Makes marks of missing values in a column of positions missing ones, and says what is taken for one.
fn without_mark(values: &mut [f64], name: &str, lines: &[usize]) -> Option<LeftOut> {
    let (mark, rows) = mark_of_missing(values)?;
    rows.iter().for_each(|row| values[*row] = f64::NAN);
    let why = format!(
        "{mark} in the column `{name}`, here and below, is taken to mark a missing value: it is farther from all others than these are apart"
    );
    Some(LeftOut::of(lines.get(rows[0]).copied().unwrap_or(1), rows.len(), why))
}

/// The value that marks missing ones in a column of positions, and its rows: it stands there more than once, at one end, and is farther from all others than these are apart.
fn mark_of_missing(values: &[f64]) -> Option<(f64, Vec<usize>)> {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let ends = extent(finite());
    [ends.0, ends.1].into_iter().find_map(|mark| {
        let (low, high) = extent(finite().filter(|value| *value != mark));
        let rows: Vec<usize> = (0..values.len()).filter(|row| values[*row] == mark).collect();
        let apart = (mark - low).abs().min((mark - high).abs());
        (rows.len() > 1 && high > low && apart > high - low).then_some((mark, rows))
    })
}

/// The texts in a column, in the order in which they come, and the rows of each.
fn by_text<'t>(whole: &Record, sheet: &Sheet<'t>, column: usize) -> Vec<(&'t str, Vec<usize>)> {
    let mut found: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut places = HashMap::<&str, usize>::new();
    for (row, text) in sheet.texts(column, &whole.lines).into_iter().enumerate() {
        let at = *places.entry(text).or_insert(found.len());
        if at == found.len() {
            found.push((text, Vec::new()));
        }
        found[at].1.push(row);
    }
    found
}

/// The rows by themselves that share the text in a column, which is one of those that were read.
fn drops(whole: &Record, sheet: &Sheet, column: usize) -> Vec<Record> {
    let all = by_text(whole, sheet, column);
    let unit = several(all.iter().map(|(name, _)| *name));
    let told = Column { quantity: "drop".into(), column: sheet.columns()[column].name.clone(), unit };
    let one = |(name, rows): (&str, Vec<usize>)| {
        let mut drop = Record { drop: name.to_owned(), ..whole.of_rows(&rows) };
        drop.columns.push(told.clone());
        drop
    };
    all.into_iter().map(one).collect()
}

/// The drop without rows that are the same as the one before them.
fn without_twins(record: Record) -> Record {
    let same = |row: usize| {
        let values = record.values().into_iter().filter(|values| !values.is_empty());
        row > 0
            && values
                .into_iter()
                .all(|values| values[row] == values[row - 1] || values[row].is_nan() && values[row - 1].is_nan())
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
    let record = record.of_rows(&rows);
    let record = without_twins(record);
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

/// Where something is wrong in a table, and what.
pub type Refused = (&'static str, String);

/// What is wrong at a place of a file.
pub fn wrong(path: &Path, place: &str, problem: String) -> TableError {
    TableError::Content { path: path.to_path_buf(), place: place.into(), problem }
}

/// The column that a key asks for, by its name or number, with a unit in brackets or without.
pub(crate) fn named(sheet: &Sheet, asked: &str, kind: &'static Kind, diameter: Option<f64>) -> Result<Found, String> {
    let place = |name: &str| {
        let name = name.trim();
        let square = name.replace('(', "[").replace(')', "]");
        let is_it = |heading: &Heading| {
            heading.names().any(|one| one.trim().eq_ignore_ascii_case(name))
                || heading.shown().eq_ignore_ascii_case(&square)
        };
        let same = sheet.columns().iter().position(is_it);
        same.or_else(|| {
            name.parse().ok().and_then(|number: usize| number.checked_sub(1)).filter(|at| *at < sheet.columns().len())
        })
    };
    let bracketed = asked.rsplit_once(['(', '[']).map(|(name, rest)| (name, rest.trim_end_matches([')', ']'])));
    let plain = || Some((place(asked)?, None));
    let with_unit = || bracketed.and_then(|(name, unit)| Some((place(name)?, Some(unit))));
    let (at, unit) = plain()
        .or_else(with_unit)
        .ok_or_else(|| format!("there is no column `{asked}`; there are: {}", sheet.names()))?;
    let mut heading = sheet.columns()[at].clone();
    if let Some(unit) = unit {
        unit.clone_into(&mut heading.unit);
        if meant(&heading, kind, diameter) == Meant::Unknown {
            return Err(format!(
                "the column `{asked}` does not say its unit; it should be {} ({})",
                kind.name, kind.si
            ));
        }
    }
    Ok(Found { at, meant: meant(&heading, kind, diameter), heading })
}

/// The columns with these names, in the order of the names.
pub(crate) fn called(sheet: &Sheet, names: &[&str], kind: &'static Kind, diameter: Option<f64>) -> Vec<Found> {
    let columns = || sheet.columns().iter().enumerate();
    let own = |heading: &Heading| heading.names().map(|name| words(stem(name, kind))).collect::<Vec<_>>();
    let has = |is: fn(&[String], &str) -> bool, name: &str| {
        columns().filter(|(_, heading)| own(heading).iter().any(|words| is(words, name))).collect::<Vec<_>>()
    };
    let mut found = Vec::<Found>::new();
    let mut take = |all: Vec<(usize, &Heading)>, is_meant: bool| {
        for (at, heading) in all {
            let meant = meant(heading, kind, diameter);
            if (!is_meant || meant != Meant::Unknown) && found.iter().all(|one| one.at != at) {
                found.push(Found { at, meant, heading: heading.clone() });
            }
        }
    };
    names.iter().for_each(|name| take(has(is_called, name), false));
    // A name that ends with a letter is one of that quantity, if its unit is: `Trajectory 1 - Y (mm)`; or if it is the only one.
    let letters = || names.iter().filter(|name| name.len() == 1);
    letters().for_each(|letter| take(has(ends_with, letter), true));
    let ends: Vec<(usize, &Heading)> = letters().flat_map(|letter| has(ends_with, letter)).collect();
    if found.is_empty()
        && let [(at, heading)] = ends[..]
    {
        found.push(Found { at, meant: Meant::Unknown, heading: heading.clone() });
    }
    found
}

/// The only column with a unit of this kind, whatever it is called; none of those that are taken.
fn only<'f>(
    sheet: &Sheet,
    kind: &'static Kind,
    diameter: Option<f64>,
    taken: impl IntoIterator<Item = &'f Found>,
) -> Option<Found> {
    let taken: Vec<usize> = taken.into_iter().map(|found| found.at).collect();
    let all = sheet.columns().iter().enumerate().filter(|(at, _)| !taken.contains(at));
    let mut known = all.filter_map(|(at, heading)| {
        let meant = meant(heading, kind, diameter);
        (meant != Meant::Unknown).then(|| Found { at, meant, heading: heading.clone() })
    });
    known.next().filter(|_| known.next().is_none())
}

fn ends_with(words: &[String], letter: &str) -> bool {
    words.last().is_some_and(|last| last == letter)
}

/// Whether a column of these words, its unit aside, is called by this name: its first word begins with it, or is it, where it is a letter; or its last word is that letter
/// after `position` or the number of a point; or any word is it, where it is longer.
fn is_called(words: &[String], name: &str) -> bool {
    let plain = |word: &str| word.trim_end_matches(|sign: char| sign.is_ascii_digit()).to_owned();
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let is_place = ["position", "pos", "pt", "point"].contains(&plain(first).as_str()) && words.len() > 1;
    let is_axis = ["x", "y", "z"].contains(&name);
    match name.len() {
        _ if name.contains('_') => words.join("_").starts_with(name),
        1 if is_axis && [format!("{name}pos"), format!("pos{name}"), format!("c{name}")].contains(first) => true,
        1 => plain(first) == name || is_place && plain(last) == name,
        _ if is_place && plain(last).len() == 1 => false,
        _ => first.starts_with(name) || words.iter().any(|word| word == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, layout: Layout) -> Result<Vec<Record>, String> {
        parse(&layout, Some(Lengths::at_wall(3e-3)), Path::new("r.csv"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn pixels_of_the_centre_or_the_top_become_gaps() {
        let plain = of("t (s),gap_mm\n0,3\n1,6\n", Layout::default()).unwrap();
        let pixels = Layout { scale: Some(-1e-5), gap_offset: Some(1e-2), ..Layout::default() };
        for (text, keys) in [
            ("t (s),centre_mm\n0,4.5\n1,7.5\n", Layout::default()),
            ("t (s),top_mm\n0,6\n1,9\n", Layout::default()),
            ("t (s),y_mm\n0,4.5\n1,7.5\n", Layout { position: Some(Followed::Centre), ..Layout::default() }),
            ("t (s),gap_px\n0,700\n1,400\n", pixels.clone()),
            ("t,y\ns,px\n0,700\n1,400\n", pixels.clone()),
            ("t (s),depth_mm\n0,7\n1,4\n", Layout { gap_offset: Some(1e-2), ..Layout::default() }),
            (
                "t (s),y_mm\n0,7\n1,4\n",
                Layout { direction: Some(Direction::Down), gap_offset: Some(1e-2), ..Layout::default() },
            ),
            ("0,700\n1,400\n", Layout { time: Some("1 [s]".into()), gap: Some("2".into()), ..pixels.clone() }),
            ("gap_mm\n3\n6\n", Layout { frame_rate: Some(1.0), ..Layout::default() }),
            ("0 1\n1 2\n", Layout { time: Some("1 [s]".into()), gap: Some("2 (D)".into()), ..Layout::default() }),
        ] {
            let [found] = &of(text, keys).unwrap()[..] else { panic!("one drop") };
            let same = found.gap.iter().zip(&plain[0].gap).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(same && found.time == plain[0].time, "{text}: {found:?}");
        }
        let beside = parse(
            &Layout::default(),
            Some(Lengths::between([3e-3, 2e-3])),
            Path::new("r.csv"),
            "t (s),centre_mm\n0,5.5\n1,8.5\n",
        )
        .unwrap();
        let same = beside[0].gap.iter().zip(&plain[0].gap).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(same, "the distance of two centres: {beside:?}");
        assert!(of("t (s),gap_px\n0,700\n1,2\n", Layout::default()).unwrap_err().contains("measurement.scale"));
        assert!(of("frame,gap_mm\n0,700\n1,2\n", Layout::default()).unwrap_err().contains("measurement.frame_rate"));
        assert!(of("0,1\n1,2\n", Layout::default()).unwrap_err().contains("neither"));
    }

    #[test]
    fn a_name_that_contradicts_its_unit_is_refused_and_columns_of_one_name_are_named() {
        for text in
            ["t [ms],gap_mm\ns,mm\n0,3\n1,6\n", "t_ms,gap_mm\ns,mm\n0,3\n1,6\n", "t,gap_over_d\ns,mm\n0,3\n1,6\n"]
        {
            let said = of(text, Layout::default()).unwrap_err();
            assert!(said.contains("contradicts the unit below it"), "{said}");
        }
        for text in ["t [s],gap_mm\nsec,mm\n0,3\n1,6\n", "t_ms,gap\nmsec,mm\n0,3\n1,6\n"] {
            assert!(of(text, Layout::default()).unwrap()[0].left_out.is_empty(), "{text}");
        }
        let asked = Layout { time: Some("1 [ms]".into()), ..Layout::default() };
        assert_eq!(of("t_ms,gap_mm\ns,mm\n0,3\n1,6\n", asked).unwrap()[0].time, [0.0, 1e-3]);
        let two = of("t (s),gap_mm,gap_mm\n0,3,4\n1,6,8\n", Layout::default()).unwrap();
        assert!(two[0].left_out[0].why.contains("columns 2, 3 are all called `gap_mm`: column 2 is read"), "{two:?}");
        assert_eq!(two[0].gap, [3e-3, 6e-3]);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_without_end_is_no_record() {
        let found = read(&[PathBuf::from("/dev/zero")], &Layout::default(), Some(Lengths::at_wall(3e-3)));
        assert!(found.unwrap_err().to_string().contains("too large for a table"));
    }

    #[test]
    fn blocks_of_a_table_are_drops_one_drop_is_named_and_other_tracks_are_said() {
        let blocks = of("t_s,gap_mm\n0,1\n1,2\n\n0,3\n1,4\n", Layout::default()).unwrap();
        assert_eq!(blocks.iter().map(|drop| drop.gap[0]).collect::<Vec<_>>(), [1e-3, 3e-3]);
        assert!(blocks[1].left_out[0].why.contains("another drop"), "{blocks:?}");
        assert!(of("t_s,gap_mm\n0,1\n1,2\n0,3\n1,4\n", Layout::default()).unwrap_err().contains("an empty line"));
        let tracks = "TRACK_ID,t_s,y_mm\n0,0,1\nNone,0,7\n1.0,0,2\n1.0,1,3\n";
        let one = |drop: &str| of(tracks, Layout { drop: Some(drop.into()), ..Layout::default() });
        let [record] = &one("TRACK_ID = 1").unwrap()[..] else { panic!("one drop") };
        assert_eq!(record.gap, [2e-3, 3e-3]);
        assert!(one("TRACK_ID = 5").unwrap_err().contains("but 0, None, 1.0"));
        assert!(record.columns.iter().any(|column| column.quantity == "drop" && column.unit == "0, None, 1.0"));
        let wide = of("t_s,Y1_mm,Y2_mm\n0,1,7\n1,2,8\n", Layout::default()).unwrap();
        assert!(wide[0].left_out[0].why.contains("`Y2_mm` may be another track"), "{wide:?}");
        let named = of("t (s),Trajectory 1 - X (mm),Trajectory 1 - Y (mm)\n0,1,2\n1,2,3\n", Layout::default()).unwrap();
        assert_eq!(named[0].gap, [2e-3, 3e-3]);
    }

    #[test]
    fn a_row_that_stands_there_twice_is_read_once() {
        let found = of("t_s,gap_mm\n0,1\n1,2\n1,2\n2,3\n", Layout::default()).unwrap();
        assert_eq!((found[0].gap.len(), found[0].left_out[0].line, found[0].left_out[0].rows), (3, 4, 1));
        assert!(of("t_s,gap_mm\n0,1\n1,2\n1,2.5\n2,3\n", Layout::default()).is_err());
    }

    #[test]
    fn a_position_far_from_all_others_marks_a_missing_one_and_is_said() {
        let text: String = (0..40).map(|k| format!("{k},{}\n", if k % 9 == 3 { -9999 } else { 40 - k })).collect();
        let found = of(&format!("t_ms,gap_mm\n{text}"), Layout::default()).unwrap();
        assert!(found[0].gap.len() == 35 && found[0].gap.iter().all(|gap| *gap >= 0.0), "{found:?}");
        assert!(found[0].left_out[0].why.contains("-9999") && found[0].left_out[0].rows == 5, "{found:?}");
        let rests = of("t_ms,gap_mm\n0,5\n1,4\n2,2\n3,0\n4,0\n5,0\n", Layout::default()).unwrap();
        assert_eq!(rests[0].gap.len(), 6);
    }

    #[test]
    fn a_column_of_drops_makes_a_record_of_each_and_rows_without_values_are_left_out_and_counted() {
        let found = of("drop,t_s,gap_mm,velocity_m_s\nA,0,1,\nA,1,-,-\nB,0,2,\nA,2,-,3\n", Layout::default()).unwrap();
        assert_eq!(found.iter().map(|drop| drop.drop.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!((found[0].time.as_slice(), found[0].missing, found[1].missing), (&[0.0, 2.0][..], 1, 0));
        assert!(found[0].gap[1].is_nan() && found[0].velocity[1] == 3.0 && found[0].lines == [2, 5]);
        let rows: String = (0..10).map(|k| format!("{k},{k}\n")).collect();
        assert!(of(&format!("t_s,gap_mm\n{rows}0,3\n"), Layout::default()).unwrap_err().contains("column `drop`"));
        let shuffled: String = (0..10).map(|k| format!("{},{}\n", 7 * k % 10, 7 * k % 10)).collect();
        let sorted = of(&format!("t_s,gap_mm\n{shuffled}"), Layout::default()).unwrap();
        assert!(sorted[0].time.is_sorted() && sorted[0].left_out[0].why.contains("order of time"));
    }
}
