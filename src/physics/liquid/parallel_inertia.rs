//! Inertia of the liquid for a sphere that moves along a plane wall: added mass and history force.
//!
//! The image of the sphere's dipole in the wall, at the distance `2l` of `l = a + h` from the centre, moves the liquid
//! there with `W U` against the sphere, `W = (a/l)³/16`. To this order
//!
//! ```text
//! added mass    ½(1 + 3W) m_l            = ½(1 + 3/16 (a/l)³) m_l      (Lamb 1932, § 99; Milne-Thomson 1968)
//! history       (1 + W)² 6πμa ∫ U̇ K dτ
//! attraction    ¾ m_l U²/a dW/dδ* = −9/64 m_l U² a³/l⁴           (Lamb 1932, § 137)
//! ```
//!
//! The attraction, a lift towards the wall, follows by Lagrange's equations from the kinetic energy ¼(1 + 3W) m_l U²
//! along the normal: it gives to the normal motion the energy that the changing added mass takes from the other one.
//!
//! The second holds where the layer of vorticity is thin: its force goes with the square of the slip of potential flow,
//! which the image raises by `1 + W`. At contact the added mass is 0.594 m_l; more images would give 0.62.

use super::ImmersedSphere;

/// `W` and its slope `dW/dδ*` at the gap `δ* = h/a ≥ 0`.
fn parallel_image(delta_star: f64) -> (f64, f64) {
    let s = 1.0 / (1.0 + delta_star);
    (s.powi(3) / 16.0, -3.0 * s.powi(4) / 16.0)
}

/// Added mass over the displaced mass, `½(1 + 3W)`, and its slope over `δ*`.
pub fn parallel_added_mass(delta_star: f64) -> (f64, f64) {
    let (image, slope) = parallel_image(delta_star);
    (0.5 * (1.0 + 3.0 * image), 1.5 * slope)
}

/// History force over that far from the wall, `(1 + W)²`.
pub fn parallel_history(delta_star: f64) -> f64 {
    (1.0 + parallel_image(delta_star).0).powi(2)
}

/// Force on a sphere that moves along the wall with `speed` [m/s], positive away from it \[N\]: it is drawn to the
/// wall.
pub fn attraction(sphere: &ImmersedSphere, delta_star: f64, speed: f64) -> f64 {
    0.5 * sphere.displaced_mass() * parallel_added_mass(delta_star).1 * speed * speed / sphere.radius
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inertia_along_a_wall_is_that_of_lamb_and_falls_to_the_unbounded_one() {
        assert!((parallel_added_mass(1.0).0 - 0.5 * (1.0 + 3.0 / 16.0 / 8.0)).abs() < 1e-15);
        assert!((parallel_added_mass(1e6).0 - 0.5).abs() < 1e-15 && (parallel_history(1e6) - 1.0).abs() < 1e-15);
        let step = 1e-6;
        let difference = (parallel_added_mass(0.5 + step).0 - parallel_added_mass(0.5 - step).0) / (2.0 * step);
        assert!((difference / parallel_added_mass(0.5).1 - 1.0).abs() < 1e-8);
    }

    #[test]
    fn the_attraction_is_that_of_lamb_and_gives_what_the_added_mass_takes() {
        let sphere = ImmersedSphere::new(2e-3, 7800.0, 1000.0, 1e-3).unwrap();
        let speed = 0.3;
        let lamb = -9.0 / 64.0 * sphere.displaced_mass() * speed * speed * sphere.radius.powi(3) / (5e-3_f64).powi(4);
        assert!((attraction(&sphere, 1.5, speed) / lamb - 1.0).abs() < 1e-12);
        let energy =
            |delta_star: f64| 0.5 * parallel_added_mass(delta_star).0 * sphere.displaced_mass() * speed * speed;
        let step = 1e-5;
        let slope = (energy(0.5 + step) - energy(0.5 - step)) / (2.0 * step * sphere.radius);
        assert!((attraction(&sphere, 0.5, speed) / slope - 1.0).abs() < 1e-8);
    }
}
