//! Video state of each candidate as seen by the server; the admin lists show it.

use super::CloseReason;
use crate::{
    domain::{AttemptId, Instant, InviteId},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaStatus {
    /// Media packets arrived within the last three seconds.
    Live,
    /// A session was negotiated, but no media has arrived.
    Connecting,
    Offline(CloseReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MediaState {
    /// The attempt of the current or last session.
    pub attempt: AttemptId,
    pub seen: MediaStatus,
    pub since: Instant,
    /// A viewer has this candidate in focus, so the high simulcast layer is wanted.
    pub high: bool,
}

/// A state change.
pub struct MediaStatusChange {
    pub before: Option<MediaStatus>,
}

/// States of all candidates with a current or past session whose attempt is not over.
#[derive(Default)]
pub struct Board(Mutex<HashMap<InviteId, MediaState>>);

impl Board {
    fn table(&self) -> MutexGuard<'_, HashMap<InviteId, MediaState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, invite: InviteId) -> Option<MediaState> {
        self.table().get(&invite).copied()
    }

    /// Sets the state. Returns the previous one if it was different, `None` if nothing changed.
    pub fn set(
        &self,
        invite: InviteId,
        attempt: AttemptId,
        seen: MediaStatus,
        now: impl FnOnce() -> Instant,
    ) -> Option<MediaStatusChange> {
        let before = self.get(invite);
        if before.is_some_and(|b| b.seen == seen) {
            return None;
        }
        // `now` is foreign code and must not run under the lock. No race with the insert: only the engine writes.
        let since = now();
        let high = before.is_some_and(|b| b.high);
        self.table().insert(invite, MediaState { attempt, seen, since, high });
        Some(MediaStatusChange { before: before.map(|b| b.seen) })
    }

    /// Sets all candidates offline. Returns the previous states of those that were not.
    pub fn set_all_offline(&self, why: CloseReason) -> Vec<(InviteId, MediaState)> {
        let mut table = self.table();
        let seen = table.iter_mut().filter(|(_, s)| !matches!(s.seen, MediaStatus::Offline(_)));
        let set_offline = |(invite, state): (&InviteId, &mut MediaState)| {
            let before = *state;
            (state.seen, state.high) = (MediaStatus::Offline(why), false);
            (*invite, before)
        };
        seen.map(set_offline).collect()
    }

    pub fn set_high(&self, invite: InviteId, high: bool) {
        if let Some(state) = self.table().get_mut(&invite) {
            state.high = high;
        }
    }

    pub fn forget(&self, invite: InviteId) -> bool {
        self.table().remove(&invite).is_some()
    }
}
