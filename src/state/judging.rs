//! Answers that the runner is judging now. In memory only: after a restart they are sent again.

use crate::{
    domain::{AttemptId, Instant, TestId, time::SignedDuration},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::PoisonError,
};
use tokio::sync::{Notify, futures::Notified};
use uuid::Uuid;

/// Answers that runners have at the same time: twice as many as they have slots, at least and at most so many. Candidates'
/// own runs have their turns between them.
pub const MIN_IN_FLIGHT: usize = 32;
pub const MAX_IN_FLIGHT: usize = 256;

/// An answer that was sent.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub attempt: AttemptId,
    pub question: String,
    /// The round of the judging: another round has another ticket.
    pub round: u32,
    /// Longest time from its start to its outcome.
    pub timeout: SignedDuration,
    /// Time at which the runner began with it.
    pub started_at: Option<Instant>,
}

#[derive(Default)]
pub struct JudgingInFlight {
    jobs: Mutex<HashMap<Uuid, Ticket>>,
    wakeup: Notify,
    /// Languages that runners offered at the last pass of the worker.
    languages: Mutex<BTreeSet<String>>,
    /// Time at which the worker last saw that answers to a test waited for its running attempts.
    held: Mutex<HashMap<TestId, Instant>>,
}

impl JudgingInFlight {
    fn jobs(&self) -> MutexGuard<'_, HashMap<Uuid, Ticket>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the languages that runners offer now. Returns whether some were not offered the time before.
    pub fn offer(&self, names: BTreeSet<String>) -> bool {
        let mut known = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
        let has_new = !names.is_subset(&known);
        *known = names;
        has_new
    }

    /// Answers to these tests wait for running attempts now.
    pub fn hold(&self, tests: impl Iterator<Item = TestId>, now: Instant) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).extend(tests.map(|test| (test, now)));
    }

    #[must_use]
    pub fn held_until(&self, test: TestId) -> Option<Instant> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).get(&test).copied()
    }

    /// Wakes the worker.
    pub fn ring(&self) {
        self.wakeup.notify_one();
    }

    pub fn rung(&self) -> Notified<'_> {
        self.wakeup.notified()
    }

    pub fn begin(&self, job: Uuid, ticket: Ticket) {
        self.jobs().insert(job, ticket);
    }

    #[must_use]
    pub fn get(&self, job: Uuid) -> Option<Ticket> {
        self.jobs().get(&job).cloned()
    }

    /// The runner began with a job. Returns whether it is one of these.
    pub fn started(&self, job: Uuid, now: Instant) -> bool {
        self.jobs().get_mut(&job).map(|ticket| ticket.started_at = Some(now)).is_some()
    }

    /// The runner that began with a job is gone. Returns whether it is one of these.
    pub fn returned(&self, job: Uuid) -> bool {
        self.jobs().get_mut(&job).map(|ticket| ticket.started_at = None).is_some()
    }

    pub fn end(&self, job: Uuid) {
        self.jobs().remove(&job);
        self.ring();
    }

    /// The runner did not take it: the worker tries again later.
    pub fn drop_unsent(&self, job: Uuid) {
        self.jobs().remove(&job);
    }

    #[must_use]
    pub fn has(&self, attempt: AttemptId, question: &str, round: u32) -> bool {
        let is_it = |t: &Ticket| t.attempt == attempt && t.question == question && t.round == round;
        self.jobs().values().any(is_it)
    }

    #[must_use]
    pub fn count(&self) -> usize {
        self.jobs().len()
    }

    /// Jobs that take too long.
    #[must_use]
    pub fn overdue(&self, now: Instant) -> Vec<Uuid> {
        let is_overdue = |t: &Ticket| t.started_at.is_some_and(|at| now.since(at) > t.timeout);
        self.jobs().iter().filter(|(_, ticket)| is_overdue(ticket)).map(|(job, _)| *job).collect()
    }

    /// Returns all jobs, to be cancelled.
    #[must_use]
    pub fn forget_all(&self) -> Vec<Uuid> {
        self.jobs().drain().map(|(job, _)| job).collect()
    }

    /// The attempt was erased. Returns its jobs, to be cancelled.
    #[must_use]
    pub fn forget(&self, attempt: AttemptId) -> Vec<Uuid> {
        let mut jobs = self.jobs();
        let found: Vec<Uuid> = jobs.iter().filter(|(_, t)| t.attempt == attempt).map(|(job, _)| *job).collect();
        for job in &found {
            jobs.remove(job);
        }
        found
    }
}
