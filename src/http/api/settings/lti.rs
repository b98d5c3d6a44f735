//! Learning platforms of the site (docs/lti.md).

use crate::{
    app::App,
    domain::{Result, lti::LtiPlatform},
    http::{
        api::account::grants::{ids, scope},
        error::ApiResult,
        extract::{As, FORM_LIMIT, Id, Query, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::SiteOperator,
        invite::lti::{
            keys::{self, SeenKey},
            platforms::{self, PlatformChange},
        },
        settings::version,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::{IntoParams, ToSchema};

/// A learning platform.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LtiPlatform)]
pub struct LtiPlatformBody {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    deployments: Vec<String>,
    auth_url: String,
    token_url: String,
    keys_url: String,
    /// Ids of the tests that it may use; absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
    /// The webhook whose deliveries are its grades.
    webhook_id: String,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// A key with which this server signs for platforms, or did.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LtiKey)]
pub struct LtiKeyBody {
    /// The `kid` of the key in the public keyset.
    id: String,
    created_at: Timestamp,
    /// `null` for the key that signs now.
    #[schema(required)]
    retired_at: Option<Timestamp>,
    /// Time at which a retired key leaves the public keyset; `null` for the key that signs now.
    #[schema(required)]
    published_until: Option<Timestamp>,
}

impl From<SeenKey> for LtiKeyBody {
    fn from(SeenKey { name, made_at, retired }: SeenKey) -> Self {
        let (retired_at, published_until) = retired.map(|(at, until)| (at.into(), until.into())).unzip();
        Self { id: name, created_at: made_at.into(), retired_at, published_until }
    }
}

/// The key that is to be replaced.
#[derive(Deserialize, ToSchema)]
pub struct LtiKeyRotation {
    /// Id of the key that signs now, as it was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer
    /// that one.
    key: Option<String>,
}

/// The platforms, and what each is to know of this server: its addresses, and the keys that it publishes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LtiPlatforms {
    login_url: String,
    launch_url: String,
    keys_url: String,
    platforms: Vec<LtiPlatformBody>,
    /// The one that signs now, then the retired ones that are still published, newest first. Empty before the first
    /// platform.
    keys: Vec<LtiKeyBody>,
}

/// A platform, or a change of it; omitted fields stay.
#[allow(clippy::option_option, reason = "omitted, null, and a value are three things")]
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LtiPlatformInput {
    name: Option<String>,
    /// Exactly as the platform names itself.
    issuer: Option<String>,
    client_id: Option<String>,
    deployments: Option<Vec<String>>,
    /// Address of the platform's sign-in, to which a launch is sent. All three addresses have https, or http on this
    /// machine.
    auth_url: Option<String>,
    token_url: Option<String>,
    keys_url: Option<String>,
    /// Ids of the tests that it may use; `null` for all.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<String>>)]
    tests: Option<Option<Vec<String>>>,
    /// Version of the platform that was changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
    // The other fields of the reply may be sent back.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    #[serde(default, rename = "webhookId")]
    #[schema(ignore)]
    _webhook_id: IgnoredAny,
}

#[derive(Deserialize, IntoParams)]
pub struct PlatformRemovalQuery {
    /// Version of the platform that was read; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

/// Distinguishes `null` from an omitted field.
#[allow(clippy::option_option, reason = "omitted, null, and a value are three things")]
fn sent<'de, D: serde::Deserializer<'de>>(input: D) -> std::result::Result<Option<Option<Vec<String>>>, D::Error> {
    Option::deserialize(input).map(Some)
}

fn body(platform: LtiPlatform) -> Result<LtiPlatformBody> {
    Ok(LtiPlatformBody {
        version: version::of(&platform)?,
        tests: ids(&platform.scope),
        id: platform.id,
        name: platform.name,
        issuer: platform.issuer,
        client_id: platform.client_id,
        deployments: platform.deployments,
        auth_url: platform.auth_url,
        token_url: platform.token_url,
        keys_url: platform.keys_url,
        webhook_id: platform.webhook_id.to_string(),
    })
}

/// List the learning platforms.
#[utoipa::path(get, path = "/admin/lti-platforms", tag = "settings", responses((status = 200, body = LtiPlatforms)))]
pub async fn lti_platforms(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<LtiPlatforms>> {
    let addresses = platforms::addresses(&app)?;
    Ok(Json(LtiPlatforms {
        login_url: addresses.login,
        launch_url: addresses.launch,
        keys_url: addresses.keys,
        platforms: platforms::all(&app, &by)?.into_iter().map(body).collect::<Result<_>>()?,
        keys: keys::list(&app, &by)?.into_iter().map(Into::into).collect(),
    }))
}

/// Retire the key that signs for learning platforms, and make a new one.
#[utoipa::path(post, path = "/admin/lti-keys/rotate", tag = "settings", request_body = LtiKeyRotation,
    responses((status = 201, body = LtiKeyBody), Conflict))]
pub async fn rotate_lti_key(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<LtiKeyBody>)> {
    let LtiKeyRotation { key } = body.json(FORM_LIMIT).await?;
    Ok((StatusCode::CREATED, Json(keys::rotate(&app, &by, key).await?.into())))
}

/// Add a learning platform, or change it.
#[utoipa::path(put, path = "/admin/lti-platforms/{id}", tag = "settings", params(("id" = String, Path)),
    request_body = LtiPlatformInput, responses((status = 200, body = LtiPlatformBody), Conflict))]
pub async fn set_lti_platform(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Id(id): Id<String>,
    input: UnreadBody,
) -> ApiResult<Json<LtiPlatformBody>> {
    let input: LtiPlatformInput = input.json(TEXT_LIMIT).await?;
    let change = PlatformChange {
        version: input.version,
        name: input.name,
        issuer: input.issuer,
        client_id: input.client_id,
        deployments: input.deployments,
        auth_url: input.auth_url,
        token_url: input.token_url,
        keys_url: input.keys_url,
        scope: input.tests.map(|tests| scope(tests, "tests")).transpose()?,
    };
    Ok(Json(body(platforms::set(&app, &by, &id, change).await?)?))
}

/// Remove a learning platform, with the grades that it is still owed.
#[utoipa::path(delete, path = "/admin/lti-platforms/{id}", tag = "settings",
    params(("id" = String, Path), PlatformRemovalQuery), responses((status = 204), Conflict))]
pub async fn remove_lti_platform(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Id(id): Id<String>,
    Query(query): Query<PlatformRemovalQuery>,
) -> ApiResult<StatusCode> {
    platforms::remove(&app, &by, &id, query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}
