//! Which column of a table is which: by the names that programs give them, or by the keys of `[measurement]`.

use super::sheet::Sheet;
use super::units::{Heading, Meaning, meaning_of};
use crate::record::Layout;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::quantity::{DEGREES, Kind, LENGTH, SPEED, SPIN, TIME};

/// What programs call the columns of a record. A column is called by a name that is one of the words of its own name,
/// its unit and numbers at the ends of words aside; by a letter, if that is the first of them or the last. Of several
/// lists of a quantity, the first with a column of the table decides.
pub(super) const TIMES: &[&[&str]] = &[&["time", "t", "elapsed", "zeit", "temps"]];
pub(super) const FRAMES: &[&[&str]] = &[&["frame", "slice", "image", "picture"]];
const GAPS: &[&[&str]] = &[
    &["gap", "height", "h", "centre", "center", "top", "depth", "y", "z", "cy", "ypos", "posy"],
    &["position", "distance"],
];
const VELOCITIES: &[&[&str]] = &[&["velocity", "v"]];
const ALONG: &[&[&str]] = &[&["x", "cx", "xpos", "posx"]];
const TURNING: &[&[&str]] = &[&["angle", "phi", "theta", "spin", "omega"]];
const DROPS: &[&str] = &["drop", "particle", "track"];
/// What may follow the name of a column of drops.
const LABELS: &[&str] = &["id", "n", "no", "nr", "number", "name", "index"];

/// Whether a name in a line is one of a column of a record, or one that is asked for.
pub(super) fn is_known(name: &str, asked: &[&str]) -> bool {
    let heading = Heading::of(name, "");
    let lists = [TIMES, FRAMES, GAPS, VELOCITIES, ALONG, TURNING].into_iter().flatten();
    let is_asked =
        |key: &&str| key.split(['(', '[']).next().is_some_and(|key| key.trim().eq_ignore_ascii_case(&heading.name));
    lists.into_iter().any(|list| is_called(&heading, list)) || is_label(&heading) || asked.iter().any(is_asked)
}

fn is_called(heading: &Heading, list: &[&str]) -> bool {
    let words = heading.words();
    let is = |name: &&str| match name.len() {
        1 => [words.first(), words.last()].into_iter().flatten().any(|word| word == name),
        _ => words.iter().any(|word| word == name),
    };
    list.iter().any(is)
}

/// Whether a column tells drops apart.
fn is_label(heading: &Heading) -> bool {
    let words = heading.words();
    let is = |list: &[&str], at: usize| words.get(at).is_some_and(|word| list.contains(&word.as_str()));
    is(DROPS, 0) && (words.len() == 1 || words.len() == 2 && is(LABELS, 1))
}

/// A column that is read.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// Its place.
    pub(super) at: usize,
    pub(super) heading: Heading,
    pub(super) meaning: Meaning,
}

/// A quantity of a record: its name, its kind, and the key that names its column.
pub(super) struct Quantity {
    pub(super) name: &'static str,
    pub(super) kind: &'static Kind,
    asked: fn(&Layout) -> &Option<String>,
}

/// The quantities of a record, in the order in which their columns are read.
pub(super) static QUANTITIES: [Quantity; 6] = [
    Quantity { name: "time", kind: &TIME, asked: |layout| &layout.time },
    Quantity { name: "gap", kind: &LENGTH, asked: |layout| &layout.gap },
    Quantity { name: "velocity", kind: &SPEED, asked: |layout| &layout.velocity },
    Quantity { name: "x", kind: &LENGTH, asked: |layout| &layout.x },
    Quantity { name: "angle", kind: &DEGREES, asked: |layout| &layout.angle },
    Quantity { name: "spin", kind: &SPIN, asked: |layout| &layout.spin },
];

/// The names of columns that keys give.
pub(super) fn asked(layout: &Layout) -> Vec<&str> {
    let of_drops = layout.drop.as_deref().map(|drop| drop.split('=').next().unwrap_or_default());
    QUANTITIES.iter().filter_map(|quantity| (quantity.asked)(layout).as_deref()).chain(of_drops).collect()
}

/// The columns of a table that are read.
pub(super) struct Chosen {
    /// Those of [`QUANTITIES`].
    pub(super) found: [Option<Column>; 6],
    /// The one that tells drops apart.
    pub(super) label: Option<usize>,
}

