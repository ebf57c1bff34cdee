//! What is conserved, over azimuthal modes: divergence, kinetic energy, dissipation. Modes are given with their wavenumber,
//! whatever their family.

use super::parts::{Parts, share};
use super::solver::ModeFields;
use crate::flow::budget::{add_squares, over_areas};
use crate::flow::stokes::Ends;
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::row;

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
        let [mut on_faces, mut in_cells] = [(); 2].map(|()| vec![0.0; radial.len()]);
        for j in 0..axial.len() {
            add_squares(&mut on_faces, row(&fields.u, j), axial.widths[j]);
            add_squares(&mut in_cells, row(&fields.v, j), axial.widths[j]);
            if j > 0 {
                add_squares(&mut in_cells, row(&fields.w, j), axial.spacing[j]);
            }
        }
        0.5 * share(m) * over_areas(radial, &on_faces, &in_cells)
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
    let of_mode = |(m, fields)| share(m) * Losses::new(radial, m).of(axial, fields, ends);
    viscosity * modes.map(of_mode).sum::<f64>()
}

/// The integral in [`dissipation`] of one mode, with sums over the rows for every column.
struct Losses<'a> {
    radial: &'a RadialGrid,
    m: f64,
    on_faces: Vec<f64>,
    in_cells: Vec<f64>,
    /// Over the rings' areas, `m/r`, and over the spacing, in cells and on faces; 0 on the axis.
    per_cell: Vec<f64>,
    per_face: Vec<f64>,
    turn_in_cell: Vec<f64>,
    turn_on_face: Vec<f64>,
    per_spacing: Vec<f64>,
    /// `rU` on the faces and the side, `rV` in the cells, of a row.
    outflow: Vec<f64>,
    circulation: Vec<f64>,
}

impl<'a> Losses<'a> {
    fn new(radial: &'a RadialGrid, m: usize) -> Self {
        let (nr, m) = (radial.len(), m as f64);
        let on_faces = |of: &dyn Fn(usize) -> f64| (0..nr).map(|i| if i > 0 { of(i) } else { 0.0 }).collect();
        Self {
            radial,
            m,
            on_faces: vec![0.0; nr],
            in_cells: vec![0.0; nr],
            per_cell: (0..nr).map(|i| 1.0 / radial.cell_area(i)).collect(),
            per_face: on_faces(&|i| 1.0 / radial.face_area(i)),
            turn_in_cell: radial.centres.iter().map(|r| m / r).collect(),
            turn_on_face: on_faces(&|i| m / radial.faces[i]),
            per_spacing: on_faces(&|i| 1.0 / radial.spacing[i]),
            outflow: vec![0.0; nr + 1],
            circulation: vec![0.0; nr],
        }
    }

    fn of(mut self, axial: &AxialGrid, fields: &ModeFields, ends: Ends) -> f64 {
        let (last, nothing) = (axial.len() - 1, vec![0.0; self.radial.len()]);
        let mut on_axis = 0.0;
        for j in 0..=last {
            let line = [&fields.u, &fields.v, &fields.w].map(|field| row(field, j));
            self.in_layer(line, if j < last { row(&fields.w, j + 1) } else { &nothing }, axial.widths[j]);
            if j > 0 {
                self.between_layers(line, [&fields.u, &fields.v].map(|field| row(field, j - 1)), axial.spacing[j]);
            }
            if (j == 0 && ends.bottom_no_slip) || (j == last && ends.top_no_slip) {
                add_squares(&mut self.on_faces, line[0], 2.0 / axial.widths[j]);
                add_squares(&mut self.in_cells, line[1], 2.0 / axial.widths[j]);
            }
            // The ring of the axis, with the vorticity of swirl there.
            on_axis += if self.m == 0.0 { axial.widths[j] * 2.0 * line[1][0].powi(2) } else { 0.0 };
        }
        on_axis + over_areas(self.radial, &self.on_faces, &self.in_cells)
    }

    /// Divergence, stretching and vertical vorticity of a row; `above` is the axial velocity above it.
    fn in_layer(&mut self, [u, v, w]: [&[f64]; 3], above: &[f64], height: f64) {
        let (radial, nr) = (self.radial, v.len());
        self.outflow.iter_mut().zip(u).zip(&radial.faces).for_each(|((flow, u), r)| *flow = r * u);
        self.circulation.iter_mut().zip(v).zip(&radial.centres).for_each(|((turn, v), r)| *turn = r * v);
        let (inner, outer, circulation) = (&self.outflow[..nr], &self.outflow[1..nr + 1], &self.circulation[..nr]);
        let (u, w, above, in_cells) = (&u[..nr], &w[..nr], &above[..nr], &mut self.in_cells[..nr]);
        let (per_cell, turn_in_cell) = (&self.per_cell[..nr], &self.turn_in_cell[..nr]);
        for i in 0..nr {
            let divergence = (outer[i] - inner[i]) * per_cell[i] + turn_in_cell[i] * v[i];
            let stretch = above[i] - w[i];
            in_cells[i] += height * divergence * divergence + stretch * stretch / height;
        }
        let (per_face, turn_on_face) = (&self.per_face[..nr], &self.turn_on_face[..nr]);
        let on_faces = &mut self.on_faces[..nr];
        for i in 1..nr {
            let vorticity = (circulation[i] - circulation[i - 1]) * per_face[i] + turn_on_face[i] * u[i];
            on_faces[i] += height * vorticity * vorticity;
        }
    }

    /// Shear between a row and that below.
    fn between_layers(&mut self, [u, v, w]: [&[f64]; 3], below: [&[f64]; 2], spacing: f64) {
        let nr = v.len();
        let (u, w, u_below, v_below) = (&u[..nr], &w[..nr], &below[0][..nr], &below[1][..nr]);
        let (in_cells, on_faces) = (&mut self.in_cells[..nr], &mut self.on_faces[..nr]);
        let (turn_in_cell, per_spacing) = (&self.turn_in_cell[..nr], &self.per_spacing[..nr]);
        for i in 0..nr {
            let (turn, shear) = (turn_in_cell[i] * w[i], v[i] - v_below[i]);
            in_cells[i] += spacing * turn * turn + shear * shear / spacing;
        }
        for i in 1..nr {
            let (shear, rise) = (u[i] - u_below[i], (w[i] - w[i - 1]) * per_spacing[i]);
            on_faces[i] += shear * shear / spacing + spacing * rise * rise;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::super::solver::{ModeSolver, RowScratch, Spectrum};
    use super::*;

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
            let (mut x, mut scratch) = (Spectrum::zeros(nz, nr), solver.scratch());
            x.gradient.u.indexed_iter_mut().for_each(|((j, i), x)| *x = (0.7 * j as f64).sin() / (1 + i * i) as f64);
            x.gradient.w.indexed_iter_mut().for_each(|((j, i), x)| *x = (0.4 * j as f64).cos() / (1 + i * i) as f64);
            x.curl
                .indexed_iter_mut()
                .for_each(|((j, i), x)| *x = if i > 0 { (0.2 * j as f64).cos() / i as f64 } else { 0.0 });
            x.gradient.u.column_mut(0).fill(0.0);
            solver.factor(&axial, 5.0);
            solver.solve(&mut x);
            let fields = |x: &Spectrum, scratch: &mut RowScratch| {
                let mut modes = vec![ModeFields::zeros(nz, nr); m + 1];
                solver.to_fields(&mut x.clone(), scratch, &mut modes[m]);
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
