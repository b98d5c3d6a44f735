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
        retention::{RetentionKind, RetentionLook},
        time::DAY,
    },
    service::work::By,
    store::{Read, records::Single},
};
use std::{collections::BTreeMap, time::Duration};
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
    if !app.clock_watch.judge.is_steady() || due::stored(&app.store.read()?)?.keep_all() {
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
        note(app, now, false).await?;
        return Ok(None);
    }
    let deleted = sweep(app).await?;
    note(app, now, true).await?;
    Ok(Some(deleted))
}

async fn note(app: &App, at: Instant, has_swept: bool) -> Result<()> {
    app.store.write(move |tx| Ok(tx.put(&RetentionLook { at, has_swept })?)).await
}

/// Deletes what is over.
async fn sweep(app: &App) -> Result<BTreeMap<RetentionKind, u64>> {
    let now = app.now();
    let planned = app
        .blocking(move |app| {
            let read = app.store.read()?;
            due::plan(&read, &Ruled::stored(&read)?, now)
        })
        .await?;
    let mut deleted: BTreeMap<RetentionKind, u64> = BTreeMap::new();
    for item in planned.due {
        let mut before = 0;
        loop {
            let (invites, is_done) =
                app.write_paced(app.now(), By::Server, move |w| remove::some(w, item, before)).await?;
            before += invites;
            if is_done {
                break;
            }
        }
        *deleted.entry(item.kind).or_default() += 1;
    }
    if !deleted.is_empty() {
        let counts: Vec<String> = deleted.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
        let said = counts.join(", ");
        tracing::info!(deleted = said, "data whose time was over");
        app.write(By::Server, move |w| w.audit("retention.sweep", "server", &said)).await?;
    }
    Ok(deleted)
}
