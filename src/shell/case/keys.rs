//! Reading tables of a case that say their keys, with their defaults, each problem at its place.

use super::document::{Node, Value};
use super::section::Section;
use crate::keys::{Absent, Key, KeyTable, Keys, Slot};

/// Reads `table`, which has its defaults, from `section`, and leaves the keys of other choices to these. Keys that
/// [belong](Section::belongs) elsewhere are passed over.
pub(super) fn read<T: KeyTable>(table: T, section: &Section<'_>) -> T {
    read_and_explain(table, section, |_| "")
}

/// As [`read`], and says `why` keys of other choices have no place beside those made.
pub(super) fn read_and_explain<T: KeyTable>(
    mut table: T,
    section: &Section<'_>,
    why: impl FnOnce(&T) -> &'static str,
) -> T {
    table.keys(&mut Keys::new(&mut |key| read_key(section, key)));
    let why = why(&table);
    for OtherKey { key, by, words } in others(&table) {
        section.belongs_to_choice(key, by, &words, why);
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

/// A key that a table has with other choices than those made.
struct OtherKey {
    key: &'static str,
    /// The key of the first choice on the way to it.
    by: &'static str,
    /// The words of that, which lead to it.
    words: Vec<&'static str>,
}

/// The keys that `table` has with other choices, those first that are one choice away.
fn others<T: KeyTable>(table: &T) -> Vec<OtherKey> {
    let own = names(table);
    let mut found: Vec<OtherKey> = Vec::new();
    let mut reached = vec![(None, table.clone())];
    while !reached.is_empty() {
        let known: Vec<&str> = own.iter().copied().chain(found.iter().map(|other| other.key)).collect();
        let onward = |(first, table): &(Option<_>, T)| {
            let further = one_choice_away(table).into_iter();
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
fn one_choice_away<T: KeyTable>(table: &T) -> Vec<((&'static str, &'static str), T)> {
    let mut choices = Vec::new();
    table.clone().keys(&mut Keys::new(&mut |key| {
        if let Slot::Word(choice) = key.slot {
            choices.extend(choice.words().into_iter().map(|word| (key.name, word)));
        }
    }));
    let mut away = Vec::new();
    for (by, mut word) in choices {
        let mut other = table.clone();
        other.keys(&mut Keys::new(&mut |key| {
            if let (Slot::Word(choice), true) = (key.slot, key.name == by) {
                choice.choose(word);
                word = choice.word();
            }
        }));
        away.push(((by, word), other));
    }
    away
}

/// The names of the keys of `table` and of those that it has with other choices.
pub(super) fn all_names<T: KeyTable>(table: &T) -> Vec<&'static str> {
    names(table).into_iter().chain(others(table).into_iter().map(|other| other.key)).collect()
}

fn read_key(section: &Section<'_>, Key { name, slot, above_zero, .. }: Key<'_>) {
    if section.is_foreign(name) {
        return;
    }
    match slot {
        Slot::Number { value, kind, range, absent } => {
            let mut field = section.quantity(name, kind);
            if let Some(meaning) = above_zero {
                field = field.check(format!("must be above 0: {meaning}"), |value| *value > 0.0);
            }
            let field = field.within(range);
            *value = match absent {
                Absent::Missing(advice) => field.required(&advice.replace("[]", &format!("[{}]", section.name()))),
                Absent::Default | Absent::Settled => field.or(*value),
            };
            if (section.name(), name) == ("sphere", "diameter") {
                section.set_diameter(*value);
            }
        }
        Slot::Maybe { value, kind, range } => {
            *value = section.quantity(name, kind).within(range).optional().or(*value);
        }
        Slot::Numbers { value, kind } => {
            let field = section.quantities(name, kind);
            if let Some(Err(fault)) = field.value().map(|numbers| value.set(numbers.clone())) {
                field.check(fault, |_| false);
            }
        }
        Slot::Viscosity { value, density, range } => {
            *value = section.viscosity(name, density).within(range).or(*value);
        }
        Slot::Flag(value) => *value = section.flag(name).or(*value),
        Slot::Word(value) => {
            if let Some(word) = section.choice(name, &value.words()).optional() {
                value.choose(word);
            }
        }
        Slot::Count(value, range) => {
            if let Some(whole) = section.count(name).within(range).optional() {
                value.set(whole);
            }
        }
        Slot::Text(value) => *value = section.text(name).optional().or(value.take()),
        Slot::Path(value) => {
            let path = section.text(name).check("must not be empty", |path| !path.trim().is_empty());
            if let Some(path) = path.optional() {
                *value = path.into();
            }
        }
        Slot::Paths(value) => {
            let named = |paths: &Vec<String>| !paths.is_empty() && paths.iter().all(|path| !path.trim().is_empty());
            if let Some(paths) = section.texts(name).check("must not be empty", named).optional() {
                *value = paths.into_iter().map(Into::into).collect();
            }
        }
        Slot::Texts(value, [advice, item]) => {
            let diameter = section.diameter();
            section.list(name, advice, |items| {
                let text = |node: &Node| match &node.value {
                    Value::Text(text) => Ok(text.clone()),
                    _ => Err(format!("{item} expected")),
                };
                value.set(items.iter().map(text).collect::<Result<_, _>>()?, diameter)
            });
        }
    }
}
