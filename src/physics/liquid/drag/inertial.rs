//! Drag near the wall at finite Reynolds number: creeping flow and the liquid's inertia, which the wall screens.
//!
//! Far from the wall inertia adds `φ − 1` to Stokes' drag, close to it the creeping flow between sphere and wall adds
//! `λ − 1`. The two are not independent. Seen from afar the sphere is a point force. Linear theory gives the drag of a
//! point force that moves at constant speed towards a wall, and with it the share of `φ − 1` that is left at a distance
//! `l` of its centre: it depends on `lU/ν` alone. In the film inertia acts with the parabolic profile of viscous flow.

use super::Heading;
use super::brenner::brenner;

/// Smallest drag of a receding sphere over Stokes' drag. No steady flow past a sphere dissipates less than Stokes'
/// (Helmholtz).
const RECEDING_FLOOR: f64 = 1.0;

/// Momentum of a parabolic profile over that of a uniform one, less one: `6/5 − 1`.
const PROFILE_EXCESS: f64 = 0.2;

/// Drag over Stokes' drag `6πaμU` at the gap `δ* = h/a`, without the force of the added mass:
///
/// `λ(δ*) + c(Λ) (φ − 1) ± (6/5 − 1) Re J(δ*)/24`, + approaching, − receding,
///
/// with `λ` of Brenner, `φ(Re)` far from walls (`far`), `Re = U D/ν`, `l = 1 + δ*` and `Λ = 8/3 l (φ − 1)`. At low
/// Reynolds number `φ − 1 = 3/16 Re` (Oseen), and `Λ` is the distance of the centre over the length of inertia, `l a
/// U/ν`. `c` is [`inertia_share`], `J` is [`film_inertia`].
///
/// The force of the added mass, `m_l (U²/a) dW/dδ*`, has the inertia of the film in potential flow, whose limit is `Re
/// ln(1/δ*)/24`. With the last term the sum has that of a viscous film, `Re ln(1/δ*)/20` (Cox & Brenner 1967, Chem.
/// Eng. Sci. 22, 1753).
///
/// No constant is fitted. Beside the computed flow at constant speed (24 cells per diameter, gaps of 0.002 to 2 D) the
/// sum with the added mass is within 2 % from Re 10 to 90 and within 5 % at Re 200. A receding sphere has its wake
/// before it: there the share is that of the approach, an assumption.
pub(super) fn inertial(delta_star: f64, reynolds: f64, far: f64, direction: Heading) -> f64 {
    let inertia = (far - 1.0).max(0.0);
    let wall = brenner(delta_star) + inertia_share(8.0 / 3.0 * (1.0 + delta_star) * inertia) * inertia;
    let film = PROFILE_EXCESS * reynolds / 24.0 * film_inertia(delta_star);
    match direction {
        Heading::Approaching => wall + film,
        Heading::Receding => (wall - film).max(RECEDING_FLOOR),
    }
}

/// The share of the inertia's drag that a point force keeps as it moves towards a wall at constant speed, at the
/// distance `Λ = lU/ν`.
///
/// It is 1 far away, `1 − 3/Λ`, and −½ close by: there the wall takes more than all of it, for the flow that the force
/// has left behind does not follow at once. Linearised flow is unsteady Stokes flow, and the drag of a point force
/// follows from the forces before it: `c = 1 − (9/8 − H)/(3Λ/8)`, where `H a/l` is the velocity at the force, over `U`,
/// by the wall's image of all of these. The integral was evaluated by `validation/references/approaching_force.py`.
/// This rational function has both limits and is within 0.004 of it at every distance.
fn inertia_share(distance: f64) -> f64 {
    const FIRST: f64 = -0.244_4;
    const SECOND: f64 = 0.281_5;
    let square = SECOND * distance * distance;
    (-0.5 + FIRST * distance + square) / (1.0 + (FIRST + 3.0 * SECOND) * distance + square)
}

