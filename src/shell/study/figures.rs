//! The figures of a sweep, drawn from its table, and the data behind each as CSV beside it. `wetbounce sweep`,
//! `collect` and `plot` all draw them here.
//!
//! | file | shows |
//! |---|---|
//! | `restitution` | `e/e_dry` over the Stokes number, the binary one where the table has pairs, with correlations, scatter and key figures of experiments |
//! | `apex` | highest gap of the first rebound over the Stokes number |
//! | `drag` | drag coefficient over the Reynolds number, where spheres are held in a stream |
//! | `psi` | effective angle of rebound over that of incidence, in liquid and dry, where impacts are oblique |
//! | `normal` | normal restitution of oblique impacts over the normal Stokes number |
//! | `map` | `e/e_dry` over Reynolds and Stokes number, where the runs combine several of both |

use super::plan_measurement::{MeasuredFriction, MeasuredPoint};
use super::results::gap_over_own_stokes;
use super::stokes_axis::StokesAxis;
use super::{map, oblique};
use crate::output::OutputError;
use crate::output::drawing;
use crate::output::table::Table;
use crate::run::quantities as q;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use wetbounce_figures::restitution::{
    Beside, CRITICAL, GONDRET, RestitutionOptions, Series, Stokes, THRESHOLDS, Threshold, experiments, figure,
};
use wetbounce_figures::style::{COLUMN, SeriesStyle, size};
use wetbounce_figures::{Axis, Figure, Look, Mark, Panel, Point};
use wetbounce_physics::film::correlations::{davis, legendre};
use wetbounce_physics::numerics::grouped;
use wetbounce_physics::numerics::{extent, sort_by_first};

/// Choices of the user about the curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// The Stokes number on the x axis.
    pub stokes: Stokes,
    /// Column whose values part the runs into curves; without one, `series` does, if the table has it.
    pub group: Option<String>,
    /// The one figure to be drawn; all without.
    pub only: Option<String>,
    /// Measured restitutions beside the curves.
    pub measured: Vec<MeasuredPoint>,
    /// Measured coefficients of friction beside the effective angles.
    pub frictions: Vec<MeasuredFriction>,
}

/// A run with a value.
#[derive(Debug, Clone, PartialEq)]
struct Run {
    name: String,
    stokes: f64,
    modified: f64,
    value: f64,
}

/// Curves by name, in the order of the table.
type Curves = Vec<(String, Vec<Run>)>;

/// A figure with its file name and its data.
#[derive(Debug)]
pub struct Drawing {
    /// Name of the file, without its end.
    pub name: &'static str,
    /// The figure.
    pub figure: Figure,
    /// The data behind it.
    pub data: Table,
}

/// Draws the figures of a sweep's `table` into the directory `plots`.
///
/// # Errors
/// As [`drawings`], or a file cannot be written.
pub fn draw(plots: &Path, table: &Table, choice: &Choice) -> Result<(), OutputError> {
    let mut drawings = drawings(table, choice)?.into_iter();
    drawings
        .try_for_each(|Drawing { name, figure, data }| write(plots, name, (&figure, &Look::default()), &data).map(drop))
}

/// The figures of a sweep's `table`. A figure without any value yet is left out.
///
/// # Errors
/// A column is missing.
pub fn drawings(table: &Table, choice: &Choice) -> Result<Vec<Drawing>, OutputError> {
    let dry = table.numbers(q::RESTITUTION_DRY.key)?;
    let over_dry: Vec<f64> = table.numbers(q::RESTITUTION.key)?.iter().zip(&dry).map(|(wet, dry)| wet / dry).collect();
    let x = StokesAxis::of(table, choice.stokes)?;
    let drawings = [
        restitution(&curves(table, choice, &over_dry)?, table, (choice, &x))?,
        apex(&curves(table, choice, &table.numbers(q::APEX.key)?)?, &x, choice),
        drag(table)?,
        oblique::psi(table, &choice.frictions)?.map(|(figure, data)| Drawing { name: "psi", figure, data }),
        oblique::normal(table)?.map(|(figure, data)| Drawing { name: "normal", figure, data }),
        map::draw(table, &over_dry)?.map(|(figure, data)| Drawing { name: "map", figure, data }),
    ];
    let wanted = |drawing: &Drawing| choice.only.as_ref().is_none_or(|only| only == drawing.name);
    Ok(drawings.into_iter().flatten().filter(wanted).collect())
}

