//! Which invites belong to a session.

use super::{holding, room, sessions, share};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ExamSessionId, InviteId, Result,
        asked_question::AskedQuestion,
        attempt::Attempt,
        exam_session::{ExamSession, MAX_MOVED, Seat, seat_code},
        invite::Invite,
    },
    secrets::token,
    service::{
        actor::Proctor,
        events, query,
        work::{Work, cascade_delete::forget_identity},
    },
    store::{Read, records::SEATS_BY_CODE},
};

/// Gives an invite a seat. Returns false if it has it already.
///
/// # Errors
/// 409 `in_other_session`, `session_full`.
pub(crate) fn seat(w: &mut Work<'_, '_>, session: &ExamSession, invite: &Invite) -> Result<bool> {
    if let Some(seat) = w.get::<Seat>(invite.id)? {
        if seat.session_id == session.id {
            return Ok(false);
        }
        let other = sessions::load(&**w, seat.session_id)?;
        let name = &invite.applicant_name;
        let detail =
            format!("The invitation of {name} belongs to '{}'. Take it out of that session first.", other.title);
        return Err(Error::conflict(ErrorCode::InOtherSession, detail).with("title", other.title.as_str()));
    }
    room::require_room(&**w, session, 1)?;
    place(w, session, invite)?;
    Ok(true)
}

/// Gives an invite without a seat one, where there is room.
fn place(w: &mut Work<'_, '_>, session: &ExamSession, invite: &Invite) -> Result<()> {
    let code = loop {
        let code = seat_code(token::random_bytes());
        let taken: Option<Seat> = w.find(SEATS_BY_CODE, (session.id, code.as_str()))?;
        if taken.is_none() {
            break code;
        }
    };
    w.put(&Seat {
        invite_id: invite.id,
        session_id: session.id,
        test_id: invite.test_id,
        code,
        checked_in: None,
        left_at: None,
        admitted: None,
    })?;
    Ok(())
}

/// The session of an invite that is about to be made. Asked before anything is written: a list goes on with the others.
///
/// # Errors
/// 409 `session_full`; 422 on `session_id` for an unknown one.
pub(crate) fn require_place(w: &Work<'_, '_>, id: ExamSessionId) -> Result<ExamSession> {
    let session: Option<ExamSession> = w.get(id)?;
    let session = session.ok_or_else(|| Error::field("session_id", "There is no such session."))?;
    room::require_room(&**w, &session, 1)?;
    Ok(session)
}

/// Gives a new invite a seat in its session.
///
/// # Errors
/// Storage only, after [`require_place`].
pub(crate) fn seat_new(w: &mut Work<'_, '_>, session: &ExamSession, invite: &Invite) -> Result<()> {
    place(w, session, invite)?;
    sessions::changed(w, session.id);
    Ok(())
}

/// Adds invites to a session and takes others out; all of them or none.
///
/// # Errors
/// 403 `forbidden`; 404, also for an invite of a test that the permission is not for, or of another's share; 409
/// `changed_meanwhile`, `in_other_session`, `session_full`; 422 for too many.
pub async fn change(
    app: &App,
    by: &Proctor,
    id: ExamSessionId,
    (add, remove): (Vec<InviteId>, Vec<InviteId>),
    version: Option<u32>,
) -> Result<()> {
    if add.len() + remove.len() > MAX_MOVED {
        let message = format!("At most {MAX_MOVED} people can be added and removed at once.");
        return Err(Error::field("add", message));
    }
    let proctor = by.clone();
    app.write(by, move |w| {
        let mut session = sessions::for_own_people(w, &proctor, id)?;
        sessions::require_version(w, &session, version)?;
        let mut moved = 0;
        for invite in remove {
            let seat = w.get::<Seat>(invite)?.filter(|seat| seat.session_id == id);
            let Some(seat) = seat else { continue };
            proctor.require(seat.test_id, "invite")?;
            if session.paused.is_some() {
                holding::release(w, invite, "Taken out of the exam session")?;
            }
            w.delete::<Seat>(invite)?;
            forget_identity(w, invite)?;
            if let Some(invite) = w.get::<Invite>(invite)? {
                events::seat_moved(w, &invite);
            }
            for assigned in &mut session.proctors {
                assigned.share.iter_mut().for_each(|share| share.retain(|kept| *kept != invite));
            }
            moved += 1;
        }
        for invite in add {
            let invite: Invite = w.get(invite)?.ok_or_else(|| Error::not_found("invite"))?;
            proctor.require(invite.test_id, "invite")?;
            require_no_other_share(&**w, &proctor, (id, invite.id))?;
            if seat(w, &session, &invite)? {
                holding::hold(w, &invite)?;
                bring_questions(w, &invite, id)?;
                events::seat_moved(w, &invite);
                moved += 1;
            }
        }
        if moved > 0 {
            sessions::store(w, &mut session)?;
            share::people_changed(w, &session);
            w.audit("exam_session.people", id, &format!("{moved} moved"))?;
        }
        Ok(())
    })
    .await
}

/// Requires that someone in another session is not of another proctor's share there: a refusal would say who sits where.
fn require_no_other_share(read: &impl Read, by: &Proctor, (session, invite): (ExamSessionId, InviteId)) -> Result<()> {
    let is_elsewhere = read.get::<Seat>(invite)?.is_some_and(|seat| seat.session_id != session);
    if is_elsewhere && !query::exam_session::is_looked_after(read, by.id(), invite)? {
        return Err(Error::not_found("invite"));
    }
    Ok(())
}

/// Questions of someone who comes into the session during the test wait there from now on, where proctors look.
fn bring_questions(w: &mut Work<'_, '_>, invite: &Invite, session: ExamSessionId) -> Result<()> {
    let attempt: Option<Attempt> = invite.attempt_id.map(|id| w.get(id)).transpose()?.flatten();
    let Some(attempt) = attempt.filter(Attempt::is_running) else { return Ok(()) };
    let asked: Vec<AskedQuestion> = w.children(attempt.id)?;
    for mut question in asked.into_iter().filter(|question| question.answer.is_none()) {
        question.session_id = Some(session);
        w.put(&question)?;
        events::question_changed(w, &question);
    }
    Ok(())
}
