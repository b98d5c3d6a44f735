//! The panel's calendar of a test (docs/behaviour/invites.md#busy-times).

use crate::{
    app::App,
    domain::{
        TestId,
        panel_calendar::{NotRead, Unread},
    },
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Of, UnreadBody},
        refusals::{Conflict, TooMany},
        wire::{Timestamp, mirror},
    },
    service::{
        actor::Author,
        invite::panel_calendar::{self, CalendarView},
    },
    state::panel_calendars::ReadFailure,
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The calendar that a test names, and how it was read. The address is not shown.
#[derive(Serialize, ToSchema)]
pub struct PanelCalendarSettings {
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// The beginning of the address, up to its path; `null` if the test names no calendar.
    #[schema(required)]
    origin: Option<String>,
    /// Name of who stored it; `null` before the first one.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
    /// Slots are offered around its busy times now.
    in_use: bool,
    /// The last reading that succeeded.
    #[schema(required)]
    read_at: Option<Timestamp>,
    /// Number of busy times in the next 14 days; overlapping and adjacent ones are counted once.
    busy_times: usize,
    /// Events of the calendar that could not be read. They make no time busy.
    unread: Vec<UnreadEvents>,
    /// Why the last reading failed.
    #[schema(required)]
    failure: Option<CalendarFailure>,
}

/// Events of a calendar that could not be read.
#[derive(Serialize, ToSchema)]
pub struct UnreadEvents {
    reason: UnreadReason,
    count: u32,
}

mirror!(
    /// Why an event could not be read.
    UnreadReason as UnreadReason = Unread {
        /// The event has no start, or ends before it.
        Times,
        /// The time zone of the event is unknown.
        Zone,
        /// The recurrence rule of the event is not understood.
        Recurrence,
        /// The calendar has too many times.
        TooMany,
    }
);

/// Why a calendar could not be read.
#[derive(Serialize, ToSchema)]
pub struct CalendarFailure {
    at: Timestamp,
    reason: FailureReason,
    /// The status of the reply (`status`), or why there was none (`unreachable`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    words: Option<String>,
}

/// How reading a calendar failed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// The address was stored under another master key: it has to be entered again.
    Sealed,
    Unreachable,
    Status,
    TooLarge,
    NotACalendar,
    /// The calendar is cut off before its last line.
    Cut,
}

impl FailureReason {
    fn of(failure: ReadFailure) -> (Self, Option<String>) {
        match failure {
            ReadFailure::Sealed => (Self::Sealed, None),
            ReadFailure::Unreachable(words) => (Self::Unreachable, Some(words)),
            ReadFailure::Status(status) => (Self::Status, Some(status.to_string())),
            ReadFailure::TooLarge | ReadFailure::Content(NotRead::TooLong) => (Self::TooLarge, None),
            ReadFailure::Content(NotRead::NoCalendar) => (Self::NotACalendar, None),
            ReadFailure::Content(NotRead::Cut) => (Self::Cut, None),
        }
    }
}

impl From<CalendarView> for PanelCalendarSettings {
    fn from(view: CalendarView) -> Self {
        let CalendarView { version, origin, by, at, state, is_used, busy_soon } = view;
        let failure = state.tried_at.zip(state.failure).map(|(at, failure)| {
            let (reason, words) = FailureReason::of(failure);
            CalendarFailure { at: at.into(), reason, words }
        });
        let unread = state.reading.iter().flat_map(|reading| &reading.unread);
        let unread = unread.map(|(reason, count)| UnreadEvents { reason: (*reason).into(), count: *count }).collect();
        Self {
            version,
            origin,
            by,
            at: at.map(Into::into),
            in_use: is_used,
            read_at: state.read_at.map(Into::into),
            busy_times: busy_soon,
            unread,
            failure,
        }
    }
}

/// A calendar to be named.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PanelCalendarInput {
    /// Address of an iCalendar file with events or published free/busy times; `null` or empty for none.
    #[serde(default)]
    #[schema(max_length = 2000)]
    address: Option<String>,
    /// IANA name of the zone of days and times for which the calendar names none; otherwise UTC.
    #[serde(default)]
    time_zone: Option<String>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// Get the panel's calendar of a test: from where it is read, when it was, and what failed.
#[utoipa::path(get, path = "/tests/{id}/panel-calendar", tag = "tests", operation_id = "panel_calendar",
    params(("id" = String, Path)), responses((status = 200, body = PanelCalendarSettings)))]
pub async fn get(State(app): State<App>, Of(by, id): Of<Author, TestId>) -> ApiResult<Json<PanelCalendarSettings>> {
    Ok(Json(panel_calendar::get(&app, &by, id)?.into()))
}

/// Name the calendar around whose busy times candidates are offered slots, or none.
#[utoipa::path(put, path = "/tests/{id}/panel-calendar", tag = "tests", operation_id = "set_panel_calendar",
    params(("id" = String, Path)), request_body = PanelCalendarInput,
    responses((status = 200, body = PanelCalendarSettings), Conflict))]
pub async fn set(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
    body: UnreadBody,
) -> ApiResult<Json<PanelCalendarSettings>> {
    // An unknown test is reported before a bad body.
    panel_calendar::get(&app, &by, id)?;
    let PanelCalendarInput { address, time_zone, version } = body.json(FORM_LIMIT).await?;
    Ok(Json(panel_calendar::set(&app, &by, id, (address, time_zone), version).await?.into()))
}

/// Read the panel's calendar of a test now. How that ended is in the reply.
#[utoipa::path(post, path = "/tests/{id}/panel-calendar/check", tag = "tests", operation_id = "check_panel_calendar",
    params(("id" = String, Path)), responses((status = 200, body = PanelCalendarSettings), TooMany))]
pub async fn check(State(app): State<App>, Of(by, id): Of<Author, TestId>) -> ApiResult<Json<PanelCalendarSettings>> {
    Ok(Json(panel_calendar::check(&app, &by, id).await?.into()))
}
