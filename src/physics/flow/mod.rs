//! The liquid: unsteady, axisymmetric, incompressible Navier–Stokes equations without swirl on the moving tensor grid,
//!
//! ```text
//! ∂u/∂t + (u·∇)u = −∇p + ν∇²u + f,   ∇·u = 0          (p is pressure over density)
//! ```
//!
//! * [`transport`]: the convective term, symmetry-preserving (Verstappen & Veldman 2003), on moving cells;
//! * [`modes`]: the radial eigenbasis in which every implicit operator is diagonal in r;
//! * [`stokes`]: the direct, *unsplit* solver of the implicit Stokes problem of one time step;
//! * [`tridiagonal`]: its sweeps in z, a block of modes at a time;
//! * [`lanes`]: the same solver for one mode and many right-hand sides at once;
//! * [`bdf`]: variable-step second-order backward differences and extrapolation;
//! * [`state`]: the fields of the last two steps and what a step does with them;
//! * [`budget`]: divergence, kinetic energy, dissipation.
//!
//! There is no projection and no pressure splitting: momentum and continuity are solved together, so the film's pressure
//! is that of the new time level, and velocity is solenoidal to round-off.

pub mod bdf;
pub mod budget;
pub mod lanes;
pub mod modes;
pub mod state;
pub mod stokes;
pub mod transport;
pub mod tridiagonal;
