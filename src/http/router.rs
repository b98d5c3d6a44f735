//! All routes. A route and its operation in the OpenAPI document are declared together.

use super::{
    api,
    body_budget::BodyBudget,
    calls::{Calls, calls},
    description,
    error::{envelope, no_route},
    metrics::Metrics,
    middleware::around,
    ops, pages,
    reply_budget::ReplyBudget,
    seed,
    state::{HttpState, HttpStateInner},
};
use crate::{
    app::App,
    domain::{Error, ErrorCode, ErrorKind},
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
use utoipa::openapi::OpenApi as Document;

fn api_routes() -> Calls {
    let calls = account_routes(candidate_routes(runner_routes(Calls::default())));
    bank_routes(deciding_routes(settings_routes(monitoring_routes(sign_in_routes(calls)))))
}

/// Calls of the invite page and the take page.
fn candidate_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::invite::link::open,
        api::invite::link::schedule,
        api::invite::link::give_name,
        api::invite::link::calendar,
        api::invite::link::stop_reminders,
        api::attempt::take::take_page_view,
        api::attempt::take::start,
        api::attempt::take::save,
        api::attempt::take::beacon,
        api::attempt::take::submit,
        api::attempt::breaks::take,
        api::settings::exam_browser::file,
        api::attempt::runs::list,
        api::attempt::runs::ask,
        api::attempt::runs::get,
        api::attempt::signals::add,
        api::attempt::signals::ask_to_resume,
        api::monitor::webrtc::offer,
        api::monitor::webrtc::configuration,
        api::monitor::messages::of_candidate,
        api::test::pictures::of_candidate,
        api::monitor::messages::seen,
        api::monitor::asking::ask,
        api::monitor::asking::of_candidate,
        api::monitor::presence::report,
        api::monitor::presence::put_still,
        api::events::attempt,
        api::events::waiting,
        api::attempt::own_page::page,
        api::attempt::own_page::download,
        api::attempt::own_page::ask_erasure,
        api::session::check_in::of_candidate,
        api::session::check_in::by_candidate,
        api::session::identity::put,
    ]
}

/// Settings of the whole installation.
fn settings_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::settings::site::email,
        api::settings::site::set_email,
        api::settings::site::test_email,
        api::settings::site::theme,
        api::settings::site::set_theme,
        api::settings::sign_in::passwords,
        api::settings::sign_in::set_passwords,
        api::settings::sign_in::second_factors,
        api::settings::sign_in::set_second_factors,
        api::settings::languages::list,
        api::settings::links::get,
        api::settings::links::set,
        api::settings::consent::site_consent,
        api::settings::consent::set_site_consent,
        api::settings::consent::test_consent,
        api::settings::consent::set_test_consent,
        api::settings::exam_browser::get,
        api::settings::exam_browser::set,
        api::settings::clips::get,
        api::settings::clips::set,
        api::invite::panel_calendar::get,
        api::invite::panel_calendar::set,
        api::invite::panel_calendar::check,
        api::settings::retention::rules,
        api::settings::retention::set_rules,
        api::settings::retention::dry_run,
        api::settings::retention::holds,
        api::settings::retention::hold,
        api::settings::retention::lift,
        api::settings::ldap::ldap_settings,
        api::settings::ldap::set_ldap,
        api::settings::ldap::test_ldap,
        api::settings::oidc::oidc_providers,
        api::settings::oidc::set_oidc_provider,
        api::settings::oidc::remove_oidc_provider,
        api::settings::oidc::test_oidc_provider,
        api::settings::lti::lti_platforms,
        api::settings::lti::set_lti_platform,
        api::settings::lti::remove_lti_platform,
        api::settings::lti::rotate_lti_key,
        api::lti::keys,
        api::lti::login,
        api::lti::login_by_form,
        api::lti::launch,
        api::settings::company::get,
        api::settings::company::set,
        api::settings::company::preview,
        api::settings::company::test,
        api::settings::company::set_logo,
        api::settings::company::remove_logo,
        api::settings::company::logo,
        api::invite::orders::list,
        api::invite::orders::place,
        api::invite::orders::get,
        api::invite::orders::cancel,
        api::invite::orders::result,
        api::ats::greenhouse::list_tests,
        api::ats::greenhouse::send_test,
        api::ats::greenhouse::test_status,
        api::ats::greenhouse::response_error,
        api::ats::ashby::list,
        api::ats::ashby::start,
        api::ats::ashby::cancel,
        api::webhook::hooks::list,
        api::webhook::hooks::create,
        api::webhook::hooks::update,
        api::webhook::hooks::delete,
        api::webhook::deliveries::list,
        api::webhook::deliveries::resend,
        api::webhook::deliveries::test,
        api::ai::models::settings,
        api::ai::models::set_settings,
        api::ai::models::test_settings,
        api::operate::jobs::list,
        api::operate::jobs::cancel,
        api::operate::operations::mail_queue,
        api::operate::operations::make_backup,
        api::operate::operations::download_backup,
        api::operate::operations::audit_log,
        api::operate::runners::list,
        api::operate::runners::create,
        api::operate::runners::verdicts,
        api::operate::runners::revoke,
        api::operate::runners::rejudge,
    ]
}

