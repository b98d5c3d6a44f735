//! Copying and archiving tests.

use crate::{
    app::App,
    domain::TestId,
    http::{
        api::test::tests::TestBody,
        error::ApiResult,
        extract::{As, FORM_LIMIT, Id, Of, UnreadBody},
    },
    service::{
        actor::Author,
        test::{archive, authoring},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

/// A copy to be made.
#[derive(Default, Deserialize, ToSchema)]
pub struct CopyInput {
    /// "Copy of ..." by default.
    #[serde(default)]
    title: Option<String>,
}

/// Copy a test with its sections, without its invites, results and pass mark.
#[utoipa::path(post, path = "/tests/{id}/copy", tag = "tests", params(("id" = String, Path)), request_body = CopyInput,
    responses((status = 201, body = TestBody)))]
pub async fn copy(
    State(app): State<App>,
    As(by): As<Author>,
    Id(id): Id<TestId>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<TestBody>)> {
    let test = authoring::get(&app, &(&by).into(), id)?;
    let CopyInput { title } = body.json_or_default(FORM_LIMIT).await?;
    let copy = archive::copy(&app, &by, test.id, title).await?;
    Ok((StatusCode::CREATED, Json(copy.into())))
}

/// Archive a test: lists hide it, and no one is invited to it. Invites and results stay.
#[utoipa::path(post, path = "/tests/{id}/archive", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = TestBody)))]
pub async fn archive(State(app): State<App>, Of(by, id): Of<Author, TestId>) -> ApiResult<Json<TestBody>> {
    Ok(Json(archive::set_archived(&app, &by, id, true).await?.into()))
}

/// Take a test out of the archive.
#[utoipa::path(post, path = "/tests/{id}/unarchive", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = TestBody)))]
pub async fn unarchive(State(app): State<App>, Of(by, id): Of<Author, TestId>) -> ApiResult<Json<TestBody>> {
    Ok(Json(archive::set_archived(&app, &by, id, false).await?.into()))
}
