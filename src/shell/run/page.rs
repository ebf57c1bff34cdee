//! `report.html` of a run: its bounces, the animation of its flow, figures, numbers, models, provenance and case.

use super::coefficients;
use super::figures::{ground, plotted};
use super::files::FIGURE;
use super::measurement::{pairs, setting_in_words};
use super::quantities::{self as q, ResultQuantity, RunResults};
use crate::case::{Case, Hydrodynamics, Symmetry};
use crate::output::OutputError;
use crate::output::summary::{Status, Summary};
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::report::{FigureFile, MOTION, Origin, Page, capitalised, digits, drawn, share, with_unit};
use std::path::Path;
use wetbounce_figures::film_strip::FilmStrip;
use wetbounce_figures::player::{Plane, PlayerSubject, markup};
use wetbounce_figures::sketch;
use wetbounce_figures::vorticity::Ground;
use wetbounce_physics::model::bounce::{APPARENT_IN_WORDS, film_in_words};
use wetbounce_physics::motion::ledger::SCALE_IN_WORDS;
use wetbounce_physics::numerics::sort_by_first;
use wetbounce_physics::remark::RemarkKind;
use wetbounce_records::comparison::bands::Interval;

/// Writes the report of the run in `directory`, whose `motion` is that of `trajectory.csv`: its figures are those in
/// `plots/`.
///
/// # Errors
/// A file of the run cannot be read, or the report cannot be written.
pub fn write(
    directory: &Path,
    case: &Case,
    summary: &Summary,
    motion: &Trajectory,
    strip: Option<&FilmStrip>,
) -> Result<(), OutputError> {
    let mut page = Page::new(&case.given.name);
    page.lead(case.given.title.as_deref().unwrap_or_default());
    page.lead(case.given.reference.as_deref().unwrap_or_default());
    page.lead(&verdict(summary));
    let warnings = summary.remarks.texts(RemarkKind::Warning);
    if !warnings.is_empty() {
        page.section("Warnings");
        page.list(&warnings);
    }
    if !case.problem.surroundings.has_gap() {
        page.section(if case.problem.start.falls() { "The fall" } else { "The force of the liquid" });
        page.list(&coefficients::in_words(summary));
    } else {
        page.section("The bounces");
        bounces(&mut page, case, summary);
    }
    if let Some(found) = &summary.measurement {
        page.section("Beside the measurement");
        page.list(&setting_in_words(found, case.problem.sphere.diameter));
        page.table(&pairs(found, case.problem.sphere.diameter));
        let figure = directory.join("plots").join(FIGURE);
        if figure.exists() {
            page.figure(&FigureFile::read(&figure, "Measured and computed motion, and computed less measured below.")?);
        }
    }
    if let Some(strip) = strip.filter(|strip| strip.frames().len() > 0) {
        page.section("The flow");
        page.raw(&player(case, strip, motion));
    }
    page.figures(&figures(directory)?);
    page.section("Numbers");
    let surroundings = case.problem.surroundings;
    if surroundings.has_gap() && surroundings.second().is_none() {
        page.figure(&FigureFile { caption: SYMBOLS.into(), svg: sketch::contact() });
    }
    page.table(&numbers(case, summary));
    page.section(if instead_of_flow(case).is_some() { "Modelled, assumed" } else { "Resolved, modelled, assumed" });
    resolved(&mut page, case, summary);
    page.section("Provenance");
    page.table(&Origin::of_run(summary).table());
    page.section("The case, every default written out");
    page.text_file("case.toml", &case.to_toml());
    page.write(directory)
}

/// The animation of the run.
fn player(case: &Case, strip: &FilmStrip, motion: &Trajectory) -> String {
    let problem = &case.problem;
    let gap = problem.surroundings.has_gap();
    let plane = match (case.problem.resolution.azimuthal_modes, case.problem.resolution.symmetry) {
        (0, _) => Plane::Meridian,
        (_, Symmetry::Plane) => Plane::Symmetry,
        (_, Symmetry::None) => Plane::Middle,
    };
    let [x, y] = ["x_m", "y_m"].map(|name| motion.column(name));
    let speed = problem.approach_speed().abs();
    let ground = if case.problem.surroundings.second().is_none() { ground(problem) } else { Ground::Open };
    let run = plotted(&case.given.name, motion, case.problem.sphere.diameter, &[]);
    markup(strip, &PlayerSubject { run: &run, x, y, speed, plane, ground, paced: gap })
}

fn verdict(summary: &Summary) -> String {
    let how = match summary.status {
        Status::Finished => "Finished",
        Status::Interrupted => "Interrupted; the run can be resumed",
        Status::Failed => "Failed",
    };
    format!("{how}: {}.", summary.stop_reason.trim_end_matches('.'))
}

/// What the sketch at the head of the numbers shows.
const SYMBOLS: &str =
    "Sphere, film and wall: gap h, diameter D, speed U; in contact the overlap ε and the radius of contact b.";
