//! Tables of any CSV file, as the figures need them.

use crate::output::OutputError;
use std::fs;
use std::path::{Path, PathBuf};

/// A table with named columns, all cells as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a file with a header line; columns are divided by commas, or by blanks and tabs if the header has no
    /// comma. Empty lines and lines that begin with `#` are passed over.
    ///
    /// Errors: no header, or a row of another length.
    pub fn read(path: &Path) -> Result<Self, OutputError> {
        let text = fs::read_to_string(path).map_err(OutputError::io("read", path))?;
        Self::parse(path, &text)
    }

    /// Reads a table from `text`, as [`Table::read`] does; `path` is what messages call it.
    ///
    /// # Errors
    /// As [`Table::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, OutputError> {
        let plain = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let header = text.lines().find(plain).unwrap_or_default();
        let rows = if header.contains(',') { by_commas(text) } else { Ok(by_blanks(text)) };
        let mut rows = rows.map_err(|problem| damaged(path, "table", problem))?;
        if rows.is_empty() {
            return Err(damaged(path, "line 1", "there is no header".into()));
        }
        let columns = rows.remove(0);
        let odd = rows.iter().position(|row| row.len() != columns.len());
        if let Some(row) = odd {
            let problem = format!("{} cells, but the header names {}", rows[row].len(), columns.len());
            return Err(damaged(path, &format!("row {} below the header", row + 1), problem));
        }
        Ok(Self { path: path.to_path_buf(), columns, rows })
    }

    /// Names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// A column as text.
    pub fn text(&self, column: &str) -> Result<Vec<&str>, OutputError> {
        let Some(at) = self.columns.iter().position(|name| name == column) else {
            return Err(OutputError::Format {
                path: self.path.clone(),
                place: "header".into(),
                problem: format!("there is no column `{column}`"),
                advice: format!("choose one of: {}", self.columns.join(", ")),
            });
        };
        Ok(self.rows.iter().map(|row| row[at].as_str()).collect())
    }

    /// A column as numbers; empty cells become NaN, which no figure draws.
    pub fn numbers(&self, column: &str) -> Result<Vec<f64>, OutputError> {
        let parse = |(row, text): (usize, &str)| {
            if text.is_empty() {
                return Ok(f64::NAN);
            }
            let problem =
                || damaged(&self.path, &format!("row {} of `{column}`", row + 1), format!("`{text}` is not a number"));
            text.parse().map_err(|_| problem())
        };
        self.text(column)?.into_iter().enumerate().map(parse).collect()
    }
}

/// A header and rows as CSV text.
pub(crate) fn csv_text(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let full = "writing to memory does not fail";
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).expect(full);
    rows.for_each(|row| writer.write_record(row).expect(full));
    String::from_utf8(writer.into_inner().expect(full)).expect("cells are text")
}

fn by_commas(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).comment(Some(b'#')).trim(csv::Trim::All).flexible(true);
    let records = reader.from_reader(text.as_bytes()).into_records();
    records.map(|record| record.map(|r| r.iter().map(str::to_owned).collect()).map_err(|e| e.to_string())).collect()
}

fn by_blanks(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
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
        let numbers = table.numbers("st").unwrap();
        assert!(numbers[0] == 1.5 && numbers[1].is_nan());
        assert_eq!(parse("t h\n1 2\n 3\t4\n").unwrap().numbers("h").unwrap(), [2.0, 4.0]);
    }

    #[test]
    fn a_missing_column_is_answered_with_those_there_are() {
        let error = parse("name,st\na,1\n").unwrap().numbers("stokes").unwrap_err();
        assert!(error.to_string().contains("`stokes`") && error.advice().contains("name, st"));
        assert!(parse("name,st\na\n").unwrap_err().contains("row 1"));
        assert!(parse("").unwrap_err().contains("no header"));
        assert!(parse("name,st\na,b\n").unwrap().numbers("st").unwrap_err().to_string().contains("`b`"));
    }
}
