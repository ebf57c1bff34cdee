//! From a figure to its page: margins, frames, ticks, legends.

use super::axis::{Scale, Settled, Ticks};
use super::canvas::{Anchor, Canvas, Frame, Page, Place, thinned};
use super::chart::{ColourBar, Figure, Mark, Panel, Point};
use super::legend::{Entry, Legend, SHARE};
use super::png::Raster;
use super::style::{BLACK, Dash, HAIR, LABEL, MARK, SMALL};
use super::svg::svg;
use super::text::text_width;
use plotters::style::text_anchor::{HPos, VPos};
use wetbounce_physics::numerics::grouped;

const EDGE: f64 = 1.5;
const GAP: f64 = 1.0;
const LONG_TICK: f64 = 1.4;
const SHORT_TICK: f64 = 0.7;
const BAR_WIDTH: f64 = 3.0;
/// Height of a line of the figure's title, mm.
const TITLE_LINE: f64 = 1.4 * LABEL;
const THINNING: f64 = 0.012;
/// Labels of a vertical axis at most, however high it is.
const MOST_LABELS: usize = 12;

impl Figure {
    /// A figure of one panel in true shape, as high as the panel needs at this width in mm.
    pub(super) fn of_shape(width: f64, panel: Panel) -> Self {
        let height = height_in_true_shape(&panel, width);
        Self::new(width, height, vec![vec![panel]])
    }

    /// The figure as SVG text: the same text for the same data on every machine.
    pub fn svg(&self) -> String {
        svg(&self.page())
    }

    /// All that is drawn.
    pub(super) fn page(&self) -> Page {
        let Self { width, height, magnified, .. } = *self;
        let plain = self.not_magnified();
        Page { width, height, magnified, ..Canvas::draw(plain.width, plain.height, |canvas| paint(&plain, canvas)) }
    }

    /// The figure on a page on which letters have the size of the style.
    fn not_magnified(&self) -> Self {
        let [width, height] = [self.width, self.height].map(|length| length / self.magnified);
        Self { width, height, magnified: 1.0, ..self.clone() }
    }

