//! Pictures of questions.

use crate::{
    app::App,
    domain::{PictureHash, picture::Picture},
    http::{
        error::ApiResult,
        extract::{AttemptKey, Id, Serving, TokenAndId, UnreadBody, Within},
        refusals::{Conflict, Gone, UnsupportedMedia},
    },
    service::{
        actor::{Author, TestReader},
        test::pictures::{self, MAX_UPLOAD},
    },
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A stored picture.
#[derive(Serialize, ToSchema)]
#[schema(as = Picture)]
pub struct PictureBody {
    /// SHA-256 of the stored bytes, 64 hexadecimal digits. Markdown shows it as `![text](picture:<hash>)`.
    hash: String,
    media_type: &'static str,
    /// Width in pixels.
    width: u32,
    height: u32,
    bytes: u32,
}

impl From<Picture> for PictureBody {
    fn from(picture: Picture) -> Self {
        let Picture { hash, format, width, height, bytes, used_at: _ } = picture;
        Self { hash: hash.to_string(), media_type: format.media_type(), width, height, bytes }
    }
}

/// Store a picture for questions: a PNG, JPEG or WebP of at most 2 MiB. It is turned upright and encoded again, without
/// metadata. One that no test shows is deleted after a week.
#[utoipa::path(post, path = "/pictures", tag = "tests", operation_id = "keep_picture",
    request_body(content(("image/png"), ("image/jpeg"), ("image/webp"))),
    responses((status = 201, body = PictureBody), UnsupportedMedia))]
pub async fn keep(
    State(app): State<App>,
    Within(by): Within<Author>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<PictureBody>)> {
    let bytes = body.raw(MAX_UPLOAD, &["image/png", "image/jpeg", "image/webp"]).await?;
    Ok((StatusCode::CREATED, Json(pictures::keep(&app, &by, bytes.to_vec()).await?.into())))
}

/// Get a picture of questions.
#[utoipa::path(get, path = "/pictures/{hash}", tag = "tests", operation_id = "picture", params(("hash" = String, Path)),
    responses((status = 200, content_type = "image/png", body = Vec<u8>)))]
pub async fn get(
    State(app): State<App>,
    Within(by): Within<TestReader>,
    Id(hash): Id<PictureHash>,
) -> ApiResult<impl IntoResponse> {
    let (format, bytes) = pictures::get(&app, &by, hash)?;
    Ok(([(header::CONTENT_TYPE, format.media_type()), (header::CONTENT_DISPOSITION, "inline")], bytes))
}

/// Get a picture that the candidate's question paper shows.
#[utoipa::path(get, path = "/take-test/{token}/pictures/{hash}", tag = "candidates", operation_id = "paper_picture",
    params(("token" = String, Path), ("hash" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), Conflict, Gone))]
pub async fn of_candidate(
    Serving(app): Serving,
    TokenAndId(token, hash): TokenAndId<PictureHash>,
    AttemptKey(key): AttemptKey,
) -> ApiResult<impl IntoResponse> {
    let (format, bytes) = pictures::of_candidate(&app, (&token, key.as_deref()), hash)?;
    Ok(([(header::CONTENT_TYPE, format.media_type()), (header::CONTENT_DISPOSITION, "inline")], bytes))
}
