//! Invites of an applicant.

use crate::{
    domain::{Result, invite::Invite, user::User},
    store::{
        Key, KeyRange, Read,
        records::{self, key},
    },
};
use std::ops::ControlFlow;

/// Returns true if the invited applicant is deactivated: then no attempt may start.
///
/// # Errors
/// Storage only.
pub fn is_barred(read: &impl Read, invite: &Invite) -> Result<bool> {
    Ok(read.get::<User>(&key::user(invite.applicant_id))?.is_some_and(|person| !person.is_active))
}

/// All invites of one applicant, oldest first.
///
/// # Errors
/// Storage only.
pub fn of_person(read: &impl Read, person: crate::domain::UserId) -> Result<Vec<Invite>> {
    let mut found = Vec::new();
    let range = KeyRange::prefix(&Key::new().id(person.0).build());
    read.scan_index(records::INVITES_BY_APPLICANT, range, false, &mut |_, primary| {
        found.extend(read.get::<Invite>(primary)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
