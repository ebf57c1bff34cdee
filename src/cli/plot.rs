//! `wetbounce plot`: figures of finished runs, of sweeps, and of any table.

use super::plot_input::{Motion, PlotInput, read_reference, refused};
use super::{CliError, say};
use crate::case::Problem;
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use crate::plot::restitution::Stokes;
use crate::plot::trajectory::{Clock, Reference, Run, SpeedReference};
use crate::plot::{Figure, Scale, forces, phase, trajectory, xy};
use crate::sweep::figures::{self, Choice};
use clap::{Args, ValueEnum, ValueHint};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Draw the figures of runs, sweeps or any CSV table; several runs go into one figure
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce plot runs/st152 runs/st27 --clock contact --reference measured.csv\n  wetbounce plot sweeps/stokes --x stokes_modified\n  wetbounce plot runs/st152 --x time_s --y film_N\n\nRuns give trajectory.svg, forces.svg and phase.svg; a sweep gives restitution.svg, apex.svg and, over Re and St, map.svg, or the columns asked for; each with its data as CSV beside it. A reference is a CSV file with a time (time_s or time_ms) and a gap (gap_m, gap_mm or gap_over_d) or a velocity (velocity_m_s, positive away from the wall); velocities without a time are drawn as levels."
)]
pub struct PlotArgs {
    /// Run or sweep directories, trajectories, or other CSV files
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// Directory for the figures [default: plots/ in the run or sweep; ./plots for several runs and for tables]. Several sweeps get one each below it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Measured points drawn with the runs, on the clock of the figure; may be repeated
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub reference: Vec<PathBuf>,
    /// Where the clock of the trajectories starts
    #[arg(long, value_name = "MOMENT", default_value = "release")]
    pub clock: ClockArg,
    /// Column of the x axis; a sweep takes stokes or stokes_modified for its restitution curve [default of a sweep: stokes]
    #[arg(long, value_name = "COLUMN")]
    pub x: Option<String>,
    /// Column of the y axis [default of a sweep: restitution]
    #[arg(long, value_name = "COLUMN")]
    pub y: Option<String>,
    /// Column whose values part the rows into series [default of a sweep: series, if there is one]
    #[arg(long, value_name = "COLUMN")]
    pub group: Option<String>,
    /// Axes with a logarithmic scale
    #[arg(long, value_name = "AXES")]
    pub log: Option<LogArg>,
}

/// Where the clock starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClockArg {
    /// At the start of the run
    Release,
    /// At the first contact of each run, as experiments count
    Contact,
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

