//! Reading keys of a case or a plan by what they say of themselves: kind, range and default, each problem at its place.

use super::diagnostic::allowed;
use super::document::{Node, Value};
use super::section::Section;
use std::ops::RangeBounds;
use wetbounce_physics::keys::{Absent, Key, KeyTable, Keys, NONE, Range, Slot};
use wetbounce_physics::own::Laws;
use wetbounce_physics::quantity::span::Span;
use wetbounce_physics::quantity::text::{abridged, nearest};
use wetbounce_physics::quantity::{KINEMATIC_VISCOSITY, Kind, Quantity, VISCOSITY};

/// Most values of a key: as many as a motion that a camera measures has rows.
pub(super) const LONGEST_LIST: usize = 100_000;

/// Reads the keys that `show` shows from `section`. Keys that belong elsewhere are passed over.
pub fn read_keys(section: &Section<'_>, show: impl FnOnce(&mut Keys<'_>)) {
    show(&mut Keys::new(&mut |key| read_key(section, key)));
}

/// Reads `table`, which has its defaults, from `section`, and leaves the keys of other choices to these.
pub fn read<T: KeyTable>(table: T, section: &Section<'_>) -> T {
    read_and_explain(table, section, |_| "")
}

/// As [`read`], and says `why` keys of other choices have no place beside those made.
pub(super) fn read_and_explain<T: KeyTable>(
    mut table: T,
    section: &Section<'_>,
    why: impl FnOnce(&T) -> &'static str,
) -> T {
    read_keys(section, |keys| table.keys(keys));
    if section.has_unread() {
        let why = why(&table);
        for OtherKey { key, by, words } in others(&table, section.laws()) {
            section.belongs_to_choice(key, by, &words, why);
        }
    }
    table
}

/// Reads a whole table that needs nothing of the rest of the case.
pub(super) fn read_all<T: KeyTable + Default>(section: Section<'_>) -> T {
    let table = read(T::default(), &section);
    section.finish();
    table
}

/// The names of the keys of `table`.
pub(super) fn names<T: KeyTable>(table: &T) -> Vec<&'static str> {
    Keys::names(|keys| table.clone().keys(keys))
}

/// The names of the keys of `table` that do not have their defaults.
pub(super) fn stated<T: KeyTable + Default>(table: &T) -> Vec<&'static str> {
    let values = |table: &T| Keys::values(|keys| table.clone().keys(keys));
    let differs = values(table).into_iter().zip(values(&T::default()));
    names(table).into_iter().zip(differs).filter(|(_, (own, default))| own != default).map(|(name, _)| name).collect()
}

/// A key that a table has with other choices than those made.
struct OtherKey {
    key: &'static str,
    /// The key whose word is to be chosen first.
    by: &'static str,
    /// The words of that key with which the table has this one, at once or after a further choice.
    words: Vec<&'static str>,
}

/// The keys that `table` has with other choices; those that need the fewest choices come first.
fn others<T: KeyTable>(table: &T, laws: &Laws) -> Vec<OtherKey> {
    let own = names(table);
    let mut found: Vec<OtherKey> = Vec::new();
    let mut reached = vec![(None, table.clone())];
    while !reached.is_empty() {
        let known: Vec<&str> = own.iter().copied().chain(found.iter().map(|other| other.key)).collect();
        let onward = |(first, table): &(Option<_>, T)| {
            let further = one_choice_away(table, laws).into_iter();
            further.map(|(choice, table)| (first.or(Some(choice)), table)).collect::<Vec<_>>()
        };
        let mut next: Vec<_> = reached.iter().flat_map(onward).collect();
        next.retain(|(_, table)| names(table).iter().any(|name| !known.contains(name)));
        for (choice, table) in &next {
            let Some((by, word)) = *choice else { continue };
            for key in names(table).into_iter().filter(|name| !known.contains(name)) {
                match found.iter_mut().find(|other| other.key == key) {
                    Some(other) if other.by == by && !other.words.contains(&word) => other.words.push(word),
                    Some(_) => {}
                    None => found.push(OtherKey { key, by, words: vec![word] }),
                }
            }
        }
        reached = next;
    }
    found
}

