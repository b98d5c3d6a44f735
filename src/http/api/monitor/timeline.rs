//! Timeline of an attempt, for admins: entries and integrity signals by time, and monitored periods.

use crate::{
    app::App,
    domain::{
        AttemptId,
        timeline::{Period, TimelineEventKind, TimelineLink},
    },
    http::{
        error::ApiResult,
        extract::{Id, Within},
        wire::{SignalName, Timestamp},
    },
    service::{
        actor::Watcher,
        work::timeline::{self, Timeline, TimelineMoment},
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// Kind of a timeline entry.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimelineKind {
    Started,
    Resumed,
    Released,
    TimeAdded,
    Message,
    Flag,
    Screenshot,
    VideoOn,
    VideoOff,
    Watching,
    WatchingEnded,
    ProctorSpeaking,
    ProctorSilent,
    ResumeRequested,
    Submitted,
    Ended,
    Late,
    /// The candidate ran code; `text` has the question, the language and the verdict.
    Run,
    /// An administrator reopened the test, which had ended by time alone; `text` has the minutes and the reason.
    Reopened,
    /// The candidate entered a section; `text` has its number.
    Section,
    /// An administrator accepted late answers; `text` has the questions' numbers and the reason.
    LateAccepted,
    /// The candidate confirmed the submit; `text` has how long after the page asked.
    SubmitConfirmed,
    /// A double click came within a minute before the candidate's submit, which an administrator may reopen; `text` has how
    /// long before.
    DoubleClick,
    /// An admin paused the attempt.
    Paused,
    /// An admin ended the pause; the text has its length.
    Continued,
    /// The candidate took an agreed break; the text has its length, after which it ends by itself.
    BreakBegun,
    /// The break ended early; the text has its length.
    BreakEnded,
    /// A clip of the video around this time is kept, or could not be kept; the text says how long it is, or why.
    Clip,
    /// The candidate's page was in another language from then on than the one in which the candidate is addressed, or than before;
    /// the text has its tag (BCP 47).
    Language,
    /// The page could not reach the server from about then on, `until` about then.
    ConnectionLost,
    /// Integrity signal of the take page; `signal` is its kind.
    Signal,
}

impl From<TimelineEventKind> for TimelineKind {
    fn from(kind: TimelineEventKind) -> Self {
        match kind {
            TimelineEventKind::Started => Self::Started,
            TimelineEventKind::Resumed => Self::Resumed,
            TimelineEventKind::Released => Self::Released,
            TimelineEventKind::TimeAdded => Self::TimeAdded,
            TimelineEventKind::Message => Self::Message,
            TimelineEventKind::Flag => Self::Flag,
            TimelineEventKind::Screenshot => Self::Screenshot,
            TimelineEventKind::VideoOn => Self::VideoOn,
            TimelineEventKind::VideoOff => Self::VideoOff,
            TimelineEventKind::Watching => Self::Watching,
            TimelineEventKind::WatchingEnded => Self::WatchingEnded,
            TimelineEventKind::ProctorSpeaking => Self::ProctorSpeaking,
            TimelineEventKind::ProctorSilent => Self::ProctorSilent,
            TimelineEventKind::ResumeRequested => Self::ResumeRequested,
            TimelineEventKind::Submitted => Self::Submitted,
            TimelineEventKind::Ended => Self::Ended,
            TimelineEventKind::Late => Self::Late,
            TimelineEventKind::Run => Self::Run,
            TimelineEventKind::Reopened => Self::Reopened,
            TimelineEventKind::Section => Self::Section,
            TimelineEventKind::LateAccepted => Self::LateAccepted,
            TimelineEventKind::SubmitConfirmed => Self::SubmitConfirmed,
            TimelineEventKind::DoubleClick => Self::DoubleClick,
            TimelineEventKind::Paused => Self::Paused,
            TimelineEventKind::Continued => Self::Continued,
            TimelineEventKind::BreakBegun => Self::BreakBegun,
            TimelineEventKind::BreakEnded => Self::BreakEnded,
            TimelineEventKind::Clip => Self::Clip,
            TimelineEventKind::Language => Self::Language,
        }
    }
}

/// An entry of the timeline.
#[derive(Serialize, ToSchema)]
pub struct TimelineEntry {
    at: Timestamp,
    kind: TimelineKind,
    /// Reason, note, message or detail of a signal; empty for kinds without a text.
    text: String,
    /// Name of the admin; `null` for the candidate and the server.
    by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    signal: Option<SignalName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    screenshot_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clip_id: Option<String>,
    /// End of a lost connection; absent if the page has not been heard from since.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    until: Option<Timestamp>,
}

impl TimelineEntry {
    const fn new(at: Timestamp, kind: TimelineKind, text: String) -> Self {
        Self {
            at,
            kind,
            text,
            by: None,
            signal: None,
            screenshot_id: None,
            message_id: None,
            clip_id: None,
            until: None,
        }
    }
}

impl From<TimelineMoment> for TimelineEntry {
    fn from(moment: TimelineMoment) -> Self {
        let (entry, by) = match moment {
            TimelineMoment::Entry { entry, by } => (entry, by),
            TimelineMoment::Signal(signal) => {
                let of_signal = Self::new(signal.at.into(), TimelineKind::Signal, signal.detail);
                return Self { signal: Some(signal.kind.into()), ..of_signal };
            }
            TimelineMoment::Gap(gap) => {
                let lost = Self::new(gap.from.into(), TimelineKind::ConnectionLost, gap.words);
                return Self { until: gap.to.map(Into::into), ..lost };
            }
        };
        let mut body = Self { by, ..Self::new(entry.at.into(), entry.kind.into(), entry.text) };
        match entry.link {
            TimelineLink::Nothing => {}
            TimelineLink::Screenshot(id) => body.screenshot_id = Some(id.to_string()),
            TimelineLink::Message(id) => body.message_id = Some(id.to_string()),
            TimelineLink::Clip(id) => body.clip_id = Some(id.to_string()),
        }
        body
    }
}

/// A period of time.
#[derive(Serialize, ToSchema)]
#[schema(as = Period)]
pub struct PeriodBody {
    from: Timestamp,
    /// `null` while the period is open.
    to: Option<Timestamp>,
}

impl From<Period> for PeriodBody {
    fn from(period: Period) -> Self {
        Self { from: period.from.into(), to: period.to.map(Into::into) }
    }
}

/// The timeline of an attempt.
#[derive(Serialize, ToSchema)]
#[schema(as = Timeline)]
pub struct TimelineBody {
    /// Oldest first.
    entries: Vec<TimelineEntry>,
    /// Number of entries dropped beyond the 2,000 that are kept.
    entries_not_kept: u64,
    /// Periods with video or still frames of the candidate.
    monitored: Vec<PeriodBody>,
    /// The remaining time between start and end.
    unmonitored: Vec<PeriodBody>,
    /// No camera was agreed on: no time is unmonitored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    no_camera: bool,
}

impl From<Timeline> for TimelineBody {
    fn from(timeline: Timeline) -> Self {
        Self {
            entries: timeline.moments.into_iter().map(Into::into).collect(),
            entries_not_kept: timeline.not_kept,
            monitored: timeline.monitored.into_iter().map(Into::into).collect(),
            unmonitored: timeline.unmonitored.into_iter().map(Into::into).collect(),
            no_camera: timeline.no_camera,
        }
    }
}

/// Get the timeline of an attempt. It is also part of the result detail.
#[utoipa::path(get, path = "/attempts/{id}/timeline", tag = "attempts", params(("id" = String, Path)),
    responses((status = 200, body = TimelineBody)))]
pub async fn of_attempt(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    Id(id): Id<AttemptId>,
) -> ApiResult<Json<TimelineBody>> {
    Ok(Json(timeline::of(&app, &by, id)?.into()))
}
