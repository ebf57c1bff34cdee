//! Tables of numbers as cameras, tracking programs, sensors and spreadsheets write them.
//!
//! The layout is found from the rows: the sign that divides cells is the one with which most lines are rows of numbers of one length. The lines above hold names, and
//! units perhaps; there may be several, and a title, or a comment may hold them. Rows of missing values are rows. Commas may be decimal, times may be codes such as
//! `1:10.48`. What follows the rows and is none ends them.

use crate::record::LeftOut;
use crate::units::{Heading, is_missing, is_unit, parted, unit_of};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Lines in which the layout is looked for.
const LOOKED_AT: usize = 400;
/// Signs that may divide cells; of two that divide as many rows, the first does.
const DIVIDERS: [char; 5] = [';', '\t', '|', ',', ' '];
/// Columns that messages name.
const NAMED: usize = 24;
/// Signs of the longest unit that may stand behind a number.
const LONGEST_UNIT: usize = 8;
/// Signs before a fraction, or between thousands.
const MARKS: [char; 2] = ['.', ','];

/// A table of numbers whose layout is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet<'t> {
    divider: char,
    /// The columns; the numbers from 1 without a header.
    columns: Vec<Heading>,
    /// How the numbers of each are written.
    notations: Vec<Notation>,
    /// Lines with rows: their number from one, and the text.
    rows: Vec<Line<'t>>,
    /// Lines that are no rows.
    left_out: Vec<LeftOut>,
}

/// A line of a text: its number from one, and what it holds.
type Line<'t> = (usize, &'t str);

/// The shape of the rows of a table: what divides their cells, and how many most of them have.
#[derive(Clone, Copy)]
struct Shape {
    divider: char,
    length: usize,
    /// What stands beside its numbers.
    beside: Beside,
}

/// Numbers of some columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Numbers {
    /// Number of the line of each row, from one.
    pub lines: Vec<usize>,
    /// The columns asked for, NaN where a value is missing.
    pub columns: Vec<Vec<f64>>,
    /// Whether a column holds time codes, in seconds.
    pub are_codes: Vec<bool>,
    /// Lines that were left out.
    pub left_out: Vec<LeftOut>,
}

/// The text of a file: UTF-8 or UTF-16 with or without its mark, else Latin-1. Its lines may end as on any system.
pub fn decoded(bytes: Vec<u8>) -> String {
    let wide = |order: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    // Every other byte of Latin letters and digits in UTF-16 is 0, and none is in other texts.
    let zeros = |first: usize| {
        let some = bytes.iter().take(LOOKED_AT).skip(first).step_by(2);
        2 * some.clone().filter(|byte| **byte == 0).count() > some.count()
    };
    let text = match bytes[..] {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ if bytes.len() > 3 && zeros(1) && !zeros(0) => wide(u16::from_le_bytes),
        _ if bytes.len() > 3 && zeros(0) && !zeros(1) => wide(u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|wrong| wrong.as_bytes().iter().map(|byte| char::from(*byte)).collect()),
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if text.contains('\n') { text } else { text.replace('\r', "\n") }
}

/// What a text without a row of numbers is instead, and what to do.
fn instead(text: &str) -> &'static str {
    const OTHERS: [(&[&str], &str); 4] = [
        (&["PK\u{3}\u{4}", "ÐÏ\u{11}à"], "this is the own file of a spreadsheet; save the sheet as CSV"),
        (&["<"], "this is XML or HTML; export the table as CSV"),
        (&["{", "["], "this is JSON; write the rows as CSV"),
        (&["%PDF"], "this is PDF; export the table as CSV"),
    ];
    let is = |begins: &&[&str]| begins.iter().any(|begin| text.trim_start().starts_with(begin));
    OTHERS.iter().find(|(begins, _)| is(begins)).map_or("there is no row of numbers", |(_, what)| what)
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
    let grouping = ['\'', '\u{2019}', '\u{a0}', '\u{202f}'];
    let plain: String = cell.replace('\u{2212}', "-").chars().filter(|sign| !grouping.contains(sign)).collect();
    // Of points and commas the last is decimal, unless the same stands there twice.
    let Some(at) = plain.rfind(MARKS) else { return float(&plain) };
    let [last, other] = if plain[at..].starts_with('.') { ['.', ','] } else { [',', '.'] };
    if plain[..at].contains(last) { in_groups(&plain, last, None) } else { in_groups(&plain, other, Some(last)) }
}

/// A number with a decimal point; `1.5D-3` is Fortran's.
fn float(plain: &str) -> Option<f64> {
    plain.replacen(['d', 'D'], "e", 1).parse().ok().filter(|value: &f64| value.is_finite())
}

