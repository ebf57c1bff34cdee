//! The observers of a run, which write on the way: trajectory, fields, pictures, animation, progress.

use super::checkpoint::Companion;
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::figures;
use super::motion::Motion;
use super::scales::reference_speed;
use super::simulation::Simulation;
use crate::body::dof::NORMAL;
use crate::body::snapshot::{NoSlip, Snapshot, SpherePlace, StaggeredFields};
use crate::case::{Case, OutputMoment as PictureMoment};
use crate::numerics::hermite::Moment;
use crate::output::film_strip::{FilmStrip, StripScale};
use crate::output::progress::{Now, Progress, engineering};
use crate::output::series::FieldSeries;
use crate::output::trajectory::{Sample, TrajectoryWriter, passes_multiple};
use crate::output::vtk::SpatialFlow;
use ndarray::{Array2, s};

/// A gap is passed on the way in and on the way out; later bounces are not drawn.
const PICTURES_PER_MOMENT: u32 = 2;

/// The observers of a run; those that show the flow are there where there is one.
pub(super) struct Observers<'a> {
    directory: RunDirectory<'a>,
    pub(super) trajectory: TrajectoryWriter,
    fields: Option<(FieldSeries, f64)>,
    pictures: Vec<u32>,
    strip: Option<FilmStrip>,
    pub progress: Progress,
    bounces: usize,
}

impl<'a> Observers<'a> {
    /// Those of a motion that begins, or goes on from a checkpoint with `found`.
    pub(super) fn start(
        motion: &dyn Motion,
        directory: RunDirectory<'a>,
        found: Option<Companion>,
        progress: Progress,
    ) -> Result<Self, RunFailure> {
        let RunDirectory { case, path } = directory;
        let (moment, values, columns) = (motion.moment(), motion.values(), motion.columns());
        let first = Sample { moment, values: &values };
        let (file, sampling) = (directory.trajectory(), directory.sampling());
        let trajectory = match found {
            None => TrajectoryWriter::create(&file, &columns, sampling, first)?,
            Some(_) => TrajectoryWriter::resume(&file, &columns, sampling, first)?,
        };
        let fields = match (case.output.fields, motion.flow()) {
            (Some(interval), Some(flow)) => {
                let series = match found {
                    Some(_) => FieldSeries::resume(path, moment.time)?,
                    None => {
                        let mut series = FieldSeries::create(path)?;
                        write_fields(&mut series, flow)?;
                        series
                    }
                };
                Some((series, interval))
            }
            _ => None,
        };
        let mut strip = motion.flow().and_then(|_| film_strip(case));
        if let (Some(strip), Some(flow), None) = (&mut strip, motion.flow(), &found) {
            strip.take_now(moment.gap, &halves(flow));
        }
        let found = found.unwrap_or_default();
        let mut pictures = found.pictures;
        pictures.resize(case.output.vorticity_pictures.len(), 0);
        if let Some(strip) = strip.as_mut().filter(|_| !found.strip.frames.is_empty()) {
            strip.restore(found.strip, &found.strip_points);
        }
        let bounces = motion.bounces().apexes();
        Ok(Self { directory, trajectory, fields, pictures, strip, progress, bounces })
    }

    /// Takes in a step that began at `from`.
    pub(super) fn after_step(&mut self, motion: &dyn Motion, from: Moment) -> Result<(), RunFailure> {
        let to = motion.moment();
        self.trajectory.record(Sample { moment: to, values: &motion.values() })?;
        if let Some(flow) = motion.flow() {
            self.show(flow, from, to)?;
        }
        self.progress.update(now(motion));
        for bounce in motion.bounces().bounces().iter().filter(|bounce| bounce.apex_gap_m.is_some()).skip(self.bounces)
        {
            self.bounces += 1;
            let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
            self.progress.note(format_args!(
                "bounce {}: impact {}, rebound {}, apex {} at {}",
                self.bounces,
                engineering(bounce.impact_speed_m_s, "m/s"),
                engineering(or_nan(bounce.rebound_speed_m_s), "m/s"),
                engineering(or_nan(bounce.apex_gap_m), "m"),
                engineering(or_nan(bounce.apex_time_s), "s"),
            ));
        }
        Ok(())
    }

