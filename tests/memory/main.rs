//! Memory: what a time step may take, and what a reader may take for the worst of inputs.

#[path = "../support/allocator.rs"]
mod allocator;
#[path = "../support/fuzz/mod.rs"]
mod fuzz;
#[path = "../support/random.rs"]
mod random;

mod film;
mod flow;
mod readers;
