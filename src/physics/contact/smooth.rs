//! The same impact by an independent road: one contact, Cartesian coordinates, time as the variable, Dormand–Prince
//! 8(5,3) with step control.
//!
//! For laws that are smooth during a contact: `hertz`, `hertz/stiffness`, `musen-hertz`, `li`, without sliding, rolling
//! or twisting. A tangential spring is taken to stick. [`Impact::run`] is the tool for everything else; this is its
//! check.
//! ```text
//! m_i ẍ_i = ±(F_n n − f),   I_i ω̇_i = r_i n × f,   f = S + γ v_c,
//! Ṡ = k v_c − n (ṅ·S)  (force),   S = k ξ, ξ̇ = v_c − n (ṅ·ξ)  (displacement),   + ½ n·(ω_1 + ω_2) n × S  (woo)
//! ```

use super::collision::System;
use super::force::NormalMemory;
use super::impact::{Impact, ImpactError};
use super::kinematics::{Bodies, moments_of_inertia};
use super::mode::SpringKind;
use super::normal::NormalContact;
use super::plate::in_series;
use crate::body::recoil::Recoil;
use crate::error::BadParameter;
use nalgebra::{SVector, Vector3};
use ode_solvers::{Dop853, System as Equations};

/// Displacements, velocities, spins of both bodies, spring: seven vectors.
type Unknowns = SVector<f64, 21>;

/// Result of [`dop853`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmoothOutcome {
    /// The bodies at parting.
    pub bodies: Bodies,
    /// Contact time \[s\].
    pub contact_time: f64,
    /// Evaluations of the equations.
    pub evaluations: u32,
}

/// Integrates the first contact of an impact whose bodies just touch, to a relative tolerance.
pub fn dop853(impact: &Impact, tolerance: f64) -> Result<SmoothOutcome, ImpactError> {
    let system = impact.system()?;
    accepts(impact)?;
    let (n, _) = system.normal_and_gap(&impact.bodies);
    let speed = -(impact.bodies.velocity[0] - impact.bodies.velocity[1]).dot(&n);
    let range = system.normal.range();
    let length = if range > 0.0 { range } else { system.normal.contact_time(speed) * speed / 3.0 };
    let memory = NormalMemory { inside: true, impact_speed: speed, ..NormalMemory::default() };
    let equations = Motion { system: &system, start: impact.bodies, memory, length, speed };
    let start = equations.pack(&impact.bodies);
    let mut solver = Dop853::new(equations.clone(), 0.0, 1e3, 1e-3, start, tolerance, tolerance);
    solver.set_output(ode_solvers::dop_shared::OutputType::Sparse);
    let stats = solver.integrate().map_err(|error| ImpactError::Integration(error.to_string()))?;
    let (Some(&time), Some(last)) = (solver.x_out().last(), solver.y_out().last()) else {
        return Err(ImpactError::Integration("no step was taken".into()));
    };
    let mut bodies = equations.unpack(last);
    let (n, gap) = system.normal_and_gap(&bodies);
    let rebound = (bodies.velocity[0] - bodies.velocity[1]).dot(&n);
    let late = (gap - system.normal.range()) / rebound;
    for i in 0..2 {
        bodies.position[i] -= late * bodies.velocity[i];
    }
    Ok(SmoothOutcome { bodies, contact_time: time * length / speed - late, evaluations: stats.num_eval })
}

/// Refuses laws that are not smooth during a contact, gravity, and bodies that do not just touch and approach.
pub fn accepts(impact: &Impact) -> Result<(), BadParameter> {
    let system = impact.system()?;
    let (n, gap) = system.normal_and_gap(&impact.bodies);
    let speed = -(impact.bodies.velocity[0] - impact.bodies.velocity[1]).dot(&n);
    if (gap - system.normal.range()).abs() > 1e-9 * impact.pair.radius[0] || speed <= 0.0 {
        return Err(BadParameter::new("position", gap, "the bodies must just touch, and approach"));
    }
    let tangential = &system.tangential;
    let rolls = tangential.spin_friction > 0.0 || tangential.directional_rolling > 0.0;
    let other = tangential.rolling.is_some() || tangential.twisting.is_some() || rolls;
    if other || matches!(system.normal, NormalContact::Luding(_)) {
        return Err(BadParameter::new("law", "luding", "only laws that are smooth during a contact, without rolling"));
    }
    if tangential.sliding.is_some_and(|r| matches!(r.kind, SpringKind::Rescaled | SpringKind::None)) {
        return Err(BadParameter::new(
            "tangential",
            "rescaled or none",
            "must be displacement or force for smooth integration",
        ));
    }
    if system.gravity != Vector3::zeros() {
        return Err(BadParameter::new("gravity", system.gravity.norm(), "must be zero for smooth integration"));
    }
    Ok(())
}

