//! A problem: everything that decides the motion of a sphere, in SI units, and nothing else.
//!
//! [`Problem::falling_on_wall`] gives one with every default; its parts are public, and are changed one by one.
//! [`Problem::model`] makes a [`Model`](crate::model::Model) of it, which [`run`](crate::model::run) follows to its
//! end.
//!
//! | part | contents |
//! |---|---|
//! | [`solids`], [`material`] | sphere, wall, second sphere, liquid; known materials |
//! | [`plate`] | the wall as a plate, and when it is thick |
//! | [`surroundings`], [`vessel`] | what is around the sphere, and the cylinder that holds the liquid |
//! | [`hydrodynamics`] | where the force of the liquid comes from |
//! | [`film`] | the film below the grid |
//! | [`resolution`], [`scales`] | cells and steps, and the lengths and speeds that scale them |
//! | [`room`] | defaults of what a problem leaves open: the room, its cells, the end |
//! | [`approach`] | whether an approach at a given speed is a fall |
//! | [`doubts`] | what makes its results doubtful, in sentences |

pub mod approach;
pub mod doubts;
pub mod film;
pub mod hydrodynamics;
pub mod material;
pub mod plate;
pub mod resolution;
pub mod room;
pub mod scales;
pub mod solids;
pub mod surroundings;
pub mod vessel;

pub use film::{AMBIENT, Film, FilmHeating, FilmModel};
pub use hydrodynamics::Hydrodynamics;
pub use material::Preset;
pub use plate::ImpactOnWall;
pub use resolution::{Resolution, Symmetry};
pub use solids::{Liquid, Second, Sphere, Wall};
pub use surroundings::{Floor, Surroundings};
pub use vessel::{ROOM_ABOVE, Side, Top, Vessel};

use crate::body::release::{Release, Start};
use crate::contact::hertz::ElasticImpact;
use crate::contact::pair::{effective_modulus, hertz_stiffness};
use crate::contact::tangential::TangentialContact;
use crate::contact::{Law, Li, NormalContact, Pair};
use crate::error::BadParameter;
use crate::keys::within;
use crate::liquid::{AddedMass, Blend, FarDrag, FilmCutoff, Groups, ImmersedSphere, LiquidLaws};
use crate::quantity::{LENGTH, NUMBER, TIME};
use crate::table;
use std::ops::Bound::{Excluded, Included};

table! {
    /// When a run ends: at the first of its limits.
    #[derive(Copy)]
    pub struct Until {
        /// Simulated time \[s\]. Default: no limit.
        time: Option<f64> = None, optional(&TIME, within(1e-9..=1e9));
        /// Way of a held sphere, or of a falling one at the speed expected \[m\]. Default, unless a time is given: 30
        /// D, or 60 D below Re 10; with azimuthal modes 100 D, of a fall 150 D.
        travel: Option<f64> = None, optional(&LENGTH, within(1e-9..=1e6));
        /// Periods of an oscillating sphere. Default 10, unless a time is given.
        periods: Option<f64> = None, optional(&NUMBER, within(0.1..=1e6));
        /// In open liquid: stop when the work against the liquid over 5 D (or over a period) has changed by less than
        /// this share from one to the next. Default: no such end.
        steady: Option<f64> = None, optional(&NUMBER, (Excluded(0.0), Included(0.1)));
        /// Bounces, counted at their apex. Default 3.
        bounces: u32 = 3, count(1..=1_000_000);
        /// Stop when the sphere rests on the wall. Default true.
        rest as "until_rest": bool = true, flag();
        /// Steps, a guard against endless runs. Default 1 000 000.
        steps as "steps_max": u64 = 1_000_000, count(1..=1_000_000_000_000);
    }
}

/// Everything that decides the motion of a sphere. SI units throughout.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The sphere.
    pub sphere: Sphere,
    /// The liquid.
    pub liquid: Liquid,
    /// Gravity towards a level wall [m/s²]; negative where the wall is above the sphere.
    pub gravity: f64,
    /// What is around the sphere.
    pub surroundings: Surroundings,
    /// The cylinder that holds the liquid.
    pub vessel: Vessel,
    /// Where the sphere starts, and how.
    pub start: Release,
    /// Where the force of the liquid comes from.
    pub hydrodynamics: Hydrodynamics,
    /// The film below the grid.
    pub film: Film,
    /// The law of solid contact.
    pub contact: Law,
    /// How simulated flow and theory are blended, where they are.
    pub blend: Blend,
    /// The laws of theory.
    pub theory: LiquidLaws,
    /// Cells and steps.
    pub resolution: Resolution,
    /// When the run ends.
    pub until: Until,
}

