//! Elastic half-space: how far a pressure on one ring pushes every other ring.

use super::grid::FilmGrid;
use ndarray::Array2;
use std::f64::consts::FRAC_PI_2;

/// Volume \[m³\] that a unit pressure on the disc of radius `c` displaces within the radius `b`, times `E*` \[Pa\].
///
/// The surface under a disc sinks by `u = 4pc/(πE*) E(r/c)` inside and
/// `4pr/(πE*) [E(c/r) − (1 − c²/r²) K(c/r)]` outside (Johnson 1985, eq. 3.29). Integrated over `r < b`, with
/// `M = max(b, c)` and `k = min(b, c)/M`:
///
/// `w(b, c) = 8M³/3 [(1 + k²) E(k) − (1 − k²) K(k)] / E*`,
///
/// symmetric in `b` and `c` as Betti's theorem demands.
pub(super) fn displaced_volume(b: f64, c: f64) -> f64 {
    let (large, small) = (b.max(c), b.min(c));
    if small == 0.0 {
        return 0.0;
    }
    let k = small / large;
    let (first, second) = complete_elliptic(k);
    let complement = (1.0 - k) * (1.0 + k);
    let integral = (1.0 + k * k) * second - if complement > 0.0 { complement * first } else { 0.0 };
    8.0 * large.powi(3) / 3.0 * integral
}

/// Influence matrix [m/Pa], `N × N`: mean deflection of ring `i` per unit pressure on ring `j`,
///
/// `A_i G_ij = w(f_{i+1}, f_{j+1}) − w(f_i, f_{j+1}) − w(f_{i+1}, f_j) + w(f_i, f_j)`.
///
/// With ring means on both sides `A_i G_ij` is symmetric and positive definite, so the elastic energy
/// `½ Σ A_i p_i (G p)_i` is stored and returned without loss by the discrete film, too. Second order in the ring
/// width. `modulus` is `E*` \[Pa\] of the pair, `1/E* = Σ (1 − ν²)/E`.
pub(super) fn influence_matrix(grid: &FilmGrid, modulus: f64) -> Array2<f64> {
    let rings = grid.rings();
    let mut volumes = Array2::zeros((rings + 1, rings + 1));
    for i in 1..=rings {
        for j in 1..=i {
            volumes[[i, j]] = displaced_volume(grid.faces[i], grid.faces[j]) / modulus;
            volumes[[j, i]] = volumes[[i, j]];
        }
    }
    Array2::from_shape_fn((rings, rings), |(i, j)| {
        let outer = volumes[[i + 1, j + 1]] - volumes[[i, j + 1]];
        let inner = volumes[[i + 1, j]] - volumes[[i, j]];
        (outer - inner) / grid.areas[i]
    })
}

/// Complete elliptic integrals of the first and second kind, `(K(k), E(k))`, of modulus `k`:
///
/// `K = ∫₀^{π/2} dφ/√(1 − k² sin²φ)`, `E = ∫₀^{π/2} √(1 − k² sin²φ) dφ`.
///
/// Gauss' arithmetic–geometric mean (Abramowitz & Stegun 1964, 17.6): `K = π/(2 M)`,
/// `E = K (1 − Σ 2^{n−1} c_n²)`. Valid for `0 ≤ k ≤ 1`, relative error a few units of round-off; `K(1) = ∞`.
/// Six iterations suffice unless `1 − k` is near round-off.
pub(super) fn complete_elliptic(k: f64) -> (f64, f64) {
    assert!((0.0..=1.0).contains(&k), "modulus of an elliptic integral outside of [0, 1]: {k}");
    if k == 1.0 {
        return (f64::INFINITY, 1.0);
    }
    let (mut a, mut b, mut c) = (1.0, ((1.0 - k) * (1.0 + k)).sqrt(), k);
    let (mut power, mut sum) = (0.5, 0.5 * k * k);
    while c > 1e-15 * a {
        (a, b, c) = (0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b));
        power *= 2.0;
        sum += power * c * c;
    }
    let first = FRAC_PI_2 / a;
    (first, first * (1.0 - sum))
}

