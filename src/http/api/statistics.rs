//! What the results of a test say about it.

use crate::{
    app::App,
    domain::{TestId, statistics as domain},
    http::{
        error::{ApiResult, Envelope},
        extract::{AsAdmin, Id},
        wire::QuestionType,
    },
    service::result::statistics,
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct ScoreBucket {
    /// Percent, included.
    from: u32,
    /// Percent, not included but for 100.
    to: u32,
    count: u64,
}

#[derive(Serialize, ToSchema)]
pub struct QuestionStatistics {
    id: String,
    question: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    points: u32,
    /// Submissions that answered it with anything.
    answered: u64,
    /// Points earned of those possible, 0 to 1, where it is scored; absent while it is nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    share_correct: Option<f64>,
    /// Correlation with the rest of the test, -1 to 1; absent below five scored answers, or where nothing varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    discrimination: Option<f64>,
    /// Seconds in view, over submissions that had it in view; absent where none was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median_seconds: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct TestStatistics {
    submissions: u64,
    /// Of these, how many wait for a review, and count with what they earned so far.
    waiting_for_review: u64,
    /// Percent; absent without submissions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median: Option<f64>,
    /// Seconds with any question in view, over submissions in which that was counted; absent where it was in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median_seconds: Option<f64>,
    /// Ten parts of 10 %.
    distribution: Vec<ScoreBucket>,
    questions: Vec<QuestionStatistics>,
}

impl From<&domain::Statistics> for TestStatistics {
    fn from(s: &domain::Statistics) -> Self {
        let buckets = (0..).zip(s.distribution);
        Self {
            submissions: s.submissions,
            waiting_for_review: s.waiting,
            mean: s.score.mean,
            median: s.score.median,
            mean_seconds: s.time.mean,
            median_seconds: s.time.median,
            distribution: buckets.map(|(i, count)| ScoreBucket { from: i * 10, to: i * 10 + 10, count }).collect(),
            questions: s.questions.iter().map(Into::into).collect(),
        }
    }
}

impl From<&domain::QuestionFigures> for QuestionStatistics {
    fn from(q: &domain::QuestionFigures) -> Self {
        Self {
            id: q.id.clone(),
            question: q.text.clone(),
            kind: q.kind.into(),
            points: q.points,
            answered: q.answered,
            share_correct: q.share_correct,
            discrimination: q.discrimination,
            mean_seconds: q.time.mean,
            median_seconds: q.time.median,
        }
    }
}

/// How the scores of a test are spread, how its questions do, and how long they take.
#[utoipa::path(get, path = "/tests/{id}/statistics", tag = "results", params(("id" = String, Path)),
    responses((status = 200, body = TestStatistics), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn of_test(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
) -> ApiResult<Json<TestStatistics>> {
    Ok(Json(statistics::of_test(&app, &admin, id).await?.as_ref().into()))
}
