//! Explanations of a difference between a run and a record: one input that is off, or the scale, the clock or the zero
//! of the record.
//!
//! How the motion changes with an input is taken from theory, by a run with it 1 % larger, at the same time after the
//! first contact. The amount is that of least squared residuals.

use super::input_sensitivity::{after_contact, sensitivities};
use crate::case::{Case, Measurement, records};
use crate::output::OutputError;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_records::bounce::drops;
use wetbounce_records::comparison::alignment::align;
use wetbounce_records::comparison::computed::Computed;
use wetbounce_records::comparison::measurement::Comparison;
use wetbounce_records::comparison::plausible;
use wetbounce_records::record::Record;

/// Largest change that explains anything.
const LARGEST: f64 = 0.3;
/// Share of the squared differences that has to be explained.
const SHARE: f64 = 0.6;

/// A point of the record: time of the run, computed gap and speed, computed less measured gap.
struct Point {
    at: Moment,
    residual: f64,
}

/// Adds to the verdict an explanation of the difference from the record of `measurement`, if run and record differ by
/// more than chance and nothing in the record is doubted.
///
/// # Errors
/// The record cannot be read.
pub fn explain(
    case: &Case,
    measurement: &Measurement,
    computed: &Computed,
    found: &mut Comparison,
) -> Result<(), OutputError> {
    if !found.remarks.0.is_empty() || !plausible::differs(found) {
        return Ok(());
    }
    let drops = records(measurement, Some(case.lengths())).map_err(OutputError::of_table)?;
    let readings = drops::of_all(&drops, case.reading());
    let aligned = align(&drops, &readings, measurement.origin(), computed);
    let drops = aligned.map_or_else(|_| Vec::new(), |aligned| aligned.drops);
    found.verdict.extend(explanation(case, &drops, computed).map(|why| format!("; {why}")));
    Ok(())
}

/// The best explanation of what is between aligned drops and a run, in words; `None` if nothing explains most of the
/// difference.
fn explanation(case: &Case, drops: &[Record], computed: &Computed) -> Option<String> {
    let contact = computed.bounces.first()?.contact_time_s;
    let points = drops.iter().flat_map(Record::points).filter_map(|(time, gap)| {
        let at = computed.at(time)?;
        Some(Point { at, residual: at.gap - gap })
    });
    let points: Vec<Point> = points.collect();
    let of_points =
        |effect: &dyn Fn(&Moment) -> f64| points.iter().map(|point| effect(&point.at)).collect::<Vec<f64>>();
    let percent = |what: &str, amount: f64| {
        format!("{what} {:.1} % {}", 100.0 * amount.abs(), if amount > 0.0 { "larger" } else { "smaller" })
    };
    let zero = best(&points, &of_points(&|_| case.problem.sphere.diameter));
    let scale = best(&points, &of_points(&|at| -at.gap));
    let clock = best(&points, &of_points(&|at| -at.velocity * (at.time - contact)));
    let mut found = vec![
        (zero, format!("a zero of the record {:+.3} D away", -zero.0)),
        (scale, percent("heights of the record", scale.0)),
        (clock, percent("times of the record", clock.0)),
    ];
    for input in sensitivities(case, &after_contact(case).unwrap_or_default()) {
        let change = best(&points, &of_points(&|at| input.effect(&Moment { time: at.time - contact, ..*at })));
        found.push((change, percent(input.key, change.0)));
    }
    let likely = found.into_iter().filter(|((amount, _), _)| amount.abs() < LARGEST);
    let ((_, share), words) = likely.max_by(|a, b| a.0.1.total_cmp(&b.0.1))?;
    (share > SHARE).then(|| format!("{words} would explain {:.0} % of the squared differences", 100.0 * share))
}

/// The amount of an `effect` on the computed gaps that takes most of the squared residuals away, and which share of
/// them.
fn best(points: &[Point], effect: &[f64]) -> (f64, f64) {
    let sum = |of: &dyn Fn(&Point, f64) -> f64| {
        points.iter().zip(effect).map(|(point, effect)| of(point, *effect)).sum::<f64>()
    };
    let square = sum(&|point, _| point.residual * point.residual);
    let (along, size) = (sum(&|point, effect| point.residual * effect), sum(&|_, effect| effect * effect));
    if size > 0.0 && square > 0.0 { (-along / size, along * along / size / square) } else { (0.0, 0.0) }
}
