//! Runs of candidates' code with their own input: what waits, what runs, and the latest result of each attempt. In memory
//! only: after a restart a candidate runs the code again (`docs/limits.md`).

use crate::{
    domain::{
        AttemptId, Error, ErrorCode, ErrorKind, Instant, Result, RunId,
        question::code::MAX_TESTS,
        rate_limit::{Rate, RateLimit},
        time::{SignedDuration, seconds_to_wait},
    },
    runner::job::{Outcome, ProgramOutput, Verdict},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    sync::{Arc, PoisonError},
};

/// Runs of one attempt: 10 at once, then 10 a minute.
const RUNS: Rate = Rate { burst: 10, refill: SignedDuration::from_secs(6) };
/// Attempts whose latest run is kept.
pub const MAX_RUNS: usize = 1_000;
/// Time for which a result is kept.
const RETENTION: SignedDuration = SignedDuration::from_mins(15);
/// A run without a result for this long has failed.
pub const RUN_TIMEOUT: SignedDuration = SignedDuration::from_mins(5);
/// Standard output, standard error and messages of the compiler, each as it is kept, in bytes. Tests share them.
pub const MAX_STDOUT: usize = 64 << 10;
pub const MAX_STDERR: usize = 16 << 10;
const MAX_NOTE: usize = 1 << 10;
/// `Retry-After` while a run is in progress, in seconds.
const RETRY_AFTER: u32 = 2;

#[derive(Clone, Debug)]
pub enum RunPhase {
    /// Behind so many runs of others.
    Waiting(usize),
    Running,
    Done(Arc<Outcome>),
}

/// The run of an attempt.
#[derive(Clone, Debug)]
pub struct Run {
    pub id: RunId,
    pub question_id: String,
    pub language: String,
    /// The code runs on the visible tests.
    pub with_tests: bool,
    pub asked_at: Instant,
    pub phase: RunPhase,
    /// Order of arrival.
    number: u64,
}

/// The code and input of the run.
#[derive(Clone, Debug)]
pub struct RunSubject {
    pub question_id: String,
    pub language: String,
    pub with_tests: bool,
}

struct RunTable {
    latest: HashMap<AttemptId, Run>,
    attempts: HashMap<RunId, AttemptId>,
    rates: RateLimit<AttemptId>,
    total: u64,
}

pub struct Runs {
    hasher: RandomState,
    table: Mutex<RunTable>,
}

impl Default for Runs {
    fn default() -> Self {
        let table = RunTable {
            latest: HashMap::new(),
            attempts: HashMap::new(),
            rates: RateLimit::new(RUNS, MAX_RUNS),
            total: 0,
        };
        Self { hasher: RandomState::new(), table: Mutex::new(table) }
    }
}

impl Run {
    const fn is_done(&self) -> bool {
        matches!(self.phase, RunPhase::Done(_))
    }
}

fn too_many(detail: &str, retry_after: u32) -> Error {
    Error { retry_after: Some(retry_after), ..Error::new(ErrorKind::TooMany, ErrorCode::TooManyRuns, detail) }
}

impl RunTable {
    fn remove(&mut self, attempt: AttemptId) -> Option<Run> {
        let run = self.latest.remove(&attempt)?;
        self.attempts.remove(&run.id);
        Some(run)
    }

    fn by_id(&mut self, id: RunId) -> Option<(AttemptId, &mut Run)> {
        let attempt = *self.attempts.get(&id)?;
        Some((attempt, self.latest.get_mut(&attempt)?))
    }

    /// Makes room for one more run: forgets old results, and then the oldest one.
    fn make_room(&mut self, now: Instant) -> bool {
        if self.latest.len() < MAX_RUNS {
            return true;
        }
        let old: Vec<_> =
            self.latest.iter().filter(|(_, run)| now.since(run.asked_at) > RETENTION).map(|(id, _)| *id).collect();
        for attempt in old {
            self.remove(attempt);
        }
        let oldest = || self.latest.iter().filter(|(_, run)| run.is_done()).min_by_key(|(_, run)| run.number);
        match oldest().map(|(attempt, _)| *attempt) {
            Some(attempt) if self.latest.len() >= MAX_RUNS => self.remove(attempt).is_some(),
            _ => self.latest.len() < MAX_RUNS,
        }
    }

    /// Runs that wait before the one with this number.
    fn waiting_before(&self, number: u64) -> usize {
        self.latest.values().filter(|run| run.number < number && matches!(run.phase, RunPhase::Waiting(_))).count()
    }
}

impl Runs {
    fn table(&self) -> MutexGuard<'_, RunTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name by which the runner's queue is fair. It cannot be traced to an attempt outside this process.
    #[must_use]
    pub fn pseudonym(&self, attempt: AttemptId) -> String {
        format!("{:016x}", self.hasher.hash_one(attempt))
    }

