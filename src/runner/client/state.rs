//! State shared by the client's handle and its thread.

use crate::{
    runner::{
        job::Outcome,
        wire::{RunnerRequest, Welcome},
    },
    sync::{Condvar, Mutex, MutexGuard},
};
use std::{
    collections::HashSet,
    net::Shutdown,
    os::unix::net::UnixStream,
    sync::{Arc, PoisonError, mpsc::SyncSender},
    time::Duration,
};
use uuid::Uuid;

/// Jobs that the runner has at the same time: fewer than it queues.
pub const MAX_IN_FLIGHT: usize = 500;

/// Whether programs can be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunnerStatus {
    /// No runner is to be used.
    #[default]
    Off,
    /// The runner has been started, and has not answered yet.
    Starting,
    /// One sentence that says why not.
    Down(String),
    Ready(Arc<Welcome>),
}

impl RunnerStatus {
    /// Whether code in this language may be run in a moment: the runner has not found out yet.
    #[must_use]
    pub fn is_finding_out(&self, language: &str) -> bool {
        match self {
            Self::Starting => true,
            Self::Ready(welcome) => welcome.is_finding_out(language),
            Self::Off | Self::Down(_) => false,
        }
    }

    /// Whether the languages that are offered are not all yet.
    #[must_use]
    pub fn is_starting(&self) -> bool {
        match self {
            Self::Starting => true,
            Self::Ready(welcome) => !welcome.survey.pending.is_empty(),
            Self::Off | Self::Down(_) => false,
        }
    }
}

/// Who judged a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgingOrigin {
    /// Version of the runner, and its name if it is on another machine.
    pub shown: String,
    /// The id of the machine, if it is another one.
    pub machine: Option<Uuid>,
}

/// Progress or end of a job.
#[derive(Debug)]
pub enum JobNotice {
    Started(Uuid),
    Done(Uuid, Outcome, JudgingOrigin),
    /// The runner did not take the job, for this reason.
    Refused(Uuid, String),
    /// The connection ended; the job can be sent again.
    Lost(Uuid),
    /// The job began and waits again: for other jobs that go first, or for another runner, as its own is gone.
    Returned(Uuid),
    /// Several runners have gone while they ran the job: no other one gets it.
    SetAside(Uuid),
}

impl JobNotice {
    /// The job that it is about.
    #[must_use]
    pub const fn job(&self) -> Uuid {
        match self {
            Self::Started(id)
            | Self::Done(id, ..)
            | Self::Refused(id, _)
            | Self::Lost(id)
            | Self::Returned(id)
            | Self::SetAside(id) => *id,
        }
    }
}

/// Why a job was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsent {
    NoRunner,
    Busy,
}

#[derive(Default)]
pub(super) struct ConnectionState {
    pub status: RunnerStatus,
    /// Why the process that should listen ended; better than that nothing listens.
    pub cause: Option<String>,
    pub requests: Option<SyncSender<RunnerRequest>>,
    pub stream: Option<UnixStream>,
    pub in_flight: HashSet<Uuid>,
    /// A runner has just been started: it is looked for at once.
    pub is_hurried: bool,
    pub is_closed: bool,
}

#[derive(Default)]
pub(super) struct RunnerConnection {
    state: Mutex<ConnectionState>,
    pub wake: Condvar,
}

impl ConnectionState {
    pub fn disconnect(&mut self) {
        self.requests = None;
        if let Some(stream) = self.stream.take() {
            // Fails only if the peer has closed it already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl RunnerConnection {
    pub fn state(&self) -> MutexGuard<'_, ConnectionState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The end of a connection: returns the jobs that it had. A runner that starts is not missing yet.
    pub fn disconnected(&self, why: &str, may_start: bool) -> Vec<Uuid> {
        let mut state = self.state();
        state.disconnect();
        let is_starting = state.status == RunnerStatus::Starting && may_start;
        if !state.is_closed && !is_starting {
            state.status = RunnerStatus::Down(state.cause.clone().unwrap_or_else(|| why.to_owned()));
        }
        state.in_flight.drain().collect()
    }

    /// Takes a newer survey. One that was overtaken on its way is older.
    pub fn learn(&self, newer: Welcome) {
        let mut state = self.state();
        if let RunnerStatus::Ready(known) = &state.status
            && newer.survey.pending.len() <= known.survey.pending.len()
        {
            state.status = RunnerStatus::Ready(Arc::new(newer));
        }
    }

    /// Waits before the next connection, and returns whether one was started meanwhile; `None` if there is to be none.
    pub fn pause(&self, pause: Duration) -> Option<bool> {
        let state = self.state();
        let waited = self.wake.wait_timeout_while(state, pause, |state| !state.is_closed && !state.is_hurried);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let is_hurried = std::mem::take(&mut state.is_hurried);
        (!state.is_closed).then_some(is_hurried)
    }
}
