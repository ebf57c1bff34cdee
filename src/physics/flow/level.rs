//! The level that a step leads to, and the known speeds of the spheres there.

use super::markers::PerSphere;
use crate::body::dof::{DOFS, Dof, NORMAL};

/// The sphere's speed at the new level, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NewSpeed {
    /// Prescribed [m/s]: saves the forces per unit speed.
    Known(f64),
    /// To be found from the sphere's equation of motion.
    Sought {
        /// Where it is expected [m/s].
        expected: f64,
        /// How far from there it is thought to be found [m/s]; a guess, see [`Response::allows`](super::immersed::Response::allows).
        scatter: f64,
    },
}

impl NewSpeed {
    /// Any speed: the response per unit speed is computed to the constraint solver's full accuracy.
    pub const ANY: Self = Self::Sought { expected: 0.0, scatter: f64::INFINITY };
}

/// The other speeds at the new level, as far as they are known: those not along the normal.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NewSpeeds {
    /// Prescribed or expected speeds.
    pub expected: Dof,
    /// Whether they are to be found from the equations of motion; lateral speed and spin of both directions alike.
    pub free: [bool; DOFS],
}

/// The new speed of every sphere [m/s]; a number is that of the first alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speeds(pub PerSphere<f64>);

impl From<f64> for Speeds {
    fn from(first: f64) -> Self {
        Self([first, 0.0])
    }
}

/// Velocity of the frame [m/s].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Frame {
    /// Along the axis.
    pub axial: f64,
    /// Along φ = 0 and φ = π/2.
    pub along: [f64; 2],
}

impl Frame {
    /// A frame that moves along the axis alone.
    pub fn axial(axial: f64) -> Self {
        Self { axial, ..Self::default() }
    }
}

/// The level that a step leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NextLevel {
    /// Length of the step \[s\].
    pub dt: f64,
    /// [Resolved gap](crate::grid::SmallestGap) at which the geometry stands \[m\].
    pub gap: f64,
    /// Velocity of the whole grid [m/s]: along the axis that of the frame that a towed sphere rests in, along the wall that of
    /// the sphere.
    pub frame: Frame,
    /// The spheres' speeds along the axis, as far as they are known.
    pub speeds: PerSphere<NewSpeed>,
    /// The other speeds of the one sphere, as far as they are known.
    pub lateral: NewSpeeds,
}

impl NextLevel {
    /// A level in a frame at rest, of one sphere that moves along the axis alone.
    pub fn new(dt: f64, gap: f64, speed: NewSpeed) -> Self {
        Self { dt, gap, frame: Frame::default(), speeds: [speed, NewSpeed::Known(0.0)], lateral: NewSpeeds::default() }
    }

    /// Speeds of all degrees of freedom of all spheres, as far as they are known.
    pub(super) fn known(&self) -> Known {
        let NewSpeeds { expected, free } = self.lateral;
        let mut known =
            Known { expected: [expected, Dof::zeros()], free: [free, [false; DOFS]], scatter: [f64::INFINITY; 2] };
        for (which, speed) in self.speeds.into_iter().enumerate() {
            (known.expected[which][NORMAL], known.free[which][NORMAL]) = match speed {
                NewSpeed::Known(speed) => (speed, false),
                NewSpeed::Sought { expected, scatter } => {
                    known.scatter[which] = scatter;
                    (expected, true)
                }
            };
        }
        known
    }
}

/// All speeds at the new level, as far as they are known.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// Known or expected speeds.
    pub expected: PerSphere<Dof>,
    /// Whether they are sought.
    pub free: PerSphere<[bool; DOFS]>,
    /// How far from the expected ones along the axis the sought ones are thought to be found [m/s].
    pub(super) scatter: PerSphere<f64>,
}

impl Known {
    /// How far sought speeds lie from the expected ones, in the order of degrees of freedom; none of known ones.
    pub(super) fn changes(&self, speeds: &PerSphere<Dof>) -> PerSphere<Dof> {
        let change = |which: usize, a: usize| match self.free[which][a] {
            true => speeds[which][a] - self.expected[which][a],
            false => 0.0,
        };
        [0, 1].map(|which| Dof::from_fn(|a, _| change(which, a)))
    }
}
