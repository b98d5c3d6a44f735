//! Background jobs: begun by a person, kept with their outcome, seen and cancelled by that person alone
//! (`docs/behaviour/data.md#background-jobs`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, JobId, Result, TestId, UserId,
        background_job::{BackgroundJob, JobKind, JobState, MAX_KEPT_JOBS, cut},
        permission::{Capability, Rights},
        test::Test,
        user::User,
    },
    service::work::{By, Work},
    state::{
        background_jobs::RunningJob,
        test_jobs::{TestJob, TestJobProgress},
    },
    store::Read,
};
use futures_util::FutureExt;
use std::{
    future::Future,
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// Time between two writes of the progress of jobs.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// A job that is about to begin.
pub struct NewJob {
    pub kind: JobKind,
    pub test: Option<TestId>,
    /// Name of the file; blank for the title of the test.
    pub subject: String,
}

impl JobKind {
    /// Whether its outcome is kept.
    const fn is_kept(self) -> bool {
        !matches!(self, Self::FileCheck)
    }

    /// Whether it holds a file in memory, of which few are read at a time.
    const fn reads_file(self) -> bool {
        matches!(self, Self::FileCheck | Self::TestImport | Self::QuestionImport)
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
    let title = test.filter(|_| subject.is_empty()).map(|id| app.store.read()?.get::<Test>(id)).transpose()?.flatten();
    let subject = title.map_or(subject, |test| test.title);
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
        note: String::new(),
    };
    if kind.is_kept() {
        let row = job.clone();
        app.write(By::Server, move |w| if w.has::<User>(by)? { Ok(w.put(&row)?) } else { Ok::<_, Error>(()) }).await?;
    }
    app.jobs.background.begin(RunningJob { job, progress, stop });
    Ok(Some(id))
}

/// Like [`begin`], for work that is done whether or not it can be noted.
pub async fn begin_noted(
    app: &App,
    by: Option<UserId>,
    new: NewJob,
    hand: (Arc<TestJobProgress>, CancellationToken),
) -> Option<JobId> {
    begin(app, by, new, hand).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "a background job cannot be noted");
        None
    })
}

/// Stores the outcome of a job, unless it was removed with its account or test meanwhile, and removes the oldest beyond
/// those that are kept.
fn store_end(w: &mut Work<'_, '_>, job: BackgroundJob, JobOutcome { state, note }: JobOutcome) -> Result<()> {
    if !w.has::<BackgroundJob>((job.by, job.id))? {
        return Ok(());
    }
    let (by, ended_at) = (job.by, Some(w.now));
    w.put(&BackgroundJob { state, ended_at, note: cut(&note), ..job })?;
    let own: Vec<BackgroundJob> = w.children(by)?;
    let beyond = own.len().saturating_sub(MAX_KEPT_JOBS);
    for old in own.iter().filter(|old| old.ended_at.is_some()).take(beyond) {
        w.delete::<BackgroundJob>((by, old.id))?;
    }
    Ok(())
}

/// Notes that all that a job waits for is in a queue that is kept: a stop of the server does not end it from now on.
pub(in crate::service) async fn all_queued(app: &App, id: Option<JobId>, steps: usize) {
    let Some(id) = id else { return };
    let total = u32::try_from(steps).unwrap_or(u32::MAX);
    app.jobs.background.set_total(id, total);
    store_row(app, id, move |w, job| Ok(w.put(&BackgroundJob { total, ..job })?)).await;
}

/// Removes a job that had nothing to do.
pub(in crate::service) async fn forget(app: &App, id: Option<JobId>) {
    let Some(id) = id else { return };
    store_row(app, id, |w, job| Ok(w.delete::<BackgroundJob>((job.by, job.id)).map(drop)?)).await;
    app.jobs.background.end(id);
}

/// Changes the row of a job that runs, unless it was removed with its account or test meanwhile.
async fn store_row(
    app: &App,
    id: JobId,
    change: impl FnOnce(&mut Work<'_, '_>, BackgroundJob) -> Result<()> + Send + 'static,
) {
    let Some(running) = app.jobs.background.get(id) else { return };
    let stored = app.write(By::Server, move |w| match w.get::<BackgroundJob>((running.job.by, id))? {
        Some(job) if job.ended_at.is_none() => change(w, job),
        _ => Ok(()),
    });
    if let Err(error) = stored.await {
        tracing::warn!(%error, "a background job cannot be stored");
    }
}

