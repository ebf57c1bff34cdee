//! The film: its immutable set-up, its first state, and the quantities that follow from a state.

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::elasticity::influence_matrix;
use super::flux::{Face, faces};
use super::grid::{FilmGrid, RingLayout};
use super::heating::Warmth;
use super::matching::{Tail, rigid_force};
use super::properties::FilmProperties;
use super::state::{FilmLedger, FilmState, StoredEnergy};
use crate::error::BadParameter;
use crate::grid::SmallestGap;

/// Accuracy of a film: rings and time step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FilmAccuracy {
    /// Rings across the contact radius.
    pub rings_per_contact: usize,
    /// Growth of the ring width outside of the contact.
    pub growth: f64,
    /// Tolerated relative error per time step (speed, gap and liquid content).
    pub tolerance: f64,
}

impl Default for FilmAccuracy {
    fn default() -> Self {
        Self { rings_per_contact: 48, growth: 0.1, tolerance: 3e-5 }
    }
}

/// Liquid that enters a film between two radii \[m\] at a time \[s\] from outside of it, as through pores of the wall
/// [m³/s at ambient pressure]: the source of a manufactured solution.
pub type Inflow = fn(from: f64, to: f64, time: f64) -> f64;

/// Sphere, wall and liquid on a radial grid: everything about a film that does not change.
#[derive(Debug, Clone)]
pub struct FilmSetup {
    pub(super) properties: FilmProperties,
    layout: RingLayout,
    pub(super) grid: FilmGrid,
    /// `G`, m/Pa, `N × N`.
    pub(super) influence: Array2<f64>,
    /// Ring means of `r²/2a` \[m\].
    pub(super) parabola: Vec<f64>,
    pub(super) faces: Vec<Face>,
    pub(super) tolerance: f64,
    pub(super) inflow: Option<Inflow>,
}

/// Largest energy of the deformed surfaces at entry over the sphere's kinetic energy: the bound on errors of the
/// energy.
const STORED: f64 = 0.01;

impl FilmSetup {
    /// A film on the given rings; `tolerance` is the tolerated relative error per time step. Properties, layout,
    /// tolerance and a [`FilmState`] are all that a restart needs.
    pub fn new(properties: FilmProperties, layout: RingLayout, tolerance: f64) -> Result<Self, BadParameter> {
        properties.check()?;
        if !(tolerance > 0.0 && tolerance <= 0.1) {
            return Err(BadParameter::new("tolerance", tolerance, "more than 0 and at most 0.1"));
        }
        let grid = FilmGrid::graded(layout)?;
        let influence = influence_matrix(&grid, properties.modulus);
        let mean = |pair: &[f64]| (pair[0] * pair[0] + pair[1] * pair[1]) / (4.0 * properties.radius);
        let parabola = grid.faces.windows(2).map(mean).collect();
        let faces = faces(&grid);
        Ok(Self { properties, layout, grid, influence, parabola, faces, tolerance, inflow: None })
    }

    /// The same film with liquid that enters from outside; ledgers do not count it.
    pub fn with_inflow(self, inflow: Inflow) -> Self {
        Self { inflow: Some(inflow), ..self }
    }

