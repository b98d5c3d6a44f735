//! Periodic housekeeping: submits overdue attempts, expires invites and deletes old sessions. A delay of a second or
//! two is harmless: every call checks the clock and does not rely on the sweep.

use super::{audit_log, clock, history_packing, runners};
use crate::{
    app::App,
    domain::{
        AttemptId, ErrorKind, Instant, InviteId, Result, SessionId,
        attempt::Attempt,
        hex,
        idempotency::{self, KeyedCall},
        invite::{Invite, InviteStatus},
        password_reset::RESET_TTL,
        time::MILLISECOND,
        user::{SESSION_MAX, Session},
        webhook::WebhookEvent,
    },
    service::{
        account::reset,
        attempt::{drafts, finish},
        events,
        invite::reminders,
        mail::digest,
        monitor::{
            outages,
            session::{identity, rehearsal},
            still_frames, video_state,
        },
        query,
        scoring::reviewing::dealing,
        test::{pictures, staged_import, trial},
        webhook::raise,
        work::By,
    },
    store::{DecodeKey, Index, Read, Record, records},
};
use std::{ops::ControlFlow, time::Duration};
use tokio_util::sync::CancellationToken;

/// Records per transaction.
const BATCH: usize = 50;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub submitted: usize,
    pub expired: usize,
    /// Reminders queued before invites close.
    pub reminded: usize,
    /// Overdue attempts that cannot be ended because one of their records is missing or unreadable.
    pub stuck: usize,
}

/// Records of an index that are due.
struct Due<I> {
    ids: Vec<I>,
    /// Rows whose id cannot be read.
    malformed: usize,
}

