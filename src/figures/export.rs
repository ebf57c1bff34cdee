//! Figures as files: SVG, PDF with its fonts inside, PNG.

use super::animation::colours;
use super::axis::{Axis, Scale};
use super::canvas::Page;
use super::chart::{Figure, Panel};
use super::pdf::pdf;
use super::pixels::pixels;
use super::svg::svg;
use crate::analysis::bands::Interval;
use crate::output::{OutputError, atomic};
use std::path::{Path, PathBuf};

/// Points per inch of a PNG.
const RESOLUTION: f64 = 300.0;

/// Labels of an axis, about.
const LABELS: usize = 5;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Scalable Vector Graphics
    Svg,
    /// Portable Document Format, for LaTeX, with its fonts inside
    Pdf,
    /// A picture of 300 points per inch
    Png,
}

/// How figures are written, as the user chose it; choices left open are the figure's own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Look {
    /// Kinds of files; SVG if there are none.
    pub formats: Vec<Format>,
    /// Width \[mm\].
    pub width: Option<f64>,
    /// Ends of the x axis of every panel, in the unit that its label shows: with the power of ten.
    pub x_range: Option<Interval>,
    /// Ends of the y axis of the first panel.
    pub y_range: Option<Interval>,
    /// Whether the x axes are logarithmic.
    pub log_x: bool,
    /// Whether the y axis of the first panel is.
    pub log_y: bool,
}

impl Look {
    /// Whether the axes are chosen, which suits one figure only.
    pub fn has_axes(&self) -> bool {
        self.x_range.is_some() || self.y_range.is_some() || self.log_x || self.log_y
    }

