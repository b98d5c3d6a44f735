//! All routes. A route and its operation in the OpenAPI document are declared together.

use super::{
    api,
    body_budget::BodyBudget,
    description::{self, described},
    error::{ErrorBody, envelope, no_route},
    metrics::Metrics,
    middleware::around,
    ops, pages,
    reply_budget::ReplyBudget,
    state::{HttpState, HttpStateInner},
};
use crate::{
    app::App,
    domain::{Error, ErrorKind},
};
use axum::{
    Router,
    body::Bytes,
    http::{StatusCode, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::get,
};
use std::sync::LazyLock;
use utoipa::{OpenApi, openapi::OpenApi as Document};
use utoipa_axum::{router::OpenApiRouter, routes};

#[derive(OpenApi)]
#[openapi(
    components(schemas(ErrorBody)),
    info(
        title = "Invigil",
        description = "Secure pre-interview assessments with live monitoring. Timestamps are RFC 3339 in UTC. Every reply \
        with status 400 or above has the error envelope `ApiError`.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    )
)]
struct ApiDescription;

/// Adds a route per handler, described from its attribute and its arguments.
macro_rules! calls {
    ($router:expr; $($($part:ident)::+),+ $(,)?) => {
        $router$(.routes(described(routes!($($part)::+), &$($part)::+)))+
    };
}

fn api_routes() -> OpenApiRouter<HttpState> {
    let router = runner_routes(OpenApiRouter::with_openapi(ApiDescription::openapi()));
    bank_routes(deciding_routes(settings_routes(monitoring_routes(account_routes(candidate_routes(router))))))
}

/// Calls of the invite page and the take page.
fn candidate_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::links::open,
        api::links::schedule,
        api::links::calendar,
        api::links::stop_reminders,
        api::take::door,
        api::take::start,
        api::take::save,
        api::take::beacon,
        api::take::submit,
        api::runs::list,
        api::runs::ask,
        api::runs::get,
        api::signals::add,
        api::signals::ask_to_resume,
        api::webrtc::offer,
        api::webrtc::configuration,
        api::messages::of_candidate,
        api::pictures::of_candidate,
        api::messages::seen,
        api::presence::report,
        api::presence::put_still,
        api::events::attempt,
        api::own_page::page,
        api::own_page::download,
        api::own_page::ask_erasure,
    ]
}

/// Settings of the whole installation.
fn settings_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::settings::email,
        api::settings::set_email,
        api::settings::test_email,
        api::settings::theme,
        api::settings::set_theme,
        api::company::get,
        api::company::set,
        api::company::preview,
        api::company::test,
        api::company::set_logo,
        api::company::remove_logo,
        api::company::logo,
        api::ai::settings,
        api::ai::set_settings,
        api::ai::test_settings,
        api::operations::mail_queue,
        api::operations::make_backup,
        api::operations::audit_log,
        api::runners::list,
        api::runners::create,
        api::runners::verdicts,
        api::runners::revoke,
        api::runners::rejudge,
    ]
}

/// Calls of code runners on other machines.
fn runner_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::runner_calls::register,
        api::runner_calls::lease,
        api::runner_calls::renew,
        api::runner_calls::report,
        api::runner_calls::leave,
    ]
}

/// Calls of signed-in pages, and of the sign-in itself.
fn account_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::accounts::check_signup_restriction,
        api::accounts::login,
        api::accounts::register,
        api::accounts::set_up,
        api::accounts::me,
        api::accounts::rename,
        api::accounts::request_proof,
        api::accounts::prove_mailbox,
        api::accounts::logout,
        api::accounts::change_password,
        api::questions::content::preview,
        api::solutions::check,
        api::solutions::languages,
        api::solutions::try_answer,
        api::solutions::try_assigned_answer,
        api::tests::list,
        api::funnels::funnels,
        api::tests::create,
        api::tests::get,
        api::tests::update,
        api::tests::delete,
        api::tests::force_delete,
        api::readiness::of_test,
        api::trials::of_test,
        api::trials::of_draft,
        api::trials::result,
        api::pictures::keep,
        api::pictures::get,
        api::import::import,
        api::import::export,
        api::import::preview_export,
        api::invite_list::list,
        api::invite_list::counts,
        api::invite_actions::run,
        api::invites::create,
        api::invite_bulk::bulk,
        api::invites::one,
        api::invites::retry_email,
        api::invites::revoke,
        api::my_invites::invites,
        api::my_invites::submissions,
        api::result_list::list,
        api::export::results,
        api::statistics::of_test,
        api::results::detail,
        api::judging::rejudge,
        api::judging::preview_test,
        api::judging::dry_run,
        api::judging::cancel_dry_run,
        api::judging::rejudge_test,
        api::review::queue,
        api::review::questions,
        api::review::answers,
        api::scoring::detail,
        api::scoring::score,
        api::scoring::accept_late,
        api::notifications::list,
        api::notifications::unread_count,
        api::notifications::mark_read,
        api::notifications::mark_all_read,
        api::notifications::clear_all,
        api::applicants::list,
        api::applicants::set_status,
        api::applicants::confirm_mailbox,
        api::applicants::decline_erasure,
        api::applicants::erase,
        api::admins::list,
        api::admins::is_first_admin,
        api::admins::create,
        api::admins::change_role,
        api::admins::change_password,
        api::admins::delete,
        api::overview::overview,
        api::doctor::report,
        api::doctor::storage,
        api::ai::generate,
        api::ai::review,
        api::ai_agreement::of_test,
        api::ai_agreement::measure,
        api::events::account,
    ]
}

