//! The history force on the sphere, step by step.

use super::history_convolution::ConvolutionMemory;
use super::history_graded::GradedMemory;
use super::history_screened::ScreenedMemory;
use super::history_wall::HistoryWallLaw;
use super::{HistoryIntegral, HistoryKernel, HistoryWall, ImmersedSphere, StageIntegrals};
use crate::error::BadParameter;
use crate::numerics::radau::Parabola;
use serde::{Deserialize, Serialize};

/// The memory of the sphere's past motion, for any kernel; all that a checkpoint needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum HistoryMemory {
    /// No history force.
    None,
    /// Basset's kernel: a sum of exponentials.
    Convolution(ConvolutionMemory),
    /// The same beside a wall that screens it.
    Screened(ScreenedMemory),
    /// The kernels of Mei & Adrian and of Kim, Elghobashi & Sirignano: stretches of the past.
    Graded(GradedMemory),
}

impl HistoryMemory {
    /// An empty memory of a sphere that has not moved. `shortest_step` and `longest_time` \[s\] bound the steps and
    /// the record; only Basset's kernel needs them.
    pub fn new(
        kernel: HistoryKernel,
        sphere: &ImmersedSphere,
        shortest_step: f64,
        longest_time: f64,
    ) -> Result<Self, BadParameter> {
        Ok(match kernel {
            HistoryKernel::None => Self::None,
            HistoryKernel::Basset => Self::Convolution(ConvolutionMemory::new(sphere, shortest_step, longest_time)?),
            HistoryKernel::MeiAdrian | HistoryKernel::KimElghobashiSirignano => {
                Self::Graded(GradedMemory::new(kernel, sphere))
            }
        })
    }

    /// The memory of a motion towards a wall, which may screen it. The arguments are those of [`new`](Self::new).
    ///
    /// # Errors
    /// A number out of range.
    pub fn towards_wall(
        (kernel, wall): (HistoryKernel, HistoryWall),
        sphere: &ImmersedSphere,
        shortest_step: f64,
        longest_time: f64,
    ) -> Result<Self, BadParameter> {
        match (kernel, wall.law(kernel)) {
            (HistoryKernel::Basset, HistoryWallLaw::Stokes) => {
                Ok(Self::Screened(ScreenedMemory::new(sphere, shortest_step, longest_time)?))
            }
            _ => Self::new(kernel, sphere, shortest_step, longest_time),
        }
    }

    /// The same memory for a motion that no wall screens.
    pub fn unscreened(self) -> Self {
        match self {
            Self::Screened(memory) => Self::Convolution(memory.open),
            other => other,
        }
    }

    /// The acceleration [m/s²] jumps to a new value, without a jump of the velocity: at a release, or at the start.
    pub fn jump(&mut self, acceleration: f64) {
        match self {
            Self::None => {}
            Self::Convolution(memory) => memory.jump(acceleration),
            Self::Screened(memory) => memory.open.jump(acceleration),
            Self::Graded(memory) => memory.jump(acceleration),
        }
    }

    /// The integral at the end of a step of `step` \[s\] > 0 from now, given (estimates of) the gap \[m\] and the
    /// velocity [m/s] there, with the acceleration there still unknown. Changes nothing: a step may be tried again.
    /// Only a memory towards a wall has use for the gap.
    pub fn predict(&self, step: f64, gap: f64, velocity: f64) -> HistoryIntegral {
        match self {
            Self::None => HistoryIntegral { coefficient: 0.0, known: 0.0 },
            Self::Convolution(memory) => memory.predict(step),
            Self::Screened(memory) => memory.predict(step, gap),
            Self::Graded(memory) => memory.predict(step, velocity),
        }
    }

    /// Takes the step: the velocity [m/s] and the acceleration [m/s²] at its end are now known.
    pub fn advance(&mut self, step: f64, velocity: f64, acceleration: f64) {
        match self {
            Self::None => {}
            Self::Convolution(memory) => memory.advance(step, acceleration),
            Self::Screened(memory) => memory.open.advance(step, acceleration),
            Self::Graded(memory) => memory.advance(step, velocity, acceleration),
        }
    }

    /// The integral at the stages of a step of `step` \[s\] > 0 from now, given (estimates of) the gaps \[m\] and the
    /// velocities [m/s] there. Changes nothing.
    pub fn predict_stages(&self, step: f64, gaps: [f64; 3], velocities: [f64; 3]) -> StageIntegrals {
        match self {
            Self::None => StageIntegrals::NONE,
            Self::Convolution(memory) => memory.predict_stages(step),
            Self::Screened(memory) => memory.predict_stages(step, gaps),
            Self::Graded(memory) => memory.predict_stages(step, velocities),
        }
    }

    /// Takes a step over which the acceleration [m/s²] is a parabola, to the velocity [m/s] at its end.
    pub fn advance_along(&mut self, step: f64, velocity: f64, acceleration: Parabola) {
        match self {
            Self::None => {}
            Self::Convolution(memory) => memory.advance_along(step, acceleration),
            Self::Screened(memory) => memory.open.advance_along(step, acceleration),
            Self::Graded(memory) => memory.advance_along(step, velocity, acceleration),
        }
    }

    /// Entries kept: grows at most with the logarithm of the number of steps.
    pub fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Convolution(memory) => memory.len(),
            Self::Screened(memory) => memory.open.len(),
            Self::Graded(memory) => memory.len(),
        }
    }
}
