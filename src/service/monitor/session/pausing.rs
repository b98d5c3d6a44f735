//! Pausing those who run in a session, all or some, and continuing them (`docs/behaviour/taking.md#pause`).

use super::{people::is_shown, sessions};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorKind, ExamSessionId, Instant, InviteId, Result,
        attempt::Attempt,
        exam_session::{ExamSession, Seat, SessionPause},
        invite::Invite,
    },
    service::{
        actor::{Proctor, Watcher},
        attempt::finish,
        monitor::pausing::{self, ClockWish},
        query,
        work::Work,
    },
    store::{Read, records::SEATS_BY_SESSION},
};
use std::collections::BTreeSet;

/// Attempts per transaction, so that a hall does not delay the saves of others.
const BATCH: usize = 50;

/// How many attempts were paused or continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    pub changed: usize,
    /// Number of people who were paused or continued already, or have no running test.
    pub unchanged: usize,
    /// Number of people whose time is up, or who have been paused too often.
    pub refused: usize,
}

/// People whose tests are paused or continued.
pub enum Whom {
    /// All whom the caller sees.
    All,
    People(BTreeSet<InviteId>),
}

impl Whom {
    fn has(&self, invite: InviteId) -> bool {
        match self {
            Self::All => true,
            Self::People(chosen) => chosen.contains(&invite),
        }
    }
}

/// Keeps that everyone is paused, for those who begin meanwhile, or that they are no longer. The wish of a proctor who does
/// not see everyone is for those who run: then it returns false.
async fn hold(
    app: &App,
    by: &Proctor,
    id: ExamSessionId,
    (wish, now): (ClockWish, Instant),
    note: String,
) -> Result<bool> {
    let proctor = by.clone();
    app.write_at(now, by, move |w| {
        let mut session = sessions::reached(&**w, (proctor.id(), proctor.scope()), id)?;
        let watcher = Watcher::from(&proctor);
        let seats: Vec<Seat> = w.linked(SEATS_BY_SESSION.under(id))?;
        let sees_all = sessions::may_change(&**w, &session, (proctor.id(), proctor.scope()))?
            && seats.iter().all(|seat| is_shown(&watcher, &session, seat));
        let (pause, action) = match wish {
            ClockWish::Pause => (Some(SessionPause { at: w.now, by: w.by.account() }), "exam_session.pause"),
            ClockWish::Resume => (None, "exam_session.resume"),
        };
        if sees_all && session.pause(pause) {
            w.put(&session)?;
            w.audit(action, id, &note)?;
            sessions::changed(w, id);
        }
        Ok(sees_all)
    })
    .await
}

/// A running attempt of someone who is in the session, also now.
fn reached(w: &Work<'_, '_>, by: &Proctor, id: ExamSessionId, attempt: AttemptId) -> Result<Option<Attempt>> {
    let Some(attempt) = w.get::<Attempt>(attempt)?.filter(Attempt::is_running) else { return Ok(None) };
    let is_seated = w.get::<Seat>(attempt.invite_id)?.is_some_and(|seat| seat.session_id == id);
    Ok(Some(attempt).filter(|attempt| is_seated && by.scope().permits(attempt.test_id)))
}

/// Whether a wish for everyone still holds: between two batches, another proctor may have wished otherwise, and the last wish
/// counts.
fn holds(w: &Work<'_, '_>, id: ExamSessionId, wish: ClockWish) -> Result<bool> {
    let session: Option<ExamSession> = w.get(id)?;
    Ok(session.is_some_and(|session| session.paused.is_some() == (wish == ClockWish::Pause)))
}

/// At one moment: each pause begins and ends at the same time.
///
/// # Errors
/// 404, also for someone who is not in the session or not of those whom the caller sees; 422 for a reason of more than 500
/// characters.
pub async fn change(
    app: &App,
    by: &Proctor,
    id: ExamSessionId,
    (wish, whom): (ClockWish, Whom),
    reason: &str,
) -> Result<Changed> {
    let note = pausing::checked(reason)?;
    let (now, watcher) = (app.now(), Watcher::from(by));
    // First: who begins after this is not in the list of those who run.
    let is_held = matches!(whom, Whom::All) && hold(app, by, id, (wish, now), note.clone()).await?;
    let mut seated: Vec<InviteId> = Vec::new();
    let (mut attempts, mut due) = (Vec::new(), Vec::new());
    {
        let read = app.store.read()?;
        let session = sessions::reached(&read, (by.id(), by.scope()), id)?;
        let seats: Vec<Seat> = read.linked(SEATS_BY_SESSION.under(id))?;
        let shown = seats.iter().filter(|seat| is_shown(&watcher, &session, seat) && whom.has(seat.invite_id));
        for seat in shown {
            seated.push(seat.invite_id);
            let attempt = read.get::<Invite>(seat.invite_id)?.and_then(|invite| invite.attempt_id);
            let Some(attempt) = attempt else { continue };
            attempts.push(attempt);
            let known: Option<Attempt> = read.get(attempt)?;
            if known.is_some_and(|attempt| query::attempt::is_overdue(app, &attempt, now)) {
                due.push(attempt);
            }
        }
        if let Whom::People(chosen) = &whom
            && chosen.len() > seated.len()
        {
            return Err(Error::not_found("invite"));
        }
    }
    // The few that are due alone: the clocks stand still from now on, and until the pages know it, they show the questions.
    for attempt in due {
        finish::end_due(app, attempt, now).await?;
    }
    let mut sum = Changed { unchanged: seated.len() - attempts.len(), ..Changed::default() };
    for batch in attempts.chunks(BATCH) {
        let (batch, note, allowed) = (batch.to_vec(), note.clone(), by.clone());
        let part = app.write_at(now, by, move |w| {
            let mut part = Changed::default();
            if is_held && !holds(w, id, wish)? {
                return Ok(Changed { unchanged: batch.len(), ..part });
            }
            for attempt in batch {
                let Some(mut attempt) = reached(w, &allowed, id, attempt)? else {
                    part.unchanged += 1;
                    continue;
                };
                match pausing::apply(w, &mut attempt, wish, &note) {
                    Ok(true) => part.changed += 1,
                    Ok(false) => part.unchanged += 1,
                    Err(error) if error.kind == ErrorKind::Conflict => part.refused += 1,
                    Err(error) => return Err(error),
                }
            }
            Ok(part)
        });
        let part = part.await?;
        sum.changed += part.changed;
        sum.unchanged += part.unchanged;
        sum.refused += part.refused;
    }
    Ok(sum)
}
