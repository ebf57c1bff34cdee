//! A contact law of your own, dry and in liquid: Kelvin and Voigt's spring beside a dashpot, `F = k ε + c ε̇`.
//!
//! `cargo run --release --example own_law`

use std::f64::consts::PI;
use wetbounce::case::Case;
use wetbounce::contact::{ContactLaw, Impact, NormalContact, NormalForce, NormalLaw, NormalMemory, Pair};
use wetbounce::error::BadParameter;
use wetbounce::motion::near_wall::NearWall;
use wetbounce::run::Simulation;

/// The parameters: stiffness `k` [N/m] and the dry coefficient of restitution `e` (-).
#[derive(Clone, Copy)]
pub struct Kelvin {
    pub stiffness: f64,
    pub restitution: f64,
}

/// The force between given bodies: `k` [N/m], `c` [N s/m], and the effective mass \[kg\].
#[derive(Debug)]
pub struct KelvinNormal {
    stiffness: f64,
    damping: f64,
    mass: f64,
}

impl ContactLaw for Kelvin {
    /// The damping that gives `e` at every speed: `c = −2 ln e √(k m/(π² + ln² e))`.
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        if !(self.restitution > 0.0 && self.restitution <= 1.0) {
            return Err(BadParameter::new("restitution", self.restitution, "must be above 0 and at most 1"));
        }
        let (mass, log) = (pair.effective_mass(), self.restitution.ln());
        let damping = -2.0 * log * (self.stiffness * mass / (PI * PI + log * log)).sqrt();
        Ok(NormalContact::own(KelvinNormal { stiffness: self.stiffness, damping, mass }))
    }
}

impl NormalLaw for KelvinNormal {
    /// `F = k ε + c ε̇` while the bodies overlap; the derivatives are `k` and `c`.
    fn force(&self, overlap: f64, rate: f64, _memory: &NormalMemory) -> NormalForce {
        if overlap < 0.0 {
            return NormalForce::ZERO;
        }
        NormalForce::new(self.stiffness * overlap, self.damping * rate, self.stiffness, self.damping)
    }

    /// `½ k ε²`.
    fn stored_energy(&self, overlap: f64, _memory: &NormalMemory) -> f64 {
        0.5 * self.stiffness * overlap.max(0.0).powi(2)
    }

    /// Half a period of the undamped spring, `π √(m/k)`.
    fn contact_time(&self, _speed: f64) -> f64 {
        PI * (self.mass / self.stiffness).sqrt()
    }

    fn mass(&self) -> f64 {
        self.mass
    }
}

/// The restitution of a dry impact at a speed [m/s].
pub fn dry(law: Kelvin, pair: Pair, speed: f64) -> f64 {
    let impact = Impact::on_plane(pair, law, speed, 0.0).expect("the parameters are possible");
    impact.run().expect("the impact ends").bounces[0].restitution
}

/// Speeds of the sphere [m/s] where it touches the wall in the liquid of a case, and where it leaves it.
pub fn in_liquid(law: Kelvin, case: Case) -> [f64; 2] {
    let own = law.normal(&case.pair().expect("the case has solids")).expect("the parameters are possible");
    let mut simulation = Simulation::new(case).expect("the case can be run");
    let NearWall::CutOff { contact, .. } = &mut simulation.setup.wall else { panic!("a film with a cut-off") };
    *contact = own;
    loop {
        simulation.advance().expect("the step succeeds");
        if let Some(bounce) = simulation.state.bounces.bounces().first()
            && let Some(parted) = bounce.rebound_speed_m_s
        {
            return [bounce.impact_speed_m_s, parted];
        }
    }
}

/// A steel sphere driven to the wall at 0.5 m/s in a light oil.
pub const CASE: &str = r#"
    sphere = { diameter = "3 mm", material = "steel" }
    liquid = { density = "935 kg/m3", viscosity = "20 mPa s" }
    container = { height = "4 D", radius = "2 D" }
    release = { gap = "0.5 D", speed = "0.5 m/s", free_gap = "0.2 D" }
    resolution = { cells_per_diameter = 8, cells_across_film = 6 }
    run = { bounces = 1 }
"#;

#[allow(dead_code)]
fn main() {
    let law = Kelvin { stiffness: 1e6, restitution: 0.8 };
    let case = Case::parse(CASE, "own.toml", &[]).expect("the case is right");
    let pair = case.pair().expect("the case has solids");
    println!("dry: e = {:.6}", dry(law, pair, 0.5));
    let [before, after] = in_liquid(law, case);
    println!("in liquid: {before:.4} m/s in, {after:.4} m/s out, e = {:.4}", after / before);
}
