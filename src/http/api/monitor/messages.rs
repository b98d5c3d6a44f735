//! Messages from admins to the candidate of a running attempt.

use crate::{
    app::App,
    domain::{AttemptId, MessageId, attempt::Attempt, message::ProctorMessage},
    http::{
        error::ApiResult,
        extract::{
            AttemptKey, Id, IdempotencyKey, LinkToken, Loaded, Serving, TEXT_LIMIT, TokenAndId, UnreadBody, Within,
        },
        refusals::{Conflict, Gone},
        wire::{MessageKindName, Timestamp},
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::messages::{self, SentMessage},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message to be sent.
#[derive(Deserialize, ToSchema)]
pub struct MessageInput {
    /// 1 to 1,000 characters.
    pub text: String,
}

/// A sent message, as admins see it.
#[derive(Serialize, ToSchema)]
#[schema(as = SentMessage)]
pub struct MessageBody {
    id: String,
    kind: MessageKindName,
    text: String,
    sent_at: Timestamp,
    /// Name of the admin.
    sent_by: Option<String>,
    /// Time at which the take page displayed the message; `null` before.
    seen_at: Option<Timestamp>,
    /// The question that it corrects.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question_id: Option<String>,
}

impl From<SentMessage> for MessageBody {
    fn from(SentMessage { message, by }: SentMessage) -> Self {
        let CandidateMessage { id, kind, text, sent_at, seen_at, question_id } = message.into();
        Self { id, kind, text, sent_at, sent_by: by, seen_at, question_id }
    }
}

/// A message as the candidate sees it, without the sender.
#[derive(Serialize, ToSchema)]
pub struct CandidateMessage {
    id: String,
    kind: MessageKindName,
    text: String,
    sent_at: Timestamp,
    /// Time at which the take page displayed the message; `null` before.
    seen_at: Option<Timestamp>,
    /// The question that it corrects, and beside which it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question_id: Option<String>,
}

impl From<ProctorMessage> for CandidateMessage {
    fn from(message: ProctorMessage) -> Self {
        Self {
            id: message.id.to_string(),
            kind: message.kind.into(),
            text: message.text,
            sent_at: message.sent_at.into(),
            seen_at: message.seen_at.map(Into::into),
            question_id: message.question_id,
        }
    }
}

/// Send a message to the candidate of a running attempt. With an `Idempotency-Key`, a repeat within 24 hours sends nothing and
/// returns the message that the first call sent.
#[utoipa::path(post, path = "/attempts/{id}/messages", tag = "attempts",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = MessageInput,
    responses((status = 201, body = MessageBody), Conflict))]
pub async fn send(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    key: IdempotencyKey,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<MessageBody>)> {
    let received = body.authorized(TEXT_LIMIT, || Ok(())).await?;
    let input: MessageInput = received.parse()?;
    let once = key.once(&format!("POST /attempts/{}/messages", attempt.id), &received.bytes)?;
    let sent = messages::send(&app, &by, attempt.id, &input.text, once).await?;
    Ok((StatusCode::CREATED, Json(sent.into())))
}

/// List the messages of an attempt, oldest first.
#[utoipa::path(get, path = "/attempts/{id}/messages", tag = "attempts", params(("id" = String, Path)),
    responses((status = 200, body = [MessageBody])))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    Id(id): Id<AttemptId>,
) -> ApiResult<Json<Vec<MessageBody>>> {
    Ok(Json(messages::list(&app, &by, id)?.into_iter().map(Into::into).collect()))
}

/// List the messages to the candidate, oldest first.
#[utoipa::path(get, path = "/take-test/{token}/messages", tag = "candidates", operation_id = "messages",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = [CandidateMessage]), Conflict, Gone))]
pub async fn of_candidate(
    Serving(app): Serving,
    LinkToken(token): LinkToken,
    AttemptKey(key): AttemptKey,
) -> ApiResult<Json<Vec<CandidateMessage>>> {
    let messages = messages::of_candidate(&app, &token, key.as_deref())?;
    Ok(Json(messages.into_iter().map(Into::into).collect()))
}

/// Report that the take page displayed a message.
#[utoipa::path(post, path = "/take-test/{token}/messages/{message_id}/seen", tag = "candidates",
    params(("token" = String, Path), ("message_id" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 204), Conflict, Gone))]
pub async fn seen(
    Serving(app): Serving,
    TokenAndId(token, id): TokenAndId<MessageId>,
    AttemptKey(key): AttemptKey,
) -> ApiResult<StatusCode> {
    messages::seen(&app, &token, key.as_deref(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
