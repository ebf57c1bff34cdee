//! The body: its state, its inertia and weight, and what is expected of a step.
//!
//! A body has six degrees of freedom ([`crate::body::dof`]). Which of them are free is said by its [`Directions`]: an axisymmetric
//! flow has the motion along the normal alone, a plane of symmetry adds lateral speed and spin along x, and without one there
//! are those along y and the spin about the normal. The grid follows the body along the wall.

use super::directions::{Direction, Directions};
use super::immersed::NewSpeed;
use super::layers_memory::LayersMemory;
use super::loads::Loads;
use crate::azimuthal::flow::NewSpeeds;
use crate::body::dof::{ALONG, Affine, DOFS, Dof, DofMatrix, NORMAL, TWIST, as_array};
use crate::body::release::Release;
use crate::flow::bdf::Bdf2;
use serde::{Deserialize, Serialize};

/// Everything of the body that decides its future, and the forces on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Time since release \[s\].
    pub time: f64,
    /// Distance of the lowest point from the wall \[m\]; negative where the solids are indented.
    pub gap: f64,
    /// Distance from the place of the start along x and y \[m\].
    pub displacement: [f64; 2],
    /// Speeds [m/s] and angular velocities [rad/s].
    #[serde(with = "as_array")]
    pub speeds: Dof,
    /// The same one step earlier.
    #[serde(with = "as_array")]
    pub speeds_old: Dof,
    /// The step that led from there to here \[s\]; none at the start.
    pub dt_before: Option<f64>,
    /// Whether the motion is still prescribed.
    pub prescribed: bool,
    /// Largest speed of the surface along the wall so far [m/s].
    pub fastest: f64,
    /// What the layers of vorticity below the grid remember.
    pub layers: LayersMemory,
    /// Forces and torques at the present level.
    pub loads: Loads,
}

/// The motion along one direction of the wall.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LateralMotion {
    /// Distance from the place of the start \[m\].
    pub x: f64,
    /// Lateral speed [m/s].
    pub velocity: f64,
    /// Angular velocity [rad/s], positive where the top of the sphere moves along the direction.
    pub spin: f64,
}

impl Body {
    /// The body where its release begins.
    pub(super) fn start(release: &Release, inertia: &SphereInertia, directions: &Directions) -> Self {
        let (time, gap, velocity) = (0.0 - release.lead(), release.first_gap(), release.velocity_after(0.0));
        let speeds = directions.speeds(velocity, |direction| direction.start);
        let mut body = Self {
            time,
            gap,
            displacement: [0.0; 2],
            speeds,
            speeds_old: speeds,
            dt_before: None,
            prescribed: release.leads_at(time),
            fastest: 0.0,
            layers: LayersMemory::start(&speeds),
            loads: Loads::default(),
        };
        body.fastest = body.surface_speed(0.5 * inertia.diameter);
        body
    }

    /// Speed along the normal [m/s], positive away from the wall.
    pub fn velocity(&self) -> f64 {
        self.speeds[NORMAL]
    }

    /// Speed along the normal one step earlier [m/s].
    pub fn velocity_old(&self) -> f64 {
        self.speeds_old[NORMAL]
    }

    /// The motion along direction `k`: 0 is x, 1 is y.
    pub fn along(&self, k: usize) -> LateralMotion {
        let [u, spin] = ALONG[k];
        LateralMotion { x: self.displacement[k], velocity: self.speeds[u], spin: self.speeds[spin] }
    }

    /// Speed along the wall of the fastest point of the surface of a sphere of `radius` \[m\] [m/s].
    pub fn surface_speed(&self, radius: f64) -> f64 {
        let [x, y] = ALONG.map(|[u, spin]| [self.speeds[u], self.speeds[spin]]);
        x[0].hypot(y[0]) + radius * x[1].hypot(y[1]).hypot(self.speeds[TWIST])
    }

    /// Slip of the surface of a sphere of `radius` \[m\] over the wall in `directions` directions [m/s], signed where there is one;
    /// `None` without any.
    pub(super) fn slip(&self, radius: f64, directions: usize) -> Option<f64> {
        let slips = ALONG.iter().map(|&[u, spin]| self.speeds[u] - radius * self.speeds[spin]);
        slips.take(directions).reduce(f64::hypot)
    }

