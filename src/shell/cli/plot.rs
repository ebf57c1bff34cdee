//! `wetbounce plot`: figures of finished runs, of sweeps, of fits, and of any table.

use super::plot_input::{Motion, PlotInput, read_reference, refused};
use super::{CliError, say_unless};
use crate::case::InputError;
use crate::output::drawing::{self, AnimationFailure};
use crate::output::progress::{Mode, Tally};
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use crate::run::figures::of_one;
use crate::study::figures::{self, Choice, Drawing};
use crate::study::plan_measurement;
use clap::builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum, ValueHint};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wetbounce_figures::restitution::Stokes;
use wetbounce_figures::trajectory::{Clock, PlottedRun, Reference};
use wetbounce_figures::{Animation, Figure, Format, Look, Scale, frames, phase, trajectory, xy};
use wetbounce_physics::own::Laws;
use wetbounce_records::record::Record;

/// Draw the figures of runs, sweeps or any CSV table; several runs go into one figure
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce plot runs/st152 runs/st27 --clock contact --reference measured.csv\n  wetbounce plot sweeps/stokes --x stokes_modified\n  wetbounce plot runs/st152 --x time_s --y film_N,liquid_N\n  wetbounce plot runs/st152 --only trajectory --format pdf,png --width 120 \\\n      --x-range 0,80 --font-size 10 --label st152=\"Steel, 3 mm\"\n  wetbounce plot runs/st152 --animation gif\n\nRuns give trajectory.svg, forces.svg and phase.svg, path.svg where the sphere moves sideways, and coefficients.svg instead of forces without a wall; a sweep gives restitution.svg, apex.svg and, over Re and St, map.svg, or the columns asked for; each with its data as CSV beside it; a fit gives corner.svg. A reference is a record as `wetbounce compare` reads it, on the clock of the figure; velocities (positive away from the wall) without a time are drawn as levels."
)]
pub struct PlotArgs {
    /// Run, sweep or fit directories, trajectories, or other CSV files
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub(super) paths: Vec<PathBuf>,
    /// Directory for the figures [default: plots/ in the run or sweep; ./plots for several runs and for tables].
    /// Several sweeps get one each below it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
    /// Measured points drawn with the runs, on the clock of the figure; may be repeated
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(super) reference: Vec<PathBuf>,
    /// Where the clock of the trajectories starts
    #[arg(long, value_name = "MOMENT", default_value = "release", value_parser = named(&CLOCKS))]
    pub clock: Clock,
    /// Units of time and velocity of the trajectories
    #[arg(long, value_name = "UNITS", default_value = "si", action = ArgAction::Set, value_parser = named(&SCALES))]
    pub(super) scale: bool,
    /// Column of the x axis; a sweep takes stokes or stokes_modified for its restitution curve; of pairs stokes is the
    /// binary one [default of a sweep: stokes]
    #[arg(long, value_name = "COLUMN")]
    pub x: Option<String>,
    /// Column of the y axis, or several, A,B: those of one unit in one panel [default of a sweep: restitution]
    #[arg(long, value_name = "COLUMN")]
    pub y: Option<String>,
    /// Column whose values part the rows into series [default of a sweep: series, if there is one]
    #[arg(long, value_name = "COLUMN")]
    pub group: Option<String>,
    /// Axes with a logarithmic scale
    #[arg(long, value_name = "AXES")]
    pub log: Option<LogArg>,
    /// Draw this figure only: trajectory, phase, forces, path, coefficients; restitution, apex, map; corner
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Kinds of files: svg,pdf,png
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "svg", value_parser = named(&Format::ALL.map(|kind| (kind.extension(), kind.words(), kind))))]
    pub(super) format: Vec<Format>,
    /// Write the animation of every run instead of its figures, as the report shows it: gif,apng,mp4 (mp4 needs ffmpeg)
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = named(&Animation::ALL.map(|kind| (kind.extension(), kind.words(), kind))))]
    pub(super) animation: Vec<Animation>,
    /// Width of the figures in mm; heights follow
    #[arg(long, value_name = "MM", value_parser = width)]
    pub width: Option<f64>,
    /// Size of the letters of labels in pt; lines and marks grow with them [default: 8, at ticks and in legends 7]
    #[arg(long, value_name = "PT", value_parser = font_size)]
    pub(super) font_size: Option<f64>,
    /// A title above each figure
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub(super) title: Option<String>,
    /// Text in the place of a name in the legend, of the label of an axis or of the column that it shows; may be
    /// repeated. ~{V} is slanted, _{p} lowered, ^{2} raised
    #[arg(long, value_name = "NAME=TEXT", value_parser = label)]
    pub(super) label: Vec<(String, String)>,
    /// Ends of the x axis in the unit that its label shows, LOW,HIGH; needs one figure
    #[arg(long, value_name = "LOW,HIGH", value_parser = range, allow_hyphen_values = true)]
    pub(super) x_range: Option<[f64; 2]>,
    /// Ends of the y axis (of the first panel) in the unit that its label shows, LOW,HIGH; needs one figure [default:
    /// of what --x-range shows]
    #[arg(long, value_name = "LOW,HIGH", value_parser = range, allow_hyphen_values = true)]
    pub(super) y_range: Option<[f64; 2]>,
    /// Do not list the figures on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// The clocks by name.
