//! Friction and rolling resistance of a sphere on a plane within the step of another solver.
//!
//! The motion is in one plane: lateral speed `U` along x, angular velocity `Ω`, positive where the top of the sphere moves
//! along x. The other solver knows how both at the end of its step answer to a force `F` along x and a torque `T`,
//!
//! ```text
//! (U, Ω) = (U₀, Ω₀) + C (F, T)            C symmetric, positive definite
//! F = −f,   T = r_t f − τ                 f resists the sliding velocity U − r_v Ω, τ the spin
//! ```
//!
//! and this module finds `f` and `τ` at the end of the step: the same springs, dashpots and limits as in a dry impact
//! ([`super::mode`]), implicit. With `C = O(Δt)` the two are found by turns to round-off in a few passes.

use super::force::NormalMemory;
use super::mode::ContactMode;
use super::normal::NormalContact;
use super::pair::Pair;
use super::tangential::{Resistance, TangentialContact};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Passes between sliding and rolling; a few are needed.
const PASSES: usize = 40;

/// Friction and rolling resistance between a sphere and a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceContact {
    /// The laws.
    pub tangential: TangentialContact,
    /// Sphere and plane.
    pub pair: Pair,
}

/// What a mode remembers: force of its spring \[N\], its whole force \[N\], whether it slides. In rolling, torques.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
struct ModeMemory {
    spring: f64,
    force: f64,
    sliding: bool,
}

/// What the contact remembers from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SurfaceMemory {
    sliding: ModeMemory,
    rolling: ModeMemory,
    /// Overlap \[m\] and normal force \[N\] at the last step.
    overlap: f64,
    normal: f64,
}

/// Lateral speed [m/s] and angular velocity [rad/s].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SurfaceMotion {
    /// Lateral speed [m/s].
    pub lateral: f64,
    /// Angular velocity [rad/s].
    pub spin: f64,
}

/// Lateral force \[N\] and torque [N m] on the sphere.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SurfaceLoad {
    /// Along x \[N\].
    pub force: f64,
    /// Positive where it speeds up a positive spin [N m].
    pub torque: f64,
}

/// How the motion at the end of a step answers to the contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreeMotion {
    /// The motion at the end of the step before.
    pub before: SurfaceMotion,
    /// The motion at the end of the step without the contact.
    pub free: SurfaceMotion,
    /// `C`: change of `[U, Ω]` per force and torque [m/s/N, …].
    pub compliance: [[f64; 2]; 2],
}

impl FreeMotion {
    /// The motion at the end of the step under `load`.
    pub fn under(&self, load: SurfaceLoad) -> SurfaceMotion {
        let [to_lateral, to_spin] = self.compliance;
        SurfaceMotion {
            lateral: self.free.lateral + to_lateral[0] * load.force + to_lateral[1] * load.torque,
            spin: self.free.spin + to_spin[0] * load.force + to_spin[1] * load.torque,
        }
    }
}

/// The normal force of a contact at the end of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalLoad {
    /// Overlap \[m\].
    pub overlap: f64,
    /// Normal force \[N\], positive where it repels.
    pub force: f64,
    /// Viscous part of it \[N\].
    pub viscous: f64,
}

impl ModeMemory {
    fn mode(&self) -> ContactMode {
        ContactMode { spring: along(self.spring), force: along(self.force), sliding: self.sliding }
    }

    fn of(mode: &ContactMode) -> Self {
        Self { spring: mode.spring.x, force: mode.force.x, sliding: mode.sliding }
    }
}

fn along(x: f64) -> Vector3<f64> {
    Vector3::new(x, 0.0, 0.0)
}

impl SurfaceContact {
    /// Friction and rolling of a law; `None` where nothing resists.
    pub fn new(tangential: TangentialContact, pair: Pair) -> Option<Self> {
        tangential.acts().then_some(Self { tangential, pair })
    }

