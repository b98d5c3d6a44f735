//! A step of the machine's clock that the server follows: it is reported, and after one back all that was noted by the time of
//! before is brought along, so that it is not late by that much (`docs/behaviour/taking.md#time`).

use crate::{
    app::App,
    domain::{
        Instant, Result,
        invite::{Invite, InviteStatus},
        judging::Judging,
        mail::{Mail, MailKind, MailState},
        sentence::Sentence,
        time::{MINUTE, SECOND, SignedDuration},
        user::Session,
    },
    sentence,
    service::{events, notifications, work::By},
    state::clock_step::FollowedStep,
    store::{Read, records},
};

/// Jumps from this on are notified to administrators.
pub(super) const MIN_NOTIFIED: SignedDuration = MINUTE;
/// Records per transaction.
const BATCH: usize = 50;

/// The step with what it moves; asked before the server follows it.
///
/// # Errors
/// Storage only.
pub(super) fn of(app: &App, by: SignedDuration) -> Result<FollowedStep> {
    let mut step = FollowedStep::new(by);
    if !by.is_negative() {
        return Ok(step);
    }
    let (read, now) = (app.store.read()?, app.now().plus(by));
    let is_ahead = |session: &Session| session.last_seen_at > now.plus(SECOND);
    let sessions = read.records::<Session>()?.into_iter().filter(is_ahead);
    step.sessions = sessions.map(|session| (session.id, session.last_seen_at)).collect();
    let mails = read.some_linked(records::MAIL_BY_DUE.all(), usize::MAX)?.into_iter().filter(is_a_retry);
    step.mails = mails.map(|mail| (mail.id, mail.next_try_at)).collect();
    let judgings: Vec<Judging> = read.some_linked(records::JUDGINGS_DUE.all(), usize::MAX)?;
    step.judgings = judgings.into_iter().map(|j| ((j.attempt_id, j.question_id), j.next_try_at)).collect();
    let contradicted = |invite: &Invite| is_contradicted(invite, now);
    step.invites = read.records::<Invite>()?.into_iter().filter(contradicted).map(|invite| invite.id).collect();
    Ok(step)
}

/// Stores what remains of the step that the server followed last. What is stored twice moves once.
///
/// # Errors
/// Storage: then the next call goes on.
pub(super) async fn finish(app: &App) -> Result<()> {
    let Some(step) = app.clock_watch.step.owed() else { return Ok(()) };
    let by = step.by;
    if !step.is_reported() {
        app.write(By::Server, move |w| {
            w.audit("clock.follow", "server", &format!("{:+} s", by.as_secs()))?;
            if by.abs() < MIN_NOTIFIED {
                return Ok(());
            }
            let said = sentence!(
                "clockFollowed": "The server follows the clock of its machine, which was set {by}.",
                by = set_by(by),
            );
            notifications::clock_set(w, said)
        })
        .await?;
        step.note_reported();
    }
    app.write_batches(&step.sessions, BATCH, move |w, sessions| {
        for (id, seen) in sessions {
            let Some(mut session) = w.get::<Session>(*id)?.filter(|session| session.last_seen_at == *seen) else {
                continue;
            };
            session.created_at = session.created_at.plus(by);
            session.last_seen_at = session.last_seen_at.plus(by);
            w.put(&session)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&step.mails, BATCH, move |w, mails| {
        for (id, at) in mails {
            let Some(mut mail) = w.get::<Mail>(*id)?.filter(|mail| is_a_retry(mail) && mail.next_try_at == *at) else {
                continue;
            };
            mail.next_try_at = mail.next_try_at.plus(by);
            mail.failing_since = mail.failing_since.map(|since| since.plus(by));
            w.put(&mail)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&step.judgings, BATCH, move |w, judgings| {
        for ((attempt, question), at) in judgings {
            let judging = w.get::<Judging>((*attempt, question.as_str()))?.filter(|judging| judging.next_try_at == *at);
            let Some(mut judging) = judging else { continue };
            judging.next_try_at = judging.next_try_at.plus(by);
            judging.asked_at = judging.asked_at.plus(by);
            w.put(&judging)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&step.invites, BATCH, |w, invites| {
        for id in invites {
            let Some(mut invite) = w.get::<Invite>(*id)?.filter(|invite| is_contradicted(invite, w.now)) else {
                continue;
            };
            if invite.state == InviteStatus::Expired {
                invite.state = invite.status(w.now);
            }
            if invite.reminders.last_at.is_some_and(|at| at > w.now) {
                invite.reminders.automatic_done = false;
            }
            w.put(&invite)?;
            events::invite_changed(w, &invite);
        }
        Ok(())
    })
    .await?;
    app.clock_watch.step.done();
    Ok(())
}

/// A length of time as people say it.
pub(super) fn set_by(length: SignedDuration) -> Sentence {
    if length.is_negative() {
        sentence!("clockBack": "back by {length}", length)
    } else {
        sentence!("clockForward": "forward by {length}", length)
    }
}

/// A mail that waits for a time after a failure or a lease, not for one before an appointment.
fn is_a_retry(mail: &Mail) -> bool {
    mail.state == MailState::Waiting && (mail.kind != MailKind::Reminder || mail.tries > 0)
}

/// An invite that a clock ahead of its time has ended or reminded of.
fn is_contradicted(invite: &Invite, now: Instant) -> bool {
    let is_ended = invite.state == InviteStatus::Expired && invite.status(now) != InviteStatus::Expired;
    is_ended || invite.reminders.automatic_done && invite.reminders.last_at.is_some_and(|at| at > now)
}
