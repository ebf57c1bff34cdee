//! The text of the user: the case and its parts, quantities with units, dimensionless groups.
//!
//! A case file is TOML. [`Case::load`] reads it, with the overrides of the command line, into plain SI structs in which
//! every default is filled in; [`Case::to_toml`] writes them out with units, and its text reads back as the
//! identical case. Everything wrong with a file is reported at once, each problem at its place ([`CaseError`]).
//!
//! The way of the text: [`document`] (a tree with places) → [`section`] (a table) → [`keys`] (key by key: kind, range,
//! default) → the tables below (`read`) → `sanity` (contradictions between tables).
//!
//! A table says each key once, with its unit, range, default and meaning ([`table!`](crate::table); [`choices!`](crate::choices) where a
//! word decides which other keys there are). It is read, written out and listed from there.

mod between;
mod contact;
mod container;
pub mod document;
mod facing;
mod film;
mod film_inputs;
mod fit;
pub mod groups;
mod impact;
mod impact_parts;
pub mod keys;
mod material;
mod measurement;
mod motion_table;
mod named_liquid;
mod open_liquid;
mod output;
mod problem;
mod read;
mod release;
mod resolution;
mod sanity;
mod second;
pub mod section;
mod solids;
mod stop;
mod surface;
mod theory;
mod warnings;

pub use crate::body::release::{Release, Start};
pub use crate::contact::Integrator;
pub use crate::keyword::Keyword;
pub use contact::Contact;
pub use container::{Container, ROOM_ABOVE, Side, Top};
pub use film::{BandChoice, Film, FilmHeating, FilmInput, FilmModel};
pub use film_inputs::{FilmEnd, OpenInput};
pub use fit::Fit;
pub use impact::{ImpactCase, speed_of};
pub use impact_parts::{DryOutput, DryRun, Incidence, Integration};
pub use material::Preset;
pub use measurement::{Clock, Followed, Lengths, Measurement, Rows};
pub use named_liquid::{LiquidName, NamedLiquid};
pub use output::{Output, OutputMoment, VorticityUnit};
pub use problem::{CaseError, InputText, MOST_PROBLEMS, Place, Problem};
pub use resolution::{Resolution, Symmetry};
pub use second::Second;
pub use solids::{Liquid, Position, Sphere, Wall, WallKind};
pub use stop::Run;
pub use surface::{Surface, SurfaceName};
pub use theory::Hydrodynamics;

use crate::contact::hertz::ElasticImpact;
use crate::contact::pair::{effective_modulus, hertz_stiffness};
use crate::contact::{Law, Li, NormalContact, Pair};
use crate::error::BadParameter;
use crate::liquid::{AddedMass, Blend, FilmCutoff, Groups, ImmersedSphere, LiquidLaws};
use serde::Serialize;

/// One fall of one sphere: everything the solver is told, in SI units, with every default filled in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Case {
    /// Names the run. Default: the file's name without extension.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Where it is from.
    pub reference: Option<String>,
    /// Where the force of the liquid comes from. Default resolved.
    pub hydrodynamics: Hydrodynamics,
    /// The sphere.
    pub sphere: Sphere,
    /// The liquid.
    pub liquid: Liquid,
    /// The sphere that it meets in place of a wall.
    pub second: Option<Second>,
    /// The wall.
    pub wall: Wall,
    /// The vessel.
    pub container: Container,
    /// The start.
    pub release: Release,
    /// The film below the grid.
    pub film: Film,
    /// Solid contact.
    pub contact: Contact,
    /// Blend of theory and simulated flow.
    pub blend: Blend,
    /// Choices within the theory.
    pub theory: LiquidLaws,
    /// Cells and steps.
    pub resolution: Resolution,
    /// Limits of the run.
    pub run: Run,
    /// Files of the run.
    pub output: Output,
    /// The user's own record.
    pub measurement: Option<Measurement>,
    /// The fit to it.
    #[serde(skip_serializing_if = "Fit::is_empty")]
    pub fit: Fit,
}

