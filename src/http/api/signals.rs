//! What a candidate's page tells beside the answers: integrity signals, and the wish to go on in this browser.

use crate::{
    app::App,
    domain::signal::Signal,
    http::{
        error::{ApiResult, Envelope},
        extract::{AttemptKey, Body, Token},
        wire::{Message, SignalName, Utc},
    },
    service::attempt::{
        integrity_signals::{self, NewSignal},
        resume,
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A batch of signals, in bytes.
const LIMIT: usize = 64 * 1024;

#[derive(Deserialize, ToSchema)]
pub struct SignalEntry {
    kind: SignalName,
    /// Now, where it is left out.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Utc>,
    /// At most 200 characters; of a paste the number of its characters, never the text.
    #[serde(default)]
    detail: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct SignalsInput {
    /// At most 200.
    signals: Vec<SignalEntry>,
}

#[derive(Serialize, ToSchema)]
pub struct SignalsReply {
    /// Signals of this attempt so far.
    total: u64,
}

/// One moment of the timeline.
#[derive(Serialize, ToSchema)]
#[schema(as = Signal)]
pub struct SignalBody {
    kind: SignalName,
    #[schema(value_type = String, format = DateTime)]
    at: Utc,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    detail: String,
}

impl From<Signal> for SignalBody {
    fn from(signal: Signal) -> Self {
        Self { kind: signal.kind.into(), at: signal.at.into(), detail: signal.detail }
    }
}

/// Note what the page saw. Sending a batch again adds nothing.
#[utoipa::path(post, path = "/take-test/{token}/signals", tag = "candidates", request_body = SignalsInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SignalsReply), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn add(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<Json<SignalsReply>> {
    let visit = app.fair_use.visit(&token)?;
    integrity_signals::admit(&app, &token, key.as_deref())?;
    let input: SignalsInput = body.json(LIMIT).await?;
    let signals = input.signals.into_iter().map(|s| NewSignal {
        kind: s.kind.into(),
        at: s.at.map(|at| at.0),
        detail: s.detail.unwrap_or_default(),
    });
    Ok(Json(SignalsReply {
        total: integrity_signals::add(&app, visit, &token, key.as_deref(), signals.collect()).await?,
    }))
}

/// Ask the admins to let this browser go on with a test that runs in another one. Once a minute.
#[utoipa::path(post, path = "/take-test/{token}/resume-request", tag = "candidates", params(("token" = String, Path)),
    responses((status = 200, body = Message), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 429, body = Envelope)))]
pub async fn ask_to_resume(State(app): State<App>, Token(token): Token) -> ApiResult<Json<Message>> {
    resume::ask(&app, &token).await?;
    Ok(Message::new("Your administrator has been asked."))
}
