//! Simulated forces beside theory and their blend, against the gap, on one prescribed approach.
//!
//! Runs and theory are led along the same way at the same speed, so the blend `H f_THR + (1 − H) f_SIM` at a gap needs
//! no run of its own: a run with `hydrodynamics = "blended"` feels it there. On a measured motion forces are compared
//! at equal times. Forces are those of the liquid, buoyancy apart: for a run that of the computed flow and of the film
//! below its grid.

use super::failure::RunFailure;
use super::theory_table::{OF_RECORD, TheoryForce, approach_of, band, column, displaced_weight, forces};
use crate::case::{Case, Hydrodynamics, Start};
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::output::{drawing, own_file};
use std::path::{Path, PathBuf};
use wetbounce_figures::style::{COLUMN, Dash, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point};
use wetbounce_physics::numerics::hermite::lerp;

/// Cells across the sphere of the uniform grid whose cell is marked: the gap below which it has lost the film.
const UNIFORM_GRID: u32 = 40;

/// Largest gap in the figure, in diameters.
const WIDEST: f64 = 2.0;

/// The table and its figure.
const TABLE: &str = "comparison.csv";
const FIGURE: &str = "theory-comparison.svg";

/// Columns of the theory that `comparison.csv` begins with.
const THEORY: [&str; 8] =
    ["gap_over_d", "gap_m", "velocity_m_s", "acceleration_m_s2", "drag_N", "added_mass_N", "history_N", "total_N"];

/// The force of the liquid on the approach of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct ApproachForce {
    /// Name in header and legend.
    pub name: String,
    /// Whether it is the force of a computed flow alone, into which theory can be blended.
    pub simulated: bool,
    /// Falling gaps \[m\], or of a motion from a table times with their sign turned \[s\]; and forces \[N\],
    /// positive away from the wall.
    points: Vec<Point>,
}

impl ApproachForce {
    /// The part of a run's trajectory on which its motion is prescribed.
    ///
    /// # Errors
    /// The reason why the run cannot be compared with the approach of `case`, as a sentence.
    pub fn new(name: &str, case: &Case, run: &Case, trajectory: &Trajectory) -> Result<Self, String> {
        let another = || format!("the run `{name}` was led along another way than the case: its [release] differs");
        let lowest = match (&case.problem.start.start, &run.problem.start.start) {
            (Start::Table { table: asked }, Start::Table { table: found }) if asked == found => None,
            (Start::Table { .. }, Start::Table { .. }) => return Err(another()),
            _ => match (way(case), way(run)) {
                (Some((asked, _)), Some((found, lowest))) if asked == found => Some(lowest),
                (Some(_), Some(_)) => return Err(another()),
                _ => return Err(format!("the motion is not prescribed in both the case and the run `{name}`")),
            },
        };
        if (case.problem.sphere.diameter, &case.problem.liquid) != (run.problem.sphere.diameter, &run.problem.liquid) {
            return Err(format!("the run `{name}` has another sphere or liquid than the case"));
        }
        let (parts, simulated): (&[&str], bool) = match run.problem.hydrodynamics {
            Hydrodynamics::Theory => (&["drag_N", "added_mass_N", "history_N"], false),
            Hydrodynamics::Resolved => (&["liquid_N"], true),
            Hydrodynamics::Blended => (&["liquid_N"], false),
            Hydrodynamics::Film => return Err(format!("the run `{name}` has a film alone, and no liquid around it")),
        };
        let columns: Vec<&[f64]> = parts.iter().filter_map(|name| trajectory.column(name)).collect();
        let force = |k: usize| columns.iter().map(|values| values[k]).sum();
        let rows = 0..trajectory.len();
        let points: Vec<Point> = match lowest {
            Some(lowest) => rows
                .take_while(|&k| trajectory.velocity[k] <= 0.0 && trajectory.gap[k] >= lowest)
                .map(|k| (trajectory.gap[k], force(k)))
                .collect(),
            None => rows
                .take_while(|&k| run.problem.start.leads_at(trajectory.time[k]))
                .map(|k| (-trajectory.time[k], force(k)))
                .collect(),
        };
        match points.len() {
            0 | 1 => Err(format!("the run `{name}` has no rows on its prescribed approach")),
            _ => Ok(Self { name: name.to_owned(), simulated, points }),
        }
    }

