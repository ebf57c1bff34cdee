//! A reference as a folder: `README.md`, `reference.csv`, `figure.svg`.

use super::stated::Reference;
use super::statement::{Basis, Drawn, Statement};
use crate::output::summary::{PROGRAM, version};
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use std::path::Path;
use wetbounce_figures::style::{SeriesStyle, size};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point, Scale};

/// The names of the files.
pub const FILES: [&str; 3] = ["README.md", "reference.csv", "figure.svg"];

/// More rows than this in a curve are drawn as a line without marks.
const MARKED: usize = 12;

impl Reference {
    /// Names and contents of the files.
    pub fn files(&self) -> [(&'static str, String); 3] {
        let [readme, table, figure] = FILES;
        [(readme, self.readme()), (table, self.table().to_csv()), (figure, self.figure().svg())]
    }

    /// Writes the files into `directory`, which is made where it is not there.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), OutputError> {
        atomic::make_directory(directory)?;
        self.files().iter().try_for_each(|(name, text)| atomic::write(&directory.join(name), text))
    }

    /// What to know for a comparison, in Markdown.
    pub fn readme(&self) -> String {
        let Statement { title, basis, command, source, .. } = &self.statement;
        let kind = match basis {
            Basis::Exact => "Exact solution.",
            Basis::Converged => "Converged computation: no exact solution is known.",
            Basis::Measured => "Measured values, with converged computations beside them where there are any.",
        };
        let name = self.name();
        let mut text = format!(
            "# {title}\n\nReference `{name}` of {PROGRAM} {}. {kind}\n\n`reference.csv` has the values, `figure.svg` shows them.\n",
            version()
        );
        let mut section = |title: &str, content: &str| text += &format!("\n## {title}\n\n{}\n", content.trim());
        let Statement { problem, dimensionless, run, write_down, resolution, uncertainty, band, .. } = &self.statement;
        section("The problem", problem);
        section("Without dimensions", dimensionless);
        section("What to run", run);
        section("What to write down", write_down);
        section("What resolution is fair", resolution);
        section("The columns of `reference.csv`", &self.columns().to_markdown());
        section("Uncertainty of the values", &format!("{UNCERTAINTY}\n\n{}", uncertainty.trim()));
        if let Some(band) = band {
            section("What the source does not state", band);
        }
        let entries: Vec<String> = self.entries.iter().map(|entry| format!("`{PROGRAM} validate {entry}`")).collect();
        let entries = entries.join(", ");
        let hold = format!(
            "`{PROGRAM} compare --reference {name} YOURS.csv` reads your values and says how far they are off.\n\nThis program is held against the same values by \
             {entries}. Command of the values: `{command}`."
        );
        section("Compare", &hold);
        let licence = "`README.md`, `reference.csv` and `figure.svg` may be used under the MIT licence or the Apache licence 2.0, at your choice. Values of others are quoted; \
                       cite them.";
        section("Source and licence", &format!("{}\n\n{licence}", source.trim()));
        section("How to cite", &format!("Cite the source above, and {PROGRAM} {}, reference `{name}`.", version()));
        text
    }

    /// Name, unit and meaning of every column.
    fn columns(&self) -> Table {
        let mut table = Table::new(["column", "unit", "meaning"]);
        self.statement.columns.iter().for_each(|column| table.push([&column.name, &column.unit, &column.meaning]));
        table
    }

    /// The values over an axis, with their uncertainties and bands where these can be seen.
    pub fn figure(&self) -> Figure {
        let Drawn { x, y, log, curves, only } = &self.statement.figure;
        let axis = |[_, label]: &[String; 2], which: &str| {
            let scale = if log.iter().any(|log| log == which) { Scale::Log } else { Scale::Linear };
            Axis::new(label.clone(), scale)
        };
        let mut panel = Panel::new(axis(x, "x"), axis(y, "y"));
        let column = |name: &str| self.table().numbers(name).unwrap_or_default();
        let (across, up) = (column(&x[0]), column(&y[0]));
        let (sigma, band) = (column(&self.statement.uncertainty_of(&y[0])), self.statement.band_of(&y[0]));
        let [low, high] = [column(&band[0]), column(&band[1])];
        let named = curves.as_ref().and_then(|curves| self.table().text(curves).ok());
        let shown = only.as_ref().and_then(|[name, word]| {
            let cells = self.table().text(name).ok()?;
            Some(cells.iter().map(|cell| cell == word).collect::<Vec<_>>())
        });
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for row in (0..up.len()).filter(|row| shown.as_ref().is_none_or(|shown| shown[*row])) {
            let name = named.as_ref().map_or("", |named| named[row]);
            match groups.iter_mut().find(|(have, _)| *have == name) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((name, vec![row])),
            }
        }
        let (width, height) = size(groups.len());
        for (number, (name, rows)) in groups.iter().enumerate() {
            let style = SeriesStyle::of(number);
            let points: Vec<Point> = rows.iter().map(|row| (across[*row], up[*row])).collect();
            let vertical = |ends: [f64; 2], row: usize| Mark::Line(ends.map(|end| (across[row], end)).to_vec(), style);
            for &row in rows {
                if let Some(sigma) = sigma.get(row).filter(|sigma| **sigma > 5e-3 * up[row].abs()) {
                    panel.add(vertical([up[row] - sigma, up[row] + sigma], row));
                }
                if let (Some(low), Some(high)) = (low.get(row), high.get(row)) {
                    panel.add(vertical([*low, *high], row));
                }
            }
            let name = curves.as_ref().map(|curves| format!("{} {name}", curves.replace('_', " ")));
            if points.len() > 1 && !self.statement.columns.iter().any(|column| column.name == x[0] && column.is_word())
            {
                panel.add_as(Mark::Line(points.clone(), style), name.clone());
            }
            if points.len() <= MARKED {
                panel.add_as(Mark::Points(points, style), name);
            }
        }
        Figure::new(width, height, vec![vec![panel]])
    }
}

/// What a column of uncertainties means.
const UNCERTAINTY: &str = "A column of uncertainties has the numerical uncertainty of each value in the sense of ASME V&V 20, in the unit of the value: the interval of \
                           the value ± the uncertainty is meant to hold the exact solution of the stated problem with 95 %. For measured values it is the uncertainty of the experiment.";
