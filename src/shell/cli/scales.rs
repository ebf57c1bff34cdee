//! The lengths and times of an impact to be expected, before anything is simulated.

use crate::case::Case;
use wetbounce_physics::liquid::davis_serayssol_hinch::davis_serayssol_hinch;
use wetbounce_physics::liquid::yang_hunt::yang_hunt;
use wetbounce_physics::problem::AMBIENT;

/// Scales of an impact at a given speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ImpactScales {
    /// Elasticity length of the film, m (Davis, Serayssol & Hinch 1986).
    pub(super) elasticity_length: f64,
    /// Smallest film, m (Yang & Hunt 2008).
    pub(super) minimum_film: f64,
    /// Largest indentation of the dry elastic impact, m (Hertz 1882).
    pub(super) indentation: f64,
    /// Duration of the dry elastic contact, s (Hertz 1882).
    pub(super) contact_time: f64,
    /// Gap below which suction is limited by cavitation on leaving, `√(3μ a v/p_c)` \[m\].
    pub(super) cavitation_gap: f64,
}

impl ImpactScales {
    /// The scales of `case` at the impact speed `speed` [m/s].
    pub(super) fn of(case: &Case, speed: f64) -> Self {
        let (radius, modulus) = (case.problem.film_radius(), case.problem.effective_modulus());
        let viscosity = case.problem.liquid.viscosity;
        let dry = case.problem.elastic_impact(speed);
        Self {
            elasticity_length: davis_serayssol_hinch(radius, viscosity, speed, modulus),
            minimum_film: yang_hunt(radius, viscosity, speed, modulus),
            indentation: dry.max_overlap(),
            contact_time: dry.contact_time(),
            cavitation_gap: (3.0 * viscosity * radius * speed / case.problem.film.tension.unwrap_or(AMBIENT)).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dry_steel_sphere_on_glass_has_the_exact_hertz_contact() {
        // Steel (190 GPa, 0.27, 7780 kg/m3), 6.35 mm radius, on glass (66.9 GPa, 0.25), 0.3 m/s.
        let text = r#"
            sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
            wall = { young = "66.9 GPa", poisson = 0.25 }
            liquid = { density = "1 kg/m3", viscosity = "1e-5 Pa s" }
            release = { gap = "1 D", speed = "0.3 m/s" }
        "#;
        let scales = ImpactScales::of(&Case::parse(text, "steel.toml", &[]).unwrap(), 0.3);
        assert!((scales.indentation / 7.744725e-6 - 1.0).abs() < 1e-6);
        assert!((scales.contact_time / 7.598289e-5 - 1.0).abs() < 1e-5);
    }
}
