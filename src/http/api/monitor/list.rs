//! Monitoring list: running and scheduled tests (docs/behaviour/monitoring.md#live-monitoring).

use crate::{
    app::App,
    domain::{
        Instant,
        attempt::Attempt,
        camera::DeviceName,
        invite::InviteStatus,
        language::Language,
        standing::{Standing, VideoState},
        timeline::Via,
    },
    http::{
        api::invite::agreed::AgreedBody,
        error::ApiResult,
        extract::{Loaded, Within},
        refusals::Conflict,
        wire::{CameraName, ConnectionName, MicrophoneName, Timestamp, VideoName},
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::{
            acknowledgement,
            list::{self, MonitoredInvite},
        },
    },
    state::presence::DeviceReport,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

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

impl From<VideoState> for VideoStateBody {
    fn from(video: VideoState) -> Self {
        Self {
            state: video.state.into(),
            via: video.via.map(|via| match via {
                Via::WebRtc => VideoVia::Webrtc,
                Via::Stills => VideoVia::Stills,
            }),
            reason: video.reason.map(Into::into),
            since: video.since.into(),
        }
    }
}

/// Whether the candidate's page is heard from, whatever its camera does.
#[derive(Serialize, ToSchema)]
#[schema(as = CandidateConnection)]
pub struct ConnectionBody {
    state: ConnectionName,
    /// The last heartbeat, save or picture.
    heard_at: Timestamp,
}

/// Camera or microphone of a candidate, whatever the connection does.
#[derive(Serialize, ToSchema)]
#[schema(as = CandidateCamera)]
pub struct CameraBody {
    state: CameraName,
    /// A sentence for the proctor; `null` while it is on.
    reason: Option<String>,
    since: Timestamp,
    /// Name that the candidate's browser has for the device.
    name: Option<String>,
    /// The name is that of a program, not of a device.
    is_virtual: bool,
}

/// Microphone of a candidate.
#[derive(Serialize, ToSchema)]
#[schema(as = CandidateMicrophone)]
pub struct MicrophoneBody {
    state: MicrophoneName,
    reason: Option<String>,
    name: Option<String>,
}

fn device_name(name: Option<&DeviceName>) -> Option<String> {
    name.map(|name| name.as_str().to_owned())
}

fn camera(standing: &Standing, devices: Option<&DeviceReport>) -> Option<CameraBody> {
    let name = devices.and_then(|devices| devices.camera_name.as_ref());
    standing.camera.map(|camera| CameraBody {
        state: camera.into(),
        reason: camera.in_words().map(Into::into),
        since: standing.camera_since.into(),
        name: device_name(name),
        is_virtual: name.is_some_and(DeviceName::is_virtual),
    })
}

fn microphone(devices: &DeviceReport) -> Option<MicrophoneBody> {
    devices.microphone.map(|microphone| MicrophoneBody {
        state: microphone.into(),
        reason: microphone.in_words().map(Into::into),
        name: device_name(devices.microphone_name.as_ref()),
    })
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
    /// Time since which the clock of the test has stopped: `deadline` is the deadline if the pause ended now.
    paused_since: Option<Timestamp>,
    /// End of the break that the candidate takes.
    break_until: Option<Timestamp>,
    /// Accommodations beside extra time; `null` where nothing was.
    agreed: Option<AgreedBody>,
    /// Tag of the language that the candidate's page is in (BCP 47); `null` until the page has reported it.
    language: Option<&'static str>,
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
    connection: ConnectionBody,
    /// `null` until the page has reported it.
    camera: Option<CameraBody>,
    /// `null` until the page has reported it.
    microphone: Option<MicrophoneBody>,
    /// A proctor has acknowledged the situation, and nothing has happened since.
    seen: bool,
}

fn body(row: MonitoredInvite, now: Instant) -> MonitoringRow {
    let server_time = Timestamp::from(now);
    let MonitoredInvite { invite, attempt, standing, devices, .. } = row;
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
        deadline: attempt.as_ref().map(|a| a.deadline_at(now).into()),
        paused_since: attempt.as_ref().and_then(|a| a.paused_since(now)).map(Into::into),
        break_until: attempt.as_ref().and_then(|a| a.break_until(now)).map(Into::into),
        agreed: AgreedBody::unless_nothing(row.agreed),
        language: attempt.as_ref().and_then(|a| a.language).map(Language::code),
        server_time,
        question: row.question,
        question_count: row.question_count,
        answered_count: row.progress.answered,
        last_saved_at: row.progress.last_saved_at.map(Into::into),
        signal_count: row.signals,
        flag_count: row.flags,
        resume_requested_at: row.resume_requested_at.map(Into::into),
        video: standing.video.into(),
        connection: ConnectionBody { state: standing.connection.into(), heard_at: standing.heard_at.into() },
        camera: camera(&standing, devices.as_ref()),
        microphone: devices.as_ref().and_then(microphone),
        seen: row.seen,
    }
}

/// List running and scheduled tests; at most 1,000 rows.
#[utoipa::path(get, path = "/admin/monitoring", tag = "monitoring", responses((status = 200, body = [MonitoringRow])))]
pub async fn list(State(app): State<App>, Within(by): Within<Watcher>) -> ApiResult<Json<Vec<MonitoringRow>>> {
    let now = app.now();
    Ok(Json(list::list(&app, &by)?.into_iter().map(|row| body(row, now)).collect()))
}

/// Acknowledge the situation of a running attempt, for all proctors, until the next event.
#[utoipa::path(post, path = "/attempts/{id}/seen", tag = "monitoring", params(("id" = String, Path)),
    responses((status = 204), Conflict))]
pub async fn seen(State(app): State<App>, Loaded(by, attempt): Loaded<Proctor, Attempt>) -> ApiResult<StatusCode> {
    acknowledgement::acknowledge(&app, &by, &attempt)?;
    Ok(StatusCode::NO_CONTENT)
}