/// A number with this sign between its thousands and this one before its fraction.
fn in_groups(cell: &str, thousands: char, decimal: Option<char>) -> Option<f64> {
    let point = decimal.and_then(|decimal| cell.find(decimal)).unwrap_or(cell.len());
    let (whole, fraction) = (&cell[..point], cell[point..].trim_start_matches(MARKS));
    let mut groups = whole.trim_start_matches(['-', '+', '\u{2212}']).split(thousands);
    let is_first = (1..4).contains(&groups.next()?.len());
    let mut groups = groups.peekable();
    let is_whole = (is_first || groups.peek().is_none()) && groups.all(|group| group.len() == 3);
    (is_whole && !fraction.contains(thousands))
        .then(|| float(&format!("{}.{fraction}", whole.replace(thousands, "").replace('\u{2212}', "-"))))
        .flatten()
}

/// Seconds of `[h:][mm:]ss.xx`, or `h:mm:ss:xx`, also after a date, which is left away, and before a zone.
fn time_code(cell: &str) -> Option<f64> {
    let is_date =
        |date: &str| date.len() > 5 && date.bytes().all(|sign| sign.is_ascii_digit() || b"-/.".contains(&sign));
    let cell = cell.split_once([' ', 'T']).filter(|(date, _)| is_date(date)).map_or(cell, |(_, time)| {
        let time = time.trim().trim_end_matches('Z');
        time.find(['+', '-']).map_or(time, |zone| &time[..zone])
    });
    let half = [" am", " pm", "am", "pm"].iter().position(|half| cell.to_lowercase().ends_with(half));
    let cell = half.map_or(cell, |_| cell.trim_end_matches(|sign: char| sign.is_alphabetic() || sign == ' '));
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
    // Twelve is the first of the hours before and after noon.
    let noon = match (half, parts[0]) {
        (Some(half), "12") => 43_200.0 * (half % 2) as f64 - 43_200.0,
        (Some(half), _) => 43_200.0 * (half % 2) as f64,
        (None, _) => 0.0,
    };
    (parts.len() <= 4).then_some(sign * (seconds + fraction) + noon)
}

/// Counts times of day \[s\] on after midnight: where they fall by more than half a day.
fn on_other_days(times: &mut [f64]) {
    const DAY: f64 = 86_400.0;
    let (mut last, mut days) = (f64::NAN, 0.0);
    for time in times.iter_mut().filter(|time| time.is_finite()) {
        days += if last - *time > 0.5 * DAY { DAY } else { 0.0 };
        last = *time;
        *time += days;
    }
}

/// Whether a cell is a number, with a unit or without one.
fn is_amount(cell: &str) -> bool {
    number(cell).is_some() || amount(cell).is_some_and(|(_, unit)| is_unit(unit))
}

/// Whether a comment may begin with a sign: one that begins no name and no number, and divides no cells, where it is known what does.
fn is_mark(sign: char, divider: Option<char>) -> bool {
    let is_other = |divider| sign.is_ascii_punctuation() && sign != divider && !"\"'()[]{}<+-._".contains(sign);
    "#%!/".contains(sign) || divider.is_some_and(is_other)
}

fn is_comment(line: &str, divider: Option<char>) -> bool {
    let line = line.trim_start();
    let is_one = line.starts_with(|sign| is_mark(sign, divider)) && (!line.starts_with('/') || line.starts_with("//"));
    is_one || divider.is_some() && ["--", "REM "].iter().any(|mark| line.starts_with(mark))
}

/// The cells of a line, blanks and quotes around them taken away.
fn split<'l>(line: &'l str, divider: char, cells: &mut Vec<&'l str>) {
    cells.clear();
    if divider == ' ' {
        // Other blanks divide thousands.
        cells.extend(line.split_ascii_whitespace());
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

/// Whether blanks may stand between thousands in cells that are divided by this sign: not where they may divide cells.
fn may_group(divider: char) -> bool {
    [';', '\t', '|'].contains(&divider)
}

/// A number without the blanks between its thousands.
fn unspaced(cell: &str) -> Option<String> {
    let (whole, fraction) = cell.split_at(cell.find(['.', ',']).unwrap_or(cell.len()));
    let groups: Vec<&str> = whole.trim_start_matches(['-', '+']).split(' ').collect();
    let is_group = |group: &&str| group.len() == 3 && group.bytes().all(|sign| sign.is_ascii_digit());
    let is_first = (1..4).contains(&groups[0].len()) && groups[0].bytes().all(|sign| sign.is_ascii_digit());
    let are_groups = groups.len() > 1 && is_first && groups[1..].iter().all(is_group) && !fraction.contains(' ');
    are_groups.then(|| cell.replace(' ', ""))
}

/// The number at the beginning of a cell, and the unit that stands behind it.
fn amount(cell: &str) -> Option<(&str, &str)> {
    let end = cell.rfind(|sign: char| sign.is_ascii_digit())? + 1;
    // The digits of `m2` are those of a unit.
    let end = cell
        .find(|sign: char| sign.is_alphabetic() && !['e', 'E'].contains(&sign) || "°%".contains(sign))
        .map_or(end, |unit| end.min(unit));
    let (value, unit) = (cell[..end].trim_end(), cell[end..].trim_start());
    let is_sign = |sign: char| sign.is_alphanumeric() || "°%/^·²³*".contains(sign);
    let is_unit = !unit.is_empty() && unit.chars().count() <= LONGEST_UNIT && unit.chars().all(is_sign);
    (is_unit && number(value).is_some_and(f64::is_finite)).then_some((value, unit))
}

/// How well a shape fits, see [`Shape::commonest`].
type Rank = (usize, Reverse<usize>, bool);

/// What may stand in rows beside numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Beside {
    /// Fewer words than numbers, besides those in so many columns of words.
    Columns(usize),
    /// Words, beside two numbers.
    Words,
    /// Units behind the numbers.
    Units,
}

