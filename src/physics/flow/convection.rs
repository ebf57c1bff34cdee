//! The convective term of all modes on moving cells.
//!
//! The amplitudes are summed to velocities on half-planes of φ ([`super::planes`]); there the fluxes of momentum
//! through the cells' faces in r and z are formed as in [`super::explicit`], symmetry-preserving; their amplitudes are
//! taken back, and fluxes in φ are differentiated mode by mode. Per radian, with the frame's velocity `W_g` along z,
//! `U_x` along φ = 0 (and `U_y` along φ = π/2, alike), the volume fluxes through the faces of a continuity cell are
//!
//! ```text
//! F_r = rΔz (u − U_x cos φ)      F_φ = ΔrΔz (v + U_x sin φ)      F_z = rΔr (w − W_g)
//! ```
//!
//! Momentum cells take half-sums of them (but their own area where the faces move), and the transported values are
//! plain averages. Beside the usual differences in r and z the amplitudes of the momentum's rates hold (`⟨·⟩` an
//! amplitude)
//!
//! ```text
//! φ-flux    R_u −= m⟨F_φ u⟩_sin    R_v += m⟨F_φ v⟩_cos    R_w −= m⟨F_φ w⟩_sin
//! metric    R_u,i += ½(F_φ v)_{i−1} + ½(F_φ v)_i          R_v,c −= F_φ,c ½(u_c + u_{c+1})
//! axis      u_1(axis) = u_1(first face); its adjoint adds ⟨½(F_φ v)_0 − ¼(F_r u)_1⟩ to R_u of mode 1 on the first face
//! ```
//!
//! The operator is skew-symmetric in the transporting fluxes' divergence-free field: it neither makes nor destroys
//! kinetic energy. A uniform flow in any direction stays uniform. Near the axis modes with `m > 1 + r/Δr` are taken out
//! of the transported velocity and of the rates, never out of the fluxes, which keeps both properties and spares the
//! time step.

use super::fields::{ModeFields, Parts};
use super::momentum::{MomentumEquation, RateWork};
use super::planes::{Planes, Transport};
use super::rows::{Columns, RowModes, RowPlanes, columns, padded};
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::row;
use rayon::prelude::*;
use std::ops::Range;

/// Scratch of a piece of the rows.
struct Worker {
    modes: RowModes,
    /// A row and its neighbours, row j in number j mod 3.
    rows: [RowPlanes; 3],
    rates: RateWork,
}

impl Worker {
    fn new(planes: &Planes, nr: usize) -> Self {
        Self {
            modes: RowModes::zeros(planes.modes, nr),
            rows: [(); 3].map(|()| RowPlanes::zeros(planes.count, nr)),
            rates: RateWork::zeros(planes.count, nr),
        }
    }
}

/// Weights of the levels in the rates of every row [1/s]: of radial and azimuthal velocity, and of the axial one.
pub type Histories<'a> = [&'a [[f64; 2]]; 2];

/// The convective term; holds its scratch.
pub struct Convection {
    planes: Planes,
    columns: Columns,
    /// Inverse areas of the faces' and the cells' rings [1/m²]; 0 on the axis.
    inverse: [Vec<f64>; 2],
    momentum: MomentumEquation,
    nz: usize,
    workers: Vec<Worker>,
}

impl Convection {
    /// For the modes of `parts` on `nz` rows.
    pub(super) fn new(radial: &RadialGrid, nz: usize, parts: Parts) -> Self {
        let (nr, planes) = (radial.len(), Planes::new(parts));
        Self {
            columns: Columns::new(radial, &planes),
            inverse: [
                padded(nr, |i| if i > 0 { 1.0 / radial.face_area(i) } else { 0.0 }),
                padded(nr, |i| 1.0 / radial.cell_area(i)),
            ],
            momentum: MomentumEquation::new(radial, nz),
            nz,
            workers: Vec::new(),
            planes,
        }
    }

    /// Sets `rate` [m/s²] to the levels' share `histories` less the convective term, on the grid `axial` of the new
    /// level.
    pub(super) fn rates(
        &mut self,
        axial: &AxialGrid,
        transport: &Transport,
        histories: Histories,
        rate: &mut [ModeFields],
    ) {
        let (nr, threads) = (self.columns.nr, rayon::current_num_threads());
        let pieces = if threads > 1 { (2 * threads).min(self.nz) } else { 1 };
        let rows = self.nz.div_ceil(pieces);
        let mut workers = std::mem::take(&mut self.workers);
        workers.resize_with(pieces, || Worker::new(&self.planes, nr));
        let mut of_piece: Vec<Vec<[&mut [f64]; 3]>> = workers.iter().map(|_| Vec::with_capacity(rate.len())).collect();
        for fields in rate.iter_mut() {
            let ModeFields { u, v, w, .. } = fields;
            let [u, v, w] = [u, v, w].map(|field| field.as_slice_mut().expect("contiguous").chunks_mut(rows * nr));
            for (((u, v), w), piece) in u.zip(v).zip(w).zip(&mut of_piece) {
                piece.push([u, v, w]);
            }
        }
        workers.par_iter_mut().zip(of_piece).enumerate().for_each(|(number, (worker, mut rates))| {
            let rows = number * rows..((number + 1) * rows).min(self.nz);
            self.piece(worker, rows, axial, transport, histories, &mut rates);
        });
        self.workers = workers;
    }

