//! The time loop with its observers: from a case to a run directory.

use super::failure::RunFailure;
use super::simulation::{FORCES, Simulation, Stop};
use crate::analysis::hermite::Moment;
use crate::case::{Case, FilmModel, Moment as PictureMoment, Side};
use crate::motion::coupled::StepReport;
use crate::output::atomic;
use crate::output::progress::{Mode, Now, Progress, engineering};
use crate::output::series::FieldSeries;
use crate::output::snapshot::{NoSlip, Snapshot, SpherePlace, StaggeredFields};
use crate::output::summary::{Groups, Modelled, Provenance, Status, Summary};
use crate::output::trajectory::{Sample, Sampling, Trajectory, TrajectoryWriter, passes_multiple};
use crate::output::vtk::{Halves, Precision};
use ndarray::{Array2, s};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How to run a case, besides what is in the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOptions {
    /// The run directory.
    pub out: PathBuf,
    /// Go on from the last checkpoint.
    pub resume: bool,
    /// No progress on the terminal.
    pub quiet: bool,
}

/// Runs a case into its directory and returns the summary that it wrote.
///
/// # Errors
/// A parameter refused, a file that cannot be written, or a failed run. A failed run still leaves its trajectory and
/// a summary with status `failed` and the reason.
pub fn execute(case: &Case, options: &RunOptions) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    atomic::make_directory(&options.out)?;
    let resolved = case.to_toml();
    atomic::replace(&options.out.join("case.toml"), |w| w.write_all(resolved.as_bytes()))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(case.run.threads).build().expect("threads can be started");
    pool.install(|| {
        let mut simulation = Simulation::new(case.clone())?;
        let outcome = observe(&mut simulation, options);
        let (status, reason) = match &outcome {
            Ok(stop) => (Status::Finished, stop.to_string()),
            Err(failure) => (Status::Failed, failure.to_string()),
        };
        let wall = started.elapsed().as_secs_f64();
        let summary = summarise(&simulation, &options.out, (status, reason), wall, pool.current_num_threads())?;
        summary.write(&options.out.join("summary.json"))?;
        outcome.map(|_| summary)
    })
}

/// Runs to the end, writing on the way.
fn observe(simulation: &mut Simulation, options: &RunOptions) -> Result<Stop, RunFailure> {
    let mode = if options.quiet { Mode::Quiet } else { Mode::Auto };
    let mut progress = Progress::new(mode, simulation.moment().time, expected_time(&simulation.case));
    let mut forces = simulation.forces_at_rest();
    let mut failed = None;
    while simulation.in_run_up() && failed.is_none() {
        match simulation.advance() {
            Ok(report) => forces = simulation.forces(&report),
            Err(failure) => failed = Some(failure),
        }
        progress.update(now(simulation));
    }
    let mut observers = Observers::create(simulation, &options.out, forces, progress)?;
    let outcome = loop {
        if let Some(failure) = failed {
            break Err(failure);
        }
        if let Some(stop) = simulation.stop() {
            break Ok(stop);
        }
        let from = simulation.moment();
        match simulation.advance() {
            Ok(report) => observers.after_step(simulation, from, &report)?,
            Err(failure) => failed = Some(failure),
        }
    };
    if simulation.state.bounces.in_contact() && outcome.is_ok() {
        simulation.state.bounces.settle();
    }
    observers.finish()?;
    outcome
}

/// Everything that watches a run.
struct Observers {
    trajectory: TrajectoryWriter,
    fields: Option<(FieldSeries, f64)>,
    pictures: Vec<(PictureMoment, bool)>,
    progress: Progress,
    bounces: usize,
    snapshots: Vec<Snapshot>,
}

impl Observers {
    fn create(
        simulation: &Simulation,
        directory: &Path,
        forces: [f64; FORCES.len()],
        progress: Progress,
    ) -> Result<Self, RunFailure> {
        let case = &simulation.case;
        let sampling = Sampling { interval: case.output.trajectory, ..Sampling::default() };
        let first = Sample { moment: simulation.moment(), forces: &forces };
        let trajectory = TrajectoryWriter::create(&directory.join("trajectory.csv"), &FORCES, sampling, first)?;
        let fields = match case.output.fields {
            None => None,
            Some(interval) => {
                let mut series = FieldSeries::create(directory, Precision::Float32, Halves::Both)?;
                series.write(&snapshot(simulation))?;
                Some((series, interval))
            }
        };
        let pictures = case.output.vorticity_pictures.iter().map(|moment| (*moment, false)).collect();
        Ok(Self { trajectory, fields, pictures, progress, bounces: 0, snapshots: Vec::new() })
    }

