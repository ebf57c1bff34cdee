//! Motion along the wall, and spin, from theory alone, beside a normal motion that is known.
//!
//! ```text
//! (m_p + C m_l) U̇ = −6πμa [max(F_t, φ) U + F_r aΩ] − dC/dt m_l U − (1 + W)² 6πμa ∫ U̇ K dτ + (m_p − m_l) g sin α + F
//!           I_p Ω̇ = −8πμa² [T_t U + T_r aΩ] + T
//! ```
//!
//! `F_t`, `F_r`, `T_t`, `T_r` are exact in creeping flow at every gap ([`parallel`](crate::liquid::parallel())),
//! `φ(Re)` is the drag far from walls with the whole speed, `C` and `W` those of
//! [`parallel_inertia`](crate::liquid::parallel_inertia); `F` and `T` are friction and rolling resistance of the
//! contact (`TangentialWall::friction_step`), whose normal force is that of the normal motion. In a collision and below
//! the film's cut-off the gap of the coefficients stays there. What the lateral motion does to the normal one is there:
//! the drag far from walls has the whole speed, the added mass along the wall draws the sphere to it, and there may be
//! a [lift](crate::liquid::lift) ([`Along`](super::body::Along)). Left out is the unsteady part of the torque.
//!
//! Trapezoidal steps, second order, within every step of the normal motion, which is a quintic there.

use super::body::{LateralMotion, TangentialInput};
use super::forces::Loads;
use super::theory::Theory;
use super::theory_force::ParallelForces;
use super::theory_trajectory::{Event, EventKind, MotionPoint, MotionRow};
use super::wall::{TangentialState, TangentialWall};
use crate::body::dof::{ALONG, Affine, Dof, PlanarAffine};
use crate::body::release::LateralLead;
use crate::contact::surface::{FreeMotion, natural_time};
use crate::contact::{NormalContact, NormalMemory};
use crate::error::BadParameter;
use crate::liquid::{HistoryIntegral, HistoryMemory};
use crate::numerics::hermite::quintic;
use nalgebra::{Matrix2, Vector2};

/// Steps per natural time of the contact or its tangential spring.
const PER_CONTACT: f64 = 1000.0;
/// Steps per time in which drag stops the sphere, and per step of the normal motion, away from the wall.
const PER_RELAXATION: f64 = 50.0;
const PER_ROW: f64 = 4.0;

/// Laws and loads of the motion along the wall.
#[derive(Debug, Clone)]
pub struct SidewaysTheory {
    /// The laws of the normal motion; of them drag far from walls and the history kernel count here, too.
    pub theory: Theory,
    /// Friction; its film is not used.
    pub wall: TangentialWall,
    /// The normal contact, whose force friction follows.
    pub normal: NormalContact,
    /// Lateral speed while the motion is prescribed.
    pub lead: LateralLead,
    /// Spin at the start and while the motion is prescribed [rad/s].
    pub spin: f64,
    /// Lateral component of the submerged weight \[N\].
    pub load: f64,
    /// Whether the motion begins prescribed.
    pub led: bool,
    /// Longest time of the motion \[s\], for the memory of the history force.
    pub longest: f64,
}

/// The motion along the wall so far.
#[derive(Debug, Clone)]
pub struct SidewaysFall {
    setup: SidewaysTheory,
    /// Distance from the place of the start \[m\].
    x: f64,
    /// Lateral speed [m/s] and spin [rad/s].
    pub(super) motion: Vector2<f64>,
    /// Their rates of change [m/s², rad/s²].
    pub(super) rate: Vector2<f64>,
    memory: HistoryMemory,
    integral: f64,
    /// The memory of friction, and its books.
    pub surface: TangentialState,
    normal: NormalMemory,
    /// Gap at which the solids of the present collision touched \[m\].
    touch: Option<f64>,
    led: bool,
    last: Option<MotionRow>,
    /// Forces and torques now.
    pub loads: Loads,
}

