//! How fast the liquid crosses the cells, and how long a step may be for it.

use super::fields::Parts;
use super::level::{FlowState, ImmersedState};
use crate::grid::RadialGrid;
use crate::numerics::row;

/// How fast the liquid crosses the cells \[1/s\].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FlowRates {
    /// Largest `|u|/dr`.
    pub radial: f64,
    /// Largest `|w − w_grid|/dz`.
    pub axial: f64,
    /// Over the longest step in which no wave of the grid grows, see `growth_rate`.
    pub growth: f64,
}

/// Over the longest step in which no wave of the grid grows \[1/s\]: the largest `(4c⁴/9κ)^{1/3}`, to leading order.
///
/// BDF2 with extrapolated convection multiplies a wave of frequency `ω` by `1 + ¾(ωΔt)⁴` in a step: the series of its
/// characteristic equation gives `σ = −iθ − ⅔(−iθ)³ + ¾θ⁴` with `θ = ωΔt`. Viscosity, implicit, takes `κΔt`. On central
/// differences of spacing `d` a wave of phase `φ` has `ω = (c/d) sin φ` and `κ = (2ν/d²)(1 − cos φ)`, and the largest
/// `sin⁴φ/(1 − cos φ)` is 32/27: nothing grows while `(c/d)⁴Δt³ ≤ 9/4 · ν/d²`, a Courant number of `(9ν/4cd)^{1/3}`.
/// That is more than 0.4 up to 35 cells' Reynolds numbers, and 0.22 at 200. Waves along r, along z, and along both are
/// looked at.
pub(crate) fn growth_rate(worst: f64) -> f64 {
    (worst / STABILITY).cbrt()
}

/// The 9/4 of the stability of extrapolated convection, see `growth_rate`.
const STABILITY: f64 = 2.25;

/// Largest Courant number at which no wave along one direction of a grid grows, `(9ν/4cd)^{1/3}`, to leading order, see
/// `growth_rate`: kinematic viscosity `ν`, speed `c`, cell `d`, in units that belong together.
pub fn stable_courant(kinematic_viscosity: f64, speed: f64, cell: f64) -> f64 {
    (STABILITY * kinematic_viscosity / (speed * cell)).cbrt()
}

/// Reynolds number of a cell below which viscosity, which is implicit, takes whatever convection does within it: its
/// Courant number is then that of [`stable_courant`], which is more than one.
pub const CREEPING_CELL: f64 = 0.5;

/// How fast the liquid of `kinematic_viscosity` \[m²/s\] crosses the cells of the present level, with the grid's face
/// velocities of the last step. Cells of a Reynolds number below `creeping` count by their stability alone.
///
/// Of waves that grow the axisymmetric mode tells; beside it the amplitudes of all modes are added up, so that the
/// rates come from above.
pub fn courant_rates(
    radial: &RadialGrid,
    parts: Parts,
    state: &ImmersedState,
    kinematic_viscosity: f64,
    creeping: f64,
) -> FlowRates {
    let of_mean = of_mean(radial, &state.flow, &state.face_velocity, kinematic_viscosity, creeping);
    if parts.count() == 1 {
        return of_mean;
    }
    let of_all = of_all(radial, parts, state, kinematic_viscosity, creeping);
    FlowRates { growth: larger(of_mean.growth, of_all.growth), ..of_all }
}

