//! Signal queues: signaling messages waiting for a page to poll them. Signals are numbered, expire, and are not
//! consumed by reading, so a lost reply loses nothing.

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

/// Retention of a signal, and of the signal queue of an ended session.
const RETENTION: Duration = Duration::from_mins(2);
/// Signals retained per session; the oldest are evicted.
const MAX_SIGNALS: usize = 64;

/// The owner of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    Candidate(InviteId),
    /// An account that may watch.
    Staff(UserId),
}

#[derive(Clone, Debug)]
pub struct MediaSignal {
    pub n: u64,
    pub session: MediaSessionId,
    pub kind: &'static str,
    pub data: Value,
}

struct SignalQueue {
    party: Party,
    /// The invite shown; `None` for a wall.
    invite: Option<InviteId>,
    /// The media thread that owns the session.
    thread: usize,
    last: u64,
    signals: VecDeque<(Instant, MediaSignal)>,
    ended: Option<Instant>,
}

#[derive(Default)]
struct QueueTable {
    boxes: HashMap<MediaSessionId, SignalQueue>,
    /// Sessions by owner, oldest first.
    by_party: HashMap<Party, Vec<MediaSessionId>>,
}

impl QueueTable {
    fn of(&self, party: Party) -> impl DoubleEndedIterator<Item = (MediaSessionId, &SignalQueue)> {
        let ids = self.by_party.get(&party).into_iter().flatten();
        ids.filter_map(|id| Some((*id, self.boxes.get(id)?)))
    }

    fn remove(&mut self, id: MediaSessionId) {
        let Some(gone) = self.boxes.remove(&id) else { return };
        if let Some(ids) = self.by_party.get_mut(&gone.party) {
            ids.retain(|i| *i != id);
            if ids.is_empty() {
                self.by_party.remove(&gone.party);
            }
        }
    }
}

/// Signal queues of all running sessions and, for [`RETENTION`], of ended ones. The engine opens and ends each together
/// with its session, so there is no orphan.
#[derive(Default)]
pub struct SignalQueues(Mutex<QueueTable>);

