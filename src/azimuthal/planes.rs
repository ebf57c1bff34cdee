//! Fourier sums in φ on the half-planes `φ_n = (n + ½)π/N`, `n = 0 … N − 1`, between the modes and the planes.

/// Matrices between the amplitudes of modes 0 … M and the values on N half-planes of φ in (0, π).
///
/// Products of three amplitudes are free of aliasing where `2N > 3M`.
pub struct Planes {
    /// Number of half-planes N.
    pub count: usize,
    /// Number of modes, M + 1.
    pub modes: usize,
    /// `cos φ_n`.
    pub cosine: Vec<f64>,
    /// `sin φ_n`.
    pub sine: Vec<f64>,
    /// `cos mφ_n`, entry `n·modes + m`.
    pub cosines: Vec<f64>,
    /// `sin mφ_n`, entry `n·modes + m`.
    pub sines: Vec<f64>,
    /// Weight `2/N` (`1/N` for m = 0) times `cos mφ_n`, same order: from values to amplitudes.
    pub to_cosines: Vec<f64>,
    /// Weight `2/N` times `sin mφ_n`, same order.
    pub to_sines: Vec<f64>,
}

impl Planes {
    /// The fewest half-planes that are free of aliasing for modes 0 … `highest`.
    pub fn new(highest: usize) -> Self {
        let (count, modes) = (3 * highest / 2 + 1, highest + 1);
        let angle = |n: usize| (n as f64 + 0.5) * std::f64::consts::PI / count as f64;
        let table = |f: fn(f64) -> f64, weighted: bool| {
            let weight = |m: usize| match (weighted, m) {
                (false, _) => 1.0,
                (true, 0) => 1.0 / count as f64,
                (true, _) => 2.0 / count as f64,
            };
            let entry = |n: usize, m: usize| weight(m) * f(m as f64 * angle(n));
            (0..count).flat_map(|n| (0..modes).map(move |m| entry(n, m))).collect()
        };
        Self {
            count,
            modes,
            cosine: (0..count).map(|n| angle(n).cos()).collect(),
            sine: (0..count).map(|n| angle(n).sin()).collect(),
            cosines: table(f64::cos, false),
            sines: table(f64::sin, false),
            to_cosines: table(f64::cos, true),
            to_sines: table(f64::sin, true),
        }
    }
}
