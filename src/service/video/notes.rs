//! What the media plane sees, brought to the store; and who may go on watching.

use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        user::{Role, User},
    },
    live::media::Notice,
    service::attempts,
    store::{Read, records::key},
};
use std::time::Duration;
use tokio::{sync::mpsc, time::MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// How often the permission to watch is looked up again.
const RECHECK: Duration = Duration::from_mins(1);

/// Notes what happens until `stop`, or until the media plane ends.
pub async fn work(app: App, mut notices: mpsc::Receiver<Notice>, stop: CancellationToken) {
    let mut every = tokio::time::interval(RECHECK);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let result = tokio::select! {
            () = stop.cancelled() => return,
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

async fn note(app: &App, notice: Notice) -> Result<()> {
    match notice {
        Notice::VideoOn { attempt } => monitored(app, attempt).await,
        _ => Ok(()),
    }
}

async fn monitored(app: &App, id: AttemptId) -> Result<()> {
    app.store
        .write(move |tx| {
            let mut attempt = attempts::load(tx, id)?;
            if attempt.is_running() && !attempt.is_monitored {
                attempt.is_monitored = true;
                tx.put(&attempt)?;
            }
            Ok(())
        })
        .await
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
