//! The event hub: server push of everything pages would otherwise poll for. Each subscriber has a bounded queue; a
//! subscriber that does not read is dropped, and its page reloads its data.

use super::throttle::{AboutPerson, Numbered, Throttle};
use crate::{
    domain::{AttemptId, Error, ExamSessionId, InviteId, Result, TestId, UserId, permission::Capability},
    sync::{Mutex, MutexGuard},
};
use serde_json::Value;
use std::{
    cell::LazyCell,
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

/// Events that wait for one slow reader.
const QUEUE: usize = 256;
/// Open streams per attempt, and per invite before the test; the tabs of one candidate share one. A further stream evicts
/// the oldest.
pub const PER_ATTEMPT: usize = 8;
/// Open streams per account, one per browser. A further stream evicts the oldest.
pub const PER_ACCOUNT: usize = 32;
/// Open streams of the whole server.
pub const MAX_TOTAL: usize = 20_000;

/// Number of [`Hub::recheck_turn`] calls in which every stream re-checks its permission once.
pub const TURNS: u64 = 60;

/// An event for all people of an exam session reaches their streams within this time, in turns: written to hundreds of
/// connections at once it would make the saves of that moment wait.
pub const SPREAD: Duration = Duration::from_millis(250);
const SPREAD_TURNS: u32 = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Every signed-in account with this capability for the whole site.
    Staff(Capability),
    /// Staff who have the capability for this test, and not for the whole site.
    StaffOf(Capability, TestId),
    /// Staff who have the capability for some tests, whichever these are.
    SomeStaff(Capability),
    Account(UserId),
    /// The candidate's page of one attempt.
    Attempt(AttemptId),
    /// The candidates' pages of all people in an exam session, before the test and while it runs.
    ExamSession(ExamSessionId),
    /// The candidate's page before the test, of one invite.
    Invite(InviteId),
}

impl Audience {
    const fn max_streams(self) -> usize {
        match self {
            Self::Staff(_) | Self::StaffOf(..) | Self::SomeStaff(_) | Self::ExamSession(_) => usize::MAX,
            Self::Account(_) => PER_ACCOUNT,
            Self::Attempt(_) | Self::Invite(_) => PER_ATTEMPT,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Event {
    pub name: &'static str,
    pub data: Value,
    about: Option<InviteId>,
    person: Option<AboutPerson>,
}

impl Event {
    #[must_use]
    pub const fn new(name: &'static str, data: Value) -> Self {
        Self { name, data, about: None, person: None }
    }

    /// Names the person whom it is about: streams of staff who do not look after them leave it out.
    #[must_use]
    pub(super) fn about(self, person: AboutPerson) -> Self {
        Self { person: Some(person), ..self }
    }

    /// Throttles this event per invite on each stream: of many about the same invite, only the latest matters.
    #[must_use]
    pub fn at_a_pace(self, invite: InviteId) -> Self {
        Self { about: Some(invite), ..self }
    }
}

/// A message to a stream. One word wide, because a queue preallocates 32 of them.
#[derive(Clone, Debug)]
pub enum StreamMessage {
    Event(Arc<Numbered>),
    /// The subscriber's permission may have ended: it is checked now.
    Recheck,
}

struct Subscriber {
    audiences: Vec<Audience>,
    queue: mpsc::Sender<StreamMessage>,
}

/// All streams, also indexed by audience: publishing visits no stream outside the event's audiences.
#[derive(Default)]
struct SubscriberTable {
    subscribers: HashMap<u64, Subscriber>,
    meant: HashMap<Audience, BTreeSet<u64>>,
}

impl SubscriberTable {
    fn add(&mut self, id: u64, subscriber: Subscriber) {
        for audience in &subscriber.audiences {
            self.meant.entry(*audience).or_default().insert(id);
        }
        self.subscribers.insert(id, subscriber);
    }

    fn remove(&mut self, id: u64) {
        let Some(gone) = self.subscribers.remove(&id) else { return };
        for audience in gone.audiences {
            if let Some(ids) = self.meant.get_mut(&audience) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.meant.remove(&audience);
                }
            }
        }
    }

    /// Notifies every subscriber that belongs to one of `to`, each once. A subscriber that does not keep up is dropped.
    fn queue(&mut self, to: &[Audience], message: impl Fn() -> StreamMessage) {
        let mut behind = Vec::new();
        for (n, audience) in to.iter().enumerate() {
            for id in self.meant.get(audience).into_iter().flatten() {
                let Some(subscriber) = self.subscribers.get(id) else { continue };
                let has_it = to.iter().take(n).any(|before| subscriber.audiences.contains(before));
                if !has_it && subscriber.queue.try_send(message()).is_err() {
                    behind.push(*id);
                }
            }
        }
        for id in behind {
            self.remove(id);
        }
    }
}

pub struct Hub {
    boot: String,
    last: AtomicU64,
    next_subscriber: AtomicU64,
    table: Mutex<SubscriberTable>,
}

impl Hub {
    /// `boot` identifies this run of the server in every event id.
    #[must_use]
    pub fn new(boot: String) -> Self {
        Self { boot, last: AtomicU64::new(0), next_subscriber: AtomicU64::new(0), table: Mutex::default() }
    }