/// Steps in speed of the climb after a rebound.
const CLIMB: u32 = 200;
/// Gap at which a sphere starts by default, in diameters.
const GAP: f64 = 7.0;
/// Standard gravity as cases have it by default [m/s²].
pub const GRAVITY: f64 = 9.81;

impl Problem {
    /// A sphere that is released from rest, 7 D above a level wall in water at 20 °C, with every default of a case.
    pub fn falling_on_wall(sphere: Sphere, wall: Wall) -> Self {
        let gap = GAP * sphere.diameter;
        Self {
            sphere,
            liquid: Liquid::newtonian(998.2, 1.002e-3),
            gravity: GRAVITY,
            surroundings: Surroundings::Wall(wall),
            vessel: Vessel::wide(sphere.diameter, gap),
            start: Release::rest(gap),
            hydrodynamics: Hydrodynamics::default(),
            film: Film::default(),
            contact: Law::default(),
            blend: Blend::default(),
            theory: LiquidLaws::default(),
            resolution: Resolution::default(),
            until: Until::default(),
        }
    }

    /// Two spheres at rest in `liquid`, 7 D of the first apart along the line of their centres, with every default of a
    /// case. Set gravity and gap, then call [`arriving`](Self::arriving) for an approach.
    pub fn pair_of(sphere: Sphere, second: Second, liquid: Liquid) -> Self {
        let start = Release::rest(GAP * sphere.diameter);
        Self { start, ..Self::open(sphere, liquid, Surroundings::Pair(second)) }.settled()
    }

    /// The same with an approach at `speed` [m/s]. Its wake develops over a run-up of 12 D. Where the speed is the
    /// terminal one the sphere is free over its last 3 D; where it is another the sphere is driven until 0.5 D; see
    /// [`approach`]. Set the liquid first: it decides the terminal speed. The height of the vessel above a wall, and
    /// all of the room around two spheres with its largest cell, are set to their defaults for this approach.
    pub fn arriving(mut self, speed: f64) -> Self {
        self.start.start = Start::arriving(speed);
        self.vessel.height = f64::NAN;
        if self.surroundings.meets_sphere() {
            let open = Self::open(self.sphere, self.liquid, self.surroundings);
            self.vessel = open.vessel;
            self.resolution.largest_cell = open.resolution.largest_cell;
        }
        self.settled()
    }

    /// The problem as far as it acts until its start. What acts only at the wall (contact, elasticity, the film below
    /// the grid) has its default, and so has what ends the run. Problems that are equal in this come to their start in
    /// the same state, if they compute the flow throughout.
    pub fn of_run_up(&self) -> Self {
        let (mut problem, mut film) = (self.clone(), Film::default());
        if self.film.model.deforms() {
            film.model.deform();
        }
        (problem.film, problem.contact, problem.until) = (film, Law::default(), Until::default());
        problem.sphere.elastic = Preset::Steel.elastic();
        if let Surroundings::Wall(wall) = &mut problem.surroundings {
            wall.elastic = Preset::Glass.elastic();
        }
        problem
    }

    /// The sphere in its liquid.
    pub fn immersed(&self) -> ImmersedSphere {
        self.in_liquid(&self.sphere)
    }

    /// A sphere in the liquid of the problem.
    pub fn in_liquid(&self, sphere: &Sphere) -> ImmersedSphere {
        ImmersedSphere {
            radius: sphere.radius(),
            density: sphere.density,
            liquid_density: self.liquid.density,
            viscosity: self.liquid.viscosity,
        }
    }

    /// When the run ends at the latest \[s\]: at its time, or when the sphere has gone its way, or its periods; `None`
    /// without a limit.
    pub fn end_time(&self) -> Option<f64> {
        let Until { time, travel, periods, .. } = self.until;
        let way = |travel: f64| travel / self.approach_speed();
        let periods = periods.and_then(|periods| Some(periods / self.start.start.frequency()?));
        [time, travel.map(way), periods].into_iter().flatten().reduce(f64::min)
    }

