//! `report.html`: everything of a run in one file that a browser opens without a network.
//!
//! Figures are inlined as SVG, the animation as small PNG pictures in the text of the page, style and player as text;
//! the page forbids itself to load anything. [`page`] is the paper; [`sweep`] and [`validation`] are the reports of many
//! runs.

mod animation;
mod origin;
pub mod page;
pub mod sweep;
pub mod validation;

use crate::analysis::restitution::APPARENT_IN_WORDS;
use crate::case::{Case, FilmModel, Hydrodynamics};
use crate::output::film_strip::FilmStrip;
use crate::output::progress::engineering;
use crate::output::summary::{Status, Summary};
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, atomic};
use origin::Origin;
use page::{Page, Row, row};
use std::io::Write;
use std::path::Path;

/// The figures of a motion.
const MOTION: [(&str, &str); 3] = [
    ("trajectory", "Gap and velocity of the sphere over time."),
    ("phase", "Velocity over the gap."),
    ("forces", "Forces on the sphere over the gap around the first collision; time runs from left to right."),
];
/// Name of the file in the directory of a run, sweep or validation.
pub const FILE: &str = "report.html";

/// Writes the report of the run in `directory`: its figures are those in `plots/`, its motion that of `trajectory.csv`.
///
/// # Errors
/// A file of the run cannot be read, or the report cannot be written.
pub fn write(directory: &Path, case: &Case, summary: &Summary, strip: Option<&FilmStrip>) -> Result<(), OutputError> {
    let path = directory.join("trajectory.csv");
    let motion = if path.exists() { Trajectory::read(&path)? } else { Trajectory::default() };
    let mut page = Page::new(&case.name);
    page.lead(case.title.as_deref().unwrap_or_default());
    page.lead(case.reference.as_deref().unwrap_or_default());
    page.lead(&verdict(summary));
    page.section("The bounces");
    bounces(&mut page, case, summary);
    if let Some(strip) = strip.filter(|strip| strip.frames().len() > 0) {
        page.section("The flow");
        animation::add(&mut page, case, strip, &motion);
    }
    let figures = figures(directory)?;
    if !figures.is_empty() {
        page.section("Figures");
        figures.iter().for_each(|(caption, svg)| page.figure(caption, svg));
    }
    page.section("Numbers");
    page.table(&["Quantity", "Value", "Meaning"], &numbers(case, summary));
    page.section(if instead_of_flow(case).is_some() { "Modelled, assumed" } else { "Resolved, modelled, assumed" });
    resolved(&mut page, case, summary);
    page.section("Provenance");
    page.table(&["", ""], &Origin::of_run(summary).rows());
    page.section("The case, every default written out");
    page.text_file("case.toml", &case.to_toml());
    let text = page.finish();
    atomic::replace(&directory.join(FILE), |w| w.write_all(text.as_bytes()))
}

fn verdict(summary: &Summary) -> String {
    let how = match summary.status {
        Status::Finished => "Finished",
        Status::Interrupted => "Interrupted; the run can be resumed",
        Status::Failed => "Failed",
    };
    format!("{how}: {}.", summary.stop_reason.trim_end_matches('.'))
}

/// Digits that a reader needs, with a typographic minus.
fn digits(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}").replace('-', "−") } else { "–".into() }
}

fn with_unit(value: f64, unit: &str) -> String {
    if value.is_finite() { engineering(value, unit).replace('-', "−").replace(' ', "\u{a0}") } else { "–".into() }
}

fn bounces(page: &mut Page, case: &Case, summary: &Summary) {
    if summary.bounces.is_empty() {
        page.paragraph("The sphere did not touch the wall.");
        return;
    }
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    let rows: Vec<Row> = summary
        .bounces
        .iter()
        .enumerate()
        .map(|(number, bounce)| {
            row([
                (number + 1).to_string(),
                with_unit(bounce.contact_time_s, "s"),
                with_unit(bounce.impact_speed_m_s, "m/s"),
                with_unit(or_nan(bounce.rebound_speed_m_s), "m/s"),
                digits(or_nan(bounce.restitution), 4),
                digits(or_nan(bounce.apparent_restitution), 4),
                digits(or_nan(bounce.apex_gap_m) / case.sphere.diameter, 4),
                with_unit(or_nan(bounce.apex_time_s) - bounce.contact_time_s, "s"),
                with_unit(bounce.min_gap_m, "m"),
            ])
        })
        .collect();
    let header = [
        "Bounce",
        "Contact at",
        "Impact speed",
        "Rebound speed",
        "Restitution at contact",
        "Apparent restitution",
        "Apex h/D",
        "Apex after contact",
        "Smallest gap",
    ];
    page.table(&header, &rows);
    page.paragraph(&format!(
        "Restitution at contact compares the speeds at the first touch and at the end of solid contact; the apparent one \
         is what a camera sees: {APPARENT_IN_WORDS}."
    ));
}

/// What is computed where there is no flow on a grid.
fn instead_of_flow(case: &Case) -> Option<&'static str> {
    match case.hydrodynamics {
        Hydrodynamics::Resolved | Hydrodynamics::Blended => None,
        Hydrodynamics::Theory => {
            Some("No flow is computed: the sphere's equation of motion is integrated with the forces of theory.")
        }
        Hydrodynamics::Film => {
            Some("No flow is computed: the film between sphere and wall alone acts on the sphere, on rings of its own.")
        }
    }
}

