//! `wetbounce check`: the meaning of a case, before it is run.

use super::check_section::{Row, section};
use super::run::refused;
use super::scales::ImpactScales;
use super::{CaseArgs, CliError, say};
use super::{check_impact, check_plan};
use crate::case::{Case, FileKind, FilmModel, Hydrodynamics, ImpactCase, InputError, Preset, Second};
use crate::run::RunFailure;
use crate::run::design::design;
use crate::run::film_band;
use crate::study::CostEstimate;
use clap::Args;
use std::fmt::Write;
use wetbounce_physics::contact::{LawFailure, Material};
use wetbounce_physics::film::LimitingStress;
use wetbounce_physics::liquid::{CutoffLaw, Groups};
use wetbounce_physics::model::build;
use wetbounce_physics::problem::scales;
use wetbounce_physics::quantity::{
    ACCELERATION, DENSITY, DIAMETERS, KINEMATIC_VISCOSITY, LENGTH, NUMBER, PRESSURE, SPEED, TIME, VISCOSITY,
};

/// Speeds that differ by a smaller share are called the same.
const SAME: f64 = 0.02;

/// Show what a case means: groups, materials, expected speeds, film cut-offs; of a dry impact, its contact; of a plan,
/// what its sweep will take
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce check cases/gondret-st152.toml --set liquid.viscosity=\"50 cSt\"\n  wetbounce check cases/gondret-st152.toml --resolved > full.toml\n  wetbounce check cases/impact/hertz-e05.toml\n  wetbounce check cases/sweeps/restitution.toml"
)]
pub struct CheckArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// Print the case as TOML with every default written out, and nothing else
    #[arg(long)]
    pub(super) resolved: bool,
}

/// Reads the case and prints its meaning.
///
/// # Errors
/// The case is wrong, or a run would refuse it.
pub fn run(args: CheckArgs) -> Result<(), CliError> {
    let file = args.case.file().with_text();
    let kind = file.kind(&args.case.overrides);
    if kind == Some(FileKind::Plan) {
        if args.resolved {
            let help = "`wetbounce sweep PLAN.toml --prepare` writes the resolved cases of its runs";
            return Err(InputError::new("a plan is many cases, and none of them alone is resolved").help(help).into());
        }
        return say(&check_plan::report(&args.case)?);
    }
    if kind == Some(FileKind::Impact) {
        let case = file.load_impact(&args.case.overrides)?;
        return say(&if args.resolved { case.to_toml() } else { of_impact(&case)? });
    }
    let case = file.load(&args.case.overrides)?;
    say(&if args.resolved { case.to_toml() } else { of_case(&case)? })
}

/// What the impact `case` means.
///
/// # Errors
/// The impact would be refused.
pub fn of_impact(case: &ImpactCase) -> Result<String, CliError> {
    check_impact::report(case)
}

/// What the `case` means, and what it will cost.
///
/// # Errors
/// A run would refuse it.
pub fn of_case(case: &Case) -> Result<String, CliError> {
    if case.problem.surroundings.has_gap() {
        let contact = case.problem.normal_contact().map_err(refused)?;
        LawFailure::refuse(0.0, contact.fault()).map_err(|law| RunFailure::Model(law.into()))?;
    }
    let estimate = match case.problem.hydrodynamics {
        Hydrodynamics::Theory => build::theory(&case.problem).map(|_| None),
        Hydrodynamics::Film => Ok(None),
        _ => build::coupled(&case.problem).and_then(|_| CostEstimate::of(case)).map(Some),
    };
    let estimate = estimate.map_err(refused)?;
    Ok(report(case, estimate.as_ref()))
}

/// The text of `check`; the lines on cells, steps, time and memory only with an estimate.
pub fn report(case: &Case, estimate: Option<&CostEstimate>) -> String {
    let groups = case.problem.groups();
    let scales = ImpactScales::of(case, case.problem.impact_speed());
    let mut text = format!("{}\n", case.given.name);
    for line in [&case.given.title, &case.given.reference].into_iter().flatten() {
        let _ = writeln!(text, "{line}");
    }
    section(&mut text, "case", &parts(case));
    let (speed, which) = (SPEED.brief(case.problem.approach_speed()), case.problem.approach_in_words());
    section(&mut text, &format!("dimensionless groups, on U = {speed} ({which})"), &numbers(case, &groups));
    if case.problem.surroundings.has_gap() && case.problem.closing_speed() > 0.0 {
        section(&mut text, "to be expected", &expected(case, &scales));
        section(&mut text, "film below the grid", &film(case, &scales));
        text += &not_given(case);
    }
    let planned = design(case);
    if !planned.is_empty() {
        let rows: Vec<(&str, String)> = planned.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        section(&mut text, "expected standard errors of the planned record, by theory", &rows);
    }
    if let Some(estimate) = estimate {
        let _ = write!(text, "\nthe run will take\n{estimate}");
    }
    let notes = notes(case);
    if !notes.is_empty() {
        let _ = writeln!(text, "\nplease note");
        notes.iter().for_each(|note| text += &format!("  - {note}\n"));
    }
    text
}

