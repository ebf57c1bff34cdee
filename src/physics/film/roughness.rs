//! Solid contact of rough surfaces, in parallel with the film.

use serde::{Deserialize, Serialize};

use crate::error::{BadParameter, not_negative, positive};
use crate::keywords;

/// The model of the load where rough surfaces meet.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(tag = "asperities", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Asperities {
    /// A bed of equal asperities of the roughness' height `h_b` on which the surfaces rest: `p_a = E* (1 − h/h_b)`
    /// below `h = h_b`, else 0. Stiff enough that a Hertz pressure (a few hundredths of `E*`) compresses it by a few
    /// hundredths.
    #[default]
    Bearing,
    /// Greenwood & Tripp (1970, eq. 12; as in Patir & Cheng 1978), the roughness' height is the combined
    /// root-mean-square height `σ`:
    /// `p_a = (16√2 π/15) (ηβσ)² √(σ/β) E* F_{5/2}(h/σ)`, `F_n(x) = (2π)^{−½} ∫_x^∞ (s − x)ⁿ e^{−s²/2} ds`.
    /// Outflow between them is hindered by the flow factor.
    GreenwoodTripp {
        /// `ηβσ`, asperity density × tip radius × height: 0.03 to 0.05 for engineering surfaces.
        asperity_density: f64,
        /// `σ/β`, height over tip radius: 1e-4 to 1e-2.
        asperity_slope: f64,
    },
}

keywords! {
    /// The word that tells the asperities apart.
    AsperityModel {
        /// See [`Asperities::Bearing`].
        Bearing = "bearing",
        /// See [`Asperities::GreenwoodTripp`].
        GreenwoodTripp = "greenwood-tripp",
    }
}

impl Asperities {
    /// Their word.
    pub fn model(self) -> AsperityModel {
        match self {
            Self::Bearing => AsperityModel::Bearing,
            Self::GreenwoodTripp { .. } => AsperityModel::GreenwoodTripp,
        }
    }

    /// Gap over the height of the roughness below which they carry load that counts.
    pub fn reach(self) -> f64 {
        match self {
            Self::Bearing => 1.0,
            Self::GreenwoodTripp { .. } => 2.5,
        }
    }
}

/// Over the combined root-mean-square height of two Gaussian surfaces, the distance of their mean planes at which peaks
/// meet: the least, the usual and the most (Greenwood & Tripp 1970; Patir & Cheng 1978: the first contacts below 3, of
/// lapped surfaces 5).
pub const PEAKS_MEET: [f64; 3] = [3.0, 4.0, 5.0];

/// Mean pressure that asperities carry where the mean planes are `h` apart. It acts on the surfaces beside the
/// film's pressure, and is conservative: energy stored on the way in returns on the way out. The default is smooth.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Roughness {
    /// Height of the roughness \[m\]; 0: smooth surfaces without solid contact, the film carries everything.
    pub height: f64,
    /// The model of their load.
    pub asperities: Asperities,
}

/// The answer of asperities at one separation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AsperityLoad {
    /// Pressure \[Pa\].
    pub pressure: f64,
    /// `dp_a/dh` [Pa/m]; never positive.
    pub slope: f64,
    /// Energy stored per area, `∫_h^∞ p_a dh` [J/m²].
    pub(super) energy: f64,
}

impl Roughness {
    /// Asperities of equal `height` \[m\].
    pub fn bearing(height: f64) -> Self {
        Self { height, asperities: Asperities::Bearing }
    }

    /// Asperities of Greenwood & Tripp with the root-mean-square `height` \[m\].
    pub fn greenwood_tripp(height: f64, asperity_density: f64, asperity_slope: f64) -> Self {
        Self { height, asperities: Asperities::GreenwoodTripp { asperity_density, asperity_slope } }
    }

    /// Checks heights and ratios.
    ///
    /// # Errors
    /// A height that is negative, or a ratio that is not positive.
    pub(super) fn check(&self) -> Result<(), BadParameter> {
        not_negative("roughness.height", self.height)?;
        match self.asperities {
            Asperities::GreenwoodTripp { asperity_density, asperity_slope } if self.is_rough() => {
                positive("roughness.density", asperity_density)?;
                positive("roughness.slope", asperity_slope)
            }
            _ => Ok(()),
        }
    }

    /// Whether solid contact is modelled at all.
    pub(super) fn is_rough(&self) -> bool {
        self.height > 0.0
    }

    /// By which factor isotropic roughness changes the flow between surfaces whose mean planes are `h` \[m\] apart, and
    /// its slope [1/m]: `φ = 1 − 0.90 e^{−0.56 h/σ}` (Patir & Cheng 1978, γ = 1; fitted for `h > σ/2`, positive down to
    /// contact). The bed of equal asperities leaves it free.
    pub(super) fn flow_factor(&self, h: f64) -> [f64; 2] {
        match self.asperities {
            Asperities::GreenwoodTripp { .. } if self.is_rough() => {
                let hindered = 0.90 * (-0.56 * h / self.height).exp();
                [1.0 - hindered, 0.56 / self.height * hindered]
            }
            _ => [1.0, 0.0],
        }
    }

