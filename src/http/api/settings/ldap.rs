//! The directory of the site (docs/behaviour/accounts.md#directory).

use super::{
    oidc::{GroupRoleBody, ProbeOutcome, read_roles},
    site::secret,
};
use crate::{
    app::App,
    domain::{
        Result,
        ldap::{DirectoryKind, LdapSettings},
    },
    http::{
        error::ApiResult,
        extract::{As, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, TooMany},
        wire::mirror,
    },
    service::{
        account::directory,
        actor::{StaffManager, StaffReader},
        settings::{
            Secret,
            ldap::{self, LdapChange},
            version,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mirror!(
    /// How a person's groups are found.
    DirectoryKindName as DirectoryKind = DirectoryKind { ActiveDirectory, Other }
);

/// The directory of the site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LdapSettings)]
pub struct LdapBody {
    /// Addresses of the servers, in the order in which they are asked; empty if there is no directory.
    servers: Vec<String>,
    kind: DirectoryKindName,
    bind_dn: String,
    has_password: bool,
    base_dn: String,
    user_filter: String,
    id_attribute: String,
    email_attribute: String,
    name_attribute: String,
    group_base: String,
    group_filter: String,
    roles: Vec<GroupRoleBody>,
    /// The address of a person leads to an account that exists here.
    links_accounts: bool,
    ca: String,
    timeout_seconds: u8,
    /// How long people stay signed in while no server answers, in minutes.
    stay_minutes: u16,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// A change of the directory; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LdapInput {
    /// `ldaps://host`, or `ldap://host` with `StartTLS`; an empty list removes the directory.
    servers: Option<Vec<String>>,
    /// Kind of the directory. A change of it sets filters and attributes, unless they are given.
    kind: Option<DirectoryKindName>,
    /// Distinguished name that searches for people; blank for anonymous searches.
    bind_dn: Option<String>,
    /// `null` deletes the password; blank keeps it.
    #[serde(default, deserialize_with = "secret")]
    #[schema(value_type = Option<String>)]
    bind_password: Secret,
    base_dn: Option<String>,
    /// Filter that finds a person; `{login}` is replaced by the name that was typed.
    user_filter: Option<String>,
    /// Identifies a person for ever.
    id_attribute: Option<String>,
    email_attribute: Option<String>,
    name_attribute: Option<String>,
    /// Blank: where people are.
    group_base: Option<String>,
    /// Filter that finds groups; `{dn}` is replaced by a member, `{login}` by its `uid`. Not used for Active Directory.
    group_filter: Option<String>,
    /// Groups by their distinguished name.
    roles: Option<Vec<GroupRoleBody>>,
    links_accounts: Option<bool>,
    /// Certificates in PEM that are trusted beside the machine's.
    ca: Option<String>,
    /// Time limit for each server, in seconds.
    timeout_seconds: Option<i64>,
    /// How long people stay signed in while no server answers, in minutes (1 to 1440).
    stay_minutes: Option<i64>,
    /// Version of the settings that were changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

/// A person whose groups and roles a test shows.
#[derive(Deserialize, ToSchema)]
pub struct LdapTestInput {
    /// Name or address of the person; if it is absent, no person is searched.
    login: Option<String>,
}

fn body(settings: LdapSettings) -> Result<LdapBody> {
    Ok(LdapBody {
        version: version::of(&settings)?,
        servers: settings.servers,
        kind: settings.kind.into(),
        bind_dn: settings.bind_dn,
        has_password: settings.password_sealed.is_some(),
        base_dn: settings.base_dn,
        user_filter: settings.user_filter,
        id_attribute: settings.id_attribute,
        email_attribute: settings.email_attribute,
        name_attribute: settings.name_attribute,
        group_base: settings.group_base,
        group_filter: settings.group_filter,
        roles: settings.roles.into_iter().map(Into::into).collect(),
        links_accounts: settings.links_accounts,
        ca: settings.ca,
        timeout_seconds: settings.timeout_seconds,
        stay_minutes: settings.stay_minutes,
    })
}

/// Get the directory of the site, without its password.
#[utoipa::path(get, path = "/admin/ldap", tag = "settings", responses((status = 200, body = LdapBody)))]
pub async fn ldap_settings(State(app): State<App>, As(by): As<StaffReader>) -> ApiResult<Json<LdapBody>> {
    Ok(Json(body(ldap::get(&app, &by)?)?))
}

/// Set up the directory, change it, or remove it with the sessions that it began. Superadmin only.
#[utoipa::path(put, path = "/admin/ldap", tag = "settings", request_body = LdapInput,
    responses((status = 200, body = LdapBody), Conflict))]
pub async fn set_ldap(
    State(app): State<App>,
    As(by): As<StaffManager>,
    input: UnreadBody,
) -> ApiResult<Json<LdapBody>> {
    let input: LdapInput = input.json(TEXT_LIMIT).await?;
    let change = LdapChange {
        version: input.version,
        servers: input.servers,
        kind: input.kind.map(Into::into),
        bind_dn: input.bind_dn,
        password: input.bind_password,
        base_dn: input.base_dn,
        user_filter: input.user_filter,
        id_attribute: input.id_attribute,
        email_attribute: input.email_attribute,
        name_attribute: input.name_attribute,
        group_base: input.group_base,
        group_filter: input.group_filter,
        roles: read_roles(input.roles)?,
        links_accounts: input.links_accounts,
        ca: input.ca,
        timeout_seconds: input.timeout_seconds,
        stay_minutes: input.stay_minutes,
    };
    Ok(Json(body(ldap::set(&app, &by, change).await?)?))
}

/// Test the directory step by step, without a password of a person. Superadmin only.
#[utoipa::path(post, path = "/admin/ldap/test", tag = "settings", request_body = LdapTestInput,
    responses((status = 200, body = ProbeOutcome), TooMany))]
pub async fn test_ldap(
    State(app): State<App>,
    As(by): As<StaffManager>,
    input: UnreadBody,
) -> ApiResult<Json<ProbeOutcome>> {
    let LdapTestInput { login } = input.json(TEXT_LIMIT).await?;
    Ok(Json(directory::ldap::probe(&app, &by, login.as_deref()).await?.into()))
}
