//! Names and units of columns, as others write them.

use wetbounce_physics::quantity::{Kind, LENGTH, Quantity, TIME};

/// Names of a length in pixels, and of a frame as a time.
const PIXELS: [&str; 5] = ["px", "pixel", "pixels", "pix", "dot"];
const FRAMES: [&str; 4] = ["frame", "frames", "fr", "slice"];
/// What columns that count pictures are called.
pub(crate) const PICTURES: &[&str] = &["frame", "slice", "image", "picture"];
/// What else units are called, in small letters, and how many of which unit they are here; words may have an s behind them.
const ALIASES: [(&str, f64, &str); 27] = [
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
    ("in", 0.0254, "m"),
    ("inch", 0.0254, "m"),
    ("inches", 0.0254, "m"),
    ("ft", 0.3048, "m"),
    ("degree", 1.0, "deg"),
    ("radian", 1.0, "rad"),
    ("rev", 360.0, "deg"),
    ("turn", 360.0, "deg"),
    ("rps", 360.0, "deg/s"),
    ("rpm", 6.0, "deg/s"),
    ("1/min", 6.0, "deg/s"),
];

/// What stands above a column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heading {
    /// Its name.
    pub name: String,
    /// Other names of it.
    pub others: Vec<String>,
    /// Its unit, from a line of units or brackets beside the name; empty where there is none.
    pub unit: String,
    /// The unit in brackets beside the name, where a line of units has one too.
    pub beside: Option<String>,
}

impl Heading {
    /// Name and unit.
    pub fn shown(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }

    /// All names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.others.iter().map(String::as_str))
    }
}

/// What a unit makes of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Meant {
    /// Times this, in SI units.
    Si(f64),
    Pixels,
    Frames,
    Unknown,
}

/// One of a unit, and how many times that it is: a fraction of a unit, `1/240 s`, is one as well. Capital letters count only where small ones are no unit: in a record `Mm` is no megametre.
pub(crate) fn one(unit: &str) -> Option<(f64, Quantity)> {
    let plain = unit.trim().trim_start_matches("in ");
    let lower = plain.to_lowercase();
    let alias = |word: &str| ALIASES.iter().find(|(name, ..)| *name == word);
    // `rev/s`: the word stands before the stroke.
    let (word, over) = lower.split_once('/').filter(|(word, _)| !word.is_empty()).unwrap_or((&lower, ""));
    let known = alias(&lower).map(|known| (known, ""));
    let known = known.or_else(|| Some((alias(word).or_else(|| alias(word.strip_suffix('s')?))?, over)));
    if let Some(((_, each, unit), over)) = known {
        let unit = if over.is_empty() { (*unit).to_owned() } else { format!("{unit}/{over}") };
        return Some((*each, Quantity::parse(&format!("1 {unit}")).ok()?));
    }
    let fraction = plain.split_once(' ').and_then(|(number, unit)| {
        let (over, under) = number.split_once('/')?;
        let (over, under) = (over.parse::<f64>().ok()?, under.parse::<f64>().ok().filter(|under| *under > 0.0)?);
        Some((over / under, unit))
    });
    let (times, plain) = fraction.unwrap_or((1.0, plain));
    let parsed = |unit: &str| Quantity::parse(&format!("1 {unit}")).ok();
    Some((times, parsed(&plain.to_lowercase()).or_else(|| parsed(plain))?))
}

/// Whether a cell says that it holds no value.
pub fn is_missing(cell: &str) -> bool {
    const WORDS: [&str; 12] = ["", "-", "--", "–", ".", "nan", "na", "n/a", "#n/a", "null", "none", "inf"];
    let plain = cell.trim_start_matches(['+', '-']);
    WORDS.iter().any(|word| cell.eq_ignore_ascii_case(word) || (plain.len() > 1 && plain.eq_ignore_ascii_case(word)))
}

/// Whether a cell is a unit.
pub(crate) fn is_unit(cell: &str) -> bool {
    let lower = cell.to_lowercase();
    PIXELS.contains(&lower.as_str()) || FRAMES.contains(&lower.as_str()) || is_missing(cell) || one(cell).is_some()
}

/// What a unit makes of numbers of a kind.
fn meant_by(unit: &str, kind: &'static Kind, diameter: Option<f64>) -> Meant {
    let lower = unit.to_lowercase();
    if kind.dimension == LENGTH.dimension && PIXELS.contains(&lower.as_str()) {
        return Meant::Pixels;
    }
    if kind.dimension == TIME.dimension && FRAMES.contains(&lower.as_str()) {
        return Meant::Frames;
    }
    let known = one(unit).filter(|(_, found)| found.dimension == kind.dimension);
    known.and_then(|(times, found)| Some(times * found.si(diameter).ok()?)).map_or(Meant::Unknown, Meant::Si)
}

/// Name and unit of `t (ms)`, `t [ms]`, `t {ms}`, of `t / ms`, which is the way of ISO 80000, of `time in ms`, `t: ms`, `t ms`, and of `t..ms.`, which R makes of `t (ms)`.
pub(crate) fn unit_of(name: &str) -> Option<(&str, &str)> {
    let bracketed =
        name.split_once(['(', '[', '{']).and_then(|(name, rest)| Some((name, rest.split([')', ']', '}']).next()?)));
    // A letter behind a name is rather a part of it than an hour or a diameter.
    let behind = name.rsplit_once(' ').filter(|(_, unit)| unit.len() > 1 || ["s", "m"].contains(unit));
    let dotted = name.trim_end_matches('.').rsplit_once('.').map(|(name, unit)| (name.trim_end_matches('.'), unit));
    let ways = [bracketed, name.split_once('/'), name.rsplit_once(" in "), name.split_once(':'), behind, dotted];
    let trimmed = ways.into_iter().flatten().map(|(name, unit)| (name.trim(), unit.trim()));
    trimmed.into_iter().find(|(name, unit)| name.contains(char::is_alphabetic) && !unit.is_empty() && is_unit(unit))
}

