//! Sign-in, sign-up, sign-out, first-run setup (docs/behaviour/accounts.md#accounts).

use crate::{
    app::App,
    domain::permission::{Capability, Scope},
    domain::user::User,
    http::{
        error::ApiResult,
        extract::{Anyone, As, AsAccount, Device, FORM_LIMIT, Peer, UnreadBody},
        refusals::{Conflict, Forbidden, Gone, NotFound, TooMany, Unauthorized, Unavailable},
        wire::{Confirmation, RoleName, Timestamp, UserBody},
    },
    service::{
        account::{
            accounts::{self, Origin, SignedIn},
            directory, registration, reset,
        },
        actor::Applicant,
        mail::verify,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Credentials of a sign-in.
#[derive(Deserialize, ToSchema)]
pub struct LoginForm {
    email: String,
    password: String,
    /// Code of the authenticator app, or a recovery code; for accounts with a second factor.
    totp: Option<String>,
}

/// A new session.
#[derive(Serialize, ToSchema)]
pub struct LoginResponse {
    /// Bearer token of the session, for the `Authorization` header.
    access_token: String,
    /// `bearer`.
    token_type: &'static str,
    expires_at: Timestamp,
    /// Time until which the account has to have a second factor; absent if it need not, or has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    second_factor_due: Option<Timestamp>,
    user: UserBody,
}

impl LoginResponse {
    pub(super) fn of(app: &App, done: SignedIn) -> ApiResult<Self> {
        Ok(Self {
            access_token: done.access_token,
            token_type: "bearer",
            expires_at: done.expires_at.into(),
            second_factor_due: done.second_factor_due.map(Into::into),
            user: own(app, &done.user)?,
        })
    }
}

/// Data of a new applicant account.
#[derive(Deserialize, ToSchema)]
pub struct RegisterForm {
    email: String,
    password: String,
    full_name: String,
}

/// Data of the first administrator.
#[derive(Deserialize, ToSchema)]
pub struct SetupForm {
    /// One-time token that the server prints until an administrator exists.
    setup_token: String,
    email: String,
    password: String,
    full_name: String,
}

/// Change of the caller's own password.
#[derive(Deserialize, ToSchema)]
pub struct OwnPasswordForm {
    current_password: String,
    new_password: String,
}

/// State of the sign-in screen before anyone is signed in.
#[derive(Serialize, ToSchema)]
pub struct SignupRestriction {
    /// False until the first-run setup is done.
    admin_exists: bool,
    /// A new password can be requested by email.
    resets_by_mail: bool,
    /// The company's directory is asked too, so that a name need not be an email address; absent if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    takes_names: bool,
    /// Contact for questions, in the company's words; may be blank.
    contact: String,
    /// Accounts with their passwords; on a demo server only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    demo_accounts: Vec<DemoAccountBody>,
}

/// A demo account, shown with its password.
#[derive(Serialize, ToSchema)]
#[schema(as = DemoAccount)]
pub struct DemoAccountBody {
    role: RoleName,
    email: String,
    password: String,
}

/// Returns whether an administrator exists; false means that the first-run setup is still open.
#[utoipa::path(get, path = "/admin/check-signup-restriction", tag = "accounts",
    responses((status = 200, body = SignupRestriction)))]
pub async fn check_signup_restriction(State(app): State<App>, _: Anyone) -> ApiResult<Json<SignupRestriction>> {
    let demo = app.config.demo_accounts.iter().map(|account| DemoAccountBody {
        role: account.role.into(),
        email: account.email.clone(),
        password: account.password.clone(),
    });
    let help = reset::help(&app)?;
    Ok(Json(SignupRestriction {
        admin_exists: accounts::admin_exists(&app)?,
        resets_by_mail: help.by_mail,
        takes_names: directory::ldap::is_set_up(&app)?,
        contact: help.contact,
        demo_accounts: demo.collect(),
    }))
}

fn own(app: &App, user: &User) -> ApiResult<UserBody> {
    let provided_by = directory::voucher_of(&app.store.read()?, user.id)?;
    Ok(UserBody { provided_by, ..(&registration::own_view(app, user)?).into() })
}

/// Sign in with email address and password; returns a bearer token. An account with a second factor also needs a code:
/// without one, the right password gets 401 `totp_required`. People of the company's directory sign in with its password, and
/// with each name that its filter takes.
#[utoipa::path(post, path = "/auth/login", tag = "accounts", request_body = LoginForm,
    responses((status = 200, body = LoginResponse), Unauthorized, Forbidden, Unavailable))]
pub async fn login(
    State(app): State<App>,
    _: Anyone,
    Peer(address): Peer,
    Device(device): Device,
    body: UnreadBody,
) -> ApiResult<Json<LoginResponse>> {
    let LoginForm { email, password, totp } = body.json(FORM_LIMIT).await?;
    let done = accounts::sign_in(&app, &email, password, totp.as_deref(), Origin { address, device }).await?;
    Ok(Json(LoginResponse::of(&app, done)?))
}

/// Sign up. Always creates an applicant, whatever role is sent.
#[utoipa::path(post, path = "/auth/register", tag = "accounts", request_body = RegisterForm,
    responses((status = 201, body = UserBody), Conflict))]
