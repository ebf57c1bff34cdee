//! Markers on the sphere: positions, interpolation, spreading.

use super::kernel::{Parity, Stencil};
use crate::flow::stokes::Fields;
use crate::grid::{AxialGrid, RadialGrid};
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// How the markers stand; distances in local cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkerSpec {
    /// Distance between neighbours, in the index metric, where the cells are as large as around the sphere. Closer
    /// markers make the constraint system ill-conditioned and lower the drag at Re ≳ 100.
    pub spacing: f64,
    /// The same in the film, where cells are finer: there a wider spacing leaks under pressure.
    pub film_spacing: f64,
    /// Cell size around the sphere \[m\].
    pub body_cell: f64,
    /// How far the markers are drawn back into the sphere along the normal (Breugem 2012). The regularised no-slip
    /// condition acts as a wall outside of the markers, at `(1/π)∫(1/k² − φ̂²(k)/λ(k)) dk` cells (`φ̂` the kernel's
    /// transform, `λ` the discrete Laplacian's symbol): 0.313 cells along a grid line, 0.333 across the diagonal.
    pub retraction: f64,
}

impl MarkerSpec {
    /// The one set of values for all cases, for a cell size \[m\] around the sphere.
    pub fn standard(body_cell: f64) -> Self {
        Self { spacing: 1.6, film_spacing: 1.3, body_cell, retraction: 0.33 }
    }
}

/// One marker: a ring around the axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marker {
    /// Polar angle from the lowest point \[rad\].
    pub angle: f64,
    /// Radius \[m\].
    pub r: f64,
    /// Height above the wall \[m\].
    pub z: f64,
    /// Stencil of the radial velocity in r and z.
    pub radial: (Stencil, Stencil),
    /// Stencil of the axial velocity in r and z.
    pub axial: (Stencil, Stencil),
}

/// The markers of a sphere, from its lowest to its highest point.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Markers {
    /// The markers in the order of their angle; none on the axis.
    pub list: Vec<Marker>,
    /// Axial rows that any stencil touches.
    pub rows: Range<usize>,
    /// Number of radial columns, from the axis, that any stencil touches.
    pub columns: usize,
    arc: Vec<f64>,
}

impl Markers {
    /// Places markers on a sphere of `diameter` \[m\] whose lowest point is `gap` \[m\] above the wall, equally spaced in the
    /// index metric of the grid. The present number of markers is kept while it is within 3 % of the one `spec` asks for, so
    /// that the constraint system seldom changes size.
    pub fn place(&mut self, diameter: f64, gap: f64, spec: &MarkerSpec, radial: &RadialGrid, axial: &AxialGrid) {
        const SAMPLES: usize = 1200;
        let radius = 0.5 * diameter;
        let size = |angle: f64| {
            let (r, z) = (radius * angle.sin(), gap + radius * (1.0 - angle.cos()));
            (cell_size(r, &radial.centres, &radial.widths), cell_size(z, &axial.centres, &axial.widths))
        };
        let step = PI / SAMPLES as f64;
        self.arc.clear();
        self.arc.push(0.0);
        let mut length = 0.0;
        for k in 0..SAMPLES {
            let angle = (k as f64 + 0.5) * step;
            let (hr, hz) = size(angle);
            let normal_cell = (hr * angle.sin()).hypot(hz * angle.cos());
            let spacing =
                spec.film_spacing + (spec.spacing - spec.film_spacing) * (normal_cell / spec.body_cell).min(1.0);
            length += radius * step * (angle.cos() / hr).hypot(angle.sin() / hz) / spacing;
            self.arc.push(length);
        }
        let wanted = length;
        let kept = (wanted - self.list.len() as f64).abs() < 0.03 * wanted;
        let count = if kept { self.list.len() } else { wanted.round().max(3.0) as usize };
        self.list.clear();
        let mut k = 0;
        for m in 0..count {
            let target = length * (m as f64 + 0.5) / count as f64;
            while self.arc[k + 1] < target {
                k += 1;
            }
            let part = (target - self.arc[k]) / (self.arc[k + 1] - self.arc[k]);
            let angle = (k as f64 + part) * step;
            let (hr, hz) = size(angle);
            let drawn = radius - spec.retraction * (hr * angle.sin()).hypot(hz * angle.cos());
            let (r, z) = (drawn * angle.sin(), gap + radius - drawn * angle.cos());
            self.list.push(Marker {
                angle,
                r,
                z,
                radial: (
                    Stencil::at(r, &radial.faces, Parity::OddOnFaces),
                    Stencil::at(z, &axial.centres, Parity::None),
                ),
                axial: (
                    Stencil::at(r, &radial.centres, Parity::EvenInCentres),
                    Stencil::at(z, &axial.faces, Parity::None),
                ),
            });
        }
        let low = self.list.iter().map(|m| m.radial.1.start.min(m.axial.1.start)).min().unwrap_or(0);
        let high = self.list.iter().map(|m| m.radial.1.start.max(m.axial.1.start) + 4).max().unwrap_or(0);
        self.rows = low..high.min(axial.len());
        let wide = self.list.iter().map(|m| m.radial.0.start.max(m.axial.0.start) + 4).max().unwrap_or(0);
        self.columns = wide.min(radial.len());
    }

