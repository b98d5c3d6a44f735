//! What the server sees of each candidate: the truth that the lists show.

use super::Why;
use crate::domain::{Instant, InviteId};
use crate::sync::{Mutex, MutexGuard};
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
    pub fn set(&self, invite: InviteId, seen: Seen, now: Instant) -> Option<Changed> {
        let mut table = self.table();
        let before = table.get(&invite).copied();
        if before.is_some_and(|b| b.seen == seen) {
            return None;
        }
        table.insert(invite, State { seen, since: now, high: before.is_some_and(|b| b.high) });
        Some(Changed { before: before.map(|b| b.seen) })
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
