//! Webhooks themselves.

use crate::{
    app::App,
    domain::{
        Error, Result, WebhookId,
        webhook::{HeaderDraft, MAX_HEADERS, WebhookDraft, WebhookEvent},
    },
    http::{
        api::{account::grants, session::sessions::DeletedVersion},
        error::ApiResult,
        extract::{As, Id, JSON_LIMIT, Query, UnreadBody, at_most},
        refusals::Conflict,
        wire::{Timestamp, WebhookEventName, WebhookMethodName},
    },
    service::{
        actor::SiteOperator,
        webhook::manage::{self, WebhookView},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::ToSchema;

/// A webhook, without its secrets.
#[derive(Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookBody {
    id: String,
    /// Number of the stored version, which the next change sends.
    version: u32,
    name: String,
    /// The address, without what may be secret in it: `…` is the rest of its path.
    url: String,
    method: WebhookMethodName,
    events: Vec<WebhookEventName>,
    /// Ids of the tests whose events it receives; absent for the whole site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
    /// Whether calls are sent. Events that happen while they are not are not kept for the webhook.
    enabled: bool,
    /// Names of further headers. Their values are not shown.
    headers: Vec<String>,
    /// JSON with placeholders in its texts; `null` for the usual body.
    #[schema(required)]
    template: Option<String>,
    /// Whether the webhook receives the scores of orders, and these alone: those whose return address begins with its
    /// address.
    of_orders: bool,
    /// Beginning of the external ids of the orders whose events are sent; `null` for all events.
    #[schema(required)]
    only_orders: Option<String>,
    /// Deliveries that have not ended.
    waiting: u64,
    /// Deliveries that were given up.
    set_aside: u64,
    /// Deliveries of the last 30 days that arrived.
    delivered: u64,
    created_at: Timestamp,
    created_by: String,
    /// `null` before the first change.
    #[schema(required)]
    changed_by: Option<String>,
    changed_at: Timestamp,
}

impl From<WebhookView> for WebhookBody {
    fn from(view: WebhookView) -> Self {
        let WebhookView { hook, waiting, set_aside, delivered, created_by, changed_by } = view;
        Self {
            id: hook.id.to_string(),
            version: hook.version,
            name: hook.name,
            url: hook.url,
            method: hook.method.into(),
            events: hook.events.into_iter().map(Into::into).collect(),
            tests: grants::ids(&hook.scope),
            enabled: hook.is_enabled,
            headers: hook.headers.into_iter().map(|header| header.name).collect(),
            template: hook.template,
            of_orders: hook.of_orders,
            only_orders: hook.only_orders,
            waiting,
            set_aside,
            delivered,
            created_at: hook.created_at.into(),
            created_by,
            changed_by,
            changed_at: hook.changed_at.into(),
        }
    }
}

/// A webhook with the key of its signatures.
#[derive(Serialize, ToSchema)]
pub struct WebhookWithKey {
    #[serde(flatten)]
    webhook: WebhookBody,
    /// The key, which is shown this once; absent if it has not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    secret: Option<String>,
}

/// A header of a webhook.
#[derive(Deserialize, ToSchema)]
pub struct WebhookHeaderInput {
    name: String,
    /// Absent: the stored value stays.
    #[serde(default)]
    value: Option<String>,
}

/// A webhook to be stored.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookInput {
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// 1 to 60 characters, unique.
    name: String,
    /// An https address, or an http one in a network that the operator has allowed. Absent, blank or as it is shown: the
    /// stored one stays.
    #[serde(default)]
    url: String,
    /// `post` by default.
    #[serde(default)]
    method: Option<WebhookMethodName>,
    events: Vec<String>,
    /// Ids of the tests whose events it receives; absent for the whole site.
    #[serde(default)]
    tests: Option<Vec<String>>,
    /// True by default.
    #[serde(default)]
    enabled: Option<bool>,
    #[serde(default, deserialize_with = "at_most::<MAX_HEADERS, _, _>")]
    #[schema(max_items = 10)]
    headers: Vec<WebhookHeaderInput>,
    /// JSON with placeholders in its texts; absent for the usual body.
    #[serde(default)]
    template: Option<String>,
    /// Beginning of the external ids of the orders whose events are sent; absent for all events.
    #[serde(default)]
    only_orders: Option<String>,
    /// Makes a new key of the signatures.
    #[serde(default)]
    new_secret: bool,
    // The other fields of the reply may be sent back.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    #[serde(default, rename = "of_orders")]
    #[schema(ignore)]
    _of_orders: IgnoredAny,
    #[serde(default, rename = "waiting")]
    #[schema(ignore)]
    _waiting: IgnoredAny,
    #[serde(default, rename = "set_aside")]
    #[schema(ignore)]
    _set_aside: IgnoredAny,
    #[serde(default, rename = "delivered")]
    #[schema(ignore)]
    _delivered: IgnoredAny,
    #[serde(default, rename = "created_at")]
    #[schema(ignore)]
    _created_at: IgnoredAny,
    #[serde(default, rename = "created_by")]
    #[schema(ignore)]
    _created_by: IgnoredAny,
    #[serde(default, rename = "changed_by")]
    #[schema(ignore)]
    _changed_by: IgnoredAny,
    #[serde(default, rename = "changed_at")]
    #[schema(ignore)]
    _changed_at: IgnoredAny,
}