const CLOCKS: [(&str, &str, Clock); 2] = [
    ("release", "At the start of the run", Clock::Release),
    (
        "contact",
        "At the first contact of each run, as experiments count; runs without contact keep their own clock",
        Clock::FirstContact,
    ),
];

/// The units of trajectories by name.
const SCALES: [(&str, &str, bool); 2] =
    [("si", "Seconds and metres a second", false), ("gravity", "√(D/g) and √(Dg) of the first run", true)];

/// A choice by name; each with its help.
fn named<T: Copy + Send + Sync + 'static>(
    choices: &[(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let values: Vec<(&str, T)> = choices.iter().map(|(name, _, value)| (*name, *value)).collect();
    let shown = choices.iter().map(|(name, help, _)| PossibleValue::new(name).help(help));
    let value = move |text: String| values.iter().find(|(name, _)| *name == text).expect("one of the choices").1;
    PossibleValuesParser::new(shown).map(value)
}

fn width(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width: &f64| (20.0..=2000.0).contains(width));
    width.ok_or_else(|| "give a width from 20 to 2000 mm".into())
}

fn font_size(text: &str) -> Result<f64, String> {
    let size = text.parse().ok().filter(|size: &f64| (4.0..=40.0).contains(size));
    size.ok_or_else(|| "give a size from 4 to 40 pt".into())
}

fn label(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, label) = parts.ok_or_else(|| "give a name and its text, such as st152=\"Steel, 3 mm\"".to_owned())?;
    Ok((name.to_owned(), label.to_owned()))
}

fn range(text: &str) -> Result<[f64; 2], String> {
    let ends = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let sound = ends.filter(|(low, high): &(f64, f64)| low < high && low.is_finite() && high.is_finite());
    sound.map(|(low, high)| [low, high]).ok_or_else(|| "give two rising numbers, such as 0.1,10".into())
}

impl PlotArgs {
    fn look(&self) -> Look {
        let log = |axis: LogArg| self.log.is_some_and(|log| log == axis || log == LogArg::Xy);
        Look {
            formats: self.format.clone(),
            width: self.width,
            font_size: self.font_size,
            title: self.title.clone(),
            labels: self.label.clone(),
            x_range: self.x_range,
            y_range: self.y_range,
            log_x: log(LogArg::X),
            log_y: log(LogArg::Y),
        }
    }

    fn wants(&self, figure: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == figure)
    }

    /// Axes are chosen for one figure; a logarithmic one cannot begin at 0.
    fn check_axes(&self) -> Result<(), InputError> {
        let look = self.look();
        if look.has_axes() && self.only.is_none() && self.y.is_none() {
            return Err(InputError::new("axes can be chosen for one figure only")
                .help("say which with --only, for example --only trajectory, or give columns with --x and --y"));
        }
        let below_zero = |log: bool, range: Option<[f64; 2]>| log && range.is_some_and(|[low, _]| low <= 0.0);
        if below_zero(look.log_x, look.x_range) || below_zero(look.log_y, look.y_range) {
            return Err(InputError::new("a logarithmic axis begins above 0").help("give a range with positive ends"));
        }
        Ok(())
    }
}

/// Which axes are logarithmic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogArg {
    /// The x axis
    X,
    /// The y axis
    Y,
    /// Both
    Xy,
}

/// A figure, and where its file goes.
struct Sheet {
    figure: Figure,
    directory: PathBuf,
    /// Name of the file, without its end.
    name: String,
    /// The data behind the figure, written beside it.
    data: Option<Table>,
}

impl Sheet {
    fn write(self, look: &Look) -> Result<Vec<PathBuf>, OutputError> {
        match self.data {
            Some(data) => figures::write(&self.directory, &self.name, (&self.figure, look), &data),
            None => drawing::save(&self.figure, look, &self.directory, &self.name),
        }
    }
}

