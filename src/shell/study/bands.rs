//! Figures of a sweep with samples: bands on the trajectory and on the restitution, and the shares of the inputs.
//!
//! | file | shows |
//! |---|---|
//! | `band` | gap over time: median, and the ranges that hold 68 and 95 % of the samples |
//! | `restitution-band` | the same of the restitution over the Stokes number; of one curve point, how many samples lie below each value |
//! | `shares` | the share of each input in the variance of each output |

use super::SweepDirectory;
use super::figures::write;
use super::results::{RunResult, SweepResults};
use super::uncertainty::{PERCENTILES, RESTITUTION, SweepUncertainty, percentiles};
use crate::output::OutputError;
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::run::quantities as q;
use std::path::Path;
use wetbounce_figures::style::{COLUMN, PALETTE, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Look, Mark, Panel, Point};
use wetbounce_physics::numerics::grouped;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::numerics::sort_by_first;
use wetbounce_records::comparison::computed;

/// Times of a band.
const TIMES: usize = 300;
/// Opacity of the ranges that hold 95 and 68 %.
const OPACITY: [f64; 2] = [0.18, 0.3];
/// Names of the figures and their captions.
pub(super) const FIGURES: [(&str, &str); 3] = [
    ("band", "Gap over time with uncertain inputs: median, 68 % and 95 % of the samples."),
    ("restitution-band", "Apparent restitution with uncertain inputs."),
    ("shares", "Share of each uncertain input in the variance, by squared standardised regression coefficients."),
];

/// Percentiles over a coordinate.
type Band = Vec<(f64, [f64; 5])>;

/// Draws the figures into `plots` of the sweep's directory.
///
/// # Errors
/// A trajectory cannot be read, or a file cannot be written.
pub fn draw(directory: &SweepDirectory, results: &SweepResults, found: &SweepUncertainty) -> Result<(), OutputError> {
    let plots = directory.root.join("plots");
    let save = |name: &str, drawn: Option<(Figure, Table)>| match drawn {
        Some((figure, data)) => write(&plots, name, (&figure, &Look::default()), &data).map(drop),
        None => Ok(()),
    };
    save(FIGURES[0].0, trajectories(directory, results)?)?;
    save(FIGURES[1].0, restitutions(results, found))?;
    save(FIGURES[2].0, shares(found).map(|figure| (figure, found.table())))
}

/// Adds a band in the colour of the series with this number.
fn add(panel: &mut Panel, band: &Band, number: usize, name: &str) {
    let style = SeriesStyle::of(number);
    let side = |which: usize| band.iter().map(move |(x, values)| (*x, values[which])).collect::<Vec<Point>>();
    for ((low, high), opacity) in [(0, 4), (1, 3)].into_iter().zip(OPACITY) {
        let outline = side(low).into_iter().chain(side(high).into_iter().rev()).collect();
        panel.add(Mark::Shape(outline, style.colour, opacity));
    }
    let name = if name.is_empty() { "median; 68 and 95 %".to_owned() } else { format!("{name}: median; 68 and 95 %") };
    panel.add_named(Mark::Line(side(2), style), name);
}

fn table(coordinate: &str, bands: &[(String, Band)]) -> Table {
    let columns = ["series", coordinate].map(str::to_owned).into_iter();
    let mut table = Table::new(columns.chain(PERCENTILES.map(|percent| format!("percentile_{percent}"))));
    for (series, band) in bands {
        for (x, values) in band {
            let numbers = std::iter::once(*x).chain(*values).map(|value| value.to_string());
            table.push(std::iter::once(series.clone()).chain(numbers));
        }
    }
    table
}

/// Gap over time of all series, on the clock of the first contact where every sample has one.
fn trajectories(directory: &SweepDirectory, results: &SweepResults) -> Result<Option<(Figure, Table)>, OutputError> {
    let runs = results.runs.iter().enumerate().filter(|(_, run)| run.summary().is_some());
    let with_contact = runs.clone().all(|(_, run)| run.first_contact().is_some());
    let mut bands = Vec::new();
    for (series, runs) in grouped(runs.map(|(index, run)| (run.run.series.as_str(), (index, run)))) {
        let motions = runs.iter().map(|(index, run)| motion(&directory.run_directory(*index), run, with_contact));
        let band = gaps(&motions.collect::<Result<Vec<_>, _>>()?);
        bands.push((series.to_owned(), band));
    }
    bands.retain(|(_, band)| !band.is_empty());
    if bands.is_empty() {
        return Ok(None);
    }
    let clock = if with_contact { "first contact" } else { "release" };
    let x = Axis::linear(format!("Time after {clock} (ms)"));
    let mut panel = Panel::new(x, Axis::linear("Gap ~{h}/~{D}"));
    for (number, (series, band)) in bands.iter().enumerate() {
        let shown: Band = band.iter().map(|(time, values)| (1e3 * time, *values)).collect();
        add(&mut panel, &shown, number, series);
    }
    Ok(Some((Figure::new(COLUMN, 70.0, vec![vec![panel]]), table("time_s", &bands))))
}

