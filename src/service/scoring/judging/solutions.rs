//! Runs an author's solutions on all tests of a question: reference solutions must pass, wrong ones must not.

use super::{
    held,
    job::{self, SubmittedProgram},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Result, TestId, compiler_message,
        question::{
            Coding,
            code::{MAX_CODE, Solution},
        },
        time::SignedDuration,
    },
    runner::{
        client::{JobNotice, RunnerStatus},
        job::{Job, Outcome, Verdict},
        wire::Welcome,
    },
    service::actor::{Author, TestReader},
};
use std::time::Duration;
use uuid::Uuid;

/// Time for all solutions of a question.
const TIMEOUT: SignedDuration = SignedDuration::from_secs(90);
/// Solutions of all authors take one turn of the runner's queue.
const QUEUE_KEY: &str = "solutions";

/// Note of a failed hidden test, for a reviewer.
pub const HIDDEN_FAILURE: &str = "The program ended with an error.";

/// The outcome of a solution.
pub struct Tried {
    pub language: String,
    pub outcome: Outcome,
}

/// Outcomes of all solutions of a question, in their order.
pub struct SolutionOutcomes {
    pub reference: Vec<Tried>,
    pub wrong: Vec<Tried>,
}

impl Tried {
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.outcome.verdict == Verdict::Ac
    }

    /// Whether a test found it to be wrong. Code that does not compile, or was not run, says nothing about the tests.
    #[must_use]
    pub const fn is_found_wrong(&self) -> bool {
        match self.outcome.verdict {
            Verdict::Wa | Verdict::Tle | Verdict::Mle | Verdict::Ole | Verdict::Rte => true,
            Verdict::Ac | Verdict::Ce | Verdict::Ie => false,
        }
    }
}

impl SolutionOutcomes {
    /// Whether the runner did not finish one of them.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.reference.iter().chain(&self.wrong).any(|tried| tried.outcome.verdict == Verdict::Ie)
    }

    /// Why they do not show that the tests are right: a reference solution fails, or a wrong one is not found.
    #[must_use]
    pub fn objection(&self) -> Option<String> {
        if let Some(failed) = self.reference.iter().find(|tried| !tried.is_right()) {
            return Some(format!("The reference solution in {} does not pass all tests.", failed.language));
        }
        let (number, unfound) = (1..).zip(&self.wrong).find(|(_, tried)| !tried.is_found_wrong())?;
        let why = match unfound.outcome.verdict {
            Verdict::Ac => "passes all tests",
            Verdict::Ce => "does not compile, so it says nothing about the tests",
            _ => "could not be run",
        };
        let note = unfound.outcome.note.trim_end_matches('.');
        let why = if note.is_empty() { why.to_owned() } else { format!("{why}: {note}") };
        Some(format!("Wrong solution {number} ({}) {why}.", unfound.language))
    }
}

/// How a program is run.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Name of the turn that the job takes in the runner's queue.
    pub turn: &'static str,
    pub stops_at_failure: bool,
    /// Time at which its outcome is no longer waited for.
    pub end: tokio::time::Instant,
}

impl Manner {
    fn for_author() -> Self {
        let end = tokio::time::Instant::now() + TIMEOUT.unsigned_abs();
        Self { turn: QUEUE_KEY, stops_at_failure: false, end }
    }
}

/// A job whose caller waits; it ends with the caller.
struct Awaited<'a> {
    app: &'a App,
    id: Uuid,
}

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        if self.app.code.awaited_jobs.end(self.id) {
            self.app.code.runner.cancel(self.id);
        }
    }
}

/// Takes a notice about an awaited job; returns another one.
pub fn noted(app: &App, notice: JobNotice) -> Option<JobNotice> {
    let id = notice.job();
    if !app.code.awaited_jobs.has(id) {
        return Some(notice);
    }
    let failed = |why: &str| Outcome::untested(Verdict::Ie, why);
    match notice {
        JobNotice::Started(_) | JobNotice::Returned(_) => {}
        JobNotice::Done(_, outcome, _) => app.code.awaited_jobs.finish(id, outcome),
        JobNotice::Refused(_, why) => app.code.awaited_jobs.finish(id, failed(&why)),
        JobNotice::Lost(_) | JobNotice::SetAside(_) => {
            app.code.awaited_jobs.finish(id, failed("The code runner was interrupted. Please try again."));
        }
    }
    None
}

/// The error where no code can be run.
pub(super) fn no_runner(app: &App) -> Error {
    let (detail, retry_after) = if app.code.runner.status().is_starting() {
        ("The code runner is starting. Please try again in a moment.", 2)
    } else {
        ("There is no code runner at the moment. 'invigil doctor' says why.", 30)
    };
    Error { retry_after: Some(retry_after), ..Error::new(ErrorKind::Unavailable, ErrorCode::NoRunner, detail) }
}

/// Languages in which code can be judged now, with the versions of their tools; `None` without a runner.
#[must_use]
pub fn offered(app: &App, _: &TestReader) -> Option<Vec<(String, String)>> {
    let RunnerStatus::Ready(welcome) = app.code.runner.status() else { return None };
    Some(welcome.languages.iter().map(|offer| (job::shown(&offer.name), offer.toolchain.clone())).collect())
}

/// Whether code in this language can be judged.
#[must_use]
pub fn is_offered(welcome: &Welcome, language: &str) -> bool {
    job::offer(welcome, language).is_some()
}

