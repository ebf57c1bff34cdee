//! What the wall does to a sphere that moves along it: friction, and the sheared film below the grid.

use super::sheared_film::ShearedFilm;
use crate::contact::SurfaceContact;
use crate::contact::surface::{FreeMotion, NormalLoad, SurfaceLoad, SurfaceMemory, SurfaceMotion};
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
}

/// Impulses of a contact on the sphere [N s]: of the solids alone, or of an elastic film that is their contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactImpulse {
    /// Along the normal, positive away from the wall.
    pub normal: f64,
    /// Along x.
    pub tangential: f64,
}

/// Forces and torques on the sphere along the wall, by cause.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LateralLoads {
    /// Submerged weight.
    pub weight: SurfaceLoad,
    /// The computed flow, with the layer of vorticity below the grid.
    pub hydrodynamic: SurfaceLoad,
    /// The sheared film below the grid.
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

impl LateralLoads {
    /// The values in the order of [`LATERAL_FORCES`], then of [`TORQUES`].
    pub fn values(&self) -> [f64; LATERAL_FORCES.len() + TORQUES.len()] {
        let Self { weight, hydrodynamic, film, contact, drive } = self;
        let liquid = SurfaceLoad { force: hydrodynamic.force + film.force, torque: hydrodynamic.torque + film.torque };
        let [a, b, c, d] = [&liquid, film, contact, drive];
        [weight.force, a.force, b.force, c.force, d.force, a.torque, b.torque, c.torque, d.torque]
    }
}

impl TangentialState {
    /// Adds a step of `dt` \[s\] to the impulses of the contact, with the forces of friction and film at its end.
    ///
    /// Without an elastic film they are those of the solids; its film is their contact, and its traction their friction.
    pub fn press(&mut self, dt: f64, at: &AtWall, friction: SurfaceLoad, film: SurfaceLoad) {
        let touches = at.touching.is_some();
        if touches && !self.touching {
            self.impulse = ContactImpulse::default();
        }
        let now = match &at.film {
            Some(elastic) if touches => [elastic.load, friction.force + film.force],
            Some(_) => [0.0; 2],
            None => [at.contact, friction.force],
        };
        self.impulse.normal += 0.5 * dt * (self.last[0] + now[0]);
        self.impulse.tangential += 0.5 * dt * (self.last[1] + now[1]);
        (self.touching, self.last) = (touches, now);
    }
}

impl TangentialWall {
    /// Friction and rolling resistance on the sphere at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: `state` is that of the end of the step; apart from the wall it forgets the springs, whose energy is
    /// then lost.
    pub fn rub(&self, state: &mut TangentialState, dt: f64, motion: &FreeMotion, at: &AtWall) -> SurfaceLoad {
        let (mut found, mut stored) = (SurfaceLoad::default(), 0.0);
        match (&self.contact, at.load()) {
            (Some(contact), Some(load)) => {
                found = contact.step(&mut state.memory, dt, motion, load);
                stored = contact.stored_energy(&state.memory);
            }
            _ => state.memory = SurfaceMemory::default(),
        }
        (state.stored_change, state.stored) = (stored - state.stored, stored);
        let after = motion.under(found);
        let power = -(found.force * after.lateral + found.torque * after.spin);
        state.lost += 0.5 * dt * (state.power + power) - state.stored_change;
        state.power = power;
        found
    }

    /// The sheared film's resistance: force and torque on the liquid per lateral speed and spin.
    pub fn shear(&self, at: &AtWall) -> [[f64; 2]; 2] {
        match &at.film {
            Some(film) => film.shear.matrix(self.film.sphere.radius),
            None => self.film.missing(at.gap, at.velocity, at.touching),
        }
    }
}

/// The load on the sphere of a `resistance` against the motion `motion`.
pub fn resisting(resistance: &[[f64; 2]; 2], motion: SurfaceMotion) -> SurfaceLoad {
    let [force, torque] = resistance.map(|[lateral, spin]| -(lateral * motion.lateral + spin * motion.spin));
    SurfaceLoad { force, torque }
}