    /// The title in lines as wide as the page.
    fn title_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in self.title.iter().flat_map(|title| title.split_whitespace()) {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|line| text_width(line, LABEL) <= self.width - 2.0 * EDGE) {
                Some(line) => *lines.last_mut().expect("a longer line") = line,
                None => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// Height of the title, mm.
    pub(super) fn title_height(&self) -> f64 {
        self.magnified * TITLE_LINE * self.not_magnified().title_lines().len() as f64
    }
}

/// Draws all panels of a figure.
fn paint(figure: &Figure, canvas: &mut Canvas) {
    let columns = figure.rows.first().map_or(0, Vec::len);
    let cell = (figure.width / columns as f64, figure.height / figure.rows.len() as f64);
    let room = (figure.width - 2.0 * EDGE, SHARE * figure.height - GAP);
    let shared = figure.shared_legend.then(|| Legend::of(figure.rows[0][0].entries()).within(room));
    let lines = figure.title_lines();
    let head = TITLE_LINE * lines.len() as f64;
    let legend = shared.as_ref().map_or(0.0, |legend| legend.strip_height(figure.width - 2.0 * EDGE) + GAP);
    let strip = head + legend;
    let mut plans: Vec<Vec<Plan>> =
        figure.rows.iter().map(|row| row.iter().map(|panel| Plan::of(panel, cell)).collect()).collect();
    frame_all(&mut plans, figure, strip);
    if shared.is_none() {
        plans.iter_mut().flatten().for_each(|plan| plan.place_legend(SHARE * cell.1 - GAP));
        frame_all(&mut plans, figure, strip);
    }
    if let Some(legend) = shared {
        legend.draw_strip(canvas, (EDGE, head + EDGE), figure.width - 2.0 * EDGE);
    }
    for (number, line) in lines.iter().enumerate() {
        let at = (0.5 * figure.width, EDGE + TITLE_LINE * number as f64);
        canvas.text(line, at, LABEL, BLACK, Anchor::new(HPos::Center, VPos::Top));
    }
    plans.iter().flatten().filter(|plan| !plan.panel.blank).for_each(|plan| plan.paint(canvas));
}

/// Height of a page of the given width that a single panel in true shape fills.
fn height_in_true_shape(panel: &Panel, width: f64) -> f64 {
    let needed = |height: f64| {
        let Plan { view, margins, .. } = Plan::of(panel, (width, height));
        let ratio = (view.y.to - view.y.from).abs() / (view.x.to - view.x.from).abs();
        margins.top + margins.bottom + ratio * (width - margins.left - margins.right)
    };
    // The height decides how many labels there are, and so how wide they are.
    needed(needed(width))
}

/// Gives every panel its frame: equal sizes, margins aligned along rows and columns.
fn frame_all(plans: &mut [Vec<Plan>], figure: &Figure, strip: f64) {
    let columns = plans[0].len();
    let widest = |column: usize, side: fn(&Margins) -> f64| {
        plans.iter().map(|row| side(&row[column].margins)).fold(0.0, f64::max)
    };
    let lefts: Vec<f64> = (0..columns).map(|column| widest(column, |m| m.left)).collect();
    let rights: Vec<f64> = (0..columns).map(|column| widest(column, |m| m.right)).collect();
    let highest = |row: &[Plan], side: fn(&Margins) -> f64| row.iter().map(|p| side(&p.margins)).fold(0.0, f64::max);
    let tops: Vec<f64> = plans.iter().map(|row| highest(row, |m| m.top)).collect();
    let bottoms: Vec<f64> = plans.iter().map(|row| highest(row, |m| m.bottom)).collect();
    let sum = |sizes: &[f64]| sizes.iter().sum::<f64>();
    let width = (figure.width - sum(&lefts) - sum(&rights)) / columns as f64;
    let height = (figure.height - strip - sum(&tops) - sum(&bottoms)) / plans.len() as f64;
    let mut top = strip;
    for (row, plans) in plans.iter_mut().enumerate() {
        top += tops[row];
        let mut left = 0.0;
        for (column, plan) in plans.iter_mut().enumerate() {
            left += lefts[column];
            plan.view.frame = plan.shaped(Frame { left, top, width, height });
            left += width + rights[column];
        }
        top += height + bottoms[row];
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Two axes in a frame: from data to the page.
#[derive(Debug, Clone, Copy)]
struct View {
    frame: Frame,
    x: Settled,
    y: Settled,
}

impl View {
    fn place(&self, (x, y): Point) -> Place {
        let Frame { left, width, height, .. } = self.frame;
        (left + width * self.x.place(x), self.frame.bottom() - height * self.y.place(y))
    }

    fn places(&self, points: &[Point]) -> Vec<Place> {
        points.iter().map(|point| self.place(*point)).collect()
    }

    /// The visible parts of a line, thinned to the resolution of print.
    fn visible(&self, points: &[Point]) -> Vec<Vec<Place>> {
        let places = self.places(points);
        let mut parts: Vec<Vec<Place>> = Vec::new();
        for run in places.split(|(x, y)| !(x.is_finite() && y.is_finite())).filter(|run| run.len() > 1) {
            let mut end = None;
            for pair in thinned(run, THINNING).windows(2) {
                let Some((from, to)) = self.frame.clip(pair[0], pair[1]) else { continue };
                if end != Some(from) {
                    parts.push(vec![from]);
                }
                parts.last_mut().expect("just pushed").push(to);
                end = Some(to);
            }
        }
        parts
    }

    fn vertical(&self, x: f64) -> Vec<Place> {
        let (x, _) = self.place((x, self.y.from));
        let line = self.frame.clip((x, self.frame.bottom()), (x, self.frame.top));
        line.map_or(Vec::new(), |(from, to)| vec![from, to])
    }

    fn horizontal(&self, y: f64) -> Vec<Place> {
        let (_, y) = self.place((self.x.from, y));
        let line = self.frame.clip((self.frame.left, y), (self.frame.right(), y));
        line.map_or(Vec::new(), |(from, to)| vec![from, to])
    }
}

/// A panel on its way to the page.
struct Plan<'a> {
    panel: &'a Panel,
    view: View,
    ticks: [Ticks; 2],
    bar: Option<Bar<'a>>,
    margins: Margins,
    legend: Option<(Legend, Option<Place>)>,
}

struct Bar<'a> {
    bar: &'a ColourBar,
    axis: Settled,
    ticks: Ticks,
}

impl<'a> Plan<'a> {
    fn of(panel: &'a Panel, (width, height): (f64, f64)) -> Self {
        let x = panel.x.settled(panel.data().map(|(x, _)| x));
        let y = panel.y.settled(panel.data().map(|(_, y)| y));
        // Decades are short words, other numbers may be long ones.
        let across = (width / if panel.x.scale == Scale::Linear { 13.0 } else { 10.0 }) as usize;
        let up = ((height / 8.5) as usize).clamp(3, MOST_LABELS);
        let ticks = [x.ticks(across.max(2)), y.ticks(up)];
        let bar = panel.colour_bar.as_ref().map(|bar| {
            let axis = super::axis::Axis::linear("").above(bar.low).below(bar.high).settled([].into_iter());
            Bar { bar, axis, ticks: axis.ticks(up) }
        });
        let frame = Frame { left: 0.0, top: 0.0, width, height };
        let margins = margins(panel, &ticks, bar.as_ref());
        Self { panel, view: View { frame, x, y }, ticks, bar, margins, legend: None }
    }

