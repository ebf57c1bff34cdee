//! The Cholesky factor of a dense matrix, and what it solves, in wide registers.
//!
//! Every sum is added up in the order of its columns, a dot product in eight parts: the order in which a column after
//! the other is subtracted from those behind it.

use super::wide::wide;
use nalgebra::DMatrix;

/// Columns that are computed together.
const PANEL: usize = 4;
/// Rows, or parts of a dot product, that are computed side by side.
const SIDE_BY_SIDE: usize = 8;

/// The lower triangle `L` of `A = L Lᵀ`; what stands above the diagonal has no meaning. Where `A` is made up of equal
/// blocks on its diagonal, theirs stand side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Cholesky(DMatrix<f64>);

impl Cholesky {
    /// Of the symmetric `matrix`, or of such blocks side by side, of which the lower triangle is read; `None` where it
    /// is not positive definite.
    pub fn new(mut matrix: DMatrix<f64>) -> Option<Self> {
        let n = matrix.nrows();
        let definite = matrix.as_mut_slice().chunks_exact_mut(n * n).all(|block| factorise(block, n));
        definite.then_some(Self(matrix))
    }

    /// The one with the factor that [`Self::factor`] gave, as a checkpoint keeps it.
    pub fn from_factor(factor: DMatrix<f64>) -> Self {
        Self(factor)
    }

    /// The matrix with the factor in its lower triangle.
    pub fn factor(&self) -> &DMatrix<f64> {
        &self.0
    }

    /// Replaces `b` by `A⁻¹ b`.
    pub fn solve(&self, b: &mut [f64]) {
        let n = self.0.nrows();
        let blocks = self.0.as_slice().chunks_exact(n * n).zip(b.chunks_exact_mut(n));
        blocks.for_each(|(block, b)| substitute(block, b));
    }
}

wide! {
    /// Factorises the columns `a` of a matrix of `n` rows, in place; whether it is positive definite.
    fn factorise [factorised, factorised_wide] (a: &mut [f64], n: usize) -> bool {
        let mut shares: Vec<[f64; PANEL]> = Vec::with_capacity(n);
        for start in (0..n).step_by(PANEL) {
            let (before, panel) = a.split_at_mut(start * n);
            let end = (start + PANEL).min(n);
            shares.clear();
            shares.extend(before.chunks_exact(n).map(|column| {
                std::array::from_fn(|c| if start + c < end { -column[start + c] } else { 0.0 })
            }));
            let mut row = start;
            while row < n {
                // Rows of the triangle at the panel's head one by one, for what stands above the diagonal is not
                // touched.
                let whole = row >= end && row + SIDE_BY_SIDE <= n && end == start + PANEL;
                if whole {
                    take::<SIDE_BY_SIDE>(before, &shares, panel, n, row);
                    row += SIDE_BY_SIDE;
                    continue;
                }
                for c in 0..(end - start).min(row + 1 - start) {
                    let mut x = panel[c * n + row];
                    for (column, share) in before.chunks_exact(n).zip(&shares) {
                        x += share[c] * column[row];
                    }
                    panel[c * n + row] = x;
                }
                row += 1;
            }
            for c in 0..end - start {
                let (done, column) = panel.split_at_mut(c * n);
                let (column, j) = (&mut column[..n], start + c);
                for done in done.chunks_exact(n) {
                    let share = -done[j];
                    column[j..].iter_mut().zip(&done[j..]).for_each(|(x, y)| *x += share * y);
                }
                if column[j] <= 0.0 || column[j].is_nan() {
                    return false;
                }
                let root = column[j].sqrt();
                column[j] = root;
                column[j + 1..].iter_mut().for_each(|x| *x /= root);
            }
        }
        true
    }
}

/// Takes the columns `before` times their `shares` from `N` rows of the panel, from `row` on.
#[inline(always)]
fn take<const N: usize>(before: &[f64], shares: &[[f64; PANEL]], panel: &mut [f64], n: usize, row: usize) {
    let mut sums: [[f64; N]; PANEL] = std::array::from_fn(|c| *rows(panel, c * n + row));
    for (column, share) in before.chunks_exact(n).zip(shares) {
        let column = rows::<N>(column, row);
        for c in 0..PANEL {
            for l in 0..N {
                sums[c][l] += share[c] * column[l];
            }
        }
    }
    for (c, sums) in sums.iter().enumerate() {
        panel[c * n + row..][..N].copy_from_slice(sums);
    }
}

