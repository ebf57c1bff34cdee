//! Any case on finer grids, with shorter steps, or in a wider container.

use super::cases::Study;
use super::results::{RunResult, SweepResults};
use crate::analysis::convergence::{GridConvergence, grid_convergence};
use crate::case::{BandChoice, Case};
use crate::output::progress::Mode;
use crate::output::table::Table;
use crate::output::{OutputError, drawing, own_file};
use crate::report::significant;
use crate::run::RunFailure;
use crate::run::quantities::{self as q, ResultQuantity};
use std::path::Path;
use wetbounce_figures::style::{COLUMN, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Mark, Panel};
use wetbounce_physics::quantity::NUMBER;

/// Relative distances below this are round-off, which no figure shows.
const ROUND_OFF: f64 = 1e-9;

/// The number that is refined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Over {
    /// Cells: all of the grid alike, the smallest gap and the steps of a contact as they are. A level is the cells per
    /// diameter; steps shrink with the cells by the Courant number.
    #[default]
    Cells,
    /// Every limit on the step. A level is `resolution.step_factor`.
    Step,
    /// Width of the container and its height above the release. A level is a factor on both.
    Domain,
    /// Azimuthal modes. A level is the highest wavenumber; results converge exponentially with it, often from
    /// alternating sides: the change by the last level says how far.
    Modes,
}

impl Over {
    /// Levels to start with: three, two thirds apart.
    pub fn default_levels(self, case: &Case) -> Vec<f64> {
        let cells = f64::from(case.problem.resolution.cells_per_diameter);
        match self {
            Self::Cells => vec![cells, (1.5 * cells).round(), (2.25 * cells).round()],
            Self::Step => vec![1.0, 2.0 / 3.0, 4.0 / 9.0],
            Self::Domain => vec![1.0, 1.5, 2.25],
            Self::Modes => {
                let first = f64::from(case.problem.resolution.azimuthal_modes.max(1));
                vec![first, first + 1.0, first + 2.0]
            }
        }
    }

    /// The size that goes to zero: cell over diameter, step factor, inverse factor, or `e^{−M}`, of which an
    /// exponential is a power.
    pub fn size(self, level: f64) -> f64 {
        match self {
            Self::Step => level,
            Self::Cells | Self::Domain => 1.0 / level,
            Self::Modes => (-level).exp(),
        }
    }

    /// A level in words, for tables.
    pub(super) fn column(self) -> &'static str {
        match self {
            Self::Cells => "cells per diameter",
            Self::Step => "step factor",
            Self::Domain => "domain factor",
            Self::Modes => "azimuthal modes",
        }
    }

    /// The case at a level.
    ///
    /// Cell sizes are linear in the distances from sphere and wall, `s₀ + β z`, so that growths and caps shrink with
    /// the cells: every cell is divided alike.
    fn apply(self, case: &Case, level: f64) -> Case {
        let mut case = case.clone();
        case.run.band = BandChoice::Off;
        let resolution = &mut case.problem.resolution;
        match self {
            Self::Cells => {
                let ratio = f64::from(resolution.cells_per_diameter) / level;
                resolution.cells_per_diameter = level.round() as u32;
                resolution.cells_across_film = (f64::from(resolution.cells_across_film) / ratio).round() as u32;
                for growth in [&mut resolution.film_growth, &mut resolution.radial_growth, &mut resolution.axial_growth]
                {
                    *growth = 1.0 + ratio * (*growth - 1.0);
                }
                resolution.largest_cell *= ratio;
            }
            Self::Step => resolution.step_factor *= level,
            Self::Modes => resolution.azimuthal_modes = level.round() as u32,
            Self::Domain => {
                case.problem.vessel.radius *= level;
                case.problem.vessel.height =
                    case.problem.start.gap + level * (case.problem.vessel.height - case.problem.start.gap);
            }
        }
        case
    }
}

/// A result at every level, coarse to fine.
#[derive(Debug, Clone, PartialEq)]
pub struct Refined {
    /// Its name with unit.
    pub name: String,
    /// Its values; NaN where a run did not get as far.
    pub values: Vec<f64>,
    /// Order and error from the three finest, or why there are none.
    pub(super) convergence: Result<GridConvergence, String>,
}

/// A case at several levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Refinement {
    /// The number that was refined.
    pub(super) over: Over,
    /// The levels, coarse to fine.
    pub(super) levels: Vec<f64>,
    /// The results that change with them.
    pub quantities: Vec<Refined>,
    /// All results.
    pub(super) results: SweepResults,
}