    /// Fields, frames and pictures of the flow.
    fn show(&mut self, flow: &Simulation, from: Moment, to: Moment) -> Result<(), RunFailure> {
        if let Some((series, interval)) = &mut self.fields
            && passes_multiple(*interval, from.time, to.time)
        {
            write_fields(series, flow)?;
        }
        if let Some(strip) = &mut self.strip {
            strip.step((from.time, from.gap), (to.time, to.gap), || halves(flow));
        }
        for (moment, drawn) in self.directory.case.output.vorticity_pictures.iter().zip(&mut self.pictures) {
            let passed = match *moment {
                PictureMoment::Time(time) => from.time < time && time <= to.time,
                PictureMoment::Gap(gap) => (from.gap > gap) != (to.gap > gap),
            };
            if passed && *drawn < PICTURES_PER_MOMENT {
                *drawn += 1;
                figures::draw_vorticity(self.directory.path, self.directory.case, &snapshot(flow))?;
            }
        }
        Ok(())
    }

    /// The part of the observers that a checkpoint keeps.
    pub(super) fn companion(&self) -> Companion {
        let (strip, strip_points) = match &self.strip {
            Some(strip) => (strip.tags().clone(), strip.all_points()),
            None => Default::default(),
        };
        let (rows, pictures) = (self.trajectory.rows(), self.pictures.clone());
        Companion { rows, wall_s: 0.0, pictures, strip, strip_points }
    }

    /// Ends the trajectory and gives the frames of the animation, the last moment included.
    pub(super) fn finish(mut self, motion: &dyn Motion) -> Result<Option<FilmStrip>, RunFailure> {
        self.progress.finish();
        self.trajectory.finish()?;
        if let (Some(strip), Some(flow)) = (&mut self.strip, motion.flow()) {
            strip.take_now(motion.moment().gap, &halves(flow));
        }
        Ok(self.strip)
    }
}

/// The strip of an animation, if the case wants a report.
fn film_strip(case: &Case) -> Option<FilmStrip> {
    let scale = StripScale {
        diameter: case.sphere.diameter,
        speed: reference_speed(case),
        viscosity: case.liquid.kinematic_viscosity(),
        container: (case.container.radius, case.container.height),
        halves: if case.resolution.azimuthal_modes > 0 { 2 } else { 1 },
    };
    case.output.report.then(|| FilmStrip::new(scale))
}

pub(super) fn now(motion: &dyn Motion) -> Now {
    let Moment { time, gap, velocity } = motion.moment();
    Now { time, gap, velocity, steps: motion.steps() }
}

/// Adds this moment to the fields for ParaView.
fn write_fields(series: &mut FieldSeries, simulation: &Simulation) -> Result<(), RunFailure> {
    let mean = snapshot(simulation);
    series.write(&mean)?;
    let Simulation { flow, state, .. } = simulation;
    if flow.setup.azimuthal.is_some() {
        let mut modes = state.liquid.flow.now.clone();
        for (part, mode) in modes.iter_mut().enumerate() {
            mode.p = flow.pressure(part, &mode.p);
        }
        let spatial = SpatialFlow {
            time: mean.time,
            radial: &flow.setup.radial,
            axial: &state.liquid.flow.grid_now,
            modes: &modes,
            parts: flow.setup.parts(),
            density: simulation.setup.liquid_density,
            place: simulation.state.coupled.body.displacement,
            sphere: mean.sphere,
        };
        series.write_spatial(&spatial.grid())?;
    }
    Ok(())
}

/// The flow at this moment, for pictures and ParaView: the mean over the angle.
fn snapshot(simulation: &Simulation) -> Snapshot {
    let (time, places) = places(simulation);
    let second = simulation.setup.facing.second().map(|_| places[1]);
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
    let (body, facing, flow) = (&simulation.state.coupled.body, &simulation.setup.facing, &simulation.flow);
    let lowest = flow.lowest_points(flow.resolved_gap(facing.half() * body.gap));
    let place = |lowest: f64, diameter: f64, velocity: f64| {
        let radius = 0.5 * diameter;
        SpherePlace { radius, height: lowest + radius, velocity }
    };
    let second = facing.second().map_or(0.0, |second| second.inertia.diameter);
    let first = place(lowest[0], flow.setup.diameter(), body.speeds[NORMAL]);
    (body.time, [first, place(lowest[1], second, body.faced.speeds[0])])
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