    fn after_step(&mut self, simulation: &Simulation, from: Moment, report: &StepReport) -> Result<(), RunFailure> {
        let to = simulation.moment();
        self.trajectory.record(Sample { moment: to, forces: &simulation.forces(report) })?;
        if let Some((series, interval)) = &mut self.fields
            && passes_multiple(*interval, from.time, to.time)
        {
            series.write(&snapshot(simulation))?;
        }
        for (moment, taken) in &mut self.pictures {
            let passed = match *moment {
                PictureMoment::Time(time) => from.time < time && time <= to.time && !*taken,
                PictureMoment::Gap(gap) => (from.gap > gap) != (to.gap > gap),
            };
            if passed {
                *taken = true;
                self.snapshots.push(snapshot(simulation));
            }
        }
        self.progress.update(now(simulation));
        let finished: Vec<_> = simulation.state.bounces.bounces().iter().filter(|b| b.apex_gap_m.is_some()).collect();
        if finished.len() > self.bounces {
            self.bounces = finished.len();
            let bounce = finished[finished.len() - 1];
            let apex = bounce.apex_gap_m.unwrap_or(f64::NAN);
            self.progress.note(format_args!(
                "bounce {}: impact {}, rebound {}, apex {} at {}",
                self.bounces,
                engineering(bounce.impact_speed_m_s, "m/s"),
                engineering(bounce.rebound_speed_m_s.unwrap_or(f64::NAN), "m/s"),
                engineering(apex, "m"),
                engineering(bounce.apex_time_s.unwrap_or(f64::NAN), "s"),
            ));
        }
        Ok(())
    }

    fn finish(self) -> Result<(), RunFailure> {
        self.progress.finish();
        Ok(self.trajectory.finish()?)
    }
}

fn now(simulation: &Simulation) -> Now {
    let Moment { time, gap, velocity } = simulation.moment();
    Now { time, gap, velocity, steps: simulation.state.coupled.steps }
}

/// Simulated time that a run will about take [s], for the progress bar only.
pub fn expected_time(case: &Case) -> f64 {
    let speed = super::build::reference_speed(case).max(1e-300);
    let fall = case.release.gap / speed;
    let ratio = case.sphere.density / case.liquid.density;
    let weight = case.run.gravity * (ratio - 1.0).abs() / (ratio + 0.5);
    let flight = 1.5 * speed / weight.max(1e-300);
    let stokes = case.groups().stokes_modified;
    let restitution = (-35.0 / stokes.max(1e-300)).exp() * case.contact.restitution().unwrap_or(1.0);
    let flights: f64 = (0..case.run.bounces).map(|k| flight * restitution.powi(k as i32 + 1)).sum();
    case.run.time.unwrap_or(f64::INFINITY).min(fall * 1.1 + flights)
}

/// The flow at this moment, for pictures and ParaView.
pub fn snapshot(simulation: &Simulation) -> Snapshot {
    let liquid = &simulation.state.coupled.liquid.flow;
    let setup = &simulation.flow.setup;
    let (nz, nr) = liquid.now.u.dim();
    let mut velocity_r = Array2::zeros((nz, nr + 1));
    velocity_r.slice_mut(s![.., ..nr]).assign(&liquid.now.u);
    let mut velocity_z = Array2::zeros((nz + 1, nr));
    velocity_z.slice_mut(s![..nz, ..]).assign(&liquid.now.w);
    let pressure = &liquid.now.p * simulation.setup.liquid_density;
    let fields = StaggeredFields {
        r_faces: &setup.radial.faces,
        z_faces: &liquid.grid_now.faces,
        velocity_r: velocity_r.t(),
        velocity_z: velocity_z.t(),
        pressure: pressure.t(),
        no_slip: NoSlip {
            bottom: setup.ends.bottom_no_slip,
            top: setup.ends.top_no_slip,
            side: simulation.case.container.side == Side::NoSlip,
        },
    };
    let radius = simulation.case.sphere.radius();
    let sphere = &simulation.state.coupled.sphere;
    let height = simulation.flow.resolved_gap(sphere.gap) + radius;
    Snapshot::take(sphere.time, fields, SpherePlace { radius, height, velocity: sphere.velocity })
}

