//! Fourier sums in φ on the half-planes `φ_n = (n + ½)π/N`: between the modes and the values there. With a plane of
//! symmetry `n = 0 … N − 1`, without one `n = 0 … 2N − 1`.
//!
//! Half-planes at φ and π − φ are mirror images: every wave has the same value on both, or the opposite one. So the sum
//! of the waves that have the same and that of the others give the values on both, and sums and differences of the
//! values give the amplitudes: half of the work.

use super::fields::{ModeFields, Parts};
use super::tridiagonal::{part, part_mut};

/// Columns that are computed side by side.
pub(super) const LANES: usize = 16;

/// Lines of so many columns each; `wide` is a multiple of [`LANES`].
#[derive(Clone)]
pub(super) struct Lines {
    values: Vec<f64>,
    wide: usize,
}

impl Lines {
    pub(super) fn zeros(count: usize, wide: usize) -> Self {
        Self { values: vec![0.0; count * wide], wide }
    }

    #[inline(always)]
    pub(super) fn line(&self, n: usize) -> &[f64] {
        &self.values[n * self.wide..][..self.wide]
    }

    #[inline(always)]
    pub(super) fn line_mut(&mut self, n: usize) -> &mut [f64] {
        &mut self.values[n * self.wide..][..self.wide]
    }
}

/// Matrices between the amplitudes of the [`Parts`] with modes 0 … M and the values on half-planes of φ, N in (0, π) or
/// 2N in (0, 2π).
///
/// Products of three amplitudes are free of aliasing where `2N > 3M`.
pub struct Planes {
    /// Number of half-planes.
    pub count: usize,
    /// Number of parts.
    pub modes: usize,
    /// Their wavenumbers.
    pub(super) wavenumbers: Vec<usize>,
    /// `cos φ_n`.
    pub(super) cosine: Vec<f64>,
    /// `sin φ_n`.
    pub(super) sine: Vec<f64>,
    /// `cos mφ_n`, entry `n·modes + m`; of the turned family `sin mφ_n`.
    pub cosines: Vec<f64>,
    /// `sin mφ_n`, entry `n·modes + m`; of the turned family `−cos mφ_n`.
    pub sines: Vec<f64>,
    /// Weight `2/count` (`1/count` for m = 0) times `cosines`, same order: from values to amplitudes.
    pub to_cosines: Vec<f64>,
    /// The same weight times `sines`.
    pub to_sines: Vec<f64>,
    /// Half-planes that are mirror images of each other; the one at φ = π/2 is its own.
    mirrored: Vec<[usize; 2]>,
    /// Parts of radial and axial velocity, and of the azimuthal one, that have the same value on mirrored half-planes,
    /// and those that have the opposite one.
    same: [Vec<usize>; 2],
    opposite: [Vec<usize>; 2],
    /// The terms that [`Self::amplitude`] adds up, of every part.
    terms: [Vec<Vec<Term>>; 2],
}

/// Folded lines of a pair of half-planes, plain and azimuthal, and their factors in an amplitude.
struct Term {
    lines: [usize; 2],
    factors: [f64; 2],
}

impl Planes {
    /// The fewest half-planes that are free of aliasing.
    pub fn new(parts: Parts) -> Self {
        let (half, modes) = (3 * parts.highest / 2 + 1, parts.count());
        let count = half * parts.families();
        let angle = |n: usize| (n as f64 + 0.5) * std::f64::consts::PI / half as f64;
        let wavenumbers: Vec<usize> = parts.wavenumbers().collect();
        let table = |which: usize, weighted: bool| {
            let weight = |m: usize| match (weighted, m) {
                (false, _) => 1.0,
                (true, 0) => 1.0 / count as f64,
                (true, _) => 2.0 / count as f64,
            };
            let entry = |n: usize, k: usize| weight(parts.wavenumber(k)) * parts.waves(k, angle(n))[which];
            (0..count).flat_map(|n| (0..modes).map(move |k| entry(n, k))).collect()
        };
        // cos mφ of an even m has the same value at φ and π − φ, sin mφ the opposite one; of an odd m it is the other
        // way round.
        let waves = |azimuthal: bool, same: bool| {
            let exists = |&k: &usize| parts.wavenumber(k) > 0 || parts.is_turned(k) == azimuthal;
            let is_sine = |k: usize| parts.is_turned(k) != azimuthal;
            let is_same = |&k: &usize| (parts.wavenumber(k).is_multiple_of(2) != is_sine(k)) == same;
            (0..modes).filter(exists).filter(is_same).collect()
        };
        let image = |n: usize| if n < half { half - 1 - n } else { 3 * half - 1 - n };
        let mut planes = Self {
            mirrored: (0..count).map(|n| [n, image(n)]).filter(|[n, image]| n <= image).collect(),
            same: [waves(false, true), waves(true, true)],
            opposite: [waves(false, false), waves(true, false)],
            count,
            modes,
            wavenumbers,
            cosine: (0..count).map(|n| angle(n).cos()).collect(),
            sine: (0..count).map(|n| angle(n).sin()).collect(),
            cosines: table(0, false),
            sines: table(1, false),
            to_cosines: table(0, true),
            to_sines: table(1, true),
            terms: [Vec::new(), Vec::new()],
        };
        planes.terms = [0, 1].map(|like| (0..modes).map(|k| terms(&planes, k, like)).collect());
        planes
    }

