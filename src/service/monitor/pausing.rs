//! Pausing running attempts, and continuing them (`docs/behaviour/taking.md#pause`). A proctor pauses because the hall or the
//! server is in trouble, so neither waits for a reason.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Result, arrangement::Arrangement, attempt::Attempt, error::FieldChecker,
        invite::Invite, outage::minutes, timeline::TimelineEventKind,
    },
    service::{
        actor::Proctor,
        attempt::{breaks, finish, sections},
        events, query,
        work::Work,
    },
    store::Read,
};

/// A change of the clock of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockWish {
    Pause,
    Resume,
}

impl ClockWish {
    const fn action(self) -> &'static str {
        match self {
            Self::Pause => "attempt.pause",
            Self::Resume => "attempt.resume",
        }
    }
}

/// Pauses an attempt or continues it. Idempotent: two proctors at once make one pause.
///
/// # Errors
/// 404; 409 `finished` once its time is up, `too_many` pauses; 422 for a reason of more than 500 characters.
pub async fn one(app: &App, by: &Proctor, id: AttemptId, wish: ClockWish, reason: &str) -> Result<Invite> {
    let note = checked(reason)?;
    let now = app.now();
    finish::end_due(app, id, now).await?;
    let allowed = by.clone();
    app.write_at(now, by, move |w| {
        let mut attempt = query::attempt::load(w, id)?;
        query::attempt::require_shown(w, &allowed, &attempt, "attempt")?;
        attempt.require_running()?;
        let invite: Option<Invite> = w.get(attempt.invite_id)?;
        let invite = invite.ok_or_else(|| Error::not_found("attempt"))?;
        apply(w, &mut attempt, wish, &note)?;
        Ok(invite)
    })
    .await
}

/// # Errors
/// 422 for a reason of more than 500 characters, and for control characters.
pub(crate) fn checked(reason: &str) -> Result<String> {
    let mut check = FieldChecker::default();
    check.require(reason.chars().count() <= 500, "reason", "The reason is too long (500 characters at most).");
    check.require_text(reason, "reason");
    check.finish(&[])?;
    Ok(reason.trim().to_owned())
}

/// Pauses or continues in one transaction, so that a server which is killed has done all of it or nothing. Returns
/// false if the attempt is as wished already.
///
/// # Errors
/// 409 `finished`, `too_many`.
pub(crate) fn apply(w: &mut Work<'_, '_>, attempt: &mut Attempt, wish: ClockWish, note: &str) -> Result<bool> {
    let is_done = match wish {
        ClockWish::Pause => pause(w, attempt, note)?,
        ClockWish::Resume => resume(w, attempt, note)?,
    };
    if is_done {
        w.audit(wish.action(), attempt.id, note)?;
        events::pause(w, attempt);
        events::attempt_changed(w, attempt);
    }
    Ok(is_done)
}

fn pause(w: &mut Work<'_, '_>, attempt: &mut Attempt, note: &str) -> Result<bool> {
    if attempt.pauses.is_open() {
        return Ok(false);
    }
    if w.now >= attempt.deadline() {
        let detail = "The time of this test is up, so it cannot be paused. Add time first.";
        return Err(Error::conflict(ErrorCode::Finished, detail));
    }
    let breaks = w.get::<Arrangement>(attempt.invite_id)?.map_or(0, |arrangement| arrangement.taken.len());
    if attempt.pauses.is_full(breaks) {
        return Err(Error::conflict(ErrorCode::TooMany, "This test was paused 50 times, which is the most."));
    }
    // The pause takes the place of a break, of which the rest is lost as at any end. Last: a session goes on with the others
    // where one is refused.
    breaks::cut(w, attempt)?;
    attempt.pauses.begin(w.now);
    w.put(attempt)?;
    w.timeline(attempt.id, TimelineEventKind::Paused, note)?;
    Ok(true)
}

fn resume(w: &mut Work<'_, '_>, attempt: &mut Attempt, note: &str) -> Result<bool> {
    let Some((pause, length)) = attempt.pauses.end(w.now) else { return Ok(false) };
    w.put(attempt)?;
    sections::paused(w, attempt, (pause, length))?;
    let colon = if note.is_empty() { "" } else { ": " };
    w.timeline(attempt.id, TimelineEventKind::Continued, &format!("After {} min{colon}{note}", minutes(length)))?;
    Ok(true)
}
