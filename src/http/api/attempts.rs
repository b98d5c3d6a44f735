//! What admins do to a running attempt.

use super::invites::{InviteReply, reply};
use crate::{
    app::App,
    domain::{AttemptId, Result},
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, Body, Id},
    },
    service::{attempts, proctor},
};
use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
pub struct ReasonInput {
    reason: String,
}

#[derive(Deserialize, ToSchema)]
pub struct AddTimeInput {
    /// 1 to 480.
    minutes: i64,
    reason: String,
}

fn must_exist(app: &App, id: AttemptId) -> Result<()> {
    attempts::load(&app.store.read()?, id).map(drop)
}

/// Let the next browser that starts take this attempt over.
#[utoipa::path(post, path = "/attempts/{id}/release", tag = "attempts", params(("id" = String, Path)), request_body = ReasonInput,
    responses((status = 200, body = InviteReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn release(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<InviteReply>> {
    must_exist(&app, id)?;
    let input: ReasonInput = body.json(AUTH_LIMIT).await?;
    reply(&app, &admin, &proctor::release(&app, &admin, id, &input.reason).await?)
}

/// Move the deadline.
#[utoipa::path(post, path = "/attempts/{id}/add-time", tag = "attempts", params(("id" = String, Path)), request_body = AddTimeInput,
    responses((status = 200, body = InviteReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn add_time(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<InviteReply>> {
    must_exist(&app, id)?;
    let input: AddTimeInput = body.json(AUTH_LIMIT).await?;
    reply(&app, &admin, &proctor::add_time(&app, &admin, id, input.minutes, &input.reason).await?)
}

/// Submit what is saved.
#[utoipa::path(post, path = "/attempts/{id}/end", tag = "attempts", params(("id" = String, Path)), request_body = ReasonInput,
    responses((status = 200, body = InviteReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn end(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<InviteReply>> {
    must_exist(&app, id)?;
    let input: ReasonInput = body.json(AUTH_LIMIT).await?;
    reply(&app, &admin, &proctor::end(&app, &admin, id, &input.reason).await?)
}
