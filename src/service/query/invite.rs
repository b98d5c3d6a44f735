//! Invites of an applicant.

use crate::{
    domain::{AttemptId, InviteId, Result, invite::Invite, submission::Submission, user::User},
    store::{Read, records},
};

/// Returns true if the invited applicant is deactivated: then no attempt may start.
///
/// # Errors
/// Storage only.
pub fn is_barred(read: &impl Read, invite: &Invite) -> Result<bool> {
    Ok(read.get::<User>(invite.applicant_id)?.is_some_and(|person| !person.is_active))
}

/// The submission of an invite; `None` before its attempt has ended, and while it is reopened.
///
/// # Errors
/// Storage only.
pub fn submission(read: &impl Read, id: InviteId) -> Result<Option<AttemptId>> {
    let Some(id) = read.get::<Invite>(id)?.and_then(|invite| invite.attempt_id) else { return Ok(None) };
    Ok(read.has::<Submission>(id)?.then_some(id))
}

/// All invites of one applicant, oldest first.
///
/// # Errors
/// Storage only.
pub fn of_person(read: &impl Read, person: crate::domain::UserId) -> Result<Vec<Invite>> {
    Ok(read.linked(records::INVITES_BY_APPLICANT.under(person))?)
}
