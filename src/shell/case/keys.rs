//! Reading tables of a case that say their keys, with their defaults, each problem at its place.

use super::document::{Node, Value};
use super::section::Section;
use crate::keys::{Absent, Key, KeyTable, Keys, Slot};

/// Reads the keys that `show` shows from `section`; keys that [belong](Section::belongs) to another choice are passed over.
pub(super) fn read_keys(section: &Section<'_>, show: impl FnOnce(&mut Keys<'_>)) {
    show(&mut Keys::new(&mut |key| read_key(section, key)));
}

/// Reads `table`, which has its defaults, from `section`.
pub(super) fn read<T: KeyTable>(mut table: T, section: &Section<'_>) -> T {
    read_keys(section, |keys| table.keys(keys));
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