    /// Pressure, slope and energy at the separation `h` \[m\]; `modulus` is `E*` \[Pa\].
    pub(super) fn at(&self, h: f64, modulus: f64) -> AsperityLoad {
        let height = self.height;
        match self.asperities {
            _ if height == 0.0 => AsperityLoad::default(),
            Asperities::Bearing if h < height => {
                let squeezed = 1.0 - h / height;
                AsperityLoad {
                    pressure: modulus * squeezed,
                    slope: -modulus / height,
                    energy: 0.5 * modulus * height * squeezed * squeezed,
                }
            }
            Asperities::Bearing => AsperityLoad::default(),
            Asperities::GreenwoodTripp { asperity_density: density, asperity_slope: slope } => {
                let factor = 16.0 * std::f64::consts::SQRT_2 * std::f64::consts::PI / 15.0
                    * density
                    * density
                    * slope.sqrt()
                    * modulus;
                let [three, five, seven] = gaussian_tails(h / height);
                AsperityLoad {
                    pressure: factor * five,
                    slope: -2.5 * factor / height * three,
                    energy: factor * height / 3.5 * seven,
                }
            }
        }
    }
}

/// `F_{3/2}`, `F_{5/2}`, `F_{7/2}` at `x ≥ 0` (Greenwood & Tripp 1970): with `s = x + t²` the integrands
/// `2 t^{2n+1} e^{−(x+t²)²/2}` are even and smooth, and the trapezium rule converges beyond all orders:
/// relative error < 1e-10 for `x ≤ 6`. Zero above `x = 8`, where `F_{5/2} < 1e-16`.
fn gaussian_tails(x: f64) -> [f64; 3] {
    const STEP: f64 = 0.06;
    let mut tails = [0.0; 3];
    if x > 8.0 {
        return tails;
    }
    for k in 1..=48 {
        let square = (k as f64 * STEP).powi(2);
        let weight = 2.0 * STEP * square * square * (-0.5 * (x + square).powi(2)).exp();
        tails[0] += weight;
        tails[1] += weight * square;
        tails[2] += weight * square * square;
    }
    tails.map(|tail| tail / (2.0 * std::f64::consts::PI).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greenwood_and_tripps_integrals_match_their_closed_form_at_zero() {
        // F_n(0) = 2^{(n−1)/2} Γ((n+1)/2)/√(2π): Γ(1.25), Γ(1.75), Γ(2.25)
        let gamma = [0.906_402_477_055_477, 0.919_062_526_848_883, 1.133_003_096_319_346];
        for ((tail, gamma), n) in gaussian_tails(0.0).into_iter().zip(gamma).zip([1.5_f64, 2.5, 3.5]) {
            let exact = 2.0_f64.powf((n - 1.0) / 2.0) * gamma / (2.0 * std::f64::consts::PI).sqrt();
            assert!((tail / exact - 1.0).abs() < 1e-7, "F_{n}(0) = {tail}, exactly {exact}");
        }
    }

    #[test]
    fn pressure_is_the_slope_of_the_energy_and_slope_the_slope_of_the_pressure() {
        for law in [Roughness::greenwood_tripp(1e-7, 0.05, 0.01), Roughness::bearing(4e-7)] {
            for h in [0.2e-7, 1e-7, 3e-7] {
                let (below, here, above) = (law.at(h - 1e-12, 5e10), law.at(h, 5e10), law.at(h + 1e-12, 5e10));
                assert!(((below.energy - above.energy) / 2e-12 / here.pressure - 1.0).abs() < 1e-5);
                assert!(((above.pressure - below.pressure) / 2e-12 / here.slope - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn rough_surfaces_hinder_the_flow_between_them_and_far_apart_or_smooth_they_do_not() {
        let rough = Roughness::greenwood_tripp(1e-7, 0.04, 1e-3);
        // 1 − 0.9 e^{−0.56} and 1 − 0.9 e^{−1.68}
        for (h, factor) in [(1e-7, 0.486), (3e-7, 0.832)] {
            let [found, slope] = rough.flow_factor(h);
            assert!((found - factor).abs() < 1e-3, "{found} at {h} m");
            let numeric = (rough.flow_factor(h + 1e-12)[0] - rough.flow_factor(h - 1e-12)[0]) / 2e-12;
            assert!((slope / numeric - 1.0).abs() < 1e-4, "{slope} {numeric}");
        }
        assert!((rough.flow_factor(1e-5)[0] - 1.0).abs() < 1e-12);
        assert_eq!(Roughness::default().flow_factor(1e-9), [1.0, 0.0]);
        assert_eq!(Roughness::bearing(1e-7).flow_factor(1e-9), [1.0, 0.0]);
    }

    #[test]
    fn a_negative_height_is_refused() {
        assert_eq!(Roughness::bearing(-1e-9).check().unwrap_err().key, "roughness.height");
    }
}
