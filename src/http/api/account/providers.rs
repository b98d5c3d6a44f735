//! Sign-in by the company's identity provider (docs/behaviour/accounts.md#company-sign-in).

use super::accounts::LoginResponse;
use crate::{
    app::App,
    domain::{Error, ErrorKind, directory::Side},
    http::{
        error::{ApiError, ApiResult},
        extract::{Anyone, CarriedSignIn, Device, Id, Peer, Query, UnreadBody, carrying},
        refusals::{Malformed, TooMany, Unauthorized, Unavailable},
        wire::mirror,
    },
    service::{
        account::{
            accounts::Origin,
            directory::{self, Returned},
        },
        settings,
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Largest body of a provider's request to end sessions.
const LOGOUT_LIMIT: usize = 70 * 1024;

mirror!(
    /// The people whom a provider signs in.
    SideName as ProviderSide = Side { Staff, Applicants }
);

/// An identity provider on the sign-in page.
#[derive(Serialize, ToSchema)]
#[schema(as = OfferedProvider)]
pub struct OfferedProviderBody {
    id: String,
    label: String,
    side: SideName,
    /// Path to which the browser is sent to sign in.
    start: String,
}

/// Parameters of the way back from a provider.
#[derive(Deserialize, IntoParams)]
pub struct CallbackQuery {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// A provider's request to end sessions.
#[derive(Deserialize, ToSchema)]
#[allow(dead_code, reason = "its form is described; it is read as a form")]
pub struct LogoutForm {
    logout_token: String,
}

/// List the identity providers that the sign-in page offers.
#[utoipa::path(get, path = "/auth/providers", tag = "accounts",
    responses((status = 200, body = Vec<OfferedProviderBody>)))]
pub async fn offered(State(app): State<App>, _: Anyone) -> ApiResult<Json<Vec<OfferedProviderBody>>> {
    let body = |provider: directory::OfferedProvider| OfferedProviderBody {
        start: format!("/api/auth/oidc/{}/start", provider.id),
        id: provider.id,
        label: provider.label,
        side: provider.side.into(),
    };
    Ok(Json(directory::offered(&app)?.into_iter().map(body).collect()))
}

/// Send the browser to the identity provider; to the sign-in page with a code in `sign_in` where that fails.
#[utoipa::path(get, path = "/auth/oidc/{id}/start", tag = "accounts", params(("id" = String, Path)),
    responses((status = 303, description = "To the provider, or to the sign-in page")))]
pub async fn start(
    State(app): State<App>,
    _: Anyone,
    Id(id): Id<String>,
    CarriedSignIn(carried): CarriedSignIn,
    Peer(peer): Peer,
) -> ApiResult<Response> {
    match directory::begin(&app, &id, carried.as_deref(), peer).await {
        Ok(begun) => Ok(with_cookie(&app, see_other(&begun.location)?, Some(&begun.carried))?),
        Err(error) => to_sign_in(error),
    }
}

/// Where the identity provider sends the browser back to. Leads to the sign-in page, with `sign_in=done` or the code of
/// what was wrong.
#[utoipa::path(get, path = "/auth/oidc/{id}/callback", tag = "accounts",
    params(("id" = String, Path), CallbackQuery),
    responses((status = 303, description = "To the sign-in page")))]
pub async fn callback(
    State(app): State<App>,
    _: Anyone,
    Id(id): Id<String>,
    Query(CallbackQuery { code, state, error, iss }): Query<CallbackQuery>,
    CarriedSignIn(carried): CarriedSignIn,
    Peer(address): Peer,
    Device(device): Device,
) -> ApiResult<Response> {
    let returned = Returned { code, state, error, issuer: iss };
    match directory::complete(&app, &id, returned, carried.as_deref(), Origin { address, device }).await {
        Ok(carried) => Ok(with_cookie(&app, see_other(&sign_in_page("done"))?, Some(&carried))?),
        Err(error) => to_sign_in(error),
    }
}

/// Get the session that a sign-in by an identity provider has begun; once, and with the cookie of that sign-in.
#[utoipa::path(post, path = "/auth/oidc/complete", tag = "accounts",
    responses((status = 200, body = LoginResponse), Unauthorized))]
pub async fn complete(State(app): State<App>, _: Anyone, CarriedSignIn(carried): CarriedSignIn) -> ApiResult<Response> {
    let done = directory::redeem(&app, carried.as_deref()).await?;
    let body = Json(LoginResponse::of(&app, done.signed_in)?);
    Ok(with_cookie(&app, body.into_response(), done.carried.as_deref())?)
}

/// End the sessions that an identity provider names in a logout token (`OpenID` Connect Back-Channel Logout).
#[utoipa::path(post, path = "/auth/oidc/{id}/backchannel-logout", tag = "accounts", params(("id" = String, Path)),
    request_body(content = LogoutForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The sessions have ended"), Malformed, TooMany, Unavailable))]
pub async fn log_out(
    State(app): State<App>,
    _: Anyone,
    Id(id): Id<String>,
    Peer(peer): Peer,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let body = body.raw(LOGOUT_LIMIT, &["application/x-www-form-urlencoded"]).await?;
    // A signed token needs no decoding: its letters, digits and dots stand as they are.
    let text = std::str::from_utf8(&body).unwrap_or_default();
    let token = text.split('&').find_map(|pair| pair.strip_prefix("logout_token=")).unwrap_or_default();
    directory::log_out(&app, &id, token, peer).await?;
    Ok(StatusCode::OK)
}

fn sign_in_page(outcome: &str) -> String {
    format!("/login?sign_in={outcome}")
}

/// An unknown provider is a 404; all else is said on the sign-in page. The browser goes on carrying what it has: another tab
/// may be at the provider, and anyone can lead a browser here.
fn to_sign_in(error: Error) -> ApiResult<Response> {
    if error.kind == ErrorKind::NotFound {
        return Err(ApiError(error));
    }
    see_other(&sign_in_page(error.code.as_str()))
}

fn see_other(location: &str) -> ApiResult<Response> {
    let location = HeaderValue::try_from(location).map_err(Error::internal)?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response())
}

fn with_cookie(app: &App, mut response: Response, carried: Option<&str>) -> Result<Response, Error> {
    let is_https = settings::public_url(app)?.starts_with("https:");
    if let Some(cookie) = carrying(carried, is_https) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
