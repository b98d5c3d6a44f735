//! Pausing all who run in a session, and continuing them (docs/behaviour/taking.md#pause).

use crate::{
    app::App,
    domain::exam_session::ExamSession,
    http::{
        api::monitor::pausing::PauseInput,
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, UnreadBody},
    },
    service::{
        actor::Proctor,
        monitor::{
            pausing::ClockWish,
            session::pausing::{self, Changed},
        },
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// How many people of a session were paused or continued.
#[derive(Serialize, ToSchema)]
pub struct SessionPauseReply {
    changed: usize,
    /// They were as wished already, or their test does not run.
    unchanged: usize,
    /// Their time is up, or they have been paused 50 times.
    refused: usize,
}

impl From<Changed> for SessionPauseReply {
    fn from(Changed { changed, unchanged, refused }: Changed) -> Self {
        Self { changed, unchanged, refused }
    }
}

/// Pause the running tests of all people of an exam session whom the caller sees. Pausing twice is one pause.
#[utoipa::path(post, path = "/sessions/{id}/pause", tag = "sessions", operation_id = "pause_exam_session",
    params(("id" = String, Path)), request_body = PauseInput,
    responses((status = 200, body = SessionPauseReply)))]
pub async fn pause(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<SessionPauseReply>> {
    let input: PauseInput = body.json_or_default(FORM_LIMIT).await?;
    Ok(Json(pausing::all(&app, &by, session.id, ClockWish::Pause, &input.reason).await?.into()))
}

/// Continue the paused tests of all people of an exam session whom the caller sees.
#[utoipa::path(post, path = "/sessions/{id}/resume", tag = "sessions", operation_id = "resume_exam_session",
    params(("id" = String, Path)), request_body = PauseInput,
    responses((status = 200, body = SessionPauseReply)))]
pub async fn resume(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<SessionPauseReply>> {
    let input: PauseInput = body.json_or_default(FORM_LIMIT).await?;
    Ok(Json(pausing::all(&app, &by, session.id, ClockWish::Resume, &input.reason).await?.into()))
}