/// Draws the data at the paths and says which files were written.
///
/// # Errors
/// A path that holds nothing to draw, a column that is not there; a figure that cannot be written.
pub fn run(args: PlotArgs) -> Result<(), CliError> {
    args.check_axes()?;
    once_each(&args.paths)?;
    let as_tables = args.y.is_some();
    let mut inputs: Vec<PlotInput> =
        args.paths.iter().map(|path| PlotInput::read(path, as_tables, &args.laws)).collect::<Result<_, _>>()?;
    tell_apart(&mut inputs, &args.paths);
    let sweeps = inputs.iter().filter(|input| matches!(input, PlotInput::Sweep(..))).count();
    let fits = inputs.iter().filter(|input| matches!(input, PlotInput::Fit(..))).count();
    if !args.reference.is_empty() && !inputs.iter().any(|input| matches!(input, PlotInput::Run(_))) {
        return Err(InputError::new("--reference needs a run to be compared with")
            .help("give a run directory as well, or draw the file itself with --x and --y")
            .into());
    }
    let mut motions = Vec::new();
    let mut sheets = Vec::new();
    for input in inputs {
        match input {
            PlotInput::Run(motion) => motions.push(*motion),
            PlotInput::Sweep(name, root, table) => {
                let out = match &args.out {
                    Some(out) if sweeps > 1 => out.join(plain(&name)),
                    Some(out) => out.clone(),
                    None => root.join("plots"),
                };
                sheets.append(&mut sweep(&args, &root, &out, &table)?);
            }
            PlotInput::Fit(name, root, fitted) => {
                let Some(figure) = fitted.corner().filter(|_| args.wants("corner")) else {
                    return Err(InputError::new(format!("the fit `{name}` has no such figure"))
                        .help("it has corner, where the record determines at least one of its parameters")
                        .into());
                };
                let directory = args.out.clone().unwrap_or_else(|| root.join("plots"));
                let name = if fits > 1 { format!("corner-{}", plain(&name)) } else { "corner".into() };
                sheets.push(Sheet { figure, directory, name, data: None });
            }
            PlotInput::Table(stem, table) => {
                let out = args.out.as_deref().unwrap_or(Path::new("plots"));
                sheets.push(columns(&args, out, &stem, &table)?);
            }
        }
    }
    if args.animation.is_empty() && !motions.is_empty() {
        sheets.append(&mut runs(&args, &motions)?);
    }
    let look = args.look();
    if let Some((name, shown)) = look.unknown_label(&sheets.iter().map(|sheet| &sheet.figure).collect::<Vec<_>>()) {
        return Err(InputError::new(format!("--label: no figure has the name or label `{name}`"))
            .help(format!("choose from: {}", shown.join("; ")))
            .into());
    }
    to_each_its_file(&sheets.iter().map(|sheet| sheet.directory.join(&sheet.name)).collect::<Vec<_>>())?;
    let written = sheets.into_iter().map(|sheet| sheet.write(&look));
    let mut drawn = written.collect::<Result<Vec<_>, OutputError>>()?.concat();
    if !args.animation.is_empty() {
        drawn.append(&mut animations(&args, &motions)?);
    }
    let mut text = String::new();
    drawn.iter().for_each(|path| {
        let _ = writeln!(text, "drew {}", path.display());
    });
    say_unless(args.quiet, &text)
}

/// Refuses a path that is given twice, in whatever form: its figures would be drawn over each other.
fn once_each(paths: &[PathBuf]) -> Result<(), InputError> {
    let places: Vec<PathBuf> = paths.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect();
    match repeated(&places) {
        Some(at) => {
            Err(InputError::new(format!("`{}` is given twice", paths[at].display())).help("give each path once"))
        }
        None => Ok(()),
    }
}

/// Refuses figures of one file, by paths without their ends: names of the data may differ in signs that no name of a
/// file keeps, as in `a b` and `a-b`.
fn to_each_its_file(files: &[PathBuf]) -> Result<(), InputError> {
    match repeated(files) {
        Some(at) => Err(InputError::new(format!("two figures would have the name `{}`", files[at].display()))
            .help("draw them one by one, each with its --out")),
        None => Ok(()),
    }
}

/// Which of these is the first that stands among those before it.
fn repeated(paths: &[PathBuf]) -> Option<usize> {
    (1..paths.len()).find(|at| paths[..*at].contains(&paths[*at]))
}

