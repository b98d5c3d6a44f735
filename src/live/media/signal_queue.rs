//! Signals that wait for a page to ask for them. They are numbered, live for a while, and are not consumed by reading,
//! so that a lost reply loses nothing.

use super::limits::ENDED_PER_PARTY;
use crate::{
    domain::{InviteId, MediaSessionId, UserId},
    sync::{Mutex, MutexGuard},
};
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
    last: u64,
    signals: VecDeque<(Instant, Signal)>,
    ended: Option<Instant>,
}

#[derive(Default)]
struct Table {
    boxes: HashMap<MediaSessionId, Mailbox>,
    /// In the order in which they were opened.
    of: HashMap<Party, Vec<MediaSessionId>>,
}

impl Table {
    fn of(&self, party: Party) -> impl DoubleEndedIterator<Item = (MediaSessionId, &Mailbox)> {
        let ids = self.of.get(&party).into_iter().flatten();
        ids.filter_map(|id| Some((*id, self.boxes.get(id)?)))
    }

    fn remove(&mut self, id: MediaSessionId) {
        let Some(gone) = self.boxes.remove(&id) else { return };
        if let Some(ids) = self.of.get_mut(&gone.party) {
            ids.retain(|i| *i != id);
            if ids.is_empty() {
                self.of.remove(&gone.party);
            }
        }
    }
}

/// The mailboxes of all sessions: of those that run, and for a while of those that have ended. The engine opens one with
/// the session and ends it with the session, so that there is none without.
#[derive(Default)]
pub struct Mailboxes(Mutex<Table>);

impl Mailboxes {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(&self, id: MediaSessionId, party: Party, invite: Option<InviteId>) {
        let mut table = self.table();
        let ended: Vec<_> = table.of(party).filter(|(_, m)| m.ended.is_some()).map(|(id, _)| id).collect();
        for old in &ended[..ended.len().saturating_sub(ENDED_PER_PARTY)] {
            table.remove(*old);
        }
        table.boxes.insert(id, Mailbox { party, invite, last: 0, signals: VecDeque::new(), ended: None });
        table.of.entry(party).or_default().push(id);
    }

    /// Answers the signal's number.
    pub fn put(&self, id: MediaSessionId, kind: &'static str, data: Value) -> u64 {
        let mut table = self.table();
        let Some(mailbox) = table.boxes.get_mut(&id) else { return 0 };
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
        if let Some(mailbox) = self.table().boxes.get_mut(&id) {
            mailbox.ended = Some(Instant::now());
        }
    }

    /// Ends all that are open still.
    pub fn end_all(&self, reason: &Value) {
        let open: Vec<_> = self.table().boxes.iter().filter(|(_, m)| m.ended.is_none()).map(|(id, _)| *id).collect();
        for id in open {
            self.end(id, reason.clone());
        }
    }

    /// Forgets what is old.
    pub fn sweep(&self, now: Instant) {
        let old = |at: Instant| now.saturating_duration_since(at) >= KEPT;
        let mut table = self.table();
        let mut over = Vec::new();
        for (id, mailbox) in &mut table.boxes {
            while mailbox.signals.front().is_some_and(|(at, _)| old(*at)) {
                mailbox.signals.pop_front();
            }
            if mailbox.ended.is_some_and(old) {
                over.push(*id);
            }
        }
        for id in over {
            table.remove(id);
        }
    }

    /// The latest session of `party` about `invite`.
    pub fn latest(&self, party: Party, invite: InviteId) -> Option<MediaSessionId> {
        self.table().of(party).rfind(|(_, m)| m.invite == Some(invite)).map(|(id, _)| id)
    }

    /// Running sessions of `party` about `invite`.
    pub fn all(&self, party: Party, invite: InviteId) -> Vec<MediaSessionId> {
        let table = self.table();
        let own = table.of(party).filter(|(_, m)| m.invite == Some(invite) && m.ended.is_none());
        own.map(|(id, _)| id).collect()
    }

    pub fn belongs(&self, id: MediaSessionId, party: Party) -> bool {
        self.table().boxes.get(&id).is_some_and(|m| m.party == party)
    }

    /// Whether the session has not ended, as far as mailboxes know.
    pub fn is_open(&self, id: MediaSessionId) -> bool {
        self.table().boxes.get(&id).is_some_and(|m| m.ended.is_none())
    }

    /// Administrators with running sessions.
    pub fn admins(&self) -> Vec<UserId> {
        let table = self.table();
        let mut found = Vec::new();
        for (party, ids) in &table.of {
            if let Party::Admin(owner) = party
                && ids.iter().any(|id| table.boxes.get(id).is_some_and(|m| m.ended.is_none()))
            {
                found.push(*owner);
            }
        }
        found.sort_unstable();
        found
    }

    /// Signals after `after`, and the number of the last one there was.
    pub fn read(&self, id: MediaSessionId, after: u64) -> Option<(Vec<Signal>, u64)> {
        let table = self.table();
        let mailbox = table.boxes.get(&id)?;
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
        assert_eq!(boxes.admins(), vec![ada, bob]);
        boxes.end_all(&json!({}));
        assert!(boxes.admins().is_empty() && boxes.all(Party::Admin(ada), invite).is_empty());
        assert_eq!(boxes.latest(Party::Admin(ada), invite), Some(id(3)), "its page may still ask why it ended");
    }

    #[test]
    fn who_connects_again_and_again_leaves_few_mailboxes() {
        let boxes = Mailboxes::default();
        let invite = InviteId(Uuid::from_u128(9));
        for n in 0..1_000 {
            boxes.open(id(n), Party::Candidate(invite), Some(invite));
            boxes.end(id(n), json!({}));
        }
        assert_eq!(boxes.table().boxes.len(), ENDED_PER_PARTY + 1);
        boxes.sweep(Instant::now() + KEPT);
        assert!(boxes.table().boxes.is_empty() && boxes.table().of.is_empty());
    }
}
