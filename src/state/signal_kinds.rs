//! Cache of the signal kinds of an attempt, and of the signals that were only counted. In memory and only a hint: after
//! a restart the kinds are read again from the keys of the stored signals.

use crate::{
    domain::{
        AttemptId, Instant, Result,
        signal::{IntegritySignal, SignalKind},
    },
    store::{IdRange, Read},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, VecDeque},
    ops::ControlFlow,
    sync::PoisonError,
};

/// Cached attempts; for others, the keys are read again.
const MAX_ATTEMPTS: usize = 10_000;
/// Signals per attempt that were only counted and are recognised when they are resent: two calls of the maximum size.
const MAX_COUNTED: usize = 2 * crate::domain::signal::MAX_SIGNALS_PER_CALL;

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// Returns whether the kind is new.
    pub const fn insert(&mut self, kind: SignalKind) -> bool {
        let before = self.0;
        self.0 |= 1 << kind as u8;
        self.0 != before
    }
}

#[derive(Default)]
struct SeenKinds {
    /// A subset of the kinds in the store.
    kinds: Kinds,
    counted: VecDeque<(Instant, u8)>,
}

#[derive(Default)]
pub struct SignalKinds(Mutex<HashMap<AttemptId, SeenKinds>>);

impl SignalKinds {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, SeenKinds>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if a signal of this kind is known to be stored; false if unknown.
    pub(crate) fn has(&self, id: AttemptId, kind: SignalKind) -> bool {
        self.table().get(&id).is_some_and(|seen| seen.kinds.0 & (1 << kind as u8) != 0)
    }

    pub(crate) fn was_counted(&self, id: AttemptId, at: Instant, kind: SignalKind) -> bool {
        self.table().get(&id).is_some_and(|seen| seen.counted.contains(&(at, kind as u8)))
    }

    /// Updates the cache after a commit.
    pub(crate) fn note(&self, id: AttemptId, kinds: Option<Kinds>, counted: &[(Instant, SignalKind)]) {
        let mut table = self.table();
        if table.len() >= MAX_ATTEMPTS && !table.contains_key(&id) {
            let any = table.keys().next().copied();
            any.and_then(|any| table.remove(&any));
        }
        let seen = table.entry(id).or_default();
        seen.kinds.0 |= kinds.unwrap_or_default().0;
        seen.counted.extend(counted.iter().map(|(at, kind)| (*at, *kind as u8)));
        let surplus = seen.counted.len().saturating_sub(MAX_COUNTED);
        seen.counted.drain(..surplus);
    }

    pub fn forget(&self, id: AttemptId) {
        self.table().remove(&id);
    }
}

/// The kinds of the stored signals, read from their keys without decoding the values.
pub(crate) fn kinds(read: &impl Read, id: AttemptId) -> Result<Kinds> {
    let mut kinds = Kinds::default();
    read.scan_ids::<IntegritySignal>(IdRange::under(id), false, &mut |signal| {
        // An unreadable key is left to the integrity check.
        if let Ok((_, _, kind)) = signal {
            kinds.insert(kind);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_in_attempts_and_in_signals() {
        let known = SignalKinds::default();
        let id = |n: usize| AttemptId(uuid::Uuid::from_u128(n as u128));
        for n in 0..MAX_ATTEMPTS + 10 {
            known.note(id(n), None, &[(Instant::from_millis(1), SignalKind::Blur)]);
        }
        assert_eq!(known.table().len(), MAX_ATTEMPTS);
        let many: Vec<_> = (0..1_000).map(|n| (Instant::from_millis(n), SignalKind::Focus)).collect();
        known.note(id(1), None, &many);
        assert_eq!(known.table()[&id(1)].counted.len(), MAX_COUNTED);
        assert!(known.was_counted(id(1), Instant::from_millis(999), SignalKind::Focus));
        known.forget(id(1));
        assert!(!known.was_counted(id(1), Instant::from_millis(999), SignalKind::Focus));
    }
}
