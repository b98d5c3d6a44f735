//! The waiting room of a session (`docs/behaviour/sessions.md#waiting-room`): candidates wait on their page until someone lets
//! them in, one by one or all.

use super::{
    people::{is_shown, waits},
    sessions,
};
use crate::{
    app::App,
    domain::{
        Error, ExamSessionId, Instant, InviteId, Result,
        exam_session::{Admission, ExamSession, IdentityAsked, IdentityCheck, KEPT_FOR, MAX_MOVED, Seat},
        invite::Invite,
    },
    service::{
        actor::{Proctor, Watcher},
        events,
        work::Work,
    },
    store::{Read, records::SEATS_BY_SESSION},
};

/// Seats per transaction, so that a hall does not delay the saves of others.
const BATCH: usize = 50;

/// People whom a proctor admits.
pub enum Admitted {
    People {
        invites: Vec<InviteId>,
        /// Time at which the newest picture arrived that the proctor has seen.
        seen: Option<Instant>,
    },
    /// All who wait at the moment.
    Waiting,
}

/// How many were let in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LetIn {
    pub changed: usize,
    /// Number of people who were admitted already.
    pub unchanged: usize,
}

/// Lets people in. Twice is once.
///
/// # Errors
/// 404, also for someone who is not in the session or not of those whom the caller sees; 422 for a session without a waiting
/// room, for too many, and for all at once where pictures are compared; 409 `changed_meanwhile` for pictures that the caller has
/// not seen.
pub async fn admit(app: &App, by: &Proctor, id: ExamSessionId, whom: Admitted) -> Result<LetIn> {
    let (now, watcher) = (app.now(), Watcher::from(by));
    let (chosen, seen) = {
        let read = app.store.read()?;
        let session = sessions::reached(&read, (by.id(), by.scope()), id)?;
        if !session.waiting_room {
            return Err(Error::field(
                "waiting_room",
                "This session has no waiting room: candidates begin by themselves.",
            ));
        }
        match whom {
            Admitted::People { invites, seen } => {
                if invites.len() > MAX_MOVED {
                    return Err(Error::field("invites", format!("At most {MAX_MOVED} people can be let in at once.")));
                }
                for invite in &invites {
                    let seat: Option<Seat> = read.get(*invite)?;
                    let is_seen = |seat: &Seat| seat.session_id == id && is_shown(&watcher, &session, seat);
                    seat.filter(is_seen).ok_or_else(|| Error::not_found("invite"))?;
                }
                (invites, seen)
            }
            Admitted::Waiting if session.identity != IdentityAsked::None => {
                let detail = "Pictures are compared in this session: please let people in by name.";
                return Err(Error::field("all", detail));
            }
            Admitted::Waiting => {
                let seats: Vec<Seat> = read.linked(SEATS_BY_SESSION.under(id))?;
                let mut waiting = Vec::new();
                for seat in seats.into_iter().filter(|seat| is_shown(&watcher, &session, seat)) {
                    let Some(invite) = read.get::<Invite>(seat.invite_id)? else { continue };
                    if waits(app, (&seat, &invite), now) {
                        waiting.push(invite.id);
                    }
                }
                (waiting, None)
            }
        }
    };
    let mut sum = LetIn::default();
    for batch in chosen.chunks(BATCH) {
        let batch = batch.to_vec();
        let part = app.write_at(now, by, move |w| {
            let mut part = LetIn::default();
            let session: Option<ExamSession> = w.get(id)?;
            // Where no pictures are asked for any more, those of before are not compared.
            let compares = session.is_some_and(|session| session.identity != IdentityAsked::None);
            let seen = if compares { seen } else { Some(Instant::MAX) };
            for invite in batch {
                if let_in(w, id, invite, seen)? {
                    part.changed += 1;
                } else {
                    part.unchanged += 1;
                }
            }
            if part.changed > 0 {
                sessions::changed(w, id);
            }
            Ok(part)
        });
        let part = part.await?;
        sum.changed += part.changed;
        sum.unchanged += part.unchanged;
    }
    Ok(sum)
}

fn let_in(w: &mut Work<'_, '_>, id: ExamSessionId, invite: InviteId, seen: Option<Instant>) -> Result<bool> {
    let seat: Option<Seat> = w.get(invite)?;
    // Taken out of the session, or deleted, meanwhile.
    let Some(mut seat) = seat.filter(|seat| seat.session_id == id) else { return Ok(false) };
    if !seat.admit(Admission { at: w.now, by: w.by.account() }) {
        return Ok(false);
    }
    w.put(&seat)?;
    let note = compared(w, invite, seen)?;
    w.audit("exam_session.admit", invite, &note)?;
    events::seat_changed(w, invite);
    Ok(true)
}

/// Notes that pictures were compared: they are deleted soon. Returns which there are, for the audit log.
fn compared(w: &mut Work<'_, '_>, invite: InviteId, seen: Option<Instant>) -> Result<String> {
    let Some(mut check) = w.get::<IdentityCheck>(invite)? else { return Ok(String::new()) };
    // Without a time, the caller has compared none: a picture that is there came after the look at the list.
    if let Some(newest) = check.newest().filter(|newest| seen.is_none_or(|seen| *newest > seen)) {
        let by = w.get::<Invite>(invite)?.map_or_else(|| "The candidate".into(), |invite| invite.applicant_name);
        return Err(Error::changed_meanwhile(
            by,
            newest,
            "has taken a new picture in the meantime. Please compare it.",
        ));
    }
    check.erase_at = check.erase_at.min(w.now.plus(KEPT_FOR));
    w.put(&check)?;
    Ok(check.in_words())
}
