//! Who may do what, as one table (`docs/behaviour/accounts.md#roles-and-permissions`). Each call of the API names one
//! [`Access`]; `service/actor.rs` makes a permission of what the table grants to the caller.

use super::{
    grants::{GrantedRole, RoleGrant, TokenReach, TokenRole},
    user::{Role, User},
};

pub use super::grants::Scope;

/// A right that staff can have. A use case needs exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// See running and scheduled tests: the monitoring list, live video, timelines, messages, lost time.
    Watch,
    /// Act on running attempts: messages, flags, added time, release, end, reopening, answers files.
    Intervene,
    /// See tests and questions with their keys, and export them.
    ReadTests,
    /// Write and delete tests and questions, import them, try them out.
    Author,
    /// Invite, with the links of invites; see where invites stand.
    Invite,
    /// See submissions, scores, rankings, statistics and funnels.
    ReadResults,
    /// Decide on submissions: decisions, notes, letters, pass marks, shared links, repairs, names.
    Decide,
    /// Score any answer, judge code again; rubrics and assignments.
    Score,
    /// Score the answers that are assigned to the own account.
    Review,
    /// See the dashboard: figures and activity of the whole site, notifications.
    Oversee,
    /// Applicants' accounts: deactivate, confirm the mailbox, erase.
    ManageApplicants,
    /// Settings of the site: mail, company, theme, AI; its health.
    Operate,
    /// See the accounts of staff.
    ReadStaff,
    /// Create, change and delete the accounts of staff.
    ManageStaff,
    /// Code runners on other machines, signed evidence, backups, the audit log.
    Safeguard,
}

/// The roles and callers whom the table grants capabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grantee {
    /// Runs commands on the data folder.
    Operator,
    /// The first admin.
    Superadmin,
    Admin,
    Reviewer,
    /// Has only the roles that the person was given.
    Staff,
    Applicant,
}

/// The rights of one caller: by the role of the account, and by the roles that the person was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights {
    grantee: Grantee,
    given: Vec<RoleGrant>,
    /// The most that a program may do which calls with a token.
    limit: Option<TokenReach>,
}

/// Who may make a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone, without a credential; or with a token in the path that is a permission of its own.
    Public,
    /// The candidate, by the invite link or the attempt key.
    Link,
    /// The candidate by the attempt key, or staff who may watch.
    LinkOrWatch,
    /// Any signed-in account.
    Account,
    /// A signed-in applicant, for the own data.
    Applicant,
    /// A code runner on another machine.
    Runner,
    /// Staff with this capability.
    Staff(Capability),
}

use Capability::{
    Author, Decide, Intervene, Invite, ManageApplicants, ManageStaff, Operate, Oversee, ReadResults, ReadStaff,
    ReadTests, Review, Safeguard, Score, Watch,
};

/// The capabilities of every admin.
const OF_ADMINS: &[Capability] = &[
    Watch,
    Intervene,
    ReadTests,
    Author,
    Invite,
    ReadResults,
    Decide,
    Score,
    Review,
    Oversee,
    ManageApplicants,
    Operate,
    ReadStaff,
];

/// The capabilities of the first admin and the operator alone.
const OF_THE_FIRST_ADMIN: &[Capability] = &[ManageStaff, Safeguard];

impl Grantee {
    pub const ALL: [Self; 6] =
        [Self::Operator, Self::Superadmin, Self::Admin, Self::Reviewer, Self::Staff, Self::Applicant];

    #[must_use]
    pub const fn of(user: &User) -> Self {
        match user.role {
            Role::Admin if user.is_first_admin => Self::Superadmin,
            Role::Admin => Self::Admin,
            Role::Reviewer => Self::Reviewer,
            Role::Staff => Self::Staff,
            Role::Applicant => Self::Applicant,
        }
    }

    #[must_use]
    pub fn grants(self, capability: Capability) -> bool {
        match self {
            // Nothing is assigned to the operator, who has no account.
            Self::Operator => capability != Review,
            Self::Superadmin => OF_ADMINS.contains(&capability) || OF_THE_FIRST_ADMIN.contains(&capability),
            Self::Admin => OF_ADMINS.contains(&capability),
            Self::Reviewer => capability == Review,
            Self::Staff | Self::Applicant => false,
        }
    }
}

