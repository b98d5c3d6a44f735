//! Notifications of administrators: created in the transaction of the event; each administrator reads and clears them
//! independently (`docs/behaviour/monitoring.md#notifications`).

use super::{actor::Overseer, events, query, work::Work};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, NotificationId, Result, UserId,
        attempt::EndedBy,
        invite::Invite,
        mail::MailKind,
        notification::{FailedMail, MAX_NOTIFICATIONS, Notification, NotificationKind, ReadMarks},
        sentence::{InWords, Sentence},
        time::SignedDuration,
    },
    sentence,
    store::{
        IdRange, Read, Tx,
        records::{self, counter},
    },
};
use std::ops::ControlFlow;
use uuid::Uuid;

/// Minimum interval between notifications of the same mail error: a dead mail server causes one per
/// interval instead of one per mail.
const REPEAT_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// # Errors
/// Storage only.
pub fn test_started(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let (name, title) = (&invite.applicant_name, &invite.test_title);
    let said = sentence!("testStarted": "{name} has started the test '{title}'.", name, title);
    make(w, NotificationKind::TestStarted, invite, said, None)
}

/// # Errors
/// Storage only.
pub fn test_submitted(w: &mut Work<'_, '_>, invite: &Invite, id: AttemptId, by: EndedBy) -> Result<()> {
    let (name, title) = (&invite.applicant_name, &invite.test_title);
    let said = match by {
        EndedBy::Candidate => sentence!("submitted": "{name} has submitted the test '{title}'.", name, title),
        EndedBy::Deadline => {
            sentence!("timeUp": "The time of {name} is up: the test '{title}' was submitted.", name, title)
        }
        EndedBy::Admin => sentence!("ended": "An administrator has ended the test '{title}' of {name}.", title, name),
    };
    make(w, NotificationKind::TestSubmitted, invite, said, Some(id))
}

/// The attempt continues: that it was submitted is no longer true.
///
/// # Errors
/// Storage only.
pub(super) fn withdraw_submitted(w: &mut Work<'_, '_>, invite: &Invite, id: AttemptId) -> Result<()> {
    for notification in w.linked(records::NOTIFICATIONS_BY_APPLICANT.under(invite.applicant_id))? {
        if notification.kind == NotificationKind::TestSubmitted && notification.submission_id == Some(id) {
            w.delete::<Notification>(notification.id)?;
        }
    }
    Ok(())
}

/// The candidate scheduled or rescheduled the test.
///
/// # Errors
/// Storage only.
pub fn invite_scheduled(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let Some(at) = invite.scheduled_at else { return Ok(()) };
    let (name, title) = (&invite.applicant_name, &invite.test_title);
    let when = InWords(at, invite.time_zone.as_deref());
    let said = sentence!("scheduled": "{name} has scheduled the test '{title}' for {when}.", name, title, when);
    make(w, NotificationKind::InviteScheduled, invite, said, None)
}

/// An integrity signal of a running attempt that needs an admin's attention.
///
/// # Errors
/// Storage only.
pub fn integrity_flag(w: &mut Work<'_, '_>, invite: &Invite, what: Sentence) -> Result<()> {
    let (name, title) = (&invite.applicant_name, &invite.test_title);
    let said = sentence!("flag": "{name}, test '{title}': {what}", name, title, what);
    make(w, NotificationKind::IntegrityFlag, invite, said, None)
}

/// A candidate asks to continue in another browser.
///
/// # Errors
/// Storage only.
pub fn resume_requested(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let (name, title) = (&invite.applicant_name, &invite.test_title);
    let said = sentence!("resume": "{name} asks to resume the test '{title}' on another device.", name, title);
    make(w, NotificationKind::ResumeRequested, invite, said, None)
}

/// A candidate asks to be erased.
///
/// # Errors
/// Storage only.
pub(super) fn erasure_asked(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let said = sentence!("erasureAsked": "{name} asks for erasure of their data.", name = &invite.applicant_name);
    make(w, NotificationKind::ErasureAsked, invite, said, None)
}

