//! Where the energy of an impact goes.

use crate::remark;
use crate::remark::Remark;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Whether nothing went into the wall.
fn stands_still(energy: &f64) -> bool {
    *energy == 0.0
}

/// The causes of dissipation, each once: its field, its key in results, its documentation.
macro_rules! causes {
    ($($(#[$about:meta])* $cause:ident = $key:literal;)+) => {
        /// Energy dissipated so far \[J\], by cause. The normal entries are summed from forces, rates and overlaps on
        /// their own, so the balance of an impact is a test of its integration along the normal; sliding, rolling and
        /// twisting are booked as the work of their impulses less the gain of their springs.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
        pub struct Dissipation {
            $($(#[$about])* #[serde(rename = $key)] pub $cause: f64,)+
        }

        impl Dissipation {
            /// Key of each cause in results, and its energy \[J\].
            pub const CAUSES: &[(&'static str, fn(&Self) -> f64)] = &[$(($key, |all| all.$cause),)+];

            /// Sum of all entries \[J\].
            pub fn total(&self) -> f64 {
                [$(self.$cause),+].iter().sum()
            }
        }

        impl AddAssign for Dissipation {
            fn add_assign(&mut self, other: Self) {
                $(self.$cause += other.$cause;)+
            }
        }
    };
}

causes! {
    /// Normal viscosity.
    normal_viscous = "normal_viscous_J";
    /// Plastic loading.
    plastic = "plastic_J";
    /// Adhesive branch.
    adhesion = "adhesion_J";
    /// Sliding friction.
    friction = "friction_J";
    /// Tangential viscosity.
    tangential_viscous = "tangential_viscous_J";
    /// Rolling resistance.
    rolling = "rolling_J";
    /// Twisting resistance.
    twisting = "twisting_J";
    /// Change of stiffness of a loaded tangential spring that sticks: negative where the model creates energy (a
    /// displacement spring that stiffens, an accumulated force whose spring softens).
    stiffness_change = "stiffness_change_J";
    /// Bending waves of the wall; left out where it does not recede.
    #[serde(default, skip_serializing_if = "stands_still")]
    plate = "plate_J";
    /// Energy left in the springs when the bodies parted.
    released = "released_J";
}

impl Dissipation {
    /// Key of the energy that bending waves of the wall carry off.
    pub const PLATE: &str = "plate_J";
}

/// Share of the energy of an impact that a contact law may make: errors of its integration are below it.
const MADE: f64 = 0.01;

/// The warning about a contact law that makes the share `made` of the energy of an impact, if it does.
pub fn made(made: f64) -> Option<Remark> {
    (made > MADE).then(|| {
        remark!(
            Warning,
            "law-makes-energy",
            "the contact law makes {:.0} % of the energy of the impact: no solid does; look at the sign of its damping",
            100.0 * made
        )
    })
}
