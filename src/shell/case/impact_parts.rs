//! The tables of an impact case.

use super::keys::{self, table};
use super::section::Section;
use crate::contact::Integrator;
use crate::keys::within;
use crate::quantity::{ACCELERATION, DEGREES, Kind, LENGTH, SPEED, SPIN, TIME, written};
use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// How the bodies meet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Incidence {
    /// Speeds of the first sphere relative to the second body [m/s]. Required, unless it falls under gravity.
    #[serde(serialize_with = "speeds")]
    pub speed: Vec<f64>,
    /// Angles between velocity and normal \[deg\]. Default 0.
    #[serde(serialize_with = "angles")]
    pub angle: Vec<f64>,
    /// Spin of the first sphere about x, y, z [rad/s]; a single value is about y, positive where the sphere rolls along +x.
    /// Default 0.
    #[serde(serialize_with = "spins")]
    pub spin: [f64; 3],
    /// Spin of the second sphere [rad/s]. Default 0.
    #[serde(serialize_with = "spins")]
    pub second_spin: [f64; 3],
    /// Velocity of the second sphere along x, y, z [m/s]; a single value is along z. Default 0.
    #[serde(serialize_with = "velocity")]
    pub second_velocity: [f64; 3],
    /// Gap between the surfaces at the start \[m\]. Default 0: they are about to touch.
    #[serde(serialize_with = "written::length")]
    pub gap: f64,
}

impl Default for Incidence {
    fn default() -> Self {
        Self {
            speed: vec![1.0],
            angle: vec![0.0],
            spin: [0.0; 3],
            second_spin: [0.0; 3],
            second_velocity: [0.0; 3],
            gap: 0.0,
        }
    }
}

/// Slowest impact [m/s]: a contact of minutes.
pub(super) const SLOWEST: f64 = 1e-9;
/// Fastest impact [m/s].
pub(super) const FASTEST: f64 = 1e4;

impl Incidence {
    /// Number of impacts asked for.
    pub fn members(&self) -> usize {
        self.speed.len() * self.angle.len()
    }

    pub(super) fn read(section: Section<'_>, run: &DryRun, has_second: bool) -> Self {
        let gap = section.quantity("gap", &LENGTH).within(0.0..=1e3).or(0.0);
        let falls = run.gravity > 0.0 && !has_second;
        let speed = section.quantities("speed", &SPEED);
        if !speed.is_given() && !falls {
            section.missing("speed", "write for example speed = \"0.3 m/s\", or a list [\"0.1 m/s\", \"1 m/s\"]");
        }
        let speed = speed
            .check(format!("must be from {SLOWEST:e} to {FASTEST} m/s"), |speeds| {
                speeds.iter().all(|v| (SLOWEST..=FASTEST).contains(v) || falls && *v == 0.0)
            })
            .check("the same speed stands twice", |speeds| all_differ(speeds))
            .or(vec![if falls { 0.0 } else { f64::NAN }]);
        let angle = section
            .quantities("angle", &DEGREES)
            .check("must be at least 0 and below 90 deg from the normal", |angles| {
                angles.iter().all(|angle| (0.0..90.0).contains(angle))
            })
            .check("the same angle stands twice", |angles| all_differ(angles))
            .or(vec![0.0]);
        let spin = read_spin(&section, "spin", 1e9);
        let second_spin = if has_second { read_spin(&section, "second_spin", 1e9) } else { [0.0; 3] };
        if !has_second {
            // A resolved case of a plane writes the zero it stands for.
            let none = section.quantities("second_spin", &SPIN);
            none.check("turns a second sphere: add [second]", |spins| spins.iter().all(|spin| *spin == 0.0))
                .or_default();
        }
        let second_velocity = section
            .quantities("second_velocity", &SPEED)
            .check("one velocity along z, or three along x, y, z", |values| matches!(values.len(), 1 | 3))
            .check(format!("must be at most {FASTEST} m/s"), |values| values.iter().all(|v| v.abs() <= FASTEST))
            .check("moves a second sphere: add [second]", |values| has_second || values.iter().all(|v| *v == 0.0))
            .or(vec![0.0]);
        let second_velocity = match second_velocity[..] {
            [x, y, z] => [x, y, z],
            _ => [0.0, 0.0, second_velocity[0]],
        };
        section.finish();
        Self { speed, angle, spin, second_spin, second_velocity, gap }
    }
}

fn all_differ(values: &[f64]) -> bool {
    values.iter().enumerate().all(|(at, value)| !values[..at].contains(value))
}

