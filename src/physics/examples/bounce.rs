//! A steel sphere falls through silicone oil onto glass, and bounces: prints its apparent restitution.
//!
//! The case `cases/gondret-st152.toml` with `run.bounces = 1`, and its bits.

use wetbounce_physics::model::{Failure, run};
use wetbounce_physics::problem::{Liquid, Problem, Sphere, Wall};

fn main() -> Result<(), Failure> {
    let mut problem = Problem::falling_on_wall(Sphere::steel(3e-3), Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.until.bounces = 1;
    let problem = problem.arriving(0.585);

    let mut model = problem.model()?;
    run(&mut *model, &mut [])?;
    let bounce = &model.sample().bounces.bounces()[0];
    println!("restitution {}", bounce.restitution.expect("the sphere rebounds"));
    Ok(())
}
