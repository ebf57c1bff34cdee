//! A run's directory: its files, and those that every kind of run writes there.

use super::checkpoint::{self, Checkpoints};
use super::directory_status::{CASE, DirectoryStatus, RefusedDirectory, Request};
use super::failure::{FINER, RunFailure};
use super::files::{self, CHECKPOINTS, SUMMARY, TRAJECTORY};
use super::observers::trajectory::TrajectoryLog;
use super::quantities as q;
use super::{figures, film_alone, measurement, page};
use crate::case::Case;
use crate::output::claim::Claim;
use crate::output::own_file::{self, NotOpened};
use crate::output::summary::{Provenance, Status, Summary};
use crate::output::trajectory::{Sampling, Trajectory};
use crate::output::{OutputError, atomic};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use wetbounce_figures::film_strip::FilmStrip;
use wetbounce_physics::contact::{depth, dissipation};
use wetbounce_physics::model::{Description, Model};
use wetbounce_physics::motion::ledger::{DOUBTFUL, SCALE_IN_WORDS};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// The directory that a case is run into.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunDirectory<'a> {
    /// The case.
    pub case: &'a Case,
    /// Where it is.
    pub(super) path: &'a Path,
}

/// Makes and claims the directory that a run asks for, and looks into it; nothing else is changed.
///
/// # Errors
/// Another program writes there, or the directory is [refused](RefusedDirectory).
pub(super) fn claim(request: Request<'_>) -> Result<(Claim, DirectoryStatus), RunFailure> {
    own_file::open(request.directory, own_file::NONE).map_err(|error| match error {
        NotOpened::Output(error) => RunFailure::from(error),
        NotOpened::Input(error) => RefusedDirectory {
            directory: request.directory.to_path_buf(),
            why: error.to_string(),
            advice: "choose another directory with --out".into(),
        }
        .into(),
    })?;
    let claim = Claim::of(request.directory)?;
    let found = request.status()?;
    Ok((claim, found))
}

/// Readies the directory `path` for a run of the case `resolved` that goes on from its checkpoint, or begins: writes
/// the case, and removes files that a killed run left half written, or all files of the run.
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

    /// The checkpoints.
    pub(super) fn checkpoints(&self) -> Checkpoints {
        Checkpoints { folder: self.path.join(CHECKPOINTS), identity: checkpoint::identity(self.case) }
    }

    /// Refuses a checkpoint of this directory that cannot be used.
    pub(super) fn refuses(&self, error: &OutputError) -> RefusedDirectory {
        RefusedDirectory {
            directory: self.path.to_path_buf(),
            why: format!("the run cannot go on: {error}"),
            advice: format!("{}; or compute again with --fresh", error.advice()),
        }
    }

    /// Checks that the trajectory reaches the state that was read.
    ///
    /// # Errors
    /// It does not.
    pub(super) fn reaches(&self, trajectory: &TrajectoryLog, model: &dyn Model) -> Result<(), RefusedDirectory> {
        trajectory.reaches(model).map_err(|error| self.refuses(&error))
    }

    /// Writes the resolved case.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write_case(&self) -> Result<(), OutputError> {
        atomic::write(&self.path.join(CASE), self.case.to_toml())
    }

    /// Writes tables and figures of the motion, the report and, as the sign that all is there, the summary. Of a run
    /// that failed they are written as far as can be, for its own failure is the one that is reported.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn close(
        &self,
        description: &Description,
        trajectory: &Trajectory,
        mut summary: Summary,
        strip: Option<&FilmStrip>,
    ) -> Result<Summary, RunFailure> {
        let Self { case, path } = self;
        judge(case, trajectory, &mut summary, Some(path));
        let tables = description.film.as_ref().map_or(Ok(()), |course| film_alone::write_tables(path, course));
        let drawn = match &description.film {
            _ if !case.output.plots => Ok(()),
            Some(course) => film_alone::draw(path, course),
            None => figures::draw(path, case, trajectory, &summary.bounces),
        };
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

/// How often the case wants a row of the trajectory.
pub(super) fn sampling(case: &Case) -> Sampling {
    Sampling { interval: case.output.trajectory, ..Sampling::default() }
}

/// The parts that the summaries of all kinds of runs have in common: of a finished run on one thread, without a grid.
pub(super) fn summary_of(case: &Case) -> Summary {
    Summary {
        case: case.given.name.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        status: Status::Finished,
        ending: None,
        stop_reason: String::new(),
        groups: case.problem.groups(),
        steps: 0,
        cells: 0,
        time_s: 0.0,
        wall_s: 0.0,
        threads: 1,
        bounces: Vec::new(),
        peak_speed_m_s: 0.0,
        mass_error: f64::NAN,
        energy_error: f64::NAN,
        remarks: case.warnings(),
        modelled: Vec::new(),
        film_band: None,
        measurement: None,
        provenance: Provenance::of_case(&case.to_toml()),
        extra: Default::default(),
    }
}

/// Adds the warnings that the results themselves give, energy lost or made, solids that overlap too far, and the
/// comparison with the record of the case, whose files go to a `directory`.
pub(super) fn judge(case: &Case, trajectory: &Trajectory, summary: &mut Summary, directory: Option<&Path>) {
    let deepest = summary.bounces.iter().map(|bounce| -bounce.min_gap_m).fold(0.0, f64::max);
    summary.remarks.extend(energy_warning(summary.energy_error));
    let made = match (q::IN_CONTACT.within(summary), q::ENERGY_SCALE.within(summary)) {
        (Some(lost), Some(scale)) => -lost / scale,
        _ => summary.bounces.iter().filter_map(|b| b.restitution_contact).map(|e| e * e - 1.0).fold(0.0, f64::max),
    };
    summary.remarks.extend(dissipation::made(made));
    summary.remarks.extend(depth::doubt(deepest / (0.5 * case.problem.sphere.diameter)));
    let moments: Vec<_> = trajectory.moments().collect();
    match measurement::compare_run(case, &moments, summary, directory) {
        Ok(found) => summary.compare(found),
        Err(failure) if summary.status == Status::Finished => summary.remarks.0.push(not_compared(&failure)),
        Err(_) => {}
    }
}

/// The warning about a record that a run could not be compared with.
pub(super) fn not_compared(failure: &impl Display) -> Remark {
    remark!(Warning, "not-compared", "the run is not compared with its record: {failure}")
}

/// Says that the energy balance is out by more than it should, if it is.
fn energy_warning(error: f64) -> Option<Remark> {
    (error > DOUBTFUL).then(|| {
        remark!(
            Warning,
            "energy-balance",
            "the energy balance is out by {:.1} % of the energy scale, {SCALE_IN_WORDS} ({:.0} % is the \
             limit of a good run): the rebound may be wrong by as much; {FINER}",
            100.0 * error,
            100.0 * DOUBTFUL
        )
    })
}
