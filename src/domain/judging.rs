//! Judging of the code that was submitted: its place in the queue, and its verdicts (`docs/behaviour/code.md#judging`).

use super::{
    AttemptId, Instant, JobId, RunnerTokenId,
    question::{Coding, Share, code::TestSet},
    time::SignedDuration,
};
use serde::{Deserialize, Serialize};

/// Tries that end without a verdict before an answer is set aside.
pub const MAX_TRIES: u32 = 3;
/// An answer that waits for longer is reported.
pub const LONG: SignedDuration = SignedDuration::from_mins(10);
/// Pause after the first of them; after the second it is four times as long.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_secs(30);

/// Judging of one answer: a job of the queue until it is done, then its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judging {
    pub attempt_id: AttemptId,
    pub question_id: String,
    pub state: JudgingState,
    /// Raised whenever it is judged again: what an earlier round yields does not count.
    pub round: u32,
    /// Tries of this round that ended without a verdict.
    pub tries: u32,
    pub asked_at: Instant,
    pub next_try_at: Instant,
    /// Why there is no verdict yet; empty if the answer only waits for its turn.
    pub note: String,
    /// The outcome of the latest round that has one.
    pub judged: Option<Judged>,
    /// The background job that waits for it; of one that was set aside, the job that waited.
    pub job: Option<JobId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JudgingState {
    Waiting,
    Done,
    /// Set aside: the runner failed [`MAX_TRIES`] times.
    Failed,
}

/// The verdicts on an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    pub at: Instant,
    pub verdict: JudgingVerdict,
    pub language: String,
    /// Messages of the compiler; before them, what the runner says of code that could not be compiled.
    pub compiler: String,
    /// Verdicts in the order of the question's tests; empty if the code could not be compiled.
    pub tests: Vec<TestVerdict>,
    pub test_set: TestSet,
    /// Version of the runner, and its name where it is on another machine.
    pub runner: String,
    /// Version of the compiler or interpreter.
    pub toolchain: String,
    /// The runner on another machine; `None` for the server's own.
    pub machine: Option<RunnerTokenId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestVerdict {
    pub verdict: JudgingVerdict,
    pub note: String,
    pub cpu_ms: u64,
    pub memory_kb: u64,
    /// The beginning of what the program wrote, of the first tests that failed.
    pub stdout: String,
    pub stderr: String,
}

/// Accepted; wrong answer; time, memory or output limit exceeded; runtime error; compile error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JudgingVerdict {
    Accepted,
    WrongAnswer,
    TimeLimit,
    MemoryLimit,
    OutputLimit,
    RuntimeError,
    CompileError,
}

/// Answers of a submission by the state of their judging.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgingCounts {
    pub waiting: u32,
    pub failed: u32,
    pub done: u32,
}

/// Judging of a whole submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmissionJudging {
    None,
    Waiting,
    Done,
    Failed,
}

impl JudgingCounts {
    /// `is_settled` are the questions whose points wait for no verdict.
    #[must_use]
    pub fn of(judgings: &[Judging], is_settled: impl Fn(&str) -> bool) -> Self {
        let state_of = |j: &Judging| match j.state {
            JudgingState::Waiting | JudgingState::Failed if is_settled(&j.question_id) => {
                j.judged.as_ref().map(|_| JudgingState::Done)
            }
            state => Some(state),
        };
        let count = |state| {
            let found = judgings.iter().filter(|j| state_of(j) == Some(state)).count();
            u32::try_from(found).unwrap_or(u32::MAX)
        };
        Self {
            waiting: count(JudgingState::Waiting),
            failed: count(JudgingState::Failed),
            done: count(JudgingState::Done),
        }
    }

    #[must_use]
    pub const fn progress(self) -> SubmissionJudging {
        match self {
            Self { failed: 1.., .. } => SubmissionJudging::Failed,
            Self { waiting: 1.., .. } => SubmissionJudging::Waiting,
            Self { done: 1.., .. } => SubmissionJudging::Done,
            _ => SubmissionJudging::None,
        }
    }
}

impl Judging {
    #[must_use]
    pub const fn new(attempt_id: AttemptId, question_id: String, now: Instant) -> Self {
        Self {
            attempt_id,
            question_id,
            state: JudgingState::Waiting,
            round: 1,
            tries: 0,
            asked_at: now,
            next_try_at: now,
            note: String::new(),
            judged: None,
            job: None,
        }
    }

