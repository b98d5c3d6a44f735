//! Sends what webhooks are owed: at least once, in the order of the events of an invite. Each receiver is called apart from
//! the others, so that a silent one delays only itself.

use super::{manage, raise, receivers, sealing};
use crate::{
    app::App,
    domain::{
        DeliveryId, Instant, Result, WebhookId,
        order::Order,
        time::{MILLISECOND, SECOND, SignedDuration},
        webhook::{
            Delivery, DeliveryState, LastTry, RETENTION, Webhook, WebhookEvent, fill_url, needs_order, retry_in,
        },
    },
    sentence,
    service::{invite::lti, notifications, result::sharing::of_order, work::By},
    store::{
        Read, Record,
        records::{DELIVERIES_BY_END, DELIVERIES_DUE, DELIVERIES_IN_LINE},
    },
    webhook_out::{CallOutcome, WebhookCall},
};
use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
    time::Duration,
};
use tokio::{
    task::{self, JoinError, JoinSet},
    time::MissedTickBehavior,
};
use tokio_util::sync::CancellationToken;

/// Calls to one receiver at the same time.
const MAX_CALLS: usize = 16;
/// Deliveries that were refused, one after the other, before the receiver is taken to be away.
const MAX_REFUSED: u32 = 5;
/// Calls of a delivery that have failed by a fault of this server, before it is set aside.
const MAX_FAULTS: u32 = 5;
/// Longest time for which a receiver that is away is not called.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_mins(15);
/// No receiver is called for so long after an outcome could not be stored: the same event would go out again and again.
const UNSTORED_PAUSE: SignedDuration = SECOND.saturating_mul(10);
/// Longest sleep of the worker, and time between two deletions of ended deliveries.
const INTERVAL: Duration = Duration::from_mins(1);
/// Deliveries that one transaction deletes.
const BATCH: usize = 100;

/// The state of a receiver since the start.
#[derive(Default)]
struct Receiver {
    calls: usize,
    failures: u32,
    /// Time before which the receiver is not called.
    paused_until: Option<Instant>,
}

impl Receiver {
    /// Returns the number of deliveries at a time: one while the receiver fails.
    const fn places(&self) -> usize {
        let most = if self.failures >= MAX_REFUSED || self.paused_until.is_some() { 1 } else { MAX_CALLS };
        most.saturating_sub(self.calls)
    }

    /// A call that the address of one order or activity refuses may be accepted by the other addresses of its receiver, which
    /// is there.
    fn note(&mut self, outcome: &CallOutcome, has_own_address: bool, now: Instant) {
        if outcome.is_accepted() || (has_own_address && !outcome.is_away()) {
            (self.failures, self.paused_until) = (0, None);
            return;
        }
        self.failures = self.failures.saturating_add(1);
        if outcome.is_away() || self.failures >= MAX_REFUSED {
            let asked = SignedDuration::from_secs(outcome.retry_after.unwrap_or_default().into());
            let pause = retry_in(self.failures).max(asked).min(LONGEST_PAUSE);
            self.paused_until = Some(now.plus(pause));
        }
    }
}

/// The worker's memory. What it loses by a restart is called for again.
#[derive(Default)]
pub struct Sender {
    receivers: HashMap<WebhookId, Receiver>,
    in_flight: BTreeMap<DeliveryId, InFlight>,
    calls: JoinSet<(DeliveryId, CallOutcome)>,
    /// Deliveries whose call has failed by a fault of this server, with how often.
    faults: HashMap<DeliveryId, u32>,
    /// The last outcome could not be stored.
    held_until: Option<Instant>,
}

/// A delivery that is being sent.
struct InFlight {
    webhook: WebhookId,
    has_own_address: bool,
    task: task::Id,
}

