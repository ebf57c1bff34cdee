//! A contact law of your own that has no force to give: it failed, or its force is no number.
//!
//! Every number of the shipped laws is finite. A law of your own is asked through [`OwnNormal`], which keeps the first fault. From then
//! on it gives no force and does not ask the law again, so that the step ends, and the motion with it ([`LawFailure`]).

use super::force::{NormalForce, NormalLaw};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

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
        Self::new(format!("gives a force of {force} N at an overlap of {overlap:.3e} m and a rate of {rate:.3e} m/s"))
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
        write!(out, "at t = {:.6e} s the contact law {}", self.time, self.fault)
    }
}

impl Error for LawFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.fault.0.source()
    }
}

/// The normal force of a law of your own, and its first fault.
#[derive(Debug, Clone)]
pub struct OwnNormal {
    pub(super) law: Arc<dyn NormalLaw>,
    fault: Arc<OnceLock<LawFault>>,
}

impl OwnNormal {
    pub(super) fn new(law: impl NormalLaw + 'static) -> Self {
        Self { law: Arc::new(law), fault: Arc::default() }
    }

    /// The force that `ask` gets from the law at this overlap \[m\] and rate [m/s]; zero from the first fault on.
    pub(super) fn ask(&self, overlap: f64, rate: f64, ask: impl FnOnce(&dyn NormalLaw) -> NormalForce) -> NormalForce {
        if self.fault.get().is_some() {
            return NormalForce::ZERO;
        }
        let found = ask(&*self.law);
        if found.force.is_finite() && found.viscous.is_finite() {
            return found;
        }
        let fault = || self.law.fault().unwrap_or_else(|| LawFault::not_finite(found.force, overlap, rate));
        self.fault.get_or_init(fault);
        NormalForce::ZERO
    }

    /// Its first fault.
    pub(super) fn fault(&self) -> Option<LawFault> {
        self.fault.get().cloned().or_else(|| self.law.fault())
    }
}

impl PartialEq for OwnNormal {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.law, &other.law)
    }
}
