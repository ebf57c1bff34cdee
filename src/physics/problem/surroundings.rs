//! What is around the sphere: a wall, its own image behind a plane of symmetry, a second sphere, or open liquid.
//!
//! This is the one place that knows these apart. Everything else asks for an answer: what the sphere faces, how the gap
//! and the energies are shared, how the motion ends, and the words for it. A new kind of surroundings is a variant
//! here, the domain that the grid fills ([`domain`](crate::model::domain)), and the reading of a case.

use super::solids::{Second, Sphere, Wall};
use super::vessel::{Side, Top, Vessel};
use crate::body::release::Start;
use crate::contact::{Material, Pair};
use crate::error::BadParameter;
use crate::flow::stokes::Ends;
use crate::liquid::{FilmCounterpart, ImmersedSphere};

/// What is around the sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Surroundings {
    /// A flat wall at z = 0.
    Wall(Wall),
    /// A plane of symmetry, behind which an equal sphere mirrors the motion. Gaps and speeds are to and from the plane.
    Mirror,
    /// A second sphere on the axis.
    Pair(Second),
    /// Liquid without walls, through which the grid follows the sphere.
    Open,
}

/// Which part of the liquid between two bodies is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    /// All of it, above the surface of a body at z = 0.
    Surface,
    /// Half of it, above a plane of symmetry in the middle of the gap.
    Symmetry,
    /// All of it, with the middle of the gap at z = 0 and a sphere on either side.
    Middle,
}

impl Surroundings {
    /// What is around a sphere that starts so: open liquid where it is held in a stream, falls through it or oscillates
    /// in it, else what it meets.
    pub fn of(start: &Start, met: Self) -> Self {
        if Self::are_open(start) { Self::Open } else { met }
    }

    /// Whether a sphere that starts so is in open liquid, whatever else there might be to meet.
    pub fn are_open(start: &Start) -> bool {
        match start {
            Start::Held { .. } | Start::Falling | Start::Oscillating { .. } => true,
            Start::Rest | Start::Prescribed { .. } | Start::Table { .. } => false,
        }
    }

    /// Whether there is a body to meet, so that there is a gap.
    pub fn has_gap(&self) -> bool {
        !matches!(self, Self::Open)
    }

    /// Whether the body that it meets is a sphere: a second one, or its image.
    pub fn meets_sphere(&self) -> bool {
        matches!(self, Self::Mirror | Self::Pair(_))
    }

    /// Whether a plane of symmetry halves the gap.
    pub fn is_halved(&self) -> bool {
        matches!(self, Self::Mirror)
    }

    /// The share of the gap between both bodies that is this one's own.
    pub fn own_share(&self) -> f64 {
        if self.is_halved() { 0.5 } else { 1.0 }
    }

    /// Point mobility of what it meets [m/(N s)]: of a wall that is a plate, else 0.
    pub fn mobility(&self) -> f64 {
        self.wall().map_or(0.0, Wall::mobility)
    }

    /// Whether the body that it meets stands still: a wall, or a second sphere that is held.
    pub fn stands(&self) -> bool {
        match self {
            Self::Wall(_) | Self::Open => true,
            Self::Mirror => false,
            Self::Pair(second) => second.fixed && second.velocity == 0.0,
        }
    }

    /// The wall, if there is one.
    pub fn wall(&self) -> Option<&Wall> {
        match self {
            Self::Wall(wall) => Some(wall),
            Self::Mirror | Self::Pair(_) | Self::Open => None,
        }
    }

    /// The second sphere, if there is one beside the image.
    pub fn second(&self) -> Option<&Second> {
        match self {
            Self::Pair(second) => Some(second),
            Self::Wall(_) | Self::Mirror | Self::Open => None,
        }
    }

    /// The sphere that `own` meets, its image included; `None` at a wall and in open liquid.
    pub fn met_sphere(&self, own: &Sphere) -> Option<Second> {
        match self {
            Self::Mirror => Some(Second { sphere: *own, fixed: false, velocity: 0.0 }),
            Self::Pair(second) => Some(*second),
            Self::Wall(_) | Self::Open => None,
        }
    }

