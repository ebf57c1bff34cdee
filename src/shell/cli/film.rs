//! `wetbounce film`: the film between sphere and wall, alone.

use super::case_args::{beside, directory};
use super::run::{found, results_in};
use super::{CaseArgs, CliError, InMemory, say_unless};
use crate::case::{Case, Hydrodynamics, InputError};
use crate::output::summary::Summary;
use crate::run::quantities as q;
use crate::run::{FilmEntry, RunFailure, RunOptions, execute, film_case, reference_speed};
use clap::{Args, ValueHint};
use std::fmt::Write;
use std::path::PathBuf;
use wetbounce_physics::model::Failure;
use wetbounce_physics::quantity::{DIAMETERS, FORCE, Kind, LENGTH, PRESSURE, SPEED};
use wetbounce_physics::remark::RemarkKind;

/// Gap in diameters at which the film is entered where neither the case nor the user says one.
const ENTRY: f64 = 0.01;
/// Largest gap in diameters at which the film is entered.
const WIDEST: f64 = 0.5;

/// Compute the bounce of the sphere on its film alone, elastohydrodynamically
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce film cases/gondret-st27.toml --set film.model=ehd \\\n      --set film.piezoviscosity=\"15 1/GPa\"\n  wetbounce film cases/gondret-st152.toml --speed \"0.55 m/s\" --gap \"0.01 D\" \\\n      --out runs/film-st152\n\nA case whose film ends at a cut-off gets the elastic film with its defaults. Writes case.toml, trajectory.csv, film.csv (thickness, pressure, energies over time), profiles.csv (over the radius, at chosen moments), summary.json and plots/."
)]
pub struct FilmArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// How the film is entered, and where its files go
    #[command(flatten)]
    pub settings: FilmSettings,
}

