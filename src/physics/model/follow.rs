//! From a problem to its model, and the loop that follows a model to its end.

use super::course::Ending;
use super::failure::Failure;
use super::film_alone::FilmRun;
use super::interface::{Model, Observer};
use super::simulation::Simulation;
use super::theory::TheoryRun;
use crate::problem::{Hydrodynamics, Problem};

impl Problem {
    /// The model of the problem, at the beginning of its motion.
    ///
    /// # Errors
    /// A parameter that a law or the grid refuses, or a motion that cannot begin.
    pub fn model(&self) -> Result<Box<dyn Model>, Failure> {
        Ok(match self.hydrodynamics {
            Hydrodynamics::Theory => Box::new(TheoryRun::new(self)?),
            Hydrodynamics::Film => Box::new(FilmRun::new(self)?),
            Hydrodynamics::Resolved | Hydrodynamics::Blended => Box::new(Simulation::new(self.clone())?),
        })
    }
}

impl Problem {
    /// A model for a longer motion, where that of this problem came to no end ([`Failure::NoEnd`]) in the time that it
    /// was prepared for; `None` after any other failure.
    ///
    /// # Errors
    /// As [`model`](Self::model).
    pub fn model_after(&self, failure: &Failure) -> Result<Option<Box<dyn Model>>, Failure> {
        let Failure::NoEnd { time, .. } = failure else { return Ok(None) };
        Ok(TheoryRun::longer(self, *time)?.map(|run| Box::new(run) as Box<dyn Model>))
    }
}

/// Follows a motion to its end, and shows every step to the observers in their order.
///
/// # Errors
/// Of the model, or of an observer. The observers have seen the end by then.
pub fn run(model: &mut dyn Model, observers: &mut [&mut dyn Observer]) -> Result<Ending, Failure> {
    let outcome = follow(model, observers);
    let ended: Vec<Result<(), Failure>> = observers.iter_mut().map(|observer| observer.end(model)).collect();
    let ending = outcome?;
    ended.into_iter().collect::<Result<(), Failure>>()?;
    Ok(ending)
}

fn follow(model: &mut dyn Model, observers: &mut [&mut dyn Observer]) -> Result<Ending, Failure> {
    let mut begun = false;
    loop {
        if !begun && !model.sample().in_run_up {
            begun = true;
            observers.iter_mut().try_for_each(|observer| observer.begin(model))?;
        }
        if !model.step()? {
            return Ok(model.ending().expect("a motion that is over has an ending"));
        }
        let mut stopped = false;
        for observer in observers.iter_mut() {
            stopped |= observer.see(model)?.is_break();
        }
        if stopped {
            return Ok(Ending::Stopped);
        }
    }
}