    /// The frame itself, or the largest part of it in which lengths along both axes are equal.
    fn shaped(&self, frame: Frame) -> Frame {
        if !self.panel.true_shape {
            return frame;
        }
        let across = (self.view.x.to - self.view.x.from).abs();
        let up = (self.view.y.to - self.view.y.from).abs();
        let scale = (frame.width / across).min(frame.height / up);
        let left = frame.left + 0.5 * (frame.width - scale * across);
        Frame { left, width: scale * across, height: scale * up, ..frame }
    }

    /// Finds room for the legend inside the frame, or makes room above it, up to a height in mm.
    fn place_legend(&mut self, height: f64) {
        let mut legend = Legend::of(self.panel.entries());
        if legend.is_empty() {
            return;
        }
        let (lines, points) = self.obstacles();
        let place = legend.free_place(self.view.frame, &lines, &points);
        if place.is_none() {
            let width = self.strip().1;
            legend = legend.within((width, height));
            self.margins.top += legend.strip_height(width) + GAP;
        }
        self.legend = Some((legend, place));
    }

    /// Left end and width of a legend above the frame.
    fn strip(&self) -> (f64, f64) {
        let Margins { left, right, .. } = self.margins;
        (self.view.frame.left - left + EDGE, self.view.frame.width + left + right - 2.0 * EDGE)
    }

    /// Everything that a legend must not cover.
    fn obstacles(&self) -> (Vec<Vec<Place>>, Vec<Place>) {
        let (mut lines, mut points) = (Vec::new(), Vec::new());
        for (mark, _) in &self.panel.marks {
            match mark {
                Mark::Line(line, _) => lines.extend(self.view.visible(line)),
                Mark::Points(marks, _) => points.extend(self.view.places(marks)),
                Mark::Shape(outline, _, _) => lines.push(self.view.frame.clip_polygon(&self.view.places(outline))),
                Mark::Vertical(x, _) => lines.push(self.view.vertical(*x)),
                Mark::Horizontal(y, _) => lines.push(self.view.horizontal(*y)),
                Mark::Text(at, text) => {
                    let ((x, y), half) = (self.view.place(*at), 0.5 * text_width(text, SMALL));
                    lines.push(vec![(x - half, y), (x + half, y)]);
                }
                Mark::Picture(_, low, high) => {
                    let ((x0, y0), (x1, y1)) = (self.view.place(*low), self.view.place(*high));
                    let rows = (0..=50).map(|i| y0 + (y1 - y0) * f64::from(i) / 50.0);
                    lines.extend(rows.map(|y| vec![(x0, y), (x1, y)]));
                }
            }
        }
        (lines, points)
    }

