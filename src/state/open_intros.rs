//! Which pages of tests are open that have not started: the page before the test asks for its data when it opens, and again
//! while it waits. In memory only: after a restart the pages ask again.

use crate::{
    domain::{
        Instant, InviteId,
        time::{MINUTE, SignedDuration},
    },
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

/// A page that did not ask for this long counts as closed.
const RETENTION: SignedDuration = SignedDuration::from_mins(15);
/// Pages that are remembered; the oldest ones are forgotten first.
const MAX_PAGES: usize = 20_000;

#[derive(Default)]
pub struct OpenIntros(Mutex<Table>);

#[derive(Default)]
struct Table {
    asked: HashMap<InviteId, Instant>,
    swept_at: Option<Instant>,
}

impl OpenIntros {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page asked for its data. Returns whether it was closed before.
    pub fn note(&self, invite: InviteId, now: Instant) -> bool {
        let mut table = self.table();
        if table.swept_at.is_none_or(|at| now.since(at) >= MINUTE) || table.asked.len() >= MAX_PAGES {
            table.asked.retain(|_, at| now.since(*at) < RETENTION);
            table.swept_at = Some(now);
        }
        let is_known = table.asked.contains_key(&invite);
        if is_known || table.asked.len() < MAX_PAGES {
            table.asked.insert(invite, now);
        }
        !is_known
    }

    #[must_use]
    pub fn is_open(&self, invite: InviteId, now: Instant) -> bool {
        self.table().asked.get(&invite).is_some_and(|at| now.since(*at) < RETENTION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_no_longer_asks_is_closed() {
        let (pages, now) = (OpenIntros::default(), Instant::from_millis(1_772_438_400_000));
        let id = InviteId(uuid::Uuid::from_u128(1));
        assert!(!pages.is_open(id, now));
        assert!(pages.note(id, now) && !pages.note(id, now.plus(MINUTE)));
        assert!(pages.is_open(id, now.plus(RETENTION)));
        assert!(!pages.is_open(id, now.plus(RETENTION + MINUTE)));
        assert!(pages.note(id, now.plus(RETENTION * 2)));
    }
}
