//! One mode of contact (sliding, rolling or twisting): a spring and a dashpot that slide beyond a limit.
//!
//! All modes share this routine. `S` is the force of the spring, `k` its stiffness, `γ` the dashpot, `v` the relative
//! velocity, `f = S + γ v` the resisting force, `f_s` the static limit and `f_d` the dynamic one.
//! ```text
//! spring    displacement:  S = k ξ                        ξ̇ = v
//!           force:         Ṡ = k v
//!           rescaled:      as force while k grows, as displacement while k falls     (Thornton, Cummins & Cleary 2013)
//! stick     f = S + γ v                    while |S| (or |S + γ v|) ≤ f_s
//! slide     f = f_d f/|f|,  S follows
//! motion    v̇ = −f/m + push
//! ```
//! A step solves the stick case by the trapezoidal rule (implicit, second order) and returns to the limit if it is
//! exceeded, from the part of the step on where force and limit cross. A step that slides from beginning to end
//! applies exactly the impulse `∫ f_d dt` it is given.
//!
//! With `f_d < f_s` a sliding contact sticks and slips: its force is a saw tooth between the two, of mean `(f_d +
//! f_s)/2`. A step longer than a tooth has `f_d` instead, as in discrete-element programs; such steps are counted
//! (`ModeReport::unresolved`).
//!
//! In the total test (Luding) a sliding spring is set to `S = f − γ v`, which holds energy that is not there if `γ v`
//! is large; there the elastic energy is counted as `f²/2k`, and work beyond its change as dissipated.

use crate::keywords;
use nalgebra::Vector3;

keywords! {
    /// How a spring whose stiffness depends on the overlap adds up.
    SpringKind {
        /// `S = k(ε) ξ` (LIGGGHTS; Luding).
        Displacement = "displacement",
        /// `Ṡ = k(ε) v` (woo, MUSEN).
        Force = "force",
        /// `Ṡ = k v` while the overlap grows, `S = k ξ` while it falls: never gains energy.
        Rescaled = "rescaled",
        /// No spring: the dashpot alone, up to the limit (LIGGGHTS `no_history`).
        None = "none",
    }
}

keywords! {
    /// Which force is held against the static limit.
    SlidingTest {
        /// That of the spring; the dashpot acts only while it sticks (woo's Hertz, LIGGGHTS, MUSEN).
        Spring = "spring",
        /// That of spring and dashpot (woo's Luding).
        Total = "total",
    }
}

/// State of a mode between steps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ContactMode {
    /// Force \[N\] or torque [N m] of the spring.
    pub(super) spring: Vector3<f64>,
    /// Resisting force \[N\] or torque [N m] at the last node.
    pub force: Vector3<f64>,
    /// Whether it slides.
    pub(super) sliding: bool,
}

/// Spring, dashpot and limit of a mode over a step. "Force" is a torque and "velocity" a spin in rolling and twisting.
#[derive(Debug, Clone, Copy)]
pub struct ModeLaw {
    /// Duration of the step \[s\].
    pub dt: f64,
    /// Spring.
    pub(super) kind: SpringKind,
    /// Sliding test.
    pub(super) test: SlidingTest,
    /// Stiffness before and after [N/m].
    pub(super) stiffness: [f64; 2],
    /// Dashpot after the step [N s/m].
    pub viscosity: f64,
    /// Static limit before and after the step \[N\].
    pub(super) limit: [f64; 2],
    /// Dynamic over static limit.
    pub dynamic_ratio: f64,
    /// Whether the step may be far longer than the vibration of the spring: the spring then stretches with the velocity
    /// after the step (backward Euler), which comes to the quasi-static stretch at once. The trapezoidal rule would
    /// keep the vibration up.
    pub(super) stiff: bool,
}

impl ModeLaw {
    /// Whether the spring keeps its displacement, not its force, as the stiffness changes.
    fn keeps_displacement(&self) -> bool {
        match self.kind {
            SpringKind::Force => false,
            SpringKind::Displacement | SpringKind::None => true,
            SpringKind::Rescaled => self.stiffness[1] < self.stiffness[0],
        }
    }

    /// The spring's force after the step is `carried + gain (v + v₁)` while it sticks, or `carried + gain v₁` in a
    /// stiff step.
    fn spring(&self, before: Vector3<f64>) -> Stretch {
        let [k0, k1] = self.stiffness;
        let kept = self.keeps_displacement();
        let carried = if kept && k0 > 0.0 { before * (k1 / k0) } else { before };
        let share = if self.stiff { 1.0 } else { 0.5 };
        Stretch { carried, gain: share * self.dt * if kept { k1 } else { 0.5 * (k0 + k1) } }
    }
}

