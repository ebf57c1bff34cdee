//! The film alone: one approach and rebound of a sphere with nothing but the film between it and the wall.

use serde::{Deserialize, Serialize};

use super::error::FilmError;
use super::matching::Outer;
use super::properties::FilmProperties;
use super::solver::{FilmAccuracy, FilmSetup};
use super::state::{FilmState, StoredEnergy};
use super::step::FilmScratch;
use crate::error::BadParameter;

/// Steps after which a bounce is given up.
const MOST_STEPS: usize = 100_000;
/// A sphere slower than this fraction of its first speed, with as little energy left in the solids, is captured.
const CAPTURED: f64 = 1e-4;

/// One impact through the film alone. SI.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FilmImpact {
    /// Inertia of the sphere \[kg\].
    pub mass: f64,
    /// Speed towards the wall at the gap `gap` [m/s], positive.
    pub speed: f64,
    /// Gap at the start \[m\].
    pub gap: f64,
    /// Gap at which the rebound speed is read \[m\].
    pub exit_gap: f64,
}

/// One row of a bounce's history.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FilmSample {
    /// Time \[s\].
    pub time: f64,
    /// `h₀` \[m\].
    pub gap: f64,
    /// `V` [m/s], positive away from the wall.
    pub speed: f64,
    /// Force of the film on the sphere \[N\].
    pub force: f64,
    /// Smallest film thickness \[m\].
    pub thinnest: f64,
    /// Film thickness on the axis (innermost ring) \[m\].
    pub central: f64,
    /// Largest film pressure \[Pa\].
    pub peak_pressure: f64,
    /// Outer radius of the ruptured film \[m\]; 0 where there is none.
    pub cavity_radius: f64,
    /// Kinetic energy of the sphere \[J\].
    pub kinetic: f64,
    /// Energy stored in film and solids \[J\].
    pub stored: StoredEnergy,
    /// Heat of the film with its tail \[J\].
    pub viscous: f64,
    /// Heat of the solids \[J\].
    pub solid: f64,
    /// Energy that went into the wall \[J\].
    pub plate: f64,
}

/// Moments of a bounce at which profiles are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileMoment {
    /// The gap falls to the elasticity length `x_r` (Davis, Serayssol & Hinch 1986).
    Deforming,
    /// The force on the sphere is largest.
    PeakForce,
    /// The sphere turns round.
    Turning,
    /// The film is thinnest.
    Thinnest,
    /// The undeformed surfaces part again, `h₀ = 0`.
    Separation,
    /// The film pulls hardest.
    LargestSuction,
}

/// Thickness and pressure over the radius at one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FilmProfile {
    /// Which moment.
    pub moment: ProfileMoment,
    /// The film then; radii are the grid's `centres`.
    pub state: FilmState,
}

/// Result of [`FilmImpact::run`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FilmBounce {
    /// Rebound speed at `exit_gap` over impact speed at `gap`; 0 for a captured sphere.
    pub restitution: f64,
    /// Whether the film's viscosity took all energy before the sphere reached `exit_gap`.
    pub captured: bool,
    /// Smallest film thickness of all times and radii \[m\].
    pub thinnest: f64,
    /// Smallest thickness on the axis \[m\].
    pub thinnest_central: f64,
    /// Largest force on the sphere \[N\].
    pub peak_force: f64,
    /// Largest pressure \[Pa\].
    pub peak_pressure: f64,
    /// Strongest pull on the sphere \[N\], negative.
    pub largest_suction: f64,
    /// Largest overlap of the undeformed surfaces, `−min h₀` \[m\]; negative if they never overlap.
    pub indentation: f64,
    /// Time with overlapping undeformed surfaces \[s\].
    pub overlap_time: f64,
    /// `|kinetic + stored + heat − kinetic at the start| / kinetic at the start`, largest of all times.
    pub energy_error: f64,
    /// Liquid volume gained, relative to the volume at the start; round-off.
    pub mass_error: f64,
    /// Time steps.
    pub steps: usize,
    /// Newton iterations (two stages a step).
    pub iterations: usize,
    /// One row per time step.
    pub history: Vec<FilmSample>,
    /// Profiles in the order of their moments.
    pub profiles: Vec<FilmProfile>,
    /// Ring radii \[m\].
    pub radii: Vec<f64>,
}

impl FilmImpact {
    /// Builds the film that suits this impact.
    pub fn film(&self, properties: FilmProperties, accuracy: FilmAccuracy) -> Result<FilmSetup, BadParameter> {
        FilmSetup::for_impact(properties, self.mass, self.speed, self.gap.max(self.exit_gap), accuracy)
    }

