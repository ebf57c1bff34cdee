//! Gauss–Legendre quadrature.

/// A point of a quadrature formula.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuadratureNode {
    /// Where the function is evaluated.
    pub x: f64,
    /// The weight of its value.
    pub weight: f64,
}

/// The eight points of Gauss–Legendre between `from` and `to`: `∫ f dx ≈ Σ weight f(x)`, exact for polynomials up to
/// degree fifteen.
pub fn gauss_legendre(from: f64, to: f64) -> impl Iterator<Item = QuadratureNode> {
    const POINTS: [QuadratureNode; 4] = [
        QuadratureNode { x: 0.183_434_642_495_649_8, weight: 0.362_683_783_378_362 },
        QuadratureNode { x: 0.525_532_409_916_329, weight: 0.313_706_645_877_887_3 },
        QuadratureNode { x: 0.796_666_477_413_626_7, weight: 0.222_381_034_453_374_5 },
        QuadratureNode { x: 0.960_289_856_497_536_3, weight: 0.101_228_536_290_376_26 },
    ];
    let (middle, half) = (0.5 * (to + from), 0.5 * (to - from));
    POINTS.into_iter().flat_map(move |QuadratureNode { x, weight }| {
        [-1.0, 1.0].map(|sign| QuadratureNode { x: middle + sign * half * x, weight: weight * half })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_of_degree_fifteen_is_integrated_exactly() {
        let sum: f64 = gauss_legendre(0.5, 2.0).map(|node| node.weight * 16.0 * node.x.powi(15)).sum();
        assert!((sum / (2f64.powi(16) - 0.5f64.powi(16)) - 1.0).abs() < 1e-14);
    }
}
