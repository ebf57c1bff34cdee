//! Friction and rolling resistance of a sphere on a plane within the step of another solver.
//!
//! Along each direction of the plane there are a lateral speed `U` and an angular velocity `Ω`, positive where the top
//! of the sphere moves along the direction. The other solver knows how both at the end of its step answer to a force
//! `F` and a torque `T`,
//!
//! ```text
//! (U, Ω) = (U₀, Ω₀) + C (F, T)            C symmetric, positive definite, the same for every direction that is free
//! F = −f,   T = r_t f − τ                 f resists the sliding velocity U − r_v Ω, τ the spin
//! ```
//!
//! and this module finds `f` and `τ` at the end of the step: the same springs, dashpots and limits as in a dry impact
//! ([`super::mode`]), implicit. With `C = O(Δt)` the two are found by turns to round-off in a few passes. Forces and
//! torques of the directions are vectors under one limit, and the spin about the normal meets the law's twisting
//! resistance. What is held has no compliance, and no friction.

use super::force::NormalMemory;
use super::mode::{ContactMode, ModeLaw};
use super::normal::NormalContact;
use super::pair::Pair;
use super::tangential::{FrictionLimit, Resistance, TangentialContact};
use crate::body::dof::{ALONG, Affine, DOFS, Dof, DofMatrix, TWIST};
use nalgebra::{Matrix2, Vector2, Vector3};
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
    pub(super) pair: Pair,
}

/// The memory of a mode along x and y: force of its spring \[N\], its whole force \[N\], whether it slides. In rolling
/// and twisting, torques.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
struct ModeMemory {
    spring: [f64; 2],
    force: [f64; 2],
    sliding: bool,
}

/// The memory of the contact from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SurfaceMemory {
    sliding: ModeMemory,
    rolling: ModeMemory,
    twisting: ModeMemory,
    /// Overlap \[m\] and normal force \[N\] at the last step.
    overlap: f64,
    normal: f64,
}

/// How the motion at the end of a step answers to the contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreeMotion {
    /// The speeds at the end of the step before.
    pub before: Dof,
    /// The speeds at the end of the step without the contact.
    pub free: Dof,
    /// `C`: change of the speeds per force and torque; x and y have the same where both are free.
    pub compliance: DofMatrix,
    /// Whether the step may be far longer than the vibrations of the contact: springs then come to their quasi-static
    /// stretch at once.
    pub stiff: bool,
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

impl FreeMotion {
    /// A motion along x alone: lateral speed [m/s] and spin [rad/s] before the step and without the contact, and their
    /// compliance.
    pub fn in_plane(before: Vector2<f64>, free: Vector2<f64>, compliance: Matrix2<f64>) -> Self {
        let [before, free] = [before, free].map(|at_rest| Affine::along([Affine { at_rest, per_speed: compliance }]));
        Self { before: before.at_rest, free: free.at_rest, compliance: free.per_speed, stiff: false }
    }

    /// The speeds at the end of the step under `load`.
    pub fn under(&self, load: &Dof) -> Dof {
        Dof::from_fn(|a, _| (0..DOFS).fold(self.free[a], |speed, b| speed + self.compliance[(a, b)] * load[b]))
    }

    /// The power \[W\] that `load` takes from the motion that it leaves.
    pub fn power(&self, load: &Dof) -> f64 {
        -load.dot(&self.under(load))
    }

    /// Lateral speed and spin along direction `k` under a force and a torque along it.
    fn along(&self, k: usize, force: f64, torque: f64) -> [f64; 2] {
        let [u, spin] = ALONG[k];
        let of =
            |row: usize| self.free[row] + self.compliance[(row, u)] * force + self.compliance[(row, spin)] * torque;
        [of(u), of(spin)]
    }
}

/// A vector with one entry per direction.
fn each(of: impl Fn(usize) -> f64) -> Vector3<f64> {
    Vector3::new(of(0), of(1), 0.0)
}