    /// Registers a run; it replaces the attempt's latest result. Returns its place.
    ///
    /// # Errors
    /// 429 `too_many_runs` while another one of the attempt is in progress, or beyond the rate; 503 if too many are in
    /// progress.
    pub fn begin(&self, attempt: AttemptId, id: RunId, subject: RunSubject, now: Instant) -> Result<usize> {
        let mut table = self.table();
        if table.latest.get(&attempt).is_some_and(|run| !run.is_done()) {
            return Err(too_many("Your last run has not finished yet.", RETRY_AFTER));
        }
        let taken = table.rates.take(attempt, now);
        taken.map_err(|wait| {
            too_many("You have run code very often. Please wait a moment before the next run.", seconds_to_wait(wait))
        })?;
        table.remove(attempt);
        if !table.make_room(now) {
            table.rates.give_back(&attempt);
            return Err(Error::unavailable("Too many programs wait to be run. Please try again in a moment.", 5));
        }
        table.total += 1;
        let number = table.total;
        let place = table.waiting_before(number);
        let RunSubject { question_id, language, with_tests } = subject;
        table.attempts.insert(id, attempt);
        let run = Run { id, question_id, language, with_tests, asked_at: now, phase: RunPhase::Waiting(0), number };
        table.latest.insert(attempt, run);
        Ok(place)
    }

    /// A run that could not be sent to the runner, and does not count.
    pub fn abandon(&self, attempt: AttemptId) {
        let mut table = self.table();
        table.remove(attempt);
        table.rates.give_back(&attempt);
    }

    /// The latest run of an attempt, with its present place.
    #[must_use]
    pub fn latest(&self, attempt: AttemptId) -> Option<Run> {
        let table = self.table();
        let mut run = table.latest.get(&attempt)?.clone();
        if matches!(run.phase, RunPhase::Waiting(_)) {
            run.phase = RunPhase::Waiting(table.waiting_before(run.number));
        }
        drop(table);
        Some(run)
    }

    #[must_use]
    pub fn has(&self, id: RunId) -> bool {
        self.table().attempts.contains_key(&id)
    }

    /// A run began. Returns its attempt.
    pub fn started(&self, id: RunId) -> Option<AttemptId> {
        let mut table = self.table();
        let (attempt, run) = table.by_id(id).filter(|(_, run)| !run.is_done())?;
        run.phase = RunPhase::Running;
        Some(attempt)
    }

    /// The runner that had begun is gone: the run waits again. Returns its attempt.
    pub fn returned(&self, id: RunId) -> Option<AttemptId> {
        let mut table = self.table();
        let (attempt, run) = table.by_id(id).filter(|(_, run)| !run.is_done())?;
        run.phase = RunPhase::Waiting(0);
        Some(attempt)
    }

    /// A run has an outcome, of which what a page can show is kept. Returns its attempt and itself, once.
    pub fn finished(&self, id: RunId, outcome: Outcome) -> Option<(AttemptId, Run)> {
        let outcome = Arc::new(shortened(outcome));
        let mut table = self.table();
        let (attempt, run) = table.by_id(id).filter(|(_, run)| !run.is_done())?;
        run.phase = RunPhase::Done(outcome);
        Some((attempt, run.clone()))
    }

    /// Ends the attempt's run if it takes too long. Returns it, to be cancelled.
    pub fn time_out(&self, attempt: AttemptId, now: Instant) -> Option<RunId> {
        let id = {
            let table = self.table();
            let run = table.latest.get(&attempt)?;
            (!run.is_done() && now.since(run.asked_at) > RUN_TIMEOUT).then_some(run.id)
        }?;
        let silent = Outcome::untested(Verdict::Ie, "There was no result in time. Please run the code again.");
        self.finished(id, silent).map(|(_, run)| run.id)
    }

    /// The attempt is over. Returns the run in progress, to be cancelled.
    pub fn forget(&self, attempt: AttemptId) -> Option<RunId> {
        self.table().remove(attempt).filter(|run| !run.is_done()).map(|run| run.id)
    }

    /// All attempts are over. Returns the runs in progress, to be cancelled.
    pub fn forget_all(&self) -> Vec<RunId> {
        let mut table = self.table();
        table.attempts.clear();
        table.latest.drain().filter(|(_, run)| !run.is_done()).map(|(_, run)| run.id).collect()
    }

    /// Runs since the start, and those that have no result yet.
    #[must_use]
    pub fn counts(&self) -> (u64, usize) {
        let table = self.table();
        (table.total, table.latest.values().filter(|run| !run.is_done()).count())
    }
}

fn shortened(mut outcome: Outcome) -> Outcome {
    truncate(&mut outcome.compiler, MAX_STDERR);
    outcome.tests.truncate(MAX_TESTS);
    let (mut stdout_left, mut stderr_left) = (MAX_STDOUT, MAX_STDERR);
    for test in &mut outcome.tests {
        truncate(&mut test.note, MAX_NOTE);
        if let Some(ProgramOutput { stdout, stderr, is_truncated }) = &mut test.output {
            *is_truncated |= truncate(stdout, stdout_left);
            *is_truncated |= truncate(stderr, stderr_left);
            stdout_left -= stdout.len();
            stderr_left -= stderr.len();
        }
    }
    outcome
}

