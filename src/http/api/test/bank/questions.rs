//! Calls of the question bank.

use super::body::{
    BankQuestionBody, BankQuestionDetail, BankQuestionInput, DifficultyName, QuestionState, VersionBody,
};
use crate::{
    app::App,
    domain::{QuestionId, bank::BankQuestion},
    http::{
        api::list,
        error::ApiResult,
        extract::{As, Id, JSON_LIMIT, Loaded, Query, UnreadBody},
        refusals::Conflict,
        wire::QuestionType,
    },
    service::{
        actor::{Author, TestReader},
        result::usage,
        test::bank::{
            list::{self as service, BankQuestionFilter, StateFilter},
            write::{self, ExpectedRevision},
        },
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// States of a list.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionStateFilter {
    Draft,
    Ready,
    Retired,
    All,
}

impl From<QuestionStateFilter> for StateFilter {
    fn from(filter: QuestionStateFilter) -> Self {
        match filter {
            QuestionStateFilter::Draft => Self::One(QuestionState::Draft.into()),
            QuestionStateFilter::Ready => Self::One(QuestionState::Ready.into()),
            QuestionStateFilter::Retired => Self::One(QuestionState::Retired.into()),
            QuestionStateFilter::All => Self::All,
        }
    }
}

/// Filters of questions; all of them hold.
#[derive(Deserialize, IntoParams)]
pub struct QuestionFilter {
    /// Part of the title, of the beginning of the text, or of a tag.
    search: Option<String>,
    /// Type of the question.
    #[serde(rename = "type")]
    kind: Option<QuestionType>,
    /// Tag of the listed questions, in upper or lower case.
    tag: Option<String>,
    /// All but the retired ones by default.
    #[param(inline)]
    state: Option<QuestionStateFilter>,
    difficulty: Option<DifficultyName>,
}

#[derive(Deserialize, IntoParams)]
pub struct BankQuestionsQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
    /// Adds the figures of each question from final results.
    figures: Option<bool>,
}

/// A tag of bank questions.
#[derive(Serialize, ToSchema)]
pub struct QuestionTag {
    /// The tag in lower case.
    tag: String,
    /// Questions that are not retired.
    questions: u64,
}

impl From<QuestionFilter> for BankQuestionFilter {
    fn from(query: QuestionFilter) -> Self {
        Self {
            search: query.search,
            kind: query.kind.map(Into::into),
            tag: query.tag,
            state: query.state.map(Into::into).unwrap_or_default(),
            difficulty: query.difficulty.map(Into::into),
        }
    }
}

/// List the questions of the bank, newest first.
#[utoipa::path(get, path = "/questions", tag = "questions", params(QuestionFilter, BankQuestionsQuery),
    responses((status = 200, body = Vec<BankQuestionBody>)))]
pub async fn list(
    State(app): State<App>,
    As(by): As<TestReader>,
    uri: Uri,
    Query(filter): Query<QuestionFilter>,
    Query(query): Query<BankQuestionsQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<BankQuestionBody>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    let filter = filter.into();
    let listed = service::list(&app, &by, &filter, &slice)?;
    let ids: Vec<QuestionId> = listed.items.iter().map(|listed| listed.head.id).collect();
    let mut page = listed.map(BankQuestionBody::from);
    if query.figures == Some(true) {
        for (question, found) in page.items.iter_mut().zip(usage::of_list(&app, &by, &ids).await?) {
            question.figures = found.map(Into::into);
        }
    }
    list::reply(&app, page, &uri)
}

/// List the tags of the bank, in alphabetical order.
#[utoipa::path(get, path = "/questions/tags", tag = "questions", responses((status = 200, body = Vec<QuestionTag>)))]
pub async fn tags(State(app): State<App>, As(by): As<TestReader>) -> ApiResult<Json<Vec<QuestionTag>>> {
    let tags = service::tags(&app, &by)?.into_iter();
    Ok(Json(tags.map(|(tag, questions)| QuestionTag { tag, questions }).collect()))
}

/// Store a question in the bank.
#[utoipa::path(post, path = "/questions", tag = "questions", request_body = BankQuestionInput,
    responses((status = 201, body = BankQuestionDetail)))]
pub async fn create(
    State(app): State<App>,
    As(by): As<Author>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<BankQuestionDetail>)> {
    let input: BankQuestionInput = body.json(JSON_LIMIT).await?;
    let stored = write::create(&app, &by, input.into()).await?;
    Ok((StatusCode::CREATED, Json(stored.into())))
}

/// Get a question of the bank with its current content.
#[utoipa::path(get, path = "/questions/{id}", tag = "questions", params(("id" = String, Path)),
    responses((status = 200, body = BankQuestionDetail)))]
pub async fn get(
    State(app): State<App>,
    As(by): As<TestReader>,
    Id(id): Id<QuestionId>,
) -> ApiResult<Json<BankQuestionDetail>> {
    Ok(Json(service::get(&app, &by, id)?.into()))
}

/// Change a question of the bank. Changed content creates a new version; tests keep the version that they name.
#[utoipa::path(put, path = "/questions/{id}", tag = "questions", params(("id" = String, Path)),
    request_body = BankQuestionInput, responses((status = 200, body = BankQuestionDetail), Conflict))]
pub async fn update(
    State(app): State<App>,
    Loaded(by, question): Loaded<Author, BankQuestion>,
    body: UnreadBody,
) -> ApiResult<Json<BankQuestionDetail>> {
    let input: BankQuestionInput = body.json(JSON_LIMIT).await?;
    let seen = ExpectedRevision { revision: input.revision, version: input.version };
    Ok(Json(write::update(&app, &by, question.id, input.beside(&question).into(), seen).await?.into()))
}

/// List all versions of a question, newest first.
#[utoipa::path(get, path = "/questions/{id}/versions", tag = "questions", params(("id" = String, Path)),
    responses((status = 200, body = Vec<VersionBody>)))]
pub async fn versions(
    State(app): State<App>,
    As(by): As<TestReader>,
    Id(id): Id<QuestionId>,
) -> ApiResult<Json<Vec<VersionBody>>> {
    let found = service::versions(&app, &by, id)?;
    Ok(Json(found.into_iter().map(Into::into).collect()))
}

/// Retire a question: pools no longer draw it. Tests that name it keep it.
#[utoipa::path(post, path = "/questions/{id}/retire", tag = "questions", params(("id" = String, Path)),
    responses((status = 200, body = BankQuestionDetail)))]
pub async fn retire(
    State(app): State<App>,
    As(by): As<Author>,
    Id(id): Id<QuestionId>,
) -> ApiResult<Json<BankQuestionDetail>> {
    Ok(Json(write::set_retired(&app, &by, id, true).await?.into()))
}

/// Make a retired question ready again.
#[utoipa::path(post, path = "/questions/{id}/restore", tag = "questions", params(("id" = String, Path)),
    responses((status = 200, body = BankQuestionDetail)))]
pub async fn restore(
    State(app): State<App>,
    As(by): As<Author>,
    Id(id): Id<QuestionId>,
) -> ApiResult<Json<BankQuestionDetail>> {
    Ok(Json(write::set_retired(&app, &by, id, false).await?.into()))
}
