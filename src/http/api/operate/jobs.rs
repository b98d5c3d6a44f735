//! Background jobs of the own account (docs/behaviour/data.md#background-jobs).

use crate::{
    app::App,
    domain::{
        JobId,
        background_job::{BackgroundJob, JobKind, JobState},
    },
    http::{
        error::ApiResult,
        extract::{AsAccount, Id},
        wire::{Timestamp, mirror},
    },
    service::operate::background_jobs,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

mirror!(
    JobKindName as JobKind = JobKind {
        FileCheck,
        TestImport,
        QuestionImport,
        Comparison,
        DryRun,
        BulkSend,
        Repair,
        RubricChange,
        Backup,
        Export,
        Rejudge,
    }
);

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobState)]
pub enum JobStateName {
    Running,
    Done,
    Failed,
    Cancelled,
    Interrupted,
}

/// A background job of the own account.
#[derive(Serialize, ToSchema)]
#[schema(as = Job)]
pub struct JobBody {
    id: String,
    kind: JobKindName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test_id: Option<String>,
    /// Name of the file, or title of the test.
    subject: String,
    state: JobStateName,
    /// Why it failed, or what of it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    /// Steps that were done.
    done: u32,
    /// Steps that are known so far; 0 before the first is.
    total: u32,
    begun_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ended_at: Option<Timestamp>,
    /// Whether the job can be cancelled.
    can_cancel: bool,
    /// Whether the job continues after a restart of the server that interrupts it.
    resumes: bool,
}

impl From<BackgroundJob> for JobBody {
    fn from(job: BackgroundJob) -> Self {
        let (state, message) = match job.state {
            JobState::Running => (JobStateName::Running, None),
            JobState::Done => (JobStateName::Done, None),
            JobState::Failed(why) => (JobStateName::Failed, Some(why)),
            JobState::Cancelled => (JobStateName::Cancelled, None),
            JobState::Interrupted => (JobStateName::Interrupted, None),
        };
        Self {
            id: job.id.to_string(),
            kind: job.kind.into(),
            test_id: job.test_id.map(|test| test.to_string()),
            subject: job.subject,
            state,
            message: message.or(Some(job.note).filter(|note| !note.is_empty())),
            done: job.done,
            total: job.total,
            begun_at: job.begun_at.into(),
            ended_at: job.ended_at.map(Into::into),
            can_cancel: job.kind.can_cancel(),
            resumes: job.kind.resumes(),
        }
    }
}

/// List the background jobs of the own account, newest first: those that run, and the last 20 with their outcome.
#[utoipa::path(get, path = "/jobs", tag = "operations", responses((status = 200, body = Vec<JobBody>)))]
pub async fn list(State(app): State<App>, AsAccount { user, rights, .. }: AsAccount) -> ApiResult<Json<Vec<JobBody>>> {
    Ok(Json(background_jobs::list(&app, user.id, &rights)?.into_iter().map(Into::into).collect()))
}

/// Cancel a background job of the own account. One that has ended stays as it is.
#[utoipa::path(post, path = "/jobs/{id}/cancel", tag = "operations", params(("id" = String, Path)),
    responses((status = 204)))]
pub async fn cancel(
    State(app): State<App>,
    AsAccount { user, .. }: AsAccount,
    Id(id): Id<JobId>,
) -> ApiResult<StatusCode> {
    background_jobs::cancel(&app, user.id, id)?;
    Ok(StatusCode::NO_CONTENT)
}
