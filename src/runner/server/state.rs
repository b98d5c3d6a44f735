//! State shared by connections and slots: the queue, and the jobs that run.

use super::{
    connection::Connection,
    offered::{LanguageTable, Offered},
    probes::{ProbeQueue, RunningProbe},
};
use crate::{
    runner::{
        job::{Job, Outcome, Verdict},
        judge::{BegunJob, Judge, JudgeStep},
        language::{
            kept,
            probe::{self, Probe},
        },
        queue::FairQueue,
        sandbox::Cancel,
        wire::RunnerReply,
    },
    sync::{Condvar, Mutex, MutexGuard},
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, PoisonError, Weak},
    time::{Duration, Instant},
};

/// The server has a durable queue; what waits here is what it sent ahead.
const MAX_QUEUED: usize = 1_000;
const MAX_QUEUED_BYTES: usize = 256 << 20;
/// Jobs that others interrupt have a folder each; with more, they are judged to their end.
const MAX_BEGUN: usize = 32;
const MAX_BEGUN_BYTES: usize = 64 << 20;
/// A job runs for this long, and to the end of its test, before another may go first.
pub const SLICE: Duration = Duration::from_secs(1);
/// An interrupted job that waits longer continues before every second new one.
const MAX_PAUSE: Duration = Duration::from_secs(20);

pub(super) struct Queued {
    pub connection: Arc<Connection>,
    pub job: Job,
    pub since: Instant,
    pub cancel: Arc<Cancel>,
}

/// A job that was interrupted after a test.
struct Interrupted {
    queued: Arc<Queued>,
    queued_ms: u64,
    begun: Box<BegunJob>,
    since: Instant,
}

/// The next step of a slot.
enum Step {
    Judge(Turn),
    Probe(Arc<RunningProbe>),
}

/// A job's turn.
struct Turn {
    queued: Arc<Queued>,
    queued_ms: u64,
    begun: Option<Box<BegunJob>>,
}

#[derive(Default)]
struct QueueState {
    queue: FairQueue<Arc<Queued>>,
    /// The one that waits longest is first.
    interrupted: VecDeque<Interrupted>,
    /// The last turn was an interrupted job's.
    was_interrupted: bool,
    running: Vec<Arc<Queued>>,
    probes: ProbeQueue,
    slots: usize,
    bytes: usize,
    is_stopping: bool,
}

pub(super) struct ServerState {
    judge: Judge,
    pub offered: Offered,
    /// Connections that learn of each survey.
    subscribers: Mutex<Vec<Weak<Connection>>>,
    state: Mutex<QueueState>,
    wake: Condvar,
}

impl ServerState {
    pub fn new(judge: Judge, mut languages: LanguageTable) -> Self {
        let (slots, probes) = (languages.welcome().slots, ProbeQueue::new(languages.take_unknown()));
        let state = QueueState { probes, slots, ..QueueState::default() };
        let offered = Offered::new(languages);
        Self { judge, offered, subscribers: Mutex::default(), state: Mutex::new(state), wake: Condvar::new() }
    }

    /// Sends a connection each survey that ends from now on.
    pub fn send_surveys(&self, connection: &Arc<Connection>) {
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|one| one.strong_count() > 0);
        subscribers.push(Arc::downgrade(connection));
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job and returns its place; `false` if there is no room.
    pub fn push(&self, queued: Queued) -> bool {
        let size = queued.job.size();
        let queued = Arc::new(queued);
        let place = {
            let mut state = self.state();
            if state.queue.len() >= MAX_QUEUED || state.bytes + size > MAX_QUEUED_BYTES || state.is_stopping {
                return false;
            }
            state.bytes += size;
            let place = state.queue.push(&queued.job.candidate, queued.clone());
            state.make_room();
            place
        };
        queued.connection.send(&RunnerReply::Queued { id: queued.job.id, place });
        self.wake.notify_one();
        true
    }

    /// Removes matching jobs from the queue and ends those that run.
    pub fn cancel_where(&self, matches: impl Fn(&Queued) -> bool) {
        let (cancelled, interrupted): (Vec<Arc<Queued>>, VecDeque<Interrupted>) = {
            let mut state = self.state();
            for removed in state.queue.remove_where(|queued| matches(queued)) {
                state.bytes -= removed.job.size();
            }
            let all = std::mem::take(&mut state.interrupted);
            let (removed, kept): (VecDeque<_>, VecDeque<_>) = all.into_iter().partition(|one| matches(&one.queued));
            state.interrupted = kept;
            (state.running.iter().filter(|queued| matches(queued)).cloned().collect(), removed)
        };
        for queued in cancelled {
            queued.cancel.cancel();
        }
        // Their folders are removed here, without the lock.
        drop(interrupted);
    }