/// Writes a figure and the data behind it beside it.
///
/// # Errors
/// A file cannot be written.
pub fn write(
    plots: &Path,
    name: &str,
    (figure, look): (&Figure, &Look),
    data: &Table,
) -> Result<Vec<PathBuf>, OutputError> {
    let table = plots.join(format!("{name}.csv"));
    drawing::may_tabulate(&table, data)?;
    let paths = drawing::save(figure, look, plots, name)?;
    data.write(&table)?;
    Ok(paths)
}

/// The runs of each group that have a value.
fn curves(table: &Table, choice: &Choice, values: &[f64]) -> Result<Curves, OutputError> {
    let default = table.has("series").then_some("series");
    let groups = choice.group.as_deref().or(default).map(|group| table.text(group)).transpose()?;
    let names = table.text("name")?;
    let of_gap = gap_over_own_stokes(table)?;
    let over_gap =
        |key| Ok(table.numbers(key)?.iter().zip(&of_gap).map(|(own, of_gap)| of_gap * own).collect::<Vec<f64>>());
    let (stokes, modified) = (over_gap(q::STOKES.key)?, over_gap(q::STOKES_MODIFIED.key)?);
    let known = (0..values.len()).filter(|&row| values[row].is_finite() && stokes[row].is_finite());
    let runs = known.map(|row| {
        let group = groups.as_ref().map_or("", |groups| groups[row]);
        let name = names[row].to_owned();
        let run = Run { name, stokes: stokes[row], modified: modified[row], value: values[row] };
        (if group.is_empty() { "computed" } else { group }, run)
    });
    Ok(grouped(runs).into_iter().map(|(name, runs)| (name.to_owned(), runs)).collect())
}

/// Drag coefficient over the Reynolds number, of a fall over the one found; `None` without two of them.
fn drag(table: &Table) -> Result<Option<Drawing>, OutputError> {
    const COLUMNS: [&str; 2] = [q::REYNOLDS.key, q::DRAG.key];
    const FALLING: &str = q::FALL_REYNOLDS.key;
    if !table.has(COLUMNS[1]) {
        return Ok(None);
    }
    let [mut reynolds, drag] = [table.numbers(COLUMNS[0])?, table.numbers(COLUMNS[1])?];
    if table.has(FALLING) {
        let found = table.numbers(FALLING)?;
        reynolds.iter_mut().zip(found).filter(|(_, found)| found.is_finite()).for_each(|(of, found)| *of = found);
    }
    let mut points: Vec<Point> = reynolds.into_iter().zip(drag).filter(|(_, drag)| drag.is_finite()).collect();
    sort_by_first(&mut points);
    if points.len() < 2 {
        return Ok(None);
    }
    let mut data = Table::new(COLUMNS);
    points.iter().for_each(|(reynolds, drag)| data.push([reynolds.to_string(), drag.to_string()]));
    let mut panel = Panel::new(Axis::log("Reynolds number ~{Re}"), Axis::log("Drag coefficient ~{C}_{d}"));
    panel.add(Mark::Line(points.clone(), SeriesStyle::of(0)));
    panel.add(Mark::Points(points, SeriesStyle::of(0)));
    Ok(Some(Drawing { name: "drag", figure: Figure::new(COLUMN, 65.0, vec![vec![panel]]), data }))
}

fn points(runs: &[Run], choice: &Choice) -> Vec<Point> {
    let x = |run: &Run| if choice.stokes == Stokes::Plain { run.stokes } else { run.modified };
    let mut points: Vec<Point> = runs.iter().map(|run| (x(run), run.value)).collect();
    sort_by_first(&mut points);
    points
}

