//! The last readings of panels' calendars. A restart forgets them: they are read again with the next candidate's page.

use crate::{
    domain::{
        Instant, TestId,
        panel_calendar::{NotRead, Reading},
        time::SignedDuration,
    },
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};
use tokio::sync::Semaphore;

/// How long a calendar is not read again for a candidate's page, whether it was read or not.
pub const FRESH: SignedDuration = SignedDuration::from_mins(10);
/// How long a reading counts while later ones fail; then all slots are offered.
pub const STALE_AFTER: SignedDuration = SignedDuration::from_hours(1);
/// Calendars whose readings are kept; each has at most a few MiB.
pub const MAX_KNOWN: usize = 200;
/// Calendars that are read at the same time.
pub const MAX_READS: usize = 4;

/// Why a calendar was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFailure {
    /// The address cannot be opened: it was sealed under another master key.
    Sealed,
    Unreachable(String),
    Status(u16),
    TooLarge,
    Content(NotRead),
}

/// How far a calendar is known.
#[derive(Clone, Debug, Default)]
pub struct CalendarState {
    pub tried_at: Option<Instant>,
    /// The failure of the last try.
    pub failure: Option<ReadFailure>,
    pub read_at: Option<Instant>,
    /// The last one that succeeded.
    pub reading: Option<Arc<Reading>>,
}

impl CalendarState {
    /// The reading that counts now.
    #[must_use]
    pub fn current(&self, now: Instant) -> Option<&Arc<Reading>> {
        self.reading.as_ref().filter(|_| self.read_at.is_some_and(|at| at.is_within(STALE_AFTER, now)))
    }

    #[must_use]
    pub fn is_due(&self, now: Instant) -> bool {
        self.tried_at.is_none_or(|at| !at.is_within(FRESH, now))
    }
}

#[derive(Default)]
struct Known {
    version: u32,
    state: CalendarState,
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// Readings by test, each of one version of its address.
pub struct PanelCalendars {
    known: Mutex<HashMap<TestId, Known>>,
    pub places: Arc<Semaphore>,
}

impl Default for PanelCalendars {
    fn default() -> Self {
        Self { known: Mutex::default(), places: Arc::new(Semaphore::new(MAX_READS)) }
    }
}

impl PanelCalendars {
    fn known(&self) -> MutexGuard<'_, HashMap<TestId, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, test: TestId, version: u32) -> CalendarState {
        let known = self.known();
        known.get(&test).filter(|known| known.version == version).map(|known| known.state.clone()).unwrap_or_default()
    }

    /// Held while the calendar is read, so that it is read once at a time.
    pub fn turn(&self, test: TestId, version: u32) -> Arc<tokio::sync::Mutex<()>> {
        let mut known = self.known();
        if !known.contains_key(&test) && known.len() >= MAX_KNOWN {
            // One that is being read for the first time goes last: its reading would be lost.
            let age = |known: &Known| (known.state.tried_at.is_none(), known.state.tried_at);
            let oldest = known.iter().min_by_key(|(_, known)| age(known)).map(|(test, _)| *test);
            oldest.and_then(|test| known.remove(&test));
        }
        let entry = known.entry(test).or_default();
        if entry.version != version {
            *entry = Known { version, ..Known::default() };
        }
        entry.turn.clone()
    }

    /// Keeps how a reading ended, unless the address has changed meanwhile.
    pub fn note(&self, test: TestId, version: u32, now: Instant, outcome: Result<Reading, ReadFailure>) {
        let mut known = self.known();
        let Some(known) = known.get_mut(&test).filter(|known| known.version == version) else { return };
        known.state.tried_at = Some(now);
        known.state.failure = None;
        match outcome {
            Ok(reading) => (known.state.read_at, known.state.reading) = (Some(now), Some(Arc::new(reading))),
            Err(failure) => known.state.failure = Some(failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::MINUTE;

    const TEST: TestId = TestId(uuid::Uuid::from_u128(1));

    #[test]
    fn a_reading_counts_for_an_hour_while_later_ones_fail() {
        let (calendars, start) = (PanelCalendars::default(), Instant::from_millis(1_000_000));
        assert!(calendars.get(TEST, 1).is_due(start));
        let _ = calendars.turn(TEST, 1);
        calendars.note(TEST, 1, start, Ok(Reading::default()));
        let state = calendars.get(TEST, 1);
        assert!(state.current(start).is_some() && !state.is_due(start.plus(9 * MINUTE)));
        let later = start.plus(10 * MINUTE);
        assert!(state.is_due(later));
        calendars.note(TEST, 1, later, Err(ReadFailure::Status(500)));
        let state = calendars.get(TEST, 1);
        assert_eq!((state.failure.clone(), state.read_at), (Some(ReadFailure::Status(500)), Some(start)));
        assert!(state.current(start.plus(59 * MINUTE)).is_some() && state.current(start.plus(60 * MINUTE)).is_none());
    }

    #[test]
    fn a_reading_of_another_address_does_not_count() {
        let (calendars, now) = (PanelCalendars::default(), Instant::EPOCH);
        let _ = calendars.turn(TEST, 1);
        calendars.note(TEST, 1, now, Ok(Reading::default()));
        assert!(calendars.get(TEST, 2).reading.is_none());
        let _ = calendars.turn(TEST, 2);
        calendars.note(TEST, 1, now, Ok(Reading::default()));
        assert!(calendars.get(TEST, 2).reading.is_none(), "one that began before the change");
    }

    #[test]
    fn the_number_of_readings_is_bounded() {
        let calendars = PanelCalendars::default();
        for n in 0..=MAX_KNOWN {
            let test = TestId(uuid::Uuid::from_u128(n as u128));
            let _ = calendars.turn(test, 1);
            calendars.note(test, 1, Instant::from_millis(n.try_into().unwrap()), Ok(Reading::default()));
        }
        let is_known = |n| calendars.get(TestId(uuid::Uuid::from_u128(n)), 1).reading.is_some();
        assert!(!is_known(0) && is_known(1) && is_known(MAX_KNOWN as u128));
    }

    #[test]
    fn a_first_reading_is_not_displaced_by_another() {
        let calendars = PanelCalendars::default();
        let test = |n: u128| TestId(uuid::Uuid::from_u128(n));
        for n in 1..MAX_KNOWN as u128 {
            let _ = calendars.turn(test(n), 1);
            calendars.note(test(n), 1, Instant::EPOCH, Ok(Reading::default()));
        }
        for n in [1_000, 1_001] {
            let _ = calendars.turn(test(n), 1);
        }
        calendars.note(test(1_000), 1, Instant::EPOCH, Ok(Reading::default()));
        assert!(calendars.get(test(1_000), 1).reading.is_some());
    }
}
