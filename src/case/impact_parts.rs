//! The tables of an impact case.

use super::keys;
use super::section::Section;
use std::path::PathBuf;
use wetbounce_physics::contact::Integrator;
use wetbounce_physics::keys::{Components, within};
use wetbounce_physics::quantity::{ACCELERATION, DEGREES, LENGTH, SPEED, SPIN, TIME};
use wetbounce_physics::table;

/// Slowest impact [m/s]: a contact of minutes.
pub(super) const SLOWEST: f64 = 1e-9;
/// Fastest impact [m/s].
pub(super) const FASTEST: f64 = 1e4;

/// A spin of one value is about y, a velocity of one value along z.
const ABOUT_Y: Components = Components {
    alone: 1,
    brief: false,
    largest: 1e9,
    wrong: ["one spin about y, or three about x, y, z", "must be at most 1e9 rad/s"],
};
const ALONG_Z: Components = Components {
    alone: 2,
    brief: false,
    largest: FASTEST,
    wrong: ["one velocity along z, or three along x, y, z", "must be at most 10000 m/s"],
};

table! {
    /// How the bodies meet.
    pub struct Incidence {
        /// Speeds of the first sphere relative to the second body [m/s]. Required, unless it falls under gravity.
        speed: Vec<f64> = vec![1.0], numbers(&SPEED);
        /// Angles between velocity and normal \[deg\]. Default 0.
        angle: Vec<f64> = vec![0.0], numbers(&DEGREES);
        /// Spin of the first sphere about x, y, z [rad/s]; a single value is about y, positive where the sphere rolls
        /// along +x. Default 0.
        spin: [f64; 3] = [0.0; 3], vector(&SPIN, ABOUT_Y);
        /// Spin of the second sphere [rad/s]. Default 0.
        second_spin: [f64; 3] = [0.0; 3], vector(&SPIN, ABOUT_Y);
        /// Velocity of the second sphere along x, y, z [m/s]; a single value is along z. Default 0.
        second_velocity: [f64; 3] = [0.0; 3], vector(&SPEED, ALONG_Z);
        /// Gap between the surfaces at the start \[m\]. Default 0: they are about to touch.
        gap: f64 = 0.0, quantity(&LENGTH, within(0.0..=1e3));
    }
}

impl Incidence {
    /// Number of impacts asked for.
    pub(super) fn members(&self) -> usize {
        self.speed.len() * self.angle.len()
    }

    pub(super) fn read(section: Section<'_>, run: &DryRun, has_second: bool) -> Self {
        let falls = run.gravity > 0.0 && !has_second;
        let speed = vec![if falls { 0.0 } else { f64::NAN }];
        let mut impact = keys::read(Self { speed, ..Self::default() }, &section);
        if !falls && section.place("speed").is_none() {
            section.missing("speed", "write for example speed = \"0.3 m/s\", or a list [\"0.1 m/s\", \"1 m/s\"]");
        }
        let too_far = |v: &f64| !(v.is_nan() || (SLOWEST..=FASTEST).contains(v) || falls && *v == 0.0);
        for (key, values) in [("speed", &mut impact.speed), ("angle", &mut impact.angle)] {
            if values.len() > MOST_VALUES {
                section.unfit(key, format!("has more than {MOST_VALUES} values"));
                values.truncate(1);
            }
        }
        if impact.speed.iter().any(too_far) {
            section.unfit("speed", format!("must be from {SLOWEST:e} to {FASTEST} m/s"));
        } else if !all_differ(&impact.speed) {
            section.unfit("speed", "the same speed stands twice");
        }
        if !impact.angle.iter().all(|angle| (0.0..90.0).contains(angle)) {
            section.unfit("angle", "must be at least 0 and below 90 deg from the normal");
        } else if !all_differ(&impact.angle) {
            section.unfit("angle", "the same angle stands twice");
        }
        if !has_second && impact.second_spin != [0.0; 3] {
            section.unfit("second_spin", "turns a second sphere: add [second]");
        }
        if !has_second && impact.second_velocity != [0.0; 3] {
            section.unfit("second_velocity", "moves a second sphere: add [second]");
        }
        section.finish();
        impact
    }
}

fn all_differ(values: &[f64]) -> bool {
    values.iter().enumerate().all(|(at, value)| !values[..at].contains(value))
}

table! {
    /// Scheme and steps.
    pub struct Integration {
        /// Scheme. Default hermite.
        method: Integrator = Integrator::Hermite, word();
        /// Steps per undamped contact, 5 or more. Default 400.
        steps_per_contact: u32 = 400, count(5..=10_000_000);
        /// Compute the first contact again by Dormand–Prince 8(5,3) and report the difference; for laws that are smooth
        /// in contact, one impact, without gap and gravity. Default false.
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
        /// Longest contact, in undamped contact times (a thousand times that under weight); bodies still in contact
        /// then are said to stick. Default 50.
        longest_contact: f64 = 50.0, number(within(1.0..=1e6));
        /// Threads of a series; 0 takes all cores. The results do not depend on it. Default 0.
        threads: usize = 0, count(0..=1024);
    }
}

impl DryRun {
    pub(super) fn read(section: Section<'_>, has_second: bool) -> Self {
        let mut run = keys::read(Self { bounces: 0, ..Self::default() }, &section);
        let rests = run.gravity > 0.0 && !has_second;
        for (key, set) in [("until_rest", run.until_rest), ("rest_speed", run.rest_speed != Self::default().rest_speed)]
        {
            if set && !rests {
                section.unfit(key, "a sphere comes to rest on a wall under gravity: give run.gravity");
            }
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
/// Most speeds, and most angles.
const MOST_VALUES: usize = 1000;

impl DryOutput {
    pub(super) fn new(directory: PathBuf, plots: bool) -> Self {
        Self { directory, plots, ..Self::default() }
    }

    pub(super) fn read(section: Section<'_>, name: &str, members: usize) -> Self {
        let output = Self { members: members <= MEMBERS, ..Self::new(PathBuf::from("runs").join(name), true) };
        let output = keys::read(output, &section);
        if members == 1 && !output.members {
            section.unfit("members", "is of a series: give a list of speeds or of angles");
        }
        section.finish();
        output
    }
}
