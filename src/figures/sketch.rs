//! A sketch of a sphere above a wall, with the names of lengths and speeds.

use super::canvas::{Anchor, Canvas, Place};
use super::style::{BLACK, COLUMN, Dash, GREY, HAIR, LABEL, LINE, PALETTE, SMALL};
use super::svg::svg;
use plotters::style::text_anchor::{HPos, VPos};
use std::f64::consts::TAU;

/// Corners of a drawn circle.
const CORNERS: usize = 90;
/// Height of the sketch, mm.
const HEIGHT: f64 = 58.0;
/// Top of the wall, mm from the top of the page.
const WALL: f64 = 44.0;

/// Sphere, film and wall as SVG text: on the left a gap `h`, on the right an overlap `ε` with the radius of contact
/// `b`.
pub fn contact() -> String {
    svg(&Canvas::draw(COLUMN, HEIGHT, |canvas| {
        let (blue, solid) = (PALETTE[0], Dash::Solid);
        canvas.fill(&[(0.0, WALL), (COLUMN, WALL), (COLUMN, HEIGHT - 7.0), (0.0, HEIGHT - 7.0)], GREY, 0.25);
        canvas.line(&[(0.0, WALL), (COLUMN, WALL)], BLACK, LINE, solid);
        let (radius, gap, overlap) = (13.0, 4.0, 2.0);
        let (left, right) = ((22.0, WALL - gap - radius), (63.0, WALL + overlap - radius));
        // The film between the sphere and the wall.
        let film: Vec<Place> = (0..=20)
            .map(|k| 0.5 * (f64::from(k) / 10.0 - 1.0))
            .map(|angle| (left.0 + radius * angle.sin(), left.1 + radius * angle.cos()))
            .chain([(left.0 + radius * 0.5_f64.sin(), WALL), (left.0 - radius * 0.5_f64.sin(), WALL)])
            .collect();
        canvas.fill(&film, blue, 0.3);
        for centre in [left, right] {
            canvas.line(&circle(centre, radius), BLACK, LINE, solid);
        }
        let text = |canvas: &mut Canvas, words: &str, at: Place, horizontal: HPos| {
            canvas.text(words, at, LABEL, BLACK, Anchor::new(horizontal, VPos::Center));
        };
        let span = |canvas: &mut Canvas, from: Place, to: Place| arrow(canvas, from, to, true);
        span(canvas, (left.0 - radius, left.1), (left.0 + radius, left.1));
        text(canvas, "~{D} = 2~{a}", (left.0, left.1 - 2.4), HPos::Center);
        arrow(canvas, (left.0, left.1 - radius - 9.0), (left.0, left.1 - radius - 1.0), false);
        text(canvas, "~{U}", (left.0 + 1.5, left.1 - radius - 6.0), HPos::Left);
        let beside = left.0 + radius + 2.0;
        canvas.line(&[(left.0, WALL - gap), (beside + 1.0, WALL - gap)], GREY, HAIR, Dash::Dashed);
        span(canvas, (beside, WALL - gap), (beside, WALL));
        text(canvas, "~{h} = ~{δ}~{D}", (beside + 1.5, WALL - 0.5 * gap), HPos::Left);
        text(canvas, "film", (left.0 - radius - 1.0, WALL - 1.6), HPos::Center);
        text(canvas, "wall", (4.0, WALL + 3.5), HPos::Left);
        // The overlap of the undeformed outlines, and the radius of the circle in which they touch.
        let touch = (radius * overlap).sqrt();
        canvas.line(&[(right.0, WALL), (right.0, WALL + 6.0)], GREY, HAIR, Dash::Dashed);
        canvas.line(&[(right.0 + touch, WALL), (right.0 + touch, WALL + 6.0)], GREY, HAIR, Dash::Dashed);
        span(canvas, (right.0, WALL + 5.0), (right.0 + touch, WALL + 5.0));
        text(canvas, "~{b}", (right.0 + touch + 1.0, WALL + 5.0), HPos::Left);
        let at = right.0 - 8.5;
        canvas.line(&[(at - 1.0, WALL + overlap), (right.0, WALL + overlap)], GREY, HAIR, Dash::Dashed);
        arrow(canvas, (at, WALL - 6.0), (at, WALL), false);
        arrow(canvas, (at, WALL + overlap + 5.0), (at, WALL + overlap), false);
        text(canvas, "~{ε}", (at - 1.2, WALL + 4.0), HPos::Right);
        let below = Anchor::new(HPos::Center, VPos::Center);
        canvas.text("before contact", (left.0, HEIGHT - 3.0), SMALL, BLACK, below);
        canvas.text("in contact, outlines undeformed", (right.0, HEIGHT - 3.0), SMALL, BLACK, below);
    }))
}

fn circle((x, y): Place, radius: f64) -> Vec<Place> {
    let angle = |k: usize| TAU * k as f64 / CORNERS as f64;
    (0..=CORNERS).map(|k| (x + radius * angle(k).cos(), y + radius * angle(k).sin())).collect()
}

/// A line with a head at its end, or at both.
fn arrow(canvas: &mut Canvas, from: Place, to: Place, at_both: bool) {
    canvas.line(&[from, to], BLACK, HAIR, Dash::Solid);
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let (along, across) = (((to.0 - from.0) / length, (to.1 - from.1) / length), 0.45);
    let mut head = |(x, y): Place, way: f64| {
        let back = (x - way * 1.3 * along.0, y - way * 1.3 * along.1);
        let side = (-across * along.1, across * along.0);
        canvas.fill(&[(x, y), (back.0 + side.0, back.1 + side.1), (back.0 - side.0, back.1 - side.1)], BLACK, 1.0);
    };
    head(to, 1.0);
    if at_both {
        head(from, -1.0);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sketch_names_the_lengths_and_the_speed() {
        let text = super::contact();
        for name in ["film", "wall", "before contact", ">D<", ">h<", ">U<"] {
            assert!(text.contains(name) || name.starts_with('>'), "{name}");
        }
    }
}
