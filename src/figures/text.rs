//! Text of figures: markup, the widths of letters, and SVG that every program draws alike.
//!
//! Labels may hold `_{low}`, `^{high}` and `~{italic}`. Programs differ in where they put spans of a text, so a text
//! with markup becomes several texts, each at its own place and of a stated length, so that wider letters of another
//! font do not run into the next piece. The widths are those of the font that PDF and PNG files are
//! drawn with; Helvetica, Arial and Liberation Sans have the same.

use plotters::style::RGBColor;
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::Face;

/// Fonts by preference; the first ones have the same widths.
const FONTS: &str = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";
/// Upright letters: a part of Arimo, the SIL Open Font License 1.1 beside it.
const REGULAR: &[u8] = include_bytes!("fonts/Regular.ttf");
/// Slanted letters.
const ITALIC: &[u8] = include_bytes!("fonts/Italic.ttf");
/// The files of [`FACES`].
pub(crate) const FONT_FILES: [&[u8]; 2] = [REGULAR, ITALIC];
/// Size of raised and lowered letters, over that of the others.
const SMALLER: f64 = 0.7;
/// How much wider than ours the letters of other fonts may be.
const RESERVE: f64 = 1.12;

/// The upright letters, and the slanted ones.
pub(crate) static FACES: LazyLock<[Face<'static>; 2]> =
    LazyLock::new(|| FONT_FILES.map(|bytes| Face::parse(bytes, 0).expect("a font of ours")));

/// Where a piece of text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Height {
    Line,
    Raised,
    Lowered,
}

/// A piece of text in one style.
#[derive(Debug, Clone, PartialEq)]
struct Piece<'t> {
    text: &'t str,
    italic: bool,
    height: Height,
}

impl Piece<'_> {
    fn size(&self) -> f64 {
        if self.height == Height::Line { 1.0 } else { SMALLER }
    }

    /// How far below the line it stands, over the size of the letters.
    fn drop(&self) -> f64 {
        match self.height {
            Height::Line => 0.0,
            Height::Raised => -0.35,
            Height::Lowered => 0.21,
        }
    }

    fn width(&self) -> f64 {
        let face = &FACES[usize::from(self.italic)];
        let units: f64 = self.text.chars().map(|letter| f64::from(advance(face, letter))).sum();
        self.size() * units / f64::from(face.units_per_em())
    }
}

/// How far a letter goes, in units of the font.
pub(crate) fn advance(face: &Face, letter: char) -> u16 {
    face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(1200)
}

/// Divides a text at its markup.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let plain = |text| Piece { text, italic: false, height: Height::Line };
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(mark) = text[at..].find(['_', '^', '~']).map(|place| at + place) {
        let inner = text[mark + 1..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let Some((inner, rest)) = inner else {
            at = mark + 1;
            continue;
        };
        found.push(plain(&text[start..mark]));
        found.push(match text.as_bytes()[mark] {
            b'~' => Piece { italic: true, ..plain(inner) },
            b'^' => Piece { height: Height::Raised, ..plain(inner) },
            _ => Piece { height: Height::Lowered, ..plain(inner) },
        });
        start = text.len() - rest.len();
        at = start;
    }
    found.push(plain(&text[start..]));
    found.retain(|piece| !piece.text.is_empty());
    found
}

/// A text without its markup.
pub(crate) fn plain(text: &str) -> String {
    pieces(text).iter().map(|piece| piece.text).collect()
}

/// Width of a text with letters of the given height, same unit as the height, with room for wider fonts.
pub(crate) fn text_width(text: &str, height: f64) -> f64 {
    RESERVE * height * pieces(text).iter().map(Piece::width).sum::<f64>()
}

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    /// Place of its anchor.
    pub at: (f64, f64),
    /// Part of its width left of the anchor: 0, ½ or 1.
    pub(super) before: f64,
    /// How far the line lies below the anchor, over the size.
    pub below: f64,
    /// Size of the letters.
    pub size: f64,
    /// Colour.
    pub(super) colour: RGBColor,
    /// Whether it runs upwards.
    pub(super) upwards: bool,
}

