//! Force coefficients of a sphere in open liquid over time.

use super::axis::Axis;
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, SeriesStyle};
use crate::analysis::stream::StreamForce;

/// The scale of the axis leaves out this share of the time at the beginning: the force of an impulsive start.
const START: f64 = 0.05;
/// Room above and below the curves, as a share of their range.
const ROOM: f64 = 0.08;

/// The subject of a figure of coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoefficientFigure<'a> {
    /// Name of the axis of time.
    pub time: &'a str,
    /// The unit of that axis \[s\].
    pub unit: f64,
    /// Names of the force along the axis, across it, and of the torque.
    pub names: [&'a str; 3],
}

/// The coefficients over time; those that are zero throughout are left out.
pub fn figure(forces: &[StreamForce], look: &CoefficientFigure) -> Figure {
    let mut panel = Panel::new(Axis::linear(look.time), Axis::linear("Coefficient (1)")).with_zero();
    let begin = START * forces.last().map_or(0.0, |force| force.time);
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    let values: [fn(&StreamForce) -> f64; 3] = [|force| force.drag, |force| force.lift, |force| force.torque];
    for (number, (of, name)) in values.into_iter().zip(look.names).enumerate() {
        if forces.iter().all(|force| of(force) == 0.0) {
            continue;
        }
        for value in forces.iter().filter(|force| force.time >= begin).map(of) {
            (low, high) = (low.min(value), high.max(value));
        }
        let line: Vec<Point> = forces.iter().map(|force| (force.time / look.unit, of(force))).collect();
        panel.add_named(Mark::Line(line, SeriesStyle::of(number)), name);
    }
    let room = ROOM * (high - low);
    (panel.y.low, panel.y.high) = (Some(low - room), Some(high + room));
    Figure::new(COLUMN, 65.0, vec![vec![panel]])
}