/// The names in a header line; of names divided by blanks, those in quotes may hold blanks, and a unit in brackets belongs to the name before it.
fn names(line: &str, divider: char) -> Vec<String> {
    if divider == ' ' && line.matches('"').count() > 1 {
        return line.split('"').skip(1).step_by(2).map(|name| name.trim().to_owned()).collect();
    }
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

/// Whether these are the cells of a line of units in brackets.
fn are_bracketed(cells: &[String]) -> bool {
    cells.len() > 1
        && cells.iter().all(|cell| cell.is_empty() || is_bracketed(cell))
        && cells.iter().any(|cell| !cell.is_empty())
}

impl Shape {
    /// The shape of most rows among these lines; `None` where there is no row of numbers. Rows of numbers with units and rows of words are tried where there are no others, as
    /// titles have such.
    fn of(lines: &[Line], of_words: usize) -> Option<Self> {
        [Beside::Columns(of_words), Beside::Units, Beside::Words]
            .into_iter()
            .find_map(|beside| Self::with(lines, beside))
    }

    /// The shape, where this may stand beside the numbers.
    fn with(lines: &[Line], beside: Beside) -> Option<Self> {
        let found = DIVIDERS.map(|divider| Self { divider, length: 0, beside }.commonest(lines));
        // One cell in a row is what every line has with a sign that it does not hold.
        let best = |least: usize| {
            let able = found.iter().flatten().filter(|(shape, _)| shape.length >= least);
            able.reduce(|best, one| if one.1 > best.1 { one } else { best }).map(|(shape, _)| *shape)
        };
        best(2).or_else(|| best(1))
    }

    /// The shape with the commonest length of rows, how many have it, and, for the choice among others with as many, how few words that are not allowed for are in them, and whether a line of names may
    /// belong to them; `None` where there is no row.
    fn commonest(self, lines: &[Line]) -> Option<(Self, Rank)> {
        let allowed = if let Beside::Columns(of_words) = self.beside { of_words } else { 0 };
        let mut lengths = BTreeMap::<usize, [usize; 3]>::new();
        for (_, line) in lines.iter().take(LOOKED_AT) {
            let cells = cells_of(line, self.divider);
            let [rows, words, others] = lengths.entry(cells.len()).or_default();
            match self.words(&cells) {
                Some(more) => (*rows, *words) = (*rows + 1, *words + more.saturating_sub(allowed)),
                None => *others += 1,
            }
        }
        let most = lengths.into_iter().max_by_key(|(length, [rows, ..])| (*rows, *length));
        let (length, [rows, words, others]) = most.filter(|(_, [rows, ..])| *rows > 0)?;
        Some((Self { length, ..self }, (rows, Reverse(words), others > 0)))
    }

    fn is_number(self, cell: &str) -> bool {
        number(cell).is_some()
            || may_group(self.divider) && unspaced(cell).is_some_and(|plain| number(&plain).is_some())
            || self.beside == Beside::Units && amount(cell).is_some()
    }

    /// Whether these cells are a row.
    fn is_row(self, cells: &[&str]) -> bool {
        self.words(cells).is_some()
    }

    /// How many words are in a row: it has more numbers, and values that are said to be missing, than words, one number at least, or what else may stand beside them; and no cell
    /// that two numbers stand in.
    fn words(self, cells: &[&str]) -> Option<usize> {
        let (mut numbers, mut missing, mut words) = (0, 0, 0);
        for cell in cells.iter().filter(|cell| !cell.is_empty()) {
            match () {
                () if is_missing(cell) => missing += 1,
                () if self.is_number(cell) => numbers += 1,
                () if cell.contains(char::is_whitespace) && !cell.contains(char::is_alphabetic) => return None,
                () => words += 1,
            }
        }
        let is_row = match self.beside {
            Beside::Columns(of_words) => numbers > 0 && numbers + missing + of_words > words,
            Beside::Words => numbers > 1,
            // Nearly all is a number then, with any sign between the cells.
            Beside::Units => numbers > 0 && words == 0,
        };
        is_row.then_some(words)
    }

    /// Whether a line is a row of numbers.
    fn is_body(self, line: &str) -> bool {
        let cells = cells_of(line, self.divider);
        self.is_row(&cells) && (cells.len() > 1 || self.length == 1)
    }

    /// Whether a line is a row of missing values.
    fn is_blank(self, line: &str) -> bool {
        let cells = cells_of(line, self.divider);
        cells.len() > 1 && cells.iter().all(|cell| is_missing(cell)) && cells.iter().any(|cell| !cell.is_empty())
    }

    /// Whether a line is a row of the length of the table.
    fn is_full(self, line: &str) -> bool {
        let cells = cells_of(line, self.divider);
        cells.len() == self.length && self.is_row(&cells)
    }

    /// The names or units in a line above the rows, if it may be one of them: it has a cell for each column, and more words than numbers. A line of units ends with its last unit.
    fn names(self, line: &str) -> Option<Vec<String>> {
        let cells = names(line, self.divider);
        let given = cells.iter().filter(|cell| !is_missing(cell));
        let words = given.clone().filter(|cell| cell.contains(char::is_alphabetic) && !is_amount(cell)).count();
        // The last columns may have no name.
        let ends = self.divider != ' ' && line.matches(self.divider).count() >= self.length.saturating_sub(1);
        let is_long = cells.len() >= self.length || cells.len() > 1 && ends;
        (are_bracketed(&cells) || is_long && 2 * words > given.count()).then_some(cells)
    }

    /// The names and units in the lines above the rows, or where there are none in the last comment among all lines before them that has as many names.
    fn headers(self, above: &[Line], before: &[Line], body: &[Line]) -> Result<Vec<Vec<String>>, String> {
        let mut headers: Vec<Vec<String>> = above.iter().filter_map(|(_, line)| self.names(line)).collect();
        let last = above.last().map(|(_, line)| names(line, self.divider)).unwrap_or_default();
        let are_units = last.len() > 1 && last.len() < self.length && last.iter().all(|cell| is_unit(bare(cell)));
        match (headers.is_empty(), last.len() + 1 == self.length && self.are_numbered(body)) {
            // A line of units ends with its last unit.
            (false, _) => headers.extend(are_units.then(|| last.clone())),
            (true, true) => headers.push([vec![String::new()], last.clone()].concat()),
            (true, false) => headers.extend(self.of_comment(before)),
        }
        if headers.is_empty() && self.divider == ',' && last.len() > 1 && last.iter().all(|name| number(name).is_none())
        {
            return Err(format!(
                "rows have {} cells, but the header names {} columns: {}; are the commas of a table divided by commas decimal ones?",
                self.length,
                last.len(),
                last.join(", ")
            ));
        }
        Ok(headers)
    }

    /// The names in the last comment that has as many as there are columns.
    fn of_comment(self, before: &[Line]) -> Option<Vec<String>> {
        let is_mark = |sign: char| is_mark(sign, Some(self.divider));
        let comments = before.iter().rev().filter(|(_, line)| is_comment(line, Some(self.divider)));
        let bare = |(_, line): &Line| names(line.trim_start().trim_start_matches(is_mark).trim_start(), self.divider);
        comments.map(bare).find(|names| names.len() == self.length)
    }

    /// Whether the first cells of the rows are their numbers or names in quotes, as R writes them below a header that does not name them.
    fn are_numbered(self, body: &[Line]) -> bool {
        let is_next = |(at, line): (usize, &Line)| {
            line.1.trim_start().starts_with('"')
                || self.divider != ','
                    && cells_of(line.1, self.divider).first().is_some_and(|cell| *cell == (at + 1).to_string())
        };
        body.iter().take(LOOKED_AT).enumerate().all(is_next)
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
    /// Finds the layout of `text`.
    ///
    /// # Errors
    /// No line holds numbers, or the rows have more cells than the header has names.
    pub fn of(text: &'t str) -> Result<Self, String> {
        Self::with_words(text, 0)
    }

    /// The same of a table of which so many columns may hold words.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn with_words(text: &'t str, of_words: usize) -> Result<Self, String> {
        let all = numbered(text);
        let lines: Vec<Line<'t>> = all.iter().copied().filter(|(_, line)| !is_comment(line, None)).collect();
        let shape = Shape::of(&lines, of_words).ok_or_else(|| instead(text))?;
        let first = lines.iter().position(|(_, line)| shape.is_body(line)).ok_or_else(|| instead(text))?;
        let blank = lines[..first].iter().rev().take_while(|(_, line)| shape.is_blank(line)).count();
        let (above, body) = lines.split_at(first - blank);
        let above: Vec<Line> =
            above.iter().copied().filter(|(_, line)| !is_comment(line, Some(shape.divider))).collect();
        let before = &all[..all.partition_point(|(at, _)| *at < body[0].0)];
        let headers = shape.headers(&above, before, body)?;
        let columns = headings(&headers, shape.length);
        let mut sheet =
            Self { divider: shape.divider, columns, notations: Vec::new(), rows: Vec::new(), left_out: Vec::new() };
        sheet.fill(body, shape);
        sheet.notations = sheet.notations();
        for (heading, notation) in
            sheet.columns.iter_mut().zip(&sheet.notations).filter(|(_, notation)| !notation.unit.is_empty())
        {
            let above = std::mem::replace(&mut heading.unit, notation.unit.clone());
            heading.beside = Some(above).filter(|unit| !unit.is_empty()).or(heading.beside.take());
        }
        Ok(sheet)
    }

    /// Takes the rows from the lines below the header, and says which lines are none.
    fn fill(&mut self, body: &[Line<'t>], shape: Shape) {
        let (table, rest) = body.split_at(shape.end(body));
        for (at, line) in table {
            match shape.is_row(&cells_of(line, shape.divider)) || shape.is_blank(line) {
                true => self.rows.push((*at, line)),
                false => {
                    let why = format!("`{}` is no row of numbers", shortened(line.trim()));
                    self.left_out.push(LeftOut::of(*at, 1, why));
                }
            }
        }
        self.left_out.extend(rest.first().map(|(at, line)| {
            LeftOut::of(*at, rest.len(), format!("the table ends before `{}`", shortened(line.trim())))
        }));
    }

    /// How the numbers of each column are written. The sign before the fraction is told by cells that cannot be read otherwise; where those of a column say nothing, by those
    /// of the other columns.
    fn notations(&self) -> Vec<Notation> {
        // Where commas divide the cells, and none is quoted, there are none in them.
        let has_commas = |line: &str| line.contains(',') && (self.divider != ',' || line.contains('"'));
        let blanks = may_group(self.divider);
        let mut found: Vec<Evidence> = self.columns.iter().map(|_| Evidence::default()).collect();
        let mut cells = Vec::new();
        for (_, line) in self
            .rows
            .iter()
            .enumerate()
            .filter(|(at, (_, line))| *at < LOOKED_AT || has_commas(line))
            .map(|(_, row)| row)
        {
            take_cells(line, self.divider, &mut cells);
            cells.iter().zip(&mut found).for_each(|(cell, of)| of.add(cell));
        }
        let all = found.iter().fold([false; 2], |all, of| [0, 1].map(|k| all[k] || of.decimal[k]));
        found.iter().map(|of| of.notation(blanks, all)).collect()
    }

    /// What is taken for granted of how the numbers of a column are written.
    pub fn taken(&self, column: usize) -> Option<String> {
        let is_open = self.notations.get(column).is_some_and(|notation| notation.is_open);
        is_open.then(|| {
            format!(
                "no row is left out, but commas in the column `{}` are taken for decimal ones; all have three digits behind them, as those between thousands do",
                self.columns[column].name
            )
        })
    }

    /// The columns.
    pub fn columns(&self) -> &[Heading] {
        &self.columns
    }

    /// Names of the columns, for messages; of many, the first.
    pub fn names(&self) -> String {
        let some = self.columns.iter().take(NAMED).map(Heading::shown).collect::<Vec<_>>().join(", ");
        match self.columns.len().saturating_sub(NAMED) {
            0 => some,
            more => format!("{some} and {more} more; a table has a row for each picture, does this one have a column?"),
        }
    }

    /// The text of a column in the rows on these lines, which are in their order.
    pub(crate) fn texts(&self, column: usize, lines: &[usize]) -> Vec<&'t str> {
        let mut lines = lines.iter().copied().peekable();
        let rows = self.rows.iter().filter(|(at, _)| lines.next_if_eq(at).is_some());
        rows.map(|(_, line)| cells_of(line, self.divider).get(column).copied().unwrap_or_default()).collect()
    }

    /// The numbers in these columns, row by row. Rows whose cells hold something else are left out and named.
    pub fn numbers(&self, asked: &[usize]) -> Numbers {
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
                let plain = Notation::default();
                match self.notations.get(*column).unwrap_or(&plain).number(cell) {
                    Some(value) => values.push(value),
                    None => {
                        wrong = wrong.or_else(|| {
                            let unit = self.notations.get(*column).map_or("", |notation| &notation.unit);
                            let of = if unit.is_empty() { String::new() } else { format!(" of {unit}") };
                            let name = &self.columns[*column].name;
                            Some(format!("`{}` in the column `{name}` is not a number{of}", shortened(cell)))
                        })
                    }
                }
            }
            if let Some(wrong) = wrong {
                found.left_out.push(LeftOut::of(*at, 1, wrong));
                continue;
            }
            for (which, column) in asked.iter().enumerate() {
                found.are_codes[which] |= cells.get(*column).is_some_and(|cell| cell.contains(':'));
                found.columns[which].push(values[which]);
            }
            found.lines.push(*at);
        }
        for (values, _) in found.columns.iter_mut().zip(&found.are_codes).filter(|(_, is_code)| **is_code) {
            on_other_days(values);
        }
        found
    }
}

