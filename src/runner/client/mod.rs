//! The server's end of the runner's socket. A thread connects, and connects again after a loss; other code hands it jobs
//! and reads its status, and never waits for the runner.

mod session;
mod state;
mod timed;

pub use state::{JobNotice, JudgingOrigin, MAX_IN_FLIGHT, RunnerStatus, Unsent};

use super::{
    job::Job,
    socket,
    wire::{self, Hello, MAX_HELLO, RunnerReply, RunnerRequest, Welcome},
};
use state::RunnerConnection;
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, mpsc::TrySendError},
    thread,
    time::Duration,
};
use uuid::Uuid;

/// Pause before the first new connection; each further one is twice as long, up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// Failed connection that is logged: the ones before are those to a runner that starts.
const REPORTED_FAILURE: u32 = 8;

/// A handle to the connection; cheap to clone. Until [`RunnerClient::start`] its status is [`RunnerStatus::Off`].
#[derive(Clone, Default)]
pub struct RunnerClient(Arc<RunnerConnection>);

impl RunnerClient {
    /// Connects to `socket` until [`RunnerClient::close`]. `notify` is called on the client's thread and must not wait.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(&self, socket: PathBuf, notify: impl Fn(JobNotice) + Send + 'static) -> io::Result<()> {
        {
            let mut state = self.0.state();
            if state.status == RunnerStatus::Off {
                state.status = RunnerStatus::Down("The connection is being made.".to_owned());
            }
        }
        let shared = self.0.clone();
        let run = move || run(&shared, &socket, &notify);
        thread::Builder::new().name("runner-client".into()).spawn(run).map(drop)
    }

    /// Says that a process that is to listen has been started. One that ended before for a reason is no sign that this one
    /// will not.
    pub fn expect(&self) {
        let mut state = self.0.state();
        if !matches!(state.status, RunnerStatus::Ready(_)) && state.cause.is_none() && !state.is_closed {
            state.status = RunnerStatus::Starting;
        }
        state.is_hurried = true;
        drop(state);
        self.0.wake.notify_all();
    }

    #[must_use]
    pub fn status(&self) -> RunnerStatus {
        self.0.state().status.clone()
    }

    /// Number of jobs that were sent and have no outcome yet.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.0.state().in_flight.len()
    }

    /// Sends a job; a [`JobNotice`] follows.
    ///
    /// # Errors
    /// If the runner is not connected, or has enough to do.
    pub fn submit(&self, job: Job) -> Result<(), Unsent> {
        let mut state = self.0.state();
        let Some(requests) = state.requests.as_ref().filter(|_| matches!(state.status, RunnerStatus::Ready(_))) else {
            return Err(Unsent::NoRunner);
        };
        if state.in_flight.len() >= MAX_IN_FLIGHT {
            return Err(Unsent::Busy);
        }
        let id = job.id;
        match requests.try_send(RunnerRequest::Run { job: Box::new(job) }) {
            Ok(()) => {
                state.in_flight.insert(id);
                Ok(())
            }
            Err(TrySendError::Full(_)) => Err(Unsent::Busy),
            Err(TrySendError::Disconnected(_)) => Err(Unsent::NoRunner),
        }
    }

    /// Ends a job. No notice of it follows, even if the runner does not learn of this.
    pub fn cancel(&self, id: Uuid) {
        let mut state = self.0.state();
        if state.in_flight.remove(&id)
            && let Some(requests) = &state.requests
        {
            // A full queue: the outcome is ignored.
            let _ = requests.try_send(RunnerRequest::Cancel { id });
        }
    }

    /// Says why the process that should listen ended, until a connection succeeds.
    pub fn explain(&self, cause: String) {
        let mut state = self.0.state();
        if !matches!(state.status, RunnerStatus::Ready(_)) {
            state.status = RunnerStatus::Down(cause.clone());
            state.cause = Some(cause);
        }
    }

    /// Ends the connection and the thread.
    pub fn close(&self) {
        let mut state = self.0.state();
        state.is_closed = true;
        state.status = RunnerStatus::Off;
        state.disconnect();
        drop(state);
        self.0.wake.notify_all();
    }
}

/// Asks the runner that listens on `socket` what it has found out about its machine, once it has.
///
/// # Errors
/// If there is none, it refuses this process, or says nothing for `patience`.
pub fn survey_of(socket: &Path, patience: Duration) -> io::Result<Welcome> {
    let mut stream = socket::connect(socket)?;
    stream.set_write_timeout(Some(patience))?;
    wire::write_frame(&mut stream, &Hello::own())?;
    loop {
        match wire::read_frame(&mut timed::Timed::new(&stream, patience), MAX_HELLO)? {
            Some(RunnerReply::Welcome(welcome)) if welcome.survey.pending.is_empty() => return Ok(welcome.clamped()),
            Some(RunnerReply::Welcome(_)) => {}
            Some(RunnerReply::Closing { reason }) => return Err(io::Error::other(reason)),
            Some(_) => return Err(io::ErrorKind::InvalidData.into()),
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

fn run(shared: &Arc<RunnerConnection>, socket: &Path, notify: &dyn Fn(JobNotice)) {
    let (mut pause, mut failures) = (FIRST_PAUSE, 0_u32);
    loop {
        let (had_runner, why) = session::hold(shared, socket, notify);
        let ended = shared.disconnected(&why, failures + 1 < REPORTED_FAILURE);
        if had_runner {
            (pause, failures) = (FIRST_PAUSE, 0);
        }
        failures += 1;
        let jobs = ended.len();
        for id in ended {
            notify(JobNotice::Lost(id));
        }
        if shared.state().is_closed {
            return;
        }
        // Once: a runner that is missing for hours fills no log.
        if had_runner || failures == REPORTED_FAILURE {
            tracing::warn!(jobs, "no runner: {why}");
        }
        match shared.pause(pause) {
            None => return,
            Some(true) => (pause, failures) = (FIRST_PAUSE, 0),
            Some(false) => pause = (pause * 2).min(MAX_PAUSE),
        }
    }
}
