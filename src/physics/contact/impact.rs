//! The dry impact of two spheres, or of a sphere and a plane: flights and contacts until it ends.
//!
//! Flights are exact parabolas, found by their closed form; a contact is a [`Collision`].
//!
//! ```
//! # use wetbounce_physics as wetbounce;
//! use wetbounce::contact::{Hertz, Impact, Law, Material, Pair};
//! let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
//! let pair = Pair::sphere_on_plane(6.35e-3, 8.344e-3, [steel, Material::default()])?;
//! let law = Law::Hertz(Hertz { restitution: 0.9, no_attraction: false, friction: 0.1, ..Hertz::default() });
//! let outcome = Impact::on_plane(pair, law, 0.3, 30.0)?.run()?;
//! assert!((outcome.bounces[0].restitution - 0.9).abs() < 1e-6);
//! # Ok::<(), wetbounce::contact::ImpactError>(())
//! ```

use super::collision::{Collision, System};
use super::depth::TooDeep;
use super::dissipation::Dissipation;
use super::fault::LawFailure;
use super::force::NormalMemory;
use super::kinematics::Bodies;
use super::law::ContactLaw;
use super::normal::NormalContact;
use super::normal_motion::Integrator;
use super::outcome::{DryBounce, DryOutcome, DrySample, ImpactEnding};
use super::overlap_map::ContactScale;
use super::pair::{Material, Pair, not_negative, positive};
use super::recorder::Recorder;
use super::staying::Stay;
use super::tangential::TangentialContact;
use crate::error::BadParameter;
use crate::quantity::TIME;
use nalgebra::Vector3;
use std::f64::consts::PI;

/// Why an impact could not be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImpactError {
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The adaptive integrator failed.
    #[error("the adaptive integration failed: {0}; loosen the tolerance")]
    Integration(String),
    /// The contact law let the sphere through.
    #[error(transparent)]
    TooDeep(#[from] TooDeep),
    /// The contact law has no force to give.
    #[error(transparent)]
    Law(#[from] LawFailure),
    /// The motion cannot be followed.
    #[error("at t = {time} the contact cannot be stepped: {why}", time = TIME.brief(*time))]
    Unsteppable {
        /// Time \[s\].
        time: f64,
        /// The quantity that is out of proportion.
        why: &'static str,
    },
    /// The energy of a contact does not balance.
    #[error("the energy of the contact from t = {from} to {to} is off by {:.1} %", 100.0 * error, from = TIME.brief(*from), to = TIME.brief(*to))]
    Energy {
        /// Time of first touch \[s\].
        from: f64,
        /// Time of parting, or at which the contact was left \[s\].
        to: f64,
        /// Error of its energy balance over the kinetic energy before (-).
        error: f64,
    },
    /// More rows were recorded than memory is meant to hold.
    #[error("at t = {time} the record has {MOST_SAMPLES} rows, more than memory is meant to hold: none is kept", time = TIME.brief(*time))]
    TooManyRows {
        /// Time \[s\].
        time: f64,
    },
}

/// Most rows of the record: about half a gigabyte.
pub const MOST_SAMPLES: usize = 2_000_000;

/// Where an impact ends, and how finely it is computed and recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Control {
    /// Scheme.
    pub integrator: Integrator,
    /// Steps per undamped contact.
    pub steps_per_contact: u32,
    /// Most contacts to compute.
    pub max_contacts: u32,
    /// Longest time to compute \[s\]; may be infinite.
    pub max_time: f64,
    /// Longest contact to compute, in undamped contact times; then the bodies are said to stick. Under weight, a
    /// thousand times that.
    pub max_contact_times: f64,
    /// Rest under weight: kinetic and elastic energy above that of rest, as a speed [m/s].
    pub rest_speed: f64,
    /// Record every n-th step; 0 records nothing.
    pub record_every: u32,
    /// Rows per flight, if anything is recorded.
    pub rows_per_flight: u32,
}

impl Default for Control {
    /// One contact, 400 steps, every step recorded.
    fn default() -> Self {
        Self {
            integrator: Integrator::Hermite,
            steps_per_contact: 400,
            max_contacts: 1,
            max_time: f64::INFINITY,
            max_contact_times: 50.0,
            rest_speed: 1e-6,
            record_every: 1,
            rows_per_flight: 50,
        }
    }
}

impl Control {
    /// Refuses zero and negative values where they make no sense.
    pub(super) fn validate(&self) -> Result<(), BadParameter> {
        let at_least = |key, value: u32, least: u32| {
            let allowed = || BadParameter::new(key, value, format!("must be at least {least}"));
            (value >= least).then_some(()).ok_or_else(allowed)
        };
        at_least("steps_per_contact", self.steps_per_contact, 5)?;
        at_least("max_contacts", self.max_contacts, 1)?;
        positive("max_time", self.max_time.min(f64::MAX))?;
        positive("max_contact_times", self.max_contact_times)?;
        not_negative("rest_speed", self.rest_speed)
    }

