//! Clips around flags (docs/behaviour/monitoring.md#clips-around-flags).

use crate::{
    app::App,
    domain::{TestId, clip::CHOICES},
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Of, UnreadBody, at_most},
        refusals::Conflict,
        wire::{SignalName, Timestamp},
    },
    service::{
        actor::{Author, TestReader},
        settings::clips::{self, StoredClipRule},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Signals that an input can name.
const CHOSEN: usize = CHOICES.len();

/// Whether a test keeps clips, with who stored it.
#[derive(Serialize, ToSchema)]
pub struct ClipSettings {
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// The video around flags and screenshots is kept: 30 s before, and 30 s after.
    keep: bool,
    /// Signals around which it is kept too.
    signals: Vec<SignalName>,
    /// Name of who stored it; `null` before the first one.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
}

impl From<StoredClipRule> for ClipSettings {
    fn from(StoredClipRule { rule, by }: StoredClipRule) -> Self {
        let at = rule.as_ref().map(|rule| rule.at.into());
        let (version, keep, signals) =
            rule.map_or_else(Default::default, |rule| (rule.version, rule.is_on, rule.signals));
        Self { version, keep, signals: signals.into_iter().map(Into::into).collect(), by, at }
    }
}

/// A rule to be stored.
#[derive(Deserialize, ToSchema)]
pub struct ClipInput {
    keep: bool,
    #[serde(default, deserialize_with = "at_most::<CHOSEN, _, _>")]
    #[schema(max_items = 5)]
    signals: Vec<SignalName>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// Get whether a test keeps clips around flags.
#[utoipa::path(get, path = "/tests/{id}/clips", tag = "tests", operation_id = "clip_settings",
    params(("id" = String, Path)), responses((status = 200, body = ClipSettings)))]
pub async fn get(State(app): State<App>, Of(by, id): Of<TestReader, TestId>) -> ApiResult<Json<ClipSettings>> {
    Ok(Json(clips::get(&app, &by, id)?.into()))
}

/// Change whether a test keeps clips around flags. Attempts that have begun keep what their candidates were informed of.
#[utoipa::path(put, path = "/tests/{id}/clips", tag = "tests", operation_id = "set_clip_settings",
    params(("id" = String, Path)), request_body = ClipInput,
    responses((status = 200, body = ClipSettings), Conflict))]
pub async fn set(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
    body: UnreadBody,
) -> ApiResult<Json<ClipSettings>> {
    // An unknown test is reported before a bad body.
    clips::get(&app, &(&by).into(), id)?;
    let ClipInput { keep, signals, version } = body.json(FORM_LIMIT).await?;
    let signals = signals.into_iter().map(Into::into).collect();
    Ok(Json(clips::set(&app, &by, id, (keep, signals), version).await?.into()))
}
