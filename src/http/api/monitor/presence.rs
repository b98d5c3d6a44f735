//! Heartbeat of the take page, and the still frames it sends if live video is unavailable.

use crate::{
    app::App,
    domain::{AttemptId, camera::DeviceName, language::Language},
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, HeldAttempt, Id, KnownLink, Serving, UnreadBody, Visitor, Within},
        refusals::{Conflict, Gone, UnsupportedMedia},
        wire::{CameraName, MicrophoneName},
    },
    service::{
        actor::Watcher,
        monitor::{presence, still_frames},
    },
    state::{
        presence::{DeviceReport, PresenceReport},
        still_frames::MAX_BYTES,
    },
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// State of the take page.
#[derive(Deserialize, ToSchema)]
pub struct PresenceInput {
    /// Number of the question in view, from 1.
    question: u32,
    camera: CameraName,
    microphone: Option<MicrophoneName>,
    /// Name of the camera in use, as the browser gives it; at most 120 characters.
    camera_name: Option<String>,
    /// Name of the microphone in use.
    microphone_name: Option<String>,
    /// Tag of the language that the page is in (BCP 47); kept with the attempt.
    language: Option<String>,
    /// The page is visible.
    visible: bool,
    /// The page is unloading.
    #[serde(default)]
    leaving: bool,
    /// The attempt key, if the page sends a beacon, which has no custom headers.
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
    let name = |field: &str, name: Option<String>| DeviceName::new(field, name.as_deref().unwrap_or_default());
    let devices = DeviceReport {
        camera: input.camera.into(),
        microphone: input.microphone.map(Into::into),
        camera_name: name("camera_name", input.camera_name)?,
        microphone_name: name("microphone_name", input.microphone_name)?,
    };
    let report = PresenceReport { question, devices, visible, leaving };
    let language = Language::given(input.language.as_deref())?;
    presence::report(&app, &token, key.as_deref(), report, language).await?;
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
    Within(by): Within<Watcher>,
    Id(id): Id<AttemptId>,
) -> ApiResult<impl IntoResponse> {
    let still = still_frames::latest(&app, &by, id)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"));
    if let Ok(at) = HeaderValue::from_str(&still.at.to_string()) {
        headers.insert("x-taken-at", at);
    }
    Ok((headers, still.jpeg))
}
