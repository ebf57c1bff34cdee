//! The elements of a figure: panels with axes, and marks in the units of the axes.

use super::axis::Axis;
use super::png::Raster;
use super::style::SeriesStyle;
use plotters::style::RGBColor;

/// A point in the units of the axes.
pub type Point = (f64, f64);

/// Something drawn in a panel; points that are not finite, or not positive on a logarithmic axis, are left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line(Vec<Point>, SeriesStyle),
    /// A mark at every point.
    Points(Vec<Point>, SeriesStyle),
    /// A filled shape: its outline, colour and opacity.
    Shape(Vec<Point>, RGBColor, f64),
    /// A vertical line over the whole panel.
    Vertical(f64, SeriesStyle),
    /// A horizontal line over the whole panel.
    Horizontal(f64, SeriesStyle),
    /// Text centred at a point.
    Text(Point, String),
    /// A picture between its lower left and its upper right corner; on linear axes only.
    Picture(Raster, Point, Point),
}

impl Mark {
    /// The mark as a legend shows it, without its points.
    pub(crate) fn sample(&self) -> Self {
        match self {
            Self::Line(_, style) => Self::Line(Vec::new(), *style),
            Self::Points(_, style) => Self::Points(Vec::new(), *style),
            Self::Shape(_, colour, opacity) => Self::Shape(Vec::new(), *colour, *opacity),
            other => other.clone(),
        }
    }
}

/// A scale of colours beside a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct ColourBar {
    /// Colours from the lowest value to the highest.
    pub colours: Vec<[u8; 3]>,
    /// Lowest value.
    pub low: f64,
    /// Highest value.
    pub high: f64,
    /// Label with unit.
    pub label: String,
}

/// A frame with two axes and its marks.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) marks: Vec<(Mark, Option<String>)>,
    pub(crate) title: Option<String>,
    pub(crate) colour_bar: Option<ColourBar>,
    pub(crate) x_named: bool,
    pub(crate) y_named: bool,
    pub(crate) true_shape: bool,
    pub(crate) blank: bool,
}

impl Panel {
    /// An empty panel.
    pub fn new(x: Axis, y: Axis) -> Self {
        let (x_named, y_named) = (true, true);
        Self {
            x,
            y,
            marks: Vec::new(),
            title: None,
            colour_bar: None,
            x_named,
            y_named,
            true_shape: false,
            blank: false,
        }
    }

    /// A place among the panels where nothing is drawn.
    pub(super) fn blank() -> Self {
        let panel = Self::new(Axis::linear(""), Axis::linear("")).without_x_names().without_y_names();
        Self { blank: true, ..panel }
    }

    /// Adds a mark without an entry in the legend.
    pub fn add(&mut self, mark: Mark) {
        self.marks.push((mark, None));
    }

    /// Adds a mark with an entry in the legend.
    pub fn add_named(&mut self, mark: Mark, name: impl Into<String>) {
        self.add_as(mark, Some(name));
    }

    /// Adds a mark, with an entry in the legend where it has a name.
    pub fn add_as(&mut self, mark: Mark, name: Option<impl Into<String>>) {
        self.marks.push((mark, name.map(Into::into)));
    }

    /// Adds lines, each with its entry in the legend, in the styles of series from the first on.
    pub(super) fn add_lines<N: Into<String>>(&mut self, lines: impl IntoIterator<Item = (N, Vec<Point>)>) {
        for (number, (name, points)) in lines.into_iter().enumerate() {
            self.add_named(Mark::Line(points, SeriesStyle::of(number)), name);
        }
    }

    /// Adds the standard errors of points, where they are above 0.
    pub(super) fn add_errors(&mut self, points: &[Point], errors: &[f64], style: SeriesStyle) {
        for ((x, y), error) in points.iter().zip(errors).filter(|(_, error)| **error > 0.0) {
            self.add(Mark::Line(vec![(*x, y - error), (*x, y + error)], style));
        }
    }

    /// Leaves out what is left of `first` on the x axis, but for the last point of a line, so that it does not stretch
    /// the other one. Points of lines stand from left to right.
    pub(super) fn begin(&mut self, first: f64) {
        for (mark, _) in &mut self.marks {
            match mark {
                Mark::Line(points, _) => {
                    points.drain(..points.partition_point(|point| point.0 < first).saturating_sub(1));
                }
                Mark::Points(points, _) => points.retain(|point| point.0 >= first),
                _ => {}
            }
        }
    }

    /// Draws the line of zero.
    pub fn with_zero(mut self) -> Self {
        self.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
        self
    }

