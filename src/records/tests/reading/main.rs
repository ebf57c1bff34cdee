//! What records say, spoilt in one way each or drawn at random: one program, so that it is linked once and no core
//! waits for the others.

mod layouts;
mod oblique;
mod spoilt;
mod tables;
mod trim;
