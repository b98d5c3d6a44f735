//! Statistics of the results of a test.

use crate::{
    app::App,
    domain::{TestId, statistics as domain},
    http::{
        error::ApiResult,
        extract::{AsAdmin, Id},
        wire::QuestionType,
    },
    service::result::statistics,
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// Bucket of the score distribution.
#[derive(Serialize, ToSchema)]
pub struct ScoreBucket {
    /// Percent, inclusive.
    from: u32,
    /// Percent, exclusive; inclusive for 100.
    to: u32,
    /// Number of submissions.
    count: u64,
}

/// Statistics of a question.
#[derive(Serialize, ToSchema)]
pub struct QuestionStatistics {
    id: String,
    question: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    points: u32,
    /// Number of submissions with an answer that is not blank.
    answered: u64,
    /// Share of the possible points earned, 0 to 1, over scored answers; absent while there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    share_correct: Option<f64>,
    /// Discrimination: correlation with the rest of the test, -1 to 1; absent below five scored answers, or without
    /// variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    discrimination: Option<f64>,
    /// Mean seconds in view, over submissions with a measured time; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median_seconds: Option<f64>,
}

/// Statistics of a test.
#[derive(Serialize, ToSchema)]
pub struct TestStatistics {
    /// Number of submissions.
    submissions: u64,
    /// Number of submissions that wait for a review; they count with the points earned so far.
    waiting_for_review: u64,
    /// Mean score in percent; absent without submissions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean: Option<f64>,
    /// Median score in percent; absent without submissions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median: Option<f64>,
    /// Mean seconds with any question in view, over submissions with a measured time; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median_seconds: Option<f64>,
    /// Score distribution in ten buckets of 10 %.
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

/// Get the statistics of a test: score distribution, and difficulty, discrimination and time of each question.
#[utoipa::path(get, path = "/tests/{id}/statistics", tag = "results", params(("id" = String, Path)),
    responses((status = 200, body = TestStatistics)))]
pub async fn of_test(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
) -> ApiResult<Json<TestStatistics>> {
    Ok(Json(statistics::of_test(&app, &admin, id).await?.as_ref().into()))
}
