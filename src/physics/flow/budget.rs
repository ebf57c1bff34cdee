//! The conserved quantities: divergence, kinetic energy, dissipation.

use super::fields::{ModeFields, Parts, share};
use super::setup::ImmersedSetup;
use super::stokes::Ends;
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::row;
use rayon::prelude::*;

/// Largest sum over the parts of a cell's divergence [1/s].
pub fn largest_divergence(radial: &RadialGrid, axial: &AxialGrid, parts: Parts, fields: &[ModeFields]) -> f64 {
    let at = |j: usize, i: usize| -> f64 {
        parts.wavenumbers().zip(fields).map(|(m, fields)| divergence(radial, axial, fields, m, j, i).abs()).sum()
    };
    let cells = (0..axial.len()).flat_map(|j| (0..radial.len()).map(move |i| (j, i)));
    cells.map(|(j, i)| at(j, i)).fold(0.0, f64::max)
}

/// Divergence of a cell in mode `m` [1/s].
fn divergence(radial: &RadialGrid, axial: &AxialGrid, fields: &ModeFields, m: usize, j: usize, i: usize) -> f64 {
    let outer = if i + 1 < radial.len() { radial.faces[i + 1] * fields.u[(j, i + 1)] } else { 0.0 };
    let inner = radial.faces[i] * fields.u[(j, i)];
    let top = if j + 1 < axial.len() { fields.w[(j + 1, i)] } else { 0.0 };
    (outer - inner) / radial.cell_area(i)
        + m as f64 * fields.v[(j, i)] / radial.centres[i]
        + (top - fields.w[(j, i)]) / axial.widths[j]
}

/// Largest volume flux error of any horizontal cut, relative to `speed × cross-section`: in a closed container no
/// liquid passes a full cut. Of the axisymmetric mode; the others pass none by their waves.
pub fn relative_mass_error(radial: &RadialGrid, mean: &ModeFields, speed: f64) -> f64 {
    let section = 0.5 * radial.radius().powi(2);
    let flux =
        |row: ndarray::ArrayView1<f64>| row.iter().enumerate().map(|(i, w)| radial.cell_area(i) * w).sum::<f64>();
    mean.w.rows().into_iter().map(|row| flux(row).abs()).fold(0.0, f64::max) / (section * speed)
}

/// Energies of the liquid over its density.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FlowBudget {
    /// Rate of viscous dissipation, `−ν∫u·∇²u dV` with the solver's own discrete Laplacian [m⁵/s³]; exact for the
    /// scheme, so that energy budgets close. Walls at rest do no work.
    pub dissipation: f64,
    /// Kinetic energy, ½∫|u|² dV [m⁵/s²], of all cells (those inside of the sphere included).
    pub kinetic: f64,
    /// Kinetic energy of the liquid at the upper end less that at the lower one, per height, ½∫|u|² dA [m⁴/s²]: a grid
    /// that moves along its axis takes in this much per way. Axial velocity vanishes at both ends, so that nothing else
    /// passes them.
    pub at_ends: f64,
}

/// The liquid whose energies are taken.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub(super) setup: &'a ImmersedSetup,
    /// Axial grid.
    pub axial: &'a AxialGrid,
}

