//! Pictures of coloured points, embedded in an SVG figure as PNG.

use std::fmt::Write;

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
    pub fn to_png(&self) -> Vec<u8> {
        let head = head(self.width, self.height);
        [head, palette(&self.colours), picture(self.width, &self.points), end()].concat()
    }

    /// The picture as the address of an SVG image: `data:image/png;base64,…`.
    pub fn to_data_address(&self) -> String {
        format!("data:image/png;base64,{}", base64(&self.to_png()))
    }
}

/// The beginning of a PNG file with a palette: signature and header.
pub(crate) fn head(width: usize, height: usize) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    header.extend([8, 3, 0, 0, 0]);
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, b"IHDR", &header);
    png
}

/// The palette of a PNG file, which follows its head.
pub(crate) fn palette(colours: &[[u8; 3]]) -> Vec<u8> {
    assert!((1..=256).contains(&colours.len()), "1 to 256 colours");
    let mut png = Vec::new();
    chunk(&mut png, b"PLTE", colours.as_flattened());
    png
}

/// The points of a PNG file, which follow its palette.
pub(crate) fn picture(width: usize, points: &[u8]) -> Vec<u8> {
    assert_eq!(points.len() % width, 0, "one colour per point");
    let mut rows = Vec::with_capacity(points.len() + points.len() / width);
    for row in points.chunks(width) {
        rows.push(0);
        rows.extend(row);
    }
    let mut png = Vec::new();
    chunk(&mut png, b"IDAT", &zlib(&rows, width + 1));
    png
}

/// The end of a PNG file.
pub(crate) fn end() -> Vec<u8> {
    let mut png = Vec::new();
    chunk(&mut png, b"IEND", &[]);
    png
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let check = crc32(&png[start..]);
    png.extend(check.to_be_bytes());
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 })
    };
    !bytes.iter().fold(!0, step)
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    (b << 16) | a
}

/// Base 64 with the usual letters (RFC 4648).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().enumerate().fold(0_u32, |word, (i, byte)| word | u32::from(*byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize] as char;
            text.write_char(if i <= three.len() { letter } else { '=' }).expect("text in memory");
        }
    }
    text
}

/// Compresses with the fixed codes of deflate (RFC 1951) in the envelope of zlib (RFC 1950).
///
/// Repetitions are looked for at two distances only, one point back and one row back: that is where a picture of a
/// field repeats itself.
fn zlib(bytes: &[u8], row: usize) -> Vec<u8> {
    let mut out = Bits { bytes: vec![0x78, 0x01], pending: 0, count: 0 };
    out.low_first(0b011, 3);
    let mut at = 0;
    while at < bytes.len() {
        let candidates = [1, row].into_iter().filter(|&distance| distance <= at && distance <= 32768);
        let best =
            candidates.map(|distance| (repeated(bytes, at, distance), distance)).max_by_key(|(length, _)| *length);
        match best {
            Some((length, distance)) if length >= 3 => {
                out.repeat(length, distance);
                at += length;
            }
            _ => {
                out.symbol(u32::from(bytes[at]));
                at += 1;
            }
        }
    }
    out.symbol(256);
    let mut stream = out.finish();
    stream.extend(adler32(bytes).to_be_bytes());
    stream
}

fn repeated(bytes: &[u8], at: usize, distance: usize) -> usize {
    let longest = (bytes.len() - at).min(258);
    (0..longest).take_while(|&i| bytes[at + i] == bytes[at + i - distance]).count()
}

struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    fn low_first(&mut self, value: u32, count: u32) {
        self.pending |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    fn high_first(&mut self, value: u32, count: u32) {
        self.low_first(value.reverse_bits() >> (32 - count), count);
    }

    fn symbol(&mut self, symbol: u32) {
        match symbol {
            0..=143 => self.high_first(0x30 + symbol, 8),
            144..=255 => self.high_first(0x190 + symbol - 144, 9),
            256..=279 => self.high_first(symbol - 256, 7),
            _ => self.high_first(0xc0 + symbol - 280, 8),
        }
    }

    fn repeat(&mut self, length: usize, distance: usize) {
        let (code, extra, rest) = match length {
            258 => (28, 0, 0),
            _ => bucket(length as u32 - 3, 2),
        };
        self.symbol(257 + code);
        self.low_first(rest, extra);
        let (code, extra, rest) = bucket(distance as u32 - 1, 1);
        self.high_first(code, 5);
        self.low_first(rest, extra);
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Deflate's codes for lengths (`fine` = 2) and distances (`fine` = 1): buckets that double in size after every
/// `2^fine` codes. Gives the code, the number of extra bits and their value.
fn bucket(value: u32, fine: u32) -> (u32, u32, u32) {
    if value < 2 << fine {
        return (value, 0, 0);
    }
    let extra = value.ilog2() - fine;
    let code = (extra << fine) + (value >> extra);
    (code, extra, value & ((1 << extra) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_the_published_ones() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn length_and_distance_codes_are_those_of_the_standard() {
        let length = |n: u32| bucket(n - 3, 2);
        assert_eq!(
            [length(3), length(10), length(11), length(12), length(257)],
            [(0, 0, 0), (7, 0, 0), (8, 1, 0), (8, 1, 1), (27, 5, 30)]
        );
        let distance = |n: u32| bucket(n - 1, 1);
        assert_eq!(
            [distance(1), distance(4), distance(5), distance(32768)],
            [(0, 0, 0), (3, 0, 0), (4, 1, 0), (29, 13, 8191)]
        );
    }

    /// Undoes [`zlib`] by the book, with the standard's own tables.
    fn inflate(stream: &[u8]) -> Vec<u8> {
        const LENGTHS: [usize; 29] = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ];
        const DISTANCES: [usize; 30] = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
            4097, 6145, 8193, 12289, 16385, 24577,
        ];
        let mut bit = 16;
        let mut next = || {
            bit += 1;
            u32::from(stream[(bit - 1) / 8] >> ((bit - 1) % 8) & 1)
        };
        assert_eq!([next(), next(), next()], [1, 1, 0], "last block, fixed codes");
        let mut out: Vec<u8> = Vec::new();
        loop {
            let mut code = (0..7).fold(0, |code, _| code << 1 | next());
            let symbol = if code < 24 {
                256 + code
            } else {
                code = code << 1 | next();
                match code {
                    0x30..=0xbf => code - 0x30,
                    0xc0..=0xc7 => 280 + code - 0xc0,
                    _ => 144 + (code << 1 | next()) - 0x190,
                }
            } as usize;
            match symbol {
                0..256 => out.push(symbol as u8),
                256 => return out,
                _ => {
                    let mut extra = |count: usize| (0..count).fold(0, |value, i| value | (next() as usize) << i);
                    let code = symbol - 257;
                    let length = LENGTHS[code] + extra(if (8..28).contains(&code) { code / 4 - 1 } else { 0 });
                    let code = (0..5).fold(0, |value, _| value << 1 | extra(1));
                    let distance = DISTANCES[code] + extra((code / 2).saturating_sub(1));
                    (0..length).for_each(|_| out.push(out[out.len() - distance]));
                }
            }
        }
    }

    #[test]
    fn compressed_rows_come_back_byte_for_byte() {
        let noise: Vec<u8> = (0..5000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let stripes: Vec<u8> = (0..90_000).map(|i| ((i % 300) / 7 + i / 30_000) as u8).collect();
        let flat = vec![200; 70_000];
        for bytes in [&noise, &stripes, &flat, &Vec::new()] {
            let stream = zlib(bytes, 300);
            assert_eq!(&inflate(&stream), bytes);
            assert_eq!(stream[stream.len() - 4..], adler32(bytes).to_be_bytes());
            assert_eq!(u16::from_be_bytes([stream[0], stream[1]]) % 31, 0, "zlib's check bits");
        }
        assert!(zlib(&stripes, 300).len() < stripes.len() / 50, "a row costs at most two repeats of 20 bits");
    }

    #[test]
    fn a_png_has_its_chunks_in_order() {
        let colours = vec![[0, 0, 0], [255, 0, 0]];
        let png = Raster { width: 2, height: 3, colours, points: vec![0, 1, 1, 0, 0, 1] }.to_png();
        let at = |name: &[u8]| png.windows(4).position(|w| w == name).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert!(at(b"IHDR") < at(b"PLTE") && at(b"PLTE") < at(b"IDAT") && at(b"IDAT") < at(b"IEND"));
    }
}
