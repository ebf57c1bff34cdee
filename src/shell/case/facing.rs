//! The body that the sphere of a case meets: a wall, its own image behind a plane of symmetry, or a second sphere.

use super::between::Between;
use super::section::settle;
use super::{Case, Hydrodynamics, Lengths, Second, Start, WallKind};

/// Room beyond the spheres at the Reynolds number 1, and its bounds, in diameters of the wider one: the liquid is disturbed as far as `D/Re`.
const ROOM: f64 = 200.0;
const ROOMS: [f64; 2] = [20.0, 2000.0];
/// Radius of fine cells over the room, and the largest cell.
const FINE: f64 = 0.25;
const LARGEST: f64 = 0.125;

impl Case {
    /// Whether there is a plane of symmetry with the sphere's image behind it.
    pub fn has_image(&self) -> bool {
        self.wall.kind == WallKind::Mirror
    }

    /// The sphere that this one meets, its image if it is that.
    pub(super) fn met_sphere(&self) -> Option<Second> {
        match self.wall.kind {
            WallKind::Mirror => Some(Second { sphere: self.sphere.clone(), fixed: false, velocity: 0.0 }),
            _ => self.second.clone(),
        }
    }

    /// The body that the sphere meets, in words.
    pub fn met_in_words(&self) -> &'static str {
        match (&self.second, self.has_image()) {
            (Some(_), _) => "the second sphere",
            (None, true) => "its image",
            (None, false) => "the wall",
        }
    }

    /// Whether there is neither a second sphere nor an image.
    pub fn meets_no_sphere(&self) -> bool {
        self.second.is_none() && !self.has_image()
    }

    /// Whether the body that it meets does not move: a wall, or a sphere that is held.
    pub(super) fn meets_what_stands(&self) -> bool {
        !self.has_image() && self.second.as_ref().is_none_or(|second| second.fixed && second.velocity == 0.0)
    }

    /// Diameters of the sphere and of the one that it meets \[m\]; `None` at a wall.
    pub fn diameters(&self) -> Option<[f64; 2]> {
        self.met_sphere().map(|second| [self.sphere.diameter, second.sphere.diameter])
    }

    /// Lengths by which a record of this case is read.
    pub fn lengths(&self) -> Lengths {
        let own = self.sphere.diameter;
        match &self.second {
            Some(second) => Lengths::between([own, second.sphere.diameter]),
            None => Lengths { reading: self.reading_diameter(), ..Lengths::at_wall(own) },
        }
    }

    /// The smaller diameter \[m\].
    pub fn smaller_diameter(&self) -> f64 {
        self.diameters().map_or(self.sphere.diameter, |[first, second]| first.min(second))
    }

    /// Radius of the sphere that makes the same film before a plane \[m\]: its own at a wall, `a₁a₂/(a₁ + a₂)` between two.
    pub fn film_radius(&self) -> f64 {
        self.diameters().map_or(self.sphere.radius(), |[first, second]| 0.5 * first * second / (first + second))
    }

    /// Diameter of the sphere that makes the same film before a plane \[m\], of which restitution is read in parts: the sphere's own at a wall,
    /// `2 a₁a₂/(a₁ + a₂)` between two. At a mirror, where the gap is half of that between the two, half as much.
    pub fn reading_diameter(&self) -> f64 {
        2.0 * self.film_radius() * if self.has_image() { 0.5 } else { 1.0 }
    }

    /// The mass that moves as the gap opens \[kg\]: the sphere's, or the reduced mass of two.
    pub fn parting_mass(&self) -> f64 {
        let own = self.sphere.mass();
        match self.met_sphere() {
            Some(Second { fixed: false, sphere, .. }) => own * sphere.mass() / (own + sphere.mass()),
            _ => own,
        }
    }

    /// The speed at which the gap closes [m/s]: that of the approach, and that of the other sphere.
    pub fn closing_speed(&self) -> f64 {
        let own = self.approach_speed();
        match &self.second {
            Some(second) => own + second.velocity,
            None if self.has_image() => 2.0 * own,
            None => own,
        }
    }

    /// Binary Stokes number `St_b = m* V/(6πμ r*²)` of two spheres (Yang & Hunt 2006), with the reduced mass and radius; `None` at a wall.
    pub fn binary_stokes(&self) -> Option<f64> {
        let drag = 6.0 * std::f64::consts::PI * self.liquid.viscosity * self.film_radius().powi(2);
        self.diameters().map(|_| self.parting_mass() * self.closing_speed() / drag)
    }

    /// The Stokes number of the gap over the sphere's own, whatever the viscosity; 1 at a wall.
    pub fn gap_over_own_stokes(&self) -> f64 {
        self.binary_stokes().map_or(1.0, |binary| binary / self.groups().stokes)
    }

    /// By how much weight and buoyancy accelerate the sphere towards the body that it meets [m/s²].
    pub(super) fn draw(&self) -> f64 {
        let of = |density: f64| (density - self.liquid.density) / (density + 0.5 * self.liquid.density);
        let second = match &self.second {
            Some(second) if !second.fixed => of(second.sphere.density),
            _ => 0.0,
        };
        (of(self.sphere.density) - second) * self.gravity()
    }

    /// Settles the room around two spheres, and the defaults that hang on it.
    pub(super) fn settle_facing(&mut self) {
        let Some([first, second]) = self.diameters() else { return };
        let (wider, reynolds) = (first.max(second), self.groups().reynolds.max(1e-9));
        let room = (ROOM / reynolds).clamp(ROOMS[0], ROOMS[1]);
        let start = self.release.highest_gap();
        let height = if self.has_image() { room * wider } else { second + 2.0 * room * wider };
        settle(&mut self.container.radius, FINE * room * wider);
        settle(&mut self.container.height, start + first + height);
        settle(&mut self.resolution.largest_cell, (LARGEST * room).max(0.6));
    }
}

/// Reports keys that do not go with a second sphere or a mirror.
pub(super) fn check(at: &Between<'_>) {
    let case = at.case;
    if case.meets_no_sphere() {
        return;
    }
    let what = if case.has_image() { "wall.kind" } else { "second" };
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
