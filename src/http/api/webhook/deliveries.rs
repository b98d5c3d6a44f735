//! Deliveries of webhooks.

use crate::{
    app::App,
    domain::{
        DeliveryId, Error, WebhookId,
        webhook::{Delivery, DeliveryState, LastTry},
    },
    http::{
        api::list,
        error::ApiResult,
        extract::{As, Id, IdAndName, Query},
        refusals::Conflict,
        wire::{DeliveryStateName, Timestamp, WebhookEventName},
    },
    service::{actor::SiteOperator, webhook::deliveries},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The last try of a delivery.
#[derive(Serialize, ToSchema)]
pub struct DeliveryTry {
    at: Timestamp,
    /// Status of the receiver's reply; `null` if there was none.
    #[schema(required)]
    status: Option<u16>,
    /// The beginning of the reply, or why there was none.
    reply: String,
}

impl From<LastTry> for DeliveryTry {
    fn from(last: LastTry) -> Self {
        Self { at: last.at.into(), status: last.status, reply: last.words }
    }
}

/// An event on its way to a receiver.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
pub struct DeliveryBody {
    id: String,
    /// The header `webhook-id`, the same at each try.
    message_id: String,
    event: WebhookEventName,
    state: DeliveryStateName,
    created_at: Timestamp,
    /// `null` for one that has ended, or waits for an earlier one of the same invite.
    #[schema(required)]
    next_try_at: Option<Timestamp>,
    /// `null` until it ended.
    #[schema(required)]
    ended_at: Option<Timestamp>,
    tries: u32,
    #[schema(required)]
    last_try: Option<DeliveryTry>,
    /// The text that is sent. A link to the report of an order has `…` and its id here, instead of what opens it.
    body: String,
    /// A part of the return address of its order, or the address of its activity; `null` for that of the webhook.
    #[schema(required)]
    url: Option<String>,
}

impl From<Delivery> for DeliveryBody {
    fn from(delivery: Delivery) -> Self {
        Self {
            message_id: delivery.message_id(),
            state: match delivery.state {
                DeliveryState::Waiting(_) => DeliveryStateName::Waiting,
                DeliveryState::InLine => DeliveryStateName::InLine,
                DeliveryState::Delivered(_) => DeliveryStateName::Delivered,
                DeliveryState::SetAside(_) => DeliveryStateName::SetAside,
            },
            next_try_at: delivery.due_at().map(Into::into),
            ended_at: delivery.ended_at().map(Into::into),
            id: delivery.id.to_string(),
            event: delivery.event.into(),
            created_at: delivery.made_at.into(),
            tries: delivery.tries,
            last_try: delivery.last_try.map(Into::into),
            body: delivery.body,
            url: delivery.url,
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct DeliveriesQuery {
    /// List only deliveries in this state.
    state: Option<DeliveryStateName>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor: from the `Link` header of the previous page.
    after: Option<String>,
}

/// List the deliveries of a webhook, the newest first. Those that ended are kept for 30 days.
#[utoipa::path(get, path = "/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "deliveries",
    params(("id" = String, Path), DeliveriesQuery), responses((status = 200, body = Vec<DeliveryBody>)))]
pub async fn list(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Id(id): Id<WebhookId>,
    Query(query): Query<DeliveriesQuery>,
    uri: Uri,
) -> ApiResult<(HeaderMap, Json<Vec<DeliveryBody>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    let is_wanted = |one: &Delivery| match (query.state, one.state) {
        (None, _)
        | (Some(DeliveryStateName::Waiting), DeliveryState::Waiting(_))
        | (Some(DeliveryStateName::InLine), DeliveryState::InLine)
        | (Some(DeliveryStateName::Delivered), DeliveryState::Delivered(_))
        | (Some(DeliveryStateName::SetAside), DeliveryState::SetAside(_)) => true,
        (Some(_), _) => false,
    };
    list::reply(&app, deliveries::list(&app, &by, id, &slice, is_wanted)?.map(Into::into), &uri)
}

/// Send a delivery again at once, with the same id and body. One that waits for others of its invite keeps its place.
#[utoipa::path(post, path = "/webhooks/{id}/deliveries/{delivery_id}/resend", tag = "webhooks",
    operation_id = "resend",
    params(("id" = String, Path), ("delivery_id" = String, Path)), responses((status = 202, body = DeliveryBody), Conflict))]
pub async fn resend(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    IdAndName(id, delivery): IdAndName<WebhookId>,
) -> ApiResult<(StatusCode, Json<DeliveryBody>)> {
    let delivery: DeliveryId = delivery.parse().map_err(|_| Error::not_found("delivery"))?;
    let delivery = deliveries::resend(&app, &by, id, delivery).await?;
    Ok((StatusCode::ACCEPTED, Json(delivery.into())))
}

/// Send a test event to the receiver. Its delivery shows the outcome.
#[utoipa::path(post, path = "/webhooks/{id}/test", tag = "webhooks", operation_id = "test",
    params(("id" = String, Path)), responses((status = 202, body = DeliveryBody), Conflict))]
pub async fn test(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Id(id): Id<WebhookId>,
) -> ApiResult<(StatusCode, Json<DeliveryBody>)> {
    Ok((StatusCode::ACCEPTED, Json(deliveries::test(&app, &by, id).await?.into())))
}
