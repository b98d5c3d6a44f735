//! Causes that would keep candidates of a test waiting (docs/behaviour/code.md#judging).

use crate::{
    app::App,
    domain::TestId,
    http::{error::ApiResult, extract::Of},
    service::{
        actor::TestReader,
        test::{
            readiness::{self, Readiness},
            solution_checks::FailedSolutions,
        },
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// Causes that would keep candidates of a test, or their code, waiting.
#[derive(Serialize, ToSchema)]
#[schema(as = Readiness)]
pub struct ReadinessBody {
    /// Why no candidate can start: a pool has fewer questions than it draws. `null` if all can.
    #[schema(required)]
    cannot_start: Option<String>,
    /// Code is judged by tests, and no code runner is connected: it waits for one.
    lacks_runner: bool,
    /// Languages of such code that no code runner offers: it waits for one that does.
    missing_languages: Vec<String>,
    /// Questions that have hidden tests and no reference solution to pass them, in one line each.
    unsolved_questions: Vec<String>,
    /// Translations of the test that are not complete: candidates read what they lack in the original. Absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    translations: Vec<IncompleteTranslation>,
    /// Own questions of the test with a reference solution that does not pass all tests, or a wrong one that does.
    failed_solutions: Vec<FailedSolutionsBody>,
    /// Some solutions are being run: `failed_solutions` may be incomplete for the moment.
    running_solutions: bool,
}

/// A translation that lacks texts.
#[derive(Serialize, ToSchema)]
pub struct IncompleteTranslation {
    /// Tag (BCP 47).
    language: &'static str,
    /// Number of texts that are not translated.
    missing: usize,
    /// Number of texts whose originals have changed since they were translated.
    changed: usize,
}

/// A question whose solutions do not do what they are for.
#[derive(Serialize, ToSchema)]
#[schema(as = FailedSolutions)]
pub struct FailedSolutionsBody {
    /// Text of the question in one line.
    question: String,
    /// A sentence.
    objection: String,
}

impl From<FailedSolutions> for FailedSolutionsBody {
    fn from(FailedSolutions { question, objection }: FailedSolutions) -> Self {
        Self { question, objection }
    }
}

impl From<Readiness> for ReadinessBody {
    fn from(readiness: Readiness) -> Self {
        let Readiness { cannot_start, lacks_runner, missing_languages, unsolved_questions, incomplete, solutions } =
            readiness;
        let translations = incomplete.into_iter().map(|(language, coverage)| IncompleteTranslation {
            language: language.code(),
            missing: coverage.missing,
            changed: coverage.changed,
        });
        Self {
            cannot_start,
            lacks_runner,
            missing_languages,
            unsolved_questions,
            translations: translations.collect(),
            failed_solutions: solutions.failed.into_iter().map(Into::into).collect(),
            running_solutions: solutions.are_running,
        }
    }
}

/// Get what would keep candidates of a test, or their code, waiting, with all questions that its pools may draw.
#[utoipa::path(get, path = "/tests/{id}/readiness", tag = "tests", operation_id = "readiness",
    params(("id" = String, Path)), responses((status = 200, body = ReadinessBody)))]
pub async fn of_test(State(app): State<App>, Of(by, id): Of<TestReader, TestId>) -> ApiResult<Json<ReadinessBody>> {
    Ok(Json(readiness::of_test(&app, &by, id)?.into()))
}
