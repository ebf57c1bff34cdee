//! The film sheared by a sphere that moves along the wall or spins: friction in a liquid, computed.
//!
//! Under the axisymmetric film (thickness `h(r)`, pressure `p(r)`, void fraction `θ`) the sphere's surface slips at
//! `v_s = U − aΩ` over the wall and draws liquid into the gap at the mean speed `½(U + aΩ)`. To first order in both,
//!
//! ```text
//! F = −S v_s − E (U + aΩ)      S = ∫ (1 − θ) μ_s/h dA
//! T = a S v_s − a E (U + aΩ)   E = −(π/4a) ∫ q r² dr,   (1/r)(r m q')' − m q/r² = h',   m = h³/12μ(p)
//! ```
//!
//! with the pressure `−½(U + aΩ) q(r) cos φ` of the liquid drawn in (Reynolds' equation of the first azimuthal mode). A
//! rigid sphere has `q = −(12μ/5) r/h²`, which gives the known `F_t = (8/15) ln(a/h₀)`, `T_t = −(1/10) ln`, `T_r =
//! (2/5) ln` (Goldman, Cox & Brenner 1967). Where elasticity has flattened the surfaces, or the liquid is ruptured,
//! there is no wedge and `q = 0`.
//!
//! `μ_s = τ/γ̇` with `γ̇ = |v_s|/h`: the stress is that of a liquid which yields (Bair & Winer 1979),
//! `τ = τ_L [1 − exp(−μ(p) γ̇/τ_L)]`, `τ_L = τ_0 + Λ p`. Validity: solids that do not yield tangentially; isothermal,
//! but for [heating](super::heating).

use super::heating::{Heating, ShearedRing, Warmth};
use super::limiting_stress::LimitingStress;
use super::solver::FilmSetup;
use super::state::FilmState;
use nalgebra::Matrix2;
use std::f64::consts::PI;

/// A slope of the film below this share of the undeformed one counts as flattened.
const FLATTENED: f64 = 0.5;

/// Resistance of a film, or of a part of it, to motion along the wall.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ShearResistance {
    /// `S`: force per slip [N s/m].
    pub(super) slip: f64,
    /// `E`: force per sum of lateral speed and `aΩ` [N s/m].
    entrainment: f64,
}

impl std::ops::Sub for ShearResistance {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { slip: self.slip - other.slip, entrainment: self.entrainment - other.entrainment }
    }
}

impl ShearResistance {
    /// Force \[N\] and torque [N m] on the liquid per lateral speed [m/s] and per angular velocity [rad/s], of a sphere
    /// of `radius` \[m\]; symmetric.
    pub fn matrix(&self, radius: f64) -> Matrix2<f64> {
        let (both, coupling) = (self.slip + self.entrainment, radius * (self.entrainment - self.slip));
        Matrix2::new(both, coupling, coupling, radius * radius * both)
    }
}

/// Thickness and viscosity in a ring.
struct Ring {
    thickness: f64,
    viscosity: f64,
    has_wedge: bool,
}

impl FilmSetup {
    /// The whole film's resistance at the slip `v_s` [m/s].
    pub fn shear(&self, state: &FilmState, limit: &LimitingStress, slip: f64) -> ShearResistance {
        self.sheared(state, |i, viscosity| {
            limit.viscosity(viscosity, state.pressure[i], slip.abs() / state.thickness[i])
        })
    }

    /// [`FilmSetup::shear`] of a liquid that warms, at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: `warmth` is that of the end of the step.
    pub fn warm_shear(
        &self,
        state: &FilmState,
        limit: &LimitingStress,
        slip: f64,
        (heating, warmth, dt): (&Heating, &mut Warmth, f64),
    ) -> ShearResistance {
        self.sheared(state, |i, viscosity| {
            let ring = ShearedRing {
                thickness: state.thickness[i],
                viscosity,
                pressure: state.pressure[i],
                slip: slip.abs(),
                full: 1.0 - state.void_fraction[i],
                squeezed: state.warmth.as_ref().map_or(0.0, |warmth| warmth.surface_rise(i)),
            };
            warmth.shear(heating, limit, (i, &ring), dt)
        })
    }

