//! Roles that a person is given for the whole site or for some tests, beside the role of the account
//! (`docs/behaviour/accounts.md#given-roles`). What each role grants is in [`super::permission`].

use super::{Instant, Result, TestId, UserId, error::FieldChecker};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Tests of one role of one person.
pub const MAX_GRANT_TESTS: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GrantedRole {
    /// Writes tests.
    Author,
    /// Invites, and reads results.
    Recruiter,
    /// Reads results, and decides on them.
    HiringManager,
    /// Watches running tests, and acts on them.
    Proctor,
    /// Reads tests and results.
    Viewer,
}

impl GrantedRole {
    pub const ALL: [Self; 5] = [Self::Author, Self::Recruiter, Self::HiringManager, Self::Proctor, Self::Viewer];

    /// Its name on the wire, in the audit log and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Recruiter => "recruiter",
            Self::HiringManager => "hiring_manager",
            Self::Proctor => "proctor",
            Self::Viewer => "viewer",
        }
    }
}

/// The tests for which a capability holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    All,
    Tests(BTreeSet<TestId>),
}

impl Scope {
    /// All that either of two scopes permits.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Tests(mut tests), Self::Tests(others)) => {
                tests.extend(others);
                Self::Tests(tests)
            }
            _ => Self::All,
        }
    }

    /// The tests that both of two scopes permit; `None` for no test at all.
    #[must_use]
    pub fn and(self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::All, other) => Some(other.clone()),
            (own, Self::All) => Some(own),
            (Self::Tests(mut tests), Self::Tests(others)) => {
                tests.retain(|test| others.contains(test));
                (!tests.is_empty()).then_some(Self::Tests(tests))
            }
        }
    }

    /// Whether it permits all that the other does.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (Self::Tests(_), Self::All) => false,
            (Self::Tests(tests), Self::Tests(others)) => others.is_subset(tests),
        }
    }

    /// Whether it names this test, rather than all.
    #[must_use]
    pub fn names(&self, test: TestId) -> bool {
        self.tests().is_some_and(|tests| tests.contains(&test))
    }

    /// The tests, unless it is all.
    #[must_use]
    pub const fn tests(&self) -> Option<&BTreeSet<TestId>> {
        match self {
            Self::All => None,
            Self::Tests(tests) => Some(tests),
        }
    }

    #[must_use]
    pub fn permits(&self, test: TestId) -> bool {
        match self {
            Self::All => true,
            Self::Tests(tests) => tests.contains(&test),
        }
    }
}

/// A role, and the tests that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleGrant {
    pub role: GrantedRole,
    pub scope: Scope,
}

/// The role whose rights a token has, as far as its owner has them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokenRole {
    /// All that every administrator may do.
    Admin,
    Author,
    Recruiter,
    HiringManager,
    Proctor,
    Viewer,
}

impl TokenRole {
    pub const ALL: [Self; 6] =
        [Self::Admin, Self::Author, Self::Recruiter, Self::HiringManager, Self::Proctor, Self::Viewer];

    /// `None` for administrators, whose role is not one that is given.
    #[must_use]
    pub const fn given(self) -> Option<GrantedRole> {
        match self {
            Self::Admin => None,
            Self::Author => Some(GrantedRole::Author),
            Self::Recruiter => Some(GrantedRole::Recruiter),
            Self::HiringManager => Some(GrantedRole::HiringManager),
            Self::Proctor => Some(GrantedRole::Proctor),
            Self::Viewer => Some(GrantedRole::Viewer),
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        self.given().map_or("admin", GrantedRole::name)
    }
}

/// The most that a token may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenReach {
    pub role: TokenRole,
    pub scope: Scope,
}

/// The roles that a person was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants {
    pub user_id: UserId,
    /// Each role once, in the order of [`GrantedRole`].
    pub items: Vec<RoleGrant>,
    /// Incremented by every change. The record stays when it is empty, so that the version counts on.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

impl Grants {
    #[must_use]
    pub const fn none(user_id: UserId) -> Self {
        Self { user_id, items: Vec::new(), version: 0, by: None, at: Instant::EPOCH }
    }

