//! AI: settings, question generation and automatic review (docs/behaviour/results.md#ai).

use crate::{
    ai::questions::DraftLevel,
    app::App,
    domain::{
        model_verdict::{ModelScoringOutcome, ReviewPolicy},
        question::QuestionKind,
        settings::{AiProvider, AiSettings},
    },
    http::{
        api::{
            settings::site::secret,
            test::{questions::QuestionBody, tests::TestBody},
        },
        error::ApiResult,
        extract::{As, FORM_LIMIT, Loaded, ReviewedId, UnreadBody, Within},
        refusals::{Conflict, Invalid, TooMany},
        wire::{Confirmation, QuestionType},
    },
    service::{
        actor::{Author, Scorer, SiteOperator},
        ai::{
            ai_settings::{self, AiChange},
            generation::{self, GenerationOutcome, GenerationRequest, GenerationTarget},
            review,
        },
        settings::Secret,
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum body of a generation request, in bytes.
const TOPIC_LIMIT: usize = 16 * 1024;

/// AI service.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AiProvider)]
pub enum ProviderName {
    Gemini,
    /// Any service with an `OpenAI`-compatible chat completions API.
    OpenAi,
}

/// Settings of the AI service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AiSettings)]
pub struct AiBody {
    provider: ProviderName,
    /// Empty for the provider's default address.
    base_url: String,
    model: String,
    /// An API key is stored.
    has_key: bool,
    /// AI scores are suggestions until a reviewer confirms them.
    review_needs_person: bool,
    /// Minimum of Cohen's kappa between model and people, 0 to 1, for an AI to score a question automatically; below it,
    /// it only suggests. 0: no minimum.
    #[schema(minimum = 0, maximum = 1)]
    min_agreement: f64,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

impl AiBody {
    fn new(s: AiSettings, policy: ReviewPolicy) -> ApiResult<Json<Self>> {
        Ok(Json(Self {
            version: ai_settings::version_of(&s, &policy)?,
            provider: match s.provider {
                AiProvider::Gemini => ProviderName::Gemini,
                AiProvider::OpenAi => ProviderName::OpenAi,
            },
            base_url: s.base_url,
            model: s.model,
            has_key: s.key_sealed.is_some(),
            review_needs_person: s.review_needs_person,
            min_agreement: policy.min_agreement,
        }))
    }
}

/// Change of the AI settings; omitted fields keep their value. A change of the provider resets address and model to its
/// defaults.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiInput {
    provider: Option<ProviderName>,
    base_url: Option<String>,
    model: Option<String>,
    review_needs_person: Option<bool>,
    /// Cohen's kappa, 0 to 1; 0: no minimum.
    #[schema(minimum = 0, maximum = 1)]
    min_agreement: Option<f64>,
    /// Absent or empty keeps the stored key, `null` clears it.
    #[serde(default, deserialize_with = "secret")]
    #[schema(value_type = Option<String>)]
    api_key: Secret,
    /// Version of the settings that were changed; if they are others by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

/// Difficulty of generated questions.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionLevel {
    Beginner,
    #[default]
    Intermediate,
    Advanced,
    Mixed,
}

/// Type of generated questions.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GeneratedType {
    #[default]
    MultipleChoice,
    Coding,
    Mixed,
}

/// A request for generated questions.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateInput {
    #[serde(default)]
    topic: String,
    /// 1 to 30.
    #[serde(default = "ten")]
    #[schema(minimum = 1, maximum = 30, default = 10)]
    question_count: i64,
    /// Used instead of the stored key, for Gemini only.
    gemini_api_key: Option<String>,
    #[serde(default)]
    level: QuestionLevel,
    #[serde(default)]
    question_type: GeneratedType,
    /// Types of questions, instead of `questionType`.
    #[serde(default)]
    types: Option<Vec<QuestionType>>,
    /// Store the questions in the bank, as drafts.
    #[serde(default)]
    bank: bool,
    /// Return the questions for review and store nothing.
    #[serde(default)]
    draft: bool,
}

/// A request for an automatic review.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AutoReviewInput {
    /// Used instead of the stored key, for Gemini only.
    gemini_api_key: Option<String>,
}

/// Result of an automatic review.
#[derive(Serialize, ToSchema)]
pub struct AutoReviewReply {
    /// False if the AI service failed or returned nothing usable.
    success: bool,
    message: String,
    /// Number of answers that were scored or got a suggestion.
    scored: usize,
}

impl From<ModelScoringOutcome> for AutoReviewReply {
    fn from(ModelScoringOutcome { success, message, scored }: ModelScoringOutcome) -> Self {
        Self { success, message, scored }
    }
}

const fn ten() -> i64 {
    10
}

/// Result of a generation.
#[derive(Serialize, ToSchema)]
pub struct GenerateReply {
    /// False if the AI service failed or returned nothing usable.
    success: bool,
    message: String,
    /// The created test; absent for drafts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test: Option<TestBody>,
    /// Drafts only: the questions; those of the bank have their ids there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    questions: Option<Vec<QuestionBody>>,
    /// Drafts only: title proposed by the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    /// Reason for each question that was dropped, because it violates the rules of questions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    dropped: Vec<String>,
}

