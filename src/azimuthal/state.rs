//! The fields of the last two time levels and the right-hand side they give the next one.

use super::convection::Convection;
use super::motion::MOTIONS;
use super::parts::Parts;
use super::planes::Transport;
use super::solver::ModeFields;
use crate::body::constraint::ConstraintMemory;
use crate::flow::bdf::Bdf2;
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::{row, row_mut};
use ndarray::Array2;
use rayon::prelude::*;

/// Everything that decides the liquid's future.
#[derive(Debug, Clone, PartialEq)]
pub struct AzimuthalState {
    /// Velocity and, by its radial modes, pressure of all [`Parts`] at the present level.
    pub now: Vec<ModeFields>,
    /// The same one step earlier.
    pub old: Vec<ModeFields>,
    /// The axial grid at the present level.
    pub grid_now: AxialGrid,
    /// The axial grid one step earlier.
    pub grid_old: AxialGrid,
    /// The last step \[s\]; none at the start.
    pub dt_before: Option<f64>,
    /// Marker forces of every part at the present and the older level [m⁴/s²]: first guesses.
    pub forces: Vec<[Vec<f64>; 2]>,
    /// Marker forces per unit speed of every [motion](super::motion::unit_motion): first guesses.
    pub unit_forces: [Vec<f64>; MOTIONS],
    /// Number of markers of the present level.
    pub marker_count: usize,
    /// Preconditioner of every mode's constraints, then that of swirl.
    pub constraints: Vec<ConstraintMemory>,
}

impl AzimuthalState {
    /// Liquid at rest in the modes of `parts` on `nr` radial cells.
    pub fn at_rest(parts: Parts, nr: usize, grid: AxialGrid) -> Self {
        let fields = vec![ModeFields::zeros(grid.len(), nr); parts.count()];
        Self {
            now: fields.clone(),
            old: fields,
            grid_old: grid.clone(),
            grid_now: grid,
            dt_before: None,
            forces: vec![[Vec::new(), Vec::new()]; parts.count()],
            unit_forces: Default::default(),
            marker_count: 0,
            constraints: vec![ConstraintMemory::default(); parts.systems()],
        }
    }
}

/// The level that a step leads to.
#[derive(Debug, Clone, Copy)]
pub struct NextLevel<'a> {
    /// Length of the step \[s\].
    pub dt: f64,
    /// Axial grid.
    pub grid: &'a AxialGrid,
    /// Height of the sphere's lowest point above the bottom \[m\].
    pub gap: f64,
    /// Velocity of the whole grid beside the motion of its faces [m/s].
    pub frame: Frame,
}

/// Velocity of the frame [m/s].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Frame {
    /// Along the axis.
    pub axial: f64,
    /// Along φ = 0.
    pub lateral: f64,
    /// Along φ = π/2.
    pub across: f64,
}

impl Frame {
    /// A frame that moves along the axis alone.
    pub fn axial(axial: f64) -> Self {
        Self { axial, ..Self::default() }
    }
}

/// The explicit part of a step; holds its scratch.
pub struct Explicit {
    /// Damping of the velocity [1/s] in a sponge layer, at the cells' centres and lower faces; empty without one.
    pub sponge: [Vec<f64>; 2],
    convection: Convection,
    /// Velocity of the axial faces [m/s].
    face_velocity: Vec<f64>,
    heights: Vec<f64>,
    velocity: Vec<ModeFields>,
    flux: Vec<ModeFields>,
}

impl Explicit {
    /// For the modes of `parts` on `nz` rows.
    pub fn new(radial: &RadialGrid, nz: usize, parts: Parts) -> Self {
        let fields = vec![ModeFields::zeros(nz, radial.len()); parts.count()];
        Self {
            sponge: [Vec::new(), Vec::new()],
            convection: Convection::new(radial, nz, parts),
            face_velocity: vec![0.0; nz + 1],
            heights: vec![0.0; nz],
            velocity: fields.clone(),
            flux: fields,
        }
    }

    /// Velocity of the axial faces during the last step [m/s], length nz + 1.
    pub fn face_velocity(&self) -> &[f64] {
        &self.face_velocity
    }