/// How a spring that sticks is stretched in a step.
#[derive(Clone, Copy)]
struct Stretch {
    carried: Vector3<f64>,
    gain: f64,
}

/// The inputs of a step of a mode where the mode alone decides the motion.
#[derive(Debug, Clone, Copy)]
pub struct ModeStep {
    /// The law.
    pub law: ModeLaw,
    /// `∫ f_d dt` over the step [N s].
    pub(super) sliding_impulse: f64,
    /// Inertia `m` of the relative motion \[kg\].
    pub inertia: f64,
    /// Change of the relative velocity by everything else during the step [m/s].
    pub(super) push: Vector3<f64>,
}

/// The outcome of a step of a mode.
#[derive(Debug, Clone, Copy)]
pub struct ModeReport {
    /// Impulse of the resisting force [N s].
    pub(super) impulse: Vector3<f64>,
    /// Whether it stuck and slipped again within the step: the mean of that is not resolved.
    pub(super) unresolved: bool,
    /// Energy dissipated by sliding \[J\].
    pub friction: f64,
    /// Energy dissipated by the dashpot \[J\].
    pub viscous: f64,
    /// Energy lost (or gained, if negative) because the stiffness of the loaded spring changed \[J\].
    pub(super) stiffness_change: f64,
}

impl ContactMode {
    /// Advances by one step from the relative velocity `v` [m/s].
    pub fn step(&mut self, v: Vector3<f64>, with: &ModeStep) -> ModeReport {
        let (before, law) = (*self, &with.law);
        let Stretch { carried, gain } = law.spring(self.spring);
        let slow = 0.5 * law.dt / with.inertia;
        let pull = self.force + carried + gain * v;
        let stuck = (v + with.push - slow * pull) / (1.0 + slow * (gain + law.viscosity));
        let trial = |v1: Vector3<f64>| carried + gain * (v + v1);
        let (impulse, after) = match self.try_stick(trial(stuck), stuck, law) {
            None => (0.5 * law.dt * (before.force + self.force), stuck),
            Some(tried) => self.slide(v, tried, before, trial, with),
        };
        self.report(before, impulse, [v, after], law)
    }

    /// Advances by one step of another solver, from the relative velocity `v` [m/s]: that at the end of the step is
    /// `free − compliance f` with the force `f` at the end (compliance [m/s/N]). Returns this velocity.
    pub(super) fn end_step(
        &mut self,
        v: Vector3<f64>,
        free: Vector3<f64>,
        compliance: f64,
        law: &ModeLaw,
    ) -> Vector3<f64> {
        let Stretch { carried, gain } = law.spring(self.spring);
        let v = if law.stiff { Vector3::zeros() } else { v };
        let trial = |v1: Vector3<f64>| carried + gain * (v + v1);
        let stuck = (free - compliance * trial(Vector3::zeros())) / (1.0 + compliance * (gain + law.viscosity));
        let Some(tried) = self.try_stick(trial(stuck), stuck, law) else { return stuck };
        let mut after = tried.velocity;
        for _ in 0..2 {
            self.put_on_limit(trial(after), after, law);
            after = free - compliance * self.force;
        }
        after
    }

    /// Accepts the sticking solution if it is within the limit; gives it back if not.
    fn try_stick(&mut self, spring: Vector3<f64>, velocity: Vector3<f64>, law: &ModeLaw) -> Option<Tried> {
        let total = spring + law.viscosity * velocity;
        let tested = if law.test == SlidingTest::Spring { spring } else { total };
        if tested.norm_squared() > law.limit[1] * law.limit[1] {
            return Some(Tried { velocity, tested });
        }
        *self = Self { spring, force: total, sliding: false };
        None
    }

    /// Slides: force on the dynamic limit along the trial force; gives impulse and new velocity.
    fn slide(
        &mut self,
        v: Vector3<f64>,
        tried: Tried,
        before: Self,
        trial: impl Fn(Vector3<f64>) -> Vector3<f64>,
        with: &ModeStep,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let on_limit = before.sliding || before.force == Vector3::zeros();
        let mut after = tried.velocity;
        let mut impulse = Vector3::zeros();
        for _ in 0..2 {
            let direction = self.put_on_limit(trial(after), after, &with.law);
            impulse = if on_limit {
                let mean = before.force.try_normalize(0.0).unwrap_or(direction) + direction;
                with.sliding_impulse * mean.try_normalize(0.0).unwrap_or(direction)
            } else {
                breakaway_impulse(before.force, tried.tested, self.force, &with.law)
            };
            after = v + with.push - impulse / with.inertia;
        }
        (impulse, after)
    }

