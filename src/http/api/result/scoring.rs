//! Review of one submission (docs/behaviour/results.md#scoring-and-review).

use super::{
    judging::{Depth, JudgingBody},
    results::SubmissionBody,
    rubrics::RubricBody,
};
use crate::{
    app::App,
    domain::{
        Error, Result, RubricItemId,
        model_verdict::ModelVerdict,
        review::ReviewVerdict,
        submission::{AiVerdict, Grade, GradeStatus, Submission},
    },
    http::{
        api::{attempt::answer::GradedAnswerBody, points::Points, test::questions::PassageBody},
        error::ApiResult,
        extract::{Loaded, Query, ReviewedId, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::{AnswerStatus, ScoringStatusName, Timestamp},
    },
    service::{
        actor::Scorer,
        query::naming::ForReview,
        result::late_answers::{self, AcceptedLate},
        scoring::{
            scores::{self, ReviewInput},
            under_review::{self, Reviewed, UnderReview},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

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

/// Basis of an AI's verdict.
#[derive(Serialize, ToSchema)]
pub struct AiBasis {
    model: String,
    /// Version of the prompt.
    prompt_version: u32,
    /// The passage of the answer that decided it, word for word; empty if the AI named none.
    quote: String,
    at: Timestamp,
}

impl From<ModelVerdict> for AiBasis {
    fn from(ModelVerdict { model, quote, at, .. }: ModelVerdict) -> Self {
        Self { model: model.name, prompt_version: model.prompt, quote, at: at.into() }
    }
}

/// A written answer as a reviewer sees it.
#[derive(Serialize, ToSchema)]
pub struct ScoringAnswer {
    #[serde(flatten)]
    answer: GradedAnswerBody,
    /// The passage that the question is about; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    passage: Option<PassageBody>,
    /// Number in the outline of the test, from 1; all questions of a pool have that of its first.
    number: u64,
    /// Points earned, by whomever or whatever scored it; absent while the answer waits, and where it is void.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    earned: Option<f64>,
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
    /// Basis of the AI's score or suggestion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ai_basis: Option<AiBasis>,
    /// Chosen items of the rubric.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    rubric_items: Vec<String>,
    /// The points follow from the rubric: a change of it moves them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    by_rubric: bool,
    /// Rubric of the question, in the review of one submission, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rubric: Option<RubricBody>,
    /// Version for optimistic concurrency: send it with a score, to not overwrite another reviewer's.
    version: u32,
}

impl ScoringAnswer {
    /// Creates the review that a reviewer reads, who must not see the input of a hidden test.
    pub fn for_reviewer(reviewed: Reviewed) -> Self {
        let mut answer = Self::new(reviewed, true);
        answer.answer.judging.iter_mut().for_each(JudgingBody::hide_exit_codes);
        answer
    }

    pub fn new(reviewed: Reviewed, is_hidden: bool) -> Self {
        let Reviewed { question, number, passage, grade, text, reviewed_by, judging, by_model, chosen, rubric } =
            reviewed;
        let waits = grade.status == GradeStatus::Pending;
        let mut judging = judging.map(|judging| JudgingBody::new(&question, &judging, Depth::Verdicts));
        if is_hidden {
            judging.iter_mut().for_each(JudgingBody::hide_times);
        }
        Self {
            answer: GradedAnswerBody::new(&question, &grade, text, judging),
            passage: passage.as_ref().map(Into::into),
            number,
            earned: grade.status.is_scored().then_some(grade.earned),
            reviewed_by,
            scored_by_ai: grade.by_ai,
            ai_reason: grade.ai.as_ref().filter(|_| grade.by_ai).map(|ai| ai.reason.clone()),
            ai_suggestion: grade.ai.as_ref().filter(|_| waits).map(Into::into),
            ai_basis: by_model.map(Into::into),
            by_rubric: chosen.as_ref().is_some_and(|chosen| !chosen.is_overridden),
            rubric_items: chosen.iter().flat_map(|chosen| &chosen.items).map(ToString::to_string).collect(),
            rubric: rubric.map(|rubric| RubricBody::new(&question.id, rubric)),
            version: grade.version,
        }
    }
}

/// A submission to be reviewed, with the answers that people score.
#[derive(Serialize, ToSchema)]
pub struct ScoringDetail {
    #[serde(flatten)]
    submission: SubmissionBody,
    /// `null` where the name is hidden.
    #[schema(required)]
    started_at: Option<Timestamp>,
    /// `null` where the name is hidden.
    #[schema(required)]
    submitted_at: Option<Timestamp>,
    /// The test is anonymous. Names that a candidate wrote into an answer are not hidden.
    names_hidden: bool,
    answers: Vec<ScoringAnswer>,
}

impl From<UnderReview> for ScoringDetail {
    fn from(UnderReview { shown, paper, numbers, answers, late }: UnderReview) -> Self {
        let ForReview { submission, is_hidden } = shown;
        let times = (!is_hidden).then_some((submission.started_at, submission.submitted_at));
        let (started_at, submitted_at) = times.unzip();
        let grades = answers.iter().map(|answer| &answer.grade);
        let mut body = SubmissionBody::new(&submission, &paper, &numbers, grades, late);
        if is_hidden {
            body.hide_times();
        }
        Self {
            submission: body,
            started_at: started_at.map(Into::into),
            submitted_at: submitted_at.map(Into::into),
            names_hidden: is_hidden,
            answers: answers.into_iter().map(|answer| ScoringAnswer::new(answer, is_hidden)).collect(),
        }
    }
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
    /// Required without `rubric_items`; with them, it takes precedence over the points of the rubric.
    #[serde(default)]
    #[schema(nullable = false)]
    score_status: Option<GivenStatus>,
    /// Points, with `partial`: 0 to the question's points in steps of 0.5. A value that is not a number counts as 0.
    #[serde(default)]
    manual_score: Option<serde_json::Value>,
    #[serde(default)]
    comments: Option<String>,
    /// Ids of the items of the question's rubric that apply: without `score_status`, the points follow from them.
    #[serde(default)]
    #[schema(nullable = false)]
    rubric_items: Option<Vec<String>>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

impl ScoreInput {
    pub fn review(self) -> Result<ReviewInput> {
        let verdict = self.score_status.map(|status| match status {
            GivenStatus::Correct => ReviewVerdict::Correct,
            GivenStatus::Wrong => ReviewVerdict::Wrong,
            GivenStatus::Partial => ReviewVerdict::Partial(number(self.manual_score.as_ref())),
        });
        let rubric_items = self.rubric_items.as_deref().map(items).transpose()?;
        Ok(ReviewInput { verdict, rubric_items, comments: self.comments, version: self.version })
    }
}

fn items(ids: &[String]) -> Result<Vec<RubricItemId>> {
    let item = |(index, id): (usize, &String)| {
        id.parse().map_err(|_| Error::field(format!("rubric_items[{index}]"), "This is not the id of an item."))
    };
    ids.iter().enumerate().map(item).collect()
}

/// A non-numeric score becomes 0 (docs/behaviour/results.md#scoring-and-review).
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
    scoring_status: ScoringStatusName,
    auto_score: f64,
    #[schema(required)]
    manual_score: Option<f64>,
    final_score: f64,
    #[serde(flatten)]
    points: Points,
}

impl From<&Submission> for Sums {
    fn from(s: &Submission) -> Self {
        Self {
            scoring_status: s.status.into(),
            auto_score: s.auto_score(),
            manual_score: s.manual_score(),
            final_score: s.final_score(),
            points: s.into(),
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
    /// The `version` of the late answers that was read (optimistic concurrency), by question. 409 `changed_meanwhile`
    /// if it is no longer current; without it, also if a late answer of the question was accepted before.
    #[serde(default)]
    #[schema(required = false)]
    versions: HashMap<String, String>,
    reason: String,
}

#[derive(Deserialize, IntoParams)]
pub struct ScoringQuery {
    /// Every answer; otherwise written ones, code, and what a person has scored.
    all: Option<bool>,
}

/// Get a submission for review.
#[utoipa::path(get, path = "/admin/scoring/{submission_id}", tag = "scoring",
    params(("submission_id" = String, Path), ScoringQuery), responses((status = 200, body = ScoringDetail)))]
pub async fn detail(
    State(app): State<App>,
    Loaded(by, ReviewedId(id)): Loaded<Scorer, ReviewedId>,
    Query(query): Query<ScoringQuery>,
) -> ApiResult<Json<ScoringDetail>> {
    Ok(Json(under_review::submission(&app, &by, id, query.all == Some(true))?.into()))
}

/// Score one answer, whatever its key or its tests say.
#[utoipa::path(post, path = "/admin/scoring/{submission_id}/answer/{answer_id}", tag = "scoring",
    params(("submission_id" = String, Path), ("answer_id" = String, Path)), request_body = ScoreInput,
    responses((status = 200, body = ScoredReply), Conflict))]
pub async fn score(
    State(app): State<App>,
    Loaded(by, grade): Loaded<Scorer, Grade>,
    request: UnreadBody,
) -> ApiResult<Json<ScoredReply>> {
    let input: ScoreInput = request.json(TEXT_LIMIT).await?;
    let done = scores::score(&app, &by, grade.submission_id, &grade.question_id, input.review()?).await?;
    let (answer, is_hidden) = under_review::answer(&app, &by, done.grade)?;
    let answer = ScoringAnswer::new(answer, is_hidden);
    Ok(Json(ScoredReply { answer, submission: (&done.submission).into() }))
}

/// Accept late answers: they replace the answers that arrived in time.
#[utoipa::path(post, path = "/admin/scoring/{submission_id}/late/accept", tag = "scoring",
    params(("submission_id" = String, Path)), request_body = AcceptLateInput,
    responses((status = 200, body = ScoringDetail), Conflict))]
pub async fn accept_late(
    State(app): State<App>,
    Loaded(by, ReviewedId(id)): Loaded<Scorer, ReviewedId>,
    request: UnreadBody,
) -> ApiResult<Json<ScoringDetail>> {
    let AcceptLateInput { question_ids, versions, reason } = request.json(TEXT_LIMIT).await?;
    late_answers::accept(&app, &by, id, AcceptedLate { question_ids, versions, reason }).await?;
    Ok(Json(under_review::submission(&app, &by, id, false)?.into()))
}
