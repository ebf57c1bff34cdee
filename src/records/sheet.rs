//! Tables of numbers as cameras, tracking programs, sensors and spreadsheets write them.
//!
//! The layout is found from the rows: the sign that divides cells is the one with which most lines are rows of numbers of one length. The lines above hold names, and
//! units perhaps; there may be several, and a title, or a comment may hold them. Rows of missing values are rows. Commas may be decimal, times may be codes such as
//! `1:10.48`. What follows the rows and is none ends them.

use std::borrow::Cow;

/// Lines in which the layout is looked for.
const LOOKED_AT: usize = 400;
/// Signs that may divide cells; of two that divide as many rows, the first does.
const DIVIDERS: [char; 5] = [';', '\t', ',', '|', ' '];

/// A table of numbers whose layout is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet<'t> {
    divider: char,
    /// The columns; the numbers from 1 without a header.
    columns: Vec<Heading>,
    /// Lines with rows: their number from one, and the text.
    rows: Vec<Line<'t>>,
    /// Lines that are no rows: their numbers from one, how many, and why.
    left_out: Vec<(usize, usize, String)>,
}

/// A line of a text: its number from one, and what it holds.
type Line<'t> = (usize, &'t str);

/// The shape of the rows of a table: what divides their cells, and how many most of them have.
#[derive(Clone, Copy)]
struct Shape {
    divider: char,
    length: usize,
    /// How many of its columns may hold words.
    of_words: usize,
}

/// What stands above a column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heading {
    /// Its name.
    pub name: String,
    /// Other names of it.
    pub others: Vec<String>,
    /// Its unit, from a line of units or brackets beside the name; empty where there is none.
    pub unit: String,
    /// The unit in brackets beside the name, where a line of units has one too.
    pub beside: Option<String>,
}

/// Numbers of some columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Numbers<'t> {
    /// Number of the line of each row, from one.
    pub lines: Vec<usize>,
    /// The columns asked for, NaN where a value is missing.
    pub columns: Vec<Vec<f64>>,
    /// The text of one more column.
    pub labels: Vec<&'t str>,
    /// Whether a column holds time codes, in seconds.
    pub are_codes: Vec<bool>,
    /// Lines that were left out, how many, and why.
    pub left_out: Vec<(usize, usize, String)>,
}