/// The motion of a run in diameters, on the clock asked for.
fn motion(directory: &Path, run: &RunResult, with_contact: bool) -> Result<Vec<Moment>, OutputError> {
    let trajectory = Trajectory::read(&directory.join("trajectory.csv"))?;
    let start = run.first_contact().filter(|_| with_contact).unwrap_or(0.0);
    let diameter = run.case.as_ref().map_or(1.0, |case| case.problem.sphere.diameter);
    let moment =
        |at: Moment| Moment { time: at.time - start, gap: at.gap / diameter, velocity: at.velocity / diameter };
    Ok(trajectory.moments().map(moment).collect())
}

/// Percentiles of the gap at times that all motions have.
fn gaps(motions: &[Vec<Moment>]) -> Band {
    let ends = motions.iter().filter_map(|motion| Some((motion.first()?.time, motion.last()?.time)));
    let (start, end) = ends.fold((f64::MIN, f64::MAX), |(start, end), own| (own.0.max(start), own.1.min(end)));
    if motions.len() < 2 || start >= end {
        return Vec::new();
    }
    let at = |time: f64| {
        let gap = |motion: &Vec<Moment>| Some(computed::at(motion, time)?.gap);
        (time, percentiles(motions.iter().filter_map(gap).collect()))
    };
    (0..=TIMES).map(|k| at(start + (end - start) * k as f64 / TIMES as f64)).collect()
}

/// The restitution over the Stokes number, or of one point the share of samples below a value.
fn restitutions(results: &SweepResults, found: &SweepUncertainty) -> Option<(Figure, Table)> {
    let spreads: Vec<_> = found.outputs.iter().filter(|spread| spread.output == RESTITUTION).collect();
    let middle = |series: &str| {
        let runs = results.runs.iter().filter(|run| run.run.series == series);
        percentiles(runs.filter_map(|run| run.value(&q::STOKES)).collect())[2]
    };
    let mut band: Band = spreads.iter().map(|spread| (middle(&spread.series), spread.percentiles)).collect();
    sort_by_first(&mut band);
    let label = "Apparent restitution ~{e}";
    if band.len() > 1 && band.windows(2).all(|pair| pair[0].0 < pair[1].0 * (1.0 - 1e-6)) {
        let x = Axis::log("Stokes number St = ~{ρ}_{p}~{UD}/9~{μ}, median of the samples");
        let mut panel = Panel::new(x, Axis::linear(label).above(0.0));
        add(&mut panel, &band, 0, "");
        return Some((Figure::new(COLUMN, 65.0, vec![vec![panel]]), table("stokes", &[(String::new(), band)])));
    }
    let mut panel = Panel::new(Axis::linear(label), Axis::linear("Share of the samples below").above(0.0).below(1.0));
    let mut data = Table::new(["series", "restitution", "share_below"]);
    for (number, spread) in spreads.iter().enumerate() {
        let runs = results.runs.iter().filter(|run| run.run.series == spread.series);
        let mut values: Vec<f64> = runs.filter_map(|run| run.value(&q::RESTITUTION)).collect();
        values.sort_by(f64::total_cmp);
        let share = |place: usize| (place as f64 + 0.5) / values.len() as f64;
        let points: Vec<Point> = values.iter().enumerate().map(|(place, value)| (*value, share(place))).collect();
        for (value, below) in &points {
            data.push([spread.series.clone(), value.to_string(), below.to_string()]);
        }
        let style = SeriesStyle::of(number);
        let name = if spread.series.is_empty() { "samples" } else { spread.series.as_str() };
        panel.add_named(Mark::Line(points, style), name);
        [0, 2, 4].into_iter().for_each(|at| panel.add(Mark::Vertical(spread.percentiles[at], SeriesStyle::helping())));
    }
    (!spreads.is_empty()).then(|| (Figure::new(COLUMN, 65.0, vec![vec![panel]]), data))
}

/// A bar for each output, divided among the inputs.
fn shares(found: &SweepUncertainty) -> Option<Figure> {
    let known: Vec<_> = found.outputs.iter().filter(|spread| spread.r_squared.is_finite()).collect();
    let lowest = -(known.len() as f64);
    let x = Axis::linear("Share of the variance").above(-0.03).below(1.03);
    let mut panel = Panel::new(x, Axis::linear("").above(lowest).below(0.0)).without_y_names();
    for (row, spread) in known.iter().enumerate() {
        let (top, mut left) = (-0.5 - row as f64, 0.0);
        for (number, (input, share)) in found.inputs.inputs.iter().zip(&spread.shares).enumerate() {
            let right = left + share;
            let bar = vec![(left, top), (right, top), (right, top - 0.4), (left, top - 0.4)];
            let mark = Mark::Shape(bar, PALETTE[number % PALETTE.len()], 0.75);
            match row {
                0 => panel.add_named(mark, &input.key),
                _ => panel.add(mark),
            }
            left = right;
        }
        let of = if spread.series.is_empty() { String::new() } else { format!(", {}", spread.series) };
        panel.add(Mark::Text(
            (0.51, top + 0.22),
            format!("{}{of} (~{{R}}^{{2}} {:.2})", spread.output, spread.r_squared),
        ));
    }
    let height = 24.0 + 10.0 * known.len() as f64 + 3.6 * found.inputs.inputs.len() as f64;
    (!known.is_empty()).then(|| Figure::new(COLUMN, height, vec![vec![panel]]))
}
