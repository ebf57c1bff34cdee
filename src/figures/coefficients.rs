//! Force coefficients of a sphere in open liquid over time.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, SeriesStyle};

/// The scale of the axis leaves out this share of the time at the beginning: the force of an impulsive start.
const START: f64 = 0.05;
/// Room above and below the curves, as a share of their range.
const ROOM: f64 = 0.08;

/// The coefficients over time, each with its name, its points by rising time, from 0 on, in the unit of the axis
/// `time`; those that are zero throughout are left out.
pub fn figure(time: &str, coefficients: &[(&str, Vec<Point>)]) -> Figure {
    let mut panel = Panel::new(Axis::linear(time), Axis::linear("Coefficient (1)")).with_zero();
    let last = coefficients.iter().filter_map(|(_, points)| points.last()).map(|point| point.0).fold(0.0, f64::max);
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for (number, (name, points)) in coefficients.iter().enumerate() {
        if points.iter().all(|point| point.1 == 0.0) {
            continue;
        }
        for (_, value) in points.iter().filter(|point| point.0 >= START * last) {
            (low, high) = (low.min(*value), high.max(*value));
        }
        panel.add_named(Mark::Line(points.clone(), SeriesStyle::of(number)), *name);
    }
    let room = ROOM * (high - low);
    (panel.y.low, panel.y.high) = (Some(low - room), Some(high + room));
    Figure::new(COLUMN, 65.0, vec![vec![panel]])
}
