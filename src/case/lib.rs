//! The text of the user: the case and its parts, quantities with units, dimensionless groups.
//!
//! A case is TOML. [`Case::parse`] reads its text, with overrides of the form `table.key=value`, into plain SI structs in which
//! every default is filled in; [`Case::to_toml`] writes them out with units, and its text reads back as the
//! identical case. Everything wrong with a file is reported at once, each problem at its place ([`CaseError`]).
//!
//! The way of the text: [`document`] (a tree with places) → [`section`] (a table) → [`keys`] (key by key: kind, range,
//! default) → the tables below (`read`) → `sanity` (contradictions between tables).
//!
//! A table says each key once, with its unit, range, default and meaning ([`table!`](wetbounce_physics::table); [`choices!`](wetbounce_physics::choices) where a
//! word decides which other keys there are). It is read, written out and listed from there.

mod cross_table;
mod contact;
mod container;
mod context;
pub mod document;
mod counterpart;
mod film;
mod film_inputs;
mod fit;
pub mod groups;
mod impact;
mod impact_parts;
pub mod keys;
mod kind;
mod material;
mod measurement;
mod motion_table;
mod named_liquid;
mod open_liquid;
mod output;
mod plate;
mod diagnostic;
mod read;
mod release;
mod resolution;
mod sanity;
mod second;
pub mod section;
mod solids;
mod stop;
mod surface;
mod values;
mod warnings;

pub use contact::Contact;
pub use container::{Container, Top};
pub use context::{Context, Files, NoFiles};
pub use diagnostic::{CaseError, InputError, InputText, MOST_PROBLEMS, Place};
pub use film::{BandChoice, Film, FilmInput};
pub use film_inputs::{BandInput, FilmEnd, OpenInput};
pub use fit::Fit;
pub use impact::{ImpactCase, speed_of};
pub use impact_parts::{DryOutput, DryRun, Incidence, Integration};
pub use kind::FileKind;
pub use measurement::Measurement;
pub use named_liquid::{LiquidName, NamedLiquid};
pub use output::{Output, OutputMoment, VorticityUnit};
pub use second::Second;
pub use solids::{Liquid, Position, Sphere, Wall, WallKind};
pub use stop::Run;
pub use surface::{Surface, SurfaceName};
pub use values::values;
pub use wetbounce_physics::body::release::{Release, Start};
pub use wetbounce_physics::contact::Integrator;
pub use wetbounce_physics::keyword::Keyword;
pub use wetbounce_physics::problem::{
    FilmHeating, FilmModel, Hydrodynamics, Preset, ROOM_ABOVE, Resolution, Side, Symmetry,
};
pub use wetbounce_records::record::{Clock, Direction, Followed, Lengths, Medium, Rows};

use serde::Serialize;
use wetbounce_physics::liquid::{Blend, LiquidLaws};
use wetbounce_physics::problem::{self, Surroundings, Until};

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
        let groups = self.problem().groups();
        let body = toml::to_string(self).expect("a case is a table of texts, numbers and lists");
        let body = document::broken(body);
        format!(
            "# wetbounce {}: every key of the case, with its default where none was given.\n\
             # Re = {:.4}, St = {:.4}, density ratio {:.4}\n\n{body}",
            env!("CARGO_PKG_VERSION"),
            groups.reynolds,
            groups.stokes,
            groups.density_ratio,
        )
    }

    /// Everything of the case that decides the motion, as the physics has it.
    pub fn problem(&self) -> problem::Problem {
        let mut problem = problem::Problem {
            sphere: self.sphere.problem(),
            liquid: self.liquid.problem(),
            gravity: match self.wall.position {
                Position::Below => self.run.gravity,
                Position::Above => -self.run.gravity,
            },
            surroundings: self.surroundings(),
            vessel: self.container.problem(),
            start: self.release.clone(),
            hydrodynamics: self.hydrodynamics,
            film: self.film.problem(),
            contact: self.contact.law,
            blend: self.blend,
            theory: self.theory,
            resolution: self.resolution.clone(),
            until: Until {
                time: None,
                bounces: self.run.bounces,
                rest: self.run.until_rest,
                steady: self.run.steady,
                steps: self.run.steps_max,
            },
        };
        problem.until.time = self.end_time(problem.approach_speed());
        problem
    }

    /// What is around the sphere.
    fn surroundings(&self) -> Surroundings {
        match (&self.second, self.wall.kind) {
            _ if self.release.in_open_liquid() => Surroundings::Open,
            (Some(second), _) => Surroundings::Pair(second.problem()),
            (None, WallKind::Mirror) => Surroundings::Mirror,
            (None, WallKind::Solid | WallKind::Absent) => Surroundings::Wall(self.wall.problem()),
        }
    }
}
