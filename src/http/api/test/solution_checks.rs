//! Solutions of coding questions (docs/behaviour/tests.md#tests-of-code).

use super::questions::QuestionInput;
use crate::{
    app::App,
    domain::{
        Error, Result,
        marking::Marking,
        question::{Coding, Question},
        submission::Grade,
        test::QuestionDraft,
    },
    http::{
        error::ApiResult,
        extract::{JSON_LIMIT, Loaded, UnreadBody, Within},
        refusals::{Conflict, TooMany},
        wire::RunVerdict,
    },
    service::{
        actor::{Author, Reviewer, Scorer, TestReader},
        scoring::{
            judging::solutions::{self, SolutionOutcomes, Tried},
            reviewing::queue,
            scores,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Outcomes of a question's solutions.
#[derive(Serialize, ToSchema)]
pub struct SolutionsReply {
    /// Reference solutions, in their order: each must pass all tests.
    solutions: Vec<TriedSolution>,
    /// Wrong solutions, in their order: each must fail a test.
    wrong_solutions: Vec<TriedSolution>,
}

/// Outcome of a solution.
#[derive(Serialize, ToSchema)]
pub struct TriedSolution {
    language: String,
    /// `AC` if it passes all tests.
    verdict: RunVerdict,
    note: String,
    /// Messages of the compiler.
    compiler: String,
    /// Results in the order of the question's tests; empty if none was run. The run of a wrong solution ends at the
    /// first test that it does not pass.
    tests: Vec<TriedTest>,
}

/// Outcome of one test.
#[derive(Serialize, ToSchema)]
pub struct TriedTest {
    verdict: RunVerdict,
    cpu_ms: u64,
    memory_kb: u64,
}

impl From<Tried> for TriedSolution {
    fn from(Tried { language, outcome }: Tried) -> Self {
        let tests = outcome.tests.iter().map(|test| TriedTest {
            verdict: test.verdict.into(),
            cpu_ms: test.cpu_ms,
            memory_kb: test.memory_kb,
        });
        Self {
            language,
            verdict: outcome.verdict.into(),
            tests: tests.collect(),
            note: outcome.note,
            compiler: outcome.compiler,
        }
    }
}

/// Run the reference and wrong solutions of a coding question on all its tests. Stores nothing; 503 `no_runner` where code cannot be
/// run.
#[utoipa::path(post, path = "/tests/check-solutions", tag = "tests", request_body = QuestionInput,
    responses((status = 200, body = SolutionsReply)))]
pub async fn check(
    State(app): State<App>,
    Within(by): Within<Author>,
    body: UnreadBody,
) -> ApiResult<Json<SolutionsReply>> {
    let input: QuestionInput = body.json(JSON_LIMIT).await?;
    let question = QuestionDraft::from(input).check_alone(0)?;
    let coding = question.coding();
    let coding = coding.ok_or_else(|| Error::field("questions[0].type", "This is not a coding question."))?;
    let SolutionOutcomes { reference, wrong } = solutions::check(&app, &by, coding).await?;
    let results = |tried: Vec<Tried>| tried.into_iter().map(Into::into).collect();
    Ok(Json(SolutionsReply { solutions: results(reference), wrong_solutions: results(wrong) }))
}

/// A copy of an answer that its reviewer has changed.
#[derive(Deserialize, ToSchema)]
pub struct TryInput {
    /// One of the question's languages; the first one by default.
    #[serde(default)]
    language: Option<String>,
    /// Source code.
    source: String,
}

fn coding(question: &Question) -> Result<&Coding> {
    question.coding().ok_or_else(|| Error::field("source", "This is not a coding question."))
}

/// Run a changed copy of an answer on all tests of its question. Stores nothing; 503 `no_runner` where code cannot be run.
#[utoipa::path(post, path = "/admin/scoring/{submission_id}/answer/{answer_id}/try", tag = "scoring",
    operation_id = "try_answer", params(("submission_id" = String, Path), ("answer_id" = String, Path)),
    request_body = TryInput, responses((status = 200, body = TriedSolution), Conflict))]
pub async fn try_answer(
    State(app): State<App>,
    Loaded(by, grade): Loaded<Scorer, Grade>,
    body: UnreadBody,
) -> ApiResult<Json<TriedSolution>> {
    let question = scores::question(&app, &by, &grade)?;
    let TryInput { language, source } = body.json(JSON_LIMIT).await?;
    Ok(Json(solutions::try_copy(&app, grade.test_id, coding(&question)?, language, source).await?.into()))
}

/// Run a changed copy of an assigned answer on all tests of its question. Stores nothing; 503 `no_runner` where code cannot
/// be run. How a program failed on a hidden test is its verdict alone.
#[utoipa::path(post, path = "/reviewing/answers/{marking_id}/try", tag = "reviewing", operation_id = "try_assigned_answer",
    params(("marking_id" = String, Path)), request_body = TryInput, responses((status = 200, body = TriedSolution), Conflict, TooMany))]
pub async fn try_assigned_answer(
    State(app): State<App>,
    Loaded(reviewer, Marking { id, test_id, .. }): Loaded<Reviewer, Marking>,
    body: UnreadBody,
) -> ApiResult<Json<TriedSolution>> {
    let assigned = queue::one(&app, &reviewer, id)?;
    let TryInput { language, source } = body.json(JSON_LIMIT).await?;
    let coding = coding(&assigned.reviewed.question)?;
    app.code.tries.take(reviewer.id(), app.now())?;
    Ok(Json(solutions::try_copy(&app, test_id, coding, language, source).await?.for_reviewer(coding).into()))
}

/// Languages in which code can be run here.
#[derive(Serialize, ToSchema)]
pub struct OfferedLanguages {
    /// `null` without a code runner.
    languages: Option<Vec<OfferedLanguage>>,
}

/// A language that the code runner offers.
#[derive(Serialize, ToSchema)]
pub struct OfferedLanguage {
    name: String,
    /// Version of the compiler or interpreter.
    toolchain: String,
}

/// Languages in which submitted code can be judged here and now.
#[utoipa::path(get, path = "/tests/languages", operation_id = "offered_languages", tag = "tests",
    responses((status = 200, body = OfferedLanguages)))]
pub async fn languages(State(app): State<App>, Within(by): Within<TestReader>) -> Json<OfferedLanguages> {
    let named = |(name, toolchain)| OfferedLanguage { name, toolchain };
    Json(OfferedLanguages { languages: solutions::offered(&app, &by).map(|all| all.into_iter().map(named).collect()) })
}
