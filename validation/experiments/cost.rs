//! What runs cost, measured on the spot on one thread.
//!
//! Times are those of a clock on the wall: they hold for the machine, and other work on it spoils them.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::run::{RunOptions, execute};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::time::Instant;
use wetbounce_physics::contact::{
    Hertz, HertzStiffness, Impact, Law, Luding, Material, MusenHertz, Pair, PlasticLimit,
};
use wetbounce_physics::model::theory;

/// Whose cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// St 152 to its first apex with all its files: as it is, with the elastic film, and blended with theory.
    Bounce,
    /// The same by theory alone.
    Theory,
    /// A step of a dry contact.
    Contact,
}

/// A cost, as the median of so many measurements.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Whose.
    pub of: Subject,
    /// Measurements.
    pub repeats: usize,
}

impl Experiment for Cost {
    /// Measures it; runs go below `directory`.
    ///
    /// # Errors
    /// A run that fails.
    fn measure(&self, directory: &Path) -> Results {
        match self.of {
            Subject::Bounce => self.bounce(directory),
            Subject::Theory => self.theory(),
            Subject::Contact => self.contact(),
        }
    }
}

impl Cost {
    /// The kinds of run take turns, so that a ratio compares neighbours in time.
    fn bounce(&self, directory: &Path) -> Results {
        let kinds = [
            ("default", None),
            ("ehd", Some("film.model=ehd")),
            ("blended", Some("hydrodynamics=blended")),
            ("band", Some("film.band=auto")),
        ];
        let (mut times, mut memory) = (Vec::new(), None);
        for turn in 0..self.repeats {
            let mut seconds = [0.0; 4];
            for ((name, setting), seconds) in kinds.into_iter().zip(&mut seconds) {
                let case = first_bounce(setting)?;
                let watched = name == "default" && turn == 0;
                let reset = watched.then(|| fs::write("/proc/self/clear_refs", "5"));
                let start = Instant::now();
                execute(&case, &RunOptions { out: directory.join(name), fresh: true, quiet: true })?;
                *seconds = start.elapsed().as_secs_f64();
                memory = reset.map_or(memory, |_lowered_if_the_system_does| peak_memory());
            }
            times.push(seconds);
        }
        let over = |kind: usize| median(times.iter().map(|seconds| seconds[kind] / seconds[0]).collect());
        let mut measured = vec![
            Measured::new("elapsed_time", "s", median(times.iter().map(|seconds| seconds[0]).collect())),
            Measured::number("elastic_over_default", over(1)),
            Measured::number("blended_over_default", over(2)),
            Measured::number("band_over_default", over(3)),
        ];
        measured.extend(memory.map(|megabytes| Measured::new("peak_memory", "MB", megabytes)));
        Ok(measured)
    }

    fn theory(&self) -> Results {
        let case = first_bounce(None)?;
        let mut times = Vec::new();
        for _ in 0..self.repeats {
            let start = Instant::now();
            theory::fall(&case.problem)?;
            times.push(1e3 * start.elapsed().as_secs_f64());
        }
        Ok(vec![Measured::new("elapsed_time", "ms", median(times))])
    }

    fn contact(&self) -> Results {
        let mut measured = Vec::new();
        for (name, impact) in contacts()? {
            let rates = (0..self.repeats).map(|_| rate(&impact)).collect::<Result<Vec<_>, _>>()?;
            measured.push(Measured::new("steps_per_second", "1/s", median(rates)).at(&[&name]));
        }
        Ok(measured)
    }
}

fn first_bounce(setting: Option<&str>) -> Result<crate::case::Case, ExperimentFailure> {
    let set = ["run.bounces=1", "film.band=off"].into_iter().chain(setting);
    CaseRun::shipped("gondret-st152", set).case()
}

/// The largest resident set since it was last reset, that of all the process, in MB; `None` where the system does not
/// tell.
pub fn peak_memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1e3)
}

/// The middle one of the values, the upper one of two; NaN of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Steps per second of impacts of a thousand steps, repeated for 10 000 steps.
fn rate(impact: &Impact) -> Result<f64, ExperimentFailure> {
    let (start, mut steps) = (Instant::now(), 0);
    while steps < 10_000 {
        steps += impact.run()?.bounces[0].steps;
    }
    Ok(steps as f64 / start.elapsed().as_secs_f64())
}

fn contacts() -> Result<Vec<(&'static str, Impact)>, ExperimentFailure> {
    let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [steel, Material::default()])?;
    let damped = Hertz { restitution: 0.8, friction: 0.1, ..Hertz::default() };
    let normal = Law::Hertz(Hertz { friction: 0.0, ..damped });
    let stiffness = HertzStiffness { gamma_n: 1e7, gamma_t: 5e6, friction: 0.1, ..HertzStiffness::default() };
    let musen = MusenHertz { friction: 0.1, rolling_friction: 0.01, ..MusenHertz::default() };
    let luding = Luding { plastic_limit: PlasticLimit::Luding, ..Luding::default() };
    let spheres =
        Impact::spheres([3e-3, 5e-3], [2500.0, 1100.0], [Material::default(); 2], Law::Hertz(damped), 1.0, 30.0)?;
    let mut contacts = vec![
        ("Hertz, normal", Impact::on_plane(pair, normal, 1.0, 0.0)?),
        ("Hertz, 30 degrees", Impact::on_plane(pair, Law::Hertz(damped), 1.0, 30.0)?),
        ("hertz/stiffness, 30 degrees", Impact::on_plane(pair, Law::HertzStiffness(stiffness), 1.0, 30.0)?),
        ("MUSEN, 30 degrees", Impact::on_plane(pair, Law::MusenHertz(musen), 1.0, 30.0)?),
        ("Luding, 30 degrees", Impact::on_plane(pair, Law::Luding(luding), 1.0, 30.0)?),
        ("Hertz, two spheres", spheres),
    ];
    for (_, impact) in &mut contacts {
        (impact.control.record_every, impact.control.steps_per_contact) = (0, 1000);
    }
    let (_, both) = contacts.last_mut().expect("there are six");
    (both.bodies.spin[0].y, both.bodies.spin[1].x) = (50.0, -30.0);
    Ok(contacts)
}