/// The text of a file: UTF-8 or UTF-16 with or without its mark, else Latin-1.
pub fn decoded(bytes: Vec<u8>) -> String {
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
pub fn is_missing(cell: &str) -> bool {
    const WORDS: [&str; 12] = ["", "-", "--", "–", ".", "nan", "na", "n/a", "#n/a", "null", "none", "inf"];
    let plain = cell.trim_start_matches(['+', '-']);
    WORDS.iter().any(|word| cell.eq_ignore_ascii_case(word) || (plain.len() > 1 && plain.eq_ignore_ascii_case(word)))
}

/// The number in a cell, NaN if it is missing; `None` if it holds something else. A single comma is a decimal comma; a time code is in seconds.
fn number(cell: &str) -> Option<f64> {
    if let Ok(value) = cell.parse::<f64>() {
        return Some(if value.is_finite() { value } else { f64::NAN });
    }
    if is_missing(cell) {
        return Some(f64::NAN);
    }
    if cell.contains(':') {
        return time_code(cell);
    }
    plain_number(cell).parse().ok().filter(|value: &f64| value.is_finite())
}

/// The text of a number without signs between its thousands, with a decimal point. Of points and commas the last is decimal, unless the same stands there twice.
fn plain_number(cell: &str) -> String {
    let grouping = ['\'', '\u{2019}', '\u{a0}', '\u{202f}'];
    let plain: String = cell.replace('\u{2212}', "-").chars().filter(|sign| !grouping.contains(sign)).collect();
    let is_mark = |sign: char| sign == '.' || sign == ',';
    let Some(decimal) = plain.rfind(is_mark) else { return plain };
    let (whole, fraction) = (&plain[..decimal], &plain[decimal + 1..]);
    let groups: Vec<&str> = whole.split(is_mark).collect();
    let are_groups =
        groups[1..].iter().all(|group| group.len() == 3 && group.bytes().all(|sign| sign.is_ascii_digit()));
    let marks: Vec<char> = whole.chars().filter(|sign| is_mark(*sign)).collect();
    match (marks.first(), are_groups && marks.windows(2).all(|pair| pair[0] == pair[1])) {
        (None, _) => format!("{whole}.{fraction}"),
        (Some(mark), true) if plain[decimal..].starts_with(*mark) && fraction.len() == 3 => groups.concat() + fraction,
        (Some(mark), true) if !plain[decimal..].starts_with(*mark) => groups.concat() + "." + fraction,
        _ => plain,
    }
}

/// Seconds of `[h:][mm:]ss.xx`, or `h:mm:ss:xx`.
fn time_code(cell: &str) -> Option<f64> {
    let (sign, plain) = cell.strip_prefix('-').map_or((1.0, cell), |rest| (-1.0, rest));
    let parts: Vec<&str> = plain.split(':').collect();
    let (whole, fraction) = match parts[..] {
        [.., last] if parts.len() == 4 => (&parts[..3], format!("0.{last}").parse::<f64>().ok()?),
        _ => (&parts[..], 0.0),
    };
    let mut seconds = 0.0;
    for part in whole {
        let value: f64 = part.replacen(',', ".", 1).parse().ok().filter(|value| *value >= 0.0)?;
        seconds = 60.0 * seconds + value;
    }
    (parts.len() <= 4).then_some(sign * (seconds + fraction))
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

/// Whether these cells are a row: more numbers, and values that are said to be missing, than words beside those that columns of words have, one number at least; and
/// none that two numbers stand in.
fn is_row(cells: &[&str], of_words: usize) -> bool {
    let (mut numbers, mut missing, mut words) = (0, 0, 0);
    for cell in cells.iter().filter(|cell| !cell.is_empty()) {
        match () {
            () if is_missing(cell) => missing += 1,
            () if number(cell).is_some() => numbers += 1,
            () if cell.contains(char::is_whitespace) && !cell.contains(char::is_alphabetic) => return false,
            () => words += 1,
        }
    }
    numbers > 0 && numbers + missing + of_words > words
}

fn is_blank_row(cells: &[&str]) -> bool {
    cells.len() > 1 && cells.iter().all(|cell| is_missing(cell)) && cells.iter().any(|cell| !cell.is_empty())
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

fn is_bracketed(cell: &str) -> bool {
    cell.starts_with(['(', '[']) && cell.ends_with([')', ']'])
}

/// A cell of a line of units, without its brackets.
fn bare(cell: &str) -> &str {
    cell.trim_matches(['(', ')', '[', ']'])
}

/// The lines of a text that are not empty, with their numbers from one.
fn numbered(text: &str) -> Vec<Line<'_>> {
    text.lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim_end_matches(['\r', '\n'])))
        .filter(|(_, line)| !line.trim().is_empty())
        .collect()
}

/// The cells of a line without the comment that may follow them.
fn cells_of(line: &str, divider: char) -> Vec<&str> {
    let mut cells = Vec::new();
    take_cells(line, divider, &mut cells);
    cells
}

/// The same, into a list that is there already.
fn take_cells<'l>(line: &'l str, divider: char, cells: &mut Vec<&'l str>) {
    let line = line.trim_start_matches(|sign: char| sign.is_whitespace() && sign != divider);
    split(line.split_once(" #").map_or(line, |(values, _)| values), divider, cells);
}

/// Rows of the commonest length with a divider: how many there are, and that length.
fn rows_with(lines: &[Line], divider: char, of_words: usize) -> (usize, usize) {
    let mut lengths = std::collections::BTreeMap::<usize, usize>::new();
    for (_, line) in lines.iter().take(LOOKED_AT) {
        let cells = cells_of(line, divider);
        if is_row(&cells, of_words) {
            *lengths.entry(cells.len()).or_default() += 1;
        }
    }
    lengths
        .into_iter()
        .max_by_key(|(length, count)| (*count, *length))
        .map_or((0, 0), |(length, count)| (count, length))
}

/// Whether these are the cells of a line of units in brackets.
fn are_bracketed(cells: &[String]) -> bool {
    cells.len() > 1
        && cells.iter().all(|cell| cell.is_empty() || is_bracketed(cell))
        && cells.iter().any(|cell| !cell.is_empty())
}

impl Shape {
    /// The shape of most rows among these lines, so many columns of which may hold words; `None` where there is no row of numbers.
    fn of(lines: &[Line], of_words: usize) -> Option<Self> {
        let found: Vec<((usize, usize), char)> =
            DIVIDERS.iter().map(|divider| (rows_with(lines, *divider, of_words), *divider)).collect();
        // One cell in a row is what every line has with a sign that it does not hold.
        let best = |least: usize| {
            let mut best = None::<((usize, usize), char)>;
            for one in found.iter().filter(|one| one.0.1 >= least && one.0.0 > 0) {
                if best.is_none_or(|best| one.0.0 > best.0.0) {
                    best = Some(*one);
                }
            }
            best
        };
        best(2).or_else(|| best(1)).map(|((_, length), divider)| Self { divider, length, of_words })
    }

