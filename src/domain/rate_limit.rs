//! Rate limits: a token bucket per key, in bounded memory. Pure: the caller passes the time.

use super::{Instant, time::SignedDuration};
use std::{collections::HashMap, hash::Hash};

/// Rate of one key.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Tokens of a full bucket.
    pub burst: u32,
    /// Time to refill one token.
    pub refill: SignedDuration,
}

impl Rate {
    fn to_refill(self, tokens: u32) -> SignedDuration {
        self.refill.saturating_mul(i32::try_from(tokens).unwrap_or(i32::MAX))
    }
}

/// A token bucket per key. A full bucket needs no entry and is evicted. While the table is full, all further keys share
/// one overflow bucket, so that a flood of keys cannot evict another key's bucket.
#[derive(Debug)]
pub struct RateLimit<K> {
    rate: Rate,
    max_keys: usize,
    buckets: HashMap<K, Bucket>,
    overflow: Bucket,
}

/// Stored as the instant at which the bucket is full again (generic cell rate algorithm, GCRA).
#[derive(Clone, Copy, Debug)]
struct Bucket {
    full_at: Instant,
}

impl Bucket {
    fn take(&mut self, rate: Rate, tokens: u32, now: Instant) -> Result<(), SignedDuration> {
        let capacity = rate.to_refill(rate.burst);
        // Longer to fill than an empty bucket means that the clock was set back, which must not lock a client out.
        let full_at = if self.full_at > now.plus(capacity) { now } else { self.full_at.max(now) };
        let after = full_at.plus(rate.to_refill(tokens.min(rate.burst)));
        let wait = after.since(now) - capacity;
        if wait.is_positive() {
            return Err(wait);
        }
        self.full_at = after;
        Ok(())
    }
}

impl<K: Eq + Hash> RateLimit<K> {
    #[must_use]
    pub fn new(rate: Rate, max_keys: usize) -> Self {
        Self { rate, max_keys, buckets: HashMap::new(), overflow: Bucket { full_at: Instant::EPOCH } }
    }

    /// Takes one token from the bucket of `key`.
    ///
    /// # Errors
    /// Time until the next token; no token is taken then.
    pub fn take(&mut self, key: K, now: Instant) -> Result<(), SignedDuration> {
        self.take_many(key, 1, now)
    }

    /// Takes `tokens` tokens at once, or a full bucket if that is less.
    ///
    /// # Errors
    /// Those of [`RateLimit::take`].
    pub fn take_many(&mut self, key: K, tokens: u32, now: Instant) -> Result<(), SignedDuration> {
        if self.buckets.len() >= self.max_keys && !self.buckets.contains_key(&key) {
            self.buckets.retain(|_, bucket| bucket.full_at > now);
            if self.buckets.len() >= self.max_keys {
                return self.overflow.take(self.rate, tokens, now);
            }
        }
        self.buckets.entry(key).or_insert(Bucket { full_at: now }).take(self.rate, tokens, now)
    }

    /// Returns one token of `key`: the operation that it was taken for did not happen.
    pub fn give_back(&mut self, key: &K) {
        if let Some(bucket) = self.buckets.get_mut(key) {
            bucket.full_at = bucket.full_at.plus(-self.rate.refill);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::{DAY, MILLISECOND, MINUTE, SECOND};

    const RATE: Rate = Rate { burst: 3, refill: SECOND };

    #[test]
    fn a_burst_passes_and_then_one_per_refill() {
        let mut limit = RateLimit::new(RATE, 10);
        let now = Instant::from_millis(50_000);
        assert_eq!((0..5).filter(|_| limit.take("a", now).is_ok()).count(), 3);
        assert_eq!(limit.take("a", now), Err(SECOND));
        assert_eq!(limit.take("b", now), Ok(()), "keys do not share a bucket");
        assert_eq!(limit.take("a", now.plus(SECOND - MILLISECOND)), Err(MILLISECOND));
        assert_eq!(limit.take("a", now.plus(SECOND)), Ok(()));
        limit.give_back(&"a");
        assert_eq!(limit.take("a", now.plus(SECOND)), Ok(()));
    }

    #[test]
    fn a_flood_of_keys_evicts_no_bucket_and_memory_is_bounded() {
        let mut limit = RateLimit::new(RATE, 10);
        let now = Instant::from_millis(50_000);
        while limit.take(0, now).is_ok() {}
        let passed = (1..1_000).filter(|key| limit.take(*key, now).is_ok()).count();
        assert_eq!(passed, 9 + 3, "those with an entry, and the shared bucket");
        assert!(limit.take(0, now).is_err());
        assert_eq!(limit.buckets.len(), 10);
        assert_eq!(limit.take(2_000, now.plus(MINUTE)), Ok(()), "full buckets are evicted");
    }

    #[test]
    fn many_tokens_are_taken_all_or_nothing() {
        let mut limit = RateLimit::new(RATE, 10);
        let now = Instant::from_millis(50_000);
        assert_eq!(limit.take_many("a", 2, now), Ok(()));
        assert_eq!(limit.take_many("a", 2, now), Err(SECOND));
        assert_eq!(limit.take("a", now), Ok(()), "a refusal takes nothing");
        assert_eq!(limit.take_many("b", 100, now), Ok(()), "never more than a full bucket holds");
        assert_eq!(limit.take("b", now), Err(SECOND));
    }

    #[test]
    fn a_clock_set_back_locks_no_client_out() {
        let mut limit = RateLimit::new(RATE, 10);
        while limit.take("a", Instant::EPOCH.plus(DAY)).is_ok() {}
        assert_eq!(limit.take("a", Instant::EPOCH), Ok(()));
    }
}