    /// Takes a test out of all scopes. A role that is left without tests ends. Returns whether anything changed.
    pub fn forget(&mut self, test: TestId) -> bool {
        let mut is_changed = false;
        for item in &mut self.items {
            if let Scope::Tests(tests) = &mut item.scope {
                is_changed |= tests.remove(&test);
            }
        }
        self.items.retain(|item| item.scope.tests().is_none_or(|tests| !tests.is_empty()));
        is_changed
    }

    /// Returns the roles and the number of tests of each in words, for the audit log.
    #[must_use]
    pub fn summary(&self) -> String {
        let word = |item: &RoleGrant| match &item.scope {
            Scope::All => item.role.name().to_owned(),
            Scope::Tests(tests) => format!("{} of {} tests", item.role.name(), tests.len()),
        };
        let words: Vec<String> = self.items.iter().map(word).collect();
        if words.is_empty() { "none".into() } else { words.join(", ") }
    }
}

/// Checks roles as they are entered, and puts them in order. `is_test` knows the tests.
///
/// # Errors
/// 422 on `roles[n].role` and `.tests`.
pub fn check(items: Vec<RoleGrant>, is_test: impl Fn(TestId) -> bool) -> Result<Vec<RoleGrant>> {
    let mut check = FieldChecker::default();
    let mut known = BTreeSet::new();
    for (n, item) in items.iter().enumerate() {
        let is_new = known.insert(item.role);
        check.require(is_new, format!("roles[{n}].role"), "This role is in the list twice.");
        let Scope::Tests(tests) = &item.scope else { continue };
        let field = || format!("roles[{n}].tests");
        check.require(!tests.is_empty(), field(), "Please choose at least one test, or the whole site.");
        let message = format!("A role is for {MAX_GRANT_TESTS} tests at most, or for the whole site.");
        check.require(tests.len() <= MAX_GRANT_TESTS, field(), message);
        let are_known = tests.iter().take(MAX_GRANT_TESTS).all(|test| is_test(*test));
        check.require(are_known, field(), "One of these tests does not exist.");
    }
    check.finish(&["roles"])?;
    let mut items = items;
    items.sort_by_key(|item| item.role);
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(n: u128) -> TestId {
        TestId(uuid::Uuid::from_u128(n))
    }

    fn of(role: GrantedRole, tests: &[TestId]) -> RoleGrant {
        RoleGrant { role, scope: Scope::Tests(tests.iter().copied().collect()) }
    }

    #[test]
    fn a_deleted_test_leaves_all_scopes_and_an_empty_role_ends() {
        let site = RoleGrant { role: GrantedRole::Viewer, scope: Scope::All };
        let items =
            vec![of(GrantedRole::Author, &[test(1)]), of(GrantedRole::Proctor, &[test(1), test(2)]), site.clone()];
        let mut grants = Grants { items, ..Grants::none(UserId(uuid::Uuid::nil())) };
        assert!(grants.forget(test(1)));
        assert_eq!(grants.items, [of(GrantedRole::Proctor, &[test(2)]), site]);
        assert!(!grants.forget(test(1)));
    }

    #[test]
    fn faults_are_named_with_their_field() {
        let faults = |items: Vec<RoleGrant>| {
            let error = check(items, |id| id != test(9)).err();
            error.map(|error| error.fields.into_keys().collect::<Vec<_>>()).unwrap_or_default()
        };
        let author = of(GrantedRole::Author, &[test(1)]);
        assert!(faults(vec![author.clone()]).is_empty());
        assert_eq!(faults(vec![author.clone(), author]), ["roles[1].role"]);
        assert_eq!(faults(vec![of(GrantedRole::Author, &[])]), ["roles[0].tests"]);
        assert_eq!(faults(vec![of(GrantedRole::Author, &[test(9)])]), ["roles[0].tests"]);
        let many: Vec<TestId> = (10..).take(MAX_GRANT_TESTS + 1).map(test).collect();
        assert_eq!(faults(vec![of(GrantedRole::Author, &many)]), ["roles[0].tests"]);
        assert!(faults(vec![of(GrantedRole::Author, &many[1..])]).is_empty());
    }

    #[test]
    fn roles_are_kept_in_order() {
        let given = vec![of(GrantedRole::Viewer, &[test(1)]), of(GrantedRole::Author, &[test(1)])];
        let roles: Vec<GrantedRole> = check(given, |_| true).unwrap().iter().map(|item| item.role).collect();
        assert_eq!(roles, [GrantedRole::Author, GrantedRole::Viewer]);
    }
}
