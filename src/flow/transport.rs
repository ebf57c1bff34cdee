//! The convective term on moving cells.
//!
//! Symmetry-preserving (Verstappen & Veldman 2003): the mass flux through a face of a momentum cell is the half-sum of
//! the two continuity cells' fluxes, the transported value a plain average. On fixed cells the operator is
//! skew-symmetric and neither makes nor destroys kinetic energy, however stretched the grid. On moving cells the flux is
//! relative to the faces, `w − w_grid`, with the face velocity taken from the same time formula as the momentum, so that
//! a uniform flow stays uniform to round-off (geometric conservation law).

use super::stokes::Fields;
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::Array2;

/// What transports: volume fluxes per 2π [m³/s].
pub struct Fluxes {
    /// `(nz, nr)`: outwards through radial face i, `r u dz`; column 0 is the axis, zero.
    pub radial: Array2<f64>,
    /// `(nz + 1, nr)`: upwards through axial face j relative to the face, `r dr (w − w_grid)`.
    pub axial: Array2<f64>,
}

impl Fluxes {
    /// Zero fluxes on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        Self { radial: Array2::zeros((nz, nr)), axial: Array2::zeros((nz + 1, nr)) }
    }

    /// Sets the fluxes from `u·dz` (radial velocity times cell height, `(nz, nr)` [m²/s]), the axial velocity `w` and the
    /// velocity of the axial faces `face_velocity` (length nz + 1 [m/s]).
    pub fn set(&mut self, grid: &RadialGrid, u_dz: &Array2<f64>, w: &Array2<f64>, face_velocity: &[f64]) {
        let nz = u_dz.nrows();
        for j in 0..nz {
            let source = u_dz.row(j);
            for ((flux, value), r) in self.radial.row_mut(j).iter_mut().zip(source).zip(&grid.faces) {
                *flux = r * value;
            }
        }
        for j in 0..=nz {
            let mut row = self.axial.row_mut(j);
            for (i, flux) in row.iter_mut().enumerate() {
                let velocity = if j == 0 || j == nz { 0.0 } else { w[(j, i)] };
                *flux = grid.cell_area(i) * (velocity - face_velocity[j]);
            }
        }
    }
}

/// Subtracts the convective term, the divergence of `flux × velocity` over the momentum cell's volume, from `rate`
/// [m/s²]; `velocity` is the transported one, `axial` the grid at the new level.
pub fn subtract_convection(
    radial: &RadialGrid,
    axial: &AxialGrid,
    flux: &Fluxes,
    velocity: &Fields,
    rate: &mut Fields,
) {
    let nr = radial.len();
    let u = velocity.u.as_slice().expect("contiguous");
    let w = velocity.w.as_slice().expect("contiguous");
    let fr = flux.radial.as_slice().expect("contiguous");
    let fz = flux.axial.as_slice().expect("contiguous");
    let u_rate = rate.u.as_slice_mut().expect("contiguous");
    let w_rate = rate.w.as_slice_mut().expect("contiguous");
    for j in 0..axial.len() {
        let row = j * nr..(j + 1) * nr;
        convect_radial_row(radial, axial, j, (u, fr, fz), &mut u_rate[row.clone()]);
        if j > 0 {
            convect_axial_row(radial, axial, j, (w, fr, fz), &mut w_rate[row]);
        }
    }
}

/// Row `j` of the radial momentum: cells between the centres next to radial face i.
fn convect_radial_row(
    radial: &RadialGrid,
    axial: &AxialGrid,
    j: usize,
    (u, fr, fz): (&[f64], &[f64], &[f64]),
    rate: &mut [f64],
) {
    let (nr, nz) = (radial.len(), axial.len());
    let (here, flux) = (&u[j * nr..(j + 1) * nr], &fr[j * nr..(j + 1) * nr]);
    let below = if j > 0 { &u[(j - 1) * nr..j * nr] } else { here };
    let above = if j + 1 < nz { &u[(j + 1) * nr..(j + 2) * nr] } else { here };
    let (lower, upper) = (&fz[j * nr..(j + 1) * nr], &fz[(j + 1) * nr..(j + 2) * nr]);
    let half_inverse = 0.25 / axial.widths[j];
    let mut inner = 0.5 * flux[1] * 0.5 * here[1];
    for i in 1..nr {
        let outer = if i + 1 < nr {
            0.25 * (flux[i] + flux[i + 1]) * (here[i] + here[i + 1])
        } else {
            0.25 * flux[i] * here[i]
        };
        let top = (upper[i - 1] + upper[i]) * (here[i] + above[i]);
        let bottom = (lower[i - 1] + lower[i]) * (below[i] + here[i]);
        rate[i] -= ((outer - inner) / axial.widths[j] + (top - bottom) * half_inverse) / radial.face_area(i);
        inner = outer;
    }
}

/// Row `j` of the axial momentum: cells between the centres next to axial face j.
fn convect_axial_row(
    radial: &RadialGrid,
    axial: &AxialGrid,
    j: usize,
    (w, fr, fz): (&[f64], &[f64], &[f64]),
    rate: &mut [f64],
) {
    let (nr, nz) = (radial.len(), axial.len());
    let here = &w[j * nr..(j + 1) * nr];
    let (lower, middle, upper) =
        (&fz[(j - 1) * nr..j * nr], &fz[j * nr..(j + 1) * nr], &fz[(j + 1) * nr..(j + 2) * nr]);
    let (flux_below, flux_here) = (&fr[(j - 1) * nr..j * nr], &fr[j * nr..(j + 1) * nr]);
    let above = if j + 1 < nz { Some(&w[(j + 1) * nr..(j + 2) * nr]) } else { None };
    let below = if j > 1 { Some(&w[(j - 1) * nr..j * nr]) } else { None };
    let inverse = 1.0 / axial.spacing[j];
    let mut inner = 0.0;
    for i in 0..nr {
        let outer =
            if i + 1 < nr { 0.25 * (flux_below[i + 1] + flux_here[i + 1]) * (here[i] + here[i + 1]) } else { 0.0 };
        let top = 0.25 * (middle[i] + upper[i]) * (here[i] + above.map_or(0.0, |a| a[i]));
        let bottom = 0.25 * (lower[i] + middle[i]) * (here[i] + below.map_or(0.0, |b| b[i]));
        rate[i] -= (outer - inner + top - bottom) * inverse / radial.cell_area(i);
        inner = outer;
    }
}
