//! The daily summary of the own account (docs/behaviour/mail.md#daily-summary).

use crate::{
    app::App,
    domain::digest::DigestChoice,
    http::{
        error::ApiResult,
        extract::{AsAccount, FORM_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::mail::digest,
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Schedule of the account's daily summary by mail.
#[derive(Serialize, ToSchema)]
pub struct DailySummary {
    /// 0 to 23; `null` for never.
    #[schema(required)]
    hour: Option<u8>,
    /// IANA name; blank for never.
    time_zone: String,
    #[schema(required)]
    next_at: Option<Timestamp>,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

fn body(choice: Option<DigestChoice>) -> ApiResult<Json<DailySummary>> {
    let version = digest::version_of(choice.as_ref())?;
    Ok(Json(match choice {
        None => DailySummary { hour: None, time_zone: String::new(), next_at: None, version },
        Some(DigestChoice { hour, time_zone, next_at, .. }) => {
            DailySummary { hour: Some(hour), time_zone, next_at: Some(next_at.into()), version }
        }
    }))
}

/// Schedule of the daily summary that is to be stored.
#[derive(Deserialize, ToSchema)]
pub struct DailySummaryInput {
    /// 0 to 23; `null` or absent for never.
    #[serde(default)]
    hour: Option<i64>,
    /// IANA name; UTC by default.
    #[serde(default)]
    time_zone: Option<String>,
    /// Version of the choice that was changed; if it is another one by now, 409 `changed_meanwhile`.
    #[serde(default)]
    version: Option<u32>,
}

/// Get when the own account gets its daily summary.
#[utoipa::path(get, path = "/auth/daily-summary", tag = "accounts", operation_id = "daily_summary",
    responses((status = 200, body = DailySummary)))]
pub async fn get(State(app): State<App>, AsAccount { user, .. }: AsAccount) -> ApiResult<Json<DailySummary>> {
    body(digest::of(&app, user.id)?)
}

/// Set when the own account gets its daily summary: for accounts of staff.
#[utoipa::path(put, path = "/auth/daily-summary", tag = "accounts", operation_id = "set_daily_summary",
    request_body = DailySummaryInput, responses((status = 200, body = DailySummary), Conflict))]
pub async fn set(
    State(app): State<App>,
    AsAccount { user, session, .. }: AsAccount,
    unread: UnreadBody,
) -> ApiResult<Json<DailySummary>> {
    let DailySummaryInput { hour, time_zone, version } = unread.json(FORM_LIMIT).await?;
    let zone = time_zone.unwrap_or_else(|| "UTC".into());
    let chosen = hour.map(|hour| (hour, zone));
    body(digest::set(&app, (&user, &session), chosen, version).await?)
}