/// Draws what the paths hold and says which files were written.
///
/// # Errors
/// A path that holds nothing to draw, a column that is not there; a figure that cannot be written.
pub fn run(args: PlotArgs) -> Result<(), CliError> {
    let as_tables = args.y.is_some();
    let mut inputs: Vec<PlotInput> =
        args.paths.iter().map(|path| PlotInput::read(path, as_tables)).collect::<Result<_, _>>()?;
    tell_apart(&mut inputs, &args.paths);
    let sweeps = inputs.iter().filter(|input| matches!(input, PlotInput::Sweep(..))).count();
    if !args.reference.is_empty() && !inputs.iter().any(|input| matches!(input, PlotInput::Run(_))) {
        return Err(Problem::new("--reference needs a run to be compared with")
            .help("give a run directory as well, or draw the file itself with --x and --y")
            .into());
    }
    let mut motions = Vec::new();
    let mut drawn = Vec::new();
    for input in inputs {
        match input {
            PlotInput::Run(motion) => motions.push(*motion),
            PlotInput::Sweep(name, root, table) => {
                let out = match &args.out {
                    Some(out) if sweeps > 1 => out.join(plain(&name)),
                    Some(out) => out.clone(),
                    None => root.join("plots"),
                };
                drawn.append(&mut sweep(&args, &out, &table)?);
            }
            PlotInput::Table(stem, table) => {
                let out = args.out.as_deref().unwrap_or(Path::new("plots"));
                drawn.push(columns(&args, out, &stem, &table)?);
            }
        }
    }
    if !motions.is_empty() {
        drawn.append(&mut runs(&args, &motions)?);
    }
    let mut text = String::new();
    drawn.iter().for_each(|path| {
        let _ = writeln!(text, "drew {}", path.display());
    });
    say(&text)
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
fn runs(args: &PlotArgs, motions: &[Motion]) -> Result<Vec<PathBuf>, CliError> {
    let default = match motions {
        [only] => only.directory.join("plots"),
        _ => PathBuf::from("plots"),
    };
    let out = args.out.clone().unwrap_or(default);
    let diameter = motions[0].case.sphere.diameter;
    let measured =
        args.reference.iter().map(|path| read_reference(path, diameter)).collect::<Result<Vec<_>, Problem>>()?;
    let gaps: Vec<Reference> = measured
        .iter()
        .filter(|points| !points.gap.is_empty())
        .map(|points| Reference { name: &points.name, time: &points.time, gap: &points.gap })
        .collect();
    let speeds: Vec<SpeedReference> = measured
        .iter()
        .filter(|points| !points.velocity.is_empty())
        .map(|points| SpeedReference { name: &points.name, time: &points.time, velocity: &points.velocity })
        .collect();
    let shown: Vec<Run> = motions.iter().map(Motion::shown).collect();
    let clock = match args.clock {
        ClockArg::Release => Clock::Release,
        ClockArg::Contact => Clock::FirstContact,
    };
    let mut drawn = vec![
        write(&out, "trajectory", &trajectory::figure_with_speeds(&shown, &gaps, &speeds, clock))?,
        write(&out, "phase", &phase::figure(&shown))?,
    ];
    for motion in motions {
        let name = if motions.len() == 1 { "forces".into() } else { format!("forces-{}", plain(&motion.name)) };
        let collision = forces::first_collision(&motion.trajectory, &motion.bounces);
        drawn.push(write(&out, &name, &forces::figure(&motion.trajectory, motion.case.sphere.diameter, collision))?);
    }
    Ok(drawn)
}

/// The figures of a sweep, or any two of its columns, in the directory `out`.
fn sweep(args: &PlotArgs, out: &Path, table: &Table) -> Result<Vec<PathBuf>, CliError> {
    let stokes = match args.x.as_deref().unwrap_or("stokes") {
        "stokes" => Some(Stokes::Plain),
        "stokes_modified" => Some(Stokes::Modified),
        _ => None,
    };
    match (stokes, args.y.as_deref().unwrap_or("restitution")) {
        (Some(stokes), "restitution") if args.log.is_none() => {
            let columns = ["name", "reynolds", "stokes", "stokes_modified", "density_ratio", "restitution"];
            let asked = args.group.as_deref();
            for column in columns.into_iter().chain(["restitution_dry", "apex_gap_over_d"]).chain(asked) {
                table.text(column).map_err(refused)?;
            }
            let choice = Choice { stokes, group: args.group.clone() };
            let drawn = figures::draw(out, table, &choice)?;
            if drawn.is_empty() {
                return Err(Problem::new("no run of the sweep has a restitution yet")
                    .help(
                        "`wetbounce collect DIR` shows how far the runs are; other columns are drawn with --x and --y",
                    )
                    .into());
            }
            Ok(drawn)
        }
        _ => Ok(vec![columns(args, out, "sweep", table)?]),
    }
}

/// Two columns of a table against each other, in the directory `out`.
fn columns(args: &PlotArgs, out: &Path, stem: &str, table: &Table) -> Result<PathBuf, CliError> {
    let (Some(x), Some(y)) = (&args.x, &args.y) else {
        return Err(Problem::new(format!("two columns of `{stem}` are needed: --x COLUMN --y COLUMN"))
            .help(format!("choose from: {}", table.columns().join(", ")))
            .into());
    };
    let scale = |axis: LogArg| match args.log {
        Some(log) if log == axis || log == LogArg::Xy => Scale::Log,
        _ => Scale::Linear,
    };
    let (x_scale, y_scale) = (scale(LogArg::X), scale(LogArg::Y));
    let options = xy::Options { x, y, group: args.group.as_deref(), x_scale, y_scale, joined: false };
    let figure = xy::figure(table, &options).map_err(refused)?;
    let name = format!("{}-{}-over-{}", plain(stem), plain(y), plain(x));
    let csv = xy::data(table, &options).map_err(refused)?;
    Ok(figures::write(out, &name, &figure, &csv)?)
}

/// A text as part of a file's name.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect()
}

fn write(directory: &Path, name: &str, figure: &Figure) -> Result<PathBuf, OutputError> {
    atomic::make_directory(directory)?;
    let path = directory.join(format!("{name}.svg"));
    figure.write(&path)?;
    Ok(path)
}

impl From<OutputError> for CliError {
    fn from(error: OutputError) -> Self {
        Self::Failed(Box::new(error))
    }
}
