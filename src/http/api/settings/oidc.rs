//! Identity providers of the site (docs/behaviour/accounts.md#company-sign-in).

use super::site::secret;
use crate::{
    app::App,
    domain::{
        Result,
        directory::{GroupRole, GroupRoleKind, OidcProvider},
        grants::GrantedRole,
    },
    http::{
        api::{
            account::{
                grants::{ids, scope},
                providers::SideName,
            },
            operate::sentence::{self, SentencePartBody},
        },
        error::ApiResult,
        extract::{As, Id, Query, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, NotFound, TooMany},
    },
    service::{
        account::directory::{self, ProbeStep},
        actor::{StaffManager, StaffReader},
        settings::{
            Secret,
            oidc::{self, OidcChange},
            version,
        },
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A role that a group has here.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = GroupRoleKind)]
#[serde(rename_all = "snake_case")]
pub enum GroupRoleName {
    Admin,
    Reviewer,
    Author,
    Recruiter,
    HiringManager,
    Proctor,
    Viewer,
}

impl From<GroupRoleName> for GroupRoleKind {
    fn from(name: GroupRoleName) -> Self {
        Self::Given(match name {
            GroupRoleName::Admin => return Self::Admin,
            GroupRoleName::Reviewer => return Self::Reviewer,
            GroupRoleName::Author => GrantedRole::Author,
            GroupRoleName::Recruiter => GrantedRole::Recruiter,
            GroupRoleName::HiringManager => GrantedRole::HiringManager,
            GroupRoleName::Proctor => GrantedRole::Proctor,
            GroupRoleName::Viewer => GrantedRole::Viewer,
        })
    }
}

impl From<GroupRoleKind> for GroupRoleName {
    fn from(kind: GroupRoleKind) -> Self {
        match kind {
            GroupRoleKind::Admin => Self::Admin,
            GroupRoleKind::Reviewer => Self::Reviewer,
            GroupRoleKind::Given(GrantedRole::Author) => Self::Author,
            GroupRoleKind::Given(GrantedRole::Recruiter) => Self::Recruiter,
            GroupRoleKind::Given(GrantedRole::HiringManager) => Self::HiringManager,
            GroupRoleKind::Given(GrantedRole::Proctor) => Self::Proctor,
            GroupRoleKind::Given(GrantedRole::Viewer) => Self::Viewer,
        }
    }
}

/// A group of the company, and what its members are here.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GroupRole)]
pub struct GroupRoleBody {
    group: String,
    role: GroupRoleName,
    /// Ids of the tests; absent for the whole site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
}

impl From<GroupRole> for GroupRoleBody {
    fn from(row: GroupRole) -> Self {
        Self { group: row.group, role: row.role.into(), tests: ids(&row.scope) }
    }
}

/// Roles of groups as they were sent.
///
/// # Errors
/// 422 for what is not the id of a test.
pub(super) fn read_roles(rows: Option<Vec<GroupRoleBody>>) -> Result<Option<Vec<GroupRole>>> {
    let role = |(n, row): (usize, GroupRoleBody)| {
        let scope = scope(row.tests, &format!("roles[{n}].tests"))?;
        Ok(GroupRole { group: row.group.trim().to_owned(), role: row.role.into(), scope })
    };
    rows.map(|rows| rows.into_iter().enumerate().map(role).collect()).transpose()
}

