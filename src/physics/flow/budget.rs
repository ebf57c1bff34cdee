//! What is conserved: divergence, kinetic energy, dissipation.

use super::stokes::{Ends, Fields};
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::row;

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
    let nr = radial.len();
    let mut sums = vec![0.0; 2 * nr];
    let (on_faces, in_cells) = sums.split_at_mut(nr);
    for j in 0..axial.len() {
        add_squares(on_faces, row(&fields.u, j), axial.widths[j]);
        if j > 0 {
            add_squares(in_cells, row(&fields.w, j), axial.spacing[j]);
        }
    }
    std::f64::consts::PI * over_areas(radial, on_faces, in_cells)
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
    let [mut on_faces, mut in_cells, nothing] = [(); 3].map(|()| vec![0.0; nr]);
    let per_area: Vec<f64> = (0..nr).map(|i| 1.0 / radial.cell_area(i)).collect();
    let mut outflow = vec![0.0; nr + 1];
    let mut at_side = 0.0;
    for j in 0..nz {
        let (u, w, height) = (&row(&fields.u, j)[..nr], &row(&fields.w, j)[..nr], axial.widths[j]);
        let above = &if j + 1 < nz { row(&fields.w, j + 1) } else { &nothing }[..nr];
        outflow.iter_mut().zip(u).zip(&radial.faces).for_each(|((flow, u), r)| *flow = r * u);
        let (inner, outer, per_area) = (&outflow[..nr], &outflow[1..nr + 1], &per_area[..nr]);
        for (i, sum) in in_cells[..nr].iter_mut().enumerate() {
            let divergence = (outer[i] - inner[i]) * per_area[i];
            let stretch = above[i] - w[i];
            *sum += height * divergence * divergence + stretch * stretch / height;
        }
        if j > 0 {
            let (below, spacing, on_faces) = (&row(&fields.u, j - 1)[..nr], axial.spacing[j], &mut on_faces[..nr]);
            let between = &radial.spacing[..nr];
            for i in 1..nr {
                let (turn, shear) = (u[i] - below[i], (w[i] - w[i - 1]) / between[i]);
                on_faces[i] += turn * turn / spacing + spacing * shear * shear;
            }
            at_side += spacing * w[nr - 1] * w[nr - 1];
        }
        if (j == 0 && ends.bottom_no_slip) || (j + 1 == nz && ends.top_no_slip) {
            on_faces.iter_mut().zip(u).for_each(|(sum, u)| *sum += 2.0 * u * u / height);
        }
    }
    let friction = if side_no_slip { 2.0 * radial.radius() * at_side / radial.widths[nr - 1] } else { 0.0 };
    2.0 * std::f64::consts::PI * viscosity * (over_areas(radial, &on_faces, &in_cells) + friction)
}

/// Adds the weighted squares of a row to the sums of the columns.
pub(crate) fn add_squares(sums: &mut [f64], values: &[f64], weight: f64) {
    sums.iter_mut().zip(values).for_each(|(sum, x)| *sum += weight * x * x);
}

/// The integral of what columns hold on faces and in cells, over 2π.
pub(crate) fn over_areas(radial: &RadialGrid, on_faces: &[f64], in_cells: &[f64]) -> f64 {
    let columns = on_faces.iter().zip(in_cells).enumerate();
    columns.map(|(i, (face, cell))| radial.face_area(i) * face + radial.cell_area(i) * cell).sum()
}