/// Runs `case` at `levels` (coarse to fine), `jobs` at a time, each in its own directory below `directory`.
///
/// # Errors
/// The first level that fails.
pub fn refine(
    case: &Case,
    over: Over,
    levels: &[f64],
    jobs: usize,
    directory: &Path,
    progress: Mode,
) -> Result<Refinement, RunFailure> {
    let at_level = |(number, level): (usize, &f64)| {
        let mut case = over.apply(case, *level);
        case.run.threads = 1;
        (format!("level-{}", number + 1), case)
    };
    let results = Study::of(levels.iter().enumerate().map(at_level)).run(directory, jobs, progress)?;
    let sizes: Vec<f64> = levels.iter().map(|level| over.size(*level)).collect();
    Ok(Refinement { over, levels: levels.to_vec(), quantities: refined(&results.runs, &sizes), results })
}

/// The results that every run has, and those of every bounce that any run reached; in open liquid the coefficients. The
/// dry restitution is that of the case, so that the restitution over it converges as the restitution does.
fn refined(runs: &[RunResult], sizes: &[f64]) -> Vec<Refined> {
    let one = |name: String, of: &ResultQuantity, number: usize| {
        let values: Vec<f64> = runs.iter().map(|run| run.shown(of, number).unwrap_or(f64::NAN)).collect();
        let known = values.iter().any(|value| !value.is_nan());
        known.then(|| Refined { name, convergence: converge(&values, sizes), values })
    };
    let alone = |of: &ResultQuantity| one(of.with_unit(), of, 0);
    if runs.iter().all(RunResult::in_open_liquid) {
        return q::COEFFICIENTS.iter().filter_map(alone).collect();
    }
    let most = runs.iter().map(RunResult::bounces).max().unwrap_or(0);
    let of_bounce = || q::BOUNCE.iter().filter(|of| of.key != q::OVER_DRY.key);
    let bounces = (0..most).flat_map(|number| of_bounce().map(move |of| (of, number)));
    let of_bounces =
        bounces.filter_map(|(of, number)| one(format!("{}, bounce {}", of.with_unit(), number + 1), of, number));
    let after = [&q::END_TIME, &q::ENERGY_ERROR].into_iter().filter_map(alone);
    alone(&q::PEAK_SPEED).into_iter().chain(of_bounces).chain(after).collect()
}

fn converge(values: &[f64], sizes: &[f64]) -> Result<GridConvergence, String> {
    let ([.., f3, f2, f1], [.., h3, h2, h1]) = (values, sizes) else { return Err("three levels are needed".into()) };
    if [f1, f2, f3].iter().any(|value| value.is_nan()) {
        return Err("a run did not get as far".into());
    }
    grid_convergence([*f3, *f2, *f1], [*h3, *h2, *h1]).map_err(|error| error.to_string())
}

impl Refinement {
    /// The table for the terminal: values, order, extrapolated value, grid-convergence index, and cost of each level;
    /// of modes the change by the last level instead of the three.
    pub fn text(&self) -> String {
        let found: &[&str] = match self.over {
            Over::Modes => &["last change"],
            _ => &["order", "extrapolated", "GCI fine"],
        };
        let shown = |level: &f64| format!("{} {}", self.over.column(), NUMBER.brief(*level));
        let columns = self.levels.iter().map(shown);
        let found = found.iter().map(ToString::to_string);
        let mut table = Table::new(std::iter::once("quantity".to_owned()).chain(columns).chain(found));
        self.quantities.iter().for_each(|quantity| table.push(quantity.cells(self.over)));
        let mut text = table.to_string();
        for (level, run) in self.levels.iter().zip(&self.results.runs) {
            let [cells, steps, wall] = [q::CELLS, q::STEPS, q::ELAPSED_TIME].map(|of| run.value(&of).unwrap_or(0.0));
            text += &format!("{}: {cells} cells, {steps} steps, {wall:.1} s\n", shown(level));
        }
        text
    }

    /// The files that [`write`](Self::write) writes, by their place in the directory, and how each begins.
    pub const FILES: [(&str, &str); 2] =
        [("convergence.csv", "quantity,"), ("plots/convergence.svg", own_file::FIGURE)];

