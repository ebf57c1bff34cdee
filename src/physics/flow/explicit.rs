//! The explicit part of a step: the contribution of the last two levels to the next one,
//!
//! ```text
//! r = −(c1 Δz_now u_now + c2 Δz_old u_old)/Δz_new − N(2nd-order extrapolation of u) − damping
//! ```
//!
//! Every level's momentum carries its own cell height, and the faces move with the velocity that the same formula gives
//! their positions, so that the cell volumes are accounted for exactly.
//!
//! # The convective term on moving cells
//!
//! Symmetry-preserving (Verstappen & Veldman 2003): the mass flux through a face of a momentum cell is the half-sum of
//! the two continuity cells' fluxes, the transported value a plain average. On fixed cells the operator is
//! skew-symmetric and neither makes nor destroys kinetic energy, however stretched the grid. On moving cells the flux
//! is relative to the faces, `w − w_grid`, with the face velocity taken from the same time formula as the momentum, so
//! that a uniform flow stays uniform to round-off (geometric conservation law). A momentum cell of radial velocity is
//! the ring around its face: that is what its moving faces carry, not the half-sum of the rings beside it, or they
//! would make or destroy energy.

use super::convection::Convection;
use super::fields::{ModeFields, Parts};
use super::level::{Bdf2, FlowState, Frame};
use super::planes::Transport;
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::wide::wide;
use crate::numerics::{row, row_mut};
use ndarray::Array2;

/// The explicit part of a step; holds its scratch.
pub struct Explicit {
    /// Damping of the velocity [1/s] in a sponge layer, at the cells' centres and lower faces; empty without one.
    pub(super) sponge: [Vec<f64>; 2],
    /// Velocity of the axial faces during the last step [m/s], length nz + 1.
    pub(super) face_velocity: Vec<f64>,
    axisymmetric: Axisymmetric,
    /// The convective term of all modes, where there are others.
    of_all: Option<Box<Convection>>,
    /// Weights of the levels in the rates of every row [1/s], in the cells and on their lower faces.
    histories: [Vec<[f64; 2]>; 2],
}

impl Explicit {
    /// For the modes of `parts` on `nz` rows.
    pub fn new(radial: &RadialGrid, nz: usize, parts: Parts) -> Self {
        Self {
            sponge: [Vec::new(), Vec::new()],
            face_velocity: vec![0.0; nz + 1],
            axisymmetric: Axisymmetric::new(radial, nz),
            of_all: (parts.count() > 1).then(|| Box::new(Convection::new(radial, nz, parts))),
            histories: [(); 2].map(|()| vec![[0.0; 2]; nz]),
        }
    }

    /// Sets the right-hand side `rate` of the implicit Stokes problem on the new grid `new`: of all parts, or of the
    /// axisymmetric mode, where `rate` holds it alone and the others are at rest. `frame` moves the whole grid on top
    /// of its faces' own motion.
    pub fn right_hand_side(
        &mut self,
        state: &FlowState,
        new: &AxialGrid,
        frame: &Frame,
        bdf: &Bdf2,
        rate: &mut [ModeFields],
    ) {
        let (now, old) = (&state.grid_now, &state.grid_old);
        for (j, velocity) in self.face_velocity.iter_mut().enumerate() {
            *velocity = bdf.rate(new.faces[j], now.faces[j], old.faces[j]) + frame.axial;
        }
        let heights = [[now, old, new].map(|grid| &grid.widths), [now, old, new].map(|grid| &grid.spacing)];
        for ((histories, sponge), [now, old, new]) in self.histories.iter_mut().zip(&self.sponge).zip(heights) {
            for (j, history) in histories.iter_mut().enumerate() {
                let damping = sponge.get(j).copied().unwrap_or(0.0);
                *history = [-bdf.c1 * now[j] / new[j] - damping * bdf.e1, -bdf.c2 * old[j] / new[j] - damping * bdf.e2];
            }
        }
        let Self { of_all, axisymmetric, face_velocity, histories, .. } = self;
        match (of_all, rate) {
            (_, [mean]) => axisymmetric.rate(state, new, bdf, face_velocity, histories, mean),
            (Some(of_all), rate) => {
                let transport = Transport {
                    levels: [&state.now, &state.old],
                    ahead: [bdf.e1, bdf.e2],
                    heights: [&now.widths, &old.widths],
                    face_velocity,
                    frame: frame.along,
                };
                of_all.rates(new, &transport, [&histories[0], &histories[1]], rate);
            }
            (None, _) => unreachable!("modes have a convective term"),
        }
    }
}

/// The convective term of axisymmetric flow, which is all there is of M = 0: no planes of φ to sum modes to.
struct Axisymmetric {
    radial: RadialGrid,
    fluxes: Fluxes,
    velocity: ModeFields,
    u_dz: Array2<f64>,
}