/// How the film is entered, and where its files go
#[derive(Debug, Clone, Default, Args)]
pub struct FilmSettings {
    /// Speed at which the film is entered, with its unit [default: release.speed, or that of a measured motion at the
    /// gap of entry; else the terminal speed]
    #[arg(long, value_name = "SPEED")]
    pub speed: Option<String>,
    /// Gap at which the sphere has this speed, and at which its rebound is read [default: release.gap of a case with
    /// hydrodynamics = "film", else 0.01 D, or where a measured motion ends to be known]
    #[arg(long, value_name = "LENGTH")]
    pub gap: Option<String>,
    /// Run directory [default: output.directory of the case with -film added, runs/NAME-film]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// Remove the results that the run directory holds, and compute again
    #[arg(long)]
    pub fresh: bool,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads the case, and computes its bounce as [`of_case`] does.
///
/// # Errors
/// The case or an option is wrong, or the film failed.
pub fn run(args: FilmArgs) -> Result<(), CliError> {
    of_case(&args.case.load()?, &args.settings)
}

/// Computes the bounce and prints the result.
///
/// # Errors
/// The case has no film of its own, an option is wrong, or the film failed.
pub fn of_case(case: &Case, settings: &FilmSettings) -> Result<(), CliError> {
    let out = settings.out.clone().unwrap_or_else(|| beside(case, "film"));
    let case = alone(case, settings)?;
    let options = RunOptions { out, fresh: settings.fresh, quiet: true };
    let done = execute(&case, &options).map_err(explained)?;
    let text = found(done.was_there, &options.out) + &report(&done.summary, &case) + &results_in(&options.out);
    say_unless(settings.quiet, &text)
}

/// Computes the bounce in memory: the numbers are those of [`of_case`], and no file is written.
///
/// # Errors
/// The case has no film of its own, or an option is wrong. A bounce that fails later comes with what was computed.
pub fn in_memory(case: &Case, settings: &FilmSettings) -> Result<InMemory, CliError> {
    InMemory::of_case(&alone(case, settings)?, true, report)
}

/// The case of the film alone.
fn alone(case: &Case, settings: &FilmSettings) -> Result<Case, CliError> {
    known_whole(case)?;
    let diameter = case.problem.sphere.diameter;
    // Below this gap a measured motion is held off the wall.
    let known = case.given.led.as_ref().map_or(0.0, |led| led.limit);
    let gap = match &settings.gap {
        Some(text) => within_the_film(positive("--gap", text, &LENGTH, diameter)?, text, diameter)?,
        None if case.problem.hydrodynamics == Hydrodynamics::Film => case.problem.start.gap,
        None => known.max(ENTRY * diameter),
    };
    let start = &case.problem.start;
    let speed = match &settings.speed {
        Some(text) => positive("--speed", text, &SPEED, diameter)?,
        None if start.is_led_by_table() => led_speed(case, known, gap)?,
        None => start.start.speed().unwrap_or_else(|| reference_speed(&case.problem)),
    };
    Ok(film_case(case, FilmEntry { speed, gap }))
}

/// Refuses a case of which the film alone would leave out a part.
fn known_whole(case: &Case) -> Result<(), InputError> {
    let surroundings = case.problem.surroundings;
    let (what, help) = if surroundings.meets_sphere() {
        let help = "`wetbounce run` computes the film between two, with the flow around them";
        ("knows one sphere and a wall, not two spheres", help)
    } else if !surroundings.has_gap() {
        let help = "release.kind = \"prescribed\" or \"rest\"";
        ("needs a wall, and the sphere of this case is in open liquid", help)
    } else if case.problem.resolution.azimuthal_modes > 0 {
        let help = "resolution.azimuthal_modes = 0, without them; or `wetbounce run`, with film.model = \"ehd\"";
        ("is axisymmetric: it knows no angle, spin or friction", help)
    } else {
        return Ok(());
    };
    Err(InputError::new(format!("the film alone {what}")).help(help))
}

/// The speed [m/s] at which the motion of a case comes to a gap \[m\], which is that of the entry.
fn led_speed(case: &Case, known: f64, gap: f64) -> Result<f64, InputError> {
    let at = |gap: f64| LENGTH.show(gap);
    if known > gap {
        let problem = format!("--gap {}: the record says nothing of the motion at gaps below {}", at(gap), at(known));
        return Err(InputError::new(problem).help("a larger --gap, or --speed: the speed at this gap"));
    }
    case.problem.start.table_speed_at(gap).filter(|speed| *speed > 0.0).ok_or_else(|| {
        InputError::new(format!("the motion of the case does not come to the gap of entry, {}", at(gap)))
            .help("a larger --gap, or --speed: the speed at this gap")
    })
}

/// A positive quantity from the command line.
fn positive(option: &str, text: &str, kind: &'static Kind, diameter: f64) -> Result<f64, CliError> {
    let value = kind
        .read(text, Some(diameter))
        .map_err(|error| InputError::new(format!("{option} \"{text}\": {error}")).help(kind.advice()))?;
    if value > 0.0 {
        return Ok(value);
    }
    Err(InputError::new(format!("{option} \"{text}\": must be above 0")).help(kind.advice()).into())
}

/// A gap at which there is a film: at most [`WIDEST`].
fn within_the_film(gap: f64, text: &str, diameter: f64) -> Result<f64, CliError> {
    if gap <= WIDEST * diameter {
        return Ok(gap);
    }
    let limit = LENGTH.show(WIDEST * diameter);
    let problem = InputError::new(format!("--gap \"{text}\" is above {WIDEST} D = {limit}, the limit of a film"));
    Err(problem.help(format!("give a gap of at most {WIDEST} D, such as \"{ENTRY} D\"")).into())
}

fn report(summary: &Summary, case: &Case) -> String {
    let diameter = case.problem.sphere.diameter;
    let value = |of: q::ResultQuantity| of.within(summary).unwrap_or(f64::NAN);
    let mut text = format!(
        "{}: {} after {} steps, {:.2} s; St {:.1}\n",
        summary.case, summary.stop_reason, summary.steps, summary.wall_s, summary.groups.stokes
    );
    let _ = writeln!(
        text,
        "  restitution {:.4} from {} to the wall and back, entered at {}",
        value(q::ENTRY_TO_EXIT),
        DIAMETERS.brief(value(q::ENTRY_GAP) / diameter),
        SPEED.brief(value(q::ENTRY_SPEED)),
    );
    if let Some(contact) = summary.bounces.first().and_then(|bounce| bounce.restitution_contact) {
        let _ = writeln!(text, "  restitution {contact:.4} between meeting and parting of the undeformed surfaces");
    }
    let _ = writeln!(
        text,
        "  smallest film thickness: {}, at the centre: {}",
        LENGTH.brief(value(q::FILM_THINNEST)),
        LENGTH.brief(value(q::FILM_THINNEST_CENTRE))
    );
    let _ = writeln!(
        text,
        "  largest force: {}, pressure: {}, overlap: {}, suction: {}",
        FORCE.brief(value(q::FILM_FORCE)),
        PRESSURE.brief(value(q::FILM_PRESSURE)),
        LENGTH.brief(value(q::FILM_OVERLAP)),
        FORCE.brief(value(q::FILM_SUCTION)),
    );
    let share = |of: q::ResultQuantity| 100.0 * value(of) / value(q::KINETIC_START);
    let _ = writeln!(
        text,
        "  energy: {:.2} % kept, {:.2} % heat of the film, {:.2} % of the solids, {:.2} % stored; closes to {}",
        share(q::KINETIC_END),
        share(q::IN_FILM),
        share(q::IN_SOLIDS),
        share(q::STORED_END),
        crate::report::share(summary.energy_error),
    );
    let _ = writeln!(
        text,
        "  heat of the film: {:.2} % before the surfaces deform, {:.2} % squeezed, {:.2} % released, {:.2} % leaving",
        share(q::HEAT_APPROACH),
        share(q::HEAT_SQUEEZE),
        share(q::HEAT_RELEASE),
        share(q::HEAT_RETREAT),
    );
    summary.remarks.of(RemarkKind::Warning).for_each(|warning| text += &format!("  warning: {warning}\n"));
    text
}

/// Advice, in options of this command, on a parameter that the film refuses.
fn explained(failure: RunFailure) -> CliError {
    match failure {
        RunFailure::Model(Failure::Parameter(bad)) => {
            let help = "change the key named here, or enter the film with another --speed or from a wider --gap";
            CliError::Input(InputError::new(format!("the film cannot be computed: {bad}")).help(help))
        }
        failure => failure.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miette::Diagnostic;
    use wetbounce_physics::film::{FilmError, FilmRunError};

    #[test]
    fn a_gap_that_is_too_wide_is_refused_with_the_limit_that_it_is_above() {
        assert!(within_the_film(1.5e-3, "0.5 D", 3e-3).is_ok());
        let error = within_the_film(30e-3, "10 D", 3e-3).unwrap_err();
        let said = error.to_string();
        assert!(error.exit_code() == 2 && said.contains("\"10 D\" is above 0.5 D = 1.5 mm"), "{said}");
        assert!(error.help().expect("there is advice").to_string().contains("0.01 D"));
    }

    #[test]
    fn a_film_that_does_not_converge_fails_with_where_it_was_and_what_to_change() {
        let cause = FilmError::NoConvergence { time: 1e-5, gap: -2e-6, speed: 0.1, thinnest: 1e-9, step: 1e-18 };
        let error = explained(FilmRunError::Film(cause).into());
        assert_eq!(error.exit_code(), 3);
        let said = error.to_string();
        assert!(said.contains("t = 10 µs") && said.contains("gap -2 µm"), "{said}");
        let advice = error.help().expect("there is advice").to_string();
        assert!(advice.contains("film.rings_per_contact") && advice.contains("film.piezoviscosity"), "{advice}");
    }
}