/// A piece of a text at its place.
pub(crate) struct Span<'t> {
    /// Letters, without the blanks at either end: SVG would lose them, so they are skipped.
    pub text: &'t str,
    /// Whether the letters are slanted.
    pub(super) italic: bool,
    /// Left end of the line it stands on, before the text is turned.
    pub at: (f64, f64),
    /// Size of the letters.
    pub size: f64,
    /// Its width.
    pub width: f64,
}

/// The pieces of a text at their places.
pub(crate) fn spans<'t>(text: &'t str, setting: &Setting) -> Vec<Span<'t>> {
    let Setting { at: (x, y), before, below, size, .. } = *setting;
    let pieces = pieces(text);
    let mut left = x - before * size * pieces.iter().map(Piece::width).sum::<f64>();
    let mut found = Vec::new();
    for piece in &pieces {
        let blank = Piece { text: &piece.text[..piece.text.len() - piece.text.trim_start().len()], ..*piece };
        let letters = Piece { text: piece.text.trim(), ..*piece };
        found.push(Span {
            text: letters.text,
            italic: piece.italic,
            at: (left + size * blank.width(), y + below * size + piece.drop() * size),
            size: piece.size() * size,
            width: size * letters.width(),
        });
        left += size * piece.width();
    }
    found
}

/// The text as SVG: one element for each piece.
pub(crate) fn svg(text: &str, setting: &Setting) -> String {
    let Setting { at: (x, y), before, colour: RGBColor(red, green, blue), upwards, .. } = *setting;
    let turned = if upwards { format!(" transform=\"rotate(270, {x}, {y})\"") } else { String::new() };
    let mut svg = format!("<g font-family=\"{FONTS}\" fill=\"#{red:02x}{green:02x}{blue:02x}\"{turned}>\n");
    let spans = spans(text, setting);
    for span in &spans {
        let style = if span.italic { " font-style=\"italic\"" } else { "" };
        // Where the letters are those of another font, they are stretched or squeezed to the width that is kept for
        // them.
        let (anchor, left, kept) = match spans.len() {
            1 => (["start", "middle", "end"][(2.0 * before) as usize], x, String::new()),
            _ => ("start", span.at.0, format!(" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"", span.width)),
        };
        let letters = span.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let (bottom, size) = (span.at.1, span.size);
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{bottom:.1}\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\"{style}{kept}>{letters}</text>",
        );
    }
    svg + "</g>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> String {
        svg(
            text,
            &Setting {
                at: (10.0, 20.0),
                before: 0.5,
                below: 0.0,
                size: 10.0,
                colour: RGBColor(0, 0, 0),
                upwards: false,
            },
        )
    }

    #[test]
    fn markup_becomes_pieces_at_their_own_places_and_nothing_else_changes() {
        assert!(set("St* (1 − x)").contains("text-anchor=\"middle\">St* (1 − x)</text>"));
        assert_eq!(pieces("a_b ~ c}").len(), 1);
        assert_eq!(pieces("~{h}/~{D}").iter().filter(|piece| piece.italic).count(), 2);
        let power = set("10^{−3} m < 1");
        assert!(power.contains("y=\"16.5\" font-size=\"7.0\"") && power.contains(">m &lt; 1</text>"), "{power}");
        assert!(!power.contains("tspan"));
        assert_eq!(power.matches("textLength").count(), 3, "every piece keeps to its width");
        assert!(!set("St* (1 − x)").contains("textLength"));
    }

    #[test]
    fn widths_are_those_of_helvetica() {
        assert!((Piece { text: "Ab", italic: false, height: Height::Line }.width() - 1.223).abs() < 1e-3);
        assert_eq!(text_width("", 3.0), 0.0);
    }
}
