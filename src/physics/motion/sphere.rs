//! The sphere: its state, its inertia and weight, and its new speed.

use super::affine::Affine;
use super::immersed::NewSpeed;
use crate::body::release::Release;
use crate::flow::bdf::Bdf2;
use serde::{Deserialize, Serialize};

/// Everything of the sphere that decides its future.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SphereState {
    /// Time since release \[s\].
    pub time: f64,
    /// Distance of the lowest point from the wall \[m\]; negative where the solids are indented.
    pub gap: f64,
    /// Velocity [m/s], positive away from the wall.
    pub velocity: f64,
    /// Velocity one step earlier [m/s].
    pub velocity_old: f64,
    /// The step that led from there to here \[s\]; none at the start.
    pub dt_before: Option<f64>,
    /// Whether the motion is still prescribed.
    pub prescribed: bool,
}

/// Modified Stokes number `(ρ_p + ½ρ_l) V D/(9μ)` at which rebounds begin (Joseph, Zenit, Hunt & Rosenwinkel 2001; Gondret,
/// Lance & Petit 2002).
pub const REBOUNDS_BEGIN: f64 = 10.0;

/// The sphere's inertia and weight, besides the liquid's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SphereInertia {
    /// Mass of the sphere less that of the liquid inside of it, `m_p − m_l` \[kg\]. The computed liquid fills the sphere and
    /// moves with it, so its inertia is part of the force on the markers.
    pub excess_mass: f64,
    /// Diameter \[m\].
    pub diameter: f64,
    /// Mass of the liquid that the sphere replaces, `m_l` \[kg\].
    pub displaced_mass: f64,
    /// Weight less buoyancy \[N\], positive (towards the wall) for a heavy sphere.
    pub submerged_weight: f64,
}

impl SphereInertia {
    /// Mass of the sphere \[kg\].
    pub fn mass(&self) -> f64 {
        self.excess_mass + self.displaced_mass
    }

    /// Mass of the sphere and of the liquid that moves with it far from walls, `m_p + ½ m_l` \[kg\].
    pub fn mass_with_added(&self) -> f64 {
        self.excess_mass + 1.5 * self.displaced_mass
    }

    /// Kinetic energy of the sphere with its added mass far from walls \[J\], at `velocity` [m/s] along the wall's normal and the
    /// `lateral` speeds [m/s] and spins `ω` [rad/s]: `½ (m_p + ½ m_l)(V² + D²ω²/10)`. The added mass is counted as turning with
    /// the sphere, for a light one turns its boundary layer rather than itself.
    pub fn kinetic_energy(&self, velocity: f64, lateral: &[[f64; 2]; 3]) -> f64 {
        let squares = |of: usize| lateral.iter().map(|motion| motion[of] * motion[of]).sum::<f64>();
        let turning = 0.1 * self.diameter * self.diameter * squares(1);
        0.5 * self.mass_with_added() * (velocity * velocity + squares(0) + turning)
    }

    /// Kinetic energy \[J\] of a sphere that is too slow to rebound in liquid of this `viscosity` \[Pa s\]: at the modified Stokes
    /// number [`REBOUNDS_BEGIN`].
    pub fn creeping_energy(&self, viscosity: f64) -> f64 {
        let mass = self.mass_with_added();
        let speed = REBOUNDS_BEGIN * 1.5 * std::f64::consts::PI * viscosity * self.diameter * self.diameter / mass;
        0.5 * mass * speed * speed
    }

    /// Acceleration of the free sphere in liquid at rest [m/s²], towards the wall.
    pub fn free_acceleration(&self) -> f64 {
        self.submerged_weight / self.mass_with_added()
    }

    /// Inertial force of the excess mass in a step, `(m_p − m_l)(c₀ V + c₁ V_now + c₂ V_old)`.
    pub fn force(&self, bdf: &Bdf2, sphere: &SphereState) -> Affine {
        Affine {
            at_rest: self.excess_mass * (bdf.c1 * sphere.velocity + bdf.c2 * sphere.velocity_old),
            per_speed: self.excess_mass * bdf.c0,
        }
    }

    /// Weight less buoyancy, the same at every speed.
    pub fn weight(&self) -> Affine {
        Affine::constant(self.submerged_weight)
    }
}