/// Runs all solutions, one after the other.
///
/// # Errors
/// 422 without tests or solutions; 503 `no_runner`, `unavailable`.
pub async fn check(app: &App, _: &Author, coding: &Coding) -> Result<SolutionOutcomes> {
    if coding.tests.is_empty() {
        return Err(Error::field("questions[0].tests", "There are no tests to run."));
    }
    if coding.reference_solutions.is_empty() && coding.wrong_solutions.is_empty() {
        return Err(Error::field("questions[0].reference_solutions", "There is no reference solution to run."));
    }
    outcomes(app, coding).await
}

/// Like [`check`], of a question that has tests and solutions.
///
/// # Errors
/// 503 `no_runner`, `unavailable`.
pub async fn outcomes(app: &App, coding: &Coding) -> Result<SolutionOutcomes> {
    let Coding { reference_solutions, wrong_solutions, .. } = coding;
    let manner = Manner::for_author();
    let reference = run_all(app, coding, reference_solutions, manner).await?;
    // Each ends at the first test that it does not pass: it may be one that takes too long.
    let wrong = run_all(app, coding, wrong_solutions, Manner { stops_at_failure: true, ..manner }).await?;
    Ok(SolutionOutcomes { reference, wrong })
}

impl Tried {
    /// Returns the outcome for a reviewer, who must not read the input of a hidden test: an exit code, or a signal, is
    /// a byte of it that the program chose.
    #[must_use]
    pub fn for_reviewer(mut self, coding: &Coding) -> Self {
        let failed = self.outcome.tests.iter().zip(&coding.tests).find(|(test, _)| test.verdict != Verdict::Ac);
        if failed.is_some_and(|(_, test)| !test.visible) {
            match self.outcome.verdict {
                Verdict::Rte => HIDDEN_FAILURE.clone_into(&mut self.outcome.note),
                Verdict::Wa => self.outcome.note.clear(),
                _ => {}
            }
        }
        self
    }
}

/// Runs a reviewer's copy of an answer on all tests. Nothing is stored.
///
/// # Errors
/// 409 `attempts_run`; 422 on `language` and `source`; 503 `no_runner`, `unavailable`.
pub async fn try_copy(
    app: &App,
    test: TestId,
    coding: &Coding,
    language: Option<String>,
    source: String,
) -> Result<Tried> {
    if coding.tests.is_empty() {
        return Err(Error::field("source", "This question has no tests."));
    }
    if source.len() > MAX_CODE {
        return Err(Error::field("source", "The code is too long."));
    }
    held::check(app, test)?;
    let offered = coding.offered();
    let known = |name: &String| offered.iter().find(|offer| offer.eq_ignore_ascii_case(name));
    let language = match &language {
        None => offered.first(),
        Some(name) => known(name),
    };
    let message = "The language must be one of the question's languages.";
    let language = (*language.ok_or_else(|| Error::field("language", message))?).to_owned();
    let solution = Solution { language, source };
    let outcome = run(app, coding, &solution, Manner::for_author()).await?;
    Ok(Tried { language: solution.language, outcome })
}

async fn run_all(app: &App, coding: &Coding, solutions: &[Solution], manner: Manner) -> Result<Vec<Tried>> {
    let mut tried = Vec::with_capacity(solutions.len());
    for solution in solutions {
        let outcome = compiled(run(app, coding, solution, manner).await?);
        tried.push(Tried { language: solution.language.clone(), outcome });
    }
    Ok(tried)
}

const SYNTAX_ERROR: &str = "The source code has a syntax error.";

/// A syntax error in a language without a compiler ends each run like any other failure, so it would count as a mistake
/// that the tests have found.
fn compiled(outcome: Outcome) -> Outcome {
    let stderr = outcome.tests.first().filter(|test| test.verdict == Verdict::Rte).and_then(|test| {
        let output = test.output.as_ref().filter(|output| output.stdout.is_empty())?;
        compiler_message::is_syntax_error(&output.stderr).then(|| output.stderr.clone())
    });
    match stderr {
        Some(compiler) => {
            let toolchain = outcome.toolchain;
            Outcome { compiler, toolchain, ..Outcome::untested(Verdict::Ce, SYNTAX_ERROR) }
        }
        None => outcome,
    }
}

/// Runs a program on all tests of a question, and returns its outcome.
///
/// # Errors
/// 503 `no_runner`, `unavailable`.
pub(super) async fn run(
    app: &App,
    coding: &Coding,
    Solution { language, source }: &Solution,
    Manner { turn, stops_at_failure, end }: Manner,
) -> Result<Outcome> {
    let RunnerStatus::Ready(welcome) = app.code.runner.status() else { return Err(no_runner(app)) };
    let Some(offer) = job::offer(&welcome, language) else {
        return Ok(Outcome::untested(Verdict::Ie, format!("No code runner offers {language}.")));
    };
    let id = app.new_id();
    let busy = || Error::unavailable("Too many programs wait to be run. Please try again in a moment.", 5);
    let outcome = app.code.awaited_jobs.begin(id).ok_or_else(busy)?;
    let _awaited = Awaited { app, id };
    let program =
        SubmittedProgram { id, candidate: turn.to_owned(), language: offer.name.clone(), source: source.clone() };
    let job = Job { stops_at_failure, ..job::job(program, coding, coding.tests.iter()) };
    app.code.runner.submit(job).map_err(|_| busy())?;
    let left = end.saturating_duration_since(tokio::time::Instant::now()).max(Duration::from_secs(1));
    let late = || Outcome::untested(Verdict::Ie, "There was no result in time.");
    Ok(tokio::time::timeout(left, outcome).await.ok().and_then(std::result::Result::ok).unwrap_or_else(late))
}
