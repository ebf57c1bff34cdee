//! Fourier sums in φ on the half-planes `φ_n = (n + ½)π/N`: between the modes and the values there, and the values of one row
//! of cells that convection needs. With a plane of symmetry `n = 0 … N − 1`, without one `n = 0 … 2N − 1`.

use super::parts::Parts;
use super::solver::ModeFields;
use crate::grid::RadialGrid;
use crate::numerics::row;

/// Matrices between the amplitudes of the [`Parts`] with modes 0 … M and the values on half-planes of φ, N in (0, π) or 2N in
/// (0, 2π).
///
/// Products of three amplitudes are free of aliasing where `2N > 3M`.
pub struct Planes {
    /// Number of half-planes.
    pub count: usize,
    /// Number of parts.
    pub modes: usize,
    /// Their wavenumbers.
    pub wavenumbers: Vec<usize>,
    /// `cos φ_n`.
    pub cosine: Vec<f64>,
    /// `sin φ_n`.
    pub sine: Vec<f64>,
    /// `cos mφ_n`, entry `n·modes + m`; of the turned family `sin mφ_n`.
    pub cosines: Vec<f64>,
    /// `sin mφ_n`, entry `n·modes + m`; of the turned family `−cos mφ_n`.
    pub sines: Vec<f64>,
    /// Weight `2/count` (`1/count` for m = 0) times `cosines`, same order: from values to amplitudes.
    pub to_cosines: Vec<f64>,
    /// The same weight times `sines`.
    pub to_sines: Vec<f64>,
}

impl Planes {
    /// The fewest half-planes that are free of aliasing.
    pub fn new(parts: Parts) -> Self {
        let (half, modes) = (3 * parts.highest / 2 + 1, parts.count());
        let count = half * parts.families();
        let angle = |n: usize| (n as f64 + 0.5) * std::f64::consts::PI / half as f64;
        let wavenumbers: Vec<usize> = parts.wavenumbers().collect();
        let table = |which: usize, weighted: bool| {
            let weight = |m: usize| match (weighted, m) {
                (false, _) => 1.0,
                (true, 0) => 1.0 / count as f64,
                (true, _) => 2.0 / count as f64,
            };
            let entry = |n: usize, k: usize| weight(parts.wavenumber(k)) * parts.waves(k, angle(n))[which];
            (0..count).flat_map(|n| (0..modes).map(move |k| entry(n, k))).collect()
        };
        Self {
            count,
            modes,
            wavenumbers,
            cosine: (0..count).map(|n| angle(n).cos()).collect(),
            sine: (0..count).map(|n| angle(n).sin()).collect(),
            cosines: table(0, false),
            sines: table(1, false),
            to_cosines: table(0, true),
            to_sines: table(1, true),
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
    /// Velocity of the frame along φ = 0 and along φ = π/2 [m/s].
    pub frame: [f64; 2],
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

impl Line<'_> {
    /// The same, of a length that the compiler knows to be that of other lines.
    #[inline(always)]
    pub(super) fn cut(self, nr: usize) -> Self {
        let Self { fr, fp, fz, side, u, v, w } = self;
        Self { fr: &fr[..nr], fp: &fp[..nr], fz: &fz[..nr], side, u: &u[..nr], v: &v[..nr], w: &w[..nr] }
    }
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
        let [x, y] = transport.frame.map(|speed| speed * transport.heights[j]);
        let outwards = x * planes.cosine[n] + y * planes.sine[n];
        let around = y * planes.cosine[n] - x * planes.sine[n];
        let fr = &mut out.flux[0][at.clone()];
        fr.fill(-outwards);
        add_modes(cosines, transport.flux.iter().map(|flux| (row(&flux.u, j), 0)), fr);
        fr.iter_mut().zip(&radial.faces).for_each(|(flux, r)| *flux *= r);
        out.side[n] = -outwards * radial.radius();
        let fp = &mut out.flux[1][at.clone()];
        fp.fill(-around);
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

/// Columns that are summed at a time.
const COLUMNS: usize = 16;

/// `out += Σ_m factor_m · row_m`, each mode from its first column on.
fn add_modes<'a>(factors: &[f64], rows: impl Iterator<Item = (&'a [f64], usize)> + Clone, out: &mut [f64]) {
    for (number, out) in out.chunks_mut(COLUMNS).enumerate() {
        let (start, length) = (number * COLUMNS, out.len());
        let mut sums = [0.0; COLUMNS];
        for (factor, (row, first)) in factors.iter().zip(rows.clone()) {
            let row = &row[start..][..length];
            match row.first_chunk::<COLUMNS>() {
                Some(row) if first <= start => (0..COLUMNS).for_each(|i| sums[i] += factor * row[i]),
                _ => sums.iter_mut().zip(row).skip(first.saturating_sub(start)).for_each(|(sum, x)| *sum += factor * x),
            }
        }
        out.iter_mut().zip(&sums).for_each(|(out, sum)| *out += sum);
    }
}
