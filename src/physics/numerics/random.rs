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
