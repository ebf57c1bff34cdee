//! Figures as files: SVG, PDF with its fonts inside, PNG. PDF and PNG are made of the SVG, by kept libraries.

use super::chart::Figure;

/// Points per inch of a PNG.
#[cfg(feature = "export")]
const RESOLUTION: f64 = 300.0;

/// What every PDF, PNG and animation of this program has in it: a PDF in the name of its font.
pub const MARK: &str = "Wetbounce";

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Document Format.
    Pdf,
    /// Portable Network Graphics, 300 points per inch.
    Png,
}

/// A kind of file that takes the feature `export`, which this build does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this build writes figures as SVG alone, without {0}")]
pub struct NotInThisBuild(pub &'static str);

impl NotInThisBuild {
    /// The remedy, in one sentence.
    pub const REMEDY: &'static str = "build it with `cargo build --release --features export`, or take a released program or the Python \
                                      package, which have PDF, PNG and animations";
}

impl Format {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Pdf, Self::Png];

    /// End of the file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Pdf => "pdf",
            Self::Png => "png",
        }
    }

    /// What it is, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Svg => "Scalable Vector Graphics",
            Self::Pdf => "Portable Document Format, for LaTeX, with its fonts inside",
            Self::Png => "A picture of 300 points per inch",
        }
    }

    /// Whether this build writes it.
    ///
    /// # Errors
    /// It does not.
    pub const fn check(self) -> Result<(), NotInThisBuild> {
        match self {
            Self::Svg => Ok(()),
            Self::Pdf => exported("PDF"),
            Self::Png => exported("PNG"),
        }
    }

    /// The figure as a file of this kind: the same bytes for the same data on every machine.
    ///
    /// # Errors
    /// This build does not write it.
    pub fn file(self, figure: &Figure) -> Result<Vec<u8>, NotInThisBuild> {
        self.check()?;
        Ok(match self {
            Self::Svg => figure.svg().into_bytes(),
            #[cfg(feature = "export")]
            Self::Pdf => library::pdf(figure),
            #[cfg(feature = "export")]
            Self::Png => library::png(figure, RESOLUTION),
            #[cfg(not(feature = "export"))]
            Self::Pdf | Self::Png => unreachable!("refused by the check"),
        })
    }
}

/// Whether this build writes a kind of file that takes the feature `export`.
pub(crate) const fn exported(what: &'static str) -> Result<(), NotInThisBuild> {
    if cfg!(feature = "export") { Ok(()) } else { Err(NotInThisBuild(what)) }
}

/// What the libraries make of an SVG.
#[cfg(feature = "export")]
pub(crate) mod library {
    use super::MARK;
    use crate::chart::Figure;
    use crate::text::FONT_FILES;
    use krilla::configure::{ConfigurationBuilder, PdfVersion};
    use krilla::geom::Size;
    use krilla::page::PageSettings;
    use krilla::{Document, SerializeSettings};
    use krilla_svg::{SurfaceExt, SvgSettings};
    use resvg::tiny_skia::{Color, Pixmap, Transform};
    use resvg::usvg::{Options, Tree, fontdb};
    use std::sync::{Arc, LazyLock};

    /// Points of PDF per inch.
    const POINTS: f64 = 72.0;
    const SOUND: &str = "an SVG of ours";

