//! Second factors of accounts (docs/behaviour/accounts.md#second-factor).

use crate::{
    app::App,
    http::{
        error::ApiResult,
        extract::{AdminRecord, Anyone, As, AsAccount, FORM_LIMIT, Loaded, Peer, UnreadBody},
        refusals::{Conflict, Forbidden, NotFound, TooMany},
        wire::{Confirmation, RoleName, Timestamp},
    },
    service::{
        account::{
            credentials::Credentials,
            second_factor::{self, StaffFactor, enrol},
        },
        actor::{StaffManager, StaffReader},
    },
    state::login_rate_limit::SignInStanding,
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::ToSchema;

/// The state of the own second factor.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorStanding {
    /// Time since which sign-ins ask for the second factor; absent while there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    on_since: Option<Timestamp>,
    recovery_codes_left: usize,
    /// Time by which the site demands a second factor of this account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    due_at: Option<Timestamp>,
}

/// Begins to set up a second factor.
#[derive(Deserialize, ToSchema)]
pub struct EnrolForm {
    email: String,
    password: String,
}

/// Secret and picture for an authenticator app.
#[derive(Serialize, ToSchema)]
#[schema(as = Enrolment)]
pub struct EnrolmentBody {
    /// Base32, to type into the app.
    secret: String,
    /// The address that the picture holds.
    uri: String,
    /// Modules a side of the QR code, without the quiet zone.
    qr_size: usize,
    /// Dark modules of the QR code, as the path of an SVG picture with one unit a module.
    qr_path: String,
}

/// Turns a second factor on.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmForm {
    email: String,
    password: String,
    /// A first code of the app.
    code: String,
}

/// Password and second factor, for a change of the second factor.
#[derive(Deserialize, ToSchema)]
pub struct SecondFactorForm {
    password: String,
    /// A code that the app shows, or a recovery code.
    code: String,
}

/// Codes that replace the app once each. They are shown this once.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    codes: Vec<String>,
}

/// A staff account with the state of its second factor.
#[derive(Serialize, ToSchema)]
pub struct StaffSecondFactor {
    id: String,
    email: String,
    full_name: String,
    role: RoleName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    on_since: Option<Timestamp>,
    /// Id of the identity provider, or `LDAP`, that signs the person in. A provider has a second factor of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    provided_by: Option<String>,
}

const fn by_stranger(email: &str, password: String, from: IpAddr) -> Credentials<'_> {
    Credentials { email, password, code: None, from, standing: SignInStanding::Stranger }
}

/// Get the state of the own second factor.
#[utoipa::path(get, path = "/auth/totp", tag = "accounts",
    responses((status = 200, body = SecondFactorStanding)))]
pub async fn standing(
    State(app): State<App>,
    AsAccount { user, .. }: AsAccount,
) -> ApiResult<Json<SecondFactorStanding>> {
    let standing = second_factor::standing(&app, &user)?;
    Ok(Json(SecondFactorStanding {
        on_since: standing.on_since.map(Into::into),
        recovery_codes_left: standing.recovery_codes_left,
        due_at: standing.due_at.map(Into::into),
    }))
}

/// Begin to set up a second factor, with the password of the account; also before a sign-in, for accounts that may not
/// sign in without one. Returns a new secret, which replaces one that was not confirmed.
#[utoipa::path(post, path = "/auth/totp/begin", tag = "accounts", request_body = EnrolForm,
    responses((status = 200, body = EnrolmentBody), Forbidden, Conflict, TooMany))]
pub async fn begin(
    State(app): State<App>,
    _: Anyone,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<Json<EnrolmentBody>> {
    let EnrolForm { email, password } = body.json(FORM_LIMIT).await?;
    let made = enrol::begin(&app, by_stranger(&email, password, peer)).await?;
    let (qr_size, qr_path) = (made.picture.size, made.picture.path);
    Ok(Json(EnrolmentBody { secret: made.secret, uri: made.uri, qr_size, qr_path }))
}

/// Turn the second factor on with a first code of the app. Returns the recovery codes.
#[utoipa::path(post, path = "/auth/totp/confirm", tag = "accounts", request_body = ConfirmForm,
    responses((status = 200, body = RecoveryCodes), Forbidden, Conflict, TooMany))]
pub async fn confirm(
    State(app): State<App>,
    _: Anyone,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<Json<RecoveryCodes>> {
    let ConfirmForm { email, password, code } = body.json(FORM_LIMIT).await?;
    let codes = enrol::confirm(&app, by_stranger(&email, password, peer), &code).await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Replace the recovery codes of the own account.
#[utoipa::path(post, path = "/auth/totp/recovery-codes", tag = "accounts", request_body = SecondFactorForm,
    responses((status = 200, body = RecoveryCodes), NotFound, TooMany))]
pub async fn renew_codes(
    State(app): State<App>,
    AsAccount { user, .. }: AsAccount,
    Peer(from): Peer,
    body: UnreadBody,
) -> ApiResult<Json<RecoveryCodes>> {
    let SecondFactorForm { password, code } = body.json(FORM_LIMIT).await?;
    let (email, code, standing) = (user.email.as_str(), Some(code.as_str()), SignInStanding::SignedIn);
    let codes = enrol::renew_codes(&app, Credentials { email, password, code, from, standing }).await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Take the second factor off the own account.
#[utoipa::path(post, path = "/auth/totp/disable", tag = "accounts", request_body = SecondFactorForm,
    responses((status = 200, body = Confirmation), NotFound, TooMany))]
pub async fn take_off(
    State(app): State<App>,
    AsAccount { user, .. }: AsAccount,
    Peer(from): Peer,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let SecondFactorForm { password, code } = body.json(FORM_LIMIT).await?;
    let (email, code, standing) = (user.email.as_str(), Some(code.as_str()), SignInStanding::SignedIn);
    enrol::take_off(&app, Credentials { email, password, code, from, standing }).await?;
    Ok(Confirmation::new("The second factor is off."))
}

/// List the staff with the state of their second factors, oldest account first.
#[utoipa::path(get, path = "/admin/second-factors", tag = "admins",
    responses((status = 200, body = Vec<StaffSecondFactor>)))]
pub async fn of_staff(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<Vec<StaffSecondFactor>>> {
    let staff = second_factor::of_staff(&app, &by)?.into_iter();
    let body = |StaffFactor { user, on_since, provided_by }| StaffSecondFactor {
        id: user.id.to_string(),
        email: user.email,
        full_name: user.full_name,
        role: user.role.into(),
        on_since: on_since.map(Into::into),
        provided_by,
    };
    Ok(Json(staff.map(body).collect()))
}

/// Take the second factor off an account of the staff, whose owner has lost it, and end its sessions. Superadmin only.
#[utoipa::path(post, path = "/admin/second-factors/{admin_id}/reset", tag = "admins",
    params(("admin_id" = String, Path)), responses((status = 200, body = Confirmation)))]
pub async fn reset(
    State(app): State<App>,
    Loaded(by, AdminRecord(user)): Loaded<StaffManager, AdminRecord>,
) -> ApiResult<Json<Confirmation>> {
    second_factor::reset(&app, &by, user.id).await?;
    Ok(Confirmation::new("The second factor is off; all sessions of the account have ended."))
}
