//! Judging again as a background job, which ends with the last verdict that it waits for. The answers in the queue name it, so
//! that it goes on after a stop of the server (`docs/behaviour/data.md#background-jobs`).

use crate::{
    app::App,
    domain::{
        Error, JobId, Result, UserId,
        background_job::{JobKind, JobState},
    },
    service::operate::background_jobs::{self, JobOutcome, NewJob},
    state::test_jobs::TestJobProgress,
    store::{Read, records::counter},
};
use futures_util::FutureExt;
use std::{panic::AssertUnwindSafe, sync::Arc};
use tokio_util::sync::CancellationToken;

/// The job for which answers are queued.
pub(in crate::service) struct RejudgeJob {
    id: Option<JobId>,
    progress: Arc<TestJobProgress>,
}

impl RejudgeJob {
    /// `None` for the operator.
    #[must_use]
    pub const fn id(&self) -> Option<JobId> {
        self.id
    }

    /// Counts answers that were queued.
    pub fn queued(&self, answers: usize) {
        self.progress.expect(answers);
    }
}

/// Queues answers, also when the caller goes away, for a job that ends with the last verdict on them. Returns how many
/// `queue` has queued; without one, no job is left.
///
/// # Errors
/// Those of `queue`; storage.
pub(in crate::service) async fn run<F>(
    app: &App,
    by: Option<UserId>,
    new: NewJob,
    queue: impl FnOnce(App, RejudgeJob) -> F + Send + 'static,
) -> Result<usize>
where
    F: Future<Output = Result<usize>> + Send + 'static,
{
    let app = app.clone();
    background_jobs::detached(async move {
        let progress = Arc::<TestJobProgress>::default();
        let id = background_jobs::begin_noted(&app, by, new, (progress.clone(), CancellationToken::new())).await;
        let work = queue(app.clone(), RejudgeJob { id, progress });
        // A panic is an outcome, too: else the job would run for ever in the list.
        let result = AssertUnwindSafe(work).catch_unwind().await;
        let result = result.unwrap_or_else(|_| Err(Error::internal("the queueing of answers panicked")));
        let (queued, state) = (result.as_ref().ok().copied(), JobState::of(&result));
        match queued {
            Some(0) => background_jobs::forget(&app, id).await,
            Some(answers) => background_jobs::all_queued(&app, id, answers).await,
            None => background_jobs::end(&app, id, state).await,
        }
        // The last verdict may have come before the end of the queueing.
        app.code.judging.ring();
        result
    })
    .await
}

/// Counts the verdicts that jobs have waited for, and ends the jobs that wait for none any more.
///
/// # Errors
/// Storage only.
pub(super) async fn settle(app: &App) -> Result<()> {
    for running in app.jobs.background.all() {
        if running.job.kind != JobKind::Rejudge {
            continue;
        }
        let (waiting, failed) = counts(app, running.job.id)?;
        let (_, total) = running.progress.counts();
        running.progress.reach(u64::from(total).saturating_sub(waiting));
        if waiting == 0 && running.job.is_queued() {
            background_jobs::end(app, Some(running.job.id), outcome(failed, total)).await;
        }
    }
    Ok(())
}

/// Answers that a job waits for, and those of them that were set aside.
fn counts(app: &App, job: JobId) -> Result<(u64, u64)> {
    let read = app.store.read()?;
    Ok((read.count(&counter::judgings_waited_for(job))?, read.count(&counter::judgings_failed_of(job))?))
}

fn outcome(failed: u64, total: u32) -> JobOutcome {
    let note = match failed {
        0 => String::new(),
        _ => format!("{failed} of {total} answers were set aside: the code runner had no verdict on them."),
    };
    JobOutcome { state: JobState::Done, note }
}
