//! The same fall by theory alone, in milliseconds: prints every contact and every apex.

use wetbounce_physics::model::{Failure, run};
use wetbounce_physics::problem::{Hydrodynamics, Liquid, Problem, Sphere, Wall};

fn main() -> Result<(), Failure> {
    let sphere = Sphere::steel(3e-3);
    let mut problem = Problem::falling_on_wall(sphere, Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.hydrodynamics = Hydrodynamics::Theory;
    let problem = problem.arriving(0.585);

    let mut model = problem.model()?;
    let ending = run(&mut *model, &mut [])?;
    for bounce in model.sample().bounces.bounces() {
        let apex = bounce.apex_gap_m.unwrap_or(0.0) / sphere.diameter;
        println!("contact at {:.2} ms, apex {apex:.3} D", 1e3 * bounce.contact_time_s);
    }
    println!("{}", ending.in_words(problem.surroundings.met_in_words()));
    Ok(())
}
