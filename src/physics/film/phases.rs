//! Where in a bounce the film turns motion into heat.

use serde::{Deserialize, Serialize};

use super::bounce::FilmBounce;

/// Heat of the film (with its tail) in the phases of a bounce \[J\]. `x_r` is the gap at which the surfaces begin to
/// deform.
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

impl PhaseHeat {
    /// Adds the `heat` \[J\] made on the way between two gaps \[m\], at the end of which the speed is `speed` [m/s];
    /// `x_r` \[m\].
    ///
    /// A way across `x_r` is split in proportion of its parts; one on which the sphere turns round belongs to the
    /// release.
    pub fn add(&mut self, heat: f64, gaps: [f64; 2], speed: f64, elasticity_length: f64) {
        let (lower, upper) = (gaps[0].min(gaps[1]), gaps[0].max(gaps[1]));
        let above = ((upper - elasticity_length) / (upper - lower).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let (rigid, deformed) =
            if speed < 0.0 { (&mut self.approach, &mut self.squeeze) } else { (&mut self.retreat, &mut self.release) };
        *rigid += above * heat;
        *deformed += (1.0 - above) * heat;
    }
}

impl FilmBounce {
    /// The film's heat by phases; `elasticity_length` is `x_r` \[m\]
    /// ([`elasticity_length`](super::FilmProperties::elasticity_length)).
    pub fn heat_by_phase(&self, elasticity_length: f64) -> PhaseHeat {
        let mut heat = PhaseHeat::default();
        for pair in self.history.windows(2) {
            let made = pair[1].viscous - pair[0].viscous;
            heat.add(made, [pair[0].gap, pair[1].gap], pair[1].speed, elasticity_length);
        }
        heat
    }
}
