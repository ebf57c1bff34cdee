//! How rough the surfaces of sphere and wall are: the root-mean-square height `σ` of each.
//!
//! | surface | σ | source |
//! |---|---|---|
//! | `bearing-ball` | 0.05 µm (0.025 to 0.19) | grades G20 to G200 of ISO 3290-1: Ra 0.02 to 0.15 µm |
//! | `glass-ball` | 0.13 µm (0.1 to 0.3) | spheres of Joseph et al. (2001) |
//! | `plastic-ball` | 0.8 µm (0.4 to 1.6) | Delrin spheres of Joseph et al. (2001) |
//! | `float-glass` | 1 nm (0.5 to 20 nm) | as drawn, to polished by hand |
//! | `ground` | 0.25 µm (0.12 to 0.5) | Ra 0.1 to 0.4 µm, grades N3 to N5 of ISO 1302 |
//! | `machined` | 2 µm (1 to 4) | Ra 0.8 to 3.2 µm, grades N6 to N8 of ISO 1302 |
//!
//! `σ = 1.25 Ra` of a Gaussian surface.

use wetbounce_physics::keys::within;
use wetbounce_physics::keywords;
use wetbounce_physics::problem::Preset;
use wetbounce_physics::quantity::LENGTH;
use wetbounce_physics::table;

keywords! {
    /// Surfaces of known roughness; see the [module](self).
    SurfaceName {
        /// A ball of a bearing.
        BearingBall = "bearing-ball",
        /// A ball of glass.
        GlassBall = "glass-ball",
        /// A ball of a plastic.
        PlasticBall = "plastic-ball",
        /// Float glass, or polished glass.
        FloatGlass = "float-glass",
        /// Ground metal.
        Ground = "ground",
        /// Turned or milled metal.
        Machined = "machined",
    }
}

impl SurfaceName {
    /// Lowest, usual and highest `σ` \[m\].
    pub(super) fn heights(self) -> [f64; 3] {
        match self {
            Self::BearingBall => [0.025e-6, 0.05e-6, 0.19e-6],
            Self::GlassBall => [0.1e-6, 0.13e-6, 0.3e-6],
            Self::PlasticBall => [0.4e-6, 0.8e-6, 1.6e-6],
            Self::FloatGlass => [0.5e-9, 1e-9, 20e-9],
            Self::Ground => [0.12e-6, 0.25e-6, 0.5e-6],
            Self::Machined => [1e-6, 2e-6, 4e-6],
        }
    }

    /// The range \[m\] from the lowest of `smoothest` to the highest of `roughest`.
    fn between(smoothest: Self, roughest: Self) -> [f64; 2] {
        [smoothest.heights()[0], roughest.heights()[2]]
    }

    /// The range \[m\] of a ball of this material, of which nothing else is said.
    pub(super) fn range_of_ball(material: Option<Preset>) -> [f64; 2] {
        match material {
            None => Self::between(Self::BearingBall, Self::PlasticBall),
            Some(Preset::Glass | Preset::Zerodur) => Self::between(Self::GlassBall, Self::GlassBall),
            Some(material) if material.is_plastic() => Self::between(Self::PlasticBall, Self::PlasticBall),
            Some(_) => Self::between(Self::BearingBall, Self::BearingBall),
        }
    }

    /// The range \[m\] of a plate of this material, of which nothing else is said.
    pub(super) fn range_of_plate(material: Option<Preset>) -> [f64; 2] {
        match material {
            None => Self::between(Self::FloatGlass, Self::Machined),
            Some(Preset::Glass | Preset::Zerodur) => Self::between(Self::FloatGlass, Self::FloatGlass),
            Some(material) if material.is_plastic() => Self::between(Self::FloatGlass, Self::Ground),
            Some(_) => Self::between(Self::Ground, Self::Ground),
        }
    }
}

table! {
    /// A surface.
    pub struct Surface {
        /// What it is like. Default: not said.
        surface: Option<SurfaceName> = None, word();
        /// Its root-mean-square height `σ` \[m\]. Default: that of its kind of `surface`, else not stated.
        roughness: Option<f64> = None, optional(&LENGTH, within(0.0..=1e-3));
    }
}

impl Surface {
    /// Settles a roughness that is not given by the kind of surface.
    pub(super) fn settle(&mut self) {
        self.roughness = self.roughness.or(self.surface.map(|name| name.heights()[1]));
    }

    /// The range of `σ` \[m\]: a point where it is said, else `usual`.
    pub(super) fn range(&self, usual: [f64; 2]) -> [f64; 2] {
        match (self.roughness, self.surface) {
            (Some(height), Some(name)) if height == name.heights()[1] => [name.heights()[0], name.heights()[2]],
            (Some(height), _) => [height; 2],
            (None, _) => usual,
        }
    }
}
