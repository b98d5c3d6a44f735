//! Runs of a candidate's code (docs/behaviour/code.md#running-code). They are kept in memory only, and count for nothing.

use crate::{
    domain::{
        RunId,
        compiler_message::{self, CompilerMessage},
    },
    http::{
        error::ApiResult,
        extract::{AttemptKey, ExamBrowser, HeldAttempt, Serving, TokenAndId, UnreadBody, Visitor},
        refusals::{Conflict, Forbidden, Gone, TooMany},
        wire::{RunVerdict, Timestamp},
    },
    runner::job::{Outcome, TestOutcome, Verdict},
    service::{
        attempt::runs::{self, NewRun, Stdin},
        query,
        settings::exam_browser,
    },
    state::runs::{Run, RunPhase},
};
use axum::{Json, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum body of a run, in bytes.
const RUN_LIMIT: usize = 256 * 1024;

/// Code to be run.
#[derive(Deserialize, ToSchema)]
pub struct RunInput {
    /// A coding question of this test.
    question_id: String,
    /// One of the question's languages, or any that is offered if the question names none.
    language: String,
    source: String,
    /// Standard input of the program.
    #[serde(default)]
    input: Option<String>,
    /// Run the visible tests instead, each with its own input.
    #[serde(default)]
    tests: bool,
}

/// A run that waits.
#[derive(Serialize, ToSchema)]
pub struct RunQueued {
    run_id: String,
    /// Number of runs that wait before it.
    place: usize,
}

/// How far a run is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    Waiting,
    Running,
    Done,
}

/// A message about a line of the code.
#[derive(Serialize, ToSchema)]
pub struct CodeMessage {
    /// Line of the code, counted from 1.
    line: u32,
    /// Column of the line, counted from 1; `null` where it is not known.
    column: Option<u32>,
    text: String,
}

impl From<CompilerMessage> for CodeMessage {
    fn from(message: CompilerMessage) -> Self {
        Self { line: message.line, column: message.column, text: message.text }
    }
}

/// Result of a run.
#[derive(Serialize, ToSchema)]
pub struct RunResult {
    verdict: RunVerdict,
    /// One sentence that explains the verdict; empty if the verdict needs none.
    note: String,
    /// Output of the program as text; invalid UTF-8 is replaced.
    stdout: String,
    stderr: String,
    /// The output was longer than what is shown.
    truncated: bool,
    /// Messages of the compiler, as text.
    compiler: String,
    /// Messages of the compiler or interpreter that name a line.
    messages: Vec<CodeMessage>,
    compile_ms: u64,
    cpu_ms: u64,
    wall_ms: u64,
    memory_kb: u64,
    /// Version of the compiler or interpreter.
    toolchain: String,
    /// Results of the visible tests, in their order; empty without them, and if the code could not be compiled.
    tests: Vec<RunTestResult>,
}

/// How a visible test ended.
#[derive(Serialize, ToSchema)]
pub struct RunTestResult {
    verdict: RunVerdict,
    note: String,
    stdout: String,
    stderr: String,
    /// The output was longer than what is shown.
    truncated: bool,
    cpu_ms: u64,
    memory_kb: u64,
}

impl From<&TestOutcome> for RunTestResult {
    fn from(test: &TestOutcome) -> Self {
        let output = test.output.clone().unwrap_or_default();
        Self {
            verdict: test.verdict.into(),
            note: test.note.clone(),
            stdout: output.stdout,
            stderr: output.stderr,
            truncated: output.is_truncated,
            cpu_ms: test.cpu_ms,
            memory_kb: test.memory_kb,
        }
    }
}

impl RunResult {
    fn new(outcome: &Outcome, with_tests: bool) -> Self {
        // Of several tests, the one that the verdict is about.
        let test = outcome.tests.iter().find(|test| test.verdict != Verdict::Ac).or_else(|| outcome.tests.first());
        let output = test.and_then(|test| test.output.clone()).unwrap_or_default();
        // An interpreter reports what a compiler would report when it runs the program.
        let about = if outcome.compiler.is_empty() { &output.stderr } else { &outcome.compiler };
        let is_failure = outcome.verdict != Verdict::Ac;
        let messages = if is_failure { compiler_message::messages(about) } else { Vec::new() };
        let note = test.map(|test| &test.note).filter(|note| !note.is_empty()).unwrap_or(&outcome.note);
        Self {
            verdict: outcome.verdict.into(),
            note: note.clone(),
            messages: messages.into_iter().map(Into::into).collect(),
            stdout: output.stdout,
            stderr: output.stderr,
            truncated: output.is_truncated,
            compiler: outcome.compiler.clone(),
            compile_ms: outcome.compile_ms,
            cpu_ms: test.map_or(0, |test| test.cpu_ms),
            wall_ms: test.map_or(0, |test| test.wall_ms),
            memory_kb: test.map_or(0, |test| test.memory_kb),
            toolchain: outcome.toolchain.clone(),
            tests: outcome.tests.iter().filter(|_| with_tests).map(Into::into).collect(),
        }
    }
}

