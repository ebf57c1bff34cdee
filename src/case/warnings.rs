//! What a case asks for that its models do not hold for, or its grid does not resolve.

use super::release::TERMINAL;
use super::{Case, FilmModel, Hydrodynamics, Start};
use crate::liquid::FilmCutoff;

/// Thinnest film that is still a liquid \[m\]: about ten molecules.
const THINNEST: f64 = 5e-9;

impl Case {
    /// Everything of the kind, in sentences.
    pub fn warnings(&self) -> Vec<String> {
        [self.speed_warning(), self.cutoff_warning(), self.layer_warning(), self.threshold_warning()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// By how much the approach speed is not the terminal one.
    fn speed_warning(&self) -> Option<String> {
        let (speed, terminal) = (self.release.start.speed()?, self.terminal_speed());
        let excess = speed / terminal - 1.0;
        let Start::Prescribed { free_gap, .. } = self.release.start else { return None };
        (self.hydrodynamics != Hydrodynamics::Film && terminal > 0.0 && excess.abs() > TERMINAL).then(|| {
            let side = if excess > 0.0 { "above" } else { "below" };
            format!(
                "the approach speed is {:.0} % {side} the terminal speed expected ({terminal:.4} m/s): the sphere is driven, down \
                 to a gap of {:.2} D",
                100.0 * excess.abs(),
                free_gap / self.sphere.diameter
            )
        })
    }

    /// Where the film would end at less than a few molecules.
    fn cutoff_warning(&self) -> Option<String> {
        let FilmModel::Cutoff { cutoff } = self.film.model else { return None };
        let (height, speed) = (self.film.roughness, self.approach_speed());
        let length = FilmCutoff::new(cutoff, self.effective_modulus(), height).ok()?.length(&self.immersed(), speed);
        (speed > 0.0 && length < THINNEST).then(|| {
            format!(
                "the film would end at {:.1} nm, less than ten molecules: real surfaces are rougher, set film.roughness",
                1e9 * length
            )
        })
    }

    /// Where the layer of vorticity on the sphere, `D/√Re`, is thinner than a cell.
    fn layer_warning(&self) -> Option<String> {
        let (reynolds, cells) = (self.groups().reynolds, f64::from(self.resolution.cells_per_diameter));
        let resolved = matches!(self.hydrodynamics, Hydrodynamics::Resolved | Hydrodynamics::Blended);
        (resolved && reynolds.sqrt() > cells).then(|| {
            format!(
                "at Re = {reynolds:.0} the boundary layer, D/sqrt(Re), is {:.1} cells thick: drag, wake and rebound are not \
                 resolved; compare with resolution.cells_per_diameter = {:.0}",
                cells / reynolds.sqrt(),
                2.0 * cells
            )
        })
    }
}