impl SidewaysFall {
    /// The sphere where its motion begins.
    ///
    /// # Errors
    /// A memory that cannot be made.
    pub fn start(setup: SidewaysTheory) -> Result<Self, BadParameter> {
        let memory =
            HistoryMemory::new(setup.theory.history, &setup.theory.sphere, 1e-12 * setup.longest, 2.0 * setup.longest)?;
        Ok(Self {
            x: 0.0,
            motion: Vector2::new(0.0, setup.spin),
            rate: Vector2::zeros(),
            memory,
            integral: 0.0,
            surface: TangentialState::default(),
            normal: NormalMemory::default(),
            touch: None,
            led: setup.led,
            last: None,
            loads: Loads::default(),
            setup,
        })
    }

    /// The motion along the wall now.
    pub fn along(&self) -> LateralMotion {
        LateralMotion { x: self.x, velocity: self.motion[0], spin: self.motion[1] }
    }

    /// Goes on to the next row of the normal motion, up to the events there.
    pub(super) fn follow(&mut self, row: &MotionRow) {
        match self.last {
            None => self.begin(row),
            Some(before) => self.advance(&before, row),
        }
        self.last = Some(*row);
    }

    /// Takes in the events at the row that it has come to.
    pub(super) fn take(&mut self, row: &MotionRow, events: &[Event]) {
        for event in events {
            match event.kind {
                EventKind::Release => self.led = false,
                EventKind::Contact => {
                    let whole = self.setup.normal.range() > 0.0;
                    (self.touch, self.normal) = (Some(if whole { 0.0 } else { event.gap }), NormalMemory::default());
                }
                EventKind::Separation => self.touch = None,
                _ => continue,
            }
            self.jump(row);
        }
    }

    fn begin(&mut self, row: &MotionRow) {
        if self.led {
            self.motion[0] = self.setup.lead.speed(row.state.velocity, row.time);
        }
        self.jump(row);
    }

    /// The rates of change right after something began or ended.
    fn jump(&mut self, row: &MotionRow) {
        let place = self.place(&row.state);
        let resisted = place.resistance * self.motion;
        self.rate = match self.led {
            true => self.led_rate(&row.state, row.time),
            false => Vector2::new(
                (self.setup.load - resisted[0] - place.history * self.integral) / self.mass(&place),
                -resisted[1] / self.moment_of_inertia(),
            ),
        };
        self.memory.jump(self.rate[0]);
        self.note(&place, Vector2::zeros());
    }

    /// Mass of the sphere with that of the liquid \[kg\].
    fn mass(&self, place: &ParallelForces) -> f64 {
        self.setup.theory.sphere.mass() + place.added_mass
    }

    fn moment_of_inertia(&self) -> f64 {
        let sphere = &self.setup.theory.sphere;
        0.4 * sphere.mass() * sphere.radius * sphere.radius
    }

    /// Acceleration of a prescribed lateral motion.
    fn led_rate(&self, normal: &MotionPoint, time: f64) -> Vector2<f64> {
        Vector2::new(self.setup.lead.speed(normal.acceleration, time), 0.0)
    }

    fn place(&self, normal: &MotionPoint) -> ParallelForces {
        let speed = normal.velocity.hypot(self.motion[0]);
        ParallelForces::new(&self.setup.theory, normal.gap, normal.velocity, self.touch, speed)
    }

    /// Steps from one row to the next.
    fn advance(&mut self, before: &MotionRow, row: &MotionRow) {
        let width = row.time - before.time;
        let longest = self.longest_step(before, width);
        let steps = (width / longest).ceil().max(1.0);
        let dt = width / steps;
        for step in 1..=steps as u64 {
            let elapsed = dt * step as f64;
            let normal = quintic(before.state, row.state, width, elapsed);
            self.step(dt, &normal, before.time + elapsed);
        }
    }

