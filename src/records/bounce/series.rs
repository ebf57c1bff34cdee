//! The motion on one side of a contact, weighed over all that it may be.
//!
//! The speed is a series of Legendre polynomials of `2√(u/T) − 1`, `u` the time from contact and `T` the span: the
//! history force, and the film next to the wall, bend the motion in the root of the time. The gap is its integral.
//! Gap and speed at contact are free; the `k`-th further coefficient is normal with mean 0 and standard deviation
//! `A/k²` times the speed. Amplitude `A` and noise are not known before: their values stand evenly in the logarithm,
//! and their marginal likelihood weighs them (MacKay 1992).

use crate::statistics::{Random, legendre};
use nalgebra::{SMatrix, SVector};

/// Polynomials of the speed beside the constant: so many follow motions without noise to a thousandth.
pub(crate) const POLYNOMIALS: usize = 20;
/// Coefficients: gap, speed, and the polynomials.
pub(crate) const COEFFICIENTS: usize = POLYNOMIALS + 2;
/// Changes of the speed over the speed, even in the logarithm: from nearly constant to all of it.
const AMPLITUDES: [f64; 5] = [1e-2, 3.162e-2, 0.1, 0.3162, 1.0];
/// Number of [`AMPLITUDES`].
pub(crate) const AMPLITUDE_COUNT: usize = AMPLITUDES.len();
/// The `k`-th coefficient falls as `k` to minus this power. Coefficients of a speed with a kink fall as `k^(−3/2)`, of
/// one whose slope has a kink as `k^(−5/2)` (Wang & Xiang 2012). The force on a sphere changes in an instant where the
/// film tears or the wake catches up with the sphere, which is between both.
const DECAY: f64 = 2.0;
/// Noises that are weighed, eight a decade: from a tenth of that of the third differences, which few pictures may show
/// too large, to a hundred times it, where noise is correlated or the series does not follow the motion.
pub(crate) const NOISE_COUNT: usize = 25;
/// Correlations of the noise from picture to picture: none, and by halves towards one. Hand-drawn curves and trackers
/// that smooth have such noise.
pub(crate) const CORRELATIONS: [f64; 4] = [0.0, 0.5, 0.75, 0.875];
/// Largest error of the series at a picture of a motion without noise \[D\]: an outlier is farther off.
pub(crate) const SERIES_ERROR: f64 = 5e-4;
/// Fewest pictures of an approach and of a flight: those of a speed and its change.
pub(crate) const FEWEST_PICTURES: usize = 3;
/// Standard deviations beyond which nothing has weight: of 16,000 normal values one is farther off.
pub(crate) const FAR: f64 = 4.0;
/// Loss of the logarithm of a normal likelihood at [`FAR`].
pub(crate) const NEGLIGIBLE_LOSS: f64 = 0.5 * FAR * FAR;
/// The same at two standard deviations: the peak that a grid of times resolves.
pub(crate) const PEAK_LOSS: f64 = 2.0;
/// Standard deviation of gap and speed at contact in the prior, over way and speed: so wide that it decides nothing.
const BROAD: f64 = 10.0;

pub(crate) type Vector = SVector<f64, COEFFICIENTS>;
type Matrix = SMatrix<f64, COEFFICIENTS, COEFFICIENTS>;

/// The noises that are weighed, about this one.
pub(crate) fn noises(noise: f64) -> [f64; NOISE_COUNT] {
    std::array::from_fn(|at| noise * 10f64.powf(at as f64 / 8.0 - 1.0))
}

/// The integral of the `k`-th Legendre polynomial from −1 to a place at which the polynomials have these values.
fn integral(p: &[f64], k: usize) -> f64 {
    if k == 0 { p[1] + 1.0 } else { (p[k + 1] - p[k - 1]) / (2 * k + 1) as f64 }
}

