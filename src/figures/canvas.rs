//! Drawings on a page measured in millimetres: lines, areas, discs, texts and pictures, as [`svg`](super::svg) writes
//! them.
//!
//! Places are whole numbers of the page's unit, [`UNITS`] of them per millimetre.

use super::png::Raster;
use super::style::{Dash, Shape};
use super::text::Setting;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

/// Units of the page per millimetre.
pub(crate) const UNITS: f64 = 40.0;

/// A place on the page, mm from the left and from the top.
pub(crate) type Place = (f64, f64);

/// A rectangle on the page, mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub width: f64,
    pub height: f64,
}

impl Frame {
    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// All round, and on along the first side, so that the first corner is closed.
    pub(super) fn outline(&self) -> [Place; 6] {
        let (left, top, right, bottom) = (self.left, self.top, self.right(), self.bottom());
        [(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)]
    }

    pub(super) fn contains(&self, (x, y): Place) -> bool {
        x >= self.left && x <= self.right() && y >= self.top && y <= self.bottom()
    }

    /// The part of a segment inside the frame (Liang & Barsky 1984).
    pub(super) fn clip(&self, (x0, y0): Place, (x1, y1): Place) -> Option<(Place, Place)> {
        let (dx, dy) = (x1 - x0, y1 - y0);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let sides = [(-dx, x0 - self.left), (dx, self.right() - x0), (-dy, y0 - self.top), (dy, self.bottom() - y0)];
        for (along, room) in sides {
            if along == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if along < 0.0 {
                enter = enter.max(room / along);
            } else {
                leave = leave.min(room / along);
            }
        }
        let at = |s: f64| (x0 + s * dx, y0 + s * dy);
        (enter <= leave).then(|| (at(enter), at(leave)))
    }

    /// The part of a polygon inside the frame (Sutherland & Hodgman 1974).
    pub(super) fn clip_polygon(&self, polygon: &[Place]) -> Vec<Place> {
        let sides: [(f64, f64, f64); 4] =
            [(1.0, 0.0, -self.left), (-1.0, 0.0, self.right()), (0.0, 1.0, -self.top), (0.0, -1.0, self.bottom())];
        sides.iter().fold(polygon.to_vec(), |corners, (a, b, c)| {
            let inside = |(x, y): Place| a * x + b * y + c;
            let mut kept = Vec::new();
            for (i, &to) in corners.iter().enumerate() {
                let from = corners[(i + corners.len() - 1) % corners.len()];
                let (d0, d1) = (inside(from), inside(to));
                if (d0 < 0.0) != (d1 < 0.0) {
                    let s = d0 / (d0 - d1);
                    kept.push((from.0 + s * (to.0 - from.0), from.1 + s * (to.1 - from.1)));
                }
                if d1 >= 0.0 {
                    kept.push(to);
                }
            }
            kept
        })
    }
}

/// Which point of a text is placed, and whether the text runs upwards.
#[derive(Clone, Copy)]
pub(crate) struct Anchor {
    pub(super) horizontal: HPos,
    pub(super) vertical: VPos,
    pub(super) upwards: bool,
}

impl Anchor {
    pub(super) const fn new(horizontal: HPos, vertical: VPos) -> Self {
        Self { horizontal, vertical, upwards: false }
    }
}

/// A place in units of the page.
pub(crate) type Dot = (i32, i32);

/// Something drawn.
#[derive(Debug, Clone)]
pub(crate) enum Ink {
    /// A line of two or more points with round corners.
    Line { points: Vec<Dot>, colour: RGBColor, width: u32 },
    /// A filled polygon; `opacity` from 0 to 1.
    Area { corners: Vec<Dot>, colour: RGBColor, opacity: f64 },
    /// A disc, or its outline where there is a width.
    Disc { centre: Dot, radius: i32, colour: RGBColor, outline: Option<u32> },
    /// A text.
    Text(String, Setting),
    /// A picture stretched from its left top corner to its right bottom one.
    Picture { raster: Raster, from: Dot, to: Dot },
}

/// A white page with all that is drawn on it, from the back to the front.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// Width \[mm\].
    pub width: f64,
    /// Height \[mm\].
    pub height: f64,
    /// Size of what is drawn over the size at which it was drawn.
    pub magnified: f64,
    pub(super) inks: Vec<Ink>,
}

/// The tool that draws a page.
pub(crate) struct Canvas {
    inks: Vec<Ink>,
}

