//! The layout of a table: what divides its cells, and which lines are names, units and rows.

use super::cells::{is_missing, number};
use super::units::{Heading, bare, is_unit};
use crate::record::LeftOut;

/// Signs that may divide cells; of two that divide as many rows, the first does.
const DIVIDERS: [char; 5] = ['\t', ';', '|', ',', ' '];
/// Lines in which the divider is looked for.
const LOOKED_AT: usize = 400;
/// What rows are, for messages.
const RULE: &str = "commas, semicolons, tabs, bars or blanks divide cells; numbers have a decimal point or comma, nothing between thousands, and no unit behind them";
/// Columns that messages name.
const NAMED: usize = 24;

/// A row: the number of its line, from one, and its cells.
pub(super) type Row<'t> = (usize, Vec<&'t str>);

/// A table whose layout is known.
#[derive(Debug)]
pub(super) struct Sheet<'t> {
    pub(super) columns: Vec<Heading>,
    pub(super) rows: Vec<Row<'t>>,
    /// Numbers of the empty lines.
    pub(super) empty: Vec<usize>,
    /// Lines that are no rows, and what is to be said of the layout.
    pub(super) left_out: Vec<LeftOut>,
}

/// Numbers of some columns.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Number of the line of each row, from one.
    pub(super) lines: Vec<usize>,
    /// The columns asked for, NaN where a value is missing.
    pub(super) columns: Vec<Vec<f64>>,
    /// Whether a column holds time codes.
    pub(super) are_codes: Vec<bool>,
    /// Lines that were left out.
    pub(super) left_out: Vec<LeftOut>,
}

/// The cells of a line, without quotes and blanks about them.
fn cells(line: &str, divider: char) -> Vec<&str> {
    let mut is_quoted = false;
    let parts = line.split(|sign: char| {
        is_quoted ^= sign == '"';
        !is_quoted && if divider == ' ' { sign.is_whitespace() } else { sign == divider }
    });
    let parts = parts.filter(|part| divider != ' ' || !part.is_empty());
    parts.map(|cell| cell.trim().trim_matches('"').trim()).collect()
}

fn is_comment(line: &str) -> bool {
    ["#", "%", "//"].iter().any(|mark| line.trim_start().starts_with(mark))
}

fn is_word(cell: &str) -> bool {
    cell.contains(char::is_alphabetic) && !is_number(cell)
}

fn is_number(cell: &str) -> bool {
    number(cell, '.').or_else(|| number(cell, ',')).is_some()
}

/// Whether cells are a row of a table: a number, fewer words than other cells, and no cell that another sign divides.
fn is_row(cells: &[&str]) -> bool {
    let count = |is: fn(&str) -> bool| cells.iter().filter(|cell| !is_missing(cell) && is(cell)).count();
    let is_divided = |cell: &&str| !is_number(cell) && !is_word(cell) && cell.contains(DIVIDERS);
    count(is_number) > 0 && 2 * count(is_word) < cells.len() && !cells.iter().any(is_divided)
}

fn is_blank(cells: &[&str]) -> bool {
    cells.len() > 1 && cells.iter().all(|cell| is_missing(cell))
}

/// Whether cells may be names, or units: most are words.
fn are_names<S: AsRef<str>>(cells: &[S]) -> bool {
    let given = || cells.iter().map(AsRef::as_ref).filter(|cell| !is_missing(cell));
    given().count() > 0 && 2 * given().filter(|cell| is_word(cell)).count() > given().count()
}

fn are_units<S: AsRef<str>>(cells: &[S]) -> bool {
    let given = || cells.iter().map(AsRef::as_ref).filter(|cell| !is_missing(cell));
    let are_bracketed = || cells.len() > 1 && given().all(|cell: &str| cell.starts_with(['(', '[']));
    given().count() > 0 && (given().all(|cell| is_unit(bare(cell))) || are_bracketed())
}

/// Whether cells below names are units, some of which may be unknown, as that of a temperature: one is known, and none
/// is a number or a name of a column.
fn hold_units(cells: &[String], is_known: &dyn Fn(&str) -> bool) -> bool {
    let given = || cells.iter().filter(|cell| !is_missing(cell));
    let is_unit = |cell: &String| is_unit(bare(cell));
    given().any(is_unit) && given().all(|cell| is_unit(cell) || !is_known(cell) && !is_number(cell))
}