/// Cuts a text at a character; returns whether it was longer.
fn truncate(text: &mut String, max: usize) -> bool {
    let is_longer = text.len() > max;
    if is_longer {
        text.truncate(text.floor_char_boundary(max));
        text.shrink_to_fit();
    }
    is_longer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::time::SECOND, runner::job::TestOutcome};
    use uuid::Uuid;

    const NOW: Instant = Instant::from_millis(1_000_000_000);

    fn attempt(n: u128) -> AttemptId {
        AttemptId(Uuid::from_u128(n))
    }

    fn begin(runs: &Runs, n: u128, id: u128, now: Instant) -> Result<usize> {
        let subject = RunSubject { question_id: "q".into(), language: "Python".into(), with_tests: false };
        runs.begin(attempt(n), RunId(Uuid::from_u128(id)), subject, now)
    }

    fn finish(runs: &Runs, id: u128, outcome: Outcome) -> bool {
        runs.finished(RunId(Uuid::from_u128(id)), outcome).is_some()
    }

    fn accepted() -> Outcome {
        Outcome::untested(Verdict::Ac, "")
    }

    #[test]
    fn one_run_of_an_attempt_at_a_time_and_ten_a_minute() {
        let runs = Runs::default();
        assert_eq!(begin(&runs, 1, 1, NOW), Ok(0));
        assert_eq!(begin(&runs, 1, 2, NOW).unwrap_err().kind, ErrorKind::TooMany);
        assert_eq!(begin(&runs, 2, 3, NOW), Ok(1));
        assert!(finish(&runs, 1, accepted()) && !finish(&runs, 1, accepted()), "an outcome counts once");
        for id in 10..19 {
            begin(&runs, 1, id, NOW).unwrap();
            finish(&runs, id, accepted());
        }
        assert_eq!(begin(&runs, 1, 20, NOW).unwrap_err().retry_after, Some(6));
        begin(&runs, 1, 21, NOW.plus(6 * SECOND)).unwrap();
        runs.abandon(attempt(1));
        begin(&runs, 1, 22, NOW.plus(6 * SECOND)).unwrap();
    }

    #[test]
    fn places_move_up() {
        let runs = Runs::default();
        (1..=3).for_each(|n| drop(begin(&runs, n, n, NOW)));
        let place = |n| match runs.latest(attempt(n)).unwrap().phase {
            RunPhase::Waiting(place) => Some(place),
            _ => None,
        };
        assert_eq!((place(1), place(3)), (Some(0), Some(2)));
        assert_eq!(runs.started(RunId(Uuid::from_u128(1))), Some(attempt(1)));
        assert_eq!((place(1), place(3)), (None, Some(1)));
        assert_eq!(runs.forget(attempt(2)), Some(RunId(Uuid::from_u128(2))));
        assert_eq!((place(3), runs.counts()), (Some(0), (3, 2)));
    }

    #[test]
    fn a_run_without_a_result_ends() {
        let runs = Runs::default();
        begin(&runs, 1, 1, NOW).unwrap();
        assert_eq!(runs.time_out(attempt(1), NOW.plus(RUN_TIMEOUT)), None);
        assert_eq!(runs.time_out(attempt(1), NOW.plus(RUN_TIMEOUT + SECOND)), Some(RunId(Uuid::from_u128(1))));
        assert!(!finish(&runs, 1, accepted()));
        begin(&runs, 1, 2, NOW).unwrap();
    }

    #[test]
    fn memory_is_bounded() {
        let runs = Runs::default();
        (0..MAX_RUNS as u128).for_each(|n| drop(begin(&runs, n, n, NOW)));
        assert_eq!(begin(&runs, 9_999, 9_999, NOW).unwrap_err().kind, ErrorKind::Unavailable);
        finish(&runs, 5, accepted());
        begin(&runs, 9_999, 9_999, NOW).unwrap();
        assert!(runs.latest(attempt(5)).is_none() && runs.latest(attempt(6)).is_some());

        let output = ProgramOutput { stdout: "ä".repeat(MAX_STDOUT), stderr: "x".into(), is_truncated: false };
        let test = TestOutcome {
            verdict: Verdict::Ac,
            note: String::new(),
            cpu_ms: 0,
            wall_ms: 0,
            memory_kb: 0,
            output: Some(output),
        };
        let kept = shortened(Outcome { tests: vec![test], ..accepted() });
        let output = kept.tests[0].output.as_ref().unwrap();
        assert_eq!((output.stdout.len(), output.is_truncated), (MAX_STDOUT, true));
    }
}
