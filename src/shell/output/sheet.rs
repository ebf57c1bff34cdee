//! Tables of numbers as cameras, tracking programs and spreadsheets write them.
//!
//! The layout is found from the text: the delimiter (semicolon, tab, comma, blanks), the line of the header (a title may stand
//! above it, a line of units below, or a comment may hold it), decimal commas. Lines that begin with `#`, `%` or `//` are comments.
//! A missing cell is empty, or one of the words that `is_missing` knows.

use std::borrow::Cow;

/// Lines in which the first row of numbers is looked for.
const TITLES: usize = 200;
/// Signs that divide cells, whichever the file uses.
const DIVIDERS: [char; 4] = [';', '\t', ',', ' '];

/// A table of numbers whose layout is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet<'t> {
    text: &'t str,
    divider: char,
    /// Names of the columns; the numbers from 1 without a header.
    columns: Vec<String>,
    /// Number of the first line with numbers, from zero.
    first: usize,
}

/// A cell that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadCell {
    /// Its line, from one.
    pub(super) line: usize,
    /// The fault.
    pub(super) problem: String,
}

/// The text of a file: UTF-8 or UTF-16 with or without its mark, else Latin-1.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    let wide = |order: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes[..] {
        [0xff, 0xfe, ..] => return wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return wide(u16::from_be_bytes),
        _ => {}
    }
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|wrong| wrong.as_bytes().iter().map(|byte| char::from(*byte)).collect());
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Whether a cell says that it holds no value.
pub(super) fn is_missing(cell: &str) -> bool {
    const WORDS: [&str; 12] = ["", "-", "--", "–", ".", "nan", "na", "n/a", "#n/a", "null", "none", "inf"];
    let plain = cell.trim_start_matches(['+', '-']);
    WORDS.iter().any(|word| cell.eq_ignore_ascii_case(word) || (plain.len() > 1 && plain.eq_ignore_ascii_case(word)))
}

/// The number in a cell, NaN if it is missing; `None` if it holds something else. A single comma is a decimal comma.
fn number(cell: &str) -> Option<f64> {
    if let Ok(value) = cell.parse::<f64>() {
        return Some(if value.is_finite() { value } else { f64::NAN });
    }
    if is_missing(cell) {
        return Some(f64::NAN);
    }
    let plain = cell.replace('\u{2212}', "-").replacen(',', ".", 1);
    plain.parse().ok().filter(|value: &f64| value.is_finite())
}

fn is_comment(line: &str) -> bool {
    line.starts_with(['#', '%']) || line.starts_with("//")
}

/// The cells of a line, blanks and quotes around them taken away.
fn split<'l>(line: &'l str, divider: char, cells: &mut Vec<&'l str>) {
    cells.clear();
    if divider == ' ' {
        cells.extend(line.split_whitespace());
        return;
    }
    let mut quoted = false;
    let parts = line.split(|sign: char| {
        quoted ^= sign == '"';
        sign == divider && !quoted
    });
    cells.extend(parts.map(|cell| cell.trim().trim_matches('"').trim()));
    while cells.len() > 1 && cells.last() == Some(&"") {
        cells.pop();
    }
}

/// Whether a line, divided by whatever signs, holds more numbers than words.
fn holds_numbers(line: &str) -> bool {
    let pieces = line.split(DIVIDERS).map(|piece| piece.trim_matches('"')).filter(|piece| !is_missing(piece));
    let (numbers, all) =
        pieces.fold((0, 0), |(numbers, all), piece| (numbers + usize::from(number(piece).is_some()), all + 1));
    numbers > 0 && 2 * numbers > all
}

/// The sign that divides the cells of a row below this header.
fn divider(row: &str, header: Option<&str>) -> char {
    let in_header = |sign: char| header.is_none_or(|header| header.contains(sign));
    let decimal = |piece: &str| {
        piece.split_once(',').is_some_and(|(whole, part)| !whole.is_empty() && part.chars().all(|c| c.is_ascii_digit()))
    };
    let pieces = row.split_whitespace().count();
    let commas_are_decimal = pieces > 1 && row.split_whitespace().all(|piece| decimal(piece) || is_missing(piece));
    match row {
        _ if row.contains(';') && in_header(';') => ';',
        _ if row.contains('\t') && in_header('\t') => '\t',
        _ if row.contains(',') && in_header(',') && !(header.is_none() && commas_are_decimal) => ',',
        _ => ' ',
    }
}

