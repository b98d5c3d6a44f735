//! Actions of admins on an attempt: release, add time, end, import an answers file.

use crate::{
    app::App,
    domain::{attempt::Attempt, invite::Invite},
    http::{
        api::attempt::answer::JournalEntry,
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, UnreadBody, at_most},
        refusals::Conflict,
        wire::{InviteStatusName, Timestamp},
    },
    service::{
        actor::Proctor,
        attempt::{answers_file, entries::MAX_ENTRIES},
        monitor::{
            proctor::{self, InterventionResult},
            reopen,
        },
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
    /// Time at which the caller read the deadline (`server_time` of the list): 409 `changed_meanwhile` if time was added
    /// since.
    #[serde(default)]
    seen_at: Option<Timestamp>,
}

/// Time for an attempt that continues.
#[derive(Deserialize, ToSchema)]
pub struct ReopenInput {
    /// Minutes until the new deadline, counted from now: 1 to 480.
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

/// An attempt and its invite, as those who watch see them: without the link, which is the candidate's alone.
#[derive(Serialize, ToSchema)]
pub struct WatchedInvite {
    id: String,
    test_id: String,
    test_title: String,
    applicant_name: String,
    applicant_email: String,
    status: InviteStatusName,
    /// Absent after the end of a test whose names are hidden, as what follows from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    attempt_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    submission_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    started_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    deadline: Option<Timestamp>,
    /// Time since which the clock of the test has stopped: `deadline` is the deadline if the pause ended now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    paused_since: Option<Timestamp>,
    /// End of the break that the candidate takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    break_until: Option<Timestamp>,
    /// Time of the latest take-over request of the candidate, while it is unanswered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    resume_requested_at: Option<Timestamp>,
}

/// Reply to an action on an attempt: its new state.
#[derive(Serialize, ToSchema)]
pub struct AttemptReply {
    invite: WatchedInvite,
}

pub(super) fn reply(app: &App, by: &Proctor, invite: Invite) -> ApiResult<Json<AttemptReply>> {
    let InterventionResult { invite, attempt, resume_asked_at } = proctor::shown(app, by, invite)?;
    let invite = WatchedInvite {
        id: invite.id.to_string(),
        attempt_id: attempt.as_ref().map(|attempt| attempt.id.to_string()),
        submission_id: attempt.as_ref().filter(|attempt| !attempt.is_running()).map(|attempt| attempt.id.to_string()),
        test_id: invite.test_id.to_string(),
        status: invite.status(app.now()).into(),
        test_title: invite.test_title,
        applicant_name: invite.applicant_name,
        applicant_email: invite.applicant_email,
        started_at: invite.started_at.map(Into::into),
        deadline: attempt.as_ref().map(|attempt| attempt.deadline_at(app.now()).into()),
        paused_since: attempt.as_ref().and_then(|attempt| attempt.paused_since(app.now())).map(Into::into),
        break_until: attempt.as_ref().and_then(|attempt| attempt.break_until(app.now())).map(Into::into),
        resume_requested_at: resume_asked_at.map(Into::into),
    };
    Ok(Json(AttemptReply { invite }))
}

/// Release a running attempt: the next browser that starts it takes it over.
#[utoipa::path(post, path = "/attempts/{id}/release", tag = "attempts", params(("id" = String, Path)),
    request_body = ReasonInput,
    responses((status = 200, body = AttemptReply), Conflict))]
pub async fn release(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AttemptReply>> {
    let input: ReasonInput = body.json(FORM_LIMIT).await?;
    reply(&app, &by, proctor::release(&app, &by, attempt.id, &input.reason).await?)
}

/// Add time to a running attempt: move its deadline.
#[utoipa::path(post, path = "/attempts/{id}/add-time", tag = "attempts", params(("id" = String, Path)),
    request_body = AddTimeInput,
    responses((status = 200, body = AttemptReply), Conflict))]
pub async fn add_time(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AttemptReply>> {
    let input: AddTimeInput = body.json(FORM_LIMIT).await?;
    let (given, seen_at) = ((input.minutes, input.reason.as_str()), input.seen_at.map(|at| at.0));
    reply(&app, &by, proctor::add_time(&app, &by, attempt.id, given, seen_at).await?)
}

/// End a running attempt: submit its saved answers.
#[utoipa::path(post, path = "/attempts/{id}/end", tag = "attempts", params(("id" = String, Path)),
    request_body = ReasonInput,
    responses((status = 200, body = AttemptReply), Conflict))]
pub async fn end(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AttemptReply>> {
    let input: ReasonInput = body.json(FORM_LIMIT).await?;
    reply(&app, &by, proctor::end(&app, &by, attempt.id, &input.reason).await?)
}

/// Reopen an attempt that ended by time alone: withdraw its result, and go on for some minutes from now.
#[utoipa::path(post, path = "/attempts/{id}/reopen", tag = "attempts", params(("id" = String, Path)),
    request_body = ReopenInput,
    responses((status = 200, body = AttemptReply), Conflict))]
pub async fn reopen(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AttemptReply>> {
    let input: ReopenInput = body.json(FORM_LIMIT).await?;
    reply(&app, &by, reopen::reopen(&app, &by, attempt.id, input.minutes, &input.reason).await?)
}

/// Import the answers file of a candidate whose network was down at the end; its answers are stored as late answers.
#[utoipa::path(post, path = "/attempts/{id}/answers-file", tag = "attempts", params(("id" = String, Path)),
    request_body = AnswersFile,
    responses((status = 200, body = AnswersFileReply), Conflict))]
pub async fn answers_file(
    State(app): State<App>,
    Loaded(by, attempt): Loaded<Proctor, Attempt>,
    body: UnreadBody,
) -> ApiResult<Json<AnswersFileReply>> {
    let file: AnswersFile = body.json(FILE_LIMIT).await?;
    let entries = file.answers.into_iter().map(Into::into).collect();
    let late = answers_file::accept(&app, &by, attempt.id, file.attempt_key.trim(), entries).await?;
    Ok(Json(AnswersFileReply { late }))
}
