//! The inertia of layers of vorticity on the grid of a run, beside the exact one.
//!
//! A sphere starts at once in liquid at rest: one backward-Euler step `Δt`, the Laplace transform at `s = 1/Δt`. For
//! layers of `λ = √(νΔt)/a` radii, thin beside the gap, the inertia of the liquid over that of the displaced liquid is
//! exactly
//!
//! ```text
//! 1 + C_M + 9/2 B λ + 9/2 λ² + (C_M − ½)(15 λ² + 18 λ³ + 9 λ⁴)   along a line: inside, added mass, history, drag (Stokes 1851), image
//! 5 i₂(1/λ) λ/i₁(1/λ) + 5λ/(1 + λ) + 15 λ²                         in rotation: inside, history, drag (Lamb 1932)
//! ```
//!
//! with the added mass `C_M` of potential flow and the history factor `B` of thin layers at this gap, and modified
//! spherical Bessel functions `i_n`. The sphere is a dipole of the strength `1 + 3λ + 3λ²`; its image acts with the
//! square of that. Before a plane of symmetry, where the liquid slips, there is no layer but the sphere's, and `B` is
//! the image's part alone, `1 + 4/3 (C_M − ½)`.
//!
//! The grid's error makes an [`UnresolvedLayer`]: one each for the motions along the axis and across it, and for the
//! rotations, for the markers of mode 1 see another grid than those of mode 0. It is measured far from the wall: layers
//! of a fifth of a cell to one have the same excess at every gap, to about 0.01 `m_l` on 24 cells per diameter. Without
//! a layer it is up to 0.03 `m_l` more at the smallest gap, in the film's cells, and that is gone before the layers
//! outside of the film have grown: given back with all of them it made a rebound depend on the growth of the cells.
//! That of a steady film is another excess, see [`super::subgrid_film`].
//!
//! A rotation slips everywhere along the sphere, near the wall in smaller cells. There its layers have less in excess
//! than far away; the exact torque of thin layers is the same ([`RotationNearWall`]).

use super::unresolved_layer::{
    GridError, RotationLayers, RotationNearWall, TERMS, UnresolvedLayer, inside, outside, slipped_cell,
};
use crate::body::dof::{ALONG, Dof, TWIST};
use crate::flow::constraint::NotConverged;
use crate::flow::immersed::ImmersedFlow;
use crate::flow::level::NewSpeed;
use crate::flow::markers::SPHERES;
use crate::flow::setup::{AzimuthalSetup, ImmersedSetup};
use crate::grid::SmallestGap;
use crate::liquid::history_wall::history_wall_factor;
use crate::liquid::{AddedMass, ImmersedSphere};

/// Thickest layer that is measured above a wall, over the gap.
const THIN: f64 = 0.25;
/// Gap over the radius of a sphere that another one does not disturb.
const ALONE: f64 = 1e3;
/// Layers that are measured.
const LAYERS: usize = 11;
/// The thinnest of them over the cell, and the thickest over the radius.
const RANGE: [f64; 2] = [0.03, 0.7];
/// Least ratio of the two.
const LEAST_RANGE: f64 = 4.0;
/// Layers that halve the fastest and the slowest term, over the thinnest and the thickest of them.
const TERMS_RANGE: [f64; 2] = [5.0 / 3.0, 5.0 / 7.0];
/// Exact inertia, over that of the displaced liquid, below which errors count as they are, not over the exact.
const NEGLIGIBLE: f64 = 0.02;
/// Gaps at which a rotation is measured.
const GAPS: usize = 9;
/// Slip left at the markers, over that which a run allows, where the liquid inside spins: so slowly that it carries no
/// momentum.
const SLOW: f64 = 1e-10;
/// That slip over the speed of the surface.
const SLIP: f64 = 1e-5;

/// `count` lengths from `ends[0]` to `ends[1]`, of one ratio.
fn spread(ends: [f64; 2], count: usize) -> impl Iterator<Item = f64> {
    let ratio = (ends[1] / ends[0]).powf(1.0 / (count - 1) as f64);
    (0..count).map(move |k| ends[0] * ratio.powi(k as i32))
}

