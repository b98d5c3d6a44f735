//! Runs of a candidate's code with their own input or on the visible tests (`docs/behaviour/code.md#running-code`). Saving
//! and submitting never wait for one.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, ErrorKind, Result, RunId, attempt::Attempt, question::Coding, test::Question,
        timeline,
    },
    runner::{
        client::{JobNotice, RunnerStatus, Unsent},
        job::{Outcome, Verdict},
    },
    service::{
        events,
        scoring::judging::{
            job::{self, SubmittedProgram},
            outcome, solutions,
        },
        work::By,
    },
    state::runs::{Run, RunSubject},
    store::Read,
};
use std::{io, path::PathBuf};
use tokio::runtime::Handle;

/// Code to be run.
pub struct NewRun {
    pub question_id: String,
    pub language: String,
    pub source: String,
    pub stdin: Stdin,
}

/// Input of a program.
pub enum Stdin {
    Own(String),
    /// The inputs of the visible tests, whose outputs are compared.
    Tests,
}

/// Connects to the runner that listens on `socket`, now or later.
///
/// # Errors
/// If a thread cannot be started.
pub fn connect(app: &App, socket: PathBuf) -> io::Result<()> {
    let (handle, runtime) = (app.clone(), Handle::current());
    app.code.runner.start(socket, move |notice| noted(&handle, &runtime, notice))
}

/// Takes a notice about a job of any kind. Called on the runner client's thread, which must not wait.
pub(in crate::service) fn noted(app: &App, runtime: &Handle, notice: JobNotice) {
    let owner = trial_with(app, &notice);
    let app = owner.as_ref().unwrap_or(app);
    let notice = outcome::noted(app, runtime, notice).and_then(|notice| solutions::noted(app, notice));
    let Some(notice) = notice else { return };
    let (id, outcome) = match notice {
        JobNotice::Started(id) => {
            if let Some(attempt) = app.code.runs.started(RunId(id)) {
                events::run_changed(app, attempt, RunId(id));
            }
            return;
        }
        JobNotice::Returned(id) => {
            if let Some(attempt) = app.code.runs.returned(RunId(id)) {
                events::run_changed(app, attempt, RunId(id));
            }
            return;
        }
        JobNotice::Done(id, outcome, _) => (id, outcome),
        JobNotice::Refused(id, why) => {
            tracing::warn!(why, "the runner refused a run");
            (id, Outcome::untested(Verdict::Ie, "The code runner did not take this code. Please try again."))
        }
        JobNotice::Lost(id) | JobNotice::SetAside(id) => {
            (id, Outcome::untested(Verdict::Ie, "The code runner was interrupted. Please run the code again."))
        }
    };
    if let Some((attempt, run)) = app.code.runs.finished(RunId(id), outcome) {
        events::run_changed(app, attempt, run.id);
        let app = app.clone();
        runtime.spawn(async move {
            if let Err(error) = record(&app, attempt, run).await {
                tracing::warn!(%error, "a run is missing in a timeline");
            }
        });
    }
}

/// The trial that has this job, if one has.
fn trial_with(app: &App, notice: &JobNotice) -> Option<App> {
    let id = notice.job();
    let has = |trial: &App| trial.code.runs.has(RunId(id)) || trial.code.judging.get(id).is_some();
    app.jobs.trials.all().into_iter().find(has)
}

/// Writes a finished run to the timeline, without its source.
async fn record(app: &App, id: AttemptId, run: Run) -> Result<()> {
    let crate::state::runs::RunPhase::Done(outcome) = run.phase else { return Ok(()) };
    let verdict = outcome.verdict.code();
    app.write(By::Candidate, move |w| {
        // It may have been erased meanwhile.
        let Some(attempt) = w.get::<Attempt>(id)? else { return Ok(()) };
        let paper = w.app.caches.papers.get(w, attempt.test_id, &attempt.paper)?;
        let number = paper.question(&run.question_id).map_or(0, |(at, _)| at + 1);
        w.timeline(id, timeline::TimelineEventKind::Run, &format!("Question {number}, {}: {verdict}", run.language))?;
        events::timeline_changed(w, &attempt);
        Ok(())
    })
    .await
}

/// Languages in which code can be run now, as questions name them.
#[must_use]
pub fn languages(app: &App) -> Vec<String> {
    match app.code.runner.status() {
        RunnerStatus::Ready(welcome) => welcome.languages.iter().map(|offer| job::shown(&offer.name)).collect(),
        RunnerStatus::Off | RunnerStatus::Starting | RunnerStatus::Down(_) => Vec::new(),
    }
}

