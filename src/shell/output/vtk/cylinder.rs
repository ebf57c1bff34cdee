//! The flow with azimuthal modes on its cylindrical grid, as a structured grid in space.
//!
//! With a plane of symmetry half the circle is written, φ from 0 (along x) to π: the plane is y = 0, and ParaView's
//! filter *Reflect* (plane Y min) adds the other half. Without one it is the whole circle. Points are where the sphere
//! is: x and y count from the place of the start.
//!
//! | array on the cells | meaning |
//! |---|---|
//! | `velocity_m_s` | velocity along x, y, z |
//! | `pressure_Pa` | pressure |
//! | `signed_distance_m` | from the sphere's surface, negative inside |
//! | `q_1_s2` | `Q = −½ tr (∇u)²`, positive where the liquid turns more than it is strained: vortices (Hunt, Wray & Moin 1988) |

use super::DataArray;
use std::f64::consts::PI;
use std::ops::Deref;
use wetbounce_physics::flow::fields::ModeFields;
use wetbounce_physics::model::SpatialFlow;

/// A structured grid with fields on its cells.
#[derive(Debug, Clone, PartialEq)]
pub struct StructuredGrid {
    /// Time \[s\].
    pub time: f64,
    /// Number of cells in each direction; the first runs fastest.
    pub cells: [usize; 3],
    /// Points \[m\].
    pub points: Vec<[f64; 3]>,
    /// Fields on the cells.
    pub cell_data: Vec<DataArray>,
}

/// Values of one mode at the centre of a cell: velocity and its derivatives in r and z.
#[derive(Clone, Copy, Default)]
struct AtCentre {
    value: [f64; 3],
    by_r: [f64; 3],
    by_z: [f64; 3],
}

/// Cells over half the circle for every mode and one more.
const PER_MODE: usize = 4;

/// The fields of a flow in space.
pub fn grid_of(flow: &SpatialFlow<'_>) -> StructuredGrid {
    InSpace(flow).grid()
}

struct InSpace<'a>(&'a SpatialFlow<'a>);