    /// In undamped contact times.
    fn longest_contact(&self, loaded: bool) -> f64 {
        if loaded { 1000.0 * self.max_contact_times } else { self.max_contact_times }
    }
}

/// An impact to compute.
#[derive(Debug, Clone, PartialEq)]
pub struct Impact {
    /// The two bodies.
    pub pair: Pair,
    /// Normal force.
    pub normal: NormalContact,
    /// Friction, rolling and twisting.
    pub tangential: TangentialContact,
    /// Positions, velocities and spins at the start.
    pub bodies: Bodies,
    /// Gravity [m/s²].
    pub gravity: Vector3<f64>,
    /// Unit normal of the plane, away from it.
    pub plane_normal: Vector3<f64>,
    /// Limits and steps.
    pub control: Control,
}

impl Impact {
    /// A sphere about to touch the plane z = 0 at a speed [m/s] and an angle from the normal (degrees, towards +x),
    /// without spin and gravity.
    pub fn on_plane(pair: Pair, law: impl ContactLaw, speed: f64, angle: f64) -> Result<Self, BadParameter> {
        let range = law.normal(&pair)?.range();
        let bodies = Bodies {
            position: [Vector3::new(0.0, 0.0, pair.radius[0] + range), Vector3::zeros()],
            velocity: [approach(speed, angle)?, Vector3::zeros()],
            spin: [Vector3::zeros(); 2],
        };
        Self::new(pair, law, bodies)
    }

    /// Two spheres about to touch, the second at rest at the origin and the first above it on the z axis, at a speed
    /// [m/s] and an angle from the line of centres (degrees, towards +x), without spin and gravity. Radii \[m\],
    /// densities [kg/m³].
    pub fn spheres(
        radius: [f64; 2],
        density: [f64; 2],
        material: [Material; 2],
        law: impl ContactLaw,
        speed: f64,
        angle: f64,
    ) -> Result<Self, BadParameter> {
        let pair = Pair::spheres(radius, density, material)?;
        let bodies = Bodies {
            position: [Vector3::new(0.0, 0.0, radius[0] + radius[1]), Vector3::zeros()],
            velocity: [approach(speed, angle)?, Vector3::zeros()],
            spin: [Vector3::zeros(); 2],
        };
        Self::new(pair, law, bodies)
    }

    /// Two bodies in any state, without gravity; a plane has its normal along +z.
    pub fn new(pair: Pair, law: impl ContactLaw, bodies: Bodies) -> Result<Self, BadParameter> {
        Ok(Self {
            pair,
            normal: law.normal(&pair)?,
            tangential: law.tangential(&pair)?,
            bodies,
            gravity: Vector3::zeros(),
            plane_normal: Vector3::z(),
            control: Control::default(),
        })
    }

    /// Checks all parameters and prepares the laws.
    pub fn system(&self) -> Result<System, BadParameter> {
        self.control.validate()?;
        let (normal, tangential) = (self.normal.clone(), self.tangential);
        let system = System::new(self.pair, normal, tangential, self.gravity, self.plane_normal);
        let (_, gap) = system.normal_and_gap(&self.bodies);
        let smallest = system.normal.range() - 1e-9 * self.pair.radius[0];
        if gap.is_nan() || gap < smallest {
            return Err(BadParameter::new("position", gap, "the bodies must not overlap at the start"));
        }
        if !self.pair.is_plane() && system.relative_gravity != Vector3::zeros() {
            let allowed = "must be zero for an impact on a sphere that does not move";
            return Err(BadParameter::new("gravity", self.gravity.norm(), allowed));
        }
        Ok(system)
    }

    /// Computes the impact to its end.
    pub fn run(&self) -> Result<DryOutcome, ImpactError> {
        let (outcome, failure) = self.follow();
        failure.map_or(Ok(outcome), Err)
    }

    /// As [`Impact::run`], but with an impact that fails comes what was computed until then: its outcome has the ending
    /// [`ImpactEnding::Failed`], the contacts that had ended, and all rows but of a record that is too long.
    pub fn follow(&self) -> (DryOutcome, Option<ImpactError>) {
        let mut course = match Course::new(self) {
            Ok(course) => course,
            Err(error) => return (DryOutcome::refused(self.bodies), Some(error)),
        };
        let (ending, failure) = loop {
            let advanced = match course.samples.len() {
                0..=MOST_SAMPLES => course.advance(),
                _ => Err(ImpactError::TooManyRows { time: course.now() }),
            };
            match advanced {
                Ok(None) => {}
                Ok(Some(ending)) => break (ending, None),
                Err(error) => break (ImpactEnding::Failed, Some(error)),
            }
        };
        if let Some(ImpactError::TooManyRows { .. }) = failure {
            course.samples.clear();
        }
        let time = course.now();
        let Course { bodies, bounces, dissipated, samples, .. } = course;
        (DryOutcome { ending, time, bodies, bounces, dissipated, samples }, failure)
    }
}