/// The names in a line, of which so many are used; of names that blanks divide, a unit in brackets belongs to the name
/// before it.
fn names(line: &str, divider: char, used: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let cells = cells(line, divider);
    let is_bracketed = |cell: &&str| cell.starts_with(['(', '[']);
    let are_behind = divider == ' ' && !cells.iter().all(is_bracketed);
    for cell in cells {
        match names.last_mut().filter(|_| are_behind && is_bracketed(&cell)) {
            Some(name) => *name += &format!(" {cell}"),
            None => names.push(cell.to_owned()),
        }
    }
    while names.len() > used && names.last().is_some_and(String::is_empty) {
        names.pop();
    }
    names
}

/// What a text without a row of numbers is, and what to do.
fn instead(text: &str) -> String {
    const OTHERS: [(&[&str], &str); 4] = [
        (&["PK\u{3}\u{4}", "ÐÏ\u{11}à"], "this is the own file of a spreadsheet; save the sheet as CSV"),
        (&["<"], "this is XML or HTML; export the table as CSV"),
        (&["{", "["], "this is JSON; write the rows as CSV"),
        (&["%PDF"], "this is PDF; export the table as CSV"),
    ];
    let is = |begins: &&[&str]| begins.iter().any(|begin| text.trim_start().starts_with(begin));
    OTHERS
        .iter()
        .find(|(begins, _)| is(begins))
        .map_or_else(|| format!("there is no row of numbers: {RULE}"), |(_, what)| (*what).into())
}

fn shortened(line: &str) -> String {
    let line = line.trim();
    line.char_indices().nth(30).map_or(line.into(), |(end, _)| format!("{}…", &line[..end]))
}

/// The divider of the most rows of one length, and this length; a single column where nothing divides.
fn shape(lines: &[(usize, &str)]) -> Option<(char, usize)> {
    let of = |divider: char| {
        let rows = lines.iter().take(LOOKED_AT).map(|(_, line)| cells(line, divider)).filter(|cells| is_row(cells));
        let mut lengths: Vec<usize> = rows.map(|cells| cells.len()).collect();
        lengths.sort_unstable();
        let commonest = lengths.chunk_by(|a, b| a == b).max_by_key(|same| (same.len(), same[0]))?;
        Some((commonest[0] > 1, commonest.len(), divider, commonest[0]))
    };
    let best = DIVIDERS
        .into_iter()
        .filter_map(of)
        .reduce(|best, one| if (one.0, one.1) > (best.0, best.1) { one } else { best });
    best.map(|(.., divider, length)| (divider, length))
}

impl<'t> Sheet<'t> {
    /// Finds the layout of `text`, by the line of names that has the most known ones.
    ///
    /// # Errors
    /// No line is a row of numbers, or the line of names has another length than the rows.
    pub(super) fn of(text: &'t str, is_known: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        let all: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        let lines: Vec<(usize, &str)> = all.iter().copied().filter(|(_, line)| !is_comment(line)).collect();
        let (divider, length) = shape(&lines).ok_or_else(|| instead(text))?;
        let is_body = |line: &str| {
            let cells = cells(line, divider);
            cells.len() == length && (is_row(&cells) || length > 1 && is_blank(&cells))
        };
        let mut first = lines.iter().position(|(_, line)| is_body(line)).ok_or_else(|| instead(text))?;
        first += lines[first..].iter().position(|(_, line)| is_row(&cells(line, divider))).unwrap_or(0);
        first -= lines[..first].iter().rev().take_while(|(_, line)| is_body(line)).count();
        let (above, body) = lines.split_at(first);
        let (rows, mut left_out) = rows(body, divider, length);
        let is_empty = |at: usize| rows.iter().all(|(_, cells)| cells[at].is_empty());
        let used = length - (0..length).rev().take_while(|at| is_empty(*at)).count();
        let before = all.iter().copied().filter(|(at, line)| is_comment(line) && *at < body[0].0);
        let (columns, unread) = headings(above, &before.collect::<Vec<_>>(), (divider, used, length), is_known)?;
        left_out.splice(..0, unread);
        if let Some(first) =
            left_out.first().filter(|_| left_out.iter().map(|out| out.rows).sum::<usize>() > rows.len())
        {
            return Err(format!("most lines are no rows of it: line {}, {}; {RULE}", first.line, first.why));
        }
        // Nothing says that commas divide the cells of whole numbers without names.
        let has_names = columns.iter().enumerate().any(|(at, column)| column.name != (at + 1).to_string());
        if divider == ',' && !has_names && !rows.iter().flat_map(|(_, cells)| cells).any(|cell| cell.contains('.')) {
            let why =
                "no row is left out, but commas are taken to divide cells, as nothing says that they are decimal ones";
            left_out.push(LeftOut::of(body[0].0, 0, why.into()));
        }
        let empty = (1..).zip(text.lines()).filter(|(_, line)| line.trim().is_empty()).map(|(at, _)| at).collect();
        Ok(Self { columns, rows, empty, left_out })
    }