/// The measurement at one gap.
struct Measurement {
    /// Thickness of the layers \[m\].
    layers: Vec<f64>,
    /// Relaxation times of the fit \[s\].
    times: [f64; TERMS],
    radius: f64,
    kinematic_viscosity: f64,
    /// Gap over the radius.
    near: f64,
    /// Whether the liquid sticks to what is below; before an image it slips.
    no_slip: bool,
}

impl Measurement {
    /// Layers of all thicknesses.
    fn all(setup: &ImmersedSetup, radius: f64, gap: f64) -> Self {
        Self::up_to(RANGE[1] * radius, setup, radius, gap)
    }

    /// Those that are thin beside the gap above a wall.
    fn thin(setup: &ImmersedSetup, radius: f64, gap: f64) -> Self {
        Self::up_to((RANGE[1] * radius).min(THIN * gap), setup, radius, gap)
    }

    fn up_to(thickest: f64, setup: &ImmersedSetup, radius: f64, gap: f64) -> Self {
        let (thinnest, kinematic_viscosity) =
            (RANGE[0] * slipped_cell(&setup.radial, radius), setup.kinematic_viscosity);
        let ends = [thinnest, thickest.max(LEAST_RANGE * thinnest)];
        let layers = spread(ends, LAYERS).collect();
        let mut times = [0.0; TERMS];
        for (time, layer) in times.iter_mut().zip(spread([0, 1].map(|k| TERMS_RANGE[k] * ends[k]), TERMS)) {
            *time = layer * layer / kinematic_viscosity;
        }
        let near = if setup.spheres.len() > 1 { ALONE } else { gap / radius };
        Self { layers, times, radius, kinematic_viscosity, near, no_slip: setup.ends.bottom_no_slip }
    }

    /// The steps that make the layers \[s\].
    fn steps(&self) -> impl Iterator<Item = f64> {
        self.layers.iter().map(|layer| layer * layer / self.kinematic_viscosity)
    }

    /// The layer of `displaced` liquid whose inertia, in its unit, of every step is `resolved`; over that of the
    /// displaced liquid it has an `exact` one, and a part of that outside of the sphere, by the layer's thickness over
    /// the radius.
    fn fit(
        &self,
        times: [f64; TERMS],
        displaced: f64,
        resolved: &[f64],
        exact: impl Fn(f64) -> [f64; 2],
    ) -> UnresolvedLayer {
        let grid_error = |(layer, resolved): (&f64, &f64)| {
            let ratio = layer / self.radius;
            let [exact, outside] = exact(ratio);
            let [weight, stays] = [1.0 / (outside + NEGLIGIBLE), ratio * ratio];
            let rate = 1.0 / (layer * layer / self.kinematic_viscosity);
            GridError { rate, grid_error: resolved - exact * displaced, weight, stays }
        };
        let measured: Vec<GridError> = self.layers.iter().zip(resolved).map(grid_error).collect();
        UnresolvedLayer::fit(times, &measured)
    }

    /// Of a motion along a line, with the inertia of the liquid.
    fn along(&self, displaced: f64, resolved: &[f64]) -> UnresolvedLayer {
        let added = AddedMass::Exact.coefficient(self.near);
        let history = if self.no_slip { history_wall_factor(self.near) } else { 1.0 + 4.0 / 3.0 * (added - 0.5) };
        self.fit(self.times, displaced, resolved, |layer| {
            let image = 3.0 * (added - 0.5) * layer * layer * (5.0 + 6.0 * layer + 3.0 * layer * layer);
            let outside = added + 4.5 * layer * (history + layer) + image;
            [1.0 + outside, outside]
        })
    }

    /// What of the liquid inside, over the displaced, turns with the sphere in the layer of `layer` radii, with the lag
    /// `lag`.
    fn turning(&self, displaced: f64, lag: &UnresolvedLayer, layer: f64) -> f64 {
        1.0 + lag.grid_error(self.kinematic_viscosity / (layer * self.radius).powi(2)) / displaced
    }