/// Inputs of the film that the case does not give, and which of them would narrow the band of its rebound most.
fn not_given(case: &Case) -> String {
    let Ok(worth) = film_band::worth_stating(case, case.problem.impact_speed()) else { return String::new() };
    let mut text = String::new();
    if !worth.is_empty() {
        text += "\ninputs of the film that are not given; giving one narrows the band of the restitution\n";
    }
    for (what, share) in worth {
        let _ = writeln!(text, "  by {:>3.0} %  {what}", 100.0 * share);
    }
    text
}

fn in_diameters(case: &Case, length: f64) -> String {
    format!("{} = {}", LENGTH.brief(length), DIAMETERS.brief(length / case.problem.sphere.diameter))
}

/// How the sphere moves, in words; in open liquid with its end.
fn start(case: &Case) -> String {
    let end = case.problem.end_time().filter(|_| !case.problem.surroundings.has_gap());
    case.problem.start.in_words(case.problem.sphere.diameter)
        + &end.map_or(String::new(), |end| format!(", for {}", TIME.brief(end)))
}

/// The surroundings of a sphere in open liquid.
fn room(case: &Case) -> Vec<Row> {
    vec![
        ("wall", "none: the grid follows the sphere".into()),
        ("grid ends beside", in_diameters(case, case.problem.vessel.radius)),
        ("  ahead", in_diameters(case, case.problem.start.gap)),
        ("  behind", in_diameters(case, case.problem.behind())),
        ("motion", start(case)),
    ]
}

/// Vessel and start of a sphere above a wall.
fn vessel(case: &Case) -> Vec<Row> {
    let container = &case.problem.vessel;
    let below = if case.problem.surroundings.second().is_some() { "the second sphere" } else { "wall" };
    vec![
        ("container radius", format!("{}, {}", in_diameters(case, container.radius), container.side)),
        ("container height", format!("{}, {}", in_diameters(case, container.height), container.top)),
        ("release", format!("{}, {}", in_diameters(case, case.problem.start.gap), start(case))),
        (
            "gravity",
            format!("{}, {} {} the sphere", ACCELERATION.brief(case.problem.gravity.abs()), below, case.position()),
        ),
    ]
}

fn parts(case: &Case) -> Vec<Row> {
    let (sphere, liquid, open) = (&case.problem.sphere, &case.problem.liquid, !case.problem.surroundings.has_gap());
    let solid = |material: &Option<Preset>, elastic: &Material| {
        let name = material.map_or_else(String::new, |material| format!("{material}, "));
        format!("{name}E = {}, nu = {}", PRESSURE.brief(elastic.young_modulus), NUMBER.brief(elastic.poisson_ratio))
    };
    let mut rows = vec![
        ("liquid force", case.problem.hydrodynamics.to_string()),
        ("sphere", format!("D = {}, {}", LENGTH.brief(sphere.diameter), DENSITY.brief(sphere.density))),
    ];
    if !open {
        rows.push(("  its solid", solid(&case.given.sphere.material, &sphere.elastic)));
        rows.extend(met(case, solid));
        let contact = case
            .problem
            .normal_contact()
            .map_or_else(|_| String::new(), |contact| contact.describe(case.problem.impact_speed()));
        rows.push(("solid contact", format!("law `{}`, {contact}", case.problem.contact)));
    }
    let named =
        case.given.liquid.map_or_else(String::new, |named| format!("{}, {} degC: ", named.name, named.temperature));
    let (dynamic, kinematic) = (VISCOSITY.brief(liquid.viscosity), liquid.kinematic_viscosity());
    let kinematic = KINEMATIC_VISCOSITY.brief(kinematic);
    rows.push(("liquid", format!("{named}{}, {dynamic} = {kinematic}", DENSITY.brief(liquid.density))));
    rows.extend(if open { room(case) } else { vessel(case) });
    rows.push(("run directory", case.output.directory.display().to_string()));
    rows
}

/// The body that the sphere meets: a wall, its image, or another sphere.
fn met(case: &Case, solid: impl Fn(&Option<Preset>, &Material) -> String) -> Vec<Row> {
    if case.problem.surroundings.is_halved() {
        return vec![(
            "wall",
            "a mirror: an equal sphere comes from the other side; gaps and speeds are to and from the plane".into(),
        )];
    }
    let (surroundings, material) = (&case.problem.surroundings, &case.given.met.material);
    let Some(Second { sphere, fixed, velocity }) = surroundings.second() else {
        return vec![("wall", solid(material, &surroundings.opposite_elastic(&case.problem.sphere)))];
    };
    let motion = match (fixed, *velocity != 0.0) {
        (true, false) => "held".to_owned(),
        (true, true) => format!("driven at {} towards the first", SPEED.brief(*velocity)),
        (false, false) => "free once the first is, held before".to_owned(),
        (false, true) => format!("driven at {} towards the first, free once that is", SPEED.brief(*velocity)),
    };
    vec![
        ("second sphere", format!("D = {}, {}", LENGTH.brief(sphere.diameter), DENSITY.brief(sphere.density))),
        ("  its solid", solid(material, &sphere.elastic)),
        ("  its motion", motion),
    ]
}

