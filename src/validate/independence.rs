//! Bounces under numbers that are of the method and not of the bounce: cells, vessel, start.

use super::case_run::CaseRun;
use super::film_hand_over::bounce;
use super::measured::{Measured, Results};
use serde::Deserialize;

/// Cases with several settings each.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Independence {
    /// The cases.
    pub cases: Vec<Variant>,
    /// The settings of each.
    pub settings: Vec<Variant>,
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

impl Independence {
    /// The first apex of every case under every setting, its spread over the settings, and the largest error of the energy.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    pub fn measure(&self) -> Results {
        let mut measured = Vec::new();
        for variant in &self.cases {
            let (mut least, mut most, mut error) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
            for setting in &self.settings {
                let set = [&variant.set[..], &setting.set, &["run.bounces=1".to_owned()]].concat();
                let case = variant.case.clone().unwrap_or_default();
                let found = bounce(&CaseRun { case, text: None, set, reference_speed: None }.case()?)?;
                let apex = found.apex;
                measured.push(Measured::new(format!("apex, {}, {}", variant.name, setting.name), "D", apex));
                (least, most, error) = (least.min(apex), most.max(apex), error.max(found.energy_error));
            }
            measured.push(Measured::new(format!("spread, {}", variant.name), "1", most / least - 1.0));
            measured.push(Measured::new(format!("largest energy error, {}", variant.name), "1", error));
        }
        Ok(measured)
    }
}
