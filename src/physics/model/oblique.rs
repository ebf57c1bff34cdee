//! The part of a collision that is not along the normal: angles, slip, spin.
//!
//! Measures of Maw, Barber & Fawcett (1976), as Foerster et al. (1994) and Joseph & Hunt (2004) measure them. With the
//! speeds `V` (normal) and `U` (along x) of the centre, the spin `Ω` and the slip `v_s = U − aΩ` of the contact point,
//! before (in) and after (out) the contact:
//!
//! ```text
//! Ψ_in = v_s,in/V_in     Ψ_out = v_s,out/V_in     e_t = −Ψ_out/Ψ_in     impulse ratio J_t/J_n
//! ```
//!
//! `J_t` and `J_n` are the impulses of the solid contact alone, without those of the liquid meanwhile. A contact that
//! slides throughout has `J_t = −μ J_n`; one without friction `e_t = −1`; one that leaves rolling `e_t = 0`.

use crate::motion::body::LateralMotion;
use serde::{Deserialize, Serialize};

/// The part of a collision along the wall; a value is `None` (in JSON `null`) where the run did not reach it, or there
/// is none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Oblique {
    /// Speed of the centre along the wall at the first touch [m/s].
    pub lateral_speed_before_m_s: f64,
    /// The same at the end of the contact.
    pub lateral_speed_after_m_s: Option<f64>,
    /// Spin at the first touch [rad/s].
    pub spin_before_rad_s: f64,
    /// Spin at the end of the contact [rad/s].
    pub spin_after_rad_s: Option<f64>,
    /// Angle between the path and the normal at the first touch, degrees.
    pub impact_angle_deg: f64,
    /// The same at the end of the contact; negative where the lateral motion is reversed.
    pub rebound_angle_deg: Option<f64>,
    /// Effective angle of incidence `Ψ_in`.
    pub psi_in: Option<f64>,
    /// Effective angle of rebound `Ψ_out`.
    pub psi_out: Option<f64>,
    /// Tangential restitution `e_t`.
    pub restitution_tangential: Option<f64>,
    /// Tangential over normal impulse of the contact.
    pub impulse_ratio: Option<f64>,
}

impl Oblique {
    /// The first touch of a sphere of `radius` \[m\] at the normal speed `normal` [m/s].
    pub(super) fn touch(radius: f64, normal: f64, before: LateralMotion) -> Self {
        Self {
            lateral_speed_before_m_s: before.velocity,
            lateral_speed_after_m_s: None,
            spin_before_rad_s: before.spin,
            spin_after_rad_s: None,
            impact_angle_deg: before.velocity.abs().atan2(normal).to_degrees(),
            rebound_angle_deg: None,
            psi_in: over(slip(before, radius), normal),
            psi_out: None,
            restitution_tangential: None,
            impulse_ratio: None,
        }
    }

    /// The end of the contact at the normal speed `rebound` [m/s] after one of `impact` [m/s]; `impulse` is the
    /// contact's, normal and tangential [N s].
    pub(super) fn separate(
        &mut self,
        radius: f64,
        [impact, rebound]: [f64; 2],
        after: LateralMotion,
        [normal, tangential]: [f64; 2],
    ) {
        let along = after.velocity * if self.lateral_speed_before_m_s < 0.0 { -1.0 } else { 1.0 };
        let at_touch = self.lateral_speed_before_m_s - radius * self.spin_before_rad_s;
        self.lateral_speed_after_m_s = Some(after.velocity);
        self.spin_after_rad_s = Some(after.spin);
        self.rebound_angle_deg = Some(along.atan2(rebound).to_degrees());
        self.psi_out = over(slip(after, radius), impact);
        self.restitution_tangential = over(-slip(after, radius), at_touch);
        self.impulse_ratio = over(tangential, normal);
    }
}

/// Slip of the contact point of a sphere of `radius` \[m\] [m/s].
fn slip(motion: LateralMotion, radius: f64) -> f64 {
    motion.velocity - radius * motion.spin
}

fn over(part: f64, whole: f64) -> Option<f64> {
    Some(part / whole).filter(|ratio| ratio.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_that_leaves_rolling_has_no_tangential_restitution_and_a_frictionless_one_minus_one() {
        let before = LateralMotion { velocity: 0.2, ..LateralMotion::default() };
        let mut oblique = Oblique::touch(1e-3, 0.2, before);
        assert!((oblique.impact_angle_deg - 45.0).abs() < 1e-12 && oblique.psi_in == Some(1.0));
        oblique.separate(1e-3, [0.2, 0.18], LateralMotion { x: 0.0, velocity: 0.15, spin: 150.0 }, [2.0, -0.3]);
        assert!(oblique.psi_out.unwrap().abs() < 1e-12 && oblique.restitution_tangential.unwrap().abs() < 1e-12);
        assert_eq!(oblique.impulse_ratio, Some(-0.15));
        let mut smooth = Oblique::touch(1e-3, 0.2, before);
        smooth.separate(1e-3, [0.2, 0.2], before, [2.0, 0.0]);
        assert_eq!((smooth.restitution_tangential, smooth.rebound_angle_deg), (Some(-1.0), Some(45.0)));
        assert_eq!(Oblique::touch(1e-3, 0.0, before).psi_in, None);
    }
}
