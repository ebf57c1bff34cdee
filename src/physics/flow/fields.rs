//! The velocity of one azimuthal mode on the grid.

use crate::grid::{AxialGrid, RadialGrid};
use ndarray::Array2;

/// Amplitudes of velocity and pressure of one azimuthal mode (or right-hand sides), each of shape `(nz, nr)`:
/// `u_r = u cos mφ`, `u_φ = v sin mφ`, `u_z = w cos mφ`, pressure over density `p cos mφ`; of the turned family
/// ([`super::parts`]) with `mφ − π/2`.
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

    /// Sets mode 1 to a rigid rotation at `spin` [rad/s] (see [`super::rigid`]) inside of a sphere of `radius` \[m\] whose
    /// centre is at the height `centre` \[m\].
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
