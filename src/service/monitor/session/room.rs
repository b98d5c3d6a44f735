//! Room for people in a session, and who may empty it.

use crate::{
    domain::{
        Error, ErrorCode, ExamSessionId, Result,
        exam_session::{ExamSession, MAX_SEATS},
        permission::Scope,
    },
    service::actor::Proctor,
    store::{
        Read,
        records::{SEATS_BY_SESSION, counter},
    },
};
use std::ops::ControlFlow;

/// People whom a session can hold.
pub(super) fn capacity(session: &ExamSession) -> u64 {
    session.capacity.map_or(MAX_SEATS, u64::from)
}

/// Requires room for more people.
///
/// # Errors
/// 409 `session_full`.
pub(super) fn require_room(read: &impl Read, session: &ExamSession, more: u64) -> Result<()> {
    let seated = read.count(&counter::seats_of(session.id))?;
    let capacity = capacity(session);
    if seated + more <= capacity {
        return Ok(());
    }
    let detail = format!("'{}' has room for {capacity} people, and {seated} are in it.", session.title);
    Err(Error::conflict(ErrorCode::SessionFull, detail))
}

/// Whether a permission is for the tests of all people of a session.
pub(super) fn permits_all(read: &impl Read, scope: &Scope, id: ExamSessionId) -> Result<bool> {
    let Some(tests) = scope.tests() else { return Ok(true) };
    let mut others = read.count(&counter::seats_of(id))?;
    for test in tests {
        read.scan(SEATS_BY_SESSION.under((id, *test)), false, &mut |_| {
            others = others.saturating_sub(1);
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(others == 0)
}

/// Requires that a permission is for the tests of all people of a session.
///
/// # Errors
/// 403 `whole_site_only`.
pub(super) fn require_reach(read: &impl Read, by: &Proctor, id: ExamSessionId) -> Result<()> {
    if permits_all(read, by.scope(), id)? {
        return Ok(());
    }
    let detail =
        "People of other tests are in this session, too. Someone with the whole site's permission can delete it.";
    Err(Error::forbidden(ErrorCode::WholeSiteOnly, detail))
}
