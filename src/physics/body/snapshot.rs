//! The flow at one moment, as pictures and ParaView need it.

use crate::numerics::length_of;
use ndarray::{Array2, ArrayView2};

/// Where the sphere is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpherePlace {
    /// Radius \[m\].
    pub radius: f64,
    /// Height of the centre above the wall \[m\].
    pub height: f64,
    /// Speed [m/s], positive away from the wall.
    pub velocity: f64,
}

/// Fields of the staggered grid, borrowed; the first index runs over r, the second over z.
///
/// With `Nr × Nz` cells: `velocity_r` lives on the r-faces, `(Nr+1) × Nz`; `velocity_z` on the z-faces, `Nr × (Nz+1)`;
/// `pressure` in the cells, `Nr × Nz`. Arrays stored the other way round are passed as `array.t()`.
#[derive(Debug, Clone, Copy)]
pub struct StaggeredFields<'a> {
    /// Faces in r \[m\], from the axis (0) outwards; `Nr + 1` of them.
    pub r_faces: &'a [f64],
    /// Faces in z \[m\], from the wall upwards; `Nz + 1` of them.
    pub z_faces: &'a [f64],
    /// Radial velocity on the r-faces [m/s].
    pub velocity_r: ArrayView2<'a, f64>,
    /// Axial velocity on the z-faces [m/s], positive away from the wall.
    pub velocity_z: ArrayView2<'a, f64>,
    /// Pressure in the cells \[Pa\].
    pub pressure: ArrayView2<'a, f64>,
    /// Which borders the liquid sticks to.
    pub no_slip: NoSlip,
}

/// The borders at which the tangential velocity vanishes; at the others the liquid slides freely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSlip {
    /// The wall at the smallest z.
    pub bottom: bool,
    /// The lid at the largest z.
    pub top: bool,
    /// The container wall at the largest r.
    pub side: bool,
}

/// The flow at one moment: cell centres for velocity and pressure, corners for vorticity and stream function.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Time \[s\].
    pub time: f64,
    /// Faces in r \[m\], `Nr + 1`.
    pub r_faces: Vec<f64>,
    /// Faces in z \[m\], `Nz + 1`.
    pub z_faces: Vec<f64>,
    /// Radial velocity at cell centres [m/s], `Nr × Nz`.
    pub velocity_r: Array2<f64>,
    /// Axial velocity at cell centres [m/s], `Nr × Nz`.
    pub velocity_z: Array2<f64>,
    /// Pressure \[Pa\], `Nr × Nz`.
    pub pressure: Array2<f64>,
    /// Azimuthal vorticity `ω_θ = ∂u_r/∂z − ∂u_z/∂r` at the corners [1/s], `(Nr+1) × (Nz+1)`: that of the liquid, see
    /// [`Self::take`].
    pub vorticity: Array2<f64>,
    /// Stokes' stream function at the corners, m³/s, zero on the axis; `u_z = (1/r) ∂ψ/∂r`, `u_r = −(1/r) ∂ψ/∂z`.
    pub stream_function: Array2<f64>,
    /// The sphere.
    pub sphere: SpherePlace,
    /// A second one below it.
    pub second: Option<SpherePlace>,
}

/// How far from the surface the kernel of the markers acts, in cells: two for the kernel, half a cell for differences.
const KERNEL_REACH: f64 = 2.5;
/// How far from the surface liquid and sphere are blended, in cells.
const SMEARED: f64 = 1.5;
/// Two spacings of markers, in cells: a mean over them has no ripple of one or two spacings.
const RIPPLE: f64 = 3.2;

impl Snapshot {
    /// Takes the picture. Panics if the shapes do not fit together.
    ///
    /// Velocities at centres are means of the two faces. Vorticity at inner corners is the difference of the adjacent
    /// faces over the distance of their middles; on a sticking border the difference to zero over half a cell; on the
    /// axis and on sliding borders zero.
    ///
    /// Within 2.5 cells of the sphere's surface, the reach of the markers' kernel, velocities on the grid ripple from
    /// marker to marker, and within 1.5 cells they blend liquid and sphere. There the vorticity is a mean along the
    /// surface over two spacings of markers; nearer than 1.5 cells it is continued along the normal, in a straight line
    /// through these means at 1.5 and 2.5 cells. Deeper inside the sphere it is zero.
    ///
    /// The stream function sums the fluxes `u_z ½(r₂² − r₁²)`, so its differences
    /// are the discrete fluxes themselves.
    pub fn take(time: f64, fields: StaggeredFields, sphere: SpherePlace) -> Self {
        Self::take_two(time, fields, sphere, None)
    }

