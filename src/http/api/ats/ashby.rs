//! The Assessments API of Ashby, as its partners implement it. Scores go back by a webhook with the customer's own key
//! (docs/webhooks.md#ashby).

use super::{digest, invite, tests};
use crate::{
    app::App,
    domain::order::{OrderForm, check_external_id},
    http::{
        error::{ApiResult, ErrorWithMessage},
        extract::{TEXT_LIMIT, UnreadBody, Within},
        refusals::{Conflict, NotFound},
    },
    service::{
        actor::{Inviter, TestReader},
        invite::orders::{self, NewOrder},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A test that can be started.
#[derive(Serialize, ToSchema)]
pub struct AshbyAssessment {
    assessment_type_id: String,
    name: String,
    description: String,
}

#[derive(Serialize, ToSchema)]
pub struct AshbyAssessments {
    success: bool,
    results: Vec<AshbyAssessment>,
}

#[derive(Deserialize, ToSchema)]
pub struct AshbyCandidate {
    #[serde(default)]
    first_name: Option<String>,
    #[serde(default)]
    last_name: Option<String>,
    email: String,
}

#[derive(Deserialize, ToSchema)]
pub struct AshbyApplication {
    ashby_id: String,
}

/// A test to be started for the application of a person.
#[derive(Deserialize, ToSchema)]
pub struct AshbyStart {
    assessment_type_id: String,
    candidate: AshbyCandidate,
    application: AshbyApplication,
}

#[derive(Deserialize, ToSchema)]
pub struct AshbyCancel {
    assessment_id: String,
}

#[derive(Serialize, ToSchema)]
pub struct AshbyStarted {
    assessment_id: String,
}

#[derive(Serialize, ToSchema)]
pub struct AshbyReply {
    success: bool,
    results: AshbyStarted,
}

impl AshbyReply {
    const fn of(assessment_id: String) -> Self {
        Self { success: true, results: AshbyStarted { assessment_id } }
    }
}

/// List the tests that can be started.
#[utoipa::path(post, path = "/ashby/assessment.list", tag = "orders", operation_id = "ashby_assessment_list",
    responses((status = 200, body = AshbyAssessments)))]
pub async fn list(State(app): State<App>, Within(by): Within<TestReader>) -> ApiResult<Json<AshbyAssessments>> {
    let test = |(assessment_type_id, name)| AshbyAssessment { assessment_type_id, name, description: String::new() };
    Ok(Json(AshbyAssessments { success: true, results: tests(&app, &by)?.into_iter().map(test).collect() }))
}

/// Invite a person to a test. For the same application and test it returns the same id and emails nothing, until that
/// invite was cancelled or has expired.
#[utoipa::path(post, path = "/ashby/assessment.start", tag = "orders", operation_id = "ashby_assessment_start",
    request_body = AshbyStart, responses((status = 200, body = AshbyReply), NotFound, Conflict))]
pub async fn start(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    body: UnreadBody,
) -> Result<Json<AshbyReply>, ErrorWithMessage> {
    Ok(started(&app, &by, body).await?)
}

async fn started(app: &App, by: &Inviter, body: UnreadBody) -> ApiResult<Json<AshbyReply>> {
    let AshbyStart { assessment_type_id: test, candidate, application } = body.json(TEXT_LIMIT).await?;
    let AshbyCandidate { first_name, last_name, email } = candidate;
    let plain = format!("ashby:{}:{}", application.ashby_id.trim(), test.trim());
    let external_id =
        check_external_id(&plain).unwrap_or_else(|_| format!("ashby:{}", digest(&[&application.ashby_id, &test])));
    let new = NewOrder {
        external_id,
        form: OrderForm::Ashby,
        return_address: None,
        invite: invite(&test, "assessment_type_id", [first_name, last_name], &email)?,
    };
    let placed = orders::place_again(app, by, new).await?;
    Ok(Json(AshbyReply::of(placed.order.external_id)))
}

/// Cancel a test that has not started.
#[utoipa::path(post, path = "/ashby/assessment.cancel", tag = "orders",
    operation_id = "ashby_assessment_cancel", request_body = AshbyCancel,
    responses((status = 200, body = AshbyReply), NotFound, Conflict))]
pub async fn cancel(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    body: UnreadBody,
) -> Result<Json<AshbyReply>, ErrorWithMessage> {
    Ok(cancelled(&app, &by, body).await?)
}

async fn cancelled(app: &App, by: &Inviter, body: UnreadBody) -> ApiResult<Json<AshbyReply>> {
    let AshbyCancel { assessment_id } = body.json(TEXT_LIMIT).await?;
    let cancelled = orders::cancel(app, by, assessment_id.trim()).await?;
    Ok(Json(AshbyReply::of(cancelled.order.external_id)))
}