    /// Sums amplitudes, a line per part, to values on the half-planes, in the first `columns` of their lines, a
    /// multiple of [`LANES`]. They vary like radial and axial velocity (`like` 0) or like the azimuthal one (1).
    pub(super) fn values(&self, like: usize, amplitudes: &Lines, columns: usize, out: &mut Lines) {
        let table = [&self.cosines, &self.sines][like];
        for &[n, image] in &self.mirrored {
            let factors = &table[n * self.modes..][..self.modes];
            for start in (0..columns).step_by(LANES) {
                let same = sum(&self.same[like], factors, amplitudes, start);
                let opposite = sum(&self.opposite[like], factors, amplitudes, start);
                *part_mut(out.line_mut(image), start) = lanes(|l| same[l] - opposite[l]);
                *part_mut(out.line_mut(n), start) = lanes(|l| same[l] + opposite[l]);
            }
        }
    }

    /// Puts sums and differences of the values on mirrored half-planes in their place, in the first `columns`.
    pub(super) fn fold(&self, values: &mut Lines, columns: usize) {
        for &[n, image] in self.mirrored.iter().filter(|[n, image]| n < image) {
            for start in (0..columns).step_by(LANES) {
                let x: [f64; LANES] = *part(values.line(n), start);
                let y: [f64; LANES] = *part(values.line(image), start);
                *part_mut(values.line_mut(n), start) = lanes(|l| x[l] + y[l]);
                *part_mut(values.line_mut(image), start) = lanes(|l| x[l] - y[l]);
            }
        }
    }

    /// The amplitude of part `k` of the folded values `plain`, plus the derivative by φ of that of `azimuthal`. `like`
    /// is 0 where `plain` varies like radial and axial velocity and `azimuthal` like the azimuthal one, 1 where it is
    /// the other way round.
    pub(super) fn amplitude(&self, k: usize, like: usize, [plain, azimuthal]: [&Lines; 2], out: &mut [f64]) {
        for start in (0..out.len()).step_by(LANES) {
            let mut sum = [0.0; LANES];
            for Term { lines: [n, m], factors: [a, b] } in &self.terms[like][k] {
                let (x, y) = (part::<LANES>(plain.line(*n), start), part::<LANES>(azimuthal.line(*m), start));
                (0..LANES).for_each(|l| sum[l] += a * x[l] + b * y[l]);
            }
            *part_mut(out, start) = sum;
        }
    }
}

/// The terms of [`Planes::amplitude`] of part `k`, one per pair of half-planes.
fn terms(planes: &Planes, k: usize, like: usize) -> Vec<Term> {
    let m = planes.wavenumbers[k] as f64;
    let tables = [&planes.to_cosines, &planes.to_sines];
    let sign = if like == 0 { -m } else { m };
    let same = planes.same[like].contains(&k);
    let term = |&[n, image]: &[usize; 2]| {
        let at = n * planes.modes + k;
        let [a, b] = [tables[like][at], sign * tables[1 - like][at]];
        // The half-plane that is its own image has no difference.
        let factors = match (n < image, same) {
            (true, _) => [a, b],
            (false, true) => [a, 0.0],
            (false, false) => [0.0, b],
        };
        Term { lines: if same { [n, image] } else { [image, n] }, factors }
    };
    let exists = same || planes.opposite[like].contains(&k);
    planes.mirrored.iter().filter(|_| exists).map(term).collect()
}

/// `of(l)` of every lane.
#[inline(always)]
pub(super) fn lanes(of: impl Fn(usize) -> f64) -> [f64; LANES] {
    std::array::from_fn(of)
}

/// `Σ_k factor_k · line_k` over `parts`, from column `start` on.
#[inline(always)]
fn sum(parts: &[usize], factors: &[f64], lines: &Lines, start: usize) -> [f64; LANES] {
    let mut sum = [0.0; LANES];
    for &k in parts {
        let (factor, line) = (factors[k], part::<LANES>(lines.line(k), start));
        (0..LANES).for_each(|l| sum[l] += factor * line[l]);
    }
    sum
}

/// The transporting and the transported velocity: both are extrapolated from two levels.
pub struct Transport<'a> {
    /// Velocity of the present level and of the one before.
    pub(super) levels: [&'a [ModeFields]; 2],
    /// Weight of each.
    pub(super) ahead: [f64; 2],
    /// The cells' heights at both \[m\].
    pub(super) heights: [&'a [f64]; 2],
    /// Velocity of the axial faces [m/s], length nz + 1.
    pub(super) face_velocity: &'a [f64],
    /// Velocity of the frame along φ = 0 and along φ = π/2 [m/s].
    pub frame: [f64; 2],
}