/// `N` values from `position` on.
#[inline(always)]
fn rows<const N: usize>(x: &[f64], position: usize) -> &[f64; N] {
    x[position..].first_chunk().expect("so many rows follow")
}

wide! {
    /// Replaces `b` by `(L Lᵀ)⁻¹ b` with the columns `l` of the factor.
    fn substitute [substituted, substituted_wide] (l: &[f64], b: &mut [f64]) {
        let n = b.len();
        for start in (0..n).step_by(PANEL) {
            let end = (start + PANEL).min(n);
            let column = |c: usize| &l[(start + c) * n..][..n];
            let mut shares = [0.0; PANEL];
            for c in 0..end - start {
                let x = b[start + c] / column(c)[start + c];
                b[start + c] = x;
                shares[c] = -x;
                let rows = start + c + 1..end;
                b[rows.clone()].iter_mut().zip(&column(c)[rows]).for_each(|(x, y)| *x += shares[c] * y);
            }
            if end < start + PANEL {
                break;
            }
            let [p, q, r, s]: [_; PANEL] = std::array::from_fn(|c| &column(c)[end..]);
            for ((((x, p), q), r), s) in b[end..].iter_mut().zip(p).zip(q).zip(r).zip(s) {
                *x = *x + shares[0] * p + shares[1] * q + shares[2] * r + shares[3] * s;
            }
        }
        for j in (0..n).rev() {
            let column = &l[j * n..][..n];
            b[j] = (b[j] - dot(&column[j + 1..], &b[j + 1..])) / column[j];
        }
    }
}

/// The scalar product, added up in [`SIDE_BY_SIDE`] parts.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (whole_a, rest_a) = a.as_chunks::<SIDE_BY_SIDE>();
    let (whole_b, rest_b) = b.as_chunks::<SIDE_BY_SIDE>();
    let mut parts = [0.0; SIDE_BY_SIDE];
    for (a, b) in whole_a.iter().zip(whole_b) {
        for l in 0..SIDE_BY_SIDE {
            parts[l] += a[l] * b[l];
        }
    }
    let half = SIDE_BY_SIDE / 2;
    let sum = (0..half).fold(0.0, |sum, l| sum + (parts[l] + parts[l + half]));
    rest_a.iter().zip(rest_b).fold(sum, |sum, (a, b)| sum + a * b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    /// A symmetric matrix, positive definite with a positive `shift`.
    fn matrix(n: usize, shift: f64) -> DMatrix<f64> {
        let entry = |i: usize, j: usize| (0.3 * (i * j) as f64 + 0.7 * (i + j) as f64).sin();
        let half = DMatrix::from_fn(n, n, entry);
        &half * half.transpose() + DMatrix::identity(n, n) * shift
    }

    #[test]
    fn factor_and_solution_are_those_of_one_column_after_the_other_to_the_last_bit() {
        for n in [1, 2, 3, 4, 5, 7, 8, 11, 16, 29, 64, 131] {
            let (a, mut b) = (matrix(n, 0.1), DVector::from_fn(n, |i, _| (i as f64).cos()));
            let (own, plain) = (Cholesky::new(a.clone()).unwrap(), nalgebra::Cholesky::new(a).unwrap());
            assert_eq!(own.factor(), plain.l_dirty(), "{n}");
            let mut x = b.clone();
            own.solve(x.as_mut_slice());
            plain.solve_mut(&mut b);
            assert_eq!(x, b, "{n}");
        }
    }

    #[test]
    fn blocks_side_by_side_are_those_of_a_diagonal() {
        let blocks = [matrix(9, 0.1), matrix(9, 0.7)];
        let both = DMatrix::from_fn(9, 18, |i, j| blocks[j / 9][(i, j % 9)]);
        let mut x: Vec<f64> = (0..18).map(f64::from).collect();
        let mut alone = x.clone();
        Cholesky::new(both).unwrap().solve(&mut x);
        for (block, x) in blocks.into_iter().zip(alone.chunks_exact_mut(9)) {
            Cholesky::new(block).unwrap().solve(x);
        }
        assert_eq!(x, alone);
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        for n in [1, 4, 13] {
            let mut a = matrix(n, 0.1);
            a[(n - 1, n - 1)] = -1.0;
            assert_eq!(Cholesky::new(a.clone()), None);
            a[(n - 1, n - 1)] = f64::NAN;
            assert_eq!(Cholesky::new(a), None);
        }
    }
}
