//! One run: set-up, state, workspace, the time loop, stopping, checkpoints.
