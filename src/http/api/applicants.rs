//! Applicants as administrators manage them (spec section 7, "Admin management and settings").

use super::list;
use crate::{
    app::App,
    domain::UserId,
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, Body, Id, Query},
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
    /// Part of the name or of the e-mail address.
    search: Option<String>,
    limit: Option<i64>,
    after: Option<String>,
}

/// A person who registered or was invited.
#[derive(Serialize, ToSchema)]
pub struct ApplicantRow {
    #[serde(flatten)]
    user: UserBody,
    /// False for a person who was invited and never registered.
    has_account: bool,
    invites: u64,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApplicantStatus {
    Active,
    Inactive,
}

#[derive(Deserialize, ToSchema)]
pub struct StatusInput {
    status: ApplicantStatus,
}

/// Applicants, newest first.
#[utoipa::path(get, path = "/admin/applicants", tag = "applicants", params(ApplicantsQuery),
    responses((status = 200, body = Vec<ApplicantRow>), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope)))]
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

/// Activate or deactivate.
#[utoipa::path(put, path = "/admin/applicants/{id}/status", tag = "applicants", params(("id" = String, Path)),
    request_body = StatusInput,
    responses((status = 200, body = ApplicantRow), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 422, body = Envelope)))]
pub async fn set_status(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<UserId>,
    body: Body,
) -> ApiResult<Json<ApplicantRow>> {
    applicants::must_exist(&app, &admin, id)?;
    let StatusInput { status } = body.json(AUTH_LIMIT).await?;
    let active = status == ApplicantStatus::Active;
    Ok(Json(applicants::set_active(&app, &admin, id, active).await?.into()))
}

/// Vouch that the mailbox is this person's, so that their invites are shown to them.
#[utoipa::path(post, path = "/admin/applicants/{id}/confirm-mailbox", tag = "applicants", params(("id" = String, Path)),
    responses((status = 200, body = ApplicantRow), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn confirm_mailbox(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<UserId>,
) -> ApiResult<Json<ApplicantRow>> {
    Ok(Json(applicants::confirm_mailbox(&app, &admin, id).await?.into()))
}

/// Delete a person with their invites, answers, submissions, mails and notifications.
#[utoipa::path(delete, path = "/admin/applicants/{id}", tag = "applicants", params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn erase(State(app): State<App>, AsAdmin(admin): AsAdmin, Id(id): Id<UserId>) -> ApiResult<Json<Message>> {
    applicants::erase(&app, &admin, id).await?;
    Ok(Message::new("The applicant and all of their data were deleted."))
}
