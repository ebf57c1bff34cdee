//! Inertia of a sphere besides the liquid's, the forces on it along the wall and its guidance there, and its loads by
//! cause.

use crate::body::as_array;
use crate::body::dof::{ALONG, Affine, Dof, DofMatrix, NORMAL, TWIST};
use crate::body::release::LateralLead;
use crate::flow::level::Bdf2;
use serde::{Deserialize, Serialize};

/// Modified Stokes number `(ρ_p + ½ρ_l) V D/(9μ)` at which rebounds begin (Joseph, Zenit, Hunt & Rosenwinkel 2001;
/// Gondret, Lance & Petit 2002).
pub const REBOUNDS_BEGIN: f64 = 10.0;

/// The sphere's inertia and weight, besides the liquid's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SphereInertia {
    /// Mass of the sphere less that of the liquid inside of it, `m_p − m_l` \[kg\]. The computed liquid fills the
    /// sphere and moves with it, so its inertia is part of the force on the markers.
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
    pub(super) fn displaced(&self) -> Dof {
        self.inertia(self.displaced_mass)
    }

    /// Inertia of the sphere less that of the liquid in its place, for every degree of freedom [kg, kg m²].
    pub(super) fn excess(&self) -> Dof {
        self.inertia(self.excess_mass)
    }

    /// Inertia of the sphere, for every degree of freedom [kg, kg m²].
    pub(super) fn whole(&self) -> Dof {
        self.inertia(self.mass())
    }

    /// Kinetic energy of the sphere less that of the liquid in its place \[J\], `½ (m_p − m_l)(V² + …)`.
    pub(super) fn excess_energy(&self, speeds: &Dof) -> f64 {
        self.excess().iter().zip(speeds).map(|(inertia, speed)| 0.5 * inertia * speed * speed).sum()
    }

    /// Kinetic energy of the sphere with its added mass far from walls \[J\], at the `speeds` of all degrees of
    /// freedom: `½ (m_p + ½ m_l)(V² + D²ω²/10)`. The added mass is counted as turning with the sphere, for a light one
    /// turns its boundary layer rather than itself.
    pub(super) fn kinetic_energy(&self, speeds: &Dof) -> f64 {
        let [x, y] = ALONG.map(|dofs| dofs.map(|dof| speeds[dof] * speeds[dof]));
        let turning = 0.1 * self.diameter * self.diameter * (x[1] + y[1] + speeds[TWIST] * speeds[TWIST]);
        0.5 * self.mass_with_added() * (speeds[NORMAL] * speeds[NORMAL] + (x[0] + y[0]) + turning)
    }

    /// Kinetic energy \[J\] of a sphere that is too slow to rebound in liquid of this `viscosity` \[Pa s\]: at the
    /// modified Stokes number [`REBOUNDS_BEGIN`].
    pub(super) fn creeping_energy(&self, viscosity: f64) -> f64 {
        let mass = self.mass_with_added();
        let speed = REBOUNDS_BEGIN * 1.5 * std::f64::consts::PI * viscosity * self.diameter * self.diameter / mass;
        0.5 * mass * speed * speed
    }

    /// Acceleration of the free sphere in liquid at rest [m/s²], towards the wall.
    pub fn free_acceleration(&self) -> f64 {
        self.submerged_weight / self.mass_with_added()
    }

    /// Inertial force, in a step, of the sphere's excess over the liquid in its place, `(m_p − m_l)(c₀ q + c₁ q_now +
    /// c₂ q_old)`, and likewise the torques.
    pub(super) fn force(&self, bdf: &Bdf2, [now, old]: [&Dof; 2]) -> Affine {
        let (excess, past) = (self.excess(), now * bdf.c1 + old * bdf.c2);
        Affine { at_rest: excess.component_mul(&past), per_speed: DofMatrix::from_diagonal(&(excess * bdf.c0)) }
    }

    /// Weight less buoyancy on the sphere, along the normal and in `directions` along the wall \[N\].
    pub(super) fn weight(&self, directions: &[Direction]) -> Dof {
        let mut weight = Dof::zeros();
        weight[NORMAL] = -self.submerged_weight;
        for ([u, _], direction) in ALONG.into_iter().zip(directions) {
            weight[u] = direction.weight;
        }
        weight
    }
}

/// A perturbation force at the start that breaks the symmetry of the wake.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PerturbationForce {
    /// Force \[N\].
    pub force: f64,
    /// Time after the start of the motion at which it begins \[s\].
    pub from: f64,
    /// When it ends \[s\].
    pub until: f64,
}

impl PerturbationForce {
    /// The force \[N\] at the end of a step, `time` \[s\] after the start.
    pub(super) fn at(&self, time: f64) -> f64 {
        if self.from < time && time <= self.until { self.force } else { 0.0 }
    }
}

/// The forces on the sphere, and its guidance, along one direction of the wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direction {
    /// Component of the submerged weight \[N\].
    pub weight: f64,
    /// Force at the start.
    pub perturbation: PerturbationForce,
    /// Speed while the motion is prescribed.
    pub lead: LateralLead,
    /// Angular velocity at the start, and while the approach is prescribed [rad/s], positive where the top of the
    /// sphere moves along the direction.
    pub spin: f64,
    /// Speed at the start [m/s].
    pub start: f64,
}

/// The degrees of freedom along the wall and about its normal that a flow with azimuthal modes has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Directions {
    /// Along x, and without a plane of symmetry along y; none in an axisymmetric flow.
    pub along: Vec<Direction>,
    /// Angular velocity about the normal at the start, and while the approach is prescribed [rad/s]; without a plane of
    /// symmetry.
    pub twist: f64,
}

/// Forces \[N\] and torques [N m] on the sphere by cause; without the film, which is part of the liquid's, they are
/// together its inertia times its acceleration.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Loads {
    /// Submerged weight.
    #[serde(with = "as_array")]
    pub weight: Dof,
    /// The computed flow, less the grid's excess; along the normal with the theory that is blended in.
    #[serde(with = "as_array")]
    pub hydrodynamic: Dof,
    /// The film below the grid; along the wall also a blended theory's addition to the computed flow.
    #[serde(with = "as_array")]
    pub film: Dof,
    /// Solid contact, friction, rolling and twisting resistance.
    #[serde(with = "as_array")]
    pub contact: Dof,
    /// The force that prescribes the motion, and the perturbation at the start.
    #[serde(with = "as_array")]
    pub drive: Dof,
}

impl Loads {
    /// The liquid's load on a degree of freedom, the film below the grid included.
    pub fn liquid(&self, dof: usize) -> f64 {
        self.hydrodynamic[dof] + self.film[dof]
    }
}