/// Stores how far jobs are, from time to time until `stop`: a process that is killed has said so before.
pub async fn store_progress(app: App, stop: CancellationToken) {
    loop {
        let is_last = tokio::select! {
            () = stop.cancelled() => true,
            () = tokio::time::sleep(PROGRESS_INTERVAL) => false,
        };
        if let Err(error) = store_counts(&app).await {
            tracing::warn!(%error, "the progress of background jobs cannot be stored");
        }
        if is_last {
            return;
        }
    }
}

/// Stores how far the jobs are that have made progress since, in one write. The total of a job that still queues its steps
/// is stored at the end of that.
///
/// # Errors
/// Storage only.
pub async fn store_counts(app: &App) -> Result<()> {
    let moved = moved(app)?;
    if moved.is_empty() {
        return Ok(());
    }
    app.write_paced(app.now(), By::Server, move |w| {
        for BackgroundJob { by, id, done, total, .. } in moved {
            let stored: Option<BackgroundJob> = w.get((by, id))?;
            // Ended meanwhile, or removed with its account or test.
            if let Some(job) = stored.filter(|job| job.ended_at.is_none()) {
                w.put(&BackgroundJob { done, total, ..job })?;
            }
        }
        Ok(())
    })
    .await
}

/// The jobs whose counts are not those that are stored.
fn moved(app: &App) -> Result<Vec<BackgroundJob>> {
    let is_counted = |job: &BackgroundJob| job.kind.is_kept() && (job.kind != JobKind::Rejudge || job.is_queued());
    let mut running = app.jobs.background.all();
    running.retain(|running| is_counted(&running.job));
    if running.is_empty() {
        return Ok(Vec::new());
    }
    let (read, mut moved) = (app.store.read()?, Vec::new());
    for job in running.iter().map(RunningJob::now) {
        let known: Option<BackgroundJob> = read.get((job.by, job.id))?;
        if known.is_some_and(|known| (known.done, known.total) != (job.done, job.total)) {
            moved.push(job);
        }
    }
    Ok(moved)
}

/// Notes the outcome of a job that has begun.
pub async fn end(app: &App, id: Option<JobId>, outcome: impl Into<JobOutcome>) {
    let Some(job) = id.and_then(|id| app.jobs.background.end(id)) else { return };
    if !job.kind.is_kept() {
        return;
    }
    let outcome = outcome.into();
    let stored = app.write(By::Server, move |w| store_end(w, job, outcome)).await;
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
    let id = begin_noted(app, asked.by, new, (asked.progress.clone(), asked.stop.clone())).await;
    let result = tokio::select! {
        () = asked.stop.cancelled() => None,
        result = work => Some(result),
    };
    let state = result.as_ref().map_or(JobState::Cancelled, JobState::of);
    end(app, id, state).await;
    result
}

/// Writes in batches of the server, noted for the person whose change they follow. It cannot be cancelled.
///
/// # Errors
/// Those of `write`; storage.
pub(in crate::service) async fn in_batches<I, F>(
    app: &App,
    by: Option<UserId>,
    (kind, test): (JobKind, TestId),
    (items, size): (&[I], usize),
    write: F,
) -> Result<()>
where
    I: Clone + Send + 'static,
    F: Fn(&mut Work<'_, '_>, &[I]) -> Result<()> + Clone + Send + 'static,
{
    if items.is_empty() {
        return Ok(());
    }
    let progress = Arc::<TestJobProgress>::default();
    progress.expect(items.len());
    let new = NewJob { kind, test: Some(test), subject: String::new() };
    let id = begin_noted(app, by, new, (progress.clone(), CancellationToken::new())).await;
    let all = async {
        for batch in items.chunks(size) {
            app.write_batches(batch, size, write.clone()).await?;
            progress.advance(batch.len());
        }
        Ok(())
    };
    let result = all.await;
    end(app, id, JobState::of(&result)).await;
    result
}

/// How a job ended.
#[derive(Clone)]
pub struct JobOutcome {
    pub state: JobState,
    /// States what was not done; blank if all was.
    pub note: String,
}

impl From<JobState> for JobOutcome {
    fn from(state: JobState) -> Self {
        Self { state, note: String::new() }
    }
}

/// A job, as its work sees it.
#[derive(Clone)]
pub struct JobInHand {
    pub progress: Arc<TestJobProgress>,
    stop: CancellationToken,
    /// The outcome of work that says itself how it ended.
    outcome: Arc<OnceLock<JobOutcome>>,
}

impl JobInHand {
    fn new() -> Self {
        Self { progress: Arc::default(), stop: CancellationToken::new(), outcome: Arc::default() }
    }

    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Keeps an outcome instead of the one that the result has. The first one counts.
    pub fn ends(&self, state: JobState, note: String) {
        self.outcome.get_or_init(|| JobOutcome { state, note });
    }

