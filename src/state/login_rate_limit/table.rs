//! Failures by subject, in bounded memory. A subject that has no failure left to spare is never forgotten before its hour is
//! over, however many others come.

use crate::domain::{
    Instant,
    time::{HOUR, SECOND},
};
use std::{collections::HashMap, hash::Hash};

/// Subjects of one table.
pub(crate) const REMEMBERED: usize = 32_768;
/// Failures that all those share for whom a full table has no row.
pub(crate) const SHARED: Limit = Limit { free: 1_000, longest: 30 };
/// What is forgotten after a quiet time of this many milliseconds.
const FADES: i64 = HOUR;
/// A table that has no room is looked through again after this many milliseconds.
const LOOK_AGAIN: i64 = 10 * SECOND;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Failures that cost no delay.
    pub free: u32,
    /// The longest delay, in seconds.
    pub longest: i64,
}

#[derive(Clone, Copy)]
struct Failures {
    /// Those under way included.
    count: u32,
    under_way: u32,
    last: Instant,
    /// Attempts that were counted, for [`Before`].
    number: u32,
}

impl Failures {
    const fn new(now: Instant) -> Self {
        Self { count: 0, under_way: 0, last: now, number: 0 }
    }

    /// What holds now. After a clock was set back, what lies ahead was just now.
    fn refresh(&mut self, now: Instant) {
        self.last = self.last.min(now);
        if self.under_way == 0 && now.since(self.last) >= FADES {
            self.count = 0;
        }
    }

    /// Milliseconds to wait; zero or less: none.
    fn wait(&self, limit: Limit, now: Instant) -> i64 {
        let over = self.count.checked_sub(limit.free);
        over.map_or(0, |over| (1_i64 << over.min(20)).min(limit.longest) * SECOND - now.since(self.last))
    }
}

/// What an attempt found when it was counted.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    last: Instant,
    /// The attempt's own number.
    number: u32,
}

pub(crate) struct Table<K> {
    limit: Limit,
    rows: HashMap<K, Failures>,
    shared: Failures,
    full_until: Instant,
}

impl<K: Copy + Eq + Hash> Table<K> {
    pub(crate) fn new(limit: Limit) -> Self {
        let start = Instant(0);
        Self { limit, rows: HashMap::new(), shared: Failures::new(start), full_until: start }
    }

    /// The row that counts for `key`, if it has one.
    fn row(&mut self, key: &K, now: Instant) -> Option<(&mut Failures, Limit)> {
        let full = self.rows.len() >= REMEMBERED;
        let (row, limit) = match self.rows.get_mut(key) {
            Some(row) => (row, self.limit),
            None if full => (&mut self.shared, SHARED),
            None => return None,
        };
        row.refresh(now);
        Some((row, limit))
    }

    /// Milliseconds that an attempt must wait; zero or less: none.
    pub(crate) fn wait(&mut self, key: K, now: Instant) -> i64 {
        self.make_room(&key, now);
        self.row(&key, now).map_or(0, |(row, limit)| row.wait(limit, now))
    }

    pub(crate) fn failures(&mut self, key: K, now: Instant) -> u32 {
        self.row(&key, now).map_or(0, |(row, _)| row.count)
    }

    pub(crate) fn under_way(&self, key: K) -> u32 {
        self.rows.get(&key).unwrap_or(&self.shared).under_way
    }

    /// Counts an attempt as failed for as long as it is under way.
    pub(crate) fn count(&mut self, key: K, now: Instant) -> Before {
        self.make_room(&key, now);
        if self.rows.len() < REMEMBERED {
            self.rows.entry(key).or_insert(Failures::new(now));
        }
        let Some((row, _)) = self.row(&key, now) else { return Before { last: now, number: 0 } };
        row.number = row.number.wrapping_add(1);
        let before = Before { last: row.last, number: row.number };
        row.count = row.count.saturating_add(1);
        row.under_way += 1;
        row.last = now;
        before
    }

    fn settled(&mut self, key: &K) -> &mut Failures {
        let row = self.rows.get_mut(key).unwrap_or(&mut self.shared);
        row.under_way = row.under_way.saturating_sub(1);
        row
    }

    pub(crate) fn failed(&mut self, key: &K) {
        self.settled(key);
    }

    /// The attempt was no failure: all is as before, but for what was counted since.
    pub(crate) fn undone(&mut self, key: &K, before: Before) {
        let row = self.settled(key);
        row.count = row.count.saturating_sub(1);
        if row.number == before.number {
            row.last = before.last;
        }
        self.forget_if_clean(key);
    }

    /// Nothing failed before, but what is still under way counts.
    pub(crate) fn cleared(&mut self, key: &K) {
        let is_shared = !self.rows.contains_key(key);
        let row = self.settled(key);
        row.count = if is_shared { row.count.saturating_sub(1) } else { row.under_way };
        self.forget_if_clean(key);
    }

    fn forget_if_clean(&mut self, key: &K) {
        if self.rows.get(key).is_some_and(|row| row.count == 0 && row.under_way == 0) {
            self.rows.remove(key);
        }
    }

    /// Makes room for `key` in a full table: first what has faded goes, then the older half of what is within its limit.
    fn make_room(&mut self, key: &K, now: Instant) {
        if self.rows.len() < REMEMBERED || self.rows.contains_key(key) {
            return;
        }
        if (1..=LOOK_AGAIN).contains(&self.full_until.since(now)) {
            return;
        }
        let free = self.limit.free;
        self.rows.retain(|_, row| {
            row.refresh(now);
            row.count > 0
        });
        if self.rows.len() >= REMEMBERED / 2 {
            let within = |row: &Failures| row.count < free && row.under_way == 0;
            let mut last: Vec<Instant> = self.rows.values().filter(|row| within(row)).map(|row| row.last).collect();
            if !last.is_empty() {
                let middle = last.len() / 2;
                let (_, middle, _) = last.select_nth_unstable(middle);
                let middle = *middle;
                self.rows.retain(|_, row| !within(row) || row.last > middle);
            }
        }
        if self.rows.len() >= REMEMBERED {
            self.full_until = now.plus(LOOK_AGAIN);
        }
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}
