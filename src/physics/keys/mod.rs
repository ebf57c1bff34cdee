//! The keys of a table: name, value, unit and range of each, said once.
//!
//! Parameters of a law and tables of a case show their keys in order to whoever asks ([`Keys`]). From there they are
//! checked, read, written and listed.

pub mod table;

use crate::keyword::{Keyword, word_of};
use crate::own::Laws;
use crate::quantity::span::Span;
use crate::quantity::{Kind, NUMBER};
use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::{RangeBounds, RangeInclusive};
use std::path::PathBuf;

/// The word for none of a quantity.
pub const NONE: &str = "none";

/// Values a key may have.
pub type Range = (Bound<f64>, Bound<f64>);
/// Above zero.
pub const POSITIVE: Range = (Excluded(0.0), Unbounded);
/// Zero or more.
pub const NOT_NEGATIVE: Range = (Included(0.0), Unbounded);
/// Above zero, at most one.
pub const SHARE: Range = (Excluded(0.0), Included(1.0));

/// A range as keys take it.
pub fn within(range: impl RangeBounds<f64>) -> Range {
    (range.start_bound().cloned(), range.end_bound().cloned())
}

/// A key: its name, its value, and whether it is left out where the table is written.
pub struct Key<'v> {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub slot: Slot<'v>,
    /// Whether it is left out where the table is written.
    pub unwritten: bool,
    /// What a sign would mean, where the value must be above zero.
    pub above_zero: Option<&'static str>,
}