/// The tables that differ from `table` by one choice: its key, its word, the table.
pub(super) fn one_choice_away<T: KeyTable>(table: &T, laws: &Laws) -> Vec<((&'static str, &'static str), T)> {
    let mut choices = Vec::new();
    table.clone().keys(&mut Keys::new(&mut |key| {
        if let Slot::Word(choice) = key.slot {
            choices.extend(choice.words(laws).into_iter().map(|word| (key.name, word)));
        }
    }));
    let mut away = Vec::new();
    for (by, mut word) in choices {
        let mut other = table.clone();
        other.keys(&mut Keys::new(&mut |key| {
            if let (Slot::Word(choice), true) = (key.slot, key.name == by) {
                choice.choose(word, laws);
                word = choice.word();
            }
        }));
        away.push(((by, word), other));
    }
    away
}

/// The names of the keys of `table` and of those that it has with other choices.
pub(super) fn all_names<T: KeyTable>(table: &T, laws: &Laws) -> Vec<&'static str> {
    names(table).into_iter().chain(others(table, laws).into_iter().map(|other| other.key)).collect()
}

fn read_key(section: &Section<'_>, Key { name, slot, above_zero, .. }: Key<'_>) {
    if section.is_foreign(name) {
        return;
    }
    let diameter = section.diameter();
    let number = |kind, range| read_number(section, name, (kind, range, above_zero));
    let text = || section.value(name, ONE_TEXT, read_text);
    let filled = |texts: &[String]| {
        let filled = !texts.is_empty() && texts.iter().all(|text| !text.trim().is_empty());
        if !filled {
            section.unfit(name, "must not be empty");
        }
        filled
    };
    match slot {
        Slot::Number { value, kind, range, absent } => {
            let read = number(kind, range);
            if let (None, Absent::Missing(advice)) = (read, &absent) {
                *value = f64::NAN;
                if section.place(name).is_none() {
                    section.missing(name, &advice.replace("[]", &format!("[{}]", section.name())));
                }
            }
            *value = read.unwrap_or(*value);
            if (section.name(), name) == ("sphere", "diameter") {
                section.set_diameter(*value);
            }
        }
        Slot::Maybe { value, kind, range } => *value = number(kind, range).or(*value),
        Slot::OrNone { value, kind, range } => *value = read_or_none(section, name, (kind, range)).unwrap_or(*value),
        Slot::Span { value, kind, range } => *value = read_span(section, name, (kind, range, above_zero)).or(*value),
        Slot::Numbers { value, kind } => {
            let advice = format!("{}; or a list of them in [ ]", kind.advice());
            let one = |value: &Value| read_quantity(value, kind, diameter).and_then(finite);
            let numbers = section.value(name, advice, |value| one_or_more(value, one));
            if let Some(Err(fault)) = numbers.map(|numbers| value.set(some(numbers)?)) {
                section.unfit(name, fault);
            }
        }
        Slot::Viscosity { value, density, range } => {
            let advice =
                format!("{}; a kinematic one such as \"20 cSt\" is multiplied by the density", VISCOSITY.advice());
            let read = section.value(name, advice, |value| read_viscosity(value, density));
            let checked = read.and_then(|read| checked(section, name, read, (&VISCOSITY, range, None)));
            *value = checked.unwrap_or(*value);
        }
        Slot::Flag(value) => {
            *value = section.value(name, "write true or false, without quotes", read_flag).unwrap_or(*value);
        }
        Slot::Word(value) => {
            let words = value.words(section.laws());
            let advice = format!("allowed: \"{}\"", words.join("\", \""));
            if let Some(word) = section.value(name, advice, |value| read_word(value, &words)) {
                value.choose(word, section.laws());
            }
        }
        Slot::Count(value, range) => match section.value(name, "write a whole number such as 24", read_whole) {
            Some(whole) if range.contains(&whole) => value.set(whole),
            Some(_) => section.unfit(name, format!("must be from {} to {}", range.start(), range.end())),
            None => {}
        },
        // A column may be named by its number.
        Slot::Text(value) => *value = section.value(name, ONE_TEXT, read_text_or_number).or(value.take()),
        Slot::Filled(value) => *value = text().filter(|text| filled(std::slice::from_ref(text))).or(value.take()),
        Slot::Path(value) => {
            if let Some(path) = text().filter(|path| filled(std::slice::from_ref(path))) {
                *value = path.into();
            }
        }
        Slot::Paths(value) => {
            let advice = format!("{ONE_TEXT}, or a list of them in [ ]");
            let paths = section.value(name, advice, |value| one_or_more(value, read_text));
            if let Some(paths) = paths.filter(|paths| filled(paths)) {
                *value = paths.into_iter().map(Into::into).collect();
            }
        }
        Slot::Texts(value, [advice, item]) => {
            let diameter = diameter.unwrap_or(f64::NAN);
            section.value(name, advice, |list| value.set(read_list(list, item)?, diameter));
        }
    }
}

