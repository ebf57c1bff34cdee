//! The body that a sphere faces along the normal: a wall, its own image behind a plane of symmetry, or a second sphere on the same axis.
//! `axial` has the balance of both.

use super::forces::Loads;
use super::forces::SphereInertia;
use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::body::dof::{Dof, along_normal};
use serde::{Deserialize, Serialize};

/// The body that a sphere faces.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Facing {
    /// A wall.
    #[default]
    Wall,
    /// Its own image behind a plane of symmetry, which only half of the gap and of all energies are before.
    Image,
    /// A second sphere below it on the axis.
    Sphere(SecondSphere),
}

/// A second sphere on the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SecondSphere {
    /// Inertia and weight.
    pub inertia: SphereInertia,
    /// The layers of vorticity below the grid \[kg\].
    pub layer: UnresolvedLayer,
    /// Whether it is free where the first one is; one that is not keeps the speed that it was led to.
    pub free: bool,
    /// Its speed towards the first one while both are led, over that of the first towards it.
    pub lead: f64,
}

/// The state of the body that a sphere faces; a wall keeps that of the start.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Faced {
    /// Speed along the normal at the present and the older level [m/s], positive in the sense of the first one's.
    pub speeds: [f64; 2],
    /// Distance from the place of the start in the same sense \[m\].
    pub(super) displacement: f64,
    /// The memory of the layers of vorticity below the grid.
    pub(super) layer: LayerMemory,
    /// Forces on it by cause.
    pub loads: Loads,
}

impl Facing {
    /// Its speed towards the sphere while both are led, over that of the sphere towards it.
    pub(super) fn lead(&self) -> f64 {
        match self {
            Self::Wall => 0.0,
            Self::Image => 1.0,
            Self::Sphere(second) => second.lead,
        }
    }

    /// The gap between the two \[m\] where the sphere is led, starts at `start` \[m\], and would be at `own` \[m\] if the other one stood still; of
    /// an image these are distances from the plane of symmetry.
    pub fn led_gap(&self, start: f64, own: f64) -> f64 {
        match self {
            Self::Wall => own,
            Self::Image => 2.0 * own,
            Self::Sphere(second) => start + (1.0 + second.lead) * (own - start),
        }
    }

    /// The second sphere, if it is one.
    pub fn second(&self) -> Option<&SecondSphere> {
        match self {
            Self::Sphere(second) => Some(second),
            Self::Wall | Self::Image => None,
        }
    }

    /// What of gap, film and contact is in the computed half: all, or half of it before an image.
    pub fn half(&self) -> f64 {
        if *self == Self::Image { 0.5 } else { 1.0 }
    }

    /// The speed to be expected of the second one from that of the `first` [m/s] where it is free: it may `move` likewise, or keep its speed `now`.
    pub(super) fn expected(&self, first: f64, moves: f64, now: f64) -> f64 {
        match self {
            Self::Wall => 0.0,
            Self::Image => -first,
            Self::Sphere(second) if second.free => moves,
            Self::Sphere(_) => now,
        }
    }

    /// The inertia and weight of the speed at which `first` and this part: the sphere's own before a wall, or the reduced mass of both.
    pub fn parting(&self, first: &SphereInertia) -> SphereInertia {
        let image = SphereInertia { submerged_weight: -first.submerged_weight, ..*first };
        let second = match self {
            Self::Sphere(second) if second.free => &second.inertia,
            Self::Image => &image,
            Self::Wall | Self::Sphere(_) => return *first,
        };
        let reduced = |one: f64, other: f64| one * other / (one + other);
        let mass = reduced(first.mass(), second.mass());
        let [own, other] = [first, second].map(SphereInertia::mass_with_added);
        let displaced_mass = 2.0 * (reduced(own, other) - mass);
        let accelerations = first.submerged_weight / own - second.submerged_weight / other;
        SphereInertia {
            excess_mass: mass - displaced_mass,
            displaced_mass,
            submerged_weight: reduced(own, other) * accelerations,
            ..*first
        }
    }

    /// Kinetic energy \[J\] of the second sphere, if it is one, by the measure `of` of its inertia at its speeds.
    pub(super) fn energy(&self, faced: &Faced, of: fn(&SphereInertia, &Dof) -> f64) -> f64 {
        self.second().map_or(0.0, |second| of(&second.inertia, &along_normal(faced.speeds[0])))
    }

    /// Potential energy \[J\] of both at the gap `gap` \[m\].
    pub(super) fn potential(&self, first: &SphereInertia, faced: &Faced, gap: f64) -> f64 {
        let second = self.second().map_or(0.0, |second| second.inertia.submerged_weight * faced.displacement);
        first.submerged_weight * (self.half() * gap + faced.displacement) + second
    }
}