    /// Force and torque on the sphere at the end of a step of `dt` \[s\] in contact under `load`.
    ///
    /// Post-condition: they obey the laws with the motion `motion.under(…)`, and the memory holds the end of the step.
    pub fn step(&self, memory: &mut SurfaceMemory, dt: f64, motion: &FreeMotion, load: NormalLoad) -> SurfaceLoad {
        let tangential = &self.tangential;
        let arms = tangential.lever.arms(&self.pair, load.overlap.max(0.0));
        let [by_velocity, by_torque] = [arms.velocity[0], arms.torque[0]];
        let slip = |motion: SurfaceMotion| motion.lateral - by_velocity * motion.spin;
        let [overlap, force] = [[memory.overlap, load.overlap], [memory.normal, load.force]];
        let law = |resistance: &Resistance| tangential.mode_law(resistance, dt, overlap, force);
        let resting = tangential.spin_friction * load.force.abs() * self.pair.radius[0]
            + tangential.directional_rolling * (load.force - load.viscous).max(0.0);
        let (mut friction, mut spring, mut rest) = (0.0, 0.0, 0.0);
        let mut modes = [memory.sliding.mode(), memory.rolling.mode()];
        let under = |friction: f64, torque: f64| {
            motion.under(SurfaceLoad { force: -friction, torque: by_torque * friction - torque })
        };
        let alone = |friction: f64, torque: f64| {
            let (with, without) = (under(friction, torque), under(0.0, 0.0));
            SurfaceMotion { lateral: without.lateral - with.lateral, spin: without.spin - with.spin }
        };
        for _ in 0..PASSES {
            let before = [friction, spring, rest];
            if let Some(resistance) = &tangential.sliding {
                modes[0] = memory.sliding.mode();
                let free = along(slip(under(0.0, spring + rest)));
                modes[0].end_step(along(slip(motion.before)), free, slip(alone(1.0, 0.0)), &law(resistance));
                friction = modes[0].force.x;
            }
            let per_torque = alone(0.0, 1.0).spin;
            if let Some(resistance) = &tangential.rolling {
                modes[1] = memory.rolling.mode();
                let free = along(under(friction, rest).spin);
                modes[1].end_step(along(motion.before.spin), free, per_torque, &law(resistance));
                spring = modes[1].force.x;
            }
            rest = (under(friction, spring).spin / per_torque).clamp(-resting, resting);
            if before == [friction, spring, rest] {
                break;
            }
        }
        let [sliding, rolling] = [ModeMemory::of(&modes[0]), ModeMemory::of(&modes[1])];
        *memory = SurfaceMemory { sliding, rolling, overlap: load.overlap, normal: load.force };
        SurfaceLoad { force: -friction, torque: by_torque * friction - spring - rest }
    }

    /// Elastic energy \[J\] that the springs hold.
    pub fn stored_energy(&self, memory: &SurfaceMemory) -> f64 {
        let of = |mode: &ModeMemory, resistance: &Option<Resistance>| {
            resistance.map_or(0.0, |r| mode.mode().stored_energy(r.stiffness.at(memory.overlap), r.test))
        };
        of(&memory.sliding, &self.tangential.sliding) + of(&memory.rolling, &self.tangential.rolling)
    }

    /// Half a period \[s\] of the tangential spring in an impact along the normal with the kinetic and elastic energy of
    /// now, at its largest stiffness, or four halves of the rolling spring's where that is shorter: it is often much faster,
    /// holds less energy, and does with fewer steps. Infinite without springs. `overlap` in m, `rate` (closing) in m/s.
    fn natural_time(&self, normal: &NormalContact, overlap: f64, rate: f64, memory: &NormalMemory) -> f64 {
        let (mass, radius) = (self.pair.mass[0], self.pair.radius[0]);
        let speed = (rate * rate + 2.0 * normal.stored_energy(overlap, memory) / mass).sqrt();
        // A half-sine of this speed and contact time goes as deep.
        let depth = overlap.max(speed * normal.contact_time(speed) / PI);
        let half = |resistance: &Option<Resistance>, inertia: f64| {
            resistance.map_or(f64::INFINITY, |spring| PI * (inertia / spring.stiffness.at(depth)).sqrt())
        };
        // The inertia of sliding: 1/m* = 1/m + a²/I.
        let sliding = half(&self.tangential.sliding, mass / 3.5);
        sliding.min(4.0 * half(&self.tangential.rolling, 0.4 * mass * radius * radius))
    }
}