impl Chosen {
    /// The columns that keys name, or else those whose names and units say what they are; positions along the wall,
    /// angles and spins only where keys name them.
    ///
    /// # Errors
    /// A key names no column; two columns may be the time or the gap; the name and the line of units contradict each
    /// other.
    pub(super) fn of(layout: &Layout, sheet: &Sheet, diameter: Option<f64>) -> Result<Self, String> {
        let mut found: [Option<Column>; 6] = Default::default();
        for (found, Quantity { kind, asked, .. }) in found.iter_mut().zip(&QUANTITIES) {
            *found = asked(layout).as_ref().map(|asked| named(sheet, asked, kind, diameter)).transpose()?;
        }
        let [time, gap, velocity, x, angle, spin] = &mut found;
        if angle.is_some() && spin.is_some() {
            return Err("measurement.angle and measurement.spin both say how the sphere turns; name one of them".into());
        }
        let of = |lists, kind, key, taken: &[Option<&Column>]| called(sheet, lists, (kind, key), diameter, taken);
        if time.is_none() {
            let taken = [gap.as_ref(), x.as_ref()];
            let ways = [(TIMES, "time"), (FRAMES, "time")];
            let order = if layout.frame_rate.is_some() { [ways[1], ways[0]] } else { ways };
            for (lists, key) in order {
                *time = if time.is_none() { of(lists, &TIME, key, &taken)? } else { time.take() };
            }
            let only = || only(sheet, &TIME, diameter, &taken).filter(|_| layout.frame_rate.is_none());
            *time = time.take().or_else(only);
        }
        // A velocity that nobody asked for is read if its unit is known.
        if velocity.is_none() {
            let known = of(VELOCITIES, &SPEED, "velocity", &[]).unwrap_or_default();
            *velocity = known.filter(|found| matches!(found.meaning, Meaning::Si(_)));
        }
        if gap.is_none() {
            let taken = [time.as_ref(), x.as_ref(), velocity.as_ref()];
            let only = || only(sheet, &LENGTH, diameter, &taken).filter(|_| velocity.is_none());
            *gap = of(GAPS, &LENGTH, "gap", &taken)?.or_else(only);
        }
        if let Some(both) = gap.iter().find(|gap| x.as_ref().is_some_and(|x| x.at == gap.at)) {
            return Err(format!(
                "measurement.gap and measurement.x are both the column `{}`; one is the height, the other the position along the wall",
                both.heading.shown()
            ));
        }
        for (found, Quantity { asked, .. }) in found.iter().zip(&QUANTITIES) {
            let has_unit = asked(layout).as_ref().is_some_and(|asked| asked.contains(['(', '[']));
            if let Some(found) = found.iter().find(|found| found.heading.is_contradicted && !has_unit) {
                return Err(format!(
                    "the name of the column `{}` contradicts the unit below it, `{}`; mend one of them, or name the column by [measurement] with its unit",
                    found.heading.name, found.heading.unit
                ));
            }
        }
        let label = match layout.drop.as_deref() {
            Some(asked) => {
                Some(place(sheet, asked.split('=').next().unwrap_or_default())?.ok_or_else(|| missing(sheet, asked))?)
            }
            None => sheet.columns.iter().position(is_label),
        };
        Ok(Self { found, label })
    }

    pub(super) fn time(&self) -> Option<&Column> {
        self.found[0].as_ref()
    }

    pub(super) fn gap(&self) -> Option<&Column> {
        self.found[1].as_ref()
    }

    /// The columns with numbers.
    pub(super) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.found.iter().flatten()
    }
}

fn missing(sheet: &Sheet, asked: &str) -> String {
    format!("there is no column `{asked}`; there are: {}", sheet.names())
}

/// The place of the column of this name, with its unit or without, or of this number.
fn place(sheet: &Sheet, name: &str) -> Result<Option<usize>, String> {
    let name = name.trim();
    let square = name.replace('(', "[").replace(')', "]");
    let is_it =
        |heading: &Heading| heading.name.eq_ignore_ascii_case(name) || heading.shown().eq_ignore_ascii_case(&square);
    let places: Vec<usize> = (0..sheet.columns.len()).filter(|at| is_it(&sheet.columns[*at])).collect();
    let number =
        || name.parse().ok().and_then(|number: usize| number.checked_sub(1)).filter(|at| *at < sheet.columns.len());
    match places[..] {
        [] => Ok(number()),
        [at] => Ok(Some(at)),
        [first, second, ..] => Err(format!(
            "the columns {} and {} are both called `{name}`: name the one that is meant by its number",
            first + 1,
            second + 1
        )),
    }
}

