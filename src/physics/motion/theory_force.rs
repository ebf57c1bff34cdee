//! All forces on the sphere from theory, at one instant: along the normal, and along the wall.

use super::body::Along;
use super::theory::Theory;
use crate::body::recoil::Recoil;
use crate::contact::plate::in_series;
use crate::contact::{LawFault, NormalContact, NormalMemory, PassedThrough};
use crate::liquid::added_mass::mass_and_gradient_force;
use crate::liquid::buoyancy::{buoyancy, weight};
use crate::liquid::parallel_inertia::{attraction, parallel_added_mass, parallel_history};
use crate::liquid::{Heading, parallel};
use nalgebra::Matrix2;
use std::f64::consts::PI;

/// A solid contact: its law, none where nothing stops the sphere but its film, and what it remembers of the present
/// collision. It sees gaps, negative for an overlap, and velocities away from the wall.
///
/// Laws of the overlap have `reach` 0: they act below the gap where the film ends, which the motion puts at their
/// zero. Laws that act across a gap (a wall force of finite thickness) have a positive reach and see the gap itself.
#[derive(Debug, Clone)]
pub(super) struct SolidContact {
    law: Option<NormalContact>,
    wall: Recoil,
    memory: NormalMemory,
}

/// Time that scales the steps of a collision without a law \[s\].
const WITHOUT_LAW: f64 = 1e-3;

impl SolidContact {
    /// That of this law on a wall that may recede.
    pub(super) fn new(law: Option<NormalContact>, wall: Recoil) -> Self {
        Self { law, wall, memory: NormalMemory::default() }
    }

    /// Speed [m/s] at which the wall recedes under this force \[N\].
    pub(super) fn receding(&self, force: f64) -> f64 {
        self.wall.rate(force)[0]
    }

    /// Gap \[m\] below which the law acts.
    pub(super) fn reach(&self) -> f64 {
        self.law.as_ref().map_or(0.0, NormalContact::range)
    }

    /// How long a dry collision with this speed [m/s] lasts \[s\], roughly.
    pub(super) fn contact_time(&self, speed: f64) -> f64 {
        self.law.as_ref().map_or(WITHOUT_LAW, |law| law.contact_time(speed))
    }

    /// Force on a sphere \[N\] of this velocity, positive away from the wall. Trial states too: it does not remember.
    pub(super) fn force(&self, gap: f64, velocity: f64) -> f64 {
        let Some(law) = &self.law else { return 0.0 };
        in_series(self.wall, -velocity, |rate| law.force(-gap, rate, &self.memory)).0.force
    }

    /// The sphere that the law did not stop, if one at this gap \[m\] has passed its end.
    pub(super) fn passed(&self, gap: f64) -> Option<PassedThrough> {
        self.law.as_ref()?.passed(-gap, &self.memory)
    }

    /// Why the law has no force to give, if that is so.
    pub(super) fn fault(&self) -> Option<LawFault> {
        self.law.as_ref()?.fault()
    }

    /// The motion has arrived here, and is remembered: at the start of every collision and after every step in it; the
    /// same state may come twice.
    pub(super) fn advance(&mut self, gap: f64, velocity: f64) {
        if let Some(law) = &self.law {
            law.advance(-gap, -velocity, &mut self.memory);
        }
    }

    /// The collision is over, and forgotten.
    pub(super) fn leave(&mut self) {
        self.memory = NormalMemory::default();
    }
}

/// The motion along the wall as the normal motion knows it: a line through its last known values.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AlongWall {
    /// Its time \[s\].
    pub(super) time: f64,
    /// Speed then [m/s].
    pub(super) speed: f64,
    /// Its rate of change [m/s²].
    pub(super) rate: f64,
    /// Angular velocity then [rad/s].
    pub(super) spin: f64,
}

impl AlongWall {
    /// The motion at `time` \[s\], soon after.
    pub(super) fn at(&self, time: f64) -> Along {
        let speed = self.speed + self.rate * (time - self.time);
        Along { speed, rolling: speed * self.spin }
    }
}

/// A collision under way: where the solids touch and where the film ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Touch {
    /// Gap \[m\] that the contact law counts as zero.
    pub(super) plane: f64,
    /// Gap \[m\] below which there is no film any more.
    pub(super) film_end: f64,
    /// Gap \[m\] above which the collision is over.
    pub(super) separation: f64,
}