impl GrantedRole {
    /// The rights that the role grants, within its scope.
    #[must_use]
    pub const fn capabilities(self) -> &'static [Capability] {
        match self {
            Self::Author => &[ReadTests, Author],
            Self::Recruiter => &[ReadTests, Invite, ReadResults],
            Self::HiringManager => &[ReadTests, ReadResults, Decide],
            Self::Proctor => &[Watch, Intervene],
            Self::Viewer => &[ReadTests, ReadResults],
        }
    }

    #[must_use]
    pub fn grants(self, capability: Capability) -> bool {
        self.capabilities().contains(&capability)
    }
}

impl TokenRole {
    /// Whether the role has the capability, apart from answers assigned to a person, which that person scores.
    #[must_use]
    pub fn grants(self, capability: Capability) -> bool {
        let granted = self.given().map_or_else(|| Grantee::Admin.grants(capability), |role| role.grants(capability));
        granted && capability != Capability::Review
    }
}

impl Rights {
    pub const OPERATOR: Self = Self { grantee: Grantee::Operator, given: Vec::new(), limit: None };

    /// Roles add to what the account of a reviewer or of staff may do; those of others are without effect.
    #[must_use]
    pub fn of(user: &User, given: Vec<RoleGrant>) -> Self {
        let grantee = Grantee::of(user);
        let given = if user.role.may_have_roles() { given } else { Vec::new() };
        Self { grantee, given, limit: None }
    }

    /// The same rights, as far as a token has them.
    #[must_use]
    pub fn limited(self, limit: TokenReach) -> Self {
        Self { limit: Some(limit), ..self }
    }

    #[must_use]
    pub const fn grantee(&self) -> Grantee {
        // A token has the rights of a role, whatever its owner is.
        if self.limit.is_some() { Grantee::Staff } else { self.grantee }
    }

    /// The tests for which the caller has a capability: those of all the roles that grant it; `None` without any.
    #[must_use]
    pub fn scope(&self, capability: Capability) -> Option<Scope> {
        let own = self.own_scope(capability)?;
        match &self.limit {
            Some(limit) if limit.role.grants(capability) => own.and(&limit.scope),
            Some(_) => None,
            None => Some(own),
        }
    }

    fn own_scope(&self, capability: Capability) -> Option<Scope> {
        if self.grantee.grants(capability) {
            return Some(Scope::All);
        }
        let granting = self.given.iter().filter(|given| given.role.grants(capability));
        granting.map(|given| given.scope.clone()).reduce(Scope::or)
    }
}

impl Capability {
    pub const ALL: [Self; 15] = [
        Watch,
        Intervene,
        ReadTests,
        Author,
        Invite,
        ReadResults,
        Decide,
        Score,
        Review,
        Oversee,
        ManageApplicants,
        Operate,
        ReadStaff,
        ManageStaff,
        Safeguard,
    ];

    /// The capabilities that come with this one, because it cannot be exercised without them.
    #[must_use]
    pub const fn includes(self) -> &'static [Self] {
        match self {
            Intervene => &[Watch],
            Author | ReadResults => &[ReadTests],
            Decide | Score => &[ReadResults, ReadTests],
            // The dashboard shows the newest invites, with their links.
            Oversee => &[Invite],
            ManageStaff => &[ReadStaff],
            Watch | ReadTests | Invite | Review | ManageApplicants | Operate | ReadStaff | Safeguard => &[],
        }
    }

    /// Its name in the description of the API and in the documentation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Watch => "watch",
            Intervene => "intervene",
            ReadTests => "read_tests",
            Author => "author",
            Invite => "invite",
            ReadResults => "read_results",
            Decide => "decide",
            Score => "score",
            Review => "review",
            Oversee => "oversee",
            ManageApplicants => "manage_applicants",
            Operate => "operate",
            ReadStaff => "read_staff",
            ManageStaff => "manage_staff",
            Safeguard => "safeguard",
        }
    }
}

