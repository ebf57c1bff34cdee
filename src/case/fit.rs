//! `[fit]`: which parameters are fitted to the measurement.

use wetbounce_physics::table;

const TEXTS: &str = "texts in quotes were";

table! {
    /// Parameters of a fit and their priors; each text is read by `wetbounce fit`.
    pub struct Fit {
        /// Parameters: `KEY` or `KEY = LOW .. HIGH`. Default: none.
        vary: Vec<String> = Vec::new(), texts(["write a list such as [\"contact.restitution = 0.9 .. 1\"]", TEXTS]) unwritten;
        /// Their priors: `KEY = VALUE ± SIGMA`. Default: nothing.
        prior: Vec<String> = Vec::new(), texts(["write a list such as [\"contact.restitution = 0.97 ± 0.02\"]", TEXTS]) unwritten;
    }
}

impl Fit {
    /// Whether there is nothing to fit.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