/// The parts of a name, at its signs and before each capital after a small letter, with the place where each begins.
fn parts(name: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut begin, mut last) = (0, ' ');
    for (at, sign) in name.char_indices().chain([(name.len(), ' ')]) {
        let is_sign = !(sign.is_alphanumeric() || sign == '°');
        if begin < at && (is_sign || sign.is_uppercase() && last.is_lowercase()) {
            parts.push((begin, &name[begin..at]));
            begin = at;
        }
        if is_sign {
            begin = at + sign.len_utf8();
        }
        last = sign;
    }
    parts
}

/// The parts of a name in small letters.
pub(crate) fn words(name: &str) -> Vec<String> {
    parts(name).into_iter().map(|(_, part)| part.to_lowercase()).collect()
}

/// The ways to part a name into a stem and a unit, the longest unit first: `gap_mm_s` is a gap in mm/s, or a `gap_mm` in s; `gapMm`, `gap-mm` and `gap.mm` say the same as `gap_mm`.
/// A letter alone is rather a part of the name, but for one after an underscore, and for s and m.
pub(crate) fn parted(name: &str) -> impl Iterator<Item = (&str, String)> {
    let parts = parts(name);
    (1..parts.len()).filter_map(move |first| {
        let (begin, begins) = parts[first];
        let before = name[..begin].chars().next_back().unwrap_or('_');
        let is_letter = begins.len() == 1 && first + 1 == parts.len();
        let may_be =
            before == '_' || ["s", "m"].contains(&begins) || before.is_lowercase() && ["S", "M"].contains(&begins);
        // `in` before a unit is a word, and alone it is one.
        let is_word = begins.eq_ignore_ascii_case("in") && first + 1 < parts.len();
        let unit: Vec<&str> = parts[first..].iter().map(|(_, part)| *part).collect();
        (!is_word && (!is_letter || may_be)).then(|| (&name[..begin], unit.join("/")))
    })
}

/// The name of a column without the unit of a kind at its end.
pub(crate) fn stem<'n>(name: &'n str, kind: &'static Kind) -> &'n str {
    parted(name).find(|(_, unit)| meant_by(unit, kind, Some(1.0)) != Meant::Unknown).map_or(name, |(stem, _)| stem)
}

/// What the unit of a column makes of its numbers: the one beside or below its name, or that at the end of the name.
pub(crate) fn meant(heading: &Heading, kind: &'static Kind, diameter: Option<f64>) -> Meant {
    let lower = heading.name.trim().to_lowercase();
    let is_length = kind.dimension == LENGTH.dimension;
    if let (true, true, Some(diameter)) =
        (heading.unit.is_empty(), is_length && (lower.ends_with("_over_d") || lower.ends_with("/d")), diameter)
    {
        return Meant::Si(diameter);
    }
    let own = std::iter::once(heading.unit.clone()).filter(|unit| !unit.is_empty());
    let alone = std::iter::once(heading.name.clone()).filter(|name| name.len() > 1);
    own.chain(parted(&heading.name).map(|(_, unit)| unit))
        .chain(alone)
        .map(|unit| meant_by(&unit, kind, diameter))
        .find(|meant| *meant != Meant::Unknown)
        .unwrap_or(if kind.dimension == TIME.dimension && counts(&heading.name) {
            Meant::Frames
        } else {
            Meant::Unknown
        })
}

/// Whether a column of this name counts pictures.
fn counts(name: &str) -> bool {
    let words = words(name);
    words.first().is_some_and(|first| PICTURES.iter().any(|word| first.starts_with(word)))
        || words.iter().any(|word| PICTURES.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::quantity::SPEED;

    #[test]
    fn a_column_says_its_unit_in_brackets_or_after_an_underscore() {
        let of = |name: &str, unit: &str, kind| {
            meant(&Heading { name: name.into(), unit: unit.into(), ..Heading::default() }, kind, Some(3e-3))
        };
        for (name, unit, kind, scale) in [
            ("time_ms", "", &TIME, 1e-3),
            ("t", "s", &TIME, 1.0),
            ("t", "sec", &TIME, 1.0),
            ("frame", "1/240 s", &TIME, 1.0 / 240.0),
            ("h", "um", &LENGTH, 1e-6),
            ("h", "inch", &LENGTH, 0.0254),
            ("gap_over_d", "", &LENGTH, 3e-3),
            ("h/D", "D", &LENGTH, 3e-3),
            ("h/D", "", &LENGTH, 3e-3),
            ("velocity_m_s", "", &SPEED, 1.0),
            ("v_mm_s", "", &SPEED, 1e-3),
            ("v", "cm/s", &SPEED, 1e-2),
        ] {
            let Meant::Si(found) = of(name, unit, kind) else { panic!("{name} [{unit}]") };
            assert!((found / scale - 1.0).abs() < 1e-15, "{name}: {found}");
        }
        for (name, unit, kind, other) in [
            ("t", "", &TIME, Meant::Unknown),
            ("gap", "", &LENGTH, Meant::Unknown),
            ("gap_ms", "", &LENGTH, Meant::Unknown),
            ("y", "pixel", &LENGTH, Meant::Pixels),
            ("Slice n°", "", &TIME, Meant::Frames),
            ("POSITION_T", "frame", &TIME, Meant::Frames),
        ] {
            assert_eq!(of(name, unit, kind), other, "{name}");
        }
    }
}
