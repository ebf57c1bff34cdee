//! The data that `wetbounce plot` finds at its paths.

use crate::case::{Case, CaseFile, InputError, Lengths, Measurement};
use crate::fit::Fitted;
use crate::output::OutputError;
use crate::output::summary::Summary;
use crate::output::table::Table;
use crate::output::trajectory::{MOTION_COLUMNS, Trajectory};
use crate::run::figures::plotted;
use std::path::{Path, PathBuf};
use wetbounce_figures::trajectory::PlottedRun;
use wetbounce_physics::model::Bounce;
use wetbounce_physics::own::Laws;
use wetbounce_records::comparison::bands::FilmBand;
use wetbounce_records::record::Record;

/// Something to draw.
pub(super) enum PlotInput {
    /// A run.
    Run(Box<Motion>),
    /// The name of a sweep, its directory and its table.
    Sweep(String, PathBuf, Table),
    /// A fit: its directory, and its last stage.
    Fit(String, PathBuf, Box<Fitted>),
    /// Any other table, and its name.
    Table(String, Table),
}

/// The motion of one run.
pub(super) struct Motion {
    /// The run directory.
    pub directory: PathBuf,
    /// The directory's name.
    pub name: String,
    /// The trajectory, at least two rows.
    pub(super) trajectory: Trajectory,
    /// The case it was.
    pub case: Case,
    /// Collisions, as far as the summary knows them.
    pub bounces: Vec<Bounce>,
    /// How far they depend on what the case does not state of the film, if that was computed.
    pub(super) film_band: Option<FilmBand>,
}

/// The first force of a dry impact's trajectory.
const DRY: &str = "normal_force_N";

/// A file with the wrong content: the user gave another one than meant.
pub(super) fn refused(error: OutputError) -> InputError {
    InputError::new(error.to_string()).help(error.advice())
}

impl PlotInput {
    /// Finds the kind of data at `path`; a trajectory that is to be drawn column by column is a table.
    pub fn read(path: &Path, as_table: bool, laws: &Laws) -> Result<Self, InputError> {
        let shown = path.display();
        if !path.exists() {
            return Err(InputError::new(format!("there is no file or directory `{shown}`"))
                .help("give run directories, a sweep directory, or a CSV file"));
        }
        if path.extension().is_some_and(|extension| extension == "toml") {
            return Err(InputError::new(format!("`{shown}` is a case or a plan, and holds no results"))
                .help("give run directories, a sweep directory, or a CSV file"));
        }
        if !path.is_dir() {
            let table = Table::read(path).map_err(refused)?;
            let is_motion = table.columns().starts_with(&MOTION_COLUMNS.map(str::to_owned));
            let beside = path.parent().unwrap_or(Path::new("")).to_path_buf();
            return match is_motion && !as_table && beside.join("case.toml").exists() {
                true => Motion::read(beside, path, laws),
                false => Ok(Self::Table(stem(path), table)),
            };
        }
        let (trajectory, sweep) = (path.join("trajectory.csv"), path.join("sweep.csv"));
        if sweep.exists() {
            return Ok(Self::Sweep(name_of(path), path.to_path_buf(), Table::read(&sweep).map_err(refused)?));
        }
        if !trajectory.exists() && path.join(FIT).exists() {
            return Ok(Self::Fit(name_of(path), path.to_path_buf(), Box::new(last_stage(&path.join(FIT))?)));
        }
        if !trajectory.exists() {
            return Err(InputError::new(format!("`{shown}` holds no run, no sweep and no fit")).help(
                "a run directory has a trajectory.csv, a sweep directory a sweep.csv, a fit directory a fit.json",
            ));
        }
        if as_table {
            return Ok(Self::Table(name_of(path), Table::read(&trajectory).map_err(refused)?));
        }
        Motion::read(path.to_path_buf(), &trajectory, laws)
    }

    /// Its name.
    pub(super) fn name(&mut self) -> &mut String {
        match self {
            Self::Run(motion) => &mut motion.name,
            Self::Sweep(name, ..) | Self::Fit(name, ..) | Self::Table(name, _) => name,
        }
    }
}

