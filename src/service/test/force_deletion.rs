//! Deletes a test by force, with its invites and results. Open invites are withdrawn before: candidates with a date and the
//! receivers of webhooks are sent that while there is something to send it from
//! (`docs/behaviour/tests.md#tests-and-questions-7`).

use super::authoring::{delete_with_parts, forget_retention, require_version};
use crate::{
    app::App,
    domain::{
        DeliveryId, Error, ErrorCode, Instant as WallTime, InviteId, MailId, Result, TestId,
        anonymity::Anonymity,
        assignment::Assignments,
        bank::plan::PaperPlan,
        decision::PassMark,
        invite::{Invite, InviteStatus},
        mail::{Mail, MailKind, MailState},
        paper::Paper,
        repair::Repairs,
        rubric::Rubric,
        similarity::SimilarityReport,
        test::Test,
        webhook::{Delivery, WebhookEvent},
    },
    service::{
        actor::Author,
        events,
        invite::invites,
        mail::{deliver, queue},
        operate::retention::held,
        query,
        work::{
            Work,
            cascade_delete::{Batch, count_invites, in_batches},
        },
    },
    store::{Read, records},
};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::Instant;

/// Invites, or attempts, read per batch of the deletion.
const BATCH_SIZE: usize = 100;
/// Invites withdrawn per transaction.
const WITHDRAWN_AT_ONCE: usize = 25;
/// Longest time in which the mail server may take the cancellations of one test.
pub const MAIL_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest time in which receivers of webhooks may take the events.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval at which the deliveries are read.
const LOOK: Duration = Duration::from_millis(50);

/// A test that was deleted with its invites.
pub struct ForcedDeletion {
    pub invites: u64,
    /// Cancellations of a date that the mail server did not take before.
    pub unsent: usize,
}

/// Cascade delete of a test with its invites, attempts and submissions, after open invites were withdrawn. Runs in
/// batches, so that saves are served in between, and deletes the test last: an interrupted delete can be repeated.
///
/// # Errors
/// 404; 409 `changed_meanwhile`, `held`; 403 once the permission has ended meanwhile.
pub async fn force_delete(app: &App, by: &Author, id: TestId, version: Option<u32>) -> Result<ForcedDeletion> {
    {
        let read = app.store.read()?;
        let test: Test = read.get(id)?.ok_or_else(|| Error::not_found("test"))?;
        require_version(&read, &test, version)?;
    }
    let deadline = Instant::now() + MAIL_TIMEOUT;
    let mut unsent = BTreeSet::new();
    loop {
        withdraw_open(app, by, id, (deadline, &mut unsent)).await?;
        // Someone may have invited meanwhile: they are sent a cancellation too, while there is time.
        let open = (Instant::now() < deadline).then(|| Arc::new(AtomicBool::new(false)));
        let invites = delete_all(app, by, id, open.clone()).await?;
        if open.is_none_or(|open| !open.load(Ordering::Relaxed)) {
            return Ok(ForcedDeletion { invites, unsent: unsent.len() });
        }
    }
}

/// Deletes the test and what belongs to it; stops before an open invite and sets `open`, if that is given. Returns the number
/// of deleted invites.
async fn delete_all(app: &App, by: &Author, id: TestId, open: Option<Arc<AtomicBool>>) -> Result<u64> {
    in_batches(app, by, move |w| {
        query::require_test(w, id)?;
        held::require_none_in(w, id)?;
        let batch = delete_batch(w, id, open.as_deref())?;
        let deleted = count_invites(w, id.0, batch)?;
        if open.as_ref().is_some_and(|open| open.load(Ordering::Relaxed)) {
            return Ok(Some(0));
        }
        if let Some(invites) = deleted {
            delete_with_parts(w, id)?;
            forget_retention(w, id)?;
            w.delete::<PassMark>(id)?;
            w.delete::<Repairs>(id)?;
            w.delete::<SimilarityReport>(id)?;
            w.delete::<Assignments>(id)?;
            w.delete::<Anonymity>(id)?;
            w.audit("test.force_delete", id, &format!("{invites} invites"))?;
        }
        Ok(deleted)
    })
    .await
}

/// One batch. Returns the number of deleted invites, and whether no dependent rows are left.
fn delete_batch(w: &mut Work<'_, '_>, id: TestId, open: Option<&AtomicBool>) -> Result<(usize, bool)> {
    let mut batch = Batch::new();
    let (invites, attempts) = (records::INVITES_BY_TEST.under(id), records::ATTEMPTS_BY_TEST.under(id));
    for invite in w.some_linked(invites.clone(), BATCH_SIZE)? {
        if batch.is_over() {
            return Ok((batch.invites, false));
        }
        if let Some(open) = open.filter(|_| is_open(&invite, w.now)) {
            open.store(true, Ordering::Relaxed);
            return Ok((batch.invites, false));
        }
        match Batch::attempt_of(w, &invite)? {
            Some(attempt) if !batch.attempt(w, &attempt)? => return Ok((batch.invites, false)),
            Some(attempt) => events::attempt_over(w, &attempt),
            None => batch.invite(w, &invite)?,
        }
    }
    for attempt in w.some_linked(attempts.clone(), BATCH_SIZE)? {
        if !batch.attempt(w, &attempt)? {
            return Ok((batch.invites, false));
        }
        events::attempt_over(w, &attempt);
    }
    let is_done = w.some_linked(invites, 1)?.is_empty()
        && w.some_linked(attempts, 1)?.is_empty()
        && batch.under::<Paper>(w, id)?
        && batch.under::<PaperPlan>(w, id)?
        && batch.under::<Rubric>(w, id)?;
    Ok((batch.invites, is_done))
}

