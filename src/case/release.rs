//! Where the sphere starts, and how.

use super::keys;
use super::motion_record::{self, LedRecord};
use super::motion_table;
use super::section::Section;
use std::mem::take;
use wetbounce_physics::body::release::{Release, Start};
use wetbounce_physics::problem::Surroundings;

/// Keys that a measured motion, `release.motion`, takes the place of.
pub(super) const MOTION_REPLACES: [&str; 12] = [
    "gap",
    "kind",
    "speed",
    "times",
    "velocities",
    "gaps",
    "accelerations",
    "file",
    "free_gap",
    "run_up",
    "ramp",
    "angle",
];

/// Why keys of other kinds have no place in this one.
fn why_no_others(release: &Release) -> &'static str {
    match release.start {
        Start::Rest | Start::Falling => "a sphere released from rest finds its own speed",
        Start::Prescribed { .. } => "a prescribed approach has a speed and an angle",
        Start::Table { .. } => "a table has its own speeds, and the sphere is free after its last row",
        Start::Held { .. } => "a stream comes along the axis, and in it the sphere is never let go",
        Start::Oscillating { .. } => "a sphere that oscillates is never let go",
    }
}

/// Reads the table `[release]` of a sphere of `diameter` \[m\], and the measured motion that it names, if there is one.
pub(super) fn read(root: &Section<'_>, diameter: f64) -> (Release, Option<LedRecord>) {
    let section = root.table("release");
    let given = |key: &&str| section.place(key).is_some();
    let led = motion_record::read(root, &section, diameter);
    if motion_record::is_given(&section) {
        // A motion of an override takes the place of the start in the file.
        let of_motion = section.place("motion").map_or(0, |place| place.source);
        for key in MOTION_REPLACES {
            if section.node(key).is_some_and(|node| node.place.source >= of_motion) {
                section.unfit(key, "follows from release.motion: leave it out");
            }
        }
        // Until the grid is known, the motion stands for what it is; one that was refused has been reported.
        let (start, gap) = match &led {
            Some(led) => (Start::Table { table: led.outline() }, led.first_gap()),
            None => (Start::Rest, diameter),
        };
        let release = keys::read(Release { start: start.clone(), ..Release::rest(gap) }, &section);
        section.finish();
        return (Release { start, gap, ..release }, led);
    }
    let start = match () {
        () if given(&"speed") => Start::of("prescribed"),
        () if ["times", "velocities", "file"].iter().any(given) => Start::of("table"),
        () => None,
    };
    let release = Release { start: start.unwrap_or(Start::Rest), ..Release::rest(f64::NAN) };
    let mut release = keys::read_and_explain(release, &section, why_no_others);
    let gap = release.gap;
    if !Surroundings::are_open(&release.start) && !given(&"gap") {
        section
            .missing("gap", "write for example gap = \"7 D\" in [release]: the distance from the wall to the sphere");
    }
    if !matches!(release.start, Start::Table { .. }) {
        section.belongs("file", "kind = \"table\"");
    }
    match &mut release.start {
        Start::Table { table } => match motion_table::read(&section, take(table), gap) {
            Some(read) => *table = read,
            None => release.start = Start::Rest,
        },
        Start::Prescribed { speed, free_gap, .. } => {
            *speed = section.plan_speed().unwrap_or(*speed);
            if *free_gap >= gap {
                section.unfit("free_gap", "must be less than release.gap");
            }
            if *free_gap <= 0.0 {
                section.unfit("free_gap", "must be above 0: the sphere is let go before it meets the wall");
            }
        }
        Start::Held { speed } | Start::Oscillating { speed, .. } => {
            *speed = section.plan_speed().unwrap_or(*speed);
        }
        Start::Rest | Start::Falling => {}
    }
    section.hint("height", "the start is given by the gap between wall and sphere: gap = \"7 D\"");
    section.finish();
    (release, None)
}
