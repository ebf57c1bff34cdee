//! Pictures of coloured points as PNG files, alone or embedded in an SVG figure.

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::{Compression, write::ZlibEncoder};
use std::io::{self, Write};

/// A picture of `width × height` points, each a number of a colour; rows run from the top down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// Points in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Red, green and blue of at most 256 colours.
    pub colours: Vec<[u8; 3]>,
    /// Colour of each point.
    pub points: Vec<u8>,
}

impl Raster {
    /// The picture as a PNG file (W3C, Portable Network Graphics, third edition) with a palette.
    ///
    /// # Panics
    /// If there is not one colour per point, or not 1 to 256 colours.
    pub fn to_png(&self) -> Vec<u8> {
        assert_eq!(self.points.len(), self.width * self.height, "one colour per point");
        assert!((1..=256).contains(&self.colours.len()), "1 to 256 colours");
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(self.colours.as_flattened());
        let written =
            encoder.write_header().and_then(|mut writer| writer.write_chunk(png::chunk::IDAT, &self.compressed()?));
        written.expect("a picture with a size and one colour per point fits into memory");
        bytes
    }

    /// The rows without a filter, compressed at once: row by row, as the encoder hands them on, the compressor clears
    /// its whole buffer twice a row.
    fn compressed(&self) -> io::Result<Vec<u8>> {
        let mut rows = Vec::with_capacity((self.width + 1) * self.height);
        for row in self.points.chunks(self.width) {
            rows.push(0);
            rows.extend_from_slice(row);
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&rows)?;
        encoder.finish()
    }

    /// The picture as the address of an SVG image: `data:image/png;base64,…`.
    pub(super) fn to_data_address(&self) -> String {
        format!("data:image/png;base64,{}", base64(&self.to_png()))
    }
}

/// A PNG file in the parts that pictures in other colours share.
pub(crate) struct Parts {
    /// Signature and header.
    pub head: Vec<u8>,
    /// The colours.
    pub palette: Vec<u8>,
    /// The points.
    pub points: Vec<u8>,
    /// The end of the file.
    pub end: Vec<u8>,
}

impl Parts {
    /// Divides a PNG file by the kinds of its chunks: length, kind, data, checksum.
    pub fn of(png: &[u8]) -> Self {
        let (signature, mut rest) = png.split_at(8);
        let mut parts = Self { head: signature.to_vec(), palette: Vec::new(), points: Vec::new(), end: Vec::new() };
        while let Some((length, _)) = rest.split_first_chunk::<4>() {
            let (chunk, after) = rest.split_at(u32::from_be_bytes(*length) as usize + 12);
            match &chunk[4..8] {
                b"PLTE" => &mut parts.palette,
                b"IDAT" => &mut parts.points,
                b"IEND" => &mut parts.end,
                _ => &mut parts.head,
            }
            .extend(chunk);
            rest = after;
        }
        parts
    }
}

/// Base 64 with the usual letters (RFC 4648).
pub(crate) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_back_point_for_point_and_with_its_colours() {
        let (width, height) = (300, 90);
        let points: Vec<u8> = (0..width * height).map(|i| ((i % 300) / 7 + i / 9000) as u8).collect();
        let colours: Vec<[u8; 3]> = (0..60).map(|i| [i, 2 * i, 255 - i]).collect();
        let png = Raster { width, height, colours: colours.clone(), points: points.clone() }.to_png();
        let mut reader = png::Decoder::new(io::Cursor::new(&png)).read_info().unwrap();
        assert_eq!(reader.info().palette.as_deref(), Some(colours.as_flattened()));
        let mut found = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut found).unwrap();
        assert_eq!(found, points);
        let Parts { head, palette, points, end } = Parts::of(&png);
        assert_eq!([head, palette, points, end].concat(), png);
    }
}
