//! Theory of the liquid forces on a sphere near a wall, one law a file.