    /// The same of the rows `rows`.
    fn piece(
        &self,
        worker: &mut Worker,
        rows: Range<usize>,
        axial: &AxialGrid,
        transport: &Transport,
        histories: Histories,
        rates: &mut [[&mut [f64]; 3]],
    ) {
        let Worker { modes, rows: values, rates: work } = worker;
        for j in rows.start.saturating_sub(1)..rows.end.min(rows.start + 1) {
            values[j % 3].fill(&self.planes, &self.columns, transport, j, modes);
        }
        for j in rows.clone() {
            values[(j + 1) % 3].fill(&self.planes, &self.columns, transport, j + 1, modes);
            let [below, here, next] = [j.max(1) - 1, j, j + 1].map(|j| &values[j % 3]);
            let wide = columns(self.columns.nr)[1];
            for n in 0..self.planes.count {
                let lines = [below, here, next].map(|row| row.line(n, wide));
                self.momentum.radial_momentum(
                    j,
                    n,
                    lines,
                    [transport.face_velocity[j], transport.face_velocity[j + 1]],
                    work,
                );
                self.momentum.azimuthal_momentum(j, n, lines, work);
                self.momentum.axial_momentum(j, n, lines, work);
            }
            for lines in work.plain.iter_mut().chain(&mut work.azimuthal) {
                self.planes.fold(lines, columns(self.columns.nr)[0]);
            }
            let share = [histories[0][j], histories[1][j]];
            self.project(axial, j, j - rows.start, (transport, share), work, rates);
        }
    }

    /// Sets row `line` of the piece's rates, which is row `j`, to the levels' share and the amplitudes of the rates
    /// over the momentum cells' volumes.
    fn project(
        &self,
        axial: &AxialGrid,
        j: usize,
        line: usize,
        (transport, share): (&Transport, [[f64; 2]; 2]),
        work: &mut RateWork,
        rates: &mut [[&mut [f64]; 3]],
    ) {
        let nr = self.columns.nr;
        let heights = [axial.widths[j], axial.widths[j], axial.spacing[j]];
        let levels = transport.levels[0].iter().zip(transport.levels[1]);
        for (k, (rate, (now, old))) in rates.iter_mut().zip(levels).enumerate() {
            let first = self.columns.first[k];
            let of_levels = [[&now.u, &old.u], [&now.v, &old.v], [&now.w, &old.w]];
            for (component, (rate, of_levels)) in rate.iter_mut().zip(of_levels).enumerate() {
                let amplitude = &mut work.amplitude;
                let like = usize::from(component == 1);
                self.planes.amplitude(k, like, [&work.plain[component], &work.azimuthal[component]], amplitude);
                if component == 0 {
                    amplitude[1] += if self.planes.wavenumbers[k] == 1 { amplitude[0] } else { 0.0 };
                    amplitude[0] = 0.0;
                }
                amplitude[..first[component.min(1)]].fill(0.0);
                add(
                    &mut rate[line * nr..][..nr],
                    of_levels.map(|field| row(field, j)),
                    share[usize::from(component == 2)],
                    [amplitude, &self.inverse[component.min(1)]],
                    1.0 / heights[component],
                );
            }
        }
    }
}

/// `rate = a·x + b·y + amplitude·inverse·per_height`.
#[inline(never)]
fn add(rate: &mut [f64], [x, y]: [&[f64]; 2], [a, b]: [f64; 2], [amplitude, inverse]: [&[f64]; 2], per_height: f64) {
    let terms = x.iter().zip(y).zip(amplitude).zip(inverse);
    for (rate, (((x, y), amplitude), inverse)) in rate.iter_mut().zip(terms) {
        *rate = a * x + b * y + amplitude * inverse * per_height;
    }
}

#[cfg(test)]
mod tests {
    use super::super::fields::share;
    use super::super::solver::{ModeSolver, Spectrum};
    use super::super::stokes::Ends;
    use super::*;

    fn grids() -> (RadialGrid, AxialGrid) {
        let radial = (0..=18).map(|i| 1.2 * (0.09 * i as f64).sinh()).collect();
        let axial = (0..=22).map(|j| 0.15 * j as f64 + 0.05 * (0.9 * j as f64).sin()).collect();
        (RadialGrid::from_faces(radial), AxialGrid::from_faces(axial))
    }

