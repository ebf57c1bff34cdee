//! The sphere: degrees of freedom, release, pictures; and how the wall recedes from it.
//!
//! * [`dof`]: its degrees of freedom, and forces that are linear in its new speeds; [`as_array`] writes them;
//! * [`release`]: how its motion begins, or, by [`motion_table`], as a table says;
//! * [`recoil`]: how a wall recedes under a force;
//! * [`snapshot`]: liquid and sphere at one moment, as pictures need them.

pub mod as_array;
pub mod dof;
pub mod motion_table;
pub mod recoil;
pub mod release;
pub mod snapshot;