/// Measured points of the user, a series for each source; over St* with the added mass of the run that is nearest in
/// St.
fn measured(curves: &Curves, choice: &Choice) -> Vec<Series> {
    let runs = || curves.iter().flat_map(|(_, runs)| runs);
    let x = |stokes: f64| {
        let nearest = runs().min_by(|a, b| (a.stokes / stokes).ln().abs().total_cmp(&(b.stokes / stokes).ln().abs()));
        let factor = nearest.filter(|_| choice.stokes == Stokes::Modified).map_or(1.0, |run| run.modified / run.stokes);
        factor * stokes
    };
    let sources = grouped(choice.measured.iter().map(|point| (point.source.as_str(), point)));
    let series = sources.into_iter().map(|(source, points)| Series {
        name: source.to_owned(),
        points: points.iter().map(|point| (x(point.stokes), point.over_dry)).collect(),
        errors: points.iter().map(|point| point.sigma).collect(),
        measured: true,
        ..Series::default()
    });
    series.collect()
}

/// The thresholds; over St* each is as wide as the added masses of the runs make it.
fn thresholds(curves: &Curves, choice: &Choice) -> Vec<Threshold> {
    let factors = match choice.stokes {
        Stokes::Plain => vec![1.0],
        Stokes::Modified => curves.iter().flat_map(|(_, runs)| runs).map(|run| run.modified / run.stokes).collect(),
    };
    let (low, high) = extent(factors.into_iter());
    let of = |&(stokes, name): &(f64, &str)| Threshold {
        range: (low * stokes, high * stokes),
        name: format!("{name} St {stokes}"),
    };
    THRESHOLDS.iter().map(of).collect()
}

/// By the name of a run, this end of the band of its restitution over the dry one.
fn over_dry<'t>(end: &q::ResultQuantity, table: &'t Table) -> Result<HashMap<&'t str, f64>, OutputError> {
    if !table.has(end.key) {
        return Ok(HashMap::new());
    }
    let values = table.numbers(end.key)?.into_iter().zip(table.numbers(q::RESTITUTION_DRY.key)?);
    Ok(table
        .text("name")?
        .into_iter()
        .zip(values.map(|(wet, dry)| wet / dry))
        .filter(|(_, value)| value.is_finite())
        .collect())
}

/// The band of a curve: both ends of each run, the run itself where it has no band.
fn band(runs: &[Run], ends: &[HashMap<&str, f64>], choice: &Choice) -> Vec<(f64, [f64; 2])> {
    let end = |ends: &HashMap<&str, f64>| {
        let at = |run: &Run| Run { value: ends.get(run.name.as_str()).copied().unwrap_or(run.value), ..run.clone() };
        points(&runs.iter().map(at).collect::<Vec<_>>(), choice)
    };
    if ends.iter().any(HashMap::is_empty) {
        return Vec::new();
    }
    end(&ends[0]).into_iter().zip(end(&ends[1])).map(|((x, low), (_, high))| (x, [low, high])).collect()
}

fn restitution(
    curves: &Curves,
    table: &Table,
    (choice, x): (&Choice, &StokesAxis),
) -> Result<Option<Drawing>, OutputError> {
    if curves.is_empty() {
        return Ok(None);
    }
    let ends = [q::RESTITUTION_LOW, q::RESTITUTION_HIGH].map(|end| over_dry(&end, table)).into_iter();
    let ends: Vec<HashMap<&str, f64>> = ends.collect::<Result<_, OutputError>>()?;
    let computed = curves.iter().map(|(name, runs)| Series {
        name: name.clone(),
        points: points(runs, choice),
        band: band(runs, &ends, choice),
        ..Series::default()
    });
    let measured = measured(curves, choice);
    let all: Vec<Series> = computed.chain(measured).chain([experiments(choice.stokes)]).collect();
    let rigid: Vec<Vec<Run>> =
        curves.iter().map(|(_, runs)| rigid_film(runs, table)).collect::<Result<_, OutputError>>()?;
    let beside = |((_, runs), rigid): (&(String, Vec<Run>), &Vec<Run>)| {
        let added_mass = runs.iter().map(|run| Run { value: run.modified / run.stokes, ..run.clone() });
        Beside { added_mass: points(&added_mass.collect::<Vec<_>>(), choice), rigid: points(rigid, choice) }
    };
    let options = RestitutionOptions {
        stokes: choice.stokes,
        label: x.label.clone(),
        beside: curves.iter().zip(&rigid).map(beside).collect(),
        critical: Some(CRITICAL),
        thresholds: thresholds(curves, choice),
        ..RestitutionOptions::default()
    };
    let data = restitution_data(curves, &rigid.concat(), &choice.measured, x.key);
    Ok(Some(Drawing { name: "restitution", figure: figure(&all, &options), data }))
}

