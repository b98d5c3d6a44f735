//! Builds a job of the runner from a question and an answer.

use crate::{
    domain::{
        question::{CodeChecker, Coding, code::CodeTest},
        test::LANGUAGES,
        time::SignedDuration,
    },
    runner::{
        checker::Checker,
        job::{Job, JobTest, Limits},
        judge::{self, LONGEST_COMPILE_MS},
        wire::{LanguageOffer, Welcome},
    },
};
use uuid::Uuid;

/// Tolerance of [`CodeChecker::Numbers`] where the author gives none.
const TOLERANCE: f64 = 1e-6;
/// Time that a busy machine may add to a job, and to each of its tests.
const OVERHEAD_MS: u64 = 5 * 60_000;
const MAX_START_MS: u64 = 5_000;

/// The runner's offer of a language.
#[must_use]
pub fn offer<'w>(welcome: &'w Welcome, language: &str) -> Option<&'w LanguageOffer> {
    welcome.languages.iter().find(|offer| offer.name.eq_ignore_ascii_case(language))
}

/// The runner's names are those of questions in lower case, and names that a site has added.
#[must_use]
pub fn shown(name: &str) -> String {
    let known = LANGUAGES.iter().find(|known| known.eq_ignore_ascii_case(name));
    known.map_or_else(|| name.to_owned(), |known| (*known).to_owned())
}

/// A program to be judged, and the person whose turn its job takes.
pub struct SubmittedProgram {
    pub id: Uuid,
    /// Pseudonym by which the queue is fair.
    pub candidate: String,
    /// Name that the runner has for the language.
    pub language: String,
    pub source: String,
}

/// The job that judges a program on these tests. Outputs are reported: who may see them is decided here.
#[must_use]
pub fn job<'t>(program: SubmittedProgram, coding: &Coding, tests: impl Iterator<Item = &'t CodeTest>) -> Job {
    let test = |test: &CodeTest| JobTest {
        input: test.input.clone(),
        expected: Some(test.output.clone()),
        report_output: true,
    };
    let SubmittedProgram { id, candidate, language, source } = program;
    Job {
        id,
        candidate,
        language,
        source,
        tests: tests.map(test).collect(),
        checker: checker(coding),
        limits: limits(coding),
        stops_at_failure: false,
    }
}

/// The job that runs a program with one input.
#[must_use]
pub fn with_input(program: SubmittedProgram, coding: &Coding, input: String) -> Job {
    let SubmittedProgram { id, candidate, language, source } = program;
    let tests = vec![JobTest { input, expected: None, report_output: true }];
    let (checker, limits) = (Checker::default(), limits(coding));
    Job { id, candidate, language, source, tests, checker, limits, stops_at_failure: false }
}

fn limits(coding: &Coding) -> Limits {
    let (cpu_ms, memory_mb) = (coding.time_limit_ms.into(), coding.memory_limit_mb.into());
    Limits { cpu_ms, memory_mb, ..Limits::default() }
}

fn checker(coding: &Coding) -> Checker {
    match coding.checker {
        CodeChecker::Exact => Checker::Exact,
        CodeChecker::Tokens => Checker::Tokens,
        CodeChecker::Numbers => {
            let given = coding.tolerance.as_ref().and_then(|tolerance| tolerance.as_str().parse().ok());
            // A stored one may be larger, which JSON cannot carry.
            Checker::Numbers { tolerance: given.map_or(TOLERANCE, |given: f64| given.min(f64::MAX)) }
        }
    }
}

/// Time after which a job that began has no outcome any more: more than any runner grants.
#[must_use]
pub fn timeout(coding: &Coding, offer: &LanguageOffer) -> SignedDuration {
    let factor = offer.factor.max(1);
    let tests = coding.tests.len() as u64;
    let each = judge::longest_ms(u64::from(coding.time_limit_ms) * factor) + MAX_START_MS;
    let millis = OVERHEAD_MS + LONGEST_COMPILE_MS + tests * each;
    SignedDuration::from_millis(i64::try_from(millis).unwrap_or(i64::MAX))
}
