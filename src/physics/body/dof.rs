//! The degrees of freedom of a body, and forces that are linear in its new speeds: `F₀ + F₁ q`.
//!
//! One step sees every force but film and contact in this form: the flow's answer, the body's own inertia, the excess
//! of the grid, the weight. The speeds `q` are
//!
//! ```text
//! q = (V, U_x, Ω_x, U_y, Ω_y, Ω_n)
//! ```
//!
//! `V` along the wall's normal, away from it; along each direction of the wall the lateral speed `U` and the spin `Ω`
//! that carries the top of the body the same way; and the spin `Ω_n` about the normal, right-handed. `Ω_y` is therefore
//! the spin about −x.

use nalgebra::{Matrix2, SMatrix, SVector, Vector2};
use std::ops::{Add, Mul, Sub};

/// Number of degrees of freedom.
pub const DOFS: usize = 6;
/// Speeds [m/s] and angular velocities [rad/s] of a body, or forces \[N\] and torques [N m], one entry per degree of
/// freedom.
pub type Dof = SVector<f64, DOFS>;
/// Forces and torques per speed and angular velocity, or the reverse.
pub type DofMatrix = SMatrix<f64, DOFS, DOFS>;

/// The motion along the normal.
pub const NORMAL: usize = 0;
/// Lateral speed and spin of every direction along the wall: x, then y.
pub const ALONG: [[usize; 2]; 2] = [[1, 2], [3, 4]];
/// The rotation about the normal.
pub const TWIST: usize = 5;

/// The speeds of a body that moves along the normal alone, at `speed` [m/s].
pub fn along_normal(speed: f64) -> Dof {
    let mut speeds = Dof::zeros();
    speeds[NORMAL] = speed;
    speeds
}

/// A force as a function of the new speeds: of a whole body, or of some of its degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Affine<F = Dof, M = DofMatrix> {
    /// `F₀`: forces \[N\] and torques [N m] at rest, or their like over a density or a mass.
    pub at_rest: F,
    /// `F₁`, per speed: [N s/m], [N s], [N m s]. A speed that is held has a zero column; its force is in `at_rest`.
    pub per_speed: M,
}

/// A force on one degree of freedom, of its speed alone.
pub type ScalarAffine = Affine<f64, f64>;
/// Lateral force and torque of one direction along the wall, of its lateral speed and spin.
pub type PlanarAffine = Affine<Vector2<f64>, Matrix2<f64>>;

impl<F: Copy + Add<Output = F> + Sub<Output = F>, M: Copy + Mul<F, Output = F>> Affine<F, M> {
    /// The force at the speeds `q`.
    pub fn at(&self, q: F) -> F {
        self.at_rest + self.per_speed * q
    }

    /// `whole − F₀ − F₁ q`: the rest of a force `whole` at the speeds `q`.
    pub fn left_of(&self, whole: F, q: F) -> F {
        whole - self.at_rest - self.per_speed * q
    }
}

impl<F, M: Default> Affine<F, M> {
    /// The same at every speed.
    pub fn constant(at_rest: F) -> Self {
        Self { at_rest, per_speed: M::default() }
    }
}

impl ScalarAffine {
    /// The speed at which the force vanishes [m/s].
    pub fn root(self) -> f64 {
        -self.at_rest / self.per_speed
    }
}

impl Affine {
    /// A force on one degree of freedom.
    pub fn on(which: usize, force: ScalarAffine) -> Self {
        let mut whole = Self::default();
        whole.at_rest[which] = force.at_rest;
        whole.per_speed[(which, which)] = force.per_speed;
        whole
    }

    /// A force that is the same function of lateral speed and spin in each of `count` directions along the wall.
    pub fn along(directions: impl IntoIterator<Item = PlanarAffine>) -> Self {
        let mut whole = Self::default();
        for (dofs, force) in ALONG.into_iter().zip(directions) {
            for (a, row) in dofs.into_iter().enumerate() {
                whole.at_rest[row] = force.at_rest[a];
                for (b, column) in dofs.into_iter().enumerate() {
                    whole.per_speed[(row, column)] = force.per_speed[(a, b)];
                }
            }
        }
        whole
    }

    /// The force on one degree of freedom, of its own speed.
    pub fn scalar(&self, which: usize) -> ScalarAffine {
        Affine { at_rest: self.at_rest[which], per_speed: self.per_speed[(which, which)] }
    }

