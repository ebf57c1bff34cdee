//! The keys of the tables of a case: name, value, unit and range of each, said once.
//!
//! A table visits its keys in order ([`Table::keys`]), as a contact law does. From there they are read with their defaults, each
//! problem at its place ([`read`]), written out ([`written!`]), and listed ([`names`]).

use super::document::Value;
use super::section::Section;
use crate::contact::keys::{Keys, POSITIVE, Range};
use crate::keyword::{Keyword, word_of};
use crate::quantity::Kind;
use serde::ser::{SerializeMap, Serializer};
use std::ops::{RangeBounds, RangeInclusive};
use std::path::PathBuf;

/// A range as keys take it.
pub(super) fn within(range: impl RangeBounds<f64>) -> Range {
    (range.start_bound().cloned(), range.end_bound().cloned())
}

/// A whole number of any width.
pub(super) trait Whole: Copy {
    /// From the widest.
    fn of(whole: u64) -> Self;
    /// To the widest.
    fn whole(self) -> u64;
}

macro_rules! whole {
    ($($kind:ty),+) => {$(
        impl Whole for $kind {
            fn of(whole: u64) -> Self {
                Self::try_from(whole).unwrap_or(Self::MAX)
            }

            fn whole(self) -> u64 {
                self as u64
            }
        }
    )+};
}

whole!(u32, u64, usize);

/// A table of a case that says its keys.
pub(super) trait Table: Clone {
    /// Visits every key; the values are the defaults before it is read.
    fn keys<K: TableKeys>(&mut self, keys: &mut K);
}

/// What is done with every key of a table in turn: besides what laws have, whole numbers, texts and lists.
pub(super) trait TableKeys: Keys {
    /// A whole number.
    fn count<N: Whole>(&mut self, key: &'static str, value: &mut N, range: RangeInclusive<u64>);

    /// A quantity without a default, NaN before it is read; `advice` says what to write.
    fn needed(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range, advice: &str);

    /// A quantity that may be left out.
    fn open(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind, range: Range);

    /// A text that may be left out.
    fn text(&mut self, key: &'static str, value: &mut Option<String>);

    /// A file or directory.
    fn path(&mut self, key: &'static str, value: &mut PathBuf);

    /// A list of texts.
    fn texts(&mut self, key: &'static str, value: &mut Vec<String>, advice: &str);

    /// A list whose items are read and written by a kind of their own.
    fn items<T: Item>(&mut self, key: &'static str, value: &mut Vec<T>);

    /// Leaves the next key out where the case is written if `so`.
    fn unwritten(&mut self, _so: bool) -> &mut Self {
        self
    }
}

/// An item of a list.
pub(super) trait Item: Copy {
    /// What to write, for errors.
    const ADVICE: &'static str;

    /// Reads it; `D` is a length of `diameter` m.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(value: &Value, diameter: f64) -> Result<Self, String>;

    /// The text that reads back as the same.
    fn written(&self) -> String;
}

/// Reads `table`, which has its defaults, from `section`; keys that [belong](Section::belongs) to another choice are passed over.
pub(super) fn read<T: Table>(mut table: T, section: &Section<'_>) -> T {
    table.keys(&mut FromSection(section));
    table
}

/// Reads a whole table that needs nothing of the rest of the case.
pub(super) fn read_all<T: Table + Default>(section: Section<'_>) -> T {
    let table = read(T::default(), &section);
    section.finish();
    table
}

/// The names of the keys that `table` visits.
pub(super) fn names<T: Table>(table: &T) -> Vec<&'static str> {
    let mut names = Names::default();
    table.clone().keys(&mut names);
    names.0
}

/// Writes a table under its keys.
pub(super) fn write<T: Table, S: Serializer>(table: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut writer = Writer::default();
    table.clone().keys(&mut writer);
    let mut map = serializer.serialize_map(None)?;
    writer.keys.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
    map.end()
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

/// Declares a table: each key with what it means, its type, its default, and how it is visited, by a method of [`Keys`] or
/// [`TableKeys`]; one that is `unwritten` is left out where it has its default. What depends on the rest of the case is settled
/// where the table is read.
macro_rules! table {
    ($(#[$outer:meta])* pub struct $name:ident {
        $($(#[$inner:meta])* $key:ident: $type:ty = $default:expr, $how:ident($($argument:expr),*) $($quiet:ident)?;)+
    }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$inner])* pub $key: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default,)+ }
            }
        }

        impl $crate::case::keys::Table for $name {
            fn keys<K: $crate::case::keys::TableKeys>(&mut self, keys: &mut K) {
                $(keys$(.$quiet(self.$key == $default))?.$how(stringify!($key), &mut self.$key $(, $argument)*);)+
            }
        }

        $crate::case::keys::written!($name);
    };
}
pub(super) use table;

/// Reads keys; one that must be given is NaN before.
pub(super) struct FromSection<'s, 'r>(pub &'s Section<'r>);

impl Keys for FromSection<'_, '_> {
    fn quantity(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        if value.is_nan() {
            return self.needed(key, value, kind, range, &format!("this law needs it: {}", kind.advice()));
        }
        *value = self.0.quantity(key, kind).within(range).or(*value);
    }

    fn settled(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        *value = self.0.quantity(key, kind).within(range).optional().unwrap_or(*value);
    }

    fn optional(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind) {
        self.open(key, value, kind, POSITIVE);
    }

    fn flag(&mut self, key: &'static str, value: &mut bool) {
        *value = self.0.flag(key).or(*value);
    }

    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, value: &mut W) {
        *value = self.0.word(key).or(*value);
    }
}

