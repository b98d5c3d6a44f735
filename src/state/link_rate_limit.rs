//! Rate limits per invite link, so that no candidate starves the others: concurrent calls, bytes sent and read, batches
//! of signals, choices of a time. Far above what a page needs. In memory and keyed by the link, so that no look-up is
//! needed first (`docs/limits.md`).

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        rate_limit::{Rate, RateLimit},
        time::{SECOND, SignedDuration, seconds_to_wait},
    },
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    sync::{Arc, PoisonError},
};

/// Concurrent calls per link, each counted until its write is done.
pub const MAX_CONCURRENT_CALLS: u32 = 32;
/// Bytes per token of [`VOLUME`]; smaller transfers are free.
pub const UNIT: usize = 16 * 1024;
/// Bytes sent or read through one link: 32 MiB at once, then 256 KiB/s.
const VOLUME: Rate = Rate { burst: 2_048, refill: SignedDuration::from_millis(62) };
/// Batches of signals: the page sends one every 5 s.
const SIGNALS: Rate = Rate { burst: 60, refill: SECOND };
/// Choices of a time: each creates a mail and a notification. Pictures for a waiting room: each has an entry in the audit log.
const CHOICES: Rate = Rate { burst: 20, refill: SignedDuration::from_secs(30) };
/// Codes of a room that are typed: two of a million are valid.
const CODES: Rate = Rate { burst: 10, refill: SignedDuration::from_secs(6) };
/// Links tracked by each of these rate limits.
const MAX_LINKS: usize = 20_000;

type Calls = Arc<Mutex<HashMap<u64, u32>>>;

pub struct LinkRateLimit {
    hasher: RandomState,
    calls: Calls,
    volume: Mutex<RateLimit<u64>>,
    signals: Mutex<RateLimit<u64>>,
    choices: Mutex<RateLimit<u64>>,
    codes: Mutex<RateLimit<u64>>,
}

impl Default for LinkRateLimit {
    fn default() -> Self {
        let limit = |rate| Mutex::new(RateLimit::new(rate, MAX_LINKS));
        Self {
            hasher: RandomState::new(),
            calls: Calls::default(),
            volume: limit(VOLUME),
            signals: limit(SIGNALS),
            choices: limit(CHOICES),
            codes: limit(CODES),
        }
    }
}

/// A call in progress. It moves into the write, so that a call whose client has gone counts until its write is done.
#[derive(Debug)]
pub struct Visit {
    calls: Calls,
    link: u64,
}

fn table(calls: &Calls) -> MutexGuard<'_, HashMap<u64, u32>> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut calls = table(&self.calls);
        let Some(count) = calls.get_mut(&self.link) else { return };
        *count -= 1;
        if *count == 0 {
            calls.remove(&self.link);
        }
    }
}

fn too_many(wait: SignedDuration) -> Error {
    Error {
        retry_after: Some(seconds_to_wait(wait)),
        ..Error::new(ErrorKind::TooMany, ErrorCode::TooManyRequests, "Too many requests. Please try again in a moment.")
    }
}

impl LinkRateLimit {
    /// Registers a call through a link.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn visit(&self, link: &str) -> Result<Visit> {
        let link = self.hasher.hash_one(link);
        let mut calls = table(&self.calls);
        let count = calls.entry(link).or_default();
        if *count >= MAX_CONCURRENT_CALLS {
            return Err(too_many(SECOND));
        }
        *count += 1;
        drop(calls);
        Ok(Visit { calls: self.calls.clone(), link })
    }

    fn take(&self, from: &Mutex<RateLimit<u64>>, link: &str, tokens: u32, now: Instant) -> Result<()> {
        let taken =
            from.lock().unwrap_or_else(PoisonError::into_inner).take_many(self.hasher.hash_one(link), tokens, now);
        taken.map_err(too_many)
    }

    /// Takes tokens for bytes sent or read through a link.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn volume(&self, link: &str, bytes: usize, now: Instant) -> Result<()> {
        match u32::try_from(bytes / UNIT).unwrap_or(u32::MAX) {
            0 => Ok(()),
            tokens => self.take(&self.volume, link, tokens, now),
        }
    }

    /// Takes a token for a batch of signals.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn signals(&self, link: &str, now: Instant) -> Result<()> {
        self.take(&self.signals, link, 1, now)
    }

    /// Takes a token for a choice of a time, a name, or a picture for a waiting room.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn choice(&self, link: &str, now: Instant) -> Result<()> {
        self.take(&self.choices, link, 1, now)
    }

    /// Takes a token for a code that a candidate types.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn code(&self, link: &str, now: Instant) -> Result<()> {
        self.take(&self.codes, link, 1, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_calls_are_limited_per_link() {
        let fair = LinkRateLimit::default();
        let mut held: Vec<_> = (0..MAX_CONCURRENT_CALLS).map(|_| fair.visit("a").unwrap()).collect();
        let refusal = fair.visit("a").unwrap_err();
        assert_eq!((refusal.kind, refusal.retry_after), (ErrorKind::TooMany, Some(1)));
        fair.visit("b").unwrap();
        held.pop();
        fair.visit("a").unwrap();
        held.clear();
        assert!(table(&fair.calls).is_empty());
    }

    #[test]
    fn small_saves_are_free_and_large_ones_are_not() {
        let (fair, now) = (LinkRateLimit::default(), Instant::from_millis(1_000_000));
        let large = 8 * 1024 * 1024;
        assert_eq!((0..10).filter(|_| fair.volume("a", large, now).is_ok()).count(), 4);
        (0..10_000).for_each(|_| fair.volume("a", UNIT - 1, now).unwrap());
        assert!(fair.volume("a", UNIT, now).is_err());
        fair.volume("b", large, now).unwrap();
        fair.volume("a", large, now.plus(33 * SECOND)).unwrap();
    }
}
