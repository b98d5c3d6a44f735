//! Verdicts on submitted code (docs/behaviour/code.md#judging).

use super::repairs::RepairPreview;
use crate::{
    app::App,
    domain::{
        TestId,
        judging::{Judged, Judging, JudgingState, JudgingVerdict},
        question::{Question, code::CodeTest},
        submission::Submission,
    },
    http::{
        error::ApiResult,
        extract::{As, Id, Loaded, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, TooMany},
        wire::{JudgingStateName, Timestamp},
    },
    service::{
        actor::Scorer,
        scoring::{
            judging::{
                dry_run,
                rejudge::{self, RejudgePreview},
                solutions,
            },
            scores,
        },
    },
    state::dry_runs::DryRunReport,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use utoipa::ToSchema;

/// How submitted code passed a test: accepted, wrong answer; time, memory or output limit exceeded; runtime error; compile
/// error.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CodeVerdict {
    Ac,
    Wa,
    Tle,
    Mle,
    Ole,
    Rte,
    Ce,
}

impl From<JudgingVerdict> for CodeVerdict {
    fn from(verdict: JudgingVerdict) -> Self {
        match verdict {
            JudgingVerdict::Accepted => Self::Ac,
            JudgingVerdict::WrongAnswer => Self::Wa,
            JudgingVerdict::TimeLimit => Self::Tle,
            JudgingVerdict::MemoryLimit => Self::Mle,
            JudgingVerdict::OutputLimit => Self::Ole,
            JudgingVerdict::RuntimeError => Self::Rte,
            JudgingVerdict::CompileError => Self::Ce,
        }
    }
}

/// Judging of one answer.
#[derive(Serialize, ToSchema)]
#[schema(as = AnswerJudging)]
pub struct JudgingBody {
    state: JudgingStateName,
    /// `null` for a reviewer, where the name is hidden.
    #[schema(required)]
    asked_at: Option<Timestamp>,
    /// Why there is no verdict yet; absent if the answer waits for its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    note: Option<String>,
    /// The latest verdicts; while it is judged again, those of the time before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    result: Option<JudgingResult>,
}

/// Verdicts on an answer.
#[derive(Serialize, ToSchema)]
pub struct JudgingResult {
    /// Verdict on the whole answer: that on the first test that failed.
    verdict: CodeVerdict,
    /// `null` for a reviewer, where the name is hidden.
    #[schema(required)]
    judged_at: Option<Timestamp>,
    language: String,
    /// Messages of the compiler; before them, what the runner says of code that could not be compiled.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    compiler: String,
    /// Verdicts in the order of the question's tests; empty if the code could not be compiled.
    tests: Vec<JudgedTest>,
    /// SHA-256 of tests, checker and limits.
    test_set: String,
    /// Version of the runner.
    runner: String,
    /// Version of the compiler or interpreter.
    toolchain: String,
}

/// Verdict on one test.
#[derive(Serialize, ToSchema)]
pub struct JudgedTest {
    verdict: CodeVerdict,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    note: String,
    cpu_ms: u64,
    memory_kb: u64,
    visible: bool,
    weight: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    group: Option<String>,
    /// Input, expected and actual output: only in the details of a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<JudgedContent>,
}

/// Input and output of a program, each at most 2 KiB.
#[derive(Serialize, ToSchema)]
pub struct JudgedContent {
    input: String,
    expected: String,
    /// Standard output of the program; present for the first ten tests that failed.
    stdout: String,
    stderr: String,
}

/// Bytes of an input or an expected output that are shown.
const MAX_SHOWN: usize = 2 << 10;

/// How much of a judging a reply shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    Verdicts,
    Contents,
}

impl JudgingBody {
    /// Takes out when the answer was judged: soon after it came.
    pub fn hide_times(&mut self) {
        self.asked_at = None;
        if let Some(result) = &mut self.result {
            result.judged_at = None;
        }
    }

    /// Takes the exit codes and signals of hidden tests out, which are a byte of their input that the program chose.
    pub fn hide_exit_codes(&mut self) {
        let tests = self.result.iter_mut().flat_map(|result| &mut result.tests);
        for test in tests.filter(|test| !test.visible) {
            match test.verdict {
                CodeVerdict::Rte => solutions::HIDDEN_FAILURE.clone_into(&mut test.note),
                CodeVerdict::Wa => test.note.clear(),
                _ => {}
            }
        }
    }

    pub fn new(question: &Question, judging: &Judging, depth: Depth) -> Self {
        let tests = question.coding().map_or(&[][..], |coding| &coding.tests);
        Self {
            state: judging.state.into(),
            asked_at: Some(judging.asked_at.into()),
            note: Some(judging.note.clone()).filter(|note| !note.is_empty() && judging.state != JudgingState::Done),
            result: judging.judged.as_ref().map(|judged| result(tests, judged, depth)),
        }
    }
}

fn result(tests: &[CodeTest], judged: &Judged, depth: Depth) -> JudgingResult {
    let verdicts = tests.iter().zip(&judged.tests).map(|(test, found)| JudgedTest {
        verdict: found.verdict.into(),
        note: found.note.clone(),
        cpu_ms: found.cpu_ms,
        memory_kb: found.memory_kb,
        visible: test.visible,
        weight: test.weight,
        group: test.group.clone(),
        content: (depth == Depth::Contents).then(|| JudgedContent {
            input: beginning(&test.input),
            expected: beginning(&test.output),
            stdout: found.stdout.clone(),
            stderr: found.stderr.clone(),
        }),
    });
    JudgingResult {
        verdict: judged.verdict.into(),
        judged_at: Some(judged.at.into()),
        language: judged.language.clone(),
        compiler: judged.compiler.clone(),
        tests: verdicts.collect(),
        test_set: hex(&judged.test_set),
        runner: judged.runner.clone(),
        toolchain: judged.toolchain.clone(),
    }
}

