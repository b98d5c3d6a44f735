//! Pausing a running attempt, and continuing it.

use super::proctor::{AttemptReply, reply};
use crate::{
    app::App,
    domain::attempt::Attempt,
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, UnreadBody},
        refusals::Conflict,
    },
    service::{
        actor::Proctor,
        monitor::pausing::{self, ClockWish},
    },
};
use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::ToSchema;

/// Why a test is paused or continued.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PauseInput {
    /// Reason for the timeline and the audit log, at most 500 characters; may be absent.
    #[schema(required = false)]
    pub reason: String,
}

/// Pause a running attempt: its clock stands still, and its page covers the questions. Pausing twice is one pause.
#[utoipa::path(post, path = "/attempts/{id}/pause", tag = "attempts", params(("id" = String, Path)),
    request_body = PauseInput,
    responses((status = 200, body = AttemptReply), Conflict))]
pub async fn pause(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AttemptReply>> {
    let input: PauseInput = body.json_or_default(FORM_LIMIT).await?;
    reply(&app, &by, pausing::one(&app, &by, attempt.id, ClockWish::Pause, &input.reason).await?)
}

/// Continue a paused attempt: its deadline moves by the length of the pause.
#[utoipa::path(post, path = "/attempts/{id}/resume", tag = "attempts", params(("id" = String, Path)),
    request_body = PauseInput,
    responses((status = 200, body = AttemptReply), Conflict))]
pub async fn resume(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AttemptReply>> {
    let input: PauseInput = body.json_or_default(FORM_LIMIT).await?;
    reply(&app, &by, pausing::one(&app, &by, attempt.id, ClockWish::Resume, &input.reason).await?)
}