/// The quantities of a bounce that most readers want.
const MAIN: [ResultQuantity; 4] = [q::IMPACT_SPEED, q::RESTITUTION, q::APEX, q::APEX_AFTER];
/// Those of an oblique bounce.
const OBLIQUE: [ResultQuantity; 6] =
    [q::IMPACT_ANGLE, q::REBOUND_ANGLE, q::LATERAL_BEFORE, q::LATERAL_AFTER, q::SPIN_BEFORE, q::SPIN_AFTER];
/// Quantities with the low and the high end of their bands.
const BANDS: [[ResultQuantity; 3]; 2] =
    [[q::RESTITUTION, q::RESTITUTION_LOW, q::RESTITUTION_HIGH], [q::APEX, q::APEX_LOW, q::APEX_HIGH]];
/// Bounces whose quantities stand side by side on a phone.
const SIDE_BY_SIDE: usize = 3;

fn bounces(page: &mut Page, case: &Case, summary: &Summary) {
    if summary.bounces.is_empty() {
        page.paragraph(&format!("The sphere did not touch {}.", case.problem.surroundings.met_in_words()));
        return;
    }
    let run = RunResults::of(case, summary);
    let numbers = 0..summary.bounces.len();
    let known = |of: &&ResultQuantity| numbers.clone().any(|number| (of.of)(&run, number).is_some());
    let cell = |of: &ResultQuantity, number| of.in_report((of.of)(&run, number).unwrap_or(f64::NAN));
    let name = |number: usize| (number + 1).to_string() + if summary.bounces[number].stays() { ", stays" } else { "" };
    let with_band = |of: &ResultQuantity, number| {
        let band = BANDS.iter().find(|[is, ..]| is.key == of.key);
        let ends = band.and_then(|[_, low, high]| Some([(low.of)(&run, number)?, (high.of)(&run, number)?]));
        let range = ends.map_or(String::new(), |[low, high]| format!(" ({} to {})", digits(low, 3), digits(high, 3)));
        cell(of, number) + &range
    };
    for quantities in [&MAIN[..], &OBLIQUE] {
        let shown: Vec<&ResultQuantity> = quantities.iter().filter(known).collect();
        if shown.is_empty() {
            continue;
        }
        let heading = std::iter::once("Bounce".to_owned()).chain(shown.iter().map(|of| capitalised(of.words)));
        let mut table = Table::new(heading);
        for number in numbers.clone() {
            table.push(std::iter::once(name(number)).chain(shown.iter().map(|of| with_band(of, number))));
        }
        page.table(&table);
    }
    // Quantities are the rows, so that a page and a phone show them all at once; more bounces than stand side by side
    // are a table of their own.
    let all: Vec<&ResultQuantity> = q::BOUNCE.iter().filter(known).collect();
    page.fold("Every quantity of the bounces", |page| {
        for side_by_side in numbers.clone().collect::<Vec<usize>>().chunks(SIDE_BY_SIDE) {
            let mut table =
                Table::new(std::iter::once("Bounce".to_owned()).chain(side_by_side.iter().copied().map(name)));
            for of in &all {
                table.push(
                    std::iter::once(capitalised(of.words)).chain(side_by_side.iter().map(|number| cell(of, *number))),
                );
            }
            page.table(&table);
        }
    });
    if let Some(film) = film_in_words(&summary.bounces) {
        page.paragraph(&format!("{}.", capitalised(&film)));
    }
    if let Some(band) = &summary.film_band {
        let Interval { low, high } = band.restitution;
        page.paragraph(&format!(
            "In brackets: the range over the inputs that are not given. The apparent restitution of the first bounce may lie \
             from {} to {}, because {}. The ranges of these inputs are",
            digits(low, 2),
            digits(high, 2),
            band.reason()
        ));
        page.list(&band.from);
    }
    let seen = match case.problem.hydrodynamics {
        Hydrodynamics::Film => "of the film alone, entered close to the wall, where no camera reads a speed",
        _ => "what a camera sees",
    };
    page.paragraph(&format!(
        "The apparent restitution is {seen}: {APPARENT_IN_WORDS}. The restitution at contact is the speed at the end \
         of the solid contact over the speed at first touch."
    ));
}

/// The kind of computation where there is no flow on a grid.
pub fn instead_of_flow(case: &Case) -> Option<&'static str> {
    match case.problem.hydrodynamics {
        Hydrodynamics::Resolved | Hydrodynamics::Blended => None,
        Hydrodynamics::Theory => {
            Some("No flow is computed: the sphere's equation of motion is integrated with the forces of theory.")
        }
        Hydrodynamics::Film => {
            Some("No flow is computed: the film between sphere and wall alone acts on the sphere, on rings of its own.")
        }
    }
}

