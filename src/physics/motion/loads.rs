//! Forces and torques on the sphere by cause, and the columns that show those along the wall.

use crate::body::dof::{ALONG, Dof, TWIST, as_array};
use serde::{Deserialize, Serialize};

/// Forces \[N\] and torques [N m] on the sphere by cause; without the film, which is part of the liquid's, they are together its
/// inertia times its acceleration.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Loads {
    /// Submerged weight.
    #[serde(with = "as_array")]
    pub weight: Dof,
    /// The computed flow, less the grid's excess; along the normal with the theory that is blended in.
    #[serde(with = "as_array")]
    pub hydrodynamic: Dof,
    /// The film below the grid; along the wall also a blended theory's addition to the computed flow.
    #[serde(with = "as_array")]
    pub film: Dof,
    /// Solid contact, friction, rolling and twisting resistance.
    #[serde(with = "as_array")]
    pub contact: Dof,
    /// The force that prescribes the motion, and the perturbation at the start.
    #[serde(with = "as_array")]
    pub drive: Dof,
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

impl Loads {
    /// The liquid's load on a degree of freedom, the film below the grid included.
    pub fn liquid(&self, dof: usize) -> f64 {
        self.hydrodynamic[dof] + self.film[dof]
    }

    /// The forces along direction `k`, in the order of [`LATERAL_FORCES`].
    pub fn forces(&self, k: usize) -> [f64; LATERAL_FORCES.len()] {
        let [u, _] = ALONG[k];
        [self.weight[u], self.liquid(u), self.film[u], self.contact[u], self.drive[u]]
    }

    /// The torques along direction `k`, in the order of [`TORQUES`].
    pub fn torques(&self, k: usize) -> [f64; TORQUES.len()] {
        let [_, spin] = ALONG[k];
        [self.liquid(spin), self.film[spin], self.contact[spin], self.drive[spin]]
    }

    /// The torques about the normal: of the liquid, of the contact, and of the prescribed motion.
    pub fn torques_about_normal(&self) -> [f64; 3] {
        [self.liquid(TWIST), self.contact[TWIST], self.drive[TWIST]]
    }
}