impl SignalQueues {
    fn table(&self) -> MutexGuard<'_, QueueTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(&self, id: MediaSessionId, party: Party, invite: Option<InviteId>, thread: usize) {
        let mut table = self.table();
        let ended: Vec<_> = table.of(party).filter(|(_, m)| m.ended.is_some()).map(|(id, _)| id).collect();
        for old in &ended[..ended.len().saturating_sub(ENDED_PER_PARTY)] {
            table.remove(*old);
        }
        let queue = SignalQueue { party, invite, thread, last: 0, signals: VecDeque::new(), ended: None };
        table.boxes.insert(id, queue);
        table.by_party.entry(party).or_default().push(id);
    }

    /// Queues a signal and returns its number; 0 if the session is unknown.
    pub fn put(&self, id: MediaSessionId, kind: &'static str, data: Value) -> u64 {
        let mut table = self.table();
        let Some(queue) = table.boxes.get_mut(&id) else { return 0 };
        queue.last += 1;
        let signal = MediaSignal { n: queue.last, session: id, kind, data };
        queue.signals.push_back((Instant::now(), signal));
        if queue.signals.len() > MAX_SIGNALS {
            queue.signals.pop_front();
        }
        queue.last
    }

    /// Queues the final signal, `closed`, and marks the queue as ended.
    pub fn end(&self, id: MediaSessionId, reason: Value) {
        self.put(id, "closed", reason);
        if let Some(queue) = self.table().boxes.get_mut(&id) {
            queue.ended = Some(Instant::now());
        }
    }

    /// Ends all open queues.
    pub fn end_all(&self, reason: &Value) {
        let open: Vec<_> = self.table().boxes.iter().filter(|(_, m)| m.ended.is_none()).map(|(id, _)| *id).collect();
        for id in open {
            self.end(id, reason.clone());
        }
    }

    /// Evicts expired signals and queues.
    pub fn sweep(&self, now: Instant) {
        let old = |at: Instant| now.saturating_duration_since(at) >= RETENTION;
        let mut table = self.table();
        let mut over = Vec::new();
        for (id, queue) in &mut table.boxes {
            while queue.signals.front().is_some_and(|(at, _)| old(*at)) {
                queue.signals.pop_front();
            }
            if queue.ended.is_some_and(old) {
                over.push(*id);
            }
        }
        for id in over {
            table.remove(id);
        }
    }

    /// Returns the latest session of `party` for `invite`, running or ended.
    pub fn latest(&self, party: Party, invite: InviteId) -> Option<MediaSessionId> {
        self.table().of(party).rfind(|(_, m)| m.invite == Some(invite)).map(|(id, _)| id)
    }

    /// Returns the running sessions of `party` for `invite`.
    pub fn all(&self, party: Party, invite: InviteId) -> Vec<MediaSessionId> {
        let table = self.table();
        let own = table.of(party).filter(|(_, m)| m.invite == Some(invite) && m.ended.is_none());
        own.map(|(id, _)| id).collect()
    }

    pub fn belongs(&self, id: MediaSessionId, party: Party) -> bool {
        self.table().boxes.get(&id).is_some_and(|m| m.party == party)
    }

    /// Returns true if the session has a queue that has not ended.
    pub fn is_open(&self, id: MediaSessionId) -> bool {
        self.open_on(id).is_some()
    }

    /// Returns the media thread that owns a running session.
    pub fn open_on(&self, id: MediaSessionId) -> Option<usize> {
        self.table().boxes.get(&id).filter(|m| m.ended.is_none()).map(|m| m.thread)
    }

    /// Returns the number of running sessions of `party`.
    pub fn count_open(&self, party: Party) -> usize {
        self.table().of(party).filter(|(_, m)| m.ended.is_none()).count()
    }

    /// Returns the administrators with running sessions, sorted.
    pub fn admins(&self) -> Vec<UserId> {
        let table = self.table();
        let mut found = Vec::new();
        for (party, ids) in &table.by_party {
            if let Party::Staff(owner) = party
                && ids.iter().any(|id| table.boxes.get(id).is_some_and(|m| m.ended.is_none()))
            {
                found.push(*owner);
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the signals with numbers above `after`, and the highest number assigned so far.
    pub fn read(&self, id: MediaSessionId, after: u64) -> Option<(Vec<MediaSignal>, u64)> {
        let table = self.table();
        let queue = table.boxes.get(&id)?;
        let later = queue.signals.iter().map(|(_, s)| s).filter(|s| s.n > after);
        Some((later.cloned().collect(), queue.last))
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
    fn signals_are_numbered_expire_and_are_bounded() {
        let boxes = SignalQueues::default();
        let invite = InviteId(Uuid::from_u128(9));
        boxes.open(id(1), Party::Candidate(invite), Some(invite), 0);
        for n in 0..10_000 {
            boxes.put(id(1), "layers", json!({ "n": n }));
        }
        let (signals, cursor) = boxes.read(id(1), 0).unwrap();
        assert_eq!((signals.len(), signals[0].n, cursor), (MAX_SIGNALS, 10_001 - MAX_SIGNALS as u64, 10_000));
        assert_eq!(boxes.read(id(1), 9_999).unwrap().0.len(), 1, "reading consumes nothing");
        assert!(boxes.read(id(2), 0).is_none());
        boxes.end(id(1), json!({}));
        assert!(!boxes.is_open(id(1)));
        boxes.sweep(Instant::now());
        assert_eq!(boxes.read(id(1), 10_000).unwrap().0[0].kind, "closed");
        boxes.sweep(Instant::now() + RETENTION);
        assert!(boxes.read(id(1), 0).is_none());
    }

    #[test]
    fn the_latest_session_is_the_callers_own() {
        let boxes = SignalQueues::default();
        let (invite, ada, bob) = (InviteId(Uuid::from_u128(9)), UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        boxes.open(id(5), Party::Staff(ada), Some(invite), 0);
        boxes.open(id(3), Party::Staff(ada), Some(invite), 1);
        boxes.open(id(7), Party::Staff(bob), Some(invite), 0);
        boxes.open(id(8), Party::Staff(ada), None, 0);
        assert_eq!((boxes.open_on(id(3)), boxes.count_open(Party::Staff(ada))), (Some(1), 3));
        assert_eq!(boxes.latest(Party::Staff(ada), invite), Some(id(3)));
        assert_eq!(boxes.latest(Party::Candidate(invite), invite), None);
        assert!(boxes.belongs(id(7), Party::Staff(bob)) && !boxes.belongs(id(7), Party::Staff(ada)));
        assert_eq!(boxes.admins(), vec![ada, bob]);
        boxes.end_all(&json!({}));
        assert_eq!((boxes.open_on(id(3)), boxes.count_open(Party::Staff(ada))), (None, 0));
        assert!(boxes.admins().is_empty() && boxes.all(Party::Staff(ada), invite).is_empty());
        assert_eq!(boxes.latest(Party::Staff(ada), invite), Some(id(3)), "its page can still read the close reason");
    }

    #[test]
    fn repeated_reconnects_leave_few_mailboxes() {
        let boxes = SignalQueues::default();
        let invite = InviteId(Uuid::from_u128(9));
        for n in 0..1_000 {
            boxes.open(id(n), Party::Candidate(invite), Some(invite), 0);
            boxes.end(id(n), json!({}));
        }
        assert_eq!(boxes.table().boxes.len(), ENDED_PER_PARTY + 1);
        boxes.sweep(Instant::now() + RETENTION);
        assert!(boxes.table().boxes.is_empty() && boxes.table().by_party.is_empty());
    }
}
