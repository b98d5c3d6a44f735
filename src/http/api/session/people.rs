//! The people of an exam session (docs/behaviour/sessions.md#people).

use super::sessions::ExamSessionBody;
use crate::{
    app::App,
    domain::{
        Error, InviteId, Result,
        exam_session::{ExamSession, MAX_MOVED, PersonState},
    },
    http::{
        api::invite::agreed::AgreedBody,
        error::ApiResult,
        extract::{JSON_LIMIT, Loaded, UnreadBody, at_most},
        refusals::{Conflict, Forbidden},
        wire::{CheckInWayName, IdentityAskedName, PersonStateName, Timestamp},
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::session::{
            people::{self, People, SeatedPerson},
            pictures_asked::{OwnIdentity, SeenIdentity},
            seats,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Someone in an exam session.
#[derive(Serialize, ToSchema)]
pub struct SessionPerson {
    invite_id: String,
    applicant_name: String,
    applicant_email: String,
    test_id: String,
    test_title: String,
    state: PersonStateName,
    /// Why someone is in trouble.
    #[schema(required)]
    reason: Option<&'static str>,
    /// Identifies the person at the entrance; it opens nothing.
    code: String,
    #[schema(required)]
    checked_in_at: Option<Timestamp>,
    #[schema(required)]
    checked_in_by: Option<CheckInWayName>,
    #[schema(required)]
    checked_out_at: Option<Timestamp>,
    /// Time at which the person was admitted from the waiting room.
    #[schema(required)]
    admitted_at: Option<Timestamp>,
    /// The person waits to be let in: checked in, or with the page open.
    waits: bool,
    /// Start of the person's running test.
    #[schema(required)]
    started_at: Option<Timestamp>,
    /// Deadline of the person's running test.
    #[schema(required)]
    deadline: Option<Timestamp>,
    /// Time since which the clock of the person's running test has stopped.
    #[schema(required)]
    paused_since: Option<Timestamp>,
    /// End of the break that the candidate takes.
    #[schema(required)]
    break_until: Option<Timestamp>,
    /// Agreed extra time.
    extra_minutes: u32,
    /// Other accommodations; absent where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    agreed: Option<AgreedBody>,
    /// `null` where no pictures are asked for, nor kept.
    #[schema(required)]
    identity: Option<PersonIdentity>,
}

/// The pictures of a person that the waiting room compares.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the names on the wire")]
pub struct PersonIdentity {
    /// Time at which the picture of the face arrived.
    #[schema(required)]
    face_at: Option<Timestamp>,
    /// Time at which the picture of the document arrived.
    #[schema(required)]
    document_at: Option<Timestamp>,
    /// Time at which new pictures were requested.
    #[schema(required)]
    again_at: Option<Timestamp>,
}

impl From<SeenIdentity> for PersonIdentity {
    fn from(seen: SeenIdentity) -> Self {
        Self {
            face_at: seen.face_at.map(Into::into),
            document_at: seen.document_at.map(Into::into),
            again_at: seen.again_at.map(Into::into),
        }
    }
}

impl From<SeatedPerson> for SessionPerson {
    fn from(person: SeatedPerson) -> Self {
        Self {
            invite_id: person.invite_id.to_string(),
            applicant_name: person.name,
            applicant_email: person.email,
            test_id: person.test_id.to_string(),
            test_title: person.test_title,
            state: person.state.into(),
            reason: person.reason,
            code: person.code,
            checked_in_at: person.checked_in_at.map(Into::into),
            checked_in_by: person.checked_in_by.map(Into::into),
            checked_out_at: person.left_at.map(Into::into),
            admitted_at: person.admitted_at.map(Into::into),
            waits: person.waits,
            started_at: person.started_at.map(Into::into),
            deadline: person.deadline.map(Into::into),
            paused_since: person.paused_since.map(Into::into),
            break_until: person.break_until.map(Into::into),
            extra_minutes: person.extra_minutes,
            agreed: AgreedBody::unless_nothing(person.agreed),
            identity: person.identity.map(Into::into),
        }
    }
}

/// The own pictures, as a candidate sees them who waits to be let in.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnIdentity)]
pub struct OwnIdentityBody {
    asks: IdentityAskedName,
    /// Time at which the picture of the face arrived.
    #[schema(required)]
    face_at: Option<Timestamp>,
    /// Time at which the picture of the document arrived.
    #[schema(required)]
    document_at: Option<Timestamp>,
    /// A proctor asks for new pictures, for this reason, which may be empty.
    #[schema(required)]
    again: Option<String>,
}

impl From<OwnIdentity> for OwnIdentityBody {
    fn from(own: OwnIdentity) -> Self {
        Self {
            asks: own.asks.into(),
            face_at: own.face_at.map(Into::into),
            document_at: own.document_at.map(Into::into),
            again: own.again,
        }
    }
}

/// People by state.
#[derive(Serialize, ToSchema)]
pub struct PeopleCounts {
    expected: usize,
    here: usize,
    ready: usize,
    testing: usize,
    done: usize,
    in_trouble: usize,
    late: usize,
    absent: usize,
}

/// People of an exam session whom the caller may see, sorted by name.
#[derive(Serialize, ToSchema)]
pub struct SessionPeople {
    session: ExamSessionBody,
    counts: PeopleCounts,
    people: Vec<SessionPerson>,
    server_time: Timestamp,
}

fn body(app: &App, People { view, people, counts }: People) -> SessionPeople {
    let count = |wanted: PersonState| {
        PersonState::ALL.iter().zip(counts).find(|(state, _)| **state == wanted).map_or(0, |(_, count)| count)
    };
    SessionPeople {
        session: view.into(),
        counts: PeopleCounts {
            expected: count(PersonState::Expected),
            here: count(PersonState::Here),
            ready: count(PersonState::Ready),
            testing: count(PersonState::Testing),
            done: count(PersonState::Done),
            in_trouble: count(PersonState::InTrouble),
            late: count(PersonState::Late),
            absent: count(PersonState::Absent),
        },
        people: people.into_iter().map(Into::into).collect(),
        server_time: app.now().into(),
    }
}

/// Invites to be moved.
#[derive(Deserialize, ToSchema)]
pub struct PeopleInput {
    /// The `version` of the session that was read: 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// Ids of invites that belong to the session from now on. Together with `remove`, at most 1,000.
    #[serde(default, deserialize_with = "at_most::<MAX_MOVED, _, _>")]
    #[schema(max_items = 1_000)]
    add: Vec<String>,
    /// Ids of invites that no longer do.
    #[serde(default, deserialize_with = "at_most::<MAX_MOVED, _, _>")]
    #[schema(max_items = 1_000)]
    remove: Vec<String>,
}

fn ids(given: &[String], field: &str) -> Result<Vec<InviteId>> {
    let id = |id: &String| id.trim().parse().map_err(|_| Error::field(field, "This is not the id of an invite."));
    given.iter().map(id).collect()
}

/// List the people of an exam session with their states: of the tests that the caller may watch, and of the own share.
#[utoipa::path(get, path = "/sessions/{id}/people", tag = "sessions", params(("id" = String, Path)),
    responses((status = 200, body = SessionPeople)))]
pub async fn list(
    State(app): State<App>,
    Loaded(by, session): Loaded<Watcher, ExamSession>,
) -> ApiResult<Json<SessionPeople>> {
    Ok(Json(body(&app, people::list(&app, &by, session.id)?)))
}

/// Add invites to an exam session, and take others out: all of them or none.
#[utoipa::path(put, path = "/sessions/{id}/people", tag = "sessions", params(("id" = String, Path)),
    request_body = PeopleInput,
    responses((status = 200, body = SessionPeople), Forbidden, Conflict))]
pub async fn change(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    request: UnreadBody,
) -> ApiResult<Json<SessionPeople>> {
    let PeopleInput { version, add, remove } = request.json(JSON_LIMIT).await?;
    if add.is_empty() && remove.is_empty() {
        return Err(Error::field("add", "Please name the invites to be added or taken out.").into());
    }
    let moved = (ids(&add, "add")?, ids(&remove, "remove")?);
    seats::change(&app, &by, session.id, moved, version).await?;
    Ok(Json(body(&app, people::list(&app, &(&by).into(), session.id)?)))
}
