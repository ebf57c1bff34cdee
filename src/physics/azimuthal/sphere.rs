//! The equations of motion of a sphere in the plane of symmetry, solved with the liquid's response.
//!
//! With the force on the liquid `ρ(F₀ + F₁ q)` for the new speeds `q = (V, U, Ω)` and second-order backward differences,
//!
//! ```text
//! (m_p − m_l)(c₀V + c₁V₁ + c₂V₂) + ρF_z = L_z        (the same for U)
//! (I_p − I_l)(c₀Ω + c₁Ω₁ + c₂Ω₂) + ρT_y = L_Ω
//! ```
//!
//! one linear system of three equations. `m_l`, `I_l` belong to the liquid inside of the markers, which is computed with the
//! rest and taken to move rigidly; `L` is the net weight and whatever else acts on the sphere. Added mass, history and
//! viscous forces are inside `F₁`, so light spheres need no iteration.

use super::flow::ForceOnLiquid;
use super::motion::Planar;
use crate::flow::bdf::Bdf2;
use nalgebra::{Matrix3, Vector3};

/// Inertia of a sphere less that of the liquid in its place, over the liquid's density: `(m_p − m_l)/ρ` twice \[m³\] and
/// `(I_p − I_l)/ρ` \[m⁵\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetInertia(pub Planar);

impl NetInertia {
    /// Of a homogeneous sphere of `density_ratio = ρ_p/ρ`.
    pub fn homogeneous(diameter: f64, density_ratio: f64) -> Self {
        let volume = std::f64::consts::PI / 6.0 * diameter.powi(3);
        let mass = (density_ratio - 1.0) * volume;
        Self(Planar { axial: mass, lateral: mass, spin: 0.1 * diameter * diameter * mass })
    }

    /// The same for the turned family, whose first degree of freedom is the rotation about the axis.
    pub fn turned(&self) -> Self {
        Self(Planar { axial: self.0.spin, ..self.0 })
    }

    /// The new speeds under the load `load` over density (forces [m⁴/s²], torque [m⁵/s²]), after the speeds `now` and
    /// `old`. Degrees of freedom that are not `free` keep the speed in `expected`.
    ///
    /// Returns NaN where the system is singular.
    pub fn new_speeds(
        &self,
        bdf: &Bdf2,
        [now, old]: [Planar; 2],
        force: &ForceOnLiquid,
        load: Planar,
        expected: Planar,
        free: [bool; 3],
    ) -> Planar {
        let inertia = self.0.array();
        let past = (now * bdf.c1 + old * bdf.c2).array();
        let (load, at_rest, expected) = (load.array(), force.at_rest.array(), expected.array());
        let mut matrix = Matrix3::<f64>::from_fn(|a, b| force.per_speed[a][b]);
        let mut rhs = Vector3::from_fn(|a, _| load[a] - at_rest[a] - inertia[a] * past[a]);
        for a in 0..3 {
            matrix[(a, a)] += inertia[a] * bdf.c0;
            if !free[a] {
                matrix.row_mut(a).fill(0.0);
                matrix[(a, a)] = 1.0;
                rhs[a] = expected[a];
            }
        }
        // The force of prescribed speeds is in `at_rest`, and their columns of the response are zero.
        let solution = matrix.lu().solve(&rhs).unwrap_or_else(|| Vector3::repeat(f64::NAN));
        Planar::from_array([solution[0], solution[1], solution[2]])
    }
}

impl NetInertia {
    /// Change of `[lateral speed, spin]` at the end of a step per lateral force and per torque over the liquid's density, on a
    /// sphere that is free sideways; symmetric. NaN where the system is singular.
    pub fn lateral_compliance(&self, bdf: &Bdf2, force: &ForceOnLiquid) -> [[f64; 2]; 2] {
        let inertia = [self.0.lateral, self.0.spin];
        let entry = |a: usize, b: usize| force.per_speed[a + 1][b + 1] + if a == b { inertia[a] * bdf.c0 } else { 0.0 };
        let off = 0.5 * (entry(0, 1) + entry(1, 0));
        let (first, last) = (entry(0, 0), entry(1, 1));
        let determinant = first * last - off * off;
        [[last / determinant, -off / determinant], [-off / determinant, first / determinant]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_in_an_ideal_liquid_accelerates_with_its_mass_and_the_added_mass() {
        let (mass, dt) = (std::f64::consts::PI / 6.0, 0.01);
        let bdf = Bdf2::new(dt, None);
        for ratio in [0.9, 2.0, 12.0] {
            let added = |m: f64| m * bdf.c0;
            let mut per_speed = [[0.0; 3]; 3];
            per_speed[0][0] = added(1.5 * mass);
            per_speed[1][1] = added(1.5 * mass);
            per_speed[2][2] = added(0.1 * mass);
            let force = ForceOnLiquid { at_rest: Planar::default(), per_speed };
            let inertia = NetInertia::homogeneous(1.0, ratio);
            let load = Planar { axial: -(ratio - 1.0) * mass, ..Planar::default() };
            let rest = [Planar::default(); 2];
            let speeds = inertia.new_speeds(&bdf, rest, &force, load, Planar::default(), [true; 3]);
            assert!((speeds.axial / dt + (ratio - 1.0) / (ratio + 0.5)).abs() < 1e-12, "{speeds:?}");
            let held = inertia.new_speeds(&bdf, rest, &force, load, Planar { axial: 3.0, ..load }, [false, true, true]);
            assert_eq!(held.axial, 3.0);
        }
    }
}
