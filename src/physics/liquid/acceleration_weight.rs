//! Weight of a past acceleration in the kernel of Kim, Elghobashi & Sirignano.

const C3: f64 = 0.07;
const C4: f64 = 0.25;
const C5: f64 = 22.0;

/// `G(τ) = 1/[1 + β √M1]`, between 0 (a violent acceleration: Basset's long memory) and 1 (a gentle one), with
///
/// `M1 = 2a|U̇|/U²`, `M2 = 2a²|Ü|/|U|³`, `φ = M2/M1`, `β = C5/{1 + φ^{1+C4}/[C3(φ + φ^{C4})]}`, C3 = 0.07, C4 =
/// 0.25, C5 = 22.
///
/// Kim, Elghobashi & Sirignano (1998); `M2` holds the second derivative of the velocity, not a square. `radius` \[m\],
/// `velocity` [m/s], `acceleration` [m/s²], `jerk` (m/s³), of either sign, all at the past time `τ`.
pub fn acceleration_weight(radius: f64, velocity: f64, acceleration: f64, jerk: f64) -> f64 {
    let (u, accel, jerk) = (velocity.abs(), acceleration.abs(), jerk.abs());
    if accel == 0.0 {
        return 1.0;
    }
    if u == 0.0 {
        return 0.0;
    }
    let m1 = 2.0 * radius * accel / (u * u);
    let phi = radius * jerk / (u * accel);
    let beta = if phi.is_finite() { C5 / (1.0 + phi / (C3 * (phi.powf(1.0 - C4) + 1.0))) } else { 0.0 };
    1.0 / (1.0 + beta * m1.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gentle_acceleration_weighs_one_and_a_violent_one_nothing() {
        assert_eq!(acceleration_weight(1e-3, 0.5, 0.0, 10.0), 1.0);
        assert_eq!(acceleration_weight(1e-3, 0.0, 9.81, 0.0), 0.0);
        assert!(acceleration_weight(1e-3, 0.5, 1e-6, 0.0) > 0.99);
        assert!(acceleration_weight(1e-3, 0.5, 1e6, 0.0) < 1e-3);
    }

    #[test]
    fn the_weight_is_the_formula_and_does_not_see_signs() {
        let (a, u, accel, jerk) = (1.5e-3f64, 0.4f64, 30.0f64, 5e3f64);
        let (m1, m2) = (2.0 * a * accel / (u * u), 2.0 * a * a * jerk / u.powi(3));
        let phi: f64 = m2 / m1;
        let beta = 22.0 / (1.0 + phi.powf(1.25) / (0.07 * (phi + phi.powf(0.25))));
        let formula = 1.0 / (1.0 + beta * m1.sqrt());
        assert!((acceleration_weight(a, u, accel, jerk) / formula - 1.0).abs() < 1e-14);
        assert_eq!(acceleration_weight(a, -u, accel, -jerk), acceleration_weight(a, u, accel, jerk));
    }

    #[test]
    fn the_weight_lies_between_zero_and_one_at_every_scale() {
        for k in -12..=12 {
            for j in -12..=12 {
                let weight = acceleration_weight(1e-3, 10f64.powi(k), 10f64.powi(j), 10f64.powi(j - k));
                assert!((0.0..=1.0).contains(&weight));
            }
        }
    }
}
