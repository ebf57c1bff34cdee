//! What the markers of a sphere that is centred on the axis see of one azimuthal mode: interpolation and spreading, and
//! the constraints of the mode.
//!
//! Weights in r and z are those of [`super::kernel`]. Left of the axis a field is continued by its parity: in odd modes
//! `u` and `v` are even and `w` is odd, in even modes it is the other way round. Unknowns and velocities are stored
//! component by component: `n` radial and `n` axial values, for m ≥ 1 also `n` azimuthal ones; of swirl these alone.
//!
//! A marker force `f` [m⁴/s²] of mode m is the amplitude of a force that varies along the ring like the velocity,
//! normalised so that the power of velocity `u` and force `f` is `Σ u f`: spreading divides by `c_m` times the cell's
//! volume per radian, `c_0 = 2π`, `c_m = π`, and is the transpose of interpolation in that measure.
//!
//! Both work in the basis of the radial modes, by the share of every mode at a marker ([`Amplitudes`]), so that no
//! field need leave that basis for the markers' sake.
//!
//! The constraints ask for the forces on the markers, and on the container's no-slip side, that make the velocity
//! right. Unknowns `x` are the amplitudes of every component of the markers' forces [m⁴/s²] and, in mode 0 of a
//! container with a no-slip side, the friction `s` of the side on every axial row of the outermost column [m⁴/s²].
//! Equations
//!
//! ```text
//! E u + slip = velocity of the markers,      w_side + s·dr/(4πRν dz) = 0
//! ```
//!
//! with `u` the Stokes solution under these forces and the slip of [`super::markers::Slip`], if any. The matrix `E K⁻¹
//! S` is symmetric positive definite. Modes do not couple, so each has a system of its own.

use super::fields::share;
use super::kernel::{Parity, Stencil};
use super::markers::{Marker, Markers, Slip};
use super::solver::{ModeSolver, Nodes, Part, Spectrum};
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::wide::wide;
use crate::numerics::{row, row_mut};
use ndarray::{Array2, ArrayView1};
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// Stencils of all markers for the three components: radial, axial, azimuthal.
type Stencils = [Vec<Stencil>; 3];

/// The markers as modes of one parity see them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rings {
    in_r: Stencils,
    in_z: Stencils,
    slips: Vec<Slip>,
}

impl Rings {
    /// Takes the stencils of `markers` for the axisymmetric mode, which has no azimuthal component.
    pub(super) fn set_on_meridian(&mut self, markers: &Markers) {
        self.take(markers, |marker| [marker.radial.0, marker.axial.0, Stencil::default()]);
    }

    /// Takes the stencils of `markers` for odd or even azimuthal modes.
    pub(super) fn set(&mut self, markers: &Markers, odd: bool, radial: &RadialGrid) {
        self.take(markers, |marker| {
            let at = |nodes: &[f64], parity| Stencil::at(marker.r, nodes, parity);
            if odd {
                [
                    at(&radial.faces, Parity::EvenOnFaces),
                    at(&radial.centres, Parity::OddInCentres),
                    at(&radial.centres, Parity::EvenInCentres),
                ]
            } else {
                [marker.radial.0, marker.axial.0, at(&radial.centres, Parity::OddInCentres)]
            }
        });
    }

    /// Takes the axial stencils of `markers`, with those along r that `in_r` says.
    fn take(&mut self, markers: &Markers, in_r: impl Fn(&Marker) -> [Stencil; 3]) {
        self.in_r.iter_mut().chain(&mut self.in_z).for_each(Vec::clear);
        for marker in &markers.list {
            let in_z = [marker.radial.1, marker.axial.1, marker.radial.1];
            self.in_r.iter_mut().zip(in_r(marker)).for_each(|(all, stencil)| all.push(stencil));
            self.in_z.iter_mut().zip(in_z).for_each(|(all, stencil)| all.push(stencil));
        }
        self.slips.clear();
        self.slips.extend(markers.list.iter().map(|marker| marker.slip));
    }

    /// Number of markers.
    pub(super) fn len(&self) -> usize {
        self.slips.len()
    }

    /// The axial rows that any stencil touches.
    pub(super) fn rows(&self, axial: &AxialGrid) -> Range<usize> {
        let starts = || self.in_z.iter().flatten().map(|in_z| in_z.start);
        starts().min().unwrap_or(0)..starts().max().map_or(0, |start| start + 4).min(axial.len())
    }
}

