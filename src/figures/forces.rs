//! Forces on the sphere over the gap on the way in and on the way out, and over time in contact.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Panel};
use super::phase::SMALLEST;
use super::style::PAGE;
use super::trajectory::PlottedRun;
use std::ops::Range;
use wetbounce_physics::numerics::extent;

/// Forces smaller than the largest by this factor are drawn on a linear scale around zero, whatever their kind.
const RANGE: f64 = 1e-7;

/// Forces smaller than this are none \[N\].
const SMALLEST_FORCE: f64 = 1e-200;
/// Forces larger than this are not drawn \[N\].
const LARGEST_FORCE: f64 = 1e200;

/// A panel, the rows that it shows, and the quantity on their x axis.
type Drawn<'a> = (Panel, Range<usize>, &'a dyn Fn(usize) -> f64);

/// Every force around one collision: over gap/diameter of the approach on the left with the gap falling to the right,
/// over time of the contact in the middle, and over gap/diameter of the rebound on the right with the gap rising, so
/// that time runs from left to right.
///
/// Forces are drawn on a logarithmic scale for both signs, linear below a tenth of the weakest force's peak.
/// `forces` are columns of the run along the normal \[N\], positive away from the wall, with their names. `collision`
/// is the time of the contact \[s\]; the approach begins at the apex before it (or the start), the rebound ends at the
/// apex after it (or the end). The contact is where the gap is not positive; a collision without one has no panel in
/// the middle. Forces that act in none of the rows are not shown.
pub fn figure(run: &PlottedRun, forces: &[(&str, &[f64])], collision: f64) -> Figure {
    let (PlottedRun { time, gap, diameter, .. }, all) = (run, || forces.iter());
    let opening: Vec<f64> = (0..time.len()).map(|row| run.opening(row)).collect();
    let (approach, rebound) = around(time, &opening, collision);
    let touching = contact(gap, approach.start..rebound.end);
    let rows = || approach.clone().chain(rebound.clone());
    let peak =
        |values: &[f64]| rows().map(|row| values[row].abs()).filter(|value| *value < LARGEST_FORCE).fold(0.0, f64::max);
    let peaks: Vec<f64> = all().map(|(_, force)| peak(force)).filter(|peak| *peak > 0.0).collect();
    let (weakest, strongest) = extent(peaks.iter().copied());
    let linear = if peaks.is_empty() { 1.0 } else { (0.1 * weakest).max(RANGE * strongest).max(SMALLEST_FORCE) };
    let over_gap = |row: usize| gap[row] / diameter;
    let gaps = |rows: &Range<usize>| rows.clone().map(over_gap).filter(|gap| *gap > 0.0).collect::<Vec<f64>>();
    let smallest = gaps(&(approach.start..rebound.end)).into_iter().fold(1.0, f64::min).max(SMALLEST);
    let largest = |rows: &Range<usize>| gaps(rows).into_iter().fold(2.0 * smallest, f64::max);
    let axis = |rows: &Range<usize>| Axis::log("Gap ~{h}/~{D}").above(smallest).below(largest(rows));
    let reach = |sign: f64| {
        let values = all().flat_map(|(_, force)| rows().map(|row| sign * force[row]));
        1.8 * values.filter(|value| value.abs() < LARGEST_FORCE).fold(linear, f64::max)
    };
    let sense = if run.second.is_some() { "along the axis" } else { "away from the wall" };
    let force = Axis::new(format!("Force ~{{F}} (N), positive {sense}"), Scale::Symlog { linear });
    let force = force.above(-reach(-1.0)).below(reach(1.0));
    let over_time = |row: usize| 1e6 * (time[row] - time[touching.start]);
    let mut panels: Vec<Drawn> = vec![
        (Panel::new(axis(&approach).reversed(), force.clone()).titled("approach"), approach.clone(), &over_gap),
        (Panel::new(axis(&rebound), force.clone()).titled("rebound").without_y_names(), rebound.clone(), &over_gap),
    ];
    if touching.len() > 1 {
        let deepest = touching.clone().map(|row| -gap[row]).fold(0.0, f64::max);
        let title = format!("contact, overlap up to {:.2} µm", 1e6 * deepest);
        let panel = Panel::new(Axis::linear("Time in contact ~{t} (µs)"), force).titled(title).without_y_names();
        panels.insert(1, (panel, touching.clone(), &over_time));
    }
    let named: Vec<_> = all().filter(|(_, values)| peak(values) > 0.0).collect();
    let draw = |(panel, rows, x): Drawn| {
        let mut panel = panel.with_zero();
        let points = |values: &[f64]| rows.clone().map(|row| (x(row), values[row])).collect();
        panel.add_lines(named.iter().map(|(name, values)| (name.replace('_', " "), points(values))));
        panel
    };
    Figure::new(PAGE, 85.0, vec![panels.into_iter().map(draw).collect()]).with_shared_legend()
}