    /// Lateral force and torque along a direction, of its own speed and spin.
    pub fn planar(&self, direction: usize) -> PlanarAffine {
        let dofs = ALONG[direction];
        Affine {
            at_rest: Vector2::from(dofs.map(|a| self.at_rest[a])),
            per_speed: Matrix2::from_fn(|a, b| self.per_speed[(dofs[a], dofs[b])]),
        }
    }

    /// The speeds at which the force vanishes. Degrees of freedom that are not `free` keep the speed in `given`.
    ///
    /// NaN where the system is singular.
    pub fn solve(&self, free: [bool; DOFS], given: &Dof) -> Dof {
        let (mut matrix, mut rhs) = (self.per_speed, Dof::zeros() - self.at_rest);
        for a in (0..DOFS).filter(|&a| !free[a]) {
            matrix.row_mut(a).fill(0.0);
            matrix[(a, a)] = 1.0;
            rhs[a] = given[a];
        }
        matrix.lu().solve(&rhs).unwrap_or_else(|| Dof::repeat(f64::NAN))
    }

    /// Change of the new speeds per force and torque on the body along the wall and about its normal, where it is
    /// `free`; symmetric. NaN where the system is singular.
    pub fn compliance(&self, free: [bool; DOFS]) -> DofMatrix {
        let mut compliance = DofMatrix::zeros();
        for [u, spin] in ALONG.into_iter().filter(|&[u, _]| free[u]) {
            let off = 0.5 * (self.per_speed[(u, spin)] + self.per_speed[(spin, u)]);
            let (first, last) = (self.per_speed[(u, u)], self.per_speed[(spin, spin)]);
            let determinant = first * last - off * off;
            (compliance[(u, u)], compliance[(spin, spin)]) = (last / determinant, first / determinant);
            (compliance[(u, spin)], compliance[(spin, u)]) = (-off / determinant, -off / determinant);
        }
        if free[TWIST] {
            compliance[(TWIST, TWIST)] = 1.0 / self.per_speed[(TWIST, TWIST)];
        }
        compliance
    }
}

impl<F: Add<Output = F>, M: Add<Output = M>> Add for Affine<F, M> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { at_rest: self.at_rest + other.at_rest, per_speed: self.per_speed + other.per_speed }
    }
}

impl<F: Sub<Output = F>, M: Sub<Output = M>> Sub for Affine<F, M> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { at_rest: self.at_rest - other.at_rest, per_speed: self.per_speed - other.per_speed }
    }
}

impl<F: Mul<f64, Output = F>, M: Mul<f64, Output = M>> Mul<Affine<F, M>> for f64 {
    type Output = Affine<F, M>;
    fn mul(self, force: Affine<F, M>) -> Affine<F, M> {
        Affine { at_rest: force.at_rest * self, per_speed: force.per_speed * self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_body_takes_the_speeds_at_which_its_forces_vanish_and_a_held_one_keeps_its_own() {
        let per_speed =
            DofMatrix::from_fn(|a, b| if a == b { 3.0 + a as f64 } else { 0.1 / (1.0 + (a + 2 * b) as f64) });
        let force = Affine { at_rest: Dof::from([1.0, -2.0, 0.5, 3.0, 0.0, -1.0]), per_speed };
        let free = force.solve([true; DOFS], &Dof::zeros());
        assert!(force.at(free).norm() < 1e-14, "{free}");
        let given = Dof::repeat(7.0);
        let held = force.solve([false, true, true, true, true, true], &given);
        assert_eq!(held[NORMAL], 7.0);
        assert!(force.at(held).rows(1, DOFS - 1).norm() < 1e-13, "{held}");
    }

    #[test]
    fn a_load_changes_the_new_speeds_by_the_compliance() {
        let planar = Affine { at_rest: Vector2::new(0.3, -0.1), per_speed: Matrix2::new(2.0, 0.4, 0.4, 1.5) };
        let force = Affine::along([planar, planar]) + Affine::on(TWIST, Affine { at_rest: 0.2, per_speed: 0.7 });
        let free = [false, true, true, true, true, true];
        let load = Dof::from([0.0, 0.5, -0.2, 0.1, 0.9, 0.3]);
        let loaded = Affine { at_rest: force.at_rest - load, ..force };
        let [alone, under] = [force, loaded].map(|force| force.solve(free, &Dof::zeros()));
        assert!((alone + force.compliance(free) * load - under).norm() < 1e-14);
        assert_eq!(force.compliance([false; DOFS]), DofMatrix::zeros());
    }
}
