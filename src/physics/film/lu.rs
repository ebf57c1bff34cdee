//! Dense LU factors in place, for the film's Newton systems of about a hundred unknowns.

/// Columns that are eliminated before the rest of the matrix is: it does not fit into the nearest cache.
const PANEL: usize = 4;

/// LU factors `P A = L U` with partial pivoting, row by row in one buffer that is used again and again.
#[derive(Debug, Clone)]
pub struct DenseLu {
    size: usize,
    rows: Vec<f64>,
    pivots: Vec<usize>,
}

impl DenseLu {
    /// Room for a system of `size` unknowns.
    pub fn new(size: usize) -> Self {
        Self { size, rows: vec![0.0; size * size], pivots: vec![0; size] }
    }

    /// Row `i` of the matrix to be filled before [`Self::factor`].
    pub fn row(&mut self, i: usize) -> &mut [f64] {
        &mut self.rows[i * self.size..(i + 1) * self.size]
    }

    /// Factors the matrix in place; `false` if a pivot is zero or not a number.
    #[must_use]
    pub fn factor(&mut self) -> bool {
        let n = self.size;
        for start in (0..n).step_by(PANEL) {
            let end = (start + PANEL).min(n);
            if !self.factor_columns(start, end) {
                return false;
            }
            if end == n {
                break;
            }
            for k in start + 1..end {
                let (upper, lower) = self.rows.split_at_mut(k * n);
                for (j, above) in upper.chunks_exact(n).enumerate().skip(start) {
                    subtract(lower[j], &above[end..], &mut lower[end..n]);
                }
            }
            let (upper, lower) = self.rows.split_at_mut(end * n);
            let pivots: [&[f64]; PANEL] = std::array::from_fn(|k| &upper[(start + k) * n + end..(start + k + 1) * n]);
            for row in lower.chunks_exact_mut(n) {
                let factors: [f64; PANEL] = std::array::from_fn(|k| row[start + k]);
                if factors != [0.0; PANEL] {
                    subtract_all(factors, pivots, &mut row[end..]);
                }
            }
        }
        true
    }

    /// Eliminates the columns `start..end` in themselves, in all rows from `start` on.
    fn factor_columns(&mut self, start: usize, end: usize) -> bool {
        let n = self.size;
        for k in start..end {
            let magnitude = |i: usize| self.rows[i * n + k].abs();
            let pivot = (k + 1..n).fold(k, |best, i| if magnitude(i) > magnitude(best) { i } else { best });
            self.pivots[k] = pivot;
            if !(magnitude(pivot) > 0.0 && magnitude(pivot).is_finite()) {
                return false;
            }
            let (upper, lower) = self.rows.split_at_mut((k + 1) * n);
            let pivot_row = &mut upper[k * n..];
            if pivot != k {
                pivot_row.swap_with_slice(&mut lower[(pivot - k - 1) * n..(pivot - k) * n]);
            }
            for row in lower.chunks_exact_mut(n) {
                let factor = row[k] / pivot_row[k];
                row[k] = factor;
                subtract(factor, &pivot_row[k + 1..end], &mut row[k + 1..end]);
            }
        }
        true
    }

    /// Solves `A x = b` in place.
    pub(super) fn solve(&self, b: &mut [f64]) {
        let n = self.size;
        for k in 0..n {
            b.swap(k, self.pivots[k]);
        }
        for i in 0..n {
            let row = &self.rows[i * n..(i + 1) * n];
            b[i] -= row[..i].iter().zip(&*b).map(|(l, x)| l * x).sum::<f64>();
        }
        for i in (0..n).rev() {
            let row = &self.rows[i * n..(i + 1) * n];
            let known: f64 = row[i + 1..].iter().zip(&b[i + 1..]).map(|(u, x)| u * x).sum();
            b[i] = (b[i] - known) / row[i];
        }
    }
}

/// `x −= factor y`.
fn subtract(factor: f64, y: &[f64], x: &mut [f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x -= factor * y);
}

/// [`subtract`] of one row after the other.
fn subtract_all(factors: [f64; PANEL], rows: [&[f64]; PANEL], x: &mut [f64]) {
    let [a, b, c, d] = rows.map(|row| &row[..x.len()]);
    for (i, x) in x.iter_mut().enumerate() {
        *x = (((*x - factors[0] * a[i]) - factors[1] * b[i]) - factors[2] * c[i]) - factors[3] * d[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_solve_a_system_that_needs_pivoting() {
        for n in [3, 40, 41] {
            solves(n);
        }
    }

    fn solves(n: usize) {
        let entry = |i: usize, j: usize| if i == j { 0.0 } else { ((i * 7 + j * 13) % 17) as f64 - 8.3 };
        let exact: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let mut lu = DenseLu::new(n);
        (0..n).for_each(|i| lu.row(i).iter_mut().enumerate().for_each(|(j, x)| *x = entry(i, j)));
        let mut b: Vec<f64> = (0..n).map(|i| (0..n).map(|j| entry(i, j) * exact[j]).sum()).collect();
        assert!(lu.factor());
        lu.solve(&mut b);
        assert!(b.iter().zip(&exact).all(|(x, y)| (x - y).abs() < 1e-10));
    }

    #[test]
    fn a_singular_matrix_is_reported() {
        assert!(!DenseLu::new(3).factor());
    }
}
