//! The radial grid of the film: rings, fine and uniform over the contact, graded out to the matching radius.

use serde::{Deserialize, Serialize};

use crate::error::BadParameter;

/// Inputs of the layout of rings. Lengths \[m\].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RingLayout {
    /// Radius of the largest contact (Hertz) or of the thinnest film, `a_c`: rings are uniform out to 1.2 `a_c`.
    pub contact_radius: f64,
    /// Radius at which the film hands over to the rigid lubrication tail.
    pub matching_radius: f64,
    /// Number of rings across `a_c`.
    pub rings_per_contact: usize,
    /// Growth of the ring width outside, `dΔ/dr`: 0.1 widens each ring by a tenth.
    pub growth: f64,
}

/// Rings between the faces `0 = f₀ < f₁ < … < f_N = R`. A ring's values are means over its area, and the natural
/// coordinate is `s = r²`, in which areas are uniform and the gap of a rigid sphere is linear.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmGrid {
    /// Face radii, `N + 1` values \[m\].
    pub faces: Vec<f64>,
    /// Radii that halve each ring's area, `√((f_i² + f_{i+1}²)/2)` \[m\].
    pub centres: Vec<f64>,
    /// Ring areas `π (f_{i+1}² − f_i²)` \[m²\].
    pub(super) areas: Vec<f64>,
}

impl FilmGrid {
    /// Lays out the rings; an error names the length or number that cannot be.
    pub(super) fn graded(layout: RingLayout) -> Result<Self, BadParameter> {
        let RingLayout { contact_radius: contact, matching_radius: matching, rings_per_contact: rings, growth } =
            layout;
        if !(contact > 0.0 && contact.is_finite()) {
            return Err(BadParameter::new("contact_radius", contact, "a positive length in m"));
        }
        if !(matching > 1.5 * contact && matching.is_finite()) {
            return Err(BadParameter::new("matching_radius", matching, "more than 1.5 contact radii"));
        }
        if !(4..=2000).contains(&rings) {
            return Err(BadParameter::new("rings", rings, "4 to 2000 rings per contact radius"));
        }
        if !(growth > 0.0 && growth <= 0.5) {
            return Err(BadParameter::new("growth", growth, "more than 0 and at most 0.5"));
        }
        let mut faces = vec![0.0];
        let (finest, uniform) = (contact / rings as f64, 1.2 * contact);
        while faces[faces.len() - 1] < matching {
            let r = faces[faces.len() - 1];
            faces.push(r + finest + growth * (r - uniform).max(0.0));
        }
        let fitted = matching / faces[faces.len() - 1];
        Ok(Self::from_faces(faces.iter().map(|face| face * fitted).collect()))
    }

    /// Rings between given faces, which start at 0 and increase strictly.
    pub(super) fn from_faces(faces: Vec<f64>) -> Self {
        assert!(faces.len() > 2 && faces[0] == 0.0 && faces.windows(2).all(|pair| pair[0] < pair[1]));
        let squares = |pair: &[f64]| (pair[0] * pair[0], pair[1] * pair[1]);
        let centres = faces.windows(2).map(squares).map(|(inner, outer)| (0.5 * (inner + outer)).sqrt()).collect();
        let areas =
            faces.windows(2).map(squares).map(|(inner, outer)| std::f64::consts::PI * (outer - inner)).collect();
        Self { faces, centres, areas }
    }

    /// Number of rings, `N`.
    pub fn rings(&self) -> usize {
        self.centres.len()
    }

    /// Radius of the last face, where the film meets the tail \[m\].
    pub(super) fn matching_radius(&self) -> f64 {
        self.faces[self.rings()]
    }

    /// Sum of a ring quantity times the ring areas, in fixed order.
    pub(super) fn integral(&self, values: &[f64]) -> f64 {
        self.areas.iter().zip(values).map(|(area, value)| area * value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_fill_the_disc_and_grow_smoothly() {
        let layout = RingLayout { contact_radius: 1e-4, matching_radius: 1e-3, rings_per_contact: 40, growth: 0.1 };
        let grid = FilmGrid::graded(layout).unwrap();
        let disc = std::f64::consts::PI * 1e-6;
        assert!((grid.areas.iter().sum::<f64>() / disc - 1.0).abs() < 1e-14);
        let widths: Vec<f64> = grid.faces.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(widths.windows(2).all(|pair| pair[1] / pair[0] < 1.11 && pair[1] / pair[0] > 1.0 - 1e-12));
        assert!(widths[0] <= 1e-4 / 40.0 * 1.0001);
    }

    #[test]
    fn impossible_layouts_are_refused_by_name() {
        let good = RingLayout { contact_radius: 1e-4, matching_radius: 1e-3, rings_per_contact: 40, growth: 0.1 };
        let refused = |layout| FilmGrid::graded(layout).unwrap_err().key;
        assert_eq!(refused(RingLayout { contact_radius: -1.0, ..good }), "contact_radius");
        assert_eq!(refused(RingLayout { matching_radius: 1e-4, ..good }), "matching_radius");
        assert_eq!(refused(RingLayout { rings_per_contact: 0, ..good }), "rings");
        assert_eq!(refused(RingLayout { growth: 0.0, ..good }), "growth");
    }
}