    /// Whether weight and buoyancy drive the sphere to the body that it meets: a heavy sphere to a floor, a light one
    /// to a lid.
    pub fn comes_to_the_wall(&self) -> bool {
        self.draw() > 0.0
    }

    /// By how much weight and buoyancy accelerate the sphere towards the body that it meets [m/s²].
    pub fn draw(&self) -> f64 {
        let of = |density: f64| (density - self.liquid.density) / (density + 0.5 * self.liquid.density);
        let second = match self.surroundings.second() {
            Some(second) if !second.fixed => of(second.sphere.density),
            _ => 0.0,
        };
        (of(self.sphere.density) - second) * self.gravity
    }

    /// Whether a prescribed approach stands for a free fall, so that the sphere is left to itself over its last way:
    /// along the normal of a level wall, without spin, at the terminal speed expected, all to 5 % of it, and not held
    /// beyond 3 D, also by a lower start.
    pub fn is_a_fall(&self) -> bool {
        self.is_led_as_it_falls() && !approach::is_held_on(&self.start, self.sphere.diameter)
    }

    /// Whether the approach to a body that stands is prescribed as the sphere would fall by itself, whatever the gap at
    /// which it is let go.
    fn is_led_as_it_falls(&self) -> bool {
        let Start::Prescribed { speed, .. } = self.start.start else { return false };
        self.surroundings.stands() && approach::is_terminal(speed, self.terminal_speed(), self.aside())
    }

    /// How far the approach is off one straight down, or up, on a level wall, over its speed.
    pub fn aside(&self) -> f64 {
        approach::aside(&self.start, self.surroundings.inclination(), self.sphere.diameter)
    }

    /// Liquid behind the sphere at its start \[m\]: from its far side to the end of the vessel.
    pub fn behind(&self) -> f64 {
        self.vessel.height - self.start.gap - self.sphere.diameter
    }

    /// Steady speed towards the wall expected in an unbounded liquid [m/s], negative away from it; see
    /// [`ImmersedSphere::terminal_speed`].
    pub fn terminal_speed(&self) -> f64 {
        self.immersed().terminal_speed(self.gravity)
    }

    /// The prescribed approach speed, or else the terminal speed [m/s].
    pub fn approach_speed(&self) -> f64 {
        self.start.start.speed().unwrap_or_else(|| self.terminal_speed().abs())
    }

    /// Fastest that a free sphere can be after a `way` \[m\] [m/s]: its terminal speed or, where the way is too short
    /// for that, the speed that its weight gives it, `√(U² + 2 |ρp − ρl| g s/(ρp + ρl/2))`; at least the prescribed
    /// speed `U` that it begins with.
    pub fn speed_fallen_to(&self, way: f64) -> f64 {
        let (sphere, liquid) = (self.sphere.density, self.liquid.density);
        let speed = self.start.start.speed().unwrap_or(0.0);
        let acceleration = (sphere - liquid).abs() * self.gravity.abs() / (sphere + 0.5 * liquid);
        let reached = (speed * speed + 2.0 * acceleration * way).sqrt();
        speed.max(reached.min(self.terminal_speed().abs()))
    }

    /// The fastest that the sphere can reach [m/s], at least the speed of its approach; see
    /// [`speed_fallen_to`](Self::speed_fallen_to). Zero where nothing moves it.
    pub fn fastest_speed(&self) -> f64 {
        if !self.surroundings.has_gap() {
            return self.approach_speed();
        }
        let way = self.start.free_gap();
        let farthest = match (self.comes_to_the_wall(), self.surroundings.inclination() == 0.0) {
            (true, true) => way,
            (true, false) => f64::INFINITY,
            (false, _) => self.highest_gap().max(way),
        };
        self.speed_fallen_to(farthest)
    }

    /// The Reynolds number on the [fastest speed](Self::fastest_speed).
    pub fn fastest_reynolds(&self) -> f64 {
        self.immersed().reynolds(self.fastest_speed())
    }

    /// The fastest that a point of the sphere's surface moves through the liquid [m/s], as far as it is known before:
    /// by its way or, if that is more, at its equator by its first spin.
    pub fn fastest_surface_speed(&self) -> f64 {
        self.fastest_speed().max(self.sphere.radius() * self.start.fastest_spin())
    }

