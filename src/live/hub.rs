//! The event hub: everything that pages would otherwise poll for. Each subscriber has a bounded queue; one that
//! does not read is dropped and told to load its page's data anew.

use crate::domain::{AttemptId, UserId};
use crate::sync::{Mutex, MutexGuard};
use serde_json::Value;
use std::{
    cell::LazyCell,
    collections::HashMap,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::mpsc;

/// Events that wait for one slow reader.
const QUEUE: usize = 256;

/// In so many turns every stream has looked its permission up.
pub const TURNS: u64 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Every signed-in admin.
    Admins,
    /// One account.
    Account(UserId),
    /// The candidate's page of one attempt.
    Attempt(AttemptId),
}

#[derive(Clone, Debug)]
pub struct Event {
    pub name: &'static str,
    pub data: Value,
}

impl Event {
    #[must_use]
    pub const fn new(name: &'static str, data: Value) -> Self {
        Self { name, data }
    }
}

/// An event with its place since the server started.
#[derive(Debug)]
pub struct Numbered {
    pub id: u64,
    pub name: &'static str,
    /// JSON text, made once for all readers.
    pub data: String,
}

/// What a stream is handed. One word: a queue has room for 32 of them from the start.
#[derive(Clone, Debug)]
pub enum Told {
    Event(Arc<Numbered>),
    /// Its permission may have ended: look now.
    Recheck,
}

struct Subscriber {
    audiences: Vec<Audience>,
    queue: mpsc::Sender<Told>,
}

pub struct Hub {
    boot: String,
    last: AtomicU64,
    next_subscriber: AtomicU64,
    subscribers: Mutex<HashMap<u64, Subscriber>>,
}

impl Hub {
    /// `boot` names this run of the server in every event id.
    #[must_use]
    pub fn new(boot: String) -> Self {
        Self { boot, last: AtomicU64::new(0), next_subscriber: AtomicU64::new(0), subscribers: Mutex::default() }
    }

    #[must_use]
    pub fn boot(&self) -> &str {
        &self.boot
    }

    fn table(&self) -> MutexGuard<'_, HashMap<u64, Subscriber>> {
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[must_use]
    pub fn subscribers(&self) -> usize {
        self.table().len()
    }

    pub fn subscribe(self: &Arc<Self>, audiences: Vec<Audience>) -> Subscription {
        let (queue, events) = mpsc::channel(QUEUE);
        let id = self.next_subscriber.fetch_add(1, Ordering::Relaxed);
        self.table().insert(id, Subscriber { audiences, queue });
        Subscription { hub: self.clone(), id, events }
    }

    /// Hands an event to all who belong to one of `to`, each once; it is made only where there are any. Never waits.
    pub fn publish(&self, to: &[Audience], event: impl FnOnce() -> Event) {
        let mut table = self.table();
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let numbered = LazyCell::new(|| {
            let Event { name, data } = event();
            Arc::new(Numbered { id, name, data: data.to_string() })
        });
        table.retain(|_, subscriber| {
            let meant = subscriber.audiences.iter().any(|a| to.contains(a));
            !meant || subscriber.queue.try_send(Told::Event(Arc::clone(&numbered))).is_ok()
        });
    }

    /// Lets the streams of `audience` look their permission up now. Never waits.
    pub fn recheck(&self, audience: Audience) {
        self.table().retain(|_, subscriber| {
            let meant = subscriber.audiences.contains(&audience);
            !meant || subscriber.queue.try_send(Told::Recheck).is_ok()
        });
    }

    /// Lets a sixtieth of all streams look their permission up: called once a second, each looks once a minute, and no
    /// stream needs a timer of its own. Never waits.
    pub fn recheck_turn(&self, turn: u64) {
        self.table().retain(|id, subscriber| {
            let meant = id % TURNS == turn % TURNS;
            !meant || subscriber.queue.try_send(Told::Recheck).is_ok()
        });
    }

    /// Ends every stream, for a graceful stop.
    pub fn close(&self) {
        self.table().clear();
    }
}

/// One open stream; leaving it unsubscribes.
pub struct Subscription {
    hub: Arc<Hub>,
    id: u64,
    events: mpsc::Receiver<Told>,
}

impl Subscription {
    /// What comes next, or `None` once this reader was dropped for being slow or the server stops.
    pub async fn next(&mut self) -> Option<Told> {
        self.events.recv().await
    }

    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.hub.table().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    async fn event(subscription: &mut Subscription) -> Option<Arc<Numbered>> {
        match subscription.next().await {
            Some(Told::Event(event)) => Some(event),
            _ => None,
        }
    }

    fn user(n: u128) -> UserId {
        UserId(uuid::Uuid::from_u128(n))
    }

    #[tokio::test]
    async fn events_reach_whom_they_are_meant_for_once_and_in_order() {
        let hub = Arc::new(Hub::new("boot".into()));
        let mut admin = hub.subscribe(vec![Audience::Admins, Audience::Account(user(1))]);
        let mut other = hub.subscribe(vec![Audience::Account(user(2))]);
        hub.publish(&[Audience::Admins, Audience::Account(user(1))], || Event::new("a", json!({})));
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
        let mut slow = hub.subscribe(vec![Audience::Admins]);
        for _ in 0..QUEUE + 10 {
            hub.publish(&[Audience::Admins], || Event::new("a", json!({})));
        }
        assert_eq!(hub.subscribers(), 0);
        let mut got = 0;
        while slow.next().await.is_some() {
            got += 1;
        }
        assert_eq!(got, QUEUE);
    }
}
