//! Tests (docs/behaviour/tests.md#tests-and-questions).

use super::{
    bank::sections::{self, SectionBody, SectionInput},
    questions::{QuestionBody, QuestionInput, RichContent, unless_plain},
};
use crate::{
    app::App,
    domain::{
        TestId,
        bank::sections::SectionDraft,
        language::Language,
        test::{self as domain, TestDraft},
    },
    http::{
        api::{list, session::sessions::DeletedVersion},
        error::ApiResult,
        extract::{As, IdempotencyKey, JSON_LIMIT, Loaded, Of, Query, UnreadBody, Within},
        refusals::{Conflict, NotFound},
        wire::{Confirmation, HistoryModeName, TextFormat, Timestamp},
    },
    service::{
        actor::{Author, TestReader},
        settings::languages,
        test::{authoring, force_deletion, sections::Authored},
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

const fn default_duration() -> i64 {
    domain::DEFAULT_DURATION
}

/// A test to be created or to replace another version.
#[derive(Deserialize, ToSchema)]
pub struct TestInput {
    pub title: String,
    #[serde(default)]
    pub description: Option<String>,
    /// `plain` by default.
    #[serde(default)]
    pub description_format: Option<TextFormat>,
    /// 1 to 480; 60 by default.
    #[serde(default = "default_duration")]
    #[schema(minimum = 1, maximum = 480, default = 60)]
    pub duration_minutes: i64,
    /// Required without `sections`, ignored with them.
    #[serde(default)]
    #[schema(required = false)]
    pub questions: Option<Vec<QuestionInput>>,
    /// Divides the test. A test with pools can only be replaced with sections.
    #[serde(default)]
    pub sections: Option<Vec<SectionInput>>,
    /// The take page asks for full-screen mode. Leaving it is recorded as an integrity signal and does not end the
    /// test.
    #[serde(default)]
    pub require_fullscreen: bool,
    /// `saves` by default; on `PUT` it stays by default.
    #[serde(default)]
    pub history: Option<HistoryModeName>,
    /// Tag (BCP 47) of the language in which candidates are addressed, unless their invitation names another; blank for the
    /// site's. On `PUT` it stays by default.
    #[serde(default)]
    pub language: Option<String>,
    /// The `version` that was read, on `PUT` (optimistic concurrency): 409 `changed_meanwhile` if it is no longer
    /// current.
    #[serde(default)]
    pub version: Option<u32>,
}

impl From<TestInput> for (TestDraft, Vec<SectionDraft>) {
    fn from(input: TestInput) -> Self {
        let draft = TestDraft {
            title: input.title,
            description: input.description.unwrap_or_default(),
            duration_minutes: input.duration_minutes,
            questions: input.questions.unwrap_or_default().into_iter().map(Into::into).collect(),
            require_fullscreen: input.require_fullscreen,
            history: input.history.map(Into::into).unwrap_or_default(),
            language: input.language.as_deref().and_then(Language::of_tag),
            translations: BTreeMap::new(),
            description_format: input.description_format.map(Into::into).unwrap_or_default(),
        };
        (draft, input.sections.unwrap_or_default().into_iter().map(Into::into).collect())
    }
}

/// A test with its questions.
#[derive(Serialize, ToSchema)]
#[schema(as = Test)]
pub struct TestBody {
    pub id: String,
    pub title: String,
    pub description: String,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description_format: Option<TextFormat>,
    /// Tree of the description, where its format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description_content: Option<RichContent>,
    pub duration_minutes: u32,
    /// All fixed questions, in order.
    pub questions: Vec<QuestionBody>,
    /// Absent for a test without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sections: Option<Vec<SectionBody>>,
    /// Lists hide it, and no one is invited to it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub archived: bool,
    pub require_fullscreen: bool,
    pub history: HistoryModeName,
    /// Tag (BCP 47) of the language in which candidates are addressed; absent for the site's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub language: Option<&'static str>,
    /// Tags of the languages that its own translations are in, of which some may be incomplete; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub translated_into: Vec<&'static str>,
    /// Number of questions of each paper, as `total_points` are the points of each paper.
    pub question_count: usize,
    pub total_points: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Counts the changes.
    pub version: u32,
}

impl From<domain::Test> for TestBody {
    fn from(test: domain::Test) -> Self {
        Authored { test, sections: None, is_archived: false, bank: None }.into()
    }
}

impl From<Authored> for TestBody {
    fn from(authored: Authored) -> Self {
        let ((question_count, total_points), sections) = (authored.size(), sections::bodies(&authored));
        let Authored { test, is_archived, .. } = authored;
        Self {
            id: test.id.to_string(),
            question_count,
            total_points,
            sections,
            archived: is_archived,
            questions: test.questions.iter().map(Into::into).collect(),
            title: test.title,
            description: test.description,
            description_format: unless_plain(test.description_format),
            description_content: test.description_tree.as_ref().and_then(RichContent::of),
            duration_minutes: test.duration_minutes,
            require_fullscreen: test.require_fullscreen,
            history: test.history.into(),
            language: test.language.map(Language::code),
            translated_into: test.translations.list.iter().map(|translation| translation.language.code()).collect(),
            created_at: test.created_at.into(),
            updated_at: test.updated_at.into(),
            version: test.version,
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct Paging {
    /// The archived ones instead of the others.
    archived: Option<bool>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// Result of a forced deletion.
#[derive(Serialize, ToSchema)]
pub struct ForceDeleted {
    message: String,
    deleted_invites: u64,
    /// Cancellations of a date that the mail server did not take before: calendars keep these appointments.
    unsent_cancellations: usize,
}

/// List tests, newest first.
#[utoipa::path(get, path = "/tests", tag = "tests", params(Paging), responses((status = 200, body = Vec<TestBody>)))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<TestReader>,
    uri: Uri,
    Query(paging): Query<Paging>,
) -> ApiResult<(HeaderMap, Json<Vec<TestBody>>)> {
    let slice = list::slice(&app, paging.limit, paging.after)?;
    list::reply(
        &app,
        authoring::list(&app, &by, paging.archived.unwrap_or_default(), &slice)?.map(TestBody::from),
        &uri,
    )
}

/// Create a test. With an `Idempotency-Key`, a repeat within 24 hours returns the test that the first call created.
#[utoipa::path(post, path = "/tests", tag = "tests", request_body = TestInput,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = TestBody), NotFound))]
pub async fn create(
    State(app): State<App>,
    As(by): As<Author>,
    key: IdempotencyKey,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<TestBody>)> {
    let received = body.authorized(JSON_LIMIT, || Ok(())).await?;
    let input: TestInput = received.parse()?;
    languages::given(&app, input.language.as_deref())?;
    let once = key.once("POST /tests", &received.bytes)?;
    let test = authoring::create_divided(&app, &by, input.into(), once).await?;
    Ok((StatusCode::CREATED, Json(test.into())))
}

/// Get a test with its questions.
#[utoipa::path(get, path = "/tests/{id}", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = TestBody)))]
pub async fn get(State(app): State<App>, Of(by, id): Of<TestReader, TestId>) -> ApiResult<Json<TestBody>> {
    Ok(Json(authoring::authored(&app, &by, id)?.into()))
}

/// Replace a test. Attempts keep the version with which they started.
#[utoipa::path(put, path = "/tests/{id}", tag = "tests", params(("id" = String, Path)), request_body = TestInput,
    responses((status = 200, body = TestBody), Conflict))]
pub async fn update(
    State(app): State<App>,
    Loaded(by, test): Loaded<Author, domain::Test>,
    body: UnreadBody,
) -> ApiResult<Json<TestBody>> {
    let mut input: TestInput = body.json(JSON_LIMIT).await?;
    input.history = input.history.or_else(|| Some(test.history.into()));
    let stored = test.language.map(|language| language.code().to_owned());
    // The operator may have removed a language since: a test that has it can be edited all the same.
    if input.language != stored {
        languages::given(&app, input.language.as_deref())?;
    }
    input.language = input.language.or(stored);
    let version = input.version;
    Ok(Json(authoring::update(&app, &by, test.id, input.into(), version).await?.into()))
}

/// Delete a test without active invites; its submissions are kept.
#[utoipa::path(delete, path = "/tests/{id}", tag = "tests", params(("id" = String, Path), DeletedVersion),
    responses((status = 200, body = Confirmation), Conflict))]
pub async fn delete(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
    Query(query): Query<DeletedVersion>,
) -> ApiResult<Json<Confirmation>> {
    authoring::delete(&app, &by, id, query.version).await?;
    Ok(Confirmation::new("Test deleted."))
}

/// Delete a test with all its invites, attempts and submissions (cascade delete). Open invites are withdrawn before.
#[utoipa::path(delete, path = "/tests/{id}/force", tag = "tests", params(("id" = String, Path), DeletedVersion),
    responses((status = 200, body = ForceDeleted), Conflict))]
pub async fn force_delete(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
    Query(query): Query<DeletedVersion>,
) -> ApiResult<Json<ForceDeleted>> {
    let deleted = force_deletion::force_delete(&app, &by, id, query.version).await?;
    let message = format!("Test deleted with {} invites.", deleted.invites);
    Ok(Json(ForceDeleted { message, deleted_invites: deleted.invites, unsent_cancellations: deleted.unsent }))
}