/// An identity provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OidcProvider)]
pub struct OidcProviderBody {
    id: String,
    label: String,
    issuer: String,
    client_id: String,
    has_secret: bool,
    scopes: String,
    groups_claim: String,
    side: SideName,
    roles: Vec<GroupRoleBody>,
    /// Addresses of this provider count as verified, although it does not say so.
    trusts_email: bool,
    /// A verified address leads to an account that exists here.
    links_accounts: bool,
    ca: String,
    /// Address that is registered at the provider.
    redirect_uri: String,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// A provider, or a change of it; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OidcProviderInput {
    /// Name of the provider on the sign-in page.
    label: Option<String>,
    /// An address with https; with http on this machine alone.
    issuer: Option<String>,
    client_id: Option<String>,
    /// `null` deletes the secret; blank keeps it.
    #[serde(default, deserialize_with = "secret")]
    #[schema(value_type = Option<String>)]
    client_secret: Secret,
    /// Separated by spaces; `openid profile email` by default.
    scopes: Option<String>,
    /// A name, or a path of names with dots between them; `groups` by default.
    groups_claim: Option<String>,
    side: Option<SideName>,
    roles: Option<Vec<GroupRoleBody>>,
    trusts_email: Option<bool>,
    links_accounts: Option<bool>,
    /// Certificates in PEM that are trusted beside the machine's.
    ca: Option<String>,
    /// Version of the provider that was changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

#[derive(Deserialize, IntoParams)]
pub struct RemovalQuery {
    /// Version of the provider that was read; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

/// A step of a test.
#[derive(Serialize, ToSchema)]
pub struct ProbeStepBody {
    ok: bool,
    /// The sentence about this step, in English.
    said: String,
    /// The same for a page in another language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    parts: Vec<SentencePartBody>,
}

/// A test, which ends at the first step that fails.
#[derive(Serialize, ToSchema)]
pub struct ProbeOutcome {
    ok: bool,
    steps: Vec<ProbeStepBody>,
}

impl From<Vec<ProbeStep>> for ProbeOutcome {
    fn from(steps: Vec<ProbeStep>) -> Self {
        let ok = steps.iter().all(|step| step.is_ok);
        let said = |ProbeStep { is_ok: ok, said }| ProbeStepBody {
            ok,
            said: said.english,
            parts: sentence::bodies(said.parts),
        };
        Self { ok, steps: steps.into_iter().map(said).collect() }
    }
}

fn body(app: &App, provider: OidcProvider) -> Result<OidcProviderBody> {
    Ok(OidcProviderBody {
        version: version::of(&provider)?,
        redirect_uri: directory::redirect_uri(app, &provider.id)?,
        id: provider.id,
        label: provider.label,
        issuer: provider.issuer,
        client_id: provider.client_id,
        has_secret: provider.secret_sealed.is_some(),
        scopes: provider.scopes,
        groups_claim: provider.groups_claim,
        side: provider.side.into(),
        roles: provider.roles.into_iter().map(Into::into).collect(),
        trusts_email: provider.trusts_email,
        links_accounts: provider.links_accounts,
        ca: provider.ca,
    })
}

/// List the identity providers.
#[utoipa::path(get, path = "/admin/oidc-providers", tag = "settings",
    responses((status = 200, body = Vec<OidcProviderBody>)))]
pub async fn oidc_providers(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<Vec<OidcProviderBody>>> {
    let providers = oidc::all(&app, &by)?.into_iter();
    Ok(Json(providers.map(|provider| body(&app, provider)).collect::<Result<_>>()?))
}

/// Add an identity provider, or change it. Superadmin only.
#[utoipa::path(put, path = "/admin/oidc-providers/{id}", tag = "settings", params(("id" = String, Path)),
    request_body = OidcProviderInput, responses((status = 200, body = OidcProviderBody), Conflict))]
pub async fn set_oidc_provider(
    State(app): State<App>,
    As(by): As<StaffManager>,
    Id(id): Id<String>,
    input: UnreadBody,
) -> ApiResult<Json<OidcProviderBody>> {
    let input: OidcProviderInput = input.json(TEXT_LIMIT).await?;
    let change = OidcChange {
        version: input.version,
        label: input.label,
        issuer: input.issuer,
        client_id: input.client_id,
        secret: input.client_secret,
        scopes: input.scopes,
        groups_claim: input.groups_claim,
        side: input.side.map(Into::into),
        roles: read_roles(input.roles)?,
        trusts_email: input.trusts_email,
        links_accounts: input.links_accounts,
        ca: input.ca,
    };
    Ok(Json(body(&app, oidc::set(&app, &by, &id, change).await?)?))
}

/// Remove an identity provider, and end the sessions that it began. Superadmin only.
#[utoipa::path(delete, path = "/admin/oidc-providers/{id}", tag = "settings",
    params(("id" = String, Path), RemovalQuery), responses((status = 204), Conflict))]
pub async fn remove_oidc_provider(
    State(app): State<App>,
    As(by): As<StaffManager>,
    Id(id): Id<String>,
    Query(query): Query<RemovalQuery>,
) -> ApiResult<StatusCode> {
    oidc::remove(&app, &by, &id, query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Test an identity provider step by step, without a person. Superadmin only.
#[utoipa::path(post, path = "/admin/oidc-providers/{id}/test", tag = "settings", params(("id" = String, Path)),
    responses((status = 200, body = ProbeOutcome), NotFound, TooMany))]
pub async fn test_oidc_provider(
    State(app): State<App>,
    As(by): As<StaffManager>,
    Id(id): Id<String>,
) -> ApiResult<Json<ProbeOutcome>> {
    Ok(Json(directory::probe(&app, &by, &id).await?.into()))
}
