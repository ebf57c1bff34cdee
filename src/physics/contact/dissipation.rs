//! Where the energy of an impact goes.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Energy dissipated so far \[J\], by cause. The normal entries are summed from forces, rates and overlaps on their own, so the
/// balance of an impact is a test of its integration along the normal; sliding, rolling and twisting are booked as the work of their
/// impulses less the gain of their springs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Dissipation {
    /// Normal viscosity.
    #[serde(rename = "normal_viscous_J")]
    pub normal_viscous: f64,
    /// Plastic loading.
    #[serde(rename = "plastic_J")]
    pub plastic: f64,
    /// Adhesive branch.
    #[serde(rename = "adhesion_J")]
    pub adhesion: f64,
    /// Sliding friction.
    #[serde(rename = "friction_J")]
    pub friction: f64,
    /// Tangential viscosity.
    #[serde(rename = "tangential_viscous_J")]
    pub tangential_viscous: f64,
    /// Rolling resistance.
    #[serde(rename = "rolling_J")]
    pub rolling: f64,
    /// Twisting resistance.
    #[serde(rename = "twisting_J")]
    pub twisting: f64,
    /// Change of stiffness of a loaded tangential spring that sticks: negative where the model creates energy (a displacement
    /// spring that stiffens, an accumulated force whose spring softens).
    #[serde(rename = "stiffness_change_J")]
    pub stiffness_change: f64,
    /// Energy left in the springs when the bodies parted.
    #[serde(rename = "released_J")]
    pub released: f64,
}

impl Dissipation {
    /// Sum of all entries \[J\].
    pub fn total(&self) -> f64 {
        self.entries().iter().sum()
    }

    fn entries(&self) -> [f64; 9] {
        [
            self.normal_viscous,
            self.plastic,
            self.adhesion,
            self.friction,
            self.tangential_viscous,
            self.rolling,
            self.twisting,
            self.stiffness_change,
            self.released,
        ]
    }

    fn from_entries(e: [f64; 9]) -> Self {
        Self {
            normal_viscous: e[0],
            plastic: e[1],
            adhesion: e[2],
            friction: e[3],
            tangential_viscous: e[4],
            rolling: e[5],
            twisting: e[6],
            stiffness_change: e[7],
            released: e[8],
        }
    }
}

impl AddAssign for Dissipation {
    fn add_assign(&mut self, other: Self) {
        let (a, b) = (self.entries(), other.entries());
        *self = Self::from_entries(std::array::from_fn(|i| a[i] + b[i]));
    }
}
