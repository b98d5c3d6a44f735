//! Answers that two people have scored.

use crate::{
    app::App,
    http::{
        api::list,
        error::ApiResult,
        extract::{Loaded, Query},
    },
    service::{
        actor::Scorer,
        result::deciding::ranking::RankedTest,
        scoring::reviewing::agreement::{self, Differing, NamedScore, QuestionReviewerAgreement},
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How far the two markers of one question agree.
#[derive(Serialize, ToSchema)]
pub struct QuestionMarkers {
    question_id: String,
    /// Answers with two equal scores.
    agreed: u64,
    /// Answers with two scores.
    answers: u64,
    /// Cohen's kappa of the two markers, computed and `null` like the kappa of the whole test.
    #[schema(required)]
    kappa: Option<f64>,
}

impl From<QuestionReviewerAgreement> for QuestionMarkers {
    fn from(QuestionReviewerAgreement { question, agreed, answers, kappa }: QuestionReviewerAgreement) -> Self {
        Self { question_id: question, agreed, answers, kappa }
    }
}

/// How far two markers of a test agree.
#[derive(Serialize, ToSchema)]
#[schema(as = Agreement)]
pub struct AgreementBody {
    /// Answers with two equal scores.
    agreed: u64,
    /// Answers with two scores that differ.
    to_settle: u64,
    /// Number of answers whose scores differed and were settled by an administrator.
    settled: u64,
    /// Cohen's kappa over five equal bands of points: 1 is full agreement, 0 is chance. `null` where it cannot be computed.
    #[schema(required)]
    kappa: Option<f64>,
    /// Questions with two scores of an answer, by their ids.
    questions: Vec<QuestionMarkers>,
}

/// A score, and who gave it.
#[derive(Serialize, ToSchema)]
pub struct MarkersScore {
    by: String,
    score: f64,
    #[schema(required)]
    comments: Option<String>,
}

impl From<NamedScore> for MarkersScore {
    fn from(NamedScore { by, given }: NamedScore) -> Self {
        Self { by, score: given.points, comments: given.comments }
    }
}

/// An answer whose two scores differ. The first one counts until an administrator scores the answer.
#[derive(Serialize, ToSchema)]
pub struct DifferingAnswer {
    submission_id: String,
    applicant_name: String,
    question_id: String,
    question: String,
    points: u32,
    /// Number of the stored version, which the score that settles the answer sends.
    version: u32,
    first: MarkersScore,
    second: MarkersScore,
}

impl From<Differing> for DifferingAnswer {
    fn from(differing: Differing) -> Self {
        let Differing { submission, question, version, first, second } = differing;
        Self {
            submission_id: submission.id.to_string(),
            applicant_name: submission.applicant_name,
            question: question.summary().into_owned(),
            points: question.points,
            question_id: question.id,
            version,
            first: first.into(),
            second: second.into(),
        }
    }
}

/// A page of answers to be settled.
#[derive(Serialize, ToSchema)]
pub struct ToSettle {
    answers: Vec<DifferingAnswer>,
}

#[derive(Deserialize, IntoParams)]
pub struct ToSettleQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// Get how far the markers of a test agree.
#[utoipa::path(get, path = "/tests/{id}/agreement", tag = "reviewing", params(("id" = String, Path)),
    responses((status = 200, body = AgreementBody)))]
pub async fn agreement(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Scorer, RankedTest>,
) -> ApiResult<Json<AgreementBody>> {
    let found = agreement::of_test(&app, &by, id)?;
    let agreement::ReviewerAgreement { agreed, to_settle, settled, kappa, questions } = found;
    let questions = questions.into_iter().map(Into::into).collect();
    Ok(Json(AgreementBody { agreed, to_settle, settled, kappa, questions }))
}

/// List answers whose two scores differ. An administrator settles one by scoring it.
#[utoipa::path(get, path = "/tests/{id}/to-settle", tag = "reviewing", params(("id" = String, Path), ToSettleQuery),
    responses((status = 200, body = ToSettle)))]
pub async fn to_settle(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Scorer, RankedTest>,
    uri: Uri,
    Query(query): Query<ToSettleQuery>,
) -> ApiResult<(HeaderMap, Json<ToSettle>)> {
    let page = agreement::to_settle(&app, &by, id, &list::slice(&app, query.limit, query.after)?)?;
    let headers = list::links(&app, page.next.as_deref(), &uri)?;
    Ok((headers, Json(ToSettle { answers: page.items.into_iter().map(Into::into).collect() })))
}
