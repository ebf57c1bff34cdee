//! How the liquid's density rises with pressure.

use serde::{Deserialize, Serialize};

use crate::error::{BadParameter, positive};

/// `C` of Tait's equation, the same for all liquids of large molecules (Simha, Wilson & Olabisi 1973; Dymond & Malhotra
/// 1988).
const TAIT: f64 = 0.0894;
/// Least `1 + p/B`: a liquid under a tension of nearly `B` (about 0.1 GPa) is none; it keeps numbers finite.
const LEAST: f64 = 0.05;

/// Density under pressure, `ρ/ρ₀ = 1/[1 − C ln(1 + p/B)]` with `C = 0.0894` and `B = C K₀` (Tait's equation; Dymond &
/// Malhotra 1988, eq. 2); `p` is relative to ambient \[Pa\]. Measured to about 1 GPa within 1 %; isothermal. The
/// default is a liquid that cannot be compressed.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compressibility {
    /// Isothermal bulk modulus `K₀` at ambient pressure \[Pa\]; `None`: incompressible.
    pub bulk_modulus: Option<f64>,
}

/// A liquid under one pressure.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Compressed {
    /// `ρ/ρ₀`.
    pub(super) density: f64,
    /// `d(ρ/ρ₀)/dp` [1/Pa].
    pub slope: f64,
    /// Enthalpy per volume at ambient pressure, `w = ∫ ρ₀/ρ dp` \[Pa\].
    pub(super) enthalpy: f64,
}

impl Compressibility {
    /// Checks the modulus.
    ///
    /// # Errors
    /// It is not positive.
    pub(super) fn check(&self) -> Result<(), BadParameter> {
        self.bulk_modulus.map_or(Ok(()), |modulus| positive("bulk_modulus", modulus))
    }

    /// The tension that a liquid of this bulk modulus \[Pa\] bears without nuclei \[Pa\]: half of the `B` at which
    /// Tait's equation has no liquid left. Oils under shock waves nucleate homogeneously at this order (Huneault &
    /// Higgins 2019).
    pub fn strength(bulk_modulus: f64) -> f64 {
        0.5 * TAIT * bulk_modulus
    }

    /// The liquid under the pressure `p` \[Pa\].
    pub(super) fn at(&self, p: f64) -> Compressed {
        let Some(modulus) = self.bulk_modulus else { return Compressed { density: 1.0, slope: 0.0, enthalpy: p } };
        let scale = TAIT * modulus;
        let x = (p / scale).max(LEAST - 1.0);
        let log = x.ln_1p();
        let volume = 1.0 - TAIT * log;
        let slope = if p / scale > x { 0.0 } else { 1.0 / (modulus * (1.0 + x) * volume * volume) };
        Compressed { density: 1.0 / volume, slope, enthalpy: p - TAIT * scale * ((1.0 + x) * log - x) }
    }
}

impl Compressed {
    /// Energy that the liquid of a film of thickness `h` \[m\] holds per area, `h (w ρ/ρ₀ − p)` [J/m²].
    pub(super) fn energy(&self, h: f64, p: f64) -> f64 {
        h * (self.enthalpy * self.density - p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OIL: Compressibility = Compressibility { bulk_modulus: Some(1e9) };

    #[test]
    fn a_liquid_is_as_stiff_as_its_modulus_and_stiffens_under_pressure() {
        let oil = OIL.at(0.0);
        assert!((oil.slope * 1e9 - 1.0).abs() < 1e-12 && oil.density == 1.0 && oil.enthalpy == 0.0);
        // Poly(dimethylsiloxane) of 10 cSt under 0.5 GPa has 1.2 times its density.
        assert!((OIL.at(5e8).density - 1.2).abs() < 0.02);
        assert!(OIL.at(1e9).slope < 0.2 * oil.slope);
    }

    #[test]
    fn slopes_are_those_of_density_and_enthalpy() {
        for p in [-1e5, 0.0, 1e7, 3e8, 2e9] {
            let (below, here, above) = (OIL.at(p - 1e2), OIL.at(p), OIL.at(p + 1e2));
            assert!(((above.density - below.density) / 2e2 / here.slope - 1.0).abs() < 1e-4);
            assert!(((above.enthalpy - below.enthalpy) / 2e2 * here.density - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn energy_is_the_work_of_compression() {
        let (steps, most) = (20_000, 1e9);
        let work: f64 = (0..steps)
            .map(|k| {
                let p = most * (f64::from(k) + 0.5) / f64::from(steps);
                let density = OIL.at(p).density;
                p * OIL.at(p).slope / (density * density) * most / f64::from(steps)
            })
            .sum();
        let there = OIL.at(most);
        assert!((there.energy(1.0 / there.density, most) / work - 1.0).abs() < 1e-6);
    }
}
