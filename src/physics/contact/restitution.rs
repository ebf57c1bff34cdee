//! The restitution of a law in a dry impact along the normal, as a number and in words.

use super::force::NormalMemory;
use super::impact::{Control, Impact};
use super::kinematics::Bodies;
use super::normal::NormalContact;
use super::pair::{Material, Pair};
use super::tangential::TangentialContact;
use crate::quantity::SPEED;
use nalgebra::Vector3;

/// Radius of the sphere of the impact over the length of the contact: large enough for any overlap.
const LARGE: f64 = 1e3;
/// Most that a force may differ from Hertz' and count as his.
const SAME: f64 = 1e-9;

impl NormalContact {
    /// Dry coefficient of restitution (-) of an impact along the normal at `speed` [m/s]: by the law's closed form, or
    /// that of the impact itself. `None` if the bodies stick, pass through each other, or do not meet.
    pub fn restitution(&self, speed: f64) -> Option<f64> {
        self.closed_restitution(speed).or_else(|| self.restitution_of_impact(speed, 0.0)).filter(|e| *e > 0.0)
    }

    /// As [`restitution`](Self::restitution), of an impact on a wall that recedes with this point mobility [m/(N s)].
    pub fn restitution_on(&self, speed: f64, mobility: f64) -> Option<f64> {
        if mobility == 0.0 {
            return self.restitution(speed);
        }
        self.restitution_of_impact(speed, mobility).filter(|e| *e > 0.0)
    }

    /// The restitution of a dry impact: that of a sphere of the effective mass on a plane.
    fn restitution_of_impact(&self, speed: f64, mobility: f64) -> Option<f64> {
        if !(speed > 0.0 && speed.is_finite()) {
            return None;
        }
        let control = Control { record_every: 0, ..Control::default() };
        let radius = LARGE * self.scale(speed, f64::from(control.steps_per_contact)).length;
        let start = Vector3::new(0.0, 0.0, radius + self.range());
        let impact = Impact {
            pair: Pair::sphere_on_plane(radius, self.mass(), [Material::default(); 2]).ok()?.on_plate(mobility),
            normal: self.clone(),
            tangential: TangentialContact::NONE,
            bodies: Bodies {
                position: [start, Vector3::zeros()],
                velocity: [Vector3::new(0.0, 0.0, -speed), Vector3::zeros()],
                spin: [Vector3::zeros(); 2],
            },
            gravity: Vector3::zeros(),
            plane_normal: Vector3::z(),
            control,
        };
        impact.run().ok()?.bounces.first().map(|bounce| bounce.restitution).filter(|e| e.is_finite())
    }

    /// The restitution at `speed` [m/s], in words.
    pub fn describe(&self, speed: f64) -> String {
        match self.restitution(speed) {
            Some(e) => format!("dry restitution {}", (1e4 * e).round() / 1e4),
            None => format!("no dry rebound at {speed}", speed = SPEED.brief(speed)),
        }
    }

    /// Whether bodies at rest feel Hertz' force `stiffness ε^{3/2}` [N/m^{3/2}] and nothing else, at overlaps up to
    /// `deepest` \[m\].
    pub fn is_hertzian(&self, stiffness: f64, deepest: f64) -> bool {
        let same = |overlap: f64| {
            let force = self.force(overlap, 0.0, &NormalMemory::default()).force;
            (force / (stiffness * overlap * overlap.sqrt()) - 1.0).abs() < SAME
        };
        self.range() == 0.0 && [0.1, 0.5, 1.0].iter().all(|share| same(share * deepest))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Hertz, HertzStiffness, Law, Li, Luding, MusenHertz};
    use super::*;

    fn built(law: Law) -> NormalContact {
        let pair = Pair::sphere_on_plane(5e-3, 1.3e-3, [Material::default(); 2]).unwrap();
        law.normal(&pair).unwrap()
    }

    fn attracting(law: Hertz) -> NormalContact {
        built(Law::Hertz(Hertz { no_attraction: false, ..law }))
    }

    #[test]
    fn a_law_that_is_given_its_restitution_has_it_and_one_that_is_given_a_damping_that_of_antypov_and_elliott() {
        let given = attracting(Hertz { restitution: 0.5, ..Hertz::default() });
        assert_eq!(given.restitution(1.0), Some(0.5));
        let damped = attracting(Hertz { damping_ratio: Some(0.5), ..Hertz::default() });
        let expected = (-0.5 * std::f64::consts::PI / 4.75_f64.sqrt()).exp();
        assert!((damped.restitution(1.0).unwrap() - expected).abs() < 1e-14);
        assert!((damped.restitution_of_impact(1.0, 0.0).unwrap() - expected).abs() < 1e-8);
        assert_eq!(attracting(Hertz { damping_ratio: Some(2.3), ..Hertz::default() }).restitution(1.0), None);
    }

    #[test]
    fn laws_that_lose_nothing_return_the_whole_speed_if_they_stop_the_sphere() {
        assert_eq!(built(Law::MusenHertz(MusenHertz::default())).restitution(1.0), Some(1.0));
        assert_eq!(attracting(Hertz { surface_energy: 1.0, ..Hertz::default() }).restitution(1e-6), Some(1.0));
        let wall = built(Law::Li(Li { threshold: 1e-3, ..Li::default() }));
        assert_eq!((wall.restitution(0.01), wall.restitution(100.0)), (Some(1.0), None));
    }

    /// Values of the closed form: Hertz with e = 0.5 and its attraction cut off, and `hertz/stiffness` of LIGGGHTS.
    #[test]
    fn without_a_closed_form_it_is_that_of_the_dry_impact() {
        let cut = built(Law::Hertz(Hertz { restitution: 0.5, ..Hertz::default() }));
        assert!((cut.restitution(1.0).unwrap() - 0.550283).abs() < 1e-6);
        let stiffness = HertzStiffness { k_n: 7.326e6, gamma_n: 4e6, ..HertzStiffness::default() };
        let pair = Pair::sphere_on_plane(5e-3, 1.308997e-3, [Material::default(); 2]).unwrap();
        assert!(
            (Law::HertzStiffness(stiffness).normal(&pair).unwrap().restitution(1.0).unwrap() - 0.100274).abs() < 1e-6
        );
    }

    #[test]
    fn adhesion_takes_more_of_a_slow_impact_and_holds_the_slowest() {
        let sticky = attracting(Hertz { restitution: 0.9, surface_energy: 1.0, ..Hertz::default() });
        let [fast, slow] = [10.0, 0.1].map(|speed| sticky.restitution(speed).unwrap());
        assert!(fast < 0.9 && slow < fast, "{fast} {slow}");
        assert_eq!(sticky.restitution(1e-5), None);
    }

    #[test]
    fn the_force_of_hertz_is_told_from_others() {
        let hertz = attracting(Hertz::default());
        let NormalContact::Hertz(law) = &hertz else { unreachable!() };
        assert!(hertz.is_hertzian(law.stiffness, 1e-5));
        assert!(!hertz.is_hertzian(1.01 * law.stiffness, 1e-5));
        let other = [Law::Luding(Luding::default()), Law::Li(Li { threshold: 1e-3, ..Li::default() })].map(built);
        let sticky = attracting(Hertz { surface_energy: 0.1, ..Hertz::default() });
        assert!(other.iter().chain([&sticky]).all(|contact| !contact.is_hertzian(law.stiffness, 1e-5)));
    }
}
