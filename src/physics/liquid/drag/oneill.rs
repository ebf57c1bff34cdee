//! Exact Stokes force and torque of a sphere that moves along a plane wall.

/// Truncation: terms beyond this many of their decay lengths are below round-off.
const REACH: f64 = 45.0;

/// Force over `6πμaU` and torque over `8πμa²U` of a sphere that moves along a wall without spin, at the gap `δ* = h/a >
/// 0`, exact in creeping flow (O'Neill 1964, Mathematika 11, 67; Goldman, Cox & Brenner 1967, Chem. Eng. Sci. 22, 637).
/// The torque is negative, as in [`Parallel`](super::parallel::Parallel).
///
/// In bispherical coordinates, `cosh α = 1 + δ*`, the coefficients `A_n` of the velocity normal to the wall solve
///
/// ```text
/// [(2n−1) k_{n−1} − (2n−3) k_n] [(n−1)/(2n−1) A_{n−1} − n/(2n+1) A_n]
///   − [(2n+5) k_n − (2n+3) k_{n+1}] [(n+1)/(2n+1) A_n − (n+2)/(2n+3) A_{n+1}] = √2 [2 c_n − c_{n−1} − c_{n+1}]
/// ```
///
/// with `c_n = coth(n+½)α` and `k_n = (n+½) c_n − coth α`. Both differences of hyperbolic cotangents are evaluated
/// without cancellation. Relative errors are below [`ERROR`] for `δ*` from 1e-6 to 1e3; those of the torque are
/// absolute there. Where the gap is smaller, use the expansion of [`parallel`](super::parallel::parallel).
pub fn oneill(delta_star: f64) -> [f64; 2] {
    let alpha = 2.0 * (0.5 * delta_star).sqrt().asinh();
    let count = (REACH / alpha) as usize + 30;
    let excess: Vec<f64> = (0..count + 2).map(|n| cotangents_apart(n as f64, alpha)).collect();
    let coefficients = coefficients(alpha, &excess, count);
    let coth = 1.0 / alpha.tanh();
    let (mut force, mut torque) = (0.0, 0.0);
    for (n, k) in excess.iter().enumerate().take(count) {
        let below = if n > 0 { coefficients[n - 1] } else { 0.0 };
        let (own, above, n) = (coefficients[n], coefficients[n + 1], n as f64);
        let m = 2.0 * n + 1.0;
        let decay = (-m * alpha).exp();
        let b = (n - 1.0) * below - m * own + (n + 2.0) * above;
        let c = -2.0 * k * ((n - 1.0) / (m - 2.0) * below - own + (n + 2.0) / (m + 2.0) * above);
        let d = 0.5 * ((n + 1.0) * (n + 2.0) * above - n * (n - 1.0) * below);
        let e = 4.0 * 2f64.sqrt() * decay / (1.0 - decay)
            + k * (n * (n - 1.0) / (m - 2.0) * below - (n + 1.0) * (n + 2.0) / (m + 2.0) * above);
        force += e + n * (n + 1.0) * c;
        torque += (2.0 + decay) * (n * (n + 1.0) * (2.0 * own + c * coth) - (m - coth) * e)
            + (2.0 - decay) * (n * (n + 1.0) * b * coth - (m - coth) * d);
    }
    let sinh = alpha.sinh();
    [2f64.sqrt() / 6.0 * sinh * force, -sinh * sinh / (12.0 * 2f64.sqrt()) * torque]
}

/// Largest relative error of the force of [`oneill`], and largest error of its torque, for gaps between 1e-6 and 1e3
/// radii.
pub const ERROR: f64 = 1e-10;

/// `k_n = (n+½) coth((n+½)α) − coth α`, as a difference of `x coth x − 1`.
fn cotangents_apart(n: f64, alpha: f64) -> f64 {
    (above_one((n + 0.5) * alpha) - above_one(alpha)) / alpha
}

/// `x coth x − 1`, by Lambert's continued fraction `x²/(3 + x²/(5 + …))` where it cancels.
fn above_one(x: f64) -> f64 {
    if x > 2.0 {
        return x / x.tanh() - 1.0;
    }
    let square = x * x;
    (1..=12).rev().fold(0.0, |rest, k| square / (2.0 * f64::from(k) + 1.0 + rest))
}

