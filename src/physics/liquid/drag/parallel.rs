//! Exact Stokes force and torque of a sphere that moves along a plane wall, or rolls beside it.

/// Resistance of a sphere beside a wall: force and torque on the liquid over `6πμa U`, `8πμa² U` where it moves along
/// the wall at the speed `U`, and over `6πμa² Ω`, `8πμa³ Ω` where it spins about an axis along the wall at the angular
/// velocity `Ω`, positive where the top moves along `U`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parallel {
    /// Force of translation.
    pub translation_force: f64,
    /// Torque of translation, negative: the liquid in the gap holds the sphere's lowest point back.
    pub translation_torque: f64,
    /// Torque of rotation.
    pub rotation_torque: f64,
}

impl Parallel {
    /// Force of rotation, 4/3 of the torque of translation (Lorentz' reciprocal theorem).
    pub fn rotation_force(&self) -> f64 {
        4.0 / 3.0 * self.translation_torque
    }

    #[cfg(test)]
    fn array(&self) -> [f64; 3] {
        [self.translation_force, self.translation_torque, self.rotation_torque]
    }

    fn from_array([translation_force, translation_torque, rotation_torque]: [f64; 3]) -> Self {
        Self { translation_force, translation_torque, rotation_torque }
    }
}

/// Coefficients of `ln δ*` for `δ* → 0` (Goldman, Cox & Brenner 1967; O'Neill & Stewartson 1967).
const LOGARITHM: [f64; 3] = [-8.0 / 15.0, 0.1, -0.4];
/// The rest of the expansion: constant (Chaoui & Feuillebois 2003), `δ* ln δ*`, `δ*` (fitted to [`TABLE`]).
const CONSTANT: [f64; 3] = [0.954_29, 0.192_963, 0.370_898];
const FIRST_LOGARITHM: [f64; 3] = [-64.0 / 375.0, 0.174_29, -0.520_0];
const FIRST: [f64; 3] = [0.429_45, -0.092_7, 0.387_8];

/// Force and torque of translation, torque of rotation, exact in creeping flow, at the gap `δ* = h/a > 0`.
///
/// Between gaps of 0.001 and 20 radii from a table of five digits (rings of point forces with their images in the wall,
/// by least squares), interpolated to 3·10⁻⁴; below 0.001 the expansion
///
/// ```text
/// F_t = 8/15 ln(1/δ*) + 0.95429 + …,   T_t = −1/10 ln(1/δ*) + 0.19296 + …,   T_r = 2/5 ln(1/δ*) + 0.37090 + …
/// ```
///
/// (Goldman, Cox & Brenner 1967, Chem. Eng. Sci. 22, 637; Chaoui & Feuillebois 2003, Q. J. Mech. Appl. Math. 56, 381),
/// and above 20 that of Faxén (1923) in `a/(a + h)`.
pub fn parallel(delta_star: f64) -> Parallel {
    let [first, .., last] = TABLE;
    Parallel::from_array(match delta_star {
        d if d < first[0] => expansion(d),
        d if d > last[0] => far(d),
        d => interpolated(d),
    })
}

fn expansion(delta_star: f64) -> [f64; 3] {
    let log = delta_star.ln();
    std::array::from_fn(|k| LOGARITHM[k] * log + CONSTANT[k] + delta_star * (FIRST_LOGARITHM[k] * log + FIRST[k]))
}

fn far(delta_star: f64) -> [f64; 3] {
    let s = 1.0 / (1.0 + delta_star);
    let s3 = s * s * s;
    let force = 1.0 / (1.0 - 9.0 / 16.0 * s + s3 / 8.0 - 45.0 / 256.0 * s3 * s - s3 * s * s / 16.0);
    [force, -3.0 / 32.0 * s3 * s, 1.0 + 5.0 / 16.0 * s3]
}