    /// Judges again: another answer, or the same again. A job that waits for it already goes on waiting, unless another one
    /// does from now on.
    pub fn again(&mut self, now: Instant, job: Option<JobId>) {
        self.job = job.or(self.job.filter(|_| self.state == JudgingState::Waiting));
        self.state = JudgingState::Waiting;
        self.round += 1;
        self.tries = 0;
        (self.asked_at, self.next_try_at) = (now, now);
        self.note.clear();
    }

    /// Whether it waits for a runner that is not there, or for longer than [`LONG`] since it could be judged.
    #[must_use]
    pub fn is_stuck(&self, since: Instant, now: Instant) -> bool {
        self.is_postponed() || (self.state == JudgingState::Waiting && now.since(since) >= LONG)
    }

    /// A try of the runner failed.
    pub fn failed(&mut self, note: String, now: Instant) {
        self.tries += 1;
        self.note = note;
        if self.tries >= MAX_TRIES {
            self.state = JudgingState::Failed;
        } else {
            self.next_try_at = now.plus(FIRST_PAUSE * 4_i32.pow(self.tries - 1));
        }
    }

    /// Sets the job aside: it ended the runners that took it, so that no other one is to try.
    pub fn set_aside(&mut self, note: String) {
        self.tries = MAX_TRIES;
        self.note = note;
        self.state = JudgingState::Failed;
    }

    /// The machine whose verdicts count.
    #[must_use]
    pub fn machine(&self) -> Option<RunnerTokenId> {
        self.judged.as_ref().filter(|_| self.state == JudgingState::Done)?.machine
    }

    /// Whether it waits for its language alone: without a try, nothing else leaves a note.
    #[must_use]
    pub fn is_postponed(&self) -> bool {
        self.state == JudgingState::Waiting && self.tries == 0 && !self.note.is_empty()
    }

    /// Postpones the job, which waits through no fault of the code or the runner.
    pub fn postpone(&mut self, note: String, until: Instant) {
        self.note = note;
        self.next_try_at = until;
    }

    pub fn done(&mut self, judged: Judged) {
        self.state = JudgingState::Done;
        self.note.clear();
        self.job = None;
        self.judged = Some(judged);
    }
}

impl Judged {
    /// The share of the points that it earns.
    #[must_use]
    pub fn share(&self, coding: &Coding) -> Share {
        let passed: Vec<bool> = self.tests.iter().map(|test| test.verdict == JudgingVerdict::Accepted).collect();
        coding.share(&passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_000_000_000);

    #[test]
    fn three_tries_without_a_verdict_set_an_answer_aside() {
        let mut judging = Judging::new(AttemptId(uuid::Uuid::from_u128(1)), "q1".into(), NOW);
        for seconds in [30, 120] {
            judging.failed("no memory".into(), NOW);
            let next = NOW.plus(SignedDuration::from_secs(seconds));
            assert_eq!((judging.state, judging.next_try_at), (JudgingState::Waiting, next));
        }
        judging.failed("no memory".into(), NOW);
        assert_eq!((judging.state, judging.note.as_str()), (JudgingState::Failed, "no memory"));
        assert_eq!(JudgingCounts::of(std::slice::from_ref(&judging), |_| false).progress(), SubmissionJudging::Failed);
        judging.again(NOW, None);
        assert_eq!((judging.state, judging.round, judging.tries), (JudgingState::Waiting, 2, 0));
        assert_eq!(JudgingCounts::of(std::slice::from_ref(&judging), |_| false).progress(), SubmissionJudging::Waiting);
        assert_eq!(
            JudgingCounts::of(std::slice::from_ref(&judging), |id| id == "q1").progress(),
            SubmissionJudging::None
        );
        let is_stuck = |at: Instant| judging.is_stuck(judging.asked_at, at);
        assert!(!is_stuck(NOW.plus(LONG - SignedDuration::from_secs(1))) && is_stuck(NOW.plus(LONG)));
        judging.postpone("No code runner offers Swift.".into(), NOW);
        assert!(judging.is_stuck(NOW, NOW));
        assert_eq!(JudgingCounts::default().progress(), SubmissionJudging::None);
    }

    #[test]
    fn a_job_waits_until_the_verdict_or_for_another_job() {
        let [first, second] = [1, 2].map(|n| Some(JobId(uuid::Uuid::from_u128(n))));
        let mut judging = Judging::new(AttemptId(uuid::Uuid::from_u128(1)), "q1".into(), NOW);
        judging.again(NOW, first);
        // Another answer came meanwhile: its verdict is waited for.
        judging.again(NOW, None);
        assert_eq!(judging.job, first);
        judging.again(NOW, second);
        assert_eq!(judging.job, second);
        judging.set_aside("no runner".into());
        assert_eq!(judging.job, second);
        judging.again(NOW, None);
        assert_eq!(judging.job, None);
    }
}
