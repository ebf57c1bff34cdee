//! One contact in progress, in three dimensions.
//!
//! The relative motion is carried in the frame of the contact: overlap and closing rate ([`NormalMotion`]), normal `n`,
//! spins, springs, and
//! - for two spheres the specific angular momentum `h = d n × v_t` of the relative motion (`d` the distance of the
//!   centres) and the centre of mass. Friction takes from `h` as much as it gives to the spins, and without it `h` is
//!   constant and `n` turns about it at `h/d²`: linear and angular momentum are conserved to round-off;
//! - for a sphere on a plane the tangential velocity and the foot point.
//!
//! A step: normal step, half a turn of the frame, tangential, rolling and twisting impulses, half a turn.

use super::dissipation::Dissipation;
use super::kinematics::{Arms, Bodies, moments_of_inertia};
use super::mode::{ContactMode, ModeReport, ModeStep, turned};
use super::normal::NormalContact;
use super::normal_motion::{MovingLaw, NormalMotion};
use super::overlap_map::{ContactScale, NormalStep};
use super::pair::Pair;
use super::tangential::{FrictionLimit, Resistance, TangentialContact};
use nalgebra::Vector3;

/// The bodies, and the laws that act between them.
#[derive(Debug, Clone)]
pub struct System {
    /// Bodies.
    pub(super) pair: Pair,
    /// Normal force.
    pub normal: NormalContact,
    /// Friction, rolling and twisting.
    pub tangential: TangentialContact,
    /// Gravity [m/s²], acting on the bodies of finite mass.
    pub gravity: Vector3<f64>,
    /// Unit normal of the plane, away from it; not used for two spheres.
    pub(super) plane_normal: Vector3<f64>,
    /// Acceleration of body 1 relative to body 2 by gravity [m/s²].
    pub(super) relative_gravity: Vector3<f64>,
    /// Effective mass \[kg\].
    pub mass: f64,
    /// Shares of the relative motion that bodies 1 and 2 take, `m*/m_i`.
    shares: [f64; 2],
    /// `1/I_i` (1/(kg m²)).
    inverse_inertia: [f64; 2],
}

impl System {
    /// Prepares a law between two bodies.
    pub(super) fn new(
        pair: Pair,
        normal: NormalContact,
        tangential: TangentialContact,
        gravity: Vector3<f64>,
        plane_normal: Vector3<f64>,
    ) -> Self {
        let weight = |i: usize| if pair.mass[i].is_finite() { 1.0 } else { 0.0 };
        let mass = pair.effective_mass();
        Self {
            pair,
            normal,
            tangential,
            gravity,
            plane_normal,
            relative_gravity: gravity * (weight(0) - weight(1)),
            mass,
            shares: [mass / pair.mass[0], mass / pair.mass[1]],
            inverse_inertia: moments_of_inertia(&pair).map(|i| 1.0 / i),
        }
    }

    fn carrier_gravity(&self) -> Vector3<f64> {
        if self.pair.mass[1].is_finite() { self.gravity } else { Vector3::zeros() }
    }

    fn law(&self) -> MovingLaw<'_> {
        MovingLaw { contact: &self.normal, mass: self.mass, mobility: self.pair.mobility }
    }

    /// Unit vector from body 2 to body 1 and gap \[m\] between their surfaces.
    pub(super) fn normal_and_gap(&self, bodies: &Bodies) -> (Vector3<f64>, f64) {
        let x = bodies.position[0] - bodies.position[1];
        if self.pair.is_plane() {
            (self.plane_normal, x.dot(&self.plane_normal) - self.pair.radius[0])
        } else {
            let distance = x.norm();
            (x / distance, distance - self.pair.radius[0] - self.pair.radius[1])
        }
    }
}

