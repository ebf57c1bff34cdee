//! Elasticity length of a lubricated collision.

use std::f64::consts::PI;

/// The gap \[m\] at which the film pressure has dented the surfaces by as much as the gap itself,
///
/// `x_r = (4θμ v₀ a^{3/2})^{2/5}`, `θ = Σ(1−ν_i²)/(πE_i) = 1/(πE*)`.
///
/// Davis, Serayssol & Hinch (1986), J. Fluid Mech. 163, 479. `radius` a \[m\], `viscosity` μ [Pa s], `speed` v₀ [m/s]
/// at the onset of lubrication, `reduced_modulus` E* \[Pa\]. Below it a rigid sphere's film force no longer holds.
pub fn davis_serayssol_hinch(radius: f64, viscosity: f64, speed: f64, reduced_modulus: f64) -> f64 {
    (4.0 * viscosity * speed.abs() * radius.powf(1.5) / (PI * reduced_modulus)).powf(0.4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_elasticity_length_the_film_dents_the_surface_by_its_own_height() {
        let (a, mu, v, e) = (1.5e-3, 0.01, 0.55, 4.917e10);
        let x = davis_serayssol_hinch(a, mu, v, e);
        let pressure = mu * v * a / (x * x);
        let dent = 4.0 / PI * pressure * (a * x).sqrt() / e;
        assert!((dent / x - 1.0).abs() < 1e-12);
    }
}
