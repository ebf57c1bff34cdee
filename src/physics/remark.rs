//! Remarks: the sentences said beside a result. Each has a name, which stays when its words change.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemarkKind {
    /// The result may be wrong: out of a model's range, not resolved, or out of balance.
    Warning,
    /// The result holds under this assumption, because the case says nothing else.
    Assumption,
    /// A measured record may be wrong, or may not belong to the run.
    Doubt,
}

/// A sentence said beside a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// Its name, for programs: that of its row in `tests/program/remarks.toml`, which has a case with the remark and
    /// one without.
    pub name: String,
    /// Its kind.
    pub kind: RemarkKind,
    /// Its words, with values and units.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

/// A [`Remark`] of a kind with a name and words: `remark!(Warning, "name", "text {}", value)`.
#[macro_export]
macro_rules! remark {
    ($kind:ident, $name:literal, $($text:tt)+) => {
        $crate::remark::Remark {
            name: $name.to_owned(),
            kind: $crate::remark::RemarkKind::$kind,
            text: format!($($text)+),
        }
    };
}

/// All remarks beside a result. In JSON they are `remarks`; beside that stand the words of each kind: `warnings`,
/// `assumed` and `doubts`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Remarks(pub Vec<Remark>);

/// The remarks as they stand in JSON.
#[derive(Serialize, Deserialize)]
struct Written {
    remarks: Vec<Remark>,
    #[serde(skip_deserializing)]
    warnings: Vec<String>,
    #[serde(skip_deserializing)]
    assumed: Vec<String>,
    #[serde(skip_deserializing)]
    doubts: Vec<String>,
}

impl From<Written> for Remarks {
    fn from(written: Written) -> Self {
        Self(written.remarks)
    }
}

impl From<Remarks> for Written {
    fn from(remarks: Remarks) -> Self {
        let [warnings, assumed, doubts] =
            [RemarkKind::Warning, RemarkKind::Assumption, RemarkKind::Doubt].map(|kind| remarks.texts(kind));
        Self { warnings, assumed, doubts, remarks: remarks.0 }
    }
}

impl Remarks {
    /// The remarks of a kind, in their order.
    pub fn of(&self, kind: RemarkKind) -> impl Iterator<Item = &Remark> {
        self.0.iter().filter(move |remark| remark.kind == kind)
    }

    /// The words of the remarks of a kind.
    pub fn texts(&self, kind: RemarkKind) -> Vec<String> {
        self.of(kind).map(|remark| remark.text.clone()).collect()
    }

    /// The remark with this name.
    pub fn get(&self, name: &str) -> Option<&Remark> {
        self.0.iter().find(|remark| remark.name == name)
    }

    /// Whether there is a remark with this name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

impl Extend<Remark> for Remarks {
    fn extend<T: IntoIterator<Item = Remark>>(&mut self, more: T) {
        self.0.extend(more);
    }
}

impl IntoIterator for Remarks {
    type Item = Remark;
    type IntoIter = std::vec::IntoIter<Remark>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<Remark> for Remarks {
    fn from_iter<T: IntoIterator<Item = Remark>>(all: T) -> Self {
        Self(all.into_iter().collect())
    }
}
