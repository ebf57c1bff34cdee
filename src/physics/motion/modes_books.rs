//! What azimuthal modes add to the books of a step: how fast the liquid crosses the cells, and its energy.

use crate::azimuthal::budget::{dissipation, kinetic_energy};
use crate::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup};
use crate::azimuthal::state::AzimuthalState;
use crate::flow::state::FlowState;
use crate::grid::AxialGrid;
use crate::numerics::row;
use rayon::prelude::*;

/// Largest velocities over spacings [1/s] relative to the moving cells, in r and z, from above: amplitudes of all modes are
/// added up. Without modes m ≥ 1 those of the axisymmetric flow.
pub(super) fn courant_rates(
    modes: &AzimuthalFlow,
    state: &AzimuthalState,
    mean: &FlowState,
    face_velocity: &[f64],
) -> (f64, f64) {
    let (radial, grid, parts) = (&modes.setup.radial, &mean.grid_now, modes.setup.parts());
    let frame = |part: usize| match parts.wavenumber(part) {
        1 => state.frame[usize::from(parts.is_turned(part))],
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
        for (part, fields) in state.now.iter().enumerate().skip(1) {
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

/// Rate of dissipation in modes m ≥ 1 [m⁵/s³] and their kinetic energy [m⁵/s²]; both over density.
pub(super) fn budget(modes: &AzimuthalFlow, state: &AzimuthalState, grid: &AxialGrid) -> [f64; 2] {
    let AzimuthalSetup { radial, viscosity, ends, .. } = &modes.setup;
    let parts = modes.setup.parts();
    let of_part = |part: usize| {
        let mode = || std::iter::once((parts.wavenumber(part), &state.now[part]));
        [dissipation(radial, grid, mode(), *viscosity, *ends), kinetic_energy(radial, grid, mode())]
    };
    let of_parts: Vec<[f64; 2]> = (1..parts.count()).into_par_iter().map(of_part).collect();
    [0, 1].map(|of| of_parts.iter().map(|part| part[of]).sum::<f64>())
}
