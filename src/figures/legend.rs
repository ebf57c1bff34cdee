//! Legends that never hide data: in a free corner, or above the frame.

use super::canvas::{Anchor, Canvas, Frame, Place};
use super::chart::Mark;
use super::style::{BLACK, MARK, SMALL};
use super::text::text_width;
use plotters::style::text_anchor::{HPos, VPos};

const ROW: f64 = 1.45 * SMALL;
const SAMPLE: f64 = 6.5;
const GAP: f64 = 1.2;
const INSET: f64 = 2.2;
const COLUMN_GAP: f64 = 4.0;
/// Most entries.
const MOST: usize = 100;
/// Entries that are named however large the legend becomes: lines without a name tell nothing.
const FEWEST: usize = 6;
/// Most of a figure that a legend takes.
pub(crate) const SHARE: f64 = 1.0 / 6.0;

/// One line of a legend: a name and the marks that go by it.
pub(crate) struct Entry {
    pub name: String,
    pub(super) samples: Vec<Mark>,
}

/// The names of a panel's series.
pub(crate) struct Legend {
    entries: Vec<Entry>,
    /// How many the last entry stands for, where it says that there are more.
    left_out: usize,
}

impl Legend {
    /// A legend of these entries; of too many, the first, and how many more there are.
    pub fn of(entries: Vec<Entry>) -> Self {
        Self { entries, left_out: 0 }.first(MOST)
    }

    /// At most `count` entries, the last of which says how many are left out.
    fn first(mut self, count: usize) -> Self {
        if self.entries.len() > count {
            let named = self.entries.len() - usize::from(self.left_out > 0);
            self.left_out += named - (count - 1);
            self.entries.truncate(count - 1);
            self.entries.push(Entry { name: format!("… and {} more", self.left_out), samples: Vec::new() });
        }
        self
    }

    /// As many of the entries, six at least, as fit as rows over the width into this height, mm.
    pub(super) fn within(self, (width, height): (f64, f64)) -> Self {
        let fits = |count: &usize| self.rows_of(*count, width) as f64 * ROW <= height;
        let count = (FEWEST..=self.entries.len()).rev().find(fits).unwrap_or(FEWEST);
        self.first(count)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Upper left corner of a place inside the frame where the legend covers neither lines nor points.
    ///
    /// Corners come first, then the edges, then the middle.
    ///
    /// There is none where it would take more than [`SHARE`] of the frame.
    pub(super) fn free_place(&self, frame: Frame, lines: &[Vec<Place>], points: &[Place]) -> Option<Place> {
        let (width, height) = (self.entry_width(), self.entries.len() as f64 * ROW);
        if width * height > SHARE * frame.width * frame.height {
            return None;
        }
        let (free_x, free_y) = (frame.width - width - 2.0 * INSET, frame.height - height - 2.0 * INSET);
        if free_x < 0.0 || free_y < 0.0 {
            return None;
        }
        let steps = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mut tries: Vec<(f64, f64)> = steps.iter().flat_map(|x| steps.map(|y| (*x, y))).collect();
        let corner = |(x, y): &(f64, f64)| (x - 0.5).abs().min(0.49) + (y - 0.5).abs() + 0.01 * x - 0.001 * y;
        tries.sort_by(|a, b| corner(b).total_cmp(&corner(a)));
        tries.into_iter().map(|(x, y)| (frame.left + INSET + x * free_x, frame.top + INSET + y * free_y)).find(
            |&(left, top)| {
                let margin = 0.5 * INSET;
                let size = (width + 2.0 * margin, height + 2.0 * margin);
                let room = Frame { left: left - margin, top: top - margin, width: size.0, height: size.1 };
                let crossed =
                    lines.iter().any(|line| line.windows(2).any(|pair| room.clip(pair[0], pair[1]).is_some()));
                !crossed && !points.iter().any(|point| room.contains(*point))
            },
        )
    }

    /// Height of the legend as rows over the given width, mm.
    pub(super) fn strip_height(&self, width: f64) -> f64 {
        self.rows_of(self.entries.len(), width) as f64 * ROW
    }

    /// Draws one entry per row below the given upper left corner.
    pub(super) fn draw_column(&self, canvas: &mut Canvas, (left, top): Place) {
        for (row, entry) in self.entries.iter().enumerate() {
            entry.draw(canvas, (left, top + (row as f64 + 0.5) * ROW));
        }
    }

    /// Draws the entries in rows over the given width, row by row.
    pub(super) fn draw_strip(&self, canvas: &mut Canvas, (left, top): Place, width: f64) {
        let columns = columns(&self.entries, width);
        for (number, entry) in self.entries.iter().enumerate() {
            let (row, column) = (number / columns.len(), number % columns.len());
            let before: f64 = columns[..column].iter().sum();
            entry.draw(canvas, (left + before, top + (row as f64 + 0.5) * ROW));
        }
    }

    /// Rows that the first `count` entries take over the given width.
    fn rows_of(&self, count: usize, width: f64) -> usize {
        count.div_ceil(columns(&self.entries[..count], width).len())
    }

    fn entry_width(&self) -> f64 {
        self.entries.iter().map(Entry::width).fold(0.0, f64::max)
    }
}

/// Widths of as many columns as fit side by side, one at least.
fn columns(entries: &[Entry], width: f64) -> Vec<f64> {
    let widths = |count: usize| -> Vec<f64> {
        let mut widths = vec![0.0_f64; count];
        for (number, entry) in entries.iter().enumerate() {
            widths[number % count] = widths[number % count].max(entry.width() + COLUMN_GAP);
        }
        widths
    };
    let fits = |widths: &Vec<f64>| widths.iter().sum::<f64>() <= width + COLUMN_GAP;
    (1..=entries.len()).rev().map(widths).find(fits).unwrap_or_else(|| widths(1))
}

fn is_shape(sample: &Mark) -> bool {
    matches!(sample, Mark::Shape(..))
}

fn is_line(sample: &Mark) -> bool {
    matches!(sample, Mark::Line(..) | Mark::Vertical(..) | Mark::Horizontal(..))
}

impl Entry {
    fn width(&self) -> f64 {
        SAMPLE + GAP + text_width(&self.name, SMALL)
    }