/// How the numbers of a column are written.
#[derive(Debug, Clone, PartialEq, Default)]
struct Notation {
    /// The sign before the fraction, where it is known.
    decimal: Option<char>,
    /// Whether that is a comma without anything that says so.
    is_open: bool,
    /// Whether blanks may stand between thousands.
    blanks: bool,
    /// The unit behind the numbers; empty without one.
    unit: String,
}

impl Notation {
    /// The number in a cell, NaN if it is missing; `None` if it holds something else.
    fn number(&self, cell: &str) -> Option<f64> {
        if is_missing(cell) {
            return Some(f64::NAN);
        }
        let plain = if self.unit.is_empty() { cell } else { cell.strip_suffix(&self.unit)?.trim_end() };
        let unspaced = if self.blanks && plain.contains(' ') { unspaced(plain) } else { None };
        let plain = unspaced.as_deref().unwrap_or(plain);
        match self.decimal {
            Some(',') if plain.contains('.') => in_groups(plain, '.', Some(',')),
            Some('.') if plain.contains(',') => in_groups(plain, ',', Some('.')),
            _ => number(plain),
        }
    }
}

/// What the cells of a column say of how its numbers are written.
#[derive(Default)]
struct Evidence {
    /// Whether some cell cannot be read but with this of the [`MARKS`] before its fraction.
    decimal: [bool; 2],
    /// Whether some cell can be read with a point, or with a comma, before its fraction or between thousands.
    open: [bool; 2],
    /// Whether there are whole numbers below a thousand, and from there on, without a sign in them.
    bare: [bool; 2],
    /// Units behind numbers, and how many have each.
    units: Vec<(String, usize)>,
    /// Numbers.
    numbers: usize,
}

