//! Restitution and other measures taken from a trajectory.
