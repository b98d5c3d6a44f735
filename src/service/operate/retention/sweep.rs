//! The daily sweep. It deletes only if it looked a day or two before, too: after a longer gap the time may be wrong, so that the
//! next look deletes. What is interrupted is due at the next sweep.

use super::{
    due::{self, Ruled},
    remove,
};
use crate::{
    app::App,
    domain::{
        Instant, Result,
        retention::{DeletedSoFar, RetentionKind, RetentionLook},
        time::DAY,
    },
    service::work::{By, Work},
    store::{Read, records::Single},
};
use std::{collections::BTreeMap, mem, time::Duration};
use tokio_util::sync::CancellationToken;

/// How often it is asked whether a day has passed.
const INTERVAL: Duration = Duration::from_mins(1);
/// After more days without a look, the first one deletes nothing.
const GAP_DAYS: i32 = 2;

/// Sweeps every day until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    loop {
        let looked = tokio::select! {
            () = stop.cancelled() => return,
            looked = look(&app) => looked,
        };
        if let Err(error) = looked {
            tracing::warn!(%error, "data whose time is over cannot be deleted; retrying");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
}

/// Looks whether a day has passed since the last time, and sweeps. Returns what was deleted by kind; `None` if nothing was to
/// be done yet.
///
/// # Errors
/// Storage; the next look goes on.
pub async fn look(app: &App) -> Result<Option<BTreeMap<RetentionKind, u64>>> {
    let now = app.now();
    // What cannot be undone waits until the time can be relied on.
    if !app.clock_watch.judge.is_steady() || is_idle(app)? {
        return Ok(None);
    }
    let last: Option<RetentionLook> = app.store.read()?.get(Single)?;
    let since = last.map(|last| now.since(last.at));
    let is_early = since.is_some_and(|since| !since.is_negative() && since < DAY);
    if is_early {
        return Ok(None);
    }
    let is_after_gap = since.is_none_or(|since| since.is_negative() || since > DAY.saturating_mul(GAP_DAYS));
    if is_after_gap {
        app.store.write(move |tx| tx.put(&RetentionLook { at: now, has_swept: false })).await?;
        return Ok(None);
    }
    sweep(app, now).await?;
    app.write_at(now, By::Server, end).await.map(Some)
}

/// Whether nothing ends, and no sweep was interrupted.
fn is_idle(app: &App) -> Result<bool> {
    let read = app.store.read()?;
    let counts: Option<DeletedSoFar> = read.get(Single)?;
    Ok(due::stored(&read)?.keep_all() && counts.is_none_or(|counts| counts.swept.is_empty()))
}

/// Notes that a sweep is over, with all that it deleted, also before it was interrupted.
fn end(w: &mut Work<'_, '_>) -> Result<BTreeMap<RetentionKind, u64>> {
    let at = w.now;
    w.put(&RetentionLook { at, has_swept: true })?;
    let mut counts: DeletedSoFar = w.get(Single)?.unwrap_or_default();
    let deleted = mem::take(&mut counts.swept);
    if !deleted.is_empty() {
        let said: Vec<String> = deleted.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
        let said = said.join(", ");
        tracing::info!(deleted = said, "data whose time was over");
        w.put(&counts)?;
        w.audit("retention.sweep", "server", &said)?;
    }
    Ok(deleted)
}

/// Deletes what is over at this instant.
async fn sweep(app: &App, now: Instant) -> Result<()> {
    let planned = app
        .blocking(move |app| {
            let read = app.store.read()?;
            due::plan(&read, &Ruled::stored(&read)?, now)
        })
        .await?;
    for item in planned.due {
        let mut is_begun = false;
        while !app.write_paced(app.now(), By::Server, move |w| remove::some(w, item, is_begun)).await? {
            is_begun = true;
        }
    }
    Ok(())
}
