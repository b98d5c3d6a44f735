//! Candidates of a test side by side.

use super::{
    ranking::RankingQuestion,
    row::{RankingRow, RankingSection},
};
use crate::{
    app::App,
    http::{
        error::ApiResult,
        extract::{Query, Within},
        refusals::NotFound,
        wire::AnswerStatus,
    },
    service::{
        actor::ResultReader,
        result::deciding::comparison::{self, ComparedCandidate, TagMean, TagPoints},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct ComparisonQuery {
    /// Two to four submissions of one test, separated by commas.
    ids: String,
}

/// An answer of a compared candidate.
#[derive(Serialize, ToSchema)]
#[schema(as = ComparedAnswer)]
pub struct ComparedAnswerBody {
    question_id: String,
    /// The answer in words, if it is not a text itself.
    answer: String,
    /// Points; `null` while the answer waits for a review.
    #[schema(required)]
    earned: Option<f64>,
    points: u32,
    status: AnswerStatus,
    /// Whether the points are an AI model's and no person has reviewed them.
    scored_by_ai: bool,
    /// Seconds during which the question was in view; `null` if the page did not measure them.
    #[schema(required)]
    seconds: Option<u32>,
}

/// Points of the questions with a tag.
#[derive(Serialize, ToSchema)]
#[schema(as = TagPoints)]
pub struct TagPointsBody {
    tag: String,
    earned: f64,
    points: u32,
}

impl From<TagPoints> for TagPointsBody {
    fn from(earned: TagPoints) -> Self {
        Self { tag: earned.tag, earned: earned.earned, points: earned.points }
    }
}

/// A compared candidate.
#[derive(Serialize, ToSchema)]
#[schema(as = ComparedCandidate)]
pub struct ComparedCandidateBody {
    #[serde(flatten)]
    row: RankingRow,
    answers: Vec<ComparedAnswerBody>,
    /// Points by tag, without answers that wait for a review.
    tags: Vec<TagPointsBody>,
}

impl From<ComparedCandidate> for ComparedCandidateBody {
    fn from(compared: ComparedCandidate) -> Self {
        let answers = compared.answers.into_iter().map(|answer| ComparedAnswerBody {
            question_id: answer.question_id,
            answer: answer.text,
            earned: answer.earned,
            points: answer.points,
            status: answer.status.into(),
            scored_by_ai: answer.by_ai,
            seconds: answer.seconds,
        });
        Self {
            row: compared.row.into(),
            answers: answers.collect(),
            tags: compared.tags.into_iter().map(Into::into).collect(),
        }
    }
}

/// The mean of all submissions for a tag.
#[derive(Serialize, ToSchema)]
pub struct FieldTag {
    tag: String,
    /// Share of the possible points earned, 0 to 1; `null` without a scored answer.
    #[schema(required)]
    mean: Option<f64>,
}

impl From<TagMean> for FieldTag {
    fn from(tag: TagMean) -> Self {
        Self { tag: tag.tag, mean: tag.mean }
    }
}

/// All submissions of the test.
#[derive(Serialize, ToSchema)]
pub struct ComparisonField {
    /// Mean of the final scores, in percent; `null` without one.
    #[schema(required)]
    mean: Option<f64>,
    #[schema(required)]
    median: Option<f64>,
    tags: Vec<FieldTag>,
}

/// Candidates side by side.
#[derive(Serialize, ToSchema)]
#[schema(as = Comparison)]
pub struct ComparisonBody {
    test_id: String,
    test_title: String,
    questions: Vec<RankingQuestion>,
    sections: Vec<RankingSection>,
    /// The candidates, in the order of the requested ids.
    candidates: Vec<ComparedCandidateBody>,
    field: ComparisonField,
}

/// Compare up to four submissions of one test.
#[utoipa::path(get, path = "/results/compare", tag = "deciding", params(ComparisonQuery),
    responses((status = 200, body = ComparisonBody), NotFound))]
pub async fn compare(
    State(app): State<App>,
    Within(by): Within<ResultReader>,
    Query(query): Query<ComparisonQuery>,
) -> ApiResult<Json<ComparisonBody>> {
    let texts: Vec<String> = query.ids.split(',').map(str::to_owned).collect();
    let found = comparison::compare(&app, &by, &super::decisions::ids(&texts)?).await?;
    Ok(Json(ComparisonBody {
        test_id: found.test.to_string(),
        test_title: found.title,
        questions: found.questions.into_iter().map(Into::into).collect(),
        sections: found.sections.into_iter().map(Into::into).collect(),
        candidates: found.candidates.into_iter().map(Into::into).collect(),
        field: ComparisonField {
            mean: found.mean,
            median: found.median,
            tags: found.tags.into_iter().map(Into::into).collect(),
        },
    }))
}
