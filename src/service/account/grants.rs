//! Roles that people are given for the whole site or for some tests (`docs/behaviour/accounts.md#given-roles`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, TestId, UserId,
        assignment::{AssignmentItem, Assignments, ScoreSlot},
        grants::{self, Grants, RoleGrant},
        list::{InviteClass, Scope as Listed},
        marking::{Marking, MarkingList},
        permission::{Capability, Rights, Scope},
        test::Test,
        user::User,
    },
    service::{
        actor::{StaffManager, StaffReader},
        events, query,
        work::Work,
    },
    store::{
        Read,
        records::{ASSIGNMENTS_BY_REVIEWER, MARKINGS_BY_REVIEWER, TestHead, counter},
    },
};
use std::collections::BTreeSet;

/// Tests that a preview names; the others are counted.
pub const MAX_PREVIEWED_TESTS: usize = 200;

/// The roles of all people who were ever given any.
///
/// # Errors
/// Storage only.
pub fn all(app: &App, _: &StaffReader) -> Result<Vec<Grants>> {
    Ok(app.store.read()?.records()?)
}

/// # Errors
/// 404 for an account that is not of staff.
pub fn of(app: &App, _: &StaffReader, id: UserId) -> Result<Grants> {
    let read = app.store.read()?;
    load(&read, id)?;
    stored(&read, id)
}

fn load(read: &impl Read, id: UserId) -> Result<User> {
    let user: Option<User> = read.get(id)?;
    user.filter(|user| user.role.is_staff()).ok_or_else(|| Error::not_found("administrator"))
}

/// The roles that the account has.
pub(super) fn stored(read: &impl Read, id: UserId) -> Result<Grants> {
    Ok(read.get(id)?.unwrap_or_else(|| Grants::none(id)))
}

/// The account and its roles as they would be.
fn checked(read: &impl Read, id: UserId, items: Vec<RoleGrant>) -> Result<(User, Vec<RoleGrant>)> {
    let user = load(read, id)?;
    if !user.role.may_have_roles() {
        let detail = "Administrators have all roles. Make this person staff or a reviewer first.";
        return Err(Error::conflict(ErrorCode::HasAllRoles, detail));
    }
    let items = grants::check(items, |test| read.has::<Test>(test).unwrap_or_default())?;
    Ok((user, items))
}

/// Gives a person these roles, and takes all others. With the `version` that was read it does not overwrite a later change.
///
/// # Errors
/// 404; 409 `changed_meanwhile`, `has_all_roles`, `second_marker`; 422.
pub async fn set(
    app: &App,
    by: &StaffManager,
    id: UserId,
    items: Vec<RoleGrant>,
    version: Option<u32>,
) -> Result<Grants> {
    app.write(by, move |w| {
        let old = stored(&**w, id)?;
        load(&**w, id)?;
        let now = Some((old.version, old.by, old.at));
        query::version::require_version(&**w, version, now, "the roles of this person")?;
        give(w, id, items)?;
        stored(&**w, id)
    })
    .await
}

/// Gives an account these roles with the change that makes it one of staff, and takes all others.
///
/// # Errors
/// 409 `has_all_roles`, `second_marker`; 422.
pub(super) fn give(w: &mut Work<'_, '_>, id: UserId, items: Vec<RoleGrant>) -> Result<()> {
    let (user, items) = checked(&**w, id, items)?;
    let old = stored(&**w, id)?;
    if old.items == items {
        return Ok(());
    }
    require_no_first_scores(&**w, &user, &items)?;
    let new = Grants { items, version: old.version + 1, by: w.by.account(), at: w.now, ..old };
    store(w, &new)
}

fn store(w: &mut Work<'_, '_>, grants: &Grants) -> Result<()> {
    w.put(grants)?;
    events::rights_changed(w, grants.user_id);
    w.audit("admin.roles", grants.user_id, &grants.summary())
}

/// The tests of which this person gives second scores: of answers that wait, and of those that are still to come.
pub(super) fn second_scores(read: &impl Read, id: UserId) -> Result<BTreeSet<TestId>> {
    let waiting: Vec<Marking> = read.linked(MARKINGS_BY_REVIEWER.under((id, MarkingList::Waiting)))?;
    let waiting = waiting.into_iter().filter(|marking| marking.slot == ScoreSlot::Second);
    let plans: Vec<Assignments> = read.linked(ASSIGNMENTS_BY_REVIEWER.under(id))?;
    let is_second = |item: &AssignmentItem| item.reviewer_id == id && item.slot == ScoreSlot::Second;
    let planned = plans.into_iter().filter(|plan| plan.items.iter().any(is_second));
    Ok(waiting.map(|marking| marking.test_id).chain(planned.map(|plan| plan.test_id)).collect())
}

