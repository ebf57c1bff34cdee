//! A film that warms: the heat of squeezing and shear warms liquid and surfaces, and the liquid thins.
//!
//! # Squeezing
//!
//! A pressure-driven flow dissipates near its surfaces, `∝ z²` from the middle. With the power `q` per area and
//! quasi-steady conduction `k T'' = −12 q z²/h³` the liquid is warmer than its surfaces by `qh/28k` where it counts for
//! the flux (weight `z²`), by `qh/16k` in the middle; it gets there within `ρc h²/π²k`: a thick film hardly warms. Each
//! ring's viscosity is that at the temperature at which the step begins.
//!
//! # Shear
//!
//! Conduction across the film is quasi-steady (it takes `h²/κ`: 1 µs for a film of 0.3 µm) under one stress `τ` at
//! every height. With a viscosity `∝ e^{−βT}` the shear rate is `∝ e^{βT}`, whether the liquid yields or not, and `k
//! T'' = −τ γ̇` has a closed form (Nahme 1940; Gavis & Laurence 1968, Ind. Eng. Chem. Fundam. 7, 232): between surfaces
//! of the temperature rise `T_s` and of the slip `v_s` the film is as one of the uniform viscosity
//!
//! ```text
//! μ e^{−β T_s} 2s/sinh 2s,   s tanh s = β τ v_s h/8k,   hottest by (2/β) ln cosh s in the middle
//! ```
//!
//! Each surface is a half-space of the effusivity `e = √(kρc)` that takes the flux `q` and warms by
//! `1/(e√π) ∫ q(t′)/√(t−t′) dt′` (Carslaw & Jaeger 1959, §2.9). Both fluxes together are `τ v_s`; their difference is
//! the flux that the film conducts from the warmer surface to the other, `2k/h` per temperature.
//!
//! Validity: a slip during the contact that is short against its radius (heat stays in its ring); contacts far apart in
//! time. `T_s` is the mean of both surfaces; the rises that squeezing and shear have left in them add up. Left out:
//! heat of asperities and of compression, heat that flows off with the liquid, and the effect of the heat of shear on
//! squeezing, on the wedge and on the stress at which the liquid yields.

use super::limiting_stress::LimitingStress;
use crate::error::BadParameter;
use crate::liquid::{ConvolutionMemory, HistoryIntegral};
use crate::numerics::{Bracket, bisect};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Times \[s\] between which the memory of the surfaces is exact to 1e-5.
const SHORTEST: f64 = 1e-10;
const LONGEST: f64 = 1.0;
/// Halvings of the interval that holds `s`.
const HALVINGS: u32 = 50;

/// The inputs of the temperature of a sheared film.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heating {
    /// Thermal conductivity `k` of the liquid [W/(m K)].
    pub conductivity: f64,
    /// Its heat capacity `ρc` per volume [J/(m³ K)]: how long a film takes to warm.
    pub heat_capacity: f64,
    /// `β = −d ln μ/dT` [1/K], above 0.
    pub thinning: f64,
    /// Effusivities `√(kρc)` of sphere and wall [W √s/(m² K)].
    pub effusivities: [f64; 2],
}

/// The surfaces' memory of the heat that they took, per ring; part of the checkpoint. The default is of no rings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Warmth {
    /// Of sphere and wall.
    surfaces: Vec<[ConvolutionMemory; 2]>,
    /// Mean rise of both surfaces \[K\].
    surface_rise: Vec<f64>,
    /// By how much a squeezed liquid is warmer than its surfaces, as it counts for the flux \[K\].
    liquid_rise: Vec<f64>,
    /// Highest rise of the liquid's temperature so far \[K\].
    pub hottest: f64,
}

impl Warmth {
    /// Cold surfaces.
    ///
    /// # Errors
    /// None for the effusivities of a checked case.
    pub fn cold(heating: &Heating, rings: usize) -> Result<Self, BadParameter> {
        let [sphere, wall] =
            heating.effusivities.map(|e| ConvolutionMemory::scaled(1.0 / (e * PI.sqrt()), SHORTEST, LONGEST));
        Ok(Self {
            surfaces: vec![[sphere?, wall?]; rings],
            surface_rise: vec![0.0; rings],
            liquid_rise: vec![0.0; rings],
            hottest: 0.0,
        })
    }