    /// Whether a line is a row of numbers.
    fn is_body(self, line: &str) -> bool {
        let cells = cells_of(line, self.divider);
        is_row(&cells, self.of_words) && (cells.len() > 1 || self.length == 1)
    }

    /// Whether a line is a row of missing values.
    fn is_blank(self, line: &str) -> bool {
        is_blank_row(&cells_of(line, self.divider))
    }

    /// Whether a line is a row of the length of the table.
    fn is_full(self, line: &str) -> bool {
        let cells = cells_of(line, self.divider);
        cells.len() == self.length && is_row(&cells, self.of_words)
    }

    /// Whether a line above the rows may be one of names or units; a line of units ends with its last unit.
    fn fits(self, line: &str) -> bool {
        let cells = names(line, self.divider);
        cells.len() >= self.length || are_bracketed(&cells)
    }

    /// The lines of names and units: of those above the rows, or where there are none the last comment among all lines before them that has as many names.
    fn headers<'t>(
        self,
        above: &[&'t str],
        before: &[Line<'t>],
        is_unit: &impl Fn(&str) -> bool,
    ) -> Result<Vec<&'t str>, String> {
        let are_units = |line: &str| {
            let cells = names(line, self.divider);
            cells.len() > 1 && cells.iter().all(|cell| is_unit(bare(cell)))
        };
        let last = above.len().wrapping_sub(1);
        let mut headers: Vec<&str> = Vec::new();
        for (at, line) in above.iter().enumerate() {
            // A line of units ends with its last unit.
            if self.fits(line) || at == last && !headers.is_empty() && are_units(line) {
                headers.push(line);
            }
        }
        if above.is_empty() {
            let bare = |(_, line): &Line<'t>| line.trim_start_matches(['#', '%', '/']).trim_start();
            let has_names = |line: &&str| names(line, self.divider).len() == self.length;
            headers.extend(before.iter().rev().map(bare).find(has_names));
        }
        if let (true, Some(last)) = (headers.is_empty(), above.last()) {
            let named = names(last, self.divider);
            if named.len() > 1 || self.length == 1 {
                return Err(format!(
                    "rows have {} cells, but the header names {} columns: {}; are the commas of a table divided by commas decimal ones?",
                    self.length,
                    named.len(),
                    named.join(", ")
                ));
            }
        }
        Ok(headers)
    }

    /// How many of the lines below the header belong to the table.
    fn end(self, body: &[Line]) -> usize {
        let last = body.iter().rposition(|(_, line)| self.is_full(line)).unwrap_or(0);
        // Other rows after the last that has the length of the table belong to it as long as nothing else stands between.
        let more = body[last + 1..].iter().take_while(|(_, line)| self.is_body(line) || self.is_blank(line)).count();
        last + 1 + more
    }
}

impl<'t> Sheet<'t> {
    /// Finds the layout of `text`; `is_unit` tells whether a cell is a unit.
    ///
    /// # Errors
    /// No line holds numbers, or the rows have more cells than the header has names.
    pub fn of(text: &'t str, is_unit: impl Fn(&str) -> bool) -> Result<Self, String> {
        Self::with_words(text, is_unit, 0)
    }