    #[must_use]
    pub fn boot(&self) -> &str {
        &self.boot
    }

    fn table(&self) -> MutexGuard<'_, SubscriberTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[must_use]
    pub fn subscribers(&self) -> usize {
        self.table().subscribers.len()
    }

    /// Opens a stream. Beyond the limit of an attempt or account the oldest stream ends and its page reloads: a page
    /// that reconnects after a network loss must not wait for its own dead stream.
    ///
    /// # Errors
    /// 503 beyond [`MAX_TOTAL`].
    pub fn subscribe(self: &Arc<Self>, audiences: Vec<Audience>) -> Result<Subscription> {
        let (queue, events) = mpsc::channel(QUEUE);
        let id = self.next_subscriber.fetch_add(1, Ordering::Relaxed);
        let mut table = self.table();
        for audience in &audiences {
            let oldest = table.meant.get(audience).filter(|ids| ids.len() >= audience.max_streams());
            if let Some(oldest) = oldest.and_then(|ids| ids.first().copied()) {
                table.remove(oldest);
            }
        }
        if table.subscribers.len() >= MAX_TOTAL {
            return Err(Error::unavailable("Too many pages are open. Please try again in a moment.", 10));
        }
        table.add(id, Subscriber { audiences, queue });
        drop(table);
        Ok(Subscription { hub: self.clone(), id, events, pace: None })
    }

    /// Publishes an event to every stream in one of `to`, each once; built only if there is a subscriber.
    /// Never blocks.
    pub fn publish(&self, to: &[Audience], event: impl FnOnce() -> Event) {
        let mut table = self.table();
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let numbered = LazyCell::new(|| {
            let Event { name, data, about, person } = event();
            let subject = about.map(|invite| (name, invite.0.as_u128()));
            let is_spread = to.iter().any(|audience| matches!(audience, Audience::ExamSession(_)));
            let spread_from = is_spread.then(Instant::now);
            Arc::new(Numbered { id, name, data: data.to_string(), subject, person, spread_from })
        });
        table.queue(to, || StreamMessage::Event(Arc::clone(&numbered)));
    }

    /// Makes the streams of `audience` re-check their permission now. Never blocks.
    pub fn recheck(&self, audience: Audience) {
        self.table().queue(&[audience], || StreamMessage::Recheck);
    }

