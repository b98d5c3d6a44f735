//! Requests to end sessions. The callers are commits, page unloads and dropped futures: they can neither wait nor be
//! rejected. So requests form a set that the engine drains whenever it is wake: repeats are idempotent, sessions that
//! are not open are not added, and one entry covers a whole invite or account.

use super::CloseReason;
use crate::{
    domain::{InviteId, MediaSessionId, UserId},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, HashSet},
    sync::PoisonError,
};
use tokio::sync::Notify;

#[derive(Default)]
pub struct EndRequests {
    pub sessions: HashMap<MediaSessionId, CloseReason>,
    pub invites: HashSet<InviteId>,
    pub owners: HashMap<UserId, CloseReason>,
}

#[derive(Default)]
pub struct EndQueue {
    requests: Mutex<EndRequests>,
    wake: Notify,
}

impl EndQueue {
    fn table(&self) -> MutexGuard<'_, EndRequests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn session(&self, id: MediaSessionId, why: CloseReason) {
        self.table().sessions.insert(id, why);
        self.wake.notify_one();
    }

    pub fn invite(&self, invite: InviteId) {
        self.table().invites.insert(invite);
        self.wake.notify_one();
    }

    pub fn owner(&self, owner: UserId, why: CloseReason) {
        self.table().owners.insert(owner, why);
        self.wake.notify_one();
    }

    /// Waits for a request since the last call.
    pub async fn changed(&self) {
        self.wake.notified().await;
    }

    pub fn take(&self) -> EndRequests {
        std::mem::take(&mut self.table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test]
    async fn ends_are_kept_once_each_until_the_engine_takes_them() {
        let ends = EndQueue::default();
        for n in 0..10_000 {
            ends.session(MediaSessionId(Uuid::from_u128(n % 3)), CloseReason::Left);
            ends.invite(InviteId(Uuid::from_u128(n % 2)));
            ends.owner(UserId(Uuid::from_u128(1)), CloseReason::Left);
        }
        ends.changed().await;
        let requests = ends.take();
        assert_eq!((requests.sessions.len(), requests.invites.len(), requests.owners.len()), (3, 2, 1));
        assert!(ends.take().sessions.is_empty());
    }
}
