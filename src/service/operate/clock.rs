//! The machine's clock: the server follows it once it can be believed, reports jumps, and keeps what a restart needs to
//! count on (`docs/behaviour.md#time`). [`ClockJudge`](crate::state::clock_judge::ClockJudge) decides.

use crate::{
    app::{App, Machine, SteadyClock},
    domain::{
        Instant, InviteId, MailId, Result, SessionId,
        audit::AuditEntry,
        invite::{Invite, InviteStatus},
        judging::Judging,
        mail::{Mail, MailKind, MailState},
        time::{HOUR, MINUTE, SECOND, SignedDuration},
        upkeep::{ClockMark, LastBeat},
        user::Session,
    },
    service::{events, notifications, work::By},
    state::clock_judge::{CLOCK_STEP, ClockLook, ClockVerdict, STEADY_FOR},
    store::{
        Read, Store,
        records::{self, Single},
    },
};
use std::ops::ControlFlow;

/// While nothing else is noted, the time is noted this often.
const MARK_INTERVAL: SignedDuration = HOUR;
/// Jumps from this on are notified to administrators.
const TELLING: SignedDuration = MINUTE;
/// Records per transaction.
const BATCH: usize = 50;

/// The clock of a process that opens `store`: it counts on from that of an earlier one. Data that cannot be read are
/// reported by others.
pub fn of<M: Machine>(machine: M, store: &Store) -> SteadyClock<M> {
    let (mark, seen) = store.read().map_err(Into::into).and_then(|read| last_known(&read)).unwrap_or_default();
    SteadyClock::continued(machine, mark.as_ref(), seen)
}

/// The mark of an earlier process, and the latest time that is known of.
fn last_known(read: &impl Read) -> Result<(Option<ClockMark>, Option<Instant>)> {
    let mark: Option<ClockMark> = read.get(Single)?;
    let beat: Option<LastBeat> = read.get(Single)?;
    let entry = read.last::<AuditEntry>()?;
    let seen = mark.iter().map(|m| m.at).chain(beat.map(|b| b.at)).chain(entry.map(|e| e.at)).max();
    Ok((mark, seen))
}

/// Begins to judge the clock, at the start of a server.
///
/// # Errors
/// Storage only.
pub async fn begin(app: &App) -> Result<()> {
    let (mark, seen) = last_known(&app.store.read()?)?;
    let own = app.clock.mark();
    let is_continued = match (&mark, &own) {
        (Some(mark), Some(own)) => (own.origin().since(mark.origin())).abs() <= CLOCK_STEP && own.boot == mark.boot,
        _ => false,
    };
    if let Some(seen) = seen.filter(|seen| !is_continued && app.now().since(*seen) > MINUTE) {
        app.clock_judge.begin_unproven(app.clock.continuous(), seen);
    }
    keep_mark(app).await
}

/// Looks at the clocks once, and does what follows. Returns the verdict.
///
/// # Errors
/// Storage; what failed is done at a later look, but for what is told.
pub async fn tend(app: &App) -> Result<ClockVerdict> {
    let look = ClockLook {
        continuous: app.clock.continuous(),
        now: app.now(),
        ahead: app.clock.set_ahead(),
        is_busy: is_busy(app)?,
    };
    let verdict = app.clock_judge.look(look);
    match verdict {
        ClockVerdict::Same => {}
        ClockVerdict::Set(by) => {
            tracing::warn!(seconds = by.as_secs(), "the machine's clock was set; the server keeps its time for now");
            tell(app, by, false).await?;
        }
        ClockVerdict::Returned(by) => {
            tracing::info!(seconds = by.as_secs(), "the machine's clock was set back to the time that the server kept");
        }
        ClockVerdict::Follow(by) => {
            app.clock.adopt();
            tracing::warn!(seconds = by.as_secs(), "the server follows the time that the machine's clock was set to");
            app.write(By::Server, move |w| w.audit("clock.follow", "server", &format!("{:+} s", by.as_secs()))).await?;
            tell(app, by, true).await?;
            if by.is_negative() {
                carry_back(app, by).await?;
            }
        }
        ClockVerdict::Gap(by) => {
            tracing::warn!(
                seconds = by.as_secs(),
                "the server did not run for this long: the machine slept, or was busy"
            );
        }
    }
    keep_mark(app).await?;
    Ok(verdict)
}