/// State of a contact: with the bodies of the start of it, everything that decides its future.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collision {
    /// Motion along the normal.
    pub(super) motion: NormalMotion,
    /// Unit normal, from body 2 to body 1.
    pub normal: Vector3<f64>,
    /// Two spheres: `d n × v_t` [m²/s]; on a plane: `v_t` [m/s].
    pub(super) orbital: Vector3<f64>,
    /// Two spheres: centre of mass; on a plane: foot point \[m\].
    pub(super) carrier: Vector3<f64>,
    /// Velocity of the centre of mass [m/s]; zero on a plane.
    carrier_velocity: Vector3<f64>,
    /// Point of the plane \[m\], where it is by now; not used for two spheres.
    plane_point: Vector3<f64>,
    /// Spins [rad/s].
    pub(super) spin1: Vector3<f64>,
    /// Spin of the second body [rad/s].
    spin2: Vector3<f64>,
    /// Sliding.
    pub(super) sliding: ContactMode,
    /// Rolling.
    pub rolling: ContactMode,
    /// Twisting.
    pub(super) twisting: ContactMode,
    /// Time since first touch \[s\].
    pub(super) elapsed: f64,
    /// Impulse of friction [N s]: all, and of the steps in which it stuck and slipped more than once.
    rubbed: [f64; 2],
    /// Energy dissipated in this contact.
    pub(super) dissipated: Dissipation,
}

impl Collision {
    /// The start of a contact of bodies that approach and are at `depth` \[m\] inside the range of the law: zero if
    /// they just touch.
    pub(super) fn start(system: &System, bodies: &Bodies, scale: ContactScale, depth: f64) -> Self {
        let (normal, _) = system.normal_and_gap(bodies);
        let velocity = bodies.velocity[0] - bodies.velocity[1];
        let [part1, part2] = system.shares;
        let plane = system.pair.is_plane();
        let mix = |v: [Vector3<f64>; 2]| if part1 == 1.0 { v[1] } else { part2 * v[0] + part1 * v[1] };
        let offset = bodies.position[0] - bodies.position[1];
        let mut collision = Self {
            motion: NormalMotion::start(
                system.law(),
                scale,
                depth - system.normal.range(),
                -velocity.dot(&normal),
                0.0,
            ),
            normal,
            orbital: if plane { velocity - velocity.dot(&normal) * normal } else { offset.cross(&velocity) },
            carrier: if plane { bodies.position[0] - offset.dot(&normal) * normal } else { mix(bodies.position) },
            carrier_velocity: if plane { Vector3::zeros() } else { mix(bodies.velocity) },
            plane_point: bodies.position[1],
            spin1: bodies.spin[0],
            spin2: bodies.spin[1],
            sliding: ContactMode::default(),
            rolling: ContactMode::default(),
            twisting: ContactMode::default(),
            elapsed: 0.0,
            rubbed: [0.0; 2],
            dissipated: Dissipation::default(),
        };
        collision.motion.update_external(collision.external(system), 0.0);
        collision
    }

    /// Overlap \[m\].
    pub(super) fn overlap(&self, system: &System) -> f64 {
        self.motion.overlap(&system.normal)
    }

    /// Positions, velocities and spins.
    pub(super) fn bodies(&self, system: &System) -> Bodies {
        let overlap = self.overlap(system);
        let along = -self.motion.rate() * self.normal;
        let spin = [self.spin1, self.spin2];
        if system.pair.is_plane() {
            let centre = self.carrier + (system.pair.radius[0] - overlap) * self.normal;
            let velocity = [self.orbital + along, Vector3::zeros() - self.motion.receding() * self.normal];
            return Bodies { position: [centre, self.plane_point], velocity, spin };
        }
        let distance = self.distance(system, overlap);
        let offset = distance * self.normal;
        let relative = along + self.orbital.cross(&self.normal) / distance;
        let [part1, part2] = system.shares;
        let at = |carrier: Vector3<f64>, v: Vector3<f64>| [carrier + part1 * v, carrier - part2 * v];
        Bodies { position: at(self.carrier, offset), velocity: at(self.carrier_velocity, relative), spin }
    }

