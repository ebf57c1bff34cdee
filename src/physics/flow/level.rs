//! The level that a step leads to: the formula in time that leads there, and the known speeds of the spheres.

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

/// Coefficients of the variable-step BDF2 formula and of linear extrapolation to the new level.
///
/// `dy/dt(t_new) ≈ (c0·y_new + c1·y_now + c2·y_old)`, `y_new ≈ e1·y_now + e2·y_old` (Hairer, Nørsett & Wanner 1993, III.5).
/// Without an older level: backward Euler and constant extrapolation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bdf2 {
    /// Weight of the new level [1/s].
    pub c0: f64,
    /// Weight of the present level [1/s].
    pub c1: f64,
    /// Weight of the older level [1/s].
    pub c2: f64,
    /// Extrapolation weight of the present level.
    pub e1: f64,
    /// Extrapolation weight of the older level.
    pub e2: f64,
}

impl Bdf2 {
    /// The formula for a step `dt` \[s\] after a step `dt_before` \[s\] (`None` at the start).
    pub fn new(dt: f64, dt_before: Option<f64>) -> Self {
        match dt_before {
            None => Self { c0: 1.0 / dt, c1: -1.0 / dt, c2: 0.0, e1: 1.0, e2: 0.0 },
            Some(before) => {
                let r = dt / before;
                Self {
                    c0: (1.0 + 2.0 * r) / (1.0 + r) / dt,
                    c1: -(1.0 + r) / dt,
                    c2: r * r / (1.0 + r) / dt,
                    e1: 1.0 + r,
                    e2: -r,
                }
            }
        }
    }

    /// `β = c₀Δt − 1` for the step `dt` \[s\]: the [rate](Self::rate) is `1 + β` times the mean rate over this step less `β` times that
    /// over the step before.
    pub fn memory(&self, dt: f64) -> f64 {
        self.c0 * dt - 1.0
    }

    /// The rate of change of a quantity known at the three levels.
    pub fn rate(&self, new: f64, now: f64, old: f64) -> f64 {
        self.c0 * new + self.c1 * now + self.c2 * old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_differentiated_exactly_with_unequal_steps() {
        let f = |t: f64| 3.0 - 2.0 * t + 5.0 * t * t;
        let (t0, t1, t2) = (0.3, 0.37, 0.55);
        let bdf = Bdf2::new(t2 - t1, Some(t1 - t0));
        assert!((bdf.rate(f(t2), f(t1), f(t0)) - (-2.0 + 10.0 * t2)).abs() < 1e-12);
        let mean = |from: f64, to: f64| (f(to) - f(from)) / (to - from);
        let beta = bdf.memory(t2 - t1);
        assert!(((1.0 + beta) * mean(t1, t2) - beta * mean(t0, t1) - (-2.0 + 10.0 * t2)).abs() < 1e-12);
        let line = |t: f64| 1.0 + 4.0 * t;
        assert!((bdf.e1 * line(t1) + bdf.e2 * line(t0) - line(t2)).abs() < 1e-13);
    }
}