/// Markers of a row whose forces are spread together.
const TOGETHER: usize = 32;

/// Calls `with` for each of the `nz` rows that markers reach with these axial stencils, which begin in rows that do not
/// decrease, and those markers.
fn for_each_row(in_z: &[Stencil], nz: usize, mut with: impl FnMut(usize, Range<usize>)) {
    let [Some(lowest), Some(highest)] = [in_z.first(), in_z.last()] else { return };
    let mut markers = 0..0;
    for j in lowest.start..(highest.start + 4).min(nz) {
        while in_z[markers.start].start + 4 <= j {
            markers.start += 1;
        }
        while markers.end < in_z.len() && in_z[markers.end].start <= j {
            markers.end += 1;
        }
        with(j, markers.clone());
    }
}

/// What the markers see of the radial modes of one azimuthal mode: interpolation and spreading in the basis of the
/// modes.
#[derive(Debug, Clone, Default)]
pub struct MarkerInterpolation {
    rings: Rings,
    seen: Vec<(usize, Part, Amplitudes)>,
}

impl MarkerInterpolation {
    /// Of the mode of `solver` by `rings`, those of its parity.
    pub(super) fn set(&mut self, rings: &Rings, solver: &ModeSolver) {
        self.rings.in_r.clone_from(&rings.in_r);
        self.rings.in_z.clone_from(&rings.in_z);
        self.rings.slips.clone_from(&rings.slips);
        let count = solver.nodes().count();
        self.seen.resize_with(count, || (0, Part::Axial, Amplitudes::default()));
        for (Nodes { component, part, values }, seen) in solver.nodes().zip(&mut self.seen) {
            (seen.0, seen.1) = (component, part);
            seen.2.set(&rings.in_r[component], values);
        }
    }

    /// The markers.
    pub(super) fn rings(&self) -> &Rings {
        &self.rings
    }

    /// Of the axisymmetric mode: the radial modes of the radial and of the axial velocity at the markers, with their
    /// axial stencils.
    pub(super) fn on_meridian<'a>(&'a self) -> [(&'a Amplitudes, impl Fn(usize) -> &'a Stencil); 2] {
        [0, 1].map(|component| (&self.seen[component].2, move |m: usize| &self.rings.in_z[component][m]))
    }

    /// Interpolates the velocity to the markers: `out`, `components` (a part of radial, axial, azimuthal) of `n` values
    /// [m/s].
    pub(super) fn interpolate(&self, components: Range<usize>, spectrum: &Spectrum, out: &mut [f64]) {
        let n = self.rings.len();
        out.fill(0.0);
        for (component, part, amplitudes) in &self.seen {
            let (field, first) = (part.of(spectrum), (component - components.start) * n);
            amplitudes.interpolate(&self.rings.in_z[*component], field, &mut out[first..first + n]);
        }
    }

    /// Adds the slip [m/s] under the marker forces `force` of the mode of `solver` to `out`, in the order of
    /// [`Self::interpolate`].
    pub(super) fn slip(&self, solver: &ModeSolver, force: &[f64], out: &mut [f64]) {
        let (n, components) = (self.rings.len(), solver.components());
        let measure = share(solver.wavenumber) * solver.kinematic_viscosity;
        for (m, slip) in self.rings.slips.iter().enumerate() {
            if components.contains(&0) {
                let [radial, axial] = slip.on_meridian([force[m], force[n + m]]);
                out[m] += radial / measure;
                out[n + m] += axial / measure;
            }
            if components.contains(&2) {
                let around = (2 - components.start) * n + m;
                out[around] += slip.around(force[around]) / measure;
            }
        }
    }

    /// Adds the acceleration [m/s²] that the marker forces `force` of the mode of `solver` give the liquid.
    pub(super) fn spread(&self, solver: &ModeSolver, force: &[f64], axial: &AxialGrid, out: &mut Spectrum) {
        let (n, measure) = (self.rings.len(), share(solver.wavenumber));
        // The parts of a component take the same forces.
        for parts in self.seen.chunk_by(|a, b| a.0 == b.0) {
            let component = parts[0].0;
            let heights = if component == 1 { &axial.spacing } else { &axial.widths };
            let force = &force[(component - solver.components().start) * n..][..n];
            let in_z = &self.rings.in_z[component];
            for_each_row(in_z, solver.nz(), |j, markers| {
                let measure = measure * heights[j];
                for first in markers.clone().step_by(TOGETHER) {
                    let some = first..(first + TOGETHER).min(markers.end);
                    let mut factors = [0.0; TOGETHER];
                    for (factor, m) in factors.iter_mut().zip(some.clone()) {
                        *factor = in_z[m].weights[j - in_z[m].start] * (force[m] / measure);
                    }
                    for (_, part, amplitudes) in parts {
                        amplitudes.add(first, &factors[..some.len()], row_mut(part.of_mut(out), j));
                    }
                }
            });
        }
    }
}

