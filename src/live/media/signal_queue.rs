//! Signal queues: signaling messages waiting for a page to poll them. Signals are numbered, expire, and are not
//! consumed by reading, so a lost reply loses nothing. As every running session of every media thread has one, they also say how
//! many there are, by which the server's limits hold whatever the number of threads.

use super::limits::{ENDED_PER_PARTY, MAX_PUBLISHERS, MAX_SESSIONS, SESSIONS_PER_ADMIN, VIEWERS_PER_INVITE};
use crate::{
    domain::{InviteId, MediaSessionId, UserId},
    sync::{Mutex, MutexGuard},
};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet, VecDeque},
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

/// A session that is to be opened.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    pub party: Party,
    /// The invite shown; `None` for a wall.
    pub invite: Option<InviteId>,
    /// The media thread that owns the session.
    pub thread: usize,
    /// Whether the session replaces a running one: it is then admitted whatever the load.
    pub replaces: bool,
}

/// How many sessions the server may have.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    publishers: usize,
    /// The number of sessions of all kinds.
    sessions: usize,
    per_admin: usize,
    /// Viewers of one candidate.
    viewers: usize,
}

impl SessionLimits {
    /// The limits of a server with so many media threads.
    pub const fn of(threads: usize) -> Self {
        Self {
            publishers: MAX_PUBLISHERS * threads,
            sessions: MAX_SESSIONS * threads,
            per_admin: SESSIONS_PER_ADMIN,
            viewers: VIEWERS_PER_INVITE,
        }
    }
}

/// Which limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    Server,
    Admin,
    /// The candidate's viewers.
    Candidate,
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
    /// Candidates who have this session as a viewer; empty once it has ended.
    shown: HashSet<InviteId>,
}

#[derive(Default)]
struct QueueTable {
    boxes: HashMap<MediaSessionId, SignalQueue>,
    /// Sessions by owner, oldest first.
    by_party: HashMap<Party, Vec<MediaSessionId>>,
    /// Running sessions of candidates, and of staff.
    publishers: usize,
    viewers: usize,
    /// Running sessions that show a candidate.
    watching: HashMap<InviteId, usize>,
}

impl QueueTable {
    fn of(&self, party: Party) -> impl DoubleEndedIterator<Item = (MediaSessionId, &SignalQueue)> {
        let ids = self.by_party.get(&party).into_iter().flatten();
        ids.filter_map(|id| Some((*id, self.boxes.get(id)?)))
    }

    fn count_open(&self, party: Party) -> usize {
        self.of(party).filter(|(_, queue)| queue.ended.is_none()).count()
    }

    fn watching(&self, invite: InviteId) -> usize {
        self.watching.get(&invite).copied().unwrap_or_default()
    }

    fn require_room(&self, new: &NewSession, most: &SessionLimits) -> Result<(), Full> {
        let is_full = self.publishers + self.viewers >= most.sessions;
        match new.party {
            Party::Candidate(_) if new.replaces => Ok(()),
            Party::Candidate(_) if is_full || self.publishers >= most.publishers => Err(Full::Server),
            Party::Staff(_) if self.count_open(new.party) >= most.per_admin => Err(Full::Admin),
            Party::Staff(_) if is_full => Err(Full::Server),
            Party::Staff(_) if new.invite.is_some_and(|i| self.watching(i) >= most.viewers) => Err(Full::Candidate),
            Party::Candidate(_) | Party::Staff(_) => Ok(()),
        }
    }

