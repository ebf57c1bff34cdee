//! Tridiagonal systems in z, one per radial mode, solved for a block of modes at a time: the rows that a sweep goes
//! between stay in registers. The sweeps are functions of their own (`inline(never)`): of its arguments the compiler
//! knows that they do not overlap. A row is changed in a copy of its own: in its place every entry would be written
//! before the next is read.

use crate::numerics::wide::wide;
use std::ops::Range;

/// Modes per block.
pub const BLOCK: usize = 16;

/// Calls `$of.$call::<N>($arguments)` with `N` the value of `$width`, 1 to [`BLOCK`].
macro_rules! of_width {
    ($width:expr, $of:ident.$call:ident, $arguments:tt) => {
        of_width!(@ $width, $of.$call, $arguments, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    };
    (@ $width:expr, $of:ident.$call:ident, $arguments:tt, $($n:literal)+) => {
        match $width {
            $($n => $of.$call::<$n> $arguments,)+
            _ => unreachable!("a block has 1 to 16 modes"),
        }
    };
}
pub(super) use of_width;

/// The blocks of `nr` modes.
pub(super) fn blocks(nr: usize) -> impl Iterator<Item = Range<usize>> {
    (0..nr).step_by(BLOCK).map(move |start| start..(start + BLOCK).min(nr))
}

/// All of `nz` rows for every block of `nr` modes.
pub(super) fn everywhere(nz: usize, nr: usize) -> Vec<Range<usize>> {
    vec![0..nz; blocks(nr).count()]
}

/// The first of `nr` modes that row `j` does not have, with the rows `reach` of every block, each within that of the
/// block before.
fn reached(reach: &[Range<usize>], j: usize, nr: usize) -> usize {
    (reach.iter().take_while(|rows| rows.contains(&j)).count() * BLOCK).min(nr)
}

/// Sets the blocks of `x`, rows of `nr` values, to zero in their rows `reach`, each within that of the block before.
pub(super) fn clear(x: &mut [f64], nr: usize, reach: &[Range<usize>]) {
    for (j, row) in x.chunks_exact_mut(nr).enumerate() {
        row[..reached(reach, j, nr)].fill(0.0);
    }
}

/// Adds `x` to `to`, rows of `nr` values, in the rows `reach` of every block, each within that of the block before.
pub fn add(to: &mut [f64], nr: usize, reach: &[Range<usize>], x: &[f64]) {
    for (j, (to, x)) in to.chunks_exact_mut(nr).zip(x.chunks_exact(nr)).enumerate() {
        let end = reached(reach, j, nr);
        to[..end].iter_mut().zip(&x[..end]).for_each(|(to, x)| *to += x);
    }
}

/// `N` values from `position` on.
#[inline(always)]
pub(crate) fn part<const N: usize>(x: &[f64], position: usize) -> &[f64; N] {
    x[position..].first_chunk().expect("a block lies in its row")
}

/// `N` values from `position` on, to be written.
#[inline(always)]
pub(crate) fn part_mut<const N: usize>(x: &mut [f64], position: usize) -> &mut [f64; N] {
    x[position..].first_chunk_mut().expect("a block lies in its row")
}

/// A number per row and mode, one block of modes after the other, each row by row: sweeps read it from the first to the
/// last.
pub(super) struct Blocked {
    values: Vec<f64>,
    nz: usize,
    nr: usize,
}

impl Blocked {
    pub(super) fn zeros(nz: usize, nr: usize) -> Self {
        Self { values: vec![0.0; nz * nr], nz, nr }
    }

    /// The rows of the block from mode `k` on, which has `N` modes.
    #[inline(always)]
    pub(super) fn rows<const N: usize>(&self, k: usize) -> &[[f64; N]] {
        self.values[k * self.nz..][..N * self.nz].as_chunks().0
    }

    /// The same, to be written.
    #[inline(always)]
    pub(super) fn rows_mut<const N: usize>(&mut self, k: usize) -> &mut [[f64; N]] {
        self.values[k * self.nz..][..N * self.nz].as_chunks_mut().0
    }

    #[inline(always)]
    fn place(&self, j: usize, k: usize) -> usize {
        let start = k - k % BLOCK;
        start * self.nz + j * BLOCK.min(self.nr - start) + (k - start)
    }

    /// Row `j` of mode `k`.
    #[inline(always)]
    pub(super) fn at(&self, j: usize, k: usize) -> f64 {
        self.values[self.place(j, k)]
    }

    /// The same, to be written.
    pub(super) fn at_mut(&mut self, j: usize, k: usize) -> &mut f64 {
        let place = self.place(j, k);
        &mut self.values[place]
    }
}

/// A tridiagonal operator in z, the same for all modes but for the diagonal.
pub struct Tridiagonal {
    /// Coupling to the row below, length nz (entry 0 unused).
    pub(super) lower: Vec<f64>,
    /// Coupling to the row above, length nz (last entry zero).
    pub(super) upper: Vec<f64>,
    /// Inverse pivots of the elimination.
    pub(super) inverse: Blocked,
}

/// The part that a sweep of `N` modes needs.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a, const N: usize> {
    lower: &'a [f64],
    upper: &'a [f64],
    inverse: &'a [[f64; N]],
}

