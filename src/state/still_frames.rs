//! The latest still frame of each running attempt, in memory: what admins see where no media path exists.

use crate::{
    domain::{AttemptId, Instant, time::SignedDuration},
    sync::{Mutex, MutexGuard},
};
use bytes::Bytes;
use std::{
    collections::{BTreeSet, HashMap},
    sync::PoisonError,
};

/// Largest picture, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;

/// All pictures together, in bytes: ten thousand candidates, whose pages send some 10 kB, or four thousand at the limit.
const MAX_TOTAL_BYTES: usize = 256 * 1024 * 1024;

/// A picture that comes sooner after the one before is not kept.
const MIN_INTERVAL: SignedDuration = SignedDuration::from_secs(3);

/// Pictures come every 5 s; without one for this long they have stopped.
pub const FRESH_FOR: SignedDuration = SignedDuration::from_secs(15);

#[derive(Clone, Debug)]
pub struct StillFrame {
    pub at: Instant,
    /// Since when they come without a break.
    pub since: Instant,
    pub jpeg: Bytes,
}

#[derive(Default)]
struct StillFrameTable {
    latest: HashMap<AttemptId, StillFrame>,
    /// The same by age: with thousands of cameras no call can search them all.
    by_age: BTreeSet<(Instant, AttemptId)>,
    bytes: usize,
}

impl StillFrameTable {
    fn remove(&mut self, id: AttemptId) -> Option<StillFrame> {
        let gone = self.latest.remove(&id)?;
        self.by_age.remove(&(gone.at, id));
        self.bytes -= gone.jpeg.len();
        Some(gone)
    }

    fn oldest(&self) -> Option<(Instant, AttemptId)> {
        self.by_age.first().copied()
    }
}

#[derive(Default)]
pub struct StillFrames(Mutex<StillFrameTable>);

impl StillFrames {
    fn table(&self) -> MutexGuard<'_, StillFrameTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The latest frame, unless the frames have stopped.
    #[must_use]
    pub fn fresh(&self, id: AttemptId, now: Instant) -> Option<StillFrame> {
        self.table().latest.get(&id).filter(|s| now.since(s.at) < FRESH_FOR).cloned()
    }

    pub(crate) fn forget(&self, id: AttemptId) {
        self.table().remove(id);
    }

    pub fn put(&self, id: AttemptId, jpeg: Bytes, now: Instant) -> Put {
        let mut table = self.table();
        let before = table.latest.get(&id).map(|s| (s.at, s.since)).filter(|(at, _)| now.since(*at) < FRESH_FOR);
        if before.is_some_and(|(at, _)| now.since(at) < MIN_INTERVAL) {
            return Put::TooSoon;
        }
        table.remove(id);
        table.bytes += jpeg.len();
        table.by_age.insert((now, id));
        table.latest.insert(id, StillFrame { at: now, since: before.map_or(now, |(_, since)| since), jpeg });
        while table.bytes > MAX_TOTAL_BYTES
            && let Some((_, oldest)) = table.oldest()
        {
            table.remove(oldest);
        }
        if before.is_some() { Put::Next } else { Put::First }
    }

    /// Takes those out that have stopped arriving.
    pub fn stale(&self, now: Instant) -> Vec<AttemptId> {
        let mut table = self.table();
        let mut stale = Vec::new();
        while let Some((at, id)) = table.oldest()
            && now.since(at) >= FRESH_FOR
        {
            table.remove(id);
            stale.push(id);
        }
        stale
    }
}

/// Result of storing a frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Put {
    First,
    Next,
    TooSoon,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::MILLISECOND;

    fn id(n: u128) -> AttemptId {
        AttemptId(uuid::Uuid::from_u128(n))
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        let stills = StillFrames::default();
        let jpeg = Bytes::from(vec![0; MAX_BYTES]);
        let fits = MAX_TOTAL_BYTES / MAX_BYTES;
        for n in 0..fits + 3 {
            let at = Instant::from_millis(i64::try_from(n).unwrap());
            assert_eq!(stills.put(id(n as u128), jpeg.clone(), at), Put::First);
        }
        let now = Instant::from_millis(i64::try_from(fits).unwrap());
        assert!(stills.fresh(id(2), now).is_none());
        assert!(stills.fresh(id(3), now).is_some());
        let bytes = stills.table().bytes;
        let count = stills.table().latest.len();
        assert_eq!((bytes, count), (MAX_TOTAL_BYTES, fits));
        assert_eq!(stills.stale(now.plus(FRESH_FOR)).len(), fits - 2, "all but the two latest");
        assert_eq!(stills.table().by_age.len(), 2);
    }

    #[test]
    fn one_in_three_seconds_is_kept() {
        let stills = StillFrames::default();
        let start = Instant::EPOCH;
        let put = |after| stills.put(id(1), Bytes::from(vec![0; 10]), start.plus(after));
        assert_eq!(put(SignedDuration::ZERO), Put::First);
        assert_eq!(put(MIN_INTERVAL - MILLISECOND), Put::TooSoon);
        assert_eq!(put(MIN_INTERVAL), Put::Next);
        assert_eq!(stills.fresh(id(1), start.plus(MIN_INTERVAL)).unwrap().since, start);
        assert_eq!(put(MIN_INTERVAL + FRESH_FOR), Put::First);
        assert_eq!(stills.table().bytes, 10);
        stills.forget(id(1));
        assert!(stills.table().bytes == 0 && stills.table().by_age.is_empty());
    }
}
