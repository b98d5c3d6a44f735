//! Actions of admins on an attempt: release, add time, end, import an answers file.

use crate::{
    app::App,
    domain::attempt::Attempt,
    http::{
        api::{
            attempt::answer::JournalEntry,
            invite::invites::{InviteReply, reply},
        },
        error::ApiResult,
        extract::{AsAdmin, FORM_LIMIT, Loaded, UnreadBody, at_most},
        refusals::Conflict,
    },
    service::{
        attempt::{answers_file, entries::MAX_ENTRIES},
        monitor::{proctor, reopen},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Reason of an action, kept in the timeline and the audit log.
#[derive(Deserialize, ToSchema)]
pub struct ReasonInput {
    reason: String,
}

/// Extension of a deadline.
#[derive(Deserialize, ToSchema)]
pub struct AddTimeInput {
    /// 1 to 480.
    minutes: i64,
    reason: String,
}

/// Time for an attempt that continues.
#[derive(Deserialize, ToSchema)]
pub struct ReopenInput {
    /// From now on: 1 to 480.
    minutes: i64,
    /// 1 to 500 characters.
    reason: String,
}

/// Maximum size of an answers file, in bytes: the same as a submit.
const FILE_LIMIT: usize = 8 * 1024 * 1024;

/// The file that the take page offers for download if the network is down at the end of the test.
#[derive(Deserialize, ToSchema)]
pub struct AnswersFile {
    /// Proves that the attempt holder created the file.
    attempt_key: String,
    #[serde(deserialize_with = "at_most::<MAX_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<JournalEntry>,
}

/// Result of importing an answers file.
#[derive(Serialize, ToSchema)]
pub struct AnswersFileReply {
    /// Number of answers stored as late answers, without those that had already arrived.
    late: usize,
}

/// Release a running attempt: the next browser that starts it takes it over.
#[utoipa::path(post, path = "/attempts/{id}/release", tag = "attempts", params(("id" = String, Path)),
    request_body = ReasonInput,
    responses((status = 200, body = InviteReply), Conflict))]
pub async fn release(
    State(app): State<App>,
    Loaded(AsAdmin(admin), attempt): Loaded<Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<InviteReply>> {
    let input: ReasonInput = body.json(FORM_LIMIT).await?;
    reply(&app, &admin, &proctor::release(&app, &admin, attempt.id, &input.reason).await?)
}

/// Add time to a running attempt: move its deadline.
#[utoipa::path(post, path = "/attempts/{id}/add-time", tag = "attempts", params(("id" = String, Path)),
    request_body = AddTimeInput,
    responses((status = 200, body = InviteReply), Conflict))]
pub async fn add_time(
    State(app): State<App>,
    Loaded(AsAdmin(admin), attempt): Loaded<Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<InviteReply>> {
    let input: AddTimeInput = body.json(FORM_LIMIT).await?;
    reply(&app, &admin, &proctor::add_time(&app, &admin, attempt.id, input.minutes, &input.reason).await?)
}

/// End a running attempt: submit its saved answers.
#[utoipa::path(post, path = "/attempts/{id}/end", tag = "attempts", params(("id" = String, Path)),
    request_body = ReasonInput,
    responses((status = 200, body = InviteReply), Conflict))]
pub async fn end(
    State(app): State<App>,
    Loaded(AsAdmin(admin), attempt): Loaded<Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<InviteReply>> {
    let input: ReasonInput = body.json(FORM_LIMIT).await?;
    reply(&app, &admin, &proctor::end(&app, &admin, attempt.id, &input.reason).await?)
}

/// Reopen an attempt that ended by time alone: withdraw its result, and go on for some minutes from now.
#[utoipa::path(post, path = "/attempts/{id}/reopen", tag = "attempts", params(("id" = String, Path)),
    request_body = ReopenInput,
    responses((status = 200, body = InviteReply), Conflict))]
pub async fn reopen(
    State(app): State<App>,
    Loaded(AsAdmin(admin), attempt): Loaded<Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<InviteReply>> {
    let input: ReopenInput = body.json(FORM_LIMIT).await?;
    reply(&app, &admin, &reopen::reopen(&app, &admin, attempt.id, input.minutes, &input.reason).await?)
}

/// Import the answers file of a candidate whose network was down at the end; its answers are stored as late answers.
#[utoipa::path(post, path = "/attempts/{id}/answers-file", tag = "attempts", params(("id" = String, Path)),
    request_body = AnswersFile,
    responses((status = 200, body = AnswersFileReply), Conflict))]
pub async fn answers_file(
    State(app): State<App>,
    Loaded(AsAdmin(admin), attempt): Loaded<Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AnswersFileReply>> {
    let file: AnswersFile = body.json(FILE_LIMIT).await?;
    let entries = file.answers.into_iter().map(Into::into).collect();
    let late = answers_file::accept(&app, &admin, attempt.id, file.attempt_key.trim(), entries).await?;
    Ok(Json(AnswersFileReply { late }))
}