    /// Of a rotation.
    fn around(&self, displaced: f64, resolved: &[f64]) -> RotationLayers {
        let lag: Vec<f64> = self.layers.iter().map(|layer| displaced * inside(layer / self.radius)).collect();
        let lag = self.fit(self.times, displaced, &lag, |layer| [1.0, outside(layer)]);
        let exact = |layer| [self.turning(displaced, &lag, layer) + outside(layer), outside(layer)];
        let grid_error = self.fit(self.times, displaced, resolved, exact);
        RotationLayers { inside: lag, grid_error, start: UnresolvedLayer::none() }
    }

    /// The start of a rotation whose liquid inside, as it slows down, gives a sphere at rest the inertia `given`, over
    /// that displaced, per spin. What the cells inside hold too much or too little never relaxes.
    fn start(&self, displaced: f64, lag: &UnresolvedLayer, given: &[f64]) -> UnresolvedLayer {
        let mut times = self.times;
        times[TERMS - 1] = f64::INFINITY;
        let grid_error = |(layer, given): (&f64, &f64)| {
            let rate = 1.0 / (layer * layer / self.kinematic_viscosity);
            let grid_error = displaced * (self.turning(displaced, lag, layer / self.radius) - given);
            GridError { rate, grid_error, weight: 1.0, stays: 0.0 }
        };
        let measured: Vec<GridError> = self.layers.iter().zip(given).map(grid_error).collect();
        UnresolvedLayer::fit(times, &measured)
    }
}

/// Measures the layer of a motion of the `sphere` along the axis at the gap `gap` \[m\] on the grid of `flow` \[kg\]:
/// of thin layers above a wall, and of all in `open` liquid.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn measure(
    flow: &mut ImmersedFlow,
    sphere: &ImmersedSphere,
    gap: f64,
    open: bool,
) -> Result<UnresolvedLayer, NotConverged> {
    measure_one_of(flow, (sphere, 0), gap, open)
}

/// As [`measure`], of the sphere of this number on the axis; far from it is out of reach of another sphere.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn measure_one_of(
    flow: &mut ImmersedFlow,
    (sphere, number): (&ImmersedSphere, usize),
    gap: f64,
    open: bool,
) -> Result<UnresolvedLayer, NotConverged> {
    let along = if open { Measurement::all } else { Measurement::thin };
    let measurement = along(&flow.setup, sphere.radius, gap);
    let speed = flow.measuring_speed();
    let resolved: Result<Vec<f64>, _> = flow.axisymmetric(|flow| {
        let of_step = |dt| {
            let mut speeds = [0.0; SPHERES];
            speeds[number] = speed;
            let force = flow.forces_from_rest(gap, dt, speeds.map(NewSpeed::known))?;
            Ok(force.at_rest[number] / speed * dt * sphere.liquid_density)
        };
        measurement.steps().map(of_step).collect()
    });
    Ok(measurement.along(sphere.displaced_mass(), &resolved?))
}

/// The grid's error in modes m ≥ 1, over the liquid's density.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LateralLayers {
    /// Of a motion across the axis \[m³\].
    pub lateral: UnresolvedLayer,
    /// Of a rotation about an axis along the wall \[m⁵\].
    pub rotation: RotationLayers,
    /// Of the rotation about the normal \[m⁵\]; without a plane of symmetry.
    pub twist: Option<RotationLayers>,
}