/// Velocity [m/s] towards −z at an angle from it (degrees), towards +x.
fn approach(speed: f64, angle: f64) -> Result<Vector3<f64>, BadParameter> {
    positive("speed", speed)?;
    if !(0.0..90.0).contains(&angle) {
        return Err(BadParameter::new("angle", angle, "must be at least 0 and less than 90 degrees from the normal"));
    }
    let (sin, cos) = angle.to_radians().sin_cos();
    Ok(speed * Vector3::new(sin, 0.0, -cos))
}

/// An impact in progress.
struct Course {
    system: System,
    control: Control,
    /// Time \[s\] at the start of the present flight or contact.
    time: f64,
    /// The bodies at that time.
    bodies: Bodies,
    /// The contact in progress.
    collision: Option<Collision>,
    /// The stay of the sphere on the plane, once that contact no longer vibrates.
    stay: Option<Stay>,
    /// The books of the contact in progress.
    recorder: Recorder,
    bounces: Vec<DryBounce>,
    /// Energy dissipated in finished contacts.
    dissipated: Dissipation,
    samples: Vec<DrySample>,
}

impl Course {
    fn new(impact: &Impact) -> Result<Self, ImpactError> {
        Ok(Self {
            system: impact.system()?,
            control: impact.control,
            time: 0.0,
            bodies: impact.bodies,
            collision: None,
            stay: None,
            recorder: Recorder::default(),
            bounces: Vec::new(),
            dissipated: Dissipation::default(),
            samples: Vec::new(),
        })
    }

    fn now(&self) -> f64 {
        self.time + self.collision.as_ref().map_or(0.0, |collision| collision.elapsed)
    }

    /// One flight, or one step of a contact; the ending once there is one.
    fn advance(&mut self) -> Result<Option<ImpactEnding>, ImpactError> {
        match (&mut self.collision, &mut self.stay) {
            (Some(_), Some(_)) => Ok(self.stay()),
            (Some(_), None) => self.step(),
            (None, _) => Ok(self.fly()),
        }
    }

    /// One step of a sphere that stays on the plane; it rests where it neither slides, rolls nor spins.
    fn stay(&mut self) -> Option<ImpactEnding> {
        let (collision, stay) = (self.collision.as_mut()?, self.stay.as_mut()?);
        let left = self.control.max_time - self.time - collision.elapsed;
        let ending = match stay.step(&self.system, collision, left) {
            _ if collision.surface_speed(&self.system) < self.control.rest_speed => ImpactEnding::Resting,
            None => ImpactEnding::Uniform,
            Some(dt) if dt >= left => ImpactEnding::TimeReached,
            Some(_) => {
                self.recorder.steps += 1;
                self.record_step();
                return None;
            }
        };
        self.finish(false);
        Some(ending)
    }

    fn fly(&mut self) -> Option<ImpactEnding> {
        let left = self.control.max_time - self.time;
        let touch = super::flight::time_to_touch(&self.system, &self.bodies);
        if self.bounces.len() >= self.control.max_contacts as usize {
            return Some(if touch.is_some() { ImpactEnding::ContactsReached } else { ImpactEnding::Separated });
        }
        let Some(duration) = touch else {
            self.record_flight(0.0);
            return Some(if self.bounces.is_empty() { ImpactEnding::Missed } else { ImpactEnding::Separated });
        };
        self.record_flight(duration.min(left));
        self.bodies = super::flight::after(&self.system, &self.bodies, duration.min(left));
        self.time += duration.min(left);
        if duration >= left {
            return Some(ImpactEnding::TimeReached);
        }
        self.touch();
        None
    }

    fn record_flight(&mut self, duration: f64) {
        if self.control.record_every == 0 {
            return;
        }
        let rows = if duration > 0.0 { self.control.rows_per_flight } else { 0 };
        let first = u32::from(!self.bounces.is_empty());
        for i in first..rows {
            let t = duration * f64::from(i) / f64::from(rows);
            let bodies = super::flight::after(&self.system, &self.bodies, t);
            self.record(DrySample::new(&self.system, self.time + t, &bodies, None, self.dissipated.total()));
        }
    }

    /// Adds a row. It takes the place of one from which the time has not advanced, as in a last step shorter than
    /// round-off.
    fn record(&mut self, row: DrySample) {
        self.samples.pop_if(|last| last.time >= row.time);
        self.samples.push(row);
    }