    /// The speed at which the gap closes [m/s] where the sphere approaches at `own` [m/s].
    pub fn closing_speed(&self, own: f64) -> f64 {
        match self {
            Self::Pair(second) => own + second.velocity,
            Self::Mirror => 2.0 * own,
            Self::Wall(_) | Self::Open => own,
        }
    }

    /// The body that the sphere meets, in words.
    pub fn met_in_words(&self) -> &'static str {
        match self {
            Self::Pair(_) => "the second sphere",
            Self::Mirror => "its image",
            Self::Wall(_) | Self::Open => "the wall",
        }
    }

    /// The elasticity of the body that `own` meets; in open liquid that of `own`, as nothing is met.
    pub fn opposite_elastic(&self, own: &Sphere) -> Material {
        match self {
            Self::Wall(wall) => wall.elastic,
            Self::Pair(second) => second.sphere.elastic,
            Self::Mirror | Self::Open => own.elastic,
        }
    }

    /// Angle between the wall and the horizontal (deg); 0 without a wall.
    pub fn inclination(&self) -> f64 {
        match self {
            Self::Wall(wall) => wall.inclination,
            Self::Mirror | Self::Pair(_) | Self::Open => 0.0,
        }
    }

    /// The solids in contact.
    ///
    /// # Errors
    /// A material that no solid has.
    pub fn pair(&self, own: &Sphere) -> Result<Pair, BadParameter> {
        let Some(Second { sphere, fixed, .. }) = self.met_sphere(own) else {
            let opposite = self.opposite_elastic(own);
            let pair = Pair::sphere_on_plane(own.radius(), own.mass(), [own.elastic, opposite])?;
            return Ok(pair.on_plate(self.wall().map_or(Ok(0.0), Wall::checked_mobility)?));
        };
        let both = [own, &sphere];
        let mut pair =
            Pair::spheres(both.map(Sphere::radius), both.map(|one| one.density), both.map(|one| one.elastic))?;
        if fixed {
            pair.mass[1] = f64::INFINITY;
        }
        Ok(pair)
    }

    /// The sphere before a plane that has the film of `own`, and the other side of that film.
    pub fn film_of(&self, own: ImmersedSphere) -> (ImmersedSphere, FilmCounterpart) {
        match self {
            Self::Pair(second) => FilmCounterpart::sphere(own, second.sphere.radius()),
            Self::Mirror => FilmCounterpart::image(own),
            Self::Wall(_) | Self::Open => (own, FilmCounterpart::Wall),
        }
    }

    /// Whether walls hold the liquid: the wall below, and the lid of a vessel.
    pub fn has_walls(&self) -> bool {
        matches!(self, Self::Wall(_))
    }

    /// Which part of the liquid is computed.
    pub fn floor(&self) -> Floor {
        match self {
            Self::Wall(_) | Self::Open => Floor::Surface,
            Self::Mirror => Floor::Symmetry,
            Self::Pair(_) => Floor::Middle,
        }
    }

    /// Whether the liquid sticks to the ends of the computed part, or slips.
    pub fn ends(&self, vessel: &Vessel) -> Ends {
        let closed = vessel.top == Top::Closed;
        Ends { bottom_no_slip: self.has_walls(), top_no_slip: !self.meets_sphere() && closed }
    }

    /// Whether the liquid sticks to the side of the computed part.
    pub fn side_no_slip(&self, vessel: &Vessel) -> bool {
        vessel.side == Side::NoSlip
    }
}

impl Floor {
    /// The share of the gap that lies in the computed part above the floor.
    pub fn share_of_gap(self) -> f64 {
        match self {
            Self::Surface => 1.0,
            Self::Symmetry | Self::Middle => 0.5,
        }
    }

    /// Spheres in the computed liquid, each with its side of the axial grid.
    pub fn sides(self) -> usize {
        if self == Self::Middle { 2 } else { 1 }
    }
}