    /// Elastic energy stored in all springs \[J\].
    pub(super) fn stored_energy(&self, system: &System) -> f64 {
        let overlap = self.overlap(system);
        let springs = system.tangential.stored_energies([self.sliding, self.rolling, self.twisting], overlap);
        springs.iter().fold(system.normal.stored_energy(overlap, &self.motion.memory), |sum, spring| sum + spring)
    }

    /// One step; `verlet` takes the normal step of discrete-element programs. `None` where no step is small enough.
    pub fn step(&mut self, system: &System, verlet: bool) -> Option<NormalStep> {
        let law = system.law();
        let step = if verlet { self.motion.verlet_step(law) } else { self.motion.step(law)? };
        match step.split_where_the_force_vanishes().filter(|_| system.tangential.rubs_under_attraction()) {
            Some(parts) => parts.iter().for_each(|part| self.go_along(system, part)),
            None => self.go_along(system, &step),
        }
        self.motion.update_external(self.external(system), step.duration);
        self.elapsed += step.duration;
        if system.pair.mobility > 0.0 {
            self.plane_point -= step.receded * self.normal;
            self.carrier -= step.receded * self.normal;
            self.dissipated.plate += step.plate;
        }
        self.dissipated.normal_viscous += step.viscous;
        self.dissipated.plastic += step.plastic;
        self.dissipated.adhesion += step.adhesion;
        Some(step)
    }

    /// The motion along the contact plane during a step, and that of the carrier.
    fn go_along(&mut self, system: &System, step: &NormalStep) {
        let middle = 0.5 * (step.overlap[0] + step.overlap[1]);
        let before = self.tangential_velocity(system, middle);
        self.turn(system, middle, 0.5 * step.duration);
        self.kick(system, step, middle);
        self.turn(system, middle, 0.5 * step.duration);
        self.carry(system, before + self.tangential_velocity(system, middle), step.duration);
    }

    /// Share of the friction impulse (-) in steps in which friction stuck and slipped more than once.
    pub(super) fn unresolved_friction(&self) -> f64 {
        let [all, unresolved] = self.rubbed;
        if unresolved > 0.0 { unresolved / all } else { 0.0 }
    }

    /// Books the energy that the springs still hold when the bodies part, and the wall stands still.
    pub(super) fn release(&mut self, system: &System) {
        self.motion.stop_wall();
        self.dissipated.released += self.stored_energy(system);
    }

    fn distance(&self, system: &System, overlap: f64) -> f64 {
        system.pair.radius[0] + system.pair.radius[1] - overlap
    }

    /// Closing acceleration [m/s²] not caused by the contact: weight and centrifugal force.
    fn external(&self, system: &System) -> f64 {
        let weight = -system.relative_gravity.dot(&self.normal);
        if system.pair.is_plane() {
            weight
        } else {
            weight - self.orbital.norm_squared() / self.distance(system, self.overlap(system)).powi(3)
        }
    }

    fn tangential_velocity(&self, system: &System, overlap: f64) -> Vector3<f64> {
        if system.pair.is_plane() {
            self.orbital
        } else {
            self.orbital.cross(&self.normal) / self.distance(system, overlap)
        }
    }

    /// Turns the frame of two spheres with their line of centres, and the tangent plane with their spin where the law
    /// asks for it.
    fn turn(&mut self, system: &System, overlap: f64, duration: f64) {
        if !system.pair.is_plane() {
            let angle = self.orbital * (duration / self.distance(system, overlap).powi(2));
            self.normal = turned(self.normal, angle).normalize();
            self.turn_springs(system, angle);
            self.twisting.turn(angle);
        }
        if system.tangential.turns_with_spin {
            let rate = 0.5 * (self.spin1 + self.spin2).dot(&self.normal);
            if rate != 0.0 {
                self.turn_springs(system, rate * duration * self.normal);
            }
        }
    }