impl Motion {
    /// The motion of the run in `directory`.
    pub(super) fn of_run(directory: &Path, laws: &Laws) -> Result<Self, InputError> {
        match PlotInput::read(directory, false, laws)? {
            PlotInput::Run(motion) => Ok(*motion),
            _ => Err(InputError::new(format!("`{}` holds no run", directory.display()))
                .help("give the directory of one run, with its case.toml and trajectory.csv")),
        }
    }

    fn read(directory: PathBuf, path: &Path, laws: &Laws) -> Result<PlotInput, InputError> {
        let trajectory = Trajectory::read(path).map_err(refused)?;
        if trajectory.len() < 2 {
            return Err(InputError::new(format!("`{}` has fewer than two rows", path.display()))
                .help("the run has only begun; try again later"));
        }
        if trajectory.columns.first().is_some_and(|(name, _)| name == DRY) {
            return Err(InputError::new(format!("`{}` holds a dry impact, without a liquid", directory.display()))
                .help(
                    "its figures are in its plots/; any two columns of its trajectory.csv are drawn with --x and --y",
                ));
        }
        let file = CaseFile::at(directory.join("case.toml"), laws);
        let case = file.load(&[]).map_err(|error| {
            InputError::new(format!("{error}: the diameter of the sphere is not known"))
                .help("a run directory has the case.toml of the run beside its trajectory.csv")
        })?;
        let summary = directory.join("summary.json");
        let (bounces, film_band) = match summary.exists() {
            true => Summary::read(&summary).map(|summary| (summary.bounces, summary.film_band)).map_err(refused)?,
            false => (Vec::new(), None),
        };
        let name = name_of(&directory);
        Ok(PlotInput::Run(Box::new(Self { name, directory, trajectory, case, bounces, film_band })))
    }

    /// The run as figures take it.
    pub(super) fn shown(&self) -> PlottedRun<'_> {
        plotted(&self.name, &self.trajectory, self.case.problem.sphere.diameter, &self.bounces)
    }
}

/// The results of a fit.
const FIT: &str = "fit.json";

/// The last stage of a fit.
fn last_stage(path: &Path) -> Result<Fitted, InputError> {
    let text = std::fs::read_to_string(path).map_err(|error| refused(OutputError::io("read", path)(error)))?;
    let read: Result<Vec<Fitted>, _> = serde_json::from_str(&text);
    let last =
        read.map_err(|error| error.to_string()).and_then(|all| all.into_iter().last().ok_or("it is empty".into()));
    last.map_err(|why| {
        InputError::new(format!("`{}` holds no fit: {why}", path.display())).help("`wetbounce fit` writes it anew")
    })
}

/// The last part of a directory's path, `.` and `..` resolved.
fn name_of(directory: &Path) -> String {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let whole = directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf());
    whole.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy().into_owned())
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "run".into(), |stem| stem.to_string_lossy().into_owned())
}

/// Reads the drops of measured points: gaps over time, velocities over time, or velocities alone. Their names are those
/// of a legend.
pub(super) fn read_reference(path: &Path, diameter: f64) -> Result<Vec<Record>, InputError> {
    let measurement = Measurement::of_file(path);
    let drops = wetbounce_records::tables::read_untimed(
        &measurement.file,
        &measurement.layout(),
        Some(Lengths::at_wall(diameter)),
    )
    .map_err(|error| refused(OutputError::of_table(error)))?;
    let several = drops.len() > 1;
    let one = |drop: Record| match (drop.time.is_empty(), drop.gap.is_empty()) {
        (true, false) => Err(InputError::new(format!("{}: there is no column for the time", path.display()))
            .help("name it with its unit, such as time_s, time_ms or t (ms)")),
        _ => {
            let drop_name = if several { format!("{}, {}", stem(path), drop.drop) } else { stem(path) };
            Ok(Record { drop: drop_name, ..drop })
        }
    };
    drops.into_iter().map(one).collect()
}