impl Canvas {
    /// Draws on a page of `width × height` mm.
    pub fn draw(width: f64, height: f64, paint: impl FnOnce(&mut Canvas)) -> Page {
        let mut canvas = Canvas { inks: Vec::new() };
        paint(&mut canvas);
        Page { width, height, magnified: 1.0, inks: canvas.inks }
    }

    /// A line through points, broken where one is not finite.
    pub(super) fn line(&mut self, points: &[Place], colour: RGBColor, width: f64, dash: Dash) {
        for run in points.split(|(x, y)| !(x.is_finite() && y.is_finite())).filter(|run| run.len() > 1) {
            if dash == Dash::Solid {
                self.path(run, colour, width);
            } else {
                dashes(run, dash.pattern()).iter().for_each(|stroke| self.path(stroke, colour, width));
            }
        }
    }

    fn path(&mut self, points: &[Place], colour: RGBColor, width: f64) {
        let mut points: Vec<Dot> = points.iter().map(|p| units(*p)).collect();
        points.dedup();
        if points.len() == 1 {
            points.push(points[0]);
        }
        self.inks.push(Ink::Line { points, colour, width: stroke(width) });
    }

    /// A filled polygon; `opacity` from 0 to 1.
    pub(super) fn fill(&mut self, corners: &[Place], colour: RGBColor, opacity: f64) {
        let corners = corners.iter().map(|p| units(*p)).collect();
        self.inks.push(Ink::Area { corners, colour, opacity });
    }

    /// A mark of the given radius; a hollow one leaves the marks below it in sight.
    pub(super) fn mark(&mut self, at: Place, shape: Shape, radius: f64, colour: RGBColor, filled: bool) {
        if shape == Shape::Circle {
            let (centre, radius) = (units(at), (radius * UNITS).round() as i32);
            let disc = |outline| Ink::Disc { centre, radius, colour, outline };
            self.inks.extend(filled.then(|| disc(None)));
            self.inks.push(disc(Some(stroke(OUTLINE))));
            return;
        }
        let corners: &[Place] = match shape {
            Shape::Square => &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
            Shape::Triangle => &[(-1.0, 0.75), (1.0, 0.75), (0.0, -1.0)],
            Shape::Wedge => &[(-1.0, -0.75), (1.0, -0.75), (0.0, 1.0)],
            Shape::Diamond | Shape::Circle => &[(-1.15, 0.0), (0.0, -1.15), (1.15, 0.0), (0.0, 1.15)],
        };
        let mut outline: Vec<Place> = corners.iter().map(|(x, y)| (at.0 + radius * x, at.1 + radius * y)).collect();
        if filled {
            self.fill(&outline, colour, 1.0);
        }
        outline.extend_from_within(..2);
        self.path(&outline, colour, OUTLINE);
    }

    /// Text with letters of the given height in mm, in the markup of the chart style.
    pub fn text(&mut self, text: &str, at: Place, height: f64, colour: RGBColor, anchor: Anchor) {
        let (x, y) = units(at);
        let setting = Setting {
            at: (f64::from(x), f64::from(y)),
            before: match anchor.horizontal {
                HPos::Left => 0.0,
                HPos::Center => 0.5,
                HPos::Right => 1.0,
            },
            below: match anchor.vertical {
                VPos::Top => 0.76,
                VPos::Center => 0.26,
                VPos::Bottom => -0.26,
            },
            size: height * UNITS,
            colour,
            upwards: anchor.upwards,
        };
        self.inks.push(Ink::Text(text.to_owned(), setting));
    }

    /// A picture stretched over a frame.
    pub(super) fn image(&mut self, raster: &Raster, frame: Frame) {
        let (from, to) = (units((frame.left, frame.top)), units((frame.right(), frame.bottom())));
        self.inks.push(Ink::Picture { raster: raster.clone(), from, to });
    }
}

/// Width of the outlines of marks, mm.
const OUTLINE: f64 = 0.22;

fn units((x, y): Place) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

fn stroke(width: f64) -> u32 {
    (width * UNITS).round().max(1.0) as u32
}

