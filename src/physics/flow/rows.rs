//! The values of one row of cells that convection needs: the amplitudes of its transported and its transporting
//! velocity, and both on the half-planes of φ.

use super::planes::{LANES, Lines, Planes, Transport};
use crate::grid::RadialGrid;
use crate::numerics::row;

/// Columns of a line of `nr` cells in chunks, and beyond them the side.
pub(super) fn columns(nr: usize) -> [usize; 2] {
    let whole = nr.next_multiple_of(LANES);
    [whole, whole + LANES]
}

/// One number per column, zero beyond the last.
pub(super) fn padded(nr: usize, of: impl Fn(usize) -> f64) -> Vec<f64> {
    (0..columns(nr)[1]).map(|i| if i < nr { of(i) } else { 0.0 }).collect()
}

/// Geometry of the columns.
pub(super) struct Columns {
    pub(super) nr: usize,
    pub(super) radius: f64,
    pub(super) faces: Vec<f64>,
    pub(super) widths: Vec<f64>,
    pub(super) areas: Vec<f64>,
    /// Per part: the first radial face and the first cell in which it is transported.
    pub(super) first: Vec<[usize; 2]>,
}

impl Columns {
    pub(super) fn new(radial: &RadialGrid, planes: &Planes) -> Self {
        let nr = radial.len();
        let first =
            |m: usize, places: &[f64]| places[..nr].partition_point(|r| (m as f64) > 1.0 + r / radial.widths[0]);
        let firsts = |&m: &usize| [first(m, &radial.faces), first(m, &radial.centres)];
        Self {
            nr,
            radius: radial.radius(),
            faces: padded(nr, |i| radial.faces[i]),
            widths: padded(nr, |i| radial.widths[i]),
            areas: padded(nr, |i| radial.cell_area(i)),
            first: planes.wavenumbers.iter().map(firsts).collect(),
        }
    }
}

/// Amplitudes of one row, a line per part.
pub(super) struct RowModes {
    velocity: [Lines; 3],
    /// Radial and azimuthal velocity times the cell's height.
    flux: [Lines; 2],
}

impl RowModes {
    pub(super) fn zeros(parts: usize, nr: usize) -> Self {
        let empty = || Lines::zeros(parts, columns(nr)[1]);
        Self { velocity: [(); 3].map(|()| empty()), flux: [(); 2].map(|()| empty()) }
    }

    /// Extrapolates row `j`.
    fn set(&mut self, transport: &Transport, j: usize) {
        let Self { velocity: [u, v, w], flux: [outward, around] } = self;
        let ahead = transport.ahead;
        let volumes = [0, 1].map(|level| ahead[level] * transport.heights[level][j]);
        let levels = transport.levels[0].iter().zip(transport.levels[1]);
        for (k, (now, old)) in levels.enumerate() {
            let [in_r, around_axis, along] = [[&now.u, &old.u], [&now.v, &old.v], [&now.w, &old.w]];
            let rows = in_r.map(|field| row(field, j));
            combine(rows, ahead, u.line_mut(k));
            combine(rows, volumes, outward.line_mut(k));
            let rows = around_axis.map(|field| row(field, j));
            combine(rows, ahead, v.line_mut(k));
            combine(rows, volumes, around.line_mut(k));
            combine(along.map(|field| row(field, j)), ahead, w.line_mut(k));
        }
    }

    /// Takes the modes that are not transported near the axis out of `component`.
    fn filter(&mut self, component: usize, first: &[[usize; 2]]) {
        for (k, first) in first.iter().enumerate() {
            self.velocity[component].line_mut(k)[..first[component.min(1)]].fill(0.0);
        }
    }
}

/// `out = a·x + b·y`.
#[inline(never)]
fn combine([x, y]: [&[f64]; 2], [a, b]: [f64; 2], out: &mut [f64]) {
    for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
        *out = a * x + b * y;
    }
}