/// Rows of the series for the gap and the speed at `u` ≥ 0 from contact, on a span \[s\].
pub(crate) fn basis(u: f64, span: f64) -> (Vector, Vector) {
    let y = 2.0 * (u / span).max(0.0).sqrt() - 1.0;
    let p = legendre::<{ POLYNOMIALS + 3 }>(y);
    // du = T (y + 1)/2 dy.
    let integral = |k: usize| integral(&p, k);
    let (mut gap, mut slope) = (Vector::zeros(), Vector::zeros());
    gap[0] = 1.0;
    for k in 0..=POLYNOMIALS {
        let n = k as f64;
        let times_y = match k {
            0 => integral(1),
            _ => ((n + 1.0) * integral(k + 1) + n * integral(k - 1)) / (2.0 * n + 1.0),
        };
        gap[k + 1] = 0.5 * span * (integral(k) + times_y);
        slope[k + 1] = p[k];
    }
    (gap, slope)
}

/// The same of a series in the time itself, for drag alone.
pub(crate) fn smooth(u: f64, span: f64) -> (Vector, Vector) {
    let y = 2.0 * u / span - 1.0;
    let p = legendre::<{ POLYNOMIALS + 3 }>(y);
    let (mut gap, mut slope) = (Vector::zeros(), Vector::zeros());
    gap[0] = 1.0;
    for k in 0..=POLYNOMIALS {
        gap[k + 1] = 0.5 * span * integral(&p, k);
        slope[k + 1] = p[k];
    }
    (gap, slope)
}

/// What the second derivative of the gap at `u` > 0 is made of: of [`smooth`], or of [`basis`].
pub(crate) fn curvature(u: f64, span: f64, is_smooth: bool) -> Vector {
    let (y, slope) = if is_smooth {
        (2.0 * u / span - 1.0, 2.0 / span)
    } else {
        (2.0 * (u / span).sqrt() - 1.0, (u * span).sqrt().recip())
    };
    let p = legendre::<{ POLYNOMIALS + 3 }>(y);
    let (mut bend, mut last) = (Vector::zeros(), [0.0, 1.0]);
    for k in 1..=POLYNOMIALS {
        bend[k + 1] = last[1] * slope;
        // P'(k+1) = P'(k−1) + (2k + 1) P(k).
        last = [last[1], last[0] + (2 * k + 1) as f64 * p[k]];
    }
    bend
}

/// Sums over the pictures of one side.
#[derive(Clone)]
pub(crate) struct Sums {
    gram: Matrix,
    product: Vector,
    square: f64,
    count: f64,
    /// Half of the logarithm of the determinant of the correlations of the noise.
    volume: f64,
}

impl Sums {
    fn none() -> Self {
        Self { gram: Matrix::zeros(), product: Vector::zeros(), square: 0.0, count: 0.0, volume: 0.0 }
    }

    /// Of pictures `(u, gap)`, on this span.
    pub(crate) fn of(pictures: impl Iterator<Item = (f64, f64)>, span: f64) -> Self {
        let mut sums = Self::none();
        pictures.for_each(|(u, gap)| sums.add(&basis(u, span).0, gap, 1.0));
        sums
    }

    /// Of pictures `(u, value)` in the order of time, with the row of the series at `u`, for each of the
    /// [`CORRELATIONS`] `ρ`. The difference of a picture from `ρ` times the one before is independent, with the
    /// variance `1 − ρ²` (Cochrane & Orcutt 1949).
    pub(crate) fn correlated(pictures: &[(f64, f64)], row: impl Fn(f64) -> Vector) -> [Self; CORRELATIONS.len()] {
        let mut all = CORRELATIONS.map(|_| Self::none());
        let mut before = None;
        for (u, gap) in pictures {
            let row = row(*u);
            for (sums, correlation) in all.iter_mut().zip(CORRELATIONS) {
                match before {
                    None => sums.add(&row, *gap, 1.0),
                    Some((last, last_gap)) => {
                        let left = 1.0 - correlation * correlation;
                        sums.add(&(row - last * correlation), gap - last_gap * correlation, left.recip());
                        sums.volume += 0.5 * left.ln();
                    }
                }
            }
            before = Some((row, *gap));
        }
        all
    }

