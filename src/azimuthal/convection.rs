//! The convective term of all modes on moving cells.
//!
//! The amplitudes are summed to velocities on half-planes of φ ([`super::planes`]); there the fluxes of momentum through the
//! cells' faces in r and z are formed as in [`crate::flow::transport`], symmetry-preserving; their amplitudes are taken
//! back, and fluxes in φ are differentiated mode by mode. Per radian, with the frame's velocity `W_g` along z, `U_x` along
//! φ = 0 (and `U_y` along φ = π/2, alike), the volume fluxes through the faces of a continuity cell are
//!
//! ```text
//! F_r = rΔz (u − U_x cos φ)      F_φ = ΔrΔz (v + U_x sin φ)      F_z = rΔr (w − W_g)
//! ```
//!
//! Momentum cells take half-sums of them (but their own area where the faces move), and the transported values are plain
//! averages. Beside the usual differences in r
//! and z the amplitudes of the momentum's rates hold (`⟨·⟩` an amplitude)
//!
//! ```text
//! φ-flux    R_u −= m⟨F_φ u⟩_sin    R_v += m⟨F_φ v⟩_cos    R_w −= m⟨F_φ w⟩_sin
//! metric    R_u,i += ½(F_φ v)_{i−1} + ½(F_φ v)_i          R_v,c −= F_φ,c ½(u_c + u_{c+1})
//! axis      u_1(axis) = u_1(first face); its adjoint adds ⟨½(F_φ v)_0 − ¼(F_r u)_1⟩ to R_u of mode 1 on the first face
//! ```
//!
//! The operator is skew-symmetric in the transporting fluxes' divergence-free field: it neither makes nor destroys kinetic
//! energy. A uniform flow in any direction stays uniform. Near the axis modes with `m > 1 + r/Δr` are taken out of the
//! transported velocity and of the rates, never out of the fluxes, which keeps both properties and spares the time step.

use super::parts::Parts;
use super::planes::{Line, Planes, RowPlanes, Transport, fill_row};
use super::solver::ModeFields;
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::Array2;
use rayon::prelude::*;

/// Rates of the three momenta on one plane of a row.
struct RateWork {
    /// Differences in r and z, and metric terms.
    plain: [Vec<f64>; 3],
    /// Fluxes in φ.
    azimuthal: [Vec<f64>; 3],
    /// Flux in r through the cells' inner sides, and through the container's.
    through: Vec<f64>,
}

impl RateWork {
    fn new(nr: usize) -> Self {
        let empty = || [(); 3].map(|()| vec![0.0; nr]);
        Self { plain: empty(), azimuthal: empty(), through: vec![0.0; nr + 1] }
    }
}

/// The convective term; holds its scratch.
pub struct Convection {
    planes: Planes,
    radial: RadialGrid,
    /// Inverse areas of the faces' and the cells' rings [1/m²]; 0 on the axis.
    inverse: [Vec<f64>; 2],
    /// What the half-sum of two cells' rings exceeds the ring around their common face by [m²].
    excess: Vec<f64>,
    /// Velocity of the axial faces [m/s].
    face_velocity: Vec<f64>,
    /// Per part: the first radial face and the first cell in which it is transported.
    first: Vec<[usize; 2]>,
    /// One more than the grid has: the flux through the top.
    rows: Vec<RowPlanes>,
}

impl Convection {
    /// For the modes of `parts` on `nz` rows.
    pub fn new(radial: &RadialGrid, nz: usize, parts: Parts) -> Self {
        let planes = Planes::new(parts);
        let first = |m: usize, places: &[f64]| {
            places[..radial.len()].partition_point(|r| (m as f64) > 1.0 + r / radial.widths[0])
        };
        Self {
            first: parts.wavenumbers().map(|m| [first(m, &radial.faces), first(m, &radial.centres)]).collect(),
            inverse: [
                (0..radial.len()).map(|i| if i > 0 { 1.0 / radial.face_area(i) } else { 0.0 }).collect(),
                (0..radial.len()).map(|i| 1.0 / radial.cell_area(i)).collect(),
            ],
            excess: (0..radial.len())
                .map(|i| {
                    let inner = if i > 0 { radial.cell_area(i - 1) } else { 0.0 };
                    0.5 * (inner + radial.cell_area(i)) - radial.face_area(i)
                })
                .collect(),
            face_velocity: vec![0.0; nz + 1],
            rows: vec![RowPlanes::zeros(planes.count, radial.len()); nz + 1],
            radial: radial.clone(),
            planes,
        }
    }

