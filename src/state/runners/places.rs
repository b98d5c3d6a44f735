//! The runner of this server's own and those of other machines as one: a job goes to the former while it has a free slot,
//! and otherwise to whichever of the latter is free first.

use super::table::{RemoteRunner, Renewal, Renewed, RunnerTable, offers};
use crate::{
    domain::{Instant, Result, RunnerTokenId, runner_token::RunnerToken},
    runner::{
        client::{JobNotice, JudgingOrigin, RunnerClient, RunnerStatus, Unsent},
        job::Job,
        wire::Welcome,
    },
    sync::{Mutex, MutexGuard},
};
use std::{
    io,
    path::PathBuf,
    sync::{Arc, PoisonError},
};
use tokio::sync::{Notify, futures::Notified};
use uuid::Uuid;

#[derive(Default)]
struct RunnerPlacesInner {
    own: RunnerClient,
    table: Mutex<RunnerTable>,
    /// Jobs wait, or runners are to look again.
    wakeup: Notify,
}

/// A handle to all places; cheap to clone.
#[derive(Clone, Default)]
pub struct Runners(Arc<RunnerPlacesInner>);

impl Runners {
    fn table(&self) -> MutexGuard<'_, RunnerTable> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects to the server's own runner; as [`RunnerClient::start`].
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(&self, socket: PathBuf, notify: impl Fn(JobNotice) + Send + 'static) -> io::Result<()> {
        let runners = self.clone();
        self.0.own.start(socket, move |notice| {
            let frees_a_slot = !matches!(notice, JobNotice::Started(_));
            notify(notice);
            if frees_a_slot {
                runners.feed_own();
            }
        })
    }

    /// Like [`RunnerClient::explain`].
    pub fn explain(&self, cause: String) {
        self.0.own.explain(cause);
    }

    /// Like [`RunnerClient::expect`].
    pub fn expect(&self) {
        self.0.own.expect();
    }

    /// Ends all connections, and forgets what waits.
    pub fn close(&self) {
        self.0.own.close();
        self.table().close();
        self.0.wakeup.notify_waiters();
    }

    /// The status of the server's own runner.
    #[must_use]
    pub fn own_status(&self) -> RunnerStatus {
        self.0.own.status()
    }

    /// The status of all together: ready if one is, with the languages and slots of all.
    #[must_use]
    pub fn status(&self) -> RunnerStatus {
        let own = self.own_status();
        let mut all = match &own {
            RunnerStatus::Ready(welcome) => (**welcome).clone(),
            RunnerStatus::Off | RunnerStatus::Starting | RunnerStatus::Down(_) => Welcome::own(0),
        };
        let has_remotes = self.table().add_to(&mut all);
        if has_remotes { RunnerStatus::Ready(Arc::new(all)) } else { own }
    }

    /// Runners on other machines.
    #[must_use]
    pub fn remotes(&self) -> Vec<RemoteRunner> {
        self.table().remotes()
    }

