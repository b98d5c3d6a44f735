//! Causes that would keep candidates of a test waiting (docs/behaviour.md#judging).

use crate::{
    app::App,
    domain::TestId,
    http::{
        error::ApiResult,
        extract::{AsAdmin, Id},
    },
    service::test::readiness::{self, Readiness},
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
}

impl From<Readiness> for ReadinessBody {
    fn from(readiness: Readiness) -> Self {
        let Readiness { cannot_start, lacks_runner, missing_languages, unsolved_questions } = readiness;
        Self { cannot_start, lacks_runner, missing_languages, unsolved_questions }
    }
}

/// Get what would keep candidates of a test, or their code, waiting, with all questions that its pools may draw.
#[utoipa::path(get, path = "/tests/{id}/readiness", tag = "tests", operation_id = "readiness",
    params(("id" = String, Path)), responses((status = 200, body = ReadinessBody)))]
pub async fn of_test(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
) -> ApiResult<Json<ReadinessBody>> {
    Ok(Json(readiness::of_test(&app, &admin, id)?.into()))
}
