//! Trials: an author takes the own test as a candidate would (docs/behaviour/tests.md#trials).

use super::tests::TestInput;
use crate::{
    app::App,
    domain::{InviteId, TestId},
    http::{
        api::result::results::{ResultDetail, detail_of},
        error::ApiResult,
        extract::{Id, JSON_LIMIT, Of, UnreadBody, Within},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::Author,
        test::trial::{self, OpenedTrial},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

/// A trial that was opened.
#[derive(Serialize, ToSchema)]
#[schema(as = Trial)]
pub struct TrialBody {
    /// The same as the id of the invite on the candidate's page.
    id: String,
    /// Token of the candidate's page, `/take-test/{token}`.
    token: String,
    /// Latest time at which the trial is removed, ended or not.
    ends_at: Timestamp,
}

impl From<OpenedTrial> for TrialBody {
    fn from(OpenedTrial { id, token, ends_at }: OpenedTrial) -> Self {
        Self { id: id.to_string(), token, ends_at: ends_at.into() }
    }
}

/// Open a trial of a test: the candidate's page on a paper of its own. It is kept in memory for a day and counts nowhere.
#[utoipa::path(post, path = "/tests/{id}/trial", tag = "tests", operation_id = "try_test", params(("id" = String, Path)),
    responses((status = 201, body = TrialBody), Conflict))]
pub async fn of_test(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
) -> ApiResult<(StatusCode, Json<TrialBody>)> {
    Ok((StatusCode::CREATED, Json(trial::of_test(&app, &by, id).await?.into())))
}

/// Open a trial of a test that is not saved, as a draft.
#[utoipa::path(post, path = "/trials", tag = "tests", operation_id = "try_draft", request_body = TestInput,
    responses((status = 201, body = TrialBody), Conflict))]
pub async fn of_draft(
    State(app): State<App>,
    Within(by): Within<Author>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<TrialBody>)> {
    let input: TestInput = body.json(JSON_LIMIT).await?;
    Ok((StatusCode::CREATED, Json(trial::of_draft(&app, &by, input.into()).await?.into())))
}

/// Get score, answers and key of a trial that was submitted.
#[utoipa::path(get, path = "/trials/{id}/result", tag = "tests", operation_id = "trial_result",
    params(("id" = String, Path)), responses((status = 200, body = ResultDetail), Conflict))]
pub async fn result(
    State(app): State<App>,
    Within(by): Within<Author>,
    Id(id): Id<InviteId>,
) -> ApiResult<Json<ResultDetail>> {
    let (trial, reader, submission) = trial::submitted(&app, &by, id).await?;
    Ok(Json(detail_of(&trial, &reader, submission.id).await?))
}