impl Budget<'_> {
    /// The energies of all parts.
    pub(super) fn of(&self, fields: &[ModeFields]) -> FlowBudget {
        let Some((mean, others)) = fields.split_first() else { return FlowBudget::default() };
        let of_part = |(k, fields)| self.of_part(k + 1, fields);
        let others: Vec<FlowBudget> = match others {
            [] => Vec::new(),
            others => others.par_iter().enumerate().map(of_part).collect(),
        };
        let mean = self.of_part(0, mean);
        FlowBudget {
            dissipation: mean.dissipation + others.iter().map(|part| part.dissipation).sum::<f64>(),
            kinetic: mean.kinetic + others.iter().map(|part| part.kinetic).sum::<f64>(),
            at_ends: mean.at_ends + others.iter().map(|part| part.at_ends).sum::<f64>(),
        }
    }

    /// The energies of part `k`. With [`super::horizontal`]'s operators, the dissipation over viscosity is
    ///
    /// ```text
    /// ∫ D(U,V)² + C(U,V)² + (∂U/∂z)² + (∂V/∂z)² + (∂W/∂z)² + |G W|²
    /// ```
    fn of_part(&self, k: usize, fields: &ModeFields) -> FlowBudget {
        if k == 0 {
            self.of_mode::<false>(0, fields)
        } else {
            self.of_mode::<true>(self.setup.parts().wavenumber(k), fields)
        }
    }

    /// The same of mode `m`, which flows `AROUND` the axis or not.
    fn of_mode<const AROUND: bool>(&self, m: usize, fields: &ModeFields) -> FlowBudget {
        let ImmersedSetup { radial, kinematic_viscosity, ends, side_no_slip, .. } = self.setup;
        let lost = Losses::<AROUND>::new(radial, m).of(self.axial, fields, *ends, *side_no_slip && !AROUND);
        let dissipation = match AROUND {
            true => kinematic_viscosity * (share(m) * lost),
            false => share(m) * kinematic_viscosity * lost,
        };
        let [kinetic, at_ends] = self.kinetic::<AROUND>(m, fields);
        FlowBudget { dissipation, kinetic, at_ends }
    }

    /// Kinetic energy of mode `m`, which flows `AROUND` the axis or not, and that at the ends.
    fn kinetic<const AROUND: bool>(&self, m: usize, fields: &ModeFields) -> [f64; 2] {
        let (radial, axial) = (&self.setup.radial, self.axial);
        let mut sums = vec![0.0; 2 * radial.len()];
        let (on_faces, in_cells) = sums.split_at_mut(radial.len());
        let add_tangential = |on_faces: &mut [f64], in_cells: &mut [f64], j: usize, weight: f64| {
            add_squares(on_faces, row(&fields.u, j), weight);
            if AROUND {
                add_squares(in_cells, row(&fields.v, j), weight);
            }
        };
        for j in 0..axial.len() {
            add_tangential(on_faces, in_cells, j, axial.widths[j]);
            if j > 0 {
                add_squares(in_cells, row(&fields.w, j), axial.spacing[j]);
            }
        }
        let kinetic = 0.5 * share(m) * over_areas(radial, on_faces, in_cells);
        sums.fill(0.0);
        let (on_faces, in_cells) = sums.split_at_mut(radial.len());
        for (j, sign) in [(axial.len() - 1, 1.0), (0, -1.0)] {
            add_tangential(on_faces, in_cells, j, sign);
        }
        [kinetic, 0.5 * share(m) * over_areas(radial, on_faces, in_cells)]
    }
}

/// Adds the weighted squares of a row to the sums of the columns.
fn add_squares(sums: &mut [f64], values: &[f64], weight: f64) {
    sums.iter_mut().zip(values).for_each(|(sum, x)| *sum += weight * x * x);
}

/// The integral of the columns' values on faces and in cells, over 2π.
fn over_areas(radial: &RadialGrid, on_faces: &[f64], in_cells: &[f64]) -> f64 {
    let columns = on_faces.iter().zip(in_cells).enumerate();
    columns.map(|(i, (face, cell))| radial.face_area(i) * face + radial.cell_area(i) * cell).sum()
}

/// The integral of the dissipation of one mode, with sums over the rows for every column.
struct Losses<'a, const AROUND: bool> {
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