    /// Ring `i` takes the `power` per area [W/m²] of a squeezed film of the thickness `h` \[m\] during a step \[s\].
    pub(super) fn squeeze(&mut self, heating: &Heating, i: usize, (power, h): (f64, f64), step: f64) {
        let [sphere, wall] = &mut self.surfaces[i];
        let past = [sphere.predict(step), wall.predict(step)];
        let fluxes = heating.fluxes(heating.conductivity / h, past, power);
        self.surface_rise[i] = heating.surfaces(past, fluxes);
        sphere.advance(step, fluxes[0]);
        wall.advance(step, fluxes[1]);
        let steady = power * h / (28.0 * heating.conductivity);
        let times = step * PI * PI * heating.conductivity / (heating.heat_capacity * h * h);
        self.liquid_rise[i] = (self.liquid_rise[i] + times * steady) / (1.0 + times);
        self.hottest = self.hottest.max(self.surface_rise[i] + 28.0 / 16.0 * self.liquid_rise[i]);
    }

    /// Mean rise of both surfaces of ring `i` by squeezing \[K\].
    pub(super) fn surface_rise(&self, i: usize) -> f64 {
        self.surface_rise[i]
    }

    /// Effective viscosity [Pa s] of the sheared ring `i` during a step \[s\], whose heat its surfaces take.
    pub(super) fn shear(
        &mut self,
        heating: &Heating,
        limit: &LimitingStress,
        (i, ring): (usize, &ShearedRing),
        step: f64,
    ) -> f64 {
        let [sphere, wall] = &mut self.surfaces[i];
        let warm = heating.warm(limit, ring, [sphere.predict(step), wall.predict(step)]);
        sphere.advance(step, warm.fluxes[0]);
        wall.advance(step, warm.fluxes[1]);
        self.hottest = self.hottest.max(warm.hottest);
        warm.viscosity
    }

    /// Flux into both surfaces of ring `i` at the end of the last step [W/m²].
    #[cfg(test)]
    pub(super) fn taken(&self, i: usize) -> f64 {
        let [sphere, wall] = &self.surfaces[i];
        sphere.last() + wall.last()
    }

    /// By which factor the fluidity of ring `i` has risen.
    pub(super) fn thinner(&self, heating: &Heating, i: usize) -> f64 {
        (heating.thinning * (self.surface_rise[i] + self.liquid_rise[i])).exp()
    }
}

/// A ring before heat is counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShearedRing {
    pub(super) thickness: f64,
    pub viscosity: f64,
    pub pressure: f64,
    /// Slip, not negative [m/s].
    pub(super) slip: f64,
    /// Share of its area that liquid covers.
    pub(super) full: f64,
    /// Rise of its surfaces by squeezing \[K\].
    pub(super) squeezed: f64,
}

/// The same warm.
#[derive(Debug, Clone, Copy)]
struct WarmRing {
    /// `τ h/v_s` [Pa s].
    viscosity: f64,
    /// Fluxes into sphere and wall [W/m²].
    fluxes: [f64; 2],
    /// Highest temperature rise of the liquid \[K\].
    hottest: f64,
}

impl Heating {
    /// Fluxes into sphere and wall that `power` [W/m²] divides into; `conductance` is the film's [W/(m² K)].
    fn fluxes(&self, conductance: f64, [sphere, wall]: [HistoryIntegral; 2], power: f64) -> [f64; 2] {
        let across = wall.known - sphere.known + wall.coefficient * power;
        let taken =
            (0.5 * power + conductance * across) / (1.0 + conductance * (sphere.coefficient + wall.coefficient));
        [taken, power - taken]
    }

    /// Mean rise of the surfaces \[K\] under the fluxes [W/m²].
    fn surfaces(&self, [sphere, wall]: [HistoryIntegral; 2], [a, b]: [f64; 2]) -> f64 {
        0.5 * (sphere.known + sphere.coefficient * a + wall.known + wall.coefficient * b)
    }

