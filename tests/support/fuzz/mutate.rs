//! Random changes to texts and bytes.

use crate::random::Random;
use std::ops::Range;

/// What numbers, units and texts of a case are replaced by, between bars.
const NASTY: &str = r#"0 | -0 | -1 | 1 | 1e308 | -1e308 | 1e-308 | 5e-324 | 1e400 | nan | -nan | inf | -inf | 0x7fffffffffffffff |
9223372036854775807 | -9223372036854775808 | 99999999999999999999999999 | 1_000 | 0.1e | 1e | 1000000000 |
65535 | 4294967296 | true | false | "" | "nan mm" | "inf D" | "1e308 m" | "-1e308 D" | "1e-320 mPa s" |
"3 mm" | "3 m m m" | "3 mm/s" | "1 D" | "1 D D" | "µm" | "5 µm" | "20 cSt" | "1 kg m-3" | "\u0000" | "\n" |
"😀" | "../../.." | "steel" | "rest" | "ehd" | "li" | "luding" | "terminal" | [] | [[]] | [1, 2] | ["1 D", 3] |
{} | { a = 1 } | { from = 1, to = 2, count = 3 } |
{ from = "1 mm", to = "9 mm", count = 10000, spacing = "log" } |
{ from = 1e-308, to = 1e308, count = 7, spacing = "log" } | 1979-05-27 | 07:32:00 | '''x'''"#;
/// Pieces put anywhere, between bars.
const PIECES: &str = "=|[|]|{|}|\"|'|#|.|,|\n|\r|\r\n|\0|\u{feff}|\u{202e}|\u{fffd}|é|\t|e|E|-|+|_|\"\"\"|[[|]]|[vary]\n|\
    [[vary.list]]\n|[set]\n|[vary.zip]\n|[sphere]\n|[groups]\nstokes = 5\n|hydrodynamics = \"theory\"\n|\
    hydrodynamics = \"blended\"\n|film.model = \"ehd\"\n|base = \"x\"\n|a.b.c.d.e = 1\n";

/// One of the choices between the bars.
fn one_of<'a>(choices: &'a str, random: &mut Random) -> &'a str {
    random.of_these(&choices.split('|').collect::<Vec<_>>())
}

/// `seed` with one to four changes, most often one.
pub fn mutated(seed: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    let changes = 1 + random.below(8).saturating_sub(4);
    for _ in 0..changes {
        match random.below(20) {
            0..=8 => change_value(&mut bytes, random),
            9..=10 => change_line(&mut bytes, others, random),
            11 => exchange_key(&mut bytes, others, random),
            12..=13 => insert(&mut bytes, one_of(PIECES, random).as_bytes(), random),
            14..=15 => change_bytes(&mut bytes, random),
            16 => drop(bytes.drain(range(random, bytes.len(), 40))),
            17 => bytes.truncate(random.index(bytes.len() + 1)),
            18 => repeat(&mut bytes, random),
            _ => grow(&mut bytes, random),
        }
    }
    bytes
}

/// A stretch of at most `longest` within `length`.
fn range(random: &mut Random, length: usize, longest: usize) -> Range<usize> {
    let start = random.index(length + 1);
    start..(start + random.index(longest + 1)).min(length)
}

/// Flips bits and overwrites bytes.
pub fn change_bytes(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.index(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = if random.below(2) == 0 { *byte ^ (1 << random.below(8)) } else { random.below(256) as u8 };
        }
    }
}

fn insert(bytes: &mut Vec<u8>, piece: &[u8], random: &mut Random) {
    let at = random.index(bytes.len() + 1);
    bytes.splice(at..at, piece.iter().copied());
}

fn lines(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let lengths = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len);
    let ranges = lengths.map(|length| {
        start += length;
        start - length..start
    });
    ranges.collect()
}

