//! Random numbers, quantiles and orthogonal polynomials.

/// Random numbers from a seed, the same on every machine: SplitMix64 (Steele, Lea & Flood 2014).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        b ^ (b >> 31)
    }

    /// From 0 to 1, which is left out.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.share() * bound as f64) as usize
    }

    /// Of the standard normal distribution (Box & Muller 1958).
    pub fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.share()).ln()).sqrt() * (std::f64::consts::TAU * self.share()).cos()
    }

    /// An index with these weights, whose sum is 1.
    pub fn pick(&mut self, weights: &[f64]) -> usize {
        let mut left = self.share();
        let is_this = |weight: &f64| {
            left -= weight;
            left < 0.0
        };
        weights.iter().position(is_this).unwrap_or(weights.len() - 1)
    }
}

/// The value below which this share of the values lies, which it puts into another order; there is one at least.
pub fn quantile(values: &mut [f64], share: f64) -> f64 {
    let place = (values.len().saturating_sub(1) as f64 * share).round() as usize;
    *values.select_nth_unstable_by(place, f64::total_cmp).1
}

/// The first `N` Legendre polynomials at `x`; of fewer than two, none.
pub fn legendre<const N: usize>(x: f64) -> [f64; N] {
    let mut all = [0.0; N];
    if N > 1 {
        (all[0], all[1]) = (1.0, x);
    }
    for k in 1..N.saturating_sub(1) {
        let n = k as f64;
        all[k + 1] = ((2.0 * n + 1.0) * x * all[k] - n * all[k - 1]) / (n + 1.0);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_published() {
        let mut random = Random(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(expected.map(|_| random.next()), expected);
    }
}
