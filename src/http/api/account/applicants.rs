//! Applicants, as administrators manage them.

use crate::{
    app::App,
    domain::{UserId, own_page::ErasureRequest},
    http::{
        api::list,
        error::ApiResult,
        extract::{ApplicantRecord, As, FORM_LIMIT, Id, Loaded, Query, UnreadBody},
        refusals::Conflict,
        wire::{Confirmation, Timestamp, UserBody},
    },
    service::{
        account::{
            applicants::{self, Person},
            erasure,
        },
        actor::ApplicantManager,
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct ApplicantsQuery {
    /// Substring of the name or of the email address.
    search: Option<String>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
    /// List only applicants who ask to be erased, the earliest request first.
    #[serde(default)]
    erasure_asked: bool,
}

/// A request to be erased, from the candidate's own page.
#[derive(Serialize, ToSchema)]
pub struct Erasure {
    asked_at: Timestamp,
    /// `null` while it waits.
    #[schema(required)]
    declined_at: Option<Timestamp>,
    /// Why it was declined; the candidate reads it.
    #[schema(required)]
    reason: Option<String>,
    /// Incremented by every change.
    version: u32,
}

impl From<ErasureRequest> for Erasure {
    fn from(request: ErasureRequest) -> Self {
        let (declined_at, reason) = request.declined.map(|declined| (declined.at.into(), declined.reason)).unzip();
        Self { asked_at: request.asked_at.into(), declined_at, reason, version: request.version }
    }
}

/// A person who registered or was invited.
#[derive(Serialize, ToSchema)]
pub struct ApplicantRow {
    #[serde(flatten)]
    user: UserBody,
    /// False for a person who was invited but never registered.
    has_account: bool,
    /// Number of invites.
    invites: u64,
    /// Number of submissions.
    submissions: u64,
    /// The last request to be erased; `null` if there is none.
    #[schema(required)]
    erasure: Option<Erasure>,
}

impl From<Person> for ApplicantRow {
    fn from(person: Person) -> Self {
        Self {
            user: (&person.user).into(),
            has_account: person.user.password_hash.is_some(),
            invites: person.invites,
            submissions: person.submissions,
            erasure: person.erasure.map(Into::into),
        }
    }
}

/// Account status; an inactive applicant cannot sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApplicantStatus {
    Active,
    Inactive,
}

/// New account status.
#[derive(Deserialize, ToSchema)]
pub struct StatusInput {
    status: ApplicantStatus,
}

/// Why a request for erasure is declined.
#[derive(Deserialize, ToSchema)]
pub struct DeclineInput {
    /// The reason in words for the candidate, at most 1,000 characters.
    reason: String,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// List applicants, newest first.
#[utoipa::path(get, path = "/admin/applicants", tag = "applicants", params(ApplicantsQuery),
    responses((status = 200, body = Vec<ApplicantRow>)))]
pub async fn list(
    State(app): State<App>,
    As(by): As<ApplicantManager>,
    uri: Uri,
    Query(query): Query<ApplicantsQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<ApplicantRow>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    let list_of = if query.erasure_asked { erasure::asked } else { applicants::list };
    let page = list_of(&app, &by, query.search.as_deref(), &slice)?;
    list::reply(&app, page.map(ApplicantRow::from), &uri)
}

/// Activate or deactivate an applicant.
#[utoipa::path(put, path = "/admin/applicants/{id}/status", tag = "applicants", params(("id" = String, Path)),
    request_body = StatusInput,
    responses((status = 200, body = ApplicantRow)))]
pub async fn set_status(
    State(app): State<App>,
    Loaded(by, ApplicantRecord(user)): Loaded<ApplicantManager, ApplicantRecord>,
    body: UnreadBody,
) -> ApiResult<Json<ApplicantRow>> {
    let StatusInput { status } = body.json(FORM_LIMIT).await?;
    let active = status == ApplicantStatus::Active;
    Ok(Json(applicants::set_active(&app, &by, user.id, active).await?.into()))
}

/// Mark an applicant's email address as verified, so that their invites are shown to them.
#[utoipa::path(post, path = "/admin/applicants/{id}/confirm-mailbox", tag = "applicants", params(("id" = String, Path)),
    responses((status = 200, body = ApplicantRow)))]
pub async fn confirm_mailbox(
    State(app): State<App>,
    As(by): As<ApplicantManager>,
    Id(id): Id<UserId>,
) -> ApiResult<Json<ApplicantRow>> {
    Ok(Json(applicants::confirm_mailbox(&app, &by, id).await?.into()))
}

/// Decline an applicant's request for erasure, with a reason that the candidate's own page shows.
#[utoipa::path(post, path = "/admin/applicants/{id}/decline-erasure", tag = "applicants",
    params(("id" = String, Path)), request_body = DeclineInput,
    responses((status = 200, body = ApplicantRow), Conflict))]
pub async fn decline_erasure(
    State(app): State<App>,
    Loaded(by, ApplicantRecord(user)): Loaded<ApplicantManager, ApplicantRecord>,
    body: UnreadBody,
) -> ApiResult<Json<ApplicantRow>> {
    let DeclineInput { reason, version } = body.json(FORM_LIMIT).await?;
    Ok(Json(erasure::decline(&app, &by, user.id, &reason, version).await?.into()))
}

#[derive(Deserialize, IntoParams)]
pub struct ErasedQuery {
    /// The `version` of the request for erasure that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no
    /// longer current.
    version: Option<u32>,
}

/// Delete an applicant with all invites, answers, submissions, emails and notifications.
#[utoipa::path(delete, path = "/admin/applicants/{id}", tag = "applicants", params(("id" = String, Path), ErasedQuery),
    responses((status = 200, body = Confirmation), Conflict))]
pub async fn erase(
    State(app): State<App>,
    As(by): As<ApplicantManager>,
    Id(id): Id<UserId>,
    Query(query): Query<ErasedQuery>,
) -> ApiResult<Json<Confirmation>> {
    erasure::erase(&app, &by, id, query.version).await?;
    Ok(Confirmation::new("The applicant and all of their data were deleted."))
}
