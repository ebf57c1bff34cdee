//! The thickness of the wall of a case.

use super::case::Case;
use super::film_inputs::{BandInput, OpenInput};
use wetbounce_physics::problem::Surroundings;
use wetbounce_physics::quantity::span::Span;

impl Case {
    /// Gives the wall this thickness \[m\], or the middle of this range of it.
    pub fn set_thickness(&mut self, thickness: Span) {
        if let Surroundings::Wall(wall) = &mut self.problem.surroundings {
            wall.thickness = Some(thickness.middle());
            self.given.thickness = Some(thickness);
        }
    }

    /// The range of the thickness of its wall, from the weakest rebound to the strongest, if it states a thickness. The
    /// liquid that loads the wall counts as so much more of it.
    pub(super) fn open_thickness(&self) -> Option<OpenInput> {
        let (span, impact) = (self.given.thickness?, self.problem.impact_on_wall()?);
        let plate = impact.wall.plate_of(span.high)?;
        let wet = plate.wet_mobility(self.problem.liquid.density, impact.contact.contact_time(impact.speed));
        let share = 100.0 * (1.0 - wet / plate.mobility());
        Some(OpenInput {
            input: BandInput::WallThickness,
            ends: [span.low, plate.thickness_of(wet)],
            of: format!("up to {share:.0} % less mobility under the liquid, counted as thickness"),
        })
    }
}
