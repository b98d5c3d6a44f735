//! Evidence of results, and the keys that sign it (docs/evidence.md).

use super::export::{FileOrder, download};
use crate::{
    app::App,
    domain::{
        AttemptId, Error,
        background_job::JobKind,
        evidence::{EvidenceKey, Fingerprint},
        hex,
    },
    http::{
        error::ApiResult,
        extract::{As, FORM_LIMIT, Id, UnreadBody, Within},
        refusals::{Conflict, TooMany},
        wire::Timestamp,
    },
    service::{
        actor::{Custodian, ResultReader},
        result::evidence,
    },
};
use axum::{Json, extract::State, http::StatusCode, response::Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A key that signs evidence, or did.
#[derive(Serialize, ToSchema)]
#[schema(as = EvidenceKey)]
pub struct KeyBody {
    /// SHA-256 of the public key, 64 hex digits.
    fingerprint: String,
    /// The 32 bytes of an Ed25519 public key, 64 hex digits.
    public_key: String,
    created_at: Timestamp,
    /// `null` for the key that signs now.
    #[schema(required)]
    retired_at: Option<Timestamp>,
}

impl From<EvidenceKey> for KeyBody {
    fn from(key: EvidenceKey) -> Self {
        Self {
            fingerprint: key.fingerprint.to_string(),
            public_key: hex::encode(&key.public),
            created_at: key.created_at.into(),
            retired_at: key.retired_at.map(Into::into),
        }
    }
}

/// The keys of this installation.
#[derive(Serialize, ToSchema)]
pub struct EvidenceKeys {
    /// The one that signs now, then the retired ones, newest first. Empty before the first evidence.
    keys: Vec<KeyBody>,
}

/// List the public keys that sign evidence, or did.
#[utoipa::path(get, path = "/evidence-keys", tag = "results", responses((status = 200, body = EvidenceKeys)))]
pub async fn keys(State(app): State<App>, Within(by): Within<ResultReader>) -> ApiResult<Json<EvidenceKeys>> {
    let keys = evidence::keys::list(&app, &by)?.into_iter().map(Into::into).collect();
    Ok(Json(EvidenceKeys { keys }))
}

/// The key that is to be replaced.
#[derive(Deserialize, ToSchema)]
pub struct RotateInput {
    /// Fingerprint of the key that signs now, as it was read (optimistic concurrency): 409 `changed_meanwhile` if
    /// another key signs.
    #[serde(default)]
    fingerprint: Option<String>,
}

/// Retire the key that signs evidence, and make a new one. Superadmin only.
#[utoipa::path(post, path = "/evidence-keys/rotate", tag = "results", request_body = RotateInput,
    responses((status = 201, body = KeyBody), Conflict))]
pub async fn rotate(
    State(app): State<App>,
    As(by): As<Custodian>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<KeyBody>)> {
    let RotateInput { fingerprint } = body.json(FORM_LIMIT).await?;
    let invalid = || Error::field("fingerprint", "This is not the fingerprint of a key.");
    let read = fingerprint.map(|text| hex::decode32(&text).map(Fingerprint).ok_or_else(invalid)).transpose()?;
    Ok((StatusCode::CREATED, Json(evidence::keys::rotate(&app, &by, read).await?.into())))
}

/// Get the signed evidence of a result: paper, answers and their history, timeline, scores. Superadmin only.
#[utoipa::path(get, path = "/results/{submission_id}/evidence", tag = "results",
    params(("submission_id" = String, Path)),
    responses((status = 200, description = "A file to download", content_type = "application/zip", body = Vec<u8>),
        Conflict, TooMany))]
pub async fn evidence(State(app): State<App>, As(by): As<Custodian>, Id(id): Id<AttemptId>) -> ApiResult<Response> {
    let (slot, still_held) = (app.limits.exports.begin(by.id())?, by.still_held());
    let order = evidence::order(&app, &by, id).await?;
    let name = order.file_name();
    let file = FileOrder { kind: JobKind::Export, media_type: "application/zip", name: &name, slot, still_held };
    Ok(download(app.clone(), file, move |out| evidence::write(&app, &order, out)))
}
