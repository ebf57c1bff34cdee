//! Why a run stopped that should not have.

use super::persist::Refused;
use crate::contact::{LawFailure, TooDeep};
use crate::error::BadParameter;
use crate::film::{FilmError, FilmRunError};
use crate::flow::constraint::NotConverged;
use crate::motion::coupled::StepFailure;
use crate::motion::elastic_film::FilmFailure;
use crate::motion::ledger::{SCALE_IN_WORDS, VIOLATED};
use crate::motion::theory::MotionError;
use crate::quantity::{LENGTH, SPEED, TIME};

/// Advice against an energy balance that does not close.
pub const FINER: &str = "lower resolution.cfl and resolution.step_factor, or raise resolution.cells_per_diameter";

/// Advice against bodies that overlap too far.
pub const STIFFER: &str = "make the solids or the contact law stiffer, or the impact slower";

/// Advice about a law of one's own.
pub const LAWFUL: &str = "give the law a force at every overlap above 0 and every rate";

/// A run that could not go on. Its results so far are on disk.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A parameter that a law or the grid refuses; found before the first step.
    #[error("the case cannot be run: {0}")]
    Parameter(#[from] BadParameter),
    /// The no-slip condition could not be met.
    #[error("at t = {time}, gap {gap}: {cause}", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    NoSlip {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// The solver's message.
        cause: NotConverged,
    },
    /// The elastic film could not start, or not go on.
    #[error("at t = {time}, gap {gap}: {cause}", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    Film {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// The film's message.
        cause: FilmFailure,
    },
    /// A number that is not finite.
    #[error("at t = {time}, gap {gap}: the sphere's speed is not finite", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    NotFinite {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The flow grew beyond anything the sphere can drive.
    #[error(
        "at t = {time}, gap {gap}: the liquid moves at {speed}, {ratio:.0} times the sphere's largest speed", time = TIME.brief(*time), gap = LENGTH.brief(*gap), speed = SPEED.brief(*speed))]
    Unstable {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// Largest velocity component [m/s].
        speed: f64,
        /// The same over the sphere's largest speed so far.
        ratio: f64,
    },
    /// A free sphere without a wall moves faster than it can.
    #[error(
        "at t = {time}: the sphere moves at {speed}, and {expected} are expected of a steady fall", time = TIME.brief(*time), speed = SPEED.brief(*speed), expected = SPEED.brief(*expected))]
    Runaway {
        /// Simulated time \[s\].
        time: f64,
        /// Speed of the sphere's fastest surface point [m/s].
        speed: f64,
        /// Speed expected [m/s].
        expected: f64,
    },
    /// Energy came from nowhere, or went nowhere.
    #[error(
        "at t = {time}, gap {gap}: the energy balance is out by {:.0} % of the energy scale, {SCALE_IN_WORDS}; the limit is {:.0} %",
        100.0 * error, 100.0 * VIOLATED, time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    EnergyBalance {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// Error over the energy scale.
        error: f64,
    },
    /// The sphere overlaps the wall too far.
    #[error(transparent)]
    TooDeep(#[from] TooDeep),
    /// The contact law has no force to give.
    #[error(transparent)]
    Law(#[from] LawFailure),
    /// The sphere left the part of the container that the grid follows.
    #[error("at t = {time} the sphere reached the top of the container (gap {gap})", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    ReachedTop {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The number of steps allowed is used up.
    #[error("at t = {time}, gap {gap}: run.steps_max = {steps} steps are used up", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    TooManySteps {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// Steps done.
        steps: u64,
    },
    /// Nothing that ends the run has happened for as long as a run may last.
    #[error("at t = {time}, gap {gap}: the sphere has come neither to rest nor to the apex of a bounce", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    NoEnd {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The motion from theory alone could not go on.
    #[error(transparent)]
    Theory(MotionError),
    /// A state that cannot be taken.
    #[error("{0}")]
    State(#[from] Refused),
    /// An observer could not go on.
    #[error(transparent)]
    Observer(Box<dyn std::error::Error + Send + Sync>),
}

impl Failure {
    /// What to do about it; empty where nothing general can be said.
    pub fn advice(&self) -> String {
        match self {
            Self::Parameter(_) => "change the key named here".to_owned(),
            Self::NoSlip { .. } => "the grid and the markers do not fit: raise resolution.cells_per_diameter, or lower resolution.cfl if the flow \
         grew without bound before".to_owned(),
            Self::Film { .. } => "where the solids deform before the film begins, let the sphere go higher up (release.free_gap); where it does \
         not converge, raise film.rings_per_contact, lower film.piezoviscosity or give film.roughness".to_owned(),
            Self::NotFinite { .. } => "the flow is under-resolved or the step too long: lower resolution.cfl or resolution.step_factor, or raise \
         resolution.cells_per_diameter".to_owned(),
            Self::Unstable { .. } => "the flow makes energy: lower resolution.cfl; or raise resolution.cells_per_diameter".to_owned(),
            Self::Runaway { .. } => "sphere and liquid make energy: lower resolution.cfl; or raise resolution.cells_per_diameter".to_owned(),
            Self::EnergyBalance { .. } => format!("the steps are too long or the grid too coarse: {FINER}"),
            Self::TooDeep(_) => STIFFER.to_owned(),
            Self::Law(_) => LAWFUL.to_owned(),
            Self::ReachedTop { .. } => "raise container.height, or stop earlier with run.time".to_owned(),
            Self::TooManySteps { .. } => "raise run.steps_max, or stop earlier with run.time or run.bounces".to_owned(),
            Self::NoEnd { .. } => "it does not come to the wall, or does not come back; say with run.time when to stop".to_owned(),
            Self::Theory(_) => "see the message; `hydrodynamics = \"resolved\"` needs no theory".to_owned(),
            Self::State(_) | Self::Observer(_) => String::new(),
        }
    }

    /// A step that could not be done, with where the sphere was.
    pub fn of_step(failure: StepFailure, time: f64, gap: f64) -> Self {
        match failure {
            StepFailure::NoSlip(cause) => Self::NoSlip { time, gap, cause },
            StepFailure::Film(cause) => Self::Film { time, gap, cause },
            StepFailure::NotFinite => Self::NotFinite { time, gap },
        }
    }
}

impl From<FilmRunError> for Failure {
    fn from(failure: FilmRunError) -> Self {
        match failure {
            FilmRunError::Parameter(parameter) => Self::Parameter(parameter),
            FilmRunError::Film(
                error @ (FilmError::NoConvergence { time, gap, .. } | FilmError::TooManySteps { time, gap, .. }),
            ) => Self::Film { time, gap, cause: error.into() },
        }
    }
}

impl From<MotionError> for Failure {
    fn from(failure: MotionError) -> Self {
        match failure {
            MotionError::Parameter(parameter) => Self::Parameter(parameter),
            MotionError::TooDeep(failure) => Self::TooDeep(failure),
            MotionError::Law(failure) => Self::Law(failure),
            failure => Self::Theory(failure),
        }
    }
}
