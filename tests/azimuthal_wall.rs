//! A sphere beside a wall in three dimensions, against exact Stokes flow.

use wetbounce::validate::wall_parallel::WallParallel;

/// Gap over radius, drag of translation over 6πμaU, torque over 8πμa²U, torque of rotation over 8πμa³Ω: rings of point
/// forces with their images in the wall (Blake 1971), fitted to the motion of the surface.
const EXACT: [[f64; 4]; 4] = [
    [1.0, 1.38275, -0.00502, 1.04178],
    [0.2, 1.95271, -0.04964, 1.27664],
    [0.05, 2.59896, -0.13793, 1.66746],
    [0.01, 3.42253, -0.27652, 2.24080],
];

#[test]
fn drag_and_torque_along_a_wall_are_those_of_stokes_flow_and_obey_the_reciprocal_theorem() {
    let wall = WallParallel { cells_per_diameter: 16, smallest_gap: 0.005 };
    let drag = wall.drag(&EXACT.map(|row| row[0])).unwrap();
    for (d, [gap, force, torque, spin]) in drag.iter().zip(EXACT) {
        assert!((d.translation_force / force - 1.0).abs() < 0.01, "h/a = {gap}: {d:?}");
        assert!((d.translation_torque - torque).abs() < 0.02 * torque.abs() + 2e-4, "h/a = {gap}: {d:?}");
        assert!((d.rotation_torque / spin - 1.0).abs() < 0.01, "h/a = {gap}: {d:?}");
        assert!((d.rotation_force / (4.0 / 3.0 * d.translation_torque) - 1.0).abs() < 1e-6, "h/a = {gap}: {d:?}");
    }
}