    /// Follows the sphere from the gap `gap` to the wall and back to `exit_gap`, or to its capture.
    pub fn run(&self, film: &FilmSetup) -> Result<FilmBounce, FilmRunError> {
        let mut passage = self.start(film.clone())?;
        while !passage.is_over() {
            passage.advance()?;
        }
        Ok(passage.finish())
    }

    /// The sphere where it enters the film.
    pub fn start(&self, film: FilmSetup) -> Result<FilmPassage, BadParameter> {
        let state = film.start(self.gap, -self.speed.abs())?;
        film.check_entry(&state, self.mass)?;
        let scratch = FilmScratch::new(film.grid().rings());
        let record = Record::new(self, &film, &state);
        Ok(FilmPassage { impact: *self, film, state, scratch, record })
    }
}

/// A sphere on its way through the film.
pub struct FilmPassage {
    impact: FilmImpact,
    film: FilmSetup,
    state: FilmState,
    scratch: FilmScratch,
    record: Record,
}

impl FilmPassage {
    /// Whether the sphere is back at the gap of its exit.
    pub fn is_away(&self) -> bool {
        self.state.speed > 0.0 && self.state.gap >= self.impact.exit_gap
    }

    /// Whether the film has torn since the sphere turned.
    pub fn is_torn(&self) -> bool {
        self.state.torn
    }

    /// Whether the sphere is back at the gap of its exit, or captured.
    pub fn is_over(&self) -> bool {
        self.is_away() || self.record.is_captured(&self.state)
    }

    /// One step.
    ///
    /// # Errors
    /// A film that does not converge, or too many steps.
    pub fn advance(&mut self) -> Result<(), FilmError> {
        let outer = Outer::free(self.impact.mass);
        self.film.adaptive_step(&mut self.state, &mut self.scratch, f64::INFINITY, &outer)?;
        self.record.add(&self.film, &self.state);
        if self.record.bounce.steps > MOST_STEPS {
            let FilmState { time, gap, speed, .. } = self.state;
            return Err(FilmError::TooManySteps { steps: self.record.bounce.steps, time, gap, speed });
        }
        Ok(())
    }

    /// The passage so far.
    pub fn so_far(&self) -> &FilmBounce {
        &self.record.bounce
    }

    /// The passage as it ended here.
    pub fn finish(&self) -> FilmBounce {
        let mut record = self.record.clone();
        record.bounce.iterations = self.scratch.iterations();
        record.finish(self.impact.exit_gap)
    }
}

impl FilmBounce {
    /// The row of the history at the smallest gap.
    pub fn deepest(&self) -> &FilmSample {
        self.history.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).unwrap_or(self.last())
    }

    /// The last row of the history.
    pub fn last(&self) -> &FilmSample {
        self.history.last().expect("the history starts with the first state")
    }
}

/// Why a bounce could not be computed: bad input or a film that failed on the way.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FilmRunError {
    /// The user's numbers.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The physics or numerics.
    #[error(transparent)]
    Film(#[from] FilmError),
}

/// The bounce while it happens.
#[derive(Clone)]
struct Record {
    mass: f64,
    first_speed: f64,
    elasticity_length: f64,
    first_energy: f64,
    first_volume: f64,
    bounce: FilmBounce,
    extremes: [Option<FilmState>; 6],
}

/// All moments, in the order in which profiles are listed.
const MOMENTS: [ProfileMoment; 6] = [
    ProfileMoment::Deforming,
    ProfileMoment::PeakForce,
    ProfileMoment::Turning,
    ProfileMoment::Thinnest,
    ProfileMoment::Separation,
    ProfileMoment::LargestSuction,
];

impl Record {
    fn new(impact: &FilmImpact, film: &FilmSetup, state: &FilmState) -> Self {
        let bounce = FilmBounce {
            restitution: 0.0,
            captured: false,
            thinnest: f64::INFINITY,
            thinnest_central: f64::INFINITY,
            peak_force: f64::NEG_INFINITY,
            peak_pressure: f64::NEG_INFINITY,
            largest_suction: 0.0,
            indentation: f64::NEG_INFINITY,
            overlap_time: 0.0,
            energy_error: 0.0,
            mass_error: 0.0,
            steps: 0,
            iterations: 0,
            history: Vec::new(),
            profiles: Vec::new(),
            radii: film.grid().centres.clone(),
        };
        let mut record = Self {
            mass: impact.mass,
            first_speed: impact.speed.abs(),
            elasticity_length: film.properties().elasticity_length(impact.speed),
            first_energy: 0.5 * impact.mass * impact.speed * impact.speed + film.stored_energy(state).total(),
            first_volume: film.liquid_volume(state),
            bounce,
            extremes: Default::default(),
        };
        let sample = record.sample(film, state);
        record.bounce.history.push(sample);
        record
    }

