//! All routes. A route and its operation in the OpenAPI document are declared together.

use super::{
    api,
    body_budget::BodyBudget,
    description,
    error::{envelope, no_route},
    metrics::Metrics,
    middleware::around,
    ops, pages,
    state::{HttpState, Shared},
};
use crate::{
    app::App,
    domain::{Error, Kind},
};
use axum::{Router, http::StatusCode, middleware::from_fn_with_state, response::Response, routing::get};
use utoipa::{OpenApi, openapi::OpenApi as Document};
use utoipa_axum::{router::OpenApiRouter, routes};

#[derive(OpenApi)]
#[openapi(info(
    title = "Invigil",
    description = "Secure pre-interview assessments with live monitoring. Timestamps are RFC 3339 in UTC. Every reply \
        with status 400 or above has the error envelope `ApiError`.",
    license(name = "Apache-2.0", identifier = "Apache-2.0"),
))]
struct Description;

fn api_routes() -> OpenApiRouter<HttpState> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(api::accounts::check_signup_restriction))
        .routes(routes!(api::accounts::login))
        .routes(routes!(api::accounts::register))
        .routes(routes!(api::accounts::set_up))
        .routes(routes!(api::accounts::me, api::accounts::rename))
        .routes(routes!(api::accounts::request_proof))
        .routes(routes!(api::accounts::prove_mailbox))
        .routes(routes!(api::accounts::logout))
        .routes(routes!(api::accounts::change_password))
        .routes(routes!(api::tests::list, api::tests::create))
        .routes(routes!(api::tests::get, api::tests::update, api::tests::delete))
        .routes(routes!(api::tests::force_delete))
        .routes(routes!(api::import::import))
        .routes(routes!(api::import::export))
        .routes(routes!(api::invites::list, api::invites::create))
        .routes(routes!(api::invite_bulk::bulk))
        .routes(routes!(api::invites::one))
        .routes(routes!(api::invites::retry_email))
        .routes(routes!(api::invites::revoke))
        .routes(routes!(api::links::open))
        .routes(routes!(api::links::schedule))
        .routes(routes!(api::links::calendar))
        .routes(routes!(api::take::door))
        .routes(routes!(api::take::start))
        .routes(routes!(api::take::save, api::take::beacon))
        .routes(routes!(api::take::submit))
        .routes(routes!(api::signals::add))
        .routes(routes!(api::signals::ask_to_resume))
        .routes(routes!(api::my_invites::invites))
        .routes(routes!(api::my_invites::submissions))
        .routes(routes!(api::results::list))
        .routes(routes!(api::export::results))
        .routes(routes!(api::statistics::of_test))
        .routes(routes!(api::results::detail))
        .routes(routes!(api::review::queue))
        .routes(routes!(api::review::questions))
        .routes(routes!(api::review::answers))
        .routes(routes!(api::scoring::detail))
        .routes(routes!(api::scoring::score))
        .routes(routes!(api::scoring::accept_late))
        .routes(routes!(api::notifications::list))
        .routes(routes!(api::notifications::unread_count))
        .routes(routes!(api::notifications::mark_read))
        .routes(routes!(api::notifications::mark_all_read))
        .routes(routes!(api::notifications::clear_all))
        .routes(routes!(api::applicants::list))
        .routes(routes!(api::applicants::set_status))
        .routes(routes!(api::applicants::confirm_mailbox))
        .routes(routes!(api::applicants::erase))
        .routes(routes!(api::admins::list))
        .routes(routes!(api::admins::is_first_admin))
        .routes(routes!(api::admins::create))
        .routes(routes!(api::admins::change_password))
        .routes(routes!(api::admins::delete))
        .routes(routes!(api::overview::overview))
        .routes(routes!(api::settings::email, api::settings::set_email))
        .routes(routes!(api::settings::test_email))
        .routes(routes!(api::doctor::report))
        .routes(routes!(api::settings::theme, api::settings::set_theme))
        .routes(routes!(api::ai::settings, api::ai::set_settings))
        .routes(routes!(api::ai::test_settings))
        .routes(routes!(api::ai::generate))
        .routes(routes!(api::ai::review))
        .routes(routes!(api::proctor::release))
        .routes(routes!(api::proctor::add_time))
        .routes(routes!(api::proctor::end))
        .routes(routes!(api::proctor::answers_file))
        .routes(routes!(api::webrtc::offer))
        .routes(routes!(api::webrtc::start_session))
        .routes(routes!(api::webrtc::answer))
        .routes(routes!(api::webrtc::signals))
        .routes(routes!(api::webrtc::ice_candidate))
        .routes(routes!(api::webrtc::end_session))
        .routes(routes!(api::webrtc::open_wall))
        .routes(routes!(api::webrtc::set_wall, api::webrtc::close_wall))
        .routes(routes!(api::webrtc::set_proctor))
        .routes(routes!(api::webrtc::configuration))
        .routes(routes!(api::timeline::of_attempt))
        .routes(routes!(api::incidents::flag))
        .routes(routes!(api::incidents::keep_screenshot))
        .routes(routes!(api::incidents::screenshot))
        .routes(routes!(api::messages::list, api::messages::send))
        .routes(routes!(api::messages::of_candidate))
        .routes(routes!(api::messages::seen))
        .routes(routes!(api::presence::report))
        .routes(routes!(api::presence::put_still))
        .routes(routes!(api::presence::still))
        .routes(routes!(api::monitoring::list))
        .routes(routes!(api::events::account))
        .routes(routes!(api::events::attempt))
}

/// Returns the OpenAPI document without building a router, for the committed snapshot.
#[must_use]
pub fn openapi() -> Document {
    parts().1
}

fn parts() -> (Router<HttpState>, Document) {
    let (router, mut document) = api_routes().split_for_parts();
    description::finish(&mut document);
    (router, document)
}

async fn wrong_method() -> Response {
    let error = Error::new(Kind::Malformed, "wrong_method", "This API call does not support this method.");
    envelope(StatusCode::METHOD_NOT_ALLOWED, error)
}

/// Builds the complete router, for the server and for tests.
pub fn router(app: App, metrics_token: Option<String>) -> Router {
    let (api, document) = parts();
    let openapi = document.to_json().unwrap_or_default().into();
    let shared = Shared { app, metrics: Metrics::default(), metrics_token, openapi, bodies: BodyBudget::default() };
    let state = HttpState::new(shared);
    let api =
        api.route("/openapi.json", get(ops::openapi)).fallback(no_route).method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(ops::metrics))
        .fallback(pages::serve)
        .layer(from_fn_with_state(state.clone(), around))
        .with_state(state)
}
