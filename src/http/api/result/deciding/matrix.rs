//! The matrix of a test: candidates by questions.

use super::ranking::{RankingQuery, RankingQuestion};
use crate::{
    app::App,
    http::{
        error::ApiResult,
        extract::{Loaded, Query},
    },
    service::{
        actor::ResultReader,
        result::deciding::{
            matrix::{self as service, AnswerResult, MatrixCell},
            ranking::RankedTest,
        },
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CellStatus {
    Correct,
    Partial,
    Wrong,
    /// Waits for a review.
    Pending,
    /// Blank.
    Unanswered,
    /// Taken out of the scores by a repair.
    Void,
    /// The question is not on this candidate's question paper.
    Absent,
}

/// An answer's score.
#[derive(Serialize, ToSchema)]
#[schema(as = MatrixCell)]
pub struct MatrixCellBody {
    /// Points; `null` where pending, void or absent.
    #[schema(required)]
    earned: Option<f64>,
    points: u32,
    status: CellStatus,
}

impl From<MatrixCell> for MatrixCellBody {
    fn from(cell: MatrixCell) -> Self {
        Self { earned: cell.earned, points: cell.points, status: cell.status.into() }
    }
}

impl From<AnswerResult> for CellStatus {
    fn from(status: AnswerResult) -> Self {
        match status {
            AnswerResult::Correct => Self::Correct,
            AnswerResult::Partial => Self::Partial,
            AnswerResult::Incorrect => Self::Wrong,
            AnswerResult::Pending => Self::Pending,
            AnswerResult::Unanswered => Self::Unanswered,
            AnswerResult::Void => Self::Void,
            AnswerResult::Absent => Self::Absent,
        }
    }
}

/// A question of the test with its mean.
#[derive(Serialize, ToSchema)]
pub struct MatrixQuestion {
    #[serde(flatten)]
    question: RankingQuestion,
    /// Share of the possible points earned by all scored answers, 0 to 1; `null` without one.
    #[schema(required)]
    mean: Option<f64>,
}

/// A submission.
#[derive(Serialize, ToSchema)]
#[schema(as = MatrixRow)]
pub struct MatrixRowBody {
    submission_id: String,
    applicant_name: String,
    score: f64,
    /// `null` while the score is provisional.
    #[schema(required)]
    rank: Option<u64>,
    provisional: bool,
    /// The cells, in the order of `questions`.
    cells: Vec<MatrixCellBody>,
}

/// A page of the matrix of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = Matrix)]
pub struct MatrixBody {
    questions: Vec<MatrixQuestion>,
    rows: Vec<MatrixRowBody>,
    /// Number of submissions that match the filter.
    total: u64,
    page: u64,
    limit: u64,
}

/// Get the scores of a test's submissions by question, with the filters and the order of the ranking.
#[utoipa::path(get, path = "/tests/{id}/matrix", tag = "deciding", params(("id" = String, Path), RankingQuery),
    responses((status = 200, body = MatrixBody)))]
pub async fn matrix(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<ResultReader, RankedTest>,
    Query(query): Query<RankingQuery>,
) -> ApiResult<Json<MatrixBody>> {
    let asked = query.asked()?;
    let (page, limit) = (asked.page, asked.limit);
    let found = service::of_test(&app, &by, id, asked).await?;
    let questions = found.questions.into_iter().map(|(q, mean)| MatrixQuestion { question: q.into(), mean });
    let rows = found.rows.into_iter().map(|row| MatrixRowBody {
        submission_id: row.submission.shown_id().to_string(),
        score: row.submission.final_score(),
        rank: row.rank,
        provisional: row.submission.is_provisional(),
        applicant_name: row.submission.applicant_name,
        cells: row.cells.into_iter().map(Into::into).collect(),
    });
    Ok(Json(MatrixBody { questions: questions.collect(), rows: rows.collect(), total: found.total, page, limit }))
}
