//! Roles for the whole site or for some tests (docs/behaviour/accounts.md#given-roles).

use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        grants::{Grants, RoleGrant},
        permission::{Capability, Scope},
    },
    http::{
        error::ApiResult,
        extract::{AdminRecord, As, AsAccount, Loaded, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::{GrantedRoleName, Timestamp},
    },
    service::{
        account::grants::{self, PreviewedTest, RolePreview},
        actor::{StaffManager, StaffReader},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A role, and what it is for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RoleGrant)]
pub struct RoleGrantBody {
    role: GrantedRoleName,
    /// Ids of the tests; absent for the whole site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
}

impl From<RoleGrant> for RoleGrantBody {
    fn from(RoleGrant { role, scope }: RoleGrant) -> Self {
        Self { role: role.into(), tests: ids(&scope) }
    }
}

/// `None` for the whole site.
pub(in crate::http::api) fn ids(scope: &Scope) -> Option<Vec<String>> {
    scope.tests().map(|tests| tests.iter().map(TestId::to_string).collect())
}

/// The roles of a person.
#[derive(Serialize, ToSchema)]
pub struct PersonRoles {
    user_id: String,
    roles: Vec<RoleGrantBody>,
    /// Send it with a change (optimistic concurrency).
    version: u32,
    /// Time of the last change; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    changed_at: Option<Timestamp>,
}

impl From<Grants> for PersonRoles {
    fn from(grants: Grants) -> Self {
        Self {
            user_id: grants.user_id.to_string(),
            roles: grants.items.into_iter().map(Into::into).collect(),
            version: grants.version,
            changed_at: (grants.version > 0).then_some(grants.at.into()),
        }
    }
}

/// All roles that a person is to have.
#[derive(Deserialize, ToSchema)]
pub struct RolesInput {
    roles: Vec<RoleGrantBody>,
    /// The version that was read: 409 `changed_meanwhile` if the roles have changed since.
    #[serde(default)]
    version: Option<u32>,
}

impl RolesInput {
    fn items(self) -> Result<Vec<RoleGrant>> {
        let item = |(n, RoleGrantBody { role, tests }): (usize, RoleGrantBody)| {
            Ok(RoleGrant { role: role.into(), scope: scope(tests, &format!("roles[{n}].tests"))? })
        };
        self.roles.into_iter().enumerate().map(item).collect()
    }
}

/// The tests that a body names in this field; all without it.
///
/// # Errors
/// 422 for ids of another form.
pub(in crate::http::api) fn scope(tests: Option<Vec<String>>, field: &str) -> Result<Scope> {
    let Some(tests) = tests else { return Ok(Scope::All) };
    let ids = tests.iter().map(|id| id.trim().parse());
    let unknown = |_| Error::field(field, "One of these tests does not exist.");
    Ok(Scope::Tests(ids.collect::<Result<_, _>>().map_err(unknown)?))
}

/// A capability that an account has.
#[derive(Serialize, ToSchema)]
pub struct HeldCapability {
    /// Name of the capability, in the words of `x-capability` in this description.
    capability: &'static str,
    /// Ids of the tests that it is for; absent for the whole site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
}

impl From<(Capability, Scope)> for HeldCapability {
    fn from((capability, scope): (Capability, Scope)) -> Self {
        Self { capability: capability.name(), tests: ids(&scope) }
    }
}

/// A test as the person would see it.
#[derive(Serialize, ToSchema)]
#[schema(as = PreviewedTest)]
pub struct PreviewedTestBody {
    id: String,
    title: String,
    /// The capabilities that the person would have for it.
    capabilities: Vec<&'static str>,
    /// Number of invites that the person would see; absent where it is none of theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invites: Option<u64>,
    /// Number of results that the person would see; absent where it is none of theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    results: Option<u64>,
}

impl From<PreviewedTest> for PreviewedTestBody {
    fn from(test: PreviewedTest) -> Self {
        Self {
            id: test.id.to_string(),
            title: test.title,
            capabilities: test.capabilities.into_iter().map(Capability::name).collect(),
            invites: test.invites,
            results: test.results,
        }
    }
}

/// All that a person would see and do with some roles.
#[derive(Serialize, ToSchema)]
#[schema(as = RolePreview)]
pub struct RolePreviewBody {
    capabilities: Vec<HeldCapability>,
    /// The tests that the roles name, 200 at most.
    tests: Vec<PreviewedTestBody>,
    /// Number of all invites that the person would see.
    invites: u64,
    /// Number of all results that the person would see.
    results: u64,
}

impl From<RolePreview> for RolePreviewBody {
    fn from(preview: RolePreview) -> Self {
        Self {
            capabilities: preview.capabilities.into_iter().map(Into::into).collect(),
            tests: preview.tests.into_iter().map(Into::into).collect(),
            invites: preview.invites,
            results: preview.results,
        }
    }
}

/// The rights of the signed-in account, as they are now.
#[derive(Serialize, ToSchema)]
pub struct OwnRights {
    capabilities: Vec<HeldCapability>,
}

/// Get what the signed-in account may do: each capability, for the whole site or for some tests.
#[utoipa::path(get, path = "/auth/rights", tag = "accounts", operation_id = "own_rights",
    responses((status = 200, body = OwnRights)))]
pub async fn mine(AsAccount { rights, .. }: AsAccount) -> Json<OwnRights> {
    let held = Capability::ALL.into_iter().filter_map(|one| Some((one, rights.scope(one)?)));
    Json(OwnRights { capabilities: held.map(HeldCapability::from).collect() })
}

/// List the roles of all people who were given any.
#[utoipa::path(get, path = "/admin/roles", tag = "admins", operation_id = "roles",
    responses((status = 200, body = Vec<PersonRoles>)))]
pub async fn list(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<Vec<PersonRoles>>> {
    Ok(Json(grants::all(&app, &by)?.into_iter().map(Into::into).collect()))
}

/// Give a person roles, and take all others. Their open pages follow at once. Superadmin only.
#[utoipa::path(put, path = "/admin/roles/{id}", tag = "admins", operation_id = "set_roles",
    params(("id" = String, Path)), request_body = RolesInput,
    responses((status = 200, body = PersonRoles), Conflict))]
pub async fn set(
    State(app): State<App>,
    Loaded(by, AdminRecord(user)): Loaded<StaffManager, AdminRecord>,
    body: UnreadBody,
) -> ApiResult<Json<PersonRoles>> {
    let input: RolesInput = body.json(TEXT_LIMIT).await?;
    let version = input.version;
    Ok(Json(grants::set(&app, &by, user.id, input.items()?, version).await?.into()))
}

/// Show what a person would see and do with some roles. Changes nothing. Superadmin only.
#[utoipa::path(post, path = "/admin/roles/{id}/preview", tag = "admins", operation_id = "preview_roles",
    params(("id" = String, Path)), request_body = RolesInput,
    responses((status = 200, body = RolePreviewBody), Conflict))]
pub async fn preview(
    State(app): State<App>,
    Loaded(by, AdminRecord(user)): Loaded<StaffManager, AdminRecord>,
    body: UnreadBody,
) -> ApiResult<Json<RolePreviewBody>> {
    let input: RolesInput = body.json(TEXT_LIMIT).await?;
    Ok(Json(grants::preview(&app, &by, user.id, input.items()?)?.into()))
}
