//! Observers: trajectory, ParaView fields, progress, summary.
