//! The elastohydrodynamic film beneath the grid, coupled to the sphere's equation of motion.
//!
//! Where the sphere comes near the wall a [`FilmSetup`] is *engaged*: from then on it finds gap and speed at the end of
//! every step, and carries all of the contact (the overlap of elastic surfaces is part of it). It is *released* when
//! the sphere has left and the film adds nothing to the resolved flow.
//!
//! # Coupling
//!
//! A flow step asks for the root `V` of `s V + k = F`, with `s = (m_p − m_l) c₀ + F₁` and `k` known (a [`ScalarAffine`]
//! balance) and `F` the force at the *end* of the step, while a film that is followed in its own short steps gives the
//! *mean* `F̄` over the step. With `β = c₀Δt − 1` (½ for equal steps) linear extrapolation of the means,
//!
//! ```text
//! F = (1 + β) F̄ − β F̄_before,
//! ```
//!
//! turns the relation into `(s/c₀) V = −(k + β F̄_before)/c₀ + Δt F̄`: an inertia `s/c₀` under the film's force. The
//! BDF2 weights are made so that this inertia is the true one (`m_p − m_l`, added mass, and drag times step) and the
//! sphere's own part of the relation is `m ΔV = Δt F̄` exactly. Taking `F̄` for `F` instead would let the sphere answer
//! half a step late, which pumps energy into an elastic contact (2 % in speed at 120 steps per contact).
//!
//! `F̄` is the film's force less the rigid lubrication force that the grid resolves, `F_rigid(ĥ, V)`, at
//! the [resolved gap](SmallestGap) `ĥ`.

use super::body::{FilmInput, StepSolution, WallForces};
use super::ledger::Heat;
use crate::body::dof::ScalarAffine;
use crate::error::BadParameter;
use crate::film::{
    FilmAccuracy, FilmError, FilmLedger, FilmProperties, FilmScratch, FilmSetup, FilmState, LimitingStress, Outer,
    PhaseHeat, RingLayout, Warmth, relaxation_time,
};
use crate::flow::level::Bdf2;
use crate::grid::SmallestGap;
use crate::modelled::Modelled;
use crate::quantity::LENGTH;
use serde::{Deserialize, Serialize};

/// A film whose share of the lubrication force is smaller than this may be released.
const SMALLEST_SHARE: f64 = 1e-3;

/// A film engaged below this share of its engagement gap is late: a step closes a quarter of the gap at most.
const LATE_SHARE: f64 = 0.7;

/// The set-up: constant during a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElasticFilm {
    /// Sphere, wall and liquid; the relaxation time is set at every engagement.
    pub properties: FilmProperties,
    /// Dry restitution, 0.1 to 1: the solids relax as much as gives it.
    pub restitution: f64,
    /// Rings and time step.
    pub accuracy: FilmAccuracy,
    /// Mass of the sphere \[kg\].
    pub mass: f64,
    /// Mass of the liquid that is accelerated with it near the wall \[kg\].
    pub added_mass: f64,
    /// Weight less buoyancy \[N\].
    pub submerged_weight: f64,
    /// Smallest gap of the grid.
    pub smallest_gap: SmallestGap,
    /// The shear stress at which the liquid yields under a lateral motion.
    pub limiting_stress: LimitingStress,
}

/// Everything that decides the future, and the extremes so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ElasticFilmState {
    /// The film, while the sphere is near the wall.
    pub engaged: Option<EngagedFilm>,
    /// Thinnest film so far \[m\]; `None` before the first engagement.
    pub thinnest: Option<f64>,
    /// Highest film pressure so far \[Pa\].
    pub peak_pressure: f64,
    /// Deepest overlap of the undeformed surfaces so far \[m\].
    pub deepest_overlap: f64,
    /// Time steps of the film so far.
    pub steps: u64,
    /// Heat of the whole film so far, its resolved part included, by phases.
    pub heat: PhaseHeat,
    /// Highest rise of the film's temperature so far \[K\].
    pub hottest: f64,
}