/// Cuts a line into strokes; `pattern` holds the lengths of strokes and gaps in turn.
fn dashes(points: &[Place], pattern: &[f64]) -> Vec<Vec<Place>> {
    let mut strokes = vec![vec![points[0]]];
    let (mut part, mut left) = (0, pattern[0]);
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let length = (x1 - x0).hypot(y1 - y0);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length);
            if part % 2 == 0 {
                strokes.last_mut().expect("never empty").push(at);
            } else {
                strokes.push(vec![at]);
            }
            part = (part + 1) % pattern.len();
            left = pattern[part];
        }
        left -= length - done;
        if part % 2 == 0 {
            strokes.last_mut().expect("never empty").push((x1, y1));
        }
    }
    strokes.retain(|stroke| stroke.len() > 1);
    strokes
}

/// Lines of more points than this are thinned in spans of so many, for the cost of a span may grow with its square.
const LONG: usize = 20_000;
const LONG_SPAN: usize = 500;

/// Drops points of a line that lie within `tolerance` of the line through their neighbours (Ramer 1972,
/// Douglas & Peucker 1973).
pub(crate) fn thinned(points: &[Place], tolerance: f64) -> Vec<Place> {
    let mut keep = vec![false; points.len()];
    let last = points.len().saturating_sub(1);
    let length = if points.len() > LONG { LONG_SPAN } else { last.max(1) };
    let mut spans: Vec<(usize, usize)> =
        (0..last.max(1)).step_by(length).map(|first| (first, (first + length).min(last))).collect();
    while let Some((first, last)) = spans.pop() {
        (keep[first], keep[last]) = (true, true);
        let ((x0, y0), (x1, y1)) = (points[first], points[last]);
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length2 = dx * dx + dy * dy;
        let distance2 = |(x, y): Place| {
            let s = if length2 > 0.0 { (((x - x0) * dx + (y - y0) * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
            (x - x0 - s * dx).powi(2) + (y - y0 - s * dy).powi(2)
        };
        let farther = |most: (f64, Option<usize>), i: usize| {
            let here = distance2(points[i]);
            if here > most.0 { (here, Some(i)) } else { most }
        };
        if let (_, Some(i)) = (first + 1..last).fold((tolerance * tolerance, None), farther) {
            spans.extend([(first, i), (i, last)]);
        }
    }
    points.iter().zip(keep).filter_map(|(point, kept)| kept.then_some(*point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 0.0, top: 0.0, width: 10.0, height: 10.0 };

    #[test]
    fn segments_and_polygons_end_at_the_frame() {
        assert_eq!(FRAME.clip((-5.0, 5.0), (15.0, 5.0)), Some(((0.0, 5.0), (10.0, 5.0))));
        assert_eq!(FRAME.clip((-5.0, -1.0), (15.0, -1.0)), None);
        assert_eq!(FRAME.clip((-1.0, 12.0), (12.0, 30.0)), None);
        let clipped = FRAME.clip_polygon(&[(-5.0, 5.0), (5.0, -5.0), (15.0, 5.0), (5.0, 15.0)]);
        let area: f64 = (0..clipped.len())
            .map(|i| (clipped[i], clipped[(i + 1) % clipped.len()]))
            .map(|((x0, y0), (x1, y1))| 0.5 * (x0 * y1 - x1 * y0))
            .sum();
        assert!((area.abs() - 100.0).abs() < 1e-9, "a large diamond fills the frame: {area}");
        assert!(FRAME.clip_polygon(&[(11.0, 1.0), (12.0, 1.0), (12.0, 2.0)]).is_empty());
    }

    #[test]
    fn strokes_and_gaps_share_a_line_by_their_pattern() {
        let strokes = dashes(&[(0.0, 0.0), (4.0, 0.0), (10.0, 0.0)], &[2.0, 1.0]);
        assert_eq!(strokes.len(), 4);
        assert_eq!(strokes[1], [(3.0, 0.0), (4.0, 0.0), (5.0, 0.0)]);
        assert_eq!(strokes[3], [(9.0, 0.0), (10.0, 0.0)]);
    }

    #[test]
    fn a_thinned_line_keeps_its_corners_and_its_shape() {
        let wave: Vec<Place> = (0..=2000).map(|i| 0.01 * f64::from(i)).map(|x| (x, x.sin())).collect();
        let thin = thinned(&wave, 0.01);
        assert!(thin.len() < 80, "{}", thin.len());
        for (x, y) in wave {
            let right = thin.partition_point(|p| p.0 < x).max(1);
            let ((x0, y0), (x1, y1)) = (thin[right - 1], thin[right]);
            assert!((y0 + (y1 - y0) * (x - x0) / (x1 - x0) - y).abs() < 0.015);
        }
    }
}
