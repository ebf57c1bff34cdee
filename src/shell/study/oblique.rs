//! Oblique impacts in the table of a sweep, and their figures.
//!
//! | column | meaning |
//! |---|---|
//! | `stokes_normal` | Stokes number on the speed along the wall's normal |
//! | `impact_angle_deg` | angle between path and normal at the first touch |
//! | `psi_in`, `psi_out` | effective angles of incidence and rebound ([`crate::analysis::oblique`]) |
//! | `psi_out_dry` | that of rebound in the dry impact with the same speeds and spin at the touch |
//! | `psi_sticks_below`, `psi_slides_above` | angles of incidence between which an elastic dry impact sticks and slides (Maw et al. 1976) |
//! | `restitution_tangential`, `impulse_ratio` | of the first bounce |

use super::plan_measurement::MeasuredFriction;
use crate::output::OutputError;
use crate::output::table::Table;
use crate::run::quantities as q;
use wetbounce_figures::style::{COLUMN, Dash, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point};
use wetbounce_physics::numerics::grouped;
use wetbounce_physics::numerics::sort_by_first;

/// The points of each series, by the column `series`; rows without a value are left out.
fn series(table: &Table, [x, y]: [&str; 2]) -> Result<Vec<(String, Vec<Point>)>, OutputError> {
    let (x, y, names) = (table.numbers(x)?, table.numbers(y)?, table.text("series")?);
    let rows = (0..x.len()).filter(|&row| x[row].is_finite() && y[row].is_finite());
    let named = rows.map(|row| (if names[row].is_empty() { "computed" } else { names[row] }, (x[row], y[row])));
    let sorted = |(name, mut points): (&str, Vec<Point>)| {
        sort_by_first(&mut points);
        (name.to_owned(), points)
    };
    Ok(grouped(named).into_iter().map(sorted).collect())
}

/// Limits that differ by less than this share are one.
const SAME: f64 = 1e-3;

/// Maw's limits, where the table has them and all runs share them, with their names.
fn limits_in(table: &Table) -> Result<Vec<(Mark, String)>, OutputError> {
    let mut marks = Vec::new();
    let names = ["begins with sticking below", "slides all through above"];
    for (column, name) in [q::STICKS_BELOW.key, q::SLIDES_ABOVE.key].into_iter().zip(names) {
        if !table.has(column) {
            continue;
        }
        let values: Vec<f64> = table.numbers(column)?.into_iter().filter(|value| value.is_finite()).collect();
        let Some(&first) = values.first() else { continue };
        if values.iter().all(|value| (value / first - 1.0).abs() < SAME) {
            let style = SeriesStyle::helping().dashed(Dash::Dotted);
            marks.push((Mark::Vertical(first, style), format!("{name} {first:.3} (Maw et al. 1976)")));
        }
    }
    Ok(marks)
}

/// The trend of impacts that slide all through with a measured friction `μ`, `Ψ_out = Ψ_in − 7/2 μ (1 + e)` of a solid
/// sphere, from where the slip would end up to the largest `Ψ_in` of the table; `e` is the mean of its runs at contact.
/// None below that.
fn trend(table: &Table, friction: &MeasuredFriction) -> Result<Option<(String, Vec<Point>)>, OutputError> {
    let finite =
        |column| Ok(table.numbers(column)?.into_iter().filter(|value| value.is_finite()).collect::<Vec<f64>>());
    let (angles, restitutions): (Vec<f64>, Vec<f64>) = (finite(q::PSI_IN.key)?, finite(q::AT_CONTACT.key)?);
    let mean = restitutions.iter().sum::<f64>() / restitutions.len() as f64;
    let MeasuredFriction { source, coefficient } = friction;
    let change = 3.5 * coefficient * (1.0 + mean);
    let largest = angles.into_iter().fold(change, f64::max);
    let name = format!("slides with the measured {coefficient} ({source})");
    Ok((largest > change).then(|| (name, vec![(change, 0.0), (largest, largest - change)])))
}

/// A figure and the data behind it.
pub(super) type Drawn = (Figure, Table);

/// `Ψ_out` over `Ψ_in`, wet (points), dry and with measured friction (lines); `None` of runs along the normal.
///
/// # Errors
/// A column is missing.
pub(super) fn psi(table: &Table, frictions: &[MeasuredFriction]) -> Result<Option<Drawn>, OutputError> {
    if !table.has(q::PSI_IN.key) {
        return Ok(None);
    }
    let (wet, dry) =
        (series(table, [q::PSI_IN.key, q::PSI_OUT.key])?, series(table, [q::PSI_IN.key, q::PSI_OUT_DRY.key])?);
    if wet.iter().all(|(_, points)| points.len() < 2) {
        return Ok(None);
    }
    let mut panel =
        Panel::new(Axis::linear("Angle of incidence ~{Ψ}_{in} (1)"), Axis::linear("Angle of rebound ~{Ψ}_{out} (1)"))
            .with_zero();
    limits_in(table)?.into_iter().for_each(|(mark, name)| panel.add_named(mark, name));
    let drawn = wet.len();
    for (number, (name, points)) in wet.into_iter().enumerate() {
        panel.add_named(Mark::Points(points, SeriesStyle::of(number)), format!("{name}, in liquid"));
    }
    for (number, (name, points)) in dry.into_iter().enumerate() {
        panel.add_named(Mark::Line(points, SeriesStyle::of(number).dashed(Dash::Dashed)), format!("{name}, dry"));
    }
    let mut data = table.select(&["name", "series", q::PSI_IN.key, q::PSI_OUT.key, q::PSI_OUT_DRY.key])?;
    for (number, friction) in frictions.iter().enumerate() {
        let Some((name, points)) = trend(table, friction)? else { continue };
        for (angle, rebound) in &points {
            data.push([String::new(), name.clone(), angle.to_string(), rebound.to_string(), String::new()]);
        }
        panel.add_named(Mark::Line(points, SeriesStyle::of(number + drawn).dashed(Dash::Dotted)), name);
    }
    Ok(Some((Figure::new(COLUMN, 70.0, vec![vec![panel]]), data)))
}

/// Normal restitution over the angle of impact, at the touch and apparent; `None` of runs along the normal.
///
/// # Errors
/// A column is missing.
pub(super) fn normal(table: &Table) -> Result<Option<Drawn>, OutputError> {
    if !table.has(q::IMPACT_ANGLE.key) {
        return Ok(None);
    }
    let curves = series(table, [q::STOKES_NORMAL.key, q::RESTITUTION.key])?;
    if curves.iter().map(|(_, points)| points.len()).sum::<usize>() < 2 {
        return Ok(None);
    }
    let x = Axis::log("Normal Stokes number ~{St}_{n}");
    let mut panel = Panel::new(x, Axis::linear("Normal restitution ~{e}_{n}").above(0.0).below(1.0));
    for (number, (name, points)) in curves.into_iter().enumerate() {
        panel.add_named(Mark::Points(points, SeriesStyle::of(number)), name);
    }
    let columns = ["name", "series", q::STOKES_NORMAL.key, q::IMPACT_ANGLE.key, q::RESTITUTION.key, q::AT_CONTACT.key];
    Ok(Some((Figure::new(COLUMN, 65.0, vec![vec![panel]]), table.select(&columns)?)))
}