    /// Adds a picture with this weight, or takes it away with a negative one.
    pub(crate) fn add(&mut self, row: &Vector, gap: f64, weight: f64) {
        // Over slices, which are compiled for vectors: most of the time of a reading goes in here.
        let scaled = row * weight;
        for (column, factor) in self.gram.as_mut_slice().chunks_exact_mut(COEFFICIENTS).zip(scaled.as_slice()) {
            column.iter_mut().zip(row.as_slice()).for_each(|(sum, one)| *sum += factor * one);
        }
        self.product.axpy(weight * gap, row, 1.0);
        self.square += weight * gap * gap;
        self.count += weight.signum();
    }
}

/// Standard deviations of the coefficients before any picture is seen.
#[derive(Clone, Copy)]
pub(crate) struct Prior {
    /// Of gap and speed at contact, over way and speed.
    pub(crate) breadth: f64,
    /// Scale of the speed [m/s].
    pub(crate) speed: f64,
    /// Scale of the changes of the speed [m/s].
    pub(crate) change: f64,
    /// Amplitudes of the changes over their scale, alike before any picture is seen.
    pub(crate) amplitudes: [f64; AMPLITUDE_COUNT],
}

impl Prior {
    /// With these scales [m/s].
    pub(crate) fn new(speed: f64, change: f64) -> Self {
        Self { breadth: BROAD, speed, change, amplitudes: AMPLITUDES }
    }

    /// With as many amplitudes, even in the logarithm, from this one on if it is less.
    pub(crate) fn down_to(self, least: f64) -> Self {
        let decades = least.min(AMPLITUDES[0]).ln() / AMPLITUDES[0].ln();
        Self { amplitudes: AMPLITUDES.map(|one| one.powf(decades)), ..self }
    }
}

/// What the pictures of one side say of its coefficients, for each amplitude and noise.
pub(crate) struct Posterior {
    modes: Vec<Eigenmodes>,
    /// Logarithms of the marginal likelihoods, by amplitude and noise.
    pub(crate) likelihoods: Vec<[f64; NOISE_COUNT]>,
    /// Means and variances of the gap at contact, alike.
    pub(crate) contact: Vec<[(f64, f64); NOISE_COUNT]>,
}

/// Directions in which the coefficients are independent, for one amplitude.
struct Eigenmodes {
    deviations: Vector,
    vectors: Matrix,
    values: Vector,
    projections: Vector,
}

impl Posterior {
    /// Of pictures with these sums, on a span \[s\], for these noises.
    pub(crate) fn new(sums: &Sums, prior: &Prior, span: f64, noises: &[f64; NOISE_COUNT]) -> Self {
        let Prior { breadth, speed, change, amplitudes } = *prior;
        let (mut modes, mut likelihoods, mut contact) = (Vec::new(), Vec::new(), Vec::new());
        for amplitude in amplitudes {
            let deviations = Vector::from_fn(|k, _| match k {
                0 => breadth * speed * span,
                1 => breadth * speed,
                _ => change * amplitude * (k as f64 - 1.0).powf(-DECAY),
            });
            let scaled = Matrix::from_fn(|a, b| deviations[a] * sums.gram[(a, b)] * deviations[b]);
            let parts = scaled.symmetric_eigen();
            let values = parts.eigenvalues.map(|value| value.max(0.0));
            let projections = parts.eigenvectors.tr_mul(&sums.product.component_mul(&deviations));
            let of_contact = parts.eigenvectors.row(0).transpose() * deviations[0];
            let mut of_noises = [0.0; NOISE_COUNT];
            let mut gaps = [(0.0, 0.0); NOISE_COUNT];
            for (at, noise) in noises.iter().enumerate() {
                let w = noise.powi(-2);
                let mut sum = -sums.square * w;
                let (mut mean, mut variance) = (0.0, 0.0);
                for k in 0..COEFFICIENTS {
                    let known = 1.0 + values[k] * w;
                    sum += projections[k].powi(2) * w * w / known - known.ln();
                    mean += of_contact[k] * projections[k] * w / known;
                    variance += of_contact[k].powi(2) / known;
                }
                of_noises[at] = 0.5 * sum - sums.volume - sums.count * noise.ln();
                gaps[at] = (mean, variance);
            }
            modes.push(Eigenmodes { deviations, vectors: parts.eigenvectors, values, projections });
            likelihoods.push(of_noises);
            contact.push(gaps);
        }
        Self { modes, likelihoods, contact }
    }

