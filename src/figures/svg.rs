//! A page as SVG, by plotters' SVG backend.
//!
//! Features that the backend lacks are added here: joined corners, raised and lowered text, embedded pictures.

use super::canvas::{Ink, Page, UNITS};
use super::text;
use plotters::coord::Shift;
use plotters::prelude::{Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, SVGBackend, Text};
use plotters::style::{Color, IntoFont, WHITE};

const PLACEHOLDER: &str = "own-markup-goes-here-";
const ON_CANVAS: &str = "drawing into memory cannot fail";

/// The page as SVG text: the same text for the same data on every machine.
pub(crate) fn svg(page: &Page) -> String {
    let mut svg = String::new();
    let size = [page.width, page.height].map(|length| (length / page.magnified * UNITS).round() as u32).into();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    area.fill(&WHITE).expect(ON_CANVAS);
    let mut own = Vec::new();
    page.inks.iter().for_each(|ink| draw(ink, &area, &mut own));
    area.present().expect(ON_CANVAS);
    drop(area);
    finished(&svg, (page.width, page.height), size, &own)
}

fn draw(ink: &Ink, area: &DrawingArea<SVGBackend, Shift>, own: &mut Vec<String>) {
    let drawn = match ink {
        Ink::Line { points, colour, width } => {
            area.draw(&PathElement::new(points.as_slice(), colour.stroke_width(*width)))
        }
        Ink::Area { corners, colour, opacity } => {
            area.draw(&Polygon::new(corners.as_slice(), colour.mix(*opacity).filled()))
        }
        Ink::Disc { centre, radius, colour, outline } => {
            let style = outline.map_or_else(|| colour.filled(), |width| colour.stroke_width(width));
            area.draw(&Circle::new(*centre, *radius, style))
        }
        Ink::Text(..) | Ink::Picture { .. } => {
            let placeholder = format!("{PLACEHOLDER}{}.", own.len());
            own.push(markup(ink));
            area.draw(&Text::new(placeholder, (0, 0), ("sans-serif", 10).into_font()))
        }
    };
    drawn.expect(ON_CANVAS);
}

/// The error of the backend.
fn markup(ink: &Ink) -> String {
    match ink {
        Ink::Text(text, setting) => text::svg(text, setting),
        Ink::Picture { raster, from: (x, y), to: (right, bottom) } => format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" href=\"{}\"/>\n",
            right - x,
            bottom - y,
            raster.to_data_address()
        ),
        Ink::Line { .. } | Ink::Area { .. } | Ink::Disc { .. } => String::new(),
    }
}

/// Gives the page its printed size, joins the corners of lines and puts our own markup in place.
fn finished(svg: &str, (width, height): (f64, f64), size: (u32, u32), own: &[String]) -> String {
    let bare = format!("<svg width=\"{}\" height=\"{}\"", size.0, size.1);
    let printed = format!(
        "<svg width=\"{width}mm\" height=\"{height}mm\" stroke-linejoin=\"round\" stroke-linecap=\"butt\" \
         shape-rendering=\"geometricPrecision\""
    );
    let mut out = String::with_capacity(svg.len());
    let mut replacing = false;
    for line in svg.replacen(&bare, &printed, 1).split_inclusive('\n') {
        if let Some(number) = line.trim().strip_prefix(PLACEHOLDER).and_then(|rest| rest.strip_suffix('.')) {
            out.truncate(out.rfind("<text").unwrap_or(out.len()));
            out.push_str(&own[number.parse::<usize>().expect("written above")]);
            replacing = true;
        } else if !(replacing && line.starts_with("</text>")) {
            out.push_str(line);
        } else {
            replacing = false;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::{Anchor, Canvas, Frame};
    use crate::png::Raster;
    use crate::style::Shape;
    use plotters::style::text_anchor::{HPos, VPos};

    const FRAME: Frame = Frame { left: 0.0, top: 0.0, width: 10.0, height: 10.0 };

    #[test]
    fn a_page_has_its_printed_size_and_no_placeholder_is_left() {
        let raster = Raster { width: 1, height: 1, colours: vec![[1, 2, 3]], points: vec![0] };
        let page = Canvas::draw(86.0, 60.0, |canvas| {
            canvas.image(&raster, FRAME);
            canvas.text("10^{3} < St", (5.0, 5.0), 2.5, WHITE, Anchor::new(HPos::Left, VPos::Top));
            canvas.mark((3.0, 3.0), Shape::Circle, 1.0, WHITE, false);
        });
        let svg = svg(&page);
        assert!(svg.starts_with("<svg width=\"86mm\" height=\"60mm\"") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("data:image/png;base64,iVBOR") && !svg.contains(PLACEHOLDER));
        assert!(svg.contains(">&lt; St</text>"));
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}