/// Whether more languages may be offered in a moment: the runner is starting.
#[must_use]
pub fn is_starting(app: &App) -> bool {
    app.code.runner.status().is_starting()
}

fn starting() -> Error {
    let detail = "The code runner is starting. Please run the code again in a moment.";
    Error { retry_after: Some(2), ..Error::new(ErrorKind::Unavailable, ErrorCode::NoRunner, detail) }
}

fn no_runner(detail: impl Into<String>) -> Error {
    Error { retry_after: Some(30), ..Error::new(ErrorKind::Unavailable, ErrorCode::NoRunner, detail) }
}

/// Runs code of the candidate. Returns the run and its place: the number of runs that wait before it.
///
/// # Errors
/// 409 `finished`; 422; 429 `too_many_runs`; 503 `no_runner`, `unavailable`.
pub fn ask(app: &App, attempt: &Attempt, new: NewRun) -> Result<(RunId, usize)> {
    let now = app.now();
    if attempt.is_past_due(now) {
        return Err(Error::conflict(ErrorCode::Finished, "The time of this test is over."));
    }
    let paper = app.caches.papers.get(&app.store.read()?, attempt.test_id, &attempt.paper)?;
    let question = paper.question(&new.question_id).map(|(_, question)| question);
    let coding = question.and_then(Question::coding);
    let coding = coding.ok_or_else(|| Error::field("question_id", "This is not a coding question of this test."))?;
    check_language(coding, &new.language)?;
    let with_tests = matches!(new.stdin, Stdin::Tests);
    if with_tests && !coding.tests.iter().any(|test| test.visible) {
        return Err(Error::field("tests", "This question has no tests that you can run."));
    }
    let status = app.code.runner.status();
    let welcome = match &status {
        RunnerStatus::Ready(welcome) => welcome,
        RunnerStatus::Starting => return Err(starting()),
        RunnerStatus::Off | RunnerStatus::Down(_) => {
            return Err(no_runner("Code cannot be run here. Your answer is saved and counts without it."));
        }
    };
    let Some(language) = job::offer(welcome, &new.language).map(|offer| offer.name.clone()) else {
        let is_coming = status.is_finding_out(&new.language.to_lowercase());
        return Err(if is_coming {
            starting()
        } else {
            no_runner(format!("Code in {} cannot be run here.", new.language)).with("language", new.language.as_str())
        });
    };
    if let Some(overdue) = app.code.runs.time_out(attempt.id, now) {
        app.code.runner.cancel(overdue.0);
    }
    let id: RunId = app.new_id();
    let subject = RunSubject { question_id: new.question_id, language: job::shown(&language), with_tests };
    let place = app.code.runs.begin(attempt.id, id, subject, now)?;
    let program =
        SubmittedProgram { id: id.0, candidate: app.code.runs.pseudonym(attempt.id), language, source: new.source };
    let job = match new.stdin {
        Stdin::Tests => job::job(program, coding, coding.tests.iter().filter(|test| test.visible)),
        Stdin::Own(input) => job::with_input(program, coding, input),
    };
    app.code.runner.submit(job).map_err(|unsent| {
        app.code.runs.abandon(attempt.id);
        match unsent {
            Unsent::NoRunner => no_runner("Code cannot be run at the moment. Please try again."),
            Unsent::Busy => Error::unavailable("Too many programs wait to be run. Please try again in a moment.", 5),
        }
    })?;
    Ok((id, place))
}

fn check_language(coding: &Coding, given: &str) -> Result<()> {
    let offered = coding.offered();
    if offered.is_empty() && (given.is_empty() || given.len() > 100) {
        return Err(Error::field("language", "Choose a language."));
    }
    if !offered.is_empty() && !offered.iter().any(|offer| offer.eq_ignore_ascii_case(given)) {
        let message = format!("This question must be answered in {}.", offered.join(" or "));
        return Err(Error::field("language", message).with("languages", offered.join(", ").as_str()));
    }
    Ok(())
}

/// The latest run of an attempt; one that takes too long ends.
#[must_use]
pub fn latest(app: &App, attempt: AttemptId) -> Option<Run> {
    if let Some(overdue) = app.code.runs.time_out(attempt, app.now()) {
        app.code.runner.cancel(overdue.0);
    }
    app.code.runs.latest(attempt)
}

/// A run of an attempt.
///
/// # Errors
/// 404, also once a later run has replaced it.
pub fn get(app: &App, attempt: AttemptId, id: RunId) -> Result<Run> {
    latest(app, attempt).filter(|run| run.id == id).ok_or_else(|| Error::not_found("run"))
}
