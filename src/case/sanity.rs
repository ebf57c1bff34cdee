//! What only shows between tables: the sphere fits its container, and the run can end.

use super::Case;
use super::problem::Problem;
use super::quantity::LENGTH;
use super::section::{Reader, Section};

/// Reports what no single key is to blame for, underlining every key involved that the user wrote.
pub(super) fn check(case: &Case, reader: &Reader, root: &Section<'_>) {
    let report = |message: String, help: String, keys: &[(&'static str, &'static str)]| {
        let mut problem = Problem::new(message).help(help);
        for (table, key) in keys {
            if let Some(place) = root.place_in(table, key) {
                problem = problem.at(reader.sources(), &place, format!("{table}.{key}"));
            }
        }
        reader.report(problem);
    };
    let length = |value: f64| LENGTH.write(value);
    let (diameter, container, release) = (case.sphere.diameter, &case.container, &case.release);
    if diameter >= 2.0 * container.radius {
        report(
            "the sphere is larger than its container".into(),
            format!("a sphere of {} needs a container radius well above {}", length(diameter), length(0.5 * diameter)),
            &[("sphere", "diameter"), ("container", "radius")],
        );
    }
    if release.gap + diameter >= container.height {
        report(
            "the sphere is released above the top of its container".into(),
            format!(
                "release.gap + D = {} must be less than container.height = {}",
                length(release.gap + diameter),
                length(container.height)
            ),
            &[("release", "gap"), ("sphere", "diameter"), ("container", "height")],
        );
    }
    let start = release.gap + release.start.run_up();
    if release.gap + diameter < container.height && start + 1.25 * diameter >= container.height {
        report(
            "the sphere has no room above its start".into(),
            format!(
                "release.gap + release.run_up + 1.25 D = {} must be less than container.height = {}",
                length(start + 1.25 * diameter),
                length(container.height)
            ),
            &[("release", "gap"), ("release", "run_up"), ("container", "height")],
        );
    }
    let floats = case.sphere.density <= case.liquid.density || case.run.gravity == 0.0;
    if floats && case.run.time.is_none() {
        report(
            "nothing pulls the sphere to the wall, so the run would not end".into(),
            "give run.time; or a sphere denser than the liquid, under gravity".into(),
            &[
                ("sphere", "density"),
                ("sphere", "density_ratio"),
                ("groups", "density_ratio"),
                ("liquid", "density"),
                ("run", "gravity"),
            ],
        );
    }
}