/// What runs stood for instead of resolving it: each model once, with the number of runs that used it.
fn modelled_by_all<'s>(page: &mut Page, summaries: impl Iterator<Item = &'s Summary>) {
    let mut models: Vec<(&str, &str, usize)> = Vec::new();
    for modelled in summaries.flat_map(|summary| &summary.modelled) {
        match models.iter_mut().find(|(what, by, _)| (*what, *by) == (modelled.what.as_str(), modelled.by.as_str())) {
            Some((.., runs)) => *runs += 1,
            None => models.push((&modelled.what, &modelled.by, 1)),
        }
    }
    let rows: Vec<Row> = models.iter().map(|(what, by, runs)| row([*what, *by, &runs.to_string()])).collect();
    page.table(&["Modelled", "By", "Runs"], &rows);
}

/// A caption and the text of an SVG file.
type FigureText = (String, String);

/// Those of the figures `name.svg` in `plots` that are there, with their captions.
fn drawn(plots: &Path, captions: &[(&str, &str)]) -> Result<Vec<FigureText>, OutputError> {
    let paths = captions.iter().map(|(name, caption)| (plots.join(name).with_extension("svg"), *caption));
    let there = paths.filter(|(path, _)| path.exists());
    there.map(|(path, caption)| Ok((caption.to_owned(), read(&path)?))).collect()
}

fn read(path: &Path) -> Result<String, OutputError> {
    std::fs::read_to_string(path).map_err(OutputError::io("read", path))
}

/// The figures in `plots/`: motion first, then the vorticity in the order of time.
fn figures(directory: &Path) -> Result<Vec<FigureText>, OutputError> {
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
    pictures.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (time, path) in pictures {
        let caption = format!("Vorticity and streamlines at {}.", with_unit(1e-3 * time, "s"));
        figures.push((caption, read(&path)?));
    }
    Ok(figures)
}

fn numbers(case: &Case, summary: &Summary) -> Vec<Row> {
    let groups = &summary.groups;
    let mut rows = vec![
        row(["Reynolds number", &digits(groups.reynolds, 2), "ρl U D/μ"]),
        row(["Stokes number", &digits(groups.stokes, 2), "ρp U D/(9 μ)"]),
        row(["Stokes number, modified", &digits(groups.stokes_modified, 2), "(ρp + ρl/2) U D/(9 μ)"]),
        row(["Density ratio", &digits(groups.density_ratio, 4), "ρp/ρl"]),
        row(["Speed U of these groups", &with_unit(case.groups().speed, "m/s"), "approach speed, else terminal speed"]),
        row(["Highest speed", &with_unit(summary.peak_speed_m_s, "m/s"), "of the sphere, in either direction"]),
        row(["Simulated time", &with_unit(summary.time_s, "s"), "from the release"]),
        row(["Steps", &summary.steps.to_string(), "the run-up included"]),
    ];
    let Some(&scale) = summary.extra.get("energy_scale_J") else { return rows };
    rows.push(row(["Cells", &summary.cells.to_string(), "of the grid, in the half plane"]));
    rows.push(row(["Energy balance", &format!("{:.1e}", summary.energy_error), "largest error over the energy scale"]));
    rows.push(row(["Mass balance", &format!("{:.1e}", summary.mass_error), "largest relative error of the liquid's"]));
    rows.push(row(["Energy scale", &with_unit(scale, "J"), "largest kinetic energy of sphere and liquid"]));
    for (key, value, meaning) in [
        ("energy_driven_J", "Work of the drive", "run-up and approach at the prescribed speed"),
        ("energy_dissipated_viscous_J", "Dissipated in the resolved flow", "run-up included"),
        ("energy_dissipated_film_J", "Dissipated in the film below the grid", "by the film model"),
        ("energy_dissipated_contact_J", "Dissipated in solid contact", "by the contact law"),
    ] {
        if let Some(energy) = summary.extra.get(key) {
            rows.push(row([value, &format!("{} % of the energy scale", digits(100.0 * energy / scale, 2)), meaning]));
        }
    }
    rows
}

fn resolved(page: &mut Page, case: &Case, summary: &Summary) {
    let no_flow = instead_of_flow(case);
    page.paragraph(&no_flow.map_or_else(|| resolved_by_grid(case, summary), str::to_owned));
    if let (None, FilmModel::Ehd { .. }) = (no_flow, &case.film.model) {
        page.paragraph("Below that gap the film is computed on its own rings, with the deformation of the solids.");
    }
    let rows: Vec<Row> = summary.modelled.iter().map(|m| row([&m.what, &m.by, &m.range])).collect();
    page.table(&["Modelled", "By", "Where"], &rows);
    page.paragraph("Assumed:");
    page.list(&summary.assumed);
}

fn resolved_by_grid(case: &Case, summary: &Summary) -> String {
    let (resolution, diameter) = (&case.resolution, case.sphere.diameter);
    let cells = |name: &str| summary.extra.get(name).map_or("?".into(), |cells| format!("{cells:.0}"));
    format!(
        "Resolved: the axisymmetric flow around the sphere on {} × {} cells, {} per diameter, and the film between sphere \
         and wall with about {} cells across at every gap down to {} D = {}; the solid contact in {} steps or more.",
        cells("cells_radial"),
        cells("cells_axial"),
        resolution.cells_per_diameter,
        resolution.cells_across_film,
        resolution.smallest_gap,
        with_unit(resolution.smallest_gap * diameter, "m"),
        resolution.steps_per_contact,
    )
}
