//! The curves of a sweep beside measured restitutions: how far they are apart.
//!
//! For each curve and each measured point within its range: `e/e_dry` of the curve, linear in `ln St` between its runs,
//! less the measured one.

use super::plan_measurement::MeasuredPoint;
use super::results::SweepResults;
use crate::output::table::Table;
use crate::report::digits;
use crate::run::quantities as q;
use wetbounce_physics::numerics::grouped;
use wetbounce_physics::numerics::{linear_in_log, sort_by_first};

/// How far a curve is from the points of one source.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// The curve; empty if there is only one.
    pub(super) series: String,
    /// The source.
    pub source: String,
    /// Points in the curve's range, and all.
    pub points: (usize, usize),
    /// Root mean square of computed less measured e/e_dry.
    pub(super) rms: f64,
    /// Mean of it.
    pub(super) mean: f64,
    /// Largest absolute value.
    pub(super) largest: f64,
    /// Mean of the squared differences over the uncertainties; `None` if not all are known.
    pub(super) reduced_chi_squared: Option<f64>,
}

/// A curve at a measured point.
#[derive(Debug, Clone, Copy)]
struct Met<'a> {
    point: &'a MeasuredPoint,
    computed: f64,
}

/// The points of each source that lie in the range of a curve, by curve and source.
fn meetings<'a>(results: &'a SweepResults, points: &'a [MeasuredPoint]) -> Vec<(&'a str, &'a str, Vec<Met<'a>>)> {
    let runs = results.runs.iter().filter_map(|run| {
        let place = (run.value(&q::STOKES)?, run.value(&q::OVER_DRY)?);
        Some((run.run.series.as_str(), place))
    });
    let sources = grouped(points.iter().map(|point| (point.source.as_str(), point)));
    let mut found = Vec::new();
    for (series, mut curve) in grouped(runs) {
        sort_by_first(&mut curve);
        for (source, points) in &sources {
            let met =
                points.iter().filter_map(|&point| Some(Met { point, computed: linear_in_log(&curve, point.stokes)? }));
            found.push((series, *source, met.collect()));
        }
    }
    found
}

/// How far every curve is from the points of every source.
pub(super) fn distances(results: &SweepResults, points: &[MeasuredPoint]) -> Vec<Distance> {
    let distance = |(series, source, met): (&str, &str, Vec<Met>)| {
        let count = met.len() as f64;
        let difference = |met: &Met| met.computed - met.point.over_dry;
        let mean = |of: &dyn Fn(&Met) -> f64| met.iter().map(of).sum::<f64>() / count;
        let known = !met.is_empty() && met.iter().all(|met| met.point.sigma > 0.0);
        Distance {
            series: series.to_owned(),
            source: source.to_owned(),
            points: (met.len(), points.iter().filter(|point| point.source == source).count()),
            rms: mean(&|met| difference(met).powi(2)).sqrt(),
            mean: mean(&difference),
            largest: met.iter().map(difference).fold(0.0, |most, d| d.abs().max(most)),
            reduced_chi_squared: known.then(|| mean(&|met| (difference(met) / met.point.sigma).powi(2))),
        }
    };
    meetings(results, points).into_iter().map(distance).collect()
}

/// Every curve beside every point: `comparison.csv`.
pub fn table(results: &SweepResults, points: &[MeasuredPoint]) -> Table {
    let columns = [
        "series",
        "source",
        "stokes",
        "measured_over_dry",
        "uncertainty",
        "computed_over_dry",
        "difference",
        "deviations",
    ];
    let mut table = Table::new(columns);
    for (series, source, met) in meetings(results, points) {
        for Met { point, computed } in met {
            let difference = computed - point.over_dry;
            let deviations = if point.sigma > 0.0 { (difference / point.sigma).to_string() } else { String::new() };
            let numbers = [point.stokes, point.over_dry, point.sigma, computed, difference].map(|v| v.to_string());
            table.push([series, source].map(str::to_owned).into_iter().chain(numbers).chain([deviations]));
        }
    }
    table
}

/// The distances as a reader sees them.
pub(super) fn shown(distances: &[Distance]) -> Table {
    let mut table =
        Table::new(["Curve", "Measured by", "Points in range", "rms Δ(e/e dry)", "mean", "largest", "reduced χ²"]);
    for distance in distances {
        let number = |value: f64| digits(value, 4);
        table.push([
            if distance.series.is_empty() { "computed".to_owned() } else { distance.series.clone() },
            distance.source.clone(),
            format!("{} of {}", distance.points.0, distance.points.1),
            number(distance.rms),
            number(distance.mean),
            number(distance.largest),
            distance.reduced_chi_squared.map_or_else(|| "no uncertainties".to_owned(), |chi| format!("{chi:.2}")),
        ]);
    }
    table
}