impl Touch {
    /// The collision of a sphere that arrives with `velocity` [m/s].
    pub(super) fn new(theory: &Theory, contact: &SolidContact, velocity: f64) -> Self {
        let film_end = theory.film_end(velocity);
        match contact.reach() {
            reach if reach > 0.0 => Self { plane: 0.0, film_end, separation: reach },
            _ => Self { plane: film_end, film_end, separation: film_end },
        }
    }

    /// Whether there is a film between the solids: under a law that acts across a gap.
    pub(super) fn has_film(&self) -> bool {
        self.plane < self.film_end
    }
}

/// The effects of the wall on the liquid's inertia, which depend on the gap alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WallEffects {
    /// Gap \[m\].
    gap: f64,
    /// On the added mass, and the slope of it.
    added_mass: (f64, f64),
    /// On the whole history force.
    history: f64,
}

impl WallEffects {
    /// Those at a gap \[m\] above zero.
    pub(super) fn at(theory: &Theory, gap: f64) -> Self {
        let delta_star = gap / theory.sphere.radius;
        let added_mass = theory.added_mass.wall_effect(delta_star);
        Self { gap, added_mass, history: theory.history_wall.factor(theory.history, delta_star) }
    }
}

/// The film between sphere and wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FilmCondition {
    /// There is none, between touching solids.
    Absent,
    /// It bears any tension.
    Full,
    /// It bears the tension of [`Theory::cavitation`].
    Limited,
}

impl FilmCondition {
    /// That of a film which is `torn` or is not.
    pub(super) fn of(theory: &Theory, torn: bool) -> Self {
        if theory.cavitation.is_some_and(|limit| limit.limits(torn)) { Self::Limited } else { Self::Full }
    }
}

/// The forces of the liquid, weight and buoyancy apart; the history force without its integral.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LiquidForces {
    /// Added mass `C_M m_l` \[kg\].
    pub added_mass: f64,
    /// `6πaμ K_H^p` [N s/m].
    pub(super) history_scale: f64,
    /// Quasi-steady drag \[N\].
    pub drag: f64,
    /// The part of the added-mass force that does not depend on the acceleration, and lift \[N\].
    pub(super) gradient: f64,
}

impl LiquidForces {
    /// The forces at the gap of the `wall`'s effects and a velocity [m/s], and the motion `along` the wall; without a
    /// film, only the drag far from the wall is left.
    pub(super) fn new(theory: &Theory, wall: &WallEffects, velocity: f64, along: Along, film: FilmCondition) -> Self {
        let (sphere, gap) = (&theory.sphere, wall.gap);
        let (added_mass, gradient) = mass_and_gradient_force(sphere, wall.added_mass, velocity);
        let delta_star = gap / sphere.radius;
        let lift = |along: Along| {
            attraction(sphere, delta_star, along.speed)
                + theory.lift.force(sphere, delta_star, along.speed, along.rolling)
        };
        let stokes = theory.force_scale[Heading::of(velocity) as usize] * sphere.stokes_coefficient();
        Self {
            added_mass,
            history_scale: stokes * wall.history,
            drag: -stokes * velocity * drag_factor(theory, gap, velocity, along.speed, film),
            gradient: if along.speed == 0.0 { gradient } else { gradient + lift(along) },
        }
    }
}

/// Everything but the history integral: `inertia × V̇ = known() − history_scale × ∫ V̇ K dτ`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Balance {
    /// Sphere and added mass, `m_p + C_M m_l` \[kg\].
    pub inertia: f64,
    /// Added mass `C_M m_l` \[kg\].
    pub added_mass: f64,
    /// `6πaμ K_H^p` [N s/m].
    pub(super) history_scale: f64,
    /// Quasi-steady drag \[N\].
    pub drag: f64,
    /// The part of the added-mass force that does not depend on the acceleration, and lift \[N\].
    pub(super) gradient: f64,
    /// Solid contact \[N\].
    pub solid: f64,
    /// Buoyancy \[N\].
    pub buoyancy: f64,
    /// Weight \[N\].
    pub weight: f64,
    /// The wall's effects with which it was made.
    pub(super) wall: WallEffects,
    /// Whether the film is torn.
    pub(super) torn: bool,
}