impl<'a, const AROUND: bool> Losses<'a, AROUND> {
    /// Of a velocity that flows `AROUND` the axis or not; without, its azimuthal component is not looked at.
    fn new(radial: &'a RadialGrid, m: usize) -> Self {
        let (nr, m) = (radial.len(), m as f64);
        let around = |of: &dyn Fn(usize) -> f64| if AROUND { (0..nr).map(of).collect() } else { Vec::new() };
        Self {
            radial,
            m,
            on_faces: vec![0.0; nr],
            in_cells: vec![0.0; nr],
            per_cell: (0..nr).map(|i| 1.0 / radial.cell_area(i)).collect(),
            per_face: around(&|i| if i > 0 { 1.0 / radial.face_area(i) } else { 0.0 }),
            turn_in_cell: around(&|i| m / radial.centres[i]),
            turn_on_face: around(&|i| if i > 0 { m / radial.faces[i] } else { 0.0 }),
            per_spacing: around(&|i| if i > 0 { 1.0 / radial.spacing[i] } else { 0.0 }),
            outflow: vec![0.0; nr + 1],
            circulation: around(&|_| 0.0),
        }
    }

    fn of(mut self, axial: &AxialGrid, fields: &ModeFields, ends: Ends, side_no_slip: bool) -> f64 {
        let (last, nothing) = (axial.len() - 1, vec![0.0; self.radial.len()]);
        let [mut on_axis, mut at_side] = [0.0; 2];
        for j in 0..=last {
            let line = [&fields.u, &fields.v, &fields.w].map(|field| row(field, j));
            self.in_layer(line, if j < last { row(&fields.w, j + 1) } else { &nothing }, axial.widths[j]);
            if j > 0 {
                let below = [&fields.u, &fields.v].map(|field| row(field, j - 1));
                self.between_layers(line, below, axial.spacing[j]);
                at_side += axial.spacing[j] * line[2][nothing.len() - 1].powi(2);
            }
            if (j == 0 && ends.bottom_no_slip) || (j == last && ends.top_no_slip) {
                add_squares(&mut self.on_faces, line[0], 2.0 / axial.widths[j]);
                if AROUND {
                    add_squares(&mut self.in_cells, line[1], 2.0 / axial.widths[j]);
                }
            }
            // The ring of the axis, with the vorticity of swirl there.
            on_axis += if self.m == 0.0 && AROUND { axial.widths[j] * 2.0 * line[1][0].powi(2) } else { 0.0 };
        }
        let outermost = self.radial.widths[nothing.len() - 1];
        let friction = if side_no_slip { 2.0 * self.radial.radius() * at_side / outermost } else { 0.0 };
        on_axis + over_areas(self.radial, &self.on_faces, &self.in_cells) + friction
    }

    /// Divergence, stretching and vertical vorticity of a row; `above` is the axial velocity above it.
    #[inline(always)]
    fn in_layer(&mut self, [u, v, w]: [&[f64]; 3], above: &[f64], height: f64) {
        let (radial, nr) = (self.radial, u.len());
        self.outflow.iter_mut().zip(u).zip(&radial.faces).for_each(|((flow, u), r)| *flow = r * u);
        let (inner, outer) = (&self.outflow[..nr], &self.outflow[1..nr + 1]);
        let (u, w, above, in_cells) = (&u[..nr], &w[..nr], &above[..nr], &mut self.in_cells[..nr]);
        let per_cell = &self.per_cell[..nr];
        let turn_in_cell = if AROUND { &self.turn_in_cell[..nr] } else { &[] };
        for i in 0..nr {
            let horizontal = (outer[i] - inner[i]) * per_cell[i];
            let divergence = if AROUND { horizontal + turn_in_cell[i] * v[i] } else { horizontal };
            let stretch = above[i] - w[i];
            in_cells[i] += height * divergence * divergence + stretch * stretch / height;
        }
        if !AROUND {
            return;
        }
        self.circulation.iter_mut().zip(v).zip(&radial.centres).for_each(|((turn, v), r)| *turn = r * v);
        let (per_face, turn_on_face) = (&self.per_face[..nr], &self.turn_on_face[..nr]);
        let (circulation, on_faces) = (&self.circulation[..nr], &mut self.on_faces[..nr]);
        for i in 1..nr {
            let vorticity = (circulation[i] - circulation[i - 1]) * per_face[i] + turn_on_face[i] * u[i];
            on_faces[i] += height * vorticity * vorticity;
        }
    }