/// A mail failed for the first time, or its retries are exhausted. The same error of many mails is reported once in 10
/// minutes, for letters about decisions apart. `words` are those of the mail server.
///
/// # Errors
/// Storage only.
pub(super) fn email_failed(
    w: &mut Work<'_, '_>,
    invite: &Invite,
    mail: MailKind,
    (what, words, holds_all): (FailedMail, &str, bool),
) -> Result<()> {
    let which = if mail == MailKind::Decision {
        sentence!("mailOfDecision": "The email with the decision")
    } else {
        sentence!("mail": "The email")
    };
    let (start, name) = (format!("{which} to "), &invite.applicant_name);
    let said = match what {
        FailedMail::NotSent => {
            sentence!("mailNotSent": "{which} to {name} could not be sent: {words}", which, name, words)
        }
        FailedMail::NotConfirmed => {
            sentence!("mailNotConfirmed": "{which} to {name} may have arrived: {words}", which, name, words)
        }
        FailedMail::NotSentYet if holds_all => sentence!(
            "mailNotSentYetAllWait": "{which} to {name} could not be sent yet: {words}. All emails wait.",
            which, name, words
        ),
        FailedMail::NotSentYet => {
            sentence!("mailNotSentYet": "{which} to {name} could not be sent yet: {words}", which, name, words)
        }
    };
    let (_, end) = said.english.split_once(": ").unwrap_or_default();
    if is_recent(w, NotificationKind::EmailFailed, (&start, end))? {
        return Ok(());
    }
    make(w, NotificationKind::EmailFailed, invite, said, None)
}

/// All mails wait since one failed that concerns no invite.
///
/// # Errors
/// Storage only.
pub(super) fn all_emails_wait(w: &mut Work<'_, '_>, words: &str, holds_all: bool) -> Result<()> {
    let said = if holds_all {
        sentence!("aMailNotSentYetAllWait": "An email could not be sent yet: {words}. All emails wait.", words)
    } else {
        sentence!("aMailNotSentYet": "An email could not be sent yet: {words}", words)
    };
    let (_, end) = said.english.split_once(": ").unwrap_or_default();
    if is_recent(w, NotificationKind::EmailFailed, ("An email", end))? {
        return Ok(());
    }
    make_own(w, NotificationKind::EmailFailed, said)
}

/// The first answer that arrived after the end of an attempt: it counts only if a reviewer accepts it.
///
/// # Errors
/// Storage only.
pub fn late_answer(w: &mut Work<'_, '_>, invite: &Invite, id: AttemptId) -> Result<()> {
    let (name, title) = (&invite.applicant_name, &invite.test_title);
    let said = sentence!(
        "lateAnswer": "An answer of {name} arrived after the end of the test '{title}'. Decide whether it counts.",
        name, title
    );
    make(w, NotificationKind::LateAnswer, invite, said, Some(id))
}

/// A candidate could not start, because a pool of the test has too few questions; repeated at most every 10 minutes.
///
/// # Errors
/// Storage only.
pub fn pool_too_small(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let title = &invite.test_title;
    let said =
        sentence!("poolTooSmall": "No one can start the test '{title}': a pool has too few ready questions.", title);
    if is_recent(w, NotificationKind::PoolTooSmall, ("", &said.english))? {
        return Ok(());
    }
    make(w, NotificationKind::PoolTooSmall, invite, said, None)
}

/// Submitted code was set aside without a verdict; of one test repeated at most every 10 minutes.
///
/// # Errors
/// Storage only.
pub fn code_not_judged(w: &mut Work<'_, '_>, invite: &Invite, id: AttemptId) -> Result<()> {
    let end = format!("'{}' could not be judged. It waits for 'Judge code again'.", invite.test_title);
    if is_recent(w, NotificationKind::CodeNotJudged, ("", &end))? {
        return Ok(());
    }
    let said = sentence!(
        "codeNotJudged": "Code of {name} for the test '{title}' could not be judged. It waits for 'Judge code again'.",
        name = &invite.applicant_name,
        title = &invite.test_title,
    );
    make(w, NotificationKind::CodeNotJudged, invite, said, Some(id))
}

