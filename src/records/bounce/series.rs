//! The motion on one side of a contact, weighed over all that it may be.
//!
//! The speed is a series of Legendre polynomials of `2√(u/T) − 1`, `u` the time from contact and `T` the span: the history force, and the film next to the
//! wall, bend the motion in the root of the time. The gap is its integral. Gap and speed at contact are free; the `k`-th further coefficient is normal
//! with mean 0 and standard deviation `A/k²` times the speed. Amplitude `A` and noise are not known before: their values stand
//! evenly in the logarithm, and their marginal likelihood weighs them (MacKay 1992).

use crate::statistics::{Random, legendre};
use nalgebra::{SMatrix, SVector};

/// Polynomials of the speed, the constant aside: enough that noise-free motions are read within a thousandth.
const TERMS: usize = 20;
/// Coefficients: gap, speed, and the polynomials.
pub(crate) const SIZE: usize = TERMS + 2;
/// Amplitudes, even in the logarithm: from a speed that changes by a hundredth to one that changes by itself.
const AMPLITUDES: [f64; 5] = [1e-2, 3.162e-2, 0.1, 0.3162, 1.0];
/// The `k`-th polynomial is taken to fall as `k` to minus this power. The speed of a sphere has no jumps, but its force may jump, or change in an instant: the film tears, the wake catches
/// up with the sphere. Coefficients of a function with a kink fall as `k^(−3/2)`, of one whose slope has a kink as `k^(−5/2)` (Wang & Xiang 2012); this is a choice between the two. With 3/2,
/// 2 and 5/2, of the restitutions in 113 records of five motions by the flow (St 27 to 742) 73, 68 and 51 % are within one standard error, and 1, 0 and 1 % beyond four. If coefficients fell as a
/// power of a number, as those of smoother motions do, what no picture shows would be taken for smooth: 43 and 6 %.
const POWER: f64 = 2.0;
/// Kinds of motions.
pub(crate) const KINDS: usize = AMPLITUDES.len();
/// Noises over that of the third differences, even in the logarithm: a decade below, which few pictures may show too large, to two above, where noise is correlated from
/// picture to picture, or the motion itself is no such series; eight of them a decade.
pub(crate) const NOISES: usize = 25;
/// Correlations of the noise from picture to picture: none, and by halves towards one. A curve that a hand followed, or a tracker that smooths, has noise that hangs together.
pub(crate) const CORRELATIONS: [f64; 4] = [0.0, 0.5, 0.75, 0.875];
/// What pictures of a motion without noise may be off the series, in diameters: what is off by less is not off.
pub(crate) const FLOOR: f64 = 5e-4;
/// Fewest pictures of an approach and of a flight.
pub(crate) const FEWEST: usize = 3;
/// Loss in the logarithm of a normal likelihood at two and at four standard deviations: nine times of contact lie within two, and what is beyond four is not drawn.
pub(crate) const LIKELY: (f64, f64) = (2.0, 8.0);
/// Standard deviation of gap and speed at contact before anything is seen, over way and speed.
const WIDE: f64 = 10.0;

pub(crate) type Vector = SVector<f64, SIZE>;
type Matrix = SMatrix<f64, SIZE, SIZE>;

/// The noises that are weighed, about this one.
pub(crate) fn noises(noise: f64) -> [f64; NOISES] {
    std::array::from_fn(|at| noise * 10f64.powf(at as f64 / 8.0 - 1.0))
}

/// The integral of the `k`-th of these polynomials, which have their values at some place, from −1 to there.
fn integral(p: &[f64], k: usize) -> f64 {
    if k == 0 { p[1] + 1.0 } else { (p[k + 1] - p[k - 1]) / (2 * k + 1) as f64 }
}

