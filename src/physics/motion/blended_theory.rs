//! The theory that is blended into the simulated force: along the normal in [`super::blend`], along the wall in
//! [`super::blend_lateral`].

use super::theory::Theory;
use crate::error::BadParameter;
use crate::liquid::{Blend, HistoryMemory};

/// The laws of the theory and how they are blended in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlendedTheory {
    /// The laws.
    pub theory: Theory,
    /// The weight of the theory.
    pub blend: Blend,
}

impl BlendedTheory {
    /// The memory of a sphere that has not moved yet, for motions that cover `distance` \[m\] at about `speed` [m/s].
    ///
    /// It depends on nothing that a resumed run may change.
    ///
    /// # Errors
    /// A length or speed that is not positive.
    pub fn memory(&self, distance: f64, speed: f64) -> Result<HistoryMemory, BadParameter> {
        let sphere = &self.theory.sphere;
        let passing = sphere.diameter() / speed;
        let shortest = 1e-9 * passing.min(sphere.viscous_time());
        let longest = 1e3 * (distance / speed).max(passing).max(sphere.viscous_time());
        HistoryMemory::new(self.theory.history, sphere, shortest, longest)
    }
}
