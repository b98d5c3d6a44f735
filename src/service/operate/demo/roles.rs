//! A proctor of all tests, and a hiring manager of the first two.

use crate::{
    app::{App, DemoAccount},
    domain::{
        Error, Result, TestId, UserId,
        grants::{GrantedRole, RoleGrant},
        permission::Scope,
        user::StaffRole,
    },
    service::{
        account::{admins, grants},
        actor::Actor,
    },
};

pub(super) const PROCTOR: (&str, &str) = ("proctor@demo.invigil", "Demo Proctor");
pub(super) const HIRING_MANAGER: (&str, &str) = ("hiring.manager@demo.invigil", "Demo Hiring Manager");

/// Returns the proctor.
pub(super) async fn play(app: &App, accounts: [DemoAccount; 2], tests: &[TestId]) -> Result<UserId> {
    let superadmin = Actor::Operator.require()?;
    let some = Scope::Tests(tests.iter().take(2).copied().collect());
    let roles = [
        RoleGrant { role: GrantedRole::Proctor, scope: Scope::All },
        RoleGrant { role: GrantedRole::HiringManager, scope: some },
    ];
    let mut made = Vec::with_capacity(2);
    for ((account, role), name) in accounts.into_iter().zip(roles).zip([PROCTOR.1, HIRING_MANAGER.1]) {
        let DemoAccount { email, password, .. } = account;
        let user = admins::create_as(app, &superadmin, StaffRole::Staff, &email, password, name).await?;
        grants::set(app, &superadmin, user.id, vec![role], None).await?;
        made.push(user.id);
    }
    made.first().copied().ok_or_else(|| Error::internal("the demo has no proctor"))
}
