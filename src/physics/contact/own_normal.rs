//! The normal force of a law of your own, which is asked no more once it has failed.

use super::fault::LawFault;
use super::force::{NormalForce, NormalLaw};
use std::sync::{Arc, OnceLock};

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
