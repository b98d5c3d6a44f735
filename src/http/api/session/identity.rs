//! Pictures that the waiting room of an exam session compares (docs/behaviour/sessions.md#identity).

use super::check_in::{OwnSession, own};
use crate::{
    app::App,
    domain::{
        Error, ExamSessionId, InviteId,
        exam_session::{MAX_PICTURE_BYTES, PictureKind},
    },
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, IdAndName, SeatedPicture, Serving, TokenAndId, UnreadBody, Within, unknown_link_first},
        refusals::{Conflict, Gone, TooMany, UnsupportedMedia},
    },
    service::{actor::Proctor, monitor::session::identity},
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// Why new pictures are needed.
#[derive(Deserialize, ToSchema)]
pub struct AskIdentityInput {
    /// Shown to the candidate; at most 200 characters.
    #[serde(default)]
    reason: String,
}

/// Store a picture of the own face or document (`kind`: `face`, `document`), where the waiting room asks for it: a JPEG of at
/// most 256 KiB. It replaces an earlier one.
#[utoipa::path(put, path = "/take-test/{token}/identity/{kind}", tag = "candidates", operation_id = "put_identity_picture",
    params(("token" = String, Path), ("kind" = String, Path)),
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    responses((status = 200, body = OwnSession), Conflict, Gone, UnsupportedMedia, TooMany))]
pub async fn put(
    Serving(app): Serving,
    TokenAndId(token, kind): TokenAndId<PictureKind>,
    body: UnreadBody,
) -> ApiResult<Json<OwnSession>> {
    let put = async {
        let jpeg = body.raw(MAX_PICTURE_BYTES, &["image/jpeg"]).await?;
        let seat = identity::put(&app, &token, kind, jpeg).await?;
        Ok(Json(own(&app, seat)?))
    };
    unknown_link_first(&app, &token, put).await
}

/// Get the picture of a person's face or document (`kind`: `face`, `document`).
#[utoipa::path(get, path = "/sessions/{id}/people/{invite_id}/identity/{kind}", tag = "sessions",
    operation_id = "identity_picture",
    params(("id" = String, Path), ("invite_id" = String, Path), ("kind" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn picture(
    State(app): State<App>,
    Within(by): Within<Proctor>,
    SeatedPicture { session, invite, kind }: SeatedPicture,
) -> ApiResult<impl IntoResponse> {
    let jpeg = identity::picture(&app, &by, session, invite, kind)?;
    let headers = [
        (header::CONTENT_TYPE, "image/jpeg"),
        (header::CONTENT_DISPOSITION, "inline"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, jpeg))
}

/// Delete the pictures of a person who waits, and ask for new ones.
#[utoipa::path(post, path = "/sessions/{id}/people/{invite_id}/identity", tag = "sessions",
    operation_id = "ask_identity_again", params(("id" = String, Path), ("invite_id" = String, Path)),
    request_body = AskIdentityInput, responses((status = 204), Conflict))]
pub async fn ask_again(
    State(app): State<App>,
    Within(by): Within<Proctor>,
    IdAndName(id, invite): IdAndName<ExamSessionId>,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let AskIdentityInput { reason } = body.json(FORM_LIMIT).await?;
    let invite: InviteId = invite.parse().map_err(|_| Error::not_found("invite"))?;
    identity::ask_again(&app, &by, id, invite, &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
