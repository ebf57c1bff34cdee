//! The keys of a law: name, value, unit and range of each, said once.
//!
//! From here they are checked ([`Parameters::validate`]), and by the case read, written and listed.

use crate::error::BadParameter;
use crate::keyword::Keyword;
use crate::quantity::{Kind, NUMBER};
use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

/// Values a key may have.
pub type Range = (Bound<f64>, Bound<f64>);
/// Above zero.
pub const POSITIVE: Range = (Excluded(0.0), Unbounded);
/// Zero or more.
pub const NOT_NEGATIVE: Range = (Included(0.0), Unbounded);
/// Above zero, at most one.
pub const SHARE: Range = (Excluded(0.0), Included(1.0));

/// What is done with every key of a law in turn.
pub trait Keys {
    /// A number with a unit; one that has no default is NaN before it is read.
    fn quantity(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range);

    /// A quantity whose default depends on the rest of the case: NaN until it is settled.
    fn settled(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, range: Range) {
        self.quantity(key, value, kind, range);
    }

    /// A quantity that may be left out.
    fn optional(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind);

    /// True or false.
    fn flag(&mut self, key: &'static str, value: &mut bool);

    /// One of a few words.
    fn word<W: Keyword + PartialEq>(&mut self, key: &'static str, value: &mut W);

    /// A pure number.
    fn number(&mut self, key: &'static str, value: &mut f64, range: Range) {
        self.quantity(key, value, &NUMBER, range);
    }
}

/// The parameters of a law.
pub trait Parameters: Clone {
    /// The keys of the normal force.
    fn normal_keys<K: Keys>(&mut self, keys: &mut K);

    /// The keys that only a dry impact takes: friction, rolling, twisting, and other forms of the normal force.
    fn dry_keys<K: Keys>(&mut self, _keys: &mut K) {}

    /// Refuses what is outside its range.
    fn validate(&self) -> Result<(), BadParameter> {
        let (mut checked, mut check) = (self.clone(), Check(Ok(())));
        checked.normal_keys(&mut check);
        checked.dry_keys(&mut check);
        check.0
    }
}

/// Keeps the first value outside its range.
struct Check(Result<(), BadParameter>);

impl Keys for Check {
    fn quantity(&mut self, key: &'static str, value: &mut f64, _kind: &'static Kind, range: Range) {
        if self.0.is_ok() && !(value.is_finite() && range.contains(value)) {
            let allowed = match range {
                (Excluded(_), Included(most)) => format!("must be greater than 0 and at most {most}"),
                (_, Included(most)) => format!("must be at least 0 and at most {most}"),
                (Excluded(_), _) => "must be a positive number".into(),
                _ => "must be zero or a positive number".into(),
            };
            self.0 = Err(BadParameter::new(key, *value, allowed));
        }
    }

    fn settled(&mut self, key: &'static str, value: &mut f64, kind: &'static Kind, _range: Range) {
        self.quantity(key, value, kind, POSITIVE);
    }

    fn optional(&mut self, key: &'static str, value: &mut Option<f64>, kind: &'static Kind) {
        if let Some(value) = value {
            self.quantity(key, value, kind, POSITIVE);
        }
    }

    fn flag(&mut self, _key: &'static str, _value: &mut bool) {}

    fn word<W: Keyword + PartialEq>(&mut self, _key: &'static str, _value: &mut W) {}
}