impl Case {
    /// The case as a TOML file with every default written out, which reads back as the identical case.
    pub fn to_toml(&self) -> String {
        let groups = self.groups();
        let body = toml::to_string(self).expect("a case is a table of texts, numbers and lists");
        format!(
            "# wetbounce {}: every key of the case, with its default where none was given.\n\
             # Re = {:.4}, St = {:.4}, density ratio {:.4}\n\n{body}",
            env!("CARGO_PKG_VERSION"),
            groups.reynolds,
            groups.stokes,
            groups.density_ratio,
        )
    }

    /// The sphere in its liquid.
    pub fn immersed(&self) -> ImmersedSphere {
        self.in_liquid(&self.sphere)
    }

    /// A sphere in the liquid of the case.
    pub fn in_liquid(&self, sphere: &Sphere) -> ImmersedSphere {
        ImmersedSphere {
            radius: sphere.radius(),
            density: sphere.density,
            liquid_density: self.liquid.density,
            viscosity: self.liquid.viscosity,
        }
    }

    /// Gravity towards the wall if it is level [m/s²]; negative where the wall is above the sphere.
    pub fn gravity(&self) -> f64 {
        match self.wall.position {
            Position::Below => self.run.gravity,
            Position::Above => -self.run.gravity,
        }
    }

    /// Whether weight and buoyancy drive the sphere to the wall: a heavy sphere to a floor, a light one to a lid.
    pub fn comes_to_the_wall(&self) -> bool {
        self.draw() > 0.0
    }

    /// Whether a prescribed approach stands for a free fall, so that the sphere is left to itself over its last way: along the
    /// normal of a level wall, without spin, at the terminal speed expected, all to 5 % of it, and not held beyond 3 D by the case.
    pub fn is_a_fall(&self) -> bool {
        self.meets_what_stands()
            && self.is_led_as_it_falls()
            && !release::is_held_on(&self.release, self.sphere.diameter)
    }

    /// Whether the approach is prescribed as the sphere would fall by itself, whatever the gap at which it is let go.
    fn is_led_as_it_falls(&self) -> bool {
        let Start::Prescribed { speed, .. } = self.release.start else { return false };
        release::is_terminal(speed, self.terminal_speed(), self.aside())
    }

    /// How far the approach is off one straight down, or up, on a level wall, over its speed.
    fn aside(&self) -> f64 {
        release::aside(&self.release, self.wall.inclination, self.sphere.diameter)
    }

    /// Liquid behind the sphere at its start \[m\]: from its far side to the end of the container.
    pub fn behind(&self) -> f64 {
        self.container.height - self.release.gap - self.sphere.diameter
    }

    /// Steady speed towards the wall expected in an unbounded liquid [m/s], negative away from it; see [`ImmersedSphere::terminal_speed`].
    pub fn terminal_speed(&self) -> f64 {
        self.immersed().terminal_speed(self.gravity())
    }

    /// The prescribed approach speed, or else the terminal speed [m/s].
    pub fn approach_speed(&self) -> f64 {
        self.release.start.speed().unwrap_or_else(|| self.terminal_speed().abs())
    }

    /// Fastest that a free sphere can be after a `way` \[m\] [m/s]: its terminal speed or, where the way is too short for that,
    /// the speed that its weight gives it, `√(U² + 2 |ρp − ρl| g s/(ρp + ρl/2))`; at least the prescribed speed `U` that it begins with.
    pub fn speed_fallen_to(&self, way: f64) -> f64 {
        let (sphere, liquid) = (self.sphere.density, self.liquid.density);
        let speed = self.release.start.speed().unwrap_or(0.0);
        let acceleration = (sphere - liquid).abs() * self.run.gravity / (sphere + 0.5 * liquid);
        let reached = (speed * speed + 2.0 * acceleration * way).sqrt();
        speed.max(reached.min(self.terminal_speed().abs()))
    }