/// `J` of a film that is squeezed below a sphere: the force of its inertia is `π/2 ρ a² U² β J` with the momentum
/// factor `β` of its profile.
///
/// Radial momentum in the film `H = h + r²/2a` with the mean velocity `Ur/2H` gives `−H ∂p/∂r = ρβ (1/r) ∂(r H u²)/∂r`.
/// The force of this pressure over `r < a` is, with `X = 1/(2δ*)`, `J = ln(1 + X) − X/(1 + X)²`. It tends to `ln(1/δ*)`
/// as the gap closes, and to 0 far away.
fn film_inertia(delta_star: f64) -> f64 {
    let reach = 0.5 / delta_star;
    reach.ln_1p() - reach / ((1.0 + reach) * (1.0 + reach))
}

#[cfg(test)]
mod tests {
    use super::super::schiller_naumann::schiller_naumann;
    use super::*;

    #[test]
    fn the_share_is_that_of_the_integral_over_the_forces_before() {
        // `python3 validation/references/approaching_force.py`
        let integral = [
            (0.03, -0.49961),
            (0.1, -0.49376),
            (0.3, -0.45567),
            (0.6, -0.37064),
            (1.0, -0.24315),
            (1.5, -0.09150),
            (2.0, 0.03992),
            (3.0, 0.24156),
            (5.0, 0.48080),
            (8.0, 0.65360),
            (15.0, 0.80712),
            (40.0, 0.92584),
            (100.0, 0.97012),
            (1000.0, 0.99700),
        ];
        for (distance, share) in integral {
            let here = inertia_share(distance);
            assert!((here - share).abs() < 0.004, "{distance}: {here} {share}");
        }
        assert_eq!(inertia_share(0.0), -0.5);
        assert!((1e6 * (1.0 - inertia_share(1e6)) / 3.0 - 1.0).abs() < 1e-4);
    }

    #[test]
    fn the_inertia_of_the_film_is_the_integral_of_its_momentum() {
        for delta_star in [0.01, 0.1, 0.7, 4.0] {
            // 1/(2δ*) = S/h at r = a; the integrand of J over x = r²/(2ah).
            let (end, parts) = (0.5 / delta_star, 100_000);
            let step = end / f64::from(parts);
            let slope = |x: f64| 3.0 * x / (1.0 + x).powi(2) - 2.0 * x * x / (1.0 + x).powi(3);
            let sum: f64 = (0..parts).map(|part| slope((f64::from(part) + 0.5) * step) * step).sum();
            assert!((sum / film_inertia(delta_star) - 1.0).abs() < 1e-6, "{delta_star}: {sum}");
        }
    }

    #[test]
    fn it_is_brenners_drag_in_creeping_flow_and_the_far_law_away_from_the_wall() {
        for direction in [Heading::Approaching, Heading::Receding] {
            for delta_star in [0.004, 0.1, 1.0, 10.0] {
                let slow = inertial(delta_star, 1e-9, schiller_naumann(1e-9), direction);
                assert!((slow / brenner(delta_star) - 1.0).abs() < 1e-6, "{delta_star}");
            }
            for reynolds in [1.0, 30.0, 800.0] {
                let far = schiller_naumann(reynolds);
                assert!((inertial(1e5, reynolds, far, direction) / far - 1.0).abs() < 1e-6, "{reynolds}");
            }
        }
    }

    #[test]
    fn the_films_inertia_with_that_of_the_added_mass_is_that_of_cox_and_brenner() {
        // Between two small gaps: constants of the outer flow drop out.
        let sum = |delta_star: f64| {
            let potential = -crate::liquid::AddedMass::default().wall_effect(delta_star).1 / 12.0;
            potential + PROFILE_EXCESS / 24.0 * film_inertia(delta_star)
        };
        let slope = (sum(1e-6) - sum(1e-5)) / 10f64.ln();
        assert!((slope * 20.0 - 1.0).abs() < 1e-3, "{slope}");
    }

    #[test]
    fn a_receding_sphere_is_never_pushed_by_its_drag() {
        for reynolds in [10.0, 200.0, 5000.0] {
            for delta_star in [0.01, 0.1, 1.0, 5.0] {
                assert!(inertial(delta_star, reynolds, schiller_naumann(reynolds), Heading::Receding) >= 1.0);
            }
        }
    }
}