    /// As [`Self::take`], with a `second` sphere on the axis, if there is one.
    pub fn take_two(time: f64, fields: StaggeredFields, sphere: SpherePlace, second: Option<SpherePlace>) -> Self {
        let mut snapshot = Self { second, ..Self::of_the_grid(time, fields, sphere) };
        snapshot.vorticity = snapshot.continued_to_the_surface(None);
        snapshot
    }

    /// The same of the half-planes φ = 0 and φ = π of a flow that is not axisymmetric, with the velocities of each. The
    /// vorticity is along `e_φ` of each half, opposite on both sides of the axis, where it is that of the flow across
    /// the axis. The stream functions are those of axisymmetric flows.
    pub fn halves(time: f64, fields: [StaggeredFields; 2], sphere: SpherePlace) -> [Self; 2] {
        let mut both = fields.map(|fields| Self::of_the_grid(time, fields, sphere));
        for k in 0..both[0].z_faces.len() {
            let on_axis = fields[0].vorticity_on_axis(&fields[1], k);
            [both[0].vorticity[[0, k]], both[1].vorticity[[0, k]]] = [on_axis, -on_axis];
        }
        let found = [0, 1].map(|side| both[side].continued_to_the_surface(Some(&both[1 - side])));
        both.iter_mut().zip(found).for_each(|(half, vorticity)| half.vorticity = vorticity);
        both
    }

    /// The picture as the grid has it, near the sphere too.
    fn of_the_grid(time: f64, fields: StaggeredFields, sphere: SpherePlace) -> Self {
        let (nr, nz) = (fields.r_faces.len() - 1, fields.z_faces.len() - 1);
        assert_eq!(fields.velocity_r.dim(), (nr + 1, nz), "radial velocity lives on the r-faces");
        assert_eq!(fields.velocity_z.dim(), (nr, nz + 1), "axial velocity lives on the z-faces");
        assert_eq!(fields.pressure.dim(), (nr, nz), "pressure lives in the cells");
        let (u, w) = (fields.velocity_r, fields.velocity_z);
        Self {
            time,
            r_faces: fields.r_faces.to_vec(),
            z_faces: fields.z_faces.to_vec(),
            velocity_r: Array2::from_shape_fn((nr, nz), |(i, k)| 0.5 * (u[[i, k]] + u[[i + 1, k]])),
            velocity_z: Array2::from_shape_fn((nr, nz), |(i, k)| 0.5 * (w[[i, k]] + w[[i, k + 1]])),
            pressure: fields.pressure.to_owned(),
            vorticity: Array2::from_shape_fn((nr + 1, nz + 1), |(i, k)| fields.vorticity(i, k)),
            stream_function: fields.stream_function(),
            sphere,
            second: None,
        }
    }

    /// The vorticity of the liquid, up to the sphere's surface; `beyond` the axis is another half-plane, or the same.
    fn continued_to_the_surface(&self, beyond: Option<&Self>) -> Array2<f64> {
        Array2::from_shape_fn(self.vorticity.dim(), |(i, k)| {
            let own = self.vorticity[[i, k]];
            let sphere = self.nearest(self.r_faces[i], self.z_faces[k]);
            let (r, z) = (self.r_faces[i], self.z_faces[k] - sphere.height);
            let (cell_r, cell_z) = (around(&self.r_faces, i), around(&self.z_faces, k));
            // Most corners are out of reach whatever the direction, by more than round-off.
            let reach = sphere.radius + KERNEL_REACH * cell_r.max(cell_z);
            if (i > 0 || beyond.is_some()) && r * r + z * z > 1.0001 * reach * reach {
                return own;
            }
            let from_centre = length_of(r, z);
            let across = length_of(r * cell_r, z * cell_z) / from_centre;
            let along = length_of(z * cell_r, r * cell_z) / from_centre;
            let cells = (from_centre - sphere.radius) / across;
            if (i == 0 && beyond.is_none()) || from_centre == 0.0 || cells < -KERNEL_REACH {
                return 0.0;
            }
            let mean = |cells: f64| {
                self.mean_along_surface(sphere.height, sphere.radius + cells * across, r.atan2(z), along, beyond)
            };
            if cells >= KERNEL_REACH {
                own
            } else if cells >= SMEARED {
                mean(cells).unwrap_or(own)
            } else {
                let straight =
                    |(near, far): (f64, f64)| near + (SMEARED - cells) / (KERNEL_REACH - SMEARED) * (near - far);
                mean(SMEARED).zip(mean(KERNEL_REACH)).map_or(own, straight)
            }
        })
    }

