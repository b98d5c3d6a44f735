//! Writes events of the media plane to the timelines, and ends sessions of admins who lost their permission to watch.

use crate::{
    app::App,
    domain::{
        ErrorKind, Instant, InviteId, Result, UserId,
        invite::Invite,
        permission::Capability,
        timeline::{TimelineEventKind, Via},
        user::{Session, User},
    },
    live::media::{CloseReason, MediaNotice},
    service::{actor, monitor::video_state, work::timeline},
    store::{Read, records},
};
use std::time::Duration;
use tokio::{sync::mpsc, time::MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// Interval at which the permission to watch is checked again.
const RECHECK: Duration = Duration::from_mins(1);

/// How long a shutdown waits for the media plane.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Records notices until `stop`, or until the media plane ends.
pub async fn work(app: App, mut notices: mpsc::Receiver<MediaNotice>, stop: CancellationToken) {
    let mut every = tokio::time::interval(RECHECK);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let result = tokio::select! {
            () = stop.cancelled() => return drain(&app, notices).await,
            notice = notices.recv() => match notice {
                Some(notice) => note(&app, notice).await,
                // The server continues without live video.
                None => return stop.cancelled().await,
            },
            _ = every.tick() => recheck(&app),
        };
        if let Err(error) = result {
            tracing::warn!(%error, "could not record a live video event");
        }
    }
}

/// Records the notices that the media plane sends while it stops; it then closes the channel.
async fn drain(app: &App, mut notices: mpsc::Receiver<MediaNotice>) {
    let rest = async {
        while let Some(notice) = notices.recv().await {
            if let Err(error) = note(app, notice).await {
                tracing::warn!(%error, "could not record a live video event");
            }
        }
    };
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, rest).await.is_err() {
        tracing::warn!("live video did not end in time");
    }
}

async fn note(app: &App, notice: MediaNotice) -> Result<()> {
    match record(app, notice).await {
        // The attempt was deleted meanwhile, with its timeline.
        Err(error) if error.kind == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

async fn record(app: &App, notice: MediaNotice) -> Result<()> {
    match notice {
        MediaNotice::VideoOn { attempt } => timeline::video_on(app, attempt, Via::WebRtc).await,
        MediaNotice::VideoOff { attempt, why } => {
            let reason = video_state::why_it_stopped(app, attempt, why, app.now());
            timeline::video_off(app, attempt, Via::WebRtc, reason).await
        }
        MediaNotice::Watching { invite, by } => by_admin(app, invite, TimelineEventKind::Watching, by).await,
        MediaNotice::WatchingEnded { invite, by } => by_admin(app, invite, TimelineEventKind::WatchingEnded, by).await,
        MediaNotice::Speaking { invite, by } => by_admin(app, invite, TimelineEventKind::ProctorSpeaking, by).await,
        MediaNotice::Silent { invite, by } => by_admin(app, invite, TimelineEventKind::ProctorSilent, by).await,
    }
}

/// Records an administrator's action on the timeline of the invite's attempt.
async fn by_admin(app: &App, invite: InviteId, kind: TimelineEventKind, by: UserId) -> Result<()> {
    let invite = app.store.read()?.get::<Invite>(invite)?;
    match invite.and_then(|invite| invite.attempt_id) {
        Some(attempt) => timeline::note(app, attempt, kind, "", by.into()).await,
        None => Ok(()),
    }
}

/// Ends all media sessions of accounts that may no longer watch, or are signed in nowhere any more.
///
/// # Errors
/// Storage only.
pub fn recheck(app: &App) -> Result<()> {
    let read = app.store.read()?;
    for id in app.media.watching_admins() {
        let user = read.get::<User>(id)?.filter(|user| user.is_active);
        if !user.map_or(Ok(false), |user| may_watch(&read, &user, app.now()))? {
            app.media.end_owner(id, CloseReason::NotAllowed);
        }
    }
    Ok(())
}

fn may_watch(read: &impl Read, user: &User, now: Instant) -> Result<bool> {
    if actor::rights(read, user)?.scope(Capability::Watch).is_none() {
        return Ok(false);
    }
    let sessions: Vec<Session> = read.linked(records::SESSIONS_BY_USER.under(user.id))?;
    Ok(sessions.iter().any(|session| session.holds(user, now)))
}