    /// Jobs that wait for a runner on another machine, beside those that the server's own runner has.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.table().waiting()
    }

    /// Whether the server's own runner has this language, and if so, whether a slot is free.
    fn own_slot(&self, language: &str) -> Option<bool> {
        match self.own_status() {
            RunnerStatus::Ready(welcome) if offers(&welcome, language) => Some(self.0.own.in_flight() < welcome.slots),
            _ => None,
        }
    }

    /// Sends a job; a [`JobNotice`] follows.
    ///
    /// # Errors
    /// If no runner is connected, or all have enough to do.
    pub fn submit(&self, job: Job) -> std::result::Result<(), Unsent> {
        if self.own_slot(&job.language) != Some(true) {
            let mut table = self.table();
            if table.offers(&job.language) {
                table.push(job)?;
                drop(table);
                self.0.wakeup.notify_waiters();
                return Ok(());
            }
        }
        self.0.own.submit(job)
    }

    /// Ends a job. No notice of it follows.
    pub fn cancel(&self, id: Uuid) {
        self.table().remove(id);
        self.0.own.cancel(id);
    }

    /// Sends the server's own runner what waits, while it has free slots.
    fn feed_own(&self) {
        while let RunnerStatus::Ready(welcome) = self.own_status() {
            if self.0.own.in_flight() >= welcome.slots {
                return;
            }
            let job = self.table().take(|job| offers(&welcome, &job.language));
            let Some(job) = job else { return };
            self.send_own(job);
        }
    }

    /// A job that cannot be sent is reported as lost.
    fn send_own(&self, job: Job) {
        let id = job.id;
        if self.0.own.submit(job).is_err() {
            self.table().report(JobNotice::Lost(id));
        }
    }

    /// Registers a runner. `id` is a new one.
    ///
    /// # Errors
    /// 429 `too_many_calls`, `too_many_runners`; 503 while the server stops.
    pub fn register(&self, id: Uuid, token: &RunnerToken, welcome: Welcome, now: Instant) -> Result<()> {
        let mut table = self.table();
        table.call(token.id, now)?;
        table.register(id, token, welcome, now)
    }

    /// Counts a call of a runner.
    ///
    /// # Errors
    /// 429 `too_many_calls`.
    pub fn call(&self, token: RunnerTokenId, now: Instant) -> Result<()> {
        self.table().call(token, now)
    }

    /// The next job for a runner, with the number of its lease. One that `interrupts` is of another candidate than all that
    /// the runner has.
    ///
    /// # Errors
    /// 409 `unknown_runner`.
    pub fn lease(
        &self,
        id: Uuid,
        token: RunnerTokenId,
        interrupts: bool,
        now: Instant,
    ) -> Result<Option<(u64, Arc<Job>)>> {
        self.table().lease(id, token, interrupts, now)
    }

    /// Ends once jobs may wait. Enable it before [`Runners::lease`].
    pub fn woken(&self) -> Notified<'_> {
        self.0.wakeup.notified()
    }

    /// Renews leases.
    ///
    /// # Errors
    /// 409 `unknown_runner`; 429 `too_many_calls`.
    pub fn renew(&self, id: Uuid, token: RunnerTokenId, leases: &[Renewal], now: Instant) -> Result<Renewed> {
        let mut table = self.table();
        table.call(token, now)?;
        table.renew(id, token, leases, now)
    }

    /// Ends a lease with a result, which counts. Returns who judged.
    ///
    /// # Errors
    /// 409 `unknown_runner`, `lease_over`.
    pub fn finish(&self, id: Uuid, token: RunnerTokenId, lease: (Uuid, u64), now: Instant) -> Result<JudgingOrigin> {
        let origin = self.table().finish(id, token, lease, now)?;
        // A runner may have waited for this candidate's turn.
        self.0.wakeup.notify_waiters();
        Ok(origin)
    }

    /// A runner stops. What it has waits for another one.
    ///
    /// # Errors
    /// 409 `unknown_runner`.
    pub fn leave(&self, id: Uuid, token: RunnerTokenId, now: Instant) -> Result<()> {
        self.table().leave(id, token, now)?;
        self.0.wakeup.notify_waiters();
        Ok(())
    }

    /// Ends all runners of a token. What they have waits for another one.
    pub fn revoke(&self, token: RunnerTokenId) {
        self.table().revoke(token);
        self.0.wakeup.notify_waiters();
    }

    /// Ends silent runners and leases that are over, and gives up what no runner can run any more. Returns what happened
    /// since the last sweep.
    pub fn sweep(&self, now: Instant) -> Vec<JobNotice> {
        let own = self.own_status();
        {
            let mut table = self.table();
            table.expire(now);
            table.give_up(now, |language| matches!(&own, RunnerStatus::Ready(welcome) if offers(welcome, language)));
        }
        self.feed_own();
        let notices = self.table().take_notices();
        if !notices.is_empty() {
            self.0.wakeup.notify_waiters();
        }
        notices
    }
}