impl Balance {
    /// The balance at a gap \[m\] and velocity [m/s], and the motion `along` the wall, in a collision or not.
    ///
    /// In a collision the liquid sees at least the gap where the film ends. Between touching solids there is no film
    /// (it would take most of the rebound), only the drag far from the wall is left; a wall force of finite
    /// thickness keeps its film, `torn` or not. The effects of the `wall` may be known from the same gap.
    pub(super) fn new(
        theory: &Theory,
        contact: &SolidContact,
        (touch, torn): (Option<&Touch>, bool),
        (gap, velocity): (f64, f64),
        along: Along,
        wall: Option<WallEffects>,
    ) -> Self {
        let sphere = &theory.sphere;
        let film_end = touch.map_or(1e-9 * sphere.radius, |touch| touch.film_end);
        let wall = wall.unwrap_or_else(|| WallEffects::at(theory, gap.max(film_end)));
        let has_film = touch.is_none_or(Touch::has_film);
        let film = if has_film { FilmCondition::of(theory, torn) } else { FilmCondition::Absent };
        let LiquidForces { added_mass, history_scale, drag, gradient } =
            LiquidForces::new(theory, &wall, velocity, along, film);
        Self {
            inertia: sphere.mass() + added_mass,
            added_mass,
            history_scale,
            drag,
            gradient,
            solid: touch.map_or(0.0, |touch| contact.force(gap - touch.plane, velocity)),
            buoyancy: buoyancy(sphere, theory.gravity),
            weight: weight(sphere, theory.gravity),
            wall,
            torn,
        }
    }

    /// The sum of the forces that do not depend on the acceleration, history excluded \[N\].
    pub(super) fn known(&self) -> f64 {
        self.drag + self.gradient + self.solid + self.buoyancy + self.weight
    }
}

/// Drag over Stokes' drag. A receding sphere feels no more than cavitation lets pass in place of the leading
/// term `1/δ*`.
fn drag_factor(theory: &Theory, gap: f64, velocity: f64, along: f64, film: FilmCondition) -> f64 {
    let sphere = &theory.sphere;
    let (reynolds, whole) = (sphere.reynolds(velocity), sphere.reynolds(velocity.hypot(along)));
    if film == FilmCondition::Absent {
        return theory.drag.far.factor(whole);
    }
    let delta_star = gap / sphere.radius;
    let wet = theory.drag.factor_of_whole(delta_star, reynolds, whole, Heading::of(velocity));
    match theory.cavitation.filter(|_| film == FilmCondition::Limited) {
        Some(limit) if velocity > 0.0 && gap < limit.onset_gap(sphere, velocity) => {
            let suction = limit.suction(sphere, gap, velocity) / (sphere.stokes_coefficient() * velocity);
            (suction + wet - 1.0 / delta_star).max(theory.drag.far.factor(whole).min(wet))
        }
        _ => wet,
    }
}

/// Resistance to a motion along the wall at one place; the equations are those of
/// [`theory_sideways`](super::theory_sideways).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ParallelForces {
    /// Added mass \[kg\].
    pub added_mass: f64,
    /// Force \[N\] and torque [N m] on the liquid per lateral speed and per spin, the change of the added mass
    /// included.
    pub(super) resistance: Matrix2<f64>,
    /// `(1 + W)² 6πaμ` [N s/m].
    pub history: f64,
}

impl ParallelForces {
    /// The forces at `gap` \[m\] and the normal speed `velocity` [m/s], where the sphere moves with `speed` [m/s] in
    /// all. `touching` is the gap at which the solids of the present contact touched \[m\]: the gap of the formulas
    /// stays there, or at the film's cut-off.
    pub(super) fn new(theory: &Theory, gap: f64, velocity: f64, touching: Option<f64>, speed: f64) -> Self {
        let sphere = &theory.sphere;
        let (radius, displaced) = (sphere.radius, sphere.displaced_mass());
        let floor = touching.filter(|touch| *touch > 0.0).unwrap_or_else(|| theory.film_end(velocity.abs()));
        let delta_star = gap.max(floor) / radius;
        let exact = parallel(delta_star);
        let far = theory.drag.far.factor(sphere.reynolds(speed));
        let (coefficient, slope) = parallel_added_mass(delta_star);
        let closing = if gap > floor { slope * velocity / radius * displaced } else { 0.0 };
        let stokes = sphere.stokes_coefficient();
        let coupling = stokes * radius * exact.rotation_force();
        let spinning = 8.0 * PI * sphere.viscosity * radius.powi(3) * exact.rotation_torque;
        Self {
            added_mass: coefficient * displaced,
            resistance: Matrix2::new(stokes * exact.translation_force.max(far) + closing, coupling, coupling, spinning),
            history: stokes * parallel_history(delta_star),
        }
    }
}
