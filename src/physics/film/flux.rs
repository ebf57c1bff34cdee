//! Radial volume flux through the faces between rings (Reynolds' equation).

use std::f64::consts::PI;

use super::compression::Compressed;
use super::grid::FilmGrid;
use super::roughness::Roughness;
use super::thinning::ShearThinning;

/// Geometry of one face, fixed with the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Face {
    /// `π f²/(3 Δs)`, with `Δs` the distance of the neighbours' means in `s = r²`.
    conductance: f64,
    /// Pressure gradient per difference of the neighbours' pressures, `2f/Δs` [1/m].
    gradient: f64,
    /// Weight of the outer neighbour in the thickness at the face.
    outer_weight: f64,
}

/// Flux through one face, and the quantities that it depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct FaceFlux {
    /// Outward flux `Q ρ/ρ₀`, m³/s at ambient pressure.
    pub(super) flux: f64,
    /// Power that it turns into heat \[W\].
    pub(super) heat: f64,
    /// `∂Q/∂h` of the inner and outer side.
    pub(super) by_thickness: [f64; 2],
    /// `∂Q/∂p` of the inner and outer side.
    pub(super) by_pressure: [f64; 2],
}

/// One side of a face: thickness, pressure, fluidity `1/μ` and its derivative with pressure, density and enthalpy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Side {
    pub(super) thickness: f64,
    pub pressure: f64,
    pub(super) fluidity: [f64; 2],
    pub liquid: Compressed,
}

/// Effects on the flow through a face besides viscosity.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Channel {
    /// How the liquid thins under shear.
    pub thinning: Option<ShearThinning>,
    /// Obstruction by roughness.
    pub(super) roughness: Roughness,
}

