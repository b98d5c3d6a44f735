//! Deals what waits after a change of the assignments, in batches.

use super::dealer;
use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Result, TestId,
        anonymity::Anonymity,
        assignment::Assignments,
        list::Scope,
        marking::{Marking, MarkingState},
        submission::Submission,
        time::Span,
    },
    service::{
        events,
        result::results::{self, SubmissionFilter},
        work::By,
    },
    store::{Read, Snapshot, records},
};

/// Submissions per transaction, so that candidates' saves do not wait.
const BATCH: usize = 50;

/// Deals what changed assignments have left, and once in each period what was submitted to tests that hide names.
///
/// # Errors
/// Storage only; a repeat continues.
pub async fn pass(app: &App) -> Result<()> {
    loop {
        let waiting: Vec<Assignments> = app.store.read()?.some_linked(records::ASSIGNMENTS_TO_DEAL.all(), 1)?;
        let Some(plan) = waiting.into_iter().next() else { break };
        of_test(app, plan).await?;
    }
    let Some(until) = app.jobs.deferred_answers.due(app.now()) else { return Ok(()) };
    let tests = nameless(&app.store.read()?)?;
    for test in tests {
        let waiting = app.blocking(move |app| deferred_answers(app, test, until)).await?;
        app.write_batches(&waiting, BATCH, move |w, batch| dealer::deal(w, test, batch)).await?;
    }
    app.jobs.deferred_answers.dealt(until);
    Ok(())
}

/// Tests that hide names and have assignments.
fn nameless(read: &Snapshot) -> Result<Vec<TestId>> {
    let all: Vec<Anonymity> = read.records()?;
    let mut tests = Vec::new();
    for Anonymity { test_id, .. } in all.into_iter().filter(Anonymity::hides) {
        if read.has::<Assignments>(test_id)? {
            tests.push(test_id);
        }
    }
    Ok(tests)
}

/// Submissions from before `until` that were never dealt.
fn deferred_answers(app: &App, test: TestId, until: Instant) -> Result<Vec<AttemptId>> {
    let submitted = Some(Span { from: Instant::MIN, to: until });
    of_submissions(app, SubmissionFilter { scope: Scope::Test(test), submitted }, |submission, dealt| {
        submission.pending_reviews > 0 && dealt.is_empty()
    })
}

/// Deals the waiting answers of a test again. Interrupted, it begins again with those that are not dealt yet.
pub(super) async fn of_test(app: &App, plan: Assignments) -> Result<()> {
    let (test, version) = (plan.test_id, plan.version);
    let waiting = app.blocking(move |app| waiting(app, test)).await?;
    app.write_batches(&waiting, BATCH, move |w, batch| dealer::deal(w, test, batch)).await?;
    app.write(By::Server, move |w| {
        // Changed again meanwhile: another round.
        if let Some(mut plan) = w.get::<Assignments>(test)?.filter(|plan| plan.version == version && plan.is_dealing())
        {
            plan.dealt = version;
            w.put(&plan)?;
            events::assignments_changed(w, test);
        }
        Ok(())
    })
    .await
}

/// Submissions with answers that wait for a score, oldest first.
fn waiting(app: &App, test: TestId) -> Result<Vec<AttemptId>> {
    of_submissions(app, SubmissionFilter { scope: Scope::Test(test), submitted: None }, |submission, dealt| {
        submission.pending_reviews > 0 || dealt.iter().any(|marking| marking.state == MarkingState::Waiting)
    })
}

/// The submissions that `wanted` chooses by what was dealt of them.
fn of_submissions(
    app: &App,
    filter: SubmissionFilter,
    wanted: impl Fn(&Submission, &[Marking]) -> bool,
) -> Result<Vec<AttemptId>> {
    let mut found = Vec::new();
    results::each(app, filter, |submission| {
        let dealt = app.store.read()?.linked(records::MARKINGS_BY_ANSWER.under(submission.id))?;
        if wanted(&submission, &dealt) {
            found.push(submission.id);
        }
        Ok(())
    })?;
    Ok(found)
}