/// A film that takes part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngagedFilm {
    /// Properties, with the relaxation time that belongs to this impact.
    pub properties: FilmProperties,
    /// Rings.
    pub layout: RingLayout,
    /// Tolerated relative error per time step.
    pub tolerance: f64,
    /// Gap beyond which it may be released \[m\].
    pub engagement_gap: f64,
    /// Thickness, pressure, gap, speed.
    pub state: FilmState,
    /// Mean force of the last step beyond the resolved part \[N\].
    pub(super) mean_force: f64,
    /// The same at the end of the last step, extrapolated \[N\].
    end_force: f64,
    /// Speed at which the wall recedes [m/s].
    receding: f64,
    /// Energy that film and solids hold \[J\].
    pub(super) stored: f64,
    /// Heat of shear that its surfaces have taken, where it warms; cold at every engagement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) warmth: Option<Warmth>,
}

/// The engaged film's matrix and scratch; may be dropped at any time between steps.
#[derive(Debug, Default)]
pub struct FilmSolver(Option<(FilmSetup, FilmScratch)>);

/// Why there is no film.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FilmFailure {
    /// It cannot start here.
    #[error("the film cannot take over from the grid: {0}")]
    Start(#[from] BadParameter),
    /// It cannot be advanced.
    #[error(transparent)]
    Advance(#[from] FilmError),
}

impl ElasticFilm {
    /// Checks everything that can be known before the run, for impacts at about `speed` [m/s].
    ///
    /// # Errors
    /// A property that cannot be, or a dry restitution below 0.1.
    pub fn check(&self, speed: f64) -> Result<(), BadParameter> {
        self.properties.check()?;
        self.relaxed(speed.max(1e-9)).map(|_| ())
    }

    /// Its models in words, for impacts at `speed` [m/s].
    pub(super) fn describe(&self, speed: f64) -> Vec<Modelled> {
        let film = Modelled::new(
            "film below the grid",
            "Reynolds' equation between elastic half-spaces without inertia, less the rigid lubrication that the grid resolves; no \
             cut-off",
            format!(
                "acts below {} at peak speed, replaces the grid's film below {}",
                LENGTH.brief(self.engagement_gap(speed)),
                LENGTH.brief(self.smallest_gap.followed())
            ),
        );
        let contact = Modelled::new("solid contact", self.solids(), "through the film; the step resolves it");
        [film, contact].into_iter().chain(self.properties.describe()).collect()
    }

    /// The model of the solids, in words.
    pub fn solids(&self) -> String {
        format!(
            "elastic half-spaces (Hertz' contact is the limit of no viscosity), Kelvin-Voigt relaxation for a dry \
             restitution {}",
            self.restitution
        )
    }

    /// Properties with the relaxation time of an impact at `speed` [m/s].
    ///
    /// # Errors
    /// A dry restitution below 0.1, or a speed that is not positive.
    pub fn relaxed(&self, speed: f64) -> Result<FilmProperties, BadParameter> {
        let FilmProperties { radius, modulus, .. } = self.properties;
        let relaxation_time = relaxation_time(self.restitution, speed, self.mass, radius, modulus)?;
        Ok(FilmProperties { relaxation_time, ..self.properties })
    }

    /// The speed that scales an impact [m/s]: the sphere's, or that which gives the elastic energy of its rest on the
    /// wall.
    fn impact_speed(&self, velocity: f64) -> f64 {
        let FilmProperties { radius, modulus, .. } = self.properties;
        let load = self.submerged_weight.abs();
        let indentation = (0.75 * load / (modulus * radius.sqrt())).powf(2.0 / 3.0);
        velocity.abs().max((0.8 * load * indentation / self.mass).sqrt()).max(1e-12)
    }

    /// Gap below which a sphere at `velocity` [m/s] needs the film \[m\].
    pub fn engagement_gap(&self, velocity: f64) -> f64 {
        self.properties.engagement_gap(self.smallest_gap, self.impact_speed(velocity))
    }

    /// Speed [m/s] and time \[s\] that scale the step of an impact: speed from kinetic and stored energy together, time
    /// of a dry elastic impact at this speed (Hertz 1882), `2.9433 ε_max/V`.
    pub(super) fn scales(&self, velocity: f64, state: &ElasticFilmState) -> (f64, f64) {
        let stored = state.engaged.as_ref().map_or(0.0, |engaged| engaged.stored);
        let speed = (velocity * velocity + 2.0 * stored / self.mass).sqrt().max(1e-300);
        (speed, 2.9433 * self.properties.hertz_indentation(self.mass, speed) / speed)
    }

    /// Starts the film where the sphere needs it and has none. Returns whether it did.
    ///
    /// # Errors
    /// The solids touch or deform already: the sphere was let go too close to the wall.
    pub(super) fn engage(
        &self,
        state: &mut ElasticFilmState,
        solver: &mut FilmSolver,
        gap: f64,
        velocity: f64,
    ) -> Result<bool, BadParameter> {
        let engagement_gap = self.engagement_gap(velocity);
        if state.engaged.is_some() || gap >= engagement_gap {
            return Ok(false);
        }
        let speed = self.impact_speed(velocity);
        let properties = self.relaxed(speed)?;
        let inertia = self.mass + self.added_mass;
        let film = FilmSetup::for_impact(properties, inertia, speed, engagement_gap, self.accuracy)?;
        let start = film.start(gap, velocity)?;
        if gap < LATE_SHARE * engagement_gap {
            film.check_entry(&start, inertia)?;
        }
        state.engaged = Some(EngagedFilm {
            properties,
            layout: film.layout(),
            tolerance: film.tolerance(),
            engagement_gap,
            stored: film.stored_energy(&start).total(),
            receding: film.receding(&start),
            state: start,
            mean_force: 0.0,
            end_force: 0.0,
            warmth: self.properties.heating.map(|heating| Warmth::cold(&heating, film.grid().rings())).transpose()?,
        });
        *solver = FilmSolver::of(film);
        Ok(true)
    }

    /// Advances the engaged film and the sphere by `dt` \[s\] under the balance `s V + k` of the step.
    ///
    /// # Errors
    /// The film does not converge.
    pub(super) fn advance(
        &self,
        state: &mut ElasticFilmState,
        solver: &mut FilmSolver,
        dt: f64,
        bdf: &Bdf2,
        balance: ScalarAffine,
    ) -> Result<StepSolution, FilmFailure> {
        let engaged = state.engaged.as_mut().expect("a film is engaged");
        let (film, scratch) = solver.ready(engaged)?;
        let extrapolation = bdf.memory(dt);
        let inertia = balance.per_speed / bdf.c0;
        let impulse = -(balance.at_rest + extrapolation * engaged.mean_force) / bdf.c0;
        let outer = Outer::from_step(inertia, impulse, engaged.own_speed(), dt, self.smallest_gap);
        let (before, from) = (engaged.state.ledger, engaged.state.gap);
        let report = film.advance(&mut engaged.state, scratch, dt, &outer)?;
        let FilmState { gap, speed: velocity, .. } = engaged.state;
        engaged.receding = film.receding(&engaged.state);
        engaged.mean_force = (inertia * engaged.own_speed() - impulse) / dt;
        engaged.end_force = balance.at(engaged.own_speed());
        engaged.stored = film.stored_energy(&engaged.state).total();
        state.steps += report.steps as u64;
        state.thinnest = Some(state.thinnest.map_or(report.thinnest, |least| least.min(report.thinnest)));
        state.peak_pressure = state.peak_pressure.max(engaged.state.peak_pressure());
        state.deepest_overlap = state.deepest_overlap.max(-gap);
        state.hottest = engaged.state.warmth.as_ref().map_or(0.0, |warmth| warmth.hottest).max(state.hottest);
        let heat = |ledger: &FilmLedger| ledger.viscous + ledger.tail;
        let (viscous, fastest) = (heat(&engaged.state.ledger) - heat(&before), engaged.state.fastest);
        state.heat.add(viscous, [from, gap], velocity, engaged.properties.elasticity_length(fastest));
        Ok(StepSolution {
            gap,
            velocity,
            receding: engaged.receding,
            touching: None,
            forces: WallForces { film: engaged.end_force, ..WallForces::default() },
            film_ended: 0.0,
            heat: Some(Heat {
                film: viscous,
                solid: engaged.state.ledger.solid - before.solid,
                plate: engaged.state.ledger.plate - before.plate,
            }),
        })
    }

    /// Load on the asperities \[N\], and the engaged film's resistance to a lateral motion with the slip `slip` [m/s],
    /// at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: temperatures are those at the end of the step.
    ///
    /// # Errors
    /// Properties that were checked before are refused.
    pub(super) fn tangential_input(
        &self,
        state: &mut ElasticFilmState,
        solver: &mut FilmSolver,
        slip: f64,
        dt: f64,
    ) -> Result<Option<(f64, FilmInput)>, BadParameter> {
        let Some(engaged) = &mut state.engaged else { return Ok(None) };
        let (film, _) = solver.ready(engaged)?;
        let resolved = film.rigid_shear(self.smallest_gap.resolved(engaged.state.gap));
        let shear = match (&self.properties.heating, &mut engaged.warmth) {
            (Some(heating), Some(warmth)) => {
                let shear = film.warm_shear(&engaged.state, &self.limiting_stress, slip, (heating, warmth, dt));
                state.hottest = state.hottest.max(warmth.hottest);
                shear
            }
            _ => film.shear(&engaged.state, &self.limiting_stress, slip),
        } - resolved;
        let load = film.force(&engaged.state);
        Ok(Some((film.asperity_load(&engaged.state), FilmInput { shear, load })))
    }

    /// Drops the film when it is full, adds nothing any more, and added nothing in the last step. Returns whether it
    /// did.
    ///
    /// # Errors
    /// Properties that were checked before are refused.
    pub(super) fn release(&self, state: &mut ElasticFilmState, solver: &mut FilmSolver) -> Result<bool, BadParameter> {
        let Some(engaged) = &state.engaged else { return Ok(false) };
        let (film, _) = solver.ready(engaged)?;
        let resolved = self.resolved_force(engaged);
        let faded = engaged.mean_force.abs().max(engaged.end_force.abs()) < SMALLEST_SHARE * resolved.abs();
        if faded && film.may_release(&engaged.state, engaged.engagement_gap, self.smallest_gap) {
            (state.engaged, *solver) = (None, FilmSolver::default());
            return Ok(true);
        }
        Ok(false)
    }

    /// Power of the rigid lubrication force that the grid holds and an engaged film takes back \[W\]: `F_rigid V`, not
    /// above 0.
    pub(super) fn resolved_power(&self, state: &ElasticFilmState) -> f64 {
        state.engaged.as_ref().map_or(0.0, |engaged| self.resolved_force(engaged) * engaged.own_speed())
    }

    fn resolved_force(&self, film: &EngagedFilm) -> f64 {
        self.properties.resolved_force(self.smallest_gap, film.state.gap, film.own_speed())
    }
}

impl EngagedFilm {
    /// The sphere's own speed [m/s].
    fn own_speed(&self) -> f64 {
        self.state.speed - self.receding
    }
}

impl FilmSolver {
    fn of(film: FilmSetup) -> Self {
        let scratch = FilmScratch::new(film.grid().rings());
        Self(Some((film, scratch)))
    }

    /// Matrix and scratch for a film, built anew where they were dropped.
    fn ready(&mut self, engaged: &EngagedFilm) -> Result<&mut (FilmSetup, FilmScratch), BadParameter> {
        if self.0.is_none() {
            *self = Self::of(FilmSetup::new(engaged.properties, engaged.layout, engaged.tolerance)?);
        }
        Ok(self.0.as_mut().expect("it was built just now"))
    }
}
