//! Added mass of a sphere near a wall.

use super::ImmersedSphere;
use super::wall_image::wall_image_with_slope;
use super::wall_image_published::{wall_image_published, wall_image_slope_published};
use crate::keywords;

keywords! {
    /// Inertia of the liquid: `f_AM = −½ m_l (1 + 3W) U̇ + ¾ m_l U²/a dW/dδ*`, `U > 0` towards the wall, force counted
    /// along `U`.
    ///
    /// It follows from the kinetic energy `T = ¼ m_l U² (1 + 3W)` of the potential flow, `f_AM = −(dT/dt)/U`
    /// (Milne-Thomson 1968), so with a true derivative it is conservative: energy taken on the way in comes back on
    /// the way out.
    #[derive(Default)]
    AddedMass {
        /// The exact image series and its exact derivative.
        #[default]
        Exact = "exact",
        /// Seven images, and the published slope (one sixth of the derivative; Yang 2006).
        Published = "published",
        /// No wall effect: `W = 0`.
        Unbounded = "unbounded",
    }
}

impl AddedMass {
    /// The wall effect `W(δ*)` and its slope `dW/dδ*` at the gap `δ* = h/a ≥ 0` (the slope is infinite at contact).
    pub fn wall_effect(self, delta_star: f64) -> (f64, f64) {
        match self {
            Self::Exact => wall_image_with_slope(delta_star),
            Self::Published => (wall_image_published(delta_star), wall_image_slope_published(delta_star)),
            Self::Unbounded => (0.0, 0.0),
        }
    }

    /// Added-mass coefficient `C_M = ½(1 + 3W)`: ½ far from the wall, 0.8030854 at contact.
    pub fn coefficient(self, delta_star: f64) -> f64 {
        0.5 * (1.0 + 3.0 * self.wall_effect(delta_star).0)
    }

    /// Added mass `C_M m_l` \[kg\] at the gap `gap` \[m\].
    pub fn mass(self, sphere: &ImmersedSphere, gap: f64) -> f64 {
        self.coefficient(gap / sphere.radius) * sphere.displaced_mass()
    }
}

/// [Added mass](AddedMass::mass) `m_l C_M` \[kg\], and the part of the force that does not depend on the acceleration,
/// `−¾ m_l V²/a dW/dδ*` \[N\], positive away from the wall, with the [wall effect](AddedMass::wall_effect) and its
/// slope, for the velocity `V` [m/s] of either sign: with the exact slope it always pushes away from the wall.
pub fn mass_and_gradient_force(sphere: &ImmersedSphere, (effect, slope): (f64, f64), velocity: f64) -> (f64, f64) {
    let displaced = sphere.displaced_mass();
    (0.5 * (1.0 + 3.0 * effect) * displaced, -0.75 * displaced * velocity * velocity / sphere.radius * slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gradient_force(law: AddedMass, sphere: &ImmersedSphere, gap: f64, velocity: f64) -> f64 {
        mass_and_gradient_force(sphere, law.wall_effect(gap / sphere.radius), velocity).1
    }

    /// Coasts without drag from one radius to a hundredth of it, fourth-order Runge–Kutta in the gap for `V²`.
    fn energy_gain_of_a_coasting_sphere(law: AddedMass) -> f64 {
        let sphere = ImmersedSphere::new(1e-3, 2000.0, 1000.0, 1e-3).unwrap();
        let slope = |gap: f64, square: f64| {
            let inertia = sphere.mass() + law.mass(&sphere, gap);
            2.0 * gradient_force(law, &sphere, gap, square.sqrt()) / inertia
        };
        let energy = |gap: f64, v2: f64| 0.5 * sphere.mass() * v2 + 0.5 * law.mass(&sphere, gap) * v2;
        let (mut gap, mut square, steps) = (1e-3, 1.0, 4000);
        let start = energy(gap, square);
        let ratio = 0.01f64.powf(1.0 / steps as f64);
        for _ in 0..steps {
            let d = gap * (ratio - 1.0);
            let k1 = slope(gap, square);
            let k2 = slope(gap + 0.5 * d, square + 0.5 * d * k1);
            let k3 = slope(gap + 0.5 * d, square + 0.5 * d * k2);
            let k4 = slope(gap + d, square + d * k3);
            square += d / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
            gap += d;
        }
        energy(gap, square) / start - 1.0
    }

    #[test]
    fn the_exact_added_mass_conserves_the_energy_of_sphere_and_liquid() {
        assert!(energy_gain_of_a_coasting_sphere(AddedMass::Exact).abs() < 1e-11);
    }

    #[test]
    fn the_published_slope_does_not_conserve_energy() {
        assert!(energy_gain_of_a_coasting_sphere(AddedMass::Published).abs() > 1e-2);
    }

    #[test]
    fn added_mass_rises_from_one_half_to_0_8030854_at_contact() {
        assert!((AddedMass::Exact.coefficient(0.0) - 0.803_085_354_739_39).abs() < 1e-13);
        assert!((AddedMass::Exact.coefficient(1e6) - 0.5).abs() < 1e-15);
        assert_eq!(AddedMass::Unbounded.coefficient(0.1), 0.5);
    }

    #[test]
    fn the_wall_repels_a_coasting_sphere_in_both_directions() {
        let sphere = ImmersedSphere::new(1e-3, 2000.0, 1000.0, 1e-3).unwrap();
        for velocity in [-0.3, 0.3] {
            assert!(gradient_force(AddedMass::Exact, &sphere, 1e-4, velocity) > 0.0);
        }
    }
}