    /// The same with any `effective` viscosity `μ_s` [Pa s] of a ring, given its `μ(p)`; asked for from the axis
    /// outwards.
    fn sheared(&self, state: &FilmState, mut effective: impl FnMut(usize, f64) -> f64) -> ShearResistance {
        let properties = &self.properties;
        let viscosity =
            |i: usize| 1.0 / properties.pressure_viscosity.fluidity(properties.viscosity, state.pressure[i]).0;
        let sheared = |i: usize| {
            let effective = effective(i, viscosity(i));
            self.grid.areas[i] * (1.0 - state.void_fraction[i]) * effective / state.thickness[i]
        };
        let rings = |i: usize| Ring {
            thickness: state.thickness[i],
            viscosity: viscosity(i),
            has_wedge: state.void_fraction[i] == 0.0,
        };
        ShearResistance {
            slip: (0..self.grid.rings()).map(sheared).sum(),
            entrainment: self.entrainment(state.gap, rings),
        }
    }

    /// The same of a rigid sphere at `gap` \[m\] on the same rings.
    pub fn rigid_shear(&self, gap: f64) -> ShearResistance {
        let viscosity = self.properties.viscosity;
        let thickness = |i: usize| gap + self.parabola[i];
        ShearResistance {
            slip: (0..self.grid.rings()).map(|i| self.grid.areas[i] * viscosity / thickness(i)).sum(),
            entrainment: self.entrainment(gap, |i| Ring { thickness: thickness(i), viscosity, has_wedge: true }),
        }
    }

    /// Load \[N\] that asperities carry.
    pub fn asperity_load(&self, state: &FilmState) -> f64 {
        let solid = |h: &f64| self.properties.roughness.at(*h, self.properties.modulus).pressure;
        self.grid.areas.iter().zip(&state.thickness).map(|(area, h)| area * solid(h)).sum()
    }

