//! A contact law of your own that has no force to give: it failed, or its force is no number.
//!
//! Every number of the shipped laws is finite. A law of your own is asked through
//! [`OwnNormal`](super::own_normal::OwnNormal), which keeps the first fault. From then on it gives no force and does
//! not ask the law again, so that the step ends, and the motion with it ([`LawFailure`]).

use crate::quantity::{LENGTH, SPEED, TIME};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why a law has no force to give.
#[derive(Debug, Clone)]
pub struct LawFault(Arc<dyn Error + Send + Sync>);

impl LawFault {
    /// A fault by its cause, which says what the law does: "gives a force of NaN N".
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(cause.into()))
    }

    /// A force \[N\] that is no number, at an overlap \[m\] and a rate [m/s].
    pub fn not_finite(force: f64, overlap: f64, rate: f64) -> Self {
        Self::new(format!(
            "gives a force of {force} N at an overlap of {overlap} and a rate of {rate}",
            overlap = LENGTH.brief(overlap),
            rate = SPEED.brief(rate)
        ))
    }
}

impl fmt::Display for LawFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl PartialEq for LawFault {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A motion that ended because its contact law had no force to give. Its source is that of the fault.
#[derive(Debug, Clone, PartialEq)]
pub struct LawFailure {
    /// Time \[s\].
    pub time: f64,
    /// Why.
    pub fault: LawFault,
}

impl LawFailure {
    /// Refuses to go on from the `time` \[s\] under a law with a fault.
    ///
    /// # Errors
    /// There is a fault.
    pub fn refuse(time: f64, fault: Option<LawFault>) -> Result<(), Self> {
        fault.map_or(Ok(()), |fault| Err(Self { time, fault }))
    }
}

impl fmt::Display for LawFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "at t = {} the contact law {}", TIME.brief(self.time), self.fault)
    }
}

impl Error for LawFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.fault.0.source()
    }
}
