//! Dry impacts: the force–overlap loop, the course of one impact, and curves of many.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{BLACK, COLUMN, Dash, PAGE, SeriesStyle};
use wetbounce_physics::contact::DrySample;

/// Straight lines through the origin that a law's branches lie on, by name, with their slope [N/m].
pub type Branches<'a> = &'a [(&'a str, f64)];

/// A unit that suits values up to `largest` in SI: factor from SI, and symbol.
fn unit(largest: f64, symbol: &str) -> (f64, String) {
    const PREFIXES: [(f64, &str); 5] = [(1e9, "n"), (1e6, "µ"), (1e3, "m"), (1.0, ""), (1e-3, "k")];
    let fits = |(factor, _): &&(f64, &str)| largest * factor < 1e3;
    let (factor, prefix) = PREFIXES.iter().find(fits).copied().unwrap_or((1.0, ""));
    (factor, format!("{prefix}{symbol}"))
}

fn largest(rows: &[DrySample], of: impl Fn(&DrySample) -> f64) -> f64 {
    rows.iter().map(|row| of(row).abs()).fold(0.0, f64::max)
}

/// Rows in contact, the last of each contact followed by a break.
fn in_contact(rows: &[DrySample], range: f64, point: impl Fn(&DrySample) -> Point) -> Vec<Point> {
    let slack = 1e-9 * rows.iter().map(|row| -row.gap).fold(range, f64::max);
    let touching = |row: &DrySample| row.gap <= range + slack;
    rows.iter().map(|row| if touching(row) { point(row) } else { (f64::NAN, f64::NAN) }).collect()
}

/// Normal force over overlap, one loop for each contact; `range` is the gap \[m\] at which the law begins to act.
pub fn force_overlap(rows: &[DrySample], range: f64, branches: Branches) -> Figure {
    let deepest = rows.iter().map(|row| -row.gap).fold(0.0, f64::max);
    let (scale, metre) = unit(deepest.max(range), "m");
    let (strength, newton) = unit(largest(rows, |row| row.load.normal), "N");
    let mut panel = Panel::new(
        Axis::linear(format!("Overlap ~{{ε}} ({metre})")),
        Axis::linear(format!("Normal force ~{{F}}_{{n}} ({newton})")),
    )
    .with_zero();
    let course = in_contact(rows, range, |row| (-scale * row.gap, strength * row.load.normal));
    panel.add(Mark::Line(course, SeriesStyle::of(0)));
    let highest = largest(rows, |row| row.load.normal.max(0.0));
    let lowest = rows.iter().map(|row| row.load.normal).fold(0.0, f64::min);
    for (number, (name, slope)) in branches.iter().enumerate() {
        let limit = 1.15 * if *slope > 0.0 { highest } else { lowest };
        let end = (limit / slope).clamp(0.0, 1.15 * deepest);
        let line = vec![(0.0, 0.0), (scale * end, strength * slope * end)];
        let dash = if number == 0 { Dash::Dashed } else { Dash::Dotted };
        panel.add_named(Mark::Line(line, SeriesStyle::of(number + 1).dashed(dash)), *name);
    }
    Figure::new(COLUMN, 68.0, vec![vec![panel]])
}

/// A quantity of the rows, and its name.
type Course<'a> = (&'a str, &'a dyn Fn(&DrySample) -> f64);

/// Changes that a figure does not show, over the largest value.
const UNSEEN: f64 = 1e-3;

/// The rows up to a tenth of the time beyond the last change of gap and energies: bodies that stick may be followed far
/// beyond it.
fn until_rest(rows: &[DrySample]) -> &[DrySample] {
    let of: [fn(&DrySample) -> f64; 3] = [|row| row.gap, |row| row.kinetic, |row| row.dissipated];
    let Some(last) = rows.last() else { return rows };
    let changes = |of: &fn(&DrySample) -> f64| {
        let unseen = UNSEEN * largest(rows, of);
        rows.iter().rposition(|row| (of(row) - of(last)).abs() > unseen)
    };
    let Some(changed) = of.iter().filter_map(changes).max() else { return rows };
    let end = 1.1 * rows[changed].time;
    &rows[..rows.partition_point(|row| row.time <= end).max(changed + 1)]
}

/// One impact over time: overlap or gap, forces, velocities, energies.
pub fn motion(rows: &[DrySample]) -> Figure {
    let rows = until_rest(rows);
    let (pace, second) = unit(rows.last().map_or(0.0, |row| row.time), "s");
    let time = || Axis::linear(format!("Time ~{{t}} ({second})"));
    let curves = |label: &str, symbol: &str, curves: &[Course]| {
        let most = curves.iter().map(|(_, of)| largest(rows, of)).fold(0.0, f64::max);
        let (factor, unit) = unit(most, symbol);
        let mut panel = Panel::new(time(), Axis::linear(format!("{label} ({unit})"))).with_zero();
        let shown = |i: usize| i == 0 || largest(rows, curves[i].1) > 0.0;
        let alone = (0..curves.len()).filter(|i| shown(*i)).count() == 1;
        for (number, (name, of)) in curves.iter().enumerate().filter(|(i, _)| shown(*i)) {
            let line = rows.iter().map(|row| (pace * row.time, factor * of(row))).collect();
            let mark = Mark::Line(line, SeriesStyle::of(number));
            panel.add_as(mark, (!alone).then_some(*name));
        }
        panel
    };
    let above = rows.iter().map(|row| row.gap).fold(0.0, f64::max);
    let gap = if above > largest(rows, |row| row.gap.min(0.0)) {
        curves("Gap ~{h}", "m", &[("", &|row| row.gap)])
    } else {
        curves("Overlap ~{ε}", "m", &[("", &|row| -row.gap)])
    };
    let forces = curves(
        "Force ~{F}",
        "N",
        &[
            ("normal", &|row| row.load.normal),
            ("its viscous part", &|row| row.load.viscous),
            ("tangential", &|row| row.load.tangential.norm()),
        ],
    );
    let speeds = curves("Velocity ~{V}", "m/s", &[("normal", &|row| row.velocity), ("sliding", &|row| row.sliding)]);
    let energies = curves(
        "Energy ~{E}",
        "J",
        &[("kinetic", &|row| row.kinetic), ("elastic", &|row| row.elastic), ("dissipated", &|row| row.dissipated)],
    );
    Figure::new(PAGE, 120.0, vec![vec![gap, forces], vec![speeds, energies]])
}

/// Curves by name, each a list of points.
pub type Curves<'a> = &'a [(String, Vec<Point>)];

fn marked(panel: &mut Panel, curves: Curves) {
    for (number, (name, points)) in curves.iter().enumerate() {
        let style = SeriesStyle::of(number);
        if points.len() > 1 {
            panel.add(Mark::Line(points.clone(), style));
        }
        let mark = Mark::Points(points.clone(), style);
        panel.add_as(mark, (curves.len() > 1).then_some(name));
    }
}

/// Normal restitution over impact speed, one curve for each angle.
pub fn restitution(curves: Curves) -> Figure {
    let all = curves.iter().flat_map(|(_, points)| points);
    let lowest = all.map(|(_, e)| *e).fold(1.0, f64::min);
    let low = if lowest < 0.5 { lowest.min(0.0) - 0.02 } else { 2.0 * lowest - 1.02 };
    let mut panel = Panel::new(
        Axis::log("Impact speed ~{V} (m/s)"),
        Axis::linear("Normal restitution ~{e}").above(low).below(1.02),
    );
    marked(&mut panel, curves);
    Figure::new(COLUMN, 65.0, vec![vec![panel]])
}

/// Rebound over impact angle as Maw, Barber & Fawcett (1976) scale them, up to twice the angle at which sliding all
/// through begins; `slide` is `2χ(1 + e)`, by which that lowers the angle.
pub fn maw(curves: Curves, slide: f64) -> Figure {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let furthest = points().map(|(x, _)| *x).fold(0.0, f64::max).min(2.0 * slide);
    let shown = |&&(x, _): &&Point| x <= furthest;
    let (low, high) = points()
        .filter(shown)
        .map(|(_, y)| *y)
        .fold((-1.0, 1.0), |(low, high): (f64, f64), y| (low.min(y), high.max(y)));
    let room = 0.08 * (high - low);
    let mut panel = Panel::new(
        Axis::linear("Impact angle ~{ψ}_{1} = ~{κ} tan ~{θ}_{1} / ~{μ}").above(0.0).below(1.05 * furthest),
        Axis::linear("Rebound angle ~{ψ}_{2} (1)").above(low - room).below(high + room),
    )
    .with_zero();
    for (number, (name, points)) in curves.iter().enumerate() {
        panel.add(Mark::Line(points.clone(), SeriesStyle::of(number)));
        panel.add_named(Mark::Points(points.clone(), SeriesStyle::of(number)), name);
    }
    let line = vec![(slide + low - room, low - room), (1.05 * furthest, 1.05 * furthest - slide)];
    let style = SeriesStyle::of(0).coloured(BLACK).dashed(Dash::Dashed);
    panel.add_named(Mark::Line(line, style), "sliding all through");
    Figure::new(COLUMN, 68.0, vec![vec![panel]])
}

/// Over the impact angle: rebound angle of the centre, normal restitution, the share kept of the tangential velocity of
/// the centre, and spin after.
pub fn angles(rebound: Curves, restitution: Curves, tangential: Curves, spin: Curves) -> Figure {
    let panel = |label: &str, curves: Curves| {
        let mut panel =
            Panel::new(Axis::linear("Impact angle ~{θ}_{1} (deg)").above(0.0).below(90.0), Axis::linear(label));
        marked(&mut panel, curves);
        panel
    };
    let first = vec![panel("Rebound angle ~{θ}_{2} (deg)", rebound), panel("Normal restitution ~{e}", restitution)];
    let second = vec![
        panel("Tangential velocity, after over before ~{u}_{2}/~{u}_{1}", tangential),
        panel("Spin after ~{Ω} (rad/s)", spin),
    ];
    Figure::new(PAGE, 120.0, vec![first, second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::contact::Bodies;

    #[test]
    fn a_body_that_rests_is_shown_as_far_as_it_moves() {
        let row = |k: u32| {
            let time = 1e-3 * f64::from(k);
            let rest = [Default::default(); 2];
            let bodies = Bodies { position: rest, velocity: rest, spin: rest };
            let kinetic = (-time / 1e-2).exp();
            DrySample {
                time,
                gap: 0.0,
                velocity: 0.0,
                load: Default::default(),
                sliding: 0.0,
                bodies,
                kinetic,
                elastic: 0.0,
                dissipated: 0.0,
            }
        };
        let rows: Vec<DrySample> = (0..10_000).map(row).collect();
        // e⁻⁷ is below a thousandth: seven times 10 ms.
        let shown = until_rest(&rows);
        assert!((70..80).contains(&shown.len()), "{}", shown.len());
        assert_eq!(until_rest(&shown[..20]).len(), 20);
    }
}
