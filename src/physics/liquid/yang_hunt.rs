//! Smallest film of a lubricated collision.

/// The smallest film \[m\] between colliding elastic surfaces, `h_min = 0.37 [(μv/E*)² a³]^{1/5}`.
///
/// Yang & Hunt (2008), A mixed contact model for an immersed collision between two solid surfaces, Phil. Trans. R. Soc.
/// A 366, 2205; the factor 0.37 second-hand, not checked against the print. It is 0.336 elasticity lengths of Davis,
/// Serayssol & Hinch, for every sphere. `radius` a \[m\], `viscosity` μ [Pa s], `speed` v [m/s] of the
/// approach, `reduced_modulus` E* \[Pa\].
pub fn yang_hunt(radius: f64, viscosity: f64, speed: f64, reduced_modulus: f64) -> f64 {
    0.37 * ((viscosity * speed / reduced_modulus).powi(2) * radius.powi(3)).powf(0.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::davis_serayssol_hinch::davis_serayssol_hinch;

    #[test]
    fn the_smallest_film_is_a_fixed_part_of_the_elasticity_length() {
        let expected = 0.37 * (std::f64::consts::PI / 4.0).powf(0.4);
        for (a, mu, v, e) in [(1.5e-3, 0.01, 0.55, 4.917e10), (3e-3, 0.1, -0.46, 7e9)] {
            let ratio = yang_hunt(a, mu, v, e) / davis_serayssol_hinch(a, mu, v, e);
            assert!((ratio / expected - 1.0).abs() < 1e-12);
        }
    }
}
