//! The body that the sphere of a case meets: a wall, its own image behind a plane of symmetry, or a second sphere.

use super::cross_table::CrossTableCheck;
use super::section::settle;
use super::{Case, Hydrodynamics, Lengths, Second, Start, WallKind};
use wetbounce_records::bounce::values::IN_AIR;
use wetbounce_records::record::Medium;
use wetbounce_records::record::Setting;

/// Room beyond the spheres at the Reynolds number 1, and its bounds, in diameters of the wider one: the liquid is disturbed as far as `D/Re`.
const ROOM: f64 = 200.0;
const ROOMS: [f64; 2] = [20.0, 2000.0];
/// Radius of fine cells over the room, and the largest cell.
const FINE: f64 = 0.25;
const LARGEST: f64 = 0.125;

impl Case {
    /// Lengths by which a record of this case is read.
    pub fn lengths(&self) -> Lengths {
        let own = self.sphere.diameter;
        match &self.second {
            Some(second) => Lengths::between([own, second.sphere.diameter]),
            None => Lengths { reading: self.problem().reading_diameter(), ..Lengths::at_wall(own) },
        }
    }

    /// What is known of its record before that is read: a gas is what hardly buoys or adds mass to the sphere.
    pub fn reading(&self) -> Setting {
        let buoyed = 1.5 * self.liquid.density / self.sphere.density;
        let medium = if buoyed < IN_AIR { Medium::Gas } else { Medium::Liquid };
        Setting {
            medium: Some(self.measurement.as_ref().and_then(|measurement| measurement.medium).unwrap_or(medium)),
            ..Setting::of(Some(self.lengths())).inclined(self.wall.inclination, self.run.gravity)
        }
    }

    /// The sphere that this one meets, its image if it is that.
    pub(super) fn met_sphere(&self) -> Option<Second> {
        match self.wall.kind {
            WallKind::Mirror => Some(Second { sphere: self.sphere.clone(), fixed: false, velocity: 0.0 }),
            WallKind::Solid | WallKind::Absent => self.second.clone(),
        }
    }

    /// Settles the room around two spheres, and the defaults that hang on it.
    pub(super) fn settle_facing(&mut self) {
        let Some([first, second]) = self.problem().diameters() else { return };
        let (wider, reynolds) = (first.max(second), self.problem().groups().reynolds.max(1e-9));
        let room = (ROOM / reynolds).clamp(ROOMS[0], ROOMS[1]);
        let start = self.release.highest_gap();
        let height = if self.wall.kind == WallKind::Mirror { room * wider } else { second + 2.0 * room * wider };
        settle(&mut self.container.radius, FINE * room * wider);
        settle(&mut self.container.height, start + first + height);
        settle(&mut self.resolution.largest_cell, (LARGEST * room).max(0.6));
    }
}

/// Reports keys that do not go with a second sphere or a mirror.
pub(super) fn check(at: &CrossTableCheck<'_>) {
    let case = at.case;
    if case.second.is_none() && case.wall.kind != WallKind::Mirror {
        return;
    }
    let what = if case.second.is_none() { "wall.kind" } else { "second" };
    if case.release.in_open_liquid() {
        at.refuse(
            "release.kind = \"held\", \"falling\" and \"oscillating\" are of one sphere in open liquid",
            "release.kind = \"prescribed\" or \"rest\"; second.velocity leads the second sphere along",
            &["release.kind", what],
        );
    }
    if case.hydrodynamics != Hydrodynamics::Resolved {
        at.refuse(
            format!("hydrodynamics = \"{}\" knows one sphere and a wall", case.hydrodynamics),
            "hydrodynamics = \"resolved\"",
            &["hydrodynamics", what],
        );
    }
    if case.resolution.azimuthal_modes > 0 {
        at.refuse(
            "two spheres, or one and its image, move along their line of centres: their flow is axisymmetric",
            "resolution.azimuthal_modes = 0, without angle, spin and perturbation",
            &["resolution.azimuthal_modes", what],
        );
    }
    let led = case.second.as_ref().is_some_and(|second| second.velocity != 0.0);
    if led && !matches!(case.release.start, Start::Prescribed { .. }) {
        at.refuse(
            "second.velocity leads the second sphere while the first one is led",
            "release.kind = \"prescribed\" with a release.speed; or leave out second.velocity",
            &["second.velocity", "release.kind"],
        );
    }
}