    fn turn_springs(&mut self, system: &System, angle: Vector3<f64>) {
        if system.tangential.sliding.is_some() {
            self.sliding.turn(angle);
        }
        if system.tangential.rolling.is_some() {
            self.rolling.turn(angle);
        }
    }

    /// Impulses of all modes but the normal one, and of gravity along the contact plane.
    fn kick(&mut self, system: &System, step: &NormalStep, overlap: f64) {
        let n = self.normal;
        let gravity = system.relative_gravity;
        let fall = (gravity - gravity.dot(&n) * n) * step.duration;
        let tangential = &system.tangential;
        let arms = tangential.lever.arms(&system.pair, overlap);
        let load = FrictionLimit::Magnitude.impulse(step);
        let mut impulse = Vector3::zeros();
        if let Some(resistance) = &tangential.sliding {
            impulse = self.slide(system, step, resistance, arms, load, fall);
        }
        self.push(system, overlap, fall);
        self.roll_and_twist(system, step, arms, impulse);
        self.resist_rolling(system, step);
        self.rub(system, load);
    }

    fn slide(
        &mut self,
        system: &System,
        step: &NormalStep,
        resistance: &Resistance,
        arms: Arms,
        load: f64,
        fall: Vector3<f64>,
    ) -> Vector3<f64> {
        let n = self.normal;
        let middle = 0.5 * (step.overlap[0] + step.overlap[1]);
        let [i1, i2] = system.inverse_inertia;
        let [v1, v2] = arms.velocity;
        let velocity = self.tangential_velocity(system, middle) + n.cross(&(v1 * self.spin1 + v2 * self.spin2));
        let torque = self.rolling.force * step.duration;
        let [rub1, rub2] = self.spin_friction(system, load);
        let push = fall + n.cross(&(v1 * (rub1 - i1 * torque) + v2 * (rub2 + i2 * torque)));
        let mass = system.mass;
        let inertia = 1.0 / (1.0 / mass + v1 * arms.torque[0] * i1 + v2 * arms.torque[1] * i2);
        let with = mode_step(&system.tangential, resistance, step, inertia, push);
        let report = self.sliding.step(velocity, &with);
        let rubbed = report.impulse.norm();
        self.rubbed[0] += rubbed;
        self.rubbed[1] += if report.unresolved { rubbed } else { 0.0 };
        self.dissipated.friction += report.friction;
        self.dissipated.tangential_viscous += report.viscous;
        self.dissipated.stiffness_change += report.stiffness_change;
        self.push(system, middle, -report.impulse / mass);
        let moment = n.cross(&report.impulse);
        self.spin1 += arms.torque[0] * i1 * moment;
        self.spin2 += arms.torque[1] * i2 * moment;
        report.impulse
    }

    /// Changes the relative tangential velocity [m/s].
    fn push(&mut self, system: &System, overlap: f64, change: Vector3<f64>) {
        self.orbital +=
            if system.pair.is_plane() { change } else { self.distance(system, overlap) * self.normal.cross(&change) };
    }

    fn roll_and_twist(&mut self, system: &System, step: &NormalStep, arms: Arms, impulse: Vector3<f64>) {
        let tangential = &system.tangential;
        if tangential.rolling.is_none() && tangential.twisting.is_none() {
            return;
        }
        let [i1, i2] = system.inverse_inertia;
        let inertia = 1.0 / (i1 + i2);
        let kicked = (arms.torque[0] * i1 - arms.torque[1] * i2) * self.normal.cross(&impulse);
        let before = self.spin1 - self.spin2 - kicked;
        let twist = before.dot(&self.normal) * self.normal;
        let mut total = Vector3::zeros();
        if let Some(resistance) = &tangential.rolling {
            let with = mode_step(tangential, resistance, step, inertia, kicked);
            let report = self.rolling.step(before - twist, &with);
            self.dissipated.rolling += lost(&report);
            total += report.impulse;
        }
        if let Some(resistance) = &tangential.twisting {
            let with = mode_step(tangential, resistance, step, inertia, Vector3::zeros());
            let report = self.twisting.step(twist, &with);
            self.dissipated.twisting += lost(&report);
            total += report.impulse;
        }
        self.spin1 -= i1 * total;
        self.spin2 += i2 * total;
    }

