//! How much of an excess that is measured far from anything there is at a gap.

use crate::grid::SmallestGap;
use crate::numerics::linear_in_log;

/// A share of an excess of the grid, by the gap to what the sphere faces.
#[derive(Debug, Clone, PartialEq)]
pub struct GapShare {
    /// Smallest gap of the grid.
    smallest_gap: SmallestGap,
    /// Gap \[m\] and share, in ascending order.
    shares: Vec<(f64, f64)>,
    /// The share at every gap, where it was not measured.
    constant: f64,
}

impl GapShare {
    /// The same share at every gap.
    pub(super) fn constant(constant: f64) -> Self {
        Self { smallest_gap: SmallestGap(1.0), shares: Vec::new(), constant }
    }

    /// The shares at these gaps \[m\], in ascending order, on a grid with this smallest gap.
    pub(super) fn measured(smallest_gap: SmallestGap, shares: Vec<(f64, f64)>) -> Self {
        Self { smallest_gap, shares, constant: 1.0 }
    }

    /// Whether it is the same at every gap.
    pub(super) fn is_constant(&self) -> bool {
        self.shares.is_empty()
    }

    /// The share at `gap` \[m\].
    pub(super) fn at(&self, gap: f64) -> f64 {
        let (Some((lowest, _)), Some((highest, _))) = (self.shares.first(), self.shares.last()) else {
            return self.constant;
        };
        let gap = self.smallest_gap.resolved(gap).clamp(*lowest, *highest);
        linear_in_log(&self.shares, gap).unwrap_or(self.constant)
    }
}
