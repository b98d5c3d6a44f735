//! Signals that wait for a page to ask for them. They are numbered, live for a while, and are not consumed by reading,
//! so that a lost reply loses nothing.

use crate::domain::{InviteId, MediaSessionId, UserId};
use crate::sync::{Mutex, MutexGuard};
use serde_json::Value;
use std::{
    collections::{HashMap, VecDeque},
    sync::PoisonError,
    time::{Duration, Instant},
};

/// A signal is kept this long; so is the mailbox of a session that has ended.
const KEPT: Duration = Duration::from_mins(2);
/// Signals kept for one session; the oldest go first.
const MOST: usize = 64;

/// Whose connection it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    Candidate(InviteId),
    Admin(UserId),
}

#[derive(Clone, Debug)]
pub struct Signal {
    pub n: u64,
    pub session: MediaSessionId,
    pub kind: &'static str,
    pub data: Value,
}

struct Mailbox {
    party: Party,
    /// What it is about; a wall is about no single invite.
    invite: Option<InviteId>,
    opened: u64,
    last: u64,
    signals: VecDeque<(Instant, Signal)>,
    ended: Option<Instant>,
}

/// The mailboxes of all sessions: of those that run, and for a while of those that have ended.
#[derive(Default)]
pub struct Mailboxes(Mutex<(u64, HashMap<MediaSessionId, Mailbox>)>);

impl Mailboxes {
    fn table(&self) -> MutexGuard<'_, (u64, HashMap<MediaSessionId, Mailbox>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(&self, id: MediaSessionId, party: Party, invite: Option<InviteId>) {
        let mut table = self.table();
        table.0 += 1;
        let opened = table.0;
        let mailbox = Mailbox { party, invite, opened, last: 0, signals: VecDeque::new(), ended: None };
        table.1.insert(id, mailbox);
    }

    /// Answers the signal's number.
    pub fn put(&self, id: MediaSessionId, kind: &'static str, data: Value) -> u64 {
        let mut table = self.table();
        let Some(mailbox) = table.1.get_mut(&id) else { return 0 };
        mailbox.last += 1;
        let signal = Signal { n: mailbox.last, session: id, kind, data };
        mailbox.signals.push_back((Instant::now(), signal));
        if mailbox.signals.len() > MOST {
            mailbox.signals.pop_front();
        }
        mailbox.last
    }

    /// No more than a `closed` comes after this.
    pub fn end(&self, id: MediaSessionId, reason: Value) {
        self.put(id, "closed", reason);
        if let Some(mailbox) = self.table().1.get_mut(&id) {
            mailbox.ended = Some(Instant::now());
        }
    }

    /// Forgets what is old.
    pub fn sweep(&self, now: Instant) {
        let old = |at: Instant| now.saturating_duration_since(at) >= KEPT;
        self.table().1.retain(|_, mailbox| {
            while mailbox.signals.front().is_some_and(|(at, _)| old(*at)) {
                mailbox.signals.pop_front();
            }
            !mailbox.ended.is_some_and(old)
        });
    }

    /// The latest session of `party` about `invite`.
    pub fn latest(&self, party: Party, invite: InviteId) -> Option<MediaSessionId> {
        let table = self.table();
        let own = table.1.iter().filter(|(_, m)| m.party == party && m.invite == Some(invite));
        own.max_by_key(|(_, m)| m.opened).map(|(id, _)| *id)
    }

    /// Running sessions of `party` about `invite`.
    pub fn all(&self, party: Party, invite: InviteId) -> Vec<MediaSessionId> {
        let table = self.table();
        let own = table.1.iter().filter(|(_, m)| m.party == party && m.invite == Some(invite) && m.ended.is_none());
        own.map(|(id, _)| *id).collect()
    }

    pub fn belongs(&self, id: MediaSessionId, party: Party) -> bool {
        self.table().1.get(&id).is_some_and(|m| m.party == party)
    }

    /// Whether the session has not ended, as far as mailboxes know.
    pub fn is_open(&self, id: MediaSessionId) -> bool {
        self.table().1.get(&id).is_some_and(|m| m.ended.is_none())
    }

    /// Running sessions of `party`.
    pub fn open_of(&self, party: Party) -> usize {
        self.table().1.values().filter(|m| m.party == party && m.ended.is_none()).count()
    }

    /// Administrators with running sessions.
    pub fn admins(&self) -> Vec<UserId> {
        let table = self.table();
        let mut found: Vec<UserId> = table
            .1
            .values()
            .filter(|m| m.ended.is_none())
            .filter_map(|m| match m.party {
                Party::Admin(id) => Some(id),
                Party::Candidate(_) => None,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Signals after `after`, and the number of the last one there was.
    pub fn read(&self, id: MediaSessionId, after: u64) -> Option<(Vec<Signal>, u64)> {
        let table = self.table();
        let mailbox = table.1.get(&id)?;
        let later = mailbox.signals.iter().map(|(_, s)| s).filter(|s| s.n > after);
        Some((later.cloned().collect(), mailbox.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use uuid::Uuid;

    fn id(n: u128) -> MediaSessionId {
        MediaSessionId(Uuid::from_u128(n))
    }

    #[test]
    fn signals_are_numbered_kept_for_a_while_and_bounded() {
        let boxes = Mailboxes::default();
        let invite = InviteId(Uuid::from_u128(9));
        boxes.open(id(1), Party::Candidate(invite), Some(invite));
        for n in 0..10_000 {
            boxes.put(id(1), "layers", json!({ "n": n }));
        }
        let (signals, cursor) = boxes.read(id(1), 0).unwrap();
        assert_eq!((signals.len(), signals[0].n, cursor), (MOST, 10_001 - MOST as u64, 10_000));
        assert_eq!(boxes.read(id(1), 9_999).unwrap().0.len(), 1, "reading consumes nothing");
        assert!(boxes.read(id(2), 0).is_none());
        boxes.end(id(1), json!({}));
        assert!(!boxes.is_open(id(1)));
        boxes.sweep(Instant::now());
        assert_eq!(boxes.read(id(1), 10_000).unwrap().0[0].kind, "closed");
        boxes.sweep(Instant::now() + KEPT);
        assert!(boxes.read(id(1), 0).is_none());
    }

    #[test]
    fn the_latest_session_is_the_callers_own() {
        let boxes = Mailboxes::default();
        let (invite, ada, bob) = (InviteId(Uuid::from_u128(9)), UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        boxes.open(id(5), Party::Admin(ada), Some(invite));
        boxes.open(id(3), Party::Admin(ada), Some(invite));
        boxes.open(id(7), Party::Admin(bob), Some(invite));
        boxes.open(id(8), Party::Admin(ada), None);
        assert_eq!(boxes.latest(Party::Admin(ada), invite), Some(id(3)));
        assert_eq!(boxes.latest(Party::Candidate(invite), invite), None);
        assert!(boxes.belongs(id(7), Party::Admin(bob)) && !boxes.belongs(id(7), Party::Admin(ada)));
        assert_eq!((boxes.open_of(Party::Admin(ada)), boxes.admins()), (3, vec![ada, bob]));
    }
}
