//! Friction and rolling resistance of a sphere on a plane within the step of another solver.
//!
//! In one plane: lateral speed `U` along x, angular velocity `Ω`, positive where the top of the sphere moves
//! along x. The other solver knows how both at the end of its step answer to a force `F` along x and a torque `T`,
//!
//! ```text
//! (U, Ω) = (U₀, Ω₀) + C (F, T)            C symmetric, positive definite
//! F = −f,   T = r_t f − τ                 f resists the sliding velocity U − r_v Ω, τ the spin
//! ```
//!
//! and this module finds `f` and `τ` at the end of the step: the same springs, dashpots and limits as in a dry impact
//! ([`super::mode`]), implicit. With `C = O(Δt)` the two are found by turns to round-off in a few passes.
//!
//! A sphere that moves along y, too, has the same motion turned by a right angle, with the same `C`; force and torque are then
//! vectors under one limit, and the spin about the normal meets the law's twisting resistance.

use super::force::NormalMemory;
use super::mode::ContactMode;
use super::normal::NormalContact;
use super::pair::Pair;
use super::tangential::{FrictionLimit, Resistance, TangentialContact};
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

/// What a mode remembers: force of its spring \[N\], its whole force \[N\], whether it slides; the parts of both forces along
/// y. In rolling and twisting, torques.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
struct ModeMemory {
    spring: f64,
    force: f64,
    sliding: bool,
    #[serde(default, skip_serializing_if = "in_plane")]
    across: [f64; 2],
}

fn in_plane(across: &[f64; 2]) -> bool {
    *across == [0.0; 2]
}

fn is_unused(mode: &ModeMemory) -> bool {
    *mode == ModeMemory::default()
}

/// What the contact remembers from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SurfaceMemory {
    sliding: ModeMemory,
    rolling: ModeMemory,
    #[serde(default, skip_serializing_if = "is_unused")]
    twisting: ModeMemory,
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

/// The spin about the normal at the end of a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FreeTwist {
    /// At the end of the step before [rad/s].
    pub before: f64,
    /// Without the contact [rad/s].
    pub free: f64,
    /// Change per torque [rad/s/(N m)].
    pub compliance: f64,
}

/// How the whole motion along a wall answers to the contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreeSurface {
    /// Along x and along y, with the same compliance.
    pub along: [FreeMotion; 2],
    /// About the normal.
    pub twist: FreeTwist,
}

/// What the contact does to the whole motion.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WholeLoad {
    /// Along x and along y.
    pub along: [SurfaceLoad; 2],
    /// Torque about the normal [N m].
    pub twist: f64,
}

impl FreeSurface {
    /// A motion along x alone.
    pub fn in_plane(motion: FreeMotion) -> Self {
        let rest = SurfaceMotion::default();
        let across = FreeMotion { before: rest, free: rest, ..motion };
        Self {
            along: [motion, across],
            twist: FreeTwist { compliance: motion.compliance[1][1], ..FreeTwist::default() },
        }
    }

    /// The power \[W\] that `load` takes from the motion that it leaves.
    pub fn power(&self, load: &WholeLoad) -> f64 {
        let of = |motion: &FreeMotion, load: SurfaceLoad| {
            let after = motion.under(load);
            -(load.force * after.lateral + load.torque * after.spin)
        };
        let [x, y] = [0, 1].map(|k| of(&self.along[k], load.along[k]));
        x + y - load.twist * (self.twist.free + self.twist.compliance * load.twist)
    }

    fn both(&self, of: impl Fn(&FreeMotion, usize) -> f64) -> Vector3<f64> {
        Vector3::new(of(&self.along[0], 0), of(&self.along[1], 1), 0.0)
    }
}

impl ModeMemory {
    fn mode(&self) -> ContactMode {
        let [spring, force] = self.across;
        ContactMode {
            spring: Vector3::new(self.spring, spring, 0.0),
            force: Vector3::new(self.force, force, 0.0),
            sliding: self.sliding,
        }
    }

    fn of(mode: &ContactMode) -> Self {
        let ContactMode { spring, force, sliding } = *mode;
        Self { spring: spring.x, force: force.x, sliding, across: [spring.y, force.y] }
    }
}