impl SurfaceMemory {
    /// The memory of a contact with these modes of sliding, rolling and twisting, under `load`.
    pub(super) fn resumed(modes: [ContactMode; 3], load: NormalLoad) -> Self {
        let [sliding, rolling, twisting] = [0, 1, 2].map(|k| ModeMemory::of(&modes[k]));
        Self { sliding, rolling, twisting, overlap: load.overlap, normal: load.force }
    }

    /// Sliding, rolling and twisting; the last along x alone.
    pub(super) fn modes(&self) -> [ContactMode; 3] {
        [&self.sliding, &self.rolling, &self.twisting].map(ModeMemory::mode)
    }
}

impl ModeMemory {
    fn mode(&self) -> ContactMode {
        let Self { spring, force, sliding } = *self;
        ContactMode { spring: each(|k| spring[k]), force: each(|k| force[k]), sliding }
    }

    fn of(mode: &ContactMode) -> Self {
        let ContactMode { spring, force, sliding } = *mode;
        Self { spring: [spring.x, spring.y], force: [force.x, force.y], sliding }
    }
}

/// The torques that stop a spin, `wanted`, within the limits of its horizontal part and of that about the normal; both
/// share one direction, that of the spin.
fn at_rest(wanted: Vector3<f64>, horizontal: f64, vertical: f64) -> Vector3<f64> {
    let size = wanted.norm();
    if size == 0.0 {
        return wanted;
    }
    let part = |wanted: f64, limit: f64| if size > limit { wanted / size * limit } else { wanted };
    Vector3::new(part(wanted.x, horizontal), part(wanted.y, horizontal), part(wanted.z, vertical))
}

impl SurfaceContact {
    /// Friction and rolling of a law; `None` where nothing resists.
    pub fn new(tangential: TangentialContact, pair: Pair) -> Option<Self> {
        tangential.acts().then_some(Self { tangential, pair })
    }

    /// Forces and torques on the sphere at the end of a step of `dt` \[s\] in contact under `load`, that along the
    /// normal left out. The motion along x is free.
    ///
    /// Post-condition: they obey the laws with the motion that they leave, and the memory holds the end of the step.
    pub fn step(&self, memory: &mut SurfaceMemory, dt: f64, motion: &FreeMotion, load: NormalLoad) -> Dof {
        let tangential = &self.tangential;
        let arms = tangential.lever.arms(&self.pair, load.overlap.max(0.0));
        let [by_velocity, by_torque] = [arms.velocity[0], arms.torque[0]];
        let slip = |[lateral, spin]: [f64; 2]| lateral - by_velocity * spin;
        let [overlap, force] = [[memory.overlap, load.overlap], [memory.normal, load.force]];
        let stiff = motion.stiff;
        let law = |resistance: &Resistance| ModeLaw { stiff, ..tangential.mode_law(resistance, dt, overlap, force) };
        let spin_friction = tangential.spin_friction * load.force.abs() * self.pair.radius[0];
        let resting = spin_friction + tangential.directional_rolling * (load.force - load.viscous).max(0.0);
        let under = |k: usize, friction: f64, torque: f64| motion.along(k, -friction, by_torque * friction - torque);
        let alone = |friction: f64, torque: f64| {
            let (with, without) = (under(0, friction, torque), under(0, 0.0, 0.0));
            [without[0] - with[0], without[1] - with[1]]
        };
        let before = |k: usize| ALONG[k].map(|dof| motion.before[dof]);
        let about_normal = |x: f64| Vector3::new(x, 0.0, 0.0);
        let twisting = [motion.before[TWIST], motion.free[TWIST], motion.compliance[(TWIST, TWIST)]];
        let (mut friction, mut spring, mut rest) = (Vector3::zeros(), Vector3::zeros(), Vector3::zeros());
        let mut twist = 0.0;
        let springs = self.springs(memory, 0.5 * motion.before[TWIST] * dt, load.force);
        let mut modes = springs;
        for _ in 0..PASSES {
            let last = (friction, spring, rest, twist);
            if let Some(resistance) = &tangential.sliding {
                modes[0] = springs[0];
                let free = each(|k| slip(under(k, 0.0, spring[k] + rest[k])));
                modes[0].end_step(each(|k| slip(before(k))), free, slip(alone(1.0, 0.0)), &law(resistance));
                friction = modes[0].force;
            }
            let per_torque = alone(0.0, 1.0)[1];
            if let Some(resistance) = &tangential.rolling {
                modes[1] = springs[1];
                let free = each(|k| under(k, friction[k], rest[k])[1]);
                modes[1].end_step(each(|k| before(k)[1]), free, per_torque, &law(resistance));
                spring = modes[1].force;
            }
            let mut stopping = each(|k| under(k, friction[k], spring[k])[1]) / per_torque;
            let [began, free, compliance] = twisting;
            if compliance > 0.0 {
                if let Some(resistance) = &tangential.twisting {
                    modes[2] = springs[2];
                    let free = about_normal(free - compliance * rest.z);
                    modes[2].end_step(about_normal(began), free, compliance, &law(resistance));
                    twist = modes[2].force.x;
                }
                stopping.z = (free - compliance * twist) / compliance;
            }
            rest = at_rest(stopping, resting, spin_friction);
            if last == (friction, spring, rest, twist) {
                break;
            }
        }
        *memory = SurfaceMemory::resumed(modes, load);
        let mut on_sphere = Dof::zeros();
        for (k, [u, spin]) in ALONG.into_iter().enumerate() {
            on_sphere[u] = -friction[k];
            on_sphere[spin] = by_torque * friction[k] - spring[k] - rest[k];
        }
        on_sphere[TWIST] = -twist - rest.z;
        on_sphere
    }