/// Calls of code runners on other machines.
fn runner_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::operate::runner_calls::register,
        api::operate::runner_calls::lease,
        api::operate::runner_calls::renew,
        api::operate::runner_calls::report,
        api::operate::runner_calls::leave,
    ]
}

/// Calls about passwords, sessions and second factors.
fn sign_in_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::account::resets::request,
        api::account::resets::redeem,
        api::account::providers::offered,
        api::account::providers::start,
        api::account::providers::callback,
        api::account::providers::complete,
        api::account::providers::log_out,
        api::account::digest::get,
        api::account::digest::set,
        api::account::sessions::list,
        api::account::sessions::end,
        api::account::sessions::end_others,
        api::account::tokens::list,
        api::account::tokens::create,
        api::account::tokens::revoke,
        api::account::second_factor::standing,
        api::account::second_factor::begin,
        api::account::second_factor::confirm,
        api::account::second_factor::renew_codes,
        api::account::second_factor::take_off,
        api::account::second_factor::of_staff,
        api::account::second_factor::reset,
    ]
}

/// Calls of signed-in pages, and of the sign-in itself.
fn account_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::account::accounts::check_signup_restriction,
        api::account::accounts::login,
        api::account::accounts::register,
        api::account::accounts::set_up,
        api::account::accounts::me,
        api::account::accounts::rename,
        api::account::accounts::request_proof,
        api::account::accounts::prove_mailbox,
        api::account::accounts::logout,
        api::account::accounts::change_password,
        api::test::questions::content::preview,
        api::test::solution_checks::check,
        api::test::solution_checks::languages,
        api::test::solution_checks::try_answer,
        api::test::solution_checks::try_assigned_answer,
        api::test::tests::list,
        api::test::funnel::funnels,
        api::test::tests::create,
        api::test::tests::get,
        api::test::tests::update,
        api::test::tests::delete,
        api::test::tests::force_delete,
        api::test::readiness::of_test,
        api::test::trials::of_test,
        api::test::trials::of_draft,
        api::test::trials::result,
        api::test::pictures::keep,
        api::test::pictures::get,
        api::test::files::import,
        api::test::files::export,
        api::test::files::preview_export,
        api::invite::list::list,
        api::invite::list::counts,
        api::invite::actions::run,
        api::invite::invites::create,
        api::invite::bulk::bulk,
        api::invite::people_list::preview,
        api::invite::agreed::last,
        api::invite::invites::one,
        api::invite::invites::retry_email,
        api::invite::invites::revoke,
        api::invite::my_invites::invites,
        api::invite::my_invites::submissions,
        api::result::result_list::list,
        api::result::export::results,
        api::result::changes::result_changes,
        api::result::statistics::of_test,
        api::result::results::detail,
        api::result::judging::rejudge,
        api::result::judging::preview_test,
        api::result::judging::dry_run,
        api::result::judging::cancel_dry_run,
        api::result::judging::rejudge_test,
        api::result::review_queue::queue,
        api::result::review_queue::questions,
        api::result::review_queue::answers,
        api::result::scoring::detail,
        api::result::scoring::score,
        api::result::scoring::accept_late,
        api::notifications::list,
        api::notifications::unread_count,
        api::notifications::mark_read,
        api::notifications::mark_all_read,
        api::notifications::clear_all,
        api::account::applicants::list,
        api::account::applicants::set_status,
        api::account::applicants::confirm_mailbox,
        api::account::applicants::decline_erasure,
        api::account::applicants::erase,
        api::account::admins::list,
        api::account::admins::is_first_admin,
        api::account::admins::create,
        api::account::admins::change_role,
        api::account::admins::change_password,
        api::account::admins::delete,
        api::account::grants::mine,
        api::account::grants::list,
        api::account::grants::set,
        api::account::grants::preview,
        api::operate::overview::overview,
        api::operate::daily::daily,
        api::operate::doctor::report,
        api::operate::doctor::storage,
        api::ai::models::generate,
        api::ai::models::review,
        api::ai::agreement::of_test,
        api::ai::agreement::measure,
        api::events::account,
    ]
}

