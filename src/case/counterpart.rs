//! The body that the sphere of a case meets: a wall, its own image behind a plane of symmetry, or a second sphere.

use super::case::Case;
use super::cross_table::CrossTableCheck;
use super::solids::WallKind;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::problem::Hydrodynamics;
use wetbounce_records::bounce::values::GAS_BEND_TOLERANCE;
use wetbounce_records::record::Lengths;
use wetbounce_records::record::Medium;
use wetbounce_records::record::Setting;

impl Case {
    /// Lengths by which a record of this case is read.
    pub fn lengths(&self) -> Lengths {
        let own = self.problem.sphere.diameter;
        match self.problem.surroundings.second() {
            Some(second) => Lengths::between([own, second.sphere.diameter]),
            None => Lengths { reading: self.problem.reading_diameter(), ..Lengths::at_wall(own) },
        }
    }

    /// What is known of its record before that is read: a gas is what hardly buoys or adds mass to the sphere.
    pub fn reading(&self) -> Setting {
        let problem = &self.problem;
        let buoyed = 1.5 * problem.liquid.density / problem.sphere.density;
        let medium = if buoyed < GAS_BEND_TOLERANCE { Medium::Gas } else { Medium::Liquid };
        Setting {
            medium: Some(self.measurement.as_ref().and_then(|measurement| measurement.medium).unwrap_or(medium)),
            ..Setting::of(Some(self.lengths())).inclined(problem.surroundings.inclination(), problem.gravity.abs())
        }
    }
}

/// Reports keys that do not go with a second sphere or a mirror.
pub(super) fn check(at: &CrossTableCheck<'_>) {
    let problem = &at.case.problem;
    let what = match (at.second.is_some(), at.wall.kind) {
        (true, _) => "second",
        (false, WallKind::Mirror) => "wall.kind",
        (false, _) => return,
    };
    if !problem.surroundings.has_gap() {
        at.refuse(
            "release.kind = \"held\", \"falling\" and \"oscillating\" are of one sphere in open liquid",
            "release.kind = \"prescribed\" or \"rest\"; second.velocity leads the second sphere along",
            &["release.kind", what],
        );
    }
    if problem.hydrodynamics != Hydrodynamics::Resolved {
        at.refuse(
            format!("hydrodynamics = \"{}\" knows one sphere and a wall", problem.hydrodynamics),
            "hydrodynamics = \"resolved\"",
            &["hydrodynamics", what],
        );
    }
    if problem.resolution.azimuthal_modes > 0 {
        at.refuse(
            "two spheres, or one and its image, move along their line of centres: their flow is axisymmetric",
            "resolution.azimuthal_modes = 0, without angle, spin and perturbation",
            &["resolution.azimuthal_modes", what],
        );
    }
    let led = at.second.is_some_and(|second| second.velocity != 0.0);
    if led && !matches!(problem.start.start, Start::Prescribed { .. }) {
        at.refuse(
            "second.velocity leads the second sphere while the first one is led",
            "release.kind = \"prescribed\" with a release.speed; or leave out second.velocity",
            &["second.velocity", "release.kind"],
        );
    }
}
