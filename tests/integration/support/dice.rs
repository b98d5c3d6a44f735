//! Random numbers with a fixed seed, so that failures are reproducible.

use std::ops::Range;

/// Marsaglia's xorshift.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.roll() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    pub fn between(&mut self, (min, max): (u64, u64)) -> u64 {
        min + self.roll() % (max - min)
    }

    /// A part of `length` items, 40 at most.
    pub fn range(&mut self, length: usize) -> Range<usize> {
        let start = self.below(length + 1);
        start..start + self.below((length - start).min(40) + 1)
    }
}
