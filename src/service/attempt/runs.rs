//! Runs of a candidate's code with their own input (`docs/behaviour.md#running-code`). Saving and submitting never wait for
//! one.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Kind, Result, RunId,
        attempt::Attempt,
        test::{LANGUAGES, Question, QuestionKind},
        timeline,
    },
    runner::{
        checker::Checker,
        client::{Notice, Status, Unsent},
        job::{Job, Limits, Outcome, Test, Verdict},
        wire::Welcome,
    },
    service::{events, work::By},
    state::runs::{Run, Subject},
    store::Read,
};
use std::{io, path::PathBuf, sync::Arc};
use tokio::runtime::Handle;

/// Code to be run.
pub struct NewRun {
    pub question_id: String,
    pub language: String,
    pub source: String,
    pub input: String,
}

/// Connects to the runner that listens on `socket`, now or later.
///
/// # Errors
/// If a thread cannot be started.
pub fn connect(app: &App, socket: PathBuf) -> io::Result<()> {
    let (handle, runtime) = (app.clone(), Handle::current());
    app.runner.start(socket, move |notice| noted(&handle, &runtime, notice))
}

/// Called on the runner client's thread, which must not wait.
fn noted(app: &App, runtime: &Handle, notice: Notice) {
    let (id, outcome) = match notice {
        Notice::Started(id) => {
            if let Some(attempt) = app.runs.started(RunId(id)) {
                events::run_changed(app, attempt, RunId(id));
            }
            return;
        }
        Notice::Done(id, outcome) => (id, outcome),
        Notice::Refused(id, why) => {
            tracing::warn!(why, "the runner refused a run");
            (id, Outcome::untested(Verdict::Ie, "The code runner did not take this code. Please try again."))
        }
        Notice::Lost(id) => {
            (id, Outcome::untested(Verdict::Ie, "The code runner was interrupted. Please run the code again."))
        }
    };
    if let Some((attempt, run)) = app.runs.finished(RunId(id), outcome) {
        events::run_changed(app, attempt, run.id);
        let app = app.clone();
        runtime.spawn(async move {
            if let Err(error) = record(&app, attempt, run).await {
                tracing::warn!(%error, "a run is missing in a timeline");
            }
        });
    }
}

/// Writes a finished run to the timeline, without its source.
async fn record(app: &App, id: AttemptId, run: Run) -> Result<()> {
    let crate::state::runs::Phase::Done(outcome) = run.phase else { return Ok(()) };
    let verdict = format!("{:?}", outcome.verdict).to_uppercase();
    app.write(By::Candidate, move |w| {
        // It may have been erased meanwhile.
        let Some(attempt) = w.get::<Attempt>(id)? else { return Ok(()) };
        let paper = w.app.papers.get(w, attempt.test_id, &attempt.paper)?;
        let number = paper.question(&run.question_id).map_or(0, |(at, _)| at + 1);
        w.timeline(id, timeline::Kind::Run, &format!("Question {number}, {}: {verdict}", run.language))?;
        events::timeline_changed(w, &attempt);
        Ok(())
    })
    .await
}

/// Languages in which code can be run now, as questions name them.
#[must_use]
pub fn languages(app: &App) -> Vec<String> {
    match app.runner.status() {
        Status::Ready(welcome) => welcome.languages.iter().map(|offer| shown(&offer.name)).collect(),
        Status::Off | Status::Down(_) => Vec::new(),
    }
}

/// The runner's names are those of questions in lower case, and names that a site has added.
fn shown(name: &str) -> String {
    let known = LANGUAGES.iter().find(|known| known.eq_ignore_ascii_case(name));
    known.map_or_else(|| name.to_owned(), |known| (*known).to_owned())
}

fn no_runner(detail: impl Into<String>) -> Error {
    Error { retry_after: Some(30), ..Error::new(Kind::Unavailable, "no_runner", detail) }
}

/// Runs code of the candidate. Returns the run and its place: the number of runs that wait before it.
///
/// # Errors
/// 409 `finished`; 422; 429 `too_many_runs`; 503 `no_runner`, `unavailable`.
pub fn ask(app: &App, attempt: &Attempt, new: NewRun) -> Result<(RunId, usize)> {
    let now = app.now();
    if now >= attempt.due() {
        return Err(Error::conflict("finished", "The time of this test is over."));
    }
    let paper = app.papers.get(&app.store.read()?, attempt.test_id, &attempt.paper)?;
    let question = paper.question(&new.question_id).map(|(_, question)| question);
    let question = question.filter(|question| question.kind() == QuestionKind::Coding);
    let question =
        question.ok_or_else(|| Error::field("question_id", "This is not a coding question of this test."))?;
    check_language(question, &new.language)?;
    let Status::Ready(welcome) = app.runner.status() else {
        return Err(no_runner("Code cannot be run here. Your answer is saved and counts without it."));
    };
    let language = offered(&welcome, &new.language)
        .ok_or_else(|| no_runner(format!("Code in {} cannot be run here.", new.language)))?;
    if let Some(overdue) = app.runs.time_out(attempt.id, now) {
        app.runner.cancel(overdue.0);
    }
    let id: RunId = app.new_id();
    let subject = Subject { question_id: new.question_id, language: shown(&language) };
    let place = app.runs.begin(attempt.id, id, subject, now)?;
    let test = Test { input: new.input, expected: None, report_output: true };
    let job = Job {
        id: id.0,
        candidate: app.runs.pseudonym(attempt.id),
        language,
        source: new.source,
        tests: vec![test],
        checker: Checker::default(),
        limits: Limits::default(),
    };
    app.runner.submit(job).map_err(|unsent| {
        app.runs.abandon(attempt.id);
        match unsent {
            Unsent::NoRunner => no_runner("Code cannot be run at the moment. Please try again."),
            Unsent::Busy => Error::unavailable("Too many programs wait to be run. Please try again in a moment.", 5),
        }
    })?;
    Ok((id, place))
}

fn check_language(question: &Question, given: &str) -> Result<()> {
    match question.expected_language() {
        Some(expected) if !expected.eq_ignore_ascii_case(given) => {
            Err(Error::field("language", format!("This question is to be answered in {expected}.")))
        }
        None if given.is_empty() || given.len() > 100 => Err(Error::field("language", "Choose a language.")),
        _ => Ok(()),
    }
}

/// The runner's name of a language.
fn offered(welcome: &Arc<Welcome>, language: &str) -> Option<String> {
    let offers = welcome.languages.iter().map(|offer| &offer.name);
    offers.into_iter().find(|name| name.eq_ignore_ascii_case(language)).cloned()
}

/// The latest run of an attempt; one that takes too long ends.
#[must_use]
pub fn latest(app: &App, attempt: AttemptId) -> Option<Run> {
    if let Some(overdue) = app.runs.time_out(attempt, app.now()) {
        app.runner.cancel(overdue.0);
    }
    app.runs.latest(attempt)
}

/// A run of an attempt.
///
/// # Errors
/// 404, also once a later run has replaced it.
pub fn get(app: &App, attempt: AttemptId, id: RunId) -> Result<Run> {
    latest(app, attempt).filter(|run| run.id == id).ok_or_else(|| Error::not_found("run"))
}
