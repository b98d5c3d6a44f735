//! The sessions to which people can be invited (`docs/behaviour/sessions.md#sessions`).

use super::room;
use crate::{
    app::App,
    domain::{Error, ExamSessionId, Instant, Result, exam_session::ExamSession, time::DAY},
    service::{
        actor::Inviter,
        query::{
            ownership::reaches_session,
            page::{self, Slice},
        },
    },
    store::{
        Read,
        records::{EXAM_SESSIONS_BY_START, counter},
    },
};

/// Sessions that are offered, the latest start first.
const MAX_OFFERED: usize = 200;

/// A session to which people can be invited.
#[derive(Clone, Debug)]
pub struct SessionChoice {
    pub session: ExamSession,
    /// People who still find room.
    pub room: u64,
}

/// Sessions that have not ended, without an end for a day after their start.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, by: &Inviter) -> Result<Vec<SessionChoice>> {
    let (now, read) = (app.now(), app.store.read()?);
    let people = |session: &ExamSession| read.count(&counter::seats_of(session.id));
    let is_choice = |session: &ExamSession| -> Result<bool> {
        Ok(!is_over(session, now) && is_offered(&read, by, session, people(session)?)?)
    };
    let first = Slice { limit: MAX_OFFERED, after: None };
    let offered = page::newest_judged(&read, EXAM_SESSIONS_BY_START.all(), &first, is_choice)?.items;
    let choice = |session: ExamSession| -> Result<SessionChoice> {
        let room = room::capacity(&session).saturating_sub(people(&session)?);
        Ok(SessionChoice { session, room })
    };
    offered.into_iter().map(choice).collect()
}

fn is_over(session: &ExamSession, now: Instant) -> bool {
    session.ends_at.unwrap_or_else(|| session.starts_at.plus(DAY)) < now
}

/// A session that has people is offered to those whom it concerns; an empty one to all who invite.
fn is_offered(read: &impl Read, by: &Inviter, session: &ExamSession, people: u64) -> Result<bool> {
    Ok(people == 0 || reaches_session(read, (by.id(), by.scope()), session)?)
}

/// Requires that the caller may invite to a session.
///
/// # Errors
/// 422 on `session_id`.
pub(crate) fn require(read: &impl Read, by: &Inviter, id: ExamSessionId) -> Result<()> {
    if let Some(session) = read.get::<ExamSession>(id)?
        && is_offered(read, by, &session, read.count(&counter::seats_of(id))?)?
    {
        return Ok(());
    }
    Err(Error::field("session_id", "There is no such session."))
}