    /// A ring's balance: the stress that the warm liquid bears dissipates the power that warms it.
    fn warm(&self, limit: &LimitingStress, ring: &ShearedRing, past: [HistoryIntegral; 2]) -> WarmRing {
        let ShearedRing { thickness, viscosity, pressure, slip, full, squeezed } = *ring;
        let Self { conductivity, thinning, .. } = *self;
        let (rate, conductance) = (slip / thickness, full * conductivity / thickness);
        let fluxes = |power: f64| self.fluxes(conductance, past, power);
        let surfaces = |power: f64| squeezed + self.surfaces(past, fluxes(full * power));
        let effective = |s: f64, power: f64| {
            let profile = if s < 1e-4 { 1.0 - 2.0 / 3.0 * s * s } else { 2.0 * s / (2.0 * s).sinh() };
            limit.viscosity(viscosity * (-thinning * surfaces(power)).exp() * profile, pressure, rate)
        };
        let power = |s: f64| 8.0 * conductivity / (thinning * thickness) * s * s.tanh();
        // The power of a profile that is flat is the largest, and tanh s ≥ s/√(1 + s²).
        let most = effective(0.0, 0.0) * rate * slip * thinning * thickness / (8.0 * conductivity);
        let too_cold = |s: f64| power(s) < effective(s, power(s)) * rate * slip;
        let s = bisect(Bracket { low: 0.0, high: (most * (1.0 + most)).sqrt() }, HALVINGS, too_cold).middle();
        let ln_cosh = s + (0.5 * (1.0 + (-2.0 * s).exp())).ln();
        let hottest = surfaces(power(s)) + 2.0 / thinning * ln_cosh;
        WarmRing { viscosity: effective(s, power(s)), fluxes: fluxes(full * power(s)), hottest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLD: HistoryIntegral = HistoryIntegral { coefficient: 0.0, known: 0.0 };
    const NEWTONIAN: LimitingStress = LimitingStress { at_rest: f64::INFINITY, coefficient: 0.0 };
    const HEATING: Heating =
        Heating { conductivity: 0.3, heat_capacity: 2e6, thinning: 0.05, effusivities: [13e3, 1.7e3] };
    const RING: ShearedRing =
        ShearedRing { thickness: 2e-7, viscosity: 40.0, pressure: 1e9, slip: 0.4, full: 1.0, squeezed: 0.0 };

    /// A ring of the power \[W/m²\] that no temperature changes: as stiff as it bears, in thick liquid.
    fn steady(power: f64) -> (LimitingStress, ShearedRing) {
        let limit = LimitingStress { at_rest: power / RING.slip, coefficient: 0.0 };
        (limit, ShearedRing { viscosity: 1e12, ..RING })
    }

    #[test]
    fn surfaces_under_a_constant_flux_warm_by_its_exact_solution_and_the_better_one_takes_more() {
        let power = 3e7;
        let (limit, ring) = steady(power);
        for (conductivity, share) in [(1e-6, 0.5), (1e6, 13.0 / 14.7)] {
            let heating = Heating { conductivity, thinning: 1e-12, ..HEATING };
            let mut warmth = Warmth::cold(&heating, 1).unwrap();
            let [sphere, wall] = &mut warmth.surfaces[0];
            sphere.jump(share * power);
            wall.jump((1.0 - share) * power);
            let (mut time, mut found) = (0.0, [0.0; 2]);
            for step in 0..400 {
                let dt = 1e-7 * (1.0 + 0.9 * f64::from(step).sin());
                let past = [sphere.predict(dt), wall.predict(dt)];
                let fluxes = heating.warm(&limit, &ring, past).fluxes;
                found = [0, 1].map(|side| past[side].known + past[side].coefficient * fluxes[side]);
                sphere.advance(dt, fluxes[0]);
                wall.advance(dt, fluxes[1]);
                time += dt;
                assert!((fluxes[0] / power / share - 1.0).abs() < 1e-4, "{step}: {}", fluxes[0] / power);
            }
            for ((found, flux), e) in found.into_iter().zip([share, 1.0 - share]).zip(heating.effusivities) {
                let exact = 2.0 * flux * power / e * (time / PI).sqrt();
                assert!((found / exact - 1.0).abs() < 1e-4, "{found} {exact}");
            }
        }
    }

    #[test]
    fn a_squeezed_film_warms_by_the_exact_solution_of_a_constant_power_between_equal_solids() {
        let heating = Heating { effusivities: [13e3; 2], ..HEATING };
        let mut warmth = Warmth::cold(&heating, 1).unwrap();
        let (power, h) = (4e7, 3e-7);
        for surface in &mut warmth.surfaces[0] {
            surface.jump(0.5 * power);
        }
        let mut time = 0.0;
        for step in 0..200 {
            let dt = 1e-7 * (1.0 + 0.9 * f64::from(step).sin());
            warmth.squeeze(&heating, 0, (power, h), dt);
            time += dt;
        }
        let surfaces = power / heating.effusivities[0] * (time / PI).sqrt();
        assert!((warmth.surface_rise[0] / surfaces - 1.0).abs() < 1e-4);
        assert!((warmth.liquid_rise[0] * 28.0 * 0.3 / (power * h) - 1.0).abs() < 1e-6);
        // Weighted with z², the conducted profile of a dissipation ∝ z².
        let profile = |z: f64| power * h / heating.conductivity * (1.0 / 16.0 - z.powi(4));
        let weighted: f64 =
            (0..1000).map(|k| (f64::from(k) + 0.5) / 2000.0).map(|z| 24.0 * z * z * profile(z) / 2000.0).sum();
        assert!((weighted * 28.0 * heating.conductivity / (power * h) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_newtonian_film_between_cold_surfaces_thins_with_the_nahme_number_as_its_closed_form() {
        for nahme in [1e-6_f64, 0.1, 1.0, 30.0, 1e4] {
            let slip = (nahme * HEATING.conductivity / (HEATING.thinning * RING.viscosity)).sqrt();
            let warm = HEATING.warm(&NEWTONIAN, &ShearedRing { slip, ..RING }, [COLD; 2]);
            let x = (nahme / 8.0).sqrt();
            let exact = x.asinh() / (x * (1.0 + x * x).sqrt());
            assert!((warm.viscosity / RING.viscosity / exact - 1.0).abs() < 1e-9, "{nahme}");
            // In the middle: e^{βT} = 1 + Na/8.
            let middle = (nahme / 8.0).ln_1p() / HEATING.thinning;
            assert!((warm.hottest / middle - 1.0).abs() < 1e-6, "{nahme}: {} {middle}", warm.hottest);
        }
    }

    #[test]
    fn a_film_that_yields_fulfils_the_equations_of_heat_and_shear_across_it() {
        let limit = LimitingStress { at_rest: 5e7, coefficient: 0.0 };
        let ring = ShearedRing { viscosity: 6.0, slip: 3.0, ..RING };
        let warm = HEATING.warm(&limit, &ring, [COLD; 2]);
        let stress = warm.viscosity * ring.slip / ring.thickness;
        assert!(stress < 0.99 * limit.at_rest && warm.hottest > 5.0, "{stress} {}", warm.hottest);
        // From the middle to the surface: k T'' = −τ γ̇, γ̇ = −(τ_L/μ) ln(1 − τ/τ_L) e^{βT}.
        let rate =
            |t: f64| -limit.at_rest / ring.viscosity * (-stress / limit.at_rest).ln_1p() * (HEATING.thinning * t).exp();
        let steps = 100_000;
        let dz = 0.5 * ring.thickness / f64::from(steps);
        let (mut t, mut slope, mut slip) = (warm.hottest, 0.0, 0.0);
        for _ in 0..steps {
            let middle = t + 0.5 * dz * slope;
            slope -= dz * stress * rate(middle) / HEATING.conductivity;
            slip += 2.0 * dz * rate(middle);
            t = middle + 0.5 * dz * slope;
        }
        assert!(t.abs() < 1e-4 * warm.hottest && (slip / ring.slip - 1.0).abs() < 1e-4, "{t} {slip}");
    }
}