/// One spin about y, or three, of at most `largest` [rad/s].
pub(super) fn read_spin(section: &Section<'_>, key: &'static str, largest: f64) -> [f64; 3] {
    let spin = section
        .quantities(key, &SPIN)
        .check("one spin about y, or three about x, y, z", |spins| matches!(spins.len(), 1 | 3))
        .check(format!("must be at most {largest:e} rad/s"), |spins| spins.iter().all(|spin| spin.abs() <= largest))
        .or(vec![0.0]);
    if spin.len() == 3 { [spin[0], spin[1], spin[2]] } else { [0.0, spin[0], 0.0] }
}

/// One quantity, or a list if there are several.
fn list<S: Serializer>(kind: &Kind, values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    match values {
        [one] => serializer.serialize_str(&kind.write(*one)),
        several => several.iter().map(|value| kind.write(*value)).collect::<Vec<_>>().serialize(serializer),
    }
}

fn speeds<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    list(&SPEED, values, serializer)
}

fn angles<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    list(&DEGREES, values, serializer)
}

fn velocity<S: Serializer>(values: &[f64; 3], serializer: S) -> Result<S::Ok, S::Error> {
    list(&SPEED, values, serializer)
}

fn spins<S: Serializer>(values: &[f64; 3], serializer: S) -> Result<S::Ok, S::Error> {
    list(&SPIN, values, serializer)
}

table! {
    /// Scheme and steps.
    pub struct Integration {
        /// Scheme. Default hermite.
        method: Integrator = Integrator::Hermite, word();
        /// Steps per undamped contact, 5 or more. Default 400.
        steps_per_contact: u32 = 400, count(5..=10_000_000);
        /// Compute the first contact again by Dormand–Prince 8(5,3) and report the difference; for laws that are smooth in
        /// contact, one impact, without gap and gravity. Default false.
        check: bool = false, flag();
    }
}

table! {
    /// Where an impact ends: at the first of its limits.
    pub struct DryRun {
        /// Gravity towards −z [m/s²]. Default 0.
        gravity: f64 = 0.0, quantity(&ACCELERATION, within(0.0..=1e5));
        /// Simulated time \[s\]. Default: no limit.
        time: Option<f64> = None, optional(&TIME, within(1e-12..=1e9));
        /// Stop when the sphere rests on the wall under its weight. Default false.
        until_rest: bool = false, flag();
        /// Contacts. Default 1; 100 000 until rest.
        bounces: u32 = 1, count(1..=1_000_000);
        /// Rest: kinetic and elastic energy above that of rest, as a speed [m/s]. Default 1e-6 m/s.
        rest_speed: f64 = 1e-6, quantity(&SPEED, within(1e-12..=1.0));
        /// Longest contact, in undamped contact times (a thousand times that under weight); bodies still in contact then are
        /// said to stick. Default 50.
        longest_contact: f64 = 50.0, number(within(1.0..=1e6));
        /// Threads of a series; 0 takes all cores. The results do not depend on it. Default 0.
        threads: usize = 0, count(0..=1024);
    }
}

impl DryRun {
    pub(super) fn read(section: Section<'_>, has_second: bool) -> Self {
        let mut run = keys::read(Self { bounces: 0, ..Self::default() }, &section);
        if run.until_rest && (run.gravity == 0.0 || has_second) {
            section.unfit("until_rest", "a sphere comes to rest on a wall under gravity: give run.gravity");
        }
        if run.bounces == 0 {
            run.bounces = if run.until_rest { 100_000 } else { 1 };
        }
        section.finish();
        run
    }
}

table! {
    /// Files of an impact.
    pub struct DryOutput {
        /// The run directory. Default `runs/NAME`.
        directory: PathBuf = PathBuf::new(), path();
        /// Rows of the trajectory: every n-th step. Default 1.
        every: u32 = 1, count(1..=1_000_000_000);
        /// Rows of the trajectory per flight between contacts. Default 50.
        rows_per_flight: u32 = 50, count(1..=1_000_000);
        /// In a series: a directory with its own trajectory for each impact. Default true for up to 100 impacts.
        members: bool = true, flag();
        /// Whether to draw figures. Default true.
        plots: bool = true, flag();
    }
}

/// Largest series that gets a directory for each impact without being asked.
const MEMBERS: usize = 100;

impl DryOutput {
    pub(super) fn new(directory: PathBuf, plots: bool) -> Self {
        Self { directory, plots, ..Self::default() }
    }

    pub(super) fn read(section: Section<'_>, name: &str, members: usize) -> Self {
        let output = Self { members: members <= MEMBERS, ..Self::new(PathBuf::from("runs").join(name), true) };
        let output = keys::read(output, &section);
        section.finish();
        output
    }
}
