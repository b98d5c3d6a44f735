//! Announcements to an exam session (docs/behaviour/sessions.md#announcements).

use crate::{
    app::App,
    domain::exam_session::ExamSession,
    http::{
        api::monitor::messages::MessageInput,
        error::ApiResult,
        extract::{IdempotencyKey, Loaded, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, Forbidden},
        wire::Timestamp,
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::session::announcing::{self, Announced},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

/// An announcement to all people of an exam session.
#[derive(Serialize, ToSchema)]
#[schema(as = Announcement)]
pub struct AnnouncementBody {
    id: String,
    text: String,
    sent_at: Timestamp,
    /// Name of the proctor.
    #[schema(required)]
    sent_by: Option<String>,
    /// People who have confirmed it, of those whom the caller sees.
    confirmed: usize,
    /// Names of people whose test runs, and who have not confirmed it.
    missing: Vec<String>,
}

impl From<Announced> for AnnouncementBody {
    fn from(Announced { announcement, by, confirmed, missing }: Announced) -> Self {
        Self {
            id: announcement.id.to_string(),
            text: announcement.text,
            sent_at: announcement.sent_at.into(),
            sent_by: by,
            confirmed,
            missing,
        }
    }
}

/// Announce something to all people of an exam session: those who are offline, or begin later, read it then. With an
/// `Idempotency-Key`, a repeat within 24 hours announces nothing.
#[utoipa::path(post, path = "/sessions/{id}/announce", tag = "sessions", operation_id = "announce",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = MessageInput, responses((status = 201, body = AnnouncementBody), Forbidden, Conflict))]
pub async fn announce(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    key: IdempotencyKey,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<AnnouncementBody>)> {
    let received = body.authorized(TEXT_LIMIT, || Ok(())).await?;
    let input: MessageInput = received.parse()?;
    let once = key.once(&format!("POST /sessions/{}/announce", session.id), &received.bytes)?;
    let announced = announcing::announce(&app, &by, session.id, &input.text, once).await?;
    Ok((StatusCode::CREATED, Json(announced.into())))
}

/// List the announcements to an exam session, the newest first.
#[utoipa::path(get, path = "/sessions/{id}/announcements", tag = "sessions", operation_id = "exam_session_announcements", params(("id" = String, Path)),
    responses((status = 200, body = Vec<AnnouncementBody>)))]
pub async fn list(
    State(app): State<App>,
    Loaded(by, session): Loaded<Watcher, ExamSession>,
) -> ApiResult<Json<Vec<AnnouncementBody>>> {
    Ok(Json(announcing::list(&app, &by, session.id)?.into_iter().map(Into::into).collect()))
}
