//! Incident flags and screenshots of live video, kept with an attempt.

use super::timeline::TimelineEntry;
use crate::{
    app::App,
    domain::{AttemptId, Error, screenshot::MAX_BYTES},
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, IdAndName, Loaded, NotedAttempt, UnreadBody, Within},
        refusals::{Conflict, UnsupportedMedia},
        wire::Timestamp,
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::{
            clips, incidents,
            screenshots::{self, Taken},
        },
    },
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An incident flag to be set.
#[derive(Deserialize, ToSchema)]
pub struct FlagInput {
    /// 1 to 500 characters.
    note: String,
}

/// Set an incident flag on the timeline of a running or ended attempt.
#[utoipa::path(post, path = "/attempts/{id}/flags", tag = "attempts", params(("id" = String, Path)),
    request_body = FlagInput,
    responses((status = 201, body = TimelineEntry), Conflict))]
pub async fn flag(
    State(app): State<App>,
    Loaded(by, NotedAttempt(id)): Loaded<Proctor, NotedAttempt>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<TimelineEntry>)> {
    let input: FlagInput = body.json(FORM_LIMIT).await?;
    let entry = incidents::flag(&app, &by, id, &input.note).await?;
    Ok((StatusCode::CREATED, Json(entry.into())))
}

/// A stored screenshot.
#[derive(Serialize, ToSchema)]
#[schema(as = Screenshot)]
pub struct ScreenshotBody {
    id: String,
    taken_at: Timestamp,
    /// Name of the admin.
    taken_by: Option<String>,
    /// Size in bytes.
    bytes: u32,
}

impl From<Taken> for ScreenshotBody {
    fn from(Taken { screenshot, by }: Taken) -> Self {
        Self {
            id: screenshot.id.to_string(),
            taken_at: screenshot.taken_at.into(),
            taken_by: by,
            bytes: screenshot.bytes,
        }
    }
}

/// Store a screenshot of the live video with the attempt: a JPEG or PNG of at most 1 MiB.
#[utoipa::path(post, path = "/attempts/{id}/screenshots", tag = "attempts", params(("id" = String, Path)),
    request_body(content(("image/jpeg"), ("image/png"))),
    responses((status = 201, body = ScreenshotBody), Conflict, UnsupportedMedia))]
pub async fn keep_screenshot(
    State(app): State<App>,
    Loaded(by, NotedAttempt(id)): Loaded<Proctor, NotedAttempt>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<ScreenshotBody>)> {
    let bytes = body.raw(MAX_BYTES, &["image/jpeg", "image/png"]).await?;
    Ok((StatusCode::CREATED, Json(screenshots::keep(&app, &by, id, bytes.to_vec()).await?.into())))
}

/// Get a screenshot.
#[utoipa::path(get, path = "/attempts/{id}/screenshots/{shot}", tag = "attempts",
    params(("id" = String, Path), ("shot" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn screenshot(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    IdAndName(id, shot): IdAndName<AttemptId>,
) -> ApiResult<impl IntoResponse> {
    let shot = shot.parse().map_err(|_| Error::not_found("picture"))?;
    let (format, bytes) = screenshots::get(&app, &by, id, shot)?;
    let headers = [(header::CONTENT_TYPE, format.media_type()), (header::CONTENT_DISPOSITION, "inline")];
    Ok((headers, bytes))
}

/// Get a clip: the video around a flag, as WebM without sound.
#[utoipa::path(get, path = "/attempts/{id}/clips/{clip}", tag = "attempts", operation_id = "clip",
    params(("id" = String, Path), ("clip" = String, Path)),
    responses((status = 200, content_type = "video/webm", body = Vec<u8>)))]
pub async fn clip(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    IdAndName(id, clip): IdAndName<AttemptId>,
) -> ApiResult<impl IntoResponse> {
    let clip = clip.parse().map_err(|_| Error::not_found("clip"))?;
    let file = app.blocking(move |app| clips::get(app, &by, id, clip)).await?;
    Ok(([(header::CONTENT_TYPE, "video/webm"), (header::CONTENT_DISPOSITION, "inline")], file))
}
