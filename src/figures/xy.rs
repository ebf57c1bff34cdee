//! Any two columns of a table against each other.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{SeriesStyle, column_label, size};

/// What is drawn, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct XyOptions<'a> {
    /// Column of the x axis.
    pub x: &'a str,
    /// Column of the y axis.
    pub y: &'a str,
    /// Column whose values part the rows into series.
    pub group: Option<&'a str>,
    /// Scale of the x axis.
    pub x_scale: Scale,
    /// Scale of the y axis.
    pub y_scale: Scale,
    /// Whether points are joined by lines in the order of the rows.
    pub joined: bool,
}

/// More points than this in a series are drawn as a line without marks.
const MARKED: usize = 60;

/// Column `y` over column `x`: a series of points for each value of the `group` column.
pub fn figure(series: Vec<(&str, Vec<Point>)>, options: &XyOptions) -> Figure {
    let axis = |column, scale| Axis::new(column_label(column), scale);
    let mut panel = Panel::new(axis(options.x, options.x_scale), axis(options.y, options.y_scale));
    let (width, height) = size(series.len());
    for (number, (name, points)) in series.into_iter().enumerate() {
        let style = SeriesStyle::of(number);
        let mut marks = Vec::new();
        if options.joined || points.len() > MARKED {
            marks.push(Mark::Line(points.clone(), style));
        }
        if points.len() <= MARKED {
            marks.push(Mark::Points(points, style));
        }
        let name = options.group.map(|group| format!("{} {name}", group.replace('_', " ")));
        marks.into_iter().for_each(|mark| panel.add_as(mark, name.clone()));
    }
    Figure::new(width, height, vec![vec![panel]])
}
