//! Tables that are declared with their keys, and writing them.

use super::{Key, KeyTable, Keys, NONE, Slot};
use crate::quantity::VISCOSITY;
use serde::ser::{SerializeMap, Serializer};
use std::path::Path;

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
        // Not known, and not asked for: nothing of a wall that is not there.
        Slot::Number { value, .. } if value.is_nan() => None,
        Slot::Number { value, kind, .. } if kind.si.is_empty() => Some(Written::Number(*value)),
        Slot::Number { value, kind, .. } => text(&kind.write(*value)),
        Slot::Maybe { value: Some(value), kind, .. } if kind.si.is_empty() => Some(Written::Number(*value)),
        Slot::Maybe { value, kind, .. } => value.and_then(|value| text(&kind.write(value))),
        Slot::OrNone { value, kind, .. } => text(&value.map_or(NONE.to_owned(), |value| kind.write(value))),
        Slot::Span { value, kind, .. } => value.and_then(|span| text(&span.write(kind))),
        Slot::Numbers { value, kind } => match &value.get()[..] {
            [only] => text(&kind.write(*only)),
            all => Some(Written::List(all.iter().map(|value| kind.write(*value)).collect())),
        },
        Slot::Viscosity { value, .. } => text(&VISCOSITY.write(*value)),
        Slot::Flag(value) => Some(Written::Flag(*value)),
        Slot::Word(value) => Some(value.word()).filter(|word| !word.is_empty()).and_then(text),
        Slot::Count(value, _) => Some(Written::Whole(value.get())),
        Slot::Text(value) | Slot::Filled(value) => value.as_deref().and_then(text),
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

/// Writes a table under its keys.
///
/// # Errors
/// Those of the serializer.
pub fn write<T: KeyTable, S: Serializer>(table: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = Some(serializer.serialize_map(None)?);
    let mut failed = None;
    table.clone().keys(&mut Keys::new(&mut |key| {
        if let (name, Some(value), Some(map)) = (key.name, as_written(key), &mut map) {
            failed = failed.take().or(map.serialize_entry(name, &value).err());
        }
    }));
    match failed {
        Some(error) => Err(error),
        None => map.take().expect("it has been begun").end(),
    }
}

/// Has tables written under their keys.
#[macro_export]
macro_rules! written {
    ($($table:ty),+) => {$(
        impl serde::Serialize for $table {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::keys::table::write(self, serializer)
            }
        }
    )+};
}

/// Declares a table: each key with its meaning, its type, its default, and how it is shown, by a method of [`Keys`];
/// one that is `unwritten` is left out where it has its default, and one with an `if` is there only where that holds of
/// the table. A key has the name of its field, or the one after `as`. An argument after a semicolon follows from the
/// keys before. Defaults that depend on the rest of the case are settled where the table is read.
#[macro_export]
macro_rules! table {
    ($(#[$outer:meta])* $seen:vis struct $name:ident {
        $($(#[$inner:meta])* $key:ident $(as $name_of_key:literal)?: $type:ty = $default:expr,
            $how:ident($($argument:expr),* $(; $last:ident = $of:path)?) $($quiet:ident)? $(, if $holds:path)?;)+
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

        impl $crate::keys::KeyTable for $name {
            fn keys(&mut self, keys: &mut $crate::keys::Keys<'_>) {
                $(if [$($holds(self))?].iter().all(|holds: &bool| *holds) {
                    $(let $last = $of(self);)?
                    let name = [$($name_of_key,)? stringify!($key)][0];
                    keys$(.$quiet(self.$key == Self::default().$key))?.$how(name, &mut self.$key $(, $argument)* $(, $last)?);
                })+
            }
        }

        $crate::written!($name);
    };
}

/// Declares a choice that a table makes by the word of one key, `by`: each has keys of its own, as those of a
/// [`table!`](crate::table).
#[macro_export]
macro_rules! choices {
    ($(#[$outer:meta])* $seen:vis enum $name:ident by $by:literal {
        $($(#[$inner:meta])* $choice:ident = $word:literal $({
            $($(#[$meaning:meta])* $key:ident: $type:ty = $default:expr, $how:ident($($argument:expr),*);)+
        })?,)+
    }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, PartialEq)]
        $seen enum $name {
            $($(#[$inner])* $choice $({ $($(#[$meaning])* $key: $type,)+ })?,)+
        }

        impl $name {
            /// Every choice with its defaults.
            pub fn all() -> Vec<Self> {
                vec![$(Self::$choice $({ $($key: $default),+ })?),+]
            }

            /// The choice of this word with its defaults.
            pub fn of(word: &str) -> Option<Self> {
                Self::all().into_iter().find(|choice| $crate::keys::Word::word(choice) == word)
            }
        }

        impl $crate::keys::Word for $name {
            fn words(&self, _: &$crate::own::Laws) -> Vec<&'static str> {
                vec![$($word),+]
            }

            fn word(&self) -> &'static str {
                match self { $(Self::$choice $({ $($key: _),+ })? => $word),+ }
            }

            fn choose(&mut self, word: &str, _: &$crate::own::Laws) {
                if let Some(other) = Self::of(word).filter(|_| word != self.word()) {
                    self.clone_from(&other);
                }
            }
        }

        impl $crate::keys::KeyTable for $name {
            fn keys(&mut self, keys: &mut $crate::keys::Keys<'_>) {
                keys.word($by, self);
                match self {
                    $(Self::$choice $({ $($key),+ })? => {
                        $($(keys.$how(stringify!($key), $key $(, $argument)*);)+)?
                    })+
                }
            }
        }
    };
}