/// The value of a key, and its allowed values.
pub enum Slot<'v> {
    /// A number with a unit.
    Number {
        /// In SI units.
        value: &'v mut f64,
        /// Its unit.
        kind: &'static Kind,
        /// Allowed values.
        range: Range,
        /// The default.
        absent: Absent<'v>,
    },
    /// A number with a unit that may be left out.
    Maybe {
        /// In SI units.
        value: &'v mut Option<f64>,
        /// Its unit.
        kind: &'static Kind,
        /// Allowed values.
        range: Range,
    },
    /// A number with a unit, or none of it.
    OrNone {
        /// In SI units; `None` for none.
        value: &'v mut Option<f64>,
        /// Its unit.
        kind: &'static Kind,
        /// Allowed values.
        range: Range,
    },
    /// A number with a unit, or a range of it, that may be left out.
    Span {
        /// In SI units.
        value: &'v mut Option<Span>,
        /// Its unit.
        kind: &'static Kind,
        /// Allowed values.
        range: Range,
    },
    /// One number with a unit, or a list of them.
    Numbers {
        /// In SI units.
        value: &'v mut dyn Numbers,
        /// Their unit.
        kind: &'static Kind,
    },
    /// A dynamic viscosity; a kinematic one is multiplied by the density.
    Viscosity {
        /// In Pa s.
        value: &'v mut f64,
        /// In kg/m³.
        density: f64,
        /// Allowed values.
        range: Range,
    },
    /// True or false.
    Flag(&'v mut bool),
    /// One of a few words.
    Word(&'v mut dyn Word),
    /// A whole number, and its allowed values.
    Count(&'v mut dyn Whole, RangeInclusive<u64>),
    /// A text that may be left out.
    Text(&'v mut Option<String>),
    /// A text that may be left out, but not empty.
    Filled(&'v mut Option<String>),
    /// A file or directory.
    Path(&'v mut PathBuf),
    /// A file, or a list of them.
    Paths(&'v mut Vec<PathBuf>),
    /// A list of texts; an example, and the noun for an item.
    Texts(&'v mut dyn Texts, [&'static str; 2]),
}

impl Slot<'_> {
    /// The value as a text that no other value has.
    fn exact(&self) -> String {
        match self {
            Self::Number { value, .. } => format!("{value:?}"),
            Self::Maybe { value, .. } | Self::OrNone { value, .. } => format!("{value:?}"),
            Self::Span { value, .. } => format!("{value:?}"),
            Self::Numbers { value, .. } => format!("{:?}", value.get()),
            Self::Viscosity { value, .. } => format!("{value:?}"),
            Self::Flag(value) => value.to_string(),
            Self::Word(value) => value.word().to_owned(),
            Self::Count(value, _) => value.get().to_string(),
            Self::Text(value) | Self::Filled(value) => format!("{value:?}"),
            Self::Path(value) => format!("{value:?}"),
            Self::Paths(value) => format!("{value:?}"),
            Self::Texts(value, _) => format!("{:?}", value.get()),
        }
    }
}

/// The default of a number.
pub enum Absent<'v> {
    /// The value it has.
    Default,
    /// It follows from the rest of the case; NaN until then.
    Settled,
    /// Nothing: it must be given, with this advice.
    Missing(&'v str),
}

/// A table that says its keys.
pub trait KeyTable: Clone {
    /// Shows every key; the values are the defaults before it is read.
    fn keys(&mut self, keys: &mut Keys<'_>);
}

/// One of a few words.
pub trait Word {
    /// All words, those of your own `laws` last.
    fn words(&self, laws: &Laws) -> Vec<&'static str>;
    /// The word chosen; empty if none is.
    fn word(&self) -> &'static str;
    /// Chooses one of [`Word::words`].
    fn choose(&mut self, word: &str, laws: &Laws);
}

impl<W: Keyword + PartialEq> Word for W {
    fn words(&self, _: &Laws) -> Vec<&'static str> {
        W::WORDS.iter().map(|(word, _)| *word).collect()
    }

    fn word(&self) -> &'static str {
        word_of(self)
    }

    fn choose(&mut self, word: &str, _: &Laws) {
        *self = W::WORDS.iter().find(|(known, _)| *known == word).map_or(*self, |(_, choice)| *choice);
    }
}

impl<W: Keyword + PartialEq> Word for Option<W> {
    fn words(&self, _: &Laws) -> Vec<&'static str> {
        W::WORDS.iter().map(|(word, _)| *word).collect()
    }

    fn word(&self) -> &'static str {
        self.as_ref().map_or("", word_of)
    }

    fn choose(&mut self, word: &str, _: &Laws) {
        *self = W::WORDS.iter().find(|(known, _)| *known == word).map_or(*self, |(_, choice)| Some(*choice));
    }
}

/// A whole number of any width.
pub trait Whole {
    /// To the widest.
    fn get(&self) -> u64;
    /// From the widest; the largest it can be if that is less.
    fn set(&mut self, whole: u64);
}

macro_rules! whole {
    ($($kind:ty),+) => {$(
        impl Whole for $kind {
            fn get(&self) -> u64 {
                *self as u64
            }

            fn set(&mut self, whole: u64) {
                *self = Self::try_from(whole).unwrap_or(Self::MAX);
            }
        }
    )+};
}

whole!(u32, u64, usize);

/// One number, or some.
pub trait Numbers {
    /// The numbers as they are written.
    fn get(&self) -> Vec<f64>;
    /// Takes these, one at least, in place of its own.
    ///
    /// # Errors
    /// Too many or too few, or one of them is out of range.
    fn set(&mut self, values: Vec<f64>) -> Result<(), String>;
}

impl Numbers for Vec<f64> {
    fn get(&self) -> Vec<f64> {
        self.clone()
    }

    fn set(&mut self, values: Vec<f64>) -> Result<(), String> {
        *self = values;
        Ok(())
    }
}

/// Components along x, y and z, which may be given by one of them alone.
#[derive(Debug, Clone, Copy)]
pub struct Components {
    /// Which one a single value is.
    pub alone: usize,
    /// Whether that is written alone where the others are zero.
    pub brief: bool,
    /// Largest size of each, SI.
    pub largest: f64,
    /// What to say of another number of components, and of larger ones.
    pub wrong: [&'static str; 2],
}

struct Vector<'v>(&'v mut [f64; 3], Components);

impl Numbers for Vector<'_> {
    fn get(&self) -> Vec<f64> {
        let Self(value, Components { alone, brief, .. }) = self;
        let others_are_zero = (0..3).all(|axis| axis == *alone || value[axis] == 0.0);
        if *brief && others_are_zero { vec![value[*alone]] } else { value.to_vec() }
    }

    fn set(&mut self, values: Vec<f64>) -> Result<(), String> {
        let Self(value, Components { alone, largest, wrong, .. }) = self;
        let mut read = [0.0; 3];
        match values.len() {
            1 => read[*alone] = values[0],
            3 => read.copy_from_slice(&values),
            _ => return Err(wrong[0].into()),
        }
        if values.iter().any(|component| component.abs() > *largest) {
            return Err(wrong[1].into());
        }
        **value = read;
        Ok(())
    }
}

