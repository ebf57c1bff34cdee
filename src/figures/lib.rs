//! The figures of `wetbounce`: tables and samples in, SVG out.
//!
//! They are drawn for print: white page, one or two columns of a journal wide, units on every axis.
//!
//! | figure | of |
//! |---|---|
//! | [`trajectory`] | gap and speed over time, bounces marked, with measured data or other runs |
//! | [`film`] | pressure and thickness of the elastic film over the radius, and its history |
//! | [`coefficients`] | force coefficients of a held or oscillating sphere over time |
//! | [`forces`] | every force over the gap, approach and rebound apart |
//! | [`phase`] | speed over gap |
//! | [`path`] | the path of a sphere that moves sideways |
//! | [`vorticity`] | the flow around the sphere at one moment |
//! | [`restitution`] | restitution over Stokes number with correlations and experiments |
//! | [`impact`] | force over overlap, course and curves of dry impacts |
//! | [`measurement`] | a measured motion over the computed one, and what is between them |
//! | [`reading`] | what was read off a record: pictures, motion, contacts, apexes, residuals |
//! | [`corner`] | fitted parameters in pairs, with their profiles |
//! | [`sketch`] | a sphere, its film and the wall, with the names of lengths |
//! | [`xy`] | any two columns of a table |
//!
//! [`film_strip`] takes the frames of an animation during a run, [`player`] shows them on a page, and [`frames`] reads
//! them back from there.
//!
//! All share one style ([`style`]); text may be raised `^{…}`, lowered `_{…}` or slanted `~{…}`. The same data give the
//! same file, byte for byte, on every machine.
//!
//! With the feature `export` a [`Figure`] is also a PDF or a PNG ([`Format`]), and figures one after the other are an
//! [`Animation`]. Without it these are refused ([`NotInThisBuild`]).

mod animation;
mod axis;
mod canvas;
mod chart;
pub mod coefficients;
mod contour;
pub mod corner;
mod export;
pub mod film;
pub mod film_strip;
pub mod forces;
pub mod frames;
pub mod impact;
mod layout;
mod legend;
mod look;
pub mod measurement;
pub mod path;
pub mod phase;
pub mod player;
mod png;
pub mod reading;
pub mod restitution;
pub mod sketch;
pub mod style;
mod svg;
mod text;
pub mod trajectory;
pub mod vorticity;
pub mod xy;

pub use animation::{Animation, AnimationError};
pub use axis::{Axis, Scale};
pub use chart::{ColourBar, Figure, Mark, Panel, Point};
pub use export::{Format, MARK, NotInThisBuild};
pub use look::{Look, NothingShown};
pub use png::Raster;
