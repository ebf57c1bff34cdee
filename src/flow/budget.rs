//! What is conserved: divergence, kinetic energy, dissipation.

use super::stokes::{Ends, Fields};
use crate::grid::{AxialGrid, RadialGrid};

/// Largest absolute divergence over all cells [1/s].
pub fn largest_divergence(radial: &RadialGrid, axial: &AxialGrid, fields: &Fields) -> f64 {
    let (nz, nr) = (axial.len(), radial.len());
    let mut largest = 0.0_f64;
    for j in 0..nz {
        for i in 0..nr {
            let outer = if i + 1 < nr { radial.faces[i + 1] * fields.u[(j, i + 1)] } else { 0.0 };
            let inner = radial.faces[i] * fields.u[(j, i)];
            let top = if j + 1 < nz { fields.w[(j + 1, i)] } else { 0.0 };
            let divergence = (outer - inner) / radial.cell_area(i) + (top - fields.w[(j, i)]) / axial.widths[j];
            largest = largest.max(divergence.abs());
        }
    }
    largest
}

/// Largest volume flux error of any horizontal cut, relative to `speed × cross-section`: in a closed container no
/// liquid passes a full cut.
pub fn relative_mass_error(radial: &RadialGrid, fields: &Fields, speed: f64) -> f64 {
    let section = 0.5 * radial.radius().powi(2);
    let flux =
        |row: ndarray::ArrayView1<f64>| row.iter().enumerate().map(|(i, w)| radial.cell_area(i) * w).sum::<f64>();
    fields.w.rows().into_iter().map(|row| flux(row).abs()).fold(0.0, f64::max) / (section * speed)
}

/// Kinetic energy over density, ½∫|u|² dV [m⁵/s²], of all cells (those inside of the sphere included).
pub fn kinetic_energy(radial: &RadialGrid, axial: &AxialGrid, fields: &Fields) -> f64 {
    let mut sum = 0.0;
    for j in 0..axial.len() {
        for i in 0..radial.len() {
            let (u, w) = (fields.u[(j, i)], fields.w[(j, i)]);
            if i > 0 {
                sum += radial.face_area(i) * axial.widths[j] * u * u;
            }
            if j > 0 {
                sum += radial.cell_area(i) * axial.spacing[j] * w * w;
            }
        }
    }
    std::f64::consts::PI * sum
}

/// Rate of viscous dissipation over density, `−ν∫u·∇²u dV` with the solver's own discrete Laplacian [m⁵/s³]; exact for
/// the scheme, so that energy budgets close. Walls at rest do no work. `side_no_slip` adds the side's friction.
pub fn dissipation(
    radial: &RadialGrid,
    axial: &AxialGrid,
    fields: &Fields,
    viscosity: f64,
    ends: Ends,
    side_no_slip: bool,
) -> f64 {
    let (nz, nr) = (axial.len(), radial.len());
    let (u, w) = (&fields.u, &fields.w);
    let mut sum = 0.0;
    for j in 0..nz {
        for i in 0..nr {
            let outer = if i + 1 < nr { radial.faces[i + 1] * u[(j, i + 1)] } else { 0.0 };
            let divergence = (outer - radial.faces[i] * u[(j, i)]) / radial.cell_area(i);
            sum += radial.cell_area(i) * axial.widths[j] * divergence * divergence;
            let top = if j + 1 < nz { w[(j + 1, i)] } else { 0.0 };
            let stretch = (top - w[(j, i)]) / axial.widths[j];
            sum += radial.cell_area(i) * axial.widths[j] * stretch * stretch;
            if i > 0 {
                let area = radial.face_area(i);
                if j > 0 {
                    sum += area * (u[(j, i)] - u[(j - 1, i)]).powi(2) / axial.spacing[j];
                    let shear = (w[(j, i)] - w[(j, i - 1)]) / radial.spacing[i];
                    sum += area * axial.spacing[j] * shear * shear;
                }
                if (j == 0 && ends.bottom_no_slip) || (j + 1 == nz && ends.top_no_slip) {
                    sum += area * 2.0 * u[(j, i)].powi(2) / axial.widths[j];
                }
            }
        }
        if side_no_slip && j > 0 {
            let wall = w[(j, nr - 1)].powi(2) * 2.0 / radial.widths[nr - 1];
            sum += radial.radius() * axial.spacing[j] * wall;
        }
    }
    2.0 * std::f64::consts::PI * viscosity * sum
}
