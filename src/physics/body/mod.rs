//! The sphere: degrees of freedom, release, pictures.
//!
//! * [`dof`]: its degrees of freedom, and forces that are linear in its new speeds;
//! * [`release`]: how its motion begins, [`motion_table`], as a table says, and [`lateral_lead`], sideways;
//! * [`snapshot`]: liquid and sphere at one moment, as pictures need them.

pub mod dof;
pub mod lateral_lead;
pub mod motion_table;
pub mod release;
pub mod snapshot;