/// The machine's clock was set; repeated at most every 10 minutes.
///
/// # Errors
/// Storage only.
pub(super) fn clock_set(w: &mut Work<'_, '_>, said: Sentence) -> Result<()> {
    if is_recent(w, NotificationKind::ClockSet, (said.english.split(" was set").next().unwrap_or_default(), ""))? {
        return Ok(());
    }
    make_own(w, NotificationKind::ClockSet, said)
}

/// Something about the members of a twin, once each time that it begins.
///
/// # Errors
/// Storage only.
pub(super) fn of_twin(w: &mut Work<'_, '_>, said: Sentence) -> Result<()> {
    make_own(w, NotificationKind::Twin, said)
}

/// The audit log has waited for its receiver for a day.
///
/// # Errors
/// Storage only.
pub(super) fn audit_log_waits(w: &mut Work<'_, '_>, said: Sentence) -> Result<()> {
    make_own(w, NotificationKind::AuditLogWaits, said)
}

/// Something about a webhook that needs a look; repeated at most every 10 minutes.
///
/// # Errors
/// Storage only.
pub(super) fn webhook_fails(w: &mut Work<'_, '_>, said: Sentence) -> Result<()> {
    if is_recent(w, NotificationKind::WebhookFails, ("", &said.english))? {
        return Ok(());
    }
    make_own(w, NotificationKind::WebhookFails, said)
}

/// About the server, and no invite.
fn make_own(w: &mut Work<'_, '_>, kind: NotificationKind, said: Sentence) -> Result<()> {
    let notification = Notification {
        id: next_id(w)?,
        kind,
        message: said.english,
        parts: said.parts,
        invite_id: query::naming::UNKNOWN,
        applicant_id: UserId(Uuid::nil()),
        applicant_email: String::new(),
        submission_id: None,
        created_at: w.now,
    };
    keep(w, notification)
}

/// Whether the last one of its kind begins and ends alike, and is not old.
fn is_recent(w: &Work<'_, '_>, kind: NotificationKind, (start, end): (&str, &str)) -> Result<bool> {
    let mut last: Option<Notification> = None;
    w.scan(records::NOTIFICATIONS_BY_KIND.under(kind), true, &mut |row| {
        last = w.record_if_any(&row)?;
        Ok(ControlFlow::Break(()))
    })?;
    let is_alike = |n: &Notification| n.message.starts_with(start) && n.message.ends_with(end);
    Ok(last.is_some_and(|n| n.created_at.is_within(REPEAT_INTERVAL, w.now) && is_alike(&n)))
}

fn make(
    w: &mut Work<'_, '_>,
    kind: NotificationKind,
    invite: &Invite,
    said: Sentence,
    submission_id: Option<AttemptId>,
) -> Result<()> {
    let notification = Notification {
        id: next_id(w)?,
        kind,
        message: said.english,
        parts: said.parts,
        invite_id: invite.id,
        applicant_id: invite.applicant_id,
        applicant_email: invite.applicant_email.clone(),
        submission_id,
        created_at: w.now,
    };
    keep(w, notification)
}

fn keep(w: &mut Work<'_, '_>, notification: Notification) -> Result<()> {
    w.put(&notification)?;
    let surplus = w.count(&counter::notifications())?.saturating_sub(MAX_NOTIFICATIONS);
    for old in ends(w, false, usize::try_from(surplus).unwrap_or(usize::MAX))? {
        w.delete::<Notification>(old)?;
    }
    events::notified(w, &query::naming::of_notification(&**w, notification)?);
    Ok(())
}