impl<'a> Deref for InSpace<'a> {
    type Target = SpatialFlow<'a>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl InSpace<'_> {
    fn grid(&self) -> StructuredGrid {
        let (nr, nz, around) = (self.radial.len(), self.axial.len(), PER_MODE * self.modes.len());
        let angle = |n: f64| n * PI * self.parts.families() as f64 / around as f64;
        let [x, y] = self.place;
        let mut points = Vec::with_capacity((nr + 1) * (around + 1) * (nz + 1));
        for z in &self.axial.faces {
            for n in 0..=around {
                let (sin, cos) = angle(n as f64).sin_cos();
                points.extend(self.radial.faces.iter().map(|r| [x + r * cos, y + r * sin, *z]));
            }
        }
        let count = nr * around * nz;
        let mut data = [3, 1, 1, 1].map(|components| Vec::with_capacity(components * count));
        for j in 0..nz {
            let modes: Vec<Vec<AtCentre>> = self
                .modes
                .iter()
                .enumerate()
                .map(|(part, fields)| (0..nr).map(|i| self.at(fields, part, j, i)).collect())
                .collect();
            for n in 0..around {
                for i in 0..nr {
                    self.add_cell(&modes, angle(n as f64 + 0.5), [j, i], &mut data);
                }
            }
        }
        let [velocity, pressure, distance, q] = data;
        let array = |name: &str, components, values| DataArray { name: name.into(), components, values };
        StructuredGrid {
            time: self.time,
            cells: [nr, around, nz],
            points,
            cell_data: vec![
                array("velocity_m_s", 3, velocity),
                array("pressure_Pa", 1, pressure),
                array("signed_distance_m", 1, distance),
                array("q_1_s2", 1, q),
            ],
        }
    }

    fn add_cell(&self, modes: &[Vec<AtCentre>], angle: f64, [j, i]: [usize; 2], data: &mut [Vec<f64>; 4]) {
        let (r, z) = (self.radial.centres[i], self.axial.centres[j]);
        let (mut velocity, mut pressure, mut gradient) = ([0.0; 3], 0.0, [[0.0; 3]; 3]);
        for (part, centres) in modes.iter().enumerate() {
            let (wave, AtCentre { value: [u, v, w], by_r, by_z }) = (self.parts.wavenumber(part) as f64, centres[i]);
            let [cos, sin] = self.parts.waves(part, angle);
            let along = [cos, sin, cos];
            for (k, value) in [u, v, w].into_iter().enumerate() {
                velocity[k] += value * along[k];
                gradient[k][0] += by_r[k] * along[k];
                gradient[k][2] += by_z[k] * along[k];
            }
            gradient[0][1] -= (wave * u + v) * sin / r;
            gradient[1][1] += (wave * v + u) * cos / r;
            gradient[2][1] -= wave * w * sin / r;
            pressure += self.modes[part].p[(j, i)] * cos;
        }
        let (sin, cos) = angle.sin_cos();
        let [u, v, w] = velocity;
        data[0].extend([u * cos - v * sin, u * sin + v * cos, w]);
        data[1].push(self.density * pressure);
        data[2].push(r.hypot(z - self.sphere.height) - self.sphere.radius);
        let squares = (0..3).flat_map(|a| (0..3).map(move |b| (a, b))).map(|(a, b)| gradient[a][b] * gradient[b][a]);
        data[3].push(-0.5 * squares.sum::<f64>());
    }

    /// A part at the centre of cell `(j, i)`; derivatives by differences of the neighbours' values, one-sided at the
    /// ends.
    fn at(&self, fields: &ModeFields, part: usize, j: usize, i: usize) -> AtCentre {
        let m = self.parts.wavenumber(part);
        let (nr, nz) = (self.radial.len(), self.axial.len());
        let centre = |j: usize, i: usize| {
            let inner = if i == 0 && m != 1 { 0.0 } else { fields.u[(j, i)] };
            let outer = if i + 1 < nr { fields.u[(j, i + 1)] } else { 0.0 };
            let top = if j + 1 < nz { fields.w[(j + 1, i)] } else { 0.0 };
            [0.5 * (inner + outer), fields.v[(j, i)], 0.5 * (fields.w[(j, i)] + top)]
        };
        let slope = |low: [f64; 3], high: [f64; 3], way: f64| std::array::from_fn(|k| (high[k] - low[k]) / way);
        let (inner, outer) = (i.max(1) - 1, (i + 1).min(nr - 1));
        let (below, above) = (j.max(1) - 1, (j + 1).min(nz - 1));
        let (r, z) = (&self.radial.centres, &self.axial.centres);
        AtCentre {
            value: centre(j, i),
            by_r: slope(centre(j, inner), centre(j, outer), r[outer] - r[inner]),
            by_z: slope(centre(below, i), centre(above, i), z[above] - z[below]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use wetbounce_physics::body::snapshot::SpherePlace;
    use wetbounce_physics::flow::fields::Parts;
    use wetbounce_physics::grid::{AxialGrid, RadialGrid};

    /// A uniform flow along x and a rigid rotation about y: `u = U x̂ + Ω ŷ × (x − x_c)`.
    #[test]
    fn a_uniform_flow_and_a_rotation_have_their_velocity_and_q_in_space() {
        let radial = RadialGrid::from_faces((0..=8).map(|i| 0.1 * i as f64 + 0.01 * (i * i) as f64).collect());
        let axial = AxialGrid::from_faces((0..=6).map(|j| 0.2 * j as f64).collect());
        let (nr, nz, speed, spin, height) = (radial.len(), axial.len(), 0.3, 2.0, 0.6);
        let mut modes = vec![ModeFields::zeros(nz, nr), ModeFields::zeros(nz, nr)];
        let turned = |j: usize| speed + spin * (axial.centres[j] - height);
        modes[1].u = Array2::from_shape_fn((nz, nr), |(j, _)| turned(j));
        modes[1].v = Array2::from_shape_fn((nz, nr), |(j, _)| -turned(j));
        modes[1].w = Array2::from_shape_fn((nz, nr), |(_, i)| -spin * radial.centres[i]);
        let sphere = SpherePlace { radius: 0.2, height, velocity: 0.0 };
        let flow = SpatialFlow {
            time: 0.5,
            radial: &radial,
            axial: &axial,
            parts: Parts::symmetric(1),
            modes: modes.clone(),
            density: 1e3,
            place: [0.7, 0.0],
            sphere,
        };
        let grid = grid_of(&flow);
        assert_eq!(grid.points.len(), (nr + 1) * (grid.cells[1] + 1) * (nz + 1));
        let (velocity, q) = (&grid.cell_data[0].values, &grid.cell_data[3].values);
        for j in 1..nz - 2 {
            for n in 0..grid.cells[1] {
                for i in 0..nr - 2 {
                    let cell = (j * grid.cells[1] + n) * nr + i;
                    assert!((velocity[3 * cell] - turned(j)).abs() < 1e-12 && velocity[3 * cell + 1].abs() < 1e-12);
                    assert!((q[cell] - spin * spin).abs() < 1e-11, "{} at {j} {n} {i}", q[cell]);
                }
            }
        }
    }
}
