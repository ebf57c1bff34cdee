//! Collocation at Radau's points: a step of order five for stiff equations (Hairer & Wanner 1996, IV.5).
//!
//! Within a step the slope is the parabola through its values at three points, the last of which is the end of the
//! step.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// `γ₀` of Hairer & Wanner, eq. (IV.8.20): the step times this times the misfit of the parabola and the slope at the
/// beginning is an error of third order.
pub const EMBEDDED: f64 = 0.274_888_829_595_676_7;

/// Coefficients of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Radau {
    /// Points of the stages, as parts of the step.
    pub nodes: [f64; 3],
    /// `basis[j][n]`: coefficient of `θⁿ` in the parabola that is 1 at stage j and 0 at the others.
    pub basis: [[f64; 3]; 3],
    /// Integrals of these parabolas from the beginning up to every stage.
    pub once: [[f64; 3]; 3],
    /// The square of [`once`](Self::once): the same, twice.
    pub twice: [[f64; 3]; 3],
}

/// The coefficients.
pub static RADAU: LazyLock<Radau> = LazyLock::new(|| {
    let root = 6.0_f64.sqrt();
    let nodes = [(4.0 - root) / 10.0, (4.0 + root) / 10.0, 1.0];
    let basis = std::array::from_fn(|j| {
        let (one, [a, b]) = (nodes[j], [nodes[(j + 1) % 3], nodes[(j + 2) % 3]]);
        let scale = 1.0 / ((one - a) * (one - b));
        [a * b * scale, -(a + b) * scale, scale]
    });
    let integral = |[p, q, r]: [f64; 3], x: f64| x * (p + x * (q / 2.0 + x * r / 3.0));
    let once = nodes.map(|x| basis.map(|parabola| integral(parabola, x)));
    let twice = once.map(|row| std::array::from_fn(|j| (0..3).map(|k| row[k] * once[k][j]).sum()));
    Radau { nodes, basis, once, twice }
});

/// A parabola over a step: `first (1 − θ) + last θ + bow θ(1 − θ)`, `0 ≤ θ ≤ 1`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parabola {
    /// Value at the beginning.
    pub first: f64,
    /// Value at the end.
    pub last: f64,
    /// Four times the height above the chord in its middle.
    pub bow: f64,
}

impl Parabola {
    /// Through the values at Radau's points.
    pub fn through(values: [f64; 3]) -> Self {
        let basis = &RADAU.basis;
        let coefficient = |n: usize| (0..3).map(|j| values[j] * basis[j][n]).sum::<f64>();
        Self { first: coefficient(0), last: values[2], bow: -coefficient(2) }
    }

    /// The part up to `part` of the step of the parabola with these coefficients of `θⁿ`, as one of its own.
    pub fn until([p, q, r]: [f64; 3], part: f64) -> Self {
        Self { first: p, last: p + part * (q + part * r), bow: -r * part * part }
    }

    /// Value at `part` of the step, and beyond it.
    pub fn at(&self, part: f64) -> f64 {
        self.first * (1.0 - part) + self.last * part + self.bow * part * (1.0 - part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficients_are_those_of_the_book() {
        let root = 6.0_f64.sqrt();
        let book = [
            [(88.0 - 7.0 * root) / 360.0, (296.0 - 169.0 * root) / 1800.0, (-2.0 + 3.0 * root) / 225.0],
            [(296.0 + 169.0 * root) / 1800.0, (88.0 + 7.0 * root) / 360.0, (-2.0 - 3.0 * root) / 225.0],
            [(16.0 - root) / 36.0, (16.0 + root) / 36.0, 1.0 / 9.0],
        ];
        for (row, expected) in RADAU.once.iter().flatten().zip(book.iter().flatten()) {
            assert!((row - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn a_parabola_is_found_from_its_values() {
        let parabola = Parabola { first: 2.0, last: -1.0, bow: 3.0 };
        let found = Parabola::through(RADAU.nodes.map(|node| parabola.at(node)));
        assert!((found.first - 2.0).abs() < 1e-14 && (found.bow - 3.0).abs() < 1e-13 && found.last == -1.0);
    }
}