/// The equations of motion, in units of a length, a speed, and `m* V²/L` for the spring.
#[derive(Debug, Clone)]
struct Motion<'a> {
    system: &'a System,
    start: Bodies,
    memory: NormalMemory,
    length: f64,
    speed: f64,
}

impl Motion<'_> {
    fn force_unit(&self) -> f64 {
        self.system.mass * self.speed * self.speed / self.length
    }

    /// Unit of the spring unknown: force, or displacement.
    fn spring_unit(&self) -> f64 {
        if self.system.tangential.sliding.is_some_and(|r| r.kind == SpringKind::Displacement) {
            self.length
        } else {
            self.force_unit()
        }
    }

    fn pack(&self, bodies: &Bodies) -> Unknowns {
        let mut y = Unknowns::zeros();
        for i in 0..2 {
            put(&mut y, i, (bodies.position[i] - self.start.position[i]) / self.length);
            put(&mut y, 2 + i, bodies.velocity[i] / self.speed);
            put(&mut y, 4 + i, bodies.spin[i] * (self.system.pair.radius[0] / self.speed));
        }
        y
    }

    fn unpack(&self, y: &Unknowns) -> Bodies {
        let each = |f: &dyn Fn(usize) -> Vector3<f64>| [f(0), f(1)];
        Bodies {
            position: each(&|i| self.start.position[i] + self.length * get(y, i)),
            velocity: each(&|i| self.speed * get(y, 2 + i)),
            spin: each(&|i| get(y, 4 + i) * (self.speed / self.system.pair.radius[0])),
        }
    }
}

impl Equations<f64, Unknowns> for Motion<'_> {
    fn system(&self, _time: f64, y: &Unknowns, dy: &mut Unknowns) {
        let system = self.system;
        let bodies = self.unpack(y);
        let (n, gap) = system.normal_and_gap(&bodies);
        let relative = bodies.velocity[0] - bodies.velocity[1];
        let rate = -relative.dot(&n);
        let recoil = Recoil { mobility: system.pair.mobility, borne: 0.0 };
        let (force, _) = in_series(recoil, rate, |rate| system.normal.force(-gap, rate, &self.memory));
        let (normal, [receding, _]) = (force.force, recoil.rate(force.force));
        let distance = (bodies.position[0] - bodies.position[1]).norm();
        let turning = if system.pair.is_plane() { Vector3::zeros() } else { (relative + rate * n) / distance };
        let arms = system.tangential.lever.arms(&system.pair, -gap);
        let sliding = bodies.sliding_velocity(&n, arms.velocity);
        let spring = self.spring_unit() * get(y, 6);
        let mut resisting = Vector3::zeros();
        if let Some(resistance) = system.tangential.sliding {
            let k = resistance.stiffness.at(-gap);
            let displaced = resistance.kind == SpringKind::Displacement;
            resisting = resistance.viscosity.at(-gap) * sliding + spring * if displaced { k } else { 1.0 };
            let mut change = if displaced { sliding } else { k * sliding } - turning.dot(&spring) * n;
            if system.tangential.turns_with_spin {
                change += 0.5 * (bodies.spin[0] + bodies.spin[1]).dot(&n) * n.cross(&spring);
            }
            put(dy, 6, change * (self.length / self.speed / self.spring_unit()));
        }
        let inertia = moments_of_inertia(&system.pair);
        let force = normal * n - resisting;
        for (i, sign) in [(0, 1.0), (1, -1.0)] {
            let wall = if i == 1 { receding / self.speed } else { 0.0 };
            put(dy, i, get(y, 2 + i) - wall * n);
            let unit = self.length / (self.speed * self.speed);
            put(dy, 2 + i, force * (sign * unit / system.pair.mass[i]));
            let moment = arms.torque[i] * n.cross(&resisting);
            put(dy, 4 + i, moment * (unit * system.pair.radius[0] / inertia[i]));
        }
    }

    fn solout(&mut self, time: f64, y: &Unknowns, _dy: &Unknowns) -> bool {
        time > 0.0 && self.system.normal_and_gap(&self.unpack(y)).1 > self.system.normal.range()
    }
}

fn get(y: &Unknowns, i: usize) -> Vector3<f64> {
    y.fixed_rows::<3>(3 * i).into()
}

fn put(y: &mut Unknowns, i: usize, value: Vector3<f64>) {
    y.fixed_rows_mut::<3>(3 * i).copy_from(&value);
}