    fn noise(seed: usize) -> impl FnMut() -> f64 {
        let mut state = seed as u64 + 1;
        move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }
    }

    /// A random solenoidal velocity.
    fn solenoidal(radial: &RadialGrid, axial: &AxialGrid, parts: Parts) -> Vec<ModeFields> {
        let (nz, nr) = (axial.len(), radial.len());
        let ends = Ends { bottom_no_slip: true, top_no_slip: false };
        let part = |k: usize| {
            let m = parts.wavenumber(k);
            let mut solver = match parts.is_turned(k) && m == 0 {
                true => ModeSolver::swirl(radial, nz, 0.01, ends),
                false => ModeSolver::new(radial, m, nz, 0.01, ends),
            };
            solver.factor(axial, 1.0);
            let (mut x, mut random) = (Spectrum::zeros(nz, nr), noise(k));
            x.gradient.u.mapv_inplace(|_| random());
            x.gradient.w.mapv_inplace(|_| random());
            x.curl.mapv_inplace(|_| random());
            x.curl.column_mut(0).fill(0.0);
            if m == 0 {
                x.gradient.u.column_mut(0).fill(0.0);
            }
            solver.solve(&mut x);
            let mut fields = ModeFields::zeros(nz, nr);
            solver.to_fields(&mut x, &mut solver.scratch(), &mut fields);
            fields
        };
        (0..parts.count()).map(part).collect()
    }

    /// `velocity` at both levels.
    fn level<'a>(
        velocity: &'a [ModeFields],
        axial: &'a AxialGrid,
        face_velocity: &'a [f64],
        frame: [f64; 2],
    ) -> Transport<'a> {
        Transport { levels: [velocity; 2], ahead: [2.0, -1.0], heights: [&axial.widths; 2], face_velocity, frame }
    }

    #[test]
    fn convection_alone_neither_makes_nor_destroys_kinetic_energy() {
        let (radial, axial) = grids();
        let highest = [0, 1, 2, 3, 4, 6];
        for parts in highest.map(Parts::symmetric).into_iter().chain(highest.map(Parts::both)) {
            let velocity = solenoidal(&radial, &axial, parts);
            let mut rate = vec![ModeFields::zeros(axial.len(), radial.len()); parts.count()];
            let still = vec![0.0; axial.len() + 1];
            let transport = level(&velocity, &axial, &still, [0.0; 2]);
            let nothing = vec![[0.0; 2]; axial.len()];
            Convection::new(&radial, axial.len(), parts).rates(&axial, &transport, [&nothing; 2], &mut rate);
            let (mut power, mut size) = (0.0, 0.0);
            for (m, (velocity, rate)) in parts.wavenumbers().zip(velocity.iter().zip(&rate)) {
                let share = share(m);
                for j in 0..axial.len() {
                    for i in 0..radial.len() {
                        let at = (j, i);
                        let heights = [axial.widths[j], axial.widths[j], axial.spacing[j]];
                        let areas = [radial.face_area(i), radial.cell_area(i), radial.cell_area(i)];
                        let terms =
                            [velocity.u[at] * rate.u[at], velocity.v[at] * rate.v[at], velocity.w[at] * rate.w[at]];
                        for k in 0..3 {
                            if (k == 0 && i == 0) || (k == 2 && j == 0) {
                                continue;
                            }
                            power += share * areas[k] * heights[k] * terms[k];
                            size += share * areas[k] * heights[k] * terms[k].abs();
                        }
                    }
                }
            }
            assert!(power.abs() < 1e-13 * size, "{parts:?}: {:.1e}", power / size);
        }
    }

    #[test]
    fn a_uniform_flow_in_any_direction_stays_uniform_in_a_moving_frame_on_moving_cells() {
        let (radial, axial) = grids();
        let (nz, nr, parts) = (axial.len(), radial.len(), Parts::both(3));
        let mut velocity = vec![ModeFields::zeros(nz, nr); parts.count()];
        velocity[0].w.fill(-1.3);
        for (part, speed) in [(1, 0.7), (5, -0.4)] {
            velocity[part].u.fill(speed);
            velocity[part].v.fill(-speed);
        }
        let faces: Vec<f64> = axial.faces.iter().map(|z| 0.4 + 0.3 * z).collect();
        let transport = level(&velocity, &axial, &faces, [-0.3, 0.6]);
        let nothing = vec![[0.0; 2]; nz];
        let mut rate = vec![ModeFields::zeros(nz, nr); parts.count()];
        Convection::new(&radial, nz, parts).rates(&axial, &transport, [&nothing; 2], &mut rate);
        for (k, rate) in rate.iter().enumerate() {
            for j in 2..nz - 2 {
                for i in 0..nr - 2 {
                    let swelling = 0.3;
                    let expected = |value: f64| value * swelling;
                    let along = |speed: f64| [if i > 0 { expected(speed) } else { 0.0 }, expected(-speed), 0.0];
                    let [u, v, w] = match k {
                        0 => [0.0, 0.0, expected(-1.3)],
                        1 => along(0.7),
                        5 => along(-0.4),
                        _ => [0.0; 3],
                    };
                    let off = [rate.u[(j, i)] - u, rate.v[(j, i)] - v, rate.w[(j, i)] - w];
                    assert!(off.iter().all(|x| x.abs() < 1e-12), "part {k}, {j} {i}: {off:?}");
                }
            }
        }
    }
}