    /// The fonts of our own: that of the widths which the SVG states, and no font of the machine.
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        FONT_FILES.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
        let family = fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
        fonts.set_sans_serif_family(family.expect("our fonts have a name"));
        Arc::new(fonts)
    });

    /// The figure, so many points per inch.
    fn tree(figure: &Figure, per_inch: f64) -> Tree {
        let options = Options { dpi: per_inch as f32, fontdb: FONTS.clone(), ..Options::default() };
        Tree::from_str(&figure.svg(), &options).expect(SOUND)
    }

    /// The figure as a PDF file, with the letters that it uses inside and its texts as texts.
    pub fn pdf(figure: &Figure) -> Vec<u8> {
        let tree = tree(figure, POINTS);
        let size = Size::from_wh(tree.size().width(), tree.size().height()).expect(SOUND);
        // The newest version that LaTeX takes without a warning.
        let configuration =
            ConfigurationBuilder::new().with_version(PdfVersion::Pdf15).finish().expect("a version alone");
        let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default()).expect(SOUND);
        surface.finish();
        page.finish();
        document.finish().expect(SOUND)
    }

    /// The figure as points on white, so many per inch.
    pub fn points(figure: &Figure, per_inch: f64) -> Pixmap {
        let tree = tree(figure, per_inch);
        let length = |length: f32| (length.round() as u32).max(1);
        let mut picture =
            Pixmap::new(length(tree.size().width()), length(tree.size().height())).expect("a figure fits into memory");
        picture.fill(Color::WHITE);
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        picture
    }

    /// Red, green and blue of every point; the pictures are opaque.
    pub fn colours(picture: &Pixmap) -> Vec<u8> {
        picture.data().chunks_exact(4).flat_map(|point| [point[0], point[1], point[2]]).collect()
    }

    /// The figure as a PNG file that states its points per inch.
    pub fn png(figure: &Figure, per_inch: f64) -> Vec<u8> {
        let picture = points(figure, per_inch);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_filter(png::Filter::Adaptive);
        let per_metre = (per_inch / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
        let named = encoder.add_text_chunk("Software".into(), MARK.into()).and_then(|()| encoder.write_header());
        let written = named.and_then(|mut writer| writer.write_image_data(&colours(&picture)));
        written.expect("a picture fits into memory");
        bytes
    }
}

#[cfg(all(test, feature = "export"))]
mod tests {
    use super::*;
    use crate::style::SeriesStyle;
    use crate::{Axis, Mark, Panel, Raster};

    fn figure(raster: Option<Raster>) -> Figure {
        let mut panel = Panel::new(Axis::linear("Gap ~{h}/~{D}"), Axis::linear("Force (10^{−6} N)"));
        panel.add(Mark::Line(vec![(1.0, 1.0), (100.0, 2.0)], SeriesStyle::of(0)));
        if let Some(raster) = raster {
            panel.add(Mark::Picture(raster, (1.0, 1.0), (100.0, 2.0)));
        }
        Figure::new(86.0, 60.0, vec![vec![panel]])
    }

    #[test]
    fn a_pdf_has_its_fonts_inside_and_a_png_300_points_per_inch() {
        let pdf = Format::Pdf.file(&figure(None)).unwrap();
        let holds = |word: &[u8]| pdf.windows(word.len()).any(|part| part == word);
        assert!(pdf.starts_with(b"%PDF-1.5") && holds(MARK.as_bytes()) && holds(b"/FontFile"));
        assert_eq!(pdf, Format::Pdf.file(&figure(None)).unwrap(), "written twice, the same bytes");
        let png = Format::Png.file(&figure(None)).unwrap();
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (1016, 709), "86 mm × 60 mm");
        assert!(png[..200].windows(MARK.len()).any(|part| part == MARK.as_bytes()));
    }

    #[test]
    fn a_picture_keeps_its_colours_in_points() {
        let colours = vec![[250, 10, 20], [10, 20, 250]];
        let raster = Raster { width: 8, height: 1, colours, points: vec![0, 0, 0, 0, 1, 1, 1, 1] };
        let points = library::points(&figure(Some(raster)), 254.0);
        let at = |x: u32, y: u32| points.pixel(x, y).map(|point| [point.red(), point.green(), point.blue()]).unwrap();
        assert_eq!([at(300, 250), at(700, 250), at(855, 595)], [[250, 10, 20], [10, 20, 250], [255; 3]]);
    }

    /// What stands on the page: dark points, in a part of it.
    #[test]
    fn a_text_that_runs_upwards_is_higher_than_wide() {
        let points = library::points(&figure(None), 254.0);
        let dark = |x: u32, y: u32| points.pixel(x, y).unwrap().red() < 128;
        let left = 40;
        let rows: Vec<u32> = (0..points.height()).filter(|y| (0..left).any(|x| dark(x, *y))).collect();
        let high = rows[rows.len() - 1] - rows[0];
        assert!(high > 5 * left / 2, "the label of the y axis: {rows:?}");
    }
}
