//! Pausing those who run in a session, all or some, and continuing them (docs/behaviour/taking.md#pause).

use crate::{
    app::App,
    domain::{
        Error, InviteId, Result,
        exam_session::{ExamSession, MAX_MOVED},
    },
    http::{
        error::ApiResult,
        extract::{JSON_LIMIT, Loaded, UnreadBody, at_most},
    },
    service::{
        actor::Proctor,
        monitor::{
            pausing::ClockWish,
            session::pausing::{self, Changed, Whom},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// People whose tests are paused or continued, and the reason.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionPauseInput {
    /// Reason for the timelines and the audit log, at most 500 characters; may be absent.
    #[serde(default)]
    reason: String,
    /// Ids of the invites, at most 1,000; absent for all whom the caller sees.
    #[serde(default, deserialize_with = "some_ids")]
    #[schema(nullable = false, max_items = 1_000)]
    invite_ids: Option<Vec<String>>,
}

fn some_ids<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    at_most::<MAX_MOVED, _, _>(from).map(Some)
}

impl SessionPauseInput {
    fn whom(&self) -> Result<Whom> {
        let Some(ids) = &self.invite_ids else { return Ok(Whom::All) };
        let id =
            |id: &String| id.trim().parse().map_err(|_| Error::field("invite_ids", "This is not the id of an invite."));
        ids.iter().map(id).collect::<Result<BTreeSet<InviteId>>>().map(Whom::People)
    }
}

/// How many people of a session were paused or continued.
#[derive(Serialize, ToSchema)]
pub struct SessionPauseReply {
    changed: usize,
    /// Number of people who were paused or continued already, or whose test does not run.
    unchanged: usize,
    /// Number of people whose time is up, or who have been paused 50 times.
    refused: usize,
}

impl From<Changed> for SessionPauseReply {
    fn from(Changed { changed, unchanged, refused }: Changed) -> Self {
        Self { changed, unchanged, refused }
    }
}

/// Pause the running tests of the people of an exam session whom the caller sees: all, or those chosen. Pausing twice is one
/// pause.
#[utoipa::path(post, path = "/sessions/{id}/pause", tag = "sessions", operation_id = "pause_exam_session",
    params(("id" = String, Path)), request_body = SessionPauseInput,
    responses((status = 200, body = SessionPauseReply)))]
pub async fn pause(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<SessionPauseReply>> {
    let input: SessionPauseInput = body.json_or_default(JSON_LIMIT).await?;
    let wish = (ClockWish::Pause, input.whom()?);
    Ok(Json(pausing::change(&app, &by, session.id, wish, &input.reason).await?.into()))
}

/// Continue the paused tests of the people of an exam session whom the caller sees: all, or those chosen.
#[utoipa::path(post, path = "/sessions/{id}/resume", tag = "sessions", operation_id = "resume_exam_session",
    params(("id" = String, Path)), request_body = SessionPauseInput,
    responses((status = 200, body = SessionPauseReply)))]
pub async fn resume(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<SessionPauseReply>> {
    let input: SessionPauseInput = body.json_or_default(JSON_LIMIT).await?;
    let wish = (ClockWish::Resume, input.whom()?);
    Ok(Json(pausing::change(&app, &by, session.id, wish, &input.reason).await?.into()))
}