    /// After [`Self::right_hand_side`]: the rate of mode 0 becomes that of the axisymmetric solver, where there are no others.
    pub fn as_axisymmetric(&self, grid: &AxialGrid, rate: &mut ModeFields) {
        self.convection.leave_half_sums(grid, &self.velocity[0].u, &mut rate.u);
    }

    /// Largest sum of the relative flow rates through a cell's sides, `|u_r|/Δr + |u_z|/Δz` [1/s], on all half-planes, of
    /// the velocity that transported in the last step.
    pub fn courant_rate(&self, grid: &AxialGrid) -> f64 {
        self.convection.courant_rate(grid)
    }

    /// The right-hand side `rate` of the implicit Stokes problem, as in [`crate::flow::state`]: history, convection of the
    /// extrapolated velocity, sponge. Every level's momentum carries its own cell height.
    pub fn right_hand_side(&mut self, state: &AzimuthalState, level: &NextLevel, bdf: Bdf2, rate: &mut [ModeFields]) {
        let (now, old, new) = (&state.grid_now, &state.grid_old, level.grid);
        for (j, velocity) in self.face_velocity.iter_mut().enumerate() {
            *velocity = bdf.rate(new.faces[j], now.faces[j], old.faces[j]) + level.frame.axial;
        }
        for (j, height) in self.heights.iter_mut().enumerate() {
            *height = bdf.e1 * now.widths[j] + bdf.e2 * old.widths[j];
        }
        let levels = state.now.par_iter().zip(&state.old);
        let outputs = rate.par_iter_mut().zip(&mut self.velocity).zip(&mut self.flux);
        levels.zip(outputs).for_each(|((x, y), ((rate, velocity), flux))| {
            for j in 0..new.len() {
                let history = |now: f64, old: f64, new: f64| [-bdf.c1 * now / new, -bdf.c2 * old / new];
                let cells = history(now.widths[j], old.widths[j], new.widths[j]);
                let faces = history(now.spacing[j], old.spacing[j], new.spacing[j]);
                let ahead = [bdf.e1, bdf.e2];
                let volumes = [bdf.e1 * now.widths[j], bdf.e2 * old.widths[j]];
                let u = [&mut rate.u, &mut velocity.u, &mut flux.u];
                combine(u, [&x.u, &y.u], j, [cells, ahead, volumes]);
                let v = [&mut rate.v, &mut velocity.v, &mut flux.v];
                combine(v, [&x.v, &y.v], j, [cells, ahead, volumes]);
                let w = [&mut rate.w, &mut velocity.w, &mut flux.w];
                combine(w, [&x.w, &y.w], j, [faces, ahead, ahead]);
            }
        });
        let transport = Transport {
            velocity: &self.velocity,
            flux: &self.flux,
            heights: &self.heights,
            face_velocity: &self.face_velocity,
            frame: [level.frame.lateral, level.frame.across],
        };
        self.convection.subtract(new, &transport, rate);
        let [cells, faces] = &self.sponge;
        for (rate, velocity) in rate.iter_mut().zip(&self.velocity) {
            damp(&mut rate.u, &velocity.u, cells);
            damp(&mut rate.v, &velocity.v, cells);
            damp(&mut rate.w, &velocity.w, faces);
        }
    }
}

/// Row `j` of every output is its combination of those of `levels`.
fn combine(outputs: [&mut Array2<f64>; 3], levels: [&Array2<f64>; 2], j: usize, factors: [[f64; 2]; 3]) {
    let ([a, b, c], [x, y]) = (outputs.map(|out| row_mut(out, j)), levels.map(|level| row(level, j)));
    for ((((a, b), c), x), y) in a.iter_mut().zip(b).zip(c).zip(x).zip(y) {
        [*a, *b, *c] = factors.map(|[f, g]| f * x + g * y);
    }
}

/// `rate −= damping·velocity`, row by row.
fn damp(rate: &mut Array2<f64>, velocity: &Array2<f64>, damping: &[f64]) {
    for ((mut rate, velocity), damping) in rate.rows_mut().into_iter().zip(velocity.rows()).zip(damping) {
        if *damping > 0.0 {
            rate.scaled_add(-damping, &velocity);
        }
    }
}