/// Withdraws the open invites of a test, and waits for what reports it. `unsent` are the cancellations of a date that the mail
/// server did not take until the deadline. A repeated call waits for the rest.
///
/// # Errors
/// 404; 409 `held`; 403 once the permission has ended meanwhile.
async fn withdraw_open(
    app: &App,
    by: &Author,
    test: TestId,
    (deadline, unsent): (Instant, &mut BTreeSet<MailId>),
) -> Result<()> {
    let open = app.blocking(move |app| open(app, test)).await?;
    for batch in open.chunks(WITHDRAWN_AT_ONCE) {
        withdraw(app, by, test, batch).await?;
    }
    let (cancellations, events) = app.blocking(move |app| waiting(app, test)).await?;
    queue::wake(app);
    tokio::try_join!(mails(app, test, cancellations, (deadline, unsent)), webhooks(app, events))?;
    if !by.without_session().still_held()(app) {
        return Err(Error::forbidden(ErrorCode::Forbidden, "Your roles do not include this."));
    }
    Ok(())
}

fn is_open(invite: &Invite, now: WallTime) -> bool {
    matches!(invite.status(now), InviteStatus::Sent | InviteStatus::Scheduled)
}

fn open(app: &App, test: TestId) -> Result<Vec<InviteId>> {
    let invites: Vec<Invite> = app.store.read()?.linked(records::INVITES_BY_TEST.under(test))?;
    let now = app.now();
    Ok(invites.iter().filter(|invite| is_open(invite, now)).map(|invite| invite.id).collect())
}

/// The cancellations and events that wait to be sent.
fn waiting(app: &App, test: TestId) -> Result<(Vec<MailId>, Vec<DeliveryId>)> {
    let read = app.store.read()?;
    let (mut cancellations, mut events) = (Vec::new(), Vec::new());
    for invite in read.linked(records::INVITES_BY_TEST.under(test))? {
        if invite.revoked_at.is_none() {
            continue;
        }
        let mails = read.linked(records::MAIL_BY_INVITE.under(invite.id))?;
        let waits = |mail: &&Mail| mail.kind == MailKind::Withdrawn && mail.state == MailState::Waiting;
        cancellations.extend(mails.iter().filter(waits).map(|mail| mail.id));
        let deliveries = read.linked(records::DELIVERIES_BY_INVITE.under(invite.id))?;
        events.extend(deliveries.iter().filter(|one| is_untried(one)).map(|one| one.id));
    }
    Ok((cancellations, events))
}

async fn withdraw(app: &App, by: &Author, test: TestId, ids: &[InviteId]) -> Result<()> {
    let prepared: Vec<_> = ids.iter().map(|id| Ok((*id, queue::envelope(app)?))).collect::<Result<_>>()?;
    app.write_paced(app.now(), by, move |w| {
        query::require_test(&**w, test)?;
        held::require_none_in(w, test)?;
        for (id, envelope) in prepared {
            // It may have been started or deleted meanwhile.
            let Some(mut invite) = w.get::<Invite>(id)? else { continue };
            if is_open(&invite, w.now) {
                invites::withdraw(w, &mut invite, envelope)?;
            }
        }
        Ok(())
    })
    .await
}

/// Delivers cancellations, and notes which are not sent.
async fn mails(
    app: &App,
    test: TestId,
    waiting: Vec<MailId>,
    (deadline, unsent): (Instant, &mut BTreeSet<MailId>),
) -> Result<()> {
    let deliveries = async {
        for id in &waiting {
            deliver::deliver_now(app, *id).await;
        }
    };
    if tokio::time::timeout_at(deadline, deliveries).await.is_err() {
        tracing::warn!(%test, "the mail server is slow: cancellations are lost with their test");
    }
    let read = app.store.read()?;
    for id in waiting {
        let is_sent = read.get::<Mail>(id)?.is_some_and(|mail| mail.state == MailState::Sent);
        if is_sent {
            unsent.remove(&id);
        } else {
            unsent.insert(id);
        }
    }
    Ok(())
}

/// Waits until each receiver was sent the events, whatever it replied.
async fn webhooks(app: &App, waiting: Vec<DeliveryId>) -> Result<()> {
    tokio::time::timeout(WEBHOOK_TIMEOUT, tried(app, waiting)).await.unwrap_or(Ok(()))
}

async fn tried(app: &App, mut waiting: Vec<DeliveryId>) -> Result<()> {
    while !waiting.is_empty() {
        tokio::time::sleep(LOOK).await;
        let read = app.store.read()?;
        let mut left = Vec::new();
        for id in waiting {
            left.extend(read.get::<Delivery>(id)?.filter(is_untried).map(|one| one.id));
        }
        waiting = left;
    }
    Ok(())
}

fn is_untried(delivery: &Delivery) -> bool {
    delivery.event == WebhookEvent::InviteWithdrawn && delivery.tries == 0 && delivery.ended_at().is_none()
}
