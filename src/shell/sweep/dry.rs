//! The dry restitution that wet ones are compared with.

use crate::case::Case;
use crate::contact::{Impact, Law};

/// Dry restitution of the contact of `case`.
///
/// `Hertz` with its attraction kept has the one it is given at all speeds (Antypov & Elliott 2011), undamped laws have 1.
/// For the others it is that of a dry impact at the approach speed of the case; `None` if the bodies stick or pass
/// through each other.
pub fn dry_restitution(case: &Case) -> Option<f64> {
    match case.contact.law {
        Law::Hertz(law) if !law.no_attraction => Some(law.restitution),
        Law::MusenHertz(_) | Law::Li(_) => Some(1.0),
        law => computed(case, law),
    }
}

fn computed(case: &Case, law: Law) -> Option<f64> {
    let pair = case.pair().ok()?;
    let outcome = Impact::on_plane(pair, law, case.approach_speed(), 0.0).ok()?.run().ok()?;
    outcome.bounces.first().map(|bounce| bounce.restitution)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dry(overrides: &[&str]) -> f64 {
        let text = "sphere = { diameter = \"10 mm\", density = \"2500 kg/m3\" }\nliquid = { density = \"1000 kg/m3\", viscosity = \"1 mPa s\" }\n\
                    release = { gap = \"7 D\", speed = \"1 m/s\" }";
        let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
        dry_restitution(&Case::parse(text, "case.toml", &overrides).unwrap()).unwrap()
    }

    #[test]
    fn a_law_that_is_given_a_restitution_has_it() {
        assert_eq!(dry(&["contact.restitution=0.5"]), 0.5);
        assert_eq!(dry(&["contact.law=musen-hertz"]), 1.0);
    }

    /// Values of the closed form: Hertz with e = 0.5 and its attraction cut off, and `hertz/stiffness` of LIGGGHTS.
    #[test]
    fn a_law_that_is_not_given_one_has_that_of_a_dry_impact() {
        assert!((dry(&["contact.law=woo-hertz", "contact.restitution=0.5"]) - 0.550283).abs() < 1e-6);
        let stiffness = ["contact.law=hertz/stiffness", "contact.k_n=7.326e6 Pa", "contact.gamma_n=4e6 1/(m s)"];
        assert!((dry(&stiffness) - 0.100274).abs() < 1e-6);
    }
}
