//! Columns of a table against one of them.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Mark, Panel, Point};
use super::style::{SeriesStyle, column_label, column_name, columns_label, size, unit};
use wetbounce_physics::numerics::grouped;

/// What is drawn, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct XyOptions<'a> {
    /// Column of the x axis.
    pub x: &'a str,
    /// Column whose values part the rows into series; empty where the values say it by themselves.
    pub group: Option<&'a str>,
    /// Scale of the x axis.
    pub x_scale: Scale,
    /// Scale of the y axes.
    pub y_scale: Scale,
    /// Whether points are joined by lines in the order of the rows.
    pub joined: bool,
}

/// More points than this in a series are drawn as a line without marks.
const MARKED: usize = 60;

/// A column, and its points over the column of the x axis by the values of the `group` column.
pub type Column<'a> = (&'a str, Vec<(&'a str, Vec<Point>)>);

/// Columns over column `x`, those of one unit in one panel, with a series of points for each value of the `group`
/// column.
pub fn figure(columns: Vec<Column>, options: &XyOptions) -> Figure {
    let panels: Vec<_> = grouped(columns.into_iter().map(|column| (unit(column.0), column)));
    let last = panels.len().saturating_sub(1);
    let series = panels.iter().map(|(_, columns)| columns.iter().map(|(_, series)| series.len()).sum());
    let (width, height) = size(series.max().unwrap_or(0));
    let panels = panels.into_iter().enumerate().map(|(place, (_, columns))| {
        let panel = panel(columns, options);
        vec![if place < last { panel.without_x_names() } else { panel }]
    });
    let rows: Vec<Vec<Panel>> = panels.collect();
    Figure::new(width, height * rows.len() as f64, rows)
}

/// The panel of columns of one unit.
fn panel(columns: Vec<Column>, options: &XyOptions) -> Panel {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let label = if let [name] = names[..] { column_label(name) } else { columns_label(&names) };
    let x = Axis::new(column_label(options.x), options.x_scale);
    let mut panel = Panel::new(x, Axis::new(label, options.y_scale));
    let mut number = 0;
    for (column, series) in columns {
        for (value, points) in series {
            let style = SeriesStyle::of(number);
            number += 1;
            let mut marks = Vec::new();
            if options.joined || points.len() > MARKED {
                marks.push(Mark::Line(points.clone(), style));
            }
            if points.len() <= MARKED {
                marks.push(Mark::Points(points, style));
            }
            let group =
                options.group.map(|group| format!("{} {value}", group.replace('_', " ")).trim_start().to_owned());
            let own = (names.len() > 1).then(|| column_name(column));
            let name: Vec<String> = own.into_iter().chain(group).collect();
            let name = Some(name.join(", ")).filter(|name| !name.is_empty());
            marks.into_iter().for_each(|mark| panel.add_as(mark, name.clone()));
        }
    }
    panel
}