/// The modes of one component of the velocity at the markers' radii, `n` rows of `nr` values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Amplitudes {
    values: Vec<f64>,
    nr: usize,
}

/// Values that are summed side by side.
const SIDE_BY_SIDE: usize = 8;

impl Amplitudes {
    /// Sets one row per radial stencil; `modes[(i, k)]` is mode k in node i.
    pub(super) fn set(&mut self, stencils: &[Stencil], modes: &Array2<f64>) {
        self.nr = modes.ncols();
        self.values.clear();
        for stencil in stencils {
            let [a, b, c, d]: [&[f64]; 4] = std::array::from_fn(|a| row(modes, stencil.start + a));
            let nodes = a.iter().zip(b).zip(c).zip(d);
            self.values.extend(nodes.map(|(((a, b), c), d)| weighted(&stencil.weights, [*a, *b, *c, *d])));
        }
    }

    /// The modes at marker `m`.
    pub(super) fn at(&self, m: usize) -> &[f64] {
        &self.values[m * self.nr..(m + 1) * self.nr]
    }

    wide! {
        /// Adds the modes at the markers from `first` on to `row`, times `factors`, one after the other.
        pub(super) fn add [added, added_wide] (&self, first: usize, factors: &[f64], row: &mut [f64]) {
            let (nr, modes) = (self.nr, &self.values[first * self.nr..][..factors.len() * self.nr]);
            // So many that the sums of one marker do not wait for those of the one before.
            let (many, rest) = row.as_chunks_mut::<{ 4 * SIDE_BY_SIDE }>();
            let done = nr - rest.len();
            many.iter_mut().enumerate().for_each(|(k, row)| add_side(row, 4 * k * SIDE_BY_SIDE, factors, modes, nr));
            let (whole, rest) = rest.as_chunks_mut::<SIDE_BY_SIDE>();
            whole.iter_mut().enumerate().for_each(|(k, row)| add_side(row, done + k * SIDE_BY_SIDE, factors, modes, nr));
            for (k, sum) in (nr - rest.len()..nr).zip(rest) {
                for (factor, modes) in factors.iter().zip(modes.chunks_exact(nr)) {
                    *sum += factor * modes[k];
                }
            }
        }
    }

    wide! {
        /// Adds the velocity at the markers of the modes `field` to `out`; `axial` gives the markers' axial stencils.
        pub(super) fn interpolate [interpolated, interpolated_wide] (&self, axial: &[Stencil], field: &Array2<f64>, out: &mut [f64]) {
            for ((axial, modes), out) in axial.iter().zip(self.values.chunks_exact(self.nr)).zip(out) {
                let rows: [&[f64]; 4] = std::array::from_fn(|b| row(field, axial.start + b));
                let ([a, b, c, d], weights) = (rows.map(|row| row.as_chunks::<SIDE_BY_SIDE>()), &axial.weights);
                let (whole, rest) = modes.as_chunks::<SIDE_BY_SIDE>();
                let mut sums = [0.0; SIDE_BY_SIDE];
                for ((((modes, a), b), c), d) in whole.iter().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
                    for n in 0..SIDE_BY_SIDE {
                        sums[n] += weighted(weights, [a[n], b[n], c[n], d[n]]) * modes[n];
                    }
                }
                let rest = rest.iter().zip(a.1).zip(b.1).zip(c.1).zip(d.1);
                let rest = rest.map(|((((mode, a), b), c), d)| weighted(weights, [*a, *b, *c, *d]) * mode);
                *out += sums.iter().sum::<f64>() + rest.sum::<f64>();
            }
        }
    }
}

