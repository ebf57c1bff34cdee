//! Kernels of the history force.

use super::ImmersedSphere;
use crate::keywords;
use std::f64::consts::PI;

keywords! {
    /// Kernel of the history force `f_H = −6πaμ K_H^p ∫ U̇(τ) K(t−τ) dτ`, dimensionless, of the age `s = t − τ`:
    ///
    /// `K = { [πνs/a²]^{1/(2C)} + G(τ) [π|U(t)|³ s²/(2aν g³)]^{1/C} }^{−C}`, `Re = 2a|U(t)|/ν`.
    #[derive(Default)]
    HistoryKernel {
        /// No history force.
        None = "none",
        /// `K = a/√(πνs)`: creeping flow (Boussinesq 1885, Basset 1888).
        #[default]
        Basset = "basset",
        /// C = 2, `g = 0.75 + 0.105 Re`, G = 1: decays as s⁻² at late times (Mei & Adrian 1992, J. Fluid Mech. 237,
        /// 323).
        MeiAdrian = "mei-adrian",
        /// C = 2.5, `g = 0.75 + 0.126 Re`, G from the sphere's own acceleration, see
        /// [`acceleration_weight`](super::acceleration_weight) (Kim, Elghobashi & Sirignano 1998, J. Fluid Mech. 367,
        /// 221).
        KimElghobashiSirignano = "kim",
    }
}

impl HistoryKernel {
    /// The kernel at the present velocity [m/s].
    pub fn at(self, sphere: &ImmersedSphere, velocity: f64) -> PresentKernel {
        let (exponent, slope) = match self {
            Self::None => return PresentKernel { viscous: f64::INFINITY, inertial: 0.0, exponent: 2.0 },
            Self::Basset => (2.0, f64::NAN),
            Self::MeiAdrian => (2.0, 0.105),
            Self::KimElghobashiSirignano => (2.5, 0.126),
        };
        let (a, nu) = (sphere.radius, sphere.kinematic_viscosity());
        let viscous = (PI * nu / (a * a)).powf(0.5 / exponent);
        let inertial = if self == Self::Basset {
            0.0
        } else {
            let g = 0.75 + slope * sphere.reynolds(velocity);
            (PI * velocity.abs().powi(3) / (2.0 * a * nu * g.powi(3))).powf(1.0 / exponent)
        };
        PresentKernel { viscous, inertial, exponent }
    }

    /// Whether the weight `G(τ)` of past accelerations enters.
    pub fn weighs_acceleration(self) -> bool {
        self == Self::KimElghobashiSirignano
    }
}

/// A history kernel with the present velocity put in: `K(s, G) = (viscous s^{1/(2C)} + G inertial s^{2/C})^{−C}`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PresentKernel {
    /// `[πν/a²]^{1/(2C)}` (s^{−1/(2C)}).
    pub viscous: f64,
    /// `[π|U|³/(2aν g³)]^{1/C}` (s^{−2/C}).
    pub(super) inertial: f64,
    /// C.
    pub(super) exponent: f64,
}

impl PresentKernel {
    /// `K(s, G)`, dimensionless, for the age `s > 0` \[s\] and the weight `0 ≤ G ≤ 1`.
    pub fn value(&self, age: f64, weight: f64) -> f64 {
        let root = self.root(age);
        self.power(self.viscous * root + weight * self.inertial * root.powi(4))
    }

    /// `s^{1/(2C)}`.
    pub(super) fn root(&self, age: f64) -> f64 {
        if self.exponent == 2.0 { age.sqrt().sqrt() } else { age.powf(0.5 / self.exponent) }
    }

    /// `x^{−C}`, C = 2 or 2.5.
    pub(super) fn power(&self, x: f64) -> f64 {
        1.0 / (x * x * if self.exponent == 2.0 { 1.0 } else { x.sqrt() })
    }
}

#[cfg(test)]
mod tests {
    use super::HistoryKernel::*;
    use super::*;

    fn sphere() -> ImmersedSphere {
        ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap()
    }

    #[test]
    fn without_speed_every_kernel_is_bassets() {
        let sphere = sphere();
        let nu = sphere.kinematic_viscosity();
        for kernel in [Basset, MeiAdrian, KimElghobashiSirignano] {
            for age in [1e-6f64, 1e-3, 1.0] {
                let basset = sphere.radius / (PI * nu * age).sqrt();
                assert!((kernel.at(&sphere, 0.0).value(age, 1.0) / basset - 1.0).abs() < 1e-13);
            }
        }
        assert_eq!(None.at(&sphere, 0.5).value(1e-3, 1.0), 0.0);
    }

    #[test]
    fn at_finite_speed_old_accelerations_are_forgotten_like_the_inverse_square_of_their_age() {
        let sphere = sphere();
        for kernel in [MeiAdrian, KimElghobashiSirignano] {
            let present = kernel.at(&sphere, -0.5);
            let slope = (present.value(1e6, 1.0) / present.value(1e5, 1.0)).log10();
            assert!((slope + 2.0).abs() < 0.01, "{slope}");
            let young = (present.value(1e-9, 1.0) / present.value(1e-10, 1.0)).log10();
            assert!((young + 0.5).abs() < 0.01, "{young}");
        }
    }

    #[test]
    fn a_moving_sphere_forgets_faster_and_a_strongly_accelerated_one_slower() {
        let present = KimElghobashiSirignano.at(&sphere(), -0.5);
        let basset = Basset.at(&sphere(), -0.5);
        assert!(present.value(1e-3, 1.0) < present.value(1e-3, 0.1));
        assert!(present.value(1e-3, 0.1) < basset.value(1e-3, 1.0));
    }

    #[test]
    fn the_kernel_of_mei_and_adrian_is_their_formula() {
        let (sphere, velocity, age) = (sphere(), 0.4f64, 2e-3);
        let (a, nu) = (sphere.radius, sphere.kinematic_viscosity());
        let f: f64 = 0.75 + 0.105 * sphere.reynolds(velocity);
        let formula = ((PI * nu * age / (a * a)).powf(0.25)
            + (0.5 * PI * velocity.powi(3) * age * age / (a * nu * f.powi(3))).sqrt())
        .powi(-2);
        assert!((MeiAdrian.at(&sphere, velocity).value(age, 1.0) / formula - 1.0).abs() < 1e-13);
    }
}
