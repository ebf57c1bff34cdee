//! The velocity of one azimuthal mode on the grid, and the parts that a flow is made of: modes of one family or two.
//!
//! With a plane of symmetry there is one family, `u_r, u_z, p ~ cos mφ` and `u_φ ~ sin mφ`. Without one there is
//! another, turned by a quarter of a wave,
//!
//! ```text
//! u_r, u_z, p ~ cos(mφ − π/2) = sin mφ,        u_φ ~ sin(mφ − π/2) = −cos mφ
//! ```
//!
//! Nothing that is linear tells the families apart: they share operators, solvers and markers. Mode 0 of the turned
//! family is swirl alone, `u_φ = −v(r, z)`.

use crate::grid::{AxialGrid, RadialGrid};
use ndarray::Array2;
use std::f64::consts::{PI, TAU};

/// Amplitudes of velocity and pressure of one azimuthal mode (or right-hand sides), each of shape `(nz, nr)`:
/// `u_r = u cos mφ`, `u_φ = v sin mφ`, `u_z = w cos mφ`, pressure over density `p cos mφ`; of the turned family
/// ([`super::fields`]) with `mφ − π/2`.
///
/// Places as in [`crate::grid`], `v` in the cell's centre. Column 0 of `u` is the axis: in mode 1 the velocity there is
/// finite and equals that on the first face.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeFields {
    /// Radial velocity [m/s].
    pub u: Array2<f64>,
    /// Azimuthal velocity [m/s]; zero in mode 0, of which the turned family has nothing else.
    pub v: Array2<f64>,
    /// Axial velocity [m/s].
    pub w: Array2<f64>,
    /// Pressure over density [m²/s²].
    pub p: Array2<f64>,
}

impl ModeFields {
    /// Zero fields on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        let zero = || Array2::zeros((nz, nr));
        Self { u: zero(), v: zero(), w: zero(), p: zero() }
    }

    /// Sets mode 1 to a rigid rotation at `spin` [rad/s] (see [`super::markers`]) inside of a sphere of `radius` \[m\]
    /// whose centre is at the height `centre` \[m\].
    pub(super) fn spin_inside(&mut self, radial: &RadialGrid, axial: &AxialGrid, centre: f64, radius: f64, spin: f64) {
        for j in 0..axial.len() {
            let (height, face) = (axial.centres[j] - centre, axial.faces[j] - centre);
            for i in 0..radial.len() {
                let (r, outer) = (radial.centres[i], radial.faces[i]);
                if outer.hypot(height) < radius {
                    self.u[(j, i)] = spin * height;
                }
                if r.hypot(height) < radius {
                    self.v[(j, i)] = -spin * height;
                }
                if j > 0 && r.hypot(face) < radius {
                    self.w[(j, i)] = -spin * r;
                }
            }
        }
    }

    /// The same of swirl: a rotation at `spin` [rad/s] about the axis.
    pub(super) fn twist_inside(&mut self, radial: &RadialGrid, axial: &AxialGrid, centre: f64, radius: f64, spin: f64) {
        for (j, height) in axial.centres.iter().enumerate() {
            for (i, r) in radial.centres.iter().enumerate() {
                if r.hypot(height - centre) < radius {
                    self.v[(j, i)] = -spin * r;
                }
            }
        }
    }
}

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

    /// What part `k` of radial and axial velocity and pressure, and of the azimuthal velocity, is multiplied by at the
    /// angle `phi`.
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