/// Adds `modes`, `nr` per marker, from mode `k` on to `row`, times the markers' `factors`, one after the other.
#[inline(always)]
fn add_side<const N: usize>(row: &mut [f64; N], k: usize, factors: &[f64], modes: &[f64], nr: usize) {
    let mut sums = *row;
    for (factor, modes) in factors.iter().zip(modes.chunks_exact(nr)) {
        let modes: &[f64; N] = modes[k..].first_chunk().expect("whole chunks only");
        for n in 0..N {
            sums[n] += factor * modes[n];
        }
    }
    *row = sums;
}

#[inline(always)]
fn weighted(weights: &[f64; 4], values: [f64; 4]) -> f64 {
    weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2] + weights[3] * values[3]
}

/// The container's no-slip side as mode 0 sees it.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// Radial grid.
    pub(super) radial: &'a RadialGrid,
    /// Inverse time scale of the time formula [1/s].
    pub(super) c0: f64,
}

/// Geometry and factors of one step, as one mode sees them.
#[derive(Clone, Copy)]
pub struct ModeSystem<'a> {
    /// Factorised Stokes problem of the mode.
    pub(super) solver: &'a ModeSolver,
    /// What the markers at the new position see of it.
    pub(super) interpolation: &'a MarkerInterpolation,
    /// Rows in which an application is computed, per block of radial modes, see `ModeSolver::reach`.
    pub reach: &'a [Range<usize>],
    /// Axial grid at the new level.
    pub axial: &'a AxialGrid,
    /// The side, where its friction is unknown.
    pub(super) side: Option<Side<'a>>,
    /// Spheres that the markers stand on.
    pub(super) spheres: usize,
    /// Whether they are two, each the other's image.
    pub(super) mirrored: bool,
}

impl ModeSystem<'_> {
    /// Unknowns at the markers: two components for m = 0, three for m ≥ 1, one for swirl.
    pub(super) fn at_markers(&self) -> usize {
        self.interpolation.rings().len() * self.solver.components().len()
    }

    /// Number of unknowns.
    pub(super) fn unknowns(&self) -> usize {
        self.at_markers() + self.side.map_or(0, |_| self.axial.len())
    }

    /// The velocity `out` at the markers of the flow `spectrum` and their slip under the forces `x`, and the slip of
    /// the side under its friction.
    pub(super) fn observe(&self, spectrum: &Spectrum, x: &[f64], out: &mut [f64]) {
        let n = self.at_markers();
        self.interpolation.interpolate(self.solver.components(), spectrum, &mut out[..n]);
        self.interpolation.slip(self.solver, x, out);
        let Some(first) = out.get_mut(n) else { return };
        *first = 0.0;
        let side = ArrayView1::from(self.solver.side());
        for j in 1..x.len() - n {
            let velocity = spectrum.gradient.w.row(j).dot(&side);
            out[n + j] = velocity + x[n + j] * self.side_compliance(j);
        }
    }

    /// Adds the amplitudes of the acceleration due to forces `x` to `spectrum`.
    pub(super) fn load(&self, x: &[f64], spectrum: &mut Spectrum) {
        let (at_markers, at_side) = x.split_at(self.at_markers());
        self.interpolation.spread(self.solver, at_markers, self.axial, spectrum);
        for (j, s) in at_side.iter().enumerate().skip(1) {
            let scale = s / (TAU * self.axial.spacing[j]);
            let row = spectrum.gradient.w.row_mut(j).into_slice().expect("contiguous");
            row.iter_mut().zip(self.solver.side()).for_each(|(x, q)| *x += scale * q);
        }
    }

    /// The liquid's answer to the forces `x` within its reach.
    pub(super) fn respond(&self, x: &[f64], out: &mut Spectrum) {
        self.solver.clear(out, self.reach);
        self.load(x, out);
        self.solver.solve_within(out, self.reach);
    }

    /// `out = A x`; `work` is scratch.
    pub(super) fn apply(&self, x: &[f64], work: &mut Spectrum, out: &mut [f64]) {
        self.respond(x, work);
        self.observe(work, x, out);
    }

    /// `dr/(4πRν dz)`: slip per friction force of the side in row `j` [s/m³].
    pub(super) fn side_compliance(&self, j: usize) -> f64 {
        let Some(Side { radial, .. }) = self.side else { return 0.0 };
        let last = radial.widths[radial.len() - 1];
        last / (4.0 * PI * radial.radius() * self.solver.kinematic_viscosity * self.axial.spacing[j])
    }
}