    /// Writes `convergence.csv` and `plots/convergence.svg` into `directory`.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), OutputError> {
        let levels = self.levels.iter().map(|level| format!("{}_{level}", self.over.column().replace(' ', "_")));
        let found = ["order", "extrapolated", "gci_fine", "gci_medium", "asymptotic_ratio", "remark"];
        let mut table = Table::new(std::iter::once("quantity".to_owned()).chain(levels).chain(found.map(String::from)));
        self.quantities.iter().for_each(|quantity| table.push(quantity.record()));
        table.write(&directory.join("convergence.csv"))?;
        drawing::write(&self.figure(), &directory.join("plots").join("convergence.svg"))
    }

    /// Distance of every level from the finest, over the finest value, against the size, on logarithmic axes; a thin
    /// line falls with the square of the size. Against the number of modes on a linear axis, where a straight line is
    /// an exponential.
    fn figure(&self) -> Figure {
        let modes = self.over == Over::Modes;
        let place = |level: &f64| if modes { *level } else { self.over.size(*level) };
        let sizes: Vec<f64> = self.levels.iter().map(place).collect();
        let x = match self.over {
            Over::Cells => Axis::log("Cell over diameter ~{Δ}/~{D}"),
            Over::Step => Axis::log("Step over default step ~{Δt}/~{Δt}_{0}"),
            Over::Domain => Axis::log("Default over vessel radius ~{R}_{0}/~{R}"),
            Over::Modes => Axis::linear("Highest azimuthal mode ~{M} (1)"),
        };
        let mut panel = Panel::new(x, Axis::log("Distance from the finest level |~{q} − ~{q}_{1}|/|~{q}_{1}|"));
        let mut largest: f64 = 0.0;
        let shown = |quantity: &&Refined| !quantity.name.contains("error") && quantity.moves();
        for (number, quantity) in self.quantities.iter().filter(shown).take(8).enumerate() {
            let Some((finest, coarser)) = quantity.values.split_last() else { continue };
            let distance = |value: &f64| ((value - finest) / finest).abs();
            let points: Vec<_> =
                sizes.iter().copied().zip(coarser.iter().map(distance)).filter(|p| p.1 > ROUND_OFF).collect();
            largest = points.iter().map(|point| point.1).filter(|y| y.is_finite()).fold(largest, f64::max);
            let style = SeriesStyle::of(number);
            panel.add(Mark::Line(points.clone(), style));
            panel.add_named(Mark::Points(points, style), quantity.name.clone());
        }
        if let [first, .., last] = sizes[..]
            && !modes
        {
            let square = |size: f64| (size, largest.max(1e-12) * (size / first).powi(2));
            panel.add(Mark::Line(vec![square(first), square(last)], SeriesStyle::helping()));
        }
        Figure::new(2.0 * COLUMN, 110.0, vec![vec![panel]])
    }
}

impl Refined {
    /// Whether it changes with the level by more than round-off.
    fn moves(&self) -> bool {
        let Some((finest, coarser)) = self.values.split_last() else { return false };
        coarser.iter().any(|value| ((value - finest) / finest).abs() > ROUND_OFF)
    }

    fn cells(&self, over: Over) -> Vec<String> {
        let found = match (&self.convergence, &self.values[..]) {
            (_, [.., before, last]) if over == Over::Modes => vec![format!("{:.1e}", ((last - before) / last).abs())],
            (Ok(found), _) => vec![
                if found.order.is_finite() { format!("{:.2}", found.order) } else { "-".to_owned() },
                format!("{:.5}", found.extrapolated),
                format!("{:.2} %", 100.0 * found.gci_fine),
            ],
            (Err(_), _) => vec!["-".to_owned(); if over == Over::Modes { 1 } else { 3 }],
        };
        let values = self.values.iter().map(|value| significant(*value));
        std::iter::once(self.name.clone()).chain(values).chain(found).collect()
    }

    fn record(&self) -> Vec<String> {
        let (found, remark) = match &self.convergence {
            Ok(f) => {
                let found = [f.order, f.extrapolated, f.gci_fine, f.gci_medium, f.asymptotic_ratio];
                (found.map(|value| value.to_string()), String::new())
            }
            Err(remark) => (std::array::from_fn(|_| String::new()), remark.clone()),
        };
        let values = self.values.iter().map(|value| value.to_string());
        std::iter::once(self.name.clone()).chain(values).chain(found).chain([remark]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::model::build;

    fn shipped() -> Case {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/gondret-st152.toml");
        Case::parse(&std::fs::read_to_string(path).unwrap(), "gondret-st152.toml", &[]).unwrap()
    }

    #[test]
    /// But for the margin around the sphere, which is a number of cells, and rounding to whole cells.
    fn refining_the_cells_divides_every_cell_alike() {
        let case = shipped();
        let size = |case: &Case| build::size(&case.problem).unwrap();
        let [base, fine] = [48.0, 96.0].map(|cells| size(&Over::Cells.apply(&case, cells)));
        for (fine, base) in [(fine.nr, base.nr), (fine.nz, base.nz)] {
            let ratio = fine as f64 / base as f64;
            assert!((ratio - 2.0).abs() < 0.05, "{ratio}");
        }
    }

    #[test]
    fn results_that_fall_exponentially_with_the_modes_have_their_rate_and_their_limit() {
        let value = |modes: f64| 0.7 + 0.2 * (-1.5 * modes).exp();
        let levels = [1.0, 2.0, 4.0];
        let found = converge(&levels.map(value), &levels.map(|level| Over::Modes.size(level))).unwrap();
        assert!((found.order - 1.5).abs() < 1e-9 && (found.extrapolated - 0.7).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_level_of_one_leaves_step_and_domain_as_they_are() {
        let mut case = shipped();
        case.run.band = Over::Step.apply(&case, 1.0).run.band;
        for over in [Over::Step, Over::Domain] {
            assert_eq!(over.apply(&case, 1.0), case);
        }
        let cells = f64::from(case.problem.resolution.cells_per_diameter);
        assert_eq!(Over::Cells.apply(&case, cells), case);
    }
}
