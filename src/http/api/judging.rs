//! Verdicts on submitted code (docs/behaviour.md#judging).

use crate::{
    app::App,
    domain::{
        TestId,
        judging::{Judged, Judging, State as JudgingState, Verdict},
        question::{Question, code::CodeTest},
        submission::Submission,
    },
    http::{
        error::ApiResult,
        extract::{AsAdmin, Body, Id, Loaded, TEXT_LIMIT},
        wire::{JudgingStateName, Timestamp},
    },
    service::result::{
        judging::whole_test::{self, Preview},
        scoring,
    },
};
use axum::{Json, extract::State};
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

impl From<Verdict> for CodeVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self::Ac,
            Verdict::WrongAnswer => Self::Wa,
            Verdict::TimeLimit => Self::Tle,
            Verdict::MemoryLimit => Self::Mle,
            Verdict::OutputLimit => Self::Ole,
            Verdict::RuntimeError => Self::Rte,
            Verdict::CompileError => Self::Ce,
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
    /// That of the first test that failed.
    verdict: CodeVerdict,
    /// `null` for a reviewer, where the name is hidden.
    #[schema(required)]
    judged_at: Option<Timestamp>,
    language: String,
    /// Messages of the compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    compiler: String,
    /// In the order of the question's tests; empty if the code could not be compiled.
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

/// What a program read and wrote, each at most 2 KiB.
#[derive(Serialize, ToSchema)]
pub struct JudgedContent {
    input: String,
    expected: String,
    /// Of the first ten tests that failed.
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

/// Judge submitted code once more, on the tests that it was submitted with.
#[utoipa::path(post, path = "/results/{submission_id}/rejudge", tag = "results",
    params(("submission_id" = String, Path)), request_body = RejudgeInput,
    responses((status = 200, body = RejudgeReply)))]
pub async fn rejudge(
    State(app): State<App>,
    Loaded(AsAdmin(admin), Submission { id, .. }): Loaded<Submission>,
    request: Body,
) -> ApiResult<Json<RejudgeReply>> {
    let RejudgeInput { question_id } = request.json_or_default(TEXT_LIMIT).await?;
    Ok(Json(RejudgeReply { answers: scoring::rejudge(&app, &admin, id, question_id).await? }))
}

/// What judging all code of a test again means.
#[derive(Serialize, ToSchema)]
pub struct RejudgePreview {
    /// Answers that have verdicts, and get new ones.
    judged: usize,
    waiting: usize,
    /// Answers that were set aside, and are tried again.
    failed: usize,
    /// Of all these, answers whose tests have changed since they were submitted.
    outdated: usize,
}

/// Counts the answers that judging a test's code again would judge. Changes nothing.
#[utoipa::path(post, path = "/tests/{id}/rejudge/preview", operation_id = "preview_test_rejudge", tag = "tests",
    params(("id" = String, Path)), responses((status = 200, body = RejudgePreview)))]
pub async fn preview_test(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
) -> ApiResult<Json<RejudgePreview>> {
    let Preview { judged, waiting, failed, outdated } = whole_test::preview(&app, &admin, id)?;
    Ok(Json(RejudgePreview { judged, waiting, failed, outdated }))
}

/// Judge all submitted code of a test once more, on the tests that it has now. A person's scores stay. A call that was
/// interrupted can be repeated.
#[utoipa::path(post, path = "/tests/{id}/rejudge", operation_id = "rejudge_test", tag = "tests",
    params(("id" = String, Path)), responses((status = 200, body = RejudgeReply)))]
pub async fn rejudge_test(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
) -> ApiResult<Json<RejudgeReply>> {
    Ok(Json(RejudgeReply { answers: whole_test::rejudge(&app, &admin, id).await? }))
}