    /// The fastest that the sphere can reach [m/s], at least the speed of its approach; see [`speed_fallen_to`](Self::speed_fallen_to). Zero
    /// where nothing moves it.
    pub fn fastest_speed(&self) -> f64 {
        if self.release.in_open_liquid() {
            return self.approach_speed();
        }
        let way = self.release.free_gap();
        let farthest = match (self.comes_to_the_wall(), self.wall.inclination == 0.0) {
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

    /// The gap at which the sphere is a quarter diameter below the top \[m\].
    pub fn highest_gap(&self) -> f64 {
        self.container.height - ROOM_ABOVE * self.sphere.diameter
    }

    /// Which speed [`approach_speed`](Self::approach_speed) is.
    pub fn approach_in_words(&self) -> &'static str {
        if self.is_a_fall() { "terminal, prescribed" } else { self.release.start.speed_in_words() }
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
        second::pair(&self.sphere, self.met_sphere().as_ref(), self.wall.elastic)
    }

    /// The solid contact of sphere and wall along the normal.
    ///
    /// # Errors
    /// A parameter that the law refuses.
    pub fn normal_contact(&self) -> Result<NormalContact, BadParameter> {
        self.contact.law.normal(&self.pair()?)
    }

    /// The dry restitution of the contact at the approach speed; `None` if sphere and wall stick, or the sphere passes through.
    pub fn dry_restitution(&self) -> Option<f64> {
        self.normal_contact().ok()?.restitution(self.closing_speed())
    }

    /// The dry restitution in words, where it is that of a case which says nothing of its contact.
    pub fn default_restitution(&self) -> Option<String> {
        self.contact.default_restitution(&self.pair().ok()?, self.closing_speed())
    }

    /// The dry elastic impact at `speed` [m/s] (Hertz 1882).
    pub fn elastic_impact(&self, speed: f64) -> ElasticImpact {
        let stiffness = hertz_stiffness(self.effective_modulus(), self.film_radius());
        ElasticImpact { stiffness, mass: self.parting_mass(), speed }
    }

    /// The dry restitution for which the solids of an elastic film relax: 0 if sphere and wall stick.
    ///
    /// # Errors
    /// A contact whose elastic force is not Hertz' between sphere and wall, which is part of the film.
    pub fn film_restitution(&self) -> Result<f64, BadParameter> {
        let (contact, radius) = (self.normal_contact()?, self.film_radius());
        let stiffness = hertz_stiffness(self.effective_modulus(), radius);
        if contact.is_hertzian(stiffness, 1e-3 * radius) {
            return Ok(contact.restitution(self.closing_speed()).unwrap_or(0.0));
        }
        let allowed = "with film.model = \"ehd\" the contact is part of the film, which knows the elastic force of Hertz between \
                       sphere and wall only: \"hertz\", \"woo-hertz\" or \"musen-hertz\" without adhesion and with the whole radius; \
                       other laws need film.model = \"cutoff\"";
        Err(BadParameter::new("contact.law", self.contact.law, allowed))
    }

    /// The smallest `contact.threshold` (in diameters) with which the wall force `li` stops the sphere and its added mass
    /// at the approach speed, or at that which a sphere let go more slowly falls to; `None` without a speed. See
    /// [`Li::smallest_threshold`].
    fn smallest_threshold(&self, law: &Li) -> Option<f64> {
        let fallen = if self.is_a_fall() { 0.0 } else { self.speed_fallen_to(self.release.free_gap()) };
        let speed = Some(self.approach_speed().max(fallen)).filter(|speed| *speed > 0.0 && speed.is_finite())?;
        let sphere = self.immersed();
        let inertia = sphere.mass() + AddedMass::default().mass(&sphere, 0.0);
        law.smallest_threshold(&self.pair().ok()?, inertia, speed)
    }

    /// Why a `contact.threshold` cannot stop the sphere; `None` if it can.
    pub fn threshold_warning(&self) -> Option<String> {
        let Law::Li(law) = &self.contact.law else { return None };
        let least = self.smallest_threshold(law).filter(|least| law.threshold < *least)?;
        Some(format!(
            "law `li` stops the sphere before the gap closes only if contact.threshold is at least {least:.2e} D (it is \
             {:.2e} D): unless the film stops it, the sphere passes through the wall",
            law.threshold
        ))
    }

    /// The end of the film; `None` for the elastic film.
    ///
    /// # Errors
    /// A parameter that the law does not accept.
    pub fn film_cutoff(&self) -> Result<Option<FilmCutoff>, BadParameter> {
        self.film.cutoff(self.effective_modulus())
    }

    /// Contact modulus of sphere and wall \[Pa\]: `1/E* = (1 − ν1²)/E1 + (1 − ν2²)/E2`.
    pub fn effective_modulus(&self) -> f64 {
        effective_modulus(&[self.sphere.elastic, self.wall.elastic])
    }
}
