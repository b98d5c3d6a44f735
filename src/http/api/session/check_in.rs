//! Check-in, and the common start (docs/behaviour/sessions.md#check-in).

use super::{
    people::{OwnIdentityBody, SessionPerson},
    sessions::ExamSessionBody,
};
use crate::{
    app::App,
    domain::{Error, Result, exam_session::ExamSession},
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, KnownLink, Loaded, Serving, UnreadBody},
        refusals::{Conflict, Forbidden, Gone, TooMany},
        wire::{StartModeName, Timestamp},
    },
    secrets::totp::qr_picture,
    service::{
        actor::Proctor,
        monitor::session::{
            check_in::{self, Named, OwnSeat},
            start,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The person to be checked in: one of the two fields.
#[derive(Deserialize, ToSchema)]
pub struct CheckInInput {
    #[serde(default)]
    invite_id: Option<String>,
    /// Code of the invitation, as it was typed or scanned.
    #[serde(default)]
    code: Option<String>,
    /// Check out.
    #[serde(default)]
    out: bool,
}

impl CheckInInput {
    fn named(self) -> Result<Named> {
        match (self.invite_id, self.code) {
            (Some(id), None) => {
                let id = id.trim().parse().map_err(|_| Error::field("invite_id", "This is not the id of an invite."));
                id.map(Named::Invite)
            }
            (None, Some(code)) => Ok(Named::Code(code)),
            _ => Err(Error::field("code", "Please name the person by invite_id or by code.")),
        }
    }
}

/// The code that is shown in the room.
#[derive(Serialize, ToSchema)]
pub struct RoomCode {
    /// Six digits.
    code: String,
    /// Time at which the next code is shown.
    changes_at: Timestamp,
    server_time: Timestamp,
}

/// A moment for the common start.
#[derive(Deserialize, ToSchema)]
pub struct CommonStartInput {
    /// The `version` of the session that was read: 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// Now, if absent.
    #[serde(default)]
    at: Option<Timestamp>,
}

/// A picture of a code that cameras read.
#[derive(Serialize, ToSchema)]
pub struct SeatPicture {
    /// Modules a side, without the quiet zone.
    size: usize,
    /// The dark modules, as the path of an SVG picture with one unit a module.
    path: String,
}

/// The own session, as a candidate sees it.
#[derive(Serialize, ToSchema)]
pub struct OwnSession {
    title: String,
    place: String,
    starts_at: Timestamp,
    #[schema(required)]
    time_zone: Option<String>,
    #[schema(required)]
    ends_at: Option<Timestamp>,
    /// The code that is shown at the entrance.
    code: String,
    code_picture: SeatPicture,
    #[schema(required)]
    checked_in_at: Option<Timestamp>,
    start: StartModeName,
    /// The common start; `null` until it is set. It may move until it happened.
    #[schema(required)]
    begins_at: Option<Timestamp>,
    /// A proctor has to let the candidate in before the start.
    waits: bool,
    /// `null` where no pictures are asked for.
    #[schema(required)]
    identity: Option<OwnIdentityBody>,
    /// Announcements, oldest first.
    announcements: Vec<OwnAnnouncement>,
    server_time: Timestamp,
}

/// An announcement, as a candidate reads it before the test.
#[derive(Serialize, ToSchema)]
pub struct OwnAnnouncement {
    id: String,
    text: String,
    sent_at: Timestamp,
}

pub(super) fn own(app: &App, OwnSeat { session, seat, announcements, identity }: OwnSeat) -> Result<OwnSession> {
    let picture = qr_picture(&seat.code).map_err(Error::internal)?;
    let waits = session.require_admitted(&seat).is_err();
    let checked_in = seat.checked_in.filter(|_| seat.is_here());
    Ok(OwnSession {
        title: session.title,
        place: session.place,
        starts_at: session.starts_at.into(),
        time_zone: session.time_zone,
        ends_at: session.ends_at.map(Into::into),
        code: seat.code,
        code_picture: SeatPicture { size: picture.size, path: picture.path },
        checked_in_at: checked_in.map(|check_in| check_in.at.into()),
        start: session.start.into(),
        begins_at: session.begins_at.map(Into::into),
        waits,
        identity: identity.map(Into::into),
        announcements: announcements
            .into_iter()
            .map(|one| OwnAnnouncement { id: one.id.to_string(), text: one.text, sent_at: one.sent_at.into() })
            .collect(),
        server_time: app.now().into(),
    })
}

/// The code of the room.
#[derive(Deserialize, ToSchema)]
pub struct OwnCheckInInput {
    code: String,
}

/// Check someone in or out. Twice is once.
#[utoipa::path(post, path = "/sessions/{id}/check-in", tag = "sessions", params(("id" = String, Path)),
    request_body = CheckInInput, responses((status = 200, body = SessionPerson)))]
pub async fn by_staff(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<SessionPerson>> {
    let input: CheckInInput = body.json(FORM_LIMIT).await?;
    let out = input.out;
    Ok(Json(check_in::by_staff(&app, &by, session.id, input.named()?, out).await?.into()))
}

/// Get the code that is shown in the room; it changes every 30 seconds.
#[utoipa::path(get, path = "/sessions/{id}/room-code", tag = "sessions", params(("id" = String, Path)),
    responses((status = 200, body = RoomCode)))]
pub async fn room_code(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
) -> ApiResult<Json<RoomCode>> {
    let shown = check_in::shown_code(&app, &by, session.id)?;
    Ok(Json(RoomCode { code: shown.code, changes_at: shown.changes_at.into(), server_time: app.now().into() }))
}

/// Set the common start, or move it: at any moment until it happened.
#[utoipa::path(post, path = "/sessions/{id}/start", tag = "sessions", operation_id = "start_exam_session",
    params(("id" = String, Path)), request_body = CommonStartInput,
    responses((status = 200, body = ExamSessionBody), Forbidden, Conflict))]
pub async fn begin(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<ExamSessionBody>> {
    let CommonStartInput { version, at } = body.json(FORM_LIMIT).await?;
    Ok(Json(start::start(&app, &by, session.id, at.map(|at| at.0), version).await?.into()))
}

/// Get the exam session of an invite link, with the code for its entrance.
#[utoipa::path(get, path = "/take-test/{token}/session", tag = "candidates", operation_id = "own_exam_session",
    params(("token" = String, Path)), responses((status = 200, body = OwnSession), Gone))]
pub async fn of_candidate(Serving(app): Serving, KnownLink(token): KnownLink) -> ApiResult<Json<OwnSession>> {
    Ok(Json(own(&app, check_in::own(&app, &token)?)?))
}

/// Check in with the code that is shown in the room. Twice is once.
#[utoipa::path(post, path = "/take-test/{token}/check-in", tag = "candidates", operation_id = "check_in",
    params(("token" = String, Path)), request_body = OwnCheckInInput,
    responses((status = 200, body = OwnSession), Forbidden, Gone, TooMany))]
pub async fn by_candidate(
    Serving(app): Serving,
    KnownLink(token): KnownLink,
    body: UnreadBody,
) -> ApiResult<Json<OwnSession>> {
    let OwnCheckInInput { code } = body.json(FORM_LIMIT).await?;
    let seat = check_in::by_candidate(&app, &token, &code).await?;
    Ok(Json(own(&app, seat)?))
}