    /// Writes the figure as `NAME.svg`, `NAME.pdf` … into `directory`, and returns the paths.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn save(&self, figure: &Figure, directory: &Path, name: &str) -> Result<Vec<PathBuf>, OutputError> {
        atomic::make_directory(directory)?;
        let figure = self.applied(figure.clone());
        if (self.x_range.is_some() || self.y_range.is_some()) && !figure.rows.iter().flatten().any(Panel::shows_data) {
            return Err(OutputError::Format {
                path: directory.join(name),
                place: "the window asked for".into(),
                problem: "nothing lies in it".into(),
                advice: "ranges are in the unit that the label of the axis shows, with its power of ten".into(),
            });
        }
        let page = figure.page();
        let formats = if self.formats.is_empty() { &[Format::Svg][..] } else { &self.formats };
        let mut paths = Vec::new();
        for format in formats {
            let (end, bytes) = match format {
                Format::Svg => ("svg", svg(&page).into_bytes()),
                Format::Pdf => ("pdf", pdf(&page)),
                Format::Png => ("png", png(&page)),
            };
            let path = directory.join(format!("{name}.{end}"));
            atomic::write(&path, bytes)?;
            paths.push(path);
        }
        Ok(paths)
    }

    fn applied(&self, mut figure: Figure) -> Figure {
        if let Some(width) = self.width {
            (figure.height, figure.width) = (figure.height * width / figure.width, width);
        }
        let set = |axis: &mut Axis, data: Vec<f64>, range: Option<Interval>, log: bool| {
            if log {
                (axis.scale, axis.low) = (Scale::Log, axis.low.filter(|low| *low > 0.0));
            }
            if let Some(Interval { low, high }) = range {
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

fn png(page: &Page) -> Vec<u8> {
    let picture = pixels(page, RESOLUTION);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    let per_metre = (RESOLUTION / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&colours(&picture)));
    written.expect("a picture fits into memory");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Mark;
    use crate::plot::canvas::{Anchor, Canvas, Frame};
    use crate::plot::style::SeriesStyle;
    use plotters::style::RGBColor;
    use plotters::style::text_anchor::{HPos, VPos};

    fn figure() -> Figure {
        let mut panel = Panel::new(Axis::linear("Gap ~{h}/~{D}"), Axis::linear("Force (10^{−6} N)"));
        panel.add(Mark::Line(vec![(1.0, 1.0), (100.0, 2.0)], SeriesStyle::of(0)));
        Figure::new(86.0, 60.0, vec![vec![panel]])
    }

    #[test]
    fn a_pdf_has_its_fonts_inside_and_a_png_300_points_per_inch() {
        let directory = tempfile::tempdir().unwrap();
        let look = Look { formats: vec![Format::Pdf, Format::Png], ..Look::default() };
        let paths = look.save(&figure(), directory.path(), "f").unwrap();
        let pdf = std::fs::read(&paths[0]).unwrap();
        let holds = |word: &[u8]| pdf.windows(word.len()).any(|part| part == word);
        assert!(pdf.starts_with(b"%PDF-1.5") && holds(b"WetbounceSans") && holds(b"/FontFile"));
        let png = std::fs::read(&paths[1]).unwrap();
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (1016, 709), "86 mm × 60 mm");
    }

    #[test]
    fn a_picture_keeps_its_colours_in_points_and_its_palette_in_a_pdf_and_a_text_that_runs_upwards_its_letters() {
        let colours = vec![[250, 10, 20], [10, 20, 250]];
        let raster = crate::plot::Raster { width: 8, height: 1, colours, points: vec![0, 0, 0, 0, 1, 1, 1, 1] };
        let page = Canvas::draw(25.4, 25.4, |canvas| {
            canvas.image(&raster, Frame { left: 5.0, top: 5.0, width: 15.0, height: 10.0 });
            let anchor = Anchor { upwards: true, ..Anchor::new(HPos::Center, VPos::Center) };
            canvas.text("IIII", (2.0, 10.0), 3.0, RGBColor(0, 0, 0), anchor);
        });
        let points = pixels(&page, 254.0);
        let at = |x: u32, y: u32| points.pixel(x, y).map(|point| [point.red(), point.green(), point.blue()]).unwrap();
        assert_eq!([at(60, 100), at(190, 100), at(220, 220)], [[250, 10, 20], [10, 20, 250], [255; 3]]);
        let dark = |x: u32, y: u32| at(x, y)[0] < 128;
        let rows: Vec<u32> = (0..254).filter(|y| (0..45).any(|x| dark(x, *y))).collect();
        let columns: Vec<u32> = (0..45).filter(|x| (0..254).any(|y| dark(*x, y))).collect();
        let (high, wide) = (rows[rows.len() - 1] - rows[0], columns[columns.len() - 1] - columns[0]);
        assert!(high > wide && rows[0] > 80 && rows[rows.len() - 1] < 120, "about (20, 100): {rows:?} {columns:?}");
        let file = pdf(&page);
        let holds = |word: &[u8]| file.windows(word.len()).any(|part| part == word);
        assert!(holds(b"/Indexed /DeviceRGB 1 <fa0a140a14fa>") && holds(b"/Width 8 /Height 1"));
        assert!(
            holds(b"/BaseFont /WetbounceSans ") && !holds(b"WetbounceSans-Italic"),
            "fonts that are used, and no others"
        );
    }

    #[test]
    fn a_look_sets_width_ends_and_scales() {
        let range = Some(Interval { low: 2.0, high: 50.0 });
        let look = Look { width: Some(120.0), x_range: range, log_x: true, ..Look::default() };
        let found = look.applied(figure());
        let x = &found.rows[0][0].x;
        assert_eq!((found.width, x.low, x.high, x.scale), (120.0, Some(2.0), Some(50.0), Scale::Log));
    }

    #[test]
    fn a_range_is_in_the_unit_of_the_label_and_an_empty_window_is_refused() {
        let mut panel = Panel::new(Axis::linear("Time ~{t} (s)"), Axis::linear("Gap (m)"));
        panel.add(Mark::Line(vec![(0.0, 1.0), (4e-6, 2.0)], SeriesStyle::of(0)));
        let figure = Figure::new(86.0, 60.0, vec![vec![panel]]);
        let directory = tempfile::tempdir().unwrap();
        let look = |low: f64, high: f64| Look { x_range: Some(Interval { low, high }), ..Look::default() };
        let x = look(1.0, 3.0).applied(figure.clone()).rows[0][0].x.clone();
        assert_eq!((x.low, x.high), (Some(1e-6), Some(3e-6)), "the label says 10^-6 s");
        assert!(look(1.0, 3.0).save(&figure, directory.path(), "f").is_ok());
        let refused = look(5.0, 8.0).save(&figure, directory.path(), "g").unwrap_err();
        assert!(refused.to_string().contains("nothing lies in it") && !directory.path().join("g.svg").exists());
    }
}
