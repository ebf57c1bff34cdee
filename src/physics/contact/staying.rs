//! A sphere that stays on a plane under its weight: lying, rolling or sliding, its contact without vibration.
//!
//! The contact is quasi-static: it carries the weight at the overlap where both balance, and nothing moves along the
//! normal. Along the plane the sphere goes on in steps far longer than the vibrations of the contact, with the
//! friction, rolling and twisting resistance of [`SurfaceContact`], as under a liquid. Velocities change linearly
//! within a step, so that its work is known exactly.

use super::collision::{Collision, System};
use super::kinematics::moments_of_inertia;
use super::mode::ContactMode;
use super::normal_motion::Load;
use super::surface::{FreeMotion, NormalLoad, SurfaceContact, SurfaceMemory};
use crate::body::dof::{ALONG, Dof, DofMatrix, TWIST};
use nalgebra::Vector3;

/// Largest change of the speeds in a step, over the largest speed.
const CHANGE: f64 = 0.01;
/// Acceleration over that of gravity below which a motion is uniform: round-off of the friction that holds a sphere to
/// roll.
const UNIFORM: f64 = 1e-9;

/// The stay of a sphere on the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stay {
    /// Largest speed of its surface so far [m/s].
    fastest: f64,
    /// Acceleration of its surface in the last step; that of gravity before the first [m/s²].
    acceleration: f64,
}

/// The axes along and about which a sphere moves on the plane, as [`crate::body::dof`] has them.
struct Axes {
    along: [Vector3<f64>; 2],
    about: [Vector3<f64>; 2],
    normal: Vector3<f64>,
}

impl Axes {
    fn on(normal: Vector3<f64>) -> Self {
        let other = if normal.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
        let x = (other - other.dot(&normal) * normal).normalize();
        let along = [x, normal.cross(&x)];
        Self { along, about: along.map(|axis| normal.cross(&axis)), normal }
    }

    /// The entries of a mode of contact along these axes.
    fn mode(axes: [Vector3<f64>; 2], mode: &ContactMode) -> ContactMode {
        let to = |v: Vector3<f64>| Vector3::new(v.dot(&axes[0]), v.dot(&axes[1]), 0.0);
        ContactMode { spring: to(mode.spring), force: to(mode.force), ..*mode }
    }

    /// The mode of contact with these entries along the axes.
    fn mode_from(axes: [Vector3<f64>; 2], mode: &ContactMode) -> ContactMode {
        let from = |v: Vector3<f64>| v.x * axes[0] + v.y * axes[1];
        ContactMode { spring: from(mode.spring), force: from(mode.force), ..*mode }
    }

    /// The axes of sliding, rolling and twisting.
    fn of_modes(&self) -> [[Vector3<f64>; 2]; 3] {
        [self.along, self.about, [self.normal, Vector3::zeros()]]
    }
}

impl Stay {
    /// The sphere of a contact that no longer vibrates, which becomes quasi-static.
    pub(super) fn begin(system: &System, collision: &mut Collision) -> Self {
        let load = system.mass * collision.motion.external;
        collision.motion.load = Load { force: load, viscous: 0.0, rate: 0.0 };
        collision.motion.node.w = 0.0;
        Self { fastest: collision.surface_speed(system), acceleration: system.relative_gravity.norm() }
    }

    /// Goes on for a step of at most `most` \[s\]; `None` where the sphere would move uniformly for ever.
    pub(super) fn step(&mut self, system: &System, collision: &mut Collision, most: f64) -> Option<f64> {
        self.fastest = self.fastest.max(collision.surface_speed(system));
        let uniform = self.acceleration < UNIFORM * system.relative_gravity.norm();
        let dt = if uniform { most } else { most.min(CHANGE * self.fastest / self.acceleration) };
        if dt == f64::INFINITY {
            return None;
        }
        self.acceleration = collision.slide_and_roll(system, dt) / dt;
        Some(dt)
    }
}

