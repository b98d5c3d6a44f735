//! The sessions of the own account (docs/behaviour/accounts.md#accounts).

use crate::{
    app::App,
    domain::{SessionId, user::Session},
    http::{
        error::ApiResult,
        extract::{AsAccount, Id},
        wire::Timestamp,
    },
    service::account::sessions,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

/// A session of the own account.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionBody {
    id: String,
    /// The session of this request.
    is_current: bool,
    /// The browser by its own name at the sign-in, such as "Firefox on Windows"; blank if it said nothing.
    device: String,
    /// The network of the sign-in, such as `192.0.2.0/24`; blank if it was not noted.
    network: String,
    signed_in_at: Timestamp,
    /// Time of the last call, rounded to the minute.
    last_used_at: Timestamp,
}

/// How many sessions were ended.
#[derive(Serialize, ToSchema)]
pub struct EndedSessions {
    ended: usize,
}

/// List the sessions of the own account, the last used first.
#[utoipa::path(get, path = "/auth/sessions", tag = "accounts", responses((status = 200, body = Vec<SessionBody>)))]
pub async fn list(
    State(app): State<App>,
    AsAccount { user, session: own, .. }: AsAccount,
) -> ApiResult<Json<Vec<SessionBody>>> {
    let body = |session: Session| {
        let (device, network) = session.origin.map(|origin| (origin.device, origin.network)).unwrap_or_default();
        SessionBody {
            id: session.id.to_string(),
            is_current: session.id == own.id,
            device,
            network,
            signed_in_at: session.created_at.into(),
            last_used_at: session.last_seen_at.into(),
        }
    };
    Ok(Json(sessions::list(&app, &user)?.into_iter().map(body).collect()))
}

/// End one session of the own account.
#[utoipa::path(delete, path = "/auth/sessions/{id}", tag = "accounts", params(("id" = String, Path)),
    responses((status = 204)))]
pub async fn end(
    State(app): State<App>,
    AsAccount { user, session, .. }: AsAccount,
    Id(id): Id<SessionId>,
) -> ApiResult<StatusCode> {
    sessions::end(&app, (&user, &session), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End all other sessions of the own account.
#[utoipa::path(delete, path = "/auth/sessions", tag = "accounts", responses((status = 200, body = EndedSessions)))]
pub async fn end_others(
    State(app): State<App>,
    AsAccount { user, session, .. }: AsAccount,
) -> ApiResult<Json<EndedSessions>> {
    Ok(Json(EndedSessions { ended: sessions::end_others(&app, (&user, &session)).await? }))
}
