//! A reference as a folder: `README.md`, `reference.csv`, `figure.svg`.

use super::reference_table::Reference;
use super::statement::{Basis, Column, Drawn, Statement};
use super::trajectory::{Gives, Trajectory};
use super::values::Coordinate;
use crate::output::summary::{PROGRAM, version};
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use std::path::Path;
use wetbounce_figures::style::{SeriesStyle, size};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point, Scale};
use wetbounce_physics::numerics::extent;

/// The names of the files.
pub const FILES: [&str; 3] = ["README.md", "reference.csv", "figure.svg"];

/// More rows than this in a curve are drawn as a line without marks.
const MARKED: usize = 12;
/// Pieces of a curve between two rows.
const STEPS: u32 = 6;
/// Uncertainties below this share of the height of a curve, or of the value on a logarithmic axis, are not drawn.
const SEEN: f64 = 5e-3;
/// Opacity of a band.
const PALE: f64 = 0.18;

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
        if let Some(trajectory) = &self.statement.trajectory {
            section("A motion in place of values", &trajectory.in_words(name, &self.must_be_set(trajectory)));
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

    /// Settings that a motion needs, as an example: axes that neither the motion nor the reference alone gives.
    pub(super) fn must_be_set(&self, trajectory: &Trajectory) -> Vec<String> {
        let given = |axis: &Column| {
            let of = |gives: &Gives| gives.axis.as_ref() == Some(&axis.name);
            trajectory.gives.iter().any(of)
                || trajectory
                    .gives
                    .iter()
                    .filter(|gives| gives.axis.is_none())
                    .all(|gives| gives.at.contains_key(&axis.name))
        };
        let example = |axis: &Column| {
            let cells = self.table().text(&axis.name).unwrap_or_default();
            format!("{}={}", axis.name, cells.get(cells.len() / 2).copied().unwrap_or_default())
        };
        self.axes().filter(|axis| self.only(&axis.name).is_none() && !given(axis)).map(example).collect()
    }

    /// Name, unit and meaning of every column.
    fn columns(&self) -> Table {
        let mut table = Table::new(["column", "unit", "meaning"]);
        self.statement.columns.iter().for_each(|column| table.push([&column.name, &column.unit, &column.meaning]));
        table
    }

    /// The values over an axis, with their uncertainties and bands where these can be seen. Curves are drawn where
    /// there are values between the rows.
    pub fn figure(&self) -> Figure {
        let Drawn { x, y, log, series, .. } = &self.statement.figure;
        let scale = |which: &str| if log.iter().any(|log| log == which) { Scale::Log } else { Scale::Linear };
        let axis = |[_, label]: &[String; 2], which: &str| Axis::new(label.clone(), scale(which));
        let mut panel = Panel::new(axis(x, "x"), axis(y, "y"));
        let mut drawn = 0;
        let alone = [[y[0].clone(), String::new()]];
        for [quantity, called] in if series.is_empty() { &alone[..] } else { series } {
            for (name, rows) in self.groups() {
                let name = [called, &name].into_iter().filter(|part| !part.is_empty()).map(String::as_str);
                let name = Some(name.collect::<Vec<_>>().join(", ")).filter(|name| !name.is_empty());
                self.draw(&mut panel, quantity, &rows, SeriesStyle::of(drawn), name.as_deref());
                drawn += 1;
            }
        }
        let (width, height) = size(drawn);
        Figure::new(width, height, vec![vec![panel]])
    }

    /// The rows of each curve, with its name in the legend.
    fn groups(&self) -> Vec<(String, Vec<usize>)> {
        let Drawn { y, curves, only, .. } = &self.statement.figure;
        let cells = |name: &String| self.table().text(name).unwrap_or_default();
        let named = curves.as_ref().map(|[axis, label]| (cells(axis), label));
        let shown = only.as_ref().map(|[name, word]| (cells(name), word));
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        let of_rows = self.table().numbers(&y[0]).unwrap_or_default().len();
        for row in (0..of_rows).filter(|row| shown.as_ref().is_none_or(|(cells, word)| cells[*row] == *word)) {
            let name = match &named {
                Some((cells, label)) if label.is_empty() => cells[row].to_owned(),
                Some((cells, label)) => format!("{label} = {}", cells[row]),
                None => String::new(),
            };
            match groups.iter_mut().find(|(have, _)| *have == name) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((name, vec![row])),
            }
        }
        groups
    }

    /// Draws a quantity at these rows.
    fn draw(&self, panel: &mut Panel, quantity: &str, rows: &[usize], style: SeriesStyle, name: Option<&str>) {
        let Drawn { x, log, .. } = &self.statement.figure;
        let column = |name: &str| self.table().numbers(name).unwrap_or_default();
        let (across, up) = (column(&x[0]), column(quantity));
        let sigma = column(&self.statement.uncertainty_of(quantity));
        let [low, high] = self.statement.band_of(quantity).map(|end| column(&end));
        let finite = |row: &&usize| across[**row].is_finite() && up[**row].is_finite();
        let rows: Vec<usize> = rows.iter().filter(finite).copied().collect();
        let curve = self.curve(quantity, &rows);
        let (least, most) = extent(rows.iter().map(|row| up[*row]));
        let seen = |row: usize| SEEN * if log.iter().any(|log| log == "y") { up[row].abs() } else { most - least };
        let ends =
            |row: usize| Some([*low.get(row)?, *high.get(row)?]).filter(|ends| ends.iter().all(|end| end.is_finite()));
        let banded: Vec<(f64, [f64; 2])> = rows.iter().filter_map(|row| Some((across[*row], ends(*row)?))).collect();
        if curve.is_empty() {
            banded.iter().for_each(|(x, ends)| panel.add(Mark::Line(ends.map(|end| (*x, end)).to_vec(), style)));
        } else if banded.len() > 1 {
            let [below, above] = [0, 1].map(|end| banded.iter().map(move |(x, ends)| (*x, ends[end])));
            panel.add(Mark::Shape(below.chain(above.rev()).collect(), style.colour, PALE));
        }
        for &row in &rows {
            if let Some(sigma) = sigma.get(row).filter(|sigma| **sigma > seen(row)) {
                panel.add(Mark::Line(vec![(across[row], up[row] - sigma), (across[row], up[row] + sigma)], style));
            }
        }
        let points: Vec<Point> = rows.iter().map(|row| (across[*row], up[*row])).collect();
        let marked = curve.is_empty() || points.len() <= MARKED;
        if !curve.is_empty() {
            panel.add_as(Mark::Line(curve, style), name);
        }
        if marked {
            panel.add_as(Mark::Points(points, style), name);
        }
    }

    /// The quantity between these rows, along the axis of the figure; nothing where it has no values there.
    fn curve(&self, quantity: &str, rows: &[usize]) -> Vec<Point> {
        let Drawn { x: [along, _], log, .. } = &self.statement.figure;
        let across = self.table().numbers(along).unwrap_or_default();
        let up = self.table().numbers(quantity).unwrap_or_default();
        let between = |pair: &[usize], share: f64| {
            let [from, to] = [across[pair[0]], across[pair[1]]];
            let x = if log.iter().any(|log| log == "x") {
                from * (to / from).powf(share)
            } else {
                from + share * (to - from)
            };
            let coordinate = |axis: &Column| -> Option<Coordinate> {
                let cell = *self.table().text(&axis.name).ok()?.get(pair[0])?;
                Some(if axis.is_word() { cell.into() } else { Coordinate::Number(cell.parse().ok()?) })
            };
            let place = |axis: &Column| Some(if axis.name == *along { x.into() } else { coordinate(axis)? });
            let at: Option<Vec<_>> = self.axes().map(|axis| Some((axis.name.as_str(), place(axis)?))).collect();
            Some((x, self.value(quantity, &at?).ok()?.value))
        };
        if !self.axes().any(|axis| axis.name == *along) {
            return Vec::new();
        }
        let inside = rows.windows(2).flat_map(|pair| {
            let at_row = std::iter::once(Some((across[pair[0]], up[pair[0]])));
            at_row.chain((1..STEPS).map(|step| between(pair, f64::from(step) / f64::from(STEPS))))
        });
        let last = rows.last().map(|row| Some((across[*row], up[*row])));
        inside.chain(last).collect::<Option<Vec<Point>>>().filter(|points| points.len() > 1).unwrap_or_default()
    }
}

/// What a column of uncertainties means.
const UNCERTAINTY: &str = "A column of uncertainties has the numerical uncertainty of each value in the sense of ASME V&V 20, in the unit of the value: the interval of \
                           the value ± the uncertainty is meant to hold the exact solution of the stated problem with 95 %. For measured values it is the uncertainty of the experiment.";