/// The faces `1 … N` of a grid; the last is the matching radius, whose outer side is the tail.
pub(super) fn faces(grid: &FilmGrid) -> Vec<Face> {
    let square = |i: usize| grid.faces[i] * grid.faces[i];
    let width = |ring: usize| square(ring + 1) - square(ring);
    (1..=grid.rings())
        .map(|i| {
            let inner = width(i - 1);
            let (distance, outer_weight) = match i < grid.rings() {
                true => (0.5 * (inner + width(i)), inner / (inner + width(i))),
                false => (0.5 * inner, 1.0),
            };
            Face {
                conductance: PI * square(i) / (3.0 * distance),
                gradient: 2.0 * grid.faces[i] / distance,
                outer_weight,
            }
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
    /// `Q = (π f²/(3 Δs)) φ ⟨h³⟩ ½(1/μ₋ + 1/μ₊) S (p₋ − p₊)`, second order in the ring width; `S` is that of a liquid
    /// that thins, `φ` the flow factor of rough surfaces.
    ///
    /// The mean `⟨h³⟩` is `h(f) h(f₋) h(f₊)`, the thickness at this face and at the two next ones: with it the ring
    /// means of Reynolds' solution for a rigid sphere, `−3μaV/(h(f_i) h(f_{i+1}))`, solve the discrete equation
    /// exactly, and the film is resolved by far fewer rings where it is rigid.
    pub(super) fn flux(&self, inner: Side, outer: Side, channel: Channel) -> FaceFlux {
        let weights = [1.0 - self.outer_weight, self.outer_weight];
        let here = weights[0] * inner.thickness + weights[1] * outer.thickness;
        let (before, after) = (beyond(inner.thickness, here), beyond(outer.thickness, here));
        let [free, freer] = channel.roughness.flow_factor(here);
        let smooth = here * before[0] * after[0];
        let cube = free * smooth;
        let by_here =
            free * (before[0] * after[0] + here * (before[2] * after[0] + before[0] * after[2])) + freer * smooth;
        let cube_by = [
            by_here * weights[0] + free * here * before[1] * after[0],
            by_here * weights[1] + free * here * before[0] * after[1],
        ];
        let fluidity = 0.5 * (inner.fluidity[0] + outer.fluidity[0]);
        let drop = inner.pressure - outer.pressure;
        // Stress at the surfaces, and how it widens the flux.
        let per_drop = 0.5 * self.gradient * here;
        let [wider, slope] = channel.thinning.map_or([1.0, 0.0], |thinning| thinning.flux(per_drop * drop.abs()));
        let steeper = slope * per_drop * drop.abs();
        let mass = 0.5 * (inner.liquid.density + outer.liquid.density);
        let mobility = self.conductance * cube * fluidity;
        let volume = mobility * wider * drop;
        let by_thickness = |weight: f64, cube_by: f64| {
            mass * (self.conductance * (cube_by * wider + cube * steeper / here * weight) * fluidity * drop)
        };
        let by_pressure = |side: Side, sign: f64| {
            let piezo = 0.5 * self.conductance * cube * side.fluidity[1] * wider * drop;
            mass * (sign * mobility * (wider + steeper) + piezo) + 0.5 * side.liquid.slope * volume
        };
        FaceFlux {
            flux: mass * volume,
            heat: mass * volume * (inner.liquid.enthalpy - outer.liquid.enthalpy),
            by_thickness: [by_thickness(weights[0], cube_by[0]), by_thickness(weights[1], cube_by[1])],
            by_pressure: [by_pressure(inner, 1.0), by_pressure(outer, -1.0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::compression::Compressibility;
    use super::super::grid::RingLayout;
    use super::*;

    #[test]
    fn derivatives_of_the_flux_are_its_slopes() {
        let face = Face { conductance: 2.0, gradient: 0.7, outer_weight: 0.4 };
        let soft = Compressibility { bulk_modulus: Some(40.0) };
        let channel = Channel {
            thinning: Some(ShearThinning { stress: 0.3, exponent: 0.6 }),
            roughness: Roughness::greenwood_tripp(0.8, 0.04, 1e-3),
        };
        let side = |thickness: f64, pressure: f64| Side {
            thickness,
            pressure,
            fluidity: [2.0 - 0.1 * pressure, -0.1],
            liquid: soft.at(pressure),
        };
        let (inner, outer) = (side(1.0, 3.0), side(1.7, 1.0));
        let here = face.flux(inner, outer, channel);
        let e = 1e-6;
        let slope = |inner_up: Side, outer_up: Side| (face.flux(inner_up, outer_up, channel).flux - here.flux) / e;
        let thicker = |side: Side| Side { thickness: side.thickness + e, ..side };
        let pressed = |old: Side| side(old.thickness, old.pressure + e);
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
        let grid = FilmGrid::graded(layout).unwrap();
        let height = |i: usize| 0.02 + 0.5 * grid.faces[i] * grid.faces[i];
        let side = |i: usize| Side {
            thickness: 0.5 * (height(i) + height(i + 1)),
            pressure: 3.0 / (height(i) * height(i + 1)),
            fluidity: [1.0, 0.0],
            liquid: Compressibility::default().at(0.0),
        };
        for (i, face) in faces(&grid).iter().enumerate().take(grid.rings() - 1) {
            let exact = PI * grid.faces[i + 1].powi(2);
            let flux = face.flux(side(i), side(i + 1), Channel::default()).flux;
            assert!((flux / exact - 1.0).abs() < 2e-3, "face {i}: {flux} against {exact}");
        }
    }

    /// Largest error of the flux of a made-up film of `rings` rings over its largest flux: thinning, compressed,
    /// thickening.
    fn manufactured(rings: usize) -> f64 {
        let faces_at: Vec<f64> = (0..=rings).map(|i| 2.0 * i as f64 / rings as f64).collect();
        let grid = FilmGrid::from_faces(faces_at);
        let soft = Compressibility { bulk_modulus: Some(20.0) };
        let thinning = ShearThinning { stress: 0.5, exponent: 0.5 };
        let channel = Channel { thinning: Some(thinning), roughness: Roughness::greenwood_tripp(0.7, 0.04, 1e-3) };
        let (h, p) = (|s: f64| 1.0 + 0.3 * s, |s: f64| 3.0 * (-s).exp());
        let mean = |f: &dyn Fn(f64) -> f64, i: usize| {
            let (from, to) = (grid.faces[i].powi(2), grid.faces[i + 1].powi(2));
            (0..20).map(|k| f(from + (to - from) * (f64::from(k) + 0.5) / 20.0)).sum::<f64>() / 20.0
        };
        let side = |i: usize| {
            let pressure = mean(&p, i);
            let fluidity = (-0.2 * pressure).exp();
            Side { thickness: mean(&h, i), pressure, fluidity: [fluidity, -0.2 * fluidity], liquid: soft.at(pressure) }
        };
        let exact = |r: f64| {
            let s = r * r;
            let slope = -2.0 * r * p(s);
            let wider = thinning.flux(0.5 * h(s) * slope.abs())[0];
            let free = 1.0 - 0.9 * (-0.56 * h(s) / 0.7).exp();
            -2.0 * PI * r * soft.at(p(s)).density * free * h(s).powi(3) / 12.0 * (-0.2 * p(s)).exp() * slope * wider
        };
        let errors = (0..rings - 1).map(|i| {
            let there = faces(&grid)[i].flux(side(i), side(i + 1), channel).flux;
            (there - exact(grid.faces[i + 1])).abs()
        });
        errors.fold(0.0, f64::max) / (1..rings).map(|i| exact(grid.faces[i])).fold(0.0, f64::max)
    }

    #[test]
    fn the_flux_of_a_thinning_compressed_thickening_film_between_rough_surfaces_is_of_second_order() {
        let [coarse, fine, finest] = [20, 40, 80].map(manufactured);
        assert!(finest < 1e-3 && coarse / fine > 3.5 && fine / finest > 3.5, "{coarse:e} {fine:e} {finest:e}");
    }
}
