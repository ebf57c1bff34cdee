//! Space: the static radial grid and the axial grid that follows the gap.