/// `A_0 … A_count`, by elimination of the three diagonals.
fn coefficients(alpha: f64, excess: &[f64], count: usize) -> Vec<f64> {
    let sinh_squared = alpha.sinh().powi(2);
    let (mut upper, mut side) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    for n in 1..count {
        let (m, y) = (2.0 * n as f64 + 1.0, (n as f64 + 0.5) * alpha);
        let first = (m - 2.0) * excess[n - 1] - (m - 4.0) * excess[n];
        let second = (m + 4.0) * excess[n] - (m + 2.0) * excess[n + 1];
        let n_ = n as f64;
        let (low, high) = (first * (n_ - 1.0) / (m - 2.0), second * (n_ + 2.0) / (m + 2.0));
        let diagonal = -(first * n_ + second * (n_ + 1.0)) / m;
        // The second difference of coth: 2 coth y sinh² α/(sinh(y − α) sinh(y + α)).
        let apart = if y > 300.0 { 0.0 } else { (y - alpha).sinh() * (y + alpha).sinh() };
        let right = if apart == 0.0 { 0.0 } else { -2.0 * 2f64.sqrt() / y.tanh() * sinh_squared / apart };
        let pivot = diagonal - low * upper[n - 1];
        (upper[n], side[n]) = (high / pivot, (right - low * side[n - 1]) / pivot);
    }
    let mut found = vec![0.0; count + 1];
    for n in (1..count).rev() {
        found[n] = side[n] - upper[n] * found[n + 1];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::parallel;

    /// `h/a`, force and torque by the same recurrence with 40 digits.
    const EXACT: [[f64; 3]; 11] = [
        [1e-5, 7.094544582578806, -0.9583606088976995],
        [2e-4, 5.497173366325217, -0.6590796971022019],
        [2e-3, 4.271731234650946, -0.4308483432194823],
        [0.02, 3.062629226604412, -0.2138140403981102],
        [0.1, 2.264303035388029, -0.08876334417411305],
        [0.2, 1.952707117877822, -0.04963765814865755],
        [1.0, 1.382752382411223, -0.005024711229087973],
        [2.0, 1.22715511004258, -0.001020226543617681],
        [10.0, 1.053801567121632, -6.178077601628689e-6],
        [20.0, 1.027509653424496, -4.732608454305379e-7],
        [100.0, 1.005600376849549, -8.9755625504626e-10],
    ];

    #[test]
    fn the_series_gives_the_values_evaluated_with_forty_digits() {
        for [gap, force, torque] in EXACT {
            let found = oneill(gap);
            let misses = [(found[0] / force - 1.0).abs(), (found[1] - torque).abs()];
            assert!(misses.iter().all(|miss| *miss < ERROR), "{gap}: {misses:?}");
        }
    }

    #[test]
    fn the_table_of_the_runs_the_expansion_of_small_gaps_and_the_published_values_agree_with_it() {
        for gap in [1e-6, 1e-5, 1e-4, 1e-3, 0.0017, 0.01, 0.04, 0.1, 0.3, 1.0, 4.0, 10.0, 30.0] {
            let (exact, used) = (oneill(gap), parallel(gap));
            assert!((used.translation_force - exact[0]).abs() < 3e-4, "{gap}: {used:?} {exact:?}");
            assert!((used.translation_torque - exact[1]).abs() < 3e-4, "{gap}: {used:?} {exact:?}");
        }
        // Goldman, Cox & Brenner (1967), table 2: distance of the centre over the radius, force, torque.
        for [distance, force, torque] in [
            [10.0677, 1.0591, 9.0e-6], // their α = 3
            [3.7622, 1.1738, 4.2160e-4],
            [2.3524, 1.3079, 2.6423e-3],
            [1.5431, 1.5675, 1.4649e-2],
            [1.1276, 2.1514, 7.3718e-2],
            [1.0453, 2.6475, 0.14552],
            [1.005004, 3.7863, 0.34187],
            [1.003202, 4.0223, 0.38494],
        ] {
            let found = oneill(distance - 1.0);
            assert!((found[0] / force - 1.0).abs() < 2e-4, "{distance}: {found:?}");
            assert!((found[1] + torque).abs() < 4e-4, "{distance}: {found:?}");
        }
    }
}
