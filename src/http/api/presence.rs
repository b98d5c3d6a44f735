//! What a running page says of itself, and the pictures it sends where live video cannot be had.

use crate::{
    app::App,
    domain::AttemptId,
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, AttemptKey, Body, Id, Token},
    },
    service::{
        monitor::{presence, still_frames},
        query,
    },
    state::{
        presence::{Camera, Report},
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

#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CameraState {
    On,
    Denied,
    Missing,
    Lost,
    /// The candidate chose to go on without.
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

#[derive(Deserialize, ToSchema)]
pub struct PresenceInput {
    /// Where the candidate is, from 1.
    question: u32,
    camera: CameraState,
    /// The page is on the screen.
    visible: bool,
    /// The page is being left.
    #[serde(default)]
    leaving: bool,
    /// For a beacon, which carries no header.
    #[serde(default)]
    attempt_key: Option<String>,
}

/// Say how the page is: every 15 s, on change and when it is left.
#[utoipa::path(post, path = "/take-test/{token}/presence", tag = "candidates", request_body = PresenceInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 204), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn report(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<StatusCode> {
    let _visit = app.fair_use.visit(&token)?;
    query::link::find(&app.store.read()?, &token)?;
    let input: PresenceInput = body.json(AUTH_LIMIT).await?;
    let key = input.attempt_key.or(key);
    let PresenceInput { question, visible, leaving, .. } = input;
    let report = Report { question, camera: input.camera.into(), visible, leaving };
    presence::report(&app, &token, key.as_deref(), report)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send a picture, every 5 s, where live video cannot be had. The latest one is kept, in memory.
#[utoipa::path(put, path = "/take-test/{token}/still", tag = "candidates",
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 204), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 415, body = Envelope),
        (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn put_still(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<StatusCode> {
    let _visit = app.fair_use.visit(&token)?;
    query::link::find(&app.store.read()?, &token)?;
    query::attempt::holding(&app.store.read()?, &token, key.as_deref(), app.now())?;
    let jpeg = body.raw(MAX_BYTES, &["image/jpeg"]).await?;
    still_frames::put(&app, &token, key.as_deref(), jpeg).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The latest picture; `X-Taken-At` says when it came.
#[utoipa::path(get, path = "/attempts/{id}/still", tag = "attempts", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>), (status = 401, body = Envelope),
        (status = 403, body = Envelope), (status = 404, body = Envelope)))]
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