impl Evidence {
    /// Adds a cell.
    fn add(&mut self, cell: &str) {
        if is_missing(cell) || cell.contains(':') {
            return;
        }
        self.numbers += 1;
        let value = match cell.parse::<f64>() {
            Ok(_) => cell,
            Err(_) => match amount(cell).filter(|(_, unit)| is_unit(unit)) {
                Some((value, unit)) => {
                    match self.units.iter_mut().find(|known| known.0 == unit) {
                        Some(known) => known.1 += 1,
                        None => self.units.push((unit.to_owned(), 1)),
                    }
                    value
                }
                None => cell,
            },
        };
        let value = value.trim_start_matches(['-', '+', '\u{2212}']);
        if number(value).is_none() && unspaced(value).is_none() {
            return;
        }
        let [points, commas] = MARKS.map(|mark| value.matches(mark).count());
        match (points, commas, value.rfind(MARKS)) {
            (0, 0, _) => {
                let digits = value.bytes().all(|sign| sign.is_ascii_digit());
                let is_large = value.len() > 3;
                self.bare[usize::from(is_large)] |= digits && !value.trim_start_matches('0').is_empty();
            }
            (1, 1, Some(last)) => self.decimal[usize::from(value[last..].starts_with(','))] = true,
            (1, 0, Some(at)) | (0, 1, Some(at)) => {
                let which = usize::from(commas == 1);
                let (whole, fraction) = (&value[..at], &value[at + 1..]);
                let may_group = fraction.len() == 3
                    && fraction.bytes().all(|sign| sign.is_ascii_digit())
                    && (1..4).contains(&whole.len())
                    && !whole.starts_with('0');
                self.open[which] |= may_group;
                self.decimal[which] |= !may_group;
            }
            // Of several signs of a kind none is before a fraction.
            (points, _, _) => self.decimal[usize::from(points > 1)] = true,
        }
    }

