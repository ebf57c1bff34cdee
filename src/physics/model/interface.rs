//! What a model must provide, and what an observer sees of it.

use super::bounce_log::BounceLog;
use super::course::Ending;
use super::failure::Failure;
use super::flow_view::FlowView;
use super::persist::{Refused, Visit};
use crate::film::{FilmBounce, FilmProperties};
use crate::liquid::Groups;
use crate::modelled::Modelled;
use crate::numerics::hermite::Moment;
use crate::problem::Problem;
use crate::remark::Remark;
use std::ops::ControlFlow;

/// A sphere in motion.
pub trait Model {
    /// Goes on by a step; whether there was one to take.
    ///
    /// # Errors
    /// A motion that cannot go on. It then stays at its last good step, or at the first bad one.
    fn step(&mut self) -> Result<bool, Failure>;

    /// The motion now.
    fn sample(&self) -> Sample<'_>;

    /// Why the motion is over, if it is.
    fn ending(&self) -> Option<Ending>;

    /// What the model took the place of, what it assumed, what makes its results doubtful, and its further results.
    fn describe(&self) -> Description;

    /// Writes the whole state, or takes the one that is read: a model that goes on from there takes the same steps, to
    /// the bit.
    ///
    /// # Errors
    /// [`Refused::NotKept`] of a model that is over in a moment, and data that do not fit.
    fn persist(&mut self, _visit: &mut Visit) -> Result<(), Refused> {
        Err(Refused::NotKept)
    }

    /// Puts the film, the contact and the end of `problem` in place of those so far. Grid and state stay; a state is to
    /// be read next.
    ///
    /// # Errors
    /// [`Refused::NotKept`] of a model that keeps no state, and parameters that the laws do not accept.
    fn exchange(&mut self, _problem: &Problem) -> Result<(), Refused> {
        Err(Refused::NotKept)
    }
}

/// A motion at one moment.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// Time, gap, and the speed at which it opens. Before a plane of symmetry gap and speed are those to the plane.
    pub moment: Moment,
    /// Whether the sphere is still on the way to its start; time is below zero, and nothing is recorded.
    pub in_run_up: bool,
    /// Steps so far.
    pub steps: u64,
    /// Collisions so far.
    pub bounces: &'a BounceLog,
    /// The forces, and the motion along the wall, by name.
    pub row: &'a dyn Row,
    /// The flow, where it is computed.
    pub flow: Option<&'a dyn FlowView>,
}

/// The named values of a motion besides time, gap and velocity.
pub trait Row {
    /// The names, each with its unit at the end.
    fn columns(&self) -> Vec<String>;

    /// The values now, in SI units, in the order of the [`columns`](Self::columns).
    fn values(&self) -> Vec<f64>;
}

/// What is to be said of the results of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Dimensionless groups on the speed that the results are of.
    pub groups: Groups,
    /// Highest speed of the sphere [m/s].
    pub peak_speed: f64,
    /// Cells of the grid, or rings of the film; 0 without either.
    pub cells: u64,
    /// Largest relative error of the liquid's mass; NaN where there is no liquid.
    pub mass_error: f64,
    /// Largest error of the energy balance over its scale; NaN where there is no balance.
    pub energy_error: f64,
    /// Models in place of what is not resolved.
    pub modelled: Vec<Modelled>,
    /// Warnings and assumptions.
    pub remarks: Vec<Remark>,
    /// Further results by key.
    pub results: Vec<(String, f64)>,
    /// The course of the film, of the film alone.
    pub film: Option<FilmCourse>,
}

impl Default for Description {
    /// Of a model of which nothing is said.
    fn default() -> Self {
        let groups =
            Groups { reynolds: f64::NAN, stokes: f64::NAN, stokes_modified: f64::NAN, density_ratio: f64::NAN };
        Self {
            groups,
            peak_speed: 0.0,
            cells: 0,
            mass_error: f64::NAN,
            energy_error: f64::NAN,
            modelled: Vec::new(),
            remarks: Vec::new(),
            results: Vec::new(),
            film: None,
        }
    }
}

/// Someone who sees every step of a motion.
pub trait Observer {
    /// The motion begins to be recorded: the sphere is where it starts, or where a run that was stopped goes on.
    ///
    /// # Errors
    /// The observer cannot begin; the run ends.
    fn begin(&mut self, _model: &mut dyn Model) -> Result<(), Failure> {
        Ok(())
    }

    /// A step has been taken, of the run-up too. `Break` ends the run.
    ///
    /// # Errors
    /// The observer cannot go on; the run ends.
    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure>;

    /// The motion is over, or has failed.
    ///
    /// # Errors
    /// The observer cannot close what it keeps.
    fn end(&mut self, _model: &mut dyn Model) -> Result<(), Failure> {
        Ok(())
    }

    /// Writes the state with which the observer goes on, or takes the one that is read.
    ///
    /// # Errors
    /// Data that do not fit.
    fn persist(&mut self, _visit: &mut Visit) -> Result<(), Refused> {
        Ok(())
    }
}

/// What a film alone went through, from its entry to its exit.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmCourse {
    /// Thickness, pressure and energies over time, and over the radius at chosen moments.
    pub bounce: FilmBounce,
    /// Liquid and solids.
    pub properties: FilmProperties,
}
