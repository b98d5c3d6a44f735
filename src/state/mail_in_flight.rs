//! Deliveries of mails that are under way, so that no mail is sent twice at once; and the worker's bell. In memory: after
//! a restart nothing is under way.

#[cfg(debug_assertions)]
use crate::store::sabotage;
use crate::{
    domain::MailId,
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    sync::PoisonError,
    time::{Duration, Instant},
};
use tokio::sync::{Notify, Semaphore, SemaphorePermit, watch};

/// Connections to the mail server at a time: many servers refuse more than 20 from one address.
pub const MAX_CONNECTIONS: usize = 16;
/// A delivery that has ended is remembered for as long as a request that began before its end can take.
const MEMORY: Duration = Duration::from_mins(1);

enum Delivery {
    /// The sender goes when the delivery ends.
    UnderWay(watch::Receiver<()>),
    Ended(Instant),
}

pub struct MailInFlight {
    deliveries: Mutex<HashMap<MailId, Delivery>>,
    connections: Semaphore,
    stops: Notify,
    bell: Notify,
}

impl Default for MailInFlight {
    fn default() -> Self {
        let connections = Semaphore::new(MAX_CONNECTIONS);
        Self { deliveries: Mutex::default(), connections, stops: Notify::new(), bell: Notify::new() }
    }
}

/// Who delivers a mail.
pub enum Claimed<'a> {
    /// The caller, for as long as it keeps this.
    Caller(Claim<'a>),
    /// Somebody else, whose end can be waited for.
    Other(Underway),
}

/// The only delivery of a mail; dropped, it has ended, whatever happened.
pub struct Claim<'a> {
    in_flight: &'a MailInFlight,
    id: MailId,
    _until: watch::Sender<()>,
}

/// Another caller's delivery.
pub struct Underway(watch::Receiver<()>);

impl Underway {
    pub async fn ended(mut self) {
        // Nothing is ever sent: the only news is that the sender has gone.
        let _ = self.0.changed().await;
    }
}

impl MailInFlight {
    fn table(&self) -> MutexGuard<'_, HashMap<MailId, Delivery>> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the caller the one that delivers, unless there is one. The claim is made after the lock is released: its
    /// `Drop` takes the lock.
    pub fn claim(&self, id: MailId) -> Claimed<'_> {
        let (until, end) = watch::channel(());
        {
            let mut table = self.table();
            if let Some(Delivery::UnderWay(other)) = table.get(&id) {
                #[cfg(debug_assertions)]
                if sabotage::does(sabotage::Sabotage::ClaimLocksTwice) {
                    sabotage::lock_twice();
                }
                return Claimed::Other(Underway(other.clone()));
            }
            table.retain(|_, d| !matches!(d, Delivery::Ended(at) if at.elapsed() >= MEMORY));
            table.insert(id, Delivery::UnderWay(end));
        }
        Claimed::Caller(Claim { in_flight: self, id, _until: until })
    }

    /// Whether a delivery runs, or has ended after `asked`: then whoever asked since `asked` gets its outcome.
    pub fn covers(&self, id: MailId, asked: Instant) -> bool {
        match self.table().get(&id) {
            Some(Delivery::UnderWay(_)) => true,
            Some(Delivery::Ended(at)) => *at >= asked,
            None => false,
        }
    }

    /// Waits for one of the connections to the mail server; `None` where the server stops meanwhile.
    pub async fn connection(&self) -> Option<SemaphorePermit<'_>> {
        tokio::select! {
            biased;
            permit = self.connections.acquire() => permit.ok(),
            () = self.stops.notified() => None,
        }
    }

    /// Whoever waits for a connection gets none.
    pub fn give_up_waiting(&self) {
        self.stops.notify_waiters();
    }

    /// Waits until no delivery is under way.
    pub async fn idle(&self) {
        loop {
            let next = self.table().values().find_map(|delivery| match delivery {
                Delivery::UnderWay(end) => Some(Underway(end.clone())),
                Delivery::Ended(_) => None,
            });
            let Some(next) = next else { return };
            next.ended().await;
        }
    }

    /// Makes the worker look now.
    pub fn ring(&self) {
        self.bell.notify_one();
    }

    pub async fn rung(&self) {
        self.bell.notified().await;
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.in_flight.table().insert(self.id, Delivery::Ended(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u128) -> MailId {
        MailId(uuid::Uuid::from_u128(n))
    }

    #[tokio::test]
    async fn a_second_caller_waits_for_the_first_and_takes_nothing_from_it() {
        let (in_flight, before) = (MailInFlight::default(), Instant::now());
        let Claimed::Caller(first) = in_flight.claim(id(1)) else { panic!("nobody delivers yet") };
        let Claimed::Other(second) = in_flight.claim(id(1)) else { panic!("the first delivers") };
        let Claimed::Other(third) = in_flight.claim(id(1)) else { panic!("the first still delivers") };
        assert!(matches!(in_flight.claim(id(2)), Claimed::Caller(_)), "another mail");
        assert!(in_flight.covers(id(1), Instant::now()));
        drop(first);
        second.ended().await;
        third.ended().await;
        assert!(in_flight.covers(id(1), before) && !in_flight.covers(id(1), Instant::now()));
        assert!(matches!(in_flight.claim(id(1)), Claimed::Caller(_)));
    }
}
