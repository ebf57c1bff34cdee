//! The sideways part of a prescribed motion.

use std::f64::consts::{PI, TAU};

/// Sideways speed of a sphere whose motion is prescribed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LateralLead {
    /// This many times the speed along the axis: a path at an angle.
    Share(f64),
    /// A pulse that breaks the symmetry of the wake, `speed sin²(π(τ − 1)/2)` from `τ = 1` to 3, with `τ = t/unit − wait`.
    Pulse {
        /// Largest speed [m/s].
        speed: f64,
        /// Unit of time \[s\]: D/U.
        unit: f64,
        /// How much later it comes, in units (-).
        wait: f64,
    },
    /// `speed sin(2π frequency t)`.
    Oscillation {
        /// Largest speed [m/s].
        speed: f64,
        /// Frequency \[Hz\].
        frequency: f64,
    },
}

impl LateralLead {
    /// Sideways speed [m/s] `time` \[s\] after the start, at the speed `axial` [m/s] along the axis.
    pub fn speed(&self, axial: f64, time: f64) -> f64 {
        match *self {
            Self::Share(share) => share * axial,
            Self::Pulse { speed, unit, wait } => speed * pulse(time / unit - wait),
            Self::Oscillation { speed, frequency } => speed * (TAU * frequency * time).sin(),
        }
    }
}

/// Length of a pulse.
pub const PULSE: f64 = 2.0;

/// A smooth pulse of height 1 from time 1 to 3.
pub(super) fn pulse(time: f64) -> f64 {
    (PI * (0.5 * (time - 1.0)).clamp(0.0, 1.0)).sin().powi(2)
}
