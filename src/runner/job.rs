//! A job: source code, the tests that it must pass, its limits, and the outcome.

use super::checker::Checker;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Largest source code, in bytes.
pub const MAX_SOURCE: usize = 256 << 10;
/// Most tests of one job.
pub const MAX_TESTS: usize = 500;
/// Largest input and expected output of all tests of one job together, in bytes.
pub const MAX_TEST_BYTES: usize = 32 << 20;
/// Longest name of a candidate or a language, in bytes.
const MAX_NAME: usize = 100;

/// Limits of one test. Those of compiling are constants of `judge`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// CPU time in ms, before the language's factor. The wall clock limit follows from it.
    pub cpu_ms: u64,
    pub memory_mb: u64,
    pub stdout_kb: u64,
    pub stderr_kb: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cpu_ms: 2_000, memory_mb: 256, stdout_kb: 1_024, stderr_kb: 64 }
    }
}

impl Limits {
    /// The nearest limits that a runner accepts.
    #[must_use]
    pub fn clamped(&self) -> Self {
        Self {
            cpu_ms: self.cpu_ms.clamp(10, 60_000),
            memory_mb: self.memory_mb.clamp(16, 4_096),
            stdout_kb: self.stdout_kb.clamp(1, 16_384),
            stderr_kb: self.stderr_kb.clamp(1, 1_024),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobTest {
    pub input: String,
    /// Expected output; without it, a program that exits with 0 is accepted.
    #[serde(default)]
    pub expected: Option<String>,
    /// Whether standard output and standard error are part of the outcome. Off for hidden tests.
    #[serde(default)]
    pub report_output: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub id: Uuid,
    /// Pseudonym by which the queue is fair. No name, address, invite or token.
    pub candidate: String,
    pub language: String,
    pub source: String,
    pub tests: Vec<JobTest>,
    #[serde(default)]
    pub checker: Checker,
    #[serde(default)]
    pub limits: Limits,
    /// No further test is run after one that is not accepted.
    #[serde(default)]
    pub stops_at_failure: bool,
}

impl Job {
    /// # Errors
    /// One sentence, if the job exceeds a bound.
    pub fn check(&self) -> Result<(), String> {
        let bytes: usize = self.tests.iter().map(|t| t.input.len() + t.expected.as_ref().map_or(0, String::len)).sum();
        let bounds = [
            (self.candidate.len() > MAX_NAME || self.language.len() > MAX_NAME, "a name is too long"),
            (self.source.len() > MAX_SOURCE, "the source code is larger than 256 KiB"),
            (self.tests.is_empty(), "the job has no test"),
            (self.tests.len() > MAX_TESTS, "the job has more than 500 tests"),
            (bytes > MAX_TEST_BYTES, "the tests are larger than 32 MiB"),
        ];
        bounds.iter().find(|(is_exceeded, _)| *is_exceeded).map_or(Ok(()), |(_, sentence)| Err((*sentence).to_owned()))
    }

    /// Memory that the job takes while it waits, in bytes.
    pub fn size(&self) -> usize {
        let tests = self.tests.iter().map(|t| t.input.len() + t.expected.as_ref().map_or(0, String::len) + 64);
        self.source.len() + tests.sum::<usize>() + 256
    }
}

/// Accepted; wrong answer; time, memory or output limit exceeded; runtime error; compile error; internal error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    Ac,
    Wa,
    Tle,
    Mle,
    Ole,
    Rte,
    Ce,
    /// The runner's own failure, never the candidate's: the job must be judged again.
    Ie,
}

impl Verdict {
    /// The abbreviation of contests, which is also the serialized name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ac => "AC",
            Self::Wa => "WA",
            Self::Tle => "TLE",
            Self::Mle => "MLE",
            Self::Ole => "OLE",
            Self::Rte => "RTE",
            Self::Ce => "CE",
            Self::Ie => "IE",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestOutcome {
    pub verdict: Verdict,
    /// One sentence for people; empty if there is nothing to add to the verdict.
    pub note: String,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_kb: u64,
    /// Only with [`JobTest::report_output`].
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<ProgramOutput>,
}

/// Output of a program as text. Invalid UTF-8 is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramOutput {
    pub stdout: String,
    pub stderr: String,
    pub is_truncated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The verdict of the first test that is not accepted, or `CE`, or `IE`.
    pub verdict: Verdict,
    pub note: String,
    /// Messages of the compiler, as text.
    pub compiler: String,
    pub compile_ms: u64,
    /// Time from the arrival of the job to its start.
    pub queued_ms: u64,
    /// One per test in their order; empty if no test was run.
    pub tests: Vec<TestOutcome>,
    /// Version line of the compiler or interpreter.
    pub toolchain: String,
}

/// Longest time and largest memory that a runner may report: a day in ms, a TiB in KiB.
const MAX_REPORTED_MS: u64 = 24 * 60 * 60 * 1_000;
const MAX_REPORTED_KB: u64 = 1 << 30;

impl Outcome {
    /// Returns the outcome with the nearest numbers that a runner can report: another machine may name any.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        let times = [&mut self.compile_ms, &mut self.queued_ms].into_iter();
        for time in times.chain(self.tests.iter_mut().flat_map(|test| [&mut test.cpu_ms, &mut test.wall_ms])) {
            *time = (*time).min(MAX_REPORTED_MS);
        }
        for test in &mut self.tests {
            test.memory_kb = test.memory_kb.min(MAX_REPORTED_KB);
        }
        self
    }

    /// An outcome without tests.
    pub fn untested(verdict: Verdict, note: impl Into<String>) -> Self {
        Self {
            verdict,
            note: note.into(),
            compiler: String::new(),
            compile_ms: 0,
            queued_ms: 0,
            tests: Vec::new(),
            toolchain: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_report_are_kept_within_bounds() {
        let outcome = |number: u64| {
            let (verdict, note) = (Verdict::Ac, String::new());
            let test = TestOutcome { verdict, note, cpu_ms: number, wall_ms: number, memory_kb: number, output: None };
            let whole = Outcome::untested(verdict, "");
            Outcome { compile_ms: number, queued_ms: number, tests: vec![test], ..whole }
        };
        assert_eq!(outcome(2_000).clamped(), outcome(2_000));
        let clamped = outcome(u64::MAX).clamped();
        let [test] = &clamped.tests[..] else { panic!("{clamped:?}") };
        assert_eq!(
            (clamped.compile_ms, clamped.queued_ms, test.cpu_ms, test.wall_ms),
            (86_400_000, 86_400_000, 86_400_000, 86_400_000)
        );
        assert_eq!(test.memory_kb, 1 << 30);
    }
}
