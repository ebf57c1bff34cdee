//! Tables of a case that say their keys: read with their defaults, each problem at its place, and written out.

use super::document::{Node, Value};
use super::section::Section;
use crate::keys::{Absent, Key, Keys, Slot};
use crate::quantity::VISCOSITY;
use serde::ser::{SerializeMap, Serializer};
use std::path::Path;

/// A table of a case that says its keys.
pub(super) trait Table: Clone {
    /// Shows every key; the values are the defaults before it is read.
    fn keys(&mut self, keys: &mut Keys<'_>);
}

/// Reads the keys that `show` shows from `section`; keys that [belong](Section::belongs) to another choice are passed over.
pub(super) fn read_keys(section: &Section<'_>, show: impl FnOnce(&mut Keys<'_>)) {
    show(&mut Keys::new(&mut |key| read_key(section, key)));
}

/// Reads `table`, which has its defaults, from `section`.
pub(super) fn read<T: Table>(mut table: T, section: &Section<'_>) -> T {
    read_keys(section, |keys| table.keys(keys));
    table
}

/// Reads a whole table that needs nothing of the rest of the case.
pub(super) fn read_all<T: Table + Default>(section: Section<'_>) -> T {
    let table = read(T::default(), &section);
    section.finish();
    table
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
                Absent::Missing(advice) => field.required(advice),
                Absent::Default | Absent::Settled => field.or(*value),
            };
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

/// A value as it is written.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Written {
    Number(f64),
    Whole(u64),
    Flag(bool),
    Text(String),
    List(Vec<String>),
}

fn as_written(Key { slot, unwritten, .. }: Key<'_>) -> Option<Written> {
    let text = |text: &str| Some(Written::Text(text.to_owned()));
    let value = match slot {
        Slot::Number { value, kind, .. } if kind.si.is_empty() => Some(Written::Number(*value)),
        Slot::Number { value, kind, .. } => text(&kind.write(*value)),
        Slot::Maybe { value: Some(value), kind, .. } if kind.si.is_empty() => Some(Written::Number(*value)),
        Slot::Maybe { value, kind, .. } => value.and_then(|value| text(&kind.write(value))),
        Slot::Numbers { value, kind } => match &value.get()[..] {
            [only] => text(&kind.write(*only)),
            all => Some(Written::List(all.iter().map(|value| kind.write(*value)).collect())),
        },
        Slot::Viscosity { value, .. } => text(&VISCOSITY.write(*value)),
        Slot::Flag(value) => Some(Written::Flag(*value)),
        Slot::Word(value) => Some(value.word()).filter(|word| !word.is_empty()).and_then(text),
        Slot::Count(value, _) => Some(Written::Whole(value.get())),
        Slot::Text(value) => value.as_deref().and_then(text),
        Slot::Path(value) => text(written_path(value)),
        Slot::Paths(value) => match &value[..] {
            [only] => text(written_path(only)),
            all => Some(Written::List(all.iter().map(|path| written_path(path).to_owned()).collect())),
        },
        Slot::Texts(value, _) => Some(Written::List(value.get())),
    };
    value.filter(|_| !unwritten)
}

fn written_path(path: &Path) -> &str {
    path.to_str().expect("a path of a case is a text")
}

/// Writes the keys that `show` shows as a table.
pub(super) fn write_keys<S: Serializer>(serializer: S, show: impl FnOnce(&mut Keys<'_>)) -> Result<S::Ok, S::Error> {
    let mut map = Some(serializer.serialize_map(None)?);
    let mut failed = None;
    show(&mut Keys::new(&mut |key| {
        if let (name, Some(value), Some(map)) = (key.name, as_written(key), &mut map) {
            failed = failed.take().or(map.serialize_entry(name, &value).err());
        }
    }));
    match failed {
        Some(error) => Err(error),
        None => map.take().expect("it has been begun").end(),
    }
}

/// Writes a table under its keys.
pub(super) fn write<T: Table, S: Serializer>(table: &T, serializer: S) -> Result<S::Ok, S::Error> {
    write_keys(serializer, |keys| table.clone().keys(keys))
}

/// Has tables written under their keys.
macro_rules! written {
    ($($table:ty),+) => {$(
        impl serde::Serialize for $table {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::case::keys::write(self, serializer)
            }
        }
    )+};
}
pub(super) use written;

/// Declares a table: each key with its meaning, its type, its default, and how it is shown, by a method of [`Keys`]; one that is
/// `unwritten` is left out where it has its default. Defaults that depend on the rest of the case are settled where the table is read.
macro_rules! table {
    ($(#[$outer:meta])* $seen:vis struct $name:ident {
        $($(#[$inner:meta])* $key:ident: $type:ty = $default:expr, $how:ident($($argument:expr),*) $($quiet:ident)?;)+
    }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, PartialEq)]
        $seen struct $name {
            $($(#[$inner])* pub $key: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default,)+ }
            }
        }

        impl $crate::case::keys::Table for $name {
            fn keys(&mut self, keys: &mut $crate::keys::Keys<'_>) {
                $(keys$(.$quiet(self.$key == Self::default().$key))?.$how(stringify!($key), &mut self.$key $(, $argument)*);)+
            }
        }

        $crate::case::keys::written!($name);
    };
}
pub(super) use table;