impl Access {
    /// Its name in the description of the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Link => "link",
            Self::LinkOrWatch => "link_or_watch",
            Self::Account => "account",
            Self::Applicant => "applicant",
            Self::Runner => "runner",
            Self::Staff(capability) => capability.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::TestId;
    use std::collections::BTreeSet;

    #[test]
    fn who_holds_a_capability_holds_what_it_includes() {
        for grantee in Grantee::ALL {
            for capability in Capability::ALL.into_iter().filter(|one| grantee.grants(*one)) {
                for included in capability.includes() {
                    assert!(grantee.grants(*included), "{grantee:?}: {capability:?} without {included:?}");
                    let further = included.includes();
                    assert!(further.iter().all(|one| capability.includes().contains(one)), "{capability:?}");
                }
            }
        }
    }

    #[test]
    fn a_role_has_what_its_capabilities_include_and_no_power_over_the_site() {
        for role in GrantedRole::ALL {
            for capability in role.capabilities() {
                assert!(
                    capability.includes().iter().all(|included| role.grants(*included)),
                    "{role:?}: {capability:?}"
                );
            }
            let of_the_site = [Oversee, ManageApplicants, Operate, ReadStaff, ManageStaff, Safeguard, Review, Score];
            assert!(!of_the_site.iter().any(|one| role.grants(*one)), "{role:?}");
        }
    }

    #[test]
    fn several_roles_add_up_each_within_its_scope() {
        let [one, two, other] = [1, 2, 3].map(|n| TestId(uuid::Uuid::from_u128(n)));
        let given = |role, tests: &[TestId]| RoleGrant { role, scope: Scope::Tests(tests.iter().copied().collect()) };
        let rights = |given| Rights { grantee: Grantee::Staff, given, limit: None };
        let some = rights(vec![given(GrantedRole::Author, &[one]), given(GrantedRole::Viewer, &[two])]);
        assert_eq!(some.scope(ReadTests), Some(Scope::Tests(BTreeSet::from([one, two]))));
        assert_eq!(some.scope(Author), Some(Scope::Tests(BTreeSet::from([one]))));
        assert!(!some.scope(ReadTests).is_some_and(|scope| scope.permits(other)));
        assert_eq!(some.scope(Watch), None);
        let whole = RoleGrant { role: GrantedRole::Viewer, scope: Scope::All };
        assert_eq!(rights(vec![given(GrantedRole::Author, &[one]), whole]).scope(ReadTests), Some(Scope::All));
        assert_eq!(rights(Vec::new()).scope(ReadTests), None);
    }

    /// The table of the documentation, read back.
    #[test]
    fn the_documentation_has_the_same_table() {
        let text = include_str!("../../docs/behaviour/accounts.md");
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        assert_eq!(rows.len(), Capability::ALL.len());
        for (row, capability) in rows.iter().zip(Capability::ALL) {
            assert_eq!(row[1], format!("`{}`", capability.name()));
            let granted = Grantee::ALL.map(|grantee| if grantee.grants(capability) { "yes" } else { "no" });
            assert_eq!(row[3..9], granted, "{capability:?}");
        }
        let roles: Vec<(&str, &str)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("| *")?.split_once("* | ")?.into())
            .map(|(role, rest)| (role, rest.split(" | ").next().unwrap_or_default()))
            .collect();
        let granted = GrantedRole::ALL.map(|role| {
            let names: Vec<String> = role.capabilities().iter().map(|one| format!("`{}`", one.name())).collect();
            (role.name().replace('_', " "), names.join(", "))
        });
        assert_eq!(roles, granted.each_ref().map(|(role, names)| (role.as_str(), names.as_str())));
    }

    #[test]
    fn a_scope_permits_its_tests_alone() {
        let [one, other] = [1, 2].map(|n| TestId(uuid::Uuid::from_u128(n)));
        assert!(Scope::All.permits(one));
        let scope = Scope::Tests(BTreeSet::from([one]));
        assert!(scope.permits(one) && !scope.permits(other));
    }
}
