//! Accounts and invited people.

use super::{Error, Instant, Result, SessionId, UserId, error::Checker};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    Admin,
    Applicant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    pub id: UserId,
    /// Lower-case; unique.
    pub email: String,
    pub full_name: String,
    pub role: Role,
    /// PHC string; `None` for a person who was invited but never registered.
    pub password_hash: Option<String>,
    /// The superadmin.
    pub is_first_admin: bool,
    pub is_active: bool,
    /// The mailbox is known to be this person's, so that invites to it may be shown.
    pub mailbox_proven: bool,
    /// Sessions made under another version are void.
    pub token_version: u32,
    pub created_at: Instant,
}

/// A signed-in browser (spec: session). Ends by sign-out, after 12 h, or 60 min idle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub token_version: u32,
    pub created_at: Instant,
    pub last_seen_at: Instant,
}

pub const SESSION_MAX: i64 = 12 * super::time::HOUR;
pub const SESSION_IDLE: i64 = 60 * super::time::MINUTE;

impl Session {
    /// Whether this row still lets `user` in.
    #[must_use]
    pub fn holds(&self, user: &User, now: Instant) -> bool {
        user.is_active
            && self.token_version == user.token_version
            && now.since(self.created_at) < SESSION_MAX
            && now.since(self.last_seen_at) < SESSION_IDLE
    }
}

/// Length limits of a password, in characters (spec section 9: minimum 6).
pub const PASSWORD: std::ops::RangeInclusive<usize> = 6..=128;
/// Length limit of an e-mail address, in bytes (RFC 5321, 4.5.3.1.3).
const MAX_EMAIL: usize = 254;
const MAX_NAME: usize = 200;

/// The form in which addresses are kept and compared.
#[must_use]
pub fn normalise_email(email: &str) -> String {
    email.trim().to_lowercase()
}

/// A plausible mailbox: the same parser that will address the mail, with a dotted or single-label domain. Quoted names
/// (RFC 5321, 4.1.2) are left out: many servers do not take them, nor can our client name them in an envelope.
#[must_use]
pub fn is_email(email: &str) -> bool {
    email.len() <= MAX_EMAIL
        && !email.chars().any(|c| c.is_control() || c == '"')
        && email.parse::<lettre::Address>().is_ok()
}

/// Whether somebody could have registered with these: longer ones are wrong without a look at them.
#[must_use]
pub fn may_be_credentials(email: &str, password: &str) -> bool {
    email.len() <= MAX_EMAIL && password.chars().count() <= *PASSWORD.end()
}

pub fn check_name(check: &mut Checker, field: &str, name: &str) {
    let name = name.trim();
    check.require(!name.is_empty(), field, "A name is required.");
    check.require(name.chars().count() <= MAX_NAME, field, "The name is too long (200 characters at most).");
    check.require(!name.chars().any(char::is_control), field, "The name must be on one line.");
}

pub fn check_email(check: &mut Checker, field: &str, email: &str) {
    check.require(!email.trim().is_empty(), field, "An e-mail address is required.");
    check.require(is_email(email.trim()), field, "This is not a valid e-mail address.");
}

pub fn check_password(check: &mut Checker, field: &str, password: &str) {
    let length = password.chars().count();
    check.require(length >= *PASSWORD.start(), field, "Password must be at least 6 characters long");
    check.require(length <= *PASSWORD.end(), field, "Password must be at most 128 characters long");
}

/// # Errors
/// 422 with a message for each field that will not do.
pub fn check_new_account(email: &str, password: &str, full_name: &str) -> Result<()> {
    let mut check = Checker::default();
    check_name(&mut check, "full_name", full_name);
    check_email(&mut check, "email", email);
    check_password(&mut check, "password", password);
    check.finish(&["full_name", "email", "password"])
}

/// # Errors
/// 401: the same words for an unknown address and a wrong password.
#[must_use]
pub fn wrong_credentials() -> Error {
    Error::new(super::Kind::Unauthorized, "invalid_credentials", "The e-mail address or the password is wrong.")
}