fn event(name: &String) -> Result<WebhookEvent> {
    let known = WebhookEvent::ALL.into_iter().find(|event| event.name() == name.trim());
    let names = || WebhookEvent::ALL.map(WebhookEvent::name).join(", ");
    known.ok_or_else(|| Error::field("events", format!("There is no event '{name}'; there are {}.", names())))
}

impl TryFrom<WebhookInput> for WebhookDraft {
    type Error = Error;

    /// 422 for unknown events and malformed ids.
    fn try_from(input: WebhookInput) -> Result<Self> {
        let header = |WebhookHeaderInput { name, value }| HeaderDraft { name, value };
        Ok(Self {
            name: input.name,
            url: input.url,
            method: input.method.map(Into::into).unwrap_or_default(),
            events: input.events.iter().map(event).collect::<Result<_>>()?,
            scope: grants::scope(input.tests, "tests")?,
            is_enabled: input.enabled.unwrap_or(true),
            headers: input.headers.into_iter().map(header).collect(),
            template: input.template,
            only_orders: input.only_orders,
        })
    }
}

/// List the webhooks of the site.
#[utoipa::path(get, path = "/webhooks", tag = "webhooks", operation_id = "list",
    responses((status = 200, body = Vec<WebhookBody>)))]
pub async fn list(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<Vec<WebhookBody>>> {
    Ok(Json(manage::list(&app, &by)?.into_iter().map(Into::into).collect()))
}

/// Create a webhook. The reply is the only one that holds the key of its signatures.
#[utoipa::path(post, path = "/webhooks", tag = "webhooks", operation_id = "create", request_body = WebhookInput,
    responses((status = 201, body = WebhookWithKey), Conflict))]
pub async fn create(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<WebhookWithKey>)> {
    let input: WebhookInput = body.json(JSON_LIMIT).await?;
    let (made, key) = manage::create(&app, &by, input.try_into()?).await?;
    Ok((StatusCode::CREATED, Json(WebhookWithKey { webhook: made.into(), secret: Some(key) })))
}

/// Replace what was entered of a webhook. An address or the value of a header that is absent stays.
#[utoipa::path(put, path = "/webhooks/{id}", tag = "webhooks", operation_id = "update",
    params(("id" = String, Path)), request_body = WebhookInput,
    responses((status = 200, body = WebhookWithKey), Conflict))]
pub async fn update(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Id(id): Id<WebhookId>,
    body: UnreadBody,
) -> ApiResult<Json<WebhookWithKey>> {
    let input: WebhookInput = body.json(JSON_LIMIT).await?;
    let basis = (input.version, input.new_secret);
    let (changed, key) = manage::update(&app, &by, id, input.try_into()?, basis).await?;
    Ok(Json(WebhookWithKey { webhook: changed.into(), secret: key }))
}

/// Delete a webhook with its deliveries, sent or not.
#[utoipa::path(delete, path = "/webhooks/{id}", tag = "webhooks", operation_id = "delete",
    params(("id" = String, Path), DeletedVersion), responses((status = 204), Conflict))]
pub async fn delete(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Id(id): Id<WebhookId>,
    Query(query): Query<DeletedVersion>,
) -> ApiResult<StatusCode> {
    manage::delete(&app, &by, id, query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}
