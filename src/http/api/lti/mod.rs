//! Launches of tests by learning platforms (docs/lti.md). People see pages here, and programs the usual envelope.

mod page;

use crate::{
    app::App,
    domain::Error,
    http::{
        error::{ApiError, ApiResult, status},
        extract::{Anyone, Launching, Peer, Query, UnreadBody, carrying_launch},
        refusals::{Forbidden, NotFound, TooMany, Unauthorized},
    },
    service::invite::lti::{self, Addressed, Carried, LoginRequest, Outcome},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Largest body of the start of a launch.
const LOGIN_LIMIT: usize = 16 * 1024;
/// Largest body of a launch.
const LAUNCH_LIMIT: usize = 70 * 1024;
const FORM: &str = "application/x-www-form-urlencoded";

/// The start of a launch.
#[derive(Default, Deserialize, IntoParams)]
pub struct LoginQuery {
    #[serde(default)]
    iss: String,
    #[serde(default)]
    login_hint: String,
    #[serde(default)]
    target_link_uri: String,
    lti_message_hint: Option<String>,
    client_id: Option<String>,
    lti_deployment_id: Option<String>,
}

/// The start of a launch, as a form.
#[derive(Deserialize, ToSchema)]
#[allow(dead_code, reason = "its form is described; it is read as a form")]
pub struct LtiLoginForm {
    iss: String,
    login_hint: String,
    target_link_uri: String,
    lti_message_hint: Option<String>,
    client_id: Option<String>,
    lti_deployment_id: Option<String>,
}

/// A launch.
#[derive(Deserialize, ToSchema)]
#[allow(dead_code, reason = "its form is described; it is read as a form")]
pub struct LtiLaunchForm {
    state: String,
    id_token: Option<String>,
    error: Option<String>,
}

/// Public keys of this server (RFC 7517).
#[derive(Serialize, ToSchema)]
pub struct LtiKeySet {
    #[schema(value_type = Vec<Object>)]
    keys: Vec<jsonwebtoken::jwk::Jwk>,
}

impl From<LoginQuery> for LoginRequest {
    fn from(query: LoginQuery) -> Self {
        Self {
            issuer: query.iss,
            login_hint: query.login_hint,
            target: query.target_link_uri,
            message_hint: query.lti_message_hint,
            client_id: query.client_id,
            deployment: query.lti_deployment_id,
        }
    }
}

/// List the public keys of this server, for learning platforms.
#[utoipa::path(get, path = "/lti/keys", operation_id = "lti_keys", tag = "lti",
    responses((status = 200, body = LtiKeySet)))]
pub async fn keys(State(app): State<App>, _: Anyone) -> ApiResult<Json<LtiKeySet>> {
    Ok(Json(LtiKeySet { keys: lti::keys::published(&app)?.keys }))
}

/// Send the browser to the sign-in of the learning platform that begins a launch.
#[utoipa::path(get, path = "/lti/login", operation_id = "begin_launch", tag = "lti", params(LoginQuery),
    responses((status = 303, description = "To the platform"), Unauthorized))]
pub async fn login(
    State(app): State<App>,
    _: Anyone,
    Query(query): Query<LoginQuery>,
    browser: Launching,
) -> ApiResult<Response> {
    Ok(begin(&app, &query.into(), &browser))
}

/// Send the browser to the sign-in of the learning platform that begins a launch, by a form.
#[utoipa::path(post, path = "/lti/login", operation_id = "begin_launch_by_form", tag = "lti",
    request_body(content = LtiLoginForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303, description = "To the platform"), Unauthorized))]
pub async fn login_by_form(
    State(app): State<App>,
    _: Anyone,
    browser: Launching,
    body: UnreadBody,
) -> ApiResult<Response> {
    let mut form = match body.raw(LOGIN_LIMIT, &[FORM]).await {
        Ok(body) => lti::form_fields(&body),
        Err(ApiError(error)) => return Ok(failed(&app, error, Addressed::default(), &browser)),
    };
    let mut take = |name: &str| form.remove(name);
    let request = LoginRequest {
        issuer: take("iss").unwrap_or_default(),
        login_hint: take("login_hint").unwrap_or_default(),
        target: take("target_link_uri").unwrap_or_default(),
        message_hint: take("lti_message_hint"),
        client_id: take("client_id"),
        deployment: take("lti_deployment_id"),
    };
    Ok(begin(&app, &request, &browser))
}

fn begin(app: &App, request: &LoginRequest, browser: &Launching) -> Response {
    match lti::begin(app, request, Carried(browser.word.clone()))
        .and_then(|begun| Ok((redirect(&begun.location)?, begun.word)))
    {
        Ok((mut response, word)) => {
            if let Some(cookie) = carrying_launch(&word) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(error) => failed(app, error, Addressed::by_target(&request.target), browser),
    }
}

/// Open what a learning platform launches: a learner's test, or a teacher's page.
#[utoipa::path(post, path = "/lti/launch", operation_id = "launch", tag = "lti",
    request_body(content = LtiLaunchForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "A page"), (status = 303, description = "To the test"), Unauthorized, Forbidden,
        NotFound, TooMany))]
pub async fn launch(
    State(app): State<App>,
    _: Anyone,
    Peer(peer): Peer,
    browser: Launching,
    body: UnreadBody,
) -> ApiResult<Response> {
    let mut addressed = Addressed::default();
    let form = match body.raw(LAUNCH_LIMIT, &[FORM]).await {
        Ok(body) => lti::form_fields(&body),
        Err(ApiError(error)) => return Ok(failed(&app, error, addressed, &browser)),
    };
    let field = |name: &str| form.get(name).map(String::as_str);
    let (state, token) = (field("state").unwrap_or_default(), field("id_token"));
    let carried = Carried(browser.word.clone());
    let launched = match lti::complete(&app, state, token, field("error"), carried, peer, &mut addressed).await {
        Ok(launched) => launched,
        Err(error) => return Ok(failed(&app, error, addressed, &browser)),
    };
    let words = lti::words(&app, addressed, &browser.languages);
    let page = match &launched.outcome {
        // A test has its own window: a frame shows neither full screen nor camera.
        Outcome::Learner { link, .. } if !browser.is_framed => return Ok(redirect(link)?),
        Outcome::Learner { link, title } => page::learner(&words, title, link),
        Outcome::Teacher { title, link } => page::teacher(&words, title, link),
        Outcome::Offer(offer) => page::choice(&words, offer),
    };
    Ok(page::respond(StatusCode::OK, &words, &page, &launched.frames))
}

fn redirect(location: &str) -> Result<Response, Error> {
    let location = HeaderValue::try_from(location).map_err(Error::internal)?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response())
}

fn failed(app: &App, error: Error, addressed: Addressed, browser: &Launching) -> Response {
    if browser.wants_page {
        let words = lti::words(app, addressed, &browser.languages);
        let page = page::refusal(&words, &lti::refusal(&words, &error));
        return page::respond(status(error.kind), &words, &page, &[]);
    }
    ApiError(error).into_response()
}
