//! Attempts: by id, behind an invite link, held by an attempt key.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Instant, Result, TestId,
        attempt::{self, Attempt, AttemptKeyCheck, EndedBy, ResumeRequest},
        decision::{Decision, Letter},
        invite::Invite,
        permission::Capability,
        timeline::{TimelineEvent, TimelineEventKind},
        user::User,
    },
    secrets::token,
    service::{
        actor::{self, Watcher},
        query,
        work::By,
    },
    store::Read,
};

/// # Errors
/// Storage only.
pub fn load(read: &impl Read, id: AttemptId) -> Result<Attempt> {
    read.get(id)?.ok_or_else(|| Error::not_found("attempt"))
}

/// The attempt that a call of those who watch names, also by the alias of its result.
///
/// # Errors
/// 404, also outside the permission's tests and the own share.
pub fn watched(read: &impl Read, by: &Watcher, id: AttemptId) -> Result<Attempt> {
    let attempt = load(read, query::naming::attempt(read, id)?)?;
    require_shown(read, by, &attempt, "attempt")?;
    Ok(attempt)
}

/// A running attempt, or an ended one by the id that its result shows.
///
/// # Errors
/// 404, also outside the permission's tests and the own share.
pub fn noted(read: &impl Read, by: &Watcher, id: AttemptId) -> Result<Attempt> {
    let attempt = load(read, query::naming::named(read, id)?)?;
    require_shown(read, by, &attempt, "attempt")?;
    Ok(attempt)
}

/// Requires that those who watch see an attempt: it is of a test that the permission is for, and of their share of its exam
/// session if they look after a part of that. After its end, who reads the results of the test sees it, too.
///
/// # Errors
/// 404 `not_found`, as for a record that does not exist.
pub(crate) fn require_shown<'a, P>(read: &impl Read, by: &'a P, attempt: &Attempt, record: &'static str) -> Result<()>
where
    Watcher: From<&'a P>,
{
    let by = Watcher::from(by);
    by.require(attempt.test_id, record)?;
    if query::exam_session::is_looked_after(read, by.id(), attempt.invite_id)?
        || !attempt.is_running() && reads_results(read, &by, attempt.test_id)?
    {
        return Ok(());
    }
    Err(Error::not_found(record))
}

fn reads_results(read: &impl Read, by: &Watcher, test: TestId) -> Result<bool> {
    // A program may have less than its account.
    let By::Account(account) = by.by() else { return Ok(false) };
    let Some(user) = read.get::<User>(account)? else { return Ok(false) };
    Ok(actor::rights(read, &user)?.scope(Capability::ReadResults).is_some_and(|scope| scope.permits(test)))
}

/// The version that the scores of an attempt count on from: 0 unless it was reopened.
///
/// # Errors
/// Storage only.
pub fn withdrawn_version(read: &impl Read, id: AttemptId) -> Result<u32> {
    // An attempt that runs has no decision but what its reopening has left.
    Ok(read.get::<Decision>(id)?.map_or(0, |decision| decision.version))
}

/// Hashes the attempt key that a browser sent (`docs/behaviour/taking.md#attempt-key`).
///
/// # Errors
/// 422 for a key that is not 32 bytes in base64url.
pub fn hash_key(presented: Option<&str>) -> Result<Option<[u8; 32]>> {
    match presented {
        None => Ok(None),
        Some(text) if token::well_formed(text) => Ok(Some(token::hash(text))),
        Some(_) => Err(Error::field("X-Attempt-Key", "The attempt key must be 32 bytes in base64url.")),
    }
}

/// The invite and attempt of a link, whether or not the attempt has ended.
///
/// # Errors
/// 404 `unknown_link`; 409 `not_started`, or 410 if it can no longer start.
pub fn behind(read: &impl Read, secret: &str, now: Instant) -> Result<(Invite, Attempt)> {
    let invite = query::link::find(read, secret)?;
    let Some(id) = invite.attempt_id else {
        invite.require_alive(now)?;
        return Err(Error::conflict(ErrorCode::NotStarted, "This test has not been started."));
    };
    Ok((invite, load(read, id)?))
}

/// The running attempt that this key holds, for calls that do not bind the key.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 422 for a malformed key.
pub fn holding(read: &impl Read, secret: &str, presented: Option<&str>, now: Instant) -> Result<Attempt> {
    let (_, attempt) = behind(read, secret, now)?;
    let key = hash_key(presented)?;
    match attempt.holder.claim(key.as_ref(), false) {
        AttemptKeyCheck::Holds | AttemptKeyCheck::Takes => attempt.require_running().map(|()| attempt),
        AttemptKeyCheck::Superseded => Err(attempt::elsewhere()),
        AttemptKeyCheck::Stranger => Err(attempt.not_yours()),
    }
}

/// Returns the time at which the candidate last asked, while no one has answered.
///
/// # Errors
/// Storage only.
pub fn resume_asked_at(read: &impl Read, attempt: &Attempt) -> Result<Option<Instant>> {
    if !attempt.is_running() || attempt.holder.released {
        return Ok(None);
    }
    Ok(read.get::<ResumeRequest>(attempt.id)?.map(|r| r.at))
}

/// Whether a double click came shortly before the last submit.
///
/// # Errors
/// Storage only.
pub fn was_double_clicked(read: &impl Read, id: AttemptId) -> Result<bool> {
    let entries: Vec<TimelineEvent> = read.children(id)?;
    // Of an earlier end if the attempt was reopened since.
    let mut kinds =
        entries.iter().rev().map(|entry| entry.kind).take_while(|kind| *kind != TimelineEventKind::Reopened);
    Ok(kinds.any(|kind| kind == TimelineEventKind::DoubleClick))
}

/// Whether an attempt ended by time alone or right after a double click, and no decision on it was told.
///
/// # Errors
/// Storage only.
pub fn is_reopenable(read: &impl Read, attempt: &Attempt) -> Result<bool> {
    let unmeant = match attempt.ended {
        Some((EndedBy::Deadline, _)) => true,
        Some((EndedBy::Candidate, _)) => was_double_clicked(read, attempt.id)?,
        Some((EndedBy::Admin, _)) | None => false,
    };
    Ok(unmeant
        && read.get::<Decision>(attempt.id)?.is_none_or(|decision| decision.told.is_empty())
        && !read.has_children::<Letter>(attempt.id)?)
}

/// Whether an attempt waits for an administrator: its time ran out while the server did not run, which came back a moment
/// ago (`docs/behaviour/taking.md#lost-time`). What arrives within the grace period counts nevertheless.
pub(crate) fn waits(app: &App, attempt: &Attempt, now: Instant) -> bool {
    let wait = app.clock_watch.judge.deadline_wait(app.leading_since(), app.config.deadline_wait);
    attempt.is_running()
        && attempt.pauses.since(now).is_none()
        && attempt.deadline() < wait.start
        && wait.contains(&now)
}

/// Whether an attempt runs although its time is up.
pub(crate) fn is_overdue(app: &App, attempt: &Attempt, now: Instant) -> bool {
    attempt.is_running() && attempt.is_past_due(now) && !waits(app, attempt, now)
}