/// A run.
#[derive(Serialize, ToSchema)]
#[schema(as = Run)]
pub struct RunBody {
    run_id: String,
    question_id: String,
    language: String,
    /// Whether the run executes the visible tests.
    tests: bool,
    state: RunState,
    /// Number of runs that wait before it; 0 unless it waits.
    place: usize,
    asked_at: Timestamp,
    /// `null` until it is done.
    result: Option<RunResult>,
}

impl From<Run> for RunBody {
    fn from(run: Run) -> Self {
        let (state, place, result) = match &run.phase {
            RunPhase::Waiting(place) => (RunState::Waiting, *place, None),
            RunPhase::Running => (RunState::Running, 0, None),
            RunPhase::Done(outcome) => (RunState::Done, 0, Some(RunResult::new(outcome, run.with_tests))),
        };
        Self {
            run_id: run.id.to_string(),
            question_id: run.question_id,
            language: run.language,
            tests: run.with_tests,
            state,
            place,
            asked_at: run.asked_at.into(),
            result,
        }
    }
}

/// Languages that can be run, and the last run.
#[derive(Serialize, ToSchema)]
pub struct RunsBody {
    /// Languages in which code can be run now; empty without a runner.
    languages: Vec<String>,
    /// The code runner is starting: there may be more languages in a moment.
    starting: bool,
    /// The latest run of this attempt, while it is kept.
    latest: Option<RunBody>,
}

/// Get the languages in which code can be run now, and the latest run.
#[utoipa::path(get, path = "/take-test/{token}/runs", tag = "candidates",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = RunsBody)))]
pub async fn list(
    Serving(app): Serving,
    Visitor { token: _, key: _, visit: _visit }: Visitor,
    HeldAttempt(attempt): HeldAttempt,
) -> ApiResult<Json<RunsBody>> {
    Ok(Json(RunsBody {
        languages: runs::languages(&app),
        starting: runs::is_starting(&app),
        latest: runs::latest(&app, attempt.id).map(Into::into),
    }))
}

/// Run code with the given input: one run at a time, ten a minute. 503 `no_runner` where code cannot be run.
#[utoipa::path(post, path = "/take-test/{token}/runs", tag = "candidates", request_body = RunInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 202, body = RunQueued), Forbidden, TooMany))]
pub async fn ask(
    Serving(app): Serving,
    Visitor { token, key: _, visit: _visit }: Visitor,
    HeldAttempt(attempt): HeldAttempt,
    ExamBrowser(proof): ExamBrowser,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<RunQueued>)> {
    exam_browser::require(&app, &token, &proof)?;
    let received = body.authorized(RUN_LIMIT, || Ok(())).await?;
    app.limits.links.volume(&token, received.bytes.len(), app.now())?;
    let RunInput { question_id, language, source, input, tests } = received.parse()?;
    let stdin = if tests { Stdin::Tests } else { Stdin::Own(input.unwrap_or_default()) };
    let new = NewRun { question_id, language, source, stdin };
    let (id, place) = runs::ask(&app, &attempt, new)?;
    Ok((StatusCode::ACCEPTED, Json(RunQueued { run_id: id.to_string(), place })))
}

/// Get a run: its place, or its result. `run.changed` on the event stream says when to.
#[utoipa::path(get, path = "/take-test/{token}/runs/{run_id}", tag = "candidates",
    params(("token" = String, Path), ("run_id" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = RunBody), Conflict, Gone, TooMany))]
pub async fn get(
    Serving(app): Serving,
    TokenAndId(token, id): TokenAndId<RunId>,
    AttemptKey(key): AttemptKey,
) -> ApiResult<Json<RunBody>> {
    let visit = app.limits.links.visit(&token)?;
    let attempt = query::attempt::holding(&app.store.read()?, &token, key.as_deref(), app.now())?;
    let run = runs::get(&app, attempt.id, id)?;
    drop(visit);
    Ok(Json(run.into()))
}
