//! What is conserved, over azimuthal modes: divergence, kinetic energy, dissipation. Modes are given with their wavenumber,
//! whatever their family.

use super::parts::{Parts, share};
use super::solver::ModeFields;
use crate::flow::stokes::Ends;
use crate::grid::{AxialGrid, RadialGrid};

/// Largest sum over the parts of a cell's divergence [1/s].
pub fn largest_divergence(radial: &RadialGrid, axial: &AxialGrid, parts: Parts, modes: &[ModeFields]) -> f64 {
    let at = |j: usize, i: usize| -> f64 {
        let of = |(m, fields)| cell_rates(radial, axial, fields, m, j, i).sum().abs();
        parts.wavenumbers().zip(modes).map(of).sum()
    };
    let cells = (0..axial.len()).flat_map(|j| (0..radial.len()).map(move |i| (j, i)));
    cells.map(|(j, i)| at(j, i)).fold(0.0, f64::max)
}

/// Kinetic energy over density, ½∫|u|² dV [m⁵/s²], of all cells (those inside of the sphere included).
pub fn kinetic_energy<'a>(
    radial: &RadialGrid,
    axial: &AxialGrid,
    modes: impl Iterator<Item = (usize, &'a ModeFields)>,
) -> f64 {
    let of_mode = |(m, fields): (usize, &ModeFields)| {
        let mut sum = 0.0;
        for j in 0..axial.len() {
            for i in 0..radial.len() {
                let (u, v, w) = (fields.u[(j, i)], fields.v[(j, i)], fields.w[(j, i)]);
                sum += radial.cell_area(i) * axial.widths[j] * v * v;
                if i > 0 {
                    sum += radial.face_area(i) * axial.widths[j] * u * u;
                }
                if j > 0 {
                    sum += radial.cell_area(i) * axial.spacing[j] * w * w;
                }
            }
        }
        0.5 * share(m) * sum
    };
    modes.map(of_mode).sum()
}

/// Rate of viscous dissipation over density, `−ν∫u·∇²u dV` with the solver's own discrete Laplacian [m⁵/s³]; exact for
/// the scheme, so that energy budgets close. With [`super::modes`]' operators, per mode,
///
/// ```text
/// ∫ D(U,V)² + C(U,V)² + (∂U/∂z)² + (∂V/∂z)² + (∂W/∂z)² + |G W|²
/// ```
pub fn dissipation<'a>(
    radial: &RadialGrid,
    axial: &AxialGrid,
    modes: impl Iterator<Item = (usize, &'a ModeFields)>,
    viscosity: f64,
    ends: Ends,
) -> f64 {
    let of_mode = |(m, fields): (usize, &ModeFields)| {
        let cells = (0..axial.len()).flat_map(|j| (0..radial.len()).map(move |i| (j, i)));
        share(m) * cells.map(|(j, i)| cell_losses(radial, axial, fields, m, ends, j, i)).sum::<f64>()
    };
    viscosity * modes.map(of_mode).sum::<f64>()
}

/// Horizontal divergence and axial stretching of a cell [1/s].
struct CellRates {
    horizontal: f64,
    axial: f64,
}

impl CellRates {
    fn sum(&self) -> f64 {
        self.horizontal + self.axial
    }
}

fn cell_rates(radial: &RadialGrid, axial: &AxialGrid, fields: &ModeFields, m: usize, j: usize, i: usize) -> CellRates {
    let outer = if i + 1 < radial.len() { radial.faces[i + 1] * fields.u[(j, i + 1)] } else { 0.0 };
    let top = if j + 1 < axial.len() { fields.w[(j + 1, i)] } else { 0.0 };
    CellRates {
        horizontal: (outer - radial.faces[i] * fields.u[(j, i)]) / radial.cell_area(i)
            + m as f64 * fields.v[(j, i)] / radial.centres[i],
        axial: (top - fields.w[(j, i)]) / axial.widths[j],
    }
}