fn numbers(case: &Case, groups: &Groups) -> Vec<Row> {
    let number = |value: f64| NUMBER.brief(value);
    let binary = case.problem.binary_stokes().map(|stokes| {
        let text =
            format!("{}   m* V / (6 pi mu r*^2), V = {}", number(stokes), SPEED.brief(case.problem.closing_speed()));
        ("Stokes, binary", text)
    });
    let mut rows = vec![
        ("Reynolds", format!("{}   rho_l U D / mu", number(groups.reynolds))),
        ("Stokes", format!("{}   rho_p U D / (9 mu)", number(groups.stokes))),
        ("Stokes, modified", format!("{}   with the added mass", number(groups.stokes_modified))),
        ("density ratio", format!("{}   rho_p / rho_l", number(groups.density_ratio))),
        (
            "Galileo",
            format!(
                "{}   sqrt(|rho_p/rho_l - 1| g D^3) / nu",
                number(case.problem.immersed().galileo(case.problem.gravity.abs()))
            ),
        ),
    ];
    rows.extend(binary);
    rows
}

fn expected(case: &Case, scales: &ImpactScales) -> Vec<Row> {
    let terminal = case.problem.terminal_speed();
    let reynolds = terminal.abs() * case.problem.sphere.diameter / case.problem.liquid.kinematic_viscosity();
    let direction = if terminal < 0.0 { ", rising" } else { "" };
    let mut rows = vec![
        (
            "terminal speed",
            format!("{}{direction}, unbounded (Re {})", SPEED.brief(terminal.abs()), NUMBER.brief(reynolds)),
        ),
        ("contact modulus", format!("{}   E*", PRESSURE.brief(case.problem.effective_modulus()))),
    ];
    let fastest = case.problem.fastest_speed();
    if (fastest - case.problem.approach_speed()).abs() > SAME * case.problem.approach_speed() {
        let text = format!(
            "{} at most, on the way it has (Re {})",
            SPEED.brief(fastest),
            NUMBER.brief(case.problem.fastest_reynolds())
        );
        rows.push(("speed reached", text));
    }
    let impact = case.problem.impact_speed();
    if impact > 0.0 {
        let at = if impact == case.problem.closing_speed() { "U".into() } else { SPEED.brief(impact) };
        rows.push(("dry indentation", format!("{} at {at} (Hertz)", LENGTH.brief(scales.indentation))));
        rows.push(("dry contact time", format!("{} at {at} (Hertz)", TIME.brief(scales.contact_time))));
    }
    let wall = case.problem.impact_on_wall().and_then(|impact| impact.in_words());
    rows.extend(wall.map(|words| ("thickness of the wall", words)));
    rows
}

fn film(case: &Case, scales: &ImpactScales) -> Vec<Row> {
    let followed = scales::smallest_gap(&case.problem).followed();
    let used = |cutoff: CutoffLaw| match case.problem.film.model {
        FilmModel::Cutoff { cutoff: chosen } if chosen == cutoff => "   <- the cut-off chosen",
        _ => "",
    };
    let mut model = case.problem.film.model.in_words();
    if let Some(LimitingStress { at_rest, coefficient }) = case.problem.film.model.limiting_stress()
        && case.problem.resolution.azimuthal_modes > 0
    {
        model += &format!(", sheared up to {} + {coefficient} p", PRESSURE.brief(at_rest));
        model += if case.problem.film.model.heating().is_some() { ", warming" } else { "" };
    }
    let suction = match case.problem.film.rupture() {
        Some((tension, nucleus)) if scales.cavitation_gap > nucleus => format!(
            "limited to {} by cavitation, below a gap of {}",
            PRESSURE.brief(tension),
            LENGTH.brief(scales.cavitation_gap)
        ),
        Some((_, nucleus)) => format!(
            "not limited: the film holds, its region under tension ({}) is thinner than the nucleus ({})",
            LENGTH.brief(scales.cavitation_gap),
            LENGTH.brief(nucleus)
        ),
        None => "not limited".into(),
    };
    let roughness = match case.problem.film.roughness {
        0.0 => "none, smooth surfaces".into(),
        height => format!("{}{}", in_diameters(case, height), used(CutoffLaw::Roughness)),
    };
    let length = |value: f64, cutoff| format!("{}{}", in_diameters(case, value), used(cutoff));
    vec![
        ("model", model),
        ("grid follows down to", in_diameters(case, followed)),
        ("elasticity length", length(scales.elasticity_length, CutoffLaw::Elasticity)),
        ("minimum film", length(scales.minimum_film, CutoffLaw::MinimumFilm)),
        ("roughness", roughness),
        ("suction", suction),
    ]
}

fn notes(case: &Case) -> Vec<String> {
    let mut notes: Vec<String> = case.warnings().into_iter().map(|warning| warning.text).collect();
    if case.problem.approach_speed() == 0.0 {
        notes.push("the sphere neither falls nor is driven, so the groups and the lengths at impact are zero".into());
    }
    notes
}
