//! What the media plane sees, brought to the store; and who may go on watching.

use crate::{
    app::App,
    domain::{
        InviteId, Result, UserId,
        invite::Invite,
        timeline::{Kind, Via},
        user::{Role, User},
    },
    live::media::Notice,
    service::timeline,
    store::{Read, records::key},
};
use std::time::Duration;
use tokio::{sync::mpsc, time::MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// How often the permission to watch is looked up again.
const RECHECK: Duration = Duration::from_mins(1);

/// How long the media plane may take to end.
const FAREWELL: Duration = Duration::from_secs(3);

/// Notes what happens until `stop`, or until the media plane ends.
pub async fn work(app: App, mut notices: mpsc::Receiver<Notice>, stop: CancellationToken) {
    let mut every = tokio::time::interval(RECHECK);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let result = tokio::select! {
            () = stop.cancelled() => return farewell(&app, notices).await,
            notice = notices.recv() => match notice {
                Some(notice) => note(&app, notice).await,
                // The server goes on without live video.
                None => return stop.cancelled().await,
            },
            _ = every.tick() => recheck(&app),
        };
        if let Err(error) = result {
            tracing::warn!(%error, "live video could not be noted");
        }
    }
}

/// What the media plane says as it stops belongs on the timelines too; it closes the channel when it has.
async fn farewell(app: &App, mut notices: mpsc::Receiver<Notice>) {
    let rest = async {
        while let Some(notice) = notices.recv().await {
            if let Err(error) = note(app, notice).await {
                tracing::warn!(%error, "live video could not be noted");
            }
        }
    };
    if tokio::time::timeout(FAREWELL, rest).await.is_err() {
        tracing::warn!("live video did not end in time");
    }
}

async fn note(app: &App, notice: Notice) -> Result<()> {
    match notice {
        Notice::VideoOn { attempt } => timeline::video_on(app, attempt, Via::WebRtc).await,
        Notice::VideoOff { attempt, why } => timeline::video_off(app, attempt, Via::WebRtc, why.in_words()).await,
        Notice::Watching { invite, by } => person(app, invite, Kind::Watching, by).await,
        Notice::WatchingEnded { invite, by } => person(app, invite, Kind::WatchingEnded, by).await,
        Notice::Speaking { invite, by } => person(app, invite, Kind::ProctorSpeaking, by).await,
        Notice::Silent { invite, by } => person(app, invite, Kind::ProctorSilent, by).await,
    }
}

/// What an administrator did goes onto the timeline of the invite's attempt.
async fn person(app: &App, invite: InviteId, kind: Kind, by: UserId) -> Result<()> {
    let invite = app.store.read()?.get::<Invite>(&key::invite(invite))?;
    match invite.and_then(|invite| invite.attempt_id) {
        Some(attempt) => timeline::note(app, attempt, kind, "", Some(by)).await,
        // It was erased meanwhile, and its timeline with it.
        None => Ok(()),
    }
}

/// Ends what administrators have open who are none any more.
///
/// # Errors
/// Storage only.
pub fn recheck(app: &App) -> Result<()> {
    let read = app.store.read()?;
    for id in app.media.watching_admins() {
        let user = read.get::<User>(&key::user(id))?;
        if !user.is_some_and(|u| u.is_active && u.role == Role::Admin) {
            app.media.end_owner(id);
        }
    }
    Ok(())
}
