//! The forces of theory along the wall, at one instant, and the part of them that the normal motion needs.

use super::theory::Theory;
use crate::liquid::parallel;
use crate::liquid::parallel_inertia::{parallel_added_mass, parallel_history};
use std::f64::consts::PI;

/// The motion along the wall at one instant, as the normal one feels it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Along {
    /// Speed [m/s].
    pub speed: f64,
    /// Speed times spin \[m/s²\], positive where the sphere rolls forward.
    pub rolling: f64,
}

/// The motion along the wall as the normal motion knows it: a line through the last that it was told of.
#[derive(Debug, Clone, Copy, Default)]
pub struct AlongWall {
    /// Its time \[s\].
    pub(super) time: f64,
    /// Speed then [m/s].
    pub speed: f64,
    /// Its rate of change [m/s²].
    pub rate: f64,
    /// Angular velocity then [rad/s].
    pub spin: f64,
}

impl AlongWall {
    /// The motion at `time` \[s\], soon after.
    pub(super) fn at(&self, time: f64) -> Along {
        let speed = self.speed + self.rate * (time - self.time);
        Along { speed, rolling: speed * self.spin }
    }
}

/// Resistance to a motion along the wall at one place; the equations are those of [`theory_sideways`](super::theory_sideways).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ParallelForces {
    /// Added mass \[kg\].
    pub added_mass: f64,
    /// Force \[N\] and torque [N m] on the liquid per lateral speed and per spin, the change of the added mass included.
    pub(super) resistance: [[f64; 2]; 2],
    /// `(1 + W)² 6πaμ` [N s/m].
    pub history: f64,
}

impl ParallelForces {
    /// The forces at `gap` \[m\] and the normal speed `velocity` [m/s], where the sphere moves with `speed` [m/s] in all.
    /// `touching` is the gap at which the solids of the present contact touched \[m\]: the gap of the formulas stays there, or at
    /// the film's cut-off.
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
            resistance: [[stokes * exact.translation_force.max(far) + closing, coupling], [coupling, spinning]],
            history: stokes * parallel_history(delta_star),
        }
    }
}