    /// Takes in the end of a step, as it was expected `ahead`, at `gap` \[m\] with the new `speeds`.
    pub(super) fn advance(&mut self, ahead: &Prediction, gap: f64, speeds: &Dof, radius: f64, prescribed: bool) {
        for (x, [u, _]) in self.displacement.iter_mut().zip(ALONG) {
            *x += 0.5 * ahead.dt * (self.speeds[u] + speeds[u]);
        }
        (self.speeds_old, self.speeds, self.gap) = (self.speeds, *speeds, gap);
        (self.time, self.dt_before, self.prescribed) = (self.time + ahead.dt, Some(ahead.dt), prescribed);
        self.fastest = self.fastest.max(self.surface_speed(radius));
    }
}

impl Directions {
    /// Which degrees of freedom there are besides the one along the normal.
    pub(super) fn lateral(&self) -> [bool; DOFS] {
        let mut free = [false; DOFS];
        for [u, spin] in ALONG.into_iter().take(self.along.len()) {
            (free[u], free[spin]) = (true, true);
        }
        free[TWIST] = self.along.len() == ALONG.len();
        free
    }

    /// The speeds of a prescribed motion at the normal speed `normal` [m/s], with the lateral speed `of` each direction.
    fn speeds(&self, normal: f64, of: impl Fn(&Direction) -> f64) -> Dof {
        let mut speeds = Dof::zeros();
        speeds[NORMAL] = normal;
        for ([u, spin], direction) in ALONG.into_iter().zip(&self.along) {
            (speeds[u], speeds[spin]) = (of(direction), direction.spin);
        }
        speeds[TWIST] = self.twist;
        speeds
    }
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
    /// Weight less buoyancy along the normal \[N\], positive (towards the wall) for a heavy sphere.
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

    /// Inertia of every degree of freedom of a homogeneous sphere of `mass` \[kg\]: this mass, and `m D²/10` \[kg m²\].
    fn inertia(&self, mass: f64) -> Dof {
        let mut inertia = Dof::repeat(0.1 * self.diameter * self.diameter * mass);
        for mass_of in [NORMAL, ALONG[0][0], ALONG[1][0]] {
            inertia[mass_of] = mass;
        }
        inertia
    }

    /// Inertia of the liquid in the sphere's place, for every degree of freedom [kg, kg m²].
    pub fn displaced(&self) -> Dof {
        self.inertia(self.displaced_mass)
    }

    /// Inertia of the sphere less that of the liquid in its place, for every degree of freedom [kg, kg m²].
    pub fn excess(&self) -> Dof {
        self.inertia(self.excess_mass)
    }

    /// Inertia of the sphere, for every degree of freedom [kg, kg m²].
    pub fn whole(&self) -> Dof {
        self.inertia(self.mass())
    }

    /// Kinetic energy of the sphere less that of the liquid in its place \[J\], `½ (m_p − m_l)(V² + …)`.
    pub fn excess_energy(&self, speeds: &Dof) -> f64 {
        self.excess().iter().zip(speeds).map(|(inertia, speed)| 0.5 * inertia * speed * speed).sum()
    }

    /// Kinetic energy of the sphere with its added mass far from walls \[J\], at the `speeds` of all degrees of freedom:
    /// `½ (m_p + ½ m_l)(V² + D²ω²/10)`. The added mass is counted as turning with the sphere, for a light one turns its boundary
    /// layer rather than itself.
    pub fn kinetic_energy(&self, speeds: &Dof) -> f64 {
        let [x, y] = ALONG.map(|dofs| dofs.map(|dof| speeds[dof] * speeds[dof]));
        let turning = 0.1 * self.diameter * self.diameter * (x[1] + y[1] + speeds[TWIST] * speeds[TWIST]);
        0.5 * self.mass_with_added() * (speeds[NORMAL] * speeds[NORMAL] + (x[0] + y[0]) + turning)
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

    /// Inertial force of what the sphere has in excess of the liquid in its place in a step, `(m_p − m_l)(c₀ q + c₁ q_now + c₂ q_old)`,
    /// and likewise the torques.
    pub fn force(&self, bdf: &Bdf2, body: &Body) -> Affine {
        let (excess, past) = (self.excess(), body.speeds * bdf.c1 + body.speeds_old * bdf.c2);
        Affine { at_rest: excess.component_mul(&past), per_speed: DofMatrix::from_diagonal(&(excess * bdf.c0)) }
    }

    /// Weight less buoyancy on the sphere, along the normal and in `directions` along the wall \[N\].
    pub fn weight(&self, directions: &[Direction]) -> Dof {
        let mut weight = Dof::zeros();
        weight[NORMAL] = -self.submerged_weight;
        for ([u, _], direction) in ALONG.into_iter().zip(directions) {
            weight[u] = direction.weight;
        }
        weight
    }
}

/// What is expected of a step before any force of it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction {
    /// Length of the step \[s\].
    pub dt: f64,
    /// Its time formula.
    pub bdf: Bdf2,
    /// Gap at its end, to second order \[m\]; exact where the motion is prescribed.
    pub gap: f64,
    /// Speeds at its end [m/s, rad/s].
    pub speeds: Dof,
    /// Whether these speeds are prescribed.
    pub prescribed: bool,
    /// The degrees of freedom along the wall and about its normal that are not.
    pub lateral: [bool; DOFS],
    /// Time since the start of the motion at its end \[s\].
    pub elapsed: f64,
    /// Whether the step may be far longer than the vibrations of the contact, see [`Self::gap_at`].
    pub stiff: bool,
    /// Expected change of the speed along the normal [m/s].
    change: f64,
}

