//! Why a run stopped that should not have.

use super::occupant::RefusedDirectory;
use crate::contact::{ImpactError, TooDeep};
use crate::error::BadParameter;
use crate::film::{FilmError, FilmRunError};
use crate::flow::constraint::NotConverged;
use crate::motion::coupled::StepFailure;
use crate::motion::elastic_film::FilmFailure;
use crate::motion::ledger::{SCALE_IN_WORDS, VIOLATED};
use crate::motion::theory::MotionError;
use crate::output::OutputError;

/// Advice against an energy balance that does not close.
pub(super) const FINER: &str =
    "lower resolution.cfl and resolution.step_factor, or raise resolution.cells_per_diameter";

/// Advice against bodies that overlap too far.
const STIFFER: &str = "make the solids or the contact law stiffer, or the impact slower";

/// A run that could not go on. Its results so far are on disk.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum RunFailure {
    /// A parameter that a law or the grid refuses; found before the first step.
    #[error("the case cannot be run: {0}")]
    #[diagnostic(help("change the key named here"))]
    Parameter(#[from] BadParameter),
    /// The no-slip condition could not be met.
    #[error("at t = {time:.6e} s, gap {gap:.4e} m: {cause}")]
    #[diagnostic(help(
        "the grid and the markers do not fit: raise resolution.cells_per_diameter, or lower resolution.cfl if the flow \
         grew without bound before"
    ))]
    NoSlip {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// The solver's message.
        cause: NotConverged,
    },
    /// The elastic film could not start, or not go on.
    #[error("at t = {time:.6e} s, gap {gap:.4e} m: {cause}")]
    #[diagnostic(help(
        "where the solids deform before the film begins, let the sphere go higher up (release.free_gap); where it does \
         not converge, raise film.rings_per_contact, lower film.piezoviscosity or give film.roughness"
    ))]
    Film {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// The film's message.
        cause: FilmFailure,
    },
    /// A contact law that gives no number.
    #[error("at t = {time:.6e} s, gap {gap:.4e} m: {cause}")]
    #[diagnostic(help(
        "a contact law must give a finite force at every overlap and rate: look at the one of this case, and at its parameters"
    ))]
    Force {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// The force.
        cause: StepFailure,
    },
    /// A number that is not finite.
    #[error("at t = {time:.6e} s, gap {gap:.4e} m: the sphere's speed is not finite")]
    #[diagnostic(help(
        "the flow is under-resolved or the step too long: lower resolution.cfl or resolution.step_factor, or raise \
         resolution.cells_per_diameter"
    ))]
    NotFinite {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The flow grew beyond anything the sphere can drive.
    #[error(
        "at t = {time:.6e} s, gap {gap:.4e} m: the liquid moves at {speed:.3e} m/s, {ratio:.0} times the sphere's largest speed"
    )]
    #[diagnostic(help("the flow makes energy: lower resolution.cfl; or raise resolution.cells_per_diameter"))]
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
        "at t = {time:.6e} s: the sphere moves at {speed:.3e} m/s, and {expected:.3e} m/s are expected of a steady fall"
    )]
    #[diagnostic(help("sphere and liquid make energy: lower resolution.cfl; or raise resolution.cells_per_diameter"))]
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
        "at t = {time:.6e} s, gap {gap:.4e} m: the energy balance is out by {:.0} % of the energy scale, {SCALE_IN_WORDS}; the limit is {:.0} %",
        100.0 * error, 100.0 * VIOLATED
    )]
    #[diagnostic(help("the steps are too long or the grid too coarse: {FINER}"))]
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
    #[diagnostic(help("{STIFFER}"))]
    TooDeep(#[from] TooDeep),
    /// The sphere left the part of the container that the grid follows.
    #[error("at t = {time:.6e} s the sphere reached the top of the container (gap {gap:.4e} m)")]
    #[diagnostic(help("raise container.height, or stop earlier with run.time"))]
    ReachedTop {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The number of steps allowed is used up.
    #[error("at t = {time:.6e} s, gap {gap:.4e} m: run.steps_max = {steps} steps are used up")]
    #[diagnostic(help("raise run.steps_max, or stop earlier with run.time or run.bounces"))]
    TooManySteps {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// Steps done.
        steps: u64,
    },
    /// Nothing that ends the run has happened for as long as a run may last.
    #[error("at t = {time:.6e} s, gap {gap:.4e} m: the sphere has come neither to rest nor to the apex of a bounce")]
    #[diagnostic(help("it does not come to the wall, or does not come back; say with run.time when to stop"))]
    NoEnd {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The motion from theory alone could not go on.
    #[error(transparent)]
    #[diagnostic(help("see the message; `hydrodynamics = \"resolved\"` needs no theory"))]
    Theory(MotionError),
    /// The law or the integration of a dry impact gave up.
    #[error("the impact at {speed} m/s, {angle} deg failed: {cause}")]
    #[diagnostic(help("{}", advice(cause)))]
    Impact {
        /// Speed [m/s].
        speed: f64,
        /// Angle from the normal (deg).
        angle: f64,
        /// The cause.
        cause: ImpactError,
    },
    /// A signal asked the run to stop.
    #[error("interrupted at t = {time:.6e} s, gap {gap:.4e} m")]
    #[diagnostic(help("run the same command again: it goes on from the checkpoint"))]
    Interrupted {
        /// Simulated time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
    },
    /// The directory holds something that the run may not replace.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Refused(#[from] RefusedDirectory),
    /// A file could not be written or read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Output(#[from] OutputError),
}

fn advice(cause: &ImpactError) -> &'static str {
    match cause {
        ImpactError::Parameter(_) => "change the key named here",
        ImpactError::Integration(_) => "set integration.check = false; the impact itself does not need it",
        ImpactError::TooManyRows { .. } => {
            "raise output.every, lower output.rows_per_flight, or stop earlier with run.time"
        }
        ImpactError::TooDeep(_) => STIFFER,
        ImpactError::Unsteppable { .. } => {
            "bring the parameters of [contact] and impact.speed to the order of real bodies"
        }
        ImpactError::Energy { .. } => "raise integration.steps_per_contact",
    }
}

impl RunFailure {
    /// A step that could not be done, with where the sphere was.
    pub fn of_step(failure: StepFailure, time: f64, gap: f64) -> Self {
        match failure {
            StepFailure::NoSlip(cause) => Self::NoSlip { time, gap, cause },
            StepFailure::Film(cause) => Self::Film { time, gap, cause },
            cause @ StepFailure::Force { .. } => Self::Force { time, gap, cause },
        }
    }
}

impl From<FilmRunError> for RunFailure {
    fn from(failure: FilmRunError) -> Self {
        match failure {
            FilmRunError::Parameter(parameter) => Self::Parameter(parameter),
            FilmRunError::Film(
                error @ (FilmError::NoConvergence { time, gap, .. } | FilmError::TooManySteps { time, gap, .. }),
            ) => Self::Film { time, gap, cause: error.into() },
        }
    }
}

impl From<MotionError> for RunFailure {
    fn from(failure: MotionError) -> Self {
        match failure {
            MotionError::Parameter(parameter) => Self::Parameter(parameter),
            MotionError::TooDeep(failure) => Self::TooDeep(failure),
            failure => Self::Theory(failure),
        }
    }
}
