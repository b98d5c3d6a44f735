//! Accounts and invited people.

use super::{
    Error, ErrorCode, Instant, Result, SessionId, UserId, error::FieldChecker, invisible::without_invisible,
    mailbox::MAX_EMAIL, password_policy::PasswordPolicy, time::SignedDuration,
};
use serde::{Deserialize, Serialize};

pub use super::password_policy::PASSWORD;

pub use super::mailbox::{check_email, is_email, normalise_email, with_ascii_domain, without_domain};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    Admin,
    Applicant,
    /// Scores the answers that are assigned to it, and sees nothing else.
    Reviewer,
    /// May do what it was given roles for ([`super::grants`]), and nothing else.
    Staff,
}

impl Role {
    /// Whether the first admin manages accounts of this role.
    #[must_use]
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::Admin | Self::Reviewer | Self::Staff)
    }

    /// Whether roles can be given beside this one: administrators have all of them.
    #[must_use]
    pub const fn may_have_roles(self) -> bool {
        matches!(self, Self::Reviewer | Self::Staff)
    }

    /// Whether answers can be assigned to accounts of this role.
    #[must_use]
    pub const fn is_marker(self) -> bool {
        matches!(self, Self::Admin | Self::Reviewer)
    }
}

/// Roles of the accounts that the first admin manages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaffRole {
    #[default]
    Admin,
    Reviewer,
    Staff,
}

impl StaffRole {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Reviewer => "reviewer",
            Self::Staff => "staff",
        }
    }
}

impl From<StaffRole> for Role {
    fn from(role: StaffRole) -> Self {
        match role {
            StaffRole::Admin => Self::Admin,
            StaffRole::Reviewer => Self::Reviewer,
            StaffRole::Staff => Self::Staff,
        }
    }
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
    /// The superadmin (first admin).
    pub is_first_admin: bool,
    pub is_active: bool,
    /// The email address is verified as this person's, so that its invites may be shown.
    pub mailbox_proven: bool,
    /// Sessions with another version are invalid.
    pub token_version: u32,
    pub created_at: Instant,
}

/// A signed-in session. Ends by sign-out, after 12 h, or after 60 min idle (`docs/behaviour/accounts.md#accounts`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub token_version: u32,
    pub created_at: Instant,
    pub last_seen_at: Instant,
    /// `None` for sessions from before it was noted.
    pub origin: Option<Box<SessionOrigin>>,
    /// The provider that vouched for the person; `None` for a sign-in with a password.
    pub provided: Option<Box<ProvidedSession>>,
    /// Tokens of the provider with which it is asked about the person again, encrypted with a key derived from the master
    /// key. `None` if it gave none that serve for that.
    pub tokens_sealed: Option<Vec<u8>>,
}

/// A session that a provider has begun, and may end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvidedSession {
    /// The id of the provider.
    pub provider: String,
    /// The provider's name of its own session; blank if it gave none. For the directory, which has no sessions, what
    /// identifies the person there, in hexadecimal.
    pub sid: String,
}

/// Where a session was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionOrigin {
    /// The browser by its own name, such as "Firefox on Windows"; blank if it said nothing.
    pub device: String,
    /// The network, such as `192.0.2.0/24`.
    pub network: String,
}

pub const SESSION_MAX: SignedDuration = SignedDuration::from_hours(12);
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_mins(60);

impl Session {
    /// Whether this session is valid for `user` at `now`.
    #[must_use]
    pub fn holds(&self, user: &User, now: Instant) -> bool {
        user.is_active
            && self.token_version == user.token_version
            && now.since(self.created_at) < SESSION_MAX
            && now.since(self.last_seen_at) < SESSION_IDLE
    }
}

const MAX_NAME: usize = 200;

/// A name as it is stored: without invisible characters, and without spaces around it.
#[must_use]
pub fn normalise_name(name: &str) -> String {
    without_invisible(name).trim().to_owned()
}

/// A name that another system gives: on one line, and cut with a mark where it is too long.
#[must_use]
pub fn cut_name(name: &str) -> String {
    let name = normalise_name(name).replace(char::is_control, " ");
    if name.chars().count() <= MAX_NAME {
        return name.trim().to_owned();
    }
    let kept: String = name.chars().take(MAX_NAME - 1).collect();
    format!("{}\u{2026}", kept.trim_end())
}

/// Whether an account could have these credentials: overlong ones are rejected without a lookup or a hash.
#[must_use]
pub fn may_be_credentials(email: &str, password: &str) -> bool {
    email.len() <= MAX_EMAIL && password.chars().count() <= *PASSWORD.end()
}

/// Whether an address stands in for a name that is not known.
#[must_use]
pub fn stands_in(name: &str, email: &str) -> bool {
    !email.trim().is_empty() && normalise_email(name) == normalise_email(email)
}

pub fn check_name(check: &mut FieldChecker, field: &str, name: &str) {
    let name = normalise_name(name);
    check.require(!name.is_empty(), field, "A name is required.");
    check.require(name.chars().count() <= MAX_NAME, field, "The name is too long (200 characters at most).");
    check.require(!name.chars().any(char::is_control), field, "The name must be on one line.");
}

/// Checks all of a new account but its password.
///
/// # Errors
/// Those of [`check_new_account`].
pub fn check_person(email: &str, full_name: &str) -> Result<()> {
    let mut check = FieldChecker::default();
    check_name(&mut check, "full_name", full_name);
    check_email(&mut check, "email", email);
    check.finish(&["full_name", "email"])
}

/// # Errors
/// 422 `invalid`, with a message for each invalid field.
pub fn check_new_account(email: &str, password: &str, full_name: &str, policy: &PasswordPolicy) -> Result<()> {
    let mut check = FieldChecker::default();
    check_name(&mut check, "full_name", full_name);
    check_email(&mut check, "email", email);
    policy.check(&mut check, "password", password);
    check.finish(&["full_name", "email", "password"])
}

/// 401 `invalid_credentials`: the same error for an unknown address and a wrong password, so that it does not reveal
/// which accounts exist.
#[must_use]
pub fn wrong_credentials() -> Error {
    Error::new(
        super::ErrorKind::Unauthorized,
        ErrorCode::InvalidCredentials,
        "The email address or the password is wrong.",
    )
}
