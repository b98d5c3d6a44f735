//! Forgotten passwords: a mailed link that sets a new one (`docs/behaviour/accounts.md#accounts`).

use super::{
    Error, ErrorCode, ErrorKind, Instant, Result, UserId,
    time::{MINUTE, SignedDuration},
    user::User,
};
use serde::{Deserialize, Serialize};

/// Lifetime of a link.
pub const RESET_TTL: SignedDuration = MINUTE.saturating_mul(30);

/// A link that sets a new password; one at a time for each account, valid once. The secret of the link is derived from
/// the master key and `salt` when the mail is rendered: the record holds its hash alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordReset {
    pub user_id: UserId,
    pub token_hash: [u8; 32],
    pub salt: [u8; 16],
    pub made_at: Instant,
    /// The token version of the account: a password that was changed since voids the link.
    pub token_version: u32,
}

impl PasswordReset {
    #[must_use]
    pub const fn expires_at(&self) -> Instant {
        self.made_at.plus(RESET_TTL)
    }

    /// Whether the link may set the password of `user`.
    ///
    /// # Errors
    /// 410 `expired`; 403 `account_inactive`.
    pub fn check(&self, user: &User, now: Instant) -> Result<()> {
        if now >= self.expires_at() {
            let detail = "This link has expired: it was valid for 30 minutes. Please request another one.";
            return Err(Error::gone(ErrorCode::Expired, detail));
        }
        if self.token_version != user.token_version {
            let detail = "This link is no longer valid: the account has changed since it was sent. If you still need a \
                          new password, please request another link.";
            return Err(Error::gone(ErrorCode::Expired, detail));
        }
        if !user.is_active {
            let detail = "This account is deactivated. Please contact your administrator.";
            return Err(Error::forbidden(ErrorCode::AccountInactive, detail));
        }
        Ok(())
    }
}

/// 404 `unknown_reset`.
#[must_use]
pub fn unknown_link() -> Error {
    let detail = "This link is not valid: it was already used, it has expired, or a newer email has replaced it.";
    Error::new(ErrorKind::NotFound, ErrorCode::UnknownReset, detail)
}
