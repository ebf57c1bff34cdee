//! Speed over gap: where the film slows the sphere, and how much it takes back on the way out.

use super::axis::Axis;
use super::chart::{Figure, Panel};
use super::style::COLUMN;
use super::trajectory::PlottedRun;

/// Smallest gap shown, in diameters: a few nanometres.
pub(crate) const SMALLEST: f64 = 1e-6;

/// Velocity over gap/diameter; the gap on a logarithmic scale from 1e-6 on, so that rows in solid contact are not
/// shown.
pub fn figure(runs: &[PlottedRun]) -> Figure {
    let gaps = runs.iter().flat_map(|run| run.gap.iter().map(|gap| gap / run.diameter));
    let smallest = gaps.filter(|gap| *gap > 0.0).fold(1.0, f64::min).max(SMALLEST);
    let pairs = runs.iter().any(|run| run.second.is_some());
    let velocity = if pairs { "Velocity of separation d~{h}/d~{t} (m/s)" } else { "Velocity ~{V} (m/s)" };
    let mut panel = Panel::new(Axis::log("Gap ~{h}/~{D}").above(smallest), Axis::linear(velocity)).with_zero();
    let motion =
        |run: &PlottedRun| (0..run.gap.len()).map(|row| (run.gap[row] / run.diameter, run.opening(row))).collect();
    panel.add_lines(runs.iter().map(|run| (run.name, motion(run))));
    Figure::new(COLUMN, 65.0, vec![vec![panel]])
}
