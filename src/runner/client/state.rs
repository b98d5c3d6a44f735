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
    /// One sentence that says why not.
    Down(String),
    Ready(Arc<Welcome>),
}

/// Who judged a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgingOrigin {
    /// Version of the runner, and its name if it is on another machine.
    pub shown: String,
    /// Of the machine, if it is another one.
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

    /// The end of a connection: returns the jobs that it had.
    pub fn disconnected(&self, why: &str) -> Vec<Uuid> {
        let mut state = self.state();
        state.disconnect();
        if !state.is_closed {
            state.status = RunnerStatus::Down(state.cause.clone().unwrap_or_else(|| why.to_owned()));
        }
        state.in_flight.drain().collect()
    }

    /// Waits before the next connection; `false` if there is to be none.
    pub fn pause(&self, pause: Duration) -> bool {
        let state = self.state();
        let waited = self.wake.wait_timeout_while(state, pause, |state| !state.is_closed);
        !waited.unwrap_or_else(PoisonError::into_inner).0.is_closed
    }
}
