//! The laws of the motion from theory alone, how it starts and ends, and how it fails; [`Theory::fall`] solves it.
//!
//! ```text
//! (m_p + C_M m_l) V̇ = −6πaμ V φ_wall − ¾ m_l V²/a dW/dδ* − 6πaμ K_H^p ∫ V̇ K dτ + f_solid + (m_l − m_p) g
//! ```

use crate::body::recoil::Recoil;
use crate::contact::{LawFailure, TooDeep};
use crate::error::{BadParameter, not_negative, positive};
use crate::liquid::{
    AddedMass, CavitationLimit, FilmCutoff, HistoryKernel, HistoryWall, ImmersedSphere, Lift, WallDrag,
};
use crate::quantity::{LENGTH, TIME};

/// The laws of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Theory {
    /// Sphere and liquid.
    pub sphere: ImmersedSphere,
    /// Gravity [m/s²] towards the wall.
    pub gravity: f64,
    /// Quasi-steady drag.
    pub drag: WallDrag,
    /// Drag and history force over those of their laws, towards the wall and away from it: 1, but to see what an error
    /// of the laws does to a motion.
    pub force_scale: [f64; 2],
    /// Added mass.
    pub added_mass: AddedMass,
    /// Kernel of the history force.
    pub history: HistoryKernel,
    /// Wall factor of the history force.
    pub history_wall: HistoryWall,
    /// Lift of a motion along the wall.
    pub lift: Lift,
    /// Where the film ends.
    pub film_cutoff: FilmCutoff,
    /// Limit of the film's suction; `None`: a liquid without one.
    pub cavitation: Option<CavitationLimit>,
    /// How the wall recedes under the solid contact. The gap is that to where the wall has come.
    pub wall: Recoil,
}

impl Theory {
    /// The default laws for a sphere whose film ends at `film_cutoff`; suction without limit.
    pub fn new(sphere: ImmersedSphere, gravity: f64, film_cutoff: FilmCutoff) -> Self {
        Self {
            sphere,
            gravity,
            drag: WallDrag::default(),
            force_scale: [1.0; 2],
            added_mass: AddedMass::default(),
            history: HistoryKernel::default(),
            history_wall: HistoryWall::default(),
            lift: Lift::default(),
            film_cutoff,
            cavitation: None,
            wall: Recoil::NONE,
        }
    }

    /// Where the film ends \[m\] for a sphere that arrives with `velocity` [m/s].
    pub(super) fn film_end(&self, velocity: f64) -> f64 {
        self.film_cutoff.length(&self.sphere, velocity)
    }

    /// Whether the film that was torn `before`, or was not, is torn at `gap` \[m\] and `velocity` [m/s].
    pub(super) fn is_torn(&self, gap: f64, velocity: f64, before: bool) -> bool {
        self.cavitation.is_some_and(|limit| limit.ruptures(&self.sphere, gap, velocity, before))
    }

    /// `(1 − ρ_l/ρ_p) g` [m/s²].
    pub(super) fn reduced_gravity(&self) -> f64 {
        self.gravity * (1.0 - self.sphere.liquid_density / self.sphere.density)
    }

    /// Time \[s\] in which drag far from the wall stops the sphere.
    pub(super) fn relaxation_time(&self, velocity: f64) -> f64 {
        let sphere = &self.sphere;
        let factor = self.drag.far.factor(sphere.reynolds(velocity));
        (sphere.mass() + 0.5 * sphere.displaced_mass()) / (sphere.stokes_coefficient() * factor)
    }
}

/// When the motion ends, and how well it is solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Time \[s\].
    pub time: f64,
    /// Number of bounces, apex included.
    pub bounces: usize,
    /// The sphere rests when it is slower than this part of its largest speed, and hardly accelerated, near the wall.
    pub rest_speed_ratio: f64,
    /// Relative error per step.
    pub tolerance: f64,
    /// Most steps.
    pub steps: u64,
}

impl Stop {
    /// At `time` \[s\] or at rest, with the default accuracy: 1e-8 per step.
    pub fn at(time: f64) -> Self {
        Self { time, bounces: usize::MAX, rest_speed_ratio: 1e-3, tolerance: 1e-8, steps: u64::MAX }
    }

    /// Checks the numbers.
    pub(super) fn validate(&self) -> Result<(), BadParameter> {
        positive("time", self.time)?;
        not_negative("rest_speed_ratio", self.rest_speed_ratio)?;
        if (1e-13..=1e-3).contains(&self.tolerance) {
            Ok(())
        } else {
            Err(BadParameter::new("tolerance", self.tolerance, "must lie between 1e-13 and 1e-3"))
        }
    }
}

/// Why a motion could not be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// A number is out of range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The step size vanished, or the number of steps exploded.
    #[error(
        "the motion cannot be continued at t = {time} s (gap {gap} m, velocity {velocity} m/s): {cause}; \
         a larger tolerance or a smoother contact law may help"
    )]
    Stuck {
        /// Time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// Velocity [m/s].
        velocity: f64,
        /// The solver's message.
        cause: String,
    },
    /// All steps are used up.
    #[error("at t = {time}, gap {gap}: {steps} steps are used up", time = TIME.brief(*time), gap = LENGTH.brief(*gap))]
    TooManySteps {
        /// Time \[s\].
        time: f64,
        /// Gap \[m\].
        gap: f64,
        /// Steps done.
        steps: u64,
    },
    /// The contact law let the sphere through.
    #[error(transparent)]
    TooDeep(#[from] TooDeep),
    /// The contact law has no force to give.
    #[error(transparent)]
    Law(#[from] LawFailure),
}