/// The figures in `plots/`: motion first, then the vorticity in the order of time.
fn figures(directory: &Path) -> Result<Vec<FigureFile>, OutputError> {
    let plots = directory.join("plots");
    let mut figures = drawn(&plots, &MOTION)?;
    let mut pictures: Vec<(f64, std::path::PathBuf)> = std::fs::read_dir(&plots)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let time = name.strip_prefix("vorticity-")?.strip_suffix("ms.svg")?.parse().ok()?;
            Some((time, entry.path()))
        })
        .collect();
    sort_by_first(&mut pictures);
    for (time, path) in pictures {
        let caption = format!("Vorticity and streamlines at {}.", with_unit(1e-3 * time, "s"));
        figures.push(FigureFile::read(&path, caption)?);
    }
    Ok(figures)
}

fn numbers(case: &Case, summary: &Summary) -> Table {
    let groups = &summary.groups;
    let mut table = Table::new(["Quantity", "Value", "Meaning"]);
    let mut add = |quantity: &str, value: String, meaning: &str| table.push([quantity, &value, meaning]);
    add("Reynolds number expected", digits(groups.reynolds, 2), "ρl U D/μ");
    if !case.problem.surroundings.has_gap() {
        add("Speed U of it", with_unit(case.problem.approach_speed(), "m/s"), case.problem.approach_in_words());
        add("Simulated time", with_unit(summary.time_s, "s"), "from the start");
        add("Steps", summary.steps.to_string(), "in time");
        add("Cells", summary.cells.to_string(), "of the grid, in the half plane");
        add("Mass balance", share(summary.mass_error), "largest relative error of the liquid's");
        return table;
    }
    add("Stokes number expected", digits(groups.stokes, 2), "ρp U D/(9 μ)");
    add("Stokes number expected, modified", digits(groups.stokes_modified, 2), "(ρp + ρl/2) U D/(9 μ)");
    add("Density ratio", digits(groups.density_ratio, 4), "ρp/ρl");
    let speed = with_unit(case.problem.approach_speed(), "m/s");
    add("Speed U of these groups", speed, "approach speed, else terminal speed");
    add("Highest speed", with_unit(summary.peak_speed_m_s, "m/s"), "of the sphere, in either direction");
    add("Simulated time", with_unit(summary.time_s, "s"), "from the release");
    add("Steps", summary.steps.to_string(), "the run-up included");
    let Some(scale) = q::ENERGY_SCALE.within(summary) else { return table };
    add("Cells", summary.cells.to_string(), "of the grid, in the half plane");
    add("Energy balance", share(summary.energy_error), "largest error over the energy scale");
    add("Mass balance", share(summary.mass_error), "largest relative error of the liquid's");
    add("Energy scale", with_unit(scale, "J"), SCALE_IN_WORDS);
    for (part, meaning) in [
        (q::DRIVEN, "run-up and approach at the prescribed speed"),
        (q::VISCOUS, "run-up included"),
        (q::IN_FILM, "by the film model"),
        (q::IN_CONTACT, "by the contact law"),
        (q::IN_WALL, "by its point mobility"),
    ] {
        if let Some(energy) = part.within(summary) {
            add(
                &capitalised(part.words),
                format!("{} % of the energy scale", digits(100.0 * energy / scale, 2)),
                meaning,
            );
        }
    }
    table
}

fn resolved(page: &mut Page, case: &Case, summary: &Summary) {
    let no_flow = instead_of_flow(case);
    page.paragraph(&no_flow.map_or_else(|| resolved_by_grid(case, summary), str::to_owned));
    if no_flow.is_none() && case.problem.film.model.deforms() && case.problem.surroundings.has_gap() {
        page.paragraph("Below that gap the film is computed on its own rings, with the deformation of the solids.");
    }
    let mut models = Table::new(["Modelled", "By", "Where"]);
    summary.modelled.iter().for_each(|model| models.push([&model.what, &model.by, &model.range]));
    page.table(&models);
    page.paragraph("Assumed:");
    page.list(&summary.remarks.texts(RemarkKind::Assumption));
}

fn resolved_by_grid(case: &Case, summary: &Summary) -> String {
    let (resolution, diameter) = (&case.problem.resolution, case.problem.sphere.diameter);
    let cells = |of: q::ResultQuantity| of.within(summary).map_or("?".into(), |cells| format!("{cells:.0}"));
    let flow = match resolution.azimuthal_modes {
        0 => "axisymmetric flow".to_owned(),
        highest if resolution.symmetry == Symmetry::None => {
            format!("flow of azimuthal modes 0 to {highest}, without a plane of symmetry,")
        }
        highest => format!("flow of azimuthal modes 0 to {highest}"),
    };
    let around = format!(
        "Resolved: the {flow} around the sphere on {} × {} cells, {} per diameter",
        cells(q::CELLS_RADIAL),
        cells(q::CELLS_AXIAL),
        resolution.cells_per_diameter,
    );
    if !case.problem.surroundings.has_gap() {
        return around + ".";
    }
    format!(
        "{around}, and the film between sphere and wall with about {} cells across at every gap down to {} D = {}; the solid \
         contact in {} steps or more.",
        resolution.cells_across_film,
        resolution.smallest_gap,
        with_unit(resolution.smallest_gap * diameter, "m"),
        resolution.steps_per_contact,
    )
}
