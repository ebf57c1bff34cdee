//! Rows of contiguous arrays.

use ndarray::Array2;

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
