//! Laws of your own: those that a program adds to the shipped ones, each by its word.
//!
//! They are added once, before the first case is read, and are kept for as long as the program runs, each set of values once. So a
//! law of your own is copied and compared as the shipped ones are.

use std::fmt;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A law of your own with its values.
pub struct Own<T: ?Sized + 'static> {
    word: &'static str,
    law: &'static T,
}

impl<T: ?Sized> Own<T> {
    /// A law as a value, called `word` in messages. It is kept for as long as the program runs.
    pub fn new(word: &'static str, law: Box<T>) -> Self {
        Self { word, law: Box::leak(law) }
    }

    /// The word by which a case calls it.
    pub fn word(&self) -> &'static str {
        self.word
    }
}

impl<T: ?Sized> Clone for Own<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Own<T> {}

impl<T: ?Sized> PartialEq for Own<T> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && std::ptr::addr_eq(self.law, other.law)
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

/// The laws of your own of one kind.
pub struct Shelf<T: ?Sized + 'static>(Mutex<Vec<(Own<T>, Vec<String>)>>);

impl<T: ?Sized> Shelf<T> {
    /// Without any.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(Own<T>, Vec<String>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The words of all, in the order in which they were added.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        for (own, _) in self.kept().iter() {
            if !words.contains(&own.word) {
                words.push(own.word);
            }
        }
        words
    }

    /// The law that was added with this word, with its defaults.
    pub fn by(&self, word: &str) -> Option<Own<T>> {
        self.kept().iter().find(|(own, _)| own.word == word).map(|(own, _)| *own)
    }

    /// Keeps `law` with the `values` of its keys; the first of a word are its defaults.
    pub fn keep(&self, word: &'static str, law: Box<T>, values: Vec<String>) -> Own<T> {
        let mut kept = self.kept();
        if let Some((own, _)) = kept.iter().find(|(own, known)| own.word == word && *known == values) {
            return *own;
        }
        let own = Own::new(word, law);
        kept.push((own, values));
        own
    }
}

impl<T: ?Sized> Default for Shelf<T> {
    fn default() -> Self {
        Self::new()
    }
}
