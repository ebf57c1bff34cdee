//! Wet restitution in closed form: two correlations of experiments, and a rigid film with a cut-off.

/// Legendre et al. (2006): `e/e_dry = exp(−35/St*)` with `St* = (ρp + ½ρl) U D/(9μ)`.
pub fn legendre(stokes_modified: f64) -> f64 {
    (-35.0 / stokes_modified).exp()
}

/// Davis et al. (2002): `e/e_dry = 1 − St_c/St` with `St = ρp U D/(9μ)`, zero below the critical Stokes number.
pub fn davis(stokes: f64, critical: f64) -> f64 {
    (1.0 - critical / stokes).max(0.0)
}

/// A rigid sphere whose film ends at a cut-off (lubrication theory; Barnocky & Davis 1988):
/// `e/e_dry = 1 − (1 + 1/e_dry) ln(h₀/h_r)/St`, zero below its critical Stokes number. `reach_over_cutoff` is `h₀/h_r`,
/// the gap from which the film drags over the one at which it ends.
pub fn rigid_film(stokes: f64, dry: f64, reach_over_cutoff: f64) -> f64 {
    (1.0 - (1.0 + 1.0 / dry) * reach_over_cutoff.ln() / stokes).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlations_have_their_limits() {
        assert!(legendre(1e6) > 0.9999 && legendre(5.0) < 1e-3);
        assert!((legendre(35.0) - (-1.0_f64).exp()).abs() < 1e-15);
        assert_eq!((davis(5.0, 10.0), davis(20.0, 10.0)), (0.0, 0.5));
    }

    /// In and out through the film, `dV = ∓V₀ dh/(h St)` with the drag 6πμa²V₀/h and a dry contact between.
    #[test]
    fn a_rigid_film_takes_as_much_on_the_way_in_as_on_the_way_out() {
        let (dry, stokes, ratio) = (0.9, 50.0, 1e3);
        let loss = f64::ln(ratio) / stokes;
        assert!((rigid_film(stokes, dry, ratio) - (dry * (1.0 - loss) - loss) / dry).abs() < 1e-15);
        assert_eq!((rigid_film(2.0, dry, ratio), rigid_film(f64::INFINITY, dry, ratio)), (0.0, 1.0));
    }
}
