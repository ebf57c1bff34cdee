//! Fourier sums in φ on the half-planes `φ_n = (n + ½)π/N`, `n = 0 … N − 1`: between the modes and the values there, and
//! the values of one row of cells that convection needs.

use super::solver::{ModeFields, row};
use crate::grid::RadialGrid;

/// Matrices between the amplitudes of modes 0 … M and the values on N half-planes of φ in (0, π).
///
/// Products of three amplitudes are free of aliasing where `2N > 3M`.
pub struct Planes {
    /// Number of half-planes N.
    pub count: usize,
    /// Number of modes, M + 1.
    pub modes: usize,
    /// `cos φ_n`.
    pub cosine: Vec<f64>,
    /// `sin φ_n`.
    pub sine: Vec<f64>,
    /// `cos mφ_n`, entry `n·modes + m`.
    pub cosines: Vec<f64>,
    /// `sin mφ_n`, entry `n·modes + m`.
    pub sines: Vec<f64>,
    /// Weight `2/N` (`1/N` for m = 0) times `cos mφ_n`, same order: from values to amplitudes.
    pub to_cosines: Vec<f64>,
    /// Weight `2/N` times `sin mφ_n`, same order.
    pub to_sines: Vec<f64>,
}

impl Planes {
    /// The fewest half-planes that are free of aliasing for modes 0 … `highest`.
    pub fn new(highest: usize) -> Self {
        let (count, modes) = (3 * highest / 2 + 1, highest + 1);
        let angle = |n: usize| (n as f64 + 0.5) * std::f64::consts::PI / count as f64;
        let table = |f: fn(f64) -> f64, weighted: bool| {
            let weight = |m: usize| match (weighted, m) {
                (false, _) => 1.0,
                (true, 0) => 1.0 / count as f64,
                (true, _) => 2.0 / count as f64,
            };
            let entry = |n: usize, m: usize| weight(m) * f(m as f64 * angle(n));
            (0..count).flat_map(|n| (0..modes).map(move |m| entry(n, m))).collect()
        };
        Self {
            count,
            modes,
            cosine: (0..count).map(|n| angle(n).cos()).collect(),
            sine: (0..count).map(|n| angle(n).sin()).collect(),
            cosines: table(f64::cos, false),
            sines: table(f64::sin, false),
            to_cosines: table(f64::cos, true),
            to_sines: table(f64::sin, true),
        }
    }
}

/// What transports and what is transported, as amplitudes.
pub struct Transport<'a> {
    /// Transported velocity.
    pub velocity: &'a [ModeFields],
    /// Transporting velocity times the cell's height, in `u` and `v` [m²/s], and the axial velocity `w` [m/s].
    pub flux: &'a [ModeFields],
    /// The cells' heights in `flux` \[m\].
    pub heights: &'a [f64],
    /// Velocity of the axial faces [m/s], length nz + 1.
    pub face_velocity: &'a [f64],
    /// Velocity of the frame along φ = 0 [m/s].
    pub frame_lateral: f64,
}

/// Values on the half-planes of one row of cells, each `N × nr`, plane by plane.
#[derive(Clone)]
pub(super) struct RowPlanes {
    /// Volume fluxes per radian: `F_r` and `F_φ` of the row's cells, `F_z` through their lower faces.
    flux: [Vec<f64>; 3],
    /// `F_r` through the side, one value per plane.
    side: Vec<f64>,
    /// Transported velocity.
    velocity: [Vec<f64>; 3],
}

/// One plane of a row.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) fr: &'a [f64],
    pub(super) fp: &'a [f64],
    pub(super) fz: &'a [f64],
    pub(super) side: f64,
    pub(super) u: &'a [f64],
    pub(super) v: &'a [f64],
    pub(super) w: &'a [f64],
}

impl RowPlanes {
    /// For `count` planes of `nr` cells.
    pub(super) fn zeros(count: usize, nr: usize) -> Self {
        let empty = || [(); 3].map(|()| vec![0.0; count * nr]);
        Self { flux: empty(), side: vec![0.0; count], velocity: empty() }
    }

    /// Plane `n`.
    pub(super) fn line(&self, n: usize, nr: usize) -> Line<'_> {
        let at = n * nr..(n + 1) * nr;
        Line {
            fr: &self.flux[0][at.clone()],
            fp: &self.flux[1][at.clone()],
            fz: &self.flux[2][at.clone()],
            side: self.side[n],
            u: &self.velocity[0][at.clone()],
            v: &self.velocity[1][at.clone()],
            w: &self.velocity[2][at],
        }
    }
}

/// Sums the amplitudes of row `j` to values on the half-planes.
pub(super) fn fill_row(
    planes: &Planes,
    radial: &RadialGrid,
    first: &[[usize; 2]],
    transport: &Transport,
    j: usize,
    out: &mut RowPlanes,
) {
    let (nr, nz) = (radial.len(), transport.heights.len());
    for n in 0..planes.count {
        let at = n * nr..(n + 1) * nr;
        let cosines = &planes.cosines[n * planes.modes..(n + 1) * planes.modes];
        let sines = &planes.sines[n * planes.modes..(n + 1) * planes.modes];
        let fz = &mut out.flux[2][at.clone()];
        fz.fill(0.0);
        if j > 0 && j < nz {
            add_modes(cosines, transport.flux.iter().map(|flux| (row(&flux.w, j), 0)), fz);
        }
        for (i, fz) in fz.iter_mut().enumerate() {
            *fz = radial.cell_area(i) * (*fz - transport.face_velocity[j]);
        }
        if j == nz {
            out.velocity[2][at].fill(0.0);
            continue;
        }
        let frame = transport.frame_lateral * transport.heights[j];
        let fr = &mut out.flux[0][at.clone()];
        fr.fill(-frame * planes.cosine[n]);
        add_modes(cosines, transport.flux.iter().map(|flux| (row(&flux.u, j), 0)), fr);
        fr.iter_mut().zip(&radial.faces).for_each(|(flux, r)| *flux *= r);
        out.side[n] = -frame * planes.cosine[n] * radial.radius();
        let fp = &mut out.flux[1][at.clone()];
        fp.fill(frame * planes.sine[n]);
        add_modes(sines, transport.flux.iter().map(|flux| (row(&flux.v, j), 0)), fp);
        fp.iter_mut().zip(&radial.widths).for_each(|(flux, dr)| *flux *= dr);
        let [u, v, w] = &mut out.velocity;
        let moved = || transport.velocity.iter().zip(first);
        for values in [&mut u[at.clone()], &mut v[at.clone()], &mut w[at.clone()]] {
            values.fill(0.0);
        }
        add_modes(cosines, moved().map(|(x, first)| (row(&x.u, j), first[0])), &mut u[at.clone()]);
        add_modes(sines, moved().map(|(x, first)| (row(&x.v, j), first[1])), &mut v[at.clone()]);
        if j > 0 {
            add_modes(cosines, moved().map(|(x, first)| (row(&x.w, j), first[1])), &mut w[at]);
        }
    }
}

/// `out += Σ_m factor_m · row_m`, each mode from its first column on.
fn add_modes<'a>(factors: &[f64], rows: impl Iterator<Item = (&'a [f64], usize)>, out: &mut [f64]) {
    for (factor, (row, first)) in factors.iter().zip(rows) {
        out[first..].iter_mut().zip(&row[first..]).for_each(|(out, x)| *out += factor * x);
    }
}