    /// Waits for a job, or a language to probe; `None` at a stop.
    fn next(&self) -> Option<Step> {
        let mut state = self.state();
        loop {
            if state.is_stopping {
                return None;
            }
            let has_job = state.waiting() > 0;
            if let Some(probe) = state.probes.begin(has_job, Instant::now()) {
                return Some(Step::Probe(probe));
            }
            if let Some(turn) = state.turn() {
                state.running.push(turn.queued.clone());
                return Some(Step::Judge(turn));
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Judges jobs, and probes languages, until a stop.
    pub fn work(&self) {
        while let Some(step) = self.next() {
            let turn = match step {
                Step::Judge(turn) => turn,
                Step::Probe(probe) => {
                    self.probe(&probe);
                    continue;
                }
            };
            let queued = turn.queued.clone();
            let paused = self.judge(turn);
            // Removed without the lock if it was cancelled meanwhile.
            let _unwanted = self.put_aside(&queued, paused);
        }
    }

    /// Offers a language if its probe works.
    fn probe(&self, running: &Arc<RunningProbe>) {
        let RunningProbe { language, cancel, .. } = &**running;
        let tools = kept::tools(language);
        let probed = catch_unwind(AssertUnwindSafe(|| probe::probe(&self.judge, language, cancel)));
        let probe = probed.unwrap_or_else(|_| Probe::failed(&language.name, "the runner failed; see its log"));
        // Without its tools it cannot work at another time either.
        let has_failed = !probe.works && language.missing().is_none();
        let is_again = self.state().probes.end(running, has_failed, Instant::now());
        if is_again {
            // Another slot may be free for it.
            self.wake.notify_one();
            return;
        }
        let ended = self.offered.learn(language.clone(), tools, probe);
        if let Some(survey) = ended {
            survey.write();
        }
        let subscribers: Vec<_> = {
            let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
            subscribers.iter().filter_map(Weak::upgrade).collect()
        };
        for connection in subscribers {
            connection.send(&RunnerReply::Welcome(self.offered.welcome()));
        }
    }

    /// Ends a turn. Returns an interrupted job that was cancelled.
    fn put_aside(&self, queued: &Arc<Queued>, paused: Option<Interrupted>) -> Option<Interrupted> {
        let mut state = self.state();
        state.running.retain(|other| !Arc::ptr_eq(other, queued));
        let paused = paused?;
        if paused.queued.cancel.is_cancelled() || state.is_stopping {
            return Some(paused);
        }
        state.interrupted.push_back(paused);
        drop(state);
        self.wake.notify_one();
        None
    }

    /// Whether another candidate's job should go first.
    fn has_others(&self, candidate: &str) -> bool {
        let state = self.state();
        let is_wanted = state.queue.any(|queued| queued.job.candidate != candidate)
            || state.interrupted.front().is_some_and(Interrupted::is_due);
        let bytes = || state.interrupted.iter().map(|one| one.queued.job.size()).sum::<usize>();
        is_wanted && state.interrupted.len() < MAX_BEGUN && bytes() < MAX_BEGUN_BYTES
    }

    /// Removes what is left, once the slots have ended.
    pub fn close(&self) {
        self.judge.close();
    }

    /// Ends what runs and wakes the slots, so that they end.
    pub fn stop(&self) {
        {
            let mut state = self.state();
            state.is_stopping = true;
            state.probes.stop();
        }
        self.cancel_where(|_| true);
        self.wake.notify_all();
    }

    /// Returns the job if others go first.
    fn judge(&self, Turn { queued, queued_ms, begun }: Turn) -> Option<Interrupted> {
        let Queued { connection, job, cancel, .. } = &*queued;
        // Checked when it was queued.
        let (language, toolchain) = self.offered.get(&job.language)?;
        connection.send(&RunnerReply::Started { id: job.id });
        let turn = Instant::now();
        let goes_on = || turn.elapsed() < SLICE || !self.has_others(&job.candidate);
        let judged = catch_unwind(AssertUnwindSafe(|| self.judge.judge(&language, job, begun, cancel, goes_on)));
        let failed = || JudgeStep::Done(Outcome::untested(Verdict::Ie, "The runner failed; see its log."));
        let step = judged.unwrap_or_else(|_| failed());
        if cancel.is_cancelled() {
            return None;
        }
        let outcome = match step {
            JudgeStep::Done(outcome) => outcome,
            JudgeStep::Paused(begun) => {
                connection.send(&RunnerReply::Paused { id: job.id });
                return Some(Interrupted { queued: queued.clone(), queued_ms, begun, since: Instant::now() });
            }
        };
        let outcome = Outcome { queued_ms, toolchain, ..outcome };
        tracing::info!(job = %job.id, language = job.language, verdict = ?outcome.verdict, queued_ms, "judged");
        connection.send(&RunnerReply::Done { id: job.id, outcome });
        None
    }
}

impl Interrupted {
    fn is_due(&self) -> bool {
        self.since.elapsed() >= MAX_PAUSE
    }
}

impl QueueState {
    fn waiting(&self) -> usize {
        self.queue.len() + self.interrupted.len()
    }

    /// Lets probes end if jobs wait for their slots.
    fn make_room(&self) {
        let free = self.slots.saturating_sub(self.running.len() + self.probes.running());
        self.probes.give_way(self.waiting().saturating_sub(free));
    }

    /// New jobs go first, so that no program that runs for long delays the others by more than a test; an interrupted one
    /// that is due has every second turn.
    fn turn(&mut self) -> Option<Turn> {
        let is_due = !self.was_interrupted && self.interrupted.front().is_some_and(Interrupted::is_due);
        if !is_due && let Some(queued) = self.queue.pop() {
            self.was_interrupted = false;
            self.bytes -= queued.job.size();
            let queued_ms = u64::try_from(queued.since.elapsed().as_millis()).unwrap_or(u64::MAX);
            return Some(Turn { queued, queued_ms, begun: None });
        }
        let Interrupted { queued, queued_ms, begun, .. } = self.interrupted.pop_front()?;
        self.was_interrupted = true;
        Some(Turn { queued, queued_ms, begun: Some(begun) })
    }
}