/// The rigid film's values for the runs of a curve, if the table has them.
fn rigid_film(curve: &[Run], table: &Table) -> Result<Vec<Run>, OutputError> {
    if !table.has(q::RIGID_FILM.key) {
        return Ok(Vec::new());
    }
    let (names, values) = (table.text("name")?, table.numbers(q::RIGID_FILM.key)?);
    let rows: HashMap<&str, f64> = names.into_iter().zip(values).rev().collect();
    let value = |run: &Run| rows.get(run.name.as_str()).copied();
    let runs = curve.iter().filter_map(|run| Some(Run { value: value(run)?, ..run.clone() }));
    Ok(runs.filter(|run| run.value.is_finite()).collect())
}

fn apex(curves: &Curves, x: &StokesAxis, choice: &Choice) -> Option<Drawing> {
    curves.first()?;
    let mut panel = Panel::new(Axis::log(&x.label), Axis::linear("Highest gap of the rebound ~{h}/~{D}").above(0.0));
    for (number, (name, runs)) in curves.iter().enumerate() {
        let style = SeriesStyle::of(number);
        panel.add(Mark::Line(points(runs, choice), style));
        panel.add_named(Mark::Points(points(runs, choice), style), name);
    }
    let (width, height) = size(curves.len());
    let figure = Figure::new(width, height, vec![vec![panel]]);
    let mut data = Table::new(["series", "name", x.key, q::STOKES_MODIFIED.key, q::APEX.key]);
    rows(curves).for_each(|row| data.push(row));
    Some(Drawing { name: "apex", figure, data })
}

/// Rows of every run: series, name, Stokes numbers, value.
fn rows(curves: &Curves) -> impl Iterator<Item = Vec<String>> + '_ {
    curves.iter().flat_map(|(series, runs)| {
        runs.iter().map(|run| {
            let numbers = [run.stokes, run.modified, run.value].map(|number| number.to_string());
            [series.clone(), run.name.clone()].into_iter().chain(numbers).collect()
        })
    })
}

/// The runs, then the correlations at the Stokes numbers of each, then the key figures and thresholds of the
/// experiments.
fn restitution_data(curves: &Curves, rigid: &[Run], measured: &[MeasuredPoint], x: &'static str) -> Table {
    let mut numbers: Vec<(f64, f64)> =
        curves.iter().flat_map(|(_, runs)| runs).map(|run| (run.stokes, run.modified)).collect();
    sort_by_first(&mut numbers);
    numbers.dedup();
    let row = |series: &str, stokes: f64, modified: Option<f64>, value: f64| {
        let modified = modified.map_or(String::new(), |modified| modified.to_string());
        vec![series.to_owned(), String::new(), stokes.to_string(), modified, value.to_string()]
    };
    let mut rows: Vec<Vec<String>> = rows(curves).collect();
    rows.extend(numbers.iter().map(|&(st, modified)| row("exp(-35/St*)", st, Some(modified), legendre(modified))));
    rows.extend(numbers.iter().map(|&(st, modified)| row("1 - 10/St", st, Some(modified), davis(st, CRITICAL))));
    let modelled = |run: &Run| row("rigid film to its cut-off", run.stokes, Some(run.modified), run.value);
    rows.extend(rigid.iter().map(modelled));
    rows.extend(measured.iter().map(|point| row(&point.source, point.stokes, None, point.over_dry)));
    for (stokes, low, high) in GONDRET {
        rows.push(row("Gondret et al. (2002), lowest", stokes, None, low));
        rows.push(row("Gondret et al. (2002), highest", stokes, None, high));
    }
    for (stokes, name) in THRESHOLDS {
        let threshold = format!("threshold: {name} (Joseph et al. 2001)");
        rows.push(vec![threshold, String::new(), stokes.to_string(), String::new(), String::new()]);
    }
    let mut data = Table::new(["series", "name", x, q::STOKES_MODIFIED.key, q::OVER_DRY.key]);
    rows.into_iter().for_each(|row| data.push(row));
    data
}
