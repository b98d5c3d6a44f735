//! Jobs of the runner whose caller waits for the outcome.

use crate::{
    runner::job::Outcome,
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};
use tokio::sync::oneshot::{self, Receiver, Sender};
use uuid::Uuid;

/// Jobs that are awaited at the same time.
pub const MAX_AWAITED: usize = 24;

#[derive(Default)]
pub struct AwaitedJobs(Mutex<HashMap<Uuid, Sender<Outcome>>>);

impl AwaitedJobs {
    fn jobs(&self) -> MutexGuard<'_, HashMap<Uuid, Sender<Outcome>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None` if too many are awaited.
    #[must_use]
    pub fn begin(&self, job: Uuid) -> Option<Receiver<Outcome>> {
        let (sender, receiver) = oneshot::channel();
        let mut jobs = self.jobs();
        if jobs.len() >= MAX_AWAITED {
            return None;
        }
        jobs.insert(job, sender);
        Some(receiver)
    }

    #[must_use]
    pub fn has(&self, job: Uuid) -> bool {
        self.jobs().contains_key(&job)
    }

    /// Ends the wait of the job's caller. Returns whether the job had no outcome yet.
    pub fn end(&self, job: Uuid) -> bool {
        self.jobs().remove(&job).is_some()
    }

    pub fn finish(&self, job: Uuid, outcome: Outcome) {
        let waiting = self.jobs().remove(&job);
        if let Some(waiting) = waiting {
            // Its caller may have left.
            let _ = waiting.send(outcome);
        }
    }
}
