//! Placing faces so that each cell holds the same share of a given cell density.

use crate::numerics::hermite::Cubic;

/// The cumulative number of cells along a line, `C(x) = ∫ n dx`, as a monotone piecewise cubic.
///
/// The sample points belong to the caller; where they move smoothly with a parameter, so do the faces.
pub(super) struct Cumulative {
    points: Vec<f64>,
    density: Vec<f64>,
    count: Vec<f64>,
}

impl Cumulative {
    pub(super) fn with_capacity(samples: usize) -> Self {
        Self {
            points: Vec::with_capacity(samples),
            density: Vec::with_capacity(samples),
            count: Vec::with_capacity(samples),
        }
    }

    /// Integrates the density `n` (cells per metre) over the increasing sample `points`; returns the total.
    pub(super) fn integrate(&mut self, points: impl Iterator<Item = f64>, n: impl Fn(f64) -> f64) -> f64 {
        self.points.clear();
        self.density.clear();
        self.count.clear();
        let mut total = 0.0;
        for x in points {
            let value = n(x);
            if let (Some(&x0), Some(&n0)) = (self.points.last(), self.density.last()) {
                let middle = n(0.5 * (x0 + x));
                total += (x - x0) * (n0 + 4.0 * middle + value) / 6.0;
            }
            self.points.push(x);
            self.density.push(value);
            self.count.push(total);
        }
        total
    }

    /// Fills `faces` (length `cells + 1`) with the positions that share the total equally.
    pub(super) fn place(&self, faces: &mut [f64]) {
        let cells = faces.len() - 1;
        let last = self.points.len() - 1;
        let total = self.count[last];
        let mut k = 0;
        for (j, face) in faces.iter_mut().enumerate() {
            let target = total * j as f64 / cells as f64;
            while k + 2 < self.points.len() && self.count[k + 1] < target {
                k += 1;
            }
            *face = self.invert(k, target);
        }
        faces[0] = self.points[0];
        faces[cells] = self.points[last];
    }

    /// Solves `C(x) = target` in sample interval `k`, where `C` is the cubic Hermite interpolant.
    fn invert(&self, k: usize, target: f64) -> f64 {
        let (x0, x1) = (self.points[k], self.points[k + 1]);
        let (c0, c1) = (self.count[k], self.count[k + 1]);
        let width = x1 - x0;
        let cubic = Cubic { first: [c0, self.density[k] * width], last: [c1, self.density[k + 1] * width] };
        let mut t = ((target - c0) / (c1 - c0)).clamp(0.0, 1.0);
        for _ in 0..4 {
            t = (t - (cubic.value(t) - target) / cubic.slope(t)).clamp(0.0, 1.0);
        }
        x0 + t * width
    }
}