/// What is expected of a step before any force of it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guess {
    /// Length of the step \[s\].
    pub dt: f64,
    /// Its time formula.
    pub bdf: Bdf2,
    /// Gap at its end, to second order \[m\]; exact where the motion is prescribed.
    pub gap: f64,
    /// Speed at its end [m/s].
    pub velocity: f64,
    /// Whether that speed is prescribed.
    pub prescribed: bool,
    /// Whether the step may be far longer than the vibrations of the contact, see [`Self::gap_at`].
    pub stiff: bool,
    /// Expected change of the speed [m/s].
    change: f64,
}

/// How far from its extrapolation a new speed is thought to lie, as a share of its expected change.
const SCATTER: f64 = 0.03;

impl Guess {
    /// The step of `dt` \[s\] of a sphere, by extrapolation or along its prescribed approach.
    pub fn new(sphere: &SphereState, release: &Release, dt: f64) -> Self {
        let bdf = Bdf2::new(dt, sphere.dt_before);
        let mean_velocity = match sphere.dt_before {
            Some(before) => sphere.velocity + 0.5 * dt / before * (sphere.velocity - sphere.velocity_old),
            None => sphere.velocity,
        };
        let (gap, velocity) = match sphere.prescribed {
            true => {
                let elapsed = sphere.time + dt + release.lead();
                (release.gap_after(elapsed), release.velocity_after(elapsed))
            }
            false => (sphere.gap + dt * mean_velocity, sphere.velocity + 2.0 * (mean_velocity - sphere.velocity)),
        };
        Self {
            dt,
            bdf,
            gap,
            velocity,
            prescribed: sphere.prescribed,
            stiff: false,
            change: (velocity - sphere.velocity).abs(),
        }
    }

    /// What the flow is to be ready for; `any`: for every speed.
    pub fn speed(&self, any: bool) -> NewSpeed {
        match () {
            () if self.prescribed => NewSpeed::Known(self.velocity),
            () if any => NewSpeed::ANY,
            () => NewSpeed::Sought { expected: self.velocity, scatter: SCATTER * self.change },
        }
    }

    /// The gap \[m\] that a speed of `velocity` [m/s] at the end of the step leads to: by the trapezoidal rule, or by the speed at the
    /// end alone. The trapezoidal rule does not damp vibrations much faster than the step: a sphere at rest would change the sign of its
    /// speed in every step, and keep its size.
    pub fn gap_at(&self, sphere: &SphereState, velocity: f64) -> f64 {
        sphere.gap + if self.stiff { self.dt * velocity } else { 0.5 * self.dt * (sphere.velocity + velocity) }
    }

    /// The end of the step at the prescribed speed, if there is one, or else at the speed that `find` gives: gap \[m\] and
    /// speed [m/s].
    pub fn end(&self, sphere: &SphereState, find: impl FnOnce() -> f64) -> (f64, f64) {
        if self.prescribed {
            return (self.gap, self.velocity);
        }
        let velocity = find();
        (self.gap_at(sphere, velocity), velocity)
    }
}

/// What the wall does to the sphere \[N\], positive away from it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WallForces {
    /// Film below the grid, or what stands in its place.
    pub film: f64,
    /// Solid contact.
    pub contact: f64,
    /// The viscous part of the contact force.
    pub contact_viscous: f64,
}

/// The new speed [m/s] of a sphere under the balance of a step: root `V` of
///
/// ```text
/// balance(V) = F_film(h, V) + F_contact(h, V),      h = h_now + ½Δt (V_now + V)      (see [`Guess::gap_at`])
/// ```
///
/// Film and contact are implicit, so neither limits the step; the left side grows and the right side falls with `V`, so the
/// root is unique.
pub fn new_velocity(
    balance: Affine,
    sphere: &SphereState,
    guess: &Guess,
    wall: impl Fn(f64, f64) -> WallForces,
) -> f64 {
    let imbalance = |velocity: f64| {
        let forces = wall(guess.gap_at(sphere, velocity), velocity);
        balance.at(velocity) - forces.film - forces.contact
    };
    rising_root(imbalance, sphere.velocity, balance.root())
}

/// Root of a rising function: bracket from two guesses, then Chandrupatla's method to round-off.
fn rising_root(f: impl Fn(f64) -> f64, guess: f64, other: f64) -> f64 {
    let mut width = (guess - other).abs().max(1e-12 * guess.abs()).max(1e-15);
    let (mut low, mut high) = (guess.min(other), guess.max(other));
    for _ in 0..200 {
        if f(low) > 0.0 {
            low -= width;
        } else if f(high) < 0.0 {
            high += width;
        } else {
            break;
        }
        width *= 2.0;
    }
    crate::numerics::root(f, low, high, 0.0).unwrap_or(f64::NAN)
}
