//! Accounts by email address, and what is known of them.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, UserId,
        user::{self, Role, User},
    },
    service::actor::{StillHeld, unauthorized},
    store::{
        Read,
        records::{self, counter},
    },
};

/// The account of a mailbox; `email` is normalised. Addresses that were stored before their domains were made readable
/// may have them in ASCII: of two accounts, the one with a password counts, or else the older one.
pub(crate) fn by_email(read: &impl Read, email: &str) -> Result<Option<User>> {
    let readable: Option<User> = read.find(records::USERS_BY_EMAIL, email)?;
    let in_ascii = user::with_ascii_domain(email);
    if in_ascii == email {
        return Ok(readable);
    }
    let older: Option<User> = read.find(records::USERS_BY_EMAIL, &in_ascii)?;
    let rank = |user: &User| (user.password_hash.is_none(), user.created_at);
    Ok(readable.into_iter().chain(older).min_by_key(rank))
}

/// All accounts of staff, oldest first.
///
/// # Errors
/// Storage only.
pub(crate) fn staff(read: &impl Read) -> Result<Vec<User>> {
    let mut all = read.linked(records::USERS_BY_ROLE.under(Role::Admin))?;
    all.extend(read.linked(records::USERS_BY_ROLE.under(Role::Reviewer))?);
    all.extend(read.linked(records::USERS_BY_ROLE.under(Role::Staff))?);
    all.sort_by_key(|user| user.created_at);
    Ok(all)
}

pub(crate) fn email_taken() -> Error {
    Error::conflict(ErrorCode::EmailTaken, "There is already an account with this email address.")
}

/// The current account, if it is still the one that the caller signed in to.
///
/// # Errors
/// 401.
pub(crate) fn present(read: &impl Read, signed_in: &User) -> Result<User> {
    let user: Option<User> = read.get(signed_in.id)?;
    user.filter(|user| user.token_version == signed_in.token_version).ok_or_else(unauthorized)
}

/// Requires, before each step of long work and before its outcome is kept, that what permitted it has not ended meanwhile.
///
/// # Errors
/// 403.
pub(crate) fn require_held(app: &App, still_held: &StillHeld) -> Result<()> {
    let taken = || Error::forbidden(ErrorCode::Forbidden, "Your roles do not include this.");
    if still_held(app) { Ok(()) } else { Err(taken()) }
}

pub(crate) fn was_invited(read: &impl Read, id: UserId) -> Result<bool> {
    Ok(read.count(&counter::invites_of(id))? > 0 || read.count(&counter::submissions_of(id))? > 0)
}

/// Whether the client that signed up with the address of a person who was invited is not known to be that person.
pub(crate) fn is_unverified_invitee(read: &impl Read, user: &User) -> Result<bool> {
    Ok(!user.mailbox_proven && user.role == Role::Applicant && was_invited(read, user.id)?)
}

/// Name of the administrator who did something; `None` for the operator.
///
/// # Errors
/// Storage only.
pub(crate) fn name_of(read: &impl Read, admin: Option<UserId>) -> Result<String> {
    let Some(id) = admin else { return Ok("The operator of the server".into()) };
    let user: Option<User> = read.get(id)?;
    Ok(user.map_or_else(|| "A former administrator".into(), |user| user.full_name))
}
