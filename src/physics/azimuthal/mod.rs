//! The liquid in three dimensions, by azimuthal modes around the sphere's axis, and the sphere in it.
//!
//! With a plane of symmetry (φ = 0) that holds the sphere's path,
//!
//! ```text
//! u_r, u_z, p = Σ_m (U_m, W_m, P_m) cos mφ,    u_φ = Σ_m V_m sin mφ,    m = 0 … M
//! ```
//!
//! and without one the same once more, turned by a quarter of a wave ([`parts`]),
//!
//! on the grid of the axisymmetric flow, whose coordinates follow the sphere. The implicit part of a step couples no two
//! modes, and on a sphere that is centred on the axis neither does the no-slip condition; convection couples all.
//!
//! * [`parts`]: modes and families;
//! * [`modes`]: the horizontal operators as an exact discrete complex, and the radial basis of each mode;
//! * [`solver`]: the direct, unsplit solver of the Stokes problem of one mode;
//! * [`planes`], [`convection`]: the convective term, pseudo-spectral in φ, symmetry-preserving in r and z;
//! * [`markers`], [`system`], [`constraint`], `compliance`: the sphere's no-slip condition, mode by mode;
//! * [`motion`]: the rigid motions of a sphere, and the forces that belong to them;
//! * [`state`]: the fields of two levels and the right-hand side they give the next one;
//! * [`flow`]: a time step of the liquid with the sphere in it;
//! * [`budget`]: divergence, kinetic energy, dissipation.

pub mod budget;
mod compliance;
pub mod constraint;
pub mod convection;
mod families;
pub mod flow;
pub mod markers;
pub mod modes;
mod momentum;
pub mod motion;
pub mod parts;
pub mod planes;
mod rows;
pub mod solver;
pub mod state;
pub mod system;