    /// `E`: finite volumes for `q` on the rings, solved by elimination from the axis outwards.
    fn entrainment(&self, gap: f64, ring: impl Fn(usize) -> Ring) -> f64 {
        let (grid, radius, count) = (&self.grid, self.properties.radius, self.grid.rings());
        let rings: Vec<Ring> = (0..count).map(ring).collect();
        let outer = gap + grid.matching_radius().powi(2) / (2.0 * radius);
        let edge = |values: &dyn Fn(usize) -> f64, i: usize| {
            let (inner, next) = (grid.centres[i], grid.centres[i + 1]);
            let weight = (grid.faces[i + 1] - inner) / (next - inner);
            values(i) + weight * (values(i + 1) - values(i))
        };
        let thickness = |face: usize| match face {
            0 => rings[0].thickness - self.parabola[0],
            face if face == count => outer,
            face => edge(&|i| rings[i].thickness, face - 1),
        };
        let viscosity = |face: usize| {
            if face == count { rings[count - 1].viscosity } else { edge(&|i| rings[i].viscosity, face - 1) }
        };
        // Conductance r m/Δr of a face; the axis has none.
        let conductance = |face: usize| {
            let mobility = thickness(face).powi(3) / (12.0 * viscosity(face));
            let to = if face == count { grid.faces[count] } else { grid.centres[face] };
            grid.faces[face] * mobility / (to - grid.centres[face - 1])
        };
        let at_edge = -2.4 * rings[count - 1].viscosity * grid.matching_radius() / (outer * outer);
        let last_flat = (0..count).rev().find(|&i| {
            let rise = grid.faces[i + 1].powi(2) - grid.faces[i].powi(2);
            !rings[i].has_wedge || thickness(i + 1) - thickness(i) < FLATTENED * rise / (2.0 * radius)
        });
        let first = last_flat.map_or(0, |i| i + 1);
        let mut eliminated: Vec<[f64; 2]> = Vec::with_capacity(count);
        let mut before = [0.0; 2];
        for (i, ring) in rings.iter().enumerate().skip(first) {
            let inner = if i == 0 { 0.0 } else { conductance(i) };
            let (r, width) = (grid.centres[i], grid.faces[i + 1] - grid.faces[i]);
            let out = conductance(i + 1);
            let across = ring.thickness.powi(3) / (12.0 * ring.viscosity) * width / r;
            let source = r * (thickness(i + 1) - thickness(i));
            // q_i = α_i q_{i+1} + β_i.
            let pivot = inner * (1.0 - before[0]) + out + across;
            before = [out / pivot, (inner * before[1] - source) / pivot];
            eliminated.push(before);
        }
        let (mut q, mut sum) = (at_edge, 0.0);
        for (i, [by_next, alone]) in (first..count).zip(eliminated).rev() {
            q = by_next * q + alone;
            sum += q * grid.centres[i].powi(2) * (grid.faces[i + 1] - grid.faces[i]);
        }
        -PI / (4.0 * radius) * sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{FilmAccuracy, FilmProperties, PressureViscosity};
    use crate::liquid::parallel;

    const RADIUS: f64 = 1.5e-3;
    const VISCOSITY: f64 = 0.01;

    fn film(properties: FilmProperties) -> FilmSetup {
        FilmSetup::for_impact(properties, 1.1e-4, 0.5, 3e-5, FilmAccuracy::default()).unwrap()
    }

    #[test]
    fn a_rigid_film_has_the_exact_force_and_torque_less_what_does_not_depend_on_the_gap() {
        let film = film(FilmProperties::simple(RADIUS, 5e10, VISCOSITY));
        let (near, far) = (1e-4 * RADIUS, 4e-4 * RADIUS);
        let ours = (film.rigid_shear(near) - film.rigid_shear(far)).matrix(RADIUS);
        let (at, from) = (parallel(near / RADIUS), parallel(far / RADIUS));
        let stokes = PI * VISCOSITY * RADIUS;
        let exact = [
            6.0 * stokes * (at.translation_force - from.translation_force),
            8.0 * stokes * RADIUS * (at.translation_torque - from.translation_torque),
            8.0 * stokes * RADIUS * RADIUS * (at.rotation_torque - from.rotation_torque),
        ];
        for (ours, exact) in [ours[(0, 0)], ours[(1, 0)], ours[(1, 1)]].into_iter().zip(exact) {
            assert!((ours / exact - 1.0).abs() < 0.02, "{ours} {exact}");
        }
        assert_eq!(ours[(0, 1)], ours[(1, 0)]);
    }

    #[test]
    fn the_pressure_of_a_rigid_wedge_converges_to_its_closed_form() {
        let gap = 2e-6;
        let error = |rings_per_contact: usize| {
            let accuracy =
                FilmAccuracy { rings_per_contact, growth: 4.8 / rings_per_contact as f64, ..FilmAccuracy::default() };
            let film =
                FilmSetup::for_impact(FilmProperties::simple(RADIUS, 5e10, VISCOSITY), 1.1e-4, 0.5, 3e-5, accuracy)
                    .unwrap();
            // (π/4a)(12μ/5) ∫ r³/h² dr with r² = 2a(h − h₀).
            let outer = gap + film.grid().matching_radius().powi(2) / (2.0 * RADIUS);
            let integral = 2.0 * RADIUS * RADIUS * ((outer / gap).ln() + gap / outer - 1.0);
            film.rigid_shear(gap).entrainment / (0.6 * PI / RADIUS * VISCOSITY * integral) - 1.0
        };
        let errors = [24, 48, 96].map(error);
        assert!(errors[1].abs() < 1e-3, "{errors:?}");
        assert!(errors.windows(2).all(|pair| (pair[0] / pair[1]).abs() > 3.0), "{errors:?}");
    }

    #[test]
    fn a_film_at_rest_is_sheared_like_a_rigid_one_and_a_stiff_liquid_no_harder_than_it_bears() {
        let none = LimitingStress { at_rest: f64::INFINITY, coefficient: 0.0 };
        let simple = FilmProperties::simple(RADIUS, 5e10, VISCOSITY);
        let thick = film(simple);
        let at_rest = thick.start(2e-5, -1e-12).unwrap();
        let (elastic, rigid) = (thick.shear(&at_rest, &none, 0.1), thick.rigid_shear(2e-5));
        assert!(
            (elastic.slip / rigid.slip - 1.0).abs() < 1e-9
                && (elastic.entrainment / rigid.entrainment - 1.0).abs() < 1e-9
        );

        let oil = film(FilmProperties { pressure_viscosity: PressureViscosity::barus(1.5e-8), ..simple });
        let mut pressed = oil.start(2e-5, -1e-12).unwrap();
        pressed.pressure.iter_mut().for_each(|p| *p = 1e9);
        pressed.thickness.iter_mut().for_each(|h| *h = 1e-7);
        let limit = LimitingStress { at_rest: 1e6, coefficient: 0.05 };
        let load: f64 = oil.grid().areas.iter().map(|area| area * 1e9).sum();
        let traction = oil.shear(&pressed, &limit, 0.3).slip * 0.3;
        assert!((traction / load - 0.051).abs() < 1e-6, "{}", traction / load);
        // Flattened out to 50 um, a film draws liquid in outside of that.
        let flattened = |rings_per_contact: usize| {
            let growth = 4.8 / rings_per_contact as f64;
            let accuracy = FilmAccuracy { rings_per_contact, growth, ..FilmAccuracy::default() };
            let film = FilmSetup::for_impact(simple, 1.1e-4, 0.5, 3e-5, accuracy).unwrap();
            let mut state = film.start(2e-5, -1e-12).unwrap();
            state.gap = 1e-7;
            for (h, parabola) in state.thickness.iter_mut().zip(&film.parabola) {
                *h = 1e-7 + (parabola - 50e-6 * 50e-6 / (2.0 * RADIUS)).max(0.0);
            }
            film.shear(&state, &none, 0.0).entrainment
        };
        let (coarse, fine) = (flattened(48), flattened(192));
        assert!(fine > 0.0 && (coarse / fine - 1.0).abs() < 0.1, "{coarse} {fine}");
        assert!((limit.viscosity(0.01, 0.0, 1e3) / 0.01 - 1.0).abs() < 1e-5);
    }

    const HEATING: Heating =
        Heating { conductivity: 0.3, heat_capacity: 2e6, thinning: 0.05, effusivities: [13e3, 1.7e3] };

    #[test]
    fn a_film_gives_its_solids_what_it_dissipates_and_without_heat_it_is_the_isothermal_one() {
        let film = FilmSetup::for_impact(
            FilmProperties::simple(1.5e-3, 5e10, 0.01),
            1.1e-4,
            0.5,
            3e-5,
            FilmAccuracy::default(),
        )
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
        let taken: f64 = film.grid().areas.iter().enumerate().map(|(i, area)| area * warmth.taken(i)).sum();
        assert!((taken / (warm.slip * slip * slip) - 1.0).abs() < 1e-9, "{taken}");
        assert!(
            warm.slip < 0.8 * isothermal.slip && warm.entrainment == isothermal.entrainment && warmth.hottest > 5.0
        );

        let ideal = Heating { conductivity: 1e12, heat_capacity: 2e6, thinning: 0.05, effusivities: [1e15; 2] };
        let mut warmth = Warmth::cold(&ideal, rings).unwrap();
        let cold = film.warm_shear(&state, &limit, slip, (&ideal, &mut warmth, 1e-6));
        assert!((cold.slip / isothermal.slip - 1.0).abs() < 1e-9 && warmth.hottest < 1e-3);
    }
}