    fn paint(&self, canvas: &mut Canvas) {
        self.panel.marks.iter().for_each(|(mark, _)| self.paint_mark(canvas, mark));
        self.paint_frame(canvas);
        self.paint_names(canvas);
        if let Some(bar) = &self.bar {
            bar.paint(canvas, self.view.frame);
        }
        match &self.legend {
            Some((legend, Some(place))) => legend.draw_column(canvas, *place),
            Some((legend, None)) => {
                let (left, width) = self.strip();
                let height = legend.strip_height(width);
                legend.draw_strip(canvas, (left, self.view.frame.top - GAP - height), width);
            }
            None => {}
        }
    }

    fn paint_mark(&self, canvas: &mut Canvas, mark: &Mark) {
        let view = &self.view;
        match mark {
            Mark::Line(points, style) => {
                view.visible(points).iter().for_each(|part| canvas.line(part, style.colour, style.width, style.dash));
            }
            Mark::Points(points, style) => {
                let visible = view.places(points).into_iter().filter(|at| view.frame.contains(*at));
                visible.for_each(|at| canvas.mark(at, style.shape, MARK, style.colour, style.filled));
            }
            Mark::Shape(outline, colour, opacity) => {
                canvas.fill(&view.frame.clip_polygon(&view.places(outline)), *colour, *opacity);
            }
            Mark::Vertical(x, style) => canvas.line(&view.vertical(*x), style.colour, style.width, style.dash),
            Mark::Horizontal(y, style) => canvas.line(&view.horizontal(*y), style.colour, style.width, style.dash),
            Mark::Text(at, text) => {
                canvas.text(text, view.place(*at), SMALL, BLACK, Anchor::new(HPos::Center, VPos::Center));
            }
            Mark::Picture(raster, low, high) => {
                let ((left, bottom), (right, top)) = (view.place(*low), view.place(*high));
                canvas.image(raster, Frame { left, top, width: right - left, height: bottom - top });
            }
        }
    }

    fn paint_frame(&self, canvas: &mut Canvas) {
        let frame = self.view.frame;
        let Frame { left, top, .. } = frame;
        let (right, bottom) = (frame.right(), frame.bottom());
        let [across, up] = &self.ticks;
        let mut tick = |from: Place, to: Place| canvas.line(&[from, to], BLACK, HAIR, Dash::Solid);
        for (value, length) in with_lengths(across) {
            let x = left + frame.width * self.view.x.place(value);
            tick((x, bottom), (x, bottom - length));
            tick((x, top), (x, top + length));
        }
        for (value, length) in with_lengths(up) {
            let y = bottom - frame.height * self.view.y.place(value);
            tick((left, y), (left + length, y));
            tick((right, y), (right - length, y));
        }
        canvas.line(&frame.outline(), BLACK, 1.4 * HAIR, Dash::Solid);
    }

