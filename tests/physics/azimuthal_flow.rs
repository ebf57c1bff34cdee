//! Liquid and sphere in three dimensions: continuity, determinism, isotropy.

use wetbounce::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, NewSpeeds};
use wetbounce::azimuthal::motion::Planar;
use wetbounce::azimuthal::state::{AzimuthalState, Frame, NextLevel};
use wetbounce::body::markers::MarkerSpec;
use wetbounce::flow::stokes::Ends;
use wetbounce::grid::{AxialGrid, RadialGrid};

/// A sphere of diameter 1 in the middle of a coarse box.
fn flow(highest: usize) -> (AzimuthalFlow, AxialGrid) {
    let faces = |n: usize, length: f64, middle: f64| -> Vec<f64> {
        let place = |x: f64| middle + (2.2 * x).sinh() / 2.2_f64.sinh() * (length - middle);
        (0..=n)
            .map(|j| place(if middle > 0.0 { 2.0 * j as f64 / n as f64 - 1.0 } else { j as f64 / n as f64 }))
            .collect()
    };
    let setup = AzimuthalSetup {
        radial: RadialGrid::from_faces(faces(26, 4.0, 0.0)),
        rows: 52,
        lowest: 0,
        highest,
        diameter: 1.0,
        markers: MarkerSpec::in_three_dimensions(0.08),
        viscosity: 0.01,
        ends: Ends { bottom_no_slip: true, top_no_slip: false },
        tolerance: 1e-9,
        unit_tolerance: 1e-9,
    };
    (AzimuthalFlow::new(setup), AxialGrid::from_faces(faces(52, 8.0, 4.0)))
}

/// Tows the sphere obliquely.
fn tow(highest: usize, steps: usize) -> (AzimuthalFlow, AzimuthalState) {
    let (mut flow, grid) = flow(highest);
    let mut state = flow.at_rest(grid.clone());
    let speeds = Planar { axial: -0.8, lateral: 0.6, spin: 1.5 };
    let frame = Frame { axial: speeds.axial, lateral: speeds.lateral };
    for _ in 0..steps {
        let level = NextLevel { dt: 0.03, grid: &grid, gap: 3.5, frame };
        flow.advance(&mut state, &level, NewSpeeds { expected: speeds, free: [false; 3] }).unwrap();
        flow.finish(&mut state, &level, speeds);
    }
    (flow, state)
}

#[test]
fn the_velocity_of_every_mode_is_solenoidal_to_round_off() {
    let (flow, state) = tow(3, 5);
    let (radial, grid) = (&flow.setup.radial, &state.grid_now);
    for (m, fields) in state.now.iter().enumerate() {
        let (nz, nr) = fields.u.dim();
        for j in 0..nz {
            for i in 0..nr {
                let outer = if i + 1 < nr { radial.faces[i + 1] * fields.u[(j, i + 1)] } else { 0.0 };
                let top = if j + 1 < nz { fields.w[(j + 1, i)] } else { 0.0 };
                let divergence = (outer - radial.faces[i] * fields.u[(j, i)]) / radial.cell_area(i)
                    + m as f64 * fields.v[(j, i)] / radial.centres[i]
                    + (top - fields.w[(j, i)]) / grid.widths[j];
                assert!(divergence.abs() < 1e-11, "m = {m}, {j} {i}: {divergence:.1e}");
            }
        }
    }
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| tow(3, 4).1)
    };
    assert!(on(1) == on(2));
}

#[test]
fn a_sphere_moves_alike_in_every_direction_through_unbounded_liquid_at_rest() {
    let (mut flow, grid) = flow(1);
    let mut state = flow.at_rest(grid.clone());
    let level = NextLevel { dt: 5.0, grid: &grid, gap: 3.5, frame: Frame::default() };
    let force =
        flow.advance(&mut state, &level, NewSpeeds { expected: Planar::default(), free: [true; 3] }).unwrap().per_speed;
    assert!((force[1][1] / force[0][0] - 1.0).abs() < 0.01, "{force:?}");
    assert!(force[1][2].abs() < 1e-3 * force[2][2] && force[0][1] == 0.0, "{force:?}");
}