    /// Logarithm of the likelihood of all amplitudes and noises together.
    pub(crate) fn likelihood(&self) -> f64 {
        log_sum(self.likelihoods.iter().flatten().copied())
    }

    /// The mean motion of the likeliest amplitude and noise.
    pub(crate) fn likeliest(&self, noises: &[f64; NOISE_COUNT]) -> Vector {
        let all = self.likelihoods.iter().flatten().enumerate();
        let cell = all.max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(cell, _)| cell);
        self.mean(cell / NOISE_COUNT, noises[cell % NOISE_COUNT]).0
    }

    /// The mean motion of an amplitude with a noise, and the covariance of its coefficients with the gap at contact.
    pub(crate) fn mean(&self, amplitude: usize, noise: f64) -> (Vector, Vector) {
        let (of, w) = (&self.modes[amplitude], noise.powi(-2));
        let known = of.values.map(|value| 1.0 / (1.0 + value * w));
        let back = |along: Vector| (of.vectors * along).component_mul(&of.deviations);
        let first = of.vectors.row(0).transpose() * of.deviations[0];
        (back(of.projections.component_mul(&known) * w), back(first.component_mul(&known)))
    }

    /// The deviation of a drawn motion from the mean, by these normal random numbers.
    pub(crate) fn drawn(&self, amplitude: usize, noise: f64, random: &Vector) -> Vector {
        let (of, w) = (&self.modes[amplitude], noise.powi(-2));
        let apart = Vector::from_fn(|k, _| random[k] / (1.0 + of.values[k] * w).sqrt());
        (of.vectors * apart).component_mul(&of.deviations)
    }
}

/// Normal random numbers, one for each coefficient.
pub(crate) fn normals(random: &mut Random) -> Vector {
    Vector::from_fn(|_, _| random.normal())
}

/// The logarithm of the sum of exponentials.
pub(crate) fn log_sum(all: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = all.clone().fold(f64::NEG_INFINITY, f64::max);
    if most.is_finite() { most + all.map(|one| (one - most).exp()).sum::<f64>().ln() } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_is_the_integral_of_the_speed() {
        let (span, mut sum) = (0.7, Vector::zeros());
        let steps = 200_000;
        let step = 0.5 / f64::from(steps);
        (0..steps).for_each(|k| sum += basis((f64::from(k) + 0.5) * step, span).1 * step);
        let off = basis(0.5, span).0 - sum;
        assert!((1..COEFFICIENTS).all(|k| off[k].abs() < 1e-6), "{off}");
    }

    #[test]
    fn the_curvature_is_the_slope_of_the_speed() {
        for (is_smooth, of) in [(true, smooth as fn(f64, f64) -> (Vector, Vector)), (false, basis)] {
            let apart = (of(0.3 + 1e-6, 0.7).1 - of(0.3 - 1e-6, 0.7).1) / 2e-6 - curvature(0.3, 0.7, is_smooth);
            assert!(apart.amax() < 1e-5 * curvature(0.3, 0.7, is_smooth).amax(), "{apart}");
        }
    }
}
