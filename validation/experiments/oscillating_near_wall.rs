//! The force of theory on a sphere that oscillates towards a wall, beside that of unsteady Stokes flow.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use nalgebra::Complex;
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::liquid::brenner;
use wetbounce_physics::liquid::history_screening::Screening;
use wetbounce_physics::liquid::wall_image::wall_image;

/// The force that theory has with the default `theory.history_wall`: steady drag (Brenner 1961), added mass (Hicks
/// 1880), and the screened history.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OscillatingNearWall {
    /// Gaps over diameter.
    pub gaps: Vec<f64>,
    /// `ω a²/ν`.
    pub frequencies: Vec<f64>,
}

/// Force against the motion over `6πμaU`, at a gap over diameter and a frequency `ω a²/ν`: in phase with the speed, and
/// a quarter of a period ahead.
pub fn of_theory(gap_over_d: f64, frequency: f64) -> [f64; 2] {
    const STEP: f64 = 0.02;
    let (delta_star, s) = (2.0 * gap_over_d, Complex::new(0.0, frequency));
    let screening = Screening::at(delta_star);
    let rate = |k: i32| (STEP * f64::from(k)).exp();
    let history: Complex<f64> =
        (-1500..3000).map(rate).map(|x| s / (s + x) * (screening.share(x) * x.sqrt() * STEP / PI)).sum();
    let added_mass = 0.5 + 1.5 * wall_image(delta_star);
    let force = brenner(delta_star) + history + s * (2.0 / 9.0 * added_mass);
    [force.re, force.im]
}

impl Experiment for OscillatingNearWall {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for gap in &self.gaps {
            for frequency in &self.frequencies {
                let parts = of_theory(*gap, *frequency);
                for (part, force) in ["with_speed", "with_acceleration"].iter().zip(parts) {
                    measured.push(Measured::number("force", force).at(&[part, gap, frequency]));
                }
            }
        }
        Ok(measured)
    }
}