/// Calls of those who watch running tests.
fn monitoring_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::monitor::proctor::release,
        api::monitor::proctor::add_time,
        api::monitor::pausing::pause,
        api::monitor::pausing::resume,
        api::monitor::proctor::end,
        api::monitor::proctor::reopen,
        api::monitor::proctor::answers_file,
        api::monitor::webrtc::start_session,
        api::monitor::webrtc::answer,
        api::monitor::webrtc::signals,
        api::monitor::webrtc::ice_candidate,
        api::monitor::webrtc::end_session,
        api::monitor::webrtc::open_wall,
        api::monitor::webrtc::set_wall,
        api::monitor::webrtc::close_wall,
        api::monitor::webrtc::set_proctor,
        api::monitor::timeline::of_attempt,
        api::monitor::outages::all,
        api::monitor::outages::give_back,
        api::monitor::outages::dismiss,
        api::monitor::incidents::flag,
        api::monitor::incidents::keep_screenshot,
        api::monitor::incidents::screenshot,
        api::monitor::incidents::clip,
        api::monitor::messages::list,
        api::monitor::messages::send,
        api::monitor::broadcast::announce,
        api::monitor::presence::still,
        api::monitor::list::list,
        api::monitor::list::seen,
        api::session::sessions::list,
        api::session::choices::list,
        api::session::sessions::create,
        api::session::sessions::get,
        api::session::sessions::update,
        api::session::sessions::delete,
        api::session::people::list,
        api::session::people::change,
        api::session::check_in::by_staff,
        api::session::check_in::room_code,
        api::session::check_in::begin,
        api::session::announcing::announce,
        api::session::announcing::list,
        api::monitor::asking::of_session,
        api::monitor::asking::list,
        api::monitor::asking::claim,
        api::monitor::asking::answer,
        api::session::admit::admit,
        api::session::identity::picture,
        api::session::identity::ask_again,
        api::session::pausing::pause,
        api::session::pausing::resume,
        api::session::rehearsal::begin,
        api::session::rehearsal::of_session,
        api::session::rehearsal::end,
        api::session::rehearsal::server,
    ]
}

/// Calls that replay submissions, rank them and decide on them.
fn deciding_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::result::history::history,
        api::result::evidence::evidence,
        api::result::evidence::keys,
        api::result::evidence::rotate,
        api::result::deciding::ranking::rank,
        api::result::deciding::matrix::matrix,
        api::result::deciding::pass_mark::set_pass_mark,
        api::result::deciding::pass_mark::preview_pass_mark,
        api::result::deciding::decisions::decide,
        api::result::deciding::decisions::decide_many,
        api::result::deciding::letters::send,
        api::result::deciding::notes::notes,
        api::result::deciding::notes::add_note,
        api::result::deciding::notes::delete_note,
        api::result::deciding::comparison::compare,
        api::result::reviewing::assignments::assignments,
        api::result::reviewing::assignments::assign,
        api::result::reviewing::agreement::agreement,
        api::result::reviewing::agreement::to_settle,
        api::result::reviewing::queue::questions,
        api::result::reviewing::queue::answers,
        api::result::reviewing::queue::answer,
        api::result::reviewing::queue::score,
        api::result::reviewing::queue::picture,
        api::result::repairs::list,
        api::result::repairs::add,
        api::result::repairs::preview,
        api::result::repairs::undo,
        api::result::similarity::list,
        api::result::similarity::ask,
        api::result::similarity::pair,
        api::result::similarity::find,
        api::result::sharing::create,
        api::result::sharing::list,
        api::result::sharing::revoke,
        api::result::sharing::open,
        api::test::translations::of_test,
        api::test::translations::put,
        api::test::translations::delete,
        api::test::anonymity::anonymous,
        api::test::anonymity::set_anonymous,
        api::test::anonymity::reveal_names,
        api::result::rubrics::rubric,
        api::result::rubrics::set_rubric,
        api::result::rubrics::preview_rubric,
    ]
}

/// Calls of the question bank.
fn bank_routes(calls: Calls) -> Calls {
    calls![
        calls;
        api::test::bank::questions::list,
        api::test::bank::questions::tags,
        api::test::bank::files::import,
        api::test::bank::files::export,
        api::test::bank::files::preview_export,
        api::test::bank::figures::of_question,
        api::test::bank::figures::of_pool,
        api::test::bank::questions::create,
        api::test::bank::questions::get,
        api::test::bank::questions::update,
        api::test::bank::questions::versions,
        api::test::bank::questions::retire,
        api::test::bank::questions::restore,
        api::test::bank::papers::seen_by,
        api::test::bank::papers::preview_paper,
        api::test::bank::tests::copy,
        api::test::bank::tests::archive,
        api::test::bank::tests::unarchive,
    ]
}

/// Returns the OpenAPI document without building a router, for the committed snapshot.
#[must_use]
pub fn openapi() -> Document {
    let mut document = api_routes().document();
    description::finish(&mut document);
    document
}

/// The OpenAPI 3.1 document as JSON, made for the first request.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| openapi().to_json().unwrap_or_default().into());

async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone())
}

async fn wrong_method() -> Response {
    let error = Error::new(ErrorKind::Malformed, ErrorCode::WrongMethod, "This API call does not support this method.");
    envelope(StatusCode::METHOD_NOT_ALLOWED, error)
}

/// Builds the complete router, for the server and for tests.
pub fn router(app: App, metrics_token: Option<String>) -> Router {
    let (bodies, replies) = (BodyBudget::default(), ReplyBudget::default());
    let metrics = Metrics::new(app.store.log_standing().is_some());
    let state = HttpState::new(HttpStateInner { app, metrics, metrics_token, bodies, replies });
    let api = api_routes().into_router();
    let api = api.route("/openapi.json", get(document)).fallback(no_route).method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(ops::metrics))
        .route("/twin/seed", get(seed::send).delete(seed::finish))
        .fallback(pages::serve)
        .layer(from_fn_with_state(state.clone(), around))
        .with_state(state)
}
