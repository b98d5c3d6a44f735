//! Heartbeat of the take page, and the still frames it sends if live video is unavailable.

use crate::{
    app::App,
    domain::AttemptId,
    http::{
        error::ApiResult,
        extract::{AsAdmin, FORM_LIMIT, HeldAttempt, Id, KnownLink, Serving, UnreadBody, Visitor},
        refusals::{Conflict, Gone, UnsupportedMedia},
    },
    service::monitor::{presence, still_frames},
    state::{
        presence::{Camera, PresenceReport},
        still_frames::MAX_BYTES,
    },
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// State of the candidate's camera.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CameraState {
    On,
    Denied,
    Missing,
    Lost,
    /// The candidate chose to proceed without it.
    Off,
    Unsupported,
}

impl From<CameraState> for Camera {
    fn from(state: CameraState) -> Self {
        match state {
            CameraState::On => Self::On,
            CameraState::Denied => Self::Denied,
            CameraState::Missing => Self::Missing,
            CameraState::Lost => Self::Lost,
            CameraState::Off => Self::Off,
            CameraState::Unsupported => Self::Unsupported,
        }
    }
}

/// State of the take page.
#[derive(Deserialize, ToSchema)]
pub struct PresenceInput {
    /// Number of the question in view, from 1.
    question: u32,
    camera: CameraState,
    /// The page is visible.
    visible: bool,
    /// The page is unloading.
    #[serde(default)]
    leaving: bool,
    /// For beacons, which have no custom headers.
    #[serde(default)]
    attempt_key: Option<String>,
}

/// Report the state of the take page (heartbeat): every 8 s, on change and on unload.
#[utoipa::path(post, path = "/take-test/{token}/presence", tag = "candidates", request_body = PresenceInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 204), Conflict, Gone))]
pub async fn report(
    Serving(app): Serving,
    Visitor { token, key, visit: _visit }: Visitor,
    _: KnownLink,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let input: PresenceInput = body.json(FORM_LIMIT).await?;
    let key = input.attempt_key.or(key);
    let PresenceInput { question, visible, leaving, .. } = input;
    let report = PresenceReport { question, camera: input.camera.into(), visible, leaving };
    presence::report(&app, &token, key.as_deref(), report)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send a still frame of the camera, every 5 s if live video is unavailable. Only the latest is kept, in memory.
#[utoipa::path(put, path = "/take-test/{token}/still", tag = "candidates",
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 204), UnsupportedMedia))]
pub async fn put_still(
    Serving(app): Serving,
    Visitor { token, key, visit: _visit }: Visitor,
    _: HeldAttempt,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let jpeg = body.raw(MAX_BYTES, &["image/jpeg"]).await?;
    still_frames::put(&app, &token, key.as_deref(), jpeg).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the latest still frame; `X-Taken-At` is its time of arrival.
#[utoipa::path(get, path = "/attempts/{id}/still", tag = "attempts", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn still(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
) -> ApiResult<impl IntoResponse> {
    let still = still_frames::latest(&app, &admin, id)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"));
    if let Ok(at) = HeaderValue::from_str(&still.at.to_string()) {
        headers.insert("x-taken-at", at);
    }
    Ok((headers, still.jpeg))
}
