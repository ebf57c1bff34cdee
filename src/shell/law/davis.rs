//! Fits of `e(St)` with two constants.

use super::curve::{Curve, CurveRow, short};

/// A law with two constants, and how far it is from the bounces.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Restitution at large Stokes numbers, `e_max`.
    pub(super) largest: f64,
    /// Critical Stokes number, `St_c`.
    pub critical: f64,
    /// Its value at each bounce.
    pub values: Vec<f64>,
    /// Value less bounce.
    pub(super) residuals: Vec<f64>,
}

/// Points along each constant in a round of the search.
const POINTS: u32 = 9;
/// Rounds, each on half the range of the one before.
const ROUNDS: i32 = 14;

/// Davis' form: `e = e_max (1 − St_c/St)₊`, the loss of a rigid sphere in a film between two gaps (Davis, Serayssol &
/// Hinch 1986; Barnocky & Davis 1988).
pub fn davis(largest: f64, critical: f64, stokes: f64) -> f64 {
    largest * (1.0 - critical / stokes).max(0.0)
}

/// The constants of `form(e_max, St_c, St)` that are closest to the bounces in the mean square of `e`, with `e_max`
/// from `lowest` to 1 and `St_c` up to the largest Stokes number: the best of a grid, refined around it.
pub fn fit(curve: &Curve, lowest: f64, form: impl Fn(f64, f64, f64) -> f64) -> Form {
    let squares = |largest: f64, critical: f64| {
        curve.rows.iter().map(|row| (form(largest, critical, row.stokes) - row.restitution).powi(2)).sum::<f64>()
    };
    let (e, s) = ([lowest, 1.0], [1e-2_f64.ln(), curve.stokes()[1].ln()]);
    let mut best = ([0.5 * (e[0] + e[1]), 0.5 * (s[0] + s[1])], f64::INFINITY);
    for round in 0..ROUNDS {
        let width = 0.5_f64.powi(round);
        let around = |middle: f64, [low, high]: [f64; 2]| {
            let half = 0.5 * width * (high - low);
            let step = move |i| middle - half + 2.0 * half * f64::from(i) / f64::from(POINTS - 1);
            (0..POINTS).map(move |i| step(i).clamp(low, high))
        };
        let [largest, critical] = best.0;
        for largest in around(largest, e) {
            for critical in around(critical, s) {
                let found = squares(largest, critical.exp());
                if found < best.1 {
                    best = ([largest, critical], found);
                }
            }
        }
    }
    let (largest, critical) = (best.0[0], best.0[1].exp());
    let values: Vec<f64> = curve.rows.iter().map(|row| form(largest, critical, row.stokes)).collect();
    let residuals = values.iter().zip(&curve.rows).map(|(value, row)| value - row.restitution).collect();
    Form { largest, critical, values, residuals }
}

impl Form {
    /// How far it is from the bounces, in words.
    pub(super) fn misses(&self, rows: &[CurveRow]) -> String {
        let rms = (self.residuals.iter().map(|r| r * r).sum::<f64>() / rows.len() as f64).sqrt();
        let worst =
            (0..rows.len()).max_by(|a, b| self.residuals[*a].abs().total_cmp(&self.residuals[*b].abs())).unwrap_or(0);
        format!("off by {rms:.4} (rms), at most {:+.4} at St {}", self.residuals[worst], short(rows[worst].stokes))
    }
}
