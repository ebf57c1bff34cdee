//! Everything that decides a film's future, and its ledgers.

use super::heating::Warmth;
use serde::{Deserialize, Serialize};

/// The film at one instant: the checkpoint, nothing else. Rings run outwards; values are means over a ring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FilmState {
    /// Time since the film's start \[s\].
    pub time: f64,
    /// Gap `h₀` between the undeformed surfaces \[m\]; negative while they overlap.
    pub gap: f64,
    /// Speed `V = dh₀/dt` [m/s] at which sphere and wall part; the sphere's own, where the wall does not recede.
    pub speed: f64,
    /// Largest speed since the start [m/s]: the scale of the error control.
    pub fastest: f64,
    /// Film thickness `h` \[m\], per ring; always positive.
    pub thickness: Vec<f64>,
    /// Film pressure `p` relative to ambient \[Pa\], per ring.
    pub pressure: Vec<f64>,
    /// Pressure of the elastic part of the solids \[Pa\], per ring: the deflection is `u = G p_e`. Equals film plus
    /// asperity pressure where the solids do not relax.
    pub(super) elastic_pressure: Vec<f64>,
    /// Liquid content `(1 − θ) h ρ/ρ₀` \[m\], per ring. Changes by fluxes alone, so it is conserved to round-off.
    pub content: Vec<f64>,
    /// Cavitated fraction `θ`, per ring, 0 where the film is full.
    pub void_fraction: Vec<f64>,
    /// Whether the liquid has ruptured since the sphere turned.
    pub torn: bool,
    /// Temperatures of the squeezed film, where it warms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warmth: Option<Warmth>,
    /// Step proposed by the error control \[s\].
    pub(super) next_step: f64,
    /// Liquid and energy that came and went since the start.
    pub ledger: FilmLedger,
}

impl FilmState {
    /// Smallest film thickness \[m\].
    pub(super) fn thinnest(&self) -> f64 {
        self.thickness.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Film thickness of the innermost ring \[m\].
    pub fn central(&self) -> f64 {
        self.thickness[0]
    }

    /// Largest film pressure \[Pa\].
    pub fn peak_pressure(&self) -> f64 {
        self.pressure.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether the liquid is ruptured anywhere.
    pub fn is_cavitated(&self) -> bool {
        self.void_fraction.iter().any(|fraction| *fraction > 0.0)
    }
}

/// Time integrals since the film's start, with the weights of the time stepping.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct FilmLedger {
    /// Work of the film (with tail and asperities) on sphere and wall, `∫ F V dt` \[J\].
    pub(super) work: f64,
    /// Heat of the flow within the matching radius \[J\].
    pub viscous: f64,
    /// Heat of the flow in the tail outside of it \[J\].
    pub tail: f64,
    /// Heat of the relaxing solids \[J\].
    pub solid: f64,
    /// Liquid volume that left through the matching radius \[m³\].
    pub efflux: f64,
    /// Impulse of the film (with tail and asperities) on the sphere, N s.
    pub(super) impulse: f64,
    /// Energy that went into the wall \[J\].
    pub plate: f64,
}

/// Rates of change of the [`FilmLedger`], same order, per second.
pub(super) type Powers = [f64; 7];

impl FilmLedger {
    /// Adds `duration` at the given rates.
    pub(super) fn add(&mut self, duration: f64, rates: &Powers) {
        let Self { work, viscous, tail, solid, efflux, impulse, plate } = self;
        let entries = [work, viscous, tail, solid, efflux, impulse, plate];
        entries.into_iter().zip(rates).for_each(|(entry, rate)| *entry += duration * rate);
    }
}

/// Energy that the film and the solids hold and can give back \[J\].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct StoredEnergy {
    /// Elastic energy of the half-spaces, `½ Σ A p_e u`.
    pub elastic: f64,
    /// Energy of the compressed liquid.
    pub liquid: f64,
    /// Energy of the asperities.
    pub asperities: f64,
    /// Work done against ambient pressure to open the void, `p_c Σ A θ h`.
    pub cavity: f64,
}

impl StoredEnergy {
    /// Sum of all parts.
    pub fn total(&self) -> f64 {
        self.elastic + self.liquid + self.asperities + self.cavity
    }
}