/// As [`measure`], in modes m ≥ 1; `None` without them.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn measure_lateral(flow: &mut ImmersedFlow, gap: f64, open: bool) -> Result<Option<LateralLayers>, NotConverged> {
    let Some(azimuthal) = flow.setup.azimuthal else { return Ok(None) };
    let radius = 0.5 * flow.setup.diameter();
    let [all, thin] = [Measurement::all, Measurement::thin].map(|of| of(&flow.setup, radius, gap));
    let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let inertia = 0.4 * volume * radius * radius;
    let along = if open { &all } else { &thin };
    let [mut lateral, mut rotation, mut twist] = [(); 3].map(|()| Vec::with_capacity(LAYERS));
    let [u, spin] = ALONG[0];
    flow.azimuthal(|flow| {
        for dt in all.steps() {
            let force = flow.lateral_from_rest(gap, dt)?;
            lateral.push(force.per_speed[(u, u)] * dt);
            rotation.push(force.per_speed[(spin, spin)] * dt);
            twist.push(force.per_speed[(TWIST, TWIST)] * dt);
        }
        if along.layers != all.layers {
            lateral.clear();
            for dt in along.steps() {
                lateral.push(flow.lateral_from_rest(gap, dt)?.per_speed[(u, u)] * dt);
            }
        }
        Ok(())
    })?;
    Ok(Some(LateralLayers {
        lateral: along.along(volume, &lateral),
        rotation: all.around(inertia, &rotation),
        twist: (!azimuthal.parts.symmetric).then(|| all.around(inertia, &twist)),
    }))
}

/// Measures the start of a sphere that spins, at the resolved gap `gap` \[m\], with the liquid inside of it, in liquid
/// at rest; completes `layers`.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn measure_start(flow: &mut ImmersedFlow, gap: f64, layers: &mut LateralLayers) -> Result<(), NotConverged> {
    let Some(azimuthal) = flow.setup.azimuthal else { return Ok(()) };
    let radius = 0.5 * flow.setup.diameter();
    let measurement = Measurement::all(&flow.setup, radius, gap);
    let inertia = 8.0 / 15.0 * std::f64::consts::PI * radius.powi(5);
    let tolerance = azimuthal.tolerance * SLOW;
    flow.setup.azimuthal = Some(AzimuthalSetup { tolerance, ..azimuthal });
    let spin = tolerance / (SLIP * radius);
    let spins = Dof::repeat(spin);
    let forces: Result<Vec<_>, _> = flow.azimuthal(|flow| {
        let step = |dt| flow.lateral_step(flow.spinning(gap, &spins), gap, dt);
        measurement.steps().map(step).collect()
    });
    flow.setup.azimuthal = Some(azimuthal);
    let [mut rotation, mut twist] = [(); 2].map(|()| Vec::with_capacity(LAYERS));
    for (force, dt) in forces?.iter().zip(measurement.steps()) {
        let given = |torque: f64| -torque * dt / (inertia * spin);
        rotation.push(given(force.at_rest[ALONG[0][1]]));
        twist.push(given(force.at_rest[TWIST]));
    }
    layers.rotation.start = measurement.start(inertia, &layers.rotation.inside, &rotation);
    if let Some(layers) = &mut layers.twist {
        layers.start = measurement.start(inertia, &layers.inside, &twist);
    }
    Ok(())
}

/// Measures, on the grid of `flow`, how much of the excess of a rotation there is near the wall, of that in `far`;
/// `highest` \[m\] is far. For flows with azimuthal modes.
///
/// # Errors
/// A no-slip condition that cannot be met, and the gap \[m\].
pub fn measure_rotation(
    flow: &mut ImmersedFlow,
    far: &RotationLayers,
    smallest_gap: SmallestGap,
    highest: f64,
) -> Result<RotationNearWall, (f64, NotConverged)> {
    let layer = RANGE[0] * slipped_cell(&flow.setup.radial, 0.5 * flow.setup.diameter());
    let dt = layer * layer / flow.setup.kinematic_viscosity;
    let (grid_error, [_, spin]) = (far.grid_error.grid_error(1.0 / dt), ALONG[0]);
    let measured: Result<Vec<(f64, f64)>, _> = flow.azimuthal(|flow| {
        let of_gap = |gap| {
            let force = flow.lateral_from_rest(gap, dt).map_err(|cause| (gap, cause))?;
            Ok((gap, force.per_speed[(spin, spin)] * dt))
        };
        smallest_gap.up_to(highest, GAPS).map(of_gap).collect()
    });
    let measured = measured?;
    let Some(&(_, far)) = measured.last() else { return Ok(RotationNearWall::none()) };
    let shares = measured.into_iter().map(|(gap, inertia)| (gap, 1.0 + (inertia - far) / grid_error)).collect();
    Ok(RotationNearWall { smallest_gap, shares })
}