    /// The sphere whose surface is nearest to a point.
    fn nearest(&self, r: f64, z: f64) -> &SpherePlace {
        let distance = |sphere: &SpherePlace| length_of(r, z - sphere.height) - sphere.radius;
        self.second.iter().find(|second| distance(second) < distance(&self.sphere)).unwrap_or(&self.sphere)
    }

    /// Mean vorticity at a distance from the centre of a sphere at `height` over [`RIPPLE`] cells along the surface;
    /// `angle` is counted from the axis. `None` where that leaves the container.
    fn mean_along_surface(
        &self,
        height: f64,
        distance: f64,
        angle: f64,
        cell: f64,
        beyond: Option<&Self>,
    ) -> Option<f64> {
        const SAMPLES: u32 = 8;
        let at = |n: u32| {
            let share = (f64::from(n) + 0.5) / f64::from(SAMPLES) - 0.5;
            let (sin, cos) = (angle + share * RIPPLE * cell / distance).sin_cos();
            let side = if sin < 0.0 { beyond.unwrap_or(self) } else { self };
            Some(sin.signum() * side.vorticity_at(distance * sin.abs(), height + distance * cos)?)
        };
        (0..SAMPLES).map(at).sum::<Option<f64>>().map(|sum| sum / f64::from(SAMPLES))
    }

    /// Vorticity at a point, bilinear between the corners of its cell [1/s]; `None` outside of the container.
    pub fn vorticity_at(&self, r: f64, z: f64) -> Option<f64> {
        let ((i, s), (k, t)) = (locate(&self.r_faces, r)?, locate(&self.z_faces, z)?);
        let w = &self.vorticity;
        let lower = (1.0 - s) * w[[i, k]] + s * w[[i + 1, k]];
        let upper = (1.0 - s) * w[[i, k + 1]] + s * w[[i + 1, k + 1]];
        Some((1.0 - t) * lower + t * upper)
    }

    /// Vorticity [1/s] on the points of a grid of radii and heights \[m\], radius by radius in each height; beyond the
    /// container that of its edge.
    pub fn vorticity_on(&self, radii: &[f64], heights: &[f64]) -> Vec<f64> {
        let places = |faces: &[f64], at: &[f64]| -> Vec<(usize, f64)> {
            let within = |at: &f64| locate(faces, at.clamp(faces[0], faces[faces.len() - 1])).expect("it is within");
            at.iter().map(within).collect()
        };
        let columns = places(&self.r_faces, radii);
        let (w, mut between) = (&self.vorticity, vec![0.0; self.r_faces.len()]);
        let mut values = Vec::with_capacity(radii.len() * heights.len());
        for (k, t) in places(&self.z_faces, heights) {
            for (i, value) in between.iter_mut().enumerate() {
                *value = (1.0 - t) * w[[i, k]] + t * w[[i, k + 1]];
            }
            values.extend(columns.iter().map(|&(i, s)| (1.0 - s) * between[i] + s * between[i + 1]));
        }
        values
    }

    /// Distance of the centre of cell `(i, k)` from the sphere's surface \[m\], negative inside the sphere.
    pub fn signed_distance(&self, i: usize, k: usize) -> f64 {
        let r = 0.5 * (self.r_faces[i] + self.r_faces[i + 1]);
        let z = 0.5 * (self.z_faces[k] + self.z_faces[k + 1]);
        let sphere = self.nearest(r, z);
        r.hypot(z - sphere.height) - sphere.radius
    }

    /// Vorticity at the centre of cell `(i, k)`, the mean of its corners [1/s].
    pub fn cell_vorticity(&self, i: usize, k: usize) -> f64 {
        let w = &self.vorticity;
        0.25 * (w[[i, k]] + w[[i + 1, k]] + w[[i, k + 1]] + w[[i + 1, k + 1]])
    }
}

impl StaggeredFields<'_> {
    fn vorticity(&self, i: usize, k: usize) -> f64 {
        let (nr, nz) = (self.r_faces.len() - 1, self.z_faces.len() - 1);
        if i == 0 || (i == nr && !self.no_slip.side) {
            return 0.0;
        }
        if (k == 0 && !self.no_slip.bottom) || (k == nz && !self.no_slip.top) {
            return 0.0;
        }
        let along_z = slope(self.z_faces, k, |cell| self.velocity_r[[i, cell]]);
        let along_r = slope(self.r_faces, i, |cell| self.velocity_z[[cell, k]]);
        along_z - along_r
    }

    /// Vorticity on the axis, with the half-plane `beyond` it.
    fn vorticity_on_axis(&self, beyond: &Self, k: usize) -> f64 {
        let nz = self.z_faces.len() - 1;
        if (k == 0 && !self.no_slip.bottom) || (k == nz && !self.no_slip.top) {
            return 0.0;
        }
        let across = (self.velocity_z[[0, k]] - beyond.velocity_z[[0, k]]) / (self.r_faces[0] + self.r_faces[1]);
        slope(self.z_faces, k, |cell| self.velocity_r[[0, cell]]) - across
    }

    fn stream_function(&self) -> Array2<f64> {
        let r = self.r_faces;
        let mut psi = Array2::zeros((r.len(), self.z_faces.len()));
        for i in 0..r.len() - 1 {
            let area = 0.5 * (r[i + 1] - r[i]) * (r[i + 1] + r[i]);
            for k in 0..self.z_faces.len() {
                psi[[i + 1, k]] = psi[[i, k]] + area * self.velocity_z[[i, k]];
            }
        }
        psi
    }
}

