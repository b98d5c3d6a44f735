//! The automatic reminder before an invite closes, and the candidate's way to stop reminders
//! (`docs/behaviour/invites.md#reminders`).

use crate::{
    app::App,
    domain::{Instant, InviteId, Result, invite::Invite, mail::MailKind},
    service::{events, mail::queue, query, settings, work::By},
    store::Read,
};

/// Queues the reminders of those invites that are due. The mark on the invite and the mail's row are one commit, so that
/// no restart sends it twice. Returns their number.
///
/// # Errors
/// Storage only.
pub async fn queue_due(app: &App, ids: Vec<InviteId>, now: Instant) -> Result<usize> {
    let prepared: Vec<_> = ids.into_iter().map(|id| Ok((id, queue::envelope(app)?))).collect::<Result<_>>()?;
    let queued = app
        .write_at(now, By::Server, move |w| {
            let mut queued = 0;
            for (id, envelope) in prepared {
                let invite = w.get::<Invite>(id)?.filter(|invite| invite.require_alive(w.now).is_ok());
                let Some(mut invite) = invite else { continue };
                if invite.reminder_at().is_none_or(|at| w.now < at) {
                    continue;
                }
                invite.reminders.automatic_done = true;
                if !invite.is_reminded(w.now) && !query::invite::is_barred(w, &invite)? {
                    invite.reminders.last_at = Some(w.now);
                    queue::enqueue(w, envelope, MailKind::Closing, id, now)?;
                    queued += 1;
                }
                w.put(&invite)?;
                events::invite_changed(w, &invite);
            }
            Ok(queued)
        })
        .await?;
    queue::wake(app);
    Ok(queued)
}

/// Whether automatic reminders are wanted and can be sent.
///
/// # Errors
/// Storage only.
pub fn are_on(app: &App) -> Result<bool> {
    settings::reminds_before_the_end(&app.store.read()?)
}

/// Stops all reminders of an invite, for the holder of its link. Repeating it changes nothing.
///
/// # Errors
/// 404 `unknown_link`; 410 once it has ended; 429 `too_many_requests`.
pub async fn stop(app: &App, secret: &str) -> Result<()> {
    let now = app.now();
    query::link::find(&app.store.read()?, secret)?.require_alive(now)?;
    app.limits.links.choice(secret, now)?;
    let visit = app.limits.links.visit(secret)?;
    let secret = secret.to_owned();
    app.write_at(now, By::Candidate, move |w| {
        let _visit = visit;
        let mut invite = query::link::find(w, &secret)?;
        if invite.reminders.stopped_at.is_none() {
            invite.reminders.stopped_at = Some(w.now);
            w.put(&invite)?;
            w.audit("invite.stop_reminders", invite.id, "")?;
            events::invite_changed(w, &invite);
        }
        Ok(())
    })
    .await
}
