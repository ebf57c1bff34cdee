//! Space: a static radial grid and an axial grid that follows the gap.
//!
//! The mesh is a staggered tensor grid in (r, z). Cell `(j, i)` lies between the axial faces `j, j+1` and the
//! radial faces `i, i+1`; every field is an array of shape `(nz, nr)` with r contiguous:
//!
//! * `p[j, i]` in the cell centre `(r_centre[i], z_centre[j])`,
//! * `u[j, i]` (radial velocity) on the radial face `r_face[i]`, the cell's inner side; `u[.., 0] = 0` is the axis and
//!   the face at the container's side, `i = nr`, is not stored (its velocity is zero),
//! * `w[j, i]` (axial velocity) on the axial face `z_face[j]`, the cell's lower side; `w[0, ..] = 0` is the wall and
//!   the face at the top, `j = nz`, is not stored (its velocity is zero).
//!
//! Axisymmetry is only a metric: cell areas and volumes carry `r`, nothing else knows about it.

mod axial;
mod film_cells;
mod radial;

pub use axial::{AxialGrid, AxialMap, AxialSpec, SmallestGap};
pub use radial::{RadialGrid, RadialSpec};

/// Smooth maximum of two cell densities, `(a⁴ + b⁴)^¼`.
fn smooth_max(a: f64, b: f64) -> f64 {
    let (a2, b2) = (a * a, b * b);
    (a2 * a2 + b2 * b2).sqrt().sqrt()
}

/// Smooth ramp `max(0, x)` with rounding radius `width`.
fn smooth_ramp(x: f64, width: f64) -> f64 {
    0.5 * (x + (x * x + width * width).sqrt())
}
