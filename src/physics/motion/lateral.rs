//! The motion of a sphere along the wall: what acts on it, and what of it decides the future.

use super::tangential_wall::{LateralLoads, TangentialState};
use super::twist::{RotationMemory, Twist};
use super::unresolved_layer::LayerMemory;
use crate::azimuthal::motion::Planar;
use crate::azimuthal::state::{AzimuthalState, Frame, NextLevel};
use crate::body::lateral_lead::LateralLead;
use crate::contact::surface::SurfaceLoad;
use crate::liquid::HistoryMemory;
use serde::{Deserialize, Serialize};

/// A lateral force at the start that breaks the symmetry of the wake.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Kick {
    /// Force over the liquid's density [m⁴/s²].
    pub load: f64,
    /// When it begins \[s\].
    pub from: f64,
    /// When it ends \[s\].
    pub until: f64,
}

/// What acts on the sphere, and leads it, along one horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direction {
    /// Component of the submerged weight over the liquid's density [m⁴/s²].
    pub load: f64,
    /// Force at the start.
    pub kick: Kick,
    /// Speed while the motion is prescribed.
    pub lead: LateralLead,
    /// Angular velocity at the start, and while the approach is prescribed [rad/s], positive where the top of the sphere moves
    /// along the axis.
    pub spin: f64,
    /// Speed at the start [m/s].
    pub start: f64,
}

impl Direction {
    /// The speeds of a prescribed motion at the normal speed `normal` [m/s], `time` \[s\] after the start; `axial` is that of
    /// the family's mode 0.
    pub(super) fn led(&self, normal: f64, time: f64, axial: f64) -> Planar {
        Planar { axial, lateral: self.lead.speed(normal, time), spin: self.spin }
    }

    /// The lateral force at the end of a step, `time` \[s\] after the start.
    pub(super) fn load(&self, time: f64) -> Planar {
        let kick = if self.kick.from < time && time <= self.kick.until { self.kick.load } else { 0.0 };
        Planar { axial: 0.0, lateral: self.load + kick, spin: 0.0 }
    }

    /// The motion at the start of a sphere of `radius` \[m\].
    pub(super) fn start(&self, radius: f64) -> LateralMotion {
        LateralMotion {
            velocity: self.start,
            velocity_old: self.start,
            spin: self.spin,
            spin_old: self.spin,
            fastest: self.start.abs() + radius * self.spin.abs(),
            rotation: RotationMemory::start(self.spin),
            ..LateralMotion::default()
        }
    }
}

/// What of the motion along one horizontal axis decides the future, the liquid apart. Without a plane of symmetry `surface`,
/// `power` and `fastest` are in the one along x for the whole motion.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LateralMotion {
    /// Distance from the place of the start \[m\].
    pub x: f64,
    /// Lateral speed [m/s].
    pub velocity: f64,
    /// Angular velocity [rad/s], positive where the top of the sphere moves along the axis.
    pub spin: f64,
    /// Lateral speed one step earlier [m/s].
    pub velocity_old: f64,
    /// Angular velocity one step earlier [rad/s].
    pub spin_old: f64,
    /// Time since the start \[s\].
    pub time: f64,
    /// The layer of vorticity below the grid.
    pub layer: LayerMemory,
    /// The same of the rotation, and the lag of the liquid inside.
    pub rotation: RotationMemory,
    /// Power over density that the lateral motion takes from outside: prescription, kick, and the layers below the grid
    /// [m⁵/s³].
    pub power: f64,
    /// Lateral velocity of the grid in the last step [m/s].
    pub frame: f64,
    /// Largest lateral speed of the sphere's surface so far [m/s].
    pub fastest: f64,
    /// What friction remembers.
    pub surface: TangentialState,
    /// Forces and torques at the present level.
    pub loads: LateralLoads,
}

impl LateralMotion {
    pub(super) fn levels(&self) -> [Planar; 2] {
        [
            Planar { axial: 0.0, lateral: self.velocity, spin: self.spin },
            Planar { axial: 0.0, lateral: self.velocity_old, spin: self.spin_old },
        ]
    }