    /// Begins a contact. Bodies that weight or attraction brings together almost without speed fall freely through the
    /// first ten thousandth of their overlap, where the elastic force is a millionth of the force that draws them
    /// together.
    fn touch(&mut self) {
        let bodies = &self.bodies;
        let (n, _) = self.system.normal_and_gap(bodies);
        let speed = -(bodies.velocity[0] - bodies.velocity[1]).dot(&n);
        let load = -self.system.mass * self.system.relative_gravity.dot(&n);
        let unit = speed.max(self.system.normal.speed_under_load(load.max(0.0)));
        let (normal, steps) = (&self.system.normal, f64::from(self.control.steps_per_contact));
        let scale = match self.control.integrator {
            Integrator::Hermite => normal.scale(unit, steps),
            Integrator::Verlet => ContactScale::even(unit, unit * normal.contact_time(unit) / PI, PI / steps),
        };
        let depth = if speed < 0.05 * unit { 1e-4 * scale.length } else { 0.0 };
        let pull = -self.system.normal.force(-self.system.normal.range(), 0.0, &NormalMemory::default()).force;
        let duration = super::flight::time_to_sink(&self.system, bodies, depth, pull);
        let start = super::flight::pulled(&self.system, bodies, duration, -pull * n);
        let mut collision = Collision::start(&self.system, &start, scale, depth);
        self.recorder = Recorder::start(&self.system, bodies, &collision);
        collision.elapsed = duration;
        self.collision = Some(collision);
        self.record_step();
    }

    fn step(&mut self) -> Result<Option<ImpactEnding>, ImpactError> {
        let verlet = self.control.integrator == Integrator::Verlet;
        let now = self.now();
        let Some(collision) = &mut self.collision else { return Ok(None) };
        let system = &self.system;
        let unsteppable = |why| ImpactError::Unsteppable { time: now, why };
        let step = collision.step(system, verlet);
        LawFailure::refuse(now, system.normal.fault())?;
        let step = step
            .filter(|step| step.duration.is_finite() && collision.motion.rate().is_finite())
            .ok_or_else(|| unsteppable("the numbers of the law or the speed are out of proportion"))?;
        self.recorder.add(&step);
        let loaded = collision.motion.external > 0.0;
        let (most, beyond) = match loaded {
            true => (20_000_000, "it takes more than 20 million steps; damping may be far beyond critical"),
            false => (2_000_000, "it takes more than 2 million steps; damping may be far beyond critical"),
        };
        if self.recorder.steps > most {
            return Err(unsteppable(beyond));
        }
        let (overlap, radius) = (step.overlap[1], system.pair.radius[0].min(system.pair.radius[1]));
        TooDeep::refuse(
            now + step.duration,
            system.normal.passed(collision.overlap(system), &collision.motion.memory),
        )?;
        TooDeep::check(now + step.duration, overlap, radius)?;
        let longest = self.control.longest_contact(loaded) * self.recorder.contact_time;
        let ending = if step.parted {
            None
        } else if self.recorder.at_rest(system, collision, self.control.rest_speed) {
            if collision.surface_speed(system) >= self.control.rest_speed {
                self.stay = Some(Stay::begin(system, collision));
                self.record_step();
                return Ok(None);
            }
            Some(ImpactEnding::Resting)
        } else if collision.elapsed > longest {
            Some(if self.recorder.sticks(system, collision) { ImpactEnding::Sticking } else { ImpactEnding::InContact })
        } else if self.time + collision.elapsed > self.control.max_time {
            Some(ImpactEnding::TimeReached)
        } else {
            self.record_step();
            return Ok(None);
        };
        self.finish(step.parted);
        Ok(ending)
    }

    fn record_step(&mut self) {
        let every = u64::from(self.control.record_every);
        if every == 0 || !self.recorder.steps.is_multiple_of(every) {
            return;
        }
        self.record_contact();
    }

    fn record_contact(&mut self) {
        let Some(collision) = &self.collision else { return };
        let time = self.time + collision.elapsed;
        let dissipated = self.dissipated.total() + collision.dissipated.total();
        let bodies = collision.bodies(&self.system);
        self.record(DrySample::new(&self.system, time, &bodies, Some(collision), dissipated));
    }

    /// Books the contact and returns to flight.
    fn finish(&mut self, parted: bool) {
        if self.control.record_every > 0 {
            self.record_contact();
        }
        let Some(mut collision) = self.collision.take() else { return };
        if parted {
            collision.release(&self.system);
        }
        let bounce = self.recorder.bounce(&self.system, &collision, self.time, parted);
        self.bodies = collision.bodies(&self.system);
        self.time += collision.elapsed;
        self.dissipated += collision.dissipated;
        self.bounces.push(bounce);
    }
}
