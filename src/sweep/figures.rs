//! The figures of a sweep, and the data behind each as CSV beside it.
//!
//! | file in `plots/` | shows |
//! |---|---|
//! | `restitution` | `e/e_dry` over the Stokes number, with correlations, scatter and key figures of experiments |
//! | `apex` | highest gap of the first rebound over the Stokes number |
//! | `map` | `e/e_dry` over Reynolds and Stokes number, where a plan varies both |

use super::map;
use super::table::{Row, Table};
use crate::output::{OutputError, atomic};
use crate::plot::restitution::{Options, Series, davis, figure, legendre};
use crate::plot::style::{COLUMN, SeriesStyle};
use crate::plot::{Axis, Figure, Mark, Panel, Point};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Apparent restitution of steel on glass in silicone oil over the dry value 0.97, read off by different authors
/// (Gondret, Lance & Petit 2002): Stokes number, lowest and highest value.
const GONDRET: [(f64, f64, f64); 2] = [(27.0, 0.43 / 0.97, 0.48 / 0.97), (152.0, 0.81 / 0.97, 0.85 / 0.97)];
/// Below this Stokes number no rebound was seen, above the second the dry one (Joseph et al. 2001).
const CRITICAL: f64 = 10.0;

/// Rows of a curve: name, and what a figure shows of each run that has it.
type Curve<'a> = (&'a str, Vec<(&'a Row, f64)>);

/// Draws the figures of `table` into `root/plots` and returns their paths. What no run knows yet is left out.
///
/// # Errors
/// A file cannot be written.
pub fn draw(root: &Path, table: &Table) -> Result<Vec<PathBuf>, OutputError> {
    let plots = root.join("plots");
    atomic::make_directory(&plots)?;
    let restitutions = curves(table, Row::restitution_over_dry);
    let apexes = curves(table, |row| row.landing.as_ref()?.apex_gap_over_d);
    let mut drawn = Vec::new();
    let mut keep = |name: &str, figure: Option<Figure>, csv: String| -> Result<(), OutputError> {
        let Some(figure) = figure else { return Ok(()) };
        let path = plots.join(name).with_extension("svg");
        figure.write(&path)?;
        atomic::replace(&path.with_extension("csv"), |w| w.write_all(csv.as_bytes()))?;
        drawn.push(path);
        Ok(())
    };
    keep("restitution", restitution(&restitutions), restitution_csv(&restitutions))?;
    keep("apex", apex(&apexes), csv_of(&apexes, "apex_gap_over_d"))?;
    let (figure, csv) = map::draw(table);
    keep("map", figure, csv)?;
    Ok(drawn)
}

/// The runs of each series that have a value, in the order of the table.
fn curves(table: &Table, value: impl Fn(&Row) -> Option<f64>) -> Vec<Curve<'_>> {
    let mut curves: Vec<Curve<'_>> = Vec::new();
    for row in &table.rows {
        let Some(value) = value(row).filter(|value| value.is_finite()) else { continue };
        let series = row.run.series.as_str();
        match curves.iter_mut().find(|(name, _)| *name == series) {
            Some((_, points)) => points.push((row, value)),
            None => curves.push((series, vec![(row, value)])),
        }
    }
    curves
}

fn points(rows: &[(&Row, f64)]) -> Vec<Point> {
    let mut points: Vec<Point> = rows.iter().filter_map(|(row, value)| Some((row.stokes()?, *value))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn name_of(series: &str) -> String {
    if series.is_empty() { "computed".into() } else { series.into() }
}

fn restitution(curves: &[Curve<'_>]) -> Option<Figure> {
    let first = curves.first()?.1.first()?.0;
    let density_ratio = first.case.as_ref()?.groups().density_ratio;
    let computed =
        curves.iter().map(|(name, rows)| Series { name: name_of(name), points: points(rows), measured: false });
    let experiment = Series {
        name: "Gondret et al. (2002), steel".into(),
        points: GONDRET.iter().flat_map(|&(stokes, low, high)| [(stokes, low), (stokes, high)]).collect(),
        measured: true,
    };
    let all: Vec<Series> = computed.chain([experiment]).collect();
    Some(figure(&all, &Options { density_ratio, critical: Some(CRITICAL), ..Options::default() }))
}

fn apex(curves: &[Curve<'_>]) -> Option<Figure> {
    curves.first()?;
    let x = Axis::log("Stokes number St = ~{ρ}_{p}~{UD}/9~{μ}");
    let mut panel = Panel::new(x, Axis::linear("Highest gap of the rebound ~{h}/~{D}").above(0.0));
    for (number, (name, rows)) in curves.iter().enumerate() {
        let style = SeriesStyle::of(number);
        panel.add(Mark::Line(points(rows), style));
        panel.add_named(Mark::Points(points(rows), style), name_of(name));
    }
    Some(Figure::new(COLUMN, 62.0, vec![vec![panel]]))
}

fn csv_text(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let full = "writing to memory does not fail";
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).expect(full);
    rows.for_each(|row| writer.write_record(row).expect(full));
    String::from_utf8(writer.into_inner().expect(full)).expect("cells are text")
}

/// Rows of every run: series, name, Stokes numbers, value.
fn computed<'a>(curves: &'a [Curve<'a>]) -> impl Iterator<Item = Vec<String>> + 'a {
    curves.iter().flat_map(|(series, rows)| {
        rows.iter().filter_map(|(row, value)| {
            let groups = row.case.as_ref()?.groups();
            let numbers = [groups.stokes, groups.stokes_modified, *value].map(|number| number.to_string());
            let names = [name_of(series), row.run.name.clone()];
            Some(names.into_iter().chain(numbers).collect())
        })
    })
}

fn csv_of(curves: &[Curve<'_>], value: &str) -> String {
    csv_text(&["series", "name", "stokes", "stokes_modified", value], computed(curves))
}

/// The runs, then the correlations at their Stokes numbers, then the key figures of the experiments.
fn restitution_csv(curves: &[Curve<'_>]) -> String {
    let groups = curves.iter().flat_map(|(_, rows)| rows).filter_map(|(row, _)| Some(row.case.as_ref()?.groups()));
    let mut numbers: Vec<(f64, f64)> = groups.map(|groups| (groups.stokes, groups.stokes_modified)).collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    numbers.dedup();
    let row = |series: &str, stokes: f64, modified: Option<f64>, value: f64| {
        let modified = modified.map_or(String::new(), |modified| modified.to_string());
        vec![series.to_owned(), String::new(), stokes.to_string(), modified, value.to_string()]
    };
    let mut rows: Vec<Vec<String>> = computed(curves).collect();
    rows.extend(numbers.iter().map(|&(st, modified)| row("exp(-35/St*)", st, Some(modified), legendre(modified))));
    rows.extend(numbers.iter().map(|&(st, modified)| row("1 - 10/St", st, Some(modified), davis(st, CRITICAL))));
    for (stokes, low, high) in GONDRET {
        rows.push(row("Gondret et al. (2002), lowest", stokes, None, low));
        rows.push(row("Gondret et al. (2002), highest", stokes, None, high));
    }
    csv_text(&["series", "name", "stokes", "stokes_modified", "restitution_over_dry"], rows.into_iter())
}
