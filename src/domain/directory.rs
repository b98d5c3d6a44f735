//! The company's own sign-in: identity providers, the roles that their groups have here, and the accounts that they vouch
//! for (`docs/behaviour/accounts.md#company-sign-in`).

use super::{
    Instant, TestId, UserId,
    grants::{GrantedRole, RoleGrant, Scope},
    time::SignedDuration,
    user::StaffRole,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Providers of one site.
pub const MAX_PROVIDERS: usize = 8;
/// Groups of one provider that have a role here.
pub const MAX_GROUP_ROLES: usize = 100;

/// The people whom a provider signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Accounts of staff; their groups decide on their roles.
    Staff,
    Applicants,
}

impl Side {
    /// Its name on the wire and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Applicants => "applicants",
        }
    }
}

/// A role that a group has here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupRoleKind {
    Admin,
    Reviewer,
    Given(GrantedRole),
}

impl GroupRoleKind {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Admin => StaffRole::Admin.name(),
            Self::Reviewer => StaffRole::Reviewer.name(),
            Self::Given(role) => role.name(),
        }
    }

    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let given = GrantedRole::ALL.into_iter().map(Self::Given);
        [Self::Admin, Self::Reviewer].into_iter().chain(given).find(|kind| kind.name() == name)
    }
}

/// A group of the company, and what its members are here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRole {
    /// Name that the provider has for the group.
    pub group: String,
    pub role: GroupRoleKind,
    /// The tests for which the role is given; all for administrators and reviewers.
    pub scope: Scope,
}

/// The roles of someone with these groups; `None` if no group has a role. Administrators need no given roles.
#[must_use]
pub fn roles_of(groups: &[String], mapping: &[GroupRole]) -> Option<(StaffRole, Vec<RoleGrant>)> {
    let held = || mapping.iter().filter(|row| groups.contains(&row.group));
    let mut given: BTreeMap<GrantedRole, Scope> = BTreeMap::new();
    let mut staff = held().next().map(|_| StaffRole::Staff)?;
    for row in held() {
        match row.role {
            GroupRoleKind::Admin => return Some((StaffRole::Admin, Vec::new())),
            GroupRoleKind::Reviewer => staff = StaffRole::Reviewer,
            GroupRoleKind::Given(role) => {
                let before = given.remove(&role);
                given.insert(role, before.map_or_else(|| row.scope.clone(), |before| before.or(row.scope.clone())));
            }
        }
    }
    Some((staff, given.into_iter().map(|(role, scope)| RoleGrant { role, scope }).collect()))
}

/// Takes out of all scopes the tests that do not exist. A role that is left without tests ends.
pub fn keep_tests(roles: &mut Vec<RoleGrant>, is_test: impl Fn(TestId) -> bool) {
    for item in roles.iter_mut() {
        if let Scope::Tests(tests) = &mut item.scope {
            tests.retain(|test| is_test(*test));
        }
    }
    roles.retain(|item| item.scope.tests().is_none_or(|tests| !tests.is_empty()));
}

/// An identity provider that speaks `OpenID` Connect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OidcProvider {
    /// Its name in paths: lower-case letters, digits and hyphens.
    pub id: String,
    /// Its name on the sign-in page.
    pub label: String,
    /// Issuer without a trailing slash, unless the provider's own name has one.
    pub issuer: String,
    pub client_id: String,
    /// Encrypted with a key derived from the master key; `None` for a public client.
    pub secret_sealed: Option<Vec<u8>>,
    /// Separated by spaces.
    pub scopes: String,
    /// The claim with a person's groups: a name, or a path of names with dots between them.
    pub groups_claim: String,
    pub side: Side,
    pub roles: Vec<GroupRole>,
    /// Whether addresses of this provider count as verified, although it does not say so.
    pub trusts_email: bool,
    /// Whether a verified address leads to an account that exists here.
    pub links_accounts: bool,
    /// Certificates in PEM that are trusted beside the machine's; may be blank.
    pub ca: String,
}

/// The providers of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OidcSettings {
    pub providers: Vec<OidcProvider>,
}

impl OidcSettings {
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&OidcProvider> {
        self.providers.iter().find(|provider| provider.id == id)
    }
}

/// The account of a person for whom a provider vouches. Such an account has a password that no one knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectoryLink {
    pub user_id: UserId,
    /// The id of the provider.
    pub provider: String,
    /// A hash of the issuer and the provider's name of the person: both together identify a person.
    pub subject_hash: [u8; 32],
    pub linked_at: Instant,
    /// Last sign-in.
    pub seen_at: Instant,
}

/// Time after a sign-in for which a provider's word permits what a person's programs do.
const VOUCHES_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

impl DirectoryLink {
    #[must_use]
    pub fn vouches(&self, now: Instant) -> bool {
        now.since(self.seen_at) < VOUCHES_FOR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(group: &str, role: GroupRoleKind, tests: &[u128]) -> GroupRole {
        let tests: Vec<TestId> = tests.iter().map(|n| TestId(uuid::Uuid::from_u128(*n))).collect();
        let scope = if tests.is_empty() { Scope::All } else { Scope::Tests(tests.into_iter().collect()) };
        GroupRole { group: group.into(), role, scope }
    }

    #[test]
    fn groups_become_roles() {
        let proctor = GroupRoleKind::Given(GrantedRole::Proctor);
        let mapping = [
            row("hr", proctor, &[1]),
            row("exams", proctor, &[2]),
            row("markers", GroupRoleKind::Reviewer, &[]),
            row("root", GroupRoleKind::Admin, &[]),
        ];
        let of =
            |groups: &[&str]| roles_of(&groups.iter().map(|group| (*group).to_owned()).collect::<Vec<_>>(), &mapping);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["HR", "others"]), None, "names of groups are compared exactly");
        assert_eq!(of(&["markers"]), Some((StaffRole::Reviewer, Vec::new())));
        let both = RoleGrant { role: GrantedRole::Proctor, scope: row("", proctor, &[1, 2]).scope };
        assert_eq!(of(&["exams", "hr"]), Some((StaffRole::Staff, vec![both.clone()])));
        assert_eq!(of(&["exams", "markers", "hr"]), Some((StaffRole::Reviewer, vec![both])));
        assert_eq!(of(&["hr", "root"]), Some((StaffRole::Admin, Vec::new())));
    }

    #[test]
    fn tests_that_are_gone_leave_the_roles() {
        let grant = |tests: &[u128]| RoleGrant {
            role: GrantedRole::Proctor,
            scope: row("", GroupRoleKind::Admin, tests).scope,
        };
        let mut roles = vec![grant(&[1]), grant(&[1, 2]), grant(&[])];
        keep_tests(&mut roles, |test| test.0.as_u128() == 2);
        assert_eq!(roles, [grant(&[2]), grant(&[])]);
    }

    #[test]
    fn each_role_has_a_name() {
        for name in ["admin", "reviewer", "author", "recruiter", "hiring_manager", "proctor", "viewer"] {
            assert_eq!(GroupRoleKind::of(name).map(GroupRoleKind::name), Some(name));
        }
        assert_eq!(GroupRoleKind::of("staff"), None);
    }
}
