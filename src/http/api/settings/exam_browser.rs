//! Safe Exam Browser (docs/behaviour/safe-exam-browser.md).

use crate::{
    app::App,
    domain::{TestId, exam_browser::MAX_EXAM_KEYS},
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, KnownLink, Of, Serving, UnreadBody, at_most},
        refusals::{Conflict, Gone},
        wire::Timestamp,
    },
    service::{
        actor::{Author, TestReader},
        settings::exam_browser::{self, StoredRule},
    },
};
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The rules of a test for the browser, with who stored it.
#[derive(Serialize, ToSchema)]
pub struct ExamBrowserSettings {
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Candidates need Safe Exam Browser, with the configuration of their invitation.
    required: bool,
    /// Browser exam keys, of which one is asked for too; none where it is empty.
    keys: Vec<String>,
    /// Name of who stored it; `null` before the first one.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
}

impl From<StoredRule> for ExamBrowserSettings {
    fn from(StoredRule { rule, by }: StoredRule) -> Self {
        let at = rule.as_ref().map(|rule| rule.at.into());
        let (version, required, keys) =
            rule.map_or_else(Default::default, |rule| (rule.version, rule.required, rule.keys));
        Self { version, required, keys, by, at }
    }
}

/// A rule to be stored.
#[derive(Deserialize, ToSchema)]
pub struct ExamBrowserInput {
    required: bool,
    /// Browser exam keys of 64 hexadecimal digits, at most 50. Blank: none is asked for.
    #[serde(default, deserialize_with = "at_most::<MAX_EXAM_KEYS, _, _>")]
    #[schema(max_items = 50)]
    keys: Vec<String>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// Get what a test asks of the browser.
#[utoipa::path(get, path = "/tests/{id}/safe-exam-browser", tag = "tests", operation_id = "exam_browser",
    params(("id" = String, Path)), responses((status = 200, body = ExamBrowserSettings)))]
pub async fn get(State(app): State<App>, Of(by, id): Of<TestReader, TestId>) -> ApiResult<Json<ExamBrowserSettings>> {
    Ok(Json(exam_browser::get(&app, &by, id)?.into()))
}

/// Change what a test asks of the browser. Tests that run are asked at their next start.
#[utoipa::path(put, path = "/tests/{id}/safe-exam-browser", tag = "tests", operation_id = "set_exam_browser",
    params(("id" = String, Path)), request_body = ExamBrowserInput,
    responses((status = 200, body = ExamBrowserSettings), Conflict))]
pub async fn set(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
    body: UnreadBody,
) -> ApiResult<Json<ExamBrowserSettings>> {
    // An unknown test is reported before a bad body.
    exam_browser::get(&app, &(&by).into(), id)?;
    let ExamBrowserInput { required, keys, version } = body.json(FORM_LIMIT).await?;
    Ok(Json(exam_browser::set(&app, &by, id, (required, keys), version).await?.into()))
}

/// Download the configuration of Safe Exam Browser for an invite link: a property list, not encrypted.
#[utoipa::path(get, path = "/take-test/{token}/exam.seb", tag = "candidates", operation_id = "exam_browser_file",
    params(("token" = String, Path)),
    responses((status = 200, content_type = "application/seb", body = String), Gone))]
pub async fn file(Serving(app): Serving, KnownLink(token): KnownLink) -> ApiResult<Response> {
    let file = exam_browser::file(&app, &token)?;
    let kind = (header::CONTENT_TYPE, "application/seb");
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"exam.seb\"");
    Ok(([kind, name], file).into_response())
}