/// Takes out of roles what would show first scores to someone who gives the second ones. Of a role for the whole site
/// remain the tests for which the person has it already.
pub(super) fn without_first_scores(read: &impl Read, id: UserId, items: Vec<RoleGrant>) -> Result<Vec<RoleGrant>> {
    let second = second_scores(read, id)?;
    if second.is_empty() {
        return Ok(items);
    }
    let held = stored(read, id)?.items;
    let narrowed = |item: RoleGrant| {
        let shows = item.role.grants(Capability::ReadResults) && second.iter().any(|test| item.scope.permits(*test));
        if !shows {
            return Some(item);
        }
        let role = item.role;
        let scope = match item.scope {
            Scope::All => held.iter().find(|held| held.role == role)?.scope.clone(),
            tests @ Scope::Tests(_) => tests,
        };
        let Scope::Tests(mut tests) = scope else { return None };
        tests.retain(|test| !second.contains(test));
        (!tests.is_empty()).then_some(RoleGrant { role, scope: Scope::Tests(tests) })
    };
    Ok(items.into_iter().filter_map(narrowed).collect())
}

/// Who is to give the second score of an answer must not see the first one.
fn require_no_first_scores(read: &impl Read, user: &User, items: &[RoleGrant]) -> Result<()> {
    let Some(scope) = Rights::of(user, items.to_vec()).scope(Capability::ReadResults) else { return Ok(()) };
    if second_scores(read, user.id)?.into_iter().any(|test| scope.permits(test)) {
        let detail = "This reviewer is a second marker of a test whose results this role shows. Please assign the second \
                      scores to another reviewer first.";
        return Err(Error::conflict(ErrorCode::SecondMarker, detail));
    }
    Ok(())
}

/// Takes a deleted test out of all roles.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn forget_test(w: &mut Work<'_, '_>, test: TestId) -> Result<()> {
    for mut grants in w.records::<Grants>()? {
        if grants.forget(test) {
            (grants.version, grants.by, grants.at) = (grants.version + 1, w.by.account(), w.now);
            store(w, &grants)?;
        }
    }
    Ok(())
}

/// A test as someone would see it with the previewed roles.
pub struct PreviewedTest {
    pub id: TestId,
    pub title: String,
    pub capabilities: Vec<Capability>,
    /// Invites and results that they would see; `None` where they see none.
    pub invites: Option<u64>,
    pub results: Option<u64>,
}

/// All that a person would see and do with these roles.
pub struct RolePreview {
    /// Each capability with its scope.
    pub capabilities: Vec<(Capability, Scope)>,
    /// At most [`MAX_PREVIEWED_TESTS`], in the order of their titles. Empty where all tests are seen.
    pub tests: Vec<PreviewedTest>,
    /// Invites and results of all that they would see.
    pub invites: u64,
    pub results: u64,
}

/// # Errors
/// 404; 409 `has_all_roles`; 422.
pub fn preview(app: &App, _: &StaffManager, id: UserId, items: Vec<RoleGrant>) -> Result<RolePreview> {
    let read = app.store.read()?;
    let (user, items) = checked(&read, id, items)?;
    let rights = Rights::of(&user, items);
    let held = Capability::ALL.into_iter().filter_map(|one| Some((one, rights.scope(one)?)));
    let capabilities: Vec<(Capability, Scope)> = held.collect();
    let count = |capability, whole: u64, of: &dyn Fn(TestId) -> Result<u64>| match rights.scope(capability) {
        None => Ok(0),
        Some(Scope::All) => Ok(whole),
        Some(Scope::Tests(tests)) => tests.into_iter().map(of).sum(),
    };
    let invites_to = |test| Ok(read.count(&counter::invites_to(test, InviteClass::All))?);
    let results_of = |test| Ok(read.count(&counter::submissions(Listed::Test(test)))?);
    let named: BTreeSet<TestId> =
        capabilities.iter().filter_map(|(_, scope)| scope.tests()).flatten().copied().collect();
    let mut tests = Vec::new();
    for id in named {
        let Some(TestHead { title, .. }) = read.head(id)? else { continue };
        let permits = |one: Capability| rights.scope(one).is_some_and(|scope| scope.permits(id));
        tests.push(PreviewedTest {
            id,
            title,
            capabilities: Capability::ALL.into_iter().filter(|one| permits(*one)).collect(),
            invites: permits(Capability::Invite).then(|| invites_to(id)).transpose()?,
            results: permits(Capability::ReadResults).then(|| results_of(id)).transpose()?,
        });
    }
    tests.sort_by_cached_key(|test| (test.title.to_lowercase(), test.id));
    tests.truncate(MAX_PREVIEWED_TESTS);
    Ok(RolePreview {
        invites: count(Capability::Invite, read.count(&counter::invites(InviteClass::All))?, &invites_to)?,
        results: count(Capability::ReadResults, read.count(&counter::submissions(Listed::All))?, &results_of)?,
        capabilities,
        tests,
    })
}
