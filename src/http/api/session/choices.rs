//! The sessions to which people can be invited (docs/behaviour/sessions.md#sessions).

use crate::{
    app::App,
    http::{error::ApiResult, extract::Within, wire::Timestamp},
    service::{
        actor::Inviter,
        monitor::session::choices::{self, SessionChoice},
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// An exam session to which people can be invited.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionChoice)]
pub struct SessionChoiceBody {
    id: String,
    title: String,
    starts_at: Timestamp,
    /// IANA name of the zone in which the times were entered.
    #[schema(required)]
    time_zone: Option<String>,
    place: String,
    /// People who still find room.
    room: u64,
}

impl From<SessionChoice> for SessionChoiceBody {
    fn from(SessionChoice { session, room }: SessionChoice) -> Self {
        Self {
            id: session.id.to_string(),
            title: session.title,
            starts_at: session.starts_at.into(),
            time_zone: session.time_zone,
            place: session.place,
            room,
        }
    }
}

/// List the sessions to which people can be invited, the latest start first.
#[utoipa::path(get, path = "/sessions/choices", tag = "sessions", operation_id = "exam_session_choices",
    responses((status = 200, body = Vec<SessionChoiceBody>)))]
pub async fn list(State(app): State<App>, Within(by): Within<Inviter>) -> ApiResult<Json<Vec<SessionChoiceBody>>> {
    Ok(Json(choices::list(&app, &by)?.into_iter().map(Into::into).collect()))
}
