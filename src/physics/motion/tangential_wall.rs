//! What the wall does to a sphere that moves along it: friction, and the sheared film below the grid.

use super::sheared_film::ShearedFilm;
use crate::contact::SurfaceContact;
use crate::contact::surface::{
    FreeMotion, FreeSurface, NormalLoad, SurfaceLoad, SurfaceMemory, SurfaceMotion, WholeLoad,
};
use crate::film::ShearResistance;
use serde::{Deserialize, Serialize};

/// Laws of friction and of the sheared film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialWall {
    /// Friction and rolling resistance; none where the contact is frictionless.
    pub contact: Option<SurfaceContact>,
    /// The sheared film below the grid.
    pub film: ShearedFilm,
}

/// Where the normal motion of a step ends at the wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AtWall {
    /// Gap \[m\].
    pub gap: f64,
    /// Normal speed [m/s].
    pub velocity: f64,
    /// Gap at which the solids touched \[m\], if they do.
    pub touching: Option<f64>,
    /// Normal contact force \[N\].
    pub contact: f64,
    /// Its viscous part \[N\].
    pub contact_viscous: f64,
    /// An elastic film that is engaged; none where the film ends at a cut-off.
    pub film: Option<FilmAtWall>,
}

/// What an elastic film does to a lateral motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmAtWall {
    /// What it opposes to the lateral motion beyond what the grid resolves.
    pub shear: ShearResistance,
    /// The load that film and asperities carry together \[N\].
    pub load: f64,
}

impl AtWall {
    /// Far from every wall.
    pub const AWAY: Self =
        Self { gap: f64::INFINITY, velocity: 0.0, touching: None, contact: 0.0, contact_viscous: 0.0, film: None };

    fn load(&self) -> Option<NormalLoad> {
        let load =
            |touch: f64| NormalLoad { overlap: touch - self.gap, force: self.contact, viscous: self.contact_viscous };
        self.touching.map(load)
    }
}

/// What friction remembers, and the books of the present contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct TangentialState {
    memory: SurfaceMemory,
    /// Elastic energy in the springs \[J\].
    pub stored: f64,
    /// What the last step added to it \[J\].
    pub stored_change: f64,
    /// Energy that friction has taken since the start \[J\].
    pub lost: f64,
    /// Power that it took at the last step \[W\].
    power: f64,
    /// Impulses of the present contact, or of the last one [N s].
    pub impulse: ContactImpulse,
    touching: bool,
    /// Normal and tangential force at the last step \[N\].
    last: [f64; 2],
    /// Contact force along y at the last step \[N\].
    #[serde(default, skip_serializing_if = "is_zero")]
    last_across: f64,
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

/// Impulses of a contact on the sphere [N s]: of the solids alone, or of an elastic film that is their contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactImpulse {
    /// Along the normal, positive away from the wall.
    pub normal: f64,
    /// Along x.
    pub tangential: f64,
    /// Along y.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub across: f64,
}

/// Forces and torques on the sphere along the wall, by cause.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LateralLoads {
    /// Submerged weight.
    pub weight: SurfaceLoad,
    /// The computed flow, with the layer of vorticity below the grid.
    pub hydrodynamic: SurfaceLoad,
    /// The sheared film below the grid; what a blended theory adds to the computed flow.
    pub film: SurfaceLoad,
    /// Friction and rolling resistance.
    pub contact: SurfaceLoad,
    /// What prescribes the motion, and the perturbation at the start.
    pub drive: SurfaceLoad,
}

/// Names of the columns of lateral forces; without the film, which is part of the liquid's, they are together the sphere's mass times its lateral acceleration.
pub const LATERAL_FORCES: [&str; 5] = ["submerged_weight_x", "liquid_x", "film_x", "contact_x", "drive_x"];
/// Names of the columns of torques; without the film's they are together the moment of inertia times the angular acceleration.
pub const TORQUES: [&str; 4] = ["torque_liquid", "torque_film", "torque_contact", "torque_drive"];

/// Lateral forces without a plane of symmetry: [`LATERAL_FORCES`], and the same along y.
pub const ALL_LATERAL_FORCES: [&str; 10] = [
    "submerged_weight_x",
    "liquid_x",
    "film_x",
    "contact_x",
    "drive_x",
    "submerged_weight_y",
    "liquid_y",
    "film_y",
    "contact_y",
    "drive_y",
];
/// Torques without a plane of symmetry: [`TORQUES`], the same about x, and those about the normal, where the film does nothing.
pub const ALL_TORQUES: [&str; 11] = [
    "torque_liquid",
    "torque_film",
    "torque_contact",
    "torque_drive",
    "torque_x_liquid",
    "torque_x_film",
    "torque_x_contact",
    "torque_x_drive",
    "torque_z_liquid",
    "torque_z_contact",
    "torque_z_drive",
];