impl Tridiagonal {
    /// For `nz` rows and `nr` modes.
    pub(super) fn zeros(nz: usize, nr: usize) -> Self {
        Self { lower: vec![0.0; nz], upper: vec![0.0; nz], inverse: Blocked::zeros(nz, nr) }
    }

    /// Factorises rows `first..nz` of `scale·L + shift(k)` given the bands of `scale·L` (lower, upper already stored)
    /// and its diagonal.
    pub(super) fn factor(&mut self, first: usize, diagonal: &[f64], shift: &[f64]) {
        for block in blocks(shift.len()) {
            of_width!(block.len(), self.factor_block, (first, block.start, diagonal, shift));
        }
    }

    #[inline(never)]
    fn factor_block<const N: usize>(&mut self, first: usize, k: usize, diagonal: &[f64], shift: &[f64]) {
        let (shift, inverse) = (part::<N>(shift, k), self.inverse.rows_mut::<N>(k));
        let mut before = [0.0; N];
        for j in first..diagonal.len() {
            let product = if j > first { self.lower[j] * self.upper[j - 1] } else { 0.0 };
            for n in 0..N {
                before[n] = 1.0 / (diagonal[j] + shift[n] - product * before[n]);
            }
            inverse[j] = before;
        }
    }

    /// The sweeps of the block from mode `k` on.
    #[inline(always)]
    pub(super) fn sweep<const N: usize>(&self, k: usize) -> Sweep<'_, N> {
        Sweep { lower: &self.lower, upper: &self.upper, inverse: self.inverse.rows(k) }
    }

    wide! {
        /// Solves `rows` of the block from mode `k` on of `x`, rows of `nr` values, in place; outside of them
        /// right-hand side and solution are zero.
        fn solve_block [solved, solved_wide] <const N: usize>(&self, x: &mut [f64], k: usize, rows: Range<usize>) {
            let (sweep, nr, mut before) = (self.sweep::<N>(k), self.inverse.nr, [0.0; N]);
            for j in rows.clone() {
                let row = part_mut::<N>(x, j * nr + k);
                sweep.eliminate(j, row, &mut before);
                *row = before;
            }
            sweep.substitute(x, [k, nr], rows);
        }
    }

    /// Solves `x` in place, every block of modes in its own rows.
    pub(super) fn solve(&self, x: &mut [f64], reach: &[Range<usize>]) {
        for (block, rows) in blocks(self.inverse.nr).zip(reach) {
            of_width!(block.len(), self.solve_block, (x, block.start, rows.clone()));
        }
    }
}

impl<const N: usize> Sweep<'_, N> {
    /// Forward elimination of row `j` after the eliminated row `before`, zero at the first.
    #[inline(always)]
    pub(super) fn eliminate(&self, j: usize, row: &[f64; N], before: &mut [f64; N]) {
        let (inverse, lower) = (&self.inverse[j], self.lower[j]);
        for n in 0..N {
            before[n] = (row[n] - lower * before[n]) * inverse[n];
        }
    }

    /// Back substitution of the eliminated rows `rows`, in place; row j begins at `start + j·stride`.
    #[inline(always)]
    pub(super) fn substitute(&self, x: &mut [f64], [start, stride]: [usize; 2], rows: Range<usize>) {
        let mut after = [0.0; N];
        for j in rows.rev() {
            let (inverse, upper) = (&self.inverse[j], self.upper[j]);
            let row = part_mut::<N>(x, start + j * stride);
            for n in 0..N {
                after[n] = row[n] - upper * inverse[n] * after[n];
            }
            *row = after;
        }
    }
}
