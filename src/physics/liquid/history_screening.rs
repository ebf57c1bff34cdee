//! The share that a wall leaves of the history force, rate by rate, in unsteady Stokes flow.
//!
//! The force on a sphere that moves with `U e^{st}` towards a wall is `−6πaμU [φ + H(s) + (2/9) C_M s a²/ν]`: steady
//! drag, history and added mass. Far from the wall `H = a √(s/ν)`, which is a sum over relaxation rates, `√s = π⁻¹ ∫
//! s/(s + x) x^{−½} dx`. Near it every rate counts with a share `r`,
//!
//! `H(s) = a ν^{−½} π⁻¹ ∫ r(x a²/ν, δ*) s/(s + x) x^{−½} dx`.
//!
//! - *Fast* (`x` above some 100 ν/h²): the layers of vorticity on sphere and wall are thin, and `r` is
//!   [`thin_layer_factor`], exact from potential flow.
//! - *Slow* (`x` below `ν/(a + h)²`): the wall takes the vorticity, and `r` falls to 0. Old accelerations are
//!   forgotten.
//! - *Thin films* (δ* → 0): by lubrication with the liquid's inertia `r = ⅙ ln x + f(x h²/ν)`.
//!
//! Between these limits `r` is a table. `validation/references/history_wall.py` computes it from the exact flow:
//! multipoles about the sphere, and their reflections in the wall.

use crate::liquid::wall_image::wall_image_with_slope;

/// Rates of the columns of [`TABLE`]: `log₁₀ (x (a + h)²/ν)` of the first, and from one to the next.
const FIRST: f64 = -1.0;
const STEP: f64 = 0.5;
/// Columns; one more, at the end, is [`thin_layer_factor`].
const COLUMNS: usize = 14;

/// `ln(1 + 1/δ*)`, and the shares there.
#[rustfmt::skip]
const TABLE: [(f64, [f64; COLUMNS]); 17] = [
    (0.00, [0.0007, 0.0051, 0.0428, 0.2948, 1.1651, 1.0076, 0.9846, 1.0117, 0.9921, 1.0051, 0.9969, 1.0018, 0.9992, 1.0002]),
    (0.05, [0.0011, 0.0043, 0.0509, 0.2886, 1.0786, 1.0465, 0.9659, 1.0216, 0.9863, 1.0086, 0.9948, 1.0029, 0.9987, 1.0004]),
    (0.10, [0.0013, 0.0044, 0.0569, 0.2915, 0.9977, 1.0735, 0.9556, 1.0263, 0.9839, 1.0102, 0.9942, 1.0036, 0.9987, 1.0007]),
    (0.20, [0.0014, 0.0061, 0.0658, 0.3094, 0.8676, 1.0918, 0.9578, 1.0238, 0.9880, 1.0097, 0.9968, 1.0043, 1.0004, 1.0020]),
    (0.30, [0.0015, 0.0084, 0.0740, 0.3291, 0.7810, 1.0750, 0.9789, 1.0145, 0.9988, 1.0082, 1.0029, 1.0060, 1.0044, 1.0051]),
    (0.45, [0.0018, 0.0114, 0.0878, 0.3497, 0.7109, 1.0216, 1.0183, 1.0065, 1.0172, 1.0119, 1.0154, 1.0135, 1.0145, 1.0141]),
    (0.60, [0.0023, 0.0138, 0.1024, 0.3607, 0.6797, 0.9686, 1.0465, 1.0163, 1.0327, 1.0259, 1.0302, 1.0279, 1.0292, 1.0287]),
    (0.80, [0.0030, 0.0169, 0.1199, 0.3691, 0.6603, 0.9202, 1.0609, 1.0524, 1.0527, 1.0565, 1.0548, 1.0562, 1.0555, 1.0558]),
    (1.00, [0.0035, 0.0200, 0.1339, 0.3753, 0.6490, 0.8939, 1.0591, 1.0985, 1.0808, 1.0930, 1.0876, 1.0909, 1.0893, 1.0900]),
    (1.30, [0.0042, 0.0244, 0.1493, 0.3827, 0.6381, 0.8757, 1.0489, 1.1563, 1.1471, 1.1494, 1.1516, 1.1507, 1.1514, 1.1512]),
    (1.60, [0.0048, 0.0280, 0.1604, 0.3874, 0.6328, 0.8655, 1.0452, 1.1861, 1.2302, 1.2134, 1.2240, 1.2197, 1.2222, 1.2212]),
    (2.00, [0.0055, 0.0315, 0.1707, 0.3909, 0.6306, 0.8558, 1.0480, 1.2029, 1.3173, 1.3268, 1.3198, 1.3265, 1.3236, 1.3251]),
    (2.40, [0.0059, 0.0341, 0.1772, 0.3934, 0.6291, 0.8518, 1.0478, 1.2188, 1.3588, 1.4425, 1.4313, 1.4351, 1.4358, 1.4357]),
    (2.80, [0.0062, 0.0359, 0.1815, 0.3951, 0.6282, 0.8498, 1.0478, 1.2295, 1.3854, 1.5127, 1.5614, 1.5456, 1.5541, 1.5517]),
    (3.20, [0.0065, 0.0371, 0.1844, 0.3961, 0.6281, 0.8479, 1.0492, 1.2342, 1.4070, 1.5501, 1.6615, 1.6768, 1.6689, 1.6741]),
    (3.60, [0.0066, 0.0379, 0.1863, 0.3968, 0.6278, 0.8471, 1.0495, 1.2388, 1.4184, 1.5803, 1.7148, 1.8014, 1.7948, 1.7959]),
    (4.00, [0.0067, 0.0384, 0.1876, 0.3972, 0.6278, 0.8466, 1.0497, 1.2418, 1.4261, 1.5997, 1.7518, 1.8767, 1.9330, 1.9178]),
];

