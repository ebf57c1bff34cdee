//! What was read off a record: its pictures, the motion through them, contacts and apexes, and the residuals below.

use super::axis::{Axis, time_unit};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{COLUMN, Dash, PALETTE, SeriesStyle};
use wetbounce_physics::numerics::extent;

/// A drop as it was read, in SI, on the clock of its record, with gaps above its first contact.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DropReading {
    /// Times and gaps of the pictures that were read.
    pub pictures: Vec<Point>,
    /// Those of the pictures that were left out.
    pub left_out: Vec<Point>,
    /// The motion through the pictures; empty if there is none.
    pub motion: Vec<Point>,
    /// Residuals of the pictures that were read: measured less motion.
    pub residuals: Vec<Point>,
    /// Times of the contacts.
    pub contacts: Vec<f64>,
    /// Times and gaps of the apexes, with the standard errors of the gaps.
    pub apexes: Vec<(Point, f64)>,
}

/// The pictures of a drop of this name with the motion through them, and the residuals below.
pub fn figure(name: &str, drop: &DropReading) -> Figure {
    let all = || drop.pictures.iter().chain(&drop.left_out);
    let (first, last) = extent(all().map(|point| point.0));
    let (per_second, unit) = time_unit(last - first);
    let shown = |points: &[Point], per_metre: f64| -> Vec<Point> {
        points.iter().map(|(time, value)| (per_second * time, per_metre * value)).collect()
    };
    let time = Axis::linear(format!("Time of the record ~{{t}} ({unit})"));
    let time = time.above(per_second * first).below(per_second * last);
    let panel = |label: &str| Panel::new(time.clone(), Axis::linear(label));
    let hollow = SeriesStyle { filled: false, ..SeriesStyle::measured() };
    let crossed = SeriesStyle { filled: false, ..SeriesStyle::of(1) };
    let apex = SeriesStyle::of(2).dashed(Dash::Solid);
    let (mut over, mut below) = (panel("Gap ~{h} (mm)"), panel("Measured − motion (µm)"));
    over.add_named(Mark::Points(shown(&drop.pictures, 1e3), hollow), name);
    if !drop.left_out.is_empty() {
        over.add_named(Mark::Points(shown(&drop.left_out, 1e3), crossed), "left out");
    }
    if !drop.motion.is_empty() {
        over.add_named(Mark::Line(shown(&drop.motion, 1e3), SeriesStyle::of(0)), "motion that was read");
    }
    for (number, contact) in drop.contacts.iter().enumerate() {
        let line = Mark::Vertical(per_second * contact, SeriesStyle::helping().dashed(Dash::Dotted));
        over.add_as(line.clone(), (number == 0).then_some("contact"));
        below.add(line);
    }
    if !drop.apexes.is_empty() {
        let (points, errors): (Vec<Point>, Vec<f64>) = drop.apexes.iter().copied().unzip();
        let (points, errors) = (shown(&points, 1e3), errors.iter().map(|error| 1e3 * error).collect::<Vec<f64>>());
        over.add_errors(&points, &errors, apex);
        over.add_named(Mark::Points(points, apex.coloured(PALETTE[2])), "apex");
    }
    below.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    below.add(Mark::Points(shown(&drop.residuals, 1e6), hollow));
    Figure::new(COLUMN, 100.0, vec![vec![over.without_x_names()], vec![below]])
}
