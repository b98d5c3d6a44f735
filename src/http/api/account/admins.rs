//! Administrators (docs/behaviour/accounts.md#roles-and-permissions).

use crate::{
    app::App,
    domain::{
        Error, Result, UserId,
        grants::{GrantedRole, RoleGrant},
        user::{StaffRole, User},
    },
    http::{
        api::{account::grants::scope, list},
        error::ApiResult,
        extract::{AdminRecord, As, FORM_LIMIT, Id, Loaded, Query, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::{Confirmation, StaffRoleName, UserBody},
    },
    service::{
        account::{admins, directory},
        actor::{StaffManager, StaffReader},
        query::page::Page,
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

/// Role of an account of staff: one of the account itself, or one that is given for all or some tests.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[schema(as = AccountRole)]
#[serde(rename_all = "snake_case")]
pub enum AccountRoleName {
    Admin,
    Reviewer,
    Staff,
    Author,
    Recruiter,
    HiringManager,
    Proctor,
    Viewer,
}

impl AccountRoleName {
    /// The role of the account, and the one that is given.
    const fn parts(self) -> (StaffRole, Option<GrantedRole>) {
        match self {
            Self::Admin => (StaffRole::Admin, None),
            Self::Reviewer => (StaffRole::Reviewer, None),
            Self::Staff => (StaffRole::Staff, None),
            Self::Author => (StaffRole::Staff, Some(GrantedRole::Author)),
            Self::Recruiter => (StaffRole::Staff, Some(GrantedRole::Recruiter)),
            Self::HiringManager => (StaffRole::Staff, Some(GrantedRole::HiringManager)),
            Self::Proctor => (StaffRole::Staff, Some(GrantedRole::Proctor)),
            Self::Viewer => (StaffRole::Staff, Some(GrantedRole::Viewer)),
        }
    }

    /// # Errors
    /// 422 on `tests` for ids of another form, and for roles that are not for tests.
    fn with_tests(self, tests: Option<Vec<String>>) -> Result<(StaffRole, Vec<RoleGrant>)> {
        let (role, given) = self.parts();
        let Some(given) = given else {
            let detail = "This role is not for single tests.";
            return if tests.is_none() { Ok((role, Vec::new())) } else { Err(Error::field("tests", detail)) };
        };
        Ok((role, vec![RoleGrant { role: given, scope: scope(tests, "tests")? }]))
    }
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
    role: Option<AccountRoleName>,
    /// Ids of the tests that the role is for; absent for all. For given roles alone.
    #[serde(default)]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
}

/// The role that an account is to have instead of its own.
#[derive(Deserialize, ToSchema)]
pub struct RoleForm {
    role: AccountRoleName,
    /// Ids of the tests that the role is for; absent for all. For given roles alone.
    #[serde(default)]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
    /// The version that was read with the account: 409 `changed_meanwhile` if its role has changed since.
    #[serde(default)]
    version: Option<u32>,
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

/// An account of staff, with the version of its role and who vouches for it.
fn managed(app: &App, user: &User) -> Result<UserBody> {
    let (version, provided_by) = (admins::role_version(user)?, directory::voucher_of(&app.store.read()?, user.id)?);
    Ok(UserBody { version: Some(version), provided_by, ..user.into() })
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
    let items = page.items.iter().map(|user| managed(&app, user)).collect::<Result<_>>()?;
    list::reply(&app, Page { items, next: page.next }, &uri)
}

/// Return whether the caller is the superadmin (the first administrator), and who the superadmin is.
#[utoipa::path(get, path = "/admin/is-first-admin", tag = "admins", responses((status = 200, body = IsFirstAdmin)))]
pub async fn is_first_admin(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<IsFirstAdmin>> {
    let first = admins::first(&app, &by)?;
    let is_first_admin = first.as_ref().is_some_and(|f| Some(f.id) == by.id());
    Ok(Json(IsFirstAdmin { is_first_admin, first_admin: first.map(Into::into) }))
}

/// A refusal of the one role of a form names the fields of the form.
fn of_form(mut error: Error) -> Error {
    let named = |field: String| field.strip_prefix("roles[0].").map_or_else(|| field.clone(), Into::into);
    error.fields = error.fields.into_iter().map(|(field, message)| (named(field), message)).collect();
    error
}

/// Create an account of staff: an administrator, a reviewer, or one with a given role. Superadmin only.
#[utoipa::path(post, path = "/admin/create-admin", tag = "admins", request_body = AdminForm,
    responses((status = 201, body = UserBody), Conflict))]
pub async fn create(
    State(app): State<App>,
    As(by): As<StaffManager>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<UserBody>)> {
    let AdminForm { email, password, full_name, role, tests } = body.json(TEXT_LIMIT).await?;
    let role = role.unwrap_or(AccountRoleName::Admin).with_tests(tests)?;
    let user = admins::create_with(&app, &by, role, &email, password, &full_name).await.map_err(of_form)?;
    Ok((StatusCode::CREATED, Json(managed(&app, &user)?)))
}

/// Give an account of staff another role; its sessions end. A given role replaces those that it had. Superadmin only.
#[utoipa::path(put, path = "/admin/change-role/{admin_id}", tag = "admins", params(("admin_id" = String, Path)),
    request_body = RoleForm,
    responses((status = 200, body = UserBody), Conflict))]
pub async fn change_role(
    State(app): State<App>,
    Loaded(by, AdminRecord(user)): Loaded<StaffManager, AdminRecord>,
    body: UnreadBody,
) -> ApiResult<Json<UserBody>> {
    let RoleForm { role, tests, version } = body.json(TEXT_LIMIT).await?;
    let (role, given) = role.with_tests(tests)?;
    let given = (!given.is_empty()).then_some(given);
    let changed = admins::change_role(&app, &by, user.id, (role, given), version).await.map_err(of_form)?;
    Ok(Json(managed(&app, &changed)?))
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