    /// Makes 1/60 of all streams re-check their permission: called once a second, each stream checks once a minute
    /// without a timer per stream. Never blocks.
    pub fn recheck_turn(&self, turn: u64) {
        let mut table = self.table();
        let due = table.subscribers.iter().filter(|(id, _)| **id % TURNS == turn % TURNS);
        let behind = due.filter(|(_, subscriber)| subscriber.queue.try_send(StreamMessage::Recheck).is_err());
        let behind: Vec<u64> = behind.map(|(id, _)| *id).collect();
        for id in behind {
            table.remove(id);
        }
    }

    /// Ends every stream, for graceful shutdown.
    pub fn close(&self) {
        *self.table() = SubscriberTable::default();
    }
}

/// One open stream; dropping it unsubscribes.
pub struct Subscription {
    hub: Arc<Hub>,
    id: u64,
    events: mpsc::Receiver<StreamMessage>,
    pace: Option<Box<Throttle>>,
}

impl Subscription {
    /// Returns the next message, or `None` once this stream was dropped as too slow, was evicted by a newer one, or the
    /// server stops.
    pub async fn next(&mut self) -> Option<StreamMessage> {
        loop {
            let message = match self.pace.as_mut().and_then(|pace| Some((pace.next_due()?, pace))) {
                None => self.events.recv().await,
                Some((due, pace)) => tokio::select! {
                    biased;
                    () = sleep_until(due) => match pace.release(Instant::now()) {
                        Some(event) => return Some(StreamMessage::Event(event)),
                        None => continue,
                    },
                    message = self.events.recv() => message,
                },
            };
            let Some(StreamMessage::Event(event)) = &message else { return message };
            if let Some(from) = event.spread_from {
                sleep_until(from + self.turn()).await;
            }
            let Some(subject) = event.subject else { return message };
            if self.pace.get_or_insert_default().admit(subject, event, Instant::now()) {
                return message;
            }
        }
    }

    /// How long this stream holds an event that all of a session get: consecutive ones have different turns.
    fn turn(&self) -> Duration {
        SPREAD / SPREAD_TURNS * u32::try_from(self.id % u64::from(SPREAD_TURNS)).unwrap_or_default()
    }

    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.hub.table().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use serde_json::json;

    const WATCHERS: Audience = Audience::Staff(Capability::Watch);

    async fn event(subscription: &mut Subscription) -> Option<Arc<Numbered>> {
        match subscription.next().await {
            Some(StreamMessage::Event(event)) => Some(event),
            _ => None,
        }
    }

    fn user(n: u128) -> UserId {
        UserId(uuid::Uuid::from_u128(n))
    }

