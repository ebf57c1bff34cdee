//! An observer of your own: it stops the run when the sphere is within a hundredth of a diameter of the wall for the
//! first time.

use std::ops::ControlFlow;
use wetbounce_physics::model::{Ending, Failure, Model, Observer, run};
use wetbounce_physics::problem::{Liquid, Problem, Sphere, Wall};

/// The speed at which the sphere comes to a gap.
struct ArrivesAt {
    gap: f64,
    speed: Option<f64>,
}

impl Observer for ArrivesAt {
    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let now = model.sample().moment;
        if now.gap > self.gap {
            return Ok(ControlFlow::Continue(()));
        }
        self.speed = Some(-now.velocity);
        Ok(ControlFlow::Break(()))
    }
}

fn main() -> Result<(), Failure> {
    let sphere = Sphere::steel(3e-3);
    let mut problem = Problem::falling_on_wall(sphere, Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.resolution.cells_per_diameter = 12;
    let problem = problem.arriving(0.585);

    let mut arrival = ArrivesAt { gap: 0.01 * sphere.diameter, speed: None };
    let ending = run(&mut *problem.model()?, &mut [&mut arrival])?;
    assert_eq!(ending, Ending::Stopped);
    println!("{:.3} m/s at a gap of 0.01 D", arrival.speed.expect("it was stopped there"));
    Ok(())
}
