//! Interpolation and spreading in the basis of the radial modes: the share of every mode at a marker, so that no field need leave
//! that basis for the markers' sake.

use super::kernel::Stencil;
use crate::numerics::row;
use crate::numerics::wide::wide;
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
    pub(super) fn set(&mut self, stencils: &[Stencil], modes: &Array2<f64>) {
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

    wide! {
        /// Adds the modes at the markers from `first` on to `row`, times `factors`, one after the other.
        pub(super) fn add [added, added_wide] (&self, first: usize, factors: &[f64], row: &mut [f64]) {
            let (nr, modes) = (self.nr, &self.values[first * self.nr..][..factors.len() * self.nr]);
            // So many that the sums of one marker do not wait for those of the one before.
            let (many, rest) = row.as_chunks_mut::<{ 4 * SIDE_BY_SIDE }>();
            let done = nr - rest.len();
            many.iter_mut().enumerate().for_each(|(k, row)| add_side(row, 4 * k * SIDE_BY_SIDE, factors, modes, nr));
            let (whole, rest) = rest.as_chunks_mut::<SIDE_BY_SIDE>();
            whole.iter_mut().enumerate().for_each(|(k, row)| add_side(row, done + k * SIDE_BY_SIDE, factors, modes, nr));
            for (k, sum) in (nr - rest.len()..nr).zip(rest) {
                for (factor, modes) in factors.iter().zip(modes.chunks_exact(nr)) {
                    *sum += factor * modes[k];
                }
            }
        }
    }

    wide! {
        /// Adds the velocity at the markers of the modes `field` to `out`; `axial` gives the markers' axial stencils.
        pub(super) fn interpolate [interpolated, interpolated_wide] (&self, axial: &[Stencil], field: &Array2<f64>, out: &mut [f64]) {
            for ((axial, modes), out) in axial.iter().zip(self.values.chunks_exact(self.nr)).zip(out) {
                let rows: [&[f64]; 4] = std::array::from_fn(|b| row(field, axial.start + b));
                let ([a, b, c, d], weights) = (rows.map(|row| row.as_chunks::<SIDE_BY_SIDE>()), &axial.weights);
                let (whole, rest) = modes.as_chunks::<SIDE_BY_SIDE>();
                let mut sums = [0.0; SIDE_BY_SIDE];
                for ((((modes, a), b), c), d) in whole.iter().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
                    for n in 0..SIDE_BY_SIDE {
                        sums[n] += weighted(weights, [a[n], b[n], c[n], d[n]]) * modes[n];
                    }
                }
                let rest = rest.iter().zip(a.1).zip(b.1).zip(c.1).zip(d.1);
                let rest = rest.map(|((((mode, a), b), c), d)| weighted(weights, [*a, *b, *c, *d]) * mode);
                *out += sums.iter().sum::<f64>() + rest.sum::<f64>();
            }
        }
    }
}

/// Adds `modes`, `nr` per marker, from mode `k` on to `row`, times the markers' `factors`, one after the other.
#[inline(always)]
fn add_side<const N: usize>(row: &mut [f64; N], k: usize, factors: &[f64], modes: &[f64], nr: usize) {
    let mut sums = *row;
    for (factor, modes) in factors.iter().zip(modes.chunks_exact(nr)) {
        let modes: &[f64; N] = modes[k..].first_chunk().expect("whole chunks only");
        for n in 0..N {
            sums[n] += factor * modes[n];
        }
    }
    *row = sums;
}

#[inline(always)]
fn weighted(weights: &[f64; 4], values: [f64; 4]) -> f64 {
    weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2] + weights[3] * values[3]
}
