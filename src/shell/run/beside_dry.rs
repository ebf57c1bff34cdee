//! The dry impact beside an oblique bounce in liquid.

use crate::analysis::restitution::Bounce;
use crate::case::Case;
use crate::contact::{Impact, maw};
use nalgebra::Vector3;

/// Stokes number on the speed along the wall's normal.
pub(super) fn stokes_normal(case: &Case) -> f64 {
    case.groups().stokes * case.release.angle.to_radians().cos()
}

/// Maw's limits of the dry contact; `None` without friction.
pub(super) fn limits(case: &Case) -> Option<[f64; 2]> {
    let pair = case.pair().ok()?;
    let friction = case.contact.tangential(&pair).ok()?.sliding?.friction;
    (friction > 0.0).then(|| maw::limits(&pair, friction))
}

/// `Ψ_out` of the dry impact with the speeds and the spin at the touch of `bounce`.
pub(super) fn psi_out(case: &Case, bounce: &Bounce) -> Option<f64> {
    let (oblique, normal) = (bounce.oblique?, bounce.impact_speed_m_s);
    let lateral = oblique.lateral_speed_before_m_s;
    let angle = lateral.atan2(normal).to_degrees();
    let mut impact = Impact::on_plane(case.pair().ok()?, case.contact.law, normal.hypot(lateral), angle).ok()?;
    impact.bodies.spin[0] = Vector3::new(0.0, oblique.spin_before_rad_s, 0.0);
    impact.control.record_every = 0;
    let bodies = impact.run().ok()?.bodies;
    let slip = bodies.velocity[0].x - case.sphere.radius() * bodies.spin[0].y;
    Some(slip / normal).filter(|psi| psi.is_finite())
}
