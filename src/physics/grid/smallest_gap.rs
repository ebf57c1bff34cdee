//! How the geometry of the grid comes to rest where the gap becomes too small for it.

/// The smallest gap `h_g` of a grid \[m\], positive.
///
/// The geometry of the flow stands at the *resolved gap* `ĥ(h)` and never below `h_g`:
///
/// ```text
/// ĥ = h                  2 h_g ≤ h
/// ĥ = h_g + h²/(4 h_g)   0 < h < 2 h_g
/// ĥ = h_g                h ≤ 0
/// ```
///
/// `ĥ` and `dĥ/dh` are continuous. Were the geometry stopped at once, the part of the force with which the liquid in the
/// film resists its acceleration as the film narrows (`∝ ρV dĥ/dt`; the term `(Re/20) ln(1/δ*)` of Cox & Brenner 1967) would
/// end at once too, and begin again at once on the way out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmallestGap(pub f64);

impl SmallestGap {
    /// The gap down to which the geometry follows the sphere, `2 h_g` \[m\].
    pub fn followed(self) -> f64 {
        2.0 * self.0
    }

    /// The resolved gap `ĥ` \[m\] of a sphere at `gap` \[m\].
    pub fn resolved(self, gap: f64) -> f64 {
        let slope = self.slope(gap);
        if slope < 1.0 { self.0 * (1.0 + slope * slope) } else { gap }
    }

    /// `count` gaps \[m\] from this one to `highest` \[m\], each the same multiple of the one before; none if that is no larger.
    pub fn up_to(self, highest: f64, count: usize) -> impl Iterator<Item = f64> {
        let ratio = highest / self.0;
        let gap = move |k: usize| self.0 * ratio.powf(k as f64 / (count - 1) as f64);
        (0..if ratio > 1.0 { count } else { 0 }).map(gap)
    }

    /// `dĥ/dh` at `gap` \[m\], 0 to 1.
    pub fn slope(self, gap: f64) -> f64 {
        (gap / self.followed()).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resolved_gap_and_its_slope_are_continuous_and_it_never_falls_below_the_smallest() {
        let smallest = SmallestGap(6e-6);
        assert_eq!(smallest.resolved(1e-3), 1e-3);
        assert_eq!((smallest.resolved(0.0), smallest.resolved(-1e-6)), (6e-6, 6e-6));
        let mut before = smallest.resolved(-1e-6);
        for k in 0..3000 {
            let gap = -1e-6 + 1e-8 * f64::from(k);
            let (low, high) = (smallest.resolved(gap - 1e-10), smallest.resolved(gap + 1e-10));
            assert!(((high - low) / 2e-10 - smallest.slope(gap)).abs() < 1e-4, "slope at {gap}");
            let here = smallest.resolved(gap);
            assert!(here >= before && here >= gap && here >= 6e-6, "{here} at {gap}");
            before = here;
        }
    }
}
