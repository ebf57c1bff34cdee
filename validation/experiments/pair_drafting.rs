//! Two equal spheres led in line through liquid at rest, the second in the wake of the first.

use super::drag::TowedSphere;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
use crate::body::dof::NORMAL;
use crate::run::Simulation;
use crate::run::coefficients::scale;
use serde::Deserialize;
use std::path::Path;

/// Two spheres of unit diameter without weight that are led downwards with unit speed.
const IN_LINE: &str = r#"
sphere = { diameter = "1 m", density = "2 kg/m3" }
second = { diameter = "1 m", density = "2 kg/m3", velocity = "-1 m/s" }
liquid = { density = "1 kg/m3" }
release = { gap = "1 D", speed = "1 m/s", free_gap = "0.1 D" }
container = { radius = "20 D" }
film = { band = "off" }
run = { gravity = 0, time = "1e3 s", threads = 1 }
"#;

/// Drag of both of two spheres in line in a stream, over that of a single one.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairDrafting {
    /// `Re = U D/ν`.
    pub reynolds: Vec<f64>,
    /// Gaps between the surfaces, in diameters.
    pub gaps: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// The way that they are led, in diameters, besides the distance of their centres, which the wake has to cross.
    pub way: f64,
}

/// Drag coefficients `F/(½ρU² πD²/4)` of the leading sphere and of the following one at the end of the way, and how far the latter lies from that at
/// four fifths of it, relatively.
struct InLine {
    drags: [f64; 2],
    drift: f64,
}

impl PairDrafting {
    fn led(&self, reynolds: f64, gap: f64) -> Result<InLine, ExperimentFailure> {
        let mut scene = Scene::new(IN_LINE);
        scene.set("groups.reynolds", reynolds);
        scene.set("release.gap", format!("{gap:?} D"));
        scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
        let case = scene.checked()?;
        let (force, end) = (scale(&case).force(), self.way + 1.0 + gap);
        let mut simulation = Simulation::new(case)?;
        // The wake leaves through the end of a grid that goes along with the spheres, so that no balance of energy holds the steps.
        simulation.setup.limits.drift = f64::INFINITY;
        let (mut drags, mut before) = ([f64::NAN; 2], f64::NAN);
        while simulation.moment().time < end {
            simulation.advance()?;
            let body = &simulation.state.coupled.body;
            drags = [body.faced.loads.liquid(NORMAL), body.loads.liquid(NORMAL)].map(|drag| drag / force);
            if simulation.moment().time < 0.8 * end {
                before = drags[1];
            }
        }
        Ok(InLine { drags, drift: (drags[1] / before - 1.0).abs() })
    }
}

impl Experiment for PairDrafting {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        let mut worst: f64 = 0.0;
        for &reynolds in &self.reynolds {
            let single = TowedSphere::standard(reynolds, self.cells_per_diameter)?.drag()?;
            for &gap in &self.gaps {
                let InLine { drags, drift } = self.led(reynolds, gap)?;
                worst = worst.max(drift);
                for (which, drag) in ["leading", "following"].into_iter().zip(drags) {
                    let name = format!("drag of the {which} sphere over a single one's, Re {reynolds}, {gap} D");
                    measured.push(Measured::new(name, "1", drag / single));
                }
            }
        }
        measured.push(Measured::new("change of the following sphere's drag on the last fifth of the way", "1", worst));
        Ok(measured)
    }
}
