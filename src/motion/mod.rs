//! The sphere's equation of motion: coupled to the flow, or to theory alone.

pub mod immersed;
