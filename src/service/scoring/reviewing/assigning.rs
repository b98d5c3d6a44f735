//! The assignments of a test: who scores which answers, and how far everyone is.

use super::dealing;
use crate::{
    app::App,
    domain::{
        Instant, Result, TestId, UserId,
        assignment::{self, AssignmentItem, Assignments, ScoreSlot},
        error::FieldChecker,
        marking::{MarkingList, ScoreComparison},
        permission::Capability,
        test::{Question, Test},
        user::User,
    },
    service::{
        actor::{self, Scorer},
        events,
        query::{
            person::{name_of, staff},
            plans,
            version::require_version,
        },
        work::Work,
    },
    store::{
        Read,
        records::{self, counter},
    },
};
use std::collections::{BTreeSet, HashSet};

/// Someone's answers of a test.
pub struct ReviewerProgress {
    pub reviewer: UserId,
    pub name: String,
    pub done: u64,
    pub left: u64,
}

/// The assignments of a test as administrators see them.
pub struct AssignmentsOverview {
    pub plan: Assignments,
    /// Who changed them last, and when; `None` before the first time.
    pub changed: Option<(String, Instant)>,
    /// People who can be assigned, oldest account first.
    pub people: Vec<User>,
    /// The progress of everyone who has answers.
    pub progress: Vec<ReviewerProgress>,
    /// Answers whose two scores differ.
    pub to_settle: u64,
}

/// # Errors
/// Storage only.
pub fn overview(app: &App, _: &Scorer, test: TestId) -> Result<AssignmentsOverview> {
    let read = app.store.read()?;
    let marks = |user: &User| user.is_active && user.role.is_marker();
    let people: Vec<User> = staff(&read)?.into_iter().filter(marks).collect();
    let plan = of(&read, test)?;
    let mut progress = Vec::new();
    for user in &people {
        let count = |list| read.count(&counter::markings_in(test, user.id, list));
        let is_assigned = plan.items.iter().any(|item| item.reviewer_id == user.id);
        // What was dealt to someone who was taken out since is no one's, until it is dealt again.
        let left = if is_assigned { count(MarkingList::Waiting)? } else { 0 };
        let done = count(MarkingList::Done)?;
        if is_assigned || done > 0 {
            progress.push(ReviewerProgress { reviewer: user.id, name: user.full_name.clone(), done, left });
        }
    }
    let changed = (plan.version > 0).then(|| name_of(&read, plan.by)).transpose()?.map(|by| (by, plan.at));
    let to_settle = read.count(&counter::compared(test, ScoreComparison::ToSettle))?;
    Ok(AssignmentsOverview { plan, changed, people, progress, to_settle })
}

pub(super) fn of(read: &impl Read, test: TestId) -> Result<Assignments> {
    Ok(read.get(test)?.unwrap_or_else(|| Assignments::none(test)))
}

/// Questions of a test that people score, of its current version and of the papers that were taken.
///
/// # Errors
/// Storage only.
fn scored_by_people(read: &impl Read, test: TestId) -> Result<Vec<Question>> {
    let now: Option<Test> = read.get(test)?;
    let mut known = HashSet::new();
    let all = now.into_iter().flat_map(|test| test.questions).chain(plans::ever_asked(read, test)?);
    Ok(all.filter(|question| !question.is_auto() && known.insert(question.id.clone())).collect())
}

/// Replaces the assignments, and deals all answers that wait again. What is scored stays with who scored it.
///
/// # Errors
/// 409 `changed_meanwhile` with the author and time of the current ones; 422.
pub async fn set(
    app: &App,
    scorer: &Scorer,
    test: TestId,
    items: Vec<AssignmentItem>,
    version: Option<u32>,
) -> Result<AssignmentsOverview> {
    let known: HashSet<String> =
        scored_by_people(&app.store.read()?, test)?.into_iter().map(|question| question.id).collect();
    let plan = app
        .write(scorer, move |w| {
            let plan = of(&**w, test)?;
            let stored = (plan.version > 0).then_some((plan.version, plan.by, plan.at));
            require_version(&**w, version, stored, "the assignments")?;
            let role_of = |id| w.get::<User>(id).ok().flatten().filter(|user| user.is_active).map(|user| user.role);
            assignment::check(&items, role_of, |question| known.contains(question))?;
            if plan.items == items {
                return Ok(plan);
            }
            require_blind(&**w, test, &items)?;
            let before = plan.items.clone();
            let plan = Assignments { items, version: plan.version + 1, by: w.by.account(), at: w.now, ..plan };
            store(w, &plan, &before)?;
            w.audit("test.assign", test, &format!("{} assignments", plan.items.len()))?;
            Ok(plan)
        })
        .await?;
    if plan.is_dealing() {
        dealing::of_test(app, plan).await?;
    }
    overview(app, scorer, test)
}

/// Second markers must not have a role by which they read the results of the test, and so the first scores.
///
/// # Errors
/// 422 on `items[n].reviewer_id`.
fn require_blind(read: &impl Read, test: TestId, items: &[AssignmentItem]) -> Result<()> {
    let mut check = FieldChecker::default();
    for (n, item) in items.iter().enumerate().filter(|(_, item)| item.slot == ScoreSlot::Second) {
        let Some(user) = read.get::<User>(item.reviewer_id)? else { continue };
        let scope = actor::rights(read, &user)?.scope(Capability::ReadResults);
        let message = "This person has a role that shows the results of this test, and so cannot be a second marker.";
        let is_blind = !scope.is_some_and(|scope| scope.permits(test));
        check.require(is_blind, format!("items[{n}].reviewer_id"), message);
    }
    check.finish(&["items"])
}

fn store(w: &mut Work<'_, '_>, plan: &Assignments, before: &[AssignmentItem]) -> Result<()> {
    w.put(plan)?;
    events::assignments_changed(w, plan.test_id);
    let concerned: BTreeSet<UserId> = before.iter().chain(&plan.items).map(|item| item.reviewer_id).collect();
    for reviewer in concerned {
        events::reviewing_changed(w, reviewer, plan.test_id);
    }
    Ok(())
}

/// Takes a person out of all assignments: what waits for them is dealt to the others soon, their scores stay.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn forget(w: &mut Work<'_, '_>, reviewer: UserId) -> Result<()> {
    for mut plan in w.linked(records::ASSIGNMENTS_BY_REVIEWER.under(reviewer))? {
        let before = plan.items.clone();
        plan.forget(reviewer);
        (plan.version, plan.by, plan.at) = (plan.version + 1, w.by.account(), w.now);
        store(w, &plan, &before)?;
    }
    Ok(())
}