impl LateralLoads {
    /// What the liquid does, the film below the grid included.
    fn liquid(&self) -> SurfaceLoad {
        let Self { hydrodynamic, film, .. } = self;
        SurfaceLoad { force: hydrodynamic.force + film.force, torque: hydrodynamic.torque + film.torque }
    }

    /// The forces in the order of [`LATERAL_FORCES`].
    pub fn forces(&self) -> [f64; LATERAL_FORCES.len()] {
        let Self { weight, film, contact, drive, .. } = self;
        [weight, &self.liquid(), film, contact, drive].map(|load| load.force)
    }

    /// The torques in the order of [`TORQUES`].
    pub fn torques(&self) -> [f64; TORQUES.len()] {
        let Self { film, contact, drive, .. } = self;
        [&self.liquid(), film, contact, drive].map(|load| load.torque)
    }

    /// Forces, then torques.
    pub fn values(&self) -> [f64; LATERAL_FORCES.len() + TORQUES.len()] {
        let ([a, b, c, d, e], [f, g, h, i]) = (self.forces(), self.torques());
        [a, b, c, d, e, f, g, h, i]
    }
}

impl TangentialState {
    /// Adds a step of `dt` \[s\] to the impulses of the contact, with the forces of friction and film at its end.
    ///
    /// Without an elastic film they are those of the solids; its film is their contact, and its traction their friction.
    pub fn press(&mut self, dt: f64, at: &AtWall, friction: SurfaceLoad, film: SurfaceLoad) {
        self.press_whole(dt, at, [friction.force, 0.0], [film.force, 0.0]);
    }

    /// The same with the forces of friction and film \[N\] along x and y.
    pub fn press_whole(&mut self, dt: f64, at: &AtWall, friction: [f64; 2], film: [f64; 2]) {
        let touches = at.touching.is_some();
        if touches && !self.touching {
            self.impulse = ContactImpulse::default();
        }
        let (now, across) = match &at.film {
            Some(elastic) if touches => ([elastic.load, friction[0] + film[0]], friction[1] + film[1]),
            Some(_) => ([0.0; 2], 0.0),
            None => ([at.contact, friction[0]], friction[1]),
        };
        self.impulse.normal += 0.5 * dt * (self.last[0] + now[0]);
        self.impulse.tangential += 0.5 * dt * (self.last[1] + now[1]);
        self.impulse.across += 0.5 * dt * (self.last_across + across);
        (self.touching, self.last, self.last_across) = (touches, now, across);
    }
}

impl TangentialWall {
    /// [`Self::rub_whole`] of a motion along x alone.
    pub fn rub(&self, state: &mut TangentialState, dt: f64, motion: &FreeMotion, at: &AtWall) -> SurfaceLoad {
        self.rub_whole(state, dt, &FreeSurface::in_plane(*motion), at).along[0]
    }

    /// Friction, rolling and twisting resistance on the sphere at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: `state` is that of the end of the step; apart from the wall it forgets the springs, whose energy is
    /// then lost.
    pub fn rub_whole(&self, state: &mut TangentialState, dt: f64, motion: &FreeSurface, at: &AtWall) -> WholeLoad {
        let (mut found, mut stored) = (WholeLoad::default(), 0.0);
        match (&self.contact, at.load()) {
            (Some(contact), Some(load)) => {
                found = contact.whole_step(&mut state.memory, dt, motion, load);
                stored = contact.stored_energy(&state.memory);
            }
            _ => state.memory = SurfaceMemory::default(),
        }
        (state.stored_change, state.stored) = (stored - state.stored, stored);
        let power = motion.power(&found);
        state.lost += 0.5 * dt * (state.power + power) - state.stored_change;
        state.power = power;
        found
    }

    /// The sheared film's resistance.
    pub fn shear(&self, at: &AtWall) -> Beyond {
        let per_speed = match &at.film {
            Some(film) => film.shear.matrix(self.film.sphere.radius),
            None => self.film.missing(at.gap, at.velocity, at.touching),
        };
        Beyond { at_rest: [0.0; 2], per_speed }
    }
}

/// Force \[N\] and torque [N m] on the liquid beyond those of the computed flow, linear in lateral speed and spin.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Beyond {
    /// At rest.
    pub at_rest: [f64; 2],
    /// Per lateral speed [m/s] and per angular velocity [rad/s].
    pub per_speed: [[f64; 2]; 2],
}

impl Beyond {
    /// The load on the sphere at the motion `motion`.
    pub fn on_sphere(&self, motion: SurfaceMotion) -> SurfaceLoad {
        let at = |a: usize| {
            let [lateral, spin] = self.per_speed[a];
            -(lateral * motion.lateral + spin * motion.spin + self.at_rest[a])
        };
        SurfaceLoad { force: at(0), torque: at(1) }
    }
}
