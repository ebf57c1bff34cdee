//! Liquid and sphere in three dimensions: continuity, determinism, isotropy.

use wetbounce::body::dof::{ALONG, DOFS, Dof};
use wetbounce::flow::fields::ModeFields;
use wetbounce::flow::fields::Parts;
use wetbounce::flow::immersed::ImmersedFlow;
use wetbounce::flow::level::ImmersedState;
use wetbounce::flow::level::{Frame, NewSpeed, NextLevel};
use wetbounce::flow::setup::{AzimuthalSetup, ImmersedSetup};
use wetbounce::flow::setup::{MarkedSphere, MarkerSpec};
use wetbounce::flow::stokes::Ends;
use wetbounce::grid::{AxialGrid, AxialMap, RadialGrid};

/// Height of the sphere's lowest point.
const GAP: f64 = 3.5;

/// A sphere of diameter 1 in the middle of a coarse box.
fn flow(highest: usize, symmetric: bool) -> ImmersedFlow {
    let faces = |n: usize, length: f64, middle: f64| -> Vec<f64> {
        let place = |x: f64| middle + (2.2 * x).sinh() / 2.2_f64.sinh() * (length - middle);
        (0..=n)
            .map(|j| place(if middle > 0.0 { 2.0 * j as f64 / n as f64 - 1.0 } else { j as f64 / n as f64 }))
            .collect()
    };
    let markers = MarkerSpec::standard(0.08).in_three_dimensions();
    let parts = Parts { highest, symmetric };
    let setup = ImmersedSetup {
        radial: RadialGrid::from_faces(faces(26, 4.0, 0.0)),
        spheres: vec![MarkedSphere { diameter: 1.0, markers }],
        kinematic_viscosity: 0.01,
        ends: Ends { bottom_no_slip: true, top_no_slip: false },
        side_no_slip: false,
        tolerance: 1e-9,
        azimuthal: Some(AzimuthalSetup { parts, markers, tolerance: 1e-9, unit_tolerance: 1e-9 }),
    };
    ImmersedFlow::new(setup, AxialMap::standing(AxialGrid::from_faces(faces(52, 8.0, 4.0)), GAP))
}

/// Tows the sphere, with or without a plane of symmetry.
fn tow(highest: usize, steps: usize, symmetric: bool, speeds: &Dof) -> (ImmersedFlow, ImmersedState) {
    let mut flow = flow(highest, symmetric);
    let mut state = flow.at_rest(GAP);
    let frame = Frame { axial: speeds[0], along: ALONG.map(|[u, _]| speeds[u]) };
    for _ in 0..steps {
        let known = NewSpeed { expected: *speeds, ..NewSpeed::default() };
        let level = NextLevel { frame, ..NextLevel::new(0.03, GAP, known) };
        flow.respond(&mut state, level).unwrap().finish(&[*speeds, Dof::zeros()]);
    }
    (flow, state)
}

/// Along the normal and x.
const OBLIQUE: [f64; DOFS] = [-0.8, 0.6, 1.5, 0.0, 0.0, 0.0];
/// The same, and along y, with a rotation about the axis.
const WHOLE: [f64; DOFS] = [-0.8, 0.6, 1.5, -0.4, 0.7, 2.0];

#[test]
fn the_velocity_of_every_mode_is_solenoidal_to_round_off() {
    let (flow, state) = tow(3, 5, false, &WHOLE.into());
    let (radial, grid) = (&flow.setup.radial, &state.flow.grid_now);
    for (m, fields) in flow.setup.parts().wavenumbers().zip(&state.flow.now) {
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
        pool.install(|| tow(3, 4, false, &WHOLE.into()).1)
    };
    assert!(on(1) == on(2));
}

#[test]
fn a_sphere_moves_alike_in_every_direction_through_unbounded_liquid_at_rest() {
    let mut flow = flow(1, true);
    let mut state = flow.at_rest(GAP);
    let free = [true, true, true, false, false, false];
    let level = NextLevel::new(5.0, GAP, NewSpeed { free, ..NewSpeed::any() });
    let force = flow.respond(&mut state, level).unwrap().force().per_speed;
    assert!((force[(1, 1)] / force[(0, 0)] - 1.0).abs() < 0.01, "{force:?}");
    assert!(force[(1, 2)].abs() < 1e-3 * force[(2, 2)] && force[(0, 1)] == 0.0, "{force:?}");
}

/// Largest difference of two fields' velocities.
fn off(a: &ModeFields, b: &ModeFields) -> f64 {
    let pairs = [(&a.u, &b.u), (&a.v, &b.v), (&a.w, &b.w)];
    pairs.into_iter().flat_map(|(a, b)| a.iter().zip(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn without_a_plane_of_symmetry_a_symmetric_motion_stays_in_its_plane() {
    let [plane, whole] = [true, false].map(|symmetric| tow(3, 6, symmetric, &OBLIQUE.into()).1.flow.now);
    let (same, other) = whole.split_at(plane.len());
    for (m, (a, b)) in plane.iter().zip(same).enumerate() {
        assert!(off(a, b) < 1e-12, "m = {m}: {:.1e}", off(a, b));
    }
    for fields in other {
        assert!(off(fields, &ModeFields::zeros(52, 26)) < 1e-13);
    }
}

/// Turned by a right angle about the axis: mode 1 of the first family becomes that of the turned one, mode 2 changes
/// its sign.
#[test]
fn a_motion_turned_by_a_right_angle_gives_the_flow_turned() {
    let [v, u_x, spin_x, u_y, spin_y, twist] = WHOLE;
    let one = tow(2, 6, false, &WHOLE.into()).1.flow.now;
    let turned = tow(2, 6, false, &[v, -u_y, -spin_y, u_x, spin_x, twist].into()).1.flow.now;
    let scaled = |fields: &ModeFields, by: f64| ModeFields {
        u: by * &fields.u,
        v: by * &fields.v,
        w: by * &fields.w,
        p: by * &fields.p,
    };
    for (part, from, by) in [(0, 0, 1.0), (1, 4, -1.0), (2, 2, -1.0), (3, 3, 1.0), (4, 1, 1.0), (5, 5, -1.0)] {
        let difference = off(&turned[part], &scaled(&one[from], by));
        assert!(difference < 1e-10, "part {part}: {difference:.1e}");
    }
}