    /// Highest gap \[m\] that a rebound without loss reaches against weight and drag (Clift, Grace & Weber 1978), no
    /// wall and no wake near.
    fn highest_rebound(&self) -> f64 {
        let (sphere, speed) = (self.immersed(), self.fastest_speed());
        let inertia = sphere.mass() + 0.5 * sphere.displaced_mass();
        let excess = (sphere.mass() - sphere.displaced_mass()).abs();
        let weight = excess * self.gravity.abs() * self.surroundings.inclination().to_radians().cos();
        let drag =
            |speed: f64| sphere.stokes_coefficient() * FarDrag::CliftGraceWeber.factor(sphere.reynolds(speed)) * speed;
        let width = speed / f64::from(CLIMB);
        let climb =
            (0..CLIMB).map(|k| (f64::from(k) + 0.5) * width).map(|now| now * width * inertia / (weight + drag(now)));
        if self.comes_to_the_wall() { climb.sum() } else { 0.0 }
    }

    /// Default height of a vessel with a wall \[m\]: 7 D above the highest gap of the start, and room for a rebound
    /// without loss.
    pub fn default_height(&self) -> f64 {
        let above = |gap: f64, room: f64| gap + room * self.sphere.diameter;
        let rebound = above(self.highest_rebound(), vessel::ABOVE_REBOUND);
        above(self.start.highest_gap(), vessel::HEIGHT_ABOVE).max(rebound)
    }

    /// The gap at which the sphere is a quarter diameter below the top \[m\].
    pub fn highest_gap(&self) -> f64 {
        self.vessel.height - ROOM_ABOVE * self.sphere.diameter
    }