/// A list whose items are written as texts.
pub trait Texts {
    /// Takes these items in place of its own; `D` is a length of `diameter` m.
    ///
    /// # Errors
    /// The fault of one of them.
    fn set(&mut self, items: Vec<String>, diameter: f64) -> Result<(), String>;
    /// The items as texts that read back as the same.
    fn get(&self) -> Vec<String>;
}

/// An item of a list, by its text.
pub trait Item: Sized {
    /// Reads it; `D` is a length of `diameter` m.
    ///
    /// # Errors
    /// The fault.
    fn read(text: String, diameter: f64) -> Result<Self, String>;
    /// The text that reads back as the same.
    fn text(&self) -> String;
}

impl Item for String {
    fn read(text: String, _diameter: f64) -> Result<Self, String> {
        Ok(text)
    }

    fn text(&self) -> String {
        self.clone()
    }
}

impl<T: Item> Texts for Vec<T> {
    fn set(&mut self, items: Vec<String>, diameter: f64) -> Result<(), String> {
        *self = items.into_iter().map(|text| T::read(text, diameter)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn get(&self) -> Vec<String> {
        self.iter().map(T::text).collect()
    }
}

/// Shows the keys of a table, one after the other, to a visitor.
pub struct Keys<'k> {
    visit: &'k mut dyn FnMut(Key<'_>),
    unwritten: bool,
    above_zero: Option<&'static str>,
}

