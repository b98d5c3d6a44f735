//! The waiting room of an exam session (docs/behaviour/sessions.md#waiting-room).

use crate::{
    app::App,
    domain::{
        Error, InviteId, Result,
        exam_session::{ExamSession, MAX_MOVED},
    },
    http::{
        error::ApiResult,
        extract::{JSON_LIMIT, Loaded, UnreadBody, at_most},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::Proctor,
        monitor::session::admit::{self, Admitted},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// People to be admitted: one of the two fields.
#[derive(Deserialize, ToSchema)]
pub struct AdmitInput {
    /// Ids of invites, at most 1,000.
    #[serde(default, deserialize_with = "at_most::<MAX_MOVED, _, _>")]
    #[schema(max_items = 1_000)]
    invites: Vec<String>,
    /// All who wait at the moment: checked in, or with the page open. Not where pictures are compared.
    #[serde(default)]
    #[schema(required = false)]
    all: bool,
    /// Time of the newest picture that the caller has compared: 409 `changed_meanwhile` if a later one has arrived, or
    /// any if the field is absent.
    #[serde(default)]
    seen_at: Option<Timestamp>,
}

impl AdmitInput {
    fn admitted(self) -> Result<Admitted> {
        if self.all != self.invites.is_empty() {
            return Err(Error::field("invites", "Please name the people by invites, or all who wait by all."));
        }
        if self.all {
            return Ok(Admitted::Waiting);
        }
        let id =
            |id: &String| id.trim().parse().map_err(|_| Error::field("invites", "This is not the id of an invite."));
        let invites = self.invites.iter().map(id).collect::<Result<Vec<InviteId>>>()?;
        Ok(Admitted::People { invites, seen: self.seen_at.map(|at| at.0) })
    }
}

/// How many people were let in.
#[derive(Serialize, ToSchema)]
pub struct AdmitReply {
    changed: usize,
    /// Number of people who were admitted already.
    unchanged: usize,
}

/// Let people in from the waiting room, by name or all who wait. Twice is once; who is in stays so.
#[utoipa::path(post, path = "/sessions/{id}/admit", tag = "sessions", operation_id = "admit_to_exam_session",
    params(("id" = String, Path)), request_body = AdmitInput, responses((status = 200, body = AdmitReply), Conflict))]
pub async fn admit(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<AdmitReply>> {
    let input: AdmitInput = body.json(JSON_LIMIT).await?;
    let let_in = admit::admit(&app, &by, session.id, input.admitted()?).await?;
    Ok(Json(AdmitReply { changed: let_in.changed, unchanged: let_in.unchanged }))
}
