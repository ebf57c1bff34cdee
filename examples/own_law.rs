//! `wetbounce` with laws of your own: Kelvin and Voigt's spring beside a dashpot, `F = k ε + c ε̇`, and a drag `1 + s
//! Re`.
//!
//! ```sh
//! cargo run --release --example own_law -- run cases/first-bounce.toml \
//!     --set contact.law=kelvin --set contact.stiffness="1e6 N/m"
//! ```

use std::f64::consts::PI;
use std::process::ExitCode;
use wetbounce::contact::keys::Parameters;
use wetbounce::contact::{ContactLaw, NormalContact, NormalForce, NormalLaw, NormalMemory, Pair};
use wetbounce::error::BadParameter;
use wetbounce::keys::{Keys, NOT_NEGATIVE, POSITIVE, SHARE};
use wetbounce::liquid::drag::DragLaw;
use wetbounce::quantity::STIFFNESS;
use wetbounce::{OwnLaws, program};

/// Stiffness `k` [N/m], NaN until the case gives it, and the dry coefficient of restitution `e` (-).
#[derive(Debug, Clone)]
pub struct Kelvin {
    pub stiffness: f64,
    pub restitution: f64,
}

impl Parameters for Kelvin {
    fn normal_keys(&mut self, keys: &mut Keys<'_>) {
        keys.quantity("stiffness", &mut self.stiffness, &STIFFNESS, POSITIVE);
        keys.number("restitution", &mut self.restitution, SHARE);
    }
}

impl ContactLaw for Kelvin {
    /// The damping that gives `e` at every speed: `c = −2 ln e √(k m/(π² + ln² e))`.
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        self.validate()?;
        let (stiffness, mass, log) = (self.stiffness, pair.effective_mass(), self.restitution.ln());
        let damping = -2.0 * log * (stiffness * mass / (PI * PI + log * log)).sqrt();
        Ok(NormalContact::own(KelvinNormal { stiffness, damping, mass }))
    }
}

/// The force between given bodies: `k` [N/m], `c` [N s/m], and the effective mass \[kg\].
#[derive(Debug)]
pub struct KelvinNormal {
    stiffness: f64,
    damping: f64,
    mass: f64,
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

/// Drag over Stokes' drag, `φ = 1 + s Re`; `s` = 3/16 is Oseen's (1910).
#[derive(Debug, Clone)]
pub struct Oseen(pub f64);

impl DragLaw for Oseen {
    fn factor(&self, reynolds: f64) -> f64 {
        1.0 + self.0 * reynolds
    }

    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.number("oseen_slope", &mut self.0, NOT_NEGATIVE);
    }
}

/// Both with their defaults.
pub fn laws() -> OwnLaws {
    let kelvin = Kelvin { stiffness: f64::NAN, restitution: 0.97 };
    OwnLaws { contact: vec![("kelvin", Box::new(kelvin))], drag: vec![("oseen", Box::new(Oseen(3.0 / 16.0)))] }
}

#[allow(dead_code)]
fn main() -> ExitCode {
    program(laws())
}
