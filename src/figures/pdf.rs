//! A page as PDF 1.5 (ISO 32000-1), with the fonts it uses inside and its texts as texts.

use super::canvas::{Dot, Ink, Page, UNITS};
use super::png::Raster;
use super::text::{self, FACES, FONT_FILES, Setting, advance};
use flate2::{Compression, write::ZlibEncoder};
use plotters::style::RGBColor;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::Write as _;

/// Points of PDF per unit of the page.
const POINT: f64 = 72.0 / 25.4 / UNITS;
/// Names of the fonts.
const NAMES: [&str; 2] = ["WetbounceSans", "WetbounceSans-Italic"];
/// How far the control points of a quarter of a circle lie from its ends, over the radius.
const QUARTER: f64 = 0.552_285;
/// Objects of the file before those of fonts and pictures.
const CATALOG: usize = 1;
const PAGES: usize = 2;
const PAGE: usize = 3;
const CONTENT: usize = 4;

/// The objects of a file, the first of which has the number 1.
struct Objects(Vec<Vec<u8>>);

impl Objects {
    /// Adds an object and gives its number.
    fn add(&mut self, text: impl Into<Vec<u8>>) -> usize {
        self.0.push(text.into());
        self.0.len()
    }

    /// Adds compressed bytes, described by further entries of a dictionary.
    fn add_stream(&mut self, entries: &str, bytes: &[u8]) -> usize {
        let object = stream(entries, bytes);
        self.add(object)
    }

    /// The file: objects, the table of their places, and where the table is.
    fn file(&self) -> Vec<u8> {
        let mut file = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", self.0.len() + 1);
        for (number, object) in self.0.iter().enumerate() {
            let _ = writeln!(table, "{:010} 00000 n ", file.len());
            file.extend(format!("{} 0 obj\n", number + 1).bytes().chain(object.iter().copied()).chain(*b"\nendobj\n"));
        }
        let count = self.0.len() + 1;
        let end = format!("trailer\n<< /Size {count} /Root {CATALOG} 0 R >>\nstartxref\n{}\n%%EOF\n", file.len());
        file.extend(table.bytes().chain(end.bytes()));
        file
    }
}

fn stream(entries: &str, bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(bytes).and_then(|()| packed.finish()).expect("memory takes what is written");
    let head = format!("<< /Filter /FlateDecode /Length {} {entries}>>\nstream\n", packed.len());
    [head.as_bytes(), &packed, b"\nendstream"].concat()
}

/// The resources of a page.
#[derive(Default)]
struct Used {
    /// Letters by glyph, of each font.
    letters: [BTreeMap<u16, char>; 2],
    /// Opacities in percent.
    opacities: BTreeSet<u8>,
    /// Pictures in the order of their numbers.
    pictures: Vec<Raster>,
}

/// The page as a PDF file: the same bytes for the same data on every machine.
pub(crate) fn pdf(page: &Page) -> Vec<u8> {
    let (width, height) = (page.width * UNITS * POINT, page.height * UNITS * POINT);
    let mut used = Used::default();
    let mut content = format!("{POINT:.6} 0 0 -{POINT:.6} 0 {height:.3} cm 1 j\n");
    page.inks.iter().for_each(|ink| draw(ink, &mut content, &mut used));
    let mut objects = Objects(Vec::new());
    objects.add("<< /Type /Catalog /Pages 2 0 R >>");
    objects.add(format!("<< /Type /Pages /Kids [{PAGE} 0 R] /Count 1 >>"));
    let page = objects.add("");
    objects.add_stream("", content.as_bytes());
    let mut fonts = String::new();
    for (number, letters) in used.letters.iter().enumerate().filter(|(_, letters)| !letters.is_empty()) {
        let _ = write!(fonts, "/F{number} {} 0 R ", font(number, letters, &mut objects));
    }
    let mut states = String::new();
    for percent in &used.opacities {
        let _ = write!(states, "/G{percent} << /ca {:.2} >> ", f64::from(*percent) / 100.0);
    }
    let mut pictures = String::new();
    for (number, raster) in used.pictures.iter().enumerate() {
        let _ = write!(pictures, "/I{number} {} 0 R ", picture(raster, &mut objects));
    }
    let text = format!(
        "<< /Type /Page\n/Parent {PAGES} 0 R /MediaBox [0 0 {width:.3} {height:.3}] /Contents {CONTENT} 0 R\n\
         /Group << /S /Transparency /CS /DeviceRGB >>\n\
         /Resources << /Font << {fonts}>> /ExtGState << {states}>> /XObject << {pictures}>> >> >>"
    );
    objects.0[page - 1] = text.into_bytes();
    objects.file()
}

fn draw(ink: &Ink, content: &mut String, used: &mut Used) {
    let _ = match ink {
        Ink::Line { points, colour, width } => {
            writeln!(content, "{} RG {width} w {}S", channels(*colour), polygon(points))
        }
        Ink::Area { corners, colour, opacity } => {
            let percent = (100.0 * opacity.clamp(0.0, 1.0)).round() as u8;
            used.opacities.insert(percent);
            writeln!(content, "q /G{percent} gs {} rg {}h f Q", channels(*colour), polygon(corners))
        }
        Ink::Disc { centre, radius, colour, outline } => {
            let (colour, circle) = (channels(*colour), circle(*centre, f64::from(*radius)));
            match outline {
                Some(width) => writeln!(content, "{colour} RG {width} w {circle}h S"),
                None => writeln!(content, "{colour} rg {circle}h f"),
            }
        }
        Ink::Text(words, setting) => {
            letters(words, setting, content, used);
            Ok(())
        }
        Ink::Picture { raster, from: (x, y), to: (right, bottom) } => {
            used.pictures.push(raster.clone());
            let number = used.pictures.len() - 1;
            writeln!(content, "q {} 0 0 -{} {x} {bottom} cm /I{number} Do Q", right - x, bottom - y)
        }
    };
}

