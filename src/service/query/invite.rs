//! Invites of an applicant.

use crate::{
    domain::{Result, invite::Invite, user::User},
    store::{Read, records},
};

/// Returns true if the invited applicant is deactivated: then no attempt may start.
///
/// # Errors
/// Storage only.
pub fn is_barred(read: &impl Read, invite: &Invite) -> Result<bool> {
    Ok(read.get::<User>(invite.applicant_id)?.is_some_and(|person| !person.is_active))
}

/// All invites of one applicant, oldest first.
///
/// # Errors
/// Storage only.
pub fn of_person(read: &impl Read, person: crate::domain::UserId) -> Result<Vec<Invite>> {
    Ok(read.linked(records::INVITES_BY_APPLICANT.under(person))?)
}
