//! Why a run stopped that should not have.

use super::directory_status::RefusedDirectory;
use crate::output::OutputError;
use wetbounce_physics::contact::ImpactError;
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::film::FilmRunError;
use wetbounce_physics::model::Failure;
pub(super) use wetbounce_physics::model::failure::FINER;
use wetbounce_physics::model::failure::{LAWFUL, STIFFER};
use wetbounce_physics::motion::theory::MotionError;
use wetbounce_physics::quantity::{LENGTH, TIME};

/// A run that could not go on. Its results so far are on disk.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum RunFailure {
    /// The motion cannot be computed, or not any further.
    #[error(transparent)]
    #[diagnostic(help("{}", .0.advice()))]
    Model(Failure),
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
    #[error("interrupted at t = {time}, gap {gap}", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    #[diagnostic(help(
        "run the same command again: it continues from the checkpoint, or begins anew where there is none"
    ))]
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
        ImpactError::Law(_) => LAWFUL,
        ImpactError::Unsteppable { .. } => {
            "bring the parameters of [contact] and impact.speed to the order of real bodies"
        }
        ImpactError::Energy { .. } => "raise integration.steps_per_contact",
    }
}

impl RunFailure {
    /// Whether a parameter was refused before the first step.
    pub fn is_parameter(&self) -> bool {
        matches!(self, Self::Model(Failure::Parameter(_)))
    }
}

impl From<Failure> for RunFailure {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Observer(error) => match error.downcast::<Self>() {
                Ok(own) => *own,
                Err(other) => Self::Model(Failure::Observer(other)),
            },
            failure => Self::Model(failure),
        }
    }
}

/// A failure of an observer of this crate, as the loop hands it on.
impl From<RunFailure> for Failure {
    fn from(failure: RunFailure) -> Self {
        match failure {
            RunFailure::Model(failure) => failure,
            own => Self::Observer(Box::new(own)),
        }
    }
}

impl From<BadParameter> for RunFailure {
    fn from(parameter: BadParameter) -> Self {
        Self::Model(parameter.into())
    }
}

impl From<FilmRunError> for RunFailure {
    fn from(failure: FilmRunError) -> Self {
        Self::Model(failure.into())
    }
}

impl From<MotionError> for RunFailure {
    fn from(failure: MotionError) -> Self {
        Self::Model(failure.into())
    }
}