/// The torques that stop a spin, `wanted`, within the limits of its horizontal part and of that about the normal; both share
/// one direction, that of the spin.
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

    /// [`Self::whole_step`] of a motion along x alone.
    pub fn step(&self, memory: &mut SurfaceMemory, dt: f64, motion: &FreeMotion, load: NormalLoad) -> SurfaceLoad {
        self.whole_step(memory, dt, &FreeSurface::in_plane(*motion), load).along[0]
    }

    /// Forces and torques on the sphere at the end of a step of `dt` \[s\] in contact under `load`.
    ///
    /// Post-condition: they obey the laws with the motion that they leave, and the memory holds the end of the step.
    pub fn whole_step(&self, memory: &mut SurfaceMemory, dt: f64, motion: &FreeSurface, load: NormalLoad) -> WholeLoad {
        let tangential = &self.tangential;
        let arms = tangential.lever.arms(&self.pair, load.overlap.max(0.0));
        let [by_velocity, by_torque] = [arms.velocity[0], arms.torque[0]];
        let slip = |motion: SurfaceMotion| motion.lateral - by_velocity * motion.spin;
        let [overlap, force] = [[memory.overlap, load.overlap], [memory.normal, load.force]];
        let law = |resistance: &Resistance| tangential.mode_law(resistance, dt, overlap, force);
        let spin_friction = tangential.spin_friction * load.force.abs() * self.pair.radius[0];
        let resting = spin_friction + tangential.directional_rolling * (load.force - load.viscous).max(0.0);
        let under = |motion: &FreeMotion, friction: f64, torque: f64| {
            motion.under(SurfaceLoad { force: -friction, torque: by_torque * friction - torque })
        };
        let alone = |friction: f64, torque: f64| {
            let (with, without) = (under(&motion.along[0], friction, torque), under(&motion.along[0], 0.0, 0.0));
            SurfaceMotion { lateral: without.lateral - with.lateral, spin: without.spin - with.spin }
        };
        let about_normal = |x: f64| Vector3::new(x, 0.0, 0.0);
        let (mut friction, mut spring, mut rest) = (Vector3::zeros(), Vector3::zeros(), Vector3::zeros());
        let mut twist = 0.0;
        let before = self.springs(memory, 0.5 * motion.twist.before * dt, load.force);
        let mut modes = before;
        for _ in 0..PASSES {
            let last = (friction, spring, rest, twist);
            if let Some(resistance) = &tangential.sliding {
                modes[0] = before[0];
                let free = motion.both(|motion, k| slip(under(motion, 0.0, spring[k] + rest[k])));
                let began = motion.both(|motion, _| slip(motion.before));
                modes[0].end_step(began, free, slip(alone(1.0, 0.0)), &law(resistance));
                friction = modes[0].force;
            }
            let per_torque = alone(0.0, 1.0).spin;
            if let Some(resistance) = &tangential.rolling {
                modes[1] = before[1];
                let free = motion.both(|motion, k| under(motion, friction[k], rest[k]).spin);
                let began = motion.both(|motion, _| motion.before.spin);
                modes[1].end_step(began, free, per_torque, &law(resistance));
                spring = modes[1].force;
            }
            let FreeTwist { before: began, free, compliance } = motion.twist;
            if let Some(resistance) = &tangential.twisting {
                modes[2] = before[2];
                let free = about_normal(free - compliance * rest.z);
                modes[2].end_step(about_normal(began), free, compliance, &law(resistance));
                twist = modes[2].force.x;
            }
            let mut stopping = motion.both(|motion, k| under(motion, friction[k], spring[k]).spin) / per_torque;
            stopping.z = (free - compliance * twist) / compliance;
            rest = at_rest(stopping, resting, spin_friction);
            if last == (friction, spring, rest, twist) {
                break;
            }
        }
        let [sliding, rolling, twisting] = [0, 1, 2].map(|k| ModeMemory::of(&modes[k]));
        *memory = SurfaceMemory { sliding, rolling, twisting, overlap: load.overlap, normal: load.force };
        let on_sphere =
            |k: usize| SurfaceLoad { force: -friction[k], torque: by_torque * friction[k] - spring[k] - rest[k] };
        WholeLoad { along: [on_sphere(0), on_sphere(1)], twist: -twist - rest.z }
    }

    /// Sliding, rolling and twisting as they begin a step to the normal force `force` \[N\]; the first two turned by `angle`
    /// \[rad\] about the normal where the law turns the tangent plane with the spin. Where the normal force changes its sign, a
    /// limit that follows its magnitude vanishes on the way, and lets the spring go slack.
    fn springs(&self, memory: &SurfaceMemory, angle: f64, force: f64) -> [ContactMode; 3] {
        let TangentialContact { sliding, rolling, twisting, turns_with_spin, .. } = &self.tangential;
        let limits = [sliding, rolling, twisting].map(|mode| mode.map(|resistance| resistance.limit));
        let mut modes = [&memory.sliding, &memory.rolling, &memory.twisting].map(ModeMemory::mode);
        for (mode, limit) in modes.iter_mut().zip(limits) {
            if limit == Some(FrictionLimit::Magnitude) && memory.normal * force < 0.0 {
                *mode = ContactMode::default();
            }
        }
        if *turns_with_spin && angle != 0.0 {
            for mode in &mut modes[..2] {
                mode.turn(Vector3::new(0.0, 0.0, angle));
            }
        }
        modes
    }

    /// Elastic energy \[J\] that the springs hold.
    pub fn stored_energy(&self, memory: &SurfaceMemory) -> f64 {
        let of = |mode: &ModeMemory, resistance: &Option<Resistance>| {
            resistance.map_or(0.0, |r| mode.mode().stored_energy(r.stiffness.at(memory.overlap), r.test))
        };
        of(&memory.sliding, &self.tangential.sliding)
            + of(&memory.rolling, &self.tangential.rolling)
            + of(&memory.twisting, &self.tangential.twisting)
    }

    /// Half a period \[s\] of the tangential spring in an impact along the normal with the kinetic and elastic energy of
    /// now, at its largest stiffness, or four halves of the rolling spring's where that is shorter: it is often much faster,
    /// holds less energy, and does with fewer steps. Infinite without springs. `overlap` in m, `rate` (closing) in m/s.
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

    #[test]
    fn friction_in_any_direction_is_that_along_x_turned_and_twisting_stops_a_spin_about_the_normal() {
        let mut contact = surface(Law::Hertz(Hertz { friction: 0.2, ..Hertz::default() }));
        contact.tangential.spin_friction = 1e-3;
        let load = NormalLoad { overlap: 1e-6, force: 10.0, viscous: 0.0 };
        let start = SurfaceMotion { lateral: 0.3, spin: -40.0 };
        let (mut plain, mut whole) = (SurfaceMemory::default(), SurfaceMemory::default());
        let share = |part: f64| SurfaceMotion { lateral: part * start.lateral, spin: part * start.spin };
        let along = free(&contact.pair, 1e-6, start);
        let both = FreeSurface {
            along: [0.6, -0.8].map(|part| free(&contact.pair, 1e-6, share(part))),
            ..FreeSurface::in_plane(along)
        };
        for _ in 0..30 {
            let expected = contact.step(&mut plain, 1e-6, &along, load);
            let found = contact.whole_step(&mut whole, 1e-6, &both, load);
            for (load, part) in found.along.iter().zip([0.6, -0.8]) {
                assert!((load.force - part * expected.force).abs() < 1e-12, "{found:?} {expected:?}");
                assert!((load.torque - part * expected.torque).abs() < 1e-14, "{found:?} {expected:?}");
            }
            assert_eq!(found.twist, 0.0);
        }
        let inertia = 0.4 * contact.pair.mass[0] * contact.pair.radius[0].powi(2);
        let twist = FreeTwist { before: 7.0, free: 7.0, compliance: 1e-6 / inertia };
        let at_rest =
            FreeSurface { twist, ..FreeSurface::in_plane(free(&contact.pair, 1e-6, SurfaceMotion::default())) };
        let found = contact.whole_step(&mut SurfaceMemory::default(), 1e-6, &at_rest, load);
        assert!((found.twist + 1e-3 * 10.0 * contact.pair.radius[0]).abs() < 1e-15, "{found:?}");
    }
}