impl Axisymmetric {
    fn new(radial: &RadialGrid, nz: usize) -> Self {
        let nr = radial.len();
        Self {
            radial: radial.clone(),
            fluxes: Fluxes::zeros(nz, radial),
            velocity: ModeFields::zeros(nz, nr),
            u_dz: Array2::zeros((nz, nr)),
        }
    }

    fn rate(
        &mut self,
        state: &FlowState,
        grid: &AxialGrid,
        bdf: &Bdf2,
        face_velocity: &[f64],
        [of_radial, of_axial]: &[Vec<[f64; 2]>; 2],
        rate: &mut ModeFields,
    ) {
        let Self { radial, fluxes, velocity, u_dz } = self;
        let ([now, old], heights) = ([&state.now[0], &state.old[0]], [&state.grid_now.widths, &state.grid_old.widths]);
        for j in 0..grid.len() {
            combine(&mut rate.u, &now.u, &old.u, j, of_radial[j]);
            combine(&mut rate.w, &now.w, &old.w, j, of_axial[j]);
            combine(&mut velocity.u, &now.u, &old.u, j, [bdf.e1, bdf.e2]);
            combine(&mut velocity.w, &now.w, &old.w, j, [bdf.e1, bdf.e2]);
            combine(u_dz, &now.u, &old.u, j, [bdf.e1 * heights[0][j], bdf.e2 * heights[1][j]]);
        }
        fluxes.set(radial, u_dz, &velocity.w, face_velocity);
        subtract_convection(grid, fluxes, velocity, rate);
    }
}

wide! {
    /// `out[j, ..] = a·x[j, ..] + b·y[j, ..]`.
    fn combine [combined, combined_wide] (out: &mut Array2<f64>, x: &Array2<f64>, y: &Array2<f64>, j: usize, factors: [f64; 2]) {
        let [a, b] = factors;
        for ((out, x), y) in row_mut(out, j).iter_mut().zip(row(x, j)).zip(row(y, j)) {
            *out = a * x + b * y;
        }
    }
}

/// The transporting volume fluxes per 2π [m³/s].
pub struct Fluxes {
    /// `(nz, nr)`: outwards through radial face i, `r u dz`; column 0 is the axis, zero.
    pub(super) radial: Array2<f64>,
    /// `(nz + 1, nr)`: upwards through axial face j relative to the face, `r dr (w − w_grid)`.
    pub axial: Array2<f64>,
    /// Velocity of the axial faces [m/s].
    face_velocity: Vec<f64>,
    columns: Columns,
}

impl Fluxes {
    /// Zero fluxes on `nz` rows of the cells of `grid`.
    pub fn zeros(nz: usize, grid: &RadialGrid) -> Self {
        let nr = grid.len();
        let [radial, axial] = [nz, nz + 1].map(|rows| Array2::zeros((rows, nr)));
        Self { radial, axial, face_velocity: vec![0.0; nz + 1], columns: Columns::new(grid) }
    }

    /// Sets the fluxes from `u·dz` (radial velocity times cell height, `(nz, nr)` [m²/s]), the axial velocity `w` and
    /// the velocity of the axial faces `face_velocity` (length nz + 1 [m/s]).
    pub fn set(&mut self, grid: &RadialGrid, u_dz: &Array2<f64>, w: &Array2<f64>, face_velocity: &[f64]) {
        let (nz, Columns { areas, nothing, .. }) = (u_dz.nrows(), &self.columns);
        self.face_velocity.copy_from_slice(face_velocity);
        for j in 0..nz {
            let terms = row(u_dz, j).iter().zip(&grid.faces);
            row_mut(&mut self.radial, j).iter_mut().zip(terms).for_each(|(flux, (value, r))| *flux = r * value);
        }
        for (j, face) in face_velocity.iter().enumerate() {
            let w = if j == 0 || j == nz { nothing } else { row(w, j) };
            let terms = w.iter().zip(areas);
            row_mut(&mut self.axial, j).iter_mut().zip(terms).for_each(|(flux, (w, area))| *flux = area * (w - face));
        }
    }
}

wide! {
    /// Subtracts the convective term, the divergence of `flux × velocity` over the momentum cell's volume, from `rate`
    /// [m/s²]; `velocity` is the transported one, `axial` the grid at the new level.
    pub fn subtract_convection [convection, convection_wide] (axial: &AxialGrid, flux: &mut Fluxes, velocity: &ModeFields, rate: &mut ModeFields) {
        let nr = flux.radial.ncols();
        let u = velocity.u.as_slice().expect("contiguous");
        let w = velocity.w.as_slice().expect("contiguous");
        let fr = flux.radial.as_slice().expect("contiguous");
        let fz = flux.axial.as_slice().expect("contiguous");
        let u_rate = rate.u.as_slice_mut().expect("contiguous");
        let w_rate = rate.w.as_slice_mut().expect("contiguous");
        for j in 0..axial.len() {
            let row = j * nr..(j + 1) * nr;
            let moving = [flux.face_velocity[j], flux.face_velocity[j + 1]];
            convect_radial_row(&mut flux.columns, axial, j, (u, fr, fz), moving, &mut u_rate[row.clone()]);
            if j > 0 {
                convect_axial_row(&mut flux.columns, axial, j, (w, fr, fz), &mut w_rate[row]);
            }
        }
    }
}

