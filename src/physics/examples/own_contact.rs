//! A contact law of your own: a spring beside a dashpot, `F = k ε + c ε̇` (Kelvin and Voigt), with one restitution at
//! every speed.

use std::f64::consts::PI;
use wetbounce_physics::contact::keys::Parameters;
use wetbounce_physics::contact::{ContactLaw, Law, NormalContact, NormalForce, NormalLaw, NormalMemory, Pair};
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::keys::Keys;
use wetbounce_physics::model::{Failure, run};
use wetbounce_physics::problem::{Hydrodynamics, Liquid, Problem, Sphere, Wall};

/// Stiffness `k` [N/m] and dry restitution `e` (-).
#[derive(Debug, Clone)]
struct Kelvin {
    stiffness: f64,
    restitution: f64,
}

/// It has no keys of its own in case files.
impl Parameters for Kelvin {
    fn normal_keys(&mut self, _: &mut Keys<'_>) {}
}

impl ContactLaw for Kelvin {
    /// `c = −2 ln e √(k m/(π² + ln² e))` gives `e` at every speed.
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        let (stiffness, mass, log) = (self.stiffness, pair.effective_mass(), self.restitution.ln());
        let damping = -2.0 * log * (stiffness * mass / (PI * PI + log * log)).sqrt();
        Ok(NormalContact::own(KelvinNormal { stiffness, damping, mass }))
    }
}

/// The force between given bodies: `k` [N/m], `c` [N s/m], and the effective mass \[kg\].
#[derive(Debug)]
struct KelvinNormal {
    stiffness: f64,
    damping: f64,
    mass: f64,
}

impl NormalLaw for KelvinNormal {
    /// `F = k ε + c ε̇` while the bodies overlap; the derivatives are `k` and `c`.
    fn force(&self, overlap: f64, rate: f64, _: &NormalMemory) -> NormalForce {
        if overlap < 0.0 {
            return NormalForce::ZERO;
        }
        NormalForce::new(self.stiffness * overlap, self.damping * rate, self.stiffness, self.damping)
    }

    /// `½ k ε²`.
    fn stored_energy(&self, overlap: f64, _: &NormalMemory) -> f64 {
        0.5 * self.stiffness * overlap.max(0.0).powi(2)
    }

    /// Half a period of the undamped spring.
    fn contact_time(&self, _: f64) -> f64 {
        PI * (self.mass / self.stiffness).sqrt()
    }

    fn mass(&self) -> f64 {
        self.mass
    }
}

fn main() -> Result<(), Failure> {
    let mut problem = Problem::falling_on_wall(Sphere::steel(3e-3), Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.hydrodynamics = Hydrodynamics::Theory;
    problem.contact = Law::own("kelvin", Kelvin { stiffness: 1e6, restitution: 0.8 });
    let problem = problem.arriving(0.585);

    let mut model = problem.model()?;
    run(&mut *model, &mut [])?;
    let bounce = &model.sample().bounces.bounces()[0];
    println!("restitution at contact {:.4}", bounce.restitution_contact.expect("the sphere leaves the wall"));
    Ok(())
}
