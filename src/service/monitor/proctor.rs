//! Interventions of an admin in a running attempt; each needs a reason and is audited.

use super::extension;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{Attempt, EndedBy, ResumeRequest},
        error::FieldChecker,
        invisible::is_blank,
        invite::Invite,
        time::SignedDuration,
        timeline::{TimelineEvent, TimelineEventKind},
    },
    service::{
        actor::Proctor,
        attempt::{drafts, finish},
        events, query,
        work::Work,
    },
    store::Read,
};

/// A reason of 1 to 500 characters.
pub(crate) fn check_reason(check: &mut FieldChecker, reason: &str) {
    check.require(!is_blank(reason), "reason", "Please give a reason.");
    check.require(reason.chars().count() <= 500, "reason", "The reason is too long (500 characters at most).");
    check.require_text(reason, "reason");
}

/// When an admin intervenes, and what the audit log and the timeline say of it.
struct Intervention {
    at: Instant,
    action: &'static str,
    kind: TimelineEventKind,
    note: String,
}

/// An attempt after an intervention, as those who watch see it.
pub struct InterventionResult {
    pub invite: Invite,
    /// `None` after the end of a test whose names are hidden.
    pub attempt: Option<Attempt>,
    pub resume_asked_at: Option<Instant>,
}

/// # Errors
/// 404; storage.
pub fn shown(app: &App, by: &Proctor, invite: Invite) -> Result<InterventionResult> {
    by.require(invite.test_id, "attempt")?;
    let read = app.store.read()?;
    let invite = query::naming::of_invite(&read, invite)?;
    let attempt: Option<Attempt> = invite.attempt_id.map(|id| read.get(id)).transpose()?.flatten();
    let asked = attempt.as_ref().map(|attempt| query::attempt::resume_asked_at(&read, attempt)).transpose()?;
    Ok(InterventionResult { invite, attempt, resume_asked_at: asked.flatten() })
}

async fn change(
    app: &App,
    by: &Proctor,
    id: AttemptId,
    Intervention { at, action, kind, note }: Intervention,
    act: impl FnOnce(&mut Work<'_, '_>, &mut Invite, &mut Attempt) -> Result<()> + Send + 'static,
) -> Result<Invite> {
    finish::end_due(app, id, at).await?;
    let allowed = by.clone();
    app.write_at(at, by, move |w| {
        let mut attempt = query::attempt::load(w, id)?;
        query::attempt::require_shown(w, &allowed, &attempt, "attempt")?;
        attempt.require_running()?;
        let invite: Option<Invite> = w.get(attempt.invite_id)?;
        let mut invite = invite.ok_or_else(|| Error::not_found("attempt"))?;
        w.timeline(id, kind, &note)?;
        act(w, &mut invite, &mut attempt)?;
        w.audit(action, id, &note)?;
        Ok(invite)
    })
    .await
}

/// 'Allow resume on another device': the next browser that starts takes over the attempt; until then the current
/// attempt holder continues (`docs/behaviour/taking.md#attempt-key`).
///
/// # Errors
/// 404; 409 once ended; 422 without a reason.
pub async fn release(app: &App, by: &Proctor, id: AttemptId, reason: &str) -> Result<Invite> {
    let mut check = FieldChecker::default();
    check_reason(&mut check, reason);
    check.finish(&[])?;
    let at = app.now();
    let release =
        Intervention { at, action: "attempt.release", kind: TimelineEventKind::Released, note: reason.trim().into() };
    change(app, by, id, release, |w, _, attempt| {
        attempt.holder.released = true;
        w.put(attempt)?;
        w.delete::<ResumeRequest>(attempt.id)?;
        events::attempt_changed(w, attempt);
        Ok(())
    })
    .await
}

/// Extends the deadline; the candidate's page shows it immediately. With the time at which the caller read the deadline, only
/// if no one has added time since: two proctors who mean the same minutes would both give them.
///
/// # Errors
/// 404; 409 once ended, `changed_meanwhile`; 422 without a reason or outside 1 to 480 minutes.
pub async fn add_time(
    app: &App,
    by: &Proctor,
    id: AttemptId,
    (minutes, reason): (i64, &str),
    seen_at: Option<Instant>,
) -> Result<Invite> {
    let mut check = FieldChecker::default();
    check.require((1..=480).contains(&minutes), "minutes", "Added time must be between 1 and 480 minutes.");
    check_reason(&mut check, reason);
    check.finish(&[])?;
    let note = format!("{minutes} min: {}", reason.trim());
    let add = Intervention { at: app.now(), action: "attempt.add_time", kind: TimelineEventKind::TimeAdded, note };
    change(app, by, id, add, move |w, _, attempt| {
        if let Some(seen_at) = seen_at {
            require_none_added(&**w, id, seen_at)?;
        }
        extension::extend(w, attempt, SignedDuration::from_mins(minutes))
    })
    .await
}

/// The newest entry is the one of the call itself.
fn require_none_added(read: &impl Read, id: AttemptId, seen_at: Instant) -> Result<()> {
    let entries: Vec<TimelineEvent> = read.children(id)?;
    let is_added = |entry: &&TimelineEvent| entry.kind == TimelineEventKind::TimeAdded;
    let Some(last) = entries.iter().rev().filter(is_added).nth(1).filter(|entry| entry.at > seen_at) else {
        return Ok(());
    };
    let by = query::person::name_of(read, last.by)?;
    Err(Error::changed_meanwhile(by, last.at, "has added time in the meantime. Please look at the new end."))
}

/// 'End test': submits the saved answers.
///
/// # Errors
/// 404; 409 once ended; 422 without a reason.
pub async fn end(app: &App, by: &Proctor, id: AttemptId, reason: &str) -> Result<Invite> {
    let mut check = FieldChecker::default();
    check_reason(&mut check, reason);
    check.finish(&[])?;
    let at = app.now();
    finish::end_due(app, id, at).await?;
    let drafts = drafts::prepare(app, id, EndedBy::Admin, at).await?;
    let end =
        Intervention { at, action: "attempt.end_by_admin", kind: TimelineEventKind::Ended, note: reason.trim().into() };
    change(app, by, id, end, |w, invite, attempt| finish::end(w, invite, attempt, EndedBy::Admin, drafts)).await
}
