//! A run's directory: its files, and those that every kind of run writes there.

use super::checkpoint::{self, FoundCheckpoint};
use super::failure::{FINER, RunFailure};
use super::files::{self, CHECKPOINTS, SUMMARY, TRAJECTORY};
use super::motion::Motion;
use super::occupant::{CASE, Occupant, RefusedDirectory, Request};
use super::quantities as q;
use super::simulation::Simulation;
use super::{measurement, page};
use crate::case::Case;
use crate::contact::{depth, dissipation};
use crate::motion::ledger::{DOUBTFUL, SCALE_IN_WORDS};
use crate::output::claim::Claim;
use crate::output::film_strip::FilmStrip;
use crate::output::summary::{Provenance, Status, Summary};
use crate::output::trajectory::{Sampling, Trajectory, TrajectoryWriter};
use crate::output::{OutputError, atomic};
use crate::plot::trajectory::PlottedRun;
use std::path::{Path, PathBuf};

/// The directory that a case is run into.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunDirectory<'a> {
    /// The case.
    pub case: &'a Case,
    /// Where it is.
    pub(super) path: &'a Path,
}

/// Makes and claims the directory `path` of a run of the case `resolved`, and looks into it; nothing else is changed.
///
/// # Errors
/// Another program writes there, or the directory is [refused](RefusedDirectory).
pub(super) fn claim(path: &Path, resolved: &str, goes_on: bool, fresh: bool) -> Result<(Claim, Occupant), RunFailure> {
    atomic::make_directory(path)?;
    let claim = Claim::of(path)?;
    let occupant = Request { directory: path, resolved, goes_on, fresh }.occupant()?;
    Ok((claim, occupant))
}

/// Readies the directory `path` for a run of the case `resolved` that goes on from its checkpoint, or begins: writes the case, and
/// removes files that a killed run left half written, or all files of the run.
///
/// # Errors
/// A file that cannot be written or removed.
pub(super) fn open(path: &Path, resolved: &str, goes_on: bool) -> Result<(), OutputError> {
    atomic::make_directory(path)?;
    if !goes_on {
        files::remove(path)?;
    }
    files::folders().try_for_each(|folder| atomic::remove_leftovers(&path.join(folder)))?;
    atomic::write(&path.join(CASE), resolved)
}

impl RunDirectory<'_> {
    /// The trajectory's file.
    pub(super) fn trajectory(&self) -> PathBuf {
        self.path.join(TRAJECTORY)
    }

    /// The summary's file.
    pub(super) fn summary_file(&self) -> PathBuf {
        self.path.join(SUMMARY)
    }

    /// The directory of the checkpoints.
    pub(super) fn checkpoints(&self) -> PathBuf {
        self.path.join(CHECKPOINTS)
    }

    /// How often the case wants a row of the trajectory.
    pub(super) fn sampling(&self) -> Sampling {
        Sampling { interval: self.case.output.trajectory, ..Sampling::default() }
    }

    /// Puts a run into the state of the last whole checkpoint, where there is one that its trajectory reaches.
    ///
    /// # Errors
    /// There are checkpoints, but none can be used.
    pub(super) fn checkpoint(&self, simulation: &mut Simulation) -> Result<Option<FoundCheckpoint>, RunFailure> {
        let refused = |error: OutputError| RefusedDirectory {
            directory: self.path.to_path_buf(),
            why: format!("the run cannot go on: {error}"),
            advice: format!("{}; or compute again with --fresh", error.advice()),
        };
        let found = checkpoint::read(&self.checkpoints(), simulation).map_err(refused)?;
        if let Some(FoundCheckpoint { companion, .. }) = &found
            && !simulation.in_run_up()
        {
            let (time, rows) = (simulation.moment().time, companion.rows);
            TrajectoryWriter::reaches(&self.trajectory(), &simulation.columns(), self.sampling(), time, rows)
                .map_err(refused)?;
        }
        Ok(found)
    }

    /// Writes the resolved case.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write_case(&self) -> Result<(), OutputError> {
        atomic::write(&self.path.join(CASE), self.case.to_toml())
    }

    /// The parts that the summaries of all kinds of runs have in common: of a finished run on one thread, without a grid.
    pub(super) fn summary(&self) -> Summary {
        Summary {
            case: self.case.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            status: Status::Finished,
            ending: None,
            stop_reason: String::new(),
            groups: self.case.groups(),
            steps: 0,
            cells: 0,
            time_s: 0.0,
            wall_s: 0.0,
            threads: 1,
            bounces: Vec::new(),
            peak_speed_m_s: 0.0,
            mass_error: f64::NAN,
            energy_error: f64::NAN,
            warnings: self.case.warnings(),
            modelled: Vec::new(),
            assumed: Vec::new(),
            film_band: None,
            measurement: None,
            provenance: Provenance::of_case(&self.case.to_toml()),
            extra: Default::default(),
        }
    }

    /// Adds the warnings that the results themselves give: energy lost or made, solids that overlap too far.
    pub(super) fn doubt(&self, summary: &mut Summary) {
        let deepest = summary.bounces.iter().map(|bounce| -bounce.min_gap_m).fold(0.0, f64::max);
        summary.warnings.extend(energy_warning(summary.energy_error));
        let made = match (q::IN_CONTACT.within(summary), q::ENERGY_SCALE.within(summary)) {
            (Some(lost), Some(scale)) => -lost / scale,
            _ => summary.bounces.iter().filter_map(|b| b.restitution_contact).map(|e| e * e - 1.0).fold(0.0, f64::max),
        };
        summary.warnings.extend(dissipation::made(made));
        summary.warnings.extend(depth::doubt(deepest / (0.5 * self.case.sphere.diameter)));
    }

    /// Writes tables and figures of the motion, the report and, as the sign that all is there, the summary. Of a run that failed they are
    /// written as far as can be, for its own failure is the one to be told.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn close(
        &self,
        motion: &dyn Motion,
        trajectory: &Trajectory,
        mut summary: Summary,
        strip: Option<&FilmStrip>,
    ) -> Result<Summary, RunFailure> {
        let Self { case, path } = self;
        self.doubt(&mut summary);
        let moments: Vec<_> = trajectory.moments().collect();
        match measurement::compare_run(case, &moments, &summary, path) {
            Ok(found) => summary.measurement = found,
            Err(failure) if summary.status == Status::Finished => summary.warnings.push(failure.to_string()),
            Err(_) => {}
        }
        let run =
            PlottedRun { name: &case.name, trajectory, diameter: case.sphere.diameter, bounces: &summary.bounces };
        let tables = motion.write_tables(path);
        let drawn = if case.output.plots { motion.draw(path, case, &run) } else { Ok(()) };
        let reported = match case.output.report {
            true => page::write(path, case, &summary, trajectory, strip),
            false => Ok(()),
        };
        if summary.status == Status::Finished {
            tables.and(drawn).and(reported)?;
        }
        summary.write(&self.summary_file())?;
        Ok(summary)
    }
}

/// Says that the energy balance is out by more than it should, if it is.
fn energy_warning(error: f64) -> Option<String> {
    (error > DOUBTFUL).then(|| {
        format!(
            "the energy balance is out by {:.1} % of the energy scale, {SCALE_IN_WORDS} ({:.0} % is the \
             limit of a good run): the rebound may be wrong by as much; {FINER}",
            100.0 * error,
            100.0 * DOUBTFUL
        )
    })
}