    #[tokio::test]
    async fn events_reach_whom_they_are_meant_for_once_and_in_order() {
        let hub = Arc::new(Hub::new("boot".into()));
        let mut admin = hub.subscribe(vec![WATCHERS, Audience::Account(user(1))]).unwrap();
        let mut other = hub.subscribe(vec![Audience::Account(user(2))]).unwrap();
        hub.publish(&[WATCHERS, Audience::Account(user(1))], || Event::new("a", json!({})));
        hub.publish(&[Audience::Account(user(2))], || Event::new("b", json!({"x": 1})));
        assert_eq!(event(&mut admin).await.map(|e| (e.id, e.name)), Some((1, "a")));
        let second = event(&mut other).await.unwrap();
        assert_eq!((second.id, second.data.as_str()), (2, r#"{"x":1}"#));
        drop(admin);
        assert_eq!(hub.subscribers(), 1);
    }

    #[tokio::test]
    async fn a_reader_that_does_not_read_is_dropped_and_the_queue_stays_bounded() {
        let hub = Arc::new(Hub::new("boot".into()));
        let mut slow = hub.subscribe(vec![WATCHERS]).unwrap();
        for _ in 0..QUEUE + 10 {
            hub.publish(&[WATCHERS], || Event::new("a", json!({})));
        }
        assert_eq!(hub.subscribers(), 0);
        let mut got = 0;
        while slow.next().await.is_some() {
            got += 1;
        }
        assert_eq!(got, QUEUE);
    }

    #[tokio::test]
    async fn one_stream_too_many_ends_the_oldest_of_the_same_attempt_alone() {
        let hub = Arc::new(Hub::new("boot".into()));
        let attempt = Audience::Attempt(AttemptId(uuid::Uuid::from_u128(7)));
        let mut account = hub.subscribe(vec![WATCHERS, Audience::Account(user(1))]).unwrap();
        let mut all: Vec<_> = (0..=PER_ATTEMPT).map(|_| hub.subscribe(vec![attempt]).unwrap()).collect();
        assert_eq!(hub.subscribers(), PER_ATTEMPT + 1);
        assert!(all[0].next().await.is_none());
        hub.publish(&[attempt, WATCHERS], || Event::new("a", json!({})));
        assert!(event(&mut account).await.is_some());
        assert!(event(&mut all[1]).await.is_some() && event(&mut all[PER_ATTEMPT]).await.is_some());
        drop((account, all));
        assert_eq!((hub.subscribers(), hub.table().meant.len()), (0, 0));
    }

    #[tokio::test]
    async fn streams_are_bounded_in_all() {
        let hub = Arc::new(Hub::new("boot".into()));
        let of = |n: usize| vec![Audience::Account(user(n as u128))];
        let all: Vec<_> = (0..MAX_TOTAL).map(|n| hub.subscribe(of(n)).unwrap()).collect();
        let refusal = hub.subscribe(of(MAX_TOTAL)).err().unwrap();
        assert!(refusal.retry_after.is_some());
        drop(all);
        hub.subscribe(of(1)).unwrap();
    }

    #[tokio::test]
    async fn an_event_for_a_session_reaches_its_streams_in_turns_and_in_order() {
        let hub = Arc::new(Hub::new("boot".into()));
        let session = Audience::ExamSession(ExamSessionId(uuid::Uuid::from_u128(7)));
        let mut pages: Vec<_> = (0..100).map(|_| hub.subscribe(vec![session]).unwrap()).collect();
        let mut in_turn = HashMap::new();
        for page in &pages {
            assert!(page.turn() < SPREAD);
            *in_turn.entry(page.turn()).or_insert(0) += 1;
        }
        assert!(in_turn.values().all(|streams| *streams == 100 / SPREAD_TURNS), "{in_turn:?}");
        hub.publish(&[session], || Event::new("announcement", json!({})));
        hub.publish(&[session], || Event::new("start", json!({})));
        let heard =
            pages.iter_mut().map(async |page| [event(page).await, event(page).await].map(|e| e.map(|e| e.name)));
        for names in join_all(heard).await {
            assert_eq!(names, [Some("announcement"), Some("start")]);
        }
    }

    #[tokio::test]
    async fn a_flood_about_one_invite_comes_at_a_pace_and_its_last_word_arrives() {
        let hub = Arc::new(Hub::new("boot".into()));
        let mut admin = hub.subscribe(vec![WATCHERS]).unwrap();
        let invite = |n: u128| InviteId(uuid::Uuid::from_u128(n));
        let saved = |about: u128, n: u64| {
            let event = || Event::new("answers.saved", json!({"n": n})).at_a_pace(invite(about));
            hub.publish(&[WATCHERS], event);
        };
        for n in 0..100 {
            saved(1, n);
        }
        saved(2, 7);
        hub.publish(&[WATCHERS], || Event::new("notification", json!({})));
        let mut received = Vec::new();
        for _ in 0..4 {
            let event = event(&mut admin).await.unwrap();
            received.push((event.name, event.data.clone()));
        }
        let expected = [
            ("answers.saved", r#"{"n":0}"#),
            ("answers.saved", r#"{"n":7}"#),
            ("notification", "{}"),
            ("answers.saved", r#"{"n":99}"#),
        ];
        assert_eq!(received, expected.map(|(name, data)| (name, data.to_owned())));
    }
}
