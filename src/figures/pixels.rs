//! A page as points.

use super::canvas::{Dot, Ink, Page, UNITS};
use super::png::Raster;
use super::text::{self, FACES, Setting};
use plotters::style::RGBColor;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform,
};
use ttf_parser::OutlineBuilder;

/// Millimetres per inch.
const INCH: f64 = 25.4;

/// The page, so many points per inch.
pub(crate) fn pixels(page: &Page, per_inch: f64) -> Pixmap {
    let points = |length: f64| ((length / INCH * per_inch).round() as u32).max(1);
    let mut picture = Pixmap::new(points(page.width), points(page.height)).expect("a figure fits into memory");
    picture.fill(Color::WHITE);
    let scale = (per_inch / INCH / UNITS) as f32;
    page.inks.iter().for_each(|ink| draw(ink, &mut picture, Transform::from_scale(scale, scale)));
    picture
}

fn draw(ink: &Ink, picture: &mut Pixmap, to_points: Transform) {
    match ink {
        Ink::Line { points, colour, width } => {
            stroke(picture, polygon(points, false), &paint(*colour, 1.0), *width, to_points);
        }
        Ink::Area { corners, colour, opacity } => {
            fill(picture, polygon(corners, true), &paint(*colour, *opacity), to_points);
        }
        Ink::Disc { centre: (x, y), radius, colour, outline } => {
            let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
            match outline {
                Some(width) => stroke(picture, circle, &paint(*colour, 1.0), *width, to_points),
                None => fill(picture, circle, &paint(*colour, 1.0), to_points),
            }
        }
        Ink::Text(words, setting) => letters(picture, words, setting, to_points),
        Ink::Picture { raster, from, to } => stretched(picture, raster, (*from, *to), to_points),
    }
}

fn paint(RGBColor(red, green, blue): RGBColor, opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (255.0 * opacity).round() as u8);
    paint
}

fn fill(picture: &mut Pixmap, path: Option<Path>, paint: &Paint, to_points: Transform) {
    if let Some(path) = path {
        picture.fill_path(&path, paint, FillRule::Winding, to_points, None);
    }
}

fn stroke(picture: &mut Pixmap, path: Option<Path>, paint: &Paint, width: u32, to_points: Transform) {
    if let Some(path) = path {
        let stroke = Stroke { width: width as f32, line_join: LineJoin::Round, ..Stroke::default() };
        picture.stroke_path(&path, paint, &stroke, to_points, None);
    }
}

fn polygon(points: &[Dot], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (number, (x, y)) in points.iter().map(|(x, y)| (*x as f32, *y as f32)).enumerate() {
        if number == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The outline of a letter.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

fn letters(picture: &mut Pixmap, words: &str, setting: &Setting, to_points: Transform) {
    let paint = paint(setting.colour, 1.0);
    for span in text::spans(words, setting) {
        let face = &FACES[usize::from(span.italic)];
        let unit = 1.0 / f32::from(face.units_per_em());
        let [a, b, c, d, e, f] = text::placement(&span, setting).map(|value| value as f32);
        let placed = Transform::from_row(a, b, c, d, e, f).post_concat(to_points).pre_scale(unit, unit);
        let mut along = 0.0;
        for letter in span.text.chars() {
            let glyph = face.glyph_index(letter).unwrap_or_default();
            let mut outline = Outline(PathBuilder::new());
            if face.outline_glyph(glyph, &mut outline).is_some() {
                fill(picture, outline.0.finish(), &paint, placed.pre_translate(along, 0.0));
            }
            along += f32::from(text::advance(face, letter));
        }
    }
}

fn stretched(picture: &mut Pixmap, raster: &Raster, ((x, y), (right, bottom)): (Dot, Dot), to_points: Transform) {
    let mut colours = Pixmap::new(raster.width as u32, raster.height as u32).expect("a picture with a size");
    for (place, colour) in colours.pixels_mut().iter_mut().zip(&raster.points) {
        let [red, green, blue] = raster.colours[usize::from(*colour)];
        *place = tiny_skia::ColorU8::from_rgba(red, green, blue, 255).premultiply();
    }
    let (across, down) = ((right - x) as f32 / raster.width as f32, (bottom - y) as f32 / raster.height as f32);
    let placed = to_points.pre_translate(x as f32, y as f32).pre_scale(across, down);
    let smooth = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    picture.draw_pixmap(0, 0, colours.as_ref(), &smooth, placed, None);
}