    /// Writes a title above the panel.
    pub(super) fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Puts a scale of colours on the right.
    pub fn with_colour_bar(self, bar: ColourBar) -> Self {
        Self { colour_bar: Some(bar), ..self }
    }

    /// Leaves out numbers and label of the x axis, which the panel below shows.
    pub fn without_x_names(self) -> Self {
        Self { x_named: false, ..self }
    }

    /// Leaves out numbers and label of the y axis, which the panel on the left shows.
    pub fn without_y_names(self) -> Self {
        Self { y_named: false, ..self }
    }

    /// Makes lengths along both (linear) axes equal, so that a sphere is round.
    pub(super) fn in_true_shape(self) -> Self {
        Self { true_shape: true, ..self }
    }

    /// Whether a point, or the line between two, lies within the ends of the axes that are fixed.
    pub(crate) fn shows_data(&self) -> bool {
        let beyond = |axis: &Axis, a: f64, b: f64| {
            axis.low.is_some_and(|low| a.max(b) < low) || axis.high.is_some_and(|high| a.min(b) > high)
        };
        let crosses = |(a, b): (Point, Point)| {
            let known = [a.0, a.1, b.0, b.1].iter().all(|value| value.is_finite());
            known && !beyond(&self.x, a.0, b.0) && !beyond(&self.y, a.1, b.1)
        };
        self.marks.iter().any(|(mark, _)| match mark {
            Mark::Points(points, _) => points.iter().any(|point| crosses((*point, *point))),
            Mark::Line(points, _) | Mark::Shape(points, _, _) => points.windows(2).any(|two| crosses((two[0], two[1]))),
            Mark::Picture(_, low, high) => crosses((*low, *high)),
            Mark::Vertical(..) | Mark::Horizontal(..) | Mark::Text(..) => false,
        })
    }

    /// The coordinates that decide about open ends of the axes: those of lines, points and shapes between the ends of
    /// the x axis that are fixed, with the places where a line enters and leaves.
    pub(crate) fn data(&self) -> impl Iterator<Item = Point> + '_ {
        let (low, high) = (self.x.low.unwrap_or(f64::NEG_INFINITY), self.x.high.unwrap_or(f64::INFINITY));
        let crossings = move |(a, b): (Point, Point)| {
            let crossed = move |end: &f64| (a.0 - end) * (b.0 - end) < 0.0;
            let at = move |end: f64| (end, a.1 + (b.1 - a.1) * (end - a.0) / (b.0 - a.0));
            [low, high].into_iter().filter(|end| end.is_finite()).filter(crossed).map(at)
        };
        self.marks.iter().flat_map(move |(mark, _)| {
            let (points, corners): (&[Point], _) = match mark {
                Mark::Line(points, _) | Mark::Points(points, _) | Mark::Shape(points, _, _) => (points, None),
                Mark::Picture(_, low, high) => (&[], Some([*low, *high])),
                Mark::Vertical(..) | Mark::Horizontal(..) | Mark::Text(..) => (&[], None),
            };
            let joined: &[Point] = if matches!(mark, Mark::Points(..)) { &[] } else { points };
            let within = points.iter().copied().filter(move |(x, _)| (low..=high).contains(x));
            let ends = joined.windows(2).flat_map(move |two| crossings((two[0], two[1])));
            within.chain(ends).chain(corners.into_iter().flatten())
        })
    }

    /// The names in the legend, and the labels of the axes, each to be written anew.
    pub(super) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let names = self.marks.iter_mut().filter_map(|(_, name)| name.as_mut());
        let bar = self.colour_bar.as_mut().map(|bar| &mut bar.label);
        names.chain([&mut self.x.label, &mut self.y.label]).chain(bar)
    }
}

/// A page with panels in rows and columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) rows: Vec<Vec<Panel>>,
    pub(crate) shared_legend: bool,
    /// A title above all panels.
    pub(crate) title: Option<String>,
    /// Size of letters, lines and marks over that of the style.
    pub(crate) magnified: f64,
}

impl Figure {
    /// A figure of the given size in mm; every row has the same number of panels.
    pub fn new(width: f64, height: f64, rows: Vec<Vec<Panel>>) -> Self {
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "rows of equal length");
        Self { width, height, rows, shared_legend: false, title: None, magnified: 1.0 }
    }

    /// Shows the first panel's legend above all panels, instead of one legend in each.
    pub fn with_shared_legend(self) -> Self {
        Self { shared_legend: true, ..self }
    }
}
