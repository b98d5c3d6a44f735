//! Announcements to a test or to a selection of people (docs/behaviour/sessions.md#announcements).

use crate::{
    app::App,
    domain::{Error, InviteId, Result},
    http::{
        error::ApiResult,
        extract::{IdempotencyKey, JSON_LIMIT, UnreadBody, Within, at_most},
        refusals::NotFound,
    },
    service::{
        actor::Proctor,
        monitor::broadcast::{self, Listeners, MAX_CHOSEN, Said},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text for several people, whose tests run: of one test, or chosen.
#[derive(Deserialize, ToSchema)]
pub struct BroadcastInput {
    /// 1 to 1,000 characters.
    text: String,
    /// All whose attempt at this test runs. Not with `invites`.
    #[serde(default)]
    test_id: Option<String>,
    /// Ids of invites, 1 to 1,000. Not with `test_id`.
    #[serde(default, deserialize_with = "at_most::<MAX_CHOSEN, _, _>")]
    #[schema(max_items = 1_000)]
    invites: Vec<String>,
    /// Id of a question that it corrects: it stays beside that question, in the papers that have it.
    #[serde(default)]
    question_id: Option<String>,
}

impl BroadcastInput {
    fn listeners(&self) -> Result<Listeners> {
        match &self.test_id {
            Some(_) if !self.invites.is_empty() => {
                Err(Error::field("test_id", "Please name a test or people, not both."))
            }
            Some(id) => {
                let test = id.trim().parse().map_err(|_| Error::field("test_id", "This is not the id of a test."))?;
                Ok(Listeners::Test(test))
            }
            None => {
                let id = |id: &String| {
                    id.trim().parse().map_err(|_| Error::field("invites", "This is not the id of an invite."))
                };
                self.invites.iter().map(id).collect::<Result<Vec<InviteId>>>().map(Listeners::People)
            }
        }
    }
}

/// How many people have it.
#[derive(Serialize, ToSchema)]
pub struct BroadcastReply {
    /// Id of the message, which all recipients share.
    id: String,
    sent: usize,
    /// Number of people without the message: their test does not run, does not have the question, or takes no more
    /// messages.
    unsent: usize,
}

/// Announce something to the running attempts of a test, or to chosen people: shown at once, confirmed by each, and read
/// later by who is offline. With an `Idempotency-Key`, a repeat within 24 hours says nothing twice.
#[utoipa::path(post, path = "/announcements", tag = "monitoring", operation_id = "broadcast",
    params(("Idempotency-Key" = Option<String>, Header)), request_body = BroadcastInput,
    responses((status = 201, body = BroadcastReply), NotFound))]
pub async fn announce(
    State(app): State<App>,
    Within(by): Within<Proctor>,
    key: IdempotencyKey,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<BroadcastReply>)> {
    let received = body.authorized(JSON_LIMIT, || Ok(())).await?;
    let input: BroadcastInput = received.parse()?;
    let once = key.once("POST /announcements", &received.bytes)?;
    let listeners = input.listeners()?;
    let said = Said { text: input.text, question: input.question_id.filter(|id| !id.trim().is_empty()) };
    let reached = broadcast::announce(&app, &by, listeners, said, once).await?;
    Ok((
        StatusCode::CREATED,
        Json(BroadcastReply { id: reached.id.to_string(), sent: reached.sent, unsent: reached.unsent }),
    ))
}
