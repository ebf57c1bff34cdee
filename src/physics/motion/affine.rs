//! What is linear in the sphere's new speed: `F₀ + F₁ V`.
//!
//! One step sees every force but film and contact in this form: the flow's answer, the sphere's own inertia, the layer of
//! vorticity below the grid, the weight. In three dimensions the speed is a vector and `F₁` a matrix; only this file
//! knows that they are numbers.

use std::ops::{Add, Mul, Sub};

/// A force \[N\] (or its like, over a density or a mass) as a function of the sphere's new speed `V`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Affine {
    /// `F₀`, at speed zero \[N\].
    pub at_rest: f64,
    /// `F₁`, per speed [N s/m].
    pub per_speed: f64,
}

impl Affine {
    /// The same at every speed.
    pub fn constant(at_rest: f64) -> Self {
        Self { at_rest, per_speed: 0.0 }
    }

    /// The value at the speed `velocity` [m/s].
    pub fn at(self, velocity: f64) -> f64 {
        self.at_rest + self.per_speed * velocity
    }

    /// `whole − F₀ − F₁ V`: what is left of a force `whole` \[N\] at the speed `velocity` [m/s].
    pub fn left_of(self, whole: f64, velocity: f64) -> f64 {
        whole - self.at_rest - self.per_speed * velocity
    }

    /// The speed at which the force vanishes [m/s].
    pub fn root(self) -> f64 {
        -self.at_rest / self.per_speed
    }
}

impl Add for Affine {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { at_rest: self.at_rest + other.at_rest, per_speed: self.per_speed + other.per_speed }
    }
}

impl Sub for Affine {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { at_rest: self.at_rest - other.at_rest, per_speed: self.per_speed - other.per_speed }
    }
}

impl Mul<Affine> for f64 {
    type Output = Affine;
    fn mul(self, force: Affine) -> Affine {
        Affine { at_rest: self * force.at_rest, per_speed: self * force.per_speed }
    }
}
