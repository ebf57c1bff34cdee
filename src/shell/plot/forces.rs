//! Forces on the sphere over the gap, on the way in and on the way out.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Mark, Panel, Point};
use super::phase::SMALLEST;
use super::style::{PAGE, SeriesStyle};
use crate::analysis::restitution::Bounce;
use crate::output::trajectory::Trajectory;

/// Forces smaller than the largest by this factor are drawn on a linear scale around zero, whatever their kind.
const RANGE: f64 = 1e-7;

/// Forces smaller than this are none, N.
const SMALLEST_FORCE: f64 = 1e-200;
/// Forces larger than this are not drawn, N.
const LARGEST_FORCE: f64 = 1e200;

/// Every force over gap/diameter around one collision: approach on the left with the gap falling to the right, rebound
/// on the right with the gap rising, so that time runs from left to right.
///
/// Forces are drawn on a logarithmic scale for both signs, linear below a tenth of the weakest force's peak.
/// `collision` is the time of the contact in s; the approach begins at the apex before it (or the start), the rebound
/// ends at the apex after it (or the end). Rows with a gap that is not positive (solid contact) are not shown, nor
/// forces that act in none of the rows.
pub fn figure(trajectory: &Trajectory, diameter: f64, collision: f64) -> Figure {
    let (approach, rebound) = around(trajectory, collision);
    let rows = || approach.clone().chain(rebound.clone()).filter(|&row| trajectory.gap[row] > 0.0);
    let peak = |values: &Vec<f64>| {
        rows().map(|row| values[row].abs()).filter(|value| *value < LARGEST_FORCE).fold(0.0, f64::max)
    };
    let peaks: Vec<f64> = trajectory.forces.iter().map(peak).filter(|peak| *peak > 0.0).collect();
    let (weakest, strongest) = peaks.iter().fold((f64::MAX, 0.0_f64), |(lo, hi), p| (lo.min(*p), hi.max(*p)));
    let linear = if peaks.is_empty() { 1.0 } else { (0.1 * weakest).max(RANGE * strongest).max(SMALLEST_FORCE) };
    let gaps = || rows().map(|row| trajectory.gap[row] / diameter);
    let smallest = gaps().fold(1.0, f64::min).max(SMALLEST);
    let gap = Axis::log("Gap ~{h}/~{D}").above(smallest).below(gaps().fold(2.0 * smallest, f64::max));
    let force = Axis::new("Force ~{F} (N), positive away from the wall", Scale::Symlog { linear });
    let mut left = Panel::new(gap.clone().reversed(), force.clone()).titled("approach");
    let mut right = Panel::new(gap, force).titled("rebound").without_y_names();
    for panel in [&mut left, &mut right] {
        panel.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    }
    let acting = |(_, values): &(&String, &Vec<f64>)| peak(values) > 0.0;
    let named = trajectory.force_names.iter().zip(&trajectory.forces);
    for (number, (name, values)) in named.filter(acting).enumerate() {
        let style = SeriesStyle::of(number);
        let points = |rows: std::ops::Range<usize>| -> Vec<Point> {
            rows.map(|row| (trajectory.gap[row] / diameter, values[row])).collect()
        };
        left.add_named(Mark::Line(points(approach.clone()), style), name.replace('_', " "));
        right.add_named(Mark::Line(points(rebound.clone()), style), name.replace('_', " "));
    }
    let reach = |sign: f64| {
        let values = trajectory.forces.iter().flat_map(|force| rows().map(|row| sign * force[row]));
        values.filter(|value| value.abs() < LARGEST_FORCE).fold(linear, f64::max)
    };
    for panel in [&mut left, &mut right] {
        (panel.y.low, panel.y.high) = (Some(-1.8 * reach(-1.0)), Some(1.8 * reach(1.0)));
    }
    Figure::new(PAGE, 85.0, vec![vec![left, right]]).with_shared_legend()
}

/// Time of the first contact \[s\]; of the smallest gap if there was none. The trajectory must not be empty.
pub fn first_collision(trajectory: &Trajectory, bounces: &[Bounce]) -> f64 {
    let gap = &trajectory.gap;
    let lowest = || (0..gap.len()).min_by(|a, b| gap[*a].total_cmp(&gap[*b])).expect("a row at least");
    bounces.first().map_or_else(|| trajectory.time[lowest()], |bounce| bounce.contact_time_s)
}

/// Rows from the apex before a moment to the closest approach, and from there to the apex after it.
fn around(trajectory: &Trajectory, moment: f64) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
    let (time, velocity) = (&trajectory.time, &trajectory.velocity);
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
        let velocity = vec![1.0, -1.0, -2.0, -0.5, 0.5, 1.0, 0.1, -0.1, -0.3];
        let time: Vec<f64> = (0..9).map(f64::from).collect();
        let trajectory = Trajectory { time, gap: vec![1.0; 9], velocity, ..Trajectory::default() };
        assert_eq!(around(&trajectory, 2.7), (1..4, 4..7));
        assert_eq!(around(&trajectory, 100.0), (7..9, 9..9));
    }
}
