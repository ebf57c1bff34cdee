//! The sphere as an immersed boundary: no-slip on a set of markers, imposed as constraints (Taira & Colonius 2007).
//!
//! * [`dof`]: its degrees of freedom, and forces that are linear in its new speeds;
//! * [`kernel`]: the regularised delta function in index space;
//! * [`markers`]: where the markers stand;
//! * [`amplitudes`]: interpolation and spreading (adjoint to each other) in the basis of the radial modes;
//! * [`release`]: how its motion begins, [`motion_table`], as a table says, and [`lateral_lead`], sideways;
//! * [`snapshot`]: liquid and sphere at one moment, as pictures need them.
//!
//! The marker force `f` [m⁴/s²] is the force on a whole ring of liquid over the liquid's density. Spreading divides by the
//! cell's volume and interpolation is its transpose, so `E K⁻¹ S` is symmetric positive definite, `K⁻¹` being the
//! *unsplit* Stokes solution: the velocity is solenoidal and follows the markers at the same time.
//!
//! The liquid inside of the sphere is computed with the rest and moves with it; the sphere's equation of motion subtracts
//! its inertia (see [`crate::motion`]).

pub mod amplitudes;
pub mod dof;
pub mod kernel;
pub mod lateral_lead;
pub mod markers;
pub mod motion_table;
pub mod release;
pub mod snapshot;