    fn longest_step(&self, row: &MotionRow, width: f64) -> f64 {
        let place = self.place(&row.state);
        let relaxation = self.mass(&place) / place.resistance[(0, 0)].max(f64::MIN_POSITIVE);
        let Some(touch) = self.touch else { return (width / PER_ROW).min(relaxation / PER_RELAXATION) };
        let (overlap, rate) = (touch - row.state.gap, -row.state.velocity);
        let (normal, surface) = (&self.setup.normal, self.setup.wall.contact.as_ref());
        let time = natural_time(normal, surface, overlap, rate, &self.normal);
        (time / PER_CONTACT).min(width)
    }

    /// A step of `dt` \[s\] to the time `time` \[s\], at whose end the normal motion is `normal`.
    fn step(&mut self, dt: f64, normal: &MotionPoint, time: f64) {
        let (before, rate, half) = (self.motion, self.rate, 0.5 * dt);
        let place = self.place(normal);
        let HistoryIntegral { coefficient, known } = self.memory.predict(dt, normal.gap, before[0] + dt * rate[0]);
        let contact = self.at_wall(normal);
        let mut load = Vector2::zeros();
        if self.led {
            self.motion[0] = self.setup.lead.speed(normal.velocity, time);
            self.rate = self.led_rate(normal, time);
        } else {
            let ahead = before + half * rate;
            let resisted = place.resistance * ahead;
            let known = Vector2::new(self.setup.load - resisted[0] - place.history * known, -resisted[1]);
            let mut inertia = half * place.resistance;
            inertia[(0, 0)] = inertia[(0, 0)] + self.mass(&place) + place.history * coefficient;
            inertia[(1, 1)] += self.moment_of_inertia();
            let inverse = inertia.try_inverse().unwrap_or_else(|| Matrix2::repeat(f64::NAN));
            let free = FreeMotion::in_plane(before, ahead + half * (inverse * known), half * inverse);
            let friction = self.setup.wall.friction_step(&mut self.surface, dt, &free, &contact);
            self.surface.add_impulse(dt, &contact, &friction, &Dof::zeros());
            let along_x = |of: Dof| Vector2::from(ALONG[0].map(|dof| of[dof]));
            self.motion = along_x(free.under(&friction));
            load = along_x(friction);
            self.rate = inverse * (known + load);
        }
        self.x += half * (before[0] + self.motion[0]);
        self.integral = coefficient * self.rate[0] + known;
        self.memory.advance(dt, self.motion[0], self.rate[0]);
        self.note(&place, load);
    }

    /// The normal contact at the end of a step.
    fn at_wall(&mut self, normal: &MotionPoint) -> TangentialInput {
        let MotionPoint { gap, velocity, .. } = *normal;
        let Some(touch) = self.touch else { return TangentialInput { gap, velocity, ..TangentialInput::AWAY } };
        let (overlap, rate) = (touch - gap, -velocity);
        let force = self.setup.normal.force(overlap, rate, &self.normal);
        self.setup.normal.advance(overlap, rate, &mut self.normal);
        let (contact, contact_viscous) = (force.force, force.viscous);
        TangentialInput { gap, velocity, touching: Some(touch), contact, contact_viscous, film: None }
    }

    /// Keeps the loads at the end of a step under the force and torque `contact` of friction.
    fn note(&mut self, place: &ParallelForces, contact: Vector2<f64>) {
        let resisted = place.resistance * self.motion;
        let inertia = place.added_mass * self.rate[0];
        let hydrodynamic = Vector2::new(-resisted[0] - inertia - place.history * self.integral, -resisted[1]);
        let mass = self.setup.theory.sphere.mass();
        let drive = match self.led {
            true => Vector2::new(mass * self.rate[0] - self.setup.load - hydrodynamic[0], -hydrodynamic[1]),
            false => Vector2::zeros(),
        };
        let along_x = |load: Vector2<f64>| Affine::along([PlanarAffine::constant(load)]).at_rest;
        self.loads = Loads {
            weight: along_x(Vector2::new(self.setup.load, 0.0)),
            hydrodynamic: along_x(hydrodynamic),
            film: Dof::zeros(),
            contact: along_x(contact),
            drive: along_x(drive),
        };
    }
}