    /// Which speed [`approach_speed`](Self::approach_speed) is.
    pub fn approach_in_words(&self) -> &'static str {
        if self.is_a_fall() { "terminal, prescribed" } else { self.start.start.speed_in_words() }
    }

    /// The dimensionless groups on the approach speed.
    pub fn groups(&self) -> Groups {
        self.immersed().groups(self.approach_speed())
    }

    /// The solids in contact.
    ///
    /// # Errors
    /// A material that no solid has.
    pub fn pair(&self) -> Result<Pair, BadParameter> {
        self.surroundings.pair(&self.sphere)
    }

    /// The solid contact along the normal.
    ///
    /// # Errors
    /// A parameter that the law refuses.
    pub fn normal_contact(&self) -> Result<NormalContact, BadParameter> {
        self.contact.normal(&self.pair()?)
    }

    /// Friction, rolling and twisting between the bodies of `pair`; nothing where the flow is axisymmetric.
    ///
    /// # Errors
    /// A parameter outside of its range.
    pub fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        if self.resolution.is_axisymmetric() { Ok(TangentialContact::NONE) } else { self.contact.tangential(pair) }
    }

    /// The dry restitution of the contact, on the wall if it meets one, at the [impact speed](Self::impact_speed);
    /// `None` if the bodies stick, or the sphere passes through.
    pub fn dry_restitution(&self) -> Option<f64> {
        self.normal_contact().ok()?.restitution_on(self.impact_speed(), self.surroundings.mobility())
    }

    /// The dry elastic impact at `speed` [m/s] (Hertz 1882).
    pub fn elastic_impact(&self, speed: f64) -> ElasticImpact {
        let stiffness = hertz_stiffness(self.effective_modulus(), self.film_radius());
        ElasticImpact { stiffness, mass: self.parting_mass(), speed }
    }

    /// The dry restitution for which the solids of an elastic film relax: 0 if the bodies stick.
    ///
    /// # Errors
    /// A contact whose elastic force is not Hertz' between the bodies, which is part of the film.
    pub fn film_restitution(&self) -> Result<f64, BadParameter> {
        let (contact, radius) = (self.normal_contact()?, self.film_radius());
        let stiffness = hertz_stiffness(self.effective_modulus(), radius);
        if contact.is_hertzian(stiffness, 1e-3 * radius) {
            return Ok(contact.restitution(self.closing_speed()).unwrap_or(0.0));
        }
        let allowed = "with film.model = \"ehd\" the contact is part of the film, which knows the elastic force of Hertz between \
                       sphere and wall only: \"hertz\", \"woo-hertz\" or \"musen-hertz\" without adhesion and with the whole radius; \
                       other laws need film.model = \"cutoff\"";
        Err(BadParameter::new("contact.law", self.contact, allowed))
    }

    /// The smallest threshold (in diameters) with which the wall force `li` stops the sphere and its added mass
    /// at the approach speed, or at that which a sphere let go more slowly falls to; `None` without a speed. See
    /// [`Li::smallest_threshold`].
    pub fn smallest_threshold(&self, law: &Li) -> Option<f64> {
        let fallen = if self.is_led_as_it_falls() { 0.0 } else { self.speed_fallen_to(self.start.free_gap()) };
        let speed = Some(self.approach_speed().max(fallen)).filter(|speed| *speed > 0.0 && speed.is_finite())?;
        let sphere = self.immersed();
        let inertia = sphere.mass() + AddedMass::default().mass(&sphere, 0.0);
        law.smallest_threshold(&self.pair().ok()?, inertia, speed)
    }

    /// The end of the film; `None` for the elastic film.
    ///
    /// # Errors
    /// A parameter that the law does not accept.
    pub fn film_cutoff(&self) -> Result<Option<FilmCutoff>, BadParameter> {
        self.film.cutoff(self.effective_modulus())
    }

    /// Contact modulus of the two bodies \[Pa\]: `1/E* = (1 − ν1²)/E1 + (1 − ν2²)/E2`.
    pub fn effective_modulus(&self) -> f64 {
        effective_modulus(&[self.sphere.elastic, self.surroundings.opposite_elastic(&self.sphere)])
    }

    /// Diameters of the sphere and of the one that it meets \[m\]; `None` at a wall.
    pub fn diameters(&self) -> Option<[f64; 2]> {
        self.surroundings.met_sphere(&self.sphere).map(|second| [self.sphere.diameter, second.sphere.diameter])
    }

    /// The smaller diameter \[m\].
    pub fn smaller_diameter(&self) -> f64 {
        self.diameters().map_or(self.sphere.diameter, |[first, second]| first.min(second))
    }

    /// Radius of the sphere that makes the same film before a plane \[m\]: its own at a wall, `a₁a₂/(a₁ + a₂)` between
    /// two.
    pub fn film_radius(&self) -> f64 {
        self.diameters().map_or(self.sphere.radius(), |[first, second]| 0.5 * first * second / (first + second))
    }

    /// Diameter of the sphere that makes the same film before a plane \[m\], of which restitution is read in parts: the
    /// sphere's own at a wall, `2 a₁a₂/(a₁ + a₂)` between two. At a mirror, where the gap is half of that between the
    /// two, half as much.
    pub fn reading_diameter(&self) -> f64 {
        2.0 * self.film_radius() * self.surroundings.own_share()
    }

    /// The mass that moves as the gap opens \[kg\]: the sphere's, or the reduced mass of two.
    pub fn parting_mass(&self) -> f64 {
        let own = self.sphere.mass();
        match self.surroundings.met_sphere(&self.sphere) {
            Some(Second { fixed: false, sphere, .. }) => own * sphere.mass() / (own + sphere.mass()),
            _ => own,
        }
    }

    /// The speed at which the gap closes [m/s]: that of the approach, and that of the other sphere.
    pub fn closing_speed(&self) -> f64 {
        self.surroundings.closing_speed(self.approach_speed())
    }

    /// The speed at which the gap closes at the first impact, as far as it is known before [m/s]: that of the approach;
    /// of a sphere that is let go at rest at most that of its fall over the gap, without the drag of the liquid.
    pub fn impact_speed(&self) -> f64 {
        let falls = self.start.start == Start::Rest && self.surroundings.stands() && self.comes_to_the_wall();
        let way = self.start.gap / self.surroundings.inclination().to_radians().cos();
        let own = if falls && self.surroundings.has_gap() { self.speed_fallen_to(way) } else { self.approach_speed() };
        self.surroundings.closing_speed(own)
    }

    /// Binary Stokes number `St_b = m* V/(6πμ r*²)` of two spheres (Yang & Hunt 2006), with the reduced mass and
    /// radius; `None` at a wall.
    pub fn binary_stokes(&self) -> Option<f64> {
        let drag = 6.0 * std::f64::consts::PI * self.liquid.viscosity * self.film_radius().powi(2);
        self.diameters().map(|_| self.parting_mass() * self.closing_speed() / drag)
    }

    /// The Stokes number of the gap over the sphere's own, whatever the viscosity; 1 at a wall.
    pub fn gap_over_own_stokes(&self) -> f64 {
        self.binary_stokes().map_or(1.0, |binary| binary / self.groups().stokes)
    }
}
