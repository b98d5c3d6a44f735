//! Sends the audit log to a file or a syslog server: in order, at least once, from a durable position on
//! (`docs/behaviour/data.md#audit-log-out`). A receiver that is silent or away delays nothing else.

use super::audit_log::line;
use crate::{
    app::App,
    audit_out::AuditSink,
    domain::{
        Instant, Result,
        audit::AuditEntry,
        audit_out::{AuditPosition, AuditRecord, AuditTarget, Idle},
        time::{DAY, SignedDuration},
    },
    sentence,
    service::{notifications, work::By},
    store::Read,
};
use std::{collections::VecDeque, time::Duration};
use tokio_util::sync::CancellationToken;

/// Time between two looks for new entries.
const INTERVAL: Duration = Duration::from_secs(1);
/// Longest time between two tries after failures.
const MAX_BACKOFF: Duration = Duration::from_mins(5);
/// Entries that are in memory at the same time.
pub const BATCH: u64 = 500;
/// Batches that were sent and may still turn out to be lost; more wait.
const MAX_UNSETTLED: usize = 100;
/// An entry that waits for longer is reported to the administrators.
const REPORTED_AFTER: SignedDuration = DAY;

/// The way of the log to one place.
pub struct AuditShipping {
    target: AuditTarget,
    sink: AuditSink,
    /// The last entry that has arrived; read from the store at the first step.
    arrived: Option<u64>,
    /// The last entry that was sent.
    sent: u64,
    /// Batches that were sent and may still be lost, by when and up to which entry.
    unsettled: VecDeque<(Instant, u64)>,
    is_reported: bool,
}

impl AuditShipping {
    #[must_use]
    pub const fn new(target: AuditTarget, sink: AuditSink) -> Self {
        Self { target, sink, arrived: None, sent: 0, unsettled: VecDeque::new(), is_reported: false }
    }

    /// Sends what is new, up to a batch. Returns whether there is more.
    ///
    /// # Errors
    /// A sentence for the log. What was not known to have arrived is sent again by the next step.
    pub async fn step(&mut self, app: &App) -> Result<bool, String> {
        let arrived = match self.arrived {
            Some(arrived) => arrived,
            None => self.begin(app).map_err(|error| error.detail)?,
        };
        let outcome = self.send(app).await;
        app.clients.audit_failures.note(self.target.to_string(), outcome.as_ref().err().cloned());
        if let Err(error) = &outcome {
            self.sent = arrived;
            self.unsettled.clear();
            self.report(app, arrived, error).await;
        }
        outcome
    }

    /// The position after a restart. One of another log, such as after a restore without it, is not used.
    fn begin(&mut self, app: &App) -> Result<u64> {
        let read = app.store.read()?;
        let known: Option<AuditPosition> = read.get(self.target.to_string().as_str())?;
        let is_of_this_log = |known: &AuditPosition| -> Result<bool> {
            Ok(read.get::<AuditEntry>(known.number)?.is_some_and(|entry| entry.hash == known.hash))
        };
        let number = match known {
            Some(known) if is_of_this_log(&known)? => known.number,
            _ => 0,
        };
        (self.arrived, self.sent) = (Some(number), number);
        Ok(number)
    }

    async fn send(&mut self, app: &App) -> Result<bool, String> {
        let failed = |error: std::io::Error| error.to_string();
        let entries = self.next(app).map_err(|error| error.detail)?;
        let now = app.clock.continuous();
        let is_closed = self.sink.check().map_err(failed)? == Idle::Closed;
        if let Some(last) = entries.last() {
            let records: Vec<AuditRecord> = entries.iter().map(record).collect();
            self.sink.send(&records).await.map_err(failed)?;
            if is_closed {
                self.settle_all(now);
            }
            self.sent = last.number;
            self.unsettled.push_back((now, last.number));
        } else if is_closed {
            self.settle_all(now);
        }
        self.settle(app, now).await.map_err(|error| error.detail)?;
        Ok(entries.len() as u64 == BATCH)
    }

    /// The connection was closed in order: the receiver has read what was sent before.
    fn settle_all(&mut self, now: Instant) {
        let long_ago = now.plus(-self.sink.settles_after());
        self.unsettled.iter_mut().for_each(|(at, _)| *at = long_ago);
    }

    fn next(&self, app: &App) -> Result<Vec<AuditEntry>> {
        if self.unsettled.len() >= MAX_UNSETTLED {
            return Ok(Vec::new());
        }
        let read = app.store.read()?;
        let mut entries = Vec::new();
        for number in (self.sent + 1..).take(usize::try_from(BATCH).unwrap_or_default()) {
            let Some(entry) = read.get::<AuditEntry>(number)? else { break };
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Stores how far the log has arrived for good.
    async fn settle(&mut self, app: &App, now: Instant) -> Result<()> {
        let mut number = None;
        while let Some((at, up_to)) = self.unsettled.front()
            && now.since(*at) >= self.sink.settles_after()
        {
            number = Some(*up_to);
            self.unsettled.pop_front();
        }
        let Some(number) = number else { return Ok(()) };
        let target = self.target.to_string();
        app.write(By::Server, move |w| {
            let Some(AuditEntry { hash, .. }) = w.get(number)? else { return Ok(()) };
            let at = w.now;
            Ok(w.put(&AuditPosition { target, number, hash, at })?)
        })
        .await?;
        self.arrived = Some(number);
        self.is_reported = false;
        Ok(())
    }

    /// Notifies administrators, once, that an entry has waited for a day.
    async fn report(&mut self, app: &App, arrived: u64, error: &str) {
        let waiting = || -> Result<bool> {
            let next: Option<AuditEntry> = app.store.read()?.get(arrived + 1)?;
            Ok(next.is_some_and(|entry| app.now().since(entry.at) >= REPORTED_AFTER))
        };
        if self.is_reported || !waiting().unwrap_or_default() {
            return;
        }
        self.is_reported = true;
        let said = sentence!(
            "auditLogWaits": "The audit log has not arrived at {target} for a day: {error}.",
            target = self.target.to_string(),
            error = error.to_string(),
        );
        let notified = app.write(By::Server, move |w| notifications::audit_log_waits(w, said)).await;
        if let Err(error) = notified {
            tracing::warn!(%error, "administrators could not be notified that the audit log waits");
        }
    }
}

fn record(entry: &AuditEntry) -> AuditRecord {
    AuditRecord { at: entry.at.to_string(), action: entry.action.clone(), json: line(entry) }
}

/// Sends the log until the stop.
pub async fn work(app: App, target: AuditTarget, stop: CancellationToken) {
    let sink = AuditSink::new(&target, Vec::new());
    let mut shipping = AuditShipping::new(target.clone(), sink);
    let (mut wait, mut failures) = (Duration::ZERO, 0_u32);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(wait) => {}
        }
        let stepped = tokio::select! {
            () = stop.cancelled() => return,
            stepped = shipping.step(&app) => stepped,
        };
        wait = match stepped {
            Ok(has_more) => {
                if failures > 0 {
                    tracing::info!(%target, "the audit log is sent again");
                }
                failures = 0;
                if has_more { Duration::ZERO } else { INTERVAL }
            }
            Err(error) => {
                if failures.is_power_of_two() || failures == 0 {
                    tracing::warn!(%target, error, "the audit log cannot be sent; it is tried again");
                }
                failures = failures.saturating_add(1);
                MAX_BACKOFF.min(INTERVAL * 2_u32.saturating_pow(failures.min(9)))
            }
        };
    }
}
