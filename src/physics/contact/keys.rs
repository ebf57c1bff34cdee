//! The parameters of a law, checked by their keys.

use crate::error::BadParameter;
use crate::keys::{Key, Keys, Slot};
use std::ops::Bound::{Excluded, Included};
use std::ops::RangeBounds;

/// The parameters of a law.
pub trait Parameters: Clone {
    /// The keys of the normal force.
    fn normal_keys(&mut self, keys: &mut Keys<'_>);

    /// The keys that only a dry impact takes: friction, rolling, twisting, and other forms of the normal force.
    fn dry_keys(&mut self, _keys: &mut Keys<'_>) {}

    /// Refuses values out of their range.
    fn validate(&self) -> Result<(), BadParameter> {
        let (mut checked, mut found) = (self.clone(), Ok(()));
        let mut check = |key: Key<'_>| {
            if found.is_ok() {
                found = refuse(&key);
            }
        };
        checked.normal_keys(&mut Keys::new(&mut check));
        checked.dry_keys(&mut Keys::new(&mut check));
        found
    }
}

/// Refuses a number outside its range.
fn refuse(key: &Key<'_>) -> Result<(), BadParameter> {
    let (value, range) = match &key.slot {
        Slot::Number { value, range, .. } => (**value, range),
        Slot::Maybe { value: Some(value), range, .. } => (*value, range),
        _ => return Ok(()),
    };
    if value.is_finite() && range.contains(&value) {
        return Ok(());
    }
    let allowed = match range {
        (Excluded(_), Included(most)) => format!("must be greater than 0 and at most {most}"),
        (Included(least), Included(most)) => format!("must be at least {least} and at most {most}"),
        (Excluded(_), _) => "must be a positive number".into(),
        _ => "must be zero or a positive number".into(),
    };
    Err(BadParameter::new(key.name, value, allowed))
}

/// Declares the parameters of a law, those of its normal force and those that only a dry impact takes: each key with
/// its meaning, its type, its default, and how it is shown, by a method of [`Keys`].
#[macro_export]
macro_rules! parameters {
    ($(#[$outer:meta])* $seen:vis struct $name:ident {
        $(normal { $($(#[$of_normal:meta])* $normal:ident: $kind:ty = $usual:expr, $show:ident($($with:expr),*);)+ })?
        $(dry { $($(#[$of_dry:meta])* $dry:ident: $type:ty = $default:expr, $how:ident($($argument:expr),*);)+ })?
    }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        $seen struct $name {
            $($($(#[$of_normal])* pub $normal: $kind,)+)?
            $($($(#[$of_dry])* pub $dry: $type,)+)?
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($($normal: $usual,)+)? $($($dry: $default,)+)? }
            }
        }

        impl $crate::contact::keys::Parameters for $name {
            fn normal_keys(&mut self, _keys: &mut $crate::keys::Keys<'_>) {
                $($(_keys.$show(stringify!($normal), &mut self.$normal $(, $with)*);)+)?
            }

            fn dry_keys(&mut self, _keys: &mut $crate::keys::Keys<'_>) {
                $($(_keys.$how(stringify!($dry), &mut self.$dry $(, $argument)*);)+)?
            }
        }
    };
}
