//! How a user wants a figure: its size, its axes, its kinds of files.

use super::axis::{Axis, Scale};
use super::chart::{Figure, Panel};
use super::export::Format;
use super::style::{LABEL_POINTS, column_label, column_name};
use super::text::plain;
use std::collections::HashSet;

/// Labels of an axis, about.
const LABELS: usize = 5;

/// Whether a name is that of a text without markup, or of a column that the text stands for on an axis or in a legend.
fn names(name: &str, text: &str) -> bool {
    [name, &plain(&column_label(name)), &plain(&column_name(name))].contains(&text)
}

/// How figures are written, as the user chose it; choices left open are the figure's own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Look {
    /// Kinds of files; SVG if there are none.
    pub formats: Vec<Format>,
    /// Width \[mm\].
    pub width: Option<f64>,
    /// Size of the letters of labels \[pt\]; letters at ticks, lines and marks grow with them.
    pub font_size: Option<f64>,
    /// A title above the figure, in the markup of the chart style.
    pub title: Option<String>,
    /// Texts in the place of names in a legend and of labels of axes: the name or label without markup, or the column
    /// that an axis shows, and the text in the markup of the chart style.
    pub labels: Vec<(String, String)>,
    /// Lowest and highest value of the x axis of every panel, in the unit that its label shows: with the power of ten.
    pub x_range: Option<[f64; 2]>,
    /// Those of the y axis of the first panel.
    pub y_range: Option<[f64; 2]>,
    /// Whether the x axes are logarithmic.
    pub log_x: bool,
    /// Whether the y axis of the first panel is.
    pub log_y: bool,
}

/// Nothing of a figure lies in the ranges that were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nothing lies in the window asked for")]
pub struct NothingShown;

impl Look {
    /// Whether the axes are chosen, which suits one figure only.
    pub fn has_axes(&self) -> bool {
        self.x_range.is_some() || self.y_range.is_some() || self.log_x || self.log_y
    }

    /// The kinds of files.
    pub fn kinds(&self) -> &[Format] {
        if self.formats.is_empty() { &[Format::Svg] } else { &self.formats }
    }

    /// The figure as the user wants it.
    ///
    /// # Errors
    /// Nothing of it lies in the ranges.
    pub fn of(&self, figure: &Figure) -> Result<Figure, NothingShown> {
        let figure = self.applied(figure.clone());
        if (self.x_range.is_some() || self.y_range.is_some()) && !figure.rows.iter().flatten().any(Panel::shows_data) {
            return Err(NothingShown);
        }
        Ok(figure)
    }

    /// The name of [`labels`](Self::labels) that none of the figures has, with all names and labels that they have.
    pub fn unknown_label(&self, figures: &[&Figure]) -> Option<(&str, Vec<String>)> {
        let mut shown: Vec<String> = Vec::new();
        for mut figure in figures.iter().copied().cloned() {
            let texts = figure.rows.iter_mut().flatten().flat_map(Panel::texts);
            shown.extend(texts.filter(|text| !text.is_empty()).map(|text| plain(text)));
        }
        let mut seen = HashSet::new();
        shown.retain(|text| seen.insert(text.clone()));
        let is_known = |name: &str| shown.iter().any(|text| names(name, text));
        let (name, _) = self.labels.iter().find(|(name, _)| !is_known(name))?;
        Some((name, shown))
    }

    fn applied(&self, mut figure: Figure) -> Figure {
        if let Some(width) = self.width {
            (figure.height, figure.width) = (figure.height * width / figure.width, width);
        }
        for text in figure.rows.iter_mut().flatten().flat_map(Panel::texts) {
            let own = plain(text);
            if let Some((_, new)) = self.labels.iter().rev().find(|(name, _)| names(name, &own)) {
                text.clone_from(new);
            }
        }
        figure.magnified = self.font_size.map_or(1.0, |size| size / LABEL_POINTS);
        figure.title.clone_from(&self.title);
        figure.height += figure.title_height();
        let set = |axis: &mut Axis, data: Vec<f64>, range: Option<[f64; 2]>, log: bool| {
            if log {
                (axis.scale, axis.low) = (Scale::Log, axis.low.filter(|low| *low > 0.0));
            }
            if let Some([low, high]) = range {
                let unit = 10.0_f64.powi(axis.settled(data.into_iter()).ticks(LABELS).power);
                (axis.low, axis.high) = (Some(low * unit), Some(high * unit));
            }
        };
        for panel in figure.rows.iter_mut().flatten() {
            let data = panel.data().map(|(x, _)| x).collect();
            set(&mut panel.x, data, self.x_range, self.log_x);
        }
        if let Some(panel) = figure.rows.first_mut().and_then(|row| row.first_mut()) {
            let data = panel.data().map(|(_, y)| y).collect();
            set(&mut panel.y, data, self.y_range, self.log_y);
        }
        figure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;
    use crate::style::SeriesStyle;

    #[test]
    fn a_look_sets_width_ends_and_scales() {
        let mut panel = Panel::new(Axis::linear("Gap ~{h}/~{D}"), Axis::linear("Force (10^{−6} N)"));
        panel.add(Mark::Line(vec![(1.0, 1.0), (100.0, 2.0)], SeriesStyle::of(0)));
        let look = Look { width: Some(120.0), x_range: Some([2.0, 50.0]), log_x: true, ..Look::default() };
        let found = look.applied(Figure::new(86.0, 60.0, vec![vec![panel]]));
        let x = &found.rows[0][0].x;
        assert_eq!((found.width, x.low, x.high, x.scale), (120.0, Some(2.0), Some(50.0), Scale::Log));
    }

    #[test]
    fn an_axis_that_is_open_follows_what_the_other_one_shows() {
        let mut panel = Panel::new(Axis::linear("~{t}"), Axis::linear("~{h}"));
        panel.add(Mark::Line(vec![(0.0, 0.0), (10.0, 100.0), (20.0, 0.0)], SeriesStyle::of(0)));
        let look = Look { x_range: Some([0.0, 5.0]), ..Look::default() };
        let shown = look.applied(Figure::new(86.0, 60.0, vec![vec![panel]]));
        let values: Vec<f64> = shown.rows[0][0].data().map(|(_, y)| y).collect();
        assert_eq!(values.iter().copied().fold(0.0, f64::max), 50.0, "where the line leaves: {values:?}");
    }

    #[test]
    fn a_range_is_in_the_unit_of_the_label_and_an_empty_window_is_refused() {
        let mut panel = Panel::new(Axis::linear("Time ~{t} (s)"), Axis::linear("Gap (m)"));
        panel.add(Mark::Line(vec![(0.0, 1.0), (4e-6, 2.0)], SeriesStyle::of(0)));
        let figure = Figure::new(86.0, 60.0, vec![vec![panel]]);
        let look = |low: f64, high: f64| Look { x_range: Some([low, high]), ..Look::default() };
        let x = look(1.0, 3.0).applied(figure.clone()).rows[0][0].x.clone();
        assert_eq!((x.low, x.high), (Some(1e-6), Some(3e-6)), "the label says 10^-6 s");
        assert!(look(1.0, 3.0).of(&figure).is_ok());
        assert_eq!(look(5.0, 8.0).of(&figure), Err(NothingShown));
    }
}