/// The `limit` oldest ids, or the newest ones if `last` is set.
fn ends(read: &impl Read, last: bool, limit: usize) -> Result<Vec<NotificationId>> {
    let mut ids = Vec::new();
    if limit == 0 {
        return Ok(ids);
    }
    read.scan_ids::<Notification>(IdRange::all(), last, &mut |id| {
        ids.push(id?);
        Ok(if ids.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(ids)
}

/// Greater than every existing id, also within a millisecond (RFC 9562 section 6.2): a read mark covers all ids below
/// it.
fn next_id(w: &Work<'_, '_>) -> Result<NotificationId> {
    let fresh: NotificationId = w.app.new_id();
    Ok(match ends(w, true, 1)?.first() {
        Some(last) if *last >= fresh => NotificationId(Uuid::from_u128(last.0.as_u128() + 1)),
        _ => fresh,
    })
}

/// Owner of the read marks; all command line operators share one set.
fn reader(by: &Overseer) -> UserId {
    by.id().unwrap_or(UserId(Uuid::nil()))
}

fn marks(read: &impl Read, user: UserId) -> Result<ReadMarks> {
    Ok(read.get(user)?.unwrap_or_else(|| ReadMarks::new(user)))
}

fn shown(marks: &ReadMarks) -> IdRange<Notification> {
    marks.cleared_to.map_or_else(IdRange::all, IdRange::above)
}

/// The newest `limit` notifications that this admin has not cleared, newest first, each with its read state.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, by: &Overseer, limit: usize) -> Result<Vec<(Notification, bool)>> {
    let read = app.store.read()?;
    let marks = marks(&read, reader(by))?;
    let mut found: Vec<(Notification, bool)> = Vec::new();
    read.scan_ids(shown(&marks), true, &mut |id| {
        let one: Option<Notification> = read.get(id?)?;
        found.extend(one.map(|n| (marks.is_read(n.id), n)).map(|(is_read, n)| (n, is_read)));
        Ok(if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let named = |(one, is_read)| Ok((query::naming::of_notification(&read, with_result(&read, one)?)?, is_read));
    found.into_iter().map(named).collect()
}

/// Links a notification that a test has started to its result, once the test has ended and was not reopened.
fn with_result(read: &impl Read, one: Notification) -> Result<Notification> {
    if one.kind != NotificationKind::TestStarted {
        return Ok(one);
    }
    let submission_id = query::invite::submission(read, one.invite_id)?;
    Ok(Notification { submission_id, ..one })
}

/// Number of unread notifications of this admin; scans 1,000 rows at most.
///
/// # Errors
/// Storage only.
pub fn unread_count(app: &App, by: &Overseer) -> Result<u64> {
    let read = app.store.read()?;
    let marks = marks(&read, reader(by))?;
    let mut unread = 0;
    read.scan_ids(shown(&marks), true, &mut |id| {
        let id = id?;
        if marks.read_to.is_some_and(|to| id <= to) {
            return Ok(ControlFlow::Break(()));
        }
        unread += u64::from(!marks.is_read(id));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(unread)
}

/// # Errors
/// 404 for a notification that does not exist or that this admin has cleared.
pub async fn mark_read(app: &App, by: &Overseer, id: NotificationId) -> Result<()> {
    let user = reader(by);
    app.store
        .write(move |tx| {
            let mut marks = marks(tx, user)?;
            let is_there = tx.get::<Notification>(id)?.is_some();
            if !is_there || marks.cleared_to.is_some_and(|to| id <= to) {
                return Err(Error::not_found("notification"));
            }
            if !marks.is_read(id) {
                // Drop marks of deleted notifications, so that the set stays as small as the list.
                let oldest = ends(tx, false, 1)?.first().copied();
                marks.read.retain(|read| oldest.is_some_and(|oldest| *read >= oldest));
                marks.read.push(id);
                tx.put(&marks)?;
            }
            Ok(())
        })
        .await
}

/// # Errors
/// Storage only.
pub async fn mark_all_read(app: &App, by: &Overseer) -> Result<()> {
    let user = reader(by);
    app.store
        .write(move |tx| {
            let cleared_to = marks(tx, user)?.cleared_to;
            let read_to = ends(tx, true, 1)?.first().copied();
            tx.put(&ReadMarks { cleared_to, read_to, ..ReadMarks::new(user) })?;
            Ok(())
        })
        .await
}

/// Clears the list for this admin only.
///
/// # Errors
/// Storage only.
pub async fn clear_all(app: &App, by: &Overseer) -> Result<()> {
    let user = reader(by);
    app.store.write(move |tx| clear_for(tx, user)).await
}

/// Hides all existing notifications from this reader. A new administrator starts like this.
///
/// # Errors
/// Storage only.
pub fn clear_for(tx: &mut Tx<'_>, user: UserId) -> Result<()> {
    let newest = ends(tx, true, 1)?.first().copied();
    tx.put(&ReadMarks { cleared_to: newest, read_to: newest, ..ReadMarks::new(user) })?;
    Ok(())
}
