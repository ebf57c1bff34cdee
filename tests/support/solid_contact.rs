//! Two contact laws to try the motion with.

use std::f64::consts::PI;
use wetbounce::motion::theory_contact::SolidContact;

/// Hertz with the damping of Antypov & Elliott (2011): one restitution at all speeds.
#[derive(Debug, Clone, Copy)]
pub struct Hertz {
    stiffness: f64,
    damping: f64,
    mass: f64,
}

impl Hertz {
    pub fn new(radius: f64, mass: f64, reduced_modulus: f64, restitution: f64) -> Self {
        let (stiffness, log) = (4.0 / 3.0 * reduced_modulus * radius.sqrt(), restitution.ln());
        let alpha = -5f64.sqrt() * log / (log * log + PI * PI).sqrt();
        Self { stiffness, damping: alpha * (mass * stiffness).sqrt(), mass }
    }
}

impl SolidContact for Hertz {
    fn reach(&self) -> f64 {
        0.0
    }

    fn contact_time(&self, speed: f64) -> f64 {
        2.943_275 * (1.25 * self.mass * speed * speed / self.stiffness).powf(0.4) / speed
    }

    fn force(&self, gap: f64, velocity: f64) -> f64 {
        let overlap = (-gap).max(0.0);
        self.stiffness * overlap.powf(1.5) - self.damping * overlap.powf(0.25) * velocity
    }

    fn advance(&mut self, _gap: f64, _velocity: f64) {}

    fn leave(&mut self) {}
}

/// The elastic wall force of finite thickness, `F(δ/δ_ss) e_d W_o(V_I)`.
#[derive(Debug, Clone, Copy)]
pub struct Li {
    pub reach: f64,
    pub factor: f64,
    radius: f64,
    density: f64,
    modulus: f64,
    speed: Option<f64>,
}

impl Li {
    pub fn new(radius: f64, density: f64, modulus: f64, factor: f64, delta_ss: f64) -> Self {
        Self { reach: 2.0 * delta_ss * radius, factor, radius, density, modulus, speed: None }
    }

    /// Largest Hertz overlap `a (5πρ_p V²/(4E*))^{2/5}`.
    pub fn overlap(&self, speed: f64) -> f64 {
        self.radius * (5.0 * PI * self.density * speed * speed / (4.0 * self.modulus)).powf(0.4)
    }
}

impl SolidContact for Li {
    fn reach(&self) -> f64 {
        self.reach
    }

    fn contact_time(&self, speed: f64) -> f64 {
        2.0 * self.reach / speed
    }

    fn force(&self, gap: f64, _velocity: f64) -> f64 {
        let (x, speed) = (gap / self.reach, self.speed.unwrap_or(0.0));
        if !(0.0..=1.0).contains(&x) {
            return 0.0;
        }
        let shape = ((-x).exp() - (-1f64).exp()) / (1.0 - (-1f64).exp());
        let squeeze = (5.0 * PI * self.density * speed * speed / (4.0 * self.modulus)).powf(0.6);
        self.factor * shape * 4.0 / 3.0 * self.radius * self.radius * self.modulus * squeeze
    }

    /// Every collision has the speed with which it began.
    fn advance(&mut self, _gap: f64, velocity: f64) {
        self.speed.get_or_insert(-velocity);
    }

    fn leave(&mut self) {
        self.speed = None;
    }
}
