//! Forgotten passwords (docs/behaviour/accounts.md#accounts).

use crate::{
    app::App,
    http::{
        error::ApiResult,
        extract::{Anyone, FORM_LIMIT, Peer, UnreadBody},
        refusals::{Conflict, Forbidden, Gone, NotFound, TooMany},
        wire::Confirmation,
    },
    service::account::reset,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

/// Request of a new password.
#[derive(Deserialize, ToSchema)]
pub struct ForgottenPasswordForm {
    email: String,
}

/// Use of a mailed link that sets a new password.
#[derive(Deserialize, ToSchema)]
pub struct PasswordResetForm {
    /// Token from the mailed link.
    token: String,
    new_password: String,
}

/// Request an email with a link that sets a new password. The reply is the same whether the address has an account or
/// not. A new request invalidates the previous link.
#[utoipa::path(post, path = "/auth/forgot-password", tag = "accounts", request_body = ForgottenPasswordForm,
    responses((status = 202, body = Confirmation), Conflict, TooMany))]
pub async fn request(
    State(app): State<App>,
    _: Anyone,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<Confirmation>)> {
    let ForgottenPasswordForm { email } = body.json(FORM_LIMIT).await?;
    reset::request(&app, &email, peer)?;
    let body = Confirmation::new(
        "If this address has an account, an email with a link is on its way. It is valid for 30 minutes.",
    );
    Ok((StatusCode::ACCEPTED, body))
}

/// Set a new password with the token from the mailed link, once. Ends all sessions of the account.
#[utoipa::path(post, path = "/auth/reset-password", tag = "accounts", request_body = PasswordResetForm,
    responses((status = 200, body = Confirmation), NotFound, Gone, Forbidden, TooMany))]
pub async fn redeem(
    State(app): State<App>,
    _: Anyone,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let PasswordResetForm { token, new_password } = body.json(FORM_LIMIT).await?;
    reset::redeem(&app, &token, new_password, peer).await?;
    Ok(Confirmation::new("Password changed successfully!"))
}