/// What the gap and the speed at `u` ≥ 0 from contact are made of, on a span \[s\].
pub(crate) fn basis(u: f64, span: f64) -> (Vector, Vector) {
    let y = 2.0 * (u / span).max(0.0).sqrt() - 1.0;
    let p = legendre::<{ TERMS + 3 }>(y);
    // du = T (y + 1)/2 dy.
    let integral = |k: usize| integral(&p, k);
    let (mut gap, mut slope) = (Vector::zeros(), Vector::zeros());
    gap[0] = 1.0;
    for k in 0..=TERMS {
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

/// The same of a motion that bends in the time itself: drag alone does not know when the contact was.
pub(crate) fn smooth(u: f64, span: f64) -> (Vector, Vector) {
    let y = 2.0 * u / span - 1.0;
    let p = legendre::<{ TERMS + 3 }>(y);
    let (mut gap, mut slope) = (Vector::zeros(), Vector::zeros());
    gap[0] = 1.0;
    for k in 0..=TERMS {
        gap[k + 1] = 0.5 * span * integral(&p, k);
        slope[k + 1] = p[k];
    }
    (gap, slope)
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

    /// Of pictures `(u, value)` in the order of time, made of these rows at `u`, one for each of the [`CORRELATIONS`] `ρ`: what each picture has beyond `ρ` times the one before is
    /// independent, with the variance `1 − ρ²` (Cochrane & Orcutt 1949).
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

    /// Adds a picture that is this many times as certain as others, or takes it away.
    pub(crate) fn add(&mut self, row: &Vector, gap: f64, weight: f64) {
        self.gram.ger(weight, row, row, 1.0);
        self.product.axpy(weight * gap, row, 1.0);
        self.square += weight * gap * gap;
        self.count += weight.signum();
    }
}

/// The likelihoods of all kinds of motions through the pictures of one side.
pub(crate) struct Weighed {
    kinds: Vec<Kind>,
    /// Logarithms of the marginal likelihoods, by kind and noise.
    pub(crate) likelihoods: Vec<[f64; NOISES]>,
    /// Means and variances of the gap at contact, alike.
    pub(crate) contact: Vec<[(f64, f64); NOISES]>,
}

/// A kind of motion: in these directions its coefficients are independent.
struct Kind {
    deviations: Vector,
    vectors: Matrix,
    values: Vector,
    along: Vector,
}

impl Weighed {
    /// Of pictures with these sums, scales of the speed and of its changes [m/s], a span \[s\] and these noises.
    pub(crate) fn new(sums: &Sums, speed: f64, bend: f64, span: f64, noises: &[f64; NOISES]) -> Self {
        Self::within(sums, [WIDE, speed, bend], span, noises)
    }

    /// The same with amplitudes that begin at the least of these and of [`AMPLITUDES`], as many, even in the logarithm.
    pub(crate) fn from(sums: &Sums, [speed, bend, least]: [f64; 3], span: f64, noises: &[f64; NOISES]) -> Self {
        let decades = least.min(AMPLITUDES[0]).ln() / AMPLITUDES[0].ln();
        Self::of_amplitudes(sums, [WIDE, speed, bend], AMPLITUDES.map(|one| one.powf(decades)), span, noises)
    }

    /// The same of a gap and a speed at contact that are within this many ways and speeds.
    pub(crate) fn within(sums: &Sums, scales: [f64; 3], span: f64, noises: &[f64; NOISES]) -> Self {
        Self::of_amplitudes(sums, scales, AMPLITUDES, span, noises)
    }

    fn of_amplitudes(
        sums: &Sums,
        [wide, speed, bend]: [f64; 3],
        amplitudes: [f64; AMPLITUDES.len()],
        span: f64,
        noises: &[f64; NOISES],
    ) -> Self {
        let (mut kinds, mut likelihoods, mut contact) = (Vec::new(), Vec::new(), Vec::new());
        for amplitude in amplitudes {
            let deviations = Vector::from_fn(|k, _| match k {
                0 => wide * speed * span,
                1 => wide * speed,
                _ => bend * amplitude * (k as f64 - 1.0).powf(-POWER),
            });
            let scaled = Matrix::from_fn(|a, b| deviations[a] * sums.gram[(a, b)] * deviations[b]);
            let parts = scaled.symmetric_eigen();
            let values = parts.eigenvalues.map(|value| value.max(0.0));
            let along = parts.eigenvectors.tr_mul(&sums.product.component_mul(&deviations));
            let of_contact = parts.eigenvectors.row(0).transpose() * deviations[0];
            let mut of_noises = [0.0; NOISES];
            let mut gaps = [(0.0, 0.0); NOISES];
            for (at, noise) in noises.iter().enumerate() {
                let w = noise.powi(-2);
                let mut sum = -sums.square * w;
                let (mut mean, mut variance) = (0.0, 0.0);
                for k in 0..SIZE {
                    let known = 1.0 + values[k] * w;
                    sum += along[k].powi(2) * w * w / known - known.ln();
                    mean += of_contact[k] * along[k] * w / known;
                    variance += of_contact[k].powi(2) / known;
                }
                of_noises[at] = 0.5 * sum - sums.volume - sums.count * noise.ln();
                gaps[at] = (mean, variance);
            }
            kinds.push(Kind { deviations, vectors: parts.eigenvectors, values, along });
            likelihoods.push(of_noises);
            contact.push(gaps);
        }
        Self { kinds, likelihoods, contact }
    }

    /// Logarithm of the likelihood of all kinds and noises together.
    pub(crate) fn likelihood(&self) -> f64 {
        log_sum(self.likelihoods.iter().flatten().copied())
    }

    /// The mean motion of the likeliest kind and noise.
    pub(crate) fn likeliest(&self, noises: &[f64; NOISES]) -> Vector {
        let all = self.likelihoods.iter().flatten().enumerate();
        let cell = all.max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(cell, _)| cell);
        self.mean(cell / NOISES, noises[cell % NOISES]).0
    }

    /// The mean motion of a kind with a noise, and the covariance of its coefficients with the gap at contact.
    pub(crate) fn mean(&self, kind: usize, noise: f64) -> (Vector, Vector) {
        let (of, w) = (&self.kinds[kind], noise.powi(-2));
        let known = of.values.map(|value| 1.0 / (1.0 + value * w));
        let back = |along: Vector| (of.vectors * along).component_mul(&of.deviations);
        let first = of.vectors.row(0).transpose() * of.deviations[0];
        (back(of.along.component_mul(&known) * w), back(first.component_mul(&known)))
    }

    /// How far a motion that is drawn at random is from the mean, with these random numbers.
    pub(crate) fn drawn(&self, kind: usize, noise: f64, random: &Vector) -> Vector {
        let (of, w) = (&self.kinds[kind], noise.powi(-2));
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
        assert!((1..SIZE).all(|k| off[k].abs() < 1e-6), "{off}");
    }
}
