//! What the server sees of each candidate: the truth that the lists show.

use super::Why;
use crate::{
    domain::{AttemptId, Instant, InviteId},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Media packets arrived within the last three seconds.
    Live,
    /// A connection is being made.
    Connecting,
    Offline(Why),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Whose connection it is or was.
    pub attempt: AttemptId,
    pub seen: Seen,
    pub since: Instant,
    /// Somebody looks at this candidate alone, so that the large picture is wanted.
    pub high: bool,
}

/// What was seen before something else was.
pub struct Changed {
    pub before: Option<Seen>,
}

/// States of the candidates that have or had a connection and are not done.
#[derive(Default)]
pub struct Board(Mutex<HashMap<InviteId, State>>);

impl Board {
    fn table(&self) -> MutexGuard<'_, HashMap<InviteId, State>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, invite: InviteId) -> Option<State> {
        self.table().get(&invite).copied()
    }

    /// Answers what was seen before, if that was something else.
    pub fn set(
        &self,
        invite: InviteId,
        attempt: AttemptId,
        seen: Seen,
        now: impl FnOnce() -> Instant,
    ) -> Option<Changed> {
        let before = self.get(invite);
        if before.is_some_and(|b| b.seen == seen) {
            return None;
        }
        // Nothing of others runs under the lock; the engine alone writes.
        let since = now();
        let high = before.is_some_and(|b| b.high);
        self.table().insert(invite, State { attempt, seen, since, high });
        Some(Changed { before: before.map(|b| b.seen) })
    }

    /// Nobody is seen any more; answers those who were, and whether live.
    pub fn lose_all(&self, why: Why) -> Vec<(InviteId, State)> {
        let mut table = self.table();
        let seen = table.iter_mut().filter(|(_, s)| !matches!(s.seen, Seen::Offline(_)));
        let lost = |(invite, state): (&InviteId, &mut State)| {
            let before = *state;
            (state.seen, state.high) = (Seen::Offline(why), false);
            (*invite, before)
        };
        seen.map(lost).collect()
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
