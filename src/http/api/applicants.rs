//! Applicants, as administrators manage them.

use super::list;
use crate::{
    app::App,
    domain::UserId,
    http::{
        error::ApiResult,
        extract::{ApplicantRecord, AsAdmin, Body, FORM_LIMIT, Id, Loaded, Query},
        wire::{Message, UserBody},
    },
    service::account::applicants::{self, Person},
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
}

impl From<Person> for ApplicantRow {
    fn from(person: Person) -> Self {
        Self {
            user: (&person.user).into(),
            has_account: person.user.password_hash.is_some(),
            invites: person.invites,
            submissions: person.submissions,
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

/// List applicants, newest first.
#[utoipa::path(get, path = "/admin/applicants", tag = "applicants", params(ApplicantsQuery),
    responses((status = 200, body = Vec<ApplicantRow>)))]
pub async fn list(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    uri: Uri,
    Query(query): Query<ApplicantsQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<ApplicantRow>>)> {
    let slice = list::slice(query.limit, query.after)?;
    let page = applicants::list(&app, &admin, query.search.as_deref(), &slice)?;
    list::reply(page.map(ApplicantRow::from), &uri)
}

/// Activate or deactivate an applicant.
#[utoipa::path(put, path = "/admin/applicants/{id}/status", tag = "applicants", params(("id" = String, Path)),
    request_body = StatusInput,
    responses((status = 200, body = ApplicantRow)))]
pub async fn set_status(
    State(app): State<App>,
    Loaded(AsAdmin(admin), ApplicantRecord(user)): Loaded<ApplicantRecord>,
    body: Body,
) -> ApiResult<Json<ApplicantRow>> {
    let StatusInput { status } = body.json(FORM_LIMIT).await?;
    let active = status == ApplicantStatus::Active;
    Ok(Json(applicants::set_active(&app, &admin, user.id, active).await?.into()))
}

/// Mark an applicant's email address as verified, so that their invites are shown to them.
#[utoipa::path(post, path = "/admin/applicants/{id}/confirm-mailbox", tag = "applicants", params(("id" = String, Path)),
    responses((status = 200, body = ApplicantRow)))]
pub async fn confirm_mailbox(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<UserId>,
) -> ApiResult<Json<ApplicantRow>> {
    Ok(Json(applicants::confirm_mailbox(&app, &admin, id).await?.into()))
}

/// Delete an applicant with all invites, answers, submissions, mails and notifications.
#[utoipa::path(delete, path = "/admin/applicants/{id}", tag = "applicants", params(("id" = String, Path)),
    responses((status = 200, body = Message)))]
pub async fn erase(State(app): State<App>, AsAdmin(admin): AsAdmin, Id(id): Id<UserId>) -> ApiResult<Json<Message>> {
    applicants::erase(&app, &admin, id).await?;
    Ok(Message::new("The applicant and all of their data were deleted."))
}
