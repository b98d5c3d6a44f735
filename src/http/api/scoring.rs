//! Review of one submission (docs/behaviour.md#scoring-and-review).

use super::results::{LateAnswerBody, ResultRow};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        paper::Paper,
        review::Verdict,
        submission::{AiVerdict, Grade, GradeStatus, Submission},
        test::Question,
    },
    http::{
        error::{ApiResult, Envelope},
        extract::{AsAdmin, Body, Id, IdAndName, TEXT_LIMIT},
        wire::{AnswerStatus, QuestionType, ScoringStatus, SubmittedBy, Utc},
    },
    service::{
        actor::Admin,
        result::{
            results,
            scoring::{self, Review},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A score suggested by the AI, to be confirmed by a reviewer.
#[derive(Serialize, ToSchema)]
pub struct AiSuggestion {
    score_status: AnswerStatus,
    manual_score: f64,
    reason: String,
}

impl From<&AiVerdict> for AiSuggestion {
    fn from(verdict: &AiVerdict) -> Self {
        Self { score_status: verdict.status.into(), manual_score: verdict.score, reason: verdict.reason.clone() }
    }
}

/// A written answer as a reviewer sees it.
#[derive(Serialize, ToSchema)]
pub struct ScoringAnswer {
    /// Id of the question.
    id: String,
    /// Position of the question in the test, from 1.
    number: u32,
    question: String,
    question_type: QuestionType,
    points: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expected_language: Option<String>,
    answer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    manual_score: Option<f64>,
    manual_score_status: AnswerStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    review_comments: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
    reviewed_at: Option<Utc>,
    /// Name of the reviewer, or "AI".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reviewed_by: Option<String>,
    scored_by_ai: bool,
    /// Why the AI gave this score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ai_reason: Option<String>,
    /// Score suggested by the AI, while the answer is waiting for a review.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ai_suggestion: Option<AiSuggestion>,
    /// Version for optimistic concurrency: send it with a score, to not overwrite another reviewer's.
    version: u32,
}

impl ScoringAnswer {
    pub fn new(question: &Question, grade: &Grade, answer: String, reviewed_by: Option<String>) -> Self {
        let waits = grade.status == GradeStatus::Pending;
        Self {
            id: question.id.clone(),
            number: grade.place + 1,
            question: question.text.clone(),
            question_type: question.kind.into(),
            points: question.points,
            expected_language: question.expected_language.clone(),
            answer,
            manual_score: grade.manual_score,
            manual_score_status: grade.status.into(),
            review_comments: grade.comments.clone(),
            reviewed_at: grade.reviewed_at.map(Into::into),
            reviewed_by,
            scored_by_ai: grade.by_ai,
            ai_reason: grade.ai.as_ref().filter(|_| grade.by_ai).map(|ai| ai.reason.clone()),
            ai_suggestion: grade.ai.as_ref().filter(|_| waits).map(Into::into),
            version: grade.version,
        }
    }
}

/// A submission to be reviewed, with its written answers only.
#[derive(Serialize, ToSchema)]
pub struct ScoringDetail {
    #[serde(flatten)]
    row: ResultRow,
    test_description: String,
    test_duration_minutes: u32,
    total_points: u32,
    submitted_by: SubmittedBy,
    answers: Vec<ScoringAnswer>,
    late_answers: Vec<LateAnswerBody>,
}

/// Verdict of a reviewer.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenStatus {
    /// Full points.
    Correct,
    /// No points.
    Wrong,
    /// `manual_score` points.
    Partial,
}

/// Score of a written answer.
#[derive(Deserialize, ToSchema)]
pub struct ScoreInput {
    score_status: GivenStatus,
    /// Points, with `partial`: 0 to the question's points in steps of 0.5. A value that is not a number counts as 0.
    #[serde(default)]
    manual_score: Option<serde_json::Value>,
    #[serde(default)]
    comments: Option<String>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

impl ScoreInput {
    fn review(self) -> Review {
        let verdict = match self.score_status {
            GivenStatus::Correct => Verdict::Correct,
            GivenStatus::Wrong => Verdict::Wrong,
            GivenStatus::Partial => Verdict::Partial(number(self.manual_score.as_ref())),
        };
        Review { verdict, comments: self.comments, version: self.version }
    }
}

/// A non-numeric score becomes 0 (docs/behaviour.md#scoring-and-review).
fn number(value: Option<&serde_json::Value>) -> f64 {
    let number = match value {
        Some(serde_json::Value::Number(number)) => number.as_f64(),
        Some(serde_json::Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|n: &f64| n.is_finite()).unwrap_or(0.0)
}

/// Scores of a submission after a review, in percent of its total points.
#[derive(Serialize, ToSchema)]
pub struct Sums {
    scoring_status: ScoringStatus,
    auto_score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    manual_score: Option<f64>,
    final_score: f64,
}

impl From<&Submission> for Sums {
    fn from(s: &Submission) -> Self {
        Self {
            scoring_status: s.status.into(),
            auto_score: s.auto_score(),
            manual_score: s.manual_score(),
            final_score: s.final_score(),
        }
    }
}

/// The scored answer and the new scores of its submission.
#[derive(Serialize, ToSchema)]
pub struct ScoredReply {
    answer: ScoringAnswer,
    submission: Sums,
}

/// Late answers to be counted.
#[derive(Deserialize, ToSchema)]
pub struct AcceptLateInput {
    question_ids: Vec<String>,
    reason: String,
}

fn body(app: &App, admin: &Admin, id: AttemptId) -> Result<ScoringDetail> {
    let results::Detail { submission, paper, grades, answers, late, .. } = results::detail(app, admin, id)?;
    let read = app.store.read()?;
    let mut texts: HashMap<_, _> = answers.into_iter().map(|a| (a.question_id, a.text)).collect();
    let mut shown = Vec::new();
    for grade in grades.iter().filter(|g| g.is_written) {
        let question = question(&paper, grade)?;
        let text = texts.remove(&grade.question_id).unwrap_or_default();
        shown.push(ScoringAnswer::new(question, grade, text, scoring::reviewer(&read, grade)?));
    }
    Ok(ScoringDetail {
        row: (&submission).into(),
        test_description: paper.description.clone(),
        test_duration_minutes: paper.duration_minutes,
        total_points: submission.total_points,
        submitted_by: submission.ended_by.into(),
        answers: shown,
        late_answers: late.into_iter().map(|l| LateAnswerBody::new(&paper, l)).collect(),
    })
}

fn question<'p>(paper: &'p Paper, grade: &Grade) -> Result<&'p Question> {
    paper.questions.get(grade.place as usize).ok_or_else(|| Error::internal("a grade is outside its question paper"))
}

/// Get a submission for review.
#[utoipa::path(get, path = "/admin/scoring/{submission_id}", tag = "scoring", params(("submission_id" = String, Path)),
    responses((status = 200, body = ScoringDetail), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn detail(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
) -> ApiResult<Json<ScoringDetail>> {
    Ok(Json(body(&app, &admin, id)?))
}

/// Score one written answer.
#[utoipa::path(post, path = "/admin/scoring/{submission_id}/answer/{answer_id}", tag = "scoring",
    params(("submission_id" = String, Path), ("answer_id" = String, Path)), request_body = ScoreInput,
    responses((status = 200, body = ScoredReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 422, body = Envelope)))]
