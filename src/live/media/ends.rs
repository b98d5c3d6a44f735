//! What is to end. The callers are commits, page unloads and futures that are dropped: they can neither wait nor be
//! refused. So an end is an entry of a set that the engine empties each time it is woken: repeating one adds nothing,
//! sessions that are not open are not entered, and one entry stands for a whole invite or account.

use super::Why;
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
pub struct Asked {
    pub sessions: HashMap<MediaSessionId, Why>,
    pub invites: HashSet<InviteId>,
    pub owners: HashSet<UserId>,
}

#[derive(Default)]
pub struct Ends {
    asked: Mutex<Asked>,
    woken: Notify,
}

impl Ends {
    fn table(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn session(&self, id: MediaSessionId, why: Why) {
        self.table().sessions.insert(id, why);
        self.woken.notify_one();
    }

    pub fn invite(&self, invite: InviteId) {
        self.table().invites.insert(invite);
        self.woken.notify_one();
    }

    pub fn owner(&self, owner: UserId) {
        self.table().owners.insert(owner);
        self.woken.notify_one();
    }

    /// Waits until something was asked since the last time.
    pub async fn any(&self) {
        self.woken.notified().await;
    }

    pub fn take(&self) -> Asked {
        std::mem::take(&mut self.table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test]
    async fn ends_are_kept_once_each_until_the_engine_takes_them() {
        let ends = Ends::default();
        for n in 0..10_000 {
            ends.session(MediaSessionId(Uuid::from_u128(n % 3)), Why::Left);
            ends.invite(InviteId(Uuid::from_u128(n % 2)));
            ends.owner(UserId(Uuid::from_u128(1)));
        }
        ends.any().await;
        let asked = ends.take();
        assert_eq!((asked.sessions.len(), asked.invites.len(), asked.owners.len()), (3, 2, 1));
        assert!(ends.take().sessions.is_empty());
    }
}