    /// The notation, where cells of all columns say this.
    fn notation(&self, blanks: bool, all: [bool; 2]) -> Notation {
        let known = |decimal: [bool; 2]| match decimal {
            [true, false] => Some('.'),
            [false, true] => Some(','),
            _ => None,
        };
        let is_open = self.open.contains(&true);
        // Whole numbers with a sign in them from a thousand on, and without one below.
        let by_size = || (self.open == [false, true] && self.bare == [true, false]).then_some('.');
        let decimal = match self.decimal {
            [false, false] if is_open => known(all).or_else(by_size),
            own => known(own),
        };
        let most = self.units.iter().max_by_key(|unit| unit.1).filter(|unit| 2 * unit.1 > self.numbers);
        Notation {
            decimal,
            is_open: decimal.is_none() && self.decimal == [false, false] && self.open[1],
            blanks,
            unit: most.map_or(String::new(), |unit| unit.0.clone()),
        }
    }
}

/// The columns below some lines of names, of which one may be units.
fn headings(lines: &[Vec<String>], length: usize) -> Vec<Heading> {
    let are_units = |cells: &Vec<String>| {
        // The first may say that these are the units.
        let labelled = cells.first().is_some_and(|first| first.to_lowercase().starts_with("unit"));
        let given = || cells.iter().skip(usize::from(labelled)).filter(|cell| !cell.is_empty());
        given().count() > 0 && (given().all(|cell| is_bracketed(cell)) || given().all(|cell| is_unit(bare(cell))))
    };
    // What stands below the units is no name.
    let below = (1..lines.len()).find(|at| are_units(&lines[*at]));
    let (named, units) = (&lines[..below.unwrap_or(lines.len())], below.map(|at| &lines[at]));
    // The line whose names say most comes first: one without values, as titles have them, with units, or, where none has any, with different names, if it is as long as the last.
    // Those of the same length have other names.
    let last = named.last().map_or(length, Vec::len);
    let says = |line: &[String]| {
        let given = || line.iter().filter(|name| !is_missing(name));
        let is_value = |name: &&String| is_amount(name);
        let has_unit = |name: &&String| unit_of(name).is_some() || parted(name).any(|(_, unit)| is_unit(&unit));
        let different: BTreeSet<&String> = given().collect();
        (!given().any(|name| is_value(&name)), given().filter(has_unit).count(), line.len() == last, different.len())
    };
    let mut named: Vec<&Vec<String>> = named.iter().collect();
    named.sort_by_key(|line| Reverse(says(line)));
    let last = named.first().map_or(length, |line| line.len());
    named.retain(|line| line.len() == last);
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
        let over = unit_of(&first).map(|(name, unit)| (name.to_owned(), unit.to_owned()));
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
        let sheet = Sheet::of(text).unwrap();
        let all: Vec<usize> = (0..sheet.columns().len()).filter(|at| sheet.columns()[*at].name != "words").collect();
        (sheet.columns().iter().map(Heading::shown).collect(), sheet.numbers(&all).columns)
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
            "t [ms] h [mm]\n5,0E-1 1,25\n1,0 -0\u{202f}002,0\n",
            "t [ms]|h [mm]\n0,5|1,25\n1,0|-2,0\n",
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
        let sheet = Sheet::of("t,h\n0,1\n1,2\nlost,lost\nx,3\n2,3\nend of the table\n1,2,3\n").unwrap();
        let numbers = sheet.numbers(&[0]);
        assert_eq!(numbers.columns, [[0.0, 1.0, 2.0]]);
        let lines: Vec<usize> = numbers.left_out.iter().map(|out| out.line).collect();
        assert!(
            lines == [4, 5, 7] && numbers.left_out.iter().any(|out| out.why.contains("the table ends before")),
            "{numbers:?}"
        );
        assert!(Sheet::of("t,h\n0,5,1,25\n1,0,2,0\n").unwrap_err().contains("decimal"));
        assert!(Sheet::of("t,h\n").is_err() && Sheet::of("").is_err());
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
    fn signs_between_thousands_are_known_by_cells_that_cannot_be_read_otherwise() {
        for (rows, t) in [
            ("0;18,655.3\n1,000;18,074.9\n2,000;955.3\n", [0.0, 1000.0, 2000.0]),
            ("0;18,655,300\n1,000;18,074,900\n2,000;955\n", [0.0, 1000.0, 2000.0]),
            ("0;18.655,3\n1.000;18.074,9\n2.000;955,3\n", [0.0, 1000.0, 2000.0]),
            ("0;18 655,3\n1 000;18 074,9\n2 000;955,3\n", [0.0, 1000.0, 2000.0]),
            ("500;18,655\n1,000;18,074\n2,000;955\n", [500.0, 1000.0, 2000.0]),
            // Decimals of fixed length in one column, and commas in another.
            ("0.000;18,6\n1.000;18,07\n2.000;9,553\n", [0.0, 1.0, 2.0]),
            ("0,000;18,655\n1,000;18,074\n2,000;9,553\n", [0.0, 1.0, 2.0]),
        ] {
            let text = format!("t;h\n{rows}");
            let sheet = Sheet::of(&text).unwrap();
            assert_eq!(sheet.numbers(&[0]).columns[0], t, "{rows}");
            assert_eq!(sheet.taken(0), None, "{rows}");
        }
        let sheet = Sheet::of("t;h\n1,000;2\n2,000;3\n").unwrap();
        assert_eq!(sheet.numbers(&[0]).columns[0], [1.0, 2.0]);
        assert!(sheet.taken(0).unwrap().contains("decimal"));
        // A blank that divides cells divides no thousands, nor one among cells that commas divide.
        for text in ["t h\n0,5 125\n1,0 250\n", "0,5 125\n1,0 250\n"] {
            let sheet = Sheet::of(text).unwrap();
            assert_eq!(sheet.numbers(&[0, 1]).columns, [[0.5, 1.0], [125.0, 250.0]], "{text}");
        }
    }

    #[test]
    fn units_stand_in_cells_or_above_them_and_the_line_that_says_most_has_the_names() {
        for text in [
            "t;h\n0.5 ms;1.25 mm\n1 ms;-2 mm\n",
            "t,h\n0.5ms,1.25mm\n1ms,-2mm\n",
            "steel, 3 mm, 10 fps\nt;h\n0,5 ms;1,25 mm\n1,0 ms;-2,0 mm\n",
            "Experiment,12\nfps,1000\nt [ms],h [mm]\n0.5,1.25\n1,-2\n",
            "t in ms;h in mm\n0,5;1,25\n1;-2\n",
            "t: ms,h: mm\n0.5,1.25\n1,-2\n",
            "t ms,h mm\n0.5,1.25\n1,-2\n",
            "t..ms.,h..mm.\n0.5,1.25\n1,-2\n",
            "t {ms},h {mm}\n5.0D-1,1.25d+00\n1.0D0,-2.0D0\n",
            "t (ms),h\n0.5,1.25 mm\n1,-2 mm\n",
        ] {
            let sheet = Sheet::of(text).unwrap();
            assert_eq!(sheet.names(), "t [ms], h [mm]", "{text}");
            assert_eq!(sheet.numbers(&[0, 1]).columns, [[0.5, 1.0], [1.25, -2.0]], "{text}");
        }
        let mixed = Sheet::of("t;h\n0 ms;1 mm\n1 ms;2 mm\n2 ms;0.3 cm\n").unwrap().numbers(&[0, 1]);
        assert_eq!((mixed.lines.as_slice(), mixed.left_out[0].line), (&[2, 3][..], 4));
        assert!(mixed.left_out[0].why.contains("not a number of mm"), "{mixed:?}");
        let words = Sheet::of("kind,colour,t,h\nball,red,0,1\nball,red,1,2\n").unwrap();
        assert_eq!(words.numbers(&[2, 3]).columns, [[0.0, 1.0], [1.0, 2.0]]);
        // DeepLabCut.
        let sheet = Sheet::of("scorer,net,net\nbodyparts,ball,ball\ncoords,x,y\n0,412.3,20.1\n").unwrap();
        assert_eq!(sheet.names(), "coords, x, y");
        for (text, what) in
            [("PK\u{3}\u{4}..", "spreadsheet"), ("<?xml version=\"1.0\"?>\n<a/>", "XML"), ("[{\"t\": 1}]", "JSON")]
        {
            assert!(Sheet::of(text).unwrap_err().contains(what), "{text}");
        }
    }

    #[test]
    fn times_of_day_go_on_after_midnight() {
        let text = "t;h\n2024-05-03 23:59:59.5;1\n2024-05-04T00:00:00.5Z;2\n00:00:01.5;3\n";
        let numbers = Sheet::of(text).unwrap().numbers(&[0]);
        assert_eq!(numbers.columns[0], [86_399.5, 86_400.5, 86_401.5]);
    }

    #[test]
    fn time_codes_are_seconds() {
        for (code, seconds) in [
            ("1:10.48", 70.48),
            ("0:01:10,5", 70.5),
            ("0:00:01:25", 1.25),
            ("-0:02.5", -2.5),
            ("2018-10-03 17:23:55.4640", 62_635.464),
            ("2:03:05.5 PM", 50_585.5),
            ("12:00:01am", 1.0),
            ("03/05/2024 12:00:01 PM", 43_201.0),
        ] {
            assert!((number(code).unwrap() - seconds).abs() < 1e-12, "{code}");
        }
        assert_eq!(number("a:b"), None);
    }

    #[test]
    fn a_file_is_read_in_the_encodings_that_spreadsheets_write() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        for bytes in [
            "\u{feff}h (µm)".as_bytes().to_vec(),
            b"h (\xb5m)".to_vec(),
            [&[0xff, 0xfe], &wide("h (µm)")[..]].concat(),
            wide("h (µm)"),
            big("h (µm)"),
        ] {
            assert_eq!(decoded(bytes), "h (µm)");
        }
        assert_eq!(decoded(b"t,h\r1,2\r".to_vec()), "t,h\n1,2\n");
    }
}
