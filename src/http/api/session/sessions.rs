//! Exam sessions themselves (docs/behaviour/sessions.md#sessions).

use crate::{
    app::App,
    domain::{
        Error, InviteId, Result, UserId,
        exam_session::{AssignedProctor, ExamSession, ExamSessionDraft, MAX_PROCTORS, MAX_SHARED},
    },
    http::{
        api::list,
        error::ApiResult,
        extract::{JSON_LIMIT, Loaded, Query, UnreadBody, Within, at_most},
        refusals::{Conflict, Forbidden},
        wire::{IdentityAskedName, StartModeName, Timestamp},
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::session::sessions::{self, NamedAccount, SessionView},
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Someone of staff.
#[derive(Serialize, ToSchema)]
pub struct StaffName {
    account_id: String,
    name: String,
}

impl From<NamedAccount> for StaffName {
    fn from(named: NamedAccount) -> Self {
        Self { account_id: named.id.to_string(), name: named.name }
    }
}

/// A proctor of a session.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionProctor)]
pub struct SessionProctorBody {
    #[serde(flatten)]
    account: StaffName,
    /// Ids of the invites that this proctor looks after; absent for the whole session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invites: Option<Vec<String>>,
}

/// An exam session: invites that one room takes together.
#[derive(Serialize, ToSchema)]
#[schema(as = ExamSession)]
pub struct ExamSessionBody {
    id: String,
    /// Number of the stored version, which the next change sends.
    version: u32,
    title: String,
    starts_at: Timestamp,
    /// IANA name of the zone in which the times were entered.
    #[schema(required)]
    time_zone: Option<String>,
    #[schema(required)]
    ends_at: Option<Timestamp>,
    place: String,
    #[schema(required)]
    capacity: Option<u32>,
    /// Invites in it, of all tests.
    people: u64,
    #[schema(required)]
    lead: Option<StaffName>,
    proctors: Vec<SessionProctorBody>,
    /// Notes that only staff read.
    notes: String,
    start: StartModeName,
    /// The common start; `null` until it is set.
    #[schema(required)]
    begins_at: Option<Timestamp>,
    /// Candidates wait until someone lets them in.
    waiting_room: bool,
    /// Pictures that are compared in the waiting room.
    identity: IdentityAskedName,
    /// `null` before the first change.
    #[schema(required)]
    changed_by: Option<String>,
    changed_at: Timestamp,
    /// Time since which everyone is paused: people who begin meanwhile begin paused. `null` while they are not.
    #[schema(required)]
    paused_at: Option<Timestamp>,
    /// Name of who has paused everyone.
    #[schema(required)]
    paused_by: Option<String>,
    /// The calling account may change it: those with a share of it may not.
    may_change: bool,
}

impl From<SessionView> for ExamSessionBody {
    fn from(view: SessionView) -> Self {
        let SessionView { session, people, lead, proctors, changed_by, paused_by, may_change } = view;
        let ids = |share: Vec<InviteId>| share.iter().map(InviteId::to_string).collect();
        let proctor = |(account, share): (NamedAccount, Option<Vec<InviteId>>)| SessionProctorBody {
            account: account.into(),
            invites: share.map(ids),
        };
        Self {
            id: session.id.to_string(),
            version: session.version,
            title: session.title,
            starts_at: session.starts_at.into(),
            time_zone: session.time_zone,
            ends_at: session.ends_at.map(Into::into),
            place: session.place,
            capacity: session.capacity,
            people,
            lead: lead.map(Into::into),
            proctors: proctors.into_iter().map(proctor).collect(),
            notes: session.notes,
            start: session.start.into(),
            begins_at: session.begins_at.map(Into::into),
            waiting_room: session.waiting_room,
            identity: session.identity.into(),
            changed_by,
            changed_at: session.changed_at.into(),
            paused_at: session.paused.map(|pause| pause.at.into()),
            paused_by,
            may_change,
        }
    }
}

/// A proctor to be assigned.
#[derive(Deserialize, ToSchema)]
pub struct SessionProctorInput {
    account_id: String,
    /// Ids of the invites that this proctor looks after; absent for the whole session.
    #[serde(default, deserialize_with = "some_ids")]
    #[schema(nullable = false, max_items = 10_000)]
    invites: Option<Vec<String>>,
}

fn some_ids<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    at_most::<MAX_SHARED, _, _>(from).map(Some)
}

/// A session to be stored.
#[derive(Deserialize, ToSchema)]
pub struct ExamSessionInput {
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// 1 to 120 characters.
    title: String,
    starts_at: Timestamp,
    /// IANA name of the zone in which the times are entered.
    #[serde(default)]
    time_zone: Option<String>,
    #[serde(default)]
    ends_at: Option<Timestamp>,
    #[serde(default)]
    place: String,
    /// 1 to 2,000.
    #[serde(default)]
    capacity: Option<i64>,
    /// Id of the account that leads it, and sees all its people.
    #[serde(default)]
    lead: Option<String>,
    #[serde(default, deserialize_with = "at_most::<MAX_PROCTORS, _, _>")]
    #[schema(max_items = 100)]
    proctors: Vec<SessionProctorInput>,
    #[serde(default)]
    notes: String,
    /// `individual` by default.
    #[serde(default)]
    start: Option<StartModeName>,
    /// Candidates wait on the page before the test until someone lets them in; false by default.
    #[serde(default)]
    #[schema(required = false)]
    waiting_room: bool,
    /// Pictures that are compared in the waiting room; `none` by default.
    #[serde(default)]
    identity: Option<IdentityAskedName>,
}

fn account(id: &str, field: &str) -> Result<UserId> {
    id.trim().parse().map_err(|_| Error::field(field, "This is not the id of an account."))
}

fn proctor((place, input): (usize, SessionProctorInput)) -> Result<AssignedProctor> {
    let id = |id: &String| {
        let field = format!("proctors[{place}].invites");
        id.trim().parse().map_err(|_| Error::field(field, "This is not the id of an invite."))
    };
    let share = input.invites.map(|ids| ids.iter().map(id).collect::<Result<Vec<InviteId>>>()).transpose()?;
    Ok(AssignedProctor { account: account(&input.account_id, &format!("proctors[{place}].account_id"))?, share })
}

impl TryFrom<ExamSessionInput> for ExamSessionDraft {
    type Error = Error;

    /// 422 for malformed ids.
    fn try_from(input: ExamSessionInput) -> Result<Self> {
        let lead = input.lead.filter(|id| !id.trim().is_empty());
        Ok(Self {
            title: input.title,
            starts_at: input.starts_at.0,
            time_zone: input.time_zone.filter(|zone| !zone.trim().is_empty()),
            ends_at: input.ends_at.map(|at| at.0),
            place: input.place,
            capacity: input.capacity,
            lead: lead.map(|id| account(&id, "lead")).transpose()?,
            proctors: input.proctors.into_iter().enumerate().map(proctor).collect::<Result<_>>()?,
            notes: input.notes,
            start: input.start.map(Into::into).unwrap_or_default(),
            waiting_room: input.waiting_room,
            identity: input.identity.map(Into::into).unwrap_or_default(),
        })
    }
}

#[derive(Deserialize, IntoParams)]
pub struct SessionsQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor: from the `Link` header of the previous page.
    after: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub struct DeletedVersion {
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    pub version: Option<u32>,
}

/// List exam sessions, the latest start first.
#[utoipa::path(get, path = "/sessions", tag = "sessions", operation_id = "exam_sessions", params(SessionsQuery),
    responses((status = 200, body = Vec<ExamSessionBody>)))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    Query(query): Query<SessionsQuery>,
    uri: Uri,
) -> ApiResult<(HeaderMap, Json<Vec<ExamSessionBody>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    list::reply(&app, sessions::list(&app, &by, &slice)?.map(Into::into), &uri)
}

