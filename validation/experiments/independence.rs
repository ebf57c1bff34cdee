//! Bounces under numbers that are of the method and not of the bounce: cells, vessel, start.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::film_hand_over::bounce;
use super::measured::{ExperimentFailure, Measured, Results};
use super::oblique_liquid::collide;
use super::pair_motion::{self, READING};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::problem::Problem;

/// Cases with several settings each.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Independence {
    /// What the impacts are of.
    #[serde(default)]
    pub impacts: Impacts,
    /// The cases.
    pub cases: Vec<Variant>,
    /// The settings of each.
    pub settings: Vec<Variant>,
}

/// What bounces, and so what of it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Impacts {
    /// A sphere that falls: the first apex.
    #[default]
    Normal,
    /// A sphere at an angle: the motion at the end of the contact.
    Oblique,
    /// Two spheres: the speed at which their gap opens just after the contact, over that at which it closes at the
    /// start.
    Pair,
}

/// A name and overrides of a shipped case.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What tables call it.
    pub name: String,
    /// Name of a shipped case; a setting has none.
    pub case: Option<String>,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
}

impl Experiment for Independence {
    /// What is compared of every case under every setting, its spread over the settings, and the largest error of the
    /// energy.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for variant in &self.cases {
            let (mut ranges, mut error) = (vec![(f64::INFINITY, f64::NEG_INFINITY); self.quantities().len()], 0.0_f64);
            for setting in &self.settings {
                let set = [&variant.set[..], &setting.set, &["run.bounces=1".to_owned()]].concat();
                let case = CaseRun::shipped(variant.case.as_deref().unwrap_or_default(), set).case()?;
                let (values, energy_error) = self.values(case.problem)?;
                error = error.max(energy_error);
                for (((key, unit), value), (least, most)) in self.quantities().iter().zip(values).zip(&mut ranges) {
                    measured.push(Measured::new(*key, unit, value).at(&[&variant.name, &setting.name]));
                    (*least, *most) = (least.min(value), most.max(value));
                }
            }
            for ((key, _), (least, most)) in self.quantities().iter().zip(ranges) {
                measured.push(Measured::number("spread", most / least - 1.0).at(&[key, &variant.name]));
            }
            measured.push(Measured::number("energy_error", error).at(&[&variant.name]));
        }
        Ok(measured)
    }
}

impl Independence {
    /// What is compared, with units.
    fn quantities(&self) -> &'static [(&'static str, &'static str)] {
        match self.impacts {
            Impacts::Normal => &[("apex", "D")],
            Impacts::Oblique => &[("restitution", "1"), ("lateral_speed", "V"), ("spin_speed", "V")],
            Impacts::Pair => &[("rebound_speed", "V")],
        }
    }

    /// The values of these quantities, and the energy's error.
    fn values(&self, problem: Problem) -> Result<(Vec<f64>, f64), ExperimentFailure> {
        match self.impacts {
            Impacts::Normal => bounce(&problem).map(|found| (vec![found.apex], found.energy_error)).map_err(Into::into),
            Impacts::Oblique => {
                let collided = collide(problem)?;
                let [_, lateral, spin] = collided.after();
                Ok((vec![collided.restitution(), lateral, spin], collided.energy_error))
            }
            Impacts::Pair => {
                let (reading, speed) = (READING * problem.film_radius(), problem.closing_speed());
                let found = pair_motion::collide(problem, reading)?;
                Ok((vec![found.speeds[1] / speed], found.energy))
            }
        }
    }
}
