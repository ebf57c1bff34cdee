//! What the boundary of the liquid adds to the drag of a sphere that moves far from a wall.
//!
//! In creeping flow a boundary is felt from far away: on the axis of a no-slip cylinder of radius R by 2.10 a/R
//! (Haberman & Sayre 1958), in one at whose side the liquid slips by 1.66 a/R, before a plane on which it slips by 3/4
//! a/h (Lorentz 1907). Inertia of the liquid shields it: beyond the distance ν/U the disturbance is a wake, narrow
//! beside the sphere (Oseen 1910). What remains is blockage: liquid passes faster between sphere and boundary. A wall
//! below the sphere shields it as well (Blake 1971).
//!
//! The limits of creeping flow are exact. Shielding and blockage are fits to this program's own drag of a held sphere
//! on 12 cells per diameter, at Re 0.01 to 300 and boundaries 2 to 40 D away, and to spheres that creep 7 D above a
//! wall: the excess is met to 25 % of itself where it is above 1 %. It serves warnings, and no force.

use super::tube::haberman_sayre;

/// A boundary of the liquid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FarBoundary {
    /// A cylinder around the path, to which the liquid sticks.
    NoSlipSide,
    /// A cylinder around the path, along which the liquid slips.
    FreeSlipSide,
    /// A plane ahead that moves along, on which the liquid slips.
    EndAhead,
    /// A plane behind that moves along, on which the liquid slips.
    EndBehind,
}

impl FarBoundary {
    /// Drag with this boundary over that without it, less 1: at `distance` from the sphere's centre, at the Reynolds
    /// number `reynolds` on the diameter, `height` above a wall that shields it (infinite without one). Lengths in
    /// diameters. From 0.6 D on.
    pub fn excess_drag(self, distance: f64, reynolds: f64, height: f64) -> f64 {
        let ratio = 0.5 / distance;
        let creeping = match self {
            Self::NoSlipSide => haberman_sayre(ratio),
            Self::FreeSlipSide => free_slip_cylinder(ratio),
            Self::EndAhead | Self::EndBehind => 1.0 / (1.0 - 0.75 * ratio),
        } - 1.0;
        let lengths = reynolds * distance;
        let wake = lengths / (1.0 + lengths);
        let [shielded, blockage] = match self {
            Self::NoSlipSide | Self::FreeSlipSide => {
                [1.0 + 0.29 * lengths, wake * ratio.powi(2) * (0.36 + 4.6 * ratio)]
            }
            // The disturbance ahead dies out within a few lengths ν/U; the wake goes through the end behind.
            Self::EndAhead => [1.0 + 0.4 * lengths * lengths, 0.0],
            Self::EndBehind => [1.0 + 0.29 * lengths, wake * 1.1 * ratio.powi(2)],
        };
        creeping / shielded * (-2.0 * (distance / height).powf(1.5)).exp() + blockage
    }

    /// The distance in diameters from which on the boundary adds less than this share to the drag, in whole numbers.
    pub fn far_enough(self, share: f64, reynolds: f64, height: f64) -> f64 {
        let far = |distance: &f64| self.excess_drag(*distance, reynolds, height) < share;
        (1..10_000).map(f64::from).find(far).unwrap_or(f64::INFINITY)
    }
}

/// Drag over `6πμaU` of a sphere on the axis of a long cylinder at whose side the liquid slips, `λ = a/R`, creeping, no
/// liquid flowing through a cross-section as a whole: `1/(1 − 1.6602 λ + 0.795 λ³ − 0.13 λ⁵)`, within 0.1 % for λ ≤ 0.6
/// of the series of `validation/references/tube.py` with that condition at the wall.
fn free_slip_cylinder(ratio: f64) -> f64 {
    let l = ratio;
    1.0 / (1.0 - 1.6602 * l + 0.795 * l.powi(3) - 0.13 * l.powi(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_creeping_flow_the_excess_is_that_of_exact_solutions() {
        for (ratio, exact) in
            [(0.01, 1.016_881_8), (0.1, 1.197_930_7), (0.25, 1.674_178_5), (0.5, 3.767_672_7), (0.6, 6.046_151_1)]
        {
            let found = free_slip_cylinder(ratio);
            assert!((found / exact - 1.0).abs() < 1e-3, "{ratio}: {found}");
        }
        let side = FarBoundary::NoSlipSide.excess_drag(5.0, 0.0, f64::INFINITY);
        assert!((side - 0.263_214).abs() < 1e-3, "{side}");
    }

    #[test]
    fn a_boundary_adds_less_the_farther_it_is_the_faster_the_sphere_and_the_nearer_the_wall() {
        for of in [FarBoundary::NoSlipSide, FarBoundary::FreeSlipSide, FarBoundary::EndAhead, FarBoundary::EndBehind] {
            let excess = |distance, reynolds| of.excess_drag(distance, reynolds, f64::INFINITY);
            for reynolds in [0.0, 0.1, 1.0, 10.0, 100.0] {
                let along: Vec<f64> = [1.0, 2.0, 4.0, 10.0, 100.0].iter().map(|d| excess(*d, reynolds)).collect();
                assert!(along.is_sorted_by(|near, far| near > far), "{of:?} {reynolds}: {along:?}");
            }
            assert!(excess(10.0, 0.0) > excess(10.0, 1.0) && excess(10.0, 1.0) > excess(10.0, 100.0), "{of:?}");
            assert!(of.excess_drag(10.0, 0.1, 3.0) < 0.3 * excess(10.0, 0.1), "{of:?}");
            let far = of.far_enough(0.015, 0.1, f64::INFINITY);
            assert!(excess(far, 0.1) < 0.015 && excess(far - 1.0, 0.1) >= 0.015, "{of:?}: {far}");
        }
    }
}
