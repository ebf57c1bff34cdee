//! The liquid: unsteady, incompressible Navier–Stokes equations on the moving tensor grid around the sphere's axis,
//!
//! ```text
//! ∂u/∂t + (u·∇)u = −∇p + ν∇²u + f,   ∇·u = 0          (p is pressure over density)
//! ```
//!
//! by azimuthal modes, and the sphere in it as an immersed boundary: no-slip on a set of markers, imposed as
//! constraints (Taira & Colonius 2007). With a plane of symmetry (φ = 0) that holds the sphere's path,
//!
//! ```text
//! u_r, u_z, p = Σ_m (U_m, W_m, P_m) cos mφ,    u_φ = Σ_m V_m sin mφ,    m = 0 … M
//! ```
//!
//! and without one the same once more, turned by a quarter of a wave ([`fields`]). Axisymmetric flow is M = 0: the list
//! of length one. The implicit part of a step couples no two modes, and on a sphere that is centred on the axis neither
//! does the no-slip condition; convection couples all.
//!
//! A step:
//!
//! * [`immersed`]: a time step of the liquid with the sphere in it; read it first. [`setup`] is constant during a run,
//!   [`level`] has the state and the goal of a step with its formula in time, `mode` is the step of one mode,
//!   `measuring` asks single steps for the errors of a grid;
//! * [`courant`]: how fast the liquid crosses the cells; [`budget`]: divergence, kinetic energy, dissipation.
//!
//! The velocity:
//!
//! * [`fields`]: on the grid, by modes and families;
//! * [`explicit`]: the explicit part of a step. The convective term is symmetry-preserving (Verstappen & Veldman 2003),
//!   on moving cells; that of axisymmetric flow is there, that of all modes in [`convection`], pseudo-spectral in φ
//!   ([`planes`]);
//! * [`solver`]: the direct, *unsplit* solver of the implicit Stokes problem of one mode. [`modes`] is the radial
//!   eigenbasis in which its operators are diagonal in r, [`horizontal`] that of m ≥ 1 and the horizontal operators as
//!   an exact discrete complex; [`stokes`] solves in that basis, by sweeps in z, a block of modes at a time
//!   ([`tridiagonal`]).
//!
//! The sphere:
//!
//! * [`markers`]: where the markers stand, and the rigid motions of a sphere; [`kernel`]: the regularised delta
//!   function in index space;
//! * [`marker_interpolation`]: interpolation and spreading (adjoint to each other) in the basis of the radial modes,
//!   and the symmetric positive definite system for the marker forces; [`constraint`]: its preconditioned solution,
//!   `compliance` its dense matrix.
//!
//! There is no projection and no pressure splitting: momentum and continuity are solved together, so the film's
//! pressure is that of the new time level, and velocity is solenoidal to round-off. A marker force `f` [m⁴/s²] is the
//! force on a whole ring of liquid over the liquid's density. Spreading divides by the cell's volume and interpolation
//! is its transpose, so `E K⁻¹ S` is symmetric positive definite, `K⁻¹` being the Stokes solution.
//!
//! The liquid inside of the sphere is computed with the rest and moves with it; the sphere's equation of motion
//! subtracts its inertia (see [`crate::motion`]).

pub mod budget;
mod compliance;
pub mod constraint;
pub mod convection;
pub mod courant;
pub mod explicit;
pub mod fields;
pub mod horizontal;
pub mod immersed;
pub mod kernel;
pub mod level;
pub mod markers;
mod measuring;
mod mode;
pub mod modes;
mod momentum;
pub mod planes;
mod rows;
pub mod setup;
pub mod marker_interpolation;
pub mod solver;
pub mod stokes;
pub mod tridiagonal;
