//! How long the links of new invites stay open (docs/behaviour/invites.md#scheduling).

use crate::{
    app::App,
    domain::settings::SiteSettings,
    http::{
        error::ApiResult,
        extract::{As, FORM_LIMIT, UnreadBody},
        refusals::Conflict,
    },
    service::{
        actor::SiteOperator,
        settings::links::{self, LinkChange},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How long the links of new invites stay open.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LinkSettings)]
pub struct LinkSettingsBody {
    /// Days that a link without a date stays open.
    link_days: u32,
    /// Hours that a link with a date stays open after its time.
    late_start_hours: u32,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// Change of how long links stay open; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkSettingsInput {
    /// 1 to 365.
    link_days: Option<i64>,
    /// 1 to 168.
    late_start_hours: Option<i64>,
    /// Version of the settings that were changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

fn body(site: &SiteSettings) -> ApiResult<Json<LinkSettingsBody>> {
    let SiteSettings { link_days, late_start_hours, .. } = *site;
    Ok(Json(LinkSettingsBody { link_days, late_start_hours, version: links::version_of(site)? }))
}

/// Get how long the links of new invites stay open.
#[utoipa::path(get, path = "/admin/link-settings", tag = "settings",
    responses((status = 200, body = LinkSettingsBody)))]
pub async fn get(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<LinkSettingsBody>> {
    body(&links::get(&app, &by)?)
}

/// Change how long the links of new invites stay open; those that exist stay as they are.
#[utoipa::path(put, path = "/admin/link-settings", tag = "settings", request_body = LinkSettingsInput,
    responses((status = 200, body = LinkSettingsBody), Conflict))]
pub async fn set(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    unread: UnreadBody,
) -> ApiResult<Json<LinkSettingsBody>> {
    let LinkSettingsInput { link_days, late_start_hours, version } = unread.json(FORM_LIMIT).await?;
    body(&links::set(&app, &by, LinkChange { version, link_days, late_start_hours }).await?)
}
