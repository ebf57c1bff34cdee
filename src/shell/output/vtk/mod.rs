//! ParaView files: `.vtr` for the fields, `.vts` for those in three dimensions, `.vtp` for the sphere, `.pvd` for the
//! series in time.
//!
//! The format is VTK's XML format 1.0 with appended raw data (little-endian, 64-bit block sizes), see
//! *VTK XML file formats* in VTK's documentation. The flow lies in the plane y = 0 with the wall at z = 0 and x the
//! distance from the axis, so that the axis of symmetry is ParaView's z axis; look along +Y to see it upright.
//! The left half is the mirror image: the radial velocity changes sign with x, and so does the
//! vorticity, which is the component along +y everywhere (`ω_y = ∂u_x/∂z − ∂u_z/∂x`; `ω_θ` for x > 0).
//!
//! | array | where | unit in its name |
//! |---|---|---|
//! | `velocity_m_s` (x, y, z), `pressure_Pa`, `signed_distance_m` (negative inside the sphere) | cells | yes |
//! | `vorticity_1_s`, `stream_function_m3_s` | points | yes |

mod cylinder;
mod write;

pub use cylinder::{StructuredGrid, grid_of};
pub use write::{read_series, write_grid, write_series, write_structured, write_surface};

use wetbounce_physics::body::snapshot::{Snapshot, SpherePlace};

/// How field values are stored; coordinates are always 64-bit, because film cells are thin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// 32 bit: half the size, seven digits.
    #[default]
    Float32,
    /// 64 bit, as the solver has it.
    Float64,
}

/// Values on cells or points; `components` numbers for each, x running fastest over the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct DataArray {
    /// Name with the unit, for example `pressure_Pa`.
    pub name: String,
    /// Numbers per cell or point.
    pub components: usize,
    /// All numbers.
    pub values: Vec<f64>,
}

/// A tensor grid with fields; a direction with a single coordinate is flat.
#[derive(Debug, Clone, PartialEq)]
pub struct RectilinearGrid {
    /// Time \[s\].
    pub time: f64,
    /// Coordinates of the points in x, y and z \[m\].
    pub coordinates: [Vec<f64>; 3],
    /// Fields on the cells.
    pub cell_data: Vec<DataArray>,
    /// Fields on the points.
    pub point_data: Vec<DataArray>,
}

/// A surface made of polygons.
#[derive(Debug, Clone, PartialEq)]
pub struct PolygonSurface {
    /// Corners \[m\].
    pub points: Vec<[f64; 3]>,
    /// Polygons as indices of their corners, counter-clockwise seen from outside.
    pub polygons: Vec<Vec<i64>>,
}

impl RectilinearGrid {
    /// Number of points.
    pub fn points(&self) -> usize {
        self.coordinates.iter().map(Vec::len).product()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.coordinates.iter().map(|axis| (axis.len() - 1).max(1)).product()
    }

    /// The fields of a snapshot on the plane through the axis, x from −R to R.
    pub fn of_snapshot(snapshot: &Snapshot) -> Self {
        let (nr, nz) = (snapshot.r_faces.len() - 1, snapshot.z_faces.len() - 1);
        let cell = |m: usize| if m < nr { (nr - 1 - m, -1.0) } else { (m - nr, 1.0) };
        let point = |m: usize| if m < nr { (nr - m, -1.0) } else { (m - nr, 1.0) };
        let cells = || (0..nz).flat_map(move |k| (0..2 * nr).map(move |m| (cell(m), k)));
        let points = || (0..=nz).flat_map(move |k| (0..=2 * nr).map(move |m| (point(m), k)));
        let scalar = |name: &str, values: Vec<f64>| DataArray { name: name.into(), components: 1, values };
        let velocity = cells()
            .flat_map(|((i, side), k)| [side * snapshot.velocity_r[[i, k]], 0.0, snapshot.velocity_z[[i, k]]])
            .collect();
        let pressure = cells().map(|((i, _), k)| snapshot.pressure[[i, k]]).collect();
        let distance = cells().map(|((i, _), k)| snapshot.signed_distance(i, k)).collect();
        let vorticity = points().map(|((i, side), k)| side * snapshot.vorticity[[i, k]]).collect();
        let stream = points().map(|((i, _), k)| snapshot.stream_function[[i, k]]).collect();
        let x = (0..=2 * nr).map(point).map(|(i, side)| side * snapshot.r_faces[i]).collect();
        Self {
            time: snapshot.time,
            coordinates: [x, vec![0.0], snapshot.z_faces.clone()],
            cell_data: vec![
                DataArray { name: "velocity_m_s".into(), components: 3, values: velocity },
                scalar("pressure_Pa", pressure),
                scalar("signed_distance_m", distance),
            ],
            point_data: vec![scalar("vorticity_1_s", vorticity), scalar("stream_function_m3_s", stream)],
        }
    }
}

impl PolygonSurface {
    /// The spheres of a snapshot, each as [`Self::of_sphere`].
    pub fn of_snapshot(snapshot: &Snapshot, n: usize) -> Self {
        let mut surface = Self::of_sphere(snapshot.sphere, n);
        for second in snapshot.second.iter().map(|second| Self::of_sphere(*second, n)) {
            let before = surface.points.len() as i64;
            surface.points.extend(second.points);
            let moved = |polygon: Vec<i64>| polygon.into_iter().map(|corner| before + corner).collect();
            surface.polygons.extend(second.polygons.into_iter().map(moved));
        }
        surface
    }

    /// The sphere as `2n` slices and `n` rings of triangles and quadrilaterals, centred on the z axis.
    pub fn of_sphere(sphere: SpherePlace, n: usize) -> Self {
        use std::f64::consts::PI;
        let (slices, rings) = (2 * n, n);
        let mut points = vec![[0.0, 0.0, sphere.height - sphere.radius]];
        for ring in 1..rings {
            let (sin, cos) = (PI * ring as f64 / rings as f64).sin_cos();
            points.extend((0..slices).map(|slice| {
                let (y, x) = (2.0 * PI * slice as f64 / slices as f64).sin_cos();
                [sphere.radius * sin * x, sphere.radius * sin * y, sphere.height - sphere.radius * cos]
            }));
        }
        points.push([0.0, 0.0, sphere.height + sphere.radius]);
        let at = |ring: usize, slice: usize| (1 + (ring - 1) * slices + slice % slices) as i64;
        let top = points.len() as i64 - 1;
        let mut polygons: Vec<Vec<i64>> = (0..slices).map(|s| vec![0, at(1, s + 1), at(1, s)]).collect();
        for ring in 1..rings - 1 {
            let quad = |s| vec![at(ring, s), at(ring, s + 1), at(ring + 1, s + 1), at(ring + 1, s)];
            polygons.extend((0..slices).map(quad));
        }
        polygons.extend((0..slices).map(|s| vec![at(rings - 1, s), at(rings - 1, s + 1), top]));
        Self { points, polygons }
    }
}
