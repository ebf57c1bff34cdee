//! Tables: read from CSV files, and shown as CSV, as Markdown, or aligned for the terminal; a report page shows them
//! too.

use super::{OutputError, atomic};
use std::fmt;
use std::path::{Path, PathBuf};
use wetbounce_physics::numerics::grouped;

/// Points of two columns, by the values of a third.
pub type PointsByName<'t> = Vec<(&'t str, Vec<(f64, f64)>)>;

/// A table with named columns, all cells as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    source: PathBuf,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Line of each row in its file, from one.
    lines: Vec<usize>,
}

/// Cells of a line, with its number in the file, from one.
type Line = (usize, Vec<String>);

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not one cell for each column.
    pub fn push(&mut self, cells: impl IntoIterator<Item: Into<String>>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.columns.len(), "one cell for each column of {:?}", self.columns);
        self.rows.push(row);
        self.lines.push(self.rows.len() + 1);
    }

    /// Adds a row of numbers, in the shortest form that reads back to the same bits.
    ///
    /// # Panics
    /// As [`push`](Self::push).
    pub fn push_numbers(&mut self, values: impl IntoIterator<Item = f64>) {
        self.push(values.into_iter().map(|value| format!("{value:?}")));
    }

    /// Reads a file with a header line; columns are divided by the sign that its header has: semicolons or tabs, which
    /// let numbers have decimal commas, commas, or blanks. Empty lines and lines that begin with `#` are passed over.
    ///
    /// # Errors
    /// The file cannot be read or is too large, no header, or a row of another length.
    pub fn read(path: &Path) -> Result<Self, OutputError> {
        let text = wetbounce_records::tables::text_of(path).map_err(OutputError::of_table)?;
        Self::parse(path, &text)
    }

    /// Reads a table from `text`, as [`Table::read`] does; `path` is its name in messages.
    ///
    /// # Errors
    /// As [`Table::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, OutputError> {
        let plain = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let text = text.trim_start_matches('\u{feff}');
        let header = text.lines().find(plain).unwrap_or_default();
        let rows = match [';', '\t', ','].into_iter().find(|sign| header.contains(*sign)) {
            Some(sign) => divided_by(sign, text),
            None => Ok(by_blanks(text)),
        };
        let mut rows = rows.map_err(|problem| damaged(path, "table", problem))?;
        if rows.is_empty() {
            return Err(damaged(path, "line 1", "there is no header".into()));
        }
        let (_, columns) = rows.remove(0);
        let odd = rows.iter().position(|(_, row)| row.len() != columns.len());
        if let Some(row) = odd {
            let problem = format!("{} cells, but the header names {}", rows[row].1.len(), columns.len());
            return Err(damaged(path, &format!("row {} below the header", row + 1), problem));
        }
        let (lines, rows) = rows.into_iter().unzip();
        Ok(Self { source: path.to_path_buf(), columns, rows, lines })
    }

    /// Names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Whether there is a column of this name.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// The rows, a cell for each column.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The line of each row in the file that was read, from one; the header is a line too.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Keeps the first `count` rows.
    pub fn truncate(&mut self, count: usize) {
        self.rows.truncate(count);
        self.lines.truncate(count);
    }

    /// A column as text.
    ///
    /// # Errors
    /// There is no such column.
    pub fn text(&self, column: &str) -> Result<Vec<&str>, OutputError> {
        let Some(at) = self.columns.iter().position(|name| name == column) else {
            return Err(OutputError::Format {
                path: self.source.clone(),
                place: "header".into(),
                problem: format!("there is no column `{column}`"),
                advice: format!("choose one of: {}", self.columns.join(", ")),
            });
        };
        Ok(self.rows.iter().map(|row| row[at].as_str()).collect())
    }

    /// A column as numbers; empty cells become NaN, which no figure draws.
    ///
    /// # Errors
    /// There is no such column, or a cell of it holds something else.
    pub fn numbers(&self, column: &str) -> Result<Vec<f64>, OutputError> {
        let parse = |(row, text): (usize, &str)| {
            if text.is_empty() {
                return Ok(f64::NAN);
            }
            let place = format!("row {} of `{column}`", row + 1);
            text.parse().map_err(|_| damaged(&self.source, &place, format!("`{text}` is not a number")))
        };
        self.text(column)?.into_iter().enumerate().map(parse).collect()
    }

    /// The points of two columns, for each value of the column `group` in the order in which these appear; all under an
    /// empty name where there is no such column.
    ///
    /// # Errors
    /// A column is missing, or a cell is no number.
    pub fn series(&self, [x, y]: [&str; 2], group: Option<&str>) -> Result<PointsByName<'_>, OutputError> {
        let points: Vec<(f64, f64)> = self.numbers(x)?.into_iter().zip(self.numbers(y)?).collect();
        let groups = group.map(|group| self.text(group)).transpose()?;
        let names = (0..points.len()).map(|row| groups.as_ref().map_or("", |groups| groups[row]));
        Ok(grouped(names.zip(points.iter().copied())))
    }

    /// These columns of the table, as they stand in it.
    ///
    /// # Errors
    /// A column is missing.
    pub fn select(&self, columns: &[&str]) -> Result<Self, OutputError> {
        let cells = columns.iter().map(|column| self.text(column)).collect::<Result<Vec<_>, _>>()?;
        let mut selected = Self::new(columns.iter().copied());
        (0..self.rows.len()).for_each(|row| selected.push(cells.iter().map(|column| column[row])));
        Ok(selected)
    }

    /// The table as CSV text.
    pub fn to_csv(&self) -> String {
        let full = "writing to memory does not fail";
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns).expect(full);
        self.rows.iter().for_each(|row| writer.write_record(row).expect(full));
        String::from_utf8(writer.into_inner().expect(full)).expect("cells are text")
    }

    /// Writes the table as a CSV file, as a whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        atomic::write(path, self.to_csv())
    }

    /// The table as Markdown.
    pub fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            let safe: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            format!("| {} |\n", safe.join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.columns.len()));
        line(&self.columns) + &rule + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}

