//! Units of columns: in brackets, at the end of a name, below it, or in a key.

use wetbounce_physics::quantity::{Kind, LENGTH, Quantity, TIME};

/// Names of a length in pixels, and of a frame as a time.
const PIXELS: [&str; 4] = ["px", "pixel", "pixels", "pix"];
const FRAMES: [&str; 2] = ["frame", "frames"];
/// What else units are called, in small letters, and how many of which unit one is; words may have an s behind them.
const ALIASES: [(&str, f64, &str); 24] = [
    ("sec", 1.0, "s"),
    ("second", 1.0, "s"),
    ("msec", 1.0, "ms"),
    ("millisecond", 1.0, "ms"),
    ("usec", 1.0, "us"),
    ("microsecond", 1.0, "us"),
    ("minute", 1.0, "min"),
    ("micron", 1.0, "um"),
    ("micrometer", 1.0, "um"),
    ("micrometre", 1.0, "um"),
    ("millimeter", 1.0, "mm"),
    ("millimetre", 1.0, "mm"),
    ("centimeter", 1.0, "cm"),
    ("centimetre", 1.0, "cm"),
    ("meter", 1.0, "m"),
    ("metre", 1.0, "m"),
    ("inch", 0.0254, "m"),
    ("inches", 0.0254, "m"),
    ("degree", 1.0, "deg"),
    ("radian", 1.0, "rad"),
    ("rev", 360.0, "deg"),
    ("turn", 360.0, "deg"),
    ("rps", 360.0, "deg/s"),
    ("rpm", 6.0, "deg/s"),
];

/// What stands above a column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Heading {
    /// Its name; the number of the column where there is none.
    pub(super) name: String,
    /// Its unit, from brackets behind the name or from a line of units; empty where there is none.
    pub(super) unit: String,
    /// Whether the line of units says another one than the name.
    pub(super) is_contradicted: bool,
}

impl Heading {
    /// That of a column with this name above a unit.
    pub(super) fn of(name: &str, below: &str) -> Self {
        let below = bare(below).trim();
        let bracketed = name.split_once(['(', '[', '{']);
        let beside = bracketed.and_then(|(_, rest)| Some(rest.split([')', ']', '}']).next()?.trim()));
        let plain = bracketed.map_or(name, |(plain, _)| plain).trim();
        // `t / ms`, as ISO 80000 writes it.
        let over = plain.split_once('/').map(|(plain, unit)| (plain.trim(), unit.trim()));
        let over = over.filter(|(plain, unit)| !plain.is_empty() && is_unit(unit) && beside.is_none());
        let (plain, own) = over.unwrap_or((plain, beside.unwrap_or_default()));
        let named = || parted(plain).map_or(String::new(), |(_, unit)| unit);
        let by_name = if own.is_empty() { named() } else { own.to_owned() };
        let differ = |a: &str, b: &str| matches!((unit(a), unit(b)), (Some(a), Some(b)) if a != b);
        Self {
            name: plain.to_owned(),
            is_contradicted: differ(&by_name, below),
            unit: if below.is_empty() { own } else { below }.to_owned(),
        }
    }

    /// Name and unit.
    pub(super) fn shown(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }

    /// The words of the name, without its unit, in small letters and without numbers at their ends.
    pub(super) fn words(&self) -> Vec<String> {
        let stem = if self.unit.is_empty() { parted(&self.name).map(|(stem, _)| stem) } else { None };
        let stem = stem.unwrap_or(&self.name).to_lowercase();
        let stem = stem.trim_end_matches("_over_d");
        let words = stem.split(|sign: char| !sign.is_alphanumeric());
        let plain = words.map(|word| word.trim_matches(|sign: char| sign.is_ascii_digit()).to_owned());
        plain.filter(|word| !word.is_empty()).collect()
    }

    /// What one of its numbers of a kind is.
    pub(super) fn meaning(&self, kind: &'static Kind, diameter: Option<f64>) -> Meaning {
        let lower = self.name.to_lowercase();
        let is_length = kind.dimension == LENGTH.dimension;
        if self.unit.is_empty() && is_length && lower.ends_with("_over_d") {
            return diameter.map_or(Meaning::Unknown, Meaning::Si);
        }
        let named = || parted(&self.name).map_or(String::new(), |(_, unit)| unit);
        let own = if self.unit.is_empty() { named() } else { self.unit.clone() };
        meaning_of(&own, kind, diameter)
    }
}

/// What one of a column's numbers is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Meaning {
    /// This, in SI units.
    Si(f64),
    Pixels,
    Frames,
    Unknown,
}

/// A cell of a line of units, without its brackets.
pub(super) fn bare(cell: &str) -> &str {
    cell.trim_matches(['(', ')', '[', ']', '{', '}'])
}

/// Stem and unit of `time_ms`, `velocity_m_s`, `gap_mm`: what follows the last stroke, or both that follow the last but
/// one, is a unit.
fn parted(name: &str) -> Option<(&str, String)> {
    let name = name.trim();
    let (rest, last) = name.rsplit_once('_')?;
    let both = rest.rsplit_once('_').map(|(stem, over)| (stem, format!("{over}/{last}")));
    // A letter alone is rather a part of the name.
    let is_long = |unit: &str| unit.len() > 1 || ["s", "m"].contains(&unit.to_lowercase().as_str());
    let ways = both.into_iter().chain([(rest, last.to_owned())]);
    ways.into_iter().find(|(stem, unit)| !stem.is_empty() && is_long(unit) && is_unit(unit))
}

