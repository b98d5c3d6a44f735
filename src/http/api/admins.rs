//! Administrators (spec section 7, "Admin management and settings").

use super::list;
use crate::{
    app::App,
    domain::{UserId, user::User},
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, AsSuperadmin, Body, Id, Query},
        wire::{Message, UserBody},
    },
    service::account::admins,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct AdminsQuery {
    limit: Option<i64>,
    after: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct AdminForm {
    email: String,
    password: String,
    full_name: String,
}

#[derive(Deserialize, ToSchema)]
pub struct NewPasswordForm {
    new_password: String,
}

#[derive(Serialize, ToSchema)]
pub struct FirstAdmin {
    id: String,
    email: String,
    full_name: String,
}

impl From<User> for FirstAdmin {
    fn from(user: User) -> Self {
        Self { id: user.id.to_string(), email: user.email, full_name: user.full_name }
    }
}

#[derive(Serialize, ToSchema)]
pub struct IsFirstAdmin {
    /// Whether the caller is the superadmin.
    is_first_admin: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    first_admin: Option<FirstAdmin>,
}

/// Administrators, newest first.
#[utoipa::path(get, path = "/admin/list-admins", tag = "admins", params(AdminsQuery),
    responses((status = 200, body = Vec<UserBody>), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope)))]
pub async fn list(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    uri: Uri,
    Query(query): Query<AdminsQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<UserBody>>)> {
    let page = admins::list(&app, &admin, &list::slice(query.limit, query.after)?)?;
    list::reply(page.map(|user| UserBody::from(&user)), &uri)
}

/// Whether the caller is the first administrator, and who is.
#[utoipa::path(get, path = "/admin/is-first-admin", tag = "admins",
    responses((status = 200, body = IsFirstAdmin), (status = 401, body = Envelope), (status = 403, body = Envelope)))]
pub async fn is_first_admin(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<IsFirstAdmin>> {
    let first = admins::first(&app, &admin)?;
    let is_first_admin = first.as_ref().is_some_and(|f| Some(f.id) == admin.id());
    Ok(Json(IsFirstAdmin { is_first_admin, first_admin: first.map(Into::into) }))
}

/// Make an administrator. Only the first administrator can.
#[utoipa::path(post, path = "/admin/create-admin", tag = "admins", request_body = AdminForm,
    responses((status = 201, body = UserBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn create(
    State(app): State<App>,
    AsSuperadmin(superadmin): AsSuperadmin,
    body: Body,
) -> ApiResult<(StatusCode, Json<UserBody>)> {
    let AdminForm { email, password, full_name } = body.json(AUTH_LIMIT).await?;
    let user = admins::create(&app, &superadmin, &email, password, &full_name).await?;
    Ok((StatusCode::CREATED, Json((&user).into())))
}

/// Give another administrator a new password. Only the first administrator can.
#[utoipa::path(put, path = "/admin/change-password/{admin_id}", tag = "admins", params(("admin_id" = String, Path)),
    request_body = NewPasswordForm,
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn change_password(
    State(app): State<App>,
    AsSuperadmin(superadmin): AsSuperadmin,
    Id(id): Id<UserId>,
    body: Body,
) -> ApiResult<Json<Message>> {
    admins::must_exist(&app, &superadmin, id)?;
    let NewPasswordForm { new_password } = body.json(AUTH_LIMIT).await?;
    admins::change_password(&app, &superadmin, id, new_password).await?;
    Ok(Message::new("Password changed successfully!"))
}

/// Delete another administrator. Only the first administrator can.
#[utoipa::path(delete, path = "/admin/delete-admin/{id}", tag = "admins", params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope)))]
pub async fn delete(
    State(app): State<App>,
    AsSuperadmin(superadmin): AsSuperadmin,
    Id(id): Id<UserId>,
) -> ApiResult<Json<Message>> {
    admins::delete(&app, &superadmin, id).await?;
    Ok(Message::new("Admin deleted successfully!"))
}
