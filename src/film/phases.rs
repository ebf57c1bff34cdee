//! Where in a bounce the film turns motion into heat.

use serde::{Deserialize, Serialize};

use super::bounce::FilmBounce;

/// Heat of the film (with its tail) in the phases of a bounce, J. `x_r` is the gap at which the surfaces begin to deform.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PhaseHeat {
    /// On the way in, above `x_r`: rigid lubrication.
    pub approach: f64,
    /// From `x_r` to the turning point: the film is squeezed out as the contact spreads.
    pub squeeze: f64,
    /// From the turning point back to `x_r`: the contact shrinks.
    pub release: f64,
    /// On the way out, above `x_r`: suction, or a void that fills.
    pub retreat: f64,
}

impl FilmBounce {
    /// The film's heat by phases; `elasticity_length` is `x_r` in m
    /// ([`elasticity_length`](super::FilmProperties::elasticity_length)). A step across `x_r` is split in proportion of its
    /// way; the one that turns the sphere round belongs to the release.
    pub fn heat_by_phase(&self, elasticity_length: f64) -> PhaseHeat {
        let mut heat = PhaseHeat::default();
        for pair in self.history.windows(2) {
            let (inwards, made) = (pair[1].speed < 0.0, pair[1].viscous - pair[0].viscous);
            let (lower, upper) = (pair[0].gap.min(pair[1].gap), pair[0].gap.max(pair[1].gap));
            let way = (upper - lower).max(f64::MIN_POSITIVE);
            let above = ((upper - elasticity_length) / way).clamp(0.0, 1.0);
            *(if inwards { &mut heat.approach } else { &mut heat.retreat }) += above * made;
            *(if inwards { &mut heat.squeeze } else { &mut heat.release }) += (1.0 - above) * made;
        }
        heat
    }
}