impl<'k> Keys<'k> {
    /// Shows them to `visit`.
    pub fn new(visit: &'k mut dyn FnMut(Key<'_>)) -> Self {
        Self { visit, unwritten: false, above_zero: None }
    }

    /// The names of the keys that `show` shows.
    pub fn names(show: impl FnOnce(&mut Keys<'_>)) -> Vec<&'static str> {
        let mut names = Vec::new();
        show(&mut Keys::new(&mut |key| names.push(key.name)));
        names
    }

    /// The values of the keys that `show` shows, as texts that no other values have.
    pub fn values(show: impl FnOnce(&mut Keys<'_>)) -> Vec<String> {
        let mut values = Vec::new();
        show(&mut Keys::new(&mut |key| values.push(key.slot.exact())));
        values
    }

    fn key(&mut self, name: &'static str, slot: Slot<'_>) {
        let (unwritten, above_zero) = (std::mem::take(&mut self.unwritten), self.above_zero.take());
        (self.visit)(Key { name, slot, unwritten, above_zero });
    }

    /// Leaves the next key out where the table is written if `so`.
    pub fn unwritten(&mut self, so: bool) -> &mut Self {
        self.unwritten = so;
        self
    }

    /// The keys of a table within this one.
    pub fn flat(&mut self, _name: &'static str, table: &mut impl KeyTable) {
        table.keys(self);
    }

    /// Keys that `show` shows of a part of the table.
    pub fn with<T>(&mut self, _name: &'static str, part: &mut T, show: impl FnOnce(&mut T, &mut Self)) {
        show(part, self);
    }

    /// A number with a unit; one that has no default is NaN before it is read.
    pub fn quantity(&mut self, name: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        let advice = format!("this law needs it: {}", kind.advice());
        let absent = if value.is_nan() { Absent::Missing(&advice) } else { Absent::Default };
        self.key(name, Slot::Number { value, kind, range, absent });
    }

    /// A quantity that must be given, with `advice` on its value.
    pub fn needed(&mut self, name: &'static str, value: &mut f64, kind: &'static Kind, range: Range, advice: &str) {
        self.key(name, Slot::Number { value, kind, range, absent: Absent::Missing(advice) });
    }

    /// As [`Keys::needed`], a quantity above zero: what a sign would mean, and `advice`.
    pub fn positive(
        &mut self,
        name: &'static str,
        value: &mut f64,
        kind: &'static Kind,
        range: Range,
        [meaning, advice]: [&'static str; 2],
    ) {
        self.above_zero = Some(meaning);
        self.needed(name, value, kind, range, &format!("{advice}: {meaning}"));
    }

    /// A quantity whose default depends on the rest of the case: NaN until it is settled.
    pub fn settled(&mut self, name: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        self.key(name, Slot::Number { value, kind, range, absent: Absent::Settled });
    }

    /// A pure number.
    pub fn number(&mut self, name: &'static str, value: &mut f64, range: Range) {
        self.quantity(name, value, &NUMBER, range);
    }

    /// A quantity that may be left out.
    pub fn optional(&mut self, name: &'static str, value: &mut Option<f64>, kind: &'static Kind, range: Range) {
        self.key(name, Slot::Maybe { value, kind, range });
    }

    /// A quantity, or `"none"`.
    pub fn or_none(&mut self, name: &'static str, value: &mut Option<f64>, kind: &'static Kind, range: Range) {
        self.key(name, Slot::OrNone { value, kind, range });
    }

    /// A quantity, or a range of it, that may be left out.
    pub fn span(&mut self, name: &'static str, value: &mut Option<Span>, kind: &'static Kind, range: Range) {
        self.key(name, Slot::Span { value, kind, range });
    }

    /// One number with a unit, or a list of them.
    pub fn numbers(&mut self, name: &'static str, value: &mut dyn Numbers, kind: &'static Kind) {
        self.key(name, Slot::Numbers { value, kind });
    }

    /// One component, or three.
    pub fn vector(&mut self, name: &'static str, value: &mut [f64; 3], kind: &'static Kind, components: Components) {
        self.numbers(name, &mut Vector(value, components), kind);
    }

    /// The viscosity of a liquid of this `density` [kg/m³], dynamic or kinematic; NaN where it is not given.
    pub fn viscosity(&mut self, name: &'static str, value: &mut f64, range: Range, density: f64) {
        self.key(name, Slot::Viscosity { value, density, range });
    }

    /// True or false.
    pub fn flag(&mut self, name: &'static str, value: &mut bool) {
        self.key(name, Slot::Flag(value));
    }

    /// One of a few words.
    pub fn word(&mut self, name: &'static str, value: &mut dyn Word) {
        self.key(name, Slot::Word(value));
    }

    /// A whole number.
    pub fn count(&mut self, name: &'static str, value: &mut dyn Whole, range: RangeInclusive<u64>) {
        self.key(name, Slot::Count(value, range));
    }

    /// A text that may be left out.
    pub fn text(&mut self, name: &'static str, value: &mut Option<String>) {
        self.key(name, Slot::Text(value));
    }

    /// A text that may be left out, but not empty.
    pub fn filled(&mut self, name: &'static str, value: &mut Option<String>) {
        self.key(name, Slot::Filled(value));
    }

    /// A file or directory.
    pub fn path(&mut self, name: &'static str, value: &mut PathBuf) {
        self.key(name, Slot::Path(value));
    }

    /// A file, or a list of them.
    pub fn paths(&mut self, name: &'static str, value: &mut Vec<PathBuf>) {
        self.key(name, Slot::Paths(value));
    }

    /// A list of texts; an example, and the noun for an item: "texts in quotes were".
    pub fn texts(&mut self, name: &'static str, value: &mut dyn Texts, advice: [&'static str; 2]) {
        self.key(name, Slot::Texts(value, advice));
    }
}
