//! Any two columns of a table against each other.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{SeriesStyle, column_label, size};
use crate::output::OutputError;
use crate::output::table::Table;
use std::collections::HashMap;

/// The series to draw.
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

/// Column `y` over column `x`, one series for each value of the `group` column in the order in which they appear.
pub fn figure(table: &Table, options: &XyOptions) -> Result<Figure, OutputError> {
    let points: Vec<Point> = table.numbers(options.x)?.into_iter().zip(table.numbers(options.y)?).collect();
    let groups = options.group.map(|group| table.text(group)).transpose()?;
    let names = points.iter().enumerate().map(|(row, _)| groups.as_ref().map_or("", |groups| groups[row]));
    let series = grouped(names.zip(points.iter().copied()));
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
    Ok(Figure::new(width, height, vec![vec![panel]]))
}

/// The members of each group, in the order in which the groups appear.
pub fn grouped<'n, T>(named: impl Iterator<Item = (&'n str, T)>) -> Vec<(&'n str, Vec<T>)> {
    let mut groups: Vec<(&str, Vec<T>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (name, member) in named {
        let place = *places.entry(name).or_insert(groups.len());
        if place == groups.len() {
            groups.push((name, Vec::new()));
        }
        groups[place].1.push(member);
    }
    groups
}

/// The points behind [`figure`]: group (if there is one), x, y, as they stand in the table.
///
/// # Errors
/// A column is missing.
pub fn data(table: &Table, options: &XyOptions) -> Result<Table, OutputError> {
    let columns: Vec<&str> = options.group.into_iter().chain([options.x, options.y]).collect();
    let cells = columns.iter().map(|column| table.text(column)).collect::<Result<Vec<_>, _>>()?;
    let mut data = Table::new(columns);
    (0..cells[0].len()).for_each(|row| data.push(cells.iter().map(|column| column[row])));
    Ok(data)
}
