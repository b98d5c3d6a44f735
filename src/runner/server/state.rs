//! What connections and slots share: the queue, and what runs.

use super::connection::Connection;
use crate::{
    runner::{
        job::{Job, Outcome, Verdict},
        judge::Judge,
        language::Language,
        queue::FairQueue,
        sandbox::Cancel,
        wire::{Reply, Welcome},
    },
    sync::{Condvar, Mutex, MutexGuard},
};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, PoisonError},
    time::Instant,
};

/// The server has a durable queue; what waits here is what it sent ahead.
const MAX_QUEUED: usize = 1_000;
const MAX_QUEUED_BYTES: usize = 256 << 20;

pub(super) struct Queued {
    pub connection: Arc<Connection>,
    pub job: Job,
    pub since: Instant,
    pub cancel: Arc<Cancel>,
}

#[derive(Default)]
struct State {
    queue: FairQueue<Arc<Queued>>,
    running: Vec<Arc<Queued>>,
    bytes: usize,
    is_stopping: bool,
}

pub(super) struct Shared {
    judge: Judge,
    /// Offered languages with the version of their toolchain.
    pub languages: BTreeMap<String, (Language, String)>,
    pub welcome: Welcome,
    state: Mutex<State>,
    wake: Condvar,
}

impl Shared {
    pub fn new(judge: Judge, languages: BTreeMap<String, (Language, String)>, welcome: Welcome) -> Self {
        Self { judge, languages, welcome, state: Mutex::default(), wake: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job and tells its place; `false` if there is no room.
    pub fn push(&self, queued: Queued) -> bool {
        let size = queued.job.size();
        let queued = Arc::new(queued);
        let place = {
            let mut state = self.state();
            if state.queue.len() >= MAX_QUEUED || state.bytes + size > MAX_QUEUED_BYTES || state.is_stopping {
                return false;
            }
            state.bytes += size;
            state.queue.push(&queued.job.candidate, queued.clone())
        };
        queued.connection.send(&Reply::Queued { id: queued.job.id, place });
        self.wake.notify_one();
        true
    }

    /// Removes matching jobs from the queue and ends those that run.
    pub fn cancel_where(&self, matches: impl Fn(&Queued) -> bool) {
        let cancelled: Vec<Arc<Queued>> = {
            let mut state = self.state();
            for removed in state.queue.remove_where(|queued| matches(queued)) {
                state.bytes -= removed.job.size();
            }
            state.running.iter().filter(|queued| matches(queued)).cloned().collect()
        };
        for queued in cancelled {
            queued.cancel.cancel();
        }
    }

    /// Waits for a job; `None` at a stop.
    fn next(&self) -> Option<Arc<Queued>> {
        let mut state = self.state();
        loop {
            if state.is_stopping {
                return None;
            }
            if let Some(queued) = state.queue.pop() {
                state.bytes -= queued.job.size();
                state.running.push(queued.clone());
                return Some(queued);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Judges jobs until a stop.
    pub fn work(&self) {
        while let Some(queued) = self.next() {
            self.judge(&queued);
            self.state().running.retain(|other| !Arc::ptr_eq(other, &queued));
        }
    }

    /// Removes what is left, once the slots have ended.
    pub fn close(&self) {
        self.judge.close();
    }

    /// Ends what runs and wakes the slots, so that they end.
    pub fn stop(&self) {
        self.state().is_stopping = true;
        self.cancel_where(|_| true);
        self.wake.notify_all();
    }

    fn judge(&self, queued: &Queued) {
        let Queued { connection, job, since, cancel } = queued;
        // Checked when it was queued.
        let Some((language, toolchain)) = self.languages.get(&job.language) else { return };
        let queued_ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        connection.send(&Reply::Started { id: job.id });
        let judged = catch_unwind(AssertUnwindSafe(|| self.judge.judge(language, job, toolchain, cancel)));
        let mut outcome = judged.unwrap_or_else(|_| Outcome::untested(Verdict::Ie, "The runner failed; see its log."));
        if cancel.is_cancelled() {
            return;
        }
        outcome.queued_ms = queued_ms;
        tracing::info!(job = %job.id, language = job.language, verdict = ?outcome.verdict, queued_ms, "judged");
        connection.send(&Reply::Done { id: job.id, outcome });
    }
}
