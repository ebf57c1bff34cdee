//! Laws of your own: those that a program has beside the shipped ones, each by its word.
//!
//! A law of your own is a value like a shipped one: a problem holds it, copies it and compares it. Whoever reads cases
//! is given the [`Laws`] that cases may name; nothing is kept for the whole process.

use crate::error::BadParameter;
use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Refuses a `word` by which no case can call a law of your own, for the key that would have it.
///
/// # Errors
/// It is empty, or has signs other than letters, digits, `-`, `_`, `.` and `/`.
pub fn check_word(key: &'static str, word: &str) -> Result<(), BadParameter> {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./".contains(sign);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Ok(()),
        false => Err(BadParameter::new(
            key,
            word.escape_debug(),
            "is no name for a law of your own: give one word of letters, digits, - and _",
        )),
    }
}

/// A law of your own with its values. It is kept for as long as the program runs, so that it is copied as a number is.
pub struct Own<T: ?Sized + 'static> {
    word: &'static str,
    law: &'static T,
    values: &'static [String],
}

impl<T: ?Sized> Own<T> {
    /// The `law` that messages and cases call `word`, with the `values` of its keys as texts that no other values have.
    pub fn new(word: &'static str, law: Box<T>, values: Vec<String>) -> Self {
        Self { word, law: Box::leak(law), values: values.leak() }
    }

    /// The word by which a case calls it.
    pub fn word(&self) -> &'static str {
        self.word
    }

    /// The same law with other `values` of its keys, which `law` has; itself where they are its own.
    #[must_use]
    pub fn with(self, law: Box<T>, values: Vec<String>) -> Self {
        if values == self.values { self } else { Self::new(self.word, law, values) }
    }
}

impl<T: ?Sized> Clone for Own<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Own<T> {}

/// Two are equal if they are one object, or have the same word, the same keys and the same values of these.
impl<T: ?Sized> PartialEq for Own<T> {
    fn eq(&self, other: &Self) -> bool {
        let same_keys = !self.values.is_empty() && self.values == other.values;
        self.word == other.word && (same_keys || std::ptr::addr_eq(self.law, other.law))
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Own<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.law.fmt(out)
    }
}

impl<T: ?Sized> Deref for Own<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.law
    }
}

/// The laws of your own that cases may name, of any kind, each with its defaults. None by default.
#[derive(Clone, Default)]
pub struct Laws(Vec<Arc<dyn Any + Send + Sync>>);

impl Laws {
    /// These and `law`.
    #[must_use]
    pub fn and<T: ?Sized + Send + Sync + 'static>(mut self, law: Own<T>) -> Self {
        self.0.push(Arc::new(law));
        self
    }

    /// Those of one kind.
    pub fn of<T: ?Sized + 'static>(&self) -> impl Iterator<Item = Own<T>> {
        self.0.iter().filter_map(|law| law.downcast_ref::<Own<T>>().copied())
    }
}

impl fmt::Debug for Laws {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} laws of your own", self.0.len())
    }
}
