//! How far the AI agrees with people (docs/behaviour/results.md#ai).

use super::models::AutoReviewReply;
use crate::{
    app::App,
    domain::model_verdict::MIN_ANSWERS,
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, UnreadBody},
        refusals::{Invalid, TooMany},
    },
    service::{
        actor::Scorer,
        ai::agreement::{self, QuestionModelAgreement, TestModelAgreement},
        result::deciding::ranking::RankedTest,
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Agreement of the AI with people on one question.
#[derive(Serialize, ToSchema)]
pub struct QuestionAgreement {
    question_id: String,
    /// Answers that both scored, with the model and prompt of today.
    answers: usize,
    /// Number of the compared answers that a person scored before the AI.
    blind: usize,
    /// Cohen's kappa over five equal bands of points: 1 is full agreement, 0 is chance. `null` for fewer than
    /// `min_answers`, and where it cannot be computed.
    #[schema(required)]
    kappa: Option<f64>,
    /// The AI may score answers, and not only suggest scores. The settings may still have all of them wait for a person.
    may_score: bool,
}

impl From<QuestionModelAgreement> for QuestionAgreement {
    fn from(QuestionModelAgreement { question_id, agreement, may_score }: QuestionModelAgreement) -> Self {
        Self { question_id, answers: agreement.answers, blind: agreement.blind, kappa: agreement.kappa, may_score }
    }
}

/// Agreement of the AI with people on the written questions of a test.
#[derive(Serialize, ToSchema)]
pub struct AiAgreement {
    model: String,
    /// Version of the prompt.
    prompt_version: u32,
    /// Answers that both must have scored.
    min_answers: usize,
    questions: Vec<QuestionAgreement>,
}

impl From<TestModelAgreement> for AiAgreement {
    fn from(TestModelAgreement { model, questions }: TestModelAgreement) -> Self {
        Self {
            model: model.name,
            prompt_version: model.prompt,
            min_answers: MIN_ANSWERS,
            questions: questions.into_iter().map(Into::into).collect(),
        }
    }
}

/// A question to measure.
#[derive(Deserialize, ToSchema)]
pub struct MeasureInput {
    question_id: String,
    /// Used instead of the stored key, for Gemini only.
    #[serde(rename = "geminiApiKey")]
    gemini_api_key: Option<String>,
}

/// Get how far the AI agrees with people, question by question.
#[utoipa::path(get, path = "/tests/{id}/ai-agreement", tag = "ai", params(("id" = String, Path)),
    responses((status = 200, body = AiAgreement)))]
pub async fn of_test(
    State(app): State<App>,
    Loaded(by, test): Loaded<Scorer, RankedTest>,
) -> ApiResult<Json<AiAgreement>> {
    Ok(Json(agreement::of_test(&app, &by, test.0).await?.into()))
}

/// Have the AI score answers that people scored, without their scores. Changes no result.
///
/// Takes up to 30 of the newest answers to a question that this model and prompt have not scored yet.
#[utoipa::path(post, path = "/tests/{id}/ai-agreement", tag = "ai", params(("id" = String, Path)),
    request_body = MeasureInput, responses((status = 200, body = AutoReviewReply), Invalid, TooMany))]
pub async fn measure(
    State(app): State<App>,
    Loaded(by, test): Loaded<Scorer, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<AutoReviewReply>> {
    let MeasureInput { question_id, gemini_api_key } = body.json(FORM_LIMIT).await?;
    let done = agreement::measure(&app, &by, test.0, &question_id, gemini_api_key.as_deref()).await?;
    Ok(Json(done.into()))
}
