//! The background jobs that run (`docs/behaviour/data.md#background-jobs`). A restart forgets them; the store knows which of
//! them were kept.

use super::test_jobs::TestJobProgress;
use crate::{
    domain::{JobId, UserId, background_job::BackgroundJob},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, PoisonError},
};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Files that are read or imported at the same time; more of them wait.
pub const MAX_FILES: usize = 2;

#[derive(Clone)]
pub struct RunningJob {
    pub job: BackgroundJob,
    pub progress: Arc<TestJobProgress>,
    /// Ends the job early.
    pub stop: CancellationToken,
}

impl RunningJob {
    /// The job as it is now.
    #[must_use]
    pub fn now(&self) -> BackgroundJob {
        let (done, total) = self.progress.counts();
        BackgroundJob { done, total, ..self.job.clone() }
    }
}

pub struct BackgroundJobs {
    running: Mutex<BTreeMap<JobId, RunningJob>>,
    pub(crate) files: Semaphore,
    /// Who asked for a backup that has not begun.
    backups: Mutex<BTreeSet<UserId>>,
}

impl Default for BackgroundJobs {
    fn default() -> Self {
        Self { running: Mutex::default(), files: Semaphore::new(MAX_FILES), backups: Mutex::default() }
    }
}

impl BackgroundJobs {
    fn running(&self) -> MutexGuard<'_, BTreeMap<JobId, RunningJob>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn begin(&self, running: RunningJob) {
        self.running().insert(running.job.id, running);
    }

    /// Sets the number of steps, which is known only now.
    pub fn set_total(&self, id: JobId, total: u32) {
        if let Some(running) = self.running().get_mut(&id) {
            running.job.total = total;
        }
    }

    /// Returns the job as it was at its end.
    pub fn end(&self, id: JobId) -> Option<BackgroundJob> {
        let ended = self.running().remove(&id);
        ended.map(|running| running.now())
    }

    pub fn get(&self, id: JobId) -> Option<RunningJob> {
        self.running().get(&id).cloned()
    }

    /// The jobs of all accounts, oldest first.
    pub fn all(&self) -> Vec<RunningJob> {
        self.running().values().cloned().collect()
    }

    /// The jobs of an account, oldest first.
    pub fn of(&self, account: UserId) -> Vec<BackgroundJob> {
        self.running().values().filter(|running| running.job.by == account).map(RunningJob::now).collect()
    }

    pub fn ask_backup(&self, by: UserId) {
        self.backups.lock().unwrap_or_else(PoisonError::into_inner).insert(by);
    }

    /// Who asked for the backup that begins.
    pub fn take_backups(&self) -> BTreeSet<UserId> {
        std::mem::take(&mut *self.backups.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks a job of an account to end. Returns whether it runs.
    pub fn cancel(&self, account: UserId, id: JobId) -> bool {
        let table = self.running();
        let found = table.get(&id).filter(|running| running.job.by == account);
        let stop = found.map(|running| running.stop.clone());
        drop(table);
        stop.inspect(CancellationToken::cancel).is_some()
    }
}
