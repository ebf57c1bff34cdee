//! The sphere as an immersed boundary: markers, kernel in index space, the constraint system.
