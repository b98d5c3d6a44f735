//! Scores the submissions of a test again after its repairs changed. In batches: a stop between two leaves each submission
//! scored before or after, and the next start begins again with those that differ.

use super::rescore::Rescorer;
use crate::{
    app::App,
    domain::{
        AttemptId, Result, TestId, background_job::JobKind, list::Scope, repair::Repairs, submission::Submission,
    },
    service::{
        events,
        operate::background_jobs,
        query,
        result::results::{self, SubmissionFilter},
        scoring::rubrics,
        work::{By, Work},
    },
    store::{Read, records},
};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Submissions per transaction, so that candidates' saves do not wait.
const BATCH: usize = 100;
/// Pause after a failure.
const PAUSE: Duration = Duration::from_secs(5);

/// Applies repairs and changed rubrics until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    loop {
        let failed = tokio::select! {
            () = stop.cancelled() => return,
            done = both(&app) => done.inspect_err(|error| tracing::warn!(%error, "scores cannot be recalculated")).is_err(),
        };
        tokio::select! {
            () = stop.cancelled() => return,
            () = app.wakeups.repairs.notified() => {}
            () = tokio::time::sleep(PAUSE), if failed => {}
        }
    }
}

async fn both(app: &App) -> Result<()> {
    pass(app).await?;
    rubrics::job::pass(app).await
}

/// Applies all repairs that are not applied yet.
///
/// # Errors
/// Storage only; a repeat continues.
pub async fn pass(app: &App) -> Result<()> {
    loop {
        let waiting: Vec<Repairs> = app.store.read()?.some_linked(records::REPAIRS_TO_APPLY.all(), 1)?;
        let Some(repairs) = waiting.into_iter().next() else { return Ok(()) };
        apply(app, repairs).await?;
    }
}

async fn apply(app: &App, repairs: Repairs) -> Result<()> {
    let (test, version) = (repairs.test_id, repairs.version);
    let by = repairs.last_change().and_then(|(by, _)| by);
    let stale = app.blocking(move |app| stale(app, &repairs)).await?;
    let write = move |w: &mut Work<'_, '_>, batch: &[AttemptId]| rescore(w, test, batch);
    background_jobs::in_batches(app, by, (JobKind::Repair, test), (&stale, BATCH), write).await?;
    let changed = stale.len();
    app.write(By::Server, move |w| {
        // Repaired again meanwhile: another round.
        if let Some(mut repairs) = w.get::<Repairs>(test)?.filter(|repairs| repairs.version == version) {
            repairs.applied = version;
            w.put(&repairs)?;
            w.audit("test.repairs_applied", test, &format!("{changed} results"))?;
            events::repairs_changed(w, test);
        }
        Ok(())
    })
    .await
}

/// Submissions that are scored otherwise than with these repairs.
fn stale(app: &App, repairs: &Repairs) -> Result<Vec<AttemptId>> {
    let mut rescorer = Rescorer::new(app, repairs);
    let mut stale = Vec::new();
    results::each(app, SubmissionFilter { scope: Scope::Test(repairs.test_id), submitted: None }, |submission| {
        let id = submission.id;
        if rescorer.rescored(&app.store.read()?, submission)?.is_some() {
            stale.push(id);
        }
        Ok(())
    })?;
    Ok(stale)
}

fn rescore(w: &mut Work<'_, '_>, test: TestId, ids: &[AttemptId]) -> Result<()> {
    // As they are now: they may have changed since the submissions were read.
    let repairs = query::repairs::of(w, test)?;
    let mut rescorer = Rescorer::new(w.app, &repairs);
    for id in ids {
        let Some(submission) = w.get::<Submission>(*id)? else { continue };
        if let Some(rescored) = rescorer.rescored(&**w, submission)? {
            rescored.store(w)?;
        }
    }
    Ok(())
}