fn beginning(text: &str) -> String {
    text.get(..text.floor_char_boundary(MAX_SHOWN)).unwrap_or_default().to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Which code to judge again.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RejudgeInput {
    /// All answers of the submission if omitted.
    #[serde(default)]
    question_id: Option<String>,
}

/// How many answers are judged again.
#[derive(Serialize, ToSchema)]
pub struct RejudgeReply {
    answers: usize,
}

/// Judge submitted code again, on the tests that it was submitted with.
#[utoipa::path(post, path = "/results/{submission_id}/rejudge", tag = "results",
    params(("submission_id" = String, Path)), request_body = RejudgeInput,
    responses((status = 200, body = RejudgeReply)))]
pub async fn rejudge(
    State(app): State<App>,
    Loaded(by, Submission { id, .. }): Loaded<Scorer, Submission>,
    request: UnreadBody,
) -> ApiResult<Json<RejudgeReply>> {
    let RejudgeInput { question_id } = request.json_or_default(TEXT_LIMIT).await?;
    Ok(Json(RejudgeReply { answers: scores::rejudge(&app, &by, id, question_id).await? }))
}

/// Extent of judging all code of a test again.
#[derive(Serialize, ToSchema)]
#[schema(as = RejudgePreview)]
pub struct RejudgePreviewBody {
    /// Answers that have verdicts, and get new ones.
    judged: usize,
    waiting: usize,
    /// Answers that were set aside, and are tried again.
    failed: usize,
    /// Number of these answers whose tests have changed since they were submitted.
    outdated: usize,
    /// Number of these answers that keep the tests they have, since their question now has no tests that could judge
    /// them.
    kept: usize,
    /// Progress of a dry run in percent; `null` if none waits or runs.
    #[schema(required)]
    dry_run_percent: Option<usize>,
    /// Report of the last dry run; `null` without one, or if the tests have changed since.
    #[schema(required)]
    dry_run: Option<RejudgeDryRun>,
}

/// Dry run: effect of judging the answers whose tests have changed, or all answers where no tests have.
#[derive(Serialize, ToSchema)]
pub struct RejudgeDryRun {
    at: Timestamp,
    /// Answers that were run.
    answers: usize,
    /// Number of these answers for which the code runner had no verdict.
    no_verdict: usize,
    submissions: RepairPreview,
}

impl From<DryRunReport> for RejudgeDryRun {
    fn from(DryRunReport { at, answers, no_verdict, changes, .. }: DryRunReport) -> Self {
        Self { at: at.into(), answers, no_verdict, submissions: changes.into() }
    }
}

impl From<RejudgePreview> for RejudgePreviewBody {
    fn from(found: RejudgePreview) -> Self {
        let RejudgePreview { judged, waiting, failed, outdated, kept, dry_run_percent, dry_run } = found;
        Self { judged, waiting, failed, outdated, kept, dry_run_percent, dry_run: dry_run.map(Into::into) }
    }
}

/// Counts the answers that judging a test's code again would judge. Changes nothing.
#[utoipa::path(post, path = "/tests/{id}/rejudge/preview", operation_id = "preview_test_rejudge", tag = "tests",
    params(("id" = String, Path)), responses((status = 200, body = RejudgePreviewBody)))]
pub async fn preview_test(
    State(app): State<App>,
    As(by): As<Scorer>,
    Id(id): Id<TestId>,
) -> ApiResult<Json<RejudgePreviewBody>> {
    Ok(Json(rejudge::preview(&app, &by, id)?.into()))
}

/// Run a test's submitted code on the tests that it has now, in the background, without storing a verdict: the preview then
/// says whose score would change.
#[utoipa::path(post, path = "/tests/{id}/rejudge/dry-run", operation_id = "dry_run_test_rejudge", tag = "tests",
    params(("id" = String, Path)), responses((status = 202, body = RejudgePreviewBody), Conflict, TooMany))]
pub async fn dry_run(
    State(app): State<App>,
    As(by): As<Scorer>,
    Id(id): Id<TestId>,
) -> ApiResult<(StatusCode, Json<RejudgePreviewBody>)> {
    Ok((StatusCode::ACCEPTED, Json(dry_run::ask(&app, &by, id)?.into())))
}

/// End a dry run of a test's code. Without one, nothing happens.
#[utoipa::path(delete, path = "/tests/{id}/rejudge/dry-run", operation_id = "cancel_test_rejudge_dry_run", tag = "tests",
    params(("id" = String, Path)), responses((status = 204)))]
pub async fn cancel_dry_run(State(app): State<App>, As(by): As<Scorer>, Id(id): Id<TestId>) -> StatusCode {
    dry_run::cancel(&app, &by, id);
    StatusCode::NO_CONTENT
}

/// Judge all submitted code of a test again, on the tests that it has now. A person's scores stay. A call that was
/// interrupted can be repeated.
#[utoipa::path(post, path = "/tests/{id}/rejudge", operation_id = "rejudge_test", tag = "tests",
    params(("id" = String, Path)), responses((status = 200, body = RejudgeReply)))]
pub async fn rejudge_test(
    State(app): State<App>,
    As(by): As<Scorer>,
    Id(id): Id<TestId>,
) -> ApiResult<Json<RejudgeReply>> {
    Ok(Json(RejudgeReply { answers: rejudge::rejudge(&app, &by, id).await? }))
}