    fn draw(&self, canvas: &mut Canvas, (left, y): Place) {
        let right = left + SAMPLE;
        // Lines under one name stand one after the other, and so do shapes.
        let part = |is_of: fn(&Mark) -> bool| {
            SAMPLE / self.samples.iter().filter(|sample| is_of(sample)).count().max(1) as f64
        };
        let (line, shape) = (part(is_line), part(is_shape));
        let (mut from, mut edge) = (left, left);
        for sample in &self.samples {
            match sample {
                Mark::Line(_, style) | Mark::Vertical(_, style) | Mark::Horizontal(_, style) => {
                    let to = from + line;
                    canvas.line(&[(from, y), (to, y)], style.colour, style.width, style.dash);
                    from = to;
                }
                Mark::Points(_, style) => {
                    canvas.mark((0.5 * (left + right), y), style.shape, MARK, style.colour, style.filled);
                }
                Mark::Shape(_, colour, opacity) => {
                    let (top, bottom) = (y - 0.3 * ROW, y + 0.3 * ROW);
                    let end = edge + shape;
                    canvas.fill(&[(edge, top), (end, top), (end, bottom), (edge, bottom)], *colour, *opacity);
                    edge = end;
                }
                Mark::Text(..) | Mark::Picture(..) => {}
            }
        }
        canvas.text(&self.name, (right + GAP, y), SMALL, BLACK, Anchor::new(HPos::Left, VPos::Center));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::SeriesStyle;

    fn legend(count: usize) -> Legend {
        let sample = || vec![Mark::Line(Vec::new(), SeriesStyle::of(0))];
        Legend::of((0..count).map(|i| Entry { name: format!("series {i}"), samples: sample() }).collect())
    }

    const FRAME: Frame = Frame { left: 10.0, top: 5.0, width: 70.0, height: 50.0 };

    #[test]
    fn a_legend_takes_a_free_corner_and_leaves_a_full_panel() {
        let diagonal = vec![vec![(10.0, 5.0), (80.0, 55.0)]];
        let (left, top) = legend(3).free_place(FRAME, &diagonal, &[]).unwrap();
        assert!(left > 45.0 && top < 10.0, "upper right: {left} {top}");
        let crossed = vec![vec![(10.0, 5.0), (80.0, 55.0)], vec![(10.0, 55.0), (80.0, 5.0)]];
        let (left, top) = legend(3).free_place(FRAME, &crossed, &[]).unwrap();
        assert!(FRAME.contains((left, top)), "between the lines");
        let full: Vec<Place> = (0..700).map(|i| (10.0 + f64::from(i % 70), 5.0 + 5.0 * f64::from(i / 70))).collect();
        assert_eq!(legend(3).free_place(FRAME, &[], &full), None);
        assert_eq!(legend(40).free_place(FRAME, &[], &[]), None);
    }

    #[test]
    fn a_strip_grows_with_its_entries_and_shrinks_with_its_width() {
        assert!(legend(4).strip_height(170.0) < legend(4).strip_height(40.0));
        assert_eq!(legend(1).strip_height(1.0), ROW);
    }

    #[test]
    fn a_legend_keeps_to_its_share_and_says_how_many_it_leaves_out() {
        let (width, height) = (80.0, 10.0);
        let kept = legend(40).within((width, height));
        assert!(kept.strip_height(width) <= height && kept.entries.len() > 4);
        let left_out = 41 - kept.entries.len();
        assert_eq!(kept.entries.last().unwrap().name, format!("… and {left_out} more"));
        assert_eq!(legend(4).within((width, height)).entries.len(), 4);
        assert_eq!(legend(1).within((width, 1.0)).entries.len(), 1);
        // A third of the frame is free, but that is more than its share.
        assert_eq!(legend(6).free_place(Frame { width: 40.0, height: 25.0, ..FRAME }, &[], &[]), None);
    }
}