/// Create an exam session.
#[utoipa::path(post, path = "/sessions", tag = "sessions", operation_id = "create_exam_session",
    request_body = ExamSessionInput, responses((status = 201, body = ExamSessionBody), Conflict))]
pub async fn create(
    State(app): State<App>,
    Within(by): Within<Proctor>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<ExamSessionBody>)> {
    let input: ExamSessionInput = body.json(JSON_LIMIT).await?;
    let made = sessions::create(&app, &by, input.try_into()?).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Get an exam session.
#[utoipa::path(get, path = "/sessions/{id}", tag = "sessions", operation_id = "exam_session",
    params(("id" = String, Path)), responses((status = 200, body = ExamSessionBody)))]
pub async fn get(
    State(app): State<App>,
    Loaded(by, session): Loaded<Watcher, ExamSession>,
) -> ApiResult<Json<ExamSessionBody>> {
    Ok(Json(sessions::get(&app, &by, session.id)?.into()))
}

/// Replace what was entered of an exam session.
#[utoipa::path(put, path = "/sessions/{id}", tag = "sessions", operation_id = "update_exam_session",
    params(("id" = String, Path)), request_body = ExamSessionInput,
    responses((status = 200, body = ExamSessionBody), Forbidden, Conflict))]
pub async fn update(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<ExamSessionBody>> {
    let input: ExamSessionInput = body.json(JSON_LIMIT).await?;
    let version = input.version;
    Ok(Json(sessions::update(&app, &by, session.id, input.try_into()?, version).await?.into()))
}

/// Delete an exam session. Its invites stay, without a session.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "sessions", operation_id = "delete_exam_session",
    params(("id" = String, Path), DeletedVersion), responses((status = 204), Forbidden, Conflict))]
pub async fn delete(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    Query(query): Query<DeletedVersion>,
) -> ApiResult<StatusCode> {
    sessions::delete(&app, &by, session.id, query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}
