//! Background jobs: begun by a person, kept with their outcome, seen and cancelled by that person alone
//! (`docs/behaviour/data.md#background-jobs`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, JobId, Result, TestId, UserId,
        background_job::{BackgroundJob, JobKind, JobState, MAX_KEPT_JOBS, cut},
        user::User,
    },
    service::work::{By, Work},
    state::{
        background_jobs::RunningJob,
        test_jobs::{TestJob, TestJobProgress},
    },
    store::Read,
};
use std::{future::Future, sync::Arc};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// A job that is about to begin.
pub struct NewJob {
    pub kind: JobKind,
    pub test: Option<TestId>,
    /// Name of the file; blank for a job about a test.
    pub subject: String,
}

impl JobKind {
    /// Whether its outcome is kept.
    const fn is_kept(self) -> bool {
        !matches!(self, Self::FileCheck)
    }
}

/// Notes that a job begins. The operator's are not noted: the command that asked for them shows them.
///
/// # Errors
/// Storage only.
pub(in crate::service) async fn begin(
    app: &App,
    by: Option<UserId>,
    NewJob { kind, test, subject }: NewJob,
    (progress, stop): (Arc<TestJobProgress>, CancellationToken),
) -> Result<Option<JobId>> {
    let Some(by) = by else { return Ok(None) };
    let id: JobId = app.new_id();
    let job = BackgroundJob {
        id,
        by,
        kind,
        test_id: test,
        subject: cut(&subject),
        state: JobState::Running,
        done: 0,
        total: 0,
        begun_at: app.now(),
        ended_at: None,
    };
    if kind.is_kept() {
        let row = job.clone();
        app.write(By::Server, move |w| keep(w, &row)).await?;
    }
    app.jobs.background.begin(RunningJob { job, progress, stop });
    Ok(Some(id))
}

/// Stores a job of an account that is there, and removes the oldest beyond those that are kept.
fn keep(w: &mut Work<'_, '_>, job: &BackgroundJob) -> Result<()> {
    if !w.has::<User>(job.by)? {
        return Ok(());
    }
    let own: Vec<BackgroundJob> = w.children(job.by)?;
    let beyond = (own.len() + 1).saturating_sub(MAX_KEPT_JOBS);
    for old in own.iter().filter(|old| old.ended_at.is_some()).take(beyond) {
        w.delete::<BackgroundJob>((old.by, old.id))?;
    }
    Ok(w.put(job)?)
}

/// Notes the outcome of a job that has begun.
pub(in crate::service) async fn end(app: &App, id: Option<JobId>, state: JobState) {
    let Some(job) = id.and_then(|id| app.jobs.background.end(id)) else { return };
    if !job.kind.is_kept() {
        return;
    }
    let stored = app
        .write(By::Server, move |w| {
            // Removed with the account or the test meanwhile.
            if w.has::<BackgroundJob>((job.by, job.id))? {
                let ended_at = Some(w.now);
                w.put(&BackgroundJob { state, ended_at, ..job })?;
            }
            Ok::<_, Error>(())
        })
        .await;
    if let Err(error) = stored {
        tracing::warn!(%error, "the outcome of a background job cannot be stored");
    }
}

/// Runs a job about a test to its end, noted for the person who asked for it. `None` if it was cancelled.
pub(in crate::service) async fn of_test<T>(
    app: &App,
    kind: JobKind,
    asked: &TestJob,
    work: impl Future<Output = Result<T>>,
) -> Option<Result<T>> {
    let new = NewJob { kind, test: Some(asked.test), subject: String::new() };
    let noted = begin(app, asked.by, new, (asked.progress.clone(), asked.stop.clone())).await;
    let id = noted.unwrap_or_else(|error| {
        tracing::warn!(%error, "a background job cannot be noted");
        None
    });
    let result = tokio::select! {
        () = asked.stop.cancelled() => None,
        result = work => Some(result),
    };
    let state = result.as_ref().map_or(JobState::Cancelled, |result| JobState::of(result, false));
    end(app, id, state).await;
    result
}

/// Runs a job about a file to its end, also when the caller goes away.
///
/// # Errors
/// Those of `work`; 409 `cancelled`.
pub async fn run<T, F>(
    app: &App,
    by: Option<UserId>,
    new: NewJob,
    work: impl FnOnce(App, Arc<TestJobProgress>) -> F + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    F: Future<Output = Result<T>> + Send + 'static,
{
    let (reply, outcome) = oneshot::channel();
    let owned = app.clone();
    tokio::spawn(async move {
        let result = to_end(&owned, by, new, work).await;
        // The caller may have gone: the job has its outcome.
        drop(reply.send(result));
    });
    outcome.await.unwrap_or_else(|_| Err(Error::unavailable("The server is stopping.", 5)))
}

async fn to_end<T, F>(
    app: &App,
    by: Option<UserId>,
    new: NewJob,
    work: impl FnOnce(App, Arc<TestJobProgress>) -> F,
) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    let (progress, stop) = (Arc::<TestJobProgress>::default(), CancellationToken::new());
    let id = begin(app, by, new, (progress.clone(), stop.clone())).await?;
    let cancelled = || Error::conflict(ErrorCode::Cancelled, "This job was cancelled. Nothing was imported.");
    let result = tokio::select! {
        () = stop.cancelled() => Err(cancelled()),
        result = in_turn(app, progress, work) => result,
    };
    end(app, id, JobState::of(&result, stop.is_cancelled())).await;
    result
}

async fn in_turn<T, F>(
    app: &App,
    progress: Arc<TestJobProgress>,
    work: impl FnOnce(App, Arc<TestJobProgress>) -> F,
) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    // Never closed.
    let _turn = app.jobs.background.files.acquire().await.map_err(Error::internal)?;
    work(app.clone(), progress).await
}

/// The jobs of an account, newest first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, account: UserId) -> Result<Vec<BackgroundJob>> {
    // Before the store: a job that ends between the two is in both.
    let running = app.jobs.background.of(account);
    let mut jobs: Vec<BackgroundJob> = app.store.read()?.children(account)?;
    for job in running {
        match jobs.iter_mut().find(|known| known.id == job.id) {
            Some(known) if known.ended_at.is_none() => *known = job,
            Some(_) => {}
            None => jobs.push(job),
        }
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.id));
    Ok(jobs)
}

/// Ends a job early. One that has ended stays as it is.
///
/// # Errors
/// 404.
pub fn cancel(app: &App, account: UserId, id: JobId) -> Result<()> {
    if app.jobs.background.cancel(account, id) || app.store.read()?.has::<BackgroundJob>((account, id))? {
        return Ok(());
    }
    Err(Error::not_found("job"))
}

/// After a start: what ran when the server stopped was interrupted.
///
/// # Errors
/// Storage only.
pub async fn end_interrupted(app: &App) -> Result<()> {
    let all: Vec<BackgroundJob> = app.store.read()?.records()?;
    for job in all.into_iter().filter(|job| job.ended_at.is_none()) {
        app.write(By::Server, move |w| {
            if w.has::<BackgroundJob>((job.by, job.id))? {
                let ended_at = Some(w.now);
                w.put(&BackgroundJob { state: JobState::Interrupted, ended_at, ..job })?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    }
    Ok(())
}
