//! AI: its settings, and questions from it (spec section 7; rules "AI").

use super::{
    settings::secret,
    tests::{Question, TestBody},
};
use crate::{
    ai::questions::{Level, Wanted},
    app::App,
    domain::{
        AttemptId,
        settings::{AiProvider, AiSettings},
    },
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, Body, Id},
        wire::Message,
    },
    service::{
        ai::{
            ai_settings::{self, AiChange},
            generation::{self, Outcome, Request},
            review,
        },
        result::results,
        settings::Secret,
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Longest body of a request for questions, in bytes.
const TOPIC_LIMIT: usize = 16 * 1024;

#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AiProvider)]
pub enum ProviderName {
    Gemini,
    /// Whatever speaks the protocol of chat completions.
    OpenAi,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AiSettings)]
pub struct AiBody {
    provider: ProviderName,
    /// Empty for the provider's own address.
    base_url: String,
    model: String,
    has_key: bool,
    /// AI scores wait for a person.
    review_needs_person: bool,
}

impl From<AiSettings> for AiBody {
    fn from(s: AiSettings) -> Self {
        Self {
            provider: match s.provider {
                AiProvider::Gemini => ProviderName::Gemini,
                AiProvider::OpenAi => ProviderName::OpenAi,
            },
            base_url: s.base_url,
            model: s.model,
            has_key: s.key_sealed.is_some(),
            review_needs_person: s.review_needs_person,
        }
    }
}

/// What is left out stays as it is; another provider begins with its own address and model.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiInput {
    provider: Option<ProviderName>,
    base_url: Option<String>,
    model: Option<String>,
    review_needs_person: Option<bool>,
    /// Absent or empty keeps the stored one, null clears it.
    #[serde(default, deserialize_with = "secret")]
    #[schema(value_type = Option<String>)]
    api_key: Secret,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionLevel {
    Beginner,
    #[default]
    Intermediate,
    Advanced,
    Mixed,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GeneratedType {
    #[default]
    MultipleChoice,
    Coding,
    Mixed,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateInput {
    #[serde(default)]
    topic: String,
    /// 1 to 30.
    #[serde(default = "ten")]
    #[schema(minimum = 1, maximum = 30, default = 10)]
    question_count: i64,
    /// Used in place of the stored key, for Gemini only.
    gemini_api_key: Option<String>,
    #[serde(default)]
    level: QuestionLevel,
    #[serde(default)]
    question_type: GeneratedType,
    /// Answer the questions for a person to check, and store nothing.
    #[serde(default)]
    draft: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AutoReviewInput {
    /// Used in place of the stored key, for Gemini only.
    gemini_api_key: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AutoReviewReply {
    /// False where the AI service failed, or gave nothing that could be used.
    success: bool,
    message: String,
    /// Answers that were scored, or got a suggestion.
    scored: usize,
}

const fn ten() -> i64 {
    10
}

#[derive(Serialize, ToSchema)]
pub struct GenerateReply {
    /// False where the AI service failed, or nothing that it wrote could be used.
    success: bool,
    message: String,
    /// The test that was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test: Option<TestBody>,
    /// Drafts only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    questions: Option<Vec<Question>>,
    /// Drafts only: a title that the service proposes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    /// A sentence for each question that did not pass the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    dropped: Vec<String>,
}

impl From<Outcome> for GenerateReply {
    fn from(outcome: Outcome) -> Self {
        let none =
            |success, message, dropped| Self { success, message, test: None, questions: None, title: None, dropped };
        match outcome {
            Outcome::Failed { message, dropped } => none(false, message, dropped),
            Outcome::Created { message, test, dropped } => {
                Self { test: Some(test.into()), ..none(true, message, dropped) }
            }
            Outcome::Drafted { message, title, questions, dropped } => Self {
                questions: Some(questions.iter().map(Into::into).collect()),
                title: Some(title),
                ..none(true, message, dropped)
            },
        }
    }
}

/// The AI service's settings.
#[utoipa::path(get, path = "/admin/ai-settings", tag = "ai",
    responses((status = 200, body = AiBody), (status = 401, body = Envelope), (status = 403, body = Envelope)))]
pub async fn settings(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<AiBody>> {
    Ok(Json(ai_settings::get(&app, &admin)?.into()))
}

/// Change them.
#[utoipa::path(put, path = "/admin/ai-settings", tag = "ai", request_body = AiInput,
    responses((status = 200, body = AiBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope)))]
pub async fn set_settings(State(app): State<App>, AsAdmin(admin): AsAdmin, body: Body) -> ApiResult<Json<AiBody>> {
    let input: AiInput = body.json(AUTH_LIMIT).await?;
    let change = AiChange {
        provider: input.provider.map(|name| match name {
            ProviderName::Gemini => AiProvider::Gemini,
            ProviderName::OpenAi => AiProvider::OpenAi,
        }),
        base_url: input.base_url,
        model: input.model,
        key: input.api_key,
        review_needs_person: input.review_needs_person,
    };
    Ok(Json(ai_settings::set(&app, &admin, change).await?.into()))
}

/// Ask the AI service for a word, the way questions are asked for.
#[utoipa::path(post, path = "/admin/ai-settings/test", tag = "ai",
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope), (status = 429, body = Envelope)))]
pub async fn test_settings(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<Message>> {
    ai_settings::test(&app, &admin).await?;
    Ok(Message::new("The AI service answered."))
}

/// Questions from the AI service: a new test, or a draft. Takes up to 100 seconds; leaving ends it.
#[utoipa::path(post, path = "/tests/auto-generate", tag = "ai", request_body = GenerateInput,
    responses((status = 200, body = GenerateReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope), (status = 429, body = Envelope)))]
pub async fn generate(State(app): State<App>, AsAdmin(admin): AsAdmin, body: Body) -> ApiResult<Json<GenerateReply>> {
    let input: GenerateInput = body.json(TOPIC_LIMIT).await?;
    let request = Request {
        topic: input.topic,
        count: input.question_count,
        level: match input.level {
            QuestionLevel::Beginner => Level::Beginner,
            QuestionLevel::Intermediate => Level::Intermediate,
            QuestionLevel::Advanced => Level::Advanced,
            QuestionLevel::Mixed => Level::Mixed,
        },
        wanted: match input.question_type {
            GeneratedType::MultipleChoice => Wanted::MultipleChoice,
            GeneratedType::Coding => Wanted::Coding,
            GeneratedType::Mixed => Wanted::Mixed,
        },
        key: input.gemini_api_key,
        draft: input.draft,
    };
    Ok(Json(generation::generate(&app, &admin, request).await?.into()))
}

/// Have the AI service score what waits of one submission. A person's score always wins.
#[utoipa::path(post, path = "/admin/auto-review/{submission_id}", tag = "ai", params(("submission_id" = String, Path)),
    request_body = AutoReviewInput,
    responses((status = 200, body = AutoReviewReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 422, body = Envelope), (status = 429, body = Envelope)))]
pub async fn review(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<AttemptId>,
    body: Body,
) -> ApiResult<Json<AutoReviewReply>> {
    results::detail(&app, &admin, id)?;
    let input: AutoReviewInput = body.json(AUTH_LIMIT).await?;
    let done = review::review(&app, &admin, id, input.gemini_api_key.as_deref()).await?;
    Ok(Json(AutoReviewReply { success: done.success, message: done.message, scored: done.scored }))
}