    /// The force \[N\] at a gap \[m\], or of a motion from a table at a time with its sign turned \[s\], on
    /// straight lines between rows; `None` outside of them.
    pub fn at(&self, gap: f64) -> Option<f64> {
        let after = self.points.partition_point(|point| point.0 > gap);
        let (high, low) = (self.points.get(after.checked_sub(1)?)?, self.points.get(after)?);
        Some(lerp(high.1, low.1, (high.0 - gap) / (high.0 - low.0)))
    }
}

/// The inputs of a prescribed motion (gap, speed, ramp and run-up), and the gap \[m\] at which it ends.
fn way(case: &Case) -> Option<([f64; 4], f64)> {
    match case.problem.start.start {
        Start::Prescribed { speed, free_gap, ramp, run_up } => {
            Some(([case.problem.start.gap, speed, ramp, run_up], free_gap))
        }
        _ => None,
    }
}

/// One gap: the theory's row, and for every run its force and, if it is simulated, the blend \[N\].
struct Compared {
    theory: TheoryForce,
    weight: f64,
    runs: Vec<(f64, Option<f64>)>,
}

fn compare(case: &Case, runs: &[ApproachForce]) -> Result<Vec<Compared>, RunFailure> {
    let blend = case.problem.blend;
    let total = column("total_N");
    let by_time = case.problem.start.is_led_by_table();
    let at = |theory: TheoryForce| -> Option<Compared> {
        let weight = blend.theory_weight(theory.row[0]);
        let force = |run: &ApproachForce| {
            let force = run.at(if by_time { -theory.time } else { theory.row[1] })?;
            Some((force, run.simulated.then(|| weight * theory.row[total] + (1.0 - weight) * force)))
        };
        Some(Compared { theory, weight, runs: runs.iter().map(force).collect::<Option<_>>()? })
    };
    Ok(forces(case)?.into_iter().filter_map(at).collect())
}

/// The files that [`write()`] writes, by their place in the directory, and how each begins.
pub fn files() -> impl Iterator<Item = (PathBuf, &'static str)> {
    let table = (PathBuf::from(TABLE), "gap_over_d,gap_m,velocity_m_s,acceleration_m_s2,drag_N");
    [table, (Path::new("plots").join(FIGURE), own_file::FIGURE)].into_iter()
}

/// Writes `comparison.csv` and `plots/theory-comparison.svg` into a directory; returns the files.
///
/// The table has the gaps that all runs cover.
///
/// # Errors
/// A run that cannot be compared with theory, or a file that cannot be written.
pub fn write(case: &Case, runs: &[ApproachForce], directory: &Path) -> Result<Vec<PathBuf>, RunFailure> {
    let compared = compare(case, runs)?;
    let mut columns: Vec<String> = THEORY.iter().chain(&["blend_weight"]).map(ToString::to_string).collect();
    for ApproachForce { name, simulated, .. } in runs {
        columns.push(format!("{name}_N"));
        columns.extend(simulated.then(|| format!("{name}_blend_N")));
    }
    columns.extend(case.given.led.iter().flat_map(|_| OF_RECORD.map(str::to_owned)));
    let mut table = Table::new(columns);
    for row in &compared {
        let theory = THEORY.iter().map(|name| row.theory.row[column(name)]).chain([row.weight]);
        let runs = row.runs.iter().flat_map(|(force, blend)| [Some(*force), *blend]).flatten();
        table.push_numbers(theory.chain(runs).chain(row.theory.of_record()));
    }
    let file = directory.join(TABLE);
    table.write(&file)?;
    let path = directory.join("plots").join(FIGURE);
    drawing::write(&figure(&compared, runs, displaced_weight(case)), &path)?;
    Ok(vec![file, path])
}

