//! What an admin notes about a candidate.

use super::timeline::TimelineEntry;
use crate::{
    app::App,
    domain::AttemptId,
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, Body, Id},
    },
    service::{attempts, incidents},
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
pub struct FlagInput {
    /// 1 to 500 characters.
    note: String,
}

/// Note an incident on the timeline, while the test runs or after it.
#[utoipa::path(post, path = "/attempts/{id}/flags", tag = "attempts", params(("id" = String, Path)),
    request_body = FlagInput,
    responses((status = 201, body = TimelineEntry), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn flag(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<(StatusCode, Json<TimelineEntry>)> {
    attempts::load(&app.store.read()?, id)?;
    let input: FlagInput = body.json(AUTH_LIMIT).await?;
    let entry = incidents::flag(&app, &admin, id, &input.note).await?;
    Ok((StatusCode::CREATED, Json(entry.into())))
}