/// A cell's share of the integral in [`dissipation`], with the faces on its inner and lower sides.
fn cell_losses(
    radial: &RadialGrid,
    axial: &AxialGrid,
    fields: &ModeFields,
    m: usize,
    ends: Ends,
    j: usize,
    i: usize,
) -> f64 {
    let ModeFields { u, v, w, .. } = fields;
    let (cell, height) = (radial.cell_area(i), axial.widths[j]);
    let rates = cell_rates(radial, axial, fields, m, j, i);
    let mut sum = cell * height * (rates.horizontal.powi(2) + rates.axial.powi(2));
    let no_slip = [(ends.bottom_no_slip, 0), (ends.top_no_slip, axial.len() - 1)];
    let walls = no_slip.iter().filter(|(no_slip, row)| *no_slip && *row == j).count() as f64 * 2.0 / height;
    sum += walls * cell * v[(j, i)].powi(2);
    if j > 0 {
        let turned = m as f64 * w[(j, i)] / radial.centres[i];
        sum += cell * axial.spacing[j] * turned * turned;
        sum += cell * (v[(j, i)] - v[(j - 1, i)]).powi(2) / axial.spacing[j];
    }
    if i == 0 && m == 0 {
        // The ring of the axis, with the vorticity of swirl there.
        sum += height * 2.0 * v[(j, i)].powi(2);
    }
    if i > 0 {
        let face = radial.face_area(i);
        let circulation = radial.centres[i] * v[(j, i)] - radial.centres[i - 1] * v[(j, i - 1)];
        let vorticity = circulation / face + m as f64 * u[(j, i)] / radial.faces[i];
        sum += face * height * (vorticity * vorticity);
        sum += walls * face * u[(j, i)].powi(2);
        if j > 0 {
            sum += face * (u[(j, i)] - u[(j - 1, i)]).powi(2) / axial.spacing[j];
            let shear = (w[(j, i)] - w[(j, i - 1)]) / radial.spacing[i];
            sum += face * axial.spacing[j] * shear * shear;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::solver::{ModeSolver, Spectrum};
    use super::*;
    use ndarray::Array2;

    #[test]
    fn without_convection_the_liquid_loses_the_energy_that_is_dissipated() {
        let radial = RadialGrid::from_faces((0..=20).map(|i| (0.09 * i as f64).sinh()).collect());
        let axial = AxialGrid::from_faces((0..=16).map(|j| 0.12 * j as f64 + 0.004 * (j * j) as f64).collect());
        let (nz, nr, dt, viscosity) = (axial.len(), radial.len(), 1e-6, 0.3);
        let ends = Ends { bottom_no_slip: true, top_no_slip: false };
        for (m, swirl) in [(0, false), (1, false), (2, false), (3, false), (0, true)] {
            let new = |m: usize| match swirl {
                true => ModeSolver::swirl(&radial, nz, viscosity, ends),
                false => ModeSolver::new(&radial, m, nz, viscosity, ends),
            };
            let mut solver = new(m);
            let (mut x, mut scratch) = (Spectrum::zeros(nz, nr), [(); 2].map(|()| Array2::zeros((nz, nr))));
            x.gradient.u.indexed_iter_mut().for_each(|((j, i), x)| *x = (0.7 * j as f64).sin() / (1 + i * i) as f64);
            x.gradient.w.indexed_iter_mut().for_each(|((j, i), x)| *x = (0.4 * j as f64).cos() / (1 + i * i) as f64);
            x.curl
                .indexed_iter_mut()
                .for_each(|((j, i), x)| *x = if i > 0 { (0.2 * j as f64).cos() / i as f64 } else { 0.0 });
            x.gradient.u.column_mut(0).fill(0.0);
            solver.factor(&axial, 5.0);
            solver.solve(&mut x);
            let fields = |x: &Spectrum, scratch: &mut [Array2<f64>; 2]| {
                let mut modes = vec![ModeFields::zeros(nz, nr); m + 1];
                solver.to_fields(x, &solver.everywhere(), scratch, &mut modes[m]);
                modes
            };
            let before = fields(&x, &mut scratch);
            let mut after_solver = new(m);
            after_solver.factor(&axial, 1.0 / dt);
            x.gradient.u /= dt;
            x.gradient.w /= dt;
            x.curl /= dt;
            after_solver.solve(&mut x);
            let after = fields(&x, &mut scratch);
            let [e0, e1] = [&before, &after].map(|modes| kinetic_energy(&radial, &axial, modes.iter().enumerate()));
            let loss = dissipation(&radial, &axial, before.iter().enumerate(), viscosity, ends);
            assert!(((e0 - e1) / dt / loss - 1.0).abs() < 1e-3, "m = {m}: {} {loss}", (e0 - e1) / dt);
            assert!(largest_divergence(&radial, &axial, Parts::symmetric(m), &after) < 1e-10, "m = {m}");
        }
    }
}