/// The table for the terminal: columns side by side, those of numbers aligned on the right.
impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |column: usize| lines().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let numeric = |text: &String| text.is_empty() || text == "-" || text.parse::<f64>().is_ok();
        let right: Vec<bool> = (0..widths.len()).map(|at| self.rows.iter().all(|row| numeric(&row[at]))).collect();
        for row in lines() {
            let cells = row.iter().zip(widths.iter().zip(&right)).map(|(cell, (&width, right))| match right {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

fn divided_by(sign: char, text: &str) -> Result<Vec<Line>, String> {
    let mut reader = csv::ReaderBuilder::new();
    let plain = sign.try_into().expect("signs that divide are ASCII");
    reader.delimiter(plain).has_headers(false).comment(Some(b'#')).trim(csv::Trim::All).flexible(true);
    let cell = |cell: &str| if sign == ',' { cell.to_owned() } else { with_a_point(cell) };
    let mut reader = reader.from_reader(text.as_bytes());
    let (mut lines, mut record) = (Vec::new(), csv::StringRecord::new());
    while reader.read_record(&mut record).map_err(|error| error.to_string())? {
        // The reader stands behind the row: on the next line, but after a last row without an end.
        let after = reader.position();
        let ended = text.as_bytes()[..after.byte() as usize].ends_with(b"\n");
        lines.push((after.line() as usize - usize::from(ended), record.iter().map(cell).collect()));
    }
    Ok(lines)
}

/// A number with a decimal comma as one with a point; anything else as it is.
fn with_a_point(cell: &str) -> String {
    let number = cell.replacen(',', ".", 1);
    if number.parse::<f64>().is_ok() { number } else { cell.to_owned() }
}

fn by_blanks(text: &str) -> Vec<Line> {
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| (at + 1, line.split_whitespace().map(str::to_owned).collect())).collect()
}

fn damaged(path: &Path, place: &str, problem: String) -> OutputError {
    let advice = "give a table with one header line and equal rows".to_owned();
    OutputError::Format { path: path.to_path_buf(), place: place.to_owned(), problem, advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Table, String> {
        Table::parse(Path::new("sweep.csv"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn commas_blanks_quotes_and_comments_are_understood() {
        let table = parse("# a sweep\nname,st\n\"a, b\", 1.5\n\nc,\n").unwrap();
        assert_eq!(table.columns(), ["name", "st"]);
        assert_eq!(table.text("name").unwrap(), ["a, b", "c"]);
        assert_eq!(table.lines(), [3, 5]);
        let numbers = table.numbers("st").unwrap();
        assert!(numbers[0] == 1.5 && numbers[1].is_nan());
        assert_eq!(parse("t h\n1 2\n 3\t4\n").unwrap().numbers("h").unwrap(), [2.0, 4.0]);
        for text in ["\u{feff}St;e, wet\n8;0\n15;0,12\n", "St\te, wet\n8\t0\n15\t0,12\n"] {
            assert_eq!(parse(text).unwrap().numbers("e, wet").unwrap(), [0.0, 0.12], "{text}");
        }
    }

    #[test]
    fn a_missing_column_is_answered_with_those_there_are() {
        let error = parse("name,st\na,1\n").unwrap().numbers("stokes").unwrap_err();
        assert!(error.to_string().contains("`stokes`") && error.advice().contains("name, st"));
        assert!(parse("name,st\na\n").unwrap_err().contains("row 1"));
        assert!(parse("").unwrap_err().contains("no header"));
        assert!(parse("name,st\na,b\n").unwrap().numbers("st").unwrap_err().to_string().contains("`b`"));
    }

    #[test]
    fn one_table_is_shown_aligned_as_markdown_and_as_csv() {
        let mut table = Table::new(["name", "e"]);
        table.push(["a|b", "0.81"]);
        table.push(["long name", "-"]);
        assert_eq!(table.to_string(), "name          e\na|b        0.81\nlong name     -\n");
        assert_eq!(table.to_markdown(), "| name | e |\n|---|---|\n| a\\|b | 0.81 |\n| long name | - |\n");
        assert_eq!(table.to_csv(), "name,e\na|b,0.81\nlong name,-\n");
    }
}