/// What has the same name as another goes by its whole path.
fn tell_apart(inputs: &mut [PlotInput], paths: &[PathBuf]) {
    let names: Vec<String> = inputs.iter_mut().map(|input| input.name().clone()).collect();
    for (input, path) in inputs.iter_mut().zip(paths) {
        if names.iter().filter(|name| *name == input.name()).count() > 1 {
            *input.name() = path.display().to_string();
        }
    }
}

/// Trajectory and phase of all runs in one figure each, the forces of every run in its own.
fn runs(args: &PlotArgs, motions: &[Motion]) -> Result<Vec<Sheet>, CliError> {
    let default = match motions {
        [only] => only.directory.join("plots"),
        _ => PathBuf::from("plots"),
    };
    let out = args.out.clone().unwrap_or(default);
    let diameter = motions[0].case.problem.sphere.diameter;
    let measured = args.reference.iter().map(|path| read_reference(path, diameter));
    let measured: Vec<Record> = measured.collect::<Result<Vec<_>, InputError>>()?.into_iter().flatten().collect();
    let shown: Vec<PlottedRun> = motions.iter().map(Motion::shown).collect();
    let mut sheets = Vec::new();
    let sheet = |figure: Figure, name: String| Sheet { figure, directory: out.clone(), name, data: None };
    if args.wants("trajectory") {
        let references: Vec<Reference> = measured.iter().map(reference).collect();
        let gravity = Some(motions[0].case.problem.gravity.abs()).filter(|_| args.scale);
        if gravity == Some(0.0) {
            return Err(InputError::new("--scale gravity needs gravity, and the first run has none")
                .help("give a run with run.gravity first, or leave --scale out")
                .into());
        }
        let figure = trajectory::figure(&shown, &references, args.clock, gravity);
        sheets.push(sheet(figure, "trajectory".into()));
    }
    if args.wants("phase") {
        sheets.push(sheet(phase::figure(&shown), "phase".into()));
    }
    for (motion, run) in motions.iter().zip(&shown) {
        for (name, figure) in
            of_one(&motion.case, &motion.trajectory, run).into_iter().filter(|(name, _)| args.wants(name))
        {
            let name = if motions.len() == 1 { name.into() } else { format!("{name}-{}", plain(&motion.name)) };
            sheets.push(sheet(figure, name));
        }
    }
    if sheets.is_empty() {
        return Err(InputError::new(format!("a run has no figure `{}`", args.only.as_deref().unwrap_or_default()))
            .help("it has trajectory, phase and forces; path, where it moves sideways; coefficients, where there is no wall")
            .into());
    }
    Ok(sheets)
}

/// A drop of a record, under its label.
fn reference(drop: &Record) -> Reference<'_> {
    Reference { name: &drop.drop, time: &drop.time, gap: &drop.gap, velocity: &drop.velocity }
}

/// The frames of the animation that a run's report holds.
fn frames_of(motion: &Motion, width: Option<f64>) -> Result<Vec<Figure>, InputError> {
    let path = motion.directory.join("report.html");
    let page = std::fs::read_to_string(&path).map_err(|error| format!("cannot be read: {error}"));
    let found = page.and_then(|page| frames::figures(&page, width).map_err(|error| error.to_string()));
    found.map_err(|reason| {
        InputError::new(format!("`{}` {reason}", path.display()))
            .help("a run of a flow with output.report = true leaves an animation in its report.html")
    })
}

/// The animation of every run, `animation.gif` or, of several runs, `animation-NAME.gif`.
fn animations(args: &PlotArgs, motions: &[Motion]) -> Result<Vec<PathBuf>, CliError> {
    if motions.is_empty() {
        return Err(InputError::new("--animation needs a run").help("give a run directory").into());
    }
    let place = |motion: &Motion| {
        let name = if motions.len() == 1 { "animation".into() } else { format!("animation-{}", plain(&motion.name)) };
        (args.out.clone().unwrap_or_else(|| motion.directory.join("plots")), name)
    };
    let places: Vec<(PathBuf, String)> = motions.iter().map(place).collect();
    to_each_its_file(&places.iter().map(|(out, name)| out.join(name)).collect::<Vec<_>>())?;
    let mut drawn = Vec::new();
    for (motion, (out, name)) in motions.iter().zip(places) {
        let frames = frames_of(motion, args.width)?;
        atomic::make_directory(&out)?;
        for kind in &args.animation {
            let path = out.join(format!("{name}.{}", kind.extension()));
            drawing::may_draw(&path)?;
            let mode = Mode::of(args.quiet);
            let frames_drawn = Tally::exact(mode, "frames", kind.work(frames.len()));
            drawing::animate(*kind, &frames, &path, &|| frames_drawn.one())?;
            frames_drawn.finish();
            drawn.push(path);
        }
    }
    Ok(drawn)
}