/// The cell that holds `at`, and how far into it.
fn locate(faces: &[f64], at: f64) -> Option<(usize, f64)> {
    let last = faces.len() - 1;
    if !(faces[0]..=faces[last]).contains(&at) {
        return None;
    }
    let cell = (faces.partition_point(|face| *face <= at).max(1) - 1).min(last - 1);
    Some((cell, (at - faces[cell]) / (faces[cell + 1] - faces[cell])))
}

/// Mean length of the cells on both sides of a face.
fn around(faces: &[f64], j: usize) -> f64 {
    let (below, above) = (j.saturating_sub(1), (j + 1).min(faces.len() - 1));
    (faces[above] - faces[below]) / (above - below) as f64
}

/// Derivative at face `j` of values at cell centres; at either end the value on the border is zero.
fn slope(faces: &[f64], j: usize, value: impl Fn(usize) -> f64) -> f64 {
    let last = faces.len() - 1;
    if j == 0 {
        value(0) / (0.5 * (faces[1] - faces[0]))
    } else if j == last {
        -value(last - 1) / (0.5 * (faces[last] - faces[last - 1]))
    } else {
        (value(j) - value(j - 1)) / (0.5 * (faces[j + 1] - faces[j - 1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STICKING: NoSlip = NoSlip { bottom: true, top: true, side: true };
    const SLIDING: NoSlip = NoSlip { bottom: false, top: false, side: false };

    fn graded(count: usize, length: f64) -> Vec<f64> {
        (0..=count).map(|i| i as f64 / count as f64).map(|s| length * (s + 0.3 * s * s) / 1.3).collect()
    }

    fn centre(faces: &[f64], i: usize) -> f64 {
        0.5 * (faces[i] + faces[i + 1])
    }

    fn snapshot(cells: usize, no_slip: NoSlip, u: impl Fn(f64, f64) -> f64, w: impl Fn(f64, f64) -> f64) -> Snapshot {
        let (r, z) = (graded(cells, 1.0), graded(cells + 2, 2.0));
        let velocity_r = Array2::from_shape_fn((cells + 1, cells + 2), |(i, k)| u(r[i], centre(&z, k)));
        let velocity_z = Array2::from_shape_fn((cells, cells + 3), |(i, k)| w(centre(&r, i), z[k]));
        let pressure = Array2::zeros((cells, cells + 2));
        let fields = StaggeredFields {
            r_faces: &r,
            z_faces: &z,
            velocity_r: velocity_r.view(),
            velocity_z: velocity_z.view(),
            pressure: pressure.view(),
            no_slip,
        };
        Snapshot::take(0.5, fields, SpherePlace { radius: 0.25, height: 1.0, velocity: -1.0 })
    }

    /// Poiseuille's flow in a tube of radius 1: `w = 1 − r²`, vorticity `2r`, stream function `r²/2 − r⁴/4`.
    #[test]
    fn tube_flow_has_its_vorticity_up_to_the_sticking_side() {
        let error = |cells: usize| {
            let no_slip = NoSlip { side: true, ..SLIDING };
            let shot = snapshot(cells, no_slip, |_, _| 0.0, |r, _| 1.0 - r * r);
            (1..=cells).map(|i| (shot.vorticity[[i, 3]] - 2.0 * shot.r_faces[i]).abs()).fold(0.0, f64::max)
        };
        assert!(error(80) < 0.02 && error(40) / error(80) > 1.9, "{} {}", error(40), error(80));
    }

    #[test]
    fn the_stream_functions_differences_are_the_fluxes() {
        let shot = snapshot(60, STICKING, |_, _| 0.0, |r, _| 1.0 - r * r);
        for (i, r) in shot.r_faces.iter().enumerate() {
            let exact = 0.5 * r * r - 0.25 * r.powi(4);
            assert!((shot.stream_function[[i, 7]] - exact).abs() < 1e-4, "r = {r}");
        }
    }

    /// `u_r = r z`, `u_z = −z²`: free of divergence, vorticity `r`, exact for central differences.
    #[test]
    fn a_stagnation_flow_has_its_exact_vorticity_inside() {
        let shot = snapshot(20, SLIDING, |r, z| r * z, |_, z| -z * z);
        for (i, k) in (1..20).flat_map(|i| (1..22).map(move |k| (i, k))) {
            let error = (shot.vorticity[[i, k]] - shot.r_faces[i]).abs();
            match shot.r_faces[i].hypot(shot.z_faces[k] - 1.0) {
                far if far > 0.5 => assert!(error < 1e-12, "{i} {k}: {error}"),
                near => assert!(near < 0.25 || error < 0.02, "beside the sphere it is a mean: {i} {k}: {error}"),
            }
        }
        assert!(shot.vorticity.row(0).iter().all(|w| *w == 0.0), "none on the axis");
    }

    #[test]
    fn a_sticking_wall_shears_the_flow_along_it() {
        let shot = snapshot(20, NoSlip { bottom: true, ..SLIDING }, |r, z| r * z, |_, _| 0.0);
        assert!((shot.vorticity[[7, 0]] - shot.r_faces[7]).abs() < 1e-13);
        assert_eq!(shot.vorticity[[7, 22]], 0.0);
    }

    /// Liquid at rest outside of a sphere that moves, its surface smeared over a cell.
    #[test]
    fn what_the_kernel_makes_of_the_surface_is_no_vorticity_of_the_liquid() {
        let cell = 1.0 / 40.0;
        let smeared = |r: f64, z: f64| {
            let distance = r.hypot(z - 1.0) - 0.25;
            (-distance / cell).clamp(0.0, 1.0) * (1.0 + 0.3 * (80.0 * z.atan2(r)).sin())
        };
        let shot = snapshot(40, STICKING, |_, _| 0.0, smeared);
        let largest = |reach: f64| {
            let corners = (0..shot.r_faces.len()).flat_map(|i| (1..shot.z_faces.len() - 1).map(move |k| (i, k)));
            let beside = corners.filter(|(i, k)| {
                let distance = shot.r_faces[*i].hypot(shot.z_faces[*k] - 1.0) - 0.25;
                distance.abs() < reach * cell
            });
            beside.map(|corner| shot.vorticity[corner].abs()).fold(0.0, f64::max)
        };
        assert!(largest(1.0) < 2e-3 / cell, "{} of {}", largest(1.0), 1.0 / cell);
    }

    /// `u_x = z`, `u_z = −3x` beside a small sphere: the vorticity along y is 4 everywhere, across the axis too.
    #[test]
    fn a_flow_across_the_axis_has_one_vorticity_on_both_halves_and_on_the_axis() {
        let (r, z) = (graded(20, 1.0), graded(22, 2.0));
        let sides = [1.0, -1.0];
        let velocity_r = sides.map(|side| Array2::from_shape_fn((21, 22), |(_, k)| side * centre(&z, k)));
        let velocity_z = sides.map(|side| Array2::from_shape_fn((20, 23), |(i, _)| -3.0 * side * centre(&r, i)));
        let pressure = Array2::zeros((20, 22));
        let fields = [0, 1].map(|side| StaggeredFields {
            r_faces: &r,
            z_faces: &z,
            velocity_r: velocity_r[side].view(),
            velocity_z: velocity_z[side].view(),
            pressure: pressure.view(),
            no_slip: SLIDING,
        });
        let place = SpherePlace { radius: 0.25, height: 1.0, velocity: -1.0 };
        let halves = Snapshot::halves(0.5, fields, place);
        for (half, side) in halves.iter().zip(sides) {
            for (i, k) in (0..20).flat_map(|i| (1..22).map(move |k| (i, k))) {
                let beside = r[i].hypot(z[k] - 1.0) > 0.26;
                let error = (side * half.vorticity[[i, k]] - 4.0).abs();
                assert!(!beside || error < 1e-9, "{i} {k}: {error}");
            }
        }
    }

    #[test]
    fn distance_is_negative_inside_the_sphere_and_zero_on_it() {
        let shot = snapshot(40, STICKING, |_, _| 0.0, |_, _| 0.0);
        for i in 0..40 {
            for k in 0..42 {
                let (r, z) = (centre(&shot.r_faces, i), centre(&shot.z_faces, k));
                let inside = r * r + (z - 1.0).powi(2) < 0.0625;
                assert_eq!(shot.signed_distance(i, k) < 0.0, inside);
            }
        }
    }
}
