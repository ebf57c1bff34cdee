//! A sheared film that warms: what the shear dissipates heats liquid and surfaces, and the liquid thins.
//!
//! Conduction across the film is quasi-steady (it takes `h²/κ`: 1 µs for a film of 0.3 µm) under one stress `τ` at every
//! height. With a viscosity `∝ e^{−βT}` the shear rate is `∝ e^{βT}`, whether the liquid yields or not, and `k T'' = −τ γ̇` has a
//! closed form (Nahme 1940; Gavis & Laurence 1968, Ind. Eng. Chem. Fundam. 7, 232): between surfaces of the temperature rise
//! `T_s` and of the slip `v_s` the film is as one of the uniform viscosity
//!
//! ```text
//! μ e^{−β T_s} 2s/sinh 2s,   s tanh s = β τ v_s h/8k,   hottest by (2/β) ln cosh s in the middle
//! ```
//!
//! Each surface is a half-space of the effusivity `e = √(kρc)` that takes the flux `q` and warms by
//! `1/(e√π) ∫ q(t′)/√(t−t′) dt′` (Carslaw & Jaeger 1959, §2.9). Both fluxes together are `τ v_s`; they differ by what the film
//! conducts from the warmer surface to the other, `2k/h` per temperature.
//!
//! Validity: a slip during the contact that is short against its radius (heat stays in its ring); contacts far apart in time.
//! `T_s` is the mean of both surfaces. Left out: heat of squeezing and of asperities, and what temperature does to squeezing, to
//! the wedge and to the stress at which the liquid yields.

use super::shear::{LimitingStress, ShearResistance};
use super::solver::Film;
use super::state::FilmState;
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

/// What decides the temperature of a sheared film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heating {
    /// Thermal conductivity `k` of the liquid [W/(m K)].
    pub conductivity: f64,
    /// `β = −d ln μ/dT` [1/K], above 0.
    pub thinning: f64,
    /// Effusivities `√(kρc)` of sphere and wall [W √s/(m² K)].
    pub effusivities: [f64; 2],
}

/// What the surfaces remember of the heat that they took, per ring; part of the checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Warmth {
    /// Of sphere and wall.
    surfaces: Vec<[ConvolutionMemory; 2]>,
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
        Ok(Self { surfaces: vec![[sphere?, wall?]; rings], hottest: 0.0 })
    }
}

/// A ring before heat is counted.
#[derive(Debug, Clone, Copy)]
struct ShearedRing {
    thickness: f64,
    viscosity: f64,
    pressure: f64,
    /// Slip, not negative [m/s].
    slip: f64,
    /// Share of its area that liquid covers.
    full: f64,
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
    /// A ring's balance: the stress that the warm liquid bears dissipates the power that warms it.
    fn warm(&self, limit: &LimitingStress, ring: &ShearedRing, past: [HistoryIntegral; 2]) -> WarmRing {
        let ShearedRing { thickness, viscosity, pressure, slip, full } = *ring;
        let Self { conductivity, thinning, .. } = *self;
        let (rate, conductance) = (slip / thickness, full * conductivity / thickness);
        let [sphere, wall] = past;
        let fluxes = |power: f64| {
            let across = wall.known - sphere.known + wall.coefficient * power;
            let taken =
                (0.5 * power + conductance * across) / (1.0 + conductance * (sphere.coefficient + wall.coefficient));
            [taken, power - taken]
        };
        let surfaces = |power: f64| {
            let [a, b] = fluxes(full * power);
            0.5 * (sphere.known + sphere.coefficient * a + wall.known + wall.coefficient * b)
        };
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

impl Film {
    /// [`Film::shear`] of a liquid that warms, at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: `warmth` is that of the end of the step.
    pub fn warm_shear(
        &self,
        state: &FilmState,
        limit: &LimitingStress,
        slip: f64,
        (heating, warmth, dt): (&Heating, &mut Warmth, f64),
    ) -> ShearResistance {
        let Warmth { surfaces, hottest } = warmth;
        self.sheared(state, |i, viscosity| {
            let ring = ShearedRing {
                thickness: state.thickness[i],
                viscosity,
                pressure: state.pressure[i],
                slip: slip.abs(),
                full: 1.0 - state.void_fraction[i],
            };
            let [sphere, wall] = &mut surfaces[i];
            let warm = heating.warm(limit, &ring, [sphere.predict(dt), wall.predict(dt)]);
            sphere.advance(dt, warm.fluxes[0]);
            wall.advance(dt, warm.fluxes[1]);
            *hottest = hottest.max(warm.hottest);
            warm.viscosity
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{FilmAccuracy, FilmProperties};

    const COLD: HistoryIntegral = HistoryIntegral { coefficient: 0.0, known: 0.0 };
    const NEWTONIAN: LimitingStress = LimitingStress { at_rest: f64::INFINITY, coefficient: 0.0 };
    const HEATING: Heating = Heating { conductivity: 0.3, thinning: 0.05, effusivities: [13e3, 1.7e3] };
    const RING: ShearedRing = ShearedRing { thickness: 2e-7, viscosity: 40.0, pressure: 1e9, slip: 0.4, full: 1.0 };

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

    #[test]
    fn a_film_gives_its_solids_what_it_dissipates_and_without_heat_it_is_the_isothermal_one() {
        let film =
            Film::for_impact(FilmProperties::simple(1.5e-3, 5e10, 0.01), 1.1e-4, 0.5, 3e-5, FilmAccuracy::default())
                .unwrap();
        let mut state = film.start(2e-5, -1e-12).unwrap();
        state.thickness.iter_mut().for_each(|h| *h = 1e-7);
        state.void_fraction[3] = 0.4;
        let (rings, slip, limit) = (film.grid().rings(), -40.0, LimitingStress { at_rest: 2e6, coefficient: 0.05 });
        let isothermal = film.shear(&state, &limit, slip);
        let mut warmth = Warmth::cold(&HEATING, rings).unwrap();
        let mut warm = isothermal;
        for _ in 0..50 {
            warm = film.warm_shear(&state, &limit, slip, (&HEATING, &mut warmth, 1e-6));
        }
        let flux = |[sphere, wall]: &[ConvolutionMemory; 2]| sphere.last() + wall.last();
        let taken: f64 = film.grid().areas.iter().zip(&warmth.surfaces).map(|(area, both)| area * flux(both)).sum();
        assert!((taken / (warm.slip * slip * slip) - 1.0).abs() < 1e-9, "{taken}");
        assert!(
            warm.slip < 0.8 * isothermal.slip && warm.entrainment == isothermal.entrainment && warmth.hottest > 5.0
        );

        let ideal = Heating { conductivity: 1e12, thinning: 0.05, effusivities: [1e15; 2] };
        let mut warmth = Warmth::cold(&ideal, rings).unwrap();
        let cold = film.warm_shear(&state, &limit, slip, (&ideal, &mut warmth, 1e-6));
        assert!((cold.slip / isothermal.slip - 1.0).abs() < 1e-9 && warmth.hottest < 1e-3);
    }
}