/// What this program or machine lacks is asked of it in vain; anything else is a failure.
impl From<AnimationFailure> for CliError {
    fn from(error: AnimationFailure) -> Self {
        match error {
            AnimationFailure::Output(error) => error.into(),
            AnimationFailure::Missing { problem, advice } => InputError::new(problem).help(advice).into(),
            error => Self::Failed(Box::new(error)),
        }
    }
}

/// The figures of a sweep, or any two of its columns, in the directory `out`.
fn sweep(args: &PlotArgs, root: &Path, out: &Path, table: &Table) -> Result<Vec<Sheet>, CliError> {
    let stokes = match args.x.as_deref().unwrap_or("stokes") {
        "stokes" => Some(Stokes::Plain),
        "stokes_modified" => Some(Stokes::Modified),
        _ => None,
    };
    match (stokes, args.y.as_deref().unwrap_or("restitution")) {
        (Some(stokes), "restitution") if args.only.is_some() || args.log.is_none() => {
            let columns = ["name", "reynolds", "stokes", "stokes_modified", "density_ratio", "restitution"];
            let asked = args.group.as_deref();
            for column in columns.into_iter().chain(["restitution_dry", "apex_gap_over_d"]).chain(asked) {
                table.text(column).map_err(refused)?;
            }
            let (group, only, measured) =
                (args.group.clone(), args.only.clone(), plan_measurement::kept(root).map_err(refused)?);
            let frictions = plan_measurement::kept_frictions(root).map_err(refused)?;
            let choice = Choice { stokes, group, only, measured, frictions };
            let drawings = figures::drawings(table, &choice)?;
            if drawings.is_empty() {
                return Err(InputError::new("no run of the sweep has a restitution yet")
                    .help(
                        "`wetbounce collect DIR` shows how far the runs are; other columns are drawn with --x and --y",
                    )
                    .into());
            }
            let sheet = |Drawing { name, figure, data }| {
                let directory = out.to_path_buf();
                Sheet { figure, directory, name: name.into(), data: Some(data) }
            };
            Ok(drawings.into_iter().map(sheet).collect())
        }
        _ => Ok(vec![columns(args, out, "sweep", table)?]),
    }
}

/// Columns of a table against one of them, in the directory `out`.
fn columns(args: &PlotArgs, out: &Path, stem: &str, table: &Table) -> Result<Sheet, CliError> {
    let (Some(x), Some(y)) = (&args.x, &args.y) else {
        return Err(InputError::new(format!("two columns of `{stem}` are needed: --x COLUMN --y COLUMN"))
            .help(format!("choose from: {}", table.columns().join(", ")))
            .into());
    };
    let options = xy::XyOptions {
        x,
        group: args.group.as_deref(),
        x_scale: Scale::Linear,
        y_scale: Scale::Linear,
        joined: false,
    };
    // A name may have a comma in it.
    let ys: Vec<&str> = if table.has(y) { vec![y] } else { y.split(',').map(str::trim).collect() };
    let group = args.group.as_deref();
    let series = ys.iter().map(|y| Ok((*y, table.series([x, y], group)?)));
    let series = series.collect::<Result<Vec<_>, OutputError>>().map_err(refused)?;
    let points = series.iter().flat_map(|(_, groups)| groups).flat_map(|(_, points)| points);
    let is_drawn = points.into_iter().any(|(x, y)| x.is_finite() && y.is_finite());
    let figure = xy::figure(series, &options);
    let name = format!("{}-{}-over-{}", plain(stem), plain(&ys.join("-")), plain(x));
    let columns: Vec<&str> = group.into_iter().chain([x.as_str()]).chain(ys.iter().copied()).collect();
    let data = Some(table.select(&columns).map_err(refused)?);
    if !is_drawn {
        return Err(InputError::new(format!("`{stem}` has no row with numbers in {x} and {}", ys.join(", ")))
            .help("there would be nothing in the figure: give a table with such rows, or other columns")
            .into());
    }
    Ok(Sheet { figure, directory: out.to_path_buf(), name, data })
}

/// A text as part of a file's name.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect()
}

/// A file that cannot be read, or has the wrong content, is wrong input; anything else is a failure.
impl From<OutputError> for CliError {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::Format { .. } | OutputError::Io { action: "read", .. } => refused(error).into(),
            error => Self::Failed(Box::new(error)),
        }
    }
}
