//! Weight and buoyancy.

use super::ImmersedSphere;

/// Weight of the sphere `−m_p g` \[N\], negative towards the wall, for gravity `g` [m/s²] pointing at the wall.
pub fn weight(sphere: &ImmersedSphere, gravity: f64) -> f64 {
    -sphere.mass() * gravity
}

/// Buoyancy `+m_l g` \[N\] (Archimedes), positive away from the wall.
pub fn buoyancy(sphere: &ImmersedSphere, gravity: f64) -> f64 {
    sphere.displaced_mass() * gravity
}

/// Terminal velocity in Stokes flow `V_T = 2a²g(ρ_p − ρ_l)/(9μ)` [m/s], positive for a sinking sphere.
pub fn stokes_terminal_speed(sphere: &ImmersedSphere, gravity: f64) -> f64 {
    2.0 * sphere.radius.powi(2) * gravity * (sphere.density - sphere.liquid_density) / (9.0 * sphere.viscosity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_its_stokes_terminal_speed_drag_buoyancy_and_weight_cancel() {
        let sphere = ImmersedSphere::new(1e-4, 2560.0, 1000.0, 1e-3).unwrap();
        let drag = sphere.stokes_coefficient() * stokes_terminal_speed(&sphere, 9.81);
        let total = drag + buoyancy(&sphere, 9.81) + weight(&sphere, 9.81);
        assert!(total.abs() < 1e-14 * weight(&sphere, 9.81).abs() * 10.0);
    }

    #[test]
    fn a_neutral_sphere_feels_neither_up_nor_down() {
        let sphere = ImmersedSphere::new(1e-3, 1000.0, 1000.0, 1e-3).unwrap();
        assert_eq!(weight(&sphere, 9.81) + buoyancy(&sphere, 9.81), 0.0);
    }
}
