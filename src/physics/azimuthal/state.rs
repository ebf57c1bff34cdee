//! The fields of the last two time levels and the right-hand side they give the next one.

use super::constraint::ConstraintMemory;
use super::convection::Convection;
use super::motion::MOTIONS;
use super::parts::Parts;
use super::planes::Transport;
use super::solver::ModeFields;
use crate::flow::bdf::Bdf2;
use crate::flow::state::FlowState;
use crate::grid::{AxialGrid, RadialGrid};

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
    /// Lateral velocity of the grid during the last step [m/s].
    pub frame: [f64; 2],
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
            frame: [0.0; 2],
            constraints: vec![ConstraintMemory::default(); parts.systems()],
        }
    }
}

impl AzimuthalState {
    /// Takes levels and grids from the axisymmetric flow that another solver computes.
    pub fn take_mean(&mut self, mean: &FlowState) {
        for (copy, original) in [(&mut self.now[0], &mean.now), (&mut self.old[0], &mean.old)] {
            copy.u.assign(&original.u);
            copy.w.assign(&original.w);
        }
        self.grid_now.copy_from(&mean.grid_now);
        self.grid_old.copy_from(&mean.grid_old);
        self.dt_before = mean.dt_before;
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
    /// Along φ = 0 and φ = π/2.
    pub along: [f64; 2],
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
    /// What the levels count in the rates of every row [1/s], in the cells and on their lower faces.
    histories: [Vec<[f64; 2]>; 2],
}

impl Explicit {
    /// For the modes of `parts` on `nz` rows.
    pub fn new(radial: &RadialGrid, nz: usize, parts: Parts) -> Self {
        Self {
            sponge: [Vec::new(), Vec::new()],
            convection: Convection::new(radial, nz, parts),
            face_velocity: vec![0.0; nz + 1],
            histories: [(); 2].map(|()| vec![[0.0; 2]; nz]),
        }
    }

    /// Velocity of the axial faces during the last step [m/s], length nz + 1.
    pub fn face_velocity(&self) -> &[f64] {
        &self.face_velocity
    }

    /// After [`Self::right_hand_side`]: the rate of mode 0 becomes that of the axisymmetric solver, where there are no others.
    pub fn as_axisymmetric(&self, state: &AzimuthalState, level: &NextLevel, bdf: Bdf2, rate: &mut ModeFields) {
        self.convection.leave_half_sums(level.grid, &transport(state, level, bdf, &self.face_velocity), &mut rate.u);
    }

    /// The right-hand side `rate` of the implicit Stokes problem, as in [`crate::flow::state`]: history, convection of the
    /// extrapolated velocity, sponge. Every level's momentum carries its own cell height.
    pub fn right_hand_side(&mut self, state: &AzimuthalState, level: &NextLevel, bdf: Bdf2, rate: &mut [ModeFields]) {
        let (now, old, new) = (&state.grid_now, &state.grid_old, level.grid);
        for (j, velocity) in self.face_velocity.iter_mut().enumerate() {
            *velocity = bdf.rate(new.faces[j], now.faces[j], old.faces[j]) + level.frame.axial;
        }
        let heights = [[now, old, new].map(|grid| &grid.widths), [now, old, new].map(|grid| &grid.spacing)];
        for ((histories, sponge), [now, old, new]) in self.histories.iter_mut().zip(&self.sponge).zip(heights) {
            for (j, history) in histories.iter_mut().enumerate() {
                let damping = sponge.get(j).copied().unwrap_or(0.0);
                *history = [-bdf.c1 * now[j] / new[j] - damping * bdf.e1, -bdf.c2 * old[j] / new[j] - damping * bdf.e2];
            }
        }
        let transport = transport(state, level, bdf, &self.face_velocity);
        self.convection.rates(new, &transport, [&self.histories[0], &self.histories[1]], rate);
    }
}

/// What transports in a step to `level`.
fn transport<'a>(state: &'a AzimuthalState, level: &NextLevel, bdf: Bdf2, face_velocity: &'a [f64]) -> Transport<'a> {
    Transport {
        levels: [&state.now, &state.old],
        ahead: [bdf.e1, bdf.e2],
        heights: [&state.grid_now.widths, &state.grid_old.widths],
        face_velocity,
        frame: level.frame.along,
    }
}
