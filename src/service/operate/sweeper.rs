//! Periodic housekeeping: submits overdue attempts, expires invites and deletes old sessions. A delay of a second or
//! two is harmless: every call checks the clock and does not rely on the sweep.

use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Kind, Result,
        attempt::Attempt,
        invite::{Invite, Status},
        user::{SESSION_MAX, Session},
    },
    service::{
        attempt::finish,
        events,
        monitor::{still_frames, video_state},
    },
    store::{Index, Key, KeyRange, Read, records},
};
use std::{ops::ControlFlow, time::Duration};
use tokio_util::sync::CancellationToken;

/// Records per transaction.
const BATCH: usize = 200;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub submitted: usize,
    pub expired: usize,
    /// Overdue attempts that cannot be ended because one of their records is missing or unreadable.
    pub stuck: usize,
}

/// Primary keys of the records of `index` that are due at `now`. A sweep walks the list once, so that a record that
/// stays due does not block the others.
fn due(app: &App, index: Index, now: Instant) -> Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let range = KeyRange::between(&[], &Key::new().i64(now.0.saturating_add(1)).build());
    app.store.read()?.scan_index(index, range, false, &mut |_, primary| {
        found.push(primary.to_vec());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// One sweep over all due records.
///
/// # Errors
/// Storage unavailable; the next sweep continues where this one stopped.
pub async fn sweep(app: &App) -> Result<Swept> {
    let now = app.now();
    let mut swept = Swept::default();
    for row in due(app, records::ATTEMPTS_BY_DUE, now)? {
        match submit(app, &row, now).await {
            Ok(true) => swept.submitted += 1,
            Err(error) if error.kind == Kind::Unavailable => return Err(error),
            Ok(false) => swept.stuck += usize::from(is_due(app, &row, now)?),
            Err(error) => {
                tracing::debug!(%error, "an attempt cannot be ended");
                swept.stuck += 1;
            }
        }
    }
    for rows in due(app, records::INVITES_BY_EXPIRY, now)?.chunks(BATCH) {
        swept.expired += expire(app, rows.to_vec(), now).await?;
    }
    for rows in due(app, records::SESSIONS_BY_START, now.plus(-SESSION_MAX))?.chunks(BATCH) {
        drop_sessions(app, rows.to_vec()).await?;
    }
    Ok(swept)
}

/// Ends the attempt with this key if it is overdue. Returns whether it did.
async fn submit(app: &App, row: &[u8], now: Instant) -> Result<bool> {
    let id = crate::store::KeyReader::new(row).id().map(AttemptId)?;
    finish::end_due(app, id, now).await
}

fn is_due(app: &App, row: &[u8], now: Instant) -> Result<bool> {
    Ok(app.store.read()?.get::<Attempt>(row)?.is_some_and(|a| a.is_running() && now >= a.due()))
}

async fn expire(app: &App, rows: Vec<Vec<u8>>, now: Instant) -> Result<usize> {
    let handle = app.clone();
    app.store
        .write(move |tx| {
            let mut expired = 0;
            for row in rows {
                let Some(mut invite) = tx.get::<Invite>(&row)? else { continue };
                if invite.state != Status::Expired && invite.status(now) == Status::Expired {
                    invite.state = Status::Expired;
                    tx.put(&invite)?;
                    events::invite_changed(tx, &handle, &invite);
                    expired += 1;
                }
            }
            Ok(expired)
        })
        .await
}

async fn drop_sessions(app: &App, rows: Vec<Vec<u8>>) -> Result<()> {
    app.store
        .write(move |tx| {
            for row in &rows {
                tx.delete::<Session>(row)?;
            }
            Ok(())
        })
        .await
}

/// Clock step, in milliseconds, above which the system clock counts as set; NTP adjustments are smaller.
const CLOCK_STEP: i64 = 1_000;

/// Adopts the system clock after it was set, but never while an attempt is running: no candidate gains or loses time.
/// Returns whether the clock was adopted.
///
/// # Errors
/// Storage only.
pub fn follow_clock(app: &App) -> Result<bool> {
    if app.clock.set_ahead().abs() <= CLOCK_STEP {
        return Ok(false);
    }
    let mut running = false;
    app.store.read()?.scan_index(records::ATTEMPTS_BY_DUE, KeyRange::all(), false, &mut |_, _| {
        running = true;
        Ok(ControlFlow::Break(()))
    })?;
    if !running {
        app.clock.adopt();
    }
    Ok(!running)
}

/// Adopts a system clock that was set, and logs each change once. `logged` is the offset in milliseconds logged last.
fn check_clock(app: &App, logged: &mut i64) {
    let ahead = app.clock.set_ahead();
    match follow_clock(app) {
        Ok(true) => {
            *logged = 0;
            tracing::warn!(seconds = ahead / 1_000, "the machine's clock was set; the server follows it from now on");
        }
        Ok(false) if ahead.abs() > CLOCK_STEP && (ahead - *logged).abs() > CLOCK_STEP => {
            *logged = ahead;
            tracing::warn!(
                seconds = ahead / 1_000,
                "the machine's clock was set while tests are being taken; they continue on the old time, and the \
                 server follows the new time once no test is running"
            );
        }
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "could not check for running attempts"),
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
    let (mut logged, mut tick, mut stuck) = (0, 0_u64, 0);
    loop {
        app.hub.recheck_turn(tick);
        tick = tick.wrapping_add(1);
        check_clock(&app, &mut logged);
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
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
}