    /// Waits for a step that stores nothing, until the job is cancelled. What is stored is never cancelled: a write that was
    /// begun is committed whether or not it is waited for.
    ///
    /// # Errors
    /// Those of `step`; 409 `cancelled`.
    pub async fn until_cancelled<T>(&self, step: impl Future<Output = Result<T>>) -> Result<T> {
        let detail = "This job was cancelled. Nothing was imported.";
        tokio::select! {
            () = self.stop.cancelled() => Err(Error::conflict(ErrorCode::Cancelled, detail)),
            result = step => result,
        }
    }
}

/// Runs a job to its end, also when the caller goes away.
///
/// # Errors
/// Those of `work`.
pub async fn run<T, F>(
    app: &App,
    by: Option<UserId>,
    new: NewJob,
    work: impl FnOnce(App, JobInHand) -> F + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    F: Future<Output = Result<T>> + Send + 'static,
{
    let owned = app.clone();
    detached(async move { to_end(&owned, by, new, work).await }).await
}

/// Waits for work that goes on when the caller goes away.
///
/// # Errors
/// Those of `work`.
pub(in crate::service) async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    let (reply, outcome) = oneshot::channel();
    tokio::spawn(async move {
        // The caller may have gone: the job has its outcome.
        drop(reply.send(work.await));
    });
    outcome.await.unwrap_or_else(|_| Err(Error::unavailable("The server is stopping.", 5)))
}

async fn to_end<T, F>(app: &App, by: Option<UserId>, new: NewJob, work: impl FnOnce(App, JobInHand) -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    let (job, kind) = (JobInHand::new(), new.kind);
    let id = begin(app, by, new, (job.progress.clone(), job.stop.clone())).await?;
    // A panic is an outcome, too: else the job would run for ever in the list.
    let result = AssertUnwindSafe(in_turn(app, kind, job.clone(), work)).catch_unwind().await;
    let result = result.unwrap_or_else(|_| Err(Error::internal("a background job panicked")));
    let outcome = job.outcome.get().filter(|_| result.is_ok()).cloned();
    end(app, id, outcome.unwrap_or_else(|| JobState::of(&result).into())).await;
    result
}

async fn in_turn<T, F>(app: &App, kind: JobKind, job: JobInHand, work: impl FnOnce(App, JobInHand) -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    if !kind.reads_file() {
        return work(app.clone(), job).await;
    }
    // The semaphore is never closed.
    let turn = async { app.jobs.background.files.acquire().await.map_err(Error::internal) };
    let _turn = job.until_cancelled(turn).await?;
    work(app.clone(), job).await
}

/// The jobs of an account, newest first, without those about tests for which it has no role any more: they have the title.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, account: UserId, rights: &Rights) -> Result<Vec<BackgroundJob>> {
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
    jobs.retain(|job| job.test_id.is_none_or(|test| knows(rights, test)));
    jobs.sort_by_key(|job| std::cmp::Reverse(job.id));
    Ok(jobs)
}

/// Whether any role of an account is for a test.
fn knows(rights: &Rights, test: TestId) -> bool {
    let mut scopes = Capability::ALL.into_iter().filter_map(|capability| rights.scope(capability));
    scopes.any(|scope| scope.permits(test))
}

/// Ends a job early. One that has ended stays as it is.
///
/// # Errors
/// 404; 409 `cannot_cancel`.
pub fn cancel(app: &App, account: UserId, id: JobId) -> Result<()> {
    if app.jobs.background.of(account).iter().any(|job| job.id == id && !job.kind.can_cancel()) {
        return Err(Error::conflict(ErrorCode::CannotCancel, "This job cannot be cancelled."));
    }
    if app.jobs.background.cancel(account, id) || app.store.read()?.has::<BackgroundJob>((account, id))? {
        return Ok(());
    }
    Err(Error::not_found("job"))
}

/// After a start: what ran when the server stopped was interrupted, with the counts that were stored last. A job whose steps
/// are in a queue that is kept goes on.
///
/// # Errors
/// Storage only.
pub async fn end_interrupted(app: &App) -> Result<()> {
    let all: Vec<BackgroundJob> = app.store.read()?.records()?;
    for job in all.into_iter().filter(|job| job.ended_at.is_none()) {
        if job.is_queued() {
            let progress = Arc::<TestJobProgress>::default();
            progress.set(job.done.into(), job.total.into());
            app.jobs.background.begin(RunningJob { job, progress, stop: CancellationToken::new() });
            continue;
        }
        app.write(By::Server, move |w| store_end(w, job, JobState::Interrupted.into())).await?;
    }
    Ok(())
}