/// The shorter of the natural times \[s\] of a normal contact and of the springs of its surface, where it has any: steps
/// resolve both. `overlap` in m, `rate` (closing) in m/s.
pub fn natural_time(
    normal: &NormalContact,
    surface: Option<&SurfaceContact>,
    overlap: f64,
    rate: f64,
    memory: &NormalMemory,
) -> f64 {
    let of_springs = surface.map_or(f64::INFINITY, |surface| surface.natural_time(normal, overlap, rate, memory));
    normal.natural_time(overlap, rate, memory).min(of_springs)
}

#[cfg(test)]
mod tests {
    use super::super::{Hertz, Law, Lever, Material};
    use super::*;

    /// A sphere of unit lateral mobility without liquid: `C` of one backward-Euler step.
    fn free(pair: &Pair, dt: f64, before: SurfaceMotion) -> FreeMotion {
        let (mass, radius) = (pair.mass[0], pair.radius[0]);
        let compliance = [[dt / mass, 0.0], [0.0, dt / (0.4 * mass * radius * radius)]];
        FreeMotion { before, free: before, compliance }
    }

    fn surface(law: Law) -> SurfaceContact {
        let pair = Pair::sphere_on_plane(3e-3, 9e-4, [Material::default(); 2]).unwrap();
        SurfaceContact::new(law.tangential(&pair).unwrap(), pair).unwrap()
    }

    #[test]
    fn a_sliding_sphere_feels_the_coefficient_of_friction_and_a_rolling_one_nothing() {
        let surface = surface(Law::Hertz(Hertz { friction: 0.2, lever: Lever::Radius, ..Hertz::default() }));
        let load = NormalLoad { overlap: 1e-6, force: 10.0, viscous: 0.0 };
        for (lateral, spin, expected) in [(1.0, 0.0, -2.0), (-1.0, 0.0, 2.0), (0.0, 1e4, 2.0), (0.3, 100.0, 0.0)] {
            let mut memory = SurfaceMemory { overlap: 1e-6, normal: 10.0, ..SurfaceMemory::default() };
            let motion = free(&surface.pair, 1e-6, SurfaceMotion { lateral, spin });
            for _ in 0..50 {
                let found = surface.step(&mut memory, 1e-6, &motion, load);
                assert!((found.torque + 3e-3 * found.force).abs() < 1e-15);
            }
            let found = surface.step(&mut memory, 1e-6, &motion, load).force;
            assert!((found - expected).abs() < 1e-9, "{lateral} {spin}: {found}");
        }
    }

    #[test]
    fn a_constant_rolling_torque_stops_a_spin_and_does_not_turn_it() {
        let mut contact = surface(Law::Hertz(Hertz { friction: 0.2, ..Hertz::default() }));
        contact.tangential.sliding = None;
        contact.tangential.directional_rolling = 1e-6;
        let load = NormalLoad { overlap: 1e-6, force: 10.0, viscous: 0.0 };
        let mut motion = SurfaceMotion { lateral: 0.0, spin: 5.0 };
        for step in 1..=2000 {
            let from = free(&contact.pair, 1e-6, motion);
            let found = contact.step(&mut SurfaceMemory::default(), 1e-6, &from, load);
            motion = from.under(found);
            let slowed = 5.0 - f64::from(step) * 1e-6 * 1e-5 / (0.4 * 9e-4 * 9e-6);
            assert!((motion.spin - slowed.max(0.0)).abs() < 1e-12, "{step}: {motion:?} {slowed}");
        }
    }
}
