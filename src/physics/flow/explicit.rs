//! The explicit part of a step: the contribution of the last two levels to the next one,
//!
//! ```text
//! r = −(c1 Δz_now u_now + c2 Δz_old u_old)/Δz_new − N(2nd-order extrapolation of u) − damping
//! ```
//!
//! Every level's momentum carries its own cell height, and the faces move with the velocity that the same formula gives
//! their positions, so that the cell volumes are accounted for exactly.

use super::bdf::Bdf2;
use super::convection::Convection;
use super::fields::ModeFields;
use super::level::Frame;
use super::parts::Parts;
use super::planes::Transport;
use super::state::FlowState;
use super::transport::{Fluxes, subtract_convection};
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

    /// Sets the right-hand side `rate` of the implicit Stokes problem on the new grid `new`: of all parts, or of the axisymmetric mode, where
    /// `rate` holds it alone and the others are at rest. `frame` moves the whole grid on top of its faces' own motion.
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