#[cfg(test)]
mod tests {
    use super::super::grid::RingLayout;
    use super::*;
    use std::f64::consts::PI;

    fn grid(rings_per_contact: usize) -> FilmGrid {
        FilmGrid::graded(RingLayout { contact_radius: 1.0, matching_radius: 6.0, rings_per_contact, growth: 0.1 })
            .unwrap()
    }

    #[test]
    fn a_uniform_disc_sinks_on_average_by_sixteen_thirds_pc_over_pi_e() {
        assert!((displaced_volume(0.7, 0.7) / (16.0 / 3.0 * 0.7_f64.powi(3)) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn far_away_a_disc_acts_like_a_point_force() {
        let (disc, near, far) = (1e-2, 0.999, 1.001);
        let ring = PI * (far * far - near * near);
        let mean = (displaced_volume(far, disc) - displaced_volume(near, disc)) / ring;
        assert!((mean / (disc * disc) - 1.0).abs() < 1e-4, "a force P sinks the surface by P/(πE*r): {mean}");
    }

    #[test]
    fn betti_reciprocity_holds_ring_by_ring() {
        let grid = grid(20);
        let influence = influence_matrix(&grid, 1.0);
        for i in 0..grid.rings() {
            for j in 0..i {
                let (one, other) = (grid.areas[i] * influence[[i, j]], grid.areas[j] * influence[[j, i]]);
                assert!((one - other).abs() <= 1e-10 * one.abs(), "{i} {j}: {one} {other}");
            }
        }
    }

    /// Hertz: p₀√(1 − r²) on the unit disc sinks it by (πp₀/4E*)(2 − r²).
    fn hertz_error(rings: usize) -> f64 {
        let grid = grid(rings);
        let influence = influence_matrix(&grid, 1.0);
        let mean = |i: usize| {
            let load = |r: f64| -2.0 * PI / 3.0 * (1.0 - (r * r).min(1.0)).powf(1.5);
            (load(grid.faces[i + 1]) - load(grid.faces[i])) / grid.areas[i]
        };
        let pressure: Vec<f64> = (0..grid.rings()).map(mean).collect();
        let inside = |i: &usize| grid.centres[*i] < 0.8;
        (0..grid.rings())
            .filter(inside)
            .map(|i| {
                let deflection: f64 = (0..grid.rings()).map(|j| influence[[i, j]] * pressure[j]).sum();
                (deflection - PI / 4.0 * (2.0 - grid.centres[i].powi(2))).abs()
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn hertz_pressure_gives_hertz_deflection_to_second_order() {
        let (coarse, fine) = (hertz_error(20), hertz_error(40));
        assert!(fine < 2e-4 && coarse / fine > 3.0, "errors {coarse:e}, {fine:e}");
    }

    #[test]
    fn the_integrals_match_their_tabulated_values() {
        let table = [
            (0.0_f64, FRAC_PI_2, FRAC_PI_2),
            (0.25, 1.685_750_354_812_596, 1.467_462_209_339_427_2),
            (0.5, 1.854_074_677_301_372, 1.350_643_881_047_675_5),
            (0.99, 3.695_637_362_989_875, 1.015_993_545_025_224),
        ];
        for (m, first, second) in table {
            let (k, e) = complete_elliptic(m.sqrt());
            assert!((k / first - 1.0).abs() < 1e-14, "K({m}) = {k}");
            assert!((e / second - 1.0).abs() < 1e-14, "E({m}) = {e}");
        }
    }

    #[test]
    fn legendres_relation_holds() {
        for k in [0.1_f64, 0.3, 0.6, 0.9, 0.999] {
            let ((first, second), (other_first, other_second)) =
                (complete_elliptic(k), complete_elliptic((1.0 - k * k).sqrt()));
            let legendre = second * other_first + other_second * first - first * other_first;
            assert!((legendre / FRAC_PI_2 - 1.0).abs() < 1e-13);
        }
    }
}
