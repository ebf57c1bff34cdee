//! The gap below which the film of a rigid smooth sphere no longer drags.

use super::ImmersedSphere;
use super::davis_serayssol_hinch::davis_serayssol_hinch;
use super::yang_hunt::yang_hunt;
use crate::error::{BadParameter, not_negative, positive};
use crate::keywords;

keywords! {
    /// The end of the film's drag on smooth surfaces.
    #[derive(Default)]
    CutoffLaw {
        /// The elasticity length `x_r` of Davis, Serayssol & Hinch (1986).
        #[default]
        Elasticity = "elasticity",
        /// The minimum film of Yang & Hunt (2008).
        MinimumFilm = "minimum-film",
        /// Roughness alone.
        Roughness = "roughness",
    }
}

/// Smallest gap of the film: the larger of a law's length and the height of the roughness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmCutoff {
    law: CutoffLaw,
    reduced_modulus: f64,
    roughness: f64,
}

impl FilmCutoff {
    /// `reduced_modulus` E* \[Pa\] > 0, `roughness` \[m\] ≥ 0 (> 0 if it is the only cut-off).
    pub fn new(law: CutoffLaw, reduced_modulus: f64, roughness: f64) -> Result<Self, BadParameter> {
        positive("reduced_modulus", reduced_modulus)?;
        not_negative("roughness", roughness)?;
        if law == CutoffLaw::Roughness && roughness == 0.0 {
            return Err(BadParameter::new("roughness", roughness, "must be positive if nothing else ends the film"));
        }
        Ok(Self { law, reduced_modulus, roughness })
    }

    /// The law that decides its length.
    pub fn law(&self) -> CutoffLaw {
        self.law
    }

    /// The smallest gap \[m\] for an approach with `velocity` [m/s] at the onset of lubrication.
    pub fn length(&self, sphere: &ImmersedSphere, velocity: f64) -> f64 {
        self.smooth_length(sphere, velocity).max(self.roughness)
    }

    fn smooth_length(&self, sphere: &ImmersedSphere, velocity: f64) -> f64 {
        let (a, mu) = (sphere.radius, sphere.viscosity);
        match self.law {
            CutoffLaw::Elasticity => davis_serayssol_hinch(a, mu, velocity, self.reduced_modulus),
            CutoffLaw::MinimumFilm => yang_hunt(a, mu, velocity, self.reduced_modulus),
            CutoffLaw::Roughness => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sphere() -> ImmersedSphere {
        ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap()
    }

    #[test]
    fn a_slow_sphere_is_stopped_by_its_roughness_and_a_fast_one_by_its_elasticity() {
        let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, 4.917e10, 1e-7).unwrap();
        assert_eq!(cutoff.length(&sphere(), -1e-6), 1e-7);
        assert!(cutoff.length(&sphere(), -0.5) > 1e-7);
    }

    #[test]
    fn a_film_without_an_end_is_refused() {
        assert_eq!(FilmCutoff::new(CutoffLaw::Roughness, 1e10, 0.0).unwrap_err().key, "roughness");
        assert_eq!(FilmCutoff::new(CutoffLaw::Elasticity, 0.0, 0.0).unwrap_err().key, "reduced_modulus");
        assert_eq!(FilmCutoff::new(CutoffLaw::MinimumFilm, 1e10, -1e-9).unwrap_err().key, "roughness");
    }
}
