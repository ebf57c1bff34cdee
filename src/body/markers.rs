//! Markers on the sphere: positions, interpolation, spreading.

use super::kernel::{Parity, Stencil};
use crate::flow::stokes::Fields;
use crate::grid::{AxialGrid, RadialGrid};
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// How the markers stand; lengths in local cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkerSpec {
    /// Distance between neighbours, measured in the index metric.
    pub spacing: f64,
    /// How far the markers are drawn back into the sphere along the normal (Breugem 2012). The regularised no-slip
    /// condition acts as a wall this far outside of the markers.
    pub retraction: f64,
}

impl Default for MarkerSpec {
    fn default() -> Self {
        Self { spacing: 1.25, retraction: 0.26 }
    }
}

/// One marker: a ring around the axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marker {
    /// Polar angle from the lowest point [rad].
    pub angle: f64,
    /// Radius [m].
    pub r: f64,
    /// Height above the wall [m].
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
    /// Places markers on a sphere of `diameter` [m] whose lowest point is `gap` [m] above the wall, equally spaced in the
    /// index metric of the grid. `reference` angles of the previous placement may differ in number.
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
            length += radius * step * (angle.cos() / hr).hypot(angle.sin() / hz);
            self.arc.push(length);
        }
        let count = (length / spec.spacing).round().max(3.0) as usize;
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
        let high = self.list.iter().map(|m| m.radial.1.start.max(m.axial.1.start) + 3).max().unwrap_or(0);
        self.rows = low..high.min(axial.len());
        let wide = self.list.iter().map(|m| m.radial.0.start.max(m.axial.0.start) + 3).max().unwrap_or(0);
        self.columns = wide.min(radial.len());
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

/// `Σ weights · field` over a 3 × 3 patch.
fn gather(field: &ndarray::Array2<f64>, (in_r, in_z): &(Stencil, Stencil)) -> f64 {
    let mut sum = 0.0;
    for (b, wz) in in_z.weights.iter().enumerate() {
        let row = field.row(in_z.start + b);
        let row = &row.as_slice().expect("contiguous")[in_r.start..in_r.start + 3];
        sum += wz * (in_r.weights[0] * row[0] + in_r.weights[1] * row[1] + in_r.weights[2] * row[2]);
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