fn channels(RGBColor(red, green, blue): RGBColor) -> String {
    [red, green, blue].map(|part| format!("{:.3}", f64::from(part) / 255.0)).join(" ")
}

fn polygon(points: &[Dot]) -> String {
    let mut text = String::new();
    for (number, (x, y)) in points.iter().enumerate() {
        let _ = write!(text, "{x} {y} {} ", if number == 0 { "m" } else { "l" });
    }
    text
}

fn circle((x, y): Dot, radius: f64) -> String {
    let (x, y, control) = (f64::from(x), f64::from(y), QUARTER * radius);
    let mut text = format!("{:.1} {y:.1} m ", x + radius);
    for (ax, ay) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let (bx, by) = (-ay, ax);
        let near = (x + radius * ax + control * bx, y + radius * ay + control * by);
        let far = (x + radius * bx + control * ax, y + radius * by + control * ay);
        let end = (x + radius * bx, y + radius * by);
        let _ = write!(text, "{:.1} {:.1} {:.1} {:.1} {:.1} {:.1} c ", near.0, near.1, far.0, far.1, end.0, end.1);
    }
    text
}

fn letters(words: &str, setting: &Setting, content: &mut String, used: &mut Used) {
    for span in text::spans(words, setting).iter().filter(|span| !span.text.is_empty()) {
        let (font, face) = (usize::from(span.italic), &FACES[usize::from(span.italic)]);
        let mut glyphs = String::new();
        for letter in span.text.chars() {
            let glyph = face.glyph_index(letter).unwrap_or_default().0;
            used.letters[font].insert(glyph, letter);
            let _ = write!(glyphs, "{glyph:04x}");
        }
        let placed = text::placement(span, setting).map(|value| format!("{value:.2}")).join(" ");
        let _ = writeln!(content, "BT {} rg /F{font} 1 Tf {placed} Tm <{glyphs}> Tj ET", channels(setting.colour));
    }
}

/// Adds a font that addresses letters by their glyphs (9.7, Composite fonts), and gives its number.
fn font(number: usize, letters: &BTreeMap<u16, char>, objects: &mut Objects) -> usize {
    let (face, file, name) = (&FACES[number], FONT_FILES[number], NAMES[number]);
    let thousandths = |units: f64| (1000.0 * units / f64::from(face.units_per_em())).round();
    let of_height = |units: i16| thousandths(f64::from(units));
    let program = objects.add_stream(&format!("/Length1 {} ", file.len()), file);
    let bounds = face.global_bounding_box();
    let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|side| of_height(side).to_string());
    let descriptor = objects.add(format!(
        "<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [{}] /ItalicAngle {} /Ascent {} /Descent {} \
         /CapHeight {} /StemV 80 /FontFile2 {program} 0 R >>",
        bounds.join(" "),
        face.italic_angle(),
        of_height(face.ascender()),
        of_height(face.descender()),
        of_height(face.capital_height().unwrap_or(face.ascender())),
    ));
    let (mut widths, mut meanings) = (String::new(), String::new());
    for (glyph, letter) in letters {
        let _ = write!(widths, "{glyph} [{}] ", thousandths(f64::from(advance(face, *letter))));
        let mut utf16 = [0; 2];
        let words: String = letter.encode_utf16(&mut utf16).iter().map(|word| format!("{word:04x}")).collect();
        let _ = writeln!(meanings, "1 beginbfchar <{glyph:04x}> <{words}> endbfchar");
    }
    let meanings = objects.add_stream(
        "",
        format!(
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n\
             /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n\
             /CMapName /Adobe-Identity-UCS def /CMapType 2 def\n\
             1 begincodespacerange <0000> <ffff> endcodespacerange\n{meanings}\
             endcmap CMapName currentdict /CMap defineresource pop end end"
        )
        .as_bytes(),
    );
    let descendant = objects.add(format!(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity /FontDescriptor {descriptor} 0 R \
         /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [{widths}] >>"
    ));
    objects.add(format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H /DescendantFonts [{descendant} 0 R] \
         /ToUnicode {meanings} 0 R >>"
    ))
}

/// Adds a picture with its colours, and gives its number.
fn picture(raster: &Raster, objects: &mut Objects) -> usize {
    let colours: String = raster.colours.as_flattened().iter().map(|part| format!("{part:02x}")).collect();
    let last = raster.colours.len() - 1;
    let entries = format!(
        "/Type /XObject /Subtype /Image /Width {} /Height {} /BitsPerComponent 8 /Interpolate true \
         /ColorSpace [/Indexed /DeviceRGB {last} <{colours}>] ",
        raster.width, raster.height
    );
    objects.add_stream(&entries, &raster.points)
}
