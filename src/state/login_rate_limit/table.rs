//! Failures per key, in bounded memory. A key that has reached its limit is never evicted before its failures expire,
//! however many others are added.

use crate::domain::{
    Instant,
    time::{HOUR, SignedDuration},
};
use std::{collections::HashMap, hash::Hash};

/// Rows per table.
pub(crate) const MAX_ROWS: usize = 32_768;
/// Limit that all keys without a row share while the table is full.
pub(crate) const SHARED: Limit = Limit { free: 1_000, max_delay: SignedDuration::from_secs(30) };
/// Failures expire this long after the last one.
const FAILURE_TTL: SignedDuration = HOUR;
/// Minimum interval between two evictions of a full table.
const EVICTION_INTERVAL: SignedDuration = SignedDuration::from_secs(10);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Failures without a delay.
    pub free: u32,
    pub max_delay: SignedDuration,
}

#[derive(Clone, Copy)]
struct Failures {
    /// Includes attempts in progress.
    count: u32,
    in_progress: u32,
    last: Instant,
    /// Sequence number of the last counted attempt, for [`Before`].
    number: u32,
}

impl Failures {
    const fn new(now: Instant) -> Self {
        Self { count: 0, in_progress: 0, last: now, number: 0 }
    }

    /// Drops expired failures. If the clock was set back, times in the future count as now.
    fn refresh(&mut self, now: Instant) {
        self.last = self.last.min(now);
        if self.in_progress == 0 && now.since(self.last) >= FAILURE_TTL {
            self.count = 0;
        }
    }

    /// Remaining delay; zero or less: no delay.
    fn wait(&self, limit: Limit, now: Instant) -> SignedDuration {
        let Some(over) = self.count.checked_sub(limit.free) else { return SignedDuration::ZERO };
        SignedDuration::from_secs(1 << over.min(20)).min(limit.max_delay) - now.since(self.last)
    }
}

/// State of the row before an attempt was counted, to revert it.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    last: Instant,
    /// The attempt's sequence number.
    number: u32,
}

pub(crate) struct FailureTable<K> {
    limit: Limit,
    rows: HashMap<K, Failures>,
    shared: Failures,
    full_until: Instant,
}

impl<K: Copy + Eq + Hash> FailureTable<K> {
    pub(crate) fn new(limit: Limit) -> Self {
        let start = Instant::EPOCH;
        Self { limit, rows: HashMap::new(), shared: Failures::new(start), full_until: start }
    }

    /// The row of `key`: its own, the shared one if the table is full, or `None`.
    fn row(&mut self, key: &K, now: Instant) -> Option<(&mut Failures, Limit)> {
        let full = self.rows.len() >= MAX_ROWS;
        let (row, limit) = match self.rows.get_mut(key) {
            Some(row) => (row, self.limit),
            None if full => (&mut self.shared, SHARED),
            None => return None,
        };
        row.refresh(now);
        Some((row, limit))
    }

    /// Delay of an attempt; zero or less: no delay.
    pub(crate) fn wait(&mut self, key: K, now: Instant) -> SignedDuration {
        self.evict(&key, now);
        self.row(&key, now).map_or(SignedDuration::ZERO, |(row, limit)| row.wait(limit, now))
    }

    pub(crate) fn failures(&mut self, key: K, now: Instant) -> u32 {
        self.row(&key, now).map_or(0, |(row, _)| row.count)
    }

    pub(crate) fn in_progress(&self, key: K) -> u32 {
        self.rows.get(&key).unwrap_or(&self.shared).in_progress
    }

    /// Counts an attempt as failed while it is in progress.
    pub(crate) fn count(&mut self, key: K, now: Instant) -> Before {
        self.evict(&key, now);
        if self.rows.len() < MAX_ROWS {
            self.rows.entry(key).or_insert(Failures::new(now));
        }
        let Some((row, _)) = self.row(&key, now) else { return Before { last: now, number: 0 } };
        row.number = row.number.wrapping_add(1);
        let before = Before { last: row.last, number: row.number };
        row.count = row.count.saturating_add(1);
        row.in_progress += 1;
        row.last = now;
        before
    }

    fn finish(&mut self, key: &K) -> &mut Failures {
        let row = self.rows.get_mut(key).unwrap_or(&mut self.shared);
        row.in_progress = row.in_progress.saturating_sub(1);
        row
    }

    pub(crate) fn failed(&mut self, key: &K) {
        self.finish(key);
    }

    /// The attempt does not count: restores the previous state, except for attempts counted since.
    pub(crate) fn revert(&mut self, key: &K, before: Before) {
        let row = self.finish(key);
        row.count = row.count.saturating_sub(1);
        if row.number == before.number {
            row.last = before.last;
        }
        self.remove_if_clean(key);
    }

    /// Drops the previous failures; attempts in progress still count.
    pub(crate) fn reset(&mut self, key: &K) {
        let is_shared = !self.rows.contains_key(key);
        let row = self.finish(key);
        row.count = if is_shared { row.count.saturating_sub(1) } else { row.in_progress };
        self.remove_if_clean(key);
    }

    fn remove_if_clean(&mut self, key: &K) {
        if self.rows.get(key).is_some_and(|row| row.count == 0 && row.in_progress == 0) {
            self.rows.remove(key);
        }
    }

    /// Evicts rows of a full table for `key`: first the expired ones, then the older half of those below the limit.
    fn evict(&mut self, key: &K, now: Instant) {
        if self.rows.len() < MAX_ROWS || self.rows.contains_key(key) {
            return;
        }
        let stays_full = self.full_until.since(now);
        if stays_full.is_positive() && stays_full <= EVICTION_INTERVAL {
            return;
        }
        let free = self.limit.free;
        self.rows.retain(|_, row| {
            row.refresh(now);
            row.count > 0
        });
        if self.rows.len() >= MAX_ROWS / 2 {
            let within = |row: &Failures| row.count < free && row.in_progress == 0;
            let mut last: Vec<Instant> = self.rows.values().filter(|row| within(row)).map(|row| row.last).collect();
            if !last.is_empty() {
                let middle = last.len() / 2;
                let (_, middle, _) = last.select_nth_unstable(middle);
                let middle = *middle;
                self.rows.retain(|_, row| !within(row) || row.last > middle);
            }
        }
        if self.rows.len() >= MAX_ROWS {
            self.full_until = now.plus(EVICTION_INTERVAL);
        }
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}
