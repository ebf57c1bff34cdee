//! The flow as pictures and files of fields need it.

use super::simulation::Simulation;
use crate::body::dof::NORMAL;
use crate::body::snapshot::{NoSlip, Snapshot, SpherePlace, StaggeredFields};
use crate::flow::fields::{ModeFields, Parts};
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::{Array2, s};

/// A flow that can be looked at.
pub trait FlowView {
    /// The flow at this moment: the mean over the angle.
    fn snapshot(&self) -> Snapshot;

    /// The half-planes that an animation shows: one, or with azimuthal modes those on both sides of the axis, along x.
    fn halves(&self) -> Vec<Snapshot>;

    /// The flow in space; `None` of an axisymmetric one.
    fn spatial(&self) -> Option<SpatialFlow<'_>>;
}

/// A flow with azimuthal modes at one moment.
#[derive(Debug, Clone)]
pub struct SpatialFlow<'a> {
    /// Time \[s\].
    pub time: f64,
    /// Radial grid.
    pub radial: &'a RadialGrid,
    /// Axial grid.
    pub axial: &'a AxialGrid,
    /// Modes and families.
    pub parts: Parts,
    /// Their amplitudes; pressure over density.
    pub modes: Vec<ModeFields>,
    /// Density of the liquid [kg/m³].
    pub density: f64,
    /// Place of the sphere, which is on the grid's axis, along x and y \[m\].
    pub place: [f64; 2],
    /// The sphere.
    pub sphere: SpherePlace,
}

impl FlowView for Simulation {
    fn snapshot(&self) -> Snapshot {
        snapshot(self)
    }

    fn halves(&self) -> Vec<Snapshot> {
        halves(self)
    }

    fn spatial(&self) -> Option<SpatialFlow<'_>> {
        let Self { flow, state, setup, .. } = self;
        flow.setup.azimuthal.as_ref()?;
        let mut modes = state.liquid.flow.now.clone();
        for (part, mode) in modes.iter_mut().enumerate() {
            mode.p = flow.pressure(part, &mode.p);
        }
        let (time, [sphere, _]) = places(self);
        Some(SpatialFlow {
            time,
            radial: &flow.setup.radial,
            axial: &state.liquid.flow.grid_now,
            modes,
            parts: flow.setup.parts(),
            density: setup.liquid_density,
            place: state.coupled.body.displacement,
            sphere,
        })
    }
}

/// The flow at this moment, for pictures and ParaView: the mean over the angle.
fn snapshot(simulation: &Simulation) -> Snapshot {
    let (time, places) = places(simulation);
    let second = simulation.setup.counterpart.second().map(|_| places[1]);
    Snapshot::take_two(time, HalfPlane::of(simulation, 0, 1.0).fields(simulation), places[0], second)
}

/// The half-planes that the animation shows: one, or in three dimensions those on both sides of the axis, along x.
fn halves(simulation: &Simulation) -> Vec<Snapshot> {
    let highest = simulation.flow.setup.parts().highest;
    if highest == 0 {
        return vec![snapshot(simulation)];
    }
    let both = [1.0, -1.0].map(|side| HalfPlane::of(simulation, highest, side));
    let (time, places) = places(simulation);
    Snapshot::halves(time, [&both[0], &both[1]].map(|half| half.fields(simulation)), places[0]).to_vec()
}

/// Time, and where the sphere is, and a second one, if there is one.
fn places(simulation: &Simulation) -> (f64, [SpherePlace; 2]) {
    let (body, counterpart, flow) = (&simulation.state.coupled.body, &simulation.setup.counterpart, &simulation.flow);
    let lowest = flow.lowest_points(flow.resolved_gap(counterpart.half() * body.gap));
    let place = |lowest: f64, diameter: f64, velocity: f64| {
        let radius = 0.5 * diameter;
        SpherePlace { radius, height: lowest + radius, velocity }
    };
    let second = counterpart.second().map_or(0.0, |second| second.inertia.diameter);
    let first = place(lowest[0], flow.setup.diameter(), body.speeds[NORMAL]);
    (body.time, [first, place(lowest[1], second, body.counterpart.speeds[0])])
}

/// Velocity [m/s] and pressure \[Pa\] on a half-plane, z first.
struct HalfPlane {
    velocity_r: Array2<f64>,
    velocity_z: Array2<f64>,
    pressure: Array2<f64>,
}

impl HalfPlane {
    /// The mean flow with the modes up to `highest` that go with cos mφ, at φ = 0 (`side` 1) or φ = π (−1).
    fn of(simulation: &Simulation, highest: usize, side: f64) -> Self {
        let (mean, modes) = (&simulation.state.liquid.flow.now[0], &simulation.state.liquid.flow.now[1..=highest]);
        let (nz, nr) = mean.u.dim();
        let mut velocity_r = Array2::zeros((nz, nr + 1));
        velocity_r.slice_mut(s![.., ..nr]).assign(&mean.u);
        let mut velocity_z = Array2::zeros((nz + 1, nr));
        velocity_z.slice_mut(s![..nz, ..]).assign(&mean.w);
        let mut pressure = simulation.flow.pressure(0, &mean.p);
        let mut sign = 1.0;
        for (part, mode) in (1..).zip(modes) {
            sign *= side;
            velocity_r.slice_mut(s![.., ..nr]).scaled_add(sign, &mode.u);
            velocity_z.slice_mut(s![..nz, ..]).scaled_add(sign, &mode.w);
            pressure.scaled_add(sign, &simulation.flow.pressure(part, &mode.p));
        }
        pressure *= simulation.setup.liquid_density;
        Self { velocity_r, velocity_z, pressure }
    }

    fn fields<'a>(&'a self, simulation: &'a Simulation) -> StaggeredFields<'a> {
        let setup = &simulation.flow.setup;
        StaggeredFields {
            r_faces: &setup.radial.faces,
            z_faces: &simulation.state.liquid.flow.grid_now.faces,
            velocity_r: self.velocity_r.t(),
            velocity_z: self.velocity_z.t(),
            pressure: self.pressure.t(),
            no_slip: NoSlip {
                bottom: setup.ends.bottom_no_slip,
                top: setup.ends.top_no_slip,
                side: setup.side_no_slip,
            },
        }
    }
}