    fn paint_names(&self, canvas: &mut Canvas) {
        let (frame, panel) = (self.view.frame, self.panel);
        let [across, up] = &self.ticks;
        let below = Anchor::new(HPos::Center, VPos::Top);
        if panel.x_named {
            for (value, label) in &across.major {
                let x = frame.left + frame.width * self.view.x.place(*value);
                canvas.text(label, (x, frame.bottom() + GAP), SMALL, BLACK, below);
            }
            let y = frame.bottom() + 2.0 * GAP + 1.2 * SMALL;
            canvas.text(&with_power(&panel.x.label, across), (frame.left + 0.5 * frame.width, y), LABEL, BLACK, below);
        }
        if panel.y_named {
            let beside = Anchor::new(HPos::Right, VPos::Center);
            for (value, label) in &up.major {
                let y = frame.bottom() - frame.height * self.view.y.place(*value);
                canvas.text(label, (frame.left - GAP, y), SMALL, BLACK, beside);
            }
            let x = frame.left - 2.0 * GAP - label_width(up);
            let upwards = Anchor { upwards: true, ..Anchor::new(HPos::Center, VPos::Bottom) };
            canvas.text(&with_power(&panel.y.label, up), (x, frame.top + 0.5 * frame.height), LABEL, BLACK, upwards);
        }
        if let Some(title) = &panel.title {
            let at = (frame.left + 0.5 * frame.width, frame.top - self.margins.top + EDGE);
            canvas.text(title, at, SMALL, BLACK, below);
        }
    }
}

impl Bar<'_> {
    fn paint(&self, canvas: &mut Canvas, panel: Frame) {
        let frame = Frame { left: panel.right() + 2.0 * GAP, width: BAR_WIDTH, ..panel };
        let count = self.bar.colours.len();
        let points = (0..count).rev().map(|i| i as u8).collect();
        canvas.image(&Raster { width: 1, height: count, colours: self.bar.colours.clone(), points }, frame);
        let (right, bottom) = (frame.right(), frame.bottom());
        for (value, length) in with_lengths(&self.ticks) {
            let y = bottom - frame.height * self.axis.place(value);
            canvas.line(&[(right, y), (right - 0.7 * length, y)], BLACK, HAIR, Dash::Solid);
        }
        canvas.line(&frame.outline(), BLACK, HAIR, Dash::Solid);
        for (value, label) in &self.ticks.major {
            let y = bottom - frame.height * self.axis.place(*value);
            canvas.text(label, (right + GAP, y), SMALL, BLACK, Anchor::new(HPos::Left, VPos::Center));
        }
        let x = right + 2.0 * GAP + label_width(&self.ticks);
        let upwards = Anchor { upwards: true, ..Anchor::new(HPos::Center, VPos::Top) };
        canvas.text(
            &with_power(&self.bar.label, &self.ticks),
            (x, frame.top + 0.5 * frame.height),
            LABEL,
            BLACK,
            upwards,
        );
    }

    fn width(&self) -> f64 {
        2.0 * GAP + BAR_WIDTH + 2.0 * GAP + label_width(&self.ticks) + 1.2 * LABEL
    }
}

impl Panel {
    /// The entries of the legend: names, and marks without their points.
    fn entries(&self) -> Vec<Entry> {
        let named = self.marks.iter().filter_map(|(mark, name)| Some((name.as_deref()?, mark.sample())));
        let entries = grouped(named).into_iter();
        entries.map(|(name, samples)| Entry { name: name.to_owned(), samples }).collect()
    }
}

fn margins(panel: &Panel, ticks: &[Ticks; 2], bar: Option<&Bar>) -> Margins {
    let [across, up] = ticks;
    let last = across.major.last().map_or(0.0, |(_, label)| 0.5 * text_width(label, SMALL));
    let title = if panel.title.is_some() { 1.4 * LABEL } else { 0.0 };
    Margins {
        left: EDGE + if panel.y_named { 1.2 * LABEL + 2.0 * GAP + label_width(up) } else { 0.0 },
        right: EDGE + bar.map_or(0.6 * last, Bar::width),
        top: EDGE + title,
        bottom: EDGE + if panel.x_named { 2.0 * GAP + 1.2 * SMALL + 1.2 * LABEL } else { 0.0 },
    }
}

fn label_width(ticks: &Ticks) -> f64 {
    ticks.major.iter().map(|(_, label)| text_width(label, SMALL)).fold(0.0, f64::max)
}

/// The label with the power of ten that its numbers leave out: `Time (s)` → `Time (10^{−6} s)`.
fn with_power(label: &str, ticks: &Ticks) -> String {
    let power = match ticks.power {
        0 => return label.to_owned(),
        power => format!("10^{{{}}}", power.to_string().replace('-', "−")),
    };
    match label.rsplit_once('(') {
        Some((name, unit)) => format!("{name}({power} {unit}"),
        None => format!("{label} ({power})"),
    }
}

fn with_lengths(ticks: &Ticks) -> impl Iterator<Item = (f64, f64)> + '_ {
    let major = ticks.major.iter().map(|(value, _)| (*value, LONG_TICK));
    major.chain(ticks.minor.iter().map(|value| (*value, SHORT_TICK)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_of_ten_stands_before_the_unit() {
        let ticks = Ticks { power: -6, ..Ticks::default() };
        assert_eq!(with_power("Force (N)", &ticks), "Force (10^{−6} N)");
        assert_eq!(with_power("gap", &ticks), "gap (10^{−6})");
        assert_eq!(with_power("Force (N)", &Ticks::default()), "Force (N)");
    }
}