    /// Lateral speed of the sphere's fastest surface point [m/s].
    pub fn surface_speed(&self, radius: f64) -> f64 {
        self.velocity.abs() + radius * self.spin.abs()
    }

    /// Power \[W\] that `load` takes from the motion.
    pub fn power_against(&self, load: SurfaceLoad) -> f64 {
        -(load.force * self.velocity + load.torque * self.spin)
    }

    /// Takes in the end of a step of `dt` \[s\].
    pub(super) fn advance(&mut self, new: Planar, dt: f64, time: f64) {
        *self = Self {
            x: self.x + 0.5 * dt * (self.velocity + new.lateral),
            velocity: new.lateral,
            spin: new.spin,
            velocity_old: self.velocity,
            spin_old: self.spin,
            time,
            ..*self
        };
    }
}

/// The motion along y, and the rotation about the normal.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Across {
    /// Along y; its spin carries the top of the sphere along y: it is that about −x.
    pub motion: LateralMotion,
    /// About the normal.
    pub twist: Twist,
}

/// Everything of the third dimension that decides the future.
#[derive(Debug, Clone, PartialEq)]
pub struct SidewaysState {
    /// The liquid; mode 0 is a copy of the axisymmetric flow's.
    pub liquid: AzimuthalState,
    /// The sphere along x.
    pub motion: LateralMotion,
    /// The rest of its motion, without a plane of symmetry.
    pub across: Option<Across>,
    /// What the history force of a blended theory remembers along each axis.
    pub history: Vec<HistoryMemory>,
}

impl SidewaysState {
    /// The motions along x and, without a plane of symmetry, along y.
    pub(super) fn motions(&self) -> Vec<LateralMotion> {
        std::iter::once(self.motion).chain(self.across.map(|across| across.motion)).collect()
    }

    /// The speeds at the present and the older level of the families; of the first along the axis zero.
    pub(super) fn levels(&self) -> Vec<[Planar; 2]> {
        let mut levels: Vec<[Planar; 2]> = self.motions().iter().map(LateralMotion::levels).collect();
        if let Some(Across { twist, .. }) = &self.across {
            (levels[1][0].axial, levels[1][1].axial) = (twist.spin, twist.spin_old);
        }
        levels
    }

    /// The level in the frame that follows the sphere laterally.
    pub(super) fn followed<'a>(&self, level: NextLevel<'a>) -> NextLevel<'a> {
        let across = self.across.map_or(0.0, |across| across.motion.frame);
        NextLevel { frame: Frame { lateral: self.motion.frame, across, ..level.frame }, ..level }
    }

    /// Lateral speed of the sphere's fastest surface point [m/s].
    pub fn surface_speed(&self, radius: f64) -> f64 {
        let [x, y, z] = self.speeds();
        x[0].hypot(y[0]) + radius * x[1].hypot(y[1]).hypot(z[1])
    }

    /// Speed [m/s] and angular velocity [rad/s] of the families along x and y, and about the normal (no speed).
    pub(super) fn speeds(&self) -> [[f64; 2]; 3] {
        let of = |motion: &LateralMotion| [motion.velocity, motion.spin];
        let Some(across) = &self.across else { return [of(&self.motion), [0.0; 2], [0.0; 2]] };
        [of(&self.motion), of(&across.motion), [0.0, across.twist.spin]]
    }

    /// Power \[W\] that loads of one cause take from the motion; `of` picks them, and the torque about the normal.
    pub fn power_against(&self, of: impl Fn(&LateralLoads) -> SurfaceLoad, about: impl Fn(&Twist) -> f64) -> f64 {
        let x = self.motion.power_against(of(&self.motion.loads));
        let Some(Across { motion, twist }) = &self.across else { return x };
        x + motion.power_against(of(&motion.loads)) - about(twist) * twist.spin
    }
}
