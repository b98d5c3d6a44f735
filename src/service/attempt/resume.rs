//! 'Ask to continue here': a candidate on another device requests to take over the attempt
//! (`docs/behaviour.md#attempt-key`).

use super::finish;
use crate::{
    app::App,
    domain::{
        Error, Kind, Result,
        attempt::{ASK_AGAIN, ResumeRequest},
        timeline::Kind as Moment,
    },
    service::{audit, events, notifications, query, timeline},
    store::Read,
};

/// Stores the request and notifies the admins, who may release the attempt. Rate-limited to once a minute per invite.
///
/// # Errors
/// 404 `unknown_link`; 409 `not_started`, `finished`; 410; 429 `asked_already`.
pub async fn ask(app: &App, secret: &str) -> Result<()> {
    let now = app.now();
    query::link::find(&app.store.read()?, secret)?;
    let visit = app.fair_use.visit(secret)?;
    finish::all_due(app, secret, now).await?;
    let (secret, handle) = (secret.to_owned(), app.clone());
    app.store
        .write(move |tx| {
            let _visit = visit;
            let invite = query::link::find(tx, &secret)?;
            invite.require_alive(now)?;
            let id = invite
                .attempt_id
                .ok_or_else(|| Error::conflict("not_started", "This test has not been started: you can start it."))?;
            let attempt = query::attempt::load(tx, id)?;
            attempt.require_running()?;
            if attempt.holder.released {
                return Ok(());
            }
            let last: Option<ResumeRequest> = tx.get(id)?;
            if let Some(wait) = last.as_ref().map(|r| ASK_AGAIN - now.since(r.at)).filter(|wait| *wait > 0) {
                let seconds = u32::try_from((wait + 999) / 1_000).unwrap_or(60);
                return Err(Error {
                    retry_after: Some(seconds),
                    ..Error::new(
                        Kind::TooMany,
                        "asked_already",
                        format!("Your administrator has already been asked. You can ask again in {seconds} seconds."),
                    )
                });
            }
            let times = last.map_or(0, |r| r.times).saturating_add(1);
            tx.put(&ResumeRequest { attempt_id: id, at: now, times })?;
            audit::record(tx, now, None, "attempt.resume_request", id, "")?;
            timeline::record(tx, id, Moment::ResumeRequested, "", None, now)?;
            events::invite_changed(tx, &handle, &invite);
            notifications::resume_requested(tx, &handle, &invite, now)
        })
        .await
}