/// The rates of the axisymmetric mode.
fn of_mean(
    radial: &RadialGrid,
    state: &FlowState,
    face_velocity: &[f64],
    kinematic_viscosity: f64,
    creeping: f64,
) -> FlowRates {
    let (nr, grid, mean) = (radial.len(), &state.grid_now, &state.now[0]);
    let per_spacing: Vec<f64> = radial.spacing.iter().map(|spacing| 1.0 / spacing).collect();
    // Of every column the largest `|u|/dr` and `|w − w_grid|/dz`, and the rates of waves along z and along both.
    let [mut in_r, mut in_z, mut along_r, mut along_z, mut along_both] = [(); 5].map(|()| vec![0.0_f64; nr]);
    for (j, face) in face_velocity.iter().enumerate().take(grid.len()) {
        let [u, w] = [&mean.u, &mean.w].map(|field| &row(field, j)[..nr]);
        let inverse = if j > 0 { 1.0 / grid.widths[j].min(grid.widths[j - 1]) } else { 0.0 };
        let damping = kinematic_viscosity * inverse * inverse;
        let undamped = if j > 0 { 1.0 / damping } else { 0.0 };
        let (per_spacing, in_r, in_z) = (&per_spacing[..nr], &mut in_r[..nr], &mut in_z[..nr]);
        let (along_r, along_z, along_both) = (&mut along_r[..nr], &mut along_z[..nr], &mut along_both[..nr]);
        // The greatest so far is written whether it is new or not: writing only what is new takes longer than all the
        // rest.
        for i in 0..nr {
            let (r, z) = (u[i].abs() * per_spacing[i], (w[i] - face).abs() * inverse);
            along_r[i] = along_r[i].max(r);
            let least_r = creeping * (kinematic_viscosity * per_spacing[i] * per_spacing[i]);
            in_r[i] = in_r[i].max(if r < least_r { 0.0 } else { r });
            in_z[i] = in_z[i].max(if z < creeping * damping { 0.0 } else { z });
            along_z[i] = along_z[i].max(z * z * (z * z) * undamped);
            let both = (r + z) * (r + z);
            let damped = kinematic_viscosity * per_spacing[i] * per_spacing[i] + damping;
            along_both[i] = along_both[i].max(both * both / damped);
        }
    }
    let along_r = along_r.iter().zip(&per_spacing).map(|(r, per)| r.powi(4) / (kinematic_viscosity * per * per));
    let worst = along_r.chain(along_z).chain(along_both).fold(0.0, larger);
    let [radial, axial] = [in_r, in_z].map(|rates| rates.into_iter().fold(0.0, larger));
    FlowRates { radial, axial, growth: growth_rate(worst) }
}

/// The larger of two numbers, `a` where `b` is none.
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The rates of all modes, from above: their amplitudes are added up. Of waves that grow, those in cells below
/// `creeping`.
fn of_all(
    radial: &RadialGrid,
    parts: Parts,
    state: &ImmersedState,
    kinematic_viscosity: f64,
    creeping: f64,
) -> FlowRates {
    let grid = &state.flow.grid_now;
    let frame = |part: usize| match parts.wavenumber(part) {
        1 => state.frame[usize::from(parts.is_turned(part))],
        _ => 0.0,
    };
    let add = |sums: &mut [f64], values: &[f64], frame: f64| {
        sums.iter_mut().zip(values).for_each(|(sum, x)| *sum += (x - frame).abs());
    };
    let [mut in_r, mut u, mut w] = [(); 3].map(|()| vec![0.0; radial.len()]);
    let mut rates = FlowRates::default();
    let mut worst = 0.0;
    let mut creeps = |rate: f64, cell: f64| {
        let damping = kinematic_viscosity / (cell * cell);
        let creeps = rate < creeping * damping;
        worst = if creeps { larger(worst, rate.powi(4) / damping) } else { worst };
        creeps
    };
    for (j, face) in state.face_velocity.iter().enumerate().take(grid.len()) {
        u.fill(0.0);
        w.fill(0.0);
        add(&mut u, row(&state.flow.now[0].u, j), 0.0);
        add(&mut w, row(&state.flow.now[0].w, j), *face);
        for (part, fields) in state.flow.now.iter().enumerate().skip(1) {
            add(&mut u, row(&fields.u, j), frame(part));
            add(&mut w, row(&fields.w, j), 0.0);
        }
        in_r.iter_mut().zip(&u).for_each(|(most, u)| *most = larger(*most, *u));
        if j > 0 {
            let height = grid.widths[j].min(grid.widths[j - 1]);
            let rate = w.iter().fold(0.0, |most: f64, w| most.max(*w)) / height;
            rates.axial = if creeps(rate, height) { rates.axial } else { rates.axial.max(rate) };
        }
    }
    for (u, spacing) in in_r.iter().zip(&radial.spacing) {
        let rate = u / spacing;
        rates.radial = if creeps(rate, *spacing) { rates.radial } else { rates.radial.max(rate) };
    }
    FlowRates { growth: growth_rate(worst), ..rates }
}
