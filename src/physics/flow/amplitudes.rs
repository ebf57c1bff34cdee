//! Interpolation and spreading in the basis of the radial modes: the share of every mode at a marker, so that no field need leave
//! that basis for the markers' sake.

use super::kernel::Stencil;
use crate::numerics::wide::wide;
use crate::numerics::{row, row_mut};
use ndarray::Array2;

/// The modes of one component of the velocity at the markers' radii, `n` rows of `nr` values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Amplitudes {
    values: Vec<f64>,
    nr: usize,
}

/// Values that are summed side by side.
const SIDE_BY_SIDE: usize = 8;

impl Amplitudes {
    /// Sets one row per radial stencil; `modes[(i, k)]` is mode k in node i.
    pub(super) fn set<'a>(&mut self, stencils: impl Iterator<Item = &'a Stencil>, modes: &Array2<f64>) {
        self.nr = modes.ncols();
        self.values.clear();
        for stencil in stencils {
            let [a, b, c, d]: [&[f64]; 4] = std::array::from_fn(|a| row(modes, stencil.start + a));
            let nodes = a.iter().zip(b).zip(c).zip(d);
            self.values.extend(nodes.map(|(((a, b), c), d)| weighted(&stencil.weights, [*a, *b, *c, *d])));
        }
    }

    /// The modes at marker `m`.
    pub(super) fn at(&self, m: usize) -> &[f64] {
        &self.values[m * self.nr..(m + 1) * self.nr]
    }

    /// Adds the markers' forces `force` to the modes `out` of an acceleration: in row j the axial weight times the force over
    /// `measure(j)`. `axial` gives the markers' axial stencils, which begin in rows that do not decrease.
    pub(super) fn spread<'a>(
        &self,
        axial: impl Fn(usize) -> &'a Stencil,
        force: &[f64],
        measure: impl Fn(usize) -> f64,
        out: &mut Array2<f64>,
    ) {
        let Some(last) = force.len().checked_sub(1) else { return };
        let (mut low, mut high, mut factors) = (0, 0, Vec::new());
        for j in axial(0).start..(axial(last).start + 4).min(out.nrows()) {
            while axial(low).start + 4 <= j {
                low += 1;
            }
            while high <= last && axial(high).start <= j {
                high += 1;
            }
            let factor = |m: usize| axial(m).weights[j - axial(m).start] * (force[m] / measure(j));
            factors.clear();
            factors.extend((low..high).map(factor));
            self.add(low, &factors, row_mut(out, j));
        }
    }

    wide! {
        /// Adds the modes at the markers from `first` on to `row`, times `factors`, one after the other.
        fn add [added, added_wide] (&self, first: usize, factors: &[f64], row: &mut [f64]) {
            let (nr, modes) = (self.nr, &self.values[first * self.nr..][..factors.len() * self.nr]);
            let (whole, rest) = row.as_chunks_mut::<SIDE_BY_SIDE>();
            for (k, row) in whole.iter_mut().enumerate() {
                let mut sums = *row;
                for (factor, modes) in factors.iter().zip(modes.chunks_exact(nr)) {
                    let modes = side(modes, k * SIDE_BY_SIDE);
                    for n in 0..SIDE_BY_SIDE {
                        sums[n] += factor * modes[n];
                    }
                }
                *row = sums;
            }
            for (k, sum) in (nr - rest.len()..nr).zip(rest) {
                for (factor, modes) in factors.iter().zip(modes.chunks_exact(nr)) {
                    *sum += factor * modes[k];
                }
            }
        }
    }

    wide! {
        /// The velocity at marker `m` of the modes `field`.
        pub(super) fn interpolate [interpolated, interpolated_wide] (&self, m: usize, axial: &Stencil, field: &Array2<f64>) -> f64 {
            let [a, b, c, d]: [&[f64]; 4] = std::array::from_fn(|b| row(field, axial.start + b));
            let (modes, weights) = (self.at(m), &axial.weights);
            let whole = self.nr - self.nr % SIDE_BY_SIDE;
            let mut sums = [0.0; SIDE_BY_SIDE];
            for k in (0..whole).step_by(SIDE_BY_SIDE) {
                let (a, b, c, d, modes) = (side(a, k), side(b, k), side(c, k), side(d, k), side(modes, k));
                for n in 0..SIDE_BY_SIDE {
                    sums[n] += weighted(weights, [a[n], b[n], c[n], d[n]]) * modes[n];
                }
            }
            let rest = |k: usize| weighted(weights, [a[k], b[k], c[k], d[k]]) * modes[k];
            sums.iter().sum::<f64>() + (whole..self.nr).map(rest).sum::<f64>()
        }
    }
}

/// The values from `k` on that are summed side by side.
#[inline(always)]
fn side(values: &[f64], k: usize) -> &[f64; SIDE_BY_SIDE] {
    values[k..].first_chunk().expect("whole chunks only")
}

#[inline(always)]
fn weighted(weights: &[f64; 4], values: [f64; 4]) -> f64 {
    weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2] + weights[3] * values[3]
}