    /// Sets the force on the dynamic limit along the trial force of spring and dashpot; gives its direction.
    fn put_on_limit(&mut self, trial: Vector3<f64>, velocity: Vector3<f64>, law: &ModeLaw) -> Vector3<f64> {
        let spring_only = law.test == SlidingTest::Spring;
        let dashpot = law.viscosity * velocity;
        let total = if spring_only { trial } else { trial + dashpot };
        let direction = total.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
        let force = law.dynamic_ratio * law.limit[1] * direction;
        let spring = match law.kind {
            SpringKind::None => Vector3::zeros(),
            _ if spring_only => force,
            _ => force - dashpot,
        };
        *self = Self { spring, force, sliding: true };
        direction
    }

    /// Where the work of a step went. A spring that slides follows the limit, whatever its stiffness: the work of the
    /// step beyond the change of its energy is friction. Booked apart, the work against a softening spring grows
    /// without bound where the limit vanishes more slowly than the stiffness, at the end of a contact that attracts.
    fn report(&self, before: Self, impulse: Vector3<f64>, velocity: [Vector3<f64>; 2], law: &ModeLaw) -> ModeReport {
        let [k0, k1] = law.stiffness;
        let mean = 0.5 * (velocity[0] + velocity[1]);
        let unresolved = law.dynamic_ratio < 1.0 && before.sliding && self.sliding;
        let report = ModeReport { impulse, unresolved, friction: 0.0, viscous: 0.0, stiffness_change: 0.0 };
        let lost = impulse.dot(&mean) - (self.stored_energy(k1, law.test) - before.stored_energy(k0, law.test));
        match law.test {
            _ if self.sliding => ModeReport { friction: lost, ..report },
            SlidingTest::Total => ModeReport { viscous: lost, ..report },
            SlidingTest::Spring => {
                let dashpot = 0.5 * law.dt * (before.force - before.spring + self.force - self.spring);
                let viscous = dashpot.dot(&mean);
                ModeReport { viscous, stiffness_change: lost - viscous, ..report }
            }
        }
    }

    /// Elastic energy \[J\] at stiffness `k`: `S²/2k`, or `f²/2k` in the total test.
    pub(super) fn stored_energy(&self, k: f64, test: SlidingTest) -> f64 {
        let force = if test == SlidingTest::Spring { self.spring } else { self.force };
        if k > 0.0 { 0.5 * force.norm_squared() / k } else { 0.0 }
    }

    /// Carries the state to a tangent plane turned by a small angle \[rad\].
    pub(super) fn turn(&mut self, angle: Vector3<f64>) {
        self.spring = turned(self.spring, angle);
        self.force = turned(self.force, angle);
    }
}

/// A sticking solution beyond the limit: its velocity, and the force held against the limit.
#[derive(Clone, Copy)]
struct Tried {
    velocity: Vector3<f64>,
    tested: Vector3<f64>,
}

/// Impulse of a step that sticks until its force, growing from `start` to `tried`, meets the limit, and slides from
/// there on to `end`.
fn breakaway_impulse(start: Vector3<f64>, tried: Vector3<f64>, end: Vector3<f64>, law: &ModeLaw) -> Vector3<f64> {
    let below = (law.limit[0] - start.norm()).max(0.0);
    let above = tried.norm() - law.limit[1];
    let part = below / (below + above);
    let at = start + part * (tried - start);
    let dropped = law.dynamic_ratio * at;
    0.5 * law.dt * (part * (start + at) + (1.0 - part) * (dropped + end))
}

/// A vector turned by a small angle \[rad\]: Cayley's rotation about `angle` by `2 atan(|angle|/2)`, which keeps
/// lengths exactly and differs from the angle by a twelfth of its cube.
#[inline]
pub(super) fn turned(v: Vector3<f64>, angle: Vector3<f64>) -> Vector3<f64> {
    let c = 0.5 * angle;
    let across = c.cross(&v);
    v + (across + c.cross(&across)) * (2.0 / (1.0 + c.norm_squared()))
}
