//! Administrators (docs/behaviour/accounts.md#roles-and-permissions).

use crate::{
    app::App,
    domain::{
        UserId,
        user::{StaffRole, User},
    },
    http::{
        api::list,
        error::ApiResult,
        extract::{AdminRecord, As, FORM_LIMIT, Id, Loaded, Query, UnreadBody},
        refusals::Conflict,
        wire::{Confirmation, StaffRoleName, UserBody},
    },
    service::{
        account::admins,
        actor::{StaffManager, StaffReader},
    },
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
    /// `admin` by default.
    #[param(inline)]
    role: Option<StaffRoleName>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// Data of a new administrator.
#[derive(Deserialize, ToSchema)]
pub struct AdminForm {
    email: String,
    password: String,
    full_name: String,
    /// `admin` by default.
    #[serde(default)]
    #[schema(nullable = false)]
    role: Option<StaffRoleName>,
}

/// Another role for an account.
#[derive(Deserialize, ToSchema)]
pub struct RoleForm {
    role: StaffRoleName,
}

/// New password of another administrator.
#[derive(Deserialize, ToSchema)]
pub struct NewPasswordForm {
    new_password: String,
}

/// The superadmin.
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

/// The caller's relation to the superadmin.
#[derive(Serialize, ToSchema)]
pub struct IsFirstAdmin {
    /// The caller is the superadmin.
    is_first_admin: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    first_admin: Option<FirstAdmin>,
}

fn staff(role: Option<StaffRoleName>) -> StaffRole {
    role.map_or_else(StaffRole::default, Into::into)
}

/// List administrators or reviewers, newest first.
#[utoipa::path(get, path = "/admin/list-admins", tag = "admins", params(AdminsQuery),
    responses((status = 200, body = Vec<UserBody>)))]
pub async fn list(
    State(app): State<App>,
    As(by): As<StaffReader>,
    uri: Uri,
    Query(query): Query<AdminsQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<UserBody>>)> {
    let page = admins::list(&app, &by, staff(query.role), &list::slice(&app, query.limit, query.after)?)?;
    list::reply(&app, page.map(|user| UserBody::from(&user)), &uri)
}

/// Return whether the caller is the superadmin (the first administrator), and who the superadmin is.
#[utoipa::path(get, path = "/admin/is-first-admin", tag = "admins", responses((status = 200, body = IsFirstAdmin)))]
pub async fn is_first_admin(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<IsFirstAdmin>> {
    let first = admins::first(&app, &by)?;
    let is_first_admin = first.as_ref().is_some_and(|f| Some(f.id) == by.id());
    Ok(Json(IsFirstAdmin { is_first_admin, first_admin: first.map(Into::into) }))
}

/// Create an administrator or a reviewer. Superadmin only.
#[utoipa::path(post, path = "/admin/create-admin", tag = "admins", request_body = AdminForm,
    responses((status = 201, body = UserBody), Conflict))]
pub async fn create(
    State(app): State<App>,
    As(by): As<StaffManager>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<UserBody>)> {
    let AdminForm { email, password, full_name, role } = body.json(FORM_LIMIT).await?;
    let user = admins::create_as(&app, &by, staff(role), &email, password, &full_name).await?;
    Ok((StatusCode::CREATED, Json((&user).into())))
}

/// Make an administrator a reviewer, or a reviewer an administrator; their sessions end. Superadmin only.
#[utoipa::path(put, path = "/admin/change-role/{admin_id}", tag = "admins", params(("admin_id" = String, Path)),
    request_body = RoleForm,
    responses((status = 200, body = UserBody), Conflict))]
pub async fn change_role(
    State(app): State<App>,
    Loaded(by, AdminRecord(user)): Loaded<StaffManager, AdminRecord>,
    body: UnreadBody,
) -> ApiResult<Json<UserBody>> {
    let RoleForm { role } = body.json(FORM_LIMIT).await?;
    Ok(Json((&admins::change_role(&app, &by, user.id, role.into()).await?).into()))
}

/// Set a new password for another administrator or a reviewer. Superadmin only.
#[utoipa::path(put, path = "/admin/change-password/{admin_id}", tag = "admins", params(("admin_id" = String, Path)),
    request_body = NewPasswordForm,
    responses((status = 200, body = Confirmation), Conflict))]
pub async fn change_password(
    State(app): State<App>,
    Loaded(by, AdminRecord(user)): Loaded<StaffManager, AdminRecord>,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let NewPasswordForm { new_password } = body.json(FORM_LIMIT).await?;
    admins::change_password(&app, &by, user.id, new_password).await?;
    Ok(Confirmation::new("Password changed successfully!"))
}

/// Delete another administrator or a reviewer. Superadmin only.
#[utoipa::path(delete, path = "/admin/delete-admin/{id}", tag = "admins", params(("id" = String, Path)),
    responses((status = 200, body = Confirmation), Conflict))]
pub async fn delete(
    State(app): State<App>,
    As(by): As<StaffManager>,
    Id(id): Id<UserId>,
) -> ApiResult<Json<Confirmation>> {
    admins::delete(&app, &by, id).await?;
    Ok(Confirmation::new("Admin deleted successfully!"))
}
