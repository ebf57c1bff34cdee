//! A uniform flow on moving cells stays uniform (geometric conservation law).

use ndarray::Array2;
use wetbounce_physics::flow::explicit::Explicit;
use wetbounce_physics::flow::explicit::{Fluxes, subtract_convection};
use wetbounce_physics::flow::fields::ModeFields;
use wetbounce_physics::flow::fields::Parts;
use wetbounce_physics::flow::level::Bdf2;
use wetbounce_physics::flow::level::FlowState;
use wetbounce_physics::flow::level::Frame;
use wetbounce_physics::grid::{AxialGrid, AxialMap, AxialSpec, RadialGrid, RadialSpec};

/// Three levels of the gap-following grid around a sphere that falls and accelerates: a film that closes by a third.
fn falling() -> (RadialGrid, [AxialGrid; 3], Bdf2) {
    let spec = AxialSpec {
        height: 6.0,
        diameter: 1.0,
        cells_per_diameter: 16.0,
        cells_across_film: 8.0,
        film_opens: f64::INFINITY,
        smallest_gap: 0.002,
        largest_gap: 1.0,
        film_growth: 0.1,
        far_growth: 0.06,
        largest: 0.6,
    };
    let radial = RadialGrid::graded(&RadialSpec {
        radius: 4.0,
        fine: 4.0,
        diameters: vec![1.0],
        cells_per_diameter: 16.0,
        smallest_gap: 0.002,
        cells_per_film_radius: 8.0,
        film_growth: 0.08,
        far_growth: 0.06,
        largest: 0.6,
    });
    let map = AxialMap::new(spec);
    let grids = [0.03, 0.025, 0.02].map(|gap| map.grid(gap));
    (radial, grids, Bdf2::new(0.007, Some(0.01)))
}

/// Largest departure from uniformity after one explicit step of a uniform axial flow, relative to its speed, away from
/// the container's ends (where a uniform flow is none).
pub fn axial_defect() -> f64 {
    const SPEED: f64 = 1.7;
    let (radial, [old, now, new], bdf) = falling();
    let (nz, nr) = (new.len(), radial.len());
    let mut state = FlowState::at_rest(&radial, Parts::symmetric(0), now);
    state.grid_old = old;
    for fields in [&mut state.now, &mut state.old] {
        fields[0].w.fill(SPEED);
    }
    let mut rate = [ModeFields::zeros(nz, nr)];
    let mut explicit = Explicit::new(&radial, nz, Parts::symmetric(0));
    explicit.right_hand_side(&state, &new, &Frame::default(), &bdf, &mut rate);
    largest_departure(&rate[0].w, 2..nz - 1, 0..nr, bdf.c0 * SPEED)
}

/// The same for a quantity uniform over the cells of the radial momentum in liquid at rest: the cells alone move.
pub fn radial_defect() -> f64 {
    const VALUE: f64 = 1.7;
    let (radial, [old, now, new], bdf) = falling();
    let (nz, nr) = (new.len(), radial.len());
    let face_velocity: Vec<f64> = (0..=nz).map(|j| bdf.rate(new.faces[j], now.faces[j], old.faces[j])).collect();
    let mut fluxes = Fluxes::zeros(nz, &radial);
    fluxes.set(&radial, &Array2::zeros((nz, nr)), &Array2::zeros((nz, nr)), &face_velocity);
    let (mut velocity, mut rate) = (ModeFields::zeros(nz, nr), ModeFields::zeros(nz, nr));
    velocity.u.fill(VALUE);
    for j in 0..nz {
        let history = -(bdf.c1 * now.widths[j] + bdf.c2 * old.widths[j]) / new.widths[j];
        rate.u.row_mut(j).fill(history * VALUE);
    }
    subtract_convection(&new, &mut fluxes, &velocity, &mut rate);
    largest_departure(&rate.u, 0..nz, 1..nr, bdf.c0 * VALUE)
}

fn largest_departure(
    rate: &Array2<f64>,
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    expected: f64,
) -> f64 {
    let inside = rate.indexed_iter().filter(|((j, i), _)| rows.contains(j) && columns.contains(i));
    inside.map(|(_, value)| (value / expected - 1.0).abs()).fold(0.0, f64::max)
}
