//! An atlas: restitutions over Stokes number, density ratio and dry restitution, from which a curve is read without a
//! run.

use super::curve::{Curve, CurveRow, Dissipated, ERROR, RANGES_OF_GROUPS, dissipated, shares, short, span};
use crate::case::InputError;
use crate::output::OutputError;
use crate::output::table::Table;
use crate::run::quantities as q;
use std::path::Path;
use wetbounce_physics::numerics::{monotone_in_log, sort_by_first};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// The atlas that comes with the program; how it was made stands in its first lines.
pub const SHIPPED: &str = include_str!("atlas.csv");

/// A node.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Node {
    stokes: f64,
    ratio: f64,
    dry: f64,
    restitution: f64,
    error: f64,
    energy: Dissipated,
}

/// Restitutions at Stokes numbers, each with its own density ratios and dry restitutions. Nodes may be left out: a
/// sphere that is hardly heavier than its liquid has a Reynolds number, `9 St/τ`, that no grid takes.
///
/// Between two dry restitutions the restitution is linear, as the film does not act during contact, but for a bend
/// where rebounds begin; over density ratio and Stokes number it follows cubics in their logarithms
/// ([`monotone_in_log`]). Shares of the energy likewise: the film's, and that which reaches the solids, of which they
/// take `1 − e²` by the dry restitution.
#[derive(Debug, Clone, PartialEq)]
pub struct Atlas {
    nodes: Vec<Node>,
    stokes: Vec<f64>,
    ratios: Vec<f64>,
    dry: Vec<f64>,
}

