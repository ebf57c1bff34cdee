//! The rigid motions of a sphere, and the forces that belong to them.
//!
//! Only modes 0 and 1 move with the sphere. In the plane of symmetry, on its surface, with `ζ` the height above the centre,
//!
//! ```text
//! m = 0:  w = V              m = 1:  u = U + Ωζ,   v = −(U + Ωζ),   w = −Ω r
//! ```
//!
//! `V` is the axial speed, `U` the speed along φ = 0 and `Ω` the angular velocity about the normal of the plane, positive
//! where it carries the top of the sphere along φ = 0. By the measure of [`super::markers`] the force on the liquid that
//! belongs to each is the scalar product of this unit motion with the marker forces:
//!
//! ```text
//! F_z = Σ f_z,    F_x = Σ (f_r − f_φ),    T_y = Σ [ζ(f_r − f_φ) − r f_z]
//! ```
//!
//! The turned family has the same motions in m = 1, turned by a right angle: a speed along φ = π/2, and a spin that carries the
//! top of the sphere that way. Its mode 0 is the rotation about the axis, `v = −Ω_n r`.

use crate::body::dof::{ALONG, NORMAL, TWIST};
use crate::body::markers::Markers;

/// The degrees of freedom of each family: that of its mode 0, then lateral speed and spin, which both are of mode 1.
pub const FAMILIES: [[usize; 3]; 2] = [[NORMAL, ALONG[0][0], ALONG[0][1]], [TWIST, ALONG[1][0], ALONG[1][1]]];

/// The mode that each degree of freedom of a family moves.
pub const MODE_OF: [usize; 3] = [0, 1, 1];

/// Number of unit motions: those of the first family, and the rotation about the axis.
pub const MOTIONS: usize = 4;

/// The unit motion of entry `which` of a family: both share those of m = 1.
pub fn motion_of(which: usize, turned: bool) -> usize {
    if turned && MODE_OF[which] == 0 { MOTIONS - 1 } else { which }
}

/// The markers' velocity in unit motion `which`, in its mode; `centre` is the height of the sphere's
/// centre \[m\].
pub fn unit_motion(which: usize, markers: &Markers, centre: f64) -> Vec<f64> {
    let n = markers.len();
    let components: [&dyn Fn(f64, f64) -> f64; 3] = match which {
        0 => [&|_, _| 0.0, &|_, _| 1.0, &|_, _| 0.0],
        1 => [&|_, _| 1.0, &|_, _| 0.0, &|_, _| -1.0],
        2 => [&|_, height| height, &|r, _| -r, &|_, height| -height],
        _ => [&|_, _| 0.0, &|_, _| 0.0, &|r, _| -r],
    };
    let used = [0..2, 0..3, 0..3, 2..3][which].clone();
    let mut motion = Vec::with_capacity(used.len() * n);
    for component in &components[used] {
        motion.extend(markers.list.iter().map(|marker| component(marker.r, marker.z - centre)));
    }
    motion
}