impl Sender {
    /// Calls for what is due. Returns when the next one is.
    fn start_due(&mut self, app: &App) -> Result<Option<Instant>> {
        let (read, now) = (app.store.read()?, app.now());
        if let Some(until) = self.held_until.filter(|until| *until > now) {
            return Ok(Some(until));
        }
        let hooks: Vec<Webhook> = read.records()?;
        let platforms = lti::stored(&read)?;
        self.receivers.retain(|id, receiver| receiver.calls > 0 || hooks.iter().any(|hook| hook.id == *id));
        let mut next: Option<Instant> = None;
        let mut later = |at: Instant| next = Some(next.map_or(at, |known| known.min(at)));
        for hook in hooks.iter().filter(|hook| hook.is_enabled) {
            let receiver = self.receivers.entry(hook.id).or_default();
            let mut due = Vec::new();
            if let Some(until) = receiver.paused_until.filter(|until| *until > now) {
                later(until);
                // A test that an administrator asks for finds out whether the receiver is back.
                let tests: Vec<Delivery> =
                    read.some_linked(DELIVERIES_IN_LINE.under(Delivery::line_of_tests(hook.id)), 1)?;
                for test in tests {
                    match test.due_at() {
                        Some(at) if at > now => later(at),
                        Some(_) if !self.in_flight.contains_key(&test.id) => due.push(test),
                        _ => {}
                    }
                }
            } else {
                let wanted = receiver.places();
                read.scan(DELIVERIES_DUE.under(hook.id), false, &mut |row| {
                    if due.len() >= wanted {
                        return Ok(ControlFlow::Break(()));
                    }
                    let Some(delivery) = read.record_if_any(&row)? else { return Ok(ControlFlow::Continue(())) };
                    match delivery.due_at() {
                        Some(at) if at > now => {
                            later(at);
                            Ok(ControlFlow::Break(()))
                        }
                        _ => {
                            if !self.in_flight.contains_key(&delivery.id) {
                                due.push(delivery);
                            }
                            Ok(ControlFlow::Continue(()))
                        }
                    }
                })?;
            }
            for delivery in due {
                let platform = platforms.of_webhook(hook.id).filter(|_| delivery.url.is_some()).cloned();
                // Before anything is noted: what could not be read now is sent by a later look.
                let url = address(app, &read, hook, (&delivery, platform.is_some()))?;
                let body = body(app, &read, &delivery)?;
                receiver.calls += 1;
                let has_own_address = has_own_address(hook, &delivery);
                let id = delivery.id;
                let (app, call) = (app.clone(), call(app, hook, (&delivery, url, body), now));
                let task = self.calls.spawn(async move {
                    let outcome = match (call, platform) {
                        (Ok(call), None) => app.clients.webhooks.call(&call).await,
                        (Ok(call), Some(platform)) => lti::grades::send(&app, &platform, call).await,
                        (Err(outcome), _) => outcome,
                    };
                    (id, outcome)
                });
                let task = task.id();
                self.in_flight.insert(id, InFlight { webhook: hook.id, has_own_address, task });
            }
        }
        Ok(next)
    }

    /// The delivery of a call, and how that has ended. One that has failed by a fault of this server is tried again like any
    /// other: its receiver and the later deliveries of its invite would wait for it until a restart. The receiver is not to
    /// blame, and gets the others.
    fn ended(
        &mut self,
        ended: std::result::Result<(DeliveryId, CallOutcome), JoinError>,
        now: Instant,
    ) -> Option<EndedCall> {
        let (id, outcome, faults) = match ended {
            Ok((id, outcome)) => {
                self.faults.remove(&id);
                (id, outcome, 0)
            }
            Err(fault) => {
                let (id, _) = self.in_flight.iter().find(|(_, sent)| sent.task == fault.id())?;
                let (id, faults) = (*id, self.faults.entry(*id).or_default());
                *faults += 1;
                let words = "The call could not be made because of a fault of this server.".into();
                (id, CallOutcome { status: None, words, retry_after: None }, *faults)
            }
        };
        let InFlight { webhook, has_own_address, .. } = self.in_flight.remove(&id)?;
        if let Some(receiver) = self.receivers.get_mut(&webhook) {
            receiver.calls = receiver.calls.saturating_sub(1);
            if faults == 0 {
                receiver.note(&outcome, has_own_address, now);
            }
        }
        let is_faulty = faults >= MAX_FAULTS;
        if is_faulty {
            self.faults.remove(&id);
        }
        Some(EndedCall { id, outcome, has_own_address, is_faulty })
    }

    /// Stores how a call ended.
    async fn finish(&mut self, app: &App, ended: std::result::Result<(DeliveryId, CallOutcome), JoinError>) {
        let Some(call) = self.ended(ended, app.now()) else { return };
        self.held_until = None;
        if let Err(error) = store(app, call).await {
            // It is sent again, with the same id.
            tracing::warn!(%error, "the outcome of a webhook could not be stored");
            self.held_until = Some(app.now().plus(UNSTORED_PAUSE));
        }
    }

    /// Sends all that is due, and what becomes due by it. For tests: the server's worker sends as events happen.
    ///
    /// # Errors
    /// Storage only.
    pub async fn send_due(&mut self, app: &App) -> Result<()> {
        loop {
            self.start_due(app)?;
            match self.calls.join_next().await {
                Some(ended) => self.finish(app, ended).await,
                None => return prune(app).await,
            }
        }
    }
}