/// Lines that set a key, and where in them the value begins.
fn settings(bytes: &[u8]) -> Vec<(Range<usize>, usize)> {
    let equals = |line: &Range<usize>| bytes[line.clone()].iter().position(|byte| *byte == b'=');
    let setting = |line: Range<usize>| equals(&line).map(|at| (line.clone(), line.start + at + 1));
    lines(bytes).into_iter().filter(|line| bytes[line.start] != b'#').filter_map(setting).collect()
}

fn change_value(bytes: &mut Vec<u8>, random: &mut Random) {
    let found = settings(bytes);
    if found.is_empty() {
        return insert(bytes, one_of(NASTY, random).trim().as_bytes(), random);
    }
    let (line, value) = found[random.index(found.len())].clone();
    let digits: Vec<usize> = (value..line.end).filter(|at| bytes[*at].is_ascii_digit()).collect();
    match random.below(4) {
        0 if !digits.is_empty() => {
            let at = digits[random.index(digits.len())];
            let power = format!("e{}", random.below(700) as i64 - 350);
            let number = ["9", "0", "-", ".", "00000000", power.as_str()][random.index(6)].to_owned();
            bytes.splice(at..at + random.index(2), number.bytes());
        }
        1 if !digits.is_empty() => bytes[digits[random.index(digits.len())]] = b'0' + random.below(10) as u8,
        _ => {
            let end = if bytes[line.clone()].ends_with(b"\n") { line.end - 1 } else { line.end };
            bytes.splice(value..end.max(value), one_of(NASTY, random).trim().bytes());
        }
    }
}

/// Drops, doubles or takes in a line.
fn change_line(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let found = lines(bytes);
    if found.is_empty() {
        return;
    }
    let line = found[random.index(found.len())].clone();
    match random.below(3) {
        0 => drop(bytes.drain(line)),
        1 => {
            let copy = bytes[line.clone()].to_vec();
            bytes.splice(line.start..line.start, copy);
        }
        _ => {
            let other = &others[random.index(others.len())];
            let there = lines(other);
            if !there.is_empty() {
                let piece = other[there[random.index(there.len())].clone()].to_vec();
                bytes.splice(line.start..line.start, piece);
            }
        }
    }
}

/// Gives a value the key of another.
fn exchange_key(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let other = &others[random.index(others.len())];
    let (here, there) = (settings(bytes), settings(other));
    if here.is_empty() || there.is_empty() {
        return;
    }
    let (line, value) = here[random.index(here.len())].clone();
    let (donor, end) = there[random.index(there.len())].clone();
    bytes.splice(line.start..value, other[donor.start..end].iter().copied());
}

fn repeat(bytes: &mut Vec<u8>, random: &mut Random) {
    let range = range(random, bytes.len(), 30);
    let times = 1 << random.below(9);
    let piece = bytes[range.clone()].repeat(times);
    bytes.splice(range.start..range.start, piece);
}

/// Something far too large: nesting, a long line, many keys, many values.
fn grow(bytes: &mut Vec<u8>, random: &mut Random) {
    let doublings = if random.below(20) == 0 { 13 } else { 6 };
    let size = 1_usize << (4 + random.below(doublings));
    let text = match random.below(8) {
        0 => format!("x = {}", "[".repeat(size)),
        1 => format!("x = {}{}", "[\n".repeat(size), "]\n".repeat(size)),
        2 => format!("{}x = 1", "a.".repeat(size)),
        3 => format!("[{}x]", "a.".repeat(size)),
        4 => format!("x = \"{}\"", "long ".repeat(size)),
        5 => (0..size).map(|k| format!("k{k} = {k}\n")).collect(),
        6 => format!("[vary]\nstokes = [{}]", (0..size).map(|k| format!("{k},\n")).collect::<String>()),
        _ => (0..size).map(|k| format!("[[vary.list]]\nrun.bounces = {}\n", k + 1)).collect(),
    };
    let at = if random.below(2) == 0 { 0 } else { bytes.len() };
    bytes.splice(at..at, format!("\n{text}\n").bytes());
}