/// Whether a text is a unit.
pub(super) fn is_unit(text: &str) -> bool {
    let lower = text.to_lowercase();
    PIXELS.contains(&lower.as_str()) || FRAMES.contains(&lower.as_str()) || unit(text).is_some()
}

/// One of a unit, and how many times that it is; `1/240 s` and `0.05 mm` are units as well. Capital letters count only
/// where small ones are no unit: in a record `Mm` is no megametre.
fn unit(text: &str) -> Option<(f64, Quantity)> {
    let plain =
        Some(text.trim()).filter(|plain| plain.contains(|sign: char| sign.is_alphabetic() || "°%".contains(sign)))?;
    let lower = plain.to_lowercase();
    let alias = |word: &str| ALIASES.iter().find(|(name, ..)| *name == word || word.strip_suffix('s') == Some(*name));
    // `rev/s`: the word stands before the stroke.
    let (word, over) = lower.split_once('/').map_or((lower.as_str(), ""), |(word, over)| (word, over));
    if let Some((_, each, unit)) = alias(word) {
        let unit = if over.is_empty() { (*unit).to_owned() } else { format!("{unit}/{over}") };
        return Some((*each, Quantity::parse(&format!("1 {unit}")).ok()?));
    }
    let (times, plain) = match plain.split_once(' ').filter(|_| plain.starts_with(|sign: char| sign.is_ascii_digit())) {
        None => (1.0, plain),
        Some((number, unit)) => {
            let (over, under) = number.split_once('/').unwrap_or((number, "1"));
            let times = over.parse::<f64>().ok()? / under.parse::<f64>().ok()?;
            (Some(times).filter(|times| times.is_finite() && *times > 0.0)?, unit)
        }
    };
    let parsed = |unit: &str| Quantity::parse(&format!("1 {unit}")).ok();
    Some((times, parsed(&plain.to_lowercase()).or_else(|| parsed(plain))?))
}

/// What a unit makes of numbers of a kind.
pub(super) fn meaning_of(text: &str, kind: &'static Kind, diameter: Option<f64>) -> Meaning {
    let lower = text.to_lowercase();
    if kind.dimension == LENGTH.dimension && PIXELS.contains(&lower.as_str()) {
        return Meaning::Pixels;
    }
    if kind.dimension == TIME.dimension && FRAMES.contains(&lower.as_str()) {
        return Meaning::Frames;
    }
    let known = unit(text).filter(|(_, found)| found.dimension == kind.dimension);
    known.and_then(|(times, found)| Some(times * found.si(diameter).ok()?)).map_or(Meaning::Unknown, Meaning::Si)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::quantity::SPEED;

    #[test]
    fn a_column_says_its_unit_in_brackets_below_its_name_or_after_an_underscore() {
        for (name, below, kind, scale) in [
            ("time_ms", "", &TIME, 1e-3),
            ("Time(s)", "", &TIME, 1.0),
            ("t", "(sec)", &TIME, 1.0),
            ("frame [1/240 s]", "", &TIME, 1.0 / 240.0),
            ("h / mm", "", &LENGTH, 1e-3),
            ("HEIGHT_MM", "", &LENGTH, 1e-3),
            ("h {um}", "", &LENGTH, 1e-6),
            ("y [0.05 mm]", "", &LENGTH, 5e-5),
            ("gap_over_d", "", &LENGTH, 3e-3),
            ("h/D", "", &LENGTH, 3e-3),
            ("velocity_m_s", "", &SPEED, 1.0),
            ("v (cm/s)", "", &SPEED, 1e-2),
        ] {
            let heading = Heading::of(name, below);
            let Meaning::Si(found) = heading.meaning(kind, Some(3e-3)) else { panic!("{name} {heading:?}") };
            assert!((found / scale - 1.0).abs() < 1e-14, "{name}: {found}");
        }
        for (name, below, kind, other) in [
            ("t", "", &TIME, Meaning::Unknown),
            ("gap", "", &LENGTH, Meaning::Unknown),
            ("gap_ms", "", &LENGTH, Meaning::Unknown),
            ("forceMN", "", &LENGTH, Meaning::Unknown),
            ("y", "(pixel)", &LENGTH, Meaning::Pixels),
            ("POSITION_T", "(frame)", &TIME, Meaning::Frames),
        ] {
            assert_eq!(Heading::of(name, below).meaning(kind, None), other, "{name}");
        }
        assert!(Heading::of("t [ms]", "s").is_contradicted && Heading::of("t_ms", "s").is_contradicted);
        assert!(!Heading::of("t [s]", "sec").is_contradicted && !Heading::of("t", "s").is_contradicted);
        assert_eq!(Heading::of("pt1_cam1_Y", "").words(), ["pt", "cam", "y"]);
        assert_eq!(Heading::of("Trajectory 1 - Y (mm)", "").words(), ["trajectory", "y"]);
    }
}