    /// The same of a table of which so many columns may hold words.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn with_words(text: &'t str, is_unit: impl Fn(&str) -> bool, of_words: usize) -> Result<Self, String> {
        let all = numbered(text);
        let lines: Vec<Line<'t>> = all.iter().copied().filter(|(_, line)| !is_comment(line.trim_start())).collect();
        let shape = Shape::of(&lines, of_words).ok_or("there is no row of numbers")?;
        let first = lines.iter().position(|(_, line)| shape.is_body(line)).ok_or("there is no row of numbers")?;
        let blank = lines[..first].iter().rev().take_while(|(_, line)| shape.is_blank(line)).count();
        let (above, body) = lines.split_at(first - blank);
        let above: Vec<&str> = above.iter().map(|(_, line)| *line).collect();
        let before = &all[..all.partition_point(|(at, _)| *at < body[0].0)];
        let headers = shape.headers(&above, before, &is_unit)?;
        let columns = headings(&headers, shape.divider, shape.length, is_unit);
        let mut sheet = Self { divider: shape.divider, columns, rows: Vec::new(), left_out: Vec::new() };
        sheet.fill(body, shape);
        Ok(sheet)
    }

    /// Takes the rows from the lines below the header, and says which lines are none.
    fn fill(&mut self, body: &[Line<'t>], shape: Shape) {
        let (table, rest) = body.split_at(shape.end(body));
        for (at, line) in table {
            match is_row(&cells_of(line, shape.divider), shape.of_words) || shape.is_blank(line) {
                true => self.rows.push((*at, line)),
                false => self.left_out.push((*at, 1, format!("`{}` is no row of numbers", shortened(line.trim())))),
            }
        }
        self.left_out.extend(
            rest.first()
                .map(|(at, line)| (*at, rest.len(), format!("the table ends before `{}`", shortened(line.trim())))),
        );
    }

    /// The columns.
    pub fn columns(&self) -> &[Heading] {
        &self.columns
    }

    /// Names of the columns, for messages.
    pub fn names(&self) -> String {
        self.columns.iter().map(Heading::shown).collect::<Vec<_>>().join(", ")
    }

    /// The numbers in these columns, row by row; and the text of one more column, if asked for. Rows whose cells hold something else are left out and named.
    pub fn numbers(&self, asked: &[usize], label: Option<usize>) -> Numbers<'t> {
        let mut found = Numbers {
            columns: vec![Vec::new(); asked.len()],
            are_codes: vec![false; asked.len()],
            left_out: self.left_out.clone(),
            ..Numbers::default()
        };
        let (mut cells, mut values) = (Vec::new(), Vec::new());
        for (at, line) in &self.rows {
            take_cells(line, self.divider, &mut cells);
            values.clear();
            let mut wrong = None;
            if cells.len() > self.columns.len() {
                wrong = Some(format!("{} cells, but the table has {} columns", cells.len(), self.columns.len()));
            }
            for column in asked {
                let cell = cells.get(*column).copied().unwrap_or_default();
                match number(cell) {
                    Some(value) => values.push(value),
                    None => {
                        wrong = wrong.or_else(|| {
                            Some(format!(
                                "`{}` in the column `{}` is not a number",
                                shortened(cell),
                                self.columns[*column].name
                            ))
                        })
                    }
                }
            }
            if let Some(wrong) = wrong {
                found.left_out.push((*at, 1, wrong));
                continue;
            }
            for (which, column) in asked.iter().enumerate() {
                found.are_codes[which] |= cells.get(*column).is_some_and(|cell| cell.contains(':'));
                found.columns[which].push(values[which]);
            }
            found.lines.push(*at);
            found.labels.extend(label.map(|column| cells.get(column).copied().unwrap_or_default()));
        }
        found
    }
}

impl Heading {
    /// Name and unit.
    pub fn shown(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }

    /// All names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.others.iter().map(String::as_str))
    }
}

