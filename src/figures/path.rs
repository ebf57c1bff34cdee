//! The path of a sphere that moves sideways, with its lateral speed and its spin.

use super::axis::{Axis, time_unit};
use super::chart::{Figure, Mark, Panel};
use super::style::{COLUMN, SeriesStyle};
use super::trajectory::PlottedRun;
use std::f64::consts::TAU;

/// Outlines of the sphere along the path.
const OUTLINES: usize = 12;
/// Corners of an outline.
const CORNERS: usize = 48;

/// A motion beside that along the axis: columns of one length with the run's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SidewaysMotion<'a> {
    /// Distance \[m\].
    pub x: &'a [f64],
    /// Speed [m/s].
    pub speed: &'a [f64],
    /// Spin [rad/s].
    pub spin: &'a [f64],
    /// Distance \[m\] and speed [m/s] along y, where there is no plane of symmetry.
    pub across: Option<[&'a [f64]; 2]>,
}

/// Path of the centre with outlines of the sphere above the `wall`, if there is one, seen along it (and, where there is
/// no plane of symmetry, from above), above lateral speed and surface speed of the spin over time; `None` of a motion
/// without rows.
pub fn figure(run: &PlottedRun, beside: &SidewaysMotion, wall: bool) -> Option<Figure> {
    let SidewaysMotion { x, speed, spin, across } = *beside;
    let diameter = run.diameter;
    let centre = |row: usize| (x[row] / diameter, run.gap[row] / diameter + 0.5);
    let sideways = if wall { "along the wall" } else { "sideways" };
    let mut path = Panel::new(Axis::linear(format!("Way {sideways} ~{{x}}/~{{D}}")), Axis::linear("Height ~{z}/~{D}"));
    path.true_shape = wall;
    let (first, last) = (run.time.first()?, run.time.last()?);
    if wall {
        path.add(Mark::Horizontal(0.0, SeriesStyle::helping()));
    }
    for n in (0..=OUTLINES).filter(|_| wall) {
        let time = first + (last - first) * n as f64 / OUTLINES as f64;
        let (cx, cz) = centre(run.time.partition_point(|at| *at < time).min(run.time.len() - 1));
        let corner = |k: usize| {
            let (sin, cos) = (TAU * k as f64 / CORNERS as f64).sin_cos();
            (cx + 0.5 * cos, cz + 0.5 * sin)
        };
        path.add(Mark::Line((0..=CORNERS).map(corner).collect(), SeriesStyle::helping()));
    }
    path.add(Mark::Line((0..run.time.len()).map(centre).collect(), SeriesStyle::of(0)));
    let (scale, unit) = time_unit(*last);
    let mut speeds =
        Panel::new(Axis::linear(format!("Time ~{{t}} ({unit})")), Axis::linear("Velocities ~{U}, ~{aΩ} (m/s)"))
            .with_zero();
    let over_time = |values: &[f64], factor: f64| -> Vec<(f64, f64)> {
        run.time.iter().zip(values).map(|(time, value)| (scale * time, factor * value)).collect()
    };
    let lines = [(sideways, over_time(speed, 1.0)), ("of the spinning surface", over_time(spin, 0.5 * diameter))];
    speeds.add_lines(lines.into_iter().chain(across.map(|[_, speed]| ("along ~{y}", over_time(speed, 1.0)))));
    let Some([y, _]) = across else {
        return Some(Figure::new(COLUMN, 120.0, vec![vec![path], vec![speeds]]));
    };
    let mut above = Panel::new(Axis::linear("From above ~{x}/~{D}"), Axis::linear("~{y}/~{D}"));
    let place = |row: usize| (x[row] / diameter, y[row] / diameter);
    above.add(Mark::Line((0..run.time.len()).map(place).collect(), SeriesStyle::of(0)));
    Some(Figure::new(COLUMN, 180.0, vec![vec![path], vec![above], vec![speeds]]))
}
