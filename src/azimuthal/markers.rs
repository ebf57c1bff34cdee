//! Interpolation and spreading of one azimuthal mode on the markers of a sphere that is centred on the axis.
//!
//! Weights in r and z are those of [`crate::body::kernel`]. Left of the axis a field is continued by its parity: in odd
//! modes `u` and `v` are even and `w` is odd, in even modes it is the other way round. Unknowns and velocities are stored
//! component by component: `n` radial and `n` axial values, for m ≥ 1 also `n` azimuthal ones; of swirl these alone.
//!
//! A marker force `f` [m⁴/s²] of mode m is the amplitude of a force that varies along the ring like the velocity,
//! normalised so that the power of velocity `u` and force `f` is `Σ u f`: spreading divides by `c_m` times the cell's volume
//! per radian, `c_0 = 2π`, `c_m = π`, and is the transpose of interpolation in that measure.

use super::parts::share;
use super::solver::{ModeFields, ModeSolver, Window, row, row_mut};
use crate::body::kernel::{Parity, Stencil};
use crate::body::markers::Markers;
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::Array2;
use std::ops::Range;

/// Radial and axial stencils of one marker for the three components: radial, axial, azimuthal.
type Stencils = [(Stencil, Stencil); 3];

/// The markers as modes of one parity see them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rings {
    stencils: Vec<Stencils>,
}

impl Rings {
    /// The stencils of `markers` for odd or even azimuthal modes.
    pub fn new(markers: &Markers, odd: bool, radial: &RadialGrid) -> Self {
        let stencils = |marker: &crate::body::markers::Marker| {
            let at = |nodes: &[f64], parity| Stencil::at(marker.r, nodes, parity);
            let in_r = if odd {
                [
                    at(&radial.faces, Parity::EvenOnFaces),
                    at(&radial.centres, Parity::OddInCentres),
                    at(&radial.centres, Parity::EvenInCentres),
                ]
            } else {
                [marker.radial.0, marker.axial.0, at(&radial.centres, Parity::OddInCentres)]
            };
            let in_z = [marker.radial.1, marker.axial.1, marker.radial.1];
            [(in_r[0], in_z[0]), (in_r[1], in_z[1]), (in_r[2], in_z[2])]
        };
        Self { stencils: markers.list.iter().map(stencils).collect() }
    }

    /// Number of markers.
    pub fn len(&self) -> usize {
        self.stencils.len()
    }

    /// True without markers.
    pub fn is_empty(&self) -> bool {
        self.stencils.is_empty()
    }

    /// The part of the grid that any stencil touches.
    pub fn window(&self, axial: &AxialGrid, radial: &RadialGrid) -> Window {
        let all = || self.stencils.iter().flatten();
        let low = all().map(|(_, z)| z.start).min().unwrap_or(0);
        let high = all().map(|(_, z)| z.start + 4).max().unwrap_or(0);
        let wide = all().map(|(r, _)| r.start + 4).max().unwrap_or(0);
        Window { rows: low..high.min(axial.len()), columns: wide.min(radial.len()) }
    }

    /// Interpolates the velocity to the markers: `out`, `components` (a part of radial, axial, azimuthal) of `n` values [m/s].
    pub fn interpolate(&self, components: Range<usize>, fields: &ModeFields, out: &mut [f64]) {
        let n = self.len();
        for (values, component) in out.chunks_exact_mut(n).zip(components) {
            let field = [&fields.u, &fields.w, &fields.v][component];
            for (value, stencils) in values.iter_mut().zip(&self.stencils) {
                *value = gather(field, &stencils[component]);
            }
        }
    }

    /// Adds the acceleration [m/s²] that the marker forces `force` of the mode of `solver` give the liquid.
    pub fn spread(
        &self,
        solver: &ModeSolver,
        force: &[f64],
        radial: &RadialGrid,
        axial: &AxialGrid,
        out: &mut ModeFields,
    ) {
        let (n, m) = (self.len(), solver.wavenumber);
        let measure = share(m);
        let nr = radial.len();
        for (component, force) in solver.components().zip(force.chunks_exact(n)) {
            let (field, heights) = match component {
                0 => (&mut out.u, &axial.widths),
                1 => (&mut out.w, &axial.spacing),
                _ => (&mut out.v, &axial.widths),
            };
            for (force, stencils) in force.iter().zip(&self.stencils) {
                let (in_r, in_z) = &stencils[component];
                for (wz, j) in in_z.weights.iter().zip(in_z.start..) {
                    let scale = force * wz / (measure * heights[j]);
                    let row = &mut row_mut(field, j)[..nr];
                    for (wr, i) in in_r.weights.iter().zip(in_r.start..) {
                        if component > 0 {
                            row[i] += scale * wr / radial.cell_area(i);
                        } else if i > 0 {
                            row[i] += scale * wr / radial.face_area(i);
                        } else if m == 1 {
                            row[1] += scale * wr / radial.face_area(1);
                        }
                    }
                }
            }
        }
    }
}

/// Adds `factor` times the forces `from` on `count` markers to `to` on `n` markers, component by component: linear in the
/// marker's position along the arc, the total kept.
pub fn carry_over(from: &[f64], count: usize, factor: f64, n: usize, to: &mut [f64]) {
    if from.is_empty() {
        return;
    }
    let share = factor * count as f64 / n as f64;
    for (source, to) in from.chunks_exact(count).zip(to.chunks_exact_mut(n)) {
        for (k, x) in to.iter_mut().enumerate() {
            let position = ((k as f64 + 0.5) * count as f64 / n as f64 - 0.5).clamp(0.0, (count - 1) as f64);
            let below = (position as usize).min(count.saturating_sub(2));
            let part = position - below as f64;
            *x += share * (source[below] * (1.0 - part) + source[(below + 1).min(count - 1)] * part);
        }
    }
}

/// `Σ weights · field` over a 4 × 4 patch.
fn gather(field: &Array2<f64>, (in_r, in_z): &(Stencil, Stencil)) -> f64 {
    let line = |j: usize| -> f64 {
        let values = &row(field, j)[in_r.start..in_r.start + 4];
        in_r.weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
    };
    in_z.weights.iter().zip(in_z.start..).map(|(weight, j)| weight * line(j)).sum()
}