/// Forces over the weight of the displaced liquid, and below them their ratios to the theory.
fn figure(compared: &[Compared], runs: &[ApproachForce], unit: f64) -> Figure {
    let theory: Vec<TheoryForce> = compared.iter().map(|row| row.theory).collect();
    let approach = approach_of(&theory);
    let first = theory.len()
        - theory.iter().skip_while(|at| at.time != approach.first().map_or(f64::NAN, |first| first.time)).count();
    let shown = || compared[first..].iter().take(approach.len()).filter(|row| row.theory.row[0] <= WIDEST);
    let smallest = shown().map(|row| row.theory.row[0]).fold(WIDEST, f64::min);
    let gap = Axis::log("Gap ~{h}/~{D}").above(smallest).below(WIDEST);
    let mut force = Panel::new(gap.clone(), Axis::log("Force ~{F} / (4/3 π~{a}^{3}~{ρ}_{l}~{g})")).without_x_names();
    let mut ratio = Panel::new(gap, Axis::linear("Force over theory ~{F}/~{F}_{th}").above(0.5).below(1.5));
    let total = column("total_N");
    let bounded: Vec<TheoryForce> = shown().map(|row| row.theory).filter(|at| at.errors.is_some()).collect();
    if !bounded.is_empty() {
        // The simulated force answers the noise of the record as theory's does: its band is as wide.
        let of_ratio: Vec<TheoryForce> = bounded
            .iter()
            .map(|at| TheoryForce {
                errors: at.errors.map(|errors| errors.map(|error| error / at.row[total].abs())),
                ..*at
            })
            .collect();
        let colour = SeriesStyle::of(0).colour;
        let least = bounded.iter().map(|at| at.row[total]).fold(f64::INFINITY, f64::min) / unit;
        let above_zero = |(gap, force): Point| (gap, force.max(0.3 * least.abs()));
        let outline = band(&bounded, |at| Some(at.row[total]), unit).into_iter().map(above_zero).collect();
        force.add_named(Mark::Shape(outline, colour, 0.2), "two standard errors by the record's noise");
        ratio.add(Mark::Shape(band(&of_ratio, |_| Some(1.0), 1.0), colour, 0.2));
    }
    let mut line = |name: String, style: SeriesStyle, value: &dyn Fn(&Compared) -> Option<f64>| {
        let points = |scale: &dyn Fn(&Compared) -> f64| -> Vec<Point> {
            shown().filter_map(|row| Some((row.theory.row[0], value(row)? / scale(row)))).collect()
        };
        force.add_named(Mark::Line(points(&|_| unit), style), name);
        ratio.add(Mark::Line(points(&|row| row.theory.row[total]), style));
    };
    line("theory".into(), SeriesStyle::of(0), &|row| Some(row.theory.row[total]));
    let mut number = 1;
    for (k, run) in runs.iter().enumerate() {
        let name = if run.simulated { format!("simulated: {}", run.name) } else { run.name.clone() };
        line(name, SeriesStyle::of(number), &|row| Some(row.runs[k].0));
        number += 1;
        if run.simulated {
            let name = if runs.len() == 1 { "blend".into() } else { format!("blend of {}", run.name) };
            line(name, SeriesStyle::of(number), &|row| row.runs[k].1);
            number += 1;
        }
    }
    let cell = Mark::Vertical(1.0 / f64::from(UNIFORM_GRID), SeriesStyle::helping().dashed(Dash::Dotted));
    force.add_named(cell.clone(), format!("a cell of a uniform grid of ~{{D}}/{UNIFORM_GRID}: no film below"));
    ratio.add(cell);
    Figure::new(COLUMN, 110.0, vec![vec![force], vec![ratio]]).with_shared_legend()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_two_rows_of_a_run_the_force_is_on_a_straight_line_and_there_is_none_beyond() {
        let force = ApproachForce { name: "run".into(), simulated: true, points: vec![(3.0, 1.0), (1.0, 2.0)] };
        assert_eq!((force.at(2.0), force.at(2.5)), (Some(1.5), Some(1.25)));
        assert_eq!((force.at(3.1), force.at(0.9)), (None, None));
    }
}