/// Values on the half-planes of one row of cells, a line per plane. The column after the last is the side.
pub(super) struct RowPlanes {
    /// Volume fluxes per radian: `F_r` and `F_φ` of the row's cells, `F_z` through their lower faces.
    flux: [Lines; 3],
    /// Transported velocity.
    velocity: [Lines; 3],
}

/// One plane of a row.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) fr: &'a [f64],
    pub(super) fp: &'a [f64],
    pub(super) fz: &'a [f64],
    pub(super) u: &'a [f64],
    pub(super) v: &'a [f64],
    pub(super) w: &'a [f64],
}

impl RowPlanes {
    /// For `count` planes of `nr` cells.
    pub(super) fn zeros(count: usize, nr: usize) -> Self {
        let empty = || [(); 3].map(|()| Lines::zeros(count, columns(nr)[1]));
        Self { flux: empty(), velocity: empty() }
    }

    /// Plane `n`; all of its lines are known to have the length `wide`.
    #[inline(always)]
    pub(super) fn line(&self, n: usize, wide: usize) -> Line<'_> {
        let Self { flux: [fr, fp, fz], velocity: [u, v, w] } = self;
        let [fr, fp, fz, u, v, w] = [fr, fp, fz, u, v, w].map(|lines| &lines.line(n)[..wide]);
        Line { fr, fp, fz, u, v, w }
    }

    /// Sums the amplitudes of row `j` to values on the half-planes; of the row above the last one only `F_z`.
    pub(super) fn fill(
        &mut self,
        planes: &Planes,
        columns: &Columns,
        transport: &Transport,
        j: usize,
        modes: &mut RowModes,
    ) {
        let (nr, nz) = (columns.nr, transport.heights[0].len());
        let whole = self::columns(nr)[0];
        let ([fr, fp, fz], [u, v, w]) = (&mut self.flux, &mut self.velocity);
        if j == nz {
            (0..planes.count).for_each(|n| w.line_mut(n).fill(0.0));
        } else {
            modes.set(transport, j);
            planes.values(0, &modes.flux[0], whole, fr);
            planes.values(1, &modes.flux[1], whole, fp);
            planes.values(0, &modes.velocity[2], whole, w);
            modes.filter(0, &columns.first);
            modes.filter(1, &columns.first);
            planes.values(0, &modes.velocity[0], whole, u);
            planes.values(1, &modes.velocity[1], whole, v);
        }
        let [x, y] = match j < nz {
            true => transport.frame.map(|speed| {
                let [now, old] = transport.heights.map(|heights| heights[j]);
                speed * (transport.ahead[0] * now + transport.ahead[1] * old)
            }),
            false => [0.0; 2],
        };
        for n in 0..planes.count {
            through_faces(fz.line_mut(n), w.line(n), &columns.areas, transport.face_velocity[j]);
            if j == nz {
                continue;
            }
            let outwards = x * planes.cosine[n] + y * planes.sine[n];
            let around = y * planes.cosine[n] - x * planes.sine[n];
            relative(fr.line_mut(n), &columns.faces, outwards);
            relative(fp.line_mut(n), &columns.widths, around);
            fr.line_mut(n)[nr] = -outwards * columns.radius;
            v.line_mut(n)[nr] = v.line(n)[nr - 1];
        }
        let near = columns.first.iter().map(|first| first[1]).max().unwrap_or(0);
        if j < nz && near > 0 {
            modes.filter(2, &columns.first);
            planes.values(0, &modes.velocity[2], near.next_multiple_of(LANES), w);
        }
        for n in 0..planes.count {
            w.line_mut(n)[nr] = w.line(n)[nr - 1];
        }
    }
}

/// `out = area·(w − velocity)`.
fn through_faces(out: &mut [f64], w: &[f64], areas: &[f64], velocity: f64) {
    for ((out, w), area) in out.iter_mut().zip(w).zip(areas) {
        *out = area * (w - velocity);
    }
}

/// `flux = size·(flux − frame)`.
fn relative(flux: &mut [f64], sizes: &[f64], frame: f64) {
    flux.iter_mut().zip(sizes).for_each(|(flux, size)| *flux = size * (*flux - frame));
}