const ONE_TEXT: &str = "write a text in quotes";

/// The quantity `name`, if it is given and in its range.
fn read_number(
    section: &Section<'_>,
    name: &'static str,
    (kind, range, above_zero): (&'static Kind, Range, Option<&str>),
) -> Option<f64> {
    let diameter = section.diameter();
    let read = section.value(name, kind.advice(), |value| read_quantity(value, kind, diameter))?;
    checked(section, name, read, (kind, range, above_zero))
}

/// The quantity `name`, or none of it, if it is given and in its range.
fn read_or_none(
    section: &Section<'_>,
    name: &'static str,
    (kind, range): (&'static Kind, Range),
) -> Option<Option<f64>> {
    let read = section.value(name, format!("{}; or \"{NONE}\"", kind.advice()), |value| match value {
        Value::Text(text) if text == NONE => Ok(None),
        Value::Text(text) if text == "0" => Ok(Some(0.0)),
        value => read_quantity(value, kind, section.diameter()).map(Some),
    })?;
    match read {
        Some(number) => checked(section, name, number, (kind, range, None)).map(Some),
        None => Some(None),
    }
}

/// The same of a quantity, or a range of it.
fn read_span(
    section: &Section<'_>,
    name: &'static str,
    (kind, range, above_zero): (&'static Kind, Range, Option<&str>),
) -> Option<Span> {
    let advice = format!("{}; or a range of it such as \"8 .. 12 mm\" or \"10 ± 2 mm\"", kind.advice());
    let span = section.value(name, advice, |value| match value {
        Value::Text(text) => Span::read(text, kind, section.diameter()).map_err(|error| error.to_string()),
        other => read_quantity(other, kind, section.diameter()).map(Span::known),
    })?;
    let inside = |end| checked(section, name, end, (kind, range, above_zero));
    inside(span.low)?;
    if !span.is_known() {
        inside(span.high)?;
    }
    Some(span)
}

/// The `number`, unless it is not finite or outside its range, which is reported.
fn checked(
    section: &Section<'_>,
    name: &'static str,
    number: f64,
    (kind, range, above_zero): (&Kind, Range, Option<&str>),
) -> Option<f64> {
    let unknown = section.diameter().is_some_and(f64::is_nan);
    let fault = match above_zero {
        _ if !number.is_finite() && !unknown => "must be a finite number".into(),
        Some(meaning) if number.is_nan() || number <= 0.0 => format!("must be above 0: {meaning}"),
        _ if !number.is_nan() && !range.contains(&number) => allowed(&range, kind),
        _ => return Some(number),
    };
    section.unfit(name, fault);
    None
}

/// A quantity of `kind`; a number without unit only where the kind takes one.
fn read_quantity(value: &Value, kind: &'static Kind, diameter: Option<f64>) -> Result<f64, String> {
    let read = match value {
        Value::Text(text) => kind.read(text, diameter),
        Value::Whole(whole) => kind.read_bare(*whole as f64),
        Value::Number(number) => kind.read_bare(*number),
        _ => return Err(format!("{} was expected", kind.name)),
    };
    read.map_err(|error| error.to_string())
}

/// A dynamic viscosity \[Pa s\]; a kinematic one is multiplied by `density` [kg/m³].
fn read_viscosity(value: &Value, density: f64) -> Result<f64, String> {
    let Value::Text(text) = value else { return read_quantity(value, &VISCOSITY, None) };
    match Quantity::parse(text) {
        Ok(quantity) if quantity.dimension == KINEMATIC_VISCOSITY.dimension => {
            quantity.si(None).map(|kinematic| kinematic * density).map_err(|error| error.to_string())
        }
        _ => VISCOSITY.read(text, None).map_err(|error| error.to_string()),
    }
}

/// A whole number, zero or more.
fn read_whole(value: &Value) -> Result<u64, String> {
    match *value {
        Value::Whole(whole) if whole >= 0 => Ok(whole as u64),
        Value::Number(number) if number >= 0.0 && number.fract() == 0.0 && number < 1e15 => Ok(number as u64),
        Value::Whole(_) => Err("must not be negative".into()),
        _ => Err("a whole number was expected".into()),
    }
}

fn read_flag(value: &Value) -> Result<bool, String> {
    match value {
        Value::Flag(flag) => Ok(*flag),
        _ => Err("true or false was expected".into()),
    }
}

fn read_text_or_number(value: &Value) -> Result<String, String> {
    match value {
        Value::Whole(whole) => Ok(whole.to_string()),
        _ => read_text(value),
    }
}

fn read_text(value: &Value) -> Result<String, String> {
    match value {
        Value::Text(text) if text.chars().any(|c| c.is_control() && c != '\n') => {
            Err("control characters are not allowed".into())
        }
        Value::Text(text) => Ok(text.clone()),
        // A column by its number, a name that is a year: a command line has no quotes.
        Value::Whole(number) => Ok(number.to_string()),
        _ => Err("a text was expected".into()),
    }
}

/// A list of texts; each is an `item`.
fn read_list(value: &Value, item: &str) -> Result<Vec<String>, String> {
    let Value::List(items) = value else { return Err("a list in [ ] was expected".into()) };
    let text = |node: &Node| match &node.value {
        Value::Text(text) => Ok(text.clone()),
        _ => Err(format!("{item} expected")),
    };
    short(items)?.iter().map(text).collect()
}

/// One of `words`.
fn read_word(value: &Value, words: &[&'static str]) -> Result<&'static str, String> {
    let Value::Text(text) = value else { return Err("one of a few words was expected".into()) };
    let known = words.iter().find(|word| *word == text);
    known.copied().ok_or_else(|| match nearest(text, words.iter().copied()) {
        Some(word) => format!("not known; did you mean \"{word}\"?"),
        None => format!("\"{}\" is not known", abridged(text)),
    })
}

/// One value, or a list of them.
fn one_or_more<T>(value: &Value, one: impl Fn(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    match value {
        Value::List(items) => short(items)?.iter().map(|item| one(&item.value)).collect(),
        value => Ok(vec![one(value)?]),
    }
}

/// A list that is not too long.
fn short(items: &[Node]) -> Result<&[Node], String> {
    match items.len() {
        0..=LONGEST_LIST => Ok(items),
        _ => Err(format!("has more than {LONGEST_LIST} values")),
    }
}

fn finite(number: f64) -> Result<f64, String> {
    if number.is_finite() { Ok(number) } else { Err("must be finite numbers".into()) }
}

fn some(numbers: Vec<f64>) -> Result<Vec<f64>, String> {
    if numbers.is_empty() { Err("the list is empty".into()) } else { Ok(numbers) }
}
