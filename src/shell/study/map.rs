//! Restitution over Reynolds and Stokes number as a map of colours.

use super::stokes_axis::StokesAxis;
use crate::output::OutputError;
use crate::output::table::Table;
use crate::run::quantities as q;
use wetbounce_figures::style::{COLUMN, RGBColor};
use wetbounce_figures::{Axis, ColourBar, Figure, Mark, Panel, Point};

/// Corners of the viridis scale (van der Walt & Smith 2015): even in lightness, safe for colour blindness.
const SCALE: [[u8; 3]; 5] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/// A run on the map: Reynolds number, Stokes number, restitution over the dry one.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cell {
    reynolds: f64,
    stokes: f64,
    value: f64,
}

/// The map of `values` and its data, if the runs combine several Reynolds with several Stokes numbers. Where more runs
/// than one have the same groups, the map shows the first.
///
/// # Errors
/// A column is missing.
pub(super) fn draw(table: &Table, values: &[f64]) -> Result<Option<(Figure, Table)>, OutputError> {
    let (reynolds, stokes) = (table.numbers(q::REYNOLDS.key)?, table.numbers(q::STOKES.key)?);
    let mut runs: Vec<Cell> = Vec::new();
    for ((&reynolds, &stokes), &value) in reynolds.iter().zip(&stokes).zip(values) {
        let known = runs.iter().any(|run| same(run.reynolds, reynolds) && same(run.stokes, stokes));
        if !known && reynolds.is_finite() && stokes.is_finite() {
            runs.push(Cell { reynolds, stokes, value });
        }
    }
    let reynolds = borders(runs.iter().map(|run| run.reynolds));
    let stokes = borders(runs.iter().map(|run| run.stokes));
    let cells: Vec<Cell> = runs.iter().copied().filter(|run| run.value.is_finite()).collect();
    let combined = reynolds.len() > 2 && stokes.len() > 2 && runs.len() == (reynolds.len() - 1) * (stokes.len() - 1);
    if !combined || cells.is_empty() {
        return Ok(None);
    }
    let mut data = Table::new([q::REYNOLDS.key, q::STOKES.key, q::OVER_DRY.key]);
    cells.iter().for_each(|cell| data.push([cell.reynolds, cell.stokes, cell.value].map(|number| number.to_string())));
    Ok(Some((figure(&cells, &reynolds, &stokes), data)))
}

/// Whether two groups are equal but for their last digits.
fn same(a: f64, b: f64) -> bool {
    (a / b - 1.0).abs() < 1e-6
}

fn figure(cells: &[Cell], reynolds: &[f64], stokes: &[f64]) -> Figure {
    let ends = |borders: &[f64]| (borders[0], borders[borders.len() - 1]);
    let ((x0, x1), (y0, y1)) = (ends(reynolds), ends(stokes));
    let x = Axis::log("Reynolds number Re = ~{ρ}_{l}~{UD}/~{μ}, ~{U} of approach").above(x0).below(x1);
    let y = Axis::log(StokesAxis::own().label).above(y0).below(y1);
    let mut panel = Panel::new(x, y);
    for cell in cells {
        let [r, g, b] = colour(cell.value);
        let outline = around(cell, reynolds, stokes);
        panel.add(Mark::Shape(outline, RGBColor(r, g, b), 1.0));
    }
    let colours = (0..256).map(|i| colour(f64::from(i) / 255.0)).collect();
    let bar = ColourBar { colours, low: 0.0, high: 1.0, label: "Restitution ~{e}/~{e}_{dry}".into() };
    Figure::new(COLUMN, 68.0, vec![vec![panel.with_colour_bar(bar)]])
}

/// Borders between neighbouring values, half-way on a logarithmic axis, and as far outside of the first and the last.
fn borders(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|b, a| same(*b, *a));
    let Some((&first, &last)) = values.first().zip(values.last()) else { return values };
    let between: Vec<f64> = values.windows(2).map(|pair| (pair[0] * pair[1]).sqrt()).collect();
    let before = between.first().map_or(first / 2.0, |border| first * first / border);
    let after = between.last().map_or(last * 2.0, |border| last * last / border);
    std::iter::once(before).chain(between).chain([after]).collect()
}

fn around(cell: &Cell, reynolds: &[f64], stokes: &[f64]) -> Vec<Point> {
    let side = |borders: &[f64], value: f64| {
        let at = borders.partition_point(|border| *border < value).clamp(1, borders.len() - 1);
        (borders[at - 1], borders[at])
    };
    let ((x0, x1), (y0, y1)) = (side(reynolds, cell.reynolds), side(stokes, cell.stokes));
    vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
}

/// The colour of a value between 0 and 1.
fn colour(value: f64) -> [u8; 3] {
    let place = value.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let at = (place as usize).min(SCALE.len() - 2);
    let share = place - at as f64;
    std::array::from_fn(|k| {
        let (from, to) = (f64::from(SCALE[at][k]), f64::from(SCALE[at + 1][k]));
        (from + share * (to - from)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_map_meet_half_way_and_cover_it() {
        let borders = borders([100.0, 10.0, 1000.0, 10.0].into_iter());
        let expected = [10.0_f64.powf(0.5), 10.0_f64.powf(1.5), 10.0_f64.powf(2.5), 10.0_f64.powf(3.5)];
        assert!(borders.iter().zip(expected).all(|(a, b)| (a / b - 1.0).abs() < 1e-12), "{borders:?}");
        let cell = Cell { reynolds: 100.0, stokes: 1000.0, value: 0.5 };
        let outline = around(&cell, &borders, &borders);
        assert_eq!((outline[0], outline[2]), ((borders[1], borders[2]), (borders[2], borders[3])));
    }

    #[test]
    fn the_scale_of_colours_runs_from_its_first_to_its_last() {
        assert_eq!((colour(-1.0), colour(0.25), colour(2.0)), (SCALE[0], SCALE[1], SCALE[4]));
    }
}
