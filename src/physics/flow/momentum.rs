//! The rates of the three momenta of a row of cells on a half-plane of φ, symmetry-preserving in r and z: see
//! [`super::convection`].

use super::planes::{LANES, Lines, lanes};
use super::rows::{Line, columns, padded};
use super::tridiagonal::{part, part_mut};
use crate::grid::RadialGrid;

/// Rates of the three momenta of a row, a line per plane.
pub(super) struct RateWork {
    /// Differences in r and z, and metric terms.
    pub(super) plain: [Lines; 3],
    /// Fluxes in φ.
    pub(super) azimuthal: [Lines; 3],
    /// Flux in r through the cells' inner sides, and through the container's.
    through: Vec<f64>,
    /// Amplitude of one part.
    pub(super) amplitude: Vec<f64>,
}

impl RateWork {
    /// For `count` planes of `nr` cells.
    pub(super) fn zeros(count: usize, nr: usize) -> Self {
        let [whole, wide] = columns(nr);
        let lines = || [(); 3].map(|()| Lines::zeros(count, wide));
        Self { plain: lines(), azimuthal: lines(), through: vec![0.0; wide], amplitude: vec![0.0; whole] }
    }

    /// The lines of `component` on plane `n`, and the flux through sides, all of the length `wide`.
    #[inline(always)]
    fn lines(&mut self, component: usize, n: usize, wide: usize) -> ([&mut [f64]; 2], &mut [f64]) {
        let lines = [&mut self.plain[component], &mut self.azimuthal[component]];
        (lines.map(|lines| &mut lines.line_mut(n)[..wide]), &mut self.through[..wide])
    }
}

/// The part of the grid that the rates need.
pub(super) struct MomentumEquation {
    nr: usize,
    nz: usize,
    /// [`RadialGrid::ring_excess`] of the faces [m²].
    excess: Vec<f64>,
}

impl MomentumEquation {
    pub(super) fn new(radial: &RadialGrid, nz: usize) -> Self {
        Self { nr: radial.len(), nz, excess: padded(radial.len(), |i| radial.ring_excess(i)) }
    }

    /// First columns of the chunks of faces, those from 1 to the side.
    fn faces(&self) -> impl Iterator<Item = usize> {
        (1..=self.nr).step_by(LANES)
    }

    /// First columns of the chunks of cells.
    fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.nr).step_by(LANES)
    }

    pub(super) fn radial_momentum(
        &self,
        j: usize,
        n: usize,
        lines: [Line; 3],
        [down, up]: [f64; 2],
        work: &mut RateWork,
    ) {
        let [below, here, next] = lines;
        let above = if j + 1 < self.nz { next } else { here };
        let excess = &self.excess[..here.u.len()];
        let ([plain, azimuthal], through) = work.lines(0, n, here.u.len());
        for i in self.faces() {
            let ([fr0, fr1], [u0, u1]) = (sides(here.fr, i), sides(here.u, i));
            *part_mut(through, i) = lanes(|l| 0.25 * (fr0[l] + fr1[l]) * (u0[l] + u1[l]));
        }
        for i in self.faces() {
            let ([fp0, fp1], [v0, v1], u) = (sides(here.fp, i), sides(here.v, i), at(here.u, i));
            let ([fz0, fz1], [top0, top1]) = (sides(here.fz, i), sides(next.fz, i));
            let (u_below, u_above, excess) = (at(below.u, i), at(above.u, i), at(excess, i));
            let [inner, outer] = sides(through, i + 1);
            let rate = lanes(|l| {
                let metric = 0.5 * (fp0[l] * v0[l] + fp1[l] * v1[l]);
                let upper = 0.5 * (0.5 * (top0[l] + top1[l]) + up * excess[l]) * (u[l] + u_above[l]);
                let lower = 0.5 * (0.5 * (fz0[l] + fz1[l]) + down * excess[l]) * (u_below[l] + u[l]);
                inner[l] - outer[l] + metric + lower - upper
            });
            *part_mut(azimuthal, i) = lanes(|l| 0.5 * (fp0[l] + fp1[l]) * u[l]);
            *part_mut(plain, i) = rate;
        }
        plain[0] = 0.5 * here.fp[0] * here.v[0] - 0.25 * here.fr[1] * here.u[1];
        azimuthal[0] = 0.0;
    }

    pub(super) fn azimuthal_momentum(&self, j: usize, n: usize, lines: [Line; 3], work: &mut RateWork) {
        let [below, here, next] = lines;
        let above = if j + 1 < self.nz { next } else { here };
        let ([plain, azimuthal], through) = work.lines(1, n, here.u.len());
        through[0] = 0.0;
        for i in self.faces() {
            let (fr, [v0, v1]) = (at(here.fr, i), sides(here.v, i));
            *part_mut(through, i) = lanes(|l| 0.5 * fr[l] * (v0[l] + v1[l]));
        }
        for i in self.cells() {
            let (fp, fz, top, [u0, u1]) = (at(here.fp, i), at(here.fz, i), at(next.fz, i), sides(here.u, i + 1));
            let (v, v_below, v_above) = (at(here.v, i), at(below.v, i), at(above.v, i));
            let [inner, outer] = sides(through, i + 1);
            *part_mut(plain, i) = lanes(|l| {
                let upper = 0.5 * top[l] * (v[l] + v_above[l]);
                let lower = 0.5 * fz[l] * (v_below[l] + v[l]);
                inner[l] - outer[l] + lower - upper - 0.5 * fp[l] * (u0[l] + u1[l])
            });
            *part_mut(azimuthal, i) = lanes(|l| fp[l] * v[l]);
        }
    }

    pub(super) fn axial_momentum(&self, j: usize, n: usize, lines: [Line; 3], work: &mut RateWork) {
        let [below, here, above] = lines;
        let ([plain, azimuthal], through) = work.lines(2, n, here.u.len());
        if j == 0 {
            plain.fill(0.0);
            azimuthal.fill(0.0);
            return;
        }
        through[0] = 0.0;
        for i in self.faces() {
            let (fr_below, fr, [w0, w1]) = (at(below.fr, i), at(here.fr, i), sides(here.w, i));
            *part_mut(through, i) = lanes(|l| 0.25 * (fr_below[l] + fr[l]) * (w0[l] + w1[l]));
        }
        for i in self.cells() {
            let [fz_below, fz, fz_above] = [below, here, above].map(|line| at(line.fz, i));
            let [w_below, w, w_above] = [below, here, above].map(|line| at(line.w, i));
            let (fp_below, fp) = (at(below.fp, i), at(here.fp, i));
            let [inner, outer] = sides(through, i + 1);
            *part_mut(plain, i) = lanes(|l| {
                let upper = 0.25 * (fz[l] + fz_above[l]) * (w[l] + w_above[l]);
                let lower = 0.25 * (fz_below[l] + fz[l]) * (w_below[l] + w[l]);
                inner[l] - outer[l] + lower - upper
            });
            *part_mut(azimuthal, i) = lanes(|l| 0.5 * (fp_below[l] + fp[l]) * w[l]);
        }
    }
}

/// The values on both sides of the faces from `i` on, or on the cells' inner and outer sides.
#[inline(always)]
fn sides(line: &[f64], i: usize) -> [&[f64; LANES]; 2] {
    [part(line, i - 1), part(line, i)]
}

#[inline(always)]
fn at(line: &[f64], i: usize) -> &[f64; LANES] {
    part(line, i)
}