    /// Marks a queue as ended: its session does not count any more.
    fn end(&mut self, id: MediaSessionId) {
        let Some(queue) = self.boxes.get_mut(&id).filter(|queue| queue.ended.is_none()) else { return };
        queue.ended = Some(Instant::now());
        match queue.party {
            Party::Candidate(_) => self.publishers -= 1,
            Party::Staff(_) => self.viewers -= 1,
        }
        for invite in std::mem::take(&mut queue.shown) {
            forget_viewer(&mut self.watching, invite);
        }
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

fn forget_viewer(watching: &mut HashMap<InviteId, usize>, invite: InviteId) {
    if let Some(count) = watching.get_mut(&invite) {
        *count -= 1;
        if *count == 0 {
            watching.remove(&invite);
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

    /// Whether the server has room for a session, before the work of making it.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn require_room(&self, new: &NewSession, most: &SessionLimits) -> Result<(), Full> {
        self.table().require_room(new, most)
    }

    /// Opens the queue of a session, if the server still has room for it.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn open(&self, id: MediaSessionId, new: &NewSession, most: &SessionLimits) -> Result<(), Full> {
        let mut table = self.table();
        table.require_room(new, most)?;
        let NewSession { party, invite, thread, .. } = *new;
        let mut shown = HashSet::new();
        match party {
            Party::Candidate(_) => table.publishers += 1,
            Party::Staff(_) => {
                table.viewers += 1;
                shown.extend(invite);
            }
        }
        for invite in &shown {
            *table.watching.entry(*invite).or_default() += 1;
        }
        let ended: Vec<_> = table.of(party).filter(|(_, m)| m.ended.is_some()).map(|(id, _)| id).collect();
        for old in &ended[..ended.len().saturating_sub(ENDED_PER_PARTY)] {
            table.remove(*old);
        }
        let queue = SignalQueue { party, invite, thread, last: 0, signals: VecDeque::new(), ended: None, shown };
        table.boxes.insert(id, queue);
        table.by_party.entry(party).or_default().push(id);
        Ok(())
    }

    /// Counts a session as a viewer of more candidates: of all of them, or of none and returns false, if one of them has too
    /// many viewers already.
    pub fn show(&self, id: MediaSessionId, invites: &[InviteId], most: &SessionLimits) -> bool {
        let mut table = self.table();
        let QueueTable { boxes, watching, .. } = &mut *table;
        let Some(queue) = boxes.get_mut(&id).filter(|queue| queue.ended.is_none()) else { return false };
        let new: HashSet<InviteId> = invites.iter().filter(|invite| !queue.shown.contains(*invite)).copied().collect();
        if new.iter().any(|invite| watching.get(invite).is_some_and(|count| *count >= most.viewers)) {
            return false;
        }
        for invite in new {
            *watching.entry(invite).or_default() += 1;
            queue.shown.insert(invite);
        }
        true
    }

    /// Counts a session as a viewer of these candidates alone, as far as it is one.
    pub fn keep_shown(&self, id: MediaSessionId, invites: &HashSet<InviteId>) {
        let mut table = self.table();
        let QueueTable { boxes, watching, .. } = &mut *table;
        let Some(queue) = boxes.get_mut(&id) else { return };
        queue.shown.retain(|invite| {
            let is_kept = invites.contains(invite);
            if !is_kept {
                forget_viewer(watching, *invite);
            }
            is_kept
        });
    }

    /// Returns the number of running sessions of candidates, and of staff.
    pub fn running(&self) -> (usize, usize) {
        let table = self.table();
        (table.publishers, table.viewers)
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
        self.table().end(id);
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

    const LIMITS: SessionLimits = SessionLimits::of(1);

    fn id(n: u128) -> MediaSessionId {
        MediaSessionId(Uuid::from_u128(n))
    }

    fn opened(
        boxes: &SignalQueues,
        n: u128,
        party: Party,
        invite: Option<InviteId>,
        thread: usize,
    ) -> Result<(), Full> {
        boxes.open(id(n), &NewSession { party, invite, thread, replaces: false }, &LIMITS)
    }

    fn invite(n: u128) -> InviteId {
        InviteId(Uuid::from_u128(n))
    }

    fn candidate(n: u128) -> Party {
        Party::Candidate(invite(n))
    }

    fn staff(n: u128) -> Party {
        Party::Staff(UserId(Uuid::from_u128(n)))
    }

    #[test]
    fn signals_are_numbered_expire_and_are_bounded() {
        let boxes = SignalQueues::default();
        let invite = invite(9);
        opened(&boxes, 1, Party::Candidate(invite), Some(invite), 0).unwrap();
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
        let (invite, ada, bob) = (invite(9), UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        opened(&boxes, 5, Party::Staff(ada), Some(invite), 0).unwrap();
        opened(&boxes, 3, Party::Staff(ada), Some(invite), 1).unwrap();
        opened(&boxes, 7, Party::Staff(bob), Some(invite), 0).unwrap();
        opened(&boxes, 8, Party::Staff(ada), None, 0).unwrap();
        assert_eq!((boxes.open_on(id(3)), boxes.table().count_open(Party::Staff(ada))), (Some(1), 3));
        assert_eq!(boxes.latest(Party::Staff(ada), invite), Some(id(3)));
        assert_eq!(boxes.latest(Party::Candidate(invite), invite), None);
        assert!(boxes.belongs(id(7), Party::Staff(bob)) && !boxes.belongs(id(7), Party::Staff(ada)));
        assert_eq!(boxes.admins(), vec![ada, bob]);
        boxes.end_all(&json!({}));
        assert_eq!((boxes.open_on(id(3)), boxes.table().count_open(Party::Staff(ada))), (None, 0));
        assert!(boxes.admins().is_empty() && boxes.all(Party::Staff(ada), invite).is_empty());
        assert_eq!(boxes.latest(Party::Staff(ada), invite), Some(id(3)), "its page can still read the close reason");
    }

    #[test]
    fn repeated_reconnects_leave_few_mailboxes() {
        let boxes = SignalQueues::default();
        let invite = invite(9);
        for n in 0..1_000 {
            opened(&boxes, n, Party::Candidate(invite), Some(invite), 0).unwrap();
            boxes.end(id(n), json!({}));
        }
        assert_eq!(boxes.table().boxes.len(), ENDED_PER_PARTY + 1);
        boxes.sweep(Instant::now() + RETENTION);
        assert!(boxes.table().boxes.is_empty() && boxes.table().by_party.is_empty());
    }

    #[test]
    fn sessions_are_limited_for_the_server_however_many_threads_share_them() {
        for threads in [1, 3] {
            let (boxes, most) = (SignalQueues::default(), SessionLimits::of(threads));
            let open = |n: usize, party, replaces| {
                // All candidates on one thread, as chance may have it.
                let new = NewSession { party, invite: None, thread: 0, replaces };
                boxes.open(id(n as u128), &new, &most)
            };
            let publishers = (0..20_000).filter(|n| open(*n, candidate(*n as u128), false).is_ok()).count();
            assert_eq!(publishers, MAX_PUBLISHERS * threads);
            assert_eq!(open(50_000, candidate(1), true), Ok(()), "a page that is loaded again");
            boxes.end(id(1), json!({}));
            let admins = (60_000..80_000).map(|n| (n, staff(n as u128 / SESSIONS_PER_ADMIN as u128)));
            let viewers = admins.filter(|(n, party)| open(*n, *party, false).is_ok()).count();
            assert_eq!(boxes.running(), (publishers, viewers));
            assert_eq!(publishers + viewers, MAX_SESSIONS * threads);
            assert_eq!(open(90_000, staff(1), false), Err(Full::Server));
            assert_eq!(open(90_000, candidate(90_000), false), Err(Full::Server));
            // Twice is as once.
            (0..2).for_each(|_| boxes.end(id(60_000), json!({})));
            assert_eq!((boxes.running(), open(90_000, staff(1), false)), ((publishers, viewers - 1), Ok(())));
            boxes.end_all(&json!({}));
            assert_eq!(boxes.running(), (0, 0));
        }
    }

    #[test]
    fn viewers_of_a_candidate_are_counted_over_monitors_and_walls_of_all_threads() {
        let boxes = SignalQueues::default();
        let (shown, other) = (invite(7), invite(8));
        let half = VIEWERS_PER_INVITE / 2;
        for (n, thread) in (0..).zip((1..=2).cycle()).take(half) {
            opened(&boxes, n, staff(1), Some(shown), 0).unwrap();
            opened(&boxes, 100 + n, staff(2), None, thread).unwrap();
            assert!(boxes.show(id(100 + n), &[other, shown, shown], &LIMITS));
            assert!(boxes.show(id(100 + n), &[shown], &LIMITS), "it is shown already");
        }
        assert_eq!(opened(&boxes, 50, staff(3), Some(shown), 0), Err(Full::Candidate));
        opened(&boxes, 51, staff(3), None, 2).unwrap();
        assert!(!boxes.show(id(51), &[other, shown], &LIMITS));
        assert_eq!(boxes.table().watching(other), half, "a wall that is refused counts nowhere");
        // A wall that shows another candidate, and a monitor that ends, make room.
        boxes.keep_shown(id(100), &HashSet::from([other]));
        assert!(boxes.show(id(51), &[other, shown], &LIMITS));
        assert!(!boxes.show(id(100), &[shown], &LIMITS));
        boxes.end(id(0), json!({}));
        assert!(boxes.show(id(100), &[shown], &LIMITS));
        assert!(!boxes.show(id(0), &[other], &LIMITS), "it has ended");
        boxes.end_all(&json!({}));
        assert!(boxes.table().watching.is_empty());
    }

    #[test]
    fn sessions_of_one_administrator_are_limited_over_all_threads() {
        let boxes = SignalQueues::default();
        let open = |n: usize| opened(&boxes, n as u128, staff(1), Some(invite(n as u128)), n % 3).is_ok();
        assert_eq!((0..100).filter(|n| open(*n)).count(), SESSIONS_PER_ADMIN);
        assert_eq!(opened(&boxes, 200, staff(1), None, 2), Err(Full::Admin));
        assert_eq!(opened(&boxes, 200, staff(2), None, 2), Ok(()));
    }
}