    /// Names of the columns, for messages; of many, the first.
    pub(super) fn names(&self) -> String {
        let some = self.columns.iter().take(NAMED).map(Heading::shown).collect::<Vec<_>>().join(", ");
        match self.columns.len().saturating_sub(NAMED) {
            0 => some,
            more => format!("{some} and {more} more; a table has a row for each picture, does this one have a column?"),
        }
    }

    /// The numbers in these columns, row by row. Rows with something else in them are left out and named.
    ///
    /// # Errors
    /// Some numbers have a decimal point and others a comma, or commas may stand between thousands.
    pub(super) fn numbers(&self, asked: &[usize]) -> Result<Numbers, String> {
        let mut found = Numbers {
            columns: vec![Vec::new(); asked.len()],
            are_codes: vec![false; asked.len()],
            ..Numbers::default()
        };
        let decimal = self.decimal(asked, &mut found.left_out)?;
        for (line, cells) in &self.rows {
            let values: Result<Vec<f64>, String> = asked
                .iter()
                .map(|at| {
                    let wrong = || {
                        format!(
                            "`{}` in the column `{}` is not a number",
                            shortened(cells[*at]),
                            self.columns[*at].name
                        )
                    };
                    number(cells[*at], decimal).ok_or_else(wrong)
                })
                .collect();
            match values {
                Err(wrong) => found.left_out.push(LeftOut::of(*line, 1, wrong)),
                Ok(values) => {
                    found.lines.push(*line);
                    for (which, value) in values.into_iter().enumerate() {
                        found.are_codes[which] |= cells[asked[which]].contains(':');
                        found.columns[which].push(value);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The sign before the fraction of the numbers in these columns.
    fn decimal(&self, asked: &[usize], left_out: &mut Vec<LeftOut>) -> Result<char, String> {
        let all = || self.rows.iter().flat_map(|(line, cells)| asked.iter().map(move |at| (*line, *at, cells[*at])));
        let with = |sign: char| all().filter(move |(.., cell)| cell.contains(sign) && is_number(cell));
        let Some((line, at, comma)) = with(',').next() else { return Ok('.') };
        if let Some((other, _, point)) = with('.').next() {
            return Err(format!(
                "`{comma}` in line {line} has a comma, and `{point}` in line {other} a point: write all numbers with one of them, and nothing between thousands"
            ));
        }
        let is_open = |cell: &str| {
            let plain = cell.trim_start_matches(['-', '+', '\u{2212}']);
            plain.split_once(',').is_some_and(|(whole, rest)| {
                rest.len() == 3 && (1..4).contains(&whole.len()) && !whole.starts_with('0')
            })
        };
        if with(',').all(|(.., cell)| is_open(cell)) {
            let is_plain = |cell: &str| {
                !cell.contains(',') && number(cell, '.').is_some_and(|value| value.is_finite() && value != 0.0)
            };
            let mixed: Vec<usize> = asked.iter().copied().filter(|at| with(',').any(|(_, of, _)| of == *at)).collect();
            if let Some((line, at, cell)) = all().find(|(_, at, cell)| mixed.contains(at) && is_plain(cell)) {
                let name = &self.columns[at].name;
                return Err(format!(
                    "beside `{cell}` in line {line} of the column `{name}`, a comma before three digits is a thousand or a decimal: write numbers with nothing between thousands"
                ));
            }
            let name = &self.columns[at].name;
            let why = format!(
                "no row is left out, but commas in the column `{name}` are taken for decimal ones; all have three digits behind them, as those between thousands do"
            );
            left_out.push(LeftOut::of(line, 0, why));
        }
        Ok(',')
    }
}

/// The rows in the lines below the header, and which lines are none. A line of names below an empty one begins another
/// table.
fn rows<'t>(body: &[(usize, &'t str)], divider: char, length: usize) -> (Vec<Row<'t>>, Vec<LeftOut>) {
    let (mut rows, mut left_out, mut last) = (Vec::new(), Vec::new(), 0);
    for (place, (at, line)) in body.iter().enumerate() {
        let cells = cells(line, divider);
        let why = match cells.len() == length {
            true if is_row(&cells) || is_blank(&cells) => {
                rows.push((*at, cells));
                last = place;
                continue;
            }
            true => format!("`{}` is no row of numbers", shortened(line)),
            false => format!("`{}` has {} cells instead of {length}", shortened(line), cells.len()),
        };
        if at - body[place.saturating_sub(1)].0 > 1 && are_names(&cells) {
            break;
        }
        left_out.push(LeftOut::of(*at, 1, why));
    }
    let end = body.get(last + 1).map_or(usize::MAX, |(line, _)| *line);
    left_out.retain(|out| out.line < end);
    let rest = body.len() - last - 1;
    left_out.extend(
        body.get(last + 1)
            .map(|(at, line)| LeftOut::of(*at, rest, format!("the table ends before `{}`", shortened(line)))),
    );
    (rows, left_out)
}

/// The columns by the line of names and that of units among the lines above the rows, or by the last comment that has
/// as many names; and lines that are neither.
fn headings(
    above: &[(usize, &str)],
    comments: &[(usize, &str)],
    (divider, used, length): (char, usize, usize),
    is_known: &dyn Fn(&str) -> bool,
) -> Result<(Vec<Heading>, Vec<LeftOut>), String> {
    let lines: Vec<Vec<String>> = above.iter().map(|(_, line)| names(line, divider, used)).collect();
    let fits = |names: &Vec<String>| (used..=length).contains(&names.len()) && are_names(names);
    let named: Vec<usize> = (0..lines.len()).filter(|at| fits(&lines[*at])).collect();
    let known = |at: usize| lines[at].iter().filter(|name| is_known(name)).count();
    // Of lines with as many known names the first; without any, the last that are no units.
    let best = named
        .iter()
        .copied()
        .filter(|at| known(*at) > 0)
        .reduce(|best, at| if known(at) > known(best) { at } else { best });
    let best = best.or_else(|| named.iter().copied().rfind(|at| !are_units(&lines[*at]) || named.len() == 1));
    if let Some(at) = best {
        let below = || lines[at + 1..].iter().filter(|names| names.len() <= length);
        let strictly = below().find(|names| are_units(names) && hold_units(names, is_known));
        let units = strictly.or_else(|| below().find(|names| hold_units(names, is_known)));
        return Ok((columns(&lines[at], units.map_or(&[], |units| units), used), without_letters(&above[at + 1..])));
    }
    if let (Some(last), Some((_, line))) = (lines.last().filter(|last| last.len() > 1 && are_names(last)), above.last())
    {
        return Err(format!(
            "rows have {used} cells, but the line above them names {} columns: `{}`; between numbers with decimal commas stand semicolons or tabs",
            last.len(),
            shortened(line)
        ));
    }
    let comment =
        |(_, line): &(usize, &str)| names(line.trim_start().trim_start_matches(['#', '%', '/']), divider, used);
    let names = comments.iter().rev().map(comment).find(fits).unwrap_or_default();
    Ok((columns(&names, &[], used), without_letters(above)))
}

fn columns(names: &[String], units: &[String], used: usize) -> Vec<Heading> {
    let at = |texts: &[String], at: usize| texts.get(at).map(|text| text.trim().to_owned()).unwrap_or_default();
    let one = |place: usize| {
        let name = at(names, place);
        let name = if is_missing(&name) { (place + 1).to_string() } else { name };
        Heading::of(&name, &Some(at(units, place)).filter(|unit| !is_missing(unit)).unwrap_or_default())
    };
    (0..used).map(one).collect()
}

/// Lines between names and rows that are neither: of numbers, but not as the rows are.
fn without_letters(lines: &[(usize, &str)]) -> Vec<LeftOut> {
    let odd = lines
        .iter()
        .filter(|(_, line)| !line.contains(char::is_alphabetic) && line.contains(|sign: char| sign.is_ascii_digit()));
    odd.map(|(at, line)| LeftOut::of(*at, 1, format!("`{}` is no row of numbers", shortened(line)))).collect()
}