    /// The sums over φ.
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// First radial face and first cell in which part `k` is transported.
    pub fn first(&self, k: usize) -> [usize; 2] {
        self.first[k]
    }

    /// Largest `|u_r|/Δr + |u_z|/Δz` [1/s] relative to the moving cells, on all half-planes, of what transported last.
    pub fn courant_rate(&self, axial: &AxialGrid) -> f64 {
        let nr = self.radial.len();
        let of_line = |j: usize, n: usize| {
            let (here, top) = (self.line(j, n), self.line(j + 1, n).fz);
            (0..nr)
                .map(|i| {
                    let outer = if i + 1 < nr { here.fr[i + 1] } else { here.side };
                    let through = (here.fr[i] + outer).abs() + (here.fz[i] + top[i]).abs();
                    0.5 * through * self.inverse[1][i] / axial.widths[j]
                })
                .fold(0.0, f64::max)
        };
        let of_row = |j: usize| (0..self.planes.count).map(|n| of_line(j, n)).fold(0.0, f64::max);
        (0..axial.len()).into_par_iter().map(of_row).reduce(|| 0.0, f64::max)
    }

    /// Subtracts the convective term from the rates `rate` [m/s²] on the grid `axial` of the new level.
    pub fn subtract(&mut self, axial: &AxialGrid, transport: &Transport, rate: &mut [ModeFields]) {
        self.face_velocity.copy_from_slice(transport.face_velocity);
        let Self { planes, radial, first, rows, .. } = self;
        rows.par_iter_mut().enumerate().for_each(|(j, out)| fill_row(planes, radial, first, transport, j, out));
        let (this, nr) = (&*self, self.radial.len());
        let mut by_row: Vec<Vec<[&mut [f64]; 3]>> = (0..axial.len()).map(|_| Vec::new()).collect();
        for fields in rate.iter_mut() {
            let ModeFields { u, v, w, .. } = fields;
            let [u, v, w] = [u, v, w].map(|field| field.as_slice_mut().expect("contiguous").chunks_exact_mut(nr));
            for (((u, v), w), row) in u.zip(v).zip(w).zip(&mut by_row) {
                row.push([u, v, w]);
            }
        }
        by_row.par_iter_mut().enumerate().for_each_init(
            || RateWork::new(nr),
            |work, (j, rates)| {
                for n in 0..this.planes.count {
                    this.radial_momentum(j, n, work);
                    this.azimuthal_momentum(j, n, work);
                    this.axial_momentum(j, n, work);
                    this.project(axial, j, n, work, rates);
                }
            },
        );
    }

    /// Takes out of the rate of mode 0 what [`subtract`](Self::subtract) gives it beyond the axisymmetric solver, which lets the
    /// faces' motion carry the half-sum of two cells' rings instead of the ring around the face: `u` is what was transported.
    pub fn leave_half_sums(&self, axial: &AxialGrid, u: &Array2<f64>, rate: &mut Array2<f64>) {
        let rows = axial.len();
        for j in 0..rows {
            let (below, above) = (j.max(1) - 1, (j + 1).min(rows - 1));
            let [down, up] = [self.face_velocity[j], self.face_velocity[j + 1]];
            for i in 1..self.radial.len() {
                let carried = down * (u[(below, i)] + u[(j, i)]) - up * (u[(j, i)] + u[(above, i)]);
                rate[(j, i)] -= 0.5 * self.excess[i] * carried * self.inverse[0][i] / axial.widths[j];
            }
        }
    }

