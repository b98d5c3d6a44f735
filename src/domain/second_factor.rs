//! The second factor of a sign-in: codes of an authenticator app by time (RFC 6238), and recovery codes
//! (`docs/behaviour/accounts.md#second-factor`).

use super::{
    Instant, UserId,
    question::number::usual,
    time::{DAY, SignedDuration},
    user::{Role, User},
};
use serde::{Deserialize, Serialize};

/// Codes that replace the app once each.
pub const RECOVERY_CODES: usize = 10;
/// Longest time that people get to set one up, in days.
pub const MAX_GRACE_DAYS: u16 = 90;

/// The second factor of one account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactor {
    pub user_id: UserId,
    /// The secret that the app shares.
    pub secret_sealed: Vec<u8>,
    /// `None` until a first code has shown that the app has the secret: until then it is not asked for.
    pub confirmed_at: Option<Instant>,
    /// Number of the last time step whose code was used: that code and older ones are refused.
    pub last_step: u64,
    /// Keyed hashes of the recovery codes that are left.
    pub recovery: Vec<[u8; 32]>,
    pub made_at: Instant,
}

impl SecondFactor {
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.confirmed_at.is_some()
    }
}

/// Who has to have a second factor, in the words of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactorPolicy {
    /// Administrators, and staff with given roles.
    pub for_admins: bool,
    pub for_reviewers: bool,
    /// Days that people get, from the demand or the creation of their account, whichever is later.
    pub grace_days: u16,
    /// Time at which it was demanded of a role first; later changes keep it, so that they do not extend the grace
    /// period.
    pub admins_since: Option<Instant>,
    pub reviewers_since: Option<Instant>,
}

impl SecondFactorPolicy {
    /// Returns the time at which this account must have a second factor; `None` if it need not.
    #[must_use]
    pub fn due(&self, user: &User) -> Option<Instant> {
        let since = match user.role {
            Role::Admin | Role::Staff if self.for_admins => self.admins_since,
            Role::Reviewer if self.for_reviewers => self.reviewers_since,
            Role::Admin | Role::Staff | Role::Reviewer | Role::Applicant => return None,
        };
        let grace = SignedDuration::saturating_mul(DAY, i32::from(self.grace_days));
        Some(since.unwrap_or(user.created_at).max(user.created_at).plus(grace))
    }
}

/// A code as it was typed, on any keyboard: without spaces and hyphens, in upper case.
#[must_use]
pub fn normalise_code(typed: &str) -> String {
    typed.chars().map(usual).filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn the_grace_period_begins_with_the_demand_or_the_account() {
        let at = |days: i32| Instant::EPOCH.plus(DAY * days);
        let user = |role, created_at| User {
            id: UserId(Uuid::nil()),
            email: "a@b".into(),
            full_name: "A".into(),
            role,
            password_hash: None,
            is_first_admin: false,
            is_active: true,
            mailbox_proven: true,
            token_version: 1,
            created_at,
        };
        let policy = SecondFactorPolicy {
            for_admins: true,
            grace_days: 7,
            admins_since: Some(at(10)),
            ..SecondFactorPolicy::default()
        };
        assert_eq!(policy.due(&user(Role::Admin, at(1))), Some(at(17)));
        assert_eq!(policy.due(&user(Role::Admin, at(20))), Some(at(27)));
        assert_eq!(policy.due(&user(Role::Reviewer, at(1))), None);
        assert_eq!(policy.due(&user(Role::Applicant, at(1))), None);
    }

    #[test]
    fn recovery_codes_may_be_typed_with_spaces_and_in_any_case() {
        assert_eq!(normalise_code(" abcd-2345 efgh "), "ABCD2345EFGH");
    }
}