/// Calls of those who watch running tests.
fn monitoring_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::proctor::release,
        api::proctor::add_time,
        api::proctor::end,
        api::proctor::reopen,
        api::proctor::answers_file,
        api::webrtc::start_session,
        api::webrtc::answer,
        api::webrtc::signals,
        api::webrtc::ice_candidate,
        api::webrtc::end_session,
        api::webrtc::open_wall,
        api::webrtc::set_wall,
        api::webrtc::close_wall,
        api::webrtc::set_proctor,
        api::timeline::of_attempt,
        api::outages::all,
        api::outages::give_back,
        api::outages::dismiss,
        api::incidents::flag,
        api::incidents::keep_screenshot,
        api::incidents::screenshot,
        api::messages::list,
        api::messages::send,
        api::presence::still,
        api::monitoring::list,
        api::monitoring::seen,
    ]
}

/// Calls that replay submissions, rank them and decide on them.
fn deciding_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::history::history,
        api::evidence::evidence,
        api::evidence::keys,
        api::evidence::rotate,
        api::deciding::ranking::rank,
        api::deciding::matrix::matrix,
        api::deciding::pass_mark::set_pass_mark,
        api::deciding::pass_mark::preview_pass_mark,
        api::deciding::decisions::decide,
        api::deciding::decisions::decide_many,
        api::deciding::letters::send,
        api::deciding::notes::notes,
        api::deciding::notes::add_note,
        api::deciding::notes::delete_note,
        api::deciding::comparison::compare,
        api::reviewing::assignments::assignments,
        api::reviewing::assignments::assign,
        api::reviewing::agreement::agreement,
        api::reviewing::agreement::to_settle,
        api::reviewing::queue::questions,
        api::reviewing::queue::answers,
        api::reviewing::queue::answer,
        api::reviewing::queue::score,
        api::reviewing::queue::picture,
        api::repairs::list,
        api::repairs::add,
        api::repairs::preview,
        api::repairs::undo,
        api::similarity::list,
        api::similarity::ask,
        api::similarity::pair,
        api::similarity::find,
        api::shares::create,
        api::shares::list,
        api::shares::revoke,
        api::shares::open,
        api::anonymity::anonymous,
        api::anonymity::set_anonymous,
        api::anonymity::reveal_names,
        api::rubrics::rubric,
        api::rubrics::set_rubric,
        api::rubrics::preview_rubric,
    ]
}

/// Calls of the question bank.
fn bank_routes(router: OpenApiRouter<HttpState>) -> OpenApiRouter<HttpState> {
    calls![
        router;
        api::bank::questions::list,
        api::bank::questions::tags,
        api::bank::files::import,
        api::bank::files::export,
        api::bank::files::preview_export,
        api::bank::figures::of_question,
        api::bank::figures::of_pool,
        api::bank::questions::create,
        api::bank::questions::get,
        api::bank::questions::update,
        api::bank::questions::versions,
        api::bank::questions::retire,
        api::bank::questions::restore,
        api::bank::papers::seen_by,
        api::bank::papers::preview_paper,
        api::bank::tests::copy,
        api::bank::tests::archive,
        api::bank::tests::unarchive,
    ]
}

/// Returns the OpenAPI document without building a router, for the committed snapshot.
#[must_use]
pub fn openapi() -> Document {
    let (_, mut document) = api_routes().split_for_parts();
    description::finish(&mut document);
    document
}

/// The OpenAPI 3.1 document as JSON, made for the first request.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| openapi().to_json().unwrap_or_default().into());

async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone())
}

async fn wrong_method() -> Response {
    let error = Error::new(ErrorKind::Malformed, "wrong_method", "This API call does not support this method.");
    envelope(StatusCode::METHOD_NOT_ALLOWED, error)
}

/// Builds the complete router, for the server and for tests.
pub fn router(app: App, metrics_token: Option<String>) -> Router {
    let (api, _) = api_routes().split_for_parts();
    let (bodies, replies) = (BodyBudget::default(), ReplyBudget::default());
    let shared = HttpStateInner { app, metrics: Metrics::default(), metrics_token, bodies, replies };
    let state = HttpState::new(shared);
    let api = api.route("/openapi.json", get(document)).fallback(no_route).method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(ops::metrics))
        .fallback(pages::serve)
        .layer(from_fn_with_state(state.clone(), around))
        .with_state(state)
}
