//! Anonymous mode of a test (docs/behaviour/results.md#anonymous). For admins alone.

use crate::{
    app::App,
    domain::anonymity::Anonymity,
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, UnreadBody},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::{Decider, ResultReader},
        result::deciding::ranking::RankedTest,
        test::anonymity::{self, AnonymityState},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether a test hides the names of its candidates.
#[derive(Serialize, ToSchema)]
#[schema(as = Anonymity)]
pub struct AnonymityBody {
    anonymous: bool,
    /// Whether the test is anonymous and its names were not revealed.
    names_hidden: bool,
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Name of the administrator who changed it last; `null` before the first change.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
    /// Name of the administrator who revealed the names; `null` before.
    #[schema(required)]
    revealed_by: Option<String>,
    #[schema(required)]
    revealed_at: Option<Timestamp>,
    #[schema(required)]
    reveal_reason: Option<String>,
}

impl From<AnonymityState> for AnonymityBody {
    fn from(AnonymityState { record, by, revealed_by }: AnonymityState) -> Self {
        let revealed = record.as_ref().and_then(|record| record.revealed.as_ref());
        Self {
            anonymous: record.as_ref().is_some_and(|record| record.is_on),
            names_hidden: record.as_ref().is_some_and(Anonymity::hides),
            version: record.as_ref().map_or(0, |record| record.version),
            by,
            at: record.as_ref().map(|record| record.at.into()),
            revealed_by,
            revealed_at: revealed.map(|revealed| revealed.at.into()),
            reveal_reason: revealed.map(|revealed| revealed.reason.clone()),
        }
    }
}

/// The mode to be stored.
#[derive(Deserialize, ToSchema)]
pub struct AnonymityInput {
    anonymous: bool,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// Why the names are revealed.
#[derive(Deserialize, ToSchema)]
pub struct RevealInput {
    /// 1 to 500 characters, for the audit log.
    reason: String,
}

/// Get whether a test hides the names of its candidates.
#[utoipa::path(get, path = "/tests/{id}/anonymous", tag = "deciding", params(("id" = String, Path)),
    responses((status = 200, body = AnonymityBody)))]
pub async fn anonymous(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<ResultReader, RankedTest>,
) -> ApiResult<Json<AnonymityBody>> {
    Ok(Json(anonymity::of_test(&app, &by, id)?.into()))
}

/// Hide the names of a test's candidates from reviewers, results and invites, or end this.
#[utoipa::path(put, path = "/tests/{id}/anonymous", tag = "deciding", params(("id" = String, Path)),
    request_body = AnonymityInput, responses((status = 200, body = AnonymityBody), Conflict))]
pub async fn set_anonymous(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<AnonymityBody>> {
    let AnonymityInput { anonymous, version } = body.json(FORM_LIMIT).await?;
    Ok(Json(anonymity::set(&app, &by, id, anonymous, version).await?.into()))
}

/// Reveal the names of an anonymous test.
#[utoipa::path(post, path = "/tests/{id}/reveal-names", tag = "deciding", params(("id" = String, Path)),
    request_body = RevealInput, responses((status = 200, body = AnonymityBody), Conflict))]
pub async fn reveal_names(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<AnonymityBody>> {
    let RevealInput { reason } = body.json(FORM_LIMIT).await?;
    Ok(Json(anonymity::reveal(&app, &by, id, &reason).await?.into()))
}
