//! 'Ask to continue here': a candidate on another device requests to take over the attempt
//! (`docs/behaviour/taking.md#attempt-key`).

use super::finish;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Result,
        attempt::{ASK_AGAIN, ResumeRequest},
        time::{SignedDuration, seconds_to_wait},
        timeline::TimelineEventKind,
    },
    service::{events, notifications, query, work::By},
    store::Read,
};

/// Stores the request and notifies the admins, who may release the attempt. Rate-limited to once a minute per invite.
///
/// # Errors
/// 404 `unknown_link`; 409 `not_started`, `finished`; 410; 429 `asked_already`.
pub async fn ask(app: &App, secret: &str) -> Result<()> {
    let now = app.now();
    query::link::find(&app.store.read()?, secret)?;
    let visit = app.limits.links.visit(secret)?;
    finish::all_due(app, secret, now).await?;
    let secret = secret.to_owned();
    app.write_at(now, By::Candidate, move |w| {
        let _visit = visit;
        let invite = query::link::find(w, &secret)?;
        invite.require_alive(w.now)?;
        let id = invite.attempt_id.ok_or_else(|| {
            Error::conflict(ErrorCode::NotStarted, "This test has not been started: you can start it.")
        })?;
        let attempt = query::attempt::load(w, id)?;
        attempt.require_running()?;
        if attempt.holder.released {
            return Ok(());
        }
        let last: Option<ResumeRequest> = w.get(id)?;
        if let Some(wait) = last.as_ref().map(|r| ASK_AGAIN - w.now.since(r.at)).filter(SignedDuration::is_positive) {
            let seconds = seconds_to_wait(wait);
            return Err(Error {
                retry_after: Some(seconds),
                ..Error::new(
                    ErrorKind::TooMany,
                    ErrorCode::AskedAlready,
                    format!("Your administrator has already been asked. You can ask again in {seconds} seconds."),
                )
                .with("seconds", seconds)
            });
        }
        let times = last.map_or(0, |r| r.times).saturating_add(1);
        w.put(&ResumeRequest { attempt_id: id, at: now, times })?;
        w.audit("attempt.resume_request", id, "")?;
        w.timeline(id, TimelineEventKind::ResumeRequested, "")?;
        events::invite_changed(w, &invite);
        notifications::resume_requested(w, &invite)
    })
    .await
}