/// The rate `x a²/ν` that is fast for the sphere and slow for the film in the last row: from there on the similarity of
/// thin films holds.
const MATCHED: f64 = 1e3;

/// Factor of the history force in the limit of thin layers of vorticity on sphere and wall, `1 + W − ⅓ (2 + δ*)
/// dW/dδ*`: 1 far from the wall, `−⅓ ln δ* + …` near contact.
///
/// It is the square of the slip of the potential flow, integrated over both surfaces, over `6πa²U²`. The integral is
/// the change of the flow's energy as the surfaces move outwards by a small distance (Batchelor 1967, § 5.13, for a
/// single sphere).
pub fn thin_layer_factor(delta_star: f64) -> f64 {
    let (effect, slope) = wall_image_with_slope(delta_star);
    1.0 + effect - (2.0 + delta_star) * slope / 3.0
}

/// The shares of all rates at one gap. Whole force of an oscillating sphere, by phase: within 0.2 % of the exact flow
/// for `δ* ≥ 0.02`, 0.6 % for `δ* ≥ 0.005`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Screening {
    shares: [f64; COLUMNS + 1],
    /// `((a + h)/a)²`.
    size: f64,
    /// `(δ*/δ₀*)²` below the gap `δ₀*` of the last row, 1 above.
    shrink: f64,
}

impl Screening {
    /// At the gap `δ* = h/a > 0`.
    pub fn at(delta_star: f64) -> Self {
        let last = TABLE.len() - 1;
        let smallest = 1.0 / TABLE[last].0.exp_m1();
        let gap = delta_star.max(smallest);
        let place = (1.0 / gap).ln_1p().clamp(0.0, TABLE[last].0);
        let row = TABLE.partition_point(|(at, _)| *at < place).clamp(1, last);
        let [(from, low), (to, high)] = [&TABLE[row - 1], &TABLE[row]];
        let part = (place - from) / (to - from);
        let mut shares = [thin_layer_factor(gap); COLUMNS + 1];
        for (share, (low, high)) in shares.iter_mut().zip(low.iter().zip(high)) {
            *share = low + part * (high - low);
        }
        Self { shares, size: (1.0 + gap).powi(2), shrink: (delta_star / gap).powi(2) }
    }

    /// The share `r` of the rate `x a²/ν ≥ 0`.
    pub fn share(&self, rate: f64) -> f64 {
        let alike = if rate <= MATCHED { rate } else { (rate * self.shrink).max(MATCHED) };
        let column = ((alike * self.size).log10() - FIRST) / STEP;
        let share = if column < 0.0 {
            self.shares[0] * (1.0 + column).max(0.0)
        } else {
            let low = (column as usize).min(COLUMNS - 1);
            let part = (column - low as f64).min(1.0);
            self.shares[low] + part * (self.shares[low + 1] - self.shares[low])
        };
        if self.shrink < 1.0 && rate > alike { share + (rate / alike).ln() / 6.0 } else { share }
    }

    /// The share of the fastest rates, and the rate `x a²/ν` from which on they have it.
    pub fn fast(&self) -> (f64, f64) {
        let from = 10f64.powf(FIRST + STEP * COLUMNS as f64) / (self.size * self.shrink);
        (self.shares[COLUMNS] - self.shrink.ln() / 6.0, from)
    }
}