    /// Shear between a row and that below.
    #[inline(always)]
    fn between_layers(&mut self, [u, v, w]: [&[f64]; 3], below: [&[f64]; 2], spacing: f64) {
        let nr = u.len();
        let (u, w, u_below, v_below) = (&u[..nr], &w[..nr], &below[0][..nr], &below[1][..nr]);
        let (in_cells, on_faces) = (&mut self.in_cells[..nr], &mut self.on_faces[..nr]);
        if AROUND {
            let turn_in_cell = &self.turn_in_cell[..nr];
            for i in 0..nr {
                let (turn, shear) = (turn_in_cell[i] * w[i], v[i] - v_below[i]);
                in_cells[i] += spacing * turn * turn + shear * shear / spacing;
            }
        }
        let (between, per_spacing) = (&self.radial.spacing[..nr], &self.per_spacing[..if AROUND { nr } else { 0 }]);
        for i in 1..nr {
            let (shear, step) = (u[i] - u_below[i], w[i] - w[i - 1]);
            let rise = if AROUND { step * per_spacing[i] } else { step / between[i] };
            on_faces[i] += shear * shear / spacing + spacing * rise * rise;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::AzimuthalSetup;
    use super::super::setup::MarkerSpec;
    use super::super::solver::{ModeSolver, RowScratch, Spectrum};
    use super::*;

    #[test]
    fn without_convection_the_liquid_loses_the_energy_that_is_dissipated() {
        let radial = RadialGrid::from_faces((0..=20).map(|i| (0.09 * i as f64).sinh()).collect());
        let axial = AxialGrid::from_faces((0..=16).map(|j| 0.12 * j as f64 + 0.004 * (j * j) as f64).collect());
        let (nz, nr, dt, kinematic_viscosity) = (axial.len(), radial.len(), 1e-6, 0.3);
        let ends = Ends { bottom_no_slip: true, top_no_slip: false };
        for (m, swirl) in [(0, false), (1, false), (2, false), (3, false), (0, true)] {
            let new = |m: usize| match swirl {
                true => ModeSolver::swirl(&radial, nz, kinematic_viscosity, ends),
                false => ModeSolver::new(&radial, m, nz, kinematic_viscosity, ends),
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
            // Swirl is part 1 where there are both families of mode 0.
            let (parts, k) = if swirl { (Parts::both(0), 1) } else { (Parts::symmetric(m), m) };
            let fields = |x: &Spectrum, scratch: &mut RowScratch| {
                let mut modes = vec![ModeFields::zeros(nz, nr); parts.count()];
                solver.to_fields(&mut x.clone(), scratch, &mut modes[k]);
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
            let azimuthal =
                AzimuthalSetup { parts, markers: MarkerSpec::standard(0.1), tolerance: 0.0, unit_tolerance: 0.0 };
            let setup = ImmersedSetup {
                radial: radial.clone(),
                spheres: Vec::new(),
                kinematic_viscosity,
                ends,
                side_no_slip: false,
                tolerance: 0.0,
                azimuthal: Some(azimuthal),
            };
            let budget = Budget { setup: &setup, axial: &axial };
            let [before, now] = [&before, &after].map(|modes| budget.of(modes));
            let (e0, e1, loss) = (before.kinetic, now.kinetic, before.dissipation);
            assert!(((e0 - e1) / dt / loss - 1.0).abs() < 1e-3, "m = {m}: {} {loss}", (e0 - e1) / dt);
            assert!(largest_divergence(&radial, &axial, parts, &after) < 1e-10, "m = {m}");
        }
    }
}
