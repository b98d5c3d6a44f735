//! Settings of sign-in: passwords, and who has to have a second factor (docs/behaviour/accounts.md).

use crate::{
    app::App,
    domain::{password_policy::PasswordPolicy, second_factor::SecondFactorPolicy},
    http::{
        error::ApiResult,
        extract::{As, FORM_LIMIT, UnreadBody},
        refusals::Conflict,
    },
    service::{
        account::second_factor::policy::{self, PolicyChange},
        actor::{StaffManager, StaffReader},
        settings::{
            passwords::{self, PasswordPolicyChange},
            version,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rules for new passwords.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasswordSettings)]
pub struct PasswordSettingsBody {
    /// Least number of characters.
    min_length: u8,
    /// Common passwords are refused.
    refuse_common: bool,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// Change of the rules for new passwords; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordSettingsInput {
    /// 6 to 64.
    min_length: Option<i64>,
    refuse_common: Option<bool>,
    /// Version of the settings that were changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

/// Who has to have a second factor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactorSettings)]
pub struct SecondFactorSettingsBody {
    for_admins: bool,
    for_reviewers: bool,
    /// Days that people get to set one up.
    grace_days: u16,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// Change of who has to have a second factor; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorSettingsInput {
    for_admins: Option<bool>,
    for_reviewers: Option<bool>,
    /// 0 to 90.
    grace_days: Option<i64>,
    /// Version of the settings that were changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

fn of_passwords(policy: &PasswordPolicy) -> ApiResult<Json<PasswordSettingsBody>> {
    let PasswordPolicy { min_length, refuse_common } = *policy;
    Ok(Json(PasswordSettingsBody { min_length, refuse_common, version: version::of(policy)? }))
}

fn of_factors(policy: &SecondFactorPolicy) -> ApiResult<Json<SecondFactorSettingsBody>> {
    let SecondFactorPolicy { for_admins, for_reviewers, grace_days, .. } = *policy;
    Ok(Json(SecondFactorSettingsBody { for_admins, for_reviewers, grace_days, version: version::of(policy)? }))
}

/// Get the rules for new passwords.
#[utoipa::path(get, path = "/admin/password-settings", tag = "settings",
    responses((status = 200, body = PasswordSettingsBody)))]
pub async fn passwords(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<PasswordSettingsBody>> {
    of_passwords(&passwords::get(&app, &by)?)
}

/// Change the rules for new passwords; passwords that are set already stay. Superadmin only.
#[utoipa::path(put, path = "/admin/password-settings", tag = "settings", request_body = PasswordSettingsInput,
    responses((status = 200, body = PasswordSettingsBody), Conflict))]
pub async fn set_passwords(
    State(app): State<App>,
    As(by): As<StaffManager>,
    body: UnreadBody,
) -> ApiResult<Json<PasswordSettingsBody>> {
    let PasswordSettingsInput { min_length, refuse_common, version } = body.json(FORM_LIMIT).await?;
    of_passwords(&passwords::set(&app, &by, PasswordPolicyChange { version, min_length, refuse_common }).await?)
}

/// Get who has to have a second factor.
#[utoipa::path(get, path = "/admin/second-factor-settings", tag = "settings",
    responses((status = 200, body = SecondFactorSettingsBody)))]
pub async fn second_factors(
    State(app): State<App>,
    As(by): As<StaffReader>,
) -> ApiResult<Json<SecondFactorSettingsBody>> {
    of_factors(&policy::get(&app, &by)?)
}

/// Change who has to have a second factor. Superadmin only.
#[utoipa::path(put, path = "/admin/second-factor-settings", tag = "settings",
    request_body = SecondFactorSettingsInput,
    responses((status = 200, body = SecondFactorSettingsBody), Conflict))]
pub async fn set_second_factors(
    State(app): State<App>,
    As(by): As<StaffManager>,
    body: UnreadBody,
) -> ApiResult<Json<SecondFactorSettingsBody>> {
    let SecondFactorSettingsInput { for_admins, for_reviewers, grace_days, version } = body.json(FORM_LIMIT).await?;
    of_factors(&policy::set(&app, &by, PolicyChange { version, for_admins, for_reviewers, grace_days }).await?)
}
