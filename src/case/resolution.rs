//! Reading how finely space and time are resolved.

use super::keys;
use super::section::Section;
use wetbounce_physics::problem::Resolution;

/// Reads the table. `walls`: in a vessel with walls; `open`: one sphere in open liquid. Without walls defaults are settled when the Reynolds number is
/// known.
pub(super) fn read(section: Section<'_>, walls: bool, open: bool) -> Resolution {
    let mut resolution = Resolution::default();
    if !walls {
        resolution.largest_cell = f64::NAN;
    }
    if open {
        resolution.cells_per_diameter = 0;
        let Resolution { radial_growth, axial_growth, .. } = &mut resolution;
        [radial_growth, axial_growth].into_iter().for_each(|left_open| *left_open = f64::NAN);
    }
    let resolution = keys::read(resolution, &section);
    section.finish();
    resolution
}