    /// Declares how many markers the previous level had, which [`Self::place`] keeps where it can.
    pub fn resize(&mut self, count: usize) {
        self.list.resize(count, Marker::default());
    }

    /// Number of markers.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True before the first placement.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Interpolates the velocity to the markers: `out[..n]` radial, `out[n..2n]` axial [m/s].
    pub fn interpolate(&self, fields: &Fields, out: &mut [f64]) {
        let n = self.len();
        for (m, marker) in self.list.iter().enumerate() {
            out[m] = gather(&fields.u, &marker.radial);
            out[n + m] = gather(&fields.w, &marker.axial);
        }
    }

    /// Adds the acceleration [m/s²] that marker forces `force` (layout as above, [m⁴/s²]) give the liquid.
    pub fn spread(&self, force: &[f64], radial: &RadialGrid, axial: &AxialGrid, out: &mut Fields) {
        let n = self.len();
        for (m, marker) in self.list.iter().enumerate() {
            let (in_r, in_z) = &marker.radial;
            for (b, wz) in in_z.weights.iter().enumerate() {
                let j = in_z.start + b;
                for (a, wr) in in_r.weights.iter().enumerate() {
                    let i = in_r.start + a;
                    if i > 0 {
                        out.u[(j, i)] += force[m] * wr * wz / (TAU * radial.face_area(i) * axial.widths[j]);
                    }
                }
            }
            let (in_r, in_z) = &marker.axial;
            for (b, wz) in in_z.weights.iter().enumerate() {
                let j = in_z.start + b;
                for (a, wr) in in_r.weights.iter().enumerate() {
                    let i = in_r.start + a;
                    out.w[(j, i)] += force[n + m] * wr * wz / (TAU * radial.cell_area(i) * axial.spacing[j]);
                }
            }
        }
    }
}

/// `Σ weights · field` over a 4 × 4 patch.
fn gather(field: &ndarray::Array2<f64>, (in_r, in_z): &(Stencil, Stencil)) -> f64 {
    let mut sum = 0.0;
    for (b, wz) in in_z.weights.iter().enumerate() {
        let row = field.row(in_z.start + b);
        let row = &row.as_slice().expect("contiguous")[in_r.start..in_r.start + 4];
        sum += wz
            * (in_r.weights[0] * row[0]
                + in_r.weights[1] * row[1]
                + in_r.weights[2] * row[2]
                + in_r.weights[3] * row[3]);
    }
    sum
}

/// Cell size at `x`, linear between centres.
fn cell_size(x: f64, centres: &[f64], widths: &[f64]) -> f64 {
    let above = centres.partition_point(|&c| c <= x);
    if above == 0 {
        return widths[0];
    }
    if above == centres.len() {
        return widths[above - 1];
    }
    let part = (x - centres[above - 1]) / (centres[above] - centres[above - 1]);
    widths[above - 1] + part * (widths[above] - widths[above - 1])
}