    /// Sliding, rolling and twisting as they begin a step to the normal force `force` \[N\]; the first two turned by
    /// `angle` \[rad\] about the normal where the law turns the tangent plane with the spin. Where the normal force
    /// changes its sign, a limit that follows its magnitude vanishes on the way, and lets the spring go slack.
    fn springs(&self, memory: &SurfaceMemory, angle: f64, force: f64) -> [ContactMode; 3] {
        let mut modes = memory.modes();
        for (mode, resistance) in modes.iter_mut().zip(self.tangential.modes()) {
            if resistance.map(|resistance| resistance.limit) == Some(FrictionLimit::Magnitude)
                && memory.normal * force < 0.0
            {
                *mode = ContactMode::default();
            }
        }
        if self.tangential.turns_with_spin && angle != 0.0 {
            for mode in &mut modes[..2] {
                mode.turn(Vector3::new(0.0, 0.0, angle));
            }
        }
        modes
    }

    /// Elastic energy \[J\] that the springs hold.
    pub fn stored_energy(&self, memory: &SurfaceMemory) -> f64 {
        self.tangential.stored_energies(memory.modes(), memory.overlap).iter().sum()
    }

    /// Half a period \[s\] of the tangential spring in an impact along the normal with the kinetic and elastic energy
    /// of now, at its largest stiffness, or four halves of the rolling spring's where that is shorter: it is often much
    /// faster, holds less energy, and does with fewer steps. Infinite without springs. `overlap` \[m\], `rate`
    /// (closing) [m/s].
    fn natural_time(&self, normal: &NormalContact, overlap: f64, rate: f64, memory: &NormalMemory) -> f64 {
        let (mass, radius) = (self.pair.mass[0], self.pair.radius[0]);
        let energy = normal.stored_energy(overlap, memory) + normal.bond_energy();
        let speed = (rate * rate + 2.0 * energy / mass).sqrt();
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

/// The shorter of the natural times \[s\] of a normal contact and of the springs of its surface, where it has any:
/// steps resolve both. `overlap` \[m\], `rate` (closing) [m/s].
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
    fn free(pair: &Pair, dt: f64, before: [f64; 2]) -> FreeMotion {
        let (mass, radius) = (pair.mass[0], pair.radius[0]);
        let compliance = Vector2::new(dt / mass, dt / (0.4 * mass * radius * radius));
        FreeMotion::in_plane(before.into(), before.into(), Matrix2::from_diagonal(&compliance))
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
            let motion = free(&surface.pair, 1e-6, [lateral, spin]);
            for _ in 0..50 {
                let found = surface.step(&mut memory, 1e-6, &motion, load);
                assert!((found[2] + 3e-3 * found[1]).abs() < 1e-15);
            }
            let found = surface.step(&mut memory, 1e-6, &motion, load)[1];
            assert!((found - expected).abs() < 1e-9, "{lateral} {spin}: {found}");
        }
    }

