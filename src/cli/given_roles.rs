//! `invigil admin grant`, `revoke` and `roles`: roles for the whole site or for some tests.

use crate::{
    app::App,
    cli::{failure::Failure, request::CommandOutput, text},
    domain::{
        Error, Result, TestId,
        grants::{GrantedRole, Grants, RoleGrant},
        permission::Scope,
        user::User,
    },
    service::{
        account::{admins, grants},
        actor::{StaffManager, StaffReader},
    },
};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

pub(super) fn ids(tests: &[String]) -> Result<BTreeSet<TestId>> {
    tests.iter().map(|id| id.trim().parse().map_err(|_| Error::not_found("test"))).collect()
}

pub(super) fn account(app: &App, by: &StaffManager, email: &str) -> Result<User> {
    let email = crate::domain::user::normalise_email(email);
    let found = admins::staff(app, &by.into())?.into_iter().find(|user| user.email == email);
    found.ok_or_else(|| Error::not_found("administrator"))
}

/// Changes the scope of one role; `None` is without the role.
async fn change(
    app: &App,
    by: &StaffManager,
    email: &str,
    role: GrantedRole,
    changed: impl FnOnce(Option<Scope>) -> Option<Scope>,
) -> Result<(User, Grants)> {
    let user = account(app, by, email)?;
    let Grants { mut items, version, .. } = grants::of(app, &by.into(), user.id)?;
    let place = items.iter().position(|item| item.role == role);
    let old = place.map(|place| items.remove(place).scope);
    items.extend(changed(old).map(|scope| RoleGrant { role, scope }));
    let stored = grants::set(app, by, user.id, items, Some(version)).await?;
    Ok((user, stored))
}

/// Gives a role for the whole site, or for these tests beside those that it is for.
///
/// # Errors
/// 404; 409 `has_all_roles`, `changed_meanwhile`, `second_marker`; 422.
pub async fn grant(
    app: &App,
    by: &StaffManager,
    email: &str,
    role: GrantedRole,
    tests: &[String],
) -> Result<(User, Grants)> {
    let given = if tests.is_empty() { Scope::All } else { Scope::Tests(ids(tests)?) };
    change(app, by, email, role, |old| Some(old.map_or_else(|| given.clone(), |old| old.or(given.clone())))).await
}

/// Takes a role, or these tests of it.
///
/// # Errors
/// 404; 409 `changed_meanwhile`; 422 for some tests of a role that is for the whole site.
pub async fn revoke(
    app: &App,
    by: &StaffManager,
    email: &str,
    role: GrantedRole,
    tests: &[String],
) -> Result<(User, Grants)> {
    let taken = ids(tests)?;
    let user = account(app, by, email)?;
    let held = grants::of(app, &by.into(), user.id)?.items.into_iter().find(|item| item.role == role);
    if !taken.is_empty() && held.is_some_and(|item| item.scope == Scope::All) {
        return Err(Error::field("test", "This role is for the whole site. Take it, and give it for some tests."));
    }
    let left = |old: Option<Scope>| {
        let Some(Scope::Tests(mut tests)) = old.filter(|_| !taken.is_empty()) else { return None };
        tests.retain(|test| !taken.contains(test));
        (!tests.is_empty()).then_some(Scope::Tests(tests))
    };
    change(app, by, email, role, left).await
}

/// # Errors
/// Writing.
pub fn print(user: &User, grants: &Grants, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    Ok(writeln!(out, "Roles of {}: {}.", user.email, grants.summary())?)
}

#[derive(Serialize)]
struct RoleRow<'a> {
    email: &'a str,
    role: &'static str,
    /// `null` for the whole site.
    tests: Option<Vec<String>>,
}

/// # Errors
/// Storage, and writing.
pub fn list(app: &App, by: &StaffReader, json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let people: HashMap<_, User> = admins::staff(app, by)?.into_iter().map(|user| (user.id, user)).collect();
    let all = grants::all(app, by)?;
    let mut rows = Vec::new();
    for grants in &all {
        let Some(user) = people.get(&grants.user_id) else { continue };
        rows.extend(grants.items.iter().map(|item| RoleRow {
            email: &user.email,
            role: item.role.name(),
            tests: item.scope.tests().map(|tests| tests.iter().map(TestId::to_string).collect()),
        }));
    }
    rows.sort_by_key(|row| (row.email, row.role));
    if json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    let cells = |row: &RoleRow<'_>| {
        let tests = row.tests.as_ref().map_or_else(|| "whole site".to_owned(), |tests| tests.join(", "));
        [row.email.to_owned(), row.role.to_owned(), tests]
    };
    let rows: Vec<_> = rows.iter().map(cells).collect();
    Ok(text::table(out, ["EMAIL", "ROLE", "TESTS"], &rows)?)
}
