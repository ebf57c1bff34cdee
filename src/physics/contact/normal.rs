//! The normal force between given bodies, as an immersed sphere above a plane wall needs it.
//!
//! A solver advances `m dV/dt = f_liquid + f_contact` implicitly. For every trial it asks [`NormalContact::force`] for
//! the force away from the wall and its partial derivatives; once it accepts the step it calls
//! [`NormalContact::advance`], the only thing that changes [`NormalMemory`].
//!
//! ```
//! # use wetbounce_physics as wetbounce;
//! use wetbounce::contact::{Law, Material, NormalMemory, Pair};
//! let pair = Pair::sphere_on_plane(1.5e-3, 1.1e-4, [Material::default(); 2])?;
//! let contact = Law::default().normal(&pair)?;
//! let mut memory = NormalMemory::default();
//! let (overlap, rate) = (1e-7, 0.5);
//! let trial = contact.force(overlap, rate, &memory);
//! assert!(trial.force > 0.0 && trial.by_overlap > 0.0 && trial.by_rate > 0.0);
//! contact.advance(overlap, rate, &mut memory);
//! let dt = contact.natural_time(overlap, rate, &memory) / 100.0;
//! assert!(dt > 1e-8 && dt < 1e-5);
//! # Ok::<(), wetbounce::error::BadParameter>(())
//! ```

use super::depth::PassedThrough;
use super::fault::LawFault;
use super::force::{Branch, Margin, NormalForce, NormalLaw, NormalMemory};
use super::hertz::HertzNormal;
use super::li::LiNormal;
use super::luding::LudingNormal;
use super::overlap_map::ContactScale;
use super::own_normal::OwnNormal;

/// The normal force of a law between given bodies: one of the shipped ones, or any other.
#[derive(Debug, Clone, PartialEq)]
pub enum NormalContact {
    /// `hertz`, `musen-hertz` and `hertz/stiffness`.
    Hertz(HertzNormal),
    /// `luding`.
    Luding(LudingNormal),
    /// `li`.
    Li(LiNormal),
    /// A law of your own.
    Own(OwnNormal),
}

/// Passes every question on to the law.
macro_rules! ask_the_law {
    ($(fn $question:ident(&self $(, $given:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(
            #[doc = concat!("See [`NormalLaw::", stringify!($question), "`].")]
            #[inline]
            pub fn $question(&self $(, $given: $type)*) -> $answer {
                match self {
                    Self::Hertz(law) => NormalLaw::$question(law $(, $given)*),
                    Self::Luding(law) => NormalLaw::$question(law $(, $given)*),
                    Self::Li(law) => NormalLaw::$question(law $(, $given)*),
                    Self::Own(law) => NormalLaw::$question(law.law.as_ref() $(, $given)*),
                }
            }
        )*
    };
}

impl NormalContact {
    ask_the_law! {
        fn stored_energy(&self, overlap: f64, memory: &NormalMemory) -> f64;
        fn contact_time(&self, speed: f64) -> f64;
        fn mass(&self) -> f64;
        fn closed_restitution(&self, speed: f64) -> Option<f64>;
        fn range(&self) -> f64;
        fn passed(&self, overlap: f64, memory: &NormalMemory) -> Option<PassedThrough>;
        fn is_inside(&self, overlap: f64) -> bool;
        fn natural_time(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> f64;
        fn speed_under_load(&self, load: f64) -> f64;
        fn bond_energy(&self) -> f64;
        fn scale(&self, speed: f64, steps: f64) -> ContactScale;
        fn entry_speed(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> f64;
        fn history(&self, overlap: f64, max_overlap: f64) -> f64;
        fn first_branch(&self) -> Branch;
        fn branch(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> Branch;
        fn margins(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> [Margin; 2];
        fn history_after(&self, branch: Branch, overlap: f64, max_overlap: f64) -> f64;
        fn loss(&self, branch: Branch, overlap: [f64; 2], history: [f64; 2]) -> f64;
        fn loss_between(&self, overlap: [f64; 2], max_overlap: f64) -> f64;
    }

    /// See [`NormalLaw::force`]; zero of a law of your own from its first [fault](Self::fault) on.
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        match self {
            Self::Hertz(law) => NormalLaw::force(law, overlap, rate, memory),
            Self::Luding(law) => NormalLaw::force(law, overlap, rate, memory),
            Self::Li(law) => NormalLaw::force(law, overlap, rate, memory),
            Self::Own(own) => own.ask(overlap, rate, |law| law.force(overlap, rate, memory)),
        }
    }

    /// See [`NormalLaw::branch_force`]; zero as [`force`](Self::force).
    #[inline]
    pub fn branch_force(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        match self {
            Self::Hertz(law) => NormalLaw::branch_force(law, branch, overlap, rate, memory),
            Self::Luding(law) => NormalLaw::branch_force(law, branch, overlap, rate, memory),
            Self::Li(law) => NormalLaw::branch_force(law, branch, overlap, rate, memory),
            Self::Own(own) => own.ask(overlap, rate, |law| law.branch_force(branch, overlap, rate, memory)),
        }
    }

    /// A law of your own.
    pub fn own(law: impl NormalLaw + 'static) -> Self {
        Self::Own(OwnNormal::new(law))
    }

    /// Why a law of your own has no force to give, once that is so: it failed ([`NormalLaw::fault`]), or its force was
    /// no number.
    pub fn fault(&self) -> Option<LawFault> {
        if let Self::Own(own) = self { own.fault() } else { None }
    }

    /// Commits an accepted state to the memory.
    pub fn advance(&self, overlap: f64, rate: f64, memory: &mut NormalMemory) {
        let inside = self.is_inside(overlap);
        if inside && !memory.inside {
            memory.impact_speed = self.entry_speed(overlap, rate, memory).max(0.0);
        }
        memory.inside = inside;
        memory.max_overlap = if inside { self.history(overlap, memory.max_overlap) } else { 0.0 };
        memory.last = Some((overlap, rate));
    }
}

impl From<HertzNormal> for NormalContact {
    fn from(law: HertzNormal) -> Self {
        Self::Hertz(law)
    }
}

impl From<LudingNormal> for NormalContact {
    fn from(law: LudingNormal) -> Self {
        Self::Luding(law)
    }
}

impl From<LiNormal> for NormalContact {
    fn from(law: LiNormal) -> Self {
        Self::Li(law)
    }
}