/// How the call of a delivery has ended.
struct EndedCall {
    id: DeliveryId,
    outcome: CallOutcome,
    has_own_address: bool,
    /// Whether the delivery fails by a fault of this server each time.
    is_faulty: bool,
}

/// Whether the address is that of one order or activity, which refuses or is gone for itself alone.
fn has_own_address(hook: &Webhook, delivery: &Delivery) -> bool {
    delivery.url.is_some() || needs_order(&hook.url)
}

/// Where a delivery goes, or the score of an order or activity; `None` without the order that the address needs, and for one
/// that cannot be read.
fn address(
    app: &App,
    read: &impl Read,
    hook: &Webhook,
    (delivery, is_of_activity): (&Delivery, bool),
) -> Result<Option<String>> {
    if let Some(url) = &delivery.url {
        return Ok(if is_of_activity {
            Some(url.clone())
        } else {
            order(read, delivery)?.and_then(|order| receivers::address(app, &order))
        });
    }
    let url = manage::address(app, hook);
    if !needs_order(&hook.url) {
        return Ok(url);
    }
    let order = order(read, delivery)?;
    let id = match (&order, delivery.invite_id) {
        (Some(order), _) => order.external_id.as_str(),
        (None, None) => "test",
        (None, Some(_)) => return Ok(None),
    };
    Ok(url.and_then(|url| fill_url(&url, id, hook.order_key(id))))
}

/// The stored body, with the link that it is stored without.
fn body(app: &App, read: &impl Read, delivery: &Delivery) -> Result<String> {
    let is_whole = delivery.event != WebhookEvent::ResultScored || !of_order::is_hidden(&delivery.body);
    let order = if is_whole { None } else { order(read, delivery)? };
    Ok(order.map_or_else(|| delivery.body.clone(), |order| of_order::filled(app, &order, &delivery.body)))
}

fn order(read: &impl Read, delivery: &Delivery) -> Result<Option<Order>> {
    Ok(delivery.invite_id.map(|invite| read.get(invite)).transpose()?.flatten())
}

/// A call, or why it cannot be made.
fn call(
    app: &App,
    hook: &Webhook,
    (delivery, url, body): (&Delivery, Option<String>, String),
    now: Instant,
) -> std::result::Result<WebhookCall, CallOutcome> {
    let opened = |sealed: &[u8]| sealing::open::<Webhook>(app, hook.id, sealed);
    let failed = || CallOutcome {
        status: None,
        words: "The webhook's secrets cannot be read under this master key. Enter them again.".into(),
        retry_after: None,
    };
    let no_address = || {
        let words = if delivery.url.is_some() {
            "The return address cannot be read under this master key."
        } else if manage::address(app, hook).is_none() {
            "The webhook's address cannot be read under this master key. Enter it again."
        } else {
            "The address needs the id of an order, which this event does not have."
        };
        CallOutcome { status: None, words: words.into(), retry_after: None }
    };
    let headers = hook.headers.iter().map(|header| Some((header.name.clone(), opened(&header.value_sealed)?)));
    // First: an address that cannot be read is missing, too.
    let key = opened(&hook.secret_sealed).ok_or_else(failed)?;
    Ok(WebhookCall {
        url: url.ok_or_else(no_address)?,
        method: hook.method,
        id: delivery.message_id(),
        at: now,
        key,
        headers: headers.collect::<Option<_>>().ok_or_else(failed)?,
        body,
    })
}

async fn store(app: &App, call: EndedCall) -> Result<()> {
    let EndedCall { id, outcome, has_own_address, is_faulty } = call;
    app.write(By::Server, move |w| {
        // The webhook or the invite may be deleted by now.
        let Some(mut delivery) = w.get::<Delivery>(id)? else { return Ok(()) };
        let last = LastTry { at: w.now, status: outcome.status, words: outcome.words.clone() };
        let hook: Option<Webhook> = w.get(delivery.webhook_id)?;
        let is_gone = outcome.is_gone() && !has_own_address;
        delivery.tried(last, outcome.is_accepted(), !is_gone && !is_faulty);
        w.put(&delivery)?;
        if delivery.ended_at().is_some() {
            raise::advance(w, &delivery)?;
        }
        let Some(mut hook) = hook else { return Ok(()) };
        if is_gone && hook.is_enabled {
            hook.is_enabled = false;
            (hook.version, hook.changed_by, hook.changed_at) = (hook.version + 1, None, w.now);
            w.put(&hook)?;
            w.audit("webhook.disable", hook.id, "gone")?;
            let said = sentence!(
                "webhookGone": "The webhook '{name}' was switched off: its receiver replied that it is gone.",
                name = &hook.name,
            );
            notifications::webhook_fails(w, said)?;
        } else if is_faulty {
            let said = sentence!(
                "webhookFaulty":
                    "The webhook '{name}' has set a delivery aside because of a fault of this server: see its deliveries.",
                name = &hook.name,
            );
            notifications::webhook_fails(w, said)?;
        } else if matches!(delivery.state, DeliveryState::SetAside(_)) {
            let said = sentence!(
                "webhookSetAside": "The webhook '{name}' has set a delivery aside after three days: see its deliveries.",
                name = &hook.name,
            );
            notifications::webhook_fails(w, said)?;
        }
        Ok(())
    })
    .await
}