    fn is_captured(&self, state: &FilmState) -> bool {
        let Some(last) = self.bounce.history.last() else { return false };
        let slow = CAPTURED * CAPTURED * self.first_energy;
        last.kinetic < slow && last.stored.elastic + last.stored.asperities < slow && state.time > 0.0
    }

    fn sample(&self, film: &FilmSetup, state: &FilmState) -> FilmSample {
        let outermost = state.void_fraction.iter().rposition(|fraction| *fraction > 0.0);
        FilmSample {
            time: state.time,
            gap: state.gap,
            speed: state.speed,
            force: film.force(state),
            thinnest: state.thinnest(),
            central: state.central(),
            peak_pressure: state.peak_pressure(),
            cavity_radius: outermost.map_or(0.0, |ring| film.grid().faces[ring + 1]),
            kinetic: 0.5 * self.mass * (state.speed - film.receding(state)).powi(2),
            stored: film.stored_energy(state),
            viscous: state.ledger.viscous + state.ledger.tail,
            solid: state.ledger.solid,
            plate: state.ledger.plate,
        }
    }

    fn add(&mut self, film: &FilmSetup, state: &FilmState) {
        let sample = self.sample(film, state);
        let before = *self.bounce.history.last().expect("the history starts with the first state");
        self.keep_moments(state, &before, &sample);
        let bounce = &mut self.bounce;
        bounce.steps += 1;
        bounce.thinnest = bounce.thinnest.min(sample.thinnest);
        bounce.thinnest_central = bounce.thinnest_central.min(sample.central);
        bounce.peak_force = bounce.peak_force.max(sample.force);
        bounce.peak_pressure = bounce.peak_pressure.max(sample.peak_pressure);
        bounce.largest_suction = bounce.largest_suction.min(sample.force);
        bounce.indentation = bounce.indentation.max(-sample.gap);
        let overlapping = |from: f64, to: f64| match (from < 0.0, to < 0.0) {
            (true, true) => 1.0,
            (false, false) => 0.0,
            _ => from.min(to) / (from.min(to) - from.max(to)),
        };
        bounce.overlap_time += (sample.time - before.time) * overlapping(before.gap, sample.gap);
        let energy = sample.kinetic + sample.stored.total() + sample.viscous + sample.solid + sample.plate;
        let error = (energy - self.first_energy).abs() / bounce.history[0].kinetic;
        bounce.energy_error = bounce.energy_error.max(error);
        let volume = film.liquid_volume(state) + state.ledger.efflux;
        bounce.mass_error = bounce.mass_error.max((volume / self.first_volume - 1.0).abs());
        bounce.history.push(sample);
    }

    /// Keeps the state if it is the most extreme so far, or the first past an event.
    fn keep_moments(&mut self, state: &FilmState, before: &FilmSample, sample: &FilmSample) {
        let bounce = &self.bounce;
        let hits = [
            before.gap > self.elasticity_length && sample.gap <= self.elasticity_length,
            sample.force > bounce.peak_force,
            before.speed <= 0.0 && sample.speed > 0.0,
            sample.thinnest < bounce.thinnest,
            before.gap < 0.0 && sample.gap >= 0.0,
            sample.force < bounce.largest_suction,
        ];
        for (kept, _) in self.extremes.iter_mut().zip(hits).filter(|(_, hit)| *hit) {
            match kept {
                Some(kept) => kept.clone_from(state),
                None => *kept = Some(state.clone()),
            }
        }
    }

    fn finish(mut self, exit_gap: f64) -> FilmBounce {
        let states = MOMENTS.into_iter().zip(self.extremes);
        self.bounce.profiles =
            states.filter_map(|(moment, state)| Some(FilmProfile { moment, state: state? })).collect();
        let [.., before, last] = &self.bounce.history[..] else { return self.bounce };
        if last.speed > 0.0 && last.gap >= exit_gap {
            let part = (exit_gap - before.gap) / (last.gap - before.gap);
            self.bounce.restitution = (before.speed + part * (last.speed - before.speed)) / self.first_speed;
        } else {
            self.bounce.captured = true;
        }
        self.bounce
    }
}