fn is_busy(app: &App) -> Result<bool> {
    let mut running = false;
    app.store.read()?.scan(records::ATTEMPTS_BY_DUE.all(), false, &mut |_| {
        running = true;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(running)
}

/// Notes the time on the store, rarely: before the server stops, and when the clock was set.
///
/// # Errors
/// Storage only.
pub async fn keep_mark(app: &App) -> Result<()> {
    let Some(own) = app.clock.mark() else { return Ok(()) };
    let stored: Option<ClockMark> = app.store.read()?.get(Single)?;
    let is_fresh = stored.is_some_and(|stored| {
        stored.boot == own.boot
            && (own.origin().since(stored.origin())).abs() <= CLOCK_STEP / 2
            && stored.at.is_within(MARK_INTERVAL, own.at)
    });
    if is_fresh {
        return Ok(());
    }
    app.store.write(move |tx| Ok(tx.put(&own)?)).await
}

/// A length of time as people say it.
#[must_use]
pub fn said(length: SignedDuration) -> String {
    let seconds = length.abs().as_secs();
    let (number, unit) = match seconds {
        0..120 => (seconds, "second"),
        120..7_200 => ((seconds + 30) / 60, "minute"),
        7_200..172_800 => ((seconds + 1_800) / 3_600, "hour"),
        _ => ((seconds + 43_200) / 86_400, "day"),
    };
    let way = if length.is_negative() { "back" } else { "forward" };
    format!("{way} by {number} {unit}{}", if number == 1 { "" } else { "s" })
}

async fn tell(app: &App, by: SignedDuration, is_followed: bool) -> Result<()> {
    if by.abs() < TELLING {
        return Ok(());
    }
    let by = said(by);
    let message = if is_followed {
        format!("The server follows the clock of its machine, which was set {by}.")
    } else {
        let minutes = STEADY_FOR.as_mins();
        format!(
            "The clock of the server's machine was set {by}. The server keeps its time, and follows the new one once it \
             has stayed for {minutes} minutes and no test runs."
        )
    };
    app.write(By::Server, move |w| notifications::clock_set(w, message)).await
}

/// After the clock was set back: what was noted by the old time is brought along, so that it is not late by that much.
async fn carry_back(app: &App, by: SignedDuration) -> Result<()> {
    let (mut sessions, mut mails, mut judgings): (Vec<SessionId>, Vec<MailId>, Vec<_>) = Default::default();
    let invites: Vec<InviteId> = {
        let read = app.store.read()?;
        let before = app.now().plus(SECOND);
        sessions.extend(read.records::<Session>()?.into_iter().filter(|s| s.last_seen_at > before).map(|s| s.id));
        mails.extend(
            read.some_linked(records::MAIL_BY_DUE.all(), usize::MAX)?.into_iter().filter(is_a_retry).map(|m| m.id),
        );
        judgings.extend(
            read.some_linked(records::JUDGINGS_DUE.all(), usize::MAX)?
                .into_iter()
                .map(|j: Judging| (j.attempt_id, j.question_id)),
        );
        let contradicted = |invite: &Invite| is_contradicted(invite, app.now());
        read.records::<Invite>()?.into_iter().filter(contradicted).map(|invite| invite.id).collect()
    };
    app.write_batches(&sessions, BATCH, move |w, ids| {
        for id in ids {
            let Some(mut session) = w.get::<Session>(*id)? else { continue };
            session.created_at = session.created_at.plus(by);
            session.last_seen_at = session.last_seen_at.plus(by);
            w.put(&session)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&mails, BATCH, move |w, ids| {
        for id in ids {
            let Some(mut mail) = w.get::<Mail>(*id)?.filter(is_a_retry) else { continue };
            mail.next_try_at = mail.next_try_at.plus(by);
            w.put(&mail)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&judgings, BATCH, move |w, ids| {
        for (attempt, question) in ids {
            let Some(mut judging) = w.get::<Judging>((*attempt, question.as_str()))? else { continue };
            judging.next_try_at = judging.next_try_at.plus(by);
            judging.asked_at = judging.asked_at.plus(by);
            w.put(&judging)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&invites, BATCH, |w, ids| {
        for id in ids {
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
    .await
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
