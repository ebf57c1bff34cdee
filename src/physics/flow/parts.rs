//! The parts that a flow is made of: azimuthal modes of one family or two.
//!
//! With a plane of symmetry there is one family, `u_r, u_z, p ~ cos mφ` and `u_φ ~ sin mφ`. Without one there is another,
//! turned by a quarter of a wave,
//!
//! ```text
//! u_r, u_z, p ~ cos(mφ − π/2) = sin mφ,        u_φ ~ sin(mφ − π/2) = −cos mφ
//! ```
//!
//! Nothing that is linear tells the families apart: they share operators, solvers and markers. Mode 0 of the turned family is
//! swirl alone, `u_φ = −v(r, z)`.

use std::f64::consts::{PI, TAU};

/// Which parts a flow has. They are numbered: modes 0 … M of the first family, then those of the turned one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Highest azimuthal wavenumber M.
    pub highest: usize,
    /// Whether φ = 0 is a plane of symmetry.
    pub symmetric: bool,
}

impl Parts {
    /// One family, modes 0 … `highest`.
    pub fn symmetric(highest: usize) -> Self {
        Self { highest, symmetric: true }
    }

    /// Both families.
    #[cfg(test)]
    pub(super) fn both(highest: usize) -> Self {
        Self { highest, symmetric: false }
    }

    /// Number of families.
    pub fn families(self) -> usize {
        if self.symmetric { 1 } else { 2 }
    }

    /// Number of parts.
    pub(super) fn count(self) -> usize {
        self.families() * (self.highest + 1)
    }

    /// Number of systems of constraints: one for every mode, both families together, and one for swirl.
    pub(super) fn systems(self) -> usize {
        self.highest + self.families()
    }

    /// Azimuthal wavenumber of part `k`.
    pub fn wavenumber(self, k: usize) -> usize {
        k % (self.highest + 1)
    }

    /// Whether part `k` is of the turned family.
    pub(super) fn is_turned(self, k: usize) -> bool {
        k > self.highest
    }

    /// What part `k` of radial and axial velocity and pressure, and of the azimuthal velocity, is multiplied by at the angle
    /// `phi`.
    pub fn waves(self, k: usize, phi: f64) -> [f64; 2] {
        let angle = self.wavenumber(k) as f64 * phi;
        if self.is_turned(k) { [angle.sin(), -angle.cos()] } else { [angle.cos(), angle.sin()] }
    }

    /// The parts' wavenumbers, beginning with part 0.
    pub fn wavenumbers(self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(move |k| self.wavenumber(k))
    }
}

/// `∫cos² mφ dφ` over the circle, for m = 0 that of the part that is not zero.
pub(super) fn share(m: usize) -> f64 {
    if m == 0 { TAU } else { PI }
}
