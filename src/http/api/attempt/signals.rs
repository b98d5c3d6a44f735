//! Integrity signals and take-over requests of the take page.

use crate::{
    domain::signal::IntegritySignal,
    http::{
        error::ApiResult,
        extract::{LinkToken, Serving, UnreadBody, Visitor},
        refusals::{Conflict, Gone, TooMany},
        wire::{Confirmation, SignalName, Timestamp},
    },
    service::attempt::{
        integrity_signals::{self, NewSignal},
        resume,
    },
};
use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum body of a batch of signals, in bytes.
const BATCH_LIMIT: usize = 64 * 1024;

/// An integrity signal to be stored.
#[derive(Deserialize, ToSchema)]
pub struct SignalEntry {
    kind: SignalName,
    /// Time at which it happened; by default the time of arrival.
    #[serde(default)]
    at: Option<Timestamp>,
    /// At most 200 characters; for a paste its number of characters, never the text.
    #[serde(default)]
    detail: Option<String>,
}

/// A batch of integrity signals.
#[derive(Deserialize, ToSchema)]
pub struct SignalsInput {
    /// At most 200.
    signals: Vec<SignalEntry>,
}

/// Result of storing a batch of signals.
#[derive(Serialize, ToSchema)]
pub struct SignalsReply {
    /// Number of signals of this attempt so far.
    total: u64,
}

/// A stored integrity signal.
#[derive(Serialize, ToSchema)]
#[schema(as = Signal)]
pub struct SignalBody {
    kind: SignalName,
    at: Timestamp,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    detail: String,
}

impl From<IntegritySignal> for SignalBody {
    fn from(signal: IntegritySignal) -> Self {
        Self { kind: signal.kind.into(), at: signal.at.into(), detail: signal.detail }
    }
}

/// Store integrity signals of the take page. Idempotent: resending a batch adds nothing.
#[utoipa::path(post, path = "/take-test/{token}/signals", tag = "candidates", request_body = SignalsInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SignalsReply), Conflict, Gone))]
pub async fn add(
    Serving(app): Serving,
    Visitor { token, key, visit }: Visitor,
    body: UnreadBody,
) -> ApiResult<Json<SignalsReply>> {
    integrity_signals::admit(&app, &token, key.as_deref())?;
    let input: SignalsInput = body.json(BATCH_LIMIT).await?;
    let signals = input.signals.into_iter().map(|s| NewSignal {
        kind: s.kind.into(),
        at: s.at.map(|at| at.0),
        detail: s.detail.unwrap_or_default(),
    });
    Ok(Json(SignalsReply {
        total: integrity_signals::add(&app, visit, &token, key.as_deref(), signals.collect()).await?,
    }))
}

/// Ask the admins to release the attempt, so that this browser can take it over. At most once a minute.
#[utoipa::path(post, path = "/take-test/{token}/resume-request", tag = "candidates", params(("token" = String, Path)),
    responses((status = 200, body = Confirmation), Conflict, Gone, TooMany))]
pub async fn ask_to_resume(Serving(app): Serving, LinkToken(token): LinkToken) -> ApiResult<Json<Confirmation>> {
    resume::ask(&app, &token).await?;
    Ok(Confirmation::new("Your administrator has been asked."))
}
