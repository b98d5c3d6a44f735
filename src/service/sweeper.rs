//! What time alone brings about: overdue attempts are submitted, invites expire, old sessions go. A second or two
//! late is harmless: every call judges by the clock, not by the sweep.

use super::{events, finish, invites, video_state};
use crate::{
    app::App,
    domain::{
        Instant, InviteId, Result,
        attempt::Attempt,
        invite::{Invite, Status},
        user::{SESSION_MAX, Session},
    },
    store::{Index, Key, KeyRange, Read, Record, records},
};
use std::{ops::ControlFlow, time::Duration};
use tokio_util::sync::CancellationToken;

/// Records handled in one transaction.
const BATCH: usize = 200;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub submitted: usize,
    pub expired: usize,
}

/// Records of `index` whose instant is not after `now`, a batch of them.
fn due<R: Record>(app: &App, index: Index, now: Instant) -> Result<Vec<R>> {
    let read = app.store.read()?;
    let mut found = Vec::new();
    let range = KeyRange::between(&[], &Key::new().i64(now.0.saturating_add(1)).build());
    read.scan_index(index, range, false, &mut |_, primary| {
        found.extend(read.get::<R>(primary)?);
        Ok(if found.len() < BATCH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// One sweep, in batches until nothing is due.
///
/// # Errors
/// Storage only; the next sweep goes on where this one stopped.
pub async fn sweep(app: &App) -> Result<Swept> {
    let now = app.now();
    let mut swept = Swept::default();
    loop {
        let attempts = due::<Attempt>(app, records::ATTEMPTS_BY_DUE, now)?;
        let invites = due::<Invite>(app, records::INVITES_BY_EXPIRY, now)?;
        let sessions = due::<Session>(app, records::SESSIONS_BY_START, now.plus(-SESSION_MAX))?;
        let more = [attempts.len(), invites.len(), sessions.len()].contains(&BATCH);
        for attempt in attempts {
            swept.submitted += usize::from(finish::end_due(app, attempt.id, now).await?);
        }
        swept.expired += expire(app, invites.into_iter().map(|i| i.id).collect(), now).await?;
        drop_sessions(app, sessions).await?;
        if !more {
            return Ok(swept);
        }
    }
}

async fn expire(app: &App, ids: Vec<InviteId>, now: Instant) -> Result<usize> {
    if ids.is_empty() {
        return Ok(0);
    }
    let handle = app.clone();
    app.store
        .write(move |tx| {
            let mut expired = 0;
            for id in ids {
                let Some(mut invite) = tx.get::<Invite>(&invites::row(id))? else { continue };
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

async fn drop_sessions(app: &App, sessions: Vec<Session>) -> Result<()> {
    if sessions.is_empty() {
        return Ok(());
    }
    app.store
        .write(move |tx| {
            for session in &sessions {
                tx.delete::<Session>(&session.key())?;
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

/// Sweeps every second until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    let (mut told, mut turn) = (0, 0_u64);
    loop {
        app.hub.recheck_turn(turn);
        turn = turn.wrapping_add(1);
        tend_clock(&app, &mut told);
        match sweep(&app).await {
            Ok(swept) if swept != Swept::default() => {
                tracing::info!(submitted = swept.submitted, expired = swept.expired, "time is up");
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the sweep failed and will be repeated"),
        }
        if let Err(error) = video_state::tend(&app).await {
            tracing::warn!(%error, "the video states were not looked through");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
}
