//! Orders of applicant tracking systems (docs/api.md#orders).

use super::invites::{InviteBody, InviteInput, bodies};
use crate::{
    app::App,
    domain::{Error, Result, order::OrderForm, submission::Submission},
    http::{
        api::list,
        error::ApiResult,
        extract::{FORM_LIMIT, Of, OrderName, Query, UnreadBody, Within},
        refusals::{Conflict, NotFound},
        wire::Timestamp,
    },
    service::{
        actor::{Inviter, ResultReader},
        invite::orders::{self, NewOrder, OrderView},
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
    /// Receiver of the score: host and port, and the first part of the path if that is a plain word.
    #[schema(required)]
    return_address: Option<String>,
    /// How it stands is its `status`; `submission_id` names the result once there is one.
    invite: InviteBody,
}

/// An order to be placed: the program's id, and an invite as in `POST /invites`.
#[derive(Deserialize, ToSchema)]
pub struct OrderInput {
    /// 1 to 200 letters, digits and `-_.:~@+=`; unique on the site.
    external_id: String,
    /// An https address, or an http one in a network that the operator has allowed, to which its score is sent.
    #[serde(default)]
    return_address: Option<String>,
    #[serde(flatten)]
    invite: InviteInput,
}

/// The result of an order.
#[derive(Serialize, ToSchema)]
pub struct OrderResultBody {
    external_id: String,
    /// Whether the score is final. Until then, all that follows is `null`.
    is_final: bool,
    submission_id: Option<String>,
    /// Percent of the points.
    score: Option<f64>,
    points: Option<f64>,
    total_points: Option<u32>,
    submitted_at: Option<Timestamp>,
    /// A shared link to the scores, valid for 90 days; `null` where someone has revoked it.
    report: Option<String>,
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
        return_address: order.return_to.map(|to| to.url),
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
    let OrderInput { external_id, return_address, invite } = body.json(FORM_LIMIT).await?;
    let new = NewOrder { external_id, form: OrderForm::Own, return_address, invite: invite.try_into()? };
    let (placed, is_new) = orders::place(&app, &by, new).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(order_body(&app, &by, placed)?)))
}

/// Get an order.
#[utoipa::path(get, path = "/orders/{external_id}", tag = "orders", operation_id = "get",
    params(("external_id" = String, Path)), responses((status = 200, body = OrderBody)))]
pub async fn get(State(app): State<App>, Of(by, name): Of<Inviter, OrderName>) -> ApiResult<Json<OrderBody>> {
    Ok(Json(order_body(&app, &by, orders::get(&app, &by, &name.0)?)?))
}

/// Get the result of an order, with a link for those who have no account.
#[utoipa::path(get, path = "/orders/{external_id}/result", tag = "orders", operation_id = "result",
    params(("external_id" = String, Path)), responses((status = 200, body = OrderResultBody)))]
pub async fn result(
    State(app): State<App>,
    Of(by, name): Of<ResultReader, OrderName>,
) -> ApiResult<Json<OrderResultBody>> {
    let (OrderView { order, .. }, result) = orders::result(&app, &by, &name.0).await?;
    let submission = result.as_ref().map(|result| &result.submission);
    Ok(Json(OrderResultBody {
        external_id: order.external_id,
        is_final: submission.is_some(),
        submission_id: submission.map(|s| s.id.to_string()),
        score: submission.map(Submission::final_score),
        points: submission.map(Submission::earned_points),
        total_points: submission.map(|s| s.total_points),
        submitted_at: submission.map(|s| s.submitted_at.into()),
        report: result.as_ref().and_then(|result| result.report.clone()),
    }))
}

/// Cancel an order whose test has not started: its invite is revoked.
#[utoipa::path(delete, path = "/orders/{external_id}", tag = "orders", operation_id = "cancel",
    params(("external_id" = String, Path)), responses((status = 200, body = OrderBody), Conflict))]
pub async fn cancel(State(app): State<App>, Of(by, name): Of<Inviter, OrderName>) -> ApiResult<Json<OrderBody>> {
    let cancelled = orders::cancel(&app, &by, &name.0).await?;
    Ok(Json(order_body(&app, &by, cancelled)?))
}