/// The column that a key asks for, by its name or number, with a unit in brackets or without.
fn named(sheet: &Sheet, asked: &str, kind: &'static Kind, diameter: Option<f64>) -> Result<Column, String> {
    let bracketed = asked.rsplit_once(['(', '[']).map(|(name, rest)| (name, rest.trim_end_matches([')', ']']).trim()));
    let (at, unit) = match (place(sheet, asked)?, bracketed) {
        (Some(at), _) => (at, None),
        (None, Some((name, unit))) => (place(sheet, name)?.ok_or_else(|| missing(sheet, asked))?, Some(unit)),
        (None, None) => return Err(missing(sheet, asked)),
    };
    let mut heading = sheet.columns[at].clone();
    if let Some(unit) = unit {
        unit.clone_into(&mut heading.unit);
        if meaning_of(unit, kind, diameter) == Meaning::Unknown {
            return Err(format!(
                "the column `{asked}` does not say its unit; it should be {} ({})",
                kind.name, kind.si
            ));
        }
    }
    Ok(Column { at, meaning: heading.meaning(kind, diameter), heading })
}

/// The column that a list calls by its names; none of those that are taken, of another kind of unit, or of one value in
/// all rows.
///
/// # Errors
/// There are two.
fn called(
    sheet: &Sheet,
    lists: &[&[&str]],
    (kind, key): (&'static Kind, &str),
    diameter: Option<f64>,
    taken: &[Option<&Column>],
) -> Result<Option<Column>, String> {
    let is_free = |at: &usize| taken.iter().flatten().all(|column| column.at != *at);
    let [is_length, is_speed] = [&LENGTH, &SPEED].map(|of| kind.dimension == of.dimension);
    // `centre_x` is no height and `X velocity` none along the normal, nor is what has another unit.
    let fits = |at: &usize| {
        let heading = &sheet.columns[*at];
        let is_other =
            heading.meaning(kind, diameter) == Meaning::Unknown && (!heading.unit.is_empty() || has_unit(heading));
        let is_along = || heading.words().iter().any(|word| ALONG[0].contains(&word.as_str()));
        !(is_other || is_length && is_called(heading, ALONG[0]) || is_speed && is_along())
    };
    for list in lists {
        let mut all: Vec<usize> = (0..sheet.columns.len()).filter(is_free).filter(fits).collect();
        all.retain(|at| is_called(&sheet.columns[*at], list));
        if all.len() > 1 {
            all.retain(|at| moves(sheet, *at));
        }
        if let [first, second, ..] = all[..] {
            let names = [first, second].map(|at| format!("`{}` (column {})", sheet.columns[at].shown(), at + 1));
            return Err(format!(
                "{} and {} may both be the {key}: measurement.{key} names the one that is meant",
                names[0], names[1]
            ));
        }
        if let [at] = all[..] {
            let heading = sheet.columns[at].clone();
            return Ok(Some(Column { at, meaning: heading.meaning(kind, diameter), heading }));
        }
    }
    Ok(None)
}

/// Whether a column says a unit of any kind.
fn has_unit(heading: &Heading) -> bool {
    [&TIME, &LENGTH, &SPEED, &DEGREES, &SPIN].iter().any(|kind| heading.meaning(kind, Some(1.0)) != Meaning::Unknown)
}

/// Whether a column has several values.
fn moves(sheet: &Sheet, at: usize) -> bool {
    let values = sheet.numbers(&[at]).map(|numbers| numbers.columns).unwrap_or_default();
    let (low, high) = extent(values.into_iter().flatten().filter(|value| value.is_finite()));
    high > low
}

/// The only column with a unit of this kind, whatever it is called; none of those that are taken, and no position along
/// the wall.
fn only(sheet: &Sheet, kind: &'static Kind, diameter: Option<f64>, taken: &[Option<&Column>]) -> Option<Column> {
    let is_free =
        |at: &usize| taken.iter().flatten().all(|column| column.at != *at) && !is_called(&sheet.columns[*at], ALONG[0]);
    let meaning = |at: usize| sheet.columns[at].meaning(kind, diameter);
    let mut known = (0..sheet.columns.len()).filter(is_free).filter(|at| meaning(*at) != Meaning::Unknown);
    let at = known.next().filter(|_| known.next().is_none())?;
    Some(Column { at, heading: sheet.columns[at].clone(), meaning: meaning(at) })
}
