//! The Assessment Partner API of Greenhouse.

use super::{digest, invite, tests};
use crate::{
    app::App,
    domain::{
        Error,
        invite::{Invite, InviteStatus},
        order::OrderForm,
        submission::Submission,
    },
    http::{
        error::ApiResult,
        extract::{Query, TEXT_LIMIT, UnreadBody, Within},
        refusals::{Conflict, NotFound},
    },
    service::{
        actor::{Inviter, ResultReader, TestReader},
        invite::orders::{self, NewOrder, OrderView},
        settings,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A test that can be sent.
#[derive(Serialize, ToSchema)]
pub struct GreenhouseTest {
    partner_test_id: String,
    partner_test_name: String,
}

#[derive(Deserialize, ToSchema)]
pub struct GreenhouseCandidate {
    #[serde(default)]
    first_name: Option<String>,
    #[serde(default)]
    last_name: Option<String>,
    email: String,
    #[serde(default)]
    greenhouse_profile_url: Option<String>,
}

/// A test to be sent to a person.
#[derive(Deserialize, ToSchema)]
pub struct GreenhouseSend {
    partner_test_id: String,
    candidate: GreenhouseCandidate,
    /// Address that is called by `PATCH` when the test is complete.
    #[serde(default)]
    url: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct GreenhouseSent {
    partner_interview_id: String,
}

#[derive(Deserialize, IntoParams)]
pub struct GreenhouseStatusQuery {
    partner_interview_id: String,
}

/// How a test that was sent stands.
#[derive(Serialize, ToSchema)]
pub struct GreenhouseStatus {
    /// `complete` once the score is final; before that `sent`, `started`, `in_review`, `expired` or `cancelled`.
    partner_status: &'static str,
    /// The report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    partner_profile_url: Option<String>,
    /// Percent of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    partner_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    metadata: Option<GreenhouseMetadata>,
}

/// Facts that Greenhouse shows beside the score, by these names.
#[derive(Serialize, ToSchema)]
pub struct GreenhouseMetadata {
    #[serde(rename = "Test")]
    test: String,
    #[serde(rename = "Started at")]
    started_at: String,
    #[serde(rename = "Completed at")]
    completed_at: String,
    #[serde(rename = "Points")]
    points: f64,
    #[serde(rename = "Total points")]
    total_points: u32,
}

/// A reply of this server that Greenhouse could not use.
#[derive(Deserialize, ToSchema)]
pub struct GreenhouseFault {
    #[serde(default)]
    api_call: Option<String>,
    #[serde(default)]
    errors: Option<Vec<String>>,
}

/// List the tests that can be sent.
#[utoipa::path(get, path = "/greenhouse/list_tests", tag = "orders", operation_id = "greenhouse_list_tests",
    responses((status = 200, body = Vec<GreenhouseTest>)))]
pub async fn list_tests(
    State(app): State<App>,
    Within(by): Within<TestReader>,
) -> ApiResult<Json<Vec<GreenhouseTest>>> {
    let tests = tests(&app, &by)?.into_iter();
    let test = |(partner_test_id, partner_test_name)| GreenhouseTest { partner_test_id, partner_test_name };
    Ok(Json(tests.map(test).collect()))
}

/// Invite a person to a test. The same request again returns the same id, and emails nothing.
#[utoipa::path(post, path = "/greenhouse/send_test", tag = "orders", operation_id = "greenhouse_send_test",
    request_body = GreenhouseSend, responses((status = 200, body = GreenhouseSent), NotFound, Conflict))]
pub async fn send_test(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    body: UnreadBody,
) -> ApiResult<Json<GreenhouseSent>> {
    let GreenhouseSend { partner_test_id, candidate, url } = body.json(TEXT_LIMIT).await?;
    let GreenhouseCandidate { first_name, last_name, email, greenhouse_profile_url: profile } = candidate;
    let url = url.filter(|url| !url.trim().is_empty());
    let id = match &url {
        // It names the test that was sent to this person.
        Some(url) => digest(&[url.trim()]),
        None => digest(&[&partner_test_id, &email, profile.as_deref().unwrap_or_default()]),
    };
    let new = NewOrder {
        external_id: format!("greenhouse:{id}"),
        form: OrderForm::Greenhouse,
        return_address: url,
        invite: invite(&partner_test_id, "partner_test_id", [first_name, last_name], &email)?,
    };
    let (placed, _) = orders::place(&app, &by, new).await?;
    Ok(Json(GreenhouseSent { partner_interview_id: placed.order.external_id }))
}

fn standing(invite: &Invite, app: &App) -> &'static str {
    match invite.status(app.now()) {
        _ if invite.revoked_at.is_some() => "cancelled",
        InviteStatus::Sent | InviteStatus::Scheduled => "sent",
        InviteStatus::InProgress => "started",
        InviteStatus::Completed => "in_review",
        InviteStatus::Expired => "expired",
    }
}

fn metadata(result: &Submission) -> GreenhouseMetadata {
    GreenhouseMetadata {
        test: result.test_title.clone(),
        started_at: result.started_at.to_string(),
        completed_at: result.submitted_at.to_string(),
        points: result.earned_points(),
        total_points: result.total_points,
    }
}

/// Say how a test that was sent stands.
#[utoipa::path(get, path = "/greenhouse/test_status", tag = "orders", operation_id = "greenhouse_test_status",
    params(GreenhouseStatusQuery), responses((status = 200, body = GreenhouseStatus), NotFound))]
pub async fn test_status(
    State(app): State<App>,
    Within(by): Within<ResultReader>,
    Query(query): Query<GreenhouseStatusQuery>,
) -> ApiResult<Json<GreenhouseStatus>> {
    let (OrderView { invite, .. }, result) = orders::result(&app, &by, query.partner_interview_id.trim()).await?;
    let Some(result) = result else {
        let partner_status = standing(&invite, &app);
        let nothing =
            GreenhouseStatus { partner_status, partner_profile_url: None, partner_score: None, metadata: None };
        return Ok(Json(nothing));
    };
    let submission = &result.submission;
    let report = match result.report {
        Some(link) => link,
        None => format!("{}/admin?tab=results&date=all&result={}", settings::public_url(&app)?, submission.id),
    };
    Ok(Json(GreenhouseStatus {
        partner_status: "complete",
        partner_profile_url: Some(report),
        partner_score: Some(submission.final_score()),
        metadata: Some(metadata(submission)),
    }))
}

/// Take note of a reply that Greenhouse could not use: administrators are notified.
#[utoipa::path(post, path = "/greenhouse/response_error", tag = "orders",
    operation_id = "greenhouse_response_error", request_body = GreenhouseFault, responses((status = 204)))]
pub async fn response_error(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let GreenhouseFault { api_call, errors } = body.json(TEXT_LIMIT).await?;
    let (api_call, errors) = (api_call.unwrap_or_default(), errors.unwrap_or_default());
    if api_call.trim().is_empty() && errors.is_empty() {
        return Err(Error::field("errors", "Please say what was wrong with which call.").into());
    }
    orders::report_fault(&app, &by, "Greenhouse", &api_call, &errors).await?;
    Ok(StatusCode::NO_CONTENT)
}
