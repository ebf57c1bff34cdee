//! Where the energy of a run goes.
//!
//! ```text
//! d/dt [½(m_p − m_l)V² + ρK + (m_p − m_l)g h + U] = P_drive + P_layer − ρΦ − P_film − P_contact
//! ```
//!
//! `K` is the kinetic energy of all computed liquid (that inside of the sphere included, hence `m_p − m_l`), `U` the
//! elastic energy of the contact, `Φ` the viscous dissipation with the solver's own Laplacian. The difference of the two
//! sides is the error of the discretisation in time.

use serde::{Deserialize, Serialize};

/// Energies \[J\] and sums of work \[J\] since release.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// Kinetic energy of the sphere less that of the liquid it replaces, `½(m_p − m_l)V²`.
    pub sphere: f64,
    /// Kinetic energy of all computed liquid.
    pub liquid: f64,
    /// Potential energy `(m_p − m_l) g h`.
    pub potential: f64,
    /// Elastic energy of the solid contact.
    pub elastic: f64,
    /// Dissipated by viscosity in the computed flow.
    pub viscous: f64,
    /// Dissipated by the film below the grid.
    pub film: f64,
    /// Dissipated in the solid contact.
    pub contact: f64,
    /// Work put in by the prescribed motion.
    pub driven: f64,
    /// Work of the layer of vorticity below the grid: given back.
    pub layer: f64,
    /// Total at the start.
    pub initial: f64,
    /// Largest kinetic energy of sphere and liquid so far, the scale of the error.
    pub scale: f64,
    /// Largest speed of the sphere so far [m/s].
    #[serde(default)]
    pub fastest: f64,
    /// Largest loss to viscosity in the time that the sphere needs for one diameter at its largest speed \[J\]: above the
    /// kinetic energy in creeping flow.
    #[serde(default)]
    pub passage: f64,
    /// Largest absolute error so far.
    pub largest_error: f64,
    /// [Balance](Self::balance) after the last step.
    pub last: f64,
    /// Running mean of what a step adds to the balance, over what it loses to viscosity; each step counts as ±1 at most.
    pub drift: f64,
}

/// Relative error of the energy balance above which a run warns: a rebound may then be wrong by as much.
pub const DOUBTFUL: f64 = 0.01;
/// Relative error of the energy balance above which a run has failed.
pub const VIOLATED: f64 = 0.1;

/// Share of the newest step in the running mean of the drift.
const NEWEST: f64 = 1.0 / 16.0;

/// Rates of loss and gain at one level \[W\].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Powers {
    /// Lost to viscosity in the computed flow.
    pub viscous: f64,
    /// Lost to the film below the grid, or to theory in its place.
    pub film: f64,
    /// Lost in the solid contact.
    pub contact: f64,
    /// Put in by the prescribed motion.
    pub drive: f64,
    /// Given back by the layer of vorticity below the grid.
    pub layer: f64,
}

/// Heat of a step that is known as such \[J\], not as a power.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Heat {
    /// Of the film's flow.
    pub film: f64,
    /// Of the relaxing solids.
    pub solid: f64,
}

impl Ledger {
    /// Books the work of a step of `dt` \[s\] by the trapezoidal rule, and the heat that is already an energy.
    pub fn add_work(&mut self, dt: f64, before: &Powers, after: &Powers, heat: Heat) {
        let mean = |power: fn(&Powers) -> f64| 0.5 * dt * (power(after) + power(before));
        self.viscous += mean(|powers| powers.viscous);
        self.film += mean(|powers| powers.film) + heat.film;
        self.contact += mean(|powers| powers.contact) + heat.solid;
        self.driven += mean(|powers| powers.drive);
        self.layer += mean(|powers| powers.layer);
    }

    /// The same energies with nothing lost or put in so far: the start of the books.
    pub fn restarted(&self) -> Self {
        let Self { sphere, liquid, potential, elastic, drift, .. } = *self;
        let mut ledger = Self { sphere, liquid, potential, elastic, drift, ..Self::default() };
        ledger.initial = ledger.balance();
        ledger.last = ledger.initial;
        ledger
    }

    /// What is stored and what has gone, less what was put in: constant but for the time discretisation.
    pub fn balance(&self) -> f64 {
        self.sphere + self.liquid + self.potential + self.elastic + self.viscous + self.film + self.contact
            - self.driven
            - self.layer
    }

    /// Largest error so far over the [energy scale](Self::energy_scale).
    pub fn relative_error(&self) -> f64 {
        let scale = self.energy_scale();
        if scale > 0.0 { self.largest_error / scale } else { 0.0 }
    }

    /// What errors are measured by \[J\]: the largest kinetic energy of sphere and liquid so far, or, in creeping flow, what
    /// the liquid takes over one diameter.
    pub fn energy_scale(&self) -> f64 {
        self.scale.max(self.passage)
    }

    /// Updates the scales after a step of `dt` \[s\] that lost `viscous` \[J\] to viscosity, at the speed `velocity` [m/s] of a
    /// sphere of `diameter` \[m\].
    pub fn scales(&mut self, viscous: f64, dt: f64, velocity: f64, diameter: f64) {
        self.fastest = self.fastest.max(velocity.abs());
        if self.fastest > 0.0 {
            self.passage = self.passage.max(viscous / dt * diameter / self.fastest);
        }
    }

    /// Updates scale, error and drift after a step that lost `viscous` \[J\] to viscosity.
    pub fn close_step(&mut self, viscous: f64) {
        let balance = self.balance();
        let drift = (balance - self.last) / viscous.max(f64::MIN_POSITIVE);
        self.drift += NEWEST * (drift.clamp(-1.0, 1.0) - self.drift);
        self.last = balance;
        self.scale = self.scale.max(self.sphere + self.liquid);
        self.largest_error = self.largest_error.max((balance - self.initial).abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_creeping_flow_errors_are_measured_by_the_loss_over_a_diameter() {
        let mut ledger = Ledger::default();
        let (dt, velocity, diameter, drag) = (1e-3, -0.5, 2e-3, 3.0);
        (0..10).for_each(|_| ledger.scales(drag * -velocity * dt, dt, velocity, diameter));
        assert!((ledger.energy_scale() / (drag * diameter) - 1.0).abs() < 1e-12);
        ledger.scale = 1.0;
        assert_eq!(ledger.energy_scale(), 1.0, "the kinetic energy, where it is larger");
    }
}