/// The names in a header line; of names divided by blanks, a unit in brackets belongs to the name before it.
fn names(line: &str, divider: char) -> Vec<String> {
    let mut cells = Vec::new();
    split(line, divider, &mut cells);
    let mut names: Vec<String> = Vec::new();
    for cell in cells {
        match names.last_mut().filter(|_| divider == ' ' && cell.starts_with(['(', '['])) {
            Some(name) => *name += &format!(" {cell}"),
            None => names.push(cell.to_owned()),
        }
    }
    names
}

impl<'t> Sheet<'t> {
    /// Finds the layout of `text`; `is_unit` tells whether a cell is a unit.
    ///
    /// # Errors
    /// No line holds numbers.
    pub fn of(text: &'t str, is_unit: impl Fn(&str) -> bool) -> Result<Self, String> {
        let lines = || text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
        let mut rows = lines().filter(|(_, line)| !is_comment(line));
        let (first, row) =
            rows.by_ref().take(TITLES).find(|(_, line)| holds_numbers(line)).ok_or("there is no row of numbers")?;
        let above: Vec<&str> = lines()
            .take_while(|(at, _)| *at < first)
            .filter(|(_, line)| !is_comment(line))
            .map(|(_, line)| line)
            .collect();
        let commented = lines().take_while(|(at, _)| *at < first).last().filter(|(_, line)| is_comment(line));
        let commented = commented.map(|(_, line)| line.trim_start_matches(['#', '%', '/']).trim());
        let comment_fits =
            |line: &&str| names(line, divider(row, Some(line))).len() == count(row, divider(row, Some(line)));
        let header = above.last().copied().or_else(|| commented.filter(comment_fits));
        let divider = divider(row, header);
        let cells = count(row, divider);
        let fitting = above.iter().rev().map(|line| names(line, divider)).find(|names| names.len() >= cells);
        let columns = match (above.as_slice(), fitting) {
            ([], _) => header.map_or_else(Vec::new, |line| names(line, divider)),
            (_, None) => names(above[above.len() - 1], divider),
            (_, Some(found)) => {
                let units: Vec<String> =
                    found.iter().map(|cell| cell.trim_matches(['(', ')', '[', ']']).to_owned()).collect();
                let above_units = above
                    .iter()
                    .rev()
                    .map(|line| names(line, divider))
                    .filter(|names| names.len() == found.len())
                    .nth(1);
                match above_units.filter(|_| units.iter().all(|unit| unit.is_empty() || is_unit(unit))) {
                    Some(names) => names
                        .iter()
                        .zip(&units)
                        .map(|(name, unit)| format!("{name} [{unit}]").replace(" []", ""))
                        .collect(),
                    None => found,
                }
            }
        };
        let columns = if columns.is_empty() { (1..=cells).map(|number| number.to_string()).collect() } else { columns };
        Ok(Self { text, divider, columns, first })
    }

    /// Names of the columns.
    pub(super) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The numbers in these columns, row by row, NaN where they are missing; and the text of one more column, if asked for.
    ///
    /// # Errors
    /// A cell that holds something else, or a row with more cells than the header has names.
    pub(super) fn numbers(
        &self,
        asked: &[usize],
        label: Option<usize>,
    ) -> Result<(Vec<Vec<f64>>, Vec<&'t str>), BadCell> {
        let mut found = vec![Vec::new(); asked.len()];
        let mut labels = Vec::new();
        let mut cells = Vec::new();
        for (at, line) in self.text.lines().enumerate().skip(self.first) {
            let line = line
                .trim_start_matches(|sign: char| sign.is_whitespace() && sign != self.divider)
                .trim_end_matches(['\r', '\n']);
            if line.trim().is_empty() || is_comment(line.trim_start()) {
                continue;
            }
            let line = line.split_once(" #").map_or(line, |(values, _)| values);
            split(line, self.divider, &mut cells);
            let bad = |problem: String| BadCell { line: at + 1, problem };
            if cells.len() > self.columns.len() {
                let problem = format!("{} cells, but the header names {} columns", cells.len(), self.columns.len());
                return Err(bad(problem));
            }
            for (column, values) in asked.iter().zip(&mut found) {
                let cell = cells.get(*column).copied().unwrap_or_default();
                let value = number(cell).ok_or_else(|| {
                    bad(format!("`{}` in the column `{}` is not a number", shortened(cell), self.columns[*column]))
                })?;
                values.push(value);
            }
            labels.extend(label.map(|column| cells.get(column).copied().unwrap_or_default()));
        }
        Ok((found, labels))
    }
}

