//! Monitoring list: running and scheduled tests (docs/behaviour.md#live-monitoring).

use crate::{
    app::App,
    domain::{attempt::Attempt, invite::InviteStatus, timeline::Via},
    http::{
        error::ApiResult,
        extract::{AsAdmin, Loaded},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::monitor::{
        acknowledgement,
        list::{self, MonitoredInvite},
        video_state::{self, VideoStatus},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

/// State of a candidate's video.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VideoName {
    Live,
    Connecting,
    Offline,
}

/// Transport of a candidate's video: live video or still frames.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VideoVia {
    Webrtc,
    Stills,
}

/// Video of a candidate: its state, and the reason if there is none.
#[derive(Serialize, ToSchema)]
#[schema(as = VideoState)]
pub struct VideoStateBody {
    state: VideoName,
    via: Option<VideoVia>,
    /// Why there is no video.
    reason: Option<String>,
    since: Timestamp,
}

impl From<video_state::VideoState> for VideoStateBody {
    fn from(video: video_state::VideoState) -> Self {
        Self {
            state: match video.state {
                VideoStatus::Live => VideoName::Live,
                VideoStatus::Connecting => VideoName::Connecting,
                VideoStatus::Offline => VideoName::Offline,
            },
            via: video.via.map(|via| match via {
                Via::WebRtc => VideoVia::Webrtc,
                Via::Stills => VideoVia::Stills,
            }),
            reason: video.reason.map(Into::into),
            since: video.since.into(),
        }
    }
}

/// A running or scheduled test of a candidate.
#[derive(Serialize, ToSchema)]
pub struct MonitoringRow {
    invite_id: String,
    attempt_id: Option<String>,
    test_id: String,
    applicant_name: String,
    applicant_email: String,
    test_title: String,
    /// The test is in progress; the others are scheduled.
    ready: bool,
    scheduled_date: Option<Timestamp>,
    started_at: Option<Timestamp>,
    deadline: Option<Timestamp>,
    server_time: Timestamp,
    /// Number of the question in view, from 1; `null` until the page reports it.
    question: Option<u32>,
    question_count: usize,
    /// Number of answers that are not blank.
    answered_count: u32,
    last_saved_at: Option<Timestamp>,
    /// Number of integrity signals.
    signal_count: u64,
    /// Number of incident flags set by admins.
    flag_count: u32,
    /// Time of the latest take-over request, while it is unanswered.
    resume_requested_at: Option<Timestamp>,
    video: VideoStateBody,
    /// A proctor has acknowledged the situation, and nothing has happened since.
    seen: bool,
}

fn body(row: MonitoredInvite, server_time: Timestamp) -> MonitoringRow {
    let MonitoredInvite { invite, attempt, .. } = row;
    MonitoringRow {
        invite_id: invite.id.to_string(),
        attempt_id: attempt.as_ref().map(|a| a.id.to_string()),
        ready: invite.state == InviteStatus::InProgress,
        test_id: invite.test_id.to_string(),
        applicant_name: invite.applicant_name,
        applicant_email: invite.applicant_email,
        test_title: invite.test_title,
        scheduled_date: invite.scheduled_at.map(Into::into),
        started_at: attempt.as_ref().map(|a| a.started_at.into()),
        deadline: attempt.as_ref().map(|a| a.deadline().into()),
        server_time,
        question: row.question,
        question_count: row.question_count,
        answered_count: row.progress.answered,
        last_saved_at: row.progress.last_saved_at.map(Into::into),
        signal_count: row.signals,
        flag_count: row.flags,
        resume_requested_at: row.resume_requested_at.map(Into::into),
        video: row.video.into(),
        seen: row.seen,
    }
}

/// List running and scheduled tests; at most 1,000 rows.
#[utoipa::path(get, path = "/admin/monitoring", tag = "monitoring", responses((status = 200, body = [MonitoringRow])))]
pub async fn list(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<Vec<MonitoringRow>>> {
    let now = Timestamp::from(app.now());
    Ok(Json(list::list(&app, &admin)?.into_iter().map(|row| body(row, now)).collect()))
}

/// Acknowledge the situation of a running attempt, for all proctors, until the next event.
#[utoipa::path(post, path = "/attempts/{id}/seen", tag = "monitoring", params(("id" = String, Path)),
    responses((status = 204), Conflict))]
pub async fn seen(State(app): State<App>, Loaded(AsAdmin(admin), attempt): Loaded<Attempt>) -> ApiResult<StatusCode> {
    acknowledgement::acknowledge(&app, &admin, &attempt)?;
    Ok(StatusCode::NO_CONTENT)
}