/// The different values in ascending order.
fn ascending(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

fn ends(values: &[f64]) -> [f64; 2] {
    [values[0], values[values.len() - 1]]
}

impl Atlas {
    /// The one that comes with the program.
    ///
    /// # Errors
    /// None, unless it is damaged.
    pub fn shipped() -> Result<Self, InputError> {
        let table = Table::parse(Path::new("the atlas of the program"), SHIPPED);
        Self::of(&table.map_err(refused)?)
    }

    /// That of a table with the columns of `sweep.csv`, of a plan over `stokes`, `density_ratio` and
    /// `contact.restitution`; its bounces that are not finished are left out. A column `restitution_error` has the
    /// errors of the grid.
    ///
    /// # Errors
    /// A column is missing or damaged, or one of the three has one value only.
    pub fn of(table: &Table) -> Result<Self, InputError> {
        let has = |column: &str| table.columns().iter().any(|name| name == column);
        let numbers = |column: &str| table.numbers(column).map_err(refused);
        let [stokes, ratio] = [&q::STOKES, &q::DENSITY_RATIO].map(|of| numbers(of.key));
        let [dry, restitution] = [&q::RESTITUTION_DRY, &q::RESTITUTION].map(|of| shares(table, of.key));
        let (stokes, ratio, dry, restitution) = (stokes?, ratio?, dry?, restitution?);
        let energy = dissipated(table, &restitution)?;
        let error = if has(ERROR) { numbers(ERROR)? } else { vec![f64::NAN; stokes.len()] };
        let node = |at: usize| Node {
            stokes: stokes[at],
            ratio: ratio[at],
            dry: dry[at],
            restitution: restitution[at],
            error: error[at],
            energy: energy[at],
        };
        let nodes: Vec<Node> = (0..stokes.len()).map(node).filter(|node| node.restitution.is_finite()).collect();
        let of = |axis: fn(&Node) -> f64| ascending(nodes.iter().map(axis));
        let (stokes, ratios, dry) = (of(|node| node.stokes), of(|node| node.ratio), of(|node| node.dry));
        match stokes.len() > 2 && ratios.len() > 1 && dry.len() > 1 {
            true => Ok(Self { nodes, stokes, ratios, dry }),
            false => Err(InputError::new("the table is no atlas: it has too few finished bounces").help(
                "vary `stokes` over three values, `density_ratio` and `contact.restitution` over two each, as cases/sweeps/atlas.toml does",
            )),
        }
    }

    /// Lowest and highest Stokes number, density ratio and dry restitution.
    pub fn ranges(&self) -> [[f64; 2]; 3] {
        [ends(&self.stokes), ends(&self.ratios), ends(&self.dry)]
    }

    /// The curve of a density ratio and a dry restitution, with a point at each Stokes number of the atlas whose nodes
    /// were computed.
    ///
    /// # Errors
    /// One of the two is outside of the atlas, or too few nodes are there.
    pub fn curve(&self, ratio: f64, dry: f64) -> Result<Curve, InputError> {
        let [_, ratios, drys] = self.ranges();
        for (option, value, [low, high]) in [("--density-ratio", ratio, ratios), ("--dry-restitution", dry, drys)] {
            if !(low..=high).contains(&value) {
                let message = format!("{option} {value} is outside of the atlas, {}", span([low, high], ""));
                return Err(InputError::new(message).help(
                    "an atlas is not carried on beyond its runs; give a plan of a sweep, such as cases/sweeps/restitution.toml, instead",
                ));
            }
        }
        let rows: Vec<CurveRow> = self.stokes.iter().filter_map(|stokes| self.row(*stokes, ratio, dry)).collect();
        if rows.len() < 3 {
            return Err(InputError::new("too few nodes of the atlas are there").help("do its other runs"));
        }
        let mut remarks: Vec<Remark> = Vec::new();
        let reached = rows[rows.len() - 1].stokes;
        if reached < ends(&self.stokes)[1] {
            remarks.push(remark!(
                Warning,
                "end-of-the-atlas",
                "the atlas ends at St {} for this density ratio: at a Reynolds number of {}, 9 St over the density ratio, the next bounces are \
                 beyond what its grid takes",
                short(reached),
                short(9.0 * reached / ratio)
            ));
        }
        let ranges = RANGES_OF_GROUPS.into_iter().zip([ratio, dry]).map(|(words, value)| (words, [value; 2], ""));
        Ok(Curve { rows, ranges: ranges.collect(), of_runs: Vec::new(), remarks })
    }

    /// The point of a curve at a Stokes number of the atlas; `None` where a node beside it was left out.
    fn row(&self, stokes: f64, ratio: f64, dry: f64) -> Option<CurveRow> {
        let here: Vec<&Node> = self.nodes.iter().filter(|node| node.stokes == stokes).collect();
        let drys = ascending(here.iter().map(|node| node.dry));
        let right = drys.partition_point(|at| *at < dry).max(1);
        let (low, high) = (drys[right - 1], *drys.get(right)?);
        let over_ratio = |dry: f64, of: fn(&Node) -> f64| {
            let mut points: Vec<(f64, f64)> =
                here.iter().filter(|node| node.dry == dry).map(|node| (node.ratio, of(node))).collect();
            sort_by_first(&mut points);
            // Between runs of which one does not know it, it is not known.
            points.iter().all(|point| point.1.is_finite()).then(|| monotone_in_log(&points, ratio))?
        };
        let error = |dry: f64| {
            let mut points: Vec<(f64, f64)> =
                here.iter().filter(|node| node.dry == dry).map(|node| (node.ratio, node.error)).collect();
            sort_by_first(&mut points);
            let beside = points.partition_point(|(at, _)| *at < ratio);
            let near = points.get(beside.saturating_sub(1)..=beside)?;
            Some(near.iter().map(|(_, error)| *error).fold(f64::NAN, f64::max))
        };
        let between = |of: fn(&Node) -> f64| {
            let (from, to) = (over_ratio(low, of)?, over_ratio(high, of)?);
            Some(from + (to - from) * (dry - low) / (high - low))
        };
        let error = error(low)?.max(error(high)?);
        let restitution = between(|node| node.restitution)?;
        let (band, impulse_ratio) = ([f64::NAN; 2], (f64::NAN, false));
        let share = |of: fn(&Node) -> f64| between(of).unwrap_or(f64::NAN);
        let energy = Dissipated {
            solids: (1.0 - dry * dry) * share(|node| node.energy.solids / (1.0 - node.dry * node.dry)),
            plate: share(|node| node.energy.plate),
            film: share(|node| node.energy.film),
            ..Dissipated::of_unknown_cause(restitution)
        };
        Some(CurveRow { stokes, restitution, band, error, angle: 0.0, impulse_ratio, energy })
    }
}

fn refused(error: OutputError) -> InputError {
    InputError::new(error.to_string()).help(error.advice())
}
