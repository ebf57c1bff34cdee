//! The rigid motions of a sphere, and the forces that belong to them.
//!
//! Only modes 0 and 1 move with the sphere. In the plane of symmetry, on its surface, with `ζ` the height above the centre,
//!
//! ```text
//! m = 0:  w = V              m = 1:  u = U + Ωζ,   v = −(U + Ωζ),   w = −Ω r
//! ```
//!
//! `V` is the axial speed, `U` the speed along φ = 0 and `Ω` the angular velocity about the normal of the plane, positive
//! where it carries the top of the sphere along φ = 0. By the measure of [`super::sight`] the force on the liquid that
//! belongs to each is the scalar product of this unit motion with the marker forces:
//!
//! ```text
//! F_z = Σ f_z,    F_x = Σ (f_r − f_φ),    T_y = Σ [ζ(f_r − f_φ) − r f_z]
//! ```
//!
//! The turned family has the same motions in m = 1, turned by a right angle: a speed along φ = π/2, and a spin that carries the
//! top of the sphere that way. Its mode 0 is the rotation about the axis, `v = −Ω_n r`. A second sphere on the axis moves along it alone.

use super::markers::Markers;
use crate::body::dof::{ALONG, NORMAL, TWIST};

/// Number of unit motions: speed along the axis, lateral speed and spin, rotation about the axis, and the second sphere's speed along the
/// axis. Both families share those of m = 1.
pub const MOTIONS: usize = 5;

/// The motions of `spheres` spheres that mode `m` follows, or swirl.
pub(super) fn motions_of(m: usize, swirl: bool, spheres: usize) -> &'static [usize] {
    match (m, swirl) {
        (0, false) => &[0, 4][..spheres],
        (0, true) => &[3],
        (1, _) => &[1, 2],
        _ => &[],
    }
}

/// The sphere that motion `which` moves, and its degree of freedom in the first or the turned family.
pub(super) fn moved(which: usize, turned: bool) -> [usize; 2] {
    match which {
        1 | 2 => [0, ALONG[usize::from(turned)][which - 1]],
        3 => [0, TWIST],
        _ => [usize::from(which == 4), NORMAL],
    }
}

/// Whether motion `which` is a rotation.
pub(super) fn is_rotation(which: usize) -> bool {
    which == 2 || which == 3
}

/// Sets `motion` to the markers' velocity in unit motion `which`, in its mode; `centre` is the height of the centre of a sphere that moves
/// along the wall or spins \[m\].
pub(super) fn unit_motion(which: usize, markers: &Markers, centre: f64, motion: &mut Vec<f64>) {
    let components: [fn(f64, f64) -> f64; 3] = match which {
        1 => [|_, _| 1.0, |_, _| 0.0, |_, _| -1.0],
        2 => [|_, height| height, |r, _| -r, |_, height| -height],
        3 => [|_, _| 0.0, |_, _| 0.0, |r, _| -r],
        _ => [|_, _| 0.0, |_, _| 1.0, |_, _| 0.0],
    };
    let (used, of_sphere) = ([0..2, 0..3, 0..3, 2..3, 0..2][which].clone(), markers.of(moved(which, false)[0]));
    motion.clear();
    for component in &components[used] {
        let at = |(k, marker): (usize, &super::markers::Marker)| match of_sphere.contains(&k) {
            true => component(marker.r, marker.z - centre),
            false => 0.0,
        };
        motion.extend(markers.list.iter().enumerate().map(at));
    }
}
