//! A dry bounce in the scalar equation that the coupled solver integrates.

use super::scene::{Scene, UNIT_SPHERE};
use crate::error::BadParameter;
use crate::flow::bdf::Bdf2;
use crate::motion::sphere::SphereState;
use crate::run::build;

/// A steel sphere that flies at a glass wall without gravity, with no liquid at all, and touches it in the time steps of the
/// coupled solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DryBounce {
    /// The restitution that the contact law is given.
    pub restitution: f64,
    /// Steps per contact.
    pub steps_per_contact: u32,
    /// Impact speed, m/s; the sphere has a diameter of 3 mm.
    pub speed: f64,
    /// Where the flight starts, in diameters; it decides where within a step the sphere touches.
    pub start: f64,
}

impl DryBounce {
    /// Speed away from the wall over impact speed.
    ///
    /// # Errors
    /// A parameter that the contact law refuses.
    pub fn measure(&self) -> Result<f64, BadParameter> {
        let mut scene = Scene::new(UNIT_SPHERE);
        for (key, value) in [("sphere.diameter", "3 mm"), ("sphere.density", "7800"), ("liquid.density", "1e-3")] {
            scene.set(key, value);
        }
        scene.set("liquid.viscosity", "1e-7");
        scene.set("release.speed", format!("{} m/s", self.speed));
        scene.set("run.gravity", 0);
        scene.set("run.time", "1 s");
        scene.set("contact.restitution", self.restitution);
        scene.set("resolution.steps_per_contact", self.steps_per_contact);
        let case = scene.case();
        let mut setup = build::coupled(&case)?;
        setup.forces.excess_mass = case.sphere.mass();
        let start = self.start * case.sphere.diameter;
        let mut sphere = SphereState {
            time: 0.0,
            gap: start,
            velocity: -self.speed,
            velocity_old: -self.speed,
            prescribed: false,
            touching: None,
            contact: Default::default(),
        };
        let (forces, mut before) = (&setup.forces, None);
        while sphere.velocity < 0.0 || sphere.gap < start {
            let touch = sphere.touching.unwrap_or_else(|| forces.cutoff(sphere.velocity));
            let natural = forces.contact.natural_time(touch - sphere.gap, -sphere.velocity, &sphere.contact);
            let clearance = sphere.gap - touch;
            let rate = before.map_or(0.0, |before: f64| (sphere.velocity - sphere.velocity_old) / before);
            let (dt, _) =
                setup.limits.next((0.0, 0.0), sphere.gap, clearance, (sphere.velocity, rate), natural, before);
            let bdf = Bdf2::new(dt, before);
            let predicted = sphere.gap + dt * (sphere.velocity + 0.5 * dt * rate);
            let touching = forces.touch(&sphere, predicted, sphere.velocity);
            let film = |(gap, velocity), touching| forces.film_at(gap, velocity, touching);
            let [film_before, film_after] = forces.film_switch(film, &sphere, touching);
            let momentum = forces.momentum(&sphere, &bdf, (0.0, 0.0)).after_a_jump(film_after - film_before, &bdf, dt);
            let velocity = forces.new_velocity(&sphere, dt, momentum, touching);
            let gap = sphere.gap + 0.5 * dt * (sphere.velocity + velocity);
            forces.contact.advance(touching.map_or(-gap, |touch| touch - gap), -velocity, &mut sphere.contact);
            sphere = SphereState { gap, velocity, velocity_old: sphere.velocity, touching, ..sphere };
            before = Some(dt);
        }
        Ok(sphere.velocity / self.speed)
    }
}
