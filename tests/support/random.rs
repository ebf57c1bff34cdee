//! Random numbers that are the same in every run.

/// Marsaglia's xorshift (2003) with a multiplier.
pub struct Random(u64);

impl Random {
    /// The generator of input `number`.
    pub fn of(number: u64) -> Self {
        let mut random = Self(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| random.skip());
        random
    }

    fn skip(&mut self) {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
    }

    /// Zero up to `bound`, which is left out; 0 if there is nothing to choose.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.skip();
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) % bound.max(1)
    }

    /// An index below `length`.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// One of `choices`.
    pub fn of_these<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.index(choices.len())]
    }
}
