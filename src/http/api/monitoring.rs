//! The list of the monitoring pages.

use crate::{
    app::App,
    domain::{invite::Status, timeline::Via},
    http::{
        error::{ApiResult, Envelope},
        extract::AsAdmin,
        wire::Utc,
    },
    service::monitor::{
        list::{self, Row},
        video_state::{self, State as Seen},
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VideoName {
    Live,
    Connecting,
    Offline,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VideoVia {
    Webrtc,
    Stills,
}

/// Whether a candidate can be seen, and if not why.
#[derive(Serialize, ToSchema)]
pub struct VideoState {
    state: VideoName,
    via: Option<VideoVia>,
    reason: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    since: Utc,
}

impl From<video_state::VideoState> for VideoState {
    fn from(video: video_state::VideoState) -> Self {
        Self {
            state: match video.state {
                Seen::Live => VideoName::Live,
                Seen::Connecting => VideoName::Connecting,
                Seen::Offline => VideoName::Offline,
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

#[derive(Serialize, ToSchema)]
pub struct MonitoringRow {
    invite_id: String,
    attempt_id: Option<String>,
    applicant_name: String,
    applicant_email: String,
    test_title: String,
    /// In progress; the others wait for their time.
    ready: bool,
    #[schema(value_type = Option<String>, format = DateTime)]
    scheduled_date: Option<Utc>,
    #[schema(value_type = Option<String>, format = DateTime)]
    started_at: Option<Utc>,
    #[schema(value_type = Option<String>, format = DateTime)]
    deadline: Option<Utc>,
    #[schema(value_type = String, format = DateTime)]
    server_time: Utc,
    /// Where the candidate is, from 1; `null` until the page says so.
    question: Option<u32>,
    question_count: usize,
    /// Answers that are not blank.
    answered_count: u32,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_saved_at: Option<Utc>,
    signal_count: u64,
    flag_count: u32,
    #[schema(value_type = Option<String>, format = DateTime)]
    resume_requested_at: Option<Utc>,
    video: VideoState,
}

fn body(row: Row, server_time: Utc) -> MonitoringRow {
    let Row { invite, attempt, .. } = row;
    MonitoringRow {
        invite_id: invite.id.to_string(),
        attempt_id: attempt.as_ref().map(|a| a.id.to_string()),
        ready: invite.state == Status::InProgress,
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
    }
}

/// Who takes a test now, and who has a date for one; 1,000 rows at most.
#[utoipa::path(get, path = "/admin/monitoring", tag = "monitoring",
    responses((status = 200, body = [MonitoringRow]), (status = 401, body = Envelope), (status = 403, body = Envelope)))]
pub async fn list(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<Vec<MonitoringRow>>> {
    let now = Utc::from(app.now());
    Ok(Json(list::list(&app, &admin)?.into_iter().map(|row| body(row, now)).collect()))
}