/// One number per column.
struct Columns {
    /// Areas of the cells' rings over 2π.
    areas: Vec<f64>,
    /// Twice the [`RadialGrid::ring_excess`] of faces.
    excess: Vec<f64>,
    /// Over the areas of faces; none on the axis.
    per_face: Vec<f64>,
    /// Over the areas of cells.
    per_cell: Vec<f64>,
    /// Four times the momentum's flux through the inner sides of a row's cells, and through the last one's outer side.
    through: Vec<f64>,
    nothing: Vec<f64>,
}

impl Columns {
    fn new(grid: &RadialGrid) -> Self {
        let nr = grid.len();
        let areas: Vec<f64> = (0..nr).map(|i| grid.cell_area(i)).collect();
        Self {
            excess: (0..nr).map(|i| 2.0 * grid.ring_excess(i)).collect(),
            per_face: (0..nr).map(|i| if i > 0 { 1.0 / grid.face_area(i) } else { 0.0 }).collect(),
            per_cell: areas.iter().map(|area| 1.0 / area).collect(),
            areas,
            through: vec![0.0; nr + 1],
            nothing: vec![0.0; nr],
        }
    }
}

/// Row `j` of the radial momentum: cells between the centres next to radial face i.
#[inline(always)]
fn convect_radial_row<'a>(
    work: &mut Columns,
    axial: &AxialGrid,
    j: usize,
    (u, fr, fz): (&'a [f64], &'a [f64], &'a [f64]),
    [down, up]: [f64; 2],
    rate: &mut [f64],
) {
    let (nr, nz) = (rate.len(), axial.len());
    let line = |field: &'a [f64], j: usize| &field[j * nr..][..nr];
    let (here, flux) = (line(u, j), line(fr, j));
    let below = if j > 0 { line(u, j - 1) } else { here };
    let above = if j + 1 < nz { line(u, j + 1) } else { here };
    let (lower, upper) = (line(fz, j), line(fz, j + 1));
    let through = &mut work.through[..nr + 1];
    through[nr] = flux[nr - 1] * here[nr - 1];
    for i in 1..nr {
        through[i] = (flux[i - 1] + flux[i]) * (here[i - 1] + here[i]);
    }
    let (per_height, per_face, excess) = (0.25 / axial.widths[j], &work.per_face[..nr], &work.excess[..nr]);
    for i in 1..nr {
        let top = (upper[i - 1] + upper[i] + up * excess[i]) * (here[i] + above[i]);
        let bottom = (lower[i - 1] + lower[i] + down * excess[i]) * (below[i] + here[i]);
        rate[i] -= (through[i + 1] - through[i] + (top - bottom)) * (per_height * per_face[i]);
    }
}

/// Row `j` of the axial momentum: cells between the centres next to axial face j.
#[inline(always)]
fn convect_axial_row<'a>(
    work: &mut Columns,
    axial: &AxialGrid,
    j: usize,
    (w, fr, fz): (&'a [f64], &'a [f64], &'a [f64]),
    rate: &mut [f64],
) {
    let (nr, nz) = (rate.len(), axial.len());
    let line = |field: &'a [f64], j: usize| &field[j * nr..][..nr];
    let here = line(w, j);
    let (lower, middle, upper) = (line(fz, j - 1), line(fz, j), line(fz, j + 1));
    let (flux_below, flux_here) = (line(fr, j - 1), line(fr, j));
    let above = if j + 1 < nz { line(w, j + 1) } else { &work.nothing[..nr] };
    let below = if j > 1 { line(w, j - 1) } else { &work.nothing[..nr] };
    let through = &mut work.through[..nr + 1];
    (through[0], through[nr]) = (0.0, 0.0);
    for i in 1..nr {
        through[i] = (flux_below[i] + flux_here[i]) * (here[i - 1] + here[i]);
    }
    let (scale, per_cell) = (0.25 / axial.spacing[j], &work.per_cell[..nr]);
    for i in 0..nr {
        let top = (middle[i] + upper[i]) * (here[i] + above[i]);
        let bottom = (lower[i] + middle[i]) * (here[i] + below[i]);
        rate[i] -= (through[i + 1] - through[i] + (top - bottom)) * (scale * per_cell[i]);
    }
}
