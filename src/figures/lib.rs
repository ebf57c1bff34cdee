//! Figures as SVG, PDF and PNG, and animations, drawn for print: white page, one or two columns of a journal wide, units on every axis.
//!
//! | figure | of |
//! |---|---|
//! | [`trajectory`] | gap and speed over time, bounces marked, with measured data or other runs |
//! | [`film`] | pressure and thickness of the elastic film over the radius, and its history |
//! | [`coefficients`] | force coefficients of a held or oscillating sphere over time |
//! | [`forces`] | every force over the gap, approach and rebound apart |
//! | [`phase`] | speed over gap |
//! | [`vorticity`] | the flow around the sphere at one moment |
//! | [`restitution`] | restitution over Stokes number with correlations and experiments |
//! | [`impact`] | force over overlap, course and curves of dry impacts |
//! | [`corner`] | fitted parameters in pairs, with their profiles |
//! | [`xy`] | any two columns of a CSV file |
//!
//! All share one style ([`style`]); text may be raised `^{…}`, lowered `_{…}` or slanted `~{…}`. The same data give the
//! same file, byte for byte, on every machine.

mod animation;
mod axis;
mod canvas;
mod chart;
pub mod coefficients;
mod contour;
pub mod corner;
mod export;
pub mod film;
pub mod forces;
pub mod impact;
mod layout;
mod legend;
pub mod measurement;
pub mod path;
mod pdf;
pub mod phase;
mod pixels;
pub(crate) mod png;
pub mod restitution;
pub mod style;
mod svg;
mod text;
pub mod trajectory;
pub mod vorticity;
pub mod xy;

pub use animation::{Animation, AnimationError};
pub use axis::{Axis, Scale};
pub use chart::{ColourBar, Figure, Mark, Panel, Point};
pub use export::{Format, Look};
pub use png::Raster;
