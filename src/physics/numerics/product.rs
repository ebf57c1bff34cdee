//! Rows of contiguous arrays, and their products with a matrix that stays the same.

#[cfg(target_arch = "x86_64")]
use super::wide::available;
use ndarray::Array2;

/// Columns that are computed side by side.
const COLUMNS: usize = 8;
/// Rows that are computed at a time.
const ROWS: usize = 6;

/// A square matrix for products `rows · matrix`, kept as they read it: at the size of a grid's radial modes a library
/// of dense products spends almost as much on bringing both factors into its order, in every product, as on the
/// product.
pub struct Product {
    size: usize,
    /// The columns in panels of [`COLUMNS`], zero beyond the last, row by row.
    panels: Vec<[f64; COLUMNS]>,
}

impl Product {
    /// With `matrix`, which is square.
    pub fn new(matrix: &Array2<f64>) -> Self {
        let size = matrix.nrows();
        assert_eq!(size, matrix.ncols(), "a square matrix");
        let entry = |k: usize, column: usize| if column < size { matrix[(k, column)] } else { 0.0 };
        let line = |start: usize, k: usize| std::array::from_fn(|c| entry(k, start + c));
        let panels = (0..size).step_by(COLUMNS).flat_map(|start| (0..size).map(move |k| line(start, k))).collect();
        Self { size, panels }
    }

    /// `out = rows · matrix`, both whole rows one after the other.
    pub fn apply(&self, rows: &[f64], out: &mut [f64]) {
        #[cfg(target_arch = "x86_64")]
        if available() {
            // SAFETY: the processor has the features that it is compiled for.
            return unsafe { self.apply_wide(rows, out) };
        }
        self.apply_as::<false>(rows, out);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn apply_wide(&self, rows: &[f64], out: &mut [f64]) {
        self.apply_as::<true>(rows, out);
    }

    /// The same with multiplication and addition rounded once, if `FUSED`, or each.
    #[inline(always)]
    fn apply_as<const FUSED: bool>(&self, rows: &[f64], out: &mut [f64]) {
        assert_eq!(rows.len(), out.len(), "as many rows");
        let n = self.size;
        for (panel, start) in self.panels.chunks_exact(n).zip((0..n).step_by(COLUMNS)) {
            let mut groups = rows.chunks_exact(ROWS * n);
            let mut to = out.chunks_exact_mut(ROWS * n);
            for (rows, out) in (&mut groups).zip(&mut to) {
                store(&tile::<ROWS, FUSED>(rows, panel), start, n, out);
            }
            for (row, out) in groups.remainder().chunks_exact(n).zip(to.into_remainder().chunks_exact_mut(n)) {
                store(&tile::<1, FUSED>(row, panel), start, n, out);
            }
        }
    }
}

/// The products of `R` rows with one panel.
#[inline(always)]
fn tile<const R: usize, const FUSED: bool>(rows: &[f64], panel: &[[f64; COLUMNS]]) -> [[f64; COLUMNS]; R] {
    let n = panel.len();
    let rows: [&[f64]; R] = std::array::from_fn(|r| &rows[r * n..][..n]);
    let mut sums = [[0.0; COLUMNS]; R];
    for (k, line) in panel.iter().enumerate() {
        for (sums, row) in sums.iter_mut().zip(&rows) {
            for (sum, x) in sums.iter_mut().zip(line) {
                *sum = if FUSED { row[k].mul_add(*x, *sum) } else { row[k] * *x + *sum };
            }
        }
    }
    sums
}

/// Writes sums to their columns of the rows `out`.
#[inline(always)]
fn store<const R: usize>(sums: &[[f64; COLUMNS]; R], start: usize, n: usize, out: &mut [f64]) {
    for (sums, row) in sums.iter().zip(out.chunks_exact_mut(n)) {
        match row[start..].first_chunk_mut() {
            Some(whole) => *whole = *sums,
            None => row[start..].iter_mut().zip(sums).for_each(|(out, sum)| *out = *sum),
        }
    }
}

/// Row `j` of a contiguous array.
pub fn row(field: &Array2<f64>, j: usize) -> &[f64] {
    let nr = field.ncols();
    &field.as_slice().expect("contiguous")[j * nr..(j + 1) * nr]
}

/// Row `j` of a contiguous array, to be written.
pub fn row_mut(field: &mut Array2<f64>, j: usize) -> &mut [f64] {
    let nr = field.ncols();
    &mut field.as_slice_mut().expect("contiguous")[j * nr..(j + 1) * nr]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_that_of_the_library_at_any_size() {
        let noise = |seed: usize| move |(i, k): (usize, usize)| ((17 * i + 31 * k + seed) as f64).sin();
        for (rows, size) in [(1, 1), (3, 8), (4, 7), (9, 13), (21, 86), (32, 96)] {
            let field = Array2::from_shape_fn((rows, size), noise(1));
            let matrix = Array2::from_shape_fn((size, size), noise(2));
            let mut out = Array2::from_elem((rows, size), f64::NAN);
            Product::new(&matrix).apply(field.as_slice().unwrap(), out.as_slice_mut().unwrap());
            let off = (&out - &field.dot(&matrix)).iter().fold(0.0, |most: f64, off| most.max(off.abs()));
            assert!(off < 1e-13 * size as f64, "{rows} rows of {size}: {off:.1e}");
        }
    }
}
