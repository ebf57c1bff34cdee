//! What the third dimension adds to the books of a step: how fast the liquid crosses the cells, and its energy.

use super::sideways::{Sideways, SidewaysState};
use crate::azimuthal::budget::{dissipation, kinetic_energy};
use crate::azimuthal::flow::AzimuthalSetup;
use crate::azimuthal::motion::Planar;
use crate::flow::state::FlowState;
use crate::grid::AxialGrid;
use crate::numerics::row;
use rayon::prelude::*;

impl Sideways {
    /// Largest velocities over spacings [1/s] relative to the moving cells, in r and z, from above: amplitudes of all modes are
    /// added up. Without modes m ≥ 1 those of the axisymmetric flow.
    pub fn courant_rates(&self, state: &SidewaysState, mean: &FlowState, face_velocity: &[f64]) -> (f64, f64) {
        let (radial, grid, parts) = (&self.flow.setup.radial, &mean.grid_now, self.parts());
        let across = state.across.map_or(0.0, |across| across.motion.frame);
        let frame = |part: usize| match (parts.wavenumber(part), parts.is_turned(part)) {
            (1, false) => state.motion.frame,
            (1, true) => across,
            _ => 0.0,
        };
        let add = |sums: &mut [f64], values: &[f64], frame: f64| {
            sums.iter_mut().zip(values).for_each(|(sum, x)| *sum += (x - frame).abs());
        };
        let larger = |largest: &mut [f64], values: &[f64]| {
            largest.iter_mut().zip(values).for_each(|(most, x)| *most = if x > most { *x } else { *most });
        };
        let [mut in_r, mut u, mut w] = [(); 3].map(|()| vec![0.0; radial.len()]);
        let mut in_z = 0.0_f64;
        for (j, face) in face_velocity.iter().enumerate().take(grid.len()) {
            u.fill(0.0);
            w.fill(0.0);
            add(&mut u, row(&mean.now.u, j), 0.0);
            add(&mut w, row(&mean.now.w, j), *face);
            for (part, fields) in state.liquid.now.iter().enumerate().skip(1) {
                add(&mut u, row(&fields.u, j), frame(part));
                add(&mut w, row(&fields.w, j), 0.0);
            }
            larger(&mut in_r, &u);
            if j > 0 {
                let height = grid.widths[j].min(grid.widths[j - 1]);
                in_z = in_z.max(w.iter().fold(0.0, |most: f64, w| most.max(*w)) / height);
            }
        }
        (in_r.iter().zip(&radial.spacing).map(|(u, spacing)| u / spacing).fold(0.0, f64::max), in_z)
    }

    /// Rate of dissipation in modes m ≥ 1 [m⁵/s³], their kinetic energy with that of the sphere's lateral motion and spin
    /// [m⁵/s²], and the potential energy of the lateral weight [m⁵/s²]; all over density.
    pub fn budget(&self, state: &SidewaysState, grid: &AxialGrid) -> [f64; 3] {
        let AzimuthalSetup { radial, viscosity, ends, .. } = &self.flow.setup;
        let of_part = |part: usize| {
            let mode = || std::iter::once((self.parts().wavenumber(part), &state.liquid.now[part]));
            [dissipation(radial, grid, mode(), *viscosity, *ends), kinetic_energy(radial, grid, mode())]
        };
        let of_parts: Vec<[f64; 2]> = (1..self.parts().count()).into_par_iter().map(of_part).collect();
        let [lost, moving] = [0, 1].map(|of| of_parts.iter().map(|part| part[of]).sum::<f64>());
        let Planar { lateral, spin, .. } = self.setup.inertia.0;
        let of = |[velocity, angular]: [f64; 2]| 0.5 * (lateral * velocity * velocity + spin * angular * angular);
        let mut sphere = of(state.speeds()[0]);
        if state.across.is_some() {
            sphere += of(state.speeds()[1]) + of(state.speeds()[2]);
        }
        [lost, moving + sphere, -self.setup.along.load * state.motion.x]
    }
}
