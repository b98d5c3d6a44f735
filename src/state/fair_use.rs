//! What may be asked through one invite's link, so that no candidate keeps the others waiting: calls under way at once,
//! bytes sent and read, batches of signals, choices of a time. Far above what a page needs. In memory, counted by the
//! link, so that nothing has to be looked up before.

use crate::{
    domain::{
        Error, Instant, Kind, Result,
        rate_limit::{Rate, RateLimit},
        time::SECOND,
    },
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    sync::{Arc, PoisonError},
};

/// Calls of one link that are under way at once, until their write was carried out.
pub const AT_ONCE: u32 = 32;
/// Bytes that one token of [`VOLUME`] stands for; what is smaller is free.
pub const UNIT: usize = 16 * 1024;
/// Bytes that come, or are read back, through one link: 32 MiB at once, then 256 KiB a second.
const VOLUME: Rate = Rate { burst: 2_048, refill: SECOND / 16 };
/// Batches of signals: the page sends one every 5 s.
const SIGNALS: Rate = Rate { burst: 60, refill: SECOND };
/// Choices of a time: each makes a mail and a notification.
const CHOICES: Rate = Rate { burst: 20, refill: 30 * SECOND };
/// Links that are remembered by each of these rates.
const MOST_LINKS: usize = 20_000;

type Calls = Arc<Mutex<HashMap<u64, u32>>>;

pub struct FairUse {
    names: RandomState,
    calls: Calls,
    volume: Mutex<RateLimit<u64>>,
    signals: Mutex<RateLimit<u64>>,
    choices: Mutex<RateLimit<u64>>,
}

impl Default for FairUse {
    fn default() -> Self {
        let limit = |rate| Mutex::new(RateLimit::new(rate, MOST_LINKS));
        Self {
            names: RandomState::new(),
            calls: Calls::default(),
            volume: limit(VOLUME),
            signals: limit(SIGNALS),
            choices: limit(CHOICES),
        }
    }
}

/// A call under way; it goes into the write, so that one whose caller left still counts until it was carried out.
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

fn too_many(wait: i64) -> Error {
    let seconds = u32::try_from((wait + SECOND - 1) / SECOND).unwrap_or(u32::MAX).max(1);
    Error {
        retry_after: Some(seconds),
        ..Error::new(Kind::TooMany, "too_many_requests", "This comes too fast. Please try again in a moment.")
    }
}

impl FairUse {
    /// Begins a call through a link.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn visit(&self, link: &str) -> Result<Visit> {
        let link = self.names.hash_one(link);
        let mut calls = table(&self.calls);
        let count = calls.entry(link).or_default();
        if *count >= AT_ONCE {
            return Err(too_many(SECOND));
        }
        *count += 1;
        drop(calls);
        Ok(Visit { calls: self.calls.clone(), link })
    }

    fn take(&self, from: &Mutex<RateLimit<u64>>, link: &str, tokens: u32, now: Instant) -> Result<()> {
        let taken =
            from.lock().unwrap_or_else(PoisonError::into_inner).take_many(self.names.hash_one(link), tokens, now);
        taken.map_err(too_many)
    }

    /// Counts bytes that came through a link, or go back by it.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn volume(&self, link: &str, bytes: usize, now: Instant) -> Result<()> {
        match u32::try_from(bytes / UNIT).unwrap_or(u32::MAX) {
            0 => Ok(()),
            tokens => self.take(&self.volume, link, tokens, now),
        }
    }

    /// Counts a batch of signals.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn signals(&self, link: &str, now: Instant) -> Result<()> {
        self.take(&self.signals, link, 1, now)
    }

    /// Counts a choice of a time.
    ///
    /// # Errors
    /// 429 `too_many_requests`.
    pub fn choice(&self, link: &str, now: Instant) -> Result<()> {
        self.take(&self.choices, link, 1, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_one_link_are_bounded_and_no_others() {
        let fair = FairUse::default();
        let mut held: Vec<_> = (0..AT_ONCE).map(|_| fair.visit("a").unwrap()).collect();
        let refusal = fair.visit("a").unwrap_err();
        assert_eq!((refusal.kind, refusal.retry_after), (Kind::TooMany, Some(1)));
        fair.visit("b").unwrap();
        held.pop();
        fair.visit("a").unwrap();
        held.clear();
        assert!(table(&fair.calls).is_empty());
    }

    #[test]
    fn small_saves_are_free_and_large_ones_are_not() {
        let (fair, now) = (FairUse::default(), Instant(1_000_000));
        let large = 8 * 1024 * 1024;
        assert_eq!((0..10).filter(|_| fair.volume("a", large, now).is_ok()).count(), 4);
        (0..10_000).for_each(|_| fair.volume("a", UNIT - 1, now).unwrap());
        assert!(fair.volume("a", UNIT, now).is_err());
        fair.volume("b", large, now).unwrap();
        fair.volume("a", large, now.plus(33 * SECOND)).unwrap();
    }
}
