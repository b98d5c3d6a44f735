//! Mail deliveries in progress, so that no mail is sent twice concurrently, and the wake-up of the outbox worker. In
//! memory: after a restart no delivery is in progress.

#[cfg(debug_assertions)]
use crate::store::sabotage;
use crate::{
    domain::MailId,
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, SemaphorePermit, watch};
use tokio_util::sync::CancellationToken;

/// Concurrent connections to the mail server: many servers reject more than 20 from one address.
pub const MAX_CONNECTIONS: usize = 16;
/// Concurrent mails that are not queued, such as test mails: a server that does not answer holds each for minutes.
pub const MAX_TEST_MAILS: usize = 2;
/// How long an ended delivery is kept: as long as a request that began before its end can take.
const ENDED_RETENTION: Duration = Duration::from_mins(1);

enum Delivery {
    /// The sender is dropped when the delivery ends.
    UnderWay(watch::Receiver<()>),
    Ended(Instant),
}

pub struct MailInFlight {
    deliveries: Mutex<HashMap<MailId, Delivery>>,
    connections: Semaphore,
    test_mails: Arc<Semaphore>,
    shutdown: CancellationToken,
    wakeup: Notify,
}

impl Default for MailInFlight {
    fn default() -> Self {
        let (connections, test_mails) = (Semaphore::new(MAX_CONNECTIONS), Arc::new(Semaphore::new(MAX_TEST_MAILS)));
        let (shutdown, wakeup) = (CancellationToken::new(), Notify::new());
        Self { deliveries: Mutex::default(), connections, test_mails, shutdown, wakeup }
    }
}

/// Result of [`MailInFlight::claim`].
pub enum DeliveryClaimOutcome<'a> {
    /// The caller delivers the mail, for as long as it holds this.
    Caller(DeliveryClaim<'a>),
    /// Another caller delivers it, and its end can be awaited.
    Other(Underway),
}

/// The exclusive right to deliver a mail. Dropping it ends the delivery, whatever the outcome.
pub struct DeliveryClaim<'a> {
    in_flight: &'a MailInFlight,
    id: MailId,
    _until: watch::Sender<()>,
}

/// Another caller's delivery.
pub struct Underway(watch::Receiver<()>);

impl Underway {
    pub async fn ended(mut self) {
        // No value is ever sent: the only event is that the sender was dropped.
        let _ = self.0.changed().await;
    }
}

impl MailInFlight {
    fn table(&self) -> MutexGuard<'_, HashMap<MailId, Delivery>> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims the delivery of a mail, unless it is in progress. The [`DeliveryClaim`] is created after the lock is released:
    /// its `Drop` takes the lock.
    pub fn claim(&self, id: MailId) -> DeliveryClaimOutcome<'_> {
        let (until, end) = watch::channel(());
        {
            let mut table = self.table();
            if let Some(Delivery::UnderWay(other)) = table.get(&id) {
                #[cfg(debug_assertions)]
                if sabotage::does(sabotage::StoreSabotage::ClaimLocksTwice) {
                    sabotage::lock_twice();
                }
                return DeliveryClaimOutcome::Other(Underway(other.clone()));
            }
            table.retain(|_, d| !matches!(d, Delivery::Ended(at) if at.elapsed() >= ENDED_RETENTION));
            table.insert(id, Delivery::UnderWay(end));
        }
        DeliveryClaimOutcome::Caller(DeliveryClaim { in_flight: self, id, _until: until })
    }

    /// Returns true if a delivery is in progress, or ended after `asked`: a request made at `asked` shares its outcome.
    pub fn covers(&self, id: MailId, asked: Instant) -> bool {
        match self.table().get(&id) {
            Some(Delivery::UnderWay(_)) => true,
            Some(Delivery::Ended(at)) => *at >= asked,
            None => false,
        }
    }

    /// Waits for a free connection to the mail server; `None` if the server stops meanwhile.
    pub async fn connection(&self) -> Option<SemaphorePermit<'_>> {
        tokio::select! {
            biased;
            permit = self.connections.acquire() => permit.ok(),
            () = self.shutdown.cancelled() => None,
        }
    }

    /// The right to send a mail that is not queued; `None` while as many are being sent.
    pub fn test_mail(&self) -> Option<OwnedSemaphorePermit> {
        self.test_mails.clone().try_acquire_owned().ok()
    }

    /// Makes all callers that wait for a connection give up, and deliveries end that have handed nothing over.
    pub fn stop(&self) {
        self.shutdown.cancel();
    }

    /// Waits for [`Self::stop`].
    pub async fn stopping(&self) {
        self.shutdown.cancelled().await;
    }

    /// Returns true if a delivery is in progress.
    pub fn is_under_way(&self, id: MailId) -> bool {
        matches!(self.table().get(&id), Some(Delivery::UnderWay(_)))
    }

    /// Waits until no delivery is in progress.
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

    /// Wakes the outbox worker.
    pub fn ring(&self) {
        self.wakeup.notify_one();
    }

    /// Waits for [`Self::ring`].
    pub async fn rung(&self) {
        self.wakeup.notified().await;
    }
}

impl Drop for DeliveryClaim<'_> {
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
    async fn a_second_caller_waits_for_the_delivery_of_the_first() {
        let (in_flight, before) = (MailInFlight::default(), Instant::now());
        let DeliveryClaimOutcome::Caller(first) = in_flight.claim(id(1)) else { panic!("no delivery yet") };
        let DeliveryClaimOutcome::Other(second) = in_flight.claim(id(1)) else { panic!("the first delivers") };
        let DeliveryClaimOutcome::Other(third) = in_flight.claim(id(1)) else { panic!("the first still delivers") };
        assert!(matches!(in_flight.claim(id(2)), DeliveryClaimOutcome::Caller(_)), "another mail");
        assert!(in_flight.covers(id(1), Instant::now()));
        drop(first);
        second.ended().await;
        third.ended().await;
        assert!(in_flight.covers(id(1), before) && !in_flight.covers(id(1), Instant::now()));
        assert!(matches!(in_flight.claim(id(1)), DeliveryClaimOutcome::Caller(_)));
    }
}