/// Deletes what ended long ago.
async fn prune(app: &App) -> Result<()> {
    let over = DELIVERIES_BY_END.below(app.now().plus(MILLISECOND - RETENTION));
    loop {
        let ended: Vec<Delivery> = app.store.read()?.some_linked(over.clone(), BATCH)?;
        if ended.is_empty() {
            return Ok(());
        }
        let write = app.write_paced(app.now(), By::Server, move |w| {
            for delivery in &ended {
                w.delete::<Delivery>(Record::id(delivery))?;
            }
            Ok(())
        });
        write.await?;
    }
}

/// Sends until the stop.
pub async fn work(app: App, stop: CancellationToken) {
    let mut sender = Sender::default();
    // Events that never cease must not keep it from being due.
    let mut pruning = tokio::time::interval(INTERVAL);
    pruning.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let wait = match sender.start_due(&app) {
            Ok(Some(next)) => {
                let millis = next.since(app.now()).as_millis().max(0);
                INTERVAL.min(Duration::from_millis(u64::try_from(millis).unwrap_or_default()))
            }
            Ok(None) => INTERVAL,
            Err(error) => {
                tracing::warn!(%error, "webhooks cannot be read; trying again");
                Duration::from_secs(1)
            }
        };
        tokio::select! {
            () = stop.cancelled() => return,
            () = app.wakeups.webhooks.notified() => {}
            Some(ended) = sender.calls.join_next() => sender.finish(&app, ended).await,
            () = tokio::time::sleep(wait) => {}
            _ = pruning.tick() => {
                if let Err(error) = prune(&app).await {
                    tracing::warn!(%error, "old deliveries of webhooks cannot be deleted");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const HOOK: WebhookId = WebhookId(Uuid::from_u128(3));
    const AT: Instant = Instant::EPOCH;

    fn sent(sender: &mut Sender, id: DeliveryId, reply: Option<CallOutcome>) {
        let task = sender.calls.spawn(async move { (id, reply.unwrap()) }).id();
        sender.in_flight.insert(id, InFlight { webhook: HOOK, has_own_address: false, task });
        sender.receivers.entry(HOOK).or_default().calls += 1;
    }

    async fn ended(sender: &mut Sender) -> EndedCall {
        let ended = sender.calls.join_next().await.unwrap();
        sender.ended(ended, AT).unwrap()
    }

    #[test]
    fn a_receiver_is_back_once_one_of_its_addresses_refuses() {
        let reply = |status| CallOutcome { status, words: String::new(), retry_after: None };
        let mut receiver = Receiver::default();
        receiver.note(&reply(None), true, AT);
        assert_eq!(receiver.places(), 1, "it is away");
        receiver.note(&reply(Some(404)), true, AT);
        assert_eq!(receiver.places(), MAX_CALLS);
    }

    #[tokio::test]
    async fn a_call_that_panics_is_tried_again_some_times_and_delays_no_other() {
        let mut sender = Sender::default();
        let [lost, other] = [1, 2].map(|n| DeliveryId(Uuid::from_u128(n)));
        let answered = CallOutcome { status: Some(204), words: String::new(), retry_after: None };
        let failed = CallOutcome { status: Some(500), ..answered.clone() };
        for n in 1..=MAX_FAULTS {
            sent(&mut sender, lost, None);
            let call = ended(&mut sender).await;
            assert_eq!((call.id, call.outcome.status, call.is_faulty), (lost, None, n == MAX_FAULTS));
            assert_eq!(sender.receivers[&HOOK].places(), MAX_CALLS, "the receiver is not to blame");
        }
        assert!(sender.faults.is_empty() && sender.in_flight.is_empty());
        // A call that was made begins the count again.
        for reply in [None, Some(failed), None, Some(answered)] {
            sent(&mut sender, other, reply.clone());
            let call = ended(&mut sender).await;
            assert_eq!((call.outcome.status, call.is_faulty), (reply.and_then(|reply| reply.status), false));
            assert!(sender.faults.values().all(|count| *count == 1));
        }
        assert!(sender.faults.is_empty());
    }
}
