//! Actions on many invites: remind, revoke, move the end, resend (`docs/behaviour/invites.md#invite-actions`). Each invite
//! succeeds or fails separately, and an action that is repeated changes and mails nothing a second time.

use super::{
    bulk::UNGRANTED,
    invites,
    list::{self, InviteFilter},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorKind, Instant, InviteId, Result,
        invite::{Invite, InviteStatus, REPEAT_PAUSE, StartWindow},
        mail::{MailKind, MailState},
        permission::Scope,
    },
    service::{
        actor::Inviter,
        events,
        mail::queue::{self, Envelope},
        query::{self, page::Slice},
        settings,
        work::Work,
    },
    store::{Read, records},
};
use std::collections::HashSet;

/// Invites per transaction, so that long lists do not delay candidates' saves.
const BATCH: usize = 25;
/// Invites per call.
pub const MAX_PER_CALL: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkInviteAction {
    Remind,
    Revoke,
    /// Moves the end of the window.
    Extend(Instant),
    Resend,
}

/// The invites of an action.
pub enum InviteActionTarget {
    Ids(Vec<InviteId>),
    Filter(InviteFilter),
}

/// Result for one invite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InviteActionOutcome {
    Done {
        /// A mail was queued.
        mailed: bool,
    },
    /// The action was done before, and nothing has changed.
    Already(&'static str),
    Refused(String),
}

const fn done(mailed: bool) -> InviteActionOutcome {
    InviteActionOutcome::Done { mailed }
}

/// Runs the action on each invite, in the order given.
///
/// # Errors
/// 422 for no invites, for more than [`MAX_PER_CALL`], for an end in the past, and `smtp_failed` for a mail without a
/// mail server. A storage error leaves the batches before it done; a repeat continues. Once the permission has ended, the
/// others are refused.
pub async fn run(
    app: &App,
    by: &Inviter,
    target: InviteActionTarget,
    action: BulkInviteAction,
) -> Result<Vec<(InviteId, InviteActionOutcome)>> {
    match action {
        BulkInviteAction::Extend(closes) => StartWindow { opens_at: None, closes_at: Some(closes) }.check(app.now())?,
        BulkInviteAction::Remind | BulkInviteAction::Resend => drop(settings::smtp(app)?),
        BulkInviteAction::Revoke => {}
    }
    let ids = ids(app, by, target)?;
    let mut outcomes = Vec::with_capacity(ids.len());
    let is_granted = by.without_session().still_held();
    for batch in ids.chunks(BATCH) {
        if !is_granted(app) {
            outcomes.extend(batch.iter().map(|id| (*id, InviteActionOutcome::Refused(UNGRANTED.into()))));
            continue;
        }
        outcomes.extend(store(app, by, batch.to_vec(), action).await?);
        queue::wake(app);
    }
    Ok(outcomes)
}

fn ids(app: &App, by: &Inviter, target: InviteActionTarget) -> Result<Vec<InviteId>> {
    let (field, mut ids) = match target {
        InviteActionTarget::Ids(ids) => ("ids", ids),
        InviteActionTarget::Filter(filter) => ("filter", matching(app, by, &filter)?),
    };
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(*id));
    if ids.is_empty() {
        return Err(Error::field(field, "Please select at least one invitation."));
    }
    if ids.len() > MAX_PER_CALL {
        return Err(Error::field(field, format!("At most {MAX_PER_CALL} invitations can be changed at once.")));
    }
    Ok(ids)
}

/// Ids of the filter's invites, at most one more than a call may have.
fn matching(app: &App, by: &Inviter, filter: &InviteFilter) -> Result<Vec<InviteId>> {
    let (mut ids, mut slice) = (Vec::new(), Slice { limit: MAX_PER_CALL + 1, after: None });
    loop {
        let page = list::list(app, by, filter, &slice)?;
        ids.extend(page.items.into_iter().map(|invite| invite.id));
        slice.after = page.next;
        if slice.after.is_none() || ids.len() > MAX_PER_CALL {
            return Ok(ids);
        }
    }
}

async fn store(
    app: &App,
    by: &Inviter,
    ids: Vec<InviteId>,
    action: BulkInviteAction,
) -> Result<Vec<(InviteId, InviteActionOutcome)>> {
    let asked = std::time::Instant::now();
    let prepared: Vec<_> = ids.into_iter().map(|id| Ok((id, queue::envelope(app)?))).collect::<Result<_>>()?;
    let scope = by.scope().clone();
    app.write_paced(app.now(), by, move |w| {
        let mut outcomes = Vec::with_capacity(prepared.len());
        for (id, envelope) in prepared {
            let outcome = match apply(w, &scope, (id, action), envelope, asked) {
                // A refused invite has written nothing, so the batch continues; a storage error fails the batch.
                Err(error) if matches!(error.kind, ErrorKind::Internal | ErrorKind::Unavailable) => return Err(error),
                Err(error) => InviteActionOutcome::Refused(error.detail),
                Ok(outcome) => outcome,
            };
            outcomes.push((id, outcome));
        }
        Ok(outcomes)
    })
    .await
}

