//! Tests (spec section 7, "Tests").

use super::list;
use crate::{
    app::App,
    domain::{
        TestId,
        test::{self as domain, Draft, DraftQuestion},
    },
    http::{
        error::{ApiResult, Envelope},
        extract::{AsAdmin, Body, Id, JSON_LIMIT, Query},
        wire::{Message, QuestionType, Utc},
    },
    service::test::authoring,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A question as it comes in.
#[derive(Deserialize, ToSchema)]
pub struct QuestionInput {
    /// Unique within the test; made by the server when left out.
    #[serde(default)]
    pub id: Option<String>,
    #[serde(rename = "type")]
    pub kind: QuestionType,
    pub question: String,
    /// 1 to 100.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 100, default = 1)]
    pub points: i64,
    /// Multiple choice only: 2 to 6.
    #[serde(default)]
    pub options: Option<Vec<String>>,
    #[serde(default)]
    pub correct_answer: Option<String>,
    /// Coding only.
    #[serde(default)]
    pub expected_language: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct Question {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: QuestionType,
    pub question: String,
    pub points: u32,
    /// Multiple choice only: 2 to 6.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub options: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub correct_answer: Option<String>,
    /// Coding only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expected_language: Option<String>,
}

const fn one() -> i64 {
    1
}

const fn default_duration() -> i64 {
    domain::DEFAULT_DURATION
}

#[derive(Deserialize, ToSchema)]
pub struct TestInput {
    pub title: String,
    #[serde(default)]
    pub description: Option<String>,
    /// 1 to 480.
    #[serde(default = "default_duration")]
    #[schema(minimum = 1, maximum = 480, default = 60)]
    pub duration_minutes: i64,
    pub questions: Vec<QuestionInput>,
    /// The candidate's page asks for the full screen; leaving it is noted and ends nothing.
    #[serde(default)]
    pub require_fullscreen: bool,
}

impl From<TestInput> for Draft {
    fn from(input: TestInput) -> Self {
        Self {
            title: input.title,
            description: input.description.unwrap_or_default(),
            duration_minutes: input.duration_minutes,
            questions: input.questions.into_iter().map(Into::into).collect(),
            require_fullscreen: input.require_fullscreen,
        }
    }
}

impl From<QuestionInput> for DraftQuestion {
    fn from(question: QuestionInput) -> Self {
        Self {
            id: question.id,
            kind: question.kind.into(),
            text: question.question,
            points: question.points,
            options: question.options.unwrap_or_default(),
            correct_answer: question.correct_answer,
            expected_language: question.expected_language,
        }
    }
}

impl From<&domain::Question> for Question {
    fn from(question: &domain::Question) -> Self {
        let is_choice = question.kind == domain::QuestionKind::MultipleChoice;
        Self {
            id: question.id.clone(),
            kind: question.kind.into(),
            question: question.text.clone(),
            points: question.points,
            options: is_choice.then(|| question.options.clone()),
            correct_answer: question.correct_answer.clone(),
            expected_language: question.expected_language.clone(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = Test)]
pub struct TestBody {
    pub id: String,
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub questions: Vec<Question>,
    pub require_fullscreen: bool,
    pub question_count: usize,
    pub total_points: u32,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Utc,
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Utc,
}

impl From<domain::Test> for TestBody {
    fn from(test: domain::Test) -> Self {
        Self {
            id: test.id.to_string(),
            question_count: test.questions.len(),
            total_points: domain::total_points(&test.questions),
            questions: test.questions.iter().map(Into::into).collect(),
            title: test.title,
            description: test.description,
            duration_minutes: test.duration_minutes,
            require_fullscreen: test.require_fullscreen,
            created_at: test.created_at.into(),
            updated_at: test.updated_at.into(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct Paging {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ForceDeleted {
    message: String,
    deleted_invites: u64,
}

/// Tests, newest first.
#[utoipa::path(get, path = "/tests", tag = "tests", params(Paging),
    responses((status = 200, body = Vec<TestBody>), (status = 401, body = Envelope), (status = 403, body = Envelope)))]
pub async fn list(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    uri: Uri,
    Query(paging): Query<Paging>,
) -> ApiResult<(HeaderMap, Json<Vec<TestBody>>)> {
    let slice = list::slice(paging.limit, paging.after)?;
    list::reply(authoring::list(&app, &admin, &slice)?.map(TestBody::from), &uri)
}

/// Create a test.
#[utoipa::path(post, path = "/tests", tag = "tests", request_body = TestInput,
    responses((status = 201, body = TestBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope)))]
pub async fn create(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    body: Body,
) -> ApiResult<(StatusCode, Json<TestBody>)> {
    let input: TestInput = body.json(JSON_LIMIT).await?;
    let test = authoring::create(&app, &admin, input.into()).await?;
    Ok((StatusCode::CREATED, Json(test.into())))
}

/// One test.
#[utoipa::path(get, path = "/tests/{id}", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = TestBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn get(State(app): State<App>, AsAdmin(admin): AsAdmin, Id(id): Id<TestId>) -> ApiResult<Json<TestBody>> {
    Ok(Json(authoring::get(&app, &admin, id)?.into()))
}

/// Replace a test; attempts keep the version they started with.
#[utoipa::path(put, path = "/tests/{id}", tag = "tests", params(("id" = String, Path)), request_body = TestInput,
    responses((status = 200, body = TestBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 422, body = Envelope)))]
pub async fn update(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
    body: Body,
) -> ApiResult<Json<TestBody>> {
    authoring::get(&app, &admin, id)?;
    let input: TestInput = body.json(JSON_LIMIT).await?;
    Ok(Json(authoring::update(&app, &admin, id, input.into()).await?.into()))
}

/// Delete a test that nobody can take any more; its submissions stay.
#[utoipa::path(delete, path = "/tests/{id}", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope)))]
pub async fn delete(State(app): State<App>, AsAdmin(admin): AsAdmin, Id(id): Id<TestId>) -> ApiResult<Json<Message>> {
    authoring::delete(&app, &admin, id).await?;
    Ok(Message::new("Test deleted."))
}

/// Delete a test with its invites, attempts and submissions.
#[utoipa::path(delete, path = "/tests/{id}/force", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = ForceDeleted), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn force_delete(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(id): Id<TestId>,
) -> ApiResult<Json<ForceDeleted>> {
    let deleted_invites = authoring::force_delete(&app, &admin, id).await?;
    let message = format!("Test deleted with {deleted_invites} invites.");
    Ok(Json(ForceDeleted { message, deleted_invites }))
}