fn count(row: &str, divider: char) -> usize {
    let mut cells = Vec::new();
    split(row, divider, &mut cells);
    cells.len()
}

fn shortened(cell: &str) -> Cow<'_, str> {
    match cell.char_indices().nth(30) {
        Some((end, _)) => format!("{}…", &cell[..end]).into(),
        None => cell.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, Vec<Vec<f64>>) {
        let sheet = Sheet::of(text, |unit| ["ms", "mm", "s"].contains(&unit)).unwrap();
        let all: Vec<usize> = (0..sheet.columns().len()).collect();
        (sheet.columns().to_vec(), sheet.numbers(&all, None).unwrap().0)
    }

    #[test]
    fn the_same_record_is_read_however_it_is_written() {
        let names = ["t [ms]", "h [mm]"].map(str::to_owned).to_vec();
        for text in [
            "t [ms],h [mm]\n0.5,1.25\n1,-2\n",
            "# camera 3\nt [ms] ; h [mm]\n0,5;1,25\n1;-2,0\n",
            "t [ms]\th [mm]\r\n0,5\t1,25\r\n1\t-2\r\n",
            "t [ms] h [mm]\n  0.5 1.25\n  1   -2\n\n",
            "t [ms] h [mm]\n0,5 1,25\n1,0 -2,0\n",
            "t [ms],h [mm]\n\"0,5\",\"1,25\"\n1,\u{2212}2 # splash\n",
            "Drop 5 of the series\nt [ms],h [mm]\n0.5,1.25\n1,-2,\n",
            "t,h\nms,mm\n0.5,1.25\n1,-2\n",
            "t\th\n(ms)\t(mm)\n0.5\t1.25\n1\t-2\n",
            "# t [ms],h [mm]\n0.5,1.25\n1,-2\n",
            "% t [ms] h [mm]\n0.5 1.25\n1 -2\n",
        ] {
            assert_eq!(read(text), (names.clone(), vec![vec![0.5, 1.0], vec![1.25, -2.0]]), "{text}");
        }
        assert_eq!(read("0,5 1,25\n1,0 2,0\n").1, [[0.5, 1.0], [1.25, 2.0]]);
        assert_eq!(read("0.5,1\n1,2\n").0, ["1", "2"]);
    }

    #[test]
    fn missing_cells_are_told_from_wrong_ones() {
        let (_, found) = read("t,h,v\n0,1,\n1,-,2\n2,NaN,\n3\n4,n/a,inf\n5,,7\n");
        assert!(found[1][0] == 1.0 && found[1][1..].iter().all(|h| h.is_nan()), "{found:?}");
        assert_eq!((found[0].len(), found[2][1], found[2][5]), (6, 2.0, 7.0));
        let sheet = Sheet::of("t,h\n0,1\n1,2\nx,3\n", |_| false).unwrap();
        let wrong = sheet.numbers(&[0], None).unwrap_err();
        assert!(wrong.line == 4 && wrong.problem.contains("`x` in the column `t`"), "{wrong:?}");
        assert_eq!(Sheet::of("t,h\n0,1\n1,2,3\n", |_| false).unwrap().numbers(&[0], None).unwrap_err().line, 3);
        assert!(Sheet::of("t,h\n", |_| false).is_err() && Sheet::of("", |_| false).is_err());
    }

    #[test]
    fn a_file_is_read_in_the_encodings_that_spreadsheets_write() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for bytes in
            ["\u{feff}h (µm)".as_bytes().to_vec(), b"h (\xb5m)".to_vec(), [&[0xff, 0xfe], &wide("h (µm)")[..]].concat()]
        {
            assert_eq!(decoded(bytes), "h (µm)");
        }
    }
}
