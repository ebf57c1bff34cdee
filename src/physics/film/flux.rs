//! Radial volume flux through the faces between rings (Reynolds' equation).

use std::f64::consts::PI;

use super::grid::RadialGrid;

/// Geometry of one face, fixed with the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Face {
    /// `π f²/(3 Δs)`, with `Δs` the distance of the neighbours' means in `s = r²`.
    conductance: f64,
    /// Weight of the outer neighbour in the thickness at the face.
    outer_weight: f64,
}

/// Flux through one face and what it depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct FaceFlux {
    /// Outward volume flux `Q`, m³/s.
    pub flux: f64,
    /// `∂Q/∂h` of the inner and outer side.
    pub by_thickness: [f64; 2],
    /// `∂Q/∂p` of the inner and outer side.
    pub by_pressure: [f64; 2],
}

/// One side of a face: thickness, pressure, fluidity `1/μ` and its derivative with pressure.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Side {
    pub thickness: f64,
    pub pressure: f64,
    pub fluidity: [f64; 2],
}

/// The faces `1 … N` of a grid; the last is the matching radius, whose outer side is the tail.
pub(super) fn faces(grid: &RadialGrid) -> Vec<Face> {
    let square = |i: usize| grid.faces[i] * grid.faces[i];
    let width = |ring: usize| square(ring + 1) - square(ring);
    (1..=grid.rings())
        .map(|i| match i < grid.rings() {
            true => {
                let sum = width(i - 1) + width(i);
                Face { conductance: PI * square(i) / (1.5 * sum), outer_weight: width(i - 1) / sum }
            }
            false => Face { conductance: PI * square(i) / (1.5 * width(i - 1)), outer_weight: 1.0 },
        })
        .collect()
}

/// Mean of `h` extrapolated from a ring's mean `h` past its far face when the near face has `f`: `2h − f` to third
/// order, but positive for every positive `h` and `f`. Returns it with its derivatives with `h` and `f`.
fn beyond(h: f64, f: f64) -> [f64; 3] {
    let denominator = h * h - h * f + f * f;
    let value = h * h * h / denominator;
    [value, value * (3.0 / h - (2.0 * h - f) / denominator), -value * (2.0 * f - h) / denominator]
}

impl Face {
    /// `Q = (π f²/(3 Δs)) ⟨h³⟩ ½(1/μ₋ + 1/μ₊) (p₋ − p₊)`, second order in the ring width.
    ///
    /// The mean `⟨h³⟩` is `h(f) h(f₋) h(f₊)`, the thickness at this face and at the two next ones: with it the ring
    /// means of Reynolds' solution for a rigid sphere, `−3μaV/(h(f_i) h(f_{i+1}))`, solve the discrete equation
    /// exactly, and the film is resolved by far fewer rings where it is rigid.
    pub fn flux(&self, inner: Side, outer: Side) -> FaceFlux {
        let weights = [1.0 - self.outer_weight, self.outer_weight];
        let here = weights[0] * inner.thickness + weights[1] * outer.thickness;
        let (before, after) = (beyond(inner.thickness, here), beyond(outer.thickness, here));
        let cube = here * before[0] * after[0];
        let by_here = before[0] * after[0] + here * (before[2] * after[0] + before[0] * after[2]);
        let cube_by =
            [by_here * weights[0] + here * before[1] * after[0], by_here * weights[1] + here * before[0] * after[1]];
        let fluidity = 0.5 * (inner.fluidity[0] + outer.fluidity[0]);
        let drop = inner.pressure - outer.pressure;
        let mobility = self.conductance * cube * fluidity;
        let piezo = |side: Side| 0.5 * self.conductance * cube * side.fluidity[1] * drop;
        FaceFlux {
            flux: mobility * drop,
            by_thickness: cube_by.map(|derivative| self.conductance * derivative * fluidity * drop),
            by_pressure: [mobility + piezo(inner), -mobility + piezo(outer)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::RingLayout;
    use super::*;

    #[test]
    fn derivatives_of_the_flux_are_its_slopes() {
        let face = Face { conductance: 2.0, outer_weight: 0.4 };
        let inner = Side { thickness: 1.0, pressure: 3.0, fluidity: [2.0, 0.0] };
        let outer = Side { thickness: 1.7, pressure: 1.0, fluidity: [2.5, 0.0] };
        let here = face.flux(inner, outer);
        let e = 1e-6;
        let slope = |inner_up: Side, outer_up: Side| (face.flux(inner_up, outer_up).flux - here.flux) / e;
        let thicker = |side: Side| Side { thickness: side.thickness + e, ..side };
        let pressed = |side: Side| Side { pressure: side.pressure + e, ..side };
        let slopes = [
            slope(thicker(inner), outer),
            slope(inner, thicker(outer)),
            slope(pressed(inner), outer),
            slope(inner, pressed(outer)),
        ];
        let [a, b] = here.by_thickness;
        let [c, d] = here.by_pressure;
        for (slope, exact) in slopes.into_iter().zip([a, b, c, d]) {
            assert!((slope / exact - 1.0).abs() < 1e-5, "{slope} {exact}");
        }
    }

    #[test]
    fn reynolds_ring_means_of_a_rigid_sphere_balance_each_ring() {
        let layout = RingLayout { contact_radius: 0.1, matching_radius: 1.5, rings_per_contact: 10, growth: 0.1 };
        let grid = RadialGrid::graded(layout).unwrap();
        let height = |i: usize| 0.02 + 0.5 * grid.faces[i] * grid.faces[i];
        let side = |i: usize| Side {
            thickness: 0.5 * (height(i) + height(i + 1)),
            pressure: 3.0 / (height(i) * height(i + 1)),
            fluidity: [1.0, 0.0],
        };
        for (i, face) in faces(&grid).iter().enumerate().take(grid.rings() - 1) {
            let exact = PI * grid.faces[i + 1].powi(2);
            let flux = face.flux(side(i), side(i + 1)).flux;
            assert!((flux / exact - 1.0).abs() < 2e-3, "face {i}: {flux} against {exact}");
        }
    }
}