impl From<GenerationOutcome> for GenerateReply {
    fn from(outcome: GenerationOutcome) -> Self {
        let none =
            |success, message, dropped| Self { success, message, test: None, questions: None, title: None, dropped };
        match outcome {
            GenerationOutcome::Failed { message, dropped } => none(false, message, dropped),
            GenerationOutcome::Created { message, test, dropped } => {
                Self { test: Some(test.into()), ..none(true, message, dropped) }
            }
            GenerationOutcome::Banked { message, questions, dropped } => {
                Self { questions: Some(questions.iter().map(Into::into).collect()), ..none(true, message, dropped) }
            }
            GenerationOutcome::Drafted { message, title, questions, dropped } => Self {
                questions: Some(questions.iter().map(Into::into).collect()),
                title: Some(title),
                ..none(true, message, dropped)
            },
        }
    }
}

/// Get the settings of the AI service.
#[utoipa::path(get, path = "/admin/ai-settings", tag = "ai", responses((status = 200, body = AiBody)))]
pub async fn settings(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<AiBody>> {
    AiBody::new(ai_settings::get(&app, &by)?, ai_settings::policy(&app, &by)?)
}

/// Change the settings of the AI service.
#[utoipa::path(put, path = "/admin/ai-settings", tag = "ai", request_body = AiInput,
    responses((status = 200, body = AiBody), Conflict))]
pub async fn set_settings(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<AiBody>> {
    let input: AiInput = body.json(FORM_LIMIT).await?;
    let change = AiChange {
        version: input.version,
        provider: input.provider.map(|name| match name {
            ProviderName::Gemini => AiProvider::Gemini,
            ProviderName::OpenAi => AiProvider::OpenAi,
        }),
        base_url: input.base_url,
        model: input.model,
        key: input.api_key,
        review_needs_person: input.review_needs_person,
        min_agreement: input.min_agreement,
    };
    let stored = ai_settings::set(&app, &by, change).await?;
    AiBody::new(stored, ai_settings::policy(&app, &by)?)
}

/// Test the stored AI settings with a short prompt.
#[utoipa::path(post, path = "/admin/ai-settings/test", tag = "ai",
    responses((status = 200, body = Confirmation), Invalid, TooMany))]
pub async fn test_settings(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<Confirmation>> {
    ai_settings::test(&app, &by).await?;
    Ok(Confirmation::new("The AI service answered."))
}

/// Generate questions with the AI service: as a new test, as drafts of the bank, or as a draft that is not stored. Takes up to 100 s; a disconnect cancels it.
#[utoipa::path(post, path = "/tests/auto-generate", tag = "ai", request_body = GenerateInput,
    responses((status = 200, body = GenerateReply)))]
pub async fn generate(
    State(app): State<App>,
    Within(by): Within<Author>,
    body: UnreadBody,
) -> ApiResult<Json<GenerateReply>> {
    let input: GenerateInput = body.json(TOPIC_LIMIT).await?;
    let request = GenerationRequest {
        topic: input.topic,
        count: input.question_count,
        level: match input.level {
            QuestionLevel::Beginner => DraftLevel::Beginner,
            QuestionLevel::Intermediate => DraftLevel::Intermediate,
            QuestionLevel::Advanced => DraftLevel::Advanced,
            QuestionLevel::Mixed => DraftLevel::Mixed,
        },
        kinds: match (input.types, input.question_type) {
            (Some(types), _) => distinct(types),
            (None, GeneratedType::MultipleChoice) => vec![QuestionKind::MultipleChoice],
            (None, GeneratedType::Coding) => vec![QuestionKind::Coding],
            (None, GeneratedType::Mixed) => vec![QuestionKind::MultipleChoice, QuestionKind::Coding],
        },
        key: input.gemini_api_key,
        target: match (input.bank, input.draft) {
            (true, _) => GenerationTarget::Bank,
            (false, true) => GenerationTarget::Reply,
            (false, false) => GenerationTarget::NewTest,
        },
    };
    Ok(Json(generation::generate(&app, &by, request).await?.into()))
}

fn distinct(types: Vec<QuestionType>) -> Vec<QuestionKind> {
    let wanted: Vec<QuestionKind> = types.into_iter().map(Into::into).collect();
    QuestionKind::ALL.into_iter().filter(|kind| wanted.contains(kind)).collect()
}

/// Score the pending answers of a submission with the AI service. Scores of reviewers are never overwritten.
#[utoipa::path(post, path = "/admin/auto-review/{submission_id}", tag = "ai", params(("submission_id" = String, Path)),
    request_body = AutoReviewInput,
    responses((status = 200, body = AutoReviewReply)))]
pub async fn review(
    State(app): State<App>,
    Loaded(by, ReviewedId(id)): Loaded<Scorer, ReviewedId>,
    body: UnreadBody,
) -> ApiResult<Json<AutoReviewReply>> {
    let input: AutoReviewInput = body.json(FORM_LIMIT).await?;
    let done = review::review(&app, &by, id, input.gemini_api_key.as_deref()).await?;
    Ok(Json(done.into()))
}
