//! One run: set-up, state, workspace, the time loop, stopping, checkpoints.

pub mod build;