/// The summary of a run that has ended.
fn summarise(
    simulation: &Simulation,
    directory: &Path,
    (status, stop_reason): (Status, String),
    wall_s: f64,
    threads: usize,
) -> Result<Summary, RunFailure> {
    let case = &simulation.case;
    let groups = case.groups();
    let state = &simulation.state;
    let trajectory = Trajectory::read(&directory.join("trajectory.csv"))?;
    let motion: Vec<Moment> = trajectory.moments().collect();
    let mut bounces = state.bounces.clone();
    bounces.add_apparent(&motion, case.sphere.diameter);
    let ledger = &state.coupled.ledger;
    let extra = [
        ("energy_scale_J", ledger.scale),
        ("energy_driven_J", ledger.driven),
        ("energy_dissipated_viscous_J", ledger.viscous),
        ("energy_dissipated_film_J", ledger.film),
        ("energy_dissipated_contact_J", ledger.contact),
        ("relative_divergence", state.divergence),
        ("terminal_speed_expected_m_s", case.terminal_speed()),
        ("cells_radial", state.coupled.liquid.flow.now.u.ncols() as f64),
        ("cells_axial", state.coupled.liquid.flow.now.u.nrows() as f64),
        ("constraint_rebuilds", simulation.flow.constraint.rebuilds as f64),
        ("constraint_iterations", simulation.flow.constraint.applications as f64),
    ];
    Ok(Summary {
        case: case.name.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        status,
        stop_reason,
        groups: Groups {
            reynolds: groups.reynolds,
            stokes: groups.stokes,
            stokes_modified: groups.stokes_modified,
            density_ratio: groups.density_ratio,
        },
        steps: state.coupled.steps,
        cells: simulation.cells() as u64,
        time_s: state.coupled.sphere.time,
        wall_s,
        threads: threads as u64,
        bounces: bounces.bounces().to_vec(),
        peak_speed_m_s: state.peak_speed,
        mass_error: state.mass_error,
        energy_error: ledger.relative_error(),
        modelled: modelled(simulation),
        assumed: assumed(case),
        provenance: Provenance::of_case(&case.to_toml()),
        extra: extra.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    })
}

/// What the grid and the step do not resolve.
fn modelled(simulation: &Simulation) -> Vec<Modelled> {
    let case = &simulation.case;
    let resolved = case.resolution.smallest_gap * case.sphere.diameter;
    let film = &simulation.setup.forces.film;
    let cutoff = film.cutoff_gap(simulation.state.peak_speed);
    let by = match &case.film.model {
        FilmModel::Cutoff { cutoff } => {
            format!("rigid lubrication, exact minus resolved (Brenner 1961), ended at the cut-off `{}`", word(cutoff))
        }
        FilmModel::Ehd { .. } => "Reynolds' equation between elastic half-spaces".into(),
    };
    let entry = |what: &str, by: String, range: String| Modelled { what: what.into(), by, range };
    let mut list = vec![
        entry("film below the grid", by, format!("gap below {resolved:.3e} m, down to {cutoff:.3e} m at peak speed")),
        entry("solid contact", contact_words(case), "while the solids touch; the step resolves it".into()),
    ];
    if let Some(limit) = film.cavitation {
        list.push(entry(
            "cavitation of the film",
            "suction limited to p_c (closed form for a paraboloid)".into(),
            format!("receding, gap below sqrt(3 mu a V / p_c), p_c = {:.3e} Pa", limit.pressure()),
        ));
    }
    list
}

fn contact_words(case: &Case) -> String {
    let law = word(&case.contact.law);
    match case.contact.restitution() {
        Some(restitution) => format!("law `{law}`, dry restitution {restitution}"),
        None => format!("law `{law}`"),
    }
}

/// The word by which the case file calls a choice.
fn word(choice: &impl serde::Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(serde_json::Value::Object(table)) => table.get("law").and_then(|w| w.as_str()).unwrap_or("?").to_owned(),
        _ => "?".to_owned(),
    }
}

/// What the case did not say and a solver of this kind takes for granted.
fn assumed(case: &Case) -> Vec<String> {
    let mut list = vec![
        "axisymmetric flow without swirl: normal impact, wake attached or axisymmetric".to_owned(),
        "Newtonian liquid of constant density; smooth, rigid sphere outside of film and contact".to_owned(),
    ];
    if case.container.side == Side::FreeSlip {
        list.push("free-slip container side: stands in for a wide vessel".to_owned());
    }
    list
}
