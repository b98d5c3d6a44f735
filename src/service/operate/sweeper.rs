//! What time alone brings about: overdue attempts are submitted, invites expire, old sessions go. A second or two
//! late is harmless: every call judges by the clock, not by the sweep.

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

/// Records handled in one transaction.
const BATCH: usize = 200;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub submitted: usize,
    pub expired: usize,
    /// Attempts whose time is over and that cannot be ended, because a record of theirs is missing or unreadable.
    pub stuck: usize,
}

/// Primary keys of the records of `index` whose instant is not after `now`: a list that a sweep walks once, so that one
/// record that stays due holds up no other.
fn due(app: &App, index: Index, now: Instant) -> Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let range = KeyRange::between(&[], &Key::new().i64(now.0.saturating_add(1)).build());
    app.store.read()?.scan_index(index, range, false, &mut |_, primary| {
        found.push(primary.to_vec());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// One sweep over all that is due.
///
/// # Errors
/// Where storage is unavailable; the next sweep goes on where this one stopped.
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

/// Ends the attempt with this key, if its time is over.
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

/// From here on the machine's time of day counts as set, in milliseconds; less is NTP at work.
const SET: i64 = 1_000;

/// Follows the machine's time of day once it was set, but never while somebody takes a test: nobody gains or loses time.
/// Answers whether the clock was followed.
///
/// # Errors
/// Storage only.
pub fn follow_clock(app: &App) -> Result<bool> {
    if app.clock.set_ahead().abs() <= SET {
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

/// Tells of a clock that was set, once for each setting.
fn tend_clock(app: &App, told: &mut i64) {
    let ahead = app.clock.set_ahead();
    match follow_clock(app) {
        Ok(true) => {
            *told = 0;
            tracing::warn!(seconds = ahead / 1_000, "the machine's clock was set; times follow it from now on");
        }
        Ok(false) if ahead.abs() > SET && (ahead - *told).abs() > SET => {
            *told = ahead;
            tracing::warn!(
                seconds = ahead / 1_000,
                "the machine's clock was set while tests are being taken; they go on by the old time, and all times \
                 follow the new one when nobody takes a test"
            );
        }
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "whether tests are being taken could not be read"),
    }
}

/// Reports pages whose heartbeat, and attempts whose still frames, have timed out.
///
/// # Errors
/// Storage only.
pub async fn sweep_video(app: &App) -> Result<()> {
    video_state::tend(app)?;
    still_frames::tend(app).await
}

/// Sweeps every second until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    let (mut told, mut turn, mut stuck) = (0, 0_u64, 0);
    loop {
        app.hub.recheck_turn(turn);
        turn = turn.wrapping_add(1);
        tend_clock(&app, &mut told);
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
            Err(error) => tracing::warn!(%error, "the sweep failed and will be repeated"),
        }
        if let Err(error) = sweep_video(&app).await {
            tracing::warn!(%error, "the video states were not looked through");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
}