impl TableKeys for FromSection<'_, '_> {
    fn count<N: Whole>(&mut self, key: &'static str, value: &mut N, range: RangeInclusive<u64>) {
        *value = self.0.count(key).within(range).optional().map_or(*value, N::of);
    }

    fn needed(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range, advice: &str) {
        *value = self.0.quantity(key, kind).within(range).required(advice);
    }

    fn open(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind, range: Range) {
        if !self.0.is_foreign(key) {
            *value = self.0.quantity(key, kind).within(range).optional().or(*value);
        }
    }

    fn text(&mut self, key: &'static str, value: &mut Option<String>) {
        *value = self.0.text(key).optional().or(value.take());
    }

    fn path(&mut self, key: &'static str, value: &mut PathBuf) {
        let path = self.0.text(key).check("must not be empty", |path| !path.trim().is_empty());
        *value = path.optional().map_or_else(|| std::mem::take(value), PathBuf::from);
    }

    fn texts(&mut self, key: &'static str, value: &mut Vec<String>, advice: &str) {
        let text = |value: &Value| match value {
            Value::Text(text) => Ok(text.clone()),
            _ => Err("texts in quotes were expected".to_owned()),
        };
        *value = self.0.list(key, advice, text).or_default();
    }

    fn items<T: Item>(&mut self, key: &'static str, value: &mut Vec<T>) {
        let diameter = self.0.diameter();
        let items = self.0.list(key, T::ADVICE, |item| T::read(item, diameter));
        *value = items.or(std::mem::take(value));
    }
}

/// A value as it is written.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum Written {
    Number(f64),
    Whole(u64),
    Flag(bool),
    Text(String),
    List(Vec<String>),
}

/// Writes keys, in order.
#[derive(Default)]
pub(super) struct Writer {
    pub keys: Vec<(&'static str, Written)>,
    passes_over: bool,
}

impl Writer {
    fn push(&mut self, key: &'static str, value: Option<Written>) {
        let value = value.filter(|_| !std::mem::take(&mut self.passes_over));
        self.keys.extend(value.map(|value| (key, value)));
    }

    fn of(kind: &Kind, value: f64) -> Written {
        if kind.si.is_empty() { Written::Number(value) } else { Written::Text(kind.write(value)) }
    }
}

impl Keys for Writer {
    fn quantity(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, _range: Range) {
        self.push(key, Some(Self::of(kind, *value)));
    }

    fn optional(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind) {
        self.push(key, value.map(|value| Self::of(kind, value)));
    }

    fn flag(&mut self, key: &'static str, value: &mut bool) {
        self.push(key, Some(Written::Flag(*value)));
    }

    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, value: &mut W) {
        self.push(key, Some(Written::Text(word_of(value).into())));
    }
}

impl TableKeys for Writer {
    fn count<N: Whole>(&mut self, key: &'static str, value: &mut N, _range: RangeInclusive<u64>) {
        self.push(key, Some(Written::Whole(value.whole())));
    }

    fn needed(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range, _advice: &str) {
        self.quantity(key, value, kind, range);
    }

    fn open(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind, _range: Range) {
        self.optional(key, value, kind);
    }

    fn text(&mut self, key: &'static str, value: &mut Option<String>) {
        self.push(key, value.clone().map(Written::Text));
    }

    fn path(&mut self, key: &'static str, value: &mut PathBuf) {
        self.push(key, Some(Written::Text(value.to_str().expect("a path of a case is a text").into())));
    }

    fn texts(&mut self, key: &'static str, value: &mut Vec<String>, _advice: &str) {
        self.push(key, Some(Written::List(value.clone())).filter(|_| !value.is_empty()));
    }

    fn items<T: Item>(&mut self, key: &'static str, value: &mut Vec<T>) {
        self.push(key, Some(Written::List(value.iter().map(T::written).collect())));
    }

    fn unwritten(&mut self, so: bool) -> &mut Self {
        self.passes_over = so;
        self
    }
}

/// Lists keys.
#[derive(Default)]
pub(super) struct Names(pub Vec<&'static str>);

impl Keys for Names {
    fn quantity(&mut self, key: &'static str, _value: &mut f64, _kind: &'static Kind, _range: Range) {
        self.0.push(key);
    }

    fn optional(&mut self, key: &'static str, _value: &mut Option<f64>, _kind: &'static Kind) {
        self.0.push(key);
    }

    fn flag(&mut self, key: &'static str, _value: &mut bool) {
        self.0.push(key);
    }

    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, _value: &mut W) {
        self.0.push(key);
    }
}

impl TableKeys for Names {
    fn count<N: Whole>(&mut self, key: &'static str, _value: &mut N, _range: RangeInclusive<u64>) {
        self.0.push(key);
    }

    fn needed(&mut self, key: &'static str, _value: &mut f64, _kind: &'static Kind, _range: Range, _advice: &str) {
        self.0.push(key);
    }

    fn open(&mut self, key: &'static str, _value: &mut Option<f64>, _kind: &'static Kind, _range: Range) {
        self.0.push(key);
    }

    fn text(&mut self, key: &'static str, _value: &mut Option<String>) {
        self.0.push(key);
    }

    fn path(&mut self, key: &'static str, _value: &mut PathBuf) {
        self.0.push(key);
    }

    fn texts(&mut self, key: &'static str, _value: &mut Vec<String>, _advice: &str) {
        self.0.push(key);
    }

    fn items<T: Item>(&mut self, key: &'static str, _value: &mut Vec<T>) {
        self.0.push(key);
    }
}