    fn line(&self, j: usize, n: usize) -> Line<'_> {
        self.rows[j].line(n, self.radial.len())
    }

    /// The rows below, at and above row `j`; beyond the ends the row itself, so that an end transports its own value.
    fn neighbours(&self, j: usize, n: usize) -> [Line<'_>; 3] {
        [self.line(j.max(1) - 1, n), self.line(j, n), self.line((j + 1).min(self.rows.len() - 2), n)]
    }

    fn radial_momentum(&self, j: usize, n: usize, work: &mut RateWork) {
        let nr = self.radial.len();
        let [below, here, above] = self.neighbours(j, n);
        let top = &self.line(j + 1, n).fz[..nr];
        let Line { fr, fp, fz, side, u, v, .. } = here.cut(nr);
        let (u_below, u_above, excess) = (&below.u[..nr], &above.u[..nr], &self.excess[..nr]);
        let [down, up] = [self.face_velocity[j], self.face_velocity[j + 1]];
        let (plain, azimuthal) = (&mut work.plain[0][..nr], &mut work.azimuthal[0][..nr]);
        let through = &mut work.through[..nr + 1];
        for i in 1..nr {
            through[i] = 0.25 * (fr[i - 1] + fr[i]) * (u[i - 1] + u[i]);
        }
        through[nr] = 0.25 * (fr[nr - 1] + side) * u[nr - 1];
        for i in 1..nr {
            let metric = 0.5 * (fp[i - 1] * v[i - 1] + fp[i] * v[i]);
            let upper = 0.5 * (0.5 * (top[i - 1] + top[i]) + up * excess[i]) * (u[i] + u_above[i]);
            let lower = 0.5 * (0.5 * (fz[i - 1] + fz[i]) + down * excess[i]) * (u_below[i] + u[i]);
            plain[i] = through[i] - through[i + 1] + metric + lower - upper;
            azimuthal[i] = 0.5 * (fp[i - 1] + fp[i]) * u[i];
        }
        plain[0] = 0.5 * fp[0] * v[0] - 0.25 * fr[1] * u[1];
        azimuthal[0] = 0.0;
    }

    fn azimuthal_momentum(&self, j: usize, n: usize, work: &mut RateWork) {
        let nr = self.radial.len();
        let [below, here, above] = self.neighbours(j, n);
        let top = &self.line(j + 1, n).fz[..nr];
        let Line { fr, fp, fz, side, u, v, .. } = here.cut(nr);
        let (v_below, v_above) = (&below.v[..nr], &above.v[..nr]);
        let (plain, azimuthal) = (&mut work.plain[1][..nr], &mut work.azimuthal[1][..nr]);
        let through = &mut work.through[..nr + 1];
        for i in 1..nr {
            through[i] = 0.5 * fr[i] * (v[i - 1] + v[i]);
        }
        (through[0], through[nr]) = (0.0, side * v[nr - 1]);
        for i in 0..nr {
            let upper = 0.5 * top[i] * (v[i] + v_above[i]);
            let lower = 0.5 * fz[i] * (v_below[i] + v[i]);
            plain[i] = through[i] - through[i + 1] + lower - upper - 0.5 * fp[i] * u[i];
            azimuthal[i] = fp[i] * v[i];
        }
        for i in 1..nr {
            plain[i - 1] -= 0.5 * fp[i - 1] * u[i];
        }
    }

    fn axial_momentum(&self, j: usize, n: usize, work: &mut RateWork) {
        let nr = self.radial.len();
        let (plain, azimuthal) = (&mut work.plain[2][..nr], &mut work.azimuthal[2][..nr]);
        if j == 0 {
            plain.fill(0.0);
            azimuthal.fill(0.0);
            return;
        }
        let [below, here, above] = [j - 1, j, j + 1].map(|j| self.line(j, n).cut(nr));
        let Line { fr, fp, fz, side, w, .. } = here;
        let through = &mut work.through[..nr + 1];
        for i in 1..nr {
            through[i] = 0.25 * (below.fr[i] + fr[i]) * (w[i - 1] + w[i]);
        }
        (through[0], through[nr]) = (0.0, 0.5 * (below.side + side) * w[nr - 1]);
        for i in 0..nr {
            let upper = 0.25 * (fz[i] + above.fz[i]) * (w[i] + above.w[i]);
            let lower = 0.25 * (below.fz[i] + fz[i]) * (below.w[i] + w[i]);
            plain[i] = through[i] - through[i + 1] + lower - upper;
            azimuthal[i] = 0.5 * (below.fp[i] + fp[i]) * w[i];
        }
    }

    /// Adds the amplitudes of plane `n`'s rates over the momentum cells' volumes.
    fn project(&self, axial: &AxialGrid, j: usize, n: usize, work: &RateWork, rates: &mut [[&mut [f64]; 3]]) {
        let planes = &self.planes;
        let heights = [axial.widths[j], axial.widths[j], axial.spacing[j]];
        for (k, rate) in rates.iter_mut().enumerate() {
            let m = planes.wavenumbers[k];
            let (even, odd) = (planes.to_cosines[n * planes.modes + k], planes.to_sines[n * planes.modes + k]);
            let weights = [[even, -(m as f64) * odd], [odd, m as f64 * even], [even, -(m as f64) * odd]];
            let first = [self.first[k][0].max(1), self.first[k][1], self.first[k][1]];
            for (component, rate) in rate.iter_mut().enumerate() {
                let [a, b] = weights[component].map(|weight| weight / heights[component]);
                let (plain, azimuthal) = (&work.plain[component], &work.azimuthal[component]);
                let inverse = &self.inverse[component.min(1)];
                let from = first[component];
                let terms = plain[from..].iter().zip(&azimuthal[from..]).zip(&inverse[from..]);
                for (rate, ((plain, azimuthal), inverse)) in rate[from..].iter_mut().zip(terms) {
                    *rate += (a * plain + b * azimuthal) * inverse;
                }
            }
            if m == 1 {
                rate[0][1] += even * work.plain[0][0] * self.inverse[0][1] / heights[0];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::share;
    use super::super::solver::{ModeSolver, Spectrum};
    use super::*;
    use crate::flow::stokes::Ends;

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
            let (mut fields, mut scratch) = (ModeFields::zeros(nz, nr), [(); 2].map(|()| Array2::zeros((nz, nr))));
            solver.to_fields(&x, &mut scratch, &mut fields);
            fields
        };
        (0..parts.count()).map(part).collect()
    }

    fn times_height(velocity: &[ModeFields], heights: &[f64]) -> Vec<ModeFields> {
        let mut flux = velocity.to_vec();
        for fields in &mut flux {
            for (j, height) in heights.iter().enumerate() {
                fields.u.row_mut(j).mapv_inplace(|u| u * height);
                fields.v.row_mut(j).mapv_inplace(|v| v * height);
            }
        }
        flux
    }

    #[test]
    fn convection_alone_neither_makes_nor_destroys_kinetic_energy() {
        let (radial, axial) = grids();
        let highest = [0, 1, 2, 3, 4, 6];
        for parts in highest.map(Parts::symmetric).into_iter().chain(highest.map(Parts::both)) {
            let velocity = solenoidal(&radial, &axial, parts);
            let flux = times_height(&velocity, &axial.widths);
            let mut rate = vec![ModeFields::zeros(axial.len(), radial.len()); parts.count()];
            let still = vec![0.0; axial.len() + 1];
            let transport = Transport {
                velocity: &velocity,
                flux: &flux,
                heights: &axial.widths,
                face_velocity: &still,
                frame: [0.0; 2],
            };
            Convection::new(&radial, axial.len(), parts).subtract(&axial, &transport, &mut rate);
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
        let flux = times_height(&velocity, &axial.widths);
        let faces: Vec<f64> = axial.faces.iter().map(|z| 0.4 + 0.3 * z).collect();
        let transport = Transport {
            velocity: &velocity,
            flux: &flux,
            heights: &axial.widths,
            face_velocity: &faces,
            frame: [-0.3, 0.6],
        };
        let mut rate = vec![ModeFields::zeros(nz, nr); parts.count()];
        Convection::new(&radial, nz, parts).subtract(&axial, &transport, &mut rate);
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