/// The first run of rows among `rows` in which the bodies touch.
fn contact(gap: &[f64], rows: Range<usize>) -> Range<usize> {
    let touches = |row: &usize| gap[*row] <= 0.0;
    let start = rows.clone().find(touches).unwrap_or(rows.end);
    let end = (start..rows.end).find(|row| !touches(row)).unwrap_or(rows.end);
    start..end
}

/// Time of the first contact \[s\]; of the smallest gap if there was none. The run must not be empty.
pub fn first_collision(run: &PlottedRun) -> f64 {
    let gap = run.gap;
    let lowest = || (0..gap.len()).min_by(|a, b| gap[*a].total_cmp(&gap[*b])).expect("a row at least");
    run.bounces.first().map_or_else(|| run.time[lowest()], |bounce| bounce.contact_time_s)
}

/// Rows from the apex before a moment to the closest approach, and from there to the apex after it; `velocity` is the
/// speed at which the gap opens.
fn around(time: &[f64], velocity: &[f64], moment: f64) -> (Range<usize>, Range<usize>) {
    let contact = time.partition_point(|t| *t < moment).min(time.len());
    let start = (0..contact).rev().find(|&row| velocity[row] > 0.0).map_or(0, |row| row + 1);
    let turn = (contact..time.len()).find(|&row| velocity[row] > 0.0).unwrap_or(time.len());
    let end = (turn..time.len()).find(|&row| velocity[row] <= 0.0).unwrap_or(time.len());
    (start..turn, turn..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_split_at_the_closest_approach_and_end_at_the_apexes() {
        let velocity = [1.0, -1.0, -2.0, -0.5, 0.5, 1.0, 0.1, -0.1, -0.3];
        let time: Vec<f64> = (0..9).map(f64::from).collect();
        assert_eq!(around(&time, &velocity, 2.7), (1..4, 4..7));
        assert_eq!(around(&time, &velocity, 100.0), (7..9, 9..9));
    }

    /// The first sphere moves away from nothing after the collision, but the second is thrown off faster.
    #[test]
    fn a_second_sphere_that_is_struck_leaves_a_rebound_on_which_the_first_follows_it() {
        let time: Vec<f64> = (0..6).map(f64::from).collect();
        let gap = [2.0, 1.0, 0.5, 1.0, 1.5, 2.0];
        let (velocity, second) = ([-2.0, -2.0, -1.0, -1.0, -1.0, -1.0], [0.0, 0.0, -1.5, -1.5, -1.5, -1.5]);
        let (name, diameter, bounces) = ("", 1.0, [].as_slice());
        let run =
            PlottedRun { name, time: &time, gap: &gap, velocity: &velocity, second: Some(&second), diameter, bounces };
        let drawn = figure(&run, &[("film", &velocity)], first_collision(&run));
        let rows = |panel: &Panel| panel.data().count();
        assert_eq!(drawn.rows[0].iter().map(rows).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn the_contact_is_the_first_run_of_rows_without_a_gap() {
        let gap = [1.0, 0.0, -1.0, 1.0, -1.0];
        assert_eq!((contact(&gap, 0..5), contact(&gap, 3..4)), (1..3, 4..4));
    }
}