/// Ids of the records of `index` that are due at `now`. A sweep walks the list once, so that a record that stays due does
/// not block the others.
fn due<R: Record>(app: &App, index: Index<R, Instant>, now: Instant) -> Result<Due<R::Id<'static>>>
where
    R::Id<'static>: DecodeKey,
{
    let mut due = Due { ids: Vec::new(), malformed: 0 };
    app.store.read()?.scan(index.below(now.plus(MILLISECOND)), false, &mut |row| {
        match row.id() {
            Ok(id) => due.ids.push(id),
            Err(_) => due.malformed += 1,
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(due)
}

/// One sweep over all due records.
///
/// # Errors
/// Storage unavailable; the next sweep continues where this one stopped.
pub async fn sweep(app: &App) -> Result<Swept> {
    let now = app.now();
    let mut swept = Swept::default();
    runners::calls::sweep(app);
    let attempts = due(app, records::ATTEMPTS_BY_DUE, now)?;
    swept.stuck += attempts.malformed;
    for id in attempts.ids {
        match finish::end_due(app, id, now).await {
            Ok(true) => swept.submitted += 1,
            Err(error) if error.kind == ErrorKind::Unavailable => return Err(error),
            Ok(false) => swept.stuck += usize::from(is_due(app, id, now)?),
            Err(error) => {
                tracing::debug!(%error, "an attempt cannot be ended");
                swept.stuck += 1;
            }
        }
    }
    // What follows from the time and cannot be undone waits until the time can be relied on.
    if app.clock_watch.judge.is_steady() {
        sweep_for_good(app, now, &mut swept).await?;
    }
    dealing::pass(app).await?;
    history_packing::pack_some(app).await?;
    if app.jobs.staging.take_leftovers() && !remove_leftovers(app).await.is_ok_and(|all| all) {
        app.jobs.staging.keep_leftovers();
    }
    Ok(swept)
}

async fn sweep_for_good(app: &App, now: Instant, swept: &mut Swept) -> Result<()> {
    trial::sweep(app).await;
    rehearsal::sweep(app).await?;
    for ids in due(app, records::INVITES_BY_EXPIRY, now)?.ids.chunks(BATCH) {
        swept.expired += expire(app, ids.to_vec(), now).await?;
    }
    if reminders::are_on(app)? {
        for ids in due(app, records::INVITES_BY_REMINDER, now)?.ids.chunks(BATCH) {
            swept.reminded += reminders::queue_due(app, ids.to_vec(), now).await?;
        }
    }
    for ids in due(app, records::DIGESTS_BY_TIME, now)?.ids.chunks(BATCH) {
        digest::queue_due(app, ids.to_vec(), now).await?;
    }
    for ids in due(app, records::SESSIONS_BY_START, now.plus(-SESSION_MAX))?.ids.chunks(BATCH) {
        drop_sessions(app, ids.to_vec()).await?;
    }
    for ids in due(app, records::RESETS_BY_TIME, now.plus(-RESET_TTL))?.ids.chunks(BATCH) {
        reset::drop_expired(app, ids.to_vec()).await?;
    }
    for ids in due(app, records::IDENTITY_CHECKS_BY_ERASURE, now)?.ids.chunks(BATCH) {
        identity::erase_due(app, ids.to_vec(), now).await?;
    }
    drop_keyed_calls(app, now).await?;
    if let Err(error) = pictures::remove_unused(app, now).await {
        // A test that cannot be read may show any of them: all stay.
        tracing::warn!(%error, "unused pictures cannot be removed");
    }
    Ok(())
}

/// Removes the rows of imports and ends that were interrupted. Returns false if some may be left.
async fn remove_leftovers(app: &App) -> Result<bool> {
    Ok(staged_import::remove_interrupted(app).await? & drafts::remove_interrupted(app).await?)
}

fn is_due(app: &App, id: AttemptId, now: Instant) -> Result<bool> {
    Ok(app.store.read()?.get::<Attempt>(id)?.is_some_and(|a| query::attempt::is_overdue(app, &a, now)))
}

async fn expire(app: &App, ids: Vec<InviteId>, now: Instant) -> Result<usize> {
    app.write_at(now, By::Server, move |w| {
        let mut expired = 0;
        for id in ids {
            let Some(mut invite) = w.get::<Invite>(id)? else { continue };
            if invite.state != InviteStatus::Expired && invite.status(w.now) == InviteStatus::Expired {
                invite.state = InviteStatus::Expired;
                w.put(&invite)?;
                raise::invite(w, WebhookEvent::InviteExpired, &invite)?;
                events::invite_changed(w, &invite);
                expired += 1;
            }
        }
        Ok(expired)
    })
    .await
}

async fn drop_sessions(app: &App, ids: Vec<SessionId>) -> Result<()> {
    app.store
        .write(move |tx| {
            for id in ids {
                tx.delete::<Session>(id)?;
            }
            Ok(())
        })
        .await
}

async fn drop_keyed_calls(app: &App, now: Instant) -> Result<()> {
    let over = records::KEYED_CALLS_BY_TIME.below(now.plus(MILLISECOND - idempotency::RETENTION));
    loop {
        let calls: Vec<KeyedCall> = app.store.read()?.some_linked(over.clone(), BATCH)?;
        if calls.is_empty() {
            return Ok(());
        }
        app.store
            .write(move |tx| -> Result<()> {
                for call in &calls {
                    tx.delete::<KeyedCall>(call.id())?;
                }
                Ok(())
            })
            .await?;
    }
}

/// Logs the head of the audit log once a day.
fn log_audit_head(app: &App, logged: &mut Option<i64>) {
    match audit_log::daily_head(app, logged) {
        Ok(Some(last)) => {
            tracing::info!(number = last.number, head = hex::encode(&last.hash), "head of the audit log");
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "the head of the audit log cannot be read"),
    }
}

/// Reports pages whose heartbeat, and attempts whose still frames, have timed out.
///
/// # Errors
/// Storage only.
pub async fn sweep_video(app: &App) -> Result<()> {
    video_state::check_timeouts(app)?;
    still_frames::check_timeouts(app).await
}

/// Sweeps every second until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    let (mut logged_head, mut tick, mut stuck) = (None, 0_u64, 0);
    loop {
        app.hub.recheck_turn(tick);
        tick = tick.wrapping_add(1);
        if let Err(error) = clock::tend(&app).await {
            tracing::warn!(%error, "could not follow the machine's clock");
        }
        log_audit_head(&app, &mut logged_head);
        match sweep(&app).await {
            Ok(swept) => {
                if swept.submitted + swept.expired > 0 {
                    tracing::info!(submitted = swept.submitted, expired = swept.expired, "time is up");
                }
                if swept.stuck > stuck {
                    tracing::error!(attempts = swept.stuck, "overdue attempts cannot be ended; run 'invigil check'");
                }
                stuck = swept.stuck;
            }
            Err(error) => tracing::warn!(%error, "the sweep failed; retrying"),
        }
        if let Err(error) = sweep_video(&app).await {
            tracing::warn!(%error, "could not update the video states");
        }
        if let Err(error) = outages::watch::tend(&app).await {
            tracing::warn!(%error, "could not look for outages");
        }
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
    if let Err(error) = clock::keep_mark(&app).await {
        tracing::warn!(%error, "could not note the time");
    }
    if let Err(error) = outages::watch::stop(&app).await {
        tracing::warn!(%error, "could not note when the server stopped");
    }
}
