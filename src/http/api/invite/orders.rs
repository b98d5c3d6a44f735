//! Orders of applicant tracking systems (docs/api.md#orders).

use super::invites::{InviteBody, InviteInput, bodies};
use crate::{
    app::App,
    domain::{Error, Result},
    http::{
        api::list,
        error::ApiResult,
        extract::{FORM_LIMIT, Of, OrderName, Query, UnreadBody, Within},
        refusals::{Conflict, NotFound},
        wire::Timestamp,
    },
    service::{
        actor::Inviter,
        invite::orders::{self, OrderView},
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

/// An invite that a program has ordered, with the program's id of it.
#[derive(Serialize, ToSchema)]
#[schema(as = Order)]
pub struct OrderBody {
    external_id: String,
    placed_at: Timestamp,
    /// How it stands is its `status`; `submission_id` names the result once there is one.
    invite: InviteBody,
}

/// An order to be placed: the program's id, and an invite as in `POST /invites`.
#[derive(Deserialize, ToSchema)]
pub struct OrderInput {
    /// 1 to 200 letters, digits and `-_.:~@+=`; unique on the site.
    external_id: String,
    #[serde(flatten)]
    invite: InviteInput,
}

#[derive(Deserialize, IntoParams)]
pub struct OrdersQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor: from the `Link` header of the previous page.
    after: Option<String>,
}

fn order_bodies(app: &App, by: &Inviter, views: Vec<OrderView>) -> Result<Vec<OrderBody>> {
    let (orders, invites): (Vec<_>, Vec<_>) = views.into_iter().map(|view| (view.order, view.invite)).unzip();
    let invites = bodies(app, by, invites)?;
    let body = |(order, invite): (crate::domain::order::Order, InviteBody)| OrderBody {
        external_id: order.external_id,
        placed_at: order.placed_at.into(),
        invite,
    };
    Ok(orders.into_iter().zip(invites).map(body).collect())
}

fn order_body(app: &App, by: &Inviter, view: OrderView) -> Result<OrderBody> {
    order_bodies(app, by, vec![view])?.pop().ok_or_else(|| Error::not_found("order"))
}

/// List orders, the newest first.
#[utoipa::path(get, path = "/orders", tag = "orders", operation_id = "list", params(OrdersQuery),
    responses((status = 200, body = Vec<OrderBody>)))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    Query(query): Query<OrdersQuery>,
    uri: Uri,
) -> ApiResult<(HeaderMap, Json<Vec<OrderBody>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    let Page { items, next } = orders::list(&app, &by, &slice)?;
    list::reply(&app, Page { items: order_bodies(&app, &by, items)?, next }, &uri)
}

/// Invite a person for an id of the program's own. The same id again returns the same order, with status 200, and emails
/// nothing.
#[utoipa::path(post, path = "/orders", tag = "orders", operation_id = "place", request_body = OrderInput,
    responses((status = 201, body = OrderBody), (status = 200, body = OrderBody), NotFound, Conflict))]
pub async fn place(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<OrderBody>)> {
    let OrderInput { external_id, invite } = body.json(FORM_LIMIT).await?;
    let (placed, is_new) = orders::place(&app, &by, &external_id, invite.try_into()?).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(order_body(&app, &by, placed)?)))
}

/// Get an order.
#[utoipa::path(get, path = "/orders/{external_id}", tag = "orders", operation_id = "get",
    params(("external_id" = String, Path)), responses((status = 200, body = OrderBody)))]
pub async fn get(State(app): State<App>, Of(by, name): Of<Inviter, OrderName>) -> ApiResult<Json<OrderBody>> {
    Ok(Json(order_body(&app, &by, orders::get(&app, &by, &name.0)?)?))
}

/// Cancel an order whose test has not started: its invite is revoked.
#[utoipa::path(delete, path = "/orders/{external_id}", tag = "orders", operation_id = "cancel",
    params(("external_id" = String, Path)), responses((status = 200, body = OrderBody), Conflict))]
pub async fn cancel(State(app): State<App>, Of(by, name): Of<Inviter, OrderName>) -> ApiResult<Json<OrderBody>> {
    let cancelled = orders::cancel(&app, &by, &name.0).await?;
    Ok(Json(order_body(&app, &by, cancelled)?))
}
