//! A law for every DEM program: the restitution in liquid of a sweep, `e(St)`, as other programs take it.
//!
//! A [`Curve`] is read from a table of bounces, `sweep.csv` or any table with the same columns. [`RestitutionLaw`] fits
//! Davis' form to it ([`davis`]), and each of the [`HOSTS`] its own, with the lines to paste. A further host is a file
//! with a [`Host`], and an entry of that list.
//!
//! A code that resolves the flow takes no restitution: it is given the film that its grid lacks, a [`FilmLaw`] from its
//! own force over the gap.
//!
//! The shipped [`Atlas`] has such curves for any density ratio and dry restitution, without a sweep.
//!
//! The Stokes number of a host is that of the pair, `St = m* V/(6π μ R*²)` with effective mass and radius: of a sphere
//! on a wall the familiar `ρp V D/(9 μ)`. The film's equation of motion, `m* V̇ = −6π μ R*² V/h`, has no other number
//! in it, so that a law found on a wall is that of two spheres too, as far as the film decides.

mod atlas;
mod curve;
mod davis;
mod film_law;
mod host;
mod lammps;
mod liggghts;
mod musen;
mod resolved;
mod table;
mod yade;

pub use atlas::{Atlas, SHIPPED};
pub use curve::{Curve, CurveRow, Dissipated, Friction};
pub use davis::{Form, davis, fit};
pub use film_law::{FilmLaw, FilmRow};
pub use host::{FilmText, Host, HostLines, RestitutionLaw, Writes};

/// The programs that laws are written for.
pub const HOSTS: [&Host; 6] =
    [&liggghts::HOST, &lammps::HOST, &yade::HOST, &musen::HOST, &table::HOST, &resolved::HOST];