/// The columns below some lines of names, of which the last may be units.
fn headings(lines: &[&str], divider: char, length: usize, is_unit: impl Fn(&str) -> bool) -> Vec<Heading> {
    let lines: Vec<Vec<String>> = lines.iter().map(|line| names(line, divider)).collect();
    let are_units = |cells: &Vec<String>| {
        let given = || cells.iter().filter(|cell| !cell.is_empty());
        given().count() > 0
            && (given().all(|cell| is_bracketed(cell)) || given().all(|cell| is_unit(bare(cell))))
            && cells.len() <= lines[0].len()
    };
    let (units, named) = match lines.split_last() {
        Some((last, before)) if !before.is_empty() && are_units(last) => (Some(last), before),
        _ => (None, &lines[..]),
    };
    // Names of several lines are names of one column, where the lines have the same length; else the last line counts.
    let last = named.last().map_or(length, Vec::len);
    let named: Vec<&Vec<String>> = named.iter().filter(|line| line.len() == last).collect();
    let heading = |at: usize| {
        let mut all = named.iter().filter_map(|line| line.get(at)).filter(|name| !name.is_empty());
        let first = all.next().cloned().unwrap_or_else(|| (at + 1).to_string());
        let mut others: Vec<String> = all.cloned().collect();
        others.dedup();
        let below = units.and_then(|units| units.get(at)).map(|unit| bare(unit).to_owned());
        let beside = first
            .split_once(['(', '['])
            .map(|(_, rest)| rest.split([')', ']']).next().unwrap_or_default().trim().to_owned());
        let plain = first.split(['(', '[']).next().unwrap_or_default().trim().to_owned();
        // `t / ms` is the way of ISO 80000.
        let over = first.split_once('/').map(|(name, unit)| (name.trim().to_owned(), unit.trim().to_owned()));
        let over = over.filter(|(name, unit)| !name.is_empty() && !unit.is_empty() && is_unit(unit));
        match (below.filter(|unit| !unit.is_empty()), beside.filter(|_| !plain.is_empty())) {
            (Some(unit), beside) => Heading { name: first, others, unit, beside },
            (None, Some(unit)) => Heading { name: plain, others, unit, beside: None },
            (None, None) => match over {
                Some((name, unit)) => Heading { name, others, unit, beside: None },
                None => Heading { name: first, others, unit: String::new(), beside: None },
            },
        }
    };
    (0..last.max(length)).map(heading).collect()
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
        let all: Vec<usize> = (0..sheet.columns().len()).filter(|at| sheet.columns()[*at].name != "words").collect();
        (sheet.columns().iter().map(Heading::shown).collect(), sheet.numbers(&all, None).columns)
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
            "t / ms | h / mm\n0.5 | 1.25\n1 | -2\n",
            "Drop 5;;\n;;\nt;h;words\nms;mm;\n0,5;1,25;ok\n1;-2;ok\n",
        ] {
            let (mut columns, mut found) = read(text);
            // A column of words is left.
            columns.truncate(2);
            found.truncate(2);
            assert_eq!((columns, found), (names.clone(), vec![vec![0.5, 1.0], vec![1.25, -2.0]]), "{text}");
        }
        assert_eq!(read("0,5 1,25\n1,0 2,0\n").1, [[0.5, 1.0], [1.25, 2.0]]);
        assert_eq!(read("0.5,1\n1,2\n").0, ["1", "2"]);
    }

    #[test]
    fn rows_of_nan_are_rows_and_what_follows_the_rows_ends_them_with_a_word() {
        let (names, found) = read("t,h,v\nNaN,NaN,NaN\n0,1,\n1,-,2\n2,NaN,\n3\n4,n/a,inf\n5,,7\n");
        assert!(
            names == ["t", "h", "v"] && found[1][1] == 1.0 && found[1][2..].iter().all(|h| h.is_nan()),
            "{found:?}"
        );
        assert_eq!((found[0].len(), found[2][2], found[2][6]), (7, 2.0, 7.0));
        let sheet = Sheet::of("t,h\n0,1\n1,2\nlost,lost\nx,3\n2,3\nend of the table\n1,2,3\n", |_| false).unwrap();
        let numbers = sheet.numbers(&[0], None);
        assert_eq!(numbers.columns, [[0.0, 1.0, 2.0]]);
        let lines: Vec<usize> = numbers.left_out.iter().map(|out| out.0).collect();
        assert!(
            lines == [4, 5, 7] && numbers.left_out.iter().any(|out| out.2.contains("the table ends before")),
            "{numbers:?}"
        );
        assert!(Sheet::of("t,h\n0,5,1,25\n1,0,2,0\n", |_| false).unwrap_err().contains("decimal"));
        assert!(Sheet::of("t,h\n", |_| false).is_err() && Sheet::of("", |_| false).is_err());
    }

    #[test]
    fn thousands_are_divided_as_spreadsheets_do() {
        for (cell, value) in [
            ("1,168.8", 1168.8),
            ("1.168,8", 1168.8),
            ("1,234,567", 1_234_567.0),
            ("1.234.567,5", 1_234_567.5),
            ("1'168.8", 1168.8),
            ("-2\u{202f}345,25", -2345.25),
            ("1,25", 1.25),
            ("1.5e-3", 1.5e-3),
            ("1,5E-3", 1.5e-3),
        ] {
            assert_eq!(number(cell), Some(value), "{cell}");
        }
        assert!(number("3.4.2024").is_none() && number("1.2.3,4").is_none() && number("1,2,3").is_none());
    }

    #[test]
    fn time_codes_are_seconds() {
        for (code, seconds) in [("1:10.48", 70.48), ("0:01:10,5", 70.5), ("0:00:01:25", 1.25), ("-0:02.5", -2.5)] {
            assert!((number(code).unwrap() - seconds).abs() < 1e-12, "{code}");
        }
        assert_eq!(number("a:b"), None);
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
