//! Deals what waits after a change of the assignments, in batches.

use super::dealer;
use crate::{
    app::App,
    domain::{AttemptId, Result, TestId, assignment::Assignments, list::Scope, marking::State},
    service::{
        events,
        result::results::{self, Filter},
        work::By,
    },
    store::{Read, records},
};

/// Submissions per transaction, so that candidates' saves do not wait.
const BATCH: usize = 50;

/// Deals what changed assignments have left.
///
/// # Errors
/// Storage only; a repeat continues.
pub async fn pass(app: &App) -> Result<()> {
    loop {
        let waiting: Vec<Assignments> = app.store.read()?.some_linked(records::ASSIGNMENTS_TO_DEAL.all(), 1)?;
        let Some(plan) = waiting.into_iter().next() else { return Ok(()) };
        of_test(app, plan).await?;
    }
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
    let mut found = Vec::new();
    results::each(app, Filter { scope: Scope::Test(test), submitted: None }, |submission| {
        let dealt = app.store.read()?.linked(records::MARKINGS_BY_ANSWER.under(submission.id))?;
        if submission.pending_reviews > 0 || dealt.iter().any(|m| m.state == State::Waiting) {
            found.push(submission.id);
        }
        Ok(())
    })?;
    Ok(found)
}