    #[test]
    fn a_constant_rolling_torque_stops_a_spin_and_does_not_turn_it() {
        let mut contact = surface(Law::Hertz(Hertz { friction: 0.2, ..Hertz::default() }));
        contact.tangential.sliding = None;
        contact.tangential.directional_rolling = 1e-6;
        let load = NormalLoad { overlap: 1e-6, force: 10.0, viscous: 0.0 };
        let mut motion = [0.0, 5.0];
        for step in 1..=2000 {
            let from = free(&contact.pair, 1e-6, motion);
            let found = contact.step(&mut SurfaceMemory::default(), 1e-6, &from, load);
            motion = ALONG[0].map(|dof| from.under(&found)[dof]);
            let slowed = 5.0 - f64::from(step) * 1e-6 * 1e-5 / (0.4 * 9e-4 * 9e-6);
            assert!((motion[1] - slowed.max(0.0)).abs() < 1e-12, "{step}: {motion:?} {slowed}");
        }
    }

    #[test]
    fn friction_in_any_direction_is_that_along_x_turned_and_twisting_stops_a_spin_about_the_normal() {
        let mut contact = surface(Law::Hertz(Hertz { friction: 0.2, ..Hertz::default() }));
        contact.tangential.spin_friction = 1e-3;
        let load = NormalLoad { overlap: 1e-6, force: 10.0, viscous: 0.0 };
        let start = [0.3, -40.0];
        let (mut plain, mut whole) = (SurfaceMemory::default(), SurfaceMemory::default());
        let along = free(&contact.pair, 1e-6, start);
        let mut both = along;
        for (dofs, part) in ALONG.into_iter().zip([0.6, -0.8]) {
            for (a, row) in dofs.into_iter().enumerate() {
                (both.before[row], both.free[row]) = (part * start[a], part * start[a]);
                both.compliance[(row, row)] = along.compliance[(ALONG[0][a], ALONG[0][a])];
            }
        }
        for _ in 0..30 {
            let expected = contact.step(&mut plain, 1e-6, &along, load);
            let found = contact.step(&mut whole, 1e-6, &both, load);
            for ([force, torque], part) in ALONG.into_iter().zip([0.6, -0.8]) {
                assert!((found[force] - part * expected[1]).abs() < 1e-12, "{found:?} {expected:?}");
                assert!((found[torque] - part * expected[2]).abs() < 1e-14, "{found:?} {expected:?}");
            }
            assert_eq!(found[TWIST], 0.0);
        }
        let inertia = 0.4 * contact.pair.mass[0] * contact.pair.radius[0].powi(2);
        let mut at_rest = free(&contact.pair, 1e-6, [0.0, 0.0]);
        (at_rest.before[TWIST], at_rest.free[TWIST]) = (7.0, 7.0);
        at_rest.compliance[(TWIST, TWIST)] = 1e-6 / inertia;
        let found = contact.step(&mut SurfaceMemory::default(), 1e-6, &at_rest, load);
        assert!((found[TWIST] + 1e-3 * 10.0 * contact.pair.radius[0]).abs() < 1e-15, "{found:?}");
    }
}
