//! The thickness of the wall of a case.

use super::Case;
use super::film_inputs::{BandInput, OpenInput};
use super::section::Section;
use super::solids::Wall;
use wetbounce_physics::problem::{self, Preset};

impl Wall {
    /// Refuses a wall with a thickness of which nothing gives the density.
    pub(super) fn settle_plate(&mut self, section: &Section<'_>) {
        if self.thickness.is_some() && self.known_density().is_none() && section.place("density").is_none() {
            let advice = "a wall with a thickness needs its density: density = \"2500 kg/m3\", or a material";
            section.missing("density", advice);
        }
    }

    /// Its density, or that of its material [kg/m³].
    fn known_density(&self) -> Option<f64> {
        self.density.or(self.material.map(Preset::density))
    }

    /// As the physics has it: in the middle of the range of its thickness.
    pub fn problem(&self) -> problem::Wall {
        problem::Wall {
            elastic: self.elastic,
            inclination: self.inclination,
            density: self.known_density(),
            thickness: self.thickness.map(|span| span.middle()),
            width: self.width,
        }
    }
}

impl Case {
    /// The range of the thickness of its wall, from the weakest rebound to the strongest, if it states a thickness. The liquid that loads the wall counts
    /// as so much more of it.
    pub(super) fn open_thickness(&self) -> Option<OpenInput> {
        let problem = self.problem();
        let (span, impact) = (self.wall.thickness?, problem.impact_on_wall()?);
        let plate = impact.wall.plate_of(span.high)?;
        let wet = plate.wet_mobility(self.liquid.density, impact.contact.contact_time(impact.speed));
        let share = 100.0 * (1.0 - wet / plate.mobility());
        Some(OpenInput {
            input: BandInput::WallThickness,
            ends: [span.low, plate.thickness_of(wet)],
            of: format!("up to {share:.0} % less mobility under the liquid, counted as thickness"),
        })
    }
}