/// How far from its extrapolation a new speed is thought to lie, as a share of its expected change.
const SCATTER: f64 = 0.03;

impl Prediction {
    /// The step of `dt` \[s\] of a body, by extrapolation or along its prescribed approach.
    pub fn new(body: &Body, release: &Release, directions: &Directions, dt: f64) -> Self {
        let (bdf, velocity) = (Bdf2::new(dt, body.dt_before), body.velocity());
        let elapsed = body.time + dt + release.lead();
        let mean_velocity = match body.dt_before {
            Some(before) => velocity + 0.5 * dt / before * (velocity - body.velocity_old()),
            None => velocity,
        };
        let (gap, speeds) = if body.prescribed {
            let normal = release.velocity_after(elapsed);
            let speeds = directions.speeds(normal, |direction| direction.lead.speed(normal, elapsed));
            (release.gap_after(elapsed), speeds)
        } else {
            let mut speeds = body.speeds * bdf.e1 + body.speeds_old * bdf.e2;
            speeds[NORMAL] = velocity + 2.0 * (mean_velocity - velocity);
            (body.gap + dt * mean_velocity, speeds)
        };
        Self {
            dt,
            bdf,
            gap,
            speeds,
            prescribed: body.prescribed,
            lateral: if body.prescribed { [false; DOFS] } else { directions.lateral() },
            elapsed,
            stiff: false,
            change: (speeds[NORMAL] - velocity).abs(),
        }
    }

    /// The speed along the normal that is expected [m/s].
    pub fn velocity(&self) -> f64 {
        self.speeds[NORMAL]
    }

    /// What the flow is to be ready for along the normal; `any`: for every speed.
    pub fn normal_speed(&self, any: bool) -> NewSpeed {
        match () {
            () if self.prescribed => NewSpeed::Known(self.velocity()),
            () if any => NewSpeed::ANY,
            () => NewSpeed::Sought { expected: self.velocity(), scatter: SCATTER * self.change },
        }
    }

    /// The same along the wall and about its normal.
    pub fn lateral_speeds(&self) -> NewSpeeds {
        NewSpeeds { expected: self.speeds, free: self.lateral }
    }

    /// The gap \[m\] that a speed of `velocity` [m/s] at the end of the step leads to: by the trapezoidal rule, or by the speed at the
    /// end alone. The trapezoidal rule does not damp vibrations much faster than the step: a sphere at rest would change the sign of its
    /// speed in every step, and keep its size.
    pub fn gap_at(&self, body: &Body, velocity: f64) -> f64 {
        body.gap + if self.stiff { self.dt * velocity } else { 0.5 * self.dt * (body.velocity() + velocity) }
    }

    /// The end of the step at the prescribed speed, if there is one, or else at the speed that `find` gives: gap \[m\] and
    /// speed [m/s].
    pub fn end(&self, body: &Body, find: impl FnOnce() -> f64) -> (f64, f64) {
        if self.prescribed {
            return (self.gap, self.velocity());
        }
        let velocity = find();
        (self.gap_at(body, velocity), velocity)
    }
}