fn apply(
    w: &mut Work<'_, '_>,
    scope: &Scope,
    (id, action): (InviteId, BulkInviteAction),
    envelope: Envelope,
    asked: std::time::Instant,
) -> Result<InviteActionOutcome> {
    let found = w.get::<Invite>(id)?.filter(|invite| scope.permits(invite.test_id));
    let mut invite = found.ok_or_else(|| Error::not_found("invite"))?;
    match action {
        BulkInviteAction::Remind => remind(w, &mut invite, envelope),
        BulkInviteAction::Revoke if invite.revoked_at.is_some() => {
            Ok(InviteActionOutcome::Already("It was withdrawn already."))
        }
        BulkInviteAction::Revoke => invites::withdraw(w, &mut invite, envelope).map(done),
        BulkInviteAction::Extend(closes) => extend(w, &mut invite, closes, envelope),
        BulkInviteAction::Resend => resend(w, &mut invite, asked),
    }
}

fn remind(w: &mut Work<'_, '_>, invite: &mut Invite, envelope: Envelope) -> Result<InviteActionOutcome> {
    invite.require_usable(w.now)?;
    let refuse = |why: &str| Ok(InviteActionOutcome::Refused(why.into()));
    if invite.state == InviteStatus::InProgress {
        return refuse("This test is in progress.");
    }
    if invite.reminders.stopped_at.is_some() {
        return refuse("The candidate asked for no more reminders.");
    }
    if query::invite::is_barred(w, invite)? {
        return Err(invites::deactivated());
    }
    if invite.is_just_reminded(w.now) {
        return Ok(InviteActionOutcome::Already("A reminder was sent a moment ago."));
    }
    let upcoming = invite.scheduled().is_some_and(|at| w.now < at);
    let kind = if upcoming { MailKind::Reminder } else { MailKind::Closing };
    invite.reminders.last_at = Some(w.now);
    w.put(invite)?;
    let now = w.now;
    queue::enqueue(w, envelope, kind, invite.id, now)?;
    w.audit("invite.remind", invite.id, "")?;
    events::invite_changed(w, invite);
    Ok(done(true))
}

fn extend(
    w: &mut Work<'_, '_>,
    invite: &mut Invite,
    closes: Instant,
    envelope: Envelope,
) -> Result<InviteActionOutcome> {
    let had_slot = invite.scheduled_at.is_some();
    if !invite.close_at(closes, w.now)? {
        return Ok(InviteActionOutcome::Already("It already closes at that time."));
    }
    let mailed = settings::mail_is_set_up(w)?;
    if mailed {
        invite.reminders.last_at = Some(w.now);
    }
    w.put(invite)?;
    if had_slot && invite.scheduled_at.is_none() {
        queue::cancel_waiting(w, invite.id)?;
    }
    // A report that still waits is rendered with the new end.
    let mails = w.linked(records::MAIL_BY_INVITE.under(invite.id))?;
    let waits = mails.iter().any(|mail| mail.kind == MailKind::EndMoved && mail.state == MailState::Waiting);
    if mailed && !waits {
        let now = w.now;
        queue::enqueue(w, envelope, MailKind::EndMoved, invite.id, now)?;
    }
    w.audit("invite.extend", invite.id, &closes.to_string())?;
    events::invite_changed(w, invite);
    Ok(done(mailed && !waits))
}

fn resend(w: &mut Work<'_, '_>, invite: &mut Invite, asked: std::time::Instant) -> Result<InviteActionOutcome> {
    invite.require_usable(w.now)?;
    let just_sent = invite.is_mailed() && invite.email_sent_at.is_some_and(|at| at.is_within(REPEAT_PAUSE, w.now));
    if just_sent {
        return Ok(InviteActionOutcome::Already("The invitation was sent a moment ago."));
    }
    if invites::is_mail_on_its_way(w, invite.id, asked)? {
        return Ok(InviteActionOutcome::Already("The invitation is being sent."));
    }
    let now = w.now;
    invites::requeue(w, invite, asked, now)?;
    events::invite_changed(w, invite);
    Ok(done(true))
}