impl Collision {
    /// Largest speed of the surface of a sphere on a plane, along it or about its normal [m/s].
    pub(super) fn surface_speed(&self, system: &System) -> f64 {
        let spin = self.spin1;
        self.orbital.norm() + system.pair.radius[0] * spin.norm()
    }

    /// Moves the sphere of a quasi-static contact along the plane for `dt` \[s\]; returns the change of its surface's
    /// velocity [m/s].
    fn slide_and_roll(&mut self, system: &System, dt: f64) -> f64 {
        let axes = Axes::on(self.normal);
        let (mass, inertia) = (system.pair.mass[0], moments_of_inertia(&system.pair)[0]);
        let mut before = Dof::zeros();
        let mut push = Dof::zeros();
        let mut mobility = Dof::zeros();
        for (k, [u, spin]) in ALONG.into_iter().enumerate() {
            (before[u], before[spin]) = (self.orbital.dot(&axes.along[k]), self.spin1.dot(&axes.about[k]));
            (mobility[u], mobility[spin]) = (1.0 / mass, 1.0 / inertia);
            push[u] = mass * system.relative_gravity.dot(&axes.along[k]);
        }
        (before[TWIST], mobility[TWIST]) = (self.spin1.dot(&axes.normal), 1.0 / inertia);
        let compliance = DofMatrix::from_diagonal(&(dt * mobility));
        let motion = FreeMotion { before, free: before + compliance * push, compliance, stiff: true };
        let load = NormalLoad { overlap: self.overlap(system), force: self.motion.load.force, viscous: 0.0 };

        let modes = [self.sliding, self.rolling, self.twisting];
        let mut found = Dof::zeros();
        let stored = |modes| system.tangential.stored_energies(modes, load.overlap);
        let [held, mut holds] = [stored(modes); 2];
        if let Some(surface) = SurfaceContact::new(system.tangential, system.pair) {
            let [sliding, rolling, twisting] = axes.of_modes();
            let mut memory = SurfaceMemory::resumed(
                [(sliding, modes[0]), (rolling, modes[1]), (twisting, modes[2])]
                    .map(|(axes, mode)| Axes::mode(axes, &mode)),
                load,
            );
            found = surface.step(&mut memory, dt, &motion, load);
            let [s, r, t] = memory.modes();
            self.sliding = Axes::mode_from(sliding, &s);
            self.rolling = Axes::mode_from(rolling, &r);
            self.twisting = Axes::mode_from(twisting, &t);
            holds = stored([self.sliding, self.rolling, self.twisting]);
        }

        let after = motion.under(&found);
        let mean = 0.5 * (before + after);
        let arm = system.tangential.lever.arms(&system.pair, load.overlap.max(0.0)).torque[0];
        let work = |dof: usize, force: f64| -dt * force * mean[dof];
        let mut rolling = held[1] - holds[1];
        for (k, [u, spin]) in ALONG.into_iter().enumerate() {
            // Friction turns the sphere with this torque; the rest of the torque resists rolling.
            let turning = -arm * found[u];
            self.dissipated.friction += work(u, found[u]) + work(spin, turning);
            rolling += work(spin, found[spin] - turning);
            self.carrier += dt * mean[u] * axes.along[k];
        }
        self.dissipated.friction += held[0] - holds[0];
        self.dissipated.rolling += rolling;
        self.dissipated.twisting += work(TWIST, found[TWIST]) + held[2] - holds[2];
        self.orbital = after[ALONG[0][0]] * axes.along[0] + after[ALONG[1][0]] * axes.along[1];
        self.spin1 =
            after[ALONG[0][1]] * axes.about[0] + after[ALONG[1][1]] * axes.about[1] + after[TWIST] * axes.normal;
        self.elapsed += dt;
        let change = after - before;
        let [x, y] = ALONG.map(|dofs| dofs.map(|dof| change[dof]));
        x[0].hypot(y[0]) + system.pair.radius[0] * x[1].hypot(y[1]).hypot(change[TWIST])
    }
}