    /// A torque of constant size against the relative spin about the axes of the contact plane (LIGGGHTS `cdt`): it
    /// stops the rolling, it does not turn it.
    fn resist_rolling(&mut self, system: &System, step: &NormalStep) {
        let arm = system.tangential.directional_rolling;
        let relative = self.spin1 - self.spin2;
        let along = relative.dot(&self.normal) * self.normal;
        let rolling = relative - along;
        let rate = rolling.norm();
        if arm == 0.0 || rate == 0.0 {
            return;
        }
        let motion = &self.motion;
        let elastic = |i: usize| {
            let force = system.normal.branch_force(motion.branch, step.overlap[i], 0.0, &motion.memory);
            force.force - force.viscous
        };
        let [i1, i2] = system.inverse_inertia;
        let most = rate / (i1 + i2);
        let wanted = arm * 0.5 * step.duration * (elastic(0) + elastic(1)).max(0.0) * rate / relative.norm();
        let impulse = rolling * (wanted.min(most) / rate);
        self.spin1 -= i1 * impulse;
        self.spin2 += i2 * impulse;
        let after = rolling - (i1 + i2) * impulse;
        self.dissipated.rolling += 0.5 * impulse.dot(&(rolling + after));
    }

    /// Change of the spins by MUSEN's rolling friction during a step [rad/s]: it stops a spin, it does not turn it.
    fn spin_friction(&self, system: &System, load: f64) -> [Vector3<f64>; 2] {
        let coefficient = system.tangential.spin_friction;
        let inverse = system.inverse_inertia;
        let of = |i: usize, spin: Vector3<f64>| {
            if coefficient == 0.0 || inverse[i] == 0.0 {
                return Vector3::zeros();
            }
            let change = coefficient * load * system.pair.radius[i] * inverse[i];
            let size = spin.norm();
            if size > 0.0 { -spin * (change / size).min(1.0) } else { Vector3::zeros() }
        };
        [of(0, self.spin1), of(1, self.spin2)]
    }

    fn rub(&mut self, system: &System, load: f64) {
        if system.tangential.spin_friction == 0.0 {
            return;
        }
        let [rub1, rub2] = self.spin_friction(system, load);
        let inertia = moments_of_inertia(&system.pair);
        let mut turn = |spin: &mut Vector3<f64>, rub: Vector3<f64>, inertia: f64| {
            if rub != Vector3::zeros() {
                self.dissipated.rolling -= inertia * rub.dot(&(*spin + 0.5 * rub));
                *spin += rub;
            }
        };
        turn(&mut self.spin1, rub1, inertia[0]);
        turn(&mut self.spin2, rub2, inertia[1]);
    }

    /// Moves the centre of mass, or the foot point with the mean of its velocity (given twice).
    fn carry(&mut self, system: &System, twice_velocity: Vector3<f64>, duration: f64) {
        if system.pair.is_plane() {
            self.carrier += 0.5 * duration * twice_velocity;
        } else {
            let change = system.carrier_gravity() * duration;
            self.carrier += duration * (self.carrier_velocity + 0.5 * change);
            self.carrier_velocity += change;
        }
    }
}

fn lost(report: &ModeReport) -> f64 {
    report.friction + report.viscous + report.stiffness_change
}

fn mode_step(
    tangential: &TangentialContact,
    resistance: &Resistance,
    step: &NormalStep,
    inertia: f64,
    push: Vector3<f64>,
) -> ModeStep {
    ModeStep {
        law: tangential.mode_law(resistance, step.duration, step.overlap, step.force),
        sliding_impulse: tangential.dynamic_ratio * resistance.friction * resistance.limit.impulse(step),
        inertia,
        push,
    }
}