pub async fn score(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    IdAndName(id, answer_id): IdAndName<AttemptId>,
    request: Body,
) -> ApiResult<Json<ScoredReply>> {
    scoring::must_exist(&app, &admin, id, &answer_id)?;
    let input: ScoreInput = request.json(TEXT_LIMIT).await?;
    let done = scoring::score(&app, &admin, id, &answer_id, input.review()).await?;
    let results::Detail { paper, answers, .. } = results::detail(&app, &admin, id)?;
    let text = answers.into_iter().find(|a| a.question_id == answer_id).map(|a| a.text).unwrap_or_default();
    let reviewer = scoring::reviewer(&app.store.read()?, &done.grade)?;
    let answer = ScoringAnswer::new(question(&paper, &done.grade)?, &done.grade, text, reviewer);
    Ok(Json(ScoredReply { answer, submission: (&done.submission).into() }))
}

/// Accept late answers: they replace the answers that arrived in time.
#[utoipa::path(post, path = "/admin/scoring/{submission_id}/late/accept", tag = "scoring",
    params(("submission_id" = String, Path)), request_body = AcceptLateInput,
    responses((status = 200, body = ScoringDetail), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 422, body = Envelope)))]
pub async fn accept_late(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    request: Body,
) -> ApiResult<Json<ScoringDetail>> {
    results::detail(&app, &admin, id)?;
    let AcceptLateInput { question_ids, reason } = request.json(TEXT_LIMIT).await?;
    scoring::accept_late(&app, &admin, id, question_ids, &reason).await?;
    Ok(Json(body(&app, &admin, id)?))
}