pub async fn register(
    State(app): State<App>,
    _: Anyone,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<UserBody>)> {
    let RegisterForm { email, password, full_name } = body.json(FORM_LIMIT).await?;
    let user = registration::register(&app, &email, password, &full_name, Some(peer)).await?;
    Ok((StatusCode::CREATED, Json((&user).into())))
}

/// Create the first administrator, with the one-time setup token that the server prints.
#[utoipa::path(post, path = "/auth/setup", tag = "accounts", request_body = SetupForm,
    responses((status = 201, body = UserBody), Forbidden, Conflict))]
pub async fn set_up(State(app): State<App>, _: Anyone, body: UnreadBody) -> ApiResult<(StatusCode, Json<UserBody>)> {
    let SetupForm { setup_token, email, password, full_name } = body.json(FORM_LIMIT).await?;
    let user = accounts::set_up(&app, &setup_token, &email, password, &full_name).await?;
    Ok((StatusCode::CREATED, Json((&user).into())))
}

/// The signed-in account, and what it may do.
#[derive(Serialize, ToSchema)]
pub struct OwnAccount {
    #[serde(flatten)]
    user: UserBody,
    /// Names of the capabilities that the account has, in the words of `x-capability` in this description.
    capabilities: Vec<&'static str>,
    /// Ids of the tests that they are for; `null` where at least one is for all. `GET /auth/rights` has them by capability.
    tests: Option<Vec<String>>,
}

/// Get the signed-in account, with what it may do.
#[utoipa::path(get, path = "/auth/me", tag = "accounts", responses((status = 200, body = OwnAccount)))]
pub async fn me(State(app): State<App>, AsAccount { user, rights, .. }: AsAccount) -> ApiResult<Json<OwnAccount>> {
    let held = || Capability::ALL.into_iter().filter_map(|one| Some((one, rights.scope(one)?)));
    let all = held().map(|(_, scope)| scope).reduce(Scope::or);
    Ok(Json(OwnAccount {
        user: own(&app, &user)?,
        capabilities: held().map(|(one, _)| one.name()).collect(),
        tests: all.as_ref().map_or(Some(Vec::new()), super::grants::ids),
    }))
}

/// Change of the caller's own name.
#[derive(Deserialize, ToSchema)]
pub struct ProfileForm {
    full_name: String,
}

/// Change the name of the signed-in account.
#[utoipa::path(put, path = "/auth/me", tag = "accounts", request_body = ProfileForm,
    responses((status = 200, body = UserBody), Conflict))]
pub async fn rename(
    State(app): State<App>,
    AsAccount { user, .. }: AsAccount,
    body: UnreadBody,
) -> ApiResult<Json<UserBody>> {
    let ProfileForm { full_name } = body.json(FORM_LIMIT).await?;
    Ok(Json(own(&app, &accounts::rename(&app, &user, &full_name).await?)?))
}

/// Request an email with a link that verifies the applicant's email address.
#[utoipa::path(post, path = "/auth/verify-mailbox/request", tag = "accounts",
    responses((status = 200, body = Confirmation), Conflict, TooMany))]
pub async fn request_proof(
    State(app): State<App>,
    As(applicant): As<Applicant>,
    Peer(peer): Peer,
) -> ApiResult<Json<Confirmation>> {
    verify::request(&app, &applicant, peer).await?;
    Ok(Confirmation::new(format!("An email is on its way to {}.", applicant.user().email)))
}

/// Use of an emailed verification link.
#[derive(Deserialize, ToSchema)]
pub struct ProofForm {
    /// Token from the emailed link.
    token: String,
}

/// Verify the applicant's email address with the token from the emailed link.
#[utoipa::path(post, path = "/auth/verify-mailbox", tag = "accounts", request_body = ProofForm,
    responses((status = 200, body = UserBody), NotFound, Gone))]
pub async fn prove_mailbox(
    State(app): State<App>,
    As(applicant): As<Applicant>,
    body: UnreadBody,
) -> ApiResult<Json<UserBody>> {
    let ProofForm { token } = body.json(FORM_LIMIT).await?;
    Ok(Json((&verify::prove(&app, &applicant, &token).await?).into()))
}

/// Sign out: end the current session.
#[utoipa::path(post, path = "/auth/logout", tag = "accounts", responses((status = 204)))]
pub async fn logout(State(app): State<App>, AsAccount { session, .. }: AsAccount) -> ApiResult<StatusCode> {
    accounts::sign_out(&app, &session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Change the own password. Ends all other sessions of the account.
#[utoipa::path(put, path = "/auth/change-password", tag = "accounts", request_body = OwnPasswordForm,
    responses((status = 200, body = Confirmation)))]
pub async fn change_password(
    State(app): State<App>,
    AsAccount { user, session, .. }: AsAccount,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let OwnPasswordForm { current_password, new_password } = body.json(FORM_LIMIT).await?;
    accounts::change_password(&app, (&user, &session), current_password, new_password, peer).await?;
    Ok(Confirmation::new("Password changed successfully!"))
}
