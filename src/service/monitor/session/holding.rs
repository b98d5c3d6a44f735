//! The pause of a session for tests that run already when they come into it, or that leave it
//! (`docs/behaviour/taking.md#pause`).

use crate::{
    domain::{ErrorKind, InviteId, Result, attempt::Attempt, exam_session::SessionPause, invite::Invite},
    service::{
        monitor::pausing::{self, ClockWish},
        query,
        work::Work,
    },
    store::Read,
};

fn running(read: &impl Read, invite: &Invite) -> Result<Option<Attempt>> {
    let attempt: Option<Attempt> = invite.attempt_id.map(|id| read.get(id)).transpose()?.flatten();
    Ok(attempt.filter(Attempt::is_running))
}

/// Pauses a running test while everyone in its session is paused. One whose time is up, or which was paused too often, goes
/// on as it was.
///
/// # Errors
/// Storage only.
pub(in crate::service::monitor) fn hold(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    if !query::exam_session::is_paused(w, invite)? {
        return Ok(());
    }
    let Some(mut attempt) = running(w, invite)? else { return Ok(()) };
    match pausing::apply(w, &mut attempt, ClockWish::Pause, SessionPause::NOTE) {
        Err(error) if error.kind != ErrorKind::Conflict => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Continues a paused test that leaves its session. Returns false for one that is not paused.
///
/// # Errors
/// Storage only.
pub(super) fn release(w: &mut Work<'_, '_>, invite: InviteId, note: &str) -> Result<bool> {
    let Some(invite) = w.get::<Invite>(invite)? else { return Ok(false) };
    let Some(mut attempt) = running(w, &invite)? else { return Ok(false) };
    pausing::apply(w, &mut attempt, ClockWish::Resume, note)
}
