//! Solver and scratch of every mode, with the families that share them.

use super::constraint::Constraint;
use super::markers::Sight;
use super::parts::Parts;
use super::solver::{ModeSolver, RowScratch, Spectrum};
use crate::flow::stokes::Ends;
use crate::grid::RadialGrid;
use rayon::prelude::*;
use std::ops::Range;

/// One family of a mode.
pub(super) struct Family {
    /// Number among the [`Parts`].
    pub part: usize,
    pub turned: bool,
    /// Right-hand side, and the flow under the guessed forces; scratch after [`super::flow::AzimuthalFlow::finish`].
    pub flow: Spectrum,
    pub guess: Vec<f64>,
    pub mismatch: Vec<f64>,
    pub correction: Vec<f64>,
}

/// Solver and scratch of one mode.
pub(super) struct Mode {
    pub solver: ModeSolver,
    pub constraint: Constraint,
    pub families: Vec<Family>,
    pub scratch: RowScratch,
    pub sight: Sight,
    /// Rows in which the liquid's answer to forces is computed where it is seen at the markers, and everywhere.
    pub reach: [Vec<Range<usize>>; 2],
    pub iterations: usize,
}

impl Mode {
    fn new(solver: ModeSolver, parts: Parts, numbers: &[usize]) -> Self {
        let (nz, nr) = (solver.nz(), solver.nr());
        let family = |&part: &usize| Family {
            part,
            turned: parts.is_turned(part),
            flow: Spectrum::zeros(nz, nr),
            guess: Vec::new(),
            mismatch: Vec::new(),
            correction: Vec::new(),
        };
        Self {
            scratch: solver.scratch(),
            solver,
            constraint: Constraint::new(nz, nr, 0),
            families: numbers.iter().map(family).collect(),
            sight: Sight::default(),
            reach: [Vec::new(), Vec::new()],
            iterations: 0,
        }
    }

    /// Modes `lowest` … M with their families, then swirl.
    pub(super) fn all(
        radial: &RadialGrid,
        rows: usize,
        parts: Parts,
        lowest: usize,
        viscosity: f64,
        ends: Ends,
    ) -> Vec<Self> {
        let end = parts.highest + 1;
        let mode = |m: usize| match m {
            m if m == end => Self::new(ModeSolver::swirl(radial, rows, viscosity, ends), parts, &[end]),
            0 => Self::new(ModeSolver::new(radial, 0, rows, viscosity, ends), parts, &[0]),
            m => {
                let solver = ModeSolver::new(radial, m, rows, viscosity, ends);
                Self::new(solver, parts, &[m, end + m][..parts.families()])
            }
        };
        (lowest..parts.systems()).into_par_iter().map(mode).collect()
    }
}

/// The entries of every mode's families among those of all parts.
pub(super) fn by_mode<'a, T>(modes: &[Mode], entries: &'a mut [T]) -> Vec<Vec<&'a mut T>> {
    let mut entries: Vec<Option<&mut T>> = entries.iter_mut().map(Some).collect();
    let mut take = |family: &Family| entries[family.part].take().expect("a part is of one mode");
    modes.iter().map(|mode| mode.families.iter().map(&mut take).collect()).collect()
}
