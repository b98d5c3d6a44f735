//! Tokens by which programs call the API for an account (`docs/api.md`).

use super::{
    ApiTokenId, Error, ErrorCode, Instant, Result, TestId, UserId,
    error::FieldChecker,
    grants::{MAX_GRANT_TESTS, TokenReach},
    permission::{Capability, Rights, Scope},
    time::{DAY, SignedDuration},
    user::normalise_name,
};
use serde::{Deserialize, Serialize};

/// Tokens of one account.
pub const MAX_API_TOKENS: usize = 50;
/// Days for which a token is valid where its maker names no end.
pub const DEFAULT_DAYS: u16 = 365;
/// Most days for which a token is valid.
pub const MAX_DAYS: u16 = 3_650;
const MAX_NAME: usize = 60;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiToken {
    pub id: ApiTokenId,
    /// The account that it acts for.
    pub owner: UserId,
    /// Says its purpose; unique among the tokens of its owner.
    pub name: String,
    /// SHA-256 of the token. The token itself is shown once and not kept.
    pub token_hash: [u8; 32],
    pub reach: TokenReach,
    pub made_at: Instant,
    pub expires_at: Instant,
    /// Time of the last call, rounded to the minute.
    pub last_used_at: Option<Instant>,
}

/// A token that is to be made.
#[derive(Clone, Debug)]
pub struct NewApiToken {
    pub name: String,
    pub reach: TokenReach,
    pub expires_at: Option<Instant>,
}

