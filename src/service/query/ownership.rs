//! Which test a record belongs to, for permissions that are for some tests (`docs/behaviour/accounts.md#given-roles`).

use crate::{
    domain::{AttemptId, InviteId, Result, TestId, attempt::Attempt, invite::Invite},
    service::query::naming,
    store::Read,
};

/// # Errors
/// Storage only.
pub(crate) fn of_invite(read: &impl Read, id: InviteId) -> Result<Option<TestId>> {
    Ok(read.get::<Invite>(id)?.map(|invite| invite.test_id))
}

/// Of a result or attempt, by the id that calls about results know.
///
/// # Errors
/// Storage only; 404 for the own id of a result whose name is hidden.
pub(crate) fn of_result(read: &impl Read, id: AttemptId) -> Result<Option<TestId>> {
    let id = naming::named(read, id)?;
    Ok(read.get::<Attempt>(id)?.map(|attempt| attempt.test_id))
}
