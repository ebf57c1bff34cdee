//! Kinematics of two bodies in contact, in three dimensions.
//!
//! The normal `n` points from body 2 to body 1 (away from the wall). With the lever arms `r_1`, `r_2` of the contact
//! point,
//! ```text
//! v_c = (v_1 − v_2)_t + n × (r_1 ω_1 + r_2 ω_2)          sliding velocity of body 1 on body 2
//! f on body 1: F_n n − f,    torque on body i: r_i n × f   (both bodies alike)
//! ```
//! For two spheres the torques and the moment of the forces about any point cancel if `r_1 + r_2` is the distance of
//! the centres, so [`Lever::ContactPoint`] conserves angular momentum and [`Lever::Radius`] misses by `ε n × f`.

use super::pair::Pair;
use crate::keywords;
use nalgebra::Vector3;

keywords! {
    /// Lever arms of the contact force about the centres.
    Lever {
        /// The radii `r_i`.
        Radius = "radius",
        /// The distances to the middle of the overlap, `r_i − ε/2` (LIGGGHTS; also on a plane).
        ContactPoint = "contact-point",
        /// As `contact-point` between spheres, but the foot point `r − ε` on a plane (woo).
        WallPoint = "wall-point",
        /// Velocities at the contact vector `r_i (1 − ε/(r_1 + r_2))`, torques with the radii (MUSEN).
        ContactVector = "contact-vector",
    }
}

/// Lever arms \[m\] for velocities and for torques.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arms {
    /// Arms of the sliding velocity.
    pub velocity: [f64; 2],
    /// Arms of the torques.
    pub(super) torque: [f64; 2],
}

impl Lever {
    /// Arms at an overlap \[m\]. The arm of a plane is zero.
    #[inline]
    pub(super) fn arms(self, pair: &Pair, overlap: f64) -> Arms {
        let plane = pair.is_plane();
        let [r1, r2] = [pair.radius[0], if plane { 0.0 } else { pair.radius[1] }];
        let equal = |r1: f64, r2: f64| {
            let arms = [r1, if plane { 0.0 } else { r2 }];
            Arms { velocity: arms, torque: arms }
        };
        match self {
            Self::Radius => equal(r1, r2),
            Self::WallPoint if plane => equal(r1 - overlap, 0.0),
            Self::ContactPoint | Self::WallPoint => {
                let first = r1 - 0.5 * overlap;
                equal(first, r1 + r2 - overlap - first)
            }
            Self::ContactVector => {
                let part = if plane { 1.0 } else { 1.0 - overlap / (r1 + r2) };
                Arms { velocity: [r1 * part, r2 * part], torque: [r1, r2] }
            }
        }
    }
}

/// Positions, velocities and spins of the two bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bodies {
    /// Centres \[m\]; of a plane, a point on it.
    pub position: [Vector3<f64>; 2],
    /// Velocities [m/s].
    pub velocity: [Vector3<f64>; 2],
    /// Spins [rad/s].
    pub spin: [Vector3<f64>; 2],
}

/// Moments of inertia `2/5 m r²` of homogeneous spheres [kg m²]; infinite for a body that does not move.
pub(super) fn moments_of_inertia(pair: &Pair) -> [f64; 2] {
    let of =
        |i: usize| if pair.mass[i].is_finite() { 0.4 * pair.mass[i] * pair.radius[i].powi(2) } else { f64::INFINITY };
    [of(0), of(1)]
}

impl Bodies {
    /// Kinetic energy of translation and rotation \[J\]; a body of infinite mass counts as zero.
    pub(super) fn kinetic_energy(&self, pair: &Pair) -> f64 {
        let inertia = moments_of_inertia(pair);
        (0..2)
            .filter(|&i| pair.mass[i].is_finite())
            .map(|i| {
                0.5 * pair.mass[i] * self.velocity[i].norm_squared() + 0.5 * inertia[i] * self.spin[i].norm_squared()
            })
            .sum()
    }

    /// Linear momentum of the bodies of finite mass [kg m/s].
    pub fn momentum(&self, pair: &Pair) -> Vector3<f64> {
        (0..2).filter(|&i| pair.mass[i].is_finite()).map(|i| pair.mass[i] * self.velocity[i]).sum()
    }

    /// Angular momentum of the bodies of finite mass about the origin [kg m²/s].
    pub fn angular_momentum(&self, pair: &Pair) -> Vector3<f64> {
        let inertia = moments_of_inertia(pair);
        let of = |i: usize| pair.mass[i] * self.position[i].cross(&self.velocity[i]) + inertia[i] * self.spin[i];
        (0..2).filter(|&i| pair.mass[i].is_finite()).map(of).sum()
    }

    /// Sliding velocity `v_c` [m/s] of body 1 on body 2 for a normal `n` and arms \[m\].
    pub(super) fn sliding_velocity(&self, n: &Vector3<f64>, arms: [f64; 2]) -> Vector3<f64> {
        let relative = self.velocity[0] - self.velocity[1];
        relative - relative.dot(n) * n + n.cross(&(arms[0] * self.spin[0] + arms[1] * self.spin[1]))
    }
}
