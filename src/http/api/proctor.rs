//! Actions of admins on an attempt: release, add time, end, import an answers file.

use super::invites::{InviteReply, reply};
use crate::{
    app::App,
    domain::{AttemptId, Result},
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, Body, Id, at_most},
    },
    service::{
        attempt::{answers_file, entries::MOST_ENTRIES, journal::Entry},
        monitor::proctor,
        query,
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

/// Maximum size of an answers file, in bytes: the same as a submit.
const FILE_LIMIT: usize = 8 * 1024 * 1024;

/// Answer in an answers file.
#[derive(Deserialize, ToSchema)]
pub struct FileEntry {
    question_id: String,
    /// At most 64 KiB; `null` is a blank answer.
    answer: Option<String>,
    /// Sequence number assigned by the browser.
    seq: u64,
}

/// The file that the take page offers for download if the network is down at the end of the test.
#[derive(Deserialize, ToSchema)]
pub struct AnswersFile {
    /// Proves that the attempt holder created the file.
    attempt_key: String,
    #[serde(deserialize_with = "at_most::<MOST_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<FileEntry>,
}

/// Result of importing an answers file.
#[derive(Serialize, ToSchema)]
pub struct AnswersFileReply {
    /// Number of answers stored as late answers, without those that had already arrived.
    late: usize,
}

fn must_exist(app: &App, id: AttemptId) -> Result<()> {
    query::attempt::load(&app.store.read()?, id).map(drop)
}

/// Release a running attempt: the next browser that starts it takes it over.
#[utoipa::path(post, path = "/attempts/{id}/release", tag = "attempts", params(("id" = String, Path)), request_body = ReasonInput,
    responses((status = 200, body = InviteReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn release(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<InviteReply>> {
    must_exist(&app, id)?;
    let input: ReasonInput = body.json(AUTH_LIMIT).await?;
    reply(&app, &admin, &proctor::release(&app, &admin, id, &input.reason).await?)
}

/// Add time to a running attempt: move its deadline.
#[utoipa::path(post, path = "/attempts/{id}/add-time", tag = "attempts", params(("id" = String, Path)), request_body = AddTimeInput,
    responses((status = 200, body = InviteReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn add_time(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<InviteReply>> {
    must_exist(&app, id)?;
    let input: AddTimeInput = body.json(AUTH_LIMIT).await?;
    reply(&app, &admin, &proctor::add_time(&app, &admin, id, input.minutes, &input.reason).await?)
}

/// End a running attempt: submit its saved answers.
#[utoipa::path(post, path = "/attempts/{id}/end", tag = "attempts", params(("id" = String, Path)), request_body = ReasonInput,
    responses((status = 200, body = InviteReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn end(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<InviteReply>> {
    must_exist(&app, id)?;
    let input: ReasonInput = body.json(AUTH_LIMIT).await?;
    reply(&app, &admin, &proctor::end(&app, &admin, id, &input.reason).await?)
}

/// Import the answers file of a candidate whose network was down at the end; its answers are stored as late answers.
#[utoipa::path(post, path = "/attempts/{id}/answers-file", tag = "attempts", params(("id" = String, Path)),
    request_body = AnswersFile,
    responses((status = 200, body = AnswersFileReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 413, body = Envelope),
        (status = 422, body = Envelope)))]
pub async fn answers_file(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<AnswersFileReply>> {
    must_exist(&app, id)?;
    let file: AnswersFile = body.json(FILE_LIMIT).await?;
    let entries = file.answers.into_iter().map(|a| Entry {
        question_id: a.question_id,
        text: a.answer.unwrap_or_default(),
        seq: Some(a.seq),
    });
    let late = answers_file::accept(&app, &admin, id, file.attempt_key.trim(), entries.collect()).await?;
    Ok(Json(AnswersFileReply { late }))
}
