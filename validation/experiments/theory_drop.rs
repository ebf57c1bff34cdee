//! Theory alone against exact solutions.

use super::basset::basset_settling;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::liquid::{
    CutoffLaw, FarDrag, FilmCutoff, Heading, HistoryKernel, ImmersedSphere, NearDrag, WallDrag,
    buoyancy::stokes_terminal_speed,
};
use wetbounce_physics::motion::theory::{Stop, Theory};

/// Times of the drop, `νt/a²`.
const TIMES: [f64; 5] = [0.01, 0.1, 1.0, 10.0, 100.0];

/// Drops from rest with Basset's force, and where near and far drag meet.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheoryDrop {
    /// Density ratios of the drops.
    pub density_ratios: Vec<f64>,
}

impl Experiment for TheoryDrop {
    /// A drop from rest with Basset's force at five times, and the gap at which near and far drag meet at Re 90.
    ///
    /// # Errors
    /// A drop that cannot be integrated.
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &ratio in &self.density_ratios {
            let worst = drop(ratio)?;
            measured.push(Measured::number("error", worst).at(&[&ratio]));
        }
        let published = WallDrag { near: NearDrag::CoxBrenner, ..WallDrag::default() };
        let gap = published.hand_over_gap(90.0, Heading::Approaching);
        measured.push(Measured::new("hand_over", "D", gap.map_or(f64::NAN, |gap| 0.5 * gap)));
        Ok(measured)
    }
}

/// The largest relative error of the speed at [`TIMES`].
fn drop(ratio: f64) -> Result<f64, ExperimentFailure> {
    let sphere = ImmersedSphere::new(1e-4, ratio * 1000.0, 1000.0, 1e-3)?;
    // Without a wall: this near law ends at one radius.
    let drag = WallDrag { far: FarDrag::Stokes, near: NearDrag::CoxBrenner, ..WallDrag::default() };
    let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, 4.917e10, 0.0)?;
    let theory = Theory { history: HistoryKernel::Basset, drag, ..Theory::new(sphere, 9.81, cutoff) };
    let (terminal, unit) = (stokes_terminal_speed(&sphere, 9.81), sphere.viscous_time());
    let release = Release::rest(1e4 * sphere.radius);
    let path = theory.fall(&release, &Stop::at(100.0 * unit), None)?;
    let miss = |s: &f64| {
        let speed = path.at(s * unit * (1.0 - 1e-14)).map_or(f64::NAN, |moment| -moment.velocity / terminal);
        (speed / basset_settling(ratio, *s) - 1.0).abs()
    };
    Ok(TIMES.iter().map(miss).fold(0.0, |worst: f64, x| if x.is_nan() { f64::NAN } else { worst.max(x) }))
}