    /// A film for an impact of a sphere of inertia `mass` \[kg\] at `speed` [m/s] that is followed from the gap `gap`
    /// (m) inwards. The rings are uniform over the largest Hertz contact or the width `√(a x_r)` of the film that
    /// begins to deform, whichever is larger, and reach out to four film radii `√(2a·gap)`, or two of the film that
    /// would rupture at this speed.
    pub fn for_impact(
        properties: FilmProperties,
        mass: f64,
        speed: f64,
        gap: f64,
        accuracy: FilmAccuracy,
    ) -> Result<Self, BadParameter> {
        properties.check()?;
        for (key, value, unit) in [("mass", mass, "kg"), ("speed", speed.abs(), "m/s"), ("gap", gap, "m")] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(BadParameter::new(key, value, format!("a positive number in {unit}")));
            }
        }
        let FilmAccuracy { rings_per_contact, growth, tolerance } = accuracy;
        let indentation = properties.hertz_indentation(mass, speed).max(properties.elasticity_length(speed));
        let contact_radius = (properties.radius * indentation).sqrt();
        let film_radius = (2.0 * properties.radius * gap).sqrt();
        let cavity_radius = (2.0 * properties.radius * properties.cavitation_gap(speed)).sqrt();
        let matching_radius = (4.0 * film_radius).max(2.0 * cavity_radius).max(4.0 * contact_radius);
        Self::new(properties, RingLayout { contact_radius, matching_radius, rings_per_contact, growth }, tolerance)
    }

    /// Physical properties.
    pub fn properties(&self) -> &FilmProperties {
        &self.properties
    }

    /// Inputs of the layout of rings.
    pub fn layout(&self) -> RingLayout {
        self.layout
    }

    /// Tolerated relative error per time step.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Rings.
    pub fn grid(&self) -> &FilmGrid {
        &self.grid
    }

    /// A full film at the gap `gap > 0` \[m\] of a sphere of the speed `speed` [m/s], with the pressure that a rigid
    /// sphere would have there (not below the cavitation pressure) and the deflection that belongs to it. Refuses a gap
    /// at which the deflection already exceeds half of it.
    pub fn start(&self, gap: f64, speed: f64) -> Result<FilmState, BadParameter> {
        if !(gap > 0.0 && gap.is_finite()) {
            return Err(BadParameter::new("gap", gap, "a positive length in m"));
        }
        let FilmProperties { radius, viscosity, modulus, heating, .. } = self.properties;
        let floor = -self.properties.cavitation_pressure.unwrap_or(f64::INFINITY);
        let height = |face: f64| gap + face * face / (2.0 * radius);
        let pressure: Vec<f64> = (self.grid.faces.windows(2))
            .map(|pair| (-3.0 * viscosity * radius * speed / (height(pair[0]) * height(pair[1]))).max(floor))
            .collect();
        let mut thickness: Vec<f64> = self.influence.dot(&ndarray::aview1(&pressure)).to_vec();
        let solid = self.properties.roughness.at(gap, modulus).pressure * self.properties.radius / modulus;
        let deflected = thickness[0].abs() + solid;
        if deflected > 0.5 * gap {
            // The deflection falls with the gap as `h^{−3/2}`.
            let enough = 1.1 * gap * (2.0 * deflected / gap).powf(0.4);
            let allowed = format!("must be about {enough:.1e} m or above: nearer, the solids touch or deform");
            return Err(BadParameter::new("gap", gap, allowed));
        }
        thickness.iter_mut().zip(&self.parabola).for_each(|(h, parabola)| *h += gap + parabola);
        let mut state = FilmState {
            time: 0.0,
            gap,
            speed,
            fastest: speed.abs(),
            content: thickness
                .iter()
                .zip(&pressure)
                .map(|(h, p)| h * self.properties.compressibility.at(*p).density)
                .collect(),
            void_fraction: vec![0.0; thickness.len()],
            torn: false,
            warmth: heating.map(|heating| Warmth::cold(&heating, thickness.len())).transpose()?,
            thickness,
            elastic_pressure: pressure.clone(),
            pressure,
            next_step: 1e-4 * gap / (speed.abs() + 1e-9),
            ledger: FilmLedger::default(),
        };
        state.speed += self.receding(&state);
        Ok(state)
    }

    /// Speed at which the wall recedes [m/s].
    pub fn receding(&self, state: &FilmState) -> f64 {
        let wall = self.properties.wall;
        if wall.is_none() { 0.0 } else { wall.rate(self.force(state))[0] }
    }

    /// Refuses an entry of a sphere of `mass` \[kg\] at which the surfaces are deformed already: nothing has worked for
    /// their energy, and the sphere would rebound with it. It falls with the gap as `h^{−5/2}`: force `∝ 1/h`,
    /// deformation `∝ h^{−3/2}`.
    ///
    /// # Errors
    /// The gap it takes.
    pub fn check_entry(&self, state: &FilmState, mass: f64) -> Result<(), BadParameter> {
        let (stored, kinetic) = (self.stored_energy(state).total(), 0.5 * mass * state.speed * state.speed);
        if stored <= STORED * kinetic {
            return Ok(());
        }
        let enough = 1.1 * state.gap * (stored / (STORED * kinetic)).powf(0.4);
        let none =
            if enough > self.properties.radius { ", where there is no film: it takes the flow itself" } else { "" };
        let allowed = format!(
            "must be about {enough:.1e} m{none}: nearer, the deformed surfaces hold more than {:.0} % of the sphere's kinetic \
             energy (here {:.1} %), and nothing has worked for it",
            100.0 * STORED,
            100.0 * stored / kinetic
        );
        Err(BadParameter::new("gap", state.gap, allowed))
    }

    /// Force of film, tail and asperities on the sphere \[N\], positive away from the wall.
    pub fn force(&self, state: &FilmState) -> f64 {
        let modulus = self.properties.modulus;
        let solid = |h: f64| self.properties.roughness.at(h, modulus).pressure;
        let rings = self.grid.areas.iter().zip(&state.pressure).zip(&state.thickness);
        rings.map(|((area, p), h)| area * (p + solid(*h))).sum::<f64>() + self.tail(state.gap, state.speed).force[0]
    }

    /// The film's addition to a grid with this smallest gap: film force minus the rigid lubrication force at the
    /// resolved gap \[N\].
    pub fn excess_force(&self, state: &FilmState, smallest_gap: SmallestGap) -> f64 {
        self.force(state) - self.properties.resolved_force(smallest_gap, state.gap, state.speed)
    }

    /// Whether a coupled run may drop this film: the sphere recedes beyond the engagement gap \[m\], the film is full,
    /// and its excess over a grid with this smallest gap has fallen below 1e-3 of the rigid force.
    pub fn may_release(&self, state: &FilmState, engagement_gap: f64, smallest_gap: SmallestGap) -> bool {
        let FilmProperties { radius, viscosity, .. } = self.properties;
        state.speed > 0.0
            && state.gap > engagement_gap
            && !state.is_cavitated()
            && self.excess_force(state, smallest_gap).abs()
                < 1e-3 * rigid_force(radius, viscosity, state.gap, state.speed).abs()
    }

    /// Energy that film and solids hold \[J\].
    pub fn stored_energy(&self, state: &FilmState) -> StoredEnergy {
        let mut energy = StoredEnergy::default();
        let cavitation = self.properties.cavitation_pressure.unwrap_or(0.0);
        for i in 0..self.grid.rings() {
            let (area, h) = (self.grid.areas[i], state.thickness[i]);
            energy.elastic += 0.5 * area * state.elastic_pressure[i] * (h - state.gap - self.parabola[i]);
            let liquid = self.properties.compressibility.at(state.pressure[i]);
            energy.liquid += area * (1.0 - state.void_fraction[i]) * liquid.energy(h, state.pressure[i]);
            energy.asperities += area * self.properties.roughness.at(h, self.properties.modulus).energy;
            energy.cavity += cavitation * area * state.void_fraction[i] * h;
        }
        energy
    }

    /// Liquid volume within the matching radius \[m³\].
    pub fn liquid_volume(&self, state: &FilmState) -> f64 {
        self.grid.integral(&state.content)
    }

    /// Row `i` of the influence matrix, m/Pa.
    pub(super) fn influence_row(&self, i: usize) -> &[f64] {
        let rings = self.grid.rings();
        &self.influence.as_slice().expect("the influence matrix lies in memory row by row")[i * rings..(i + 1) * rings]
    }

    pub(super) fn tail(&self, gap: f64, speed: f64) -> Tail {
        let FilmProperties { radius, viscosity, .. } = self.properties;
        Tail::new(radius, viscosity, self.grid.matching_radius(), gap, speed)
    }
}