/// The cubic in `ln δ*` through four rows around the gap, of the part that the logarithms leave.
fn interpolated(delta_star: f64) -> [f64; 3] {
    let above = TABLE.partition_point(|row| row[0] <= delta_star).clamp(1, TABLE.len() - 1);
    let start = above.saturating_sub(2).min(TABLE.len() - 4);
    let rows = &TABLE[start..start + 4];
    let x = delta_star.ln();
    let nodes: [f64; 4] = std::array::from_fn(|k| rows[k][0].ln());
    let weight = |k: usize| -> f64 {
        (0..4).filter(|&other| other != k).map(|other| (x - nodes[other]) / (nodes[k] - nodes[other])).product()
    };
    let weights: [f64; 4] = std::array::from_fn(weight);
    // The logarithm fades out where the wall is far.
    let near = |d: f64| d.ln_1p() - d.ln();
    std::array::from_fn(|c| {
        let rest = |k: usize| weights[k] * (rows[k][c + 1] + LOGARITHM[c] * near(rows[k][0]));
        (0..4).map(rest).sum::<f64>() - LOGARITHM[c] * near(delta_star)
    })
}

/// `δ*`, `F_t`, `T_t`, `T_r`.
const TABLE: [[f64; 4]; 25] = [
    [0.001, 4.64004, -0.49911, 3.13798],
    [0.0015, 4.42449, -0.45911, 2.97747],
    [0.002, 4.27173, -0.43085, 2.86398],
    [0.003, 4.05677, -0.39126, 2.70478],
    [0.005, 3.78673, -0.34195, 2.50594],
    [0.007, 3.60954, -0.30992, 2.37641],
    [0.01, 3.42253, -0.27652, 2.24080],
    [0.015, 3.21132, -0.23942, 2.08939],
    [0.02, 3.06263, -0.21381, 1.98424],
    [0.03, 2.85526, -0.17902, 1.84014],
    [0.05, 2.59896, -0.13793, 1.66746],
    [0.07, 2.43424, -0.11298, 1.56063],
    [0.1, 2.26430, -0.08876, 1.45485],
    [0.15, 2.07856, -0.06450, 1.34574],
    [0.2, 1.95271, -0.04964, 1.27664],
    [0.3, 1.78558, -0.03230, 1.19251],
    [0.5, 1.59571, -0.01657, 1.11050],
    [0.7, 1.48542, -0.00973, 1.07134],
    [1.0, 1.38275, -0.00502, 1.04178],
    [1.5, 1.28471, -0.00208, 1.02068],
    [2.0, 1.22716, -0.00102, 1.01180],
    [3.0, 1.16196, -0.00033, 1.00492],
    [5.0, 1.10291, -0.00007, 1.00145],
    [10.0, 1.05380, -0.00001, 1.00023],
    [20.0, 1.02751, 0.0, 1.00003],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_ranges_meet_and_leaving_out_a_row_changes_what_is_between_its_neighbours_little() {
        for (gap, allowed) in [(0.001, 2e-5), (20.0, 1e-5)] {
            let [low, high] = [gap * (1.0 - 1e-12), gap * (1.0 + 1e-12)].map(|gap| parallel(gap).array());
            for (low, high) in low.iter().zip(high) {
                assert!((low - high).abs() < allowed, "{low} {high} at {gap}");
            }
        }
        for gap in [0.0012, 0.0017, 0.0025, 0.004] {
            for (table, expanded) in parallel(gap).array().iter().zip(expansion(gap)) {
                assert!((table - expanded).abs() < 3e-5, "{table} {expanded} at {gap}");
            }
        }
        for gap in [8.0, 13.0] {
            for (table, expanded) in parallel(gap).array().iter().zip(far(gap)) {
                assert!((table - expanded).abs() < 3e-4, "{table} {expanded} at {gap}");
            }
        }
    }

    #[test]
    fn between_the_rows_the_values_rise_towards_the_wall_without_a_bend() {
        let gaps: Vec<f64> = (0..2000).map(|k| 1e-5 * 1.0068_f64.powi(k)).collect();
        let values: Vec<[f64; 3]> = gaps.iter().map(|gap| parallel(*gap).array()).collect();
        for pair in values.windows(2) {
            assert!(pair[1][0] < pair[0][0] && pair[1][1] >= pair[0][1] - 1e-6 && pair[1][2] < pair[0][2] + 1e-6);
        }
    }
}
