//! The text of the user: the case and its parts, quantities with units, dimensionless groups.
//!
//! A case is TOML. [`Case::parse`] reads its text, with overrides of the form `table.key=value`, into its
//! [`Problem`](wetbounce_physics::problem::Problem) and the settings beside it, with every default filled in;
//! [`Case::to_toml`] writes them out with units, and its text reads back as the identical case. Everything wrong with a
//! file is reported at once, each problem at its place ([`CaseError`]).
//!
//! The way of the text: [`document`] (a tree with places) → [`section`] (a table) → [`keys`] (key by key: kind, range,
//! default) → the tables below (`read`) → `sanity` (contradictions between tables).
//!
//! A table says each key once, with its unit, range, default and meaning ([`table!`](wetbounce_physics::table);
//! [`choices!`](wetbounce_physics::choices) where a word decides which other keys there are). It is read, written out
//! and listed from there.

pub mod diagnostic;
pub mod document;
mod context;
pub mod section;
pub mod keys;
mod kind;
mod material;
mod surface;
mod named_liquid;
mod solids;
mod motion_table;
mod film;
mod contact;
mod run;
mod output;
mod measurement;
mod motion_record;
mod release;
mod fit;
mod details;
mod groups;
mod case;
mod plate;
mod film_inputs;
mod warnings;
mod cross_table;
mod open_liquid;
mod counterpart;
mod sanity;
mod read;
pub mod plan_groups;
mod impact_parts;
mod impact;
pub mod schema;
mod values;

pub use case::Case;
pub use contact::wall_force;
pub use context::{Context, Files, NoFiles};
pub use details::Details;
pub use diagnostic::{CaseError, InputError, InputText, MOST_PROBLEMS, Place};
pub use film::{BandChoice, FilmInput};
pub use film_inputs::{BandInput, FilmEnd, OpenInput};
pub use fit::Fit;
pub use impact::{ImpactCase, speed_of};
pub use impact_parts::{DryOutput, DryRun, Incidence, Integration};
pub use kind::FileKind;
pub use measurement::Measurement;
pub use motion_record::LedRecord;
pub use named_liquid::{LiquidName, NamedLiquid};
pub use output::{Output, OutputMoment, VorticityUnit};
pub use run::Run;
pub use solids::{Position, Solid};
pub use surface::{Surface, SurfaceName};
pub use values::values;
pub use wetbounce_physics::body::release::{Release, Start};
pub use wetbounce_physics::contact::Integrator;
pub use wetbounce_physics::keyword::Keyword;
pub use wetbounce_physics::problem::{
    Film, FilmHeating, FilmModel, Hydrodynamics, Liquid, Preset, ROOM_ABOVE, Resolution, Second, Side, Sphere,
    Symmetry, Top, Wall,
};
pub use wetbounce_records::record::{Clock, Direction, Followed, Lengths, Medium, Rows};