impl NewApiToken {
    /// Checks it, for an owner with these rights. `is_test` knows the tests. Returns its name and its end.
    ///
    /// # Errors
    /// 422; 403 `forbidden` for a role that is more than the owner's.
    pub fn check(&self, own: &Rights, now: Instant, is_test: impl Fn(TestId) -> bool) -> Result<(String, Instant)> {
        let name = normalise_name(&self.name);
        let days = |days: u16| now.plus(SignedDuration::saturating_mul(DAY, i32::from(days)));
        let expires_at = self.expires_at.unwrap_or_else(|| days(DEFAULT_DAYS));
        let mut check = FieldChecker::default();
        let length = name.chars().count();
        let is_line = !name.chars().any(char::is_control);
        check.require(length > 0, "name", "A name is required.");
        check.require(length <= MAX_NAME && is_line, "name", "A name has 60 characters at most, on one line.");
        check.require(expires_at > now, "expires_at", "This is in the past.");
        check.require(expires_at <= days(MAX_DAYS), "expires_at", "A token is valid for ten years at most.");
        if let Scope::Tests(tests) = &self.reach.scope {
            check.require(!tests.is_empty(), "tests", "Please choose at least one test, or the whole site.");
            check.require(
                tests.len() <= MAX_GRANT_TESTS,
                "tests",
                "A token is for 200 tests at most, or for the whole site.",
            );
            let are_known = tests.iter().take(MAX_GRANT_TESTS).all(|test| is_test(*test));
            check.require(are_known, "tests", "One of these tests does not exist.");
        }
        check.finish(&[])?;
        let mut capabilities = Capability::ALL.into_iter().filter(|one| self.reach.role.grants(*one));
        let is_held = |one| own.scope(one).is_some_and(|scope| scope.includes(&self.reach.scope));
        if !capabilities.all(is_held) {
            let detail =
                "A token can do no more than your own account: your roles do not include this role for these tests.";
            return Err(Error::forbidden(ErrorCode::Forbidden, detail));
        }
        Ok((name, expires_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        grants::{GrantedRole, RoleGrant, TokenRole},
        user::{Role, User},
    };
    use std::collections::BTreeSet;

    fn test(n: u128) -> TestId {
        TestId(uuid::Uuid::from_u128(n))
    }

    fn some(tests: &[TestId]) -> Scope {
        Scope::Tests(tests.iter().copied().collect())
    }

    fn owner(role: Role, given: Vec<RoleGrant>) -> Rights {
        let user = User {
            id: UserId(uuid::Uuid::from_u128(1)),
            email: "ada@example.org".into(),
            full_name: "Ada".into(),
            role,
            password_hash: None,
            is_first_admin: false,
            is_active: true,
            mailbox_proven: true,
            token_version: 0,
            created_at: Instant::EPOCH,
        };
        Rights::of(&user, given)
    }

    fn new(role: TokenRole, scope: Scope) -> NewApiToken {
        NewApiToken { name: " nightly ".into(), reach: TokenReach { role, scope }, expires_at: None }
    }

    #[test]
    fn a_token_can_do_what_its_role_and_its_owner_can() {
        let viewer = || vec![RoleGrant { role: GrantedRole::Viewer, scope: some(&[test(1), test(2)]) }];
        let reach = |role, scope| TokenReach { role, scope };
        let staff = owner(Role::Staff, viewer()).limited(reach(TokenRole::Recruiter, some(&[test(2), test(3)])));
        assert_eq!(staff.scope(Capability::ReadResults), Some(Scope::Tests(BTreeSet::from([test(2)]))));
        assert_eq!(staff.scope(Capability::Invite), None, "the owner does not hold it");
        let elsewhere = owner(Role::Staff, viewer()).limited(reach(TokenRole::Viewer, some(&[test(3)])));
        assert_eq!(elsewhere.scope(Capability::ReadTests), None);
        let admin = owner(Role::Admin, Vec::new()).limited(reach(TokenRole::Viewer, Scope::All));
        assert_eq!(admin.scope(Capability::ReadResults), Some(Scope::All));
        assert_eq!(admin.scope(Capability::Author), None, "the role does not grant it");
        for role in TokenRole::ALL {
            for power in [Capability::ManageStaff, Capability::Safeguard, Capability::Review] {
                assert!(!role.grants(power), "{role:?}: {power:?}");
            }
        }
    }

    #[test]
    fn a_token_that_is_more_than_its_owner_is_refused() {
        let now = Instant::from_millis(50_000);
        let check = |own: &Rights, new: NewApiToken| new.check(own, now, |id| id != test(9));
        let admin = owner(Role::Admin, Vec::new());
        let (name, end) = check(&admin, new(TokenRole::Admin, Scope::All)).unwrap();
        assert_eq!((name.as_str(), end), ("nightly", now.plus(SignedDuration::saturating_mul(DAY, 365))));
        let recruiter = owner(Role::Staff, vec![RoleGrant { role: GrantedRole::Recruiter, scope: some(&[test(1)]) }]);
        check(&recruiter, new(TokenRole::Viewer, some(&[test(1)]))).unwrap();
        for (role, scope) in [
            (TokenRole::Viewer, Scope::All),
            (TokenRole::Author, some(&[test(1)])),
            (TokenRole::Viewer, some(&[test(2)])),
        ] {
            assert_eq!(check(&recruiter, new(role, scope)).unwrap_err().code, ErrorCode::Forbidden);
        }
        check(&owner(Role::Applicant, Vec::new()), new(TokenRole::Viewer, Scope::All)).unwrap_err();
    }

    #[test]
    fn faults_are_named_with_their_field() {
        let now = Instant::from_millis(50_000);
        let admin = owner(Role::Admin, Vec::new());
        let faults = |new: NewApiToken| {
            let error = new.check(&admin, now, |id| id != test(9)).err();
            error.map(|error| error.fields.into_keys().collect::<Vec<_>>()).unwrap_or_default()
        };
        let good = || new(TokenRole::Viewer, Scope::All);
        assert_eq!(faults(good()), [""; 0]);
        assert_eq!(faults(NewApiToken { name: " \u{200b}".into(), ..good() }), ["name"]);
        assert_eq!(faults(NewApiToken { name: "a\nb".into(), ..good() }), ["name"]);
        assert_eq!(faults(NewApiToken { expires_at: Some(now), ..good() }), ["expires_at"]);
        let late = now.plus(SignedDuration::saturating_mul(DAY, 3_651));
        assert_eq!(faults(NewApiToken { expires_at: Some(late), ..good() }), ["expires_at"]);
        assert_eq!(faults(new(TokenRole::Viewer, some(&[]))), ["tests"]);
        assert_eq!(faults(new(TokenRole::Viewer, some(&[test(9)]))), ["tests"]);
    }
}
