//! Where the energy of a run goes.
//!
//! ```text
//! d/dt [½(m_p − m_l)V² + ρK + (m_p − m_l)g h + U] = P_drive + P_layer + P_ends − ρΦ − P_film − P_contact − P_plate
//! ```
//!
//! `K` is the kinetic energy of all computed liquid (that inside of the sphere included, hence `m_p − m_l`), `U` the
//! elastic energy of the contact, `Φ` the viscous dissipation with the solver's own Laplacian, `P_plate` what a wall
//! that recedes takes. `P_ends` is the kinetic energy of the liquid that a grid reaches ahead, less that of the liquid
//! which it leaves behind, where the grid goes along with a sphere in open liquid or with two. The difference of the
//! two sides is the error of the discretisation in time.

use serde::{Deserialize, Serialize};

/// Energies \[J\] and sums of work \[J\] since release.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// Kinetic energy of the sphere less that of the liquid it replaces, `½(m_p − m_l)V²`.
    pub sphere: f64,
    /// Kinetic energy of all computed liquid.
    pub liquid: f64,
    /// Potential energy `(m_p − m_l) g h`.
    pub(super) potential: f64,
    /// Elastic energy of the solid contact.
    pub elastic: f64,
    /// Dissipated by viscosity in the computed flow.
    pub viscous: f64,
    /// Dissipated by the film below the grid.
    pub film: f64,
    /// Dissipated in the solid contact.
    pub contact: f64,
    /// Gone into a wall that recedes.
    pub plate: f64,
    /// Work put in by the prescribed motion.
    pub driven: f64,
    /// Work of the layer of vorticity below the grid: given back.
    pub(super) layer: f64,
    /// Taken in through the ends of a grid that goes along.
    pub ends: f64,
    /// Total at the start.
    pub(super) initial: f64,
    /// Potential energy at the start.
    pub(super) raised: f64,
    /// Largest kinetic energy so far of the sphere with its added mass: that of
    /// the impact, or of the fall towards it.
    pub kinetic: f64,
    /// Largest work so far of weight and prescribed motion.
    pub(super) put_in: f64,
    /// Kinetic energy of a sphere that is too slow to rebound.
    pub(super) creeping: f64,
    /// Whether the sphere has reached the solids, or the elastic film on them.
    pub(super) met: bool,
    /// Largest absolute error so far.
    pub largest_error: f64,
    /// Balance after the last step.
    pub last: f64,
    /// Running mean of a step's error in the balance, over its loss to viscosity; each step counts as ±1 at most.
    pub drift: f64,
}

/// The [energy scale](Ledger::energy_scale) in words.
pub const SCALE_IN_WORDS: &str = "the largest ½ (m_p + ½ m_l)(V² + D²ω²/10) of the sphere; without an impact, and below St = 10 (modified), the work of weight and drive, if that is more";

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
    /// Going into a wall that recedes.
    pub(super) plate: f64,
    /// Put in by the prescribed motion.
    pub(super) drive: f64,
    /// Given back by the layer of vorticity below the grid.
    pub(super) layer: f64,
    /// Taken in through the ends of a grid that goes along.
    pub(super) ends: f64,
}

/// Heat of a step that is known as such \[J\], not as a power.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Heat {
    /// Of the film's flow.
    pub film: f64,
    /// Of the relaxing solids.
    pub solid: f64,
    /// Not heat, but gone into the wall.
    pub(super) plate: f64,
}

impl Ledger {
    /// Books the work of a step of `dt` \[s\] by the trapezoidal rule, and the heat that is already an energy.
    pub(super) fn add_work(&mut self, dt: f64, before: &Powers, after: &Powers, heat: Heat) {
        let mean = |power: fn(&Powers) -> f64| 0.5 * dt * (power(after) + power(before));
        self.viscous += mean(|powers| powers.viscous);
        self.film += mean(|powers| powers.film) + heat.film;
        self.contact += mean(|powers| powers.contact) + heat.solid;
        self.plate += mean(|powers| powers.plate) + heat.plate;
        self.driven += mean(|powers| powers.drive);
        self.layer += mean(|powers| powers.layer);
        self.ends += mean(|powers| powers.ends);
    }

    /// The same energies with nothing lost or put in so far: the start of the books.
    pub fn restarted(&self) -> Self {
        let Self { sphere, liquid, potential, elastic, creeping, met, drift, .. } = *self;
        let mut ledger = Self { sphere, liquid, potential, elastic, creeping, met, drift, ..Self::default() };
        ledger.raised = potential;
        ledger.initial = ledger.balance();
        ledger.last = ledger.initial;
        ledger
    }

    /// Energy stored and lost, less energy put in: constant but for the time discretisation.
    pub(super) fn balance(&self) -> f64 {
        self.sphere + self.liquid + self.potential + self.elastic + self.viscous + self.film + self.contact + self.plate
            - self.driven
            - self.layer
            - self.ends
    }

    /// Largest error so far over the [energy scale](Self::energy_scale).
    pub fn relative_error(&self) -> f64 {
        let scale = self.energy_scale();
        if scale > 0.0 { self.largest_error / scale } else { 0.0 }
    }

    /// The scale of errors and losses \[J\]: the kinetic energy that the sphere brings to the wall with its added mass,
    /// the largest so far. A sphere too slow to rebound, or one that does not come to the wall, loses that many times
    /// over on its way; there it is the work of weight and prescribed motion so far, if that is more.
    pub fn energy_scale(&self) -> f64 {
        if self.met && self.kinetic >= self.creeping { self.kinetic } else { self.kinetic.max(self.put_in) }
    }

    /// Updates scale, error and drift after a step that lost `viscous` \[J\] to viscosity and ended with the sphere's
    /// [kinetic energy](super::forces::SphereInertia::kinetic_energy) `kinetic` \[J\].
    pub(super) fn close_step(&mut self, viscous: f64, kinetic: f64) {
        let balance = self.balance();
        let drift = (balance - self.last) / viscous.max(f64::MIN_POSITIVE);
        self.drift += NEWEST * (drift.clamp(-1.0, 1.0) - self.drift);
        self.last = balance;
        self.kinetic = self.kinetic.max(kinetic);
        self.put_in = self.put_in.max(self.driven + self.raised - self.potential);
        self.largest_error = self.largest_error.max((balance - self.initial).abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_measured_by_the_energy_of_the_impact_and_in_creeping_flow_by_the_work_put_in() {
        let (weight, fall, creeping) = (3.0, 2.0, 0.5);
        let start = Ledger { potential: weight * fall, creeping, met: true, ..Ledger::default() }.restarted();
        let fallen = |kinetic: f64, driven: f64| {
            let mut ledger = Ledger { potential: 0.0, viscous: weight * fall + driven - kinetic, driven, ..start };
            ledger.close_step(1.0, kinetic);
            ledger.potential = weight * fall;
            ledger.close_step(1.0, 0.1 * kinetic);
            ledger.energy_scale()
        };
        assert_eq!(fallen(0.1, 0.0), weight * fall, "a creeping fall, however far it is lifted afterwards");
        assert_eq!(fallen(0.1, 1.0), weight * fall + 1.0, "driven as well");
        assert_eq!(fallen(0.1, -6.0), 0.1, "held back by the drive all the way");
        assert_eq!(fallen(0.7, 0.0), 0.7, "an impact, whatever was lost on the way");
        let still_falling = Ledger { kinetic: 0.7, put_in: 5.0, met: false, ..start };
        assert_eq!(still_falling.energy_scale(), 5.0, "no impact yet");
    }
}
